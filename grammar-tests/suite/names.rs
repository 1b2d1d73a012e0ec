//! Paths that are not UTF-8 work in every argument that takes a path, and are shown escaped.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use crate::cli::{Project, Run, run};

const CLEAN: &str = "tosca_definitions_version: tosca_2_0\n";
const ERROR: &str = "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n";

/// Creates files whose names are `bytes`, which need not be UTF-8.
fn project(files: &[(&[u8], &str)]) -> Project {
    let project = Project::new(&[]);
    for (name, content) in files {
        project.add(Path::new(OsStr::from_bytes(name)), content);
    }
    project
}

/// Runs `tosca` with arguments that are bytes.
#[track_caller]
fn tosca(project: &Project, arguments: &[&[u8]], code: i32) -> Run {
    let mut command = project.command(&[]);
    command.args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
    run(command, CLEAN.as_bytes()).ended(code)
}

#[test]
fn a_file_is_checked_by_its_real_name() {
    let project = project(&[(b"d\xfe/a\xff.yaml", ERROR)]);
    for arguments in [
        &[&b"check"[..], b"--format", b"concise"][..],
        &[b"check", b"--format", b"concise", b"d\xfe"],
        &[b"check", b"--format", b"concise", b"d\xfe/a\xff.yaml"],
        &[b"check", b"--format", b"concise", b"d\xfe/*.yaml"],
    ] {
        let findings = tosca(&project, arguments, 1).findings();
        assert_eq!(
            findings,
            ["d\\xFE/a\\xFF.yaml:1:1 file-name-not-utf8", "d\\xFE/a\\xFF.yaml:2:1 unknown-keyname"],
            "{arguments:?}"
        );
    }
}

#[test]
fn a_missing_file_is_reported_escaped() {
    let project = project(&[]);
    let run = tosca(&project, &[b"check", b"no\xff.yaml"], 2);
    assert_eq!(run.err, "error: no such file or directory: `no\\xFF.yaml`\n");
    let run = tosca(&project, &[b"graph", b"\x1b[31m.yaml"], 2);
    assert_eq!(run.err, "error: no such file or directory: `\\x1B[31m.yaml`\n");
}

#[test]
fn flags_take_names_that_are_no_text() {
    let files: &[(&[u8], &str)] = &[
        (
            b"a.yaml",
            "tosca_definitions_version: tosca_2_0\nimports: [ { profile: p:1.0 }, https://example.org/x.yaml, /r.yaml ]\nnode_types: { A: { derived_from: P } }\n",
        ),
        (b"r.yaml", CLEAN),
        (b"lib\xff/p.yaml", "tosca_definitions_version: tosca_2_0\nprofile: p:1.0\nnode_types: { P: {} }\n"),
        (b"copy\xff.yaml", CLEAN),
        (b"i\xff.yaml", "{}\n"),
        (b"root\xff/a.yaml", "tosca_definitions_version: tosca_2_0\nimports: [ /r.yaml ]\n"),
        (b"root\xff/r.yaml", CLEAN),
    ];
    let project = project(files);
    let arguments: &[&[u8]] = &[
        b"check",
        b"--profile-path",
        b"lib\xff",
        b"--map-url",
        b"https://example.org/x.yaml=copy\xff.yaml",
        b"a.yaml",
    ];
    assert_eq!(tosca(&project, arguments, 0).out, "");
    tosca(&project, &[b"check", b"--root", b"root\xff", b"root\xff/a.yaml"], 0);
    let shown = tosca(&project, &[b"show", b"P", b"--in", b"lib\xff/p.yaml"], 0).out;
    assert!(shown.contains("# node type P (lib\\xFF/p.yaml:3)"), "{shown}");
    let shown = tosca(&project, &[b"profile", b"show", b"p:1.0", b"--profile-path=lib\xff"], 0).out;
    assert!(shown.contains("place    lib\\xFF/p.yaml"), "{shown}");
    let run = tosca(&project, &[b"check", b"--inputs", b"i\xff.yaml", b"r.yaml"], 0);
    assert_eq!(run.out, "");
    let run =
        tosca(&project, &[b"check", b"--format", b"concise", b"--stdin-filename", b"new\xff.yaml", b"-"], 0);
    assert!(run.out.starts_with("new\\xFF.yaml:1:1: "), "{}", run.out);
    let run = tosca(&project, &[b"check", b"--profile-path", b"nowhere\xff", b"a.yaml"], 2);
    assert_eq!(run.err, "error: no such directory: `nowhere\\xFF`\n");
}

#[test]
fn files_are_written_by_their_real_names() {
    let project = project(&[]);
    let run = tosca(&project, &[b"init", b"new\xff"], 0);
    assert_eq!(
        run.err,
        "wrote new\\xFF/service.yaml\nwrote new\\xFF/tosca.toml\nnext: tosca check new\\xFF/service.yaml\n"
    );
    assert!(project.path(OsStr::from_bytes(b"new\xff/service.yaml")).is_file());
    tosca(&project, &[b"man", b"pages\xff"], 0);
    assert!(project.path(OsStr::from_bytes(b"pages\xff/tosca.1")).is_file());
}

#[test]
fn what_is_no_path_must_be_text() {
    let run = tosca(&project(&[]), &[b"explain", b"T\xff"], 2);
    assert!(run.err.starts_with("error: invalid UTF-8"), "{}", run.err);
}
