//! Broken templates with the output for each: it must be enough to fix them without knowing the standard.
//!
//! Every folder of `mending/` has one mistake of an author: `broken.yaml`, the output, and `mended.yaml`, the
//! intended template. Read the output as the author would before accepting a change (`TOSCA_BLESS=1`).

use std::collections::BTreeSet;

use crate::cli::Project;

const FOLDER: &str = "grammar-tests/mending";

/// Returns the folders, one per mistake.
fn slips() -> BTreeSet<String> {
    let folders = std::fs::read_dir(crate::project(FOLDER)).expect("the templates").flatten();
    folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect()
}

/// Returns the templates of a folder, with the files that they use.
fn files_of(slip: &str) -> Project {
    let project = Project::new(&[]);
    let folder = format!("{FOLDER}/{slip}/");
    for extension in ["yaml", "sh", "py"] {
        for path in crate::files_below(&folder, extension) {
            project.add(path.strip_prefix(&folder).expect("a file of the folder"), crate::text_of(&path));
        }
    }
    project
}

#[test]
fn what_is_printed_of_a_broken_template() {
    for slip in slips() {
        let run = files_of(&slip).run(&["check", "--fail-on", "warning", "broken.yaml"]).ended(1);
        crate::generated(&format!("{FOLDER}/{slip}/output.txt"), &(run.out + &run.err));
    }
}

#[test]
fn one_slip_is_reported_once() {
    for slip in slips() {
        let run = files_of(&slip).run(&["check", "--format", "concise", "broken.yaml"]);
        assert_eq!(run.findings().len(), 1, "{slip}: {}", run.out);
    }
}

#[test]
fn what_the_author_meant_is_clean() {
    let slips = slips();
    assert_eq!(slips.len(), 29);
    for slip in slips {
        let run = files_of(&slip).run(&["check", "mended.yaml"]).ended(0);
        assert_eq!(run.out, "", "{slip}");
    }
}
