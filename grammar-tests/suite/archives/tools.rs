//! Archives that other tools pack have the same findings and the same normal form. Tools that are not installed are
//! named and skipped.

use std::process::Command;

use crate::cli::Project;

const MAIN: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ lib/types.yaml ]
service_template:
  node_templates:
    web: { type: Server, properties: { size: big }, artifacts: { run: { type: Script, file: scripts/größe.sh } } }
";
const TYPES: &str = "\
tosca_definitions_version: tosca_2_0
artifact_types: { Script: {} }
node_types: { Server: { properties: { size: { type: integer } } } }
";
/// A name that is longer than the names in the headers of tar files.
const LONG: &str = "a/directory/whose/name/is/very/long/so/that/it/does/not/fit/into/a/header/of/a/tar/file/with/the/original/format/notes.txt";

/// Each way to pack the directory `project`: the tool, the arguments, and the file that it makes.
const TOOLS: &[(&str, &[&str], &str)] = &[
    ("zip", &["-q", "-r", "../a.csar", "."], "a.csar"),
    ("zip", &["-q", "-r", "-0", "-D", "../b.csar", "."], "b.csar"),
    ("7z", &["a", "-bso0", "-tzip", "../c.csar", "."], "c.csar"),
    ("7zz", &["a", "-bso0", "-tzip", "../d.csar", "."], "d.csar"),
    ("tar", &["-cf", "../e.tar", "--format=gnu", "."], "e.tar"),
    ("tar", &["-cf", "../f.tar", "--format=pax", "."], "f.tar"),
    (
        "tar",
        &["-czf", "../g.tgz", "--format=ustar", "TOSCA.meta", "main.yaml", "lib", "scripts", "a"],
        "g.tgz",
    ),
    (
        "python3",
        &["-m", "zipfile", "-c", "../h.csar", "TOSCA.meta", "main.yaml", "lib", "scripts", "a"],
        "h.csar",
    ),
    (
        "python3",
        &["-m", "tarfile", "-c", "../i.tar", "TOSCA.meta", "main.yaml", "lib", "scripts", "a"],
        "i.tar",
    ),
    (
        "python3",
        &["-m", "tarfile", "-c", "../j.tgz", "TOSCA.meta", "main.yaml", "lib", "scripts", "a"],
        "j.tgz",
    ),
    ("bsdtar", &["-cf", "../k.tar", "."], "k.tar"),
];

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test should say so")]
fn archives_of_other_tools_read_alike() {
    let project = Project::new(&[
        ("project/TOSCA.meta", "CSAR-Version: 2.0\nCreated-By: tests\nEntry-Definitions: main.yaml\n"),
        ("project/main.yaml", MAIN),
        ("project/lib/types.yaml", TYPES),
        ("project/scripts/größe.sh", "echo\n"),
    ]);
    project.add(format!("project/{LONG}"), "notes\n");
    let ours = project.run(&["csar", "pack", "project", "-o", "ours.csar"]);
    // There is an error to find, so that nothing is packed without `--force`.
    assert_eq!(ours.code, Some(2));
    let read = |path: &str| {
        let check = project.run(&["check", "--format", "concise", path]);
        let normal = project.run(&["normalize", "--force", "--format", "json", path]);
        let listed = project.run(&["csar", "ls", path]);
        let names: Vec<&str> =
            listed.out.lines().filter_map(|line| Some(line.trim_start().split_once("  ")?.1)).collect();
        let place = format!("{path}!");
        // Long names in tar files are pointed out.
        let findings: Vec<&str> =
            check.out.lines().filter(|line| !line.contains("unportable-archive")).collect();
        (findings.join("\n").replace(&place, ""), normal.out.replace(&place, ""), names.join("\n"))
    };
    let mut first = None;
    for (tool, arguments, file) in TOOLS {
        let mut command = Command::new(tool);
        command.args(*arguments).current_dir(project.path("project")).env("LC_ALL", "C.UTF-8");
        let Ok(output) = command.output() else {
            eprintln!("{tool} is not installed: skipped");
            continue;
        };
        assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
        let (findings, normal, names) = read(file);
        assert!(findings.contains("wrong-value-type"), "{tool}: {findings}");
        assert!(
            normal.contains("lib.types.Server") && names.contains("größe.sh"),
            "{tool}: {normal}\n{names}"
        );
        let this = (findings, normal, names);
        let expected = first.get_or_insert_with(|| this.clone());
        assert_eq!(&this, expected, "{tool} {arguments:?}");
    }
}
