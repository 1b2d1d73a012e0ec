//! `tosca csar`: packing, listing, printing and unpacking archives; archives of others.

#[path = "archives/hostile.rs"]
mod hostile;
#[path = "archives/tools.rs"]
mod tools;

use std::fs;

use crate::cli::Project;

const MAIN: &str = "tosca_definitions_version: tosca_2_0\nimports: [ lib/types.yaml ]\n\
                    service_template: { node_templates: { web: { type: Server } } }\n";
const TYPES: &str = "tosca_definitions_version: tosca_2_0\nnode_types: { Server: {} }\n";

fn project() -> Project {
    Project::new(&[
        ("shop/main.yaml", MAIN),
        ("shop/lib/types.yaml", TYPES),
        ("shop/scripts/run.sh", "echo run\n"),
    ])
}

#[test]
fn packed_archives_check_clean_and_unpack_to_the_same_files() {
    for name in ["shop.csar", "shop.zip", "shop.tar", "shop.tgz"] {
        let project = project();
        let run = project.run(&["csar", "pack", "shop", "-o", name]);
        assert_eq!((run.code, &*run.out, &*run.err), (Some(0), "", ""), "{name}");
        // A packed archive conforms to the standard (18.5-02).
        let run = project.run(&["check", "--fail-on", "warning", name]);
        assert_eq!(run.code, Some(0), "{}", run.out);
        let run = project.run(&["csar", "unpack", name, "copy"]);
        assert_eq!((run.code, &*run.err), (Some(0), ""), "{name}");
        for (path, content) in
            [("main.yaml", MAIN), ("lib/types.yaml", TYPES), ("scripts/run.sh", "echo run\n")]
        {
            assert_eq!(fs::read_to_string(project.path("copy").join(path)).expect("unpacked"), content);
        }
        let run = project.run(&["csar", "ls", name]);
        let names: Vec<&str> = run.out.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(names, ["TOSCA.meta", "lib/types.yaml", "main.yaml", "scripts/run.sh"]);
        let run = project.run(&["csar", "cat", name, "lib/types.yaml"]);
        assert_eq!((run.code, &*run.out), (Some(0), TYPES));
    }
}

/// Whether the owner of a file can run it as a program.
#[cfg(unix)]
fn is_executable(path: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).expect("a file").permissions().mode() & 0o100 != 0
}

#[cfg(unix)]
#[test]
fn programs_stay_programs() {
    use std::os::unix::fs::PermissionsExt as _;
    for name in ["shop.csar", "shop.tar", "shop.tgz"] {
        let project = project();
        let script = project.path("shop/scripts/run.sh");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).expect("a file of ours");
        assert_eq!(project.run(&["csar", "pack", "shop", "-o", name]).code, Some(0));
        assert_eq!(project.run(&["csar", "unpack", name, "copy"]).code, Some(0));
        assert!(is_executable(&project.path("copy/scripts/run.sh")), "{name}");
        assert!(!is_executable(&project.path("copy/main.yaml")), "{name}");
    }
}

#[test]
fn packing_twice_gives_the_same_bytes() {
    let pack = || {
        ["a.csar", "a.tar", "a.tgz"].map(|name| {
            let project = project();
            assert_eq!(project.run(&["csar", "pack", "shop", "-o", name]).code, Some(0));
            fs::read(project.path(name)).expect("packed")
        })
    };
    let first = pack();
    // Times in archives have seconds.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert!(first == pack());
}

#[test]
fn what_cannot_be_packed_is_reported_and_nothing_is_written() {
    let project = project();
    project.add("wrong/main.yaml", "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n");
    project.add("two/a.yaml", TYPES);
    project.add("two/b.yaml", TYPES);
    for (arguments, expected) in [
        (&["wrong", "-o", "x.csar"][..], "unknown-keyname"),
        (&["two", "-o", "x.csar"], "several TOSCA files"),
        (&["shop", "-o", "shop/x.csar"], "inside the directory to pack"),
        (&["shop", "-o", "x.rar"], "no extension of an archive"),
        (&["shop/main.yaml", "-o", "x.csar"], "is not a directory"),
    ] {
        let run = project.run(&[&["csar", "pack"], arguments].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.err.contains(expected), "{}", run.err);
        assert!(!project.path("x.csar").exists() && !project.path("shop/x.csar").exists());
    }
    let run = project.run(&["csar", "pack", "two", "--entry", "b.yaml", "-o", "x.csar"]);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
}

#[test]
fn unpacking_never_writes_elsewhere() {
    let project = project();
    let archive = crate::harness::archives::zip(&[("main.yaml", TYPES.as_bytes()), ("../evil.sh", b"x")]);
    project.add("evil.csar", &archive);
    let run = project.run(&["csar", "unpack", "evil.csar", "copy"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("damaged, unsafe or too large"), "{}", run.err);
    assert!(!project.path("copy").exists() && !project.path("evil.sh").exists());
    assert_eq!(project.run(&["csar", "pack", "shop", "-o", "shop.csar"]).code, Some(0));
    let run = project.run(&["csar", "unpack", "shop.csar", "shop"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("the directory is not empty"), "{}", run.err);
}

#[test]
fn a_migrated_archive_has_the_migrated_files_and_all_others() {
    const OLD: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ types.yaml ]\n\
                       topology_template: { node_templates: { web: { type: acme.Server } } }\n";
    const OLD_TYPES: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\n\
                             node_types: { acme.Server: { derived_from: tosca.nodes.Root } }\n";
    const META: &str =
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: ACME\nEntry-Definitions: main.yaml\n";
    for name in ["old.csar", "old.tar", "old.tgz"] {
        let project = Project::new(&[
            ("old/main.yaml", OLD),
            ("old/types.yaml", OLD_TYPES),
            ("old/scripts/run.sh", "echo run\n"),
            ("old/TOSCA-Metadata/TOSCA.meta", META),
        ]);
        assert_eq!(project.run(&["csar", "pack", "old", "-o", name]).code, Some(0));
        let before = fs::read(project.path(name)).expect("an archive");
        let run = project.run(&["migrate", "--check", name]);
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(before == fs::read(project.path(name)).expect("an archive"));
        // The archive is migrated as the directory is.
        let in_directory = project.run(&["migrate", "--in-place", "old"]);
        let run = project.run(&["migrate", "--in-place", name]);
        assert_eq!((run.code, run.out), (in_directory.code, in_directory.out), "{}", run.err);
        assert!(!project.path(format!("{name}!")).exists());
        assert_eq!(project.run(&["csar", "unpack", name, "new"]).code, Some(0));
        for path in ["main.yaml", "types.yaml", "scripts/run.sh", "TOSCA-Metadata/TOSCA.meta"] {
            let read =
                |directory: &str| fs::read_to_string(project.path(directory).join(path)).expect("a file");
            assert_eq!(read("new"), read("old"), "{path}");
        }
        let run = project.run(&["migrate", "--check", name]);
        assert_eq!((run.code, &*run.out), (Some(0), ""), "{}", run.err);
        let run = project.run(&["check", name]);
        assert_eq!(run.code, Some(0), "{}", run.out);
    }
}
