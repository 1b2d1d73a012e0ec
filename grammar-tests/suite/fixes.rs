//! Fixes that apply themselves: `session::fix` over all cases and pages, and `tosca check --fix`.

use std::collections::BTreeMap;

use camino::Utf8Path;
use tosca::host::Overlay;
use tosca::internals::session::{FixedFile, FixedFiles, fix};
use tosca::{Analysis, analyze};

use crate::cli::Project;
use crate::harness::run::prepared;
use crate::harness::{Case, read_cases, read_pages};

/// A mistake of each kind: a keyname and a Boolean, which are certain; a type, which is not.
const MISTAKES: &str = "\
tosca_definitions_version: tosca_2_0
node_types:
  Server:
    propertis: { open: { type: boolean, required: False } }
service_template: { node_templates: { web: { type: Sever } } }
";

/// The number of findings of each rule in the YAML of each file.
fn in_yaml(analysis: &Analysis) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for finding in analysis.diagnostics().iter().filter(|finding| finding.rule.code.starts_with("T01")) {
        *counts.entry(analysis.identity(finding.primary.span.file).to_string()).or_default() += 1;
    }
    counts
}

/// Applies the fixes of a case; returns what must not be.
fn check(case: &Case, with_unsafe: bool) -> Result<usize, String> {
    let (memory, options) = prepared(case, &[], None);
    let mut host = Overlay::new(&memory);
    let before = analyze(&host, &options);
    let edits = before.diagnostics().iter().flat_map(|finding| &finding.fixes).flat_map(|fix| &fix.edits);
    if let Some(edit) = edits.into_iter().find(|edit| edit.text.contains(['\u{1}', '\u{2}'])) {
        return Err(format!("marks in {:?}", edit.text));
    }
    if before.diagnostics().iter().all(|finding| finding.fix_to_apply(with_unsafe).is_none()) {
        return Ok(0);
    }
    let yaml_before = in_yaml(&before);
    let (fixed, after) = fix(&mut host, &options, before, with_unsafe);
    for (file, count) in in_yaml(&after) {
        if fixed.files.contains_key(Utf8Path::new(&file))
            && yaml_before.get(&file).is_none_or(|before| *before < count)
        {
            return Err(format!("{file} has more errors in its YAML"));
        }
    }
    let (again, _) = fix(&mut host, &options, after, with_unsafe);
    if !again.files.is_empty() {
        return Err(format!("fixing again changes {:?}", texts(&again)));
    }
    Ok(fixed.count())
}

fn texts(fixed: &FixedFiles) -> Vec<&str> {
    fixed.files.values().map(FixedFile::after).collect()
}

#[test]
fn fixed_files_stay_yaml_and_fixing_again_changes_nothing() {
    let mut cases = read_cases();
    cases.extend(read_pages().into_iter().flat_map(|(_, example, fixed)| [example, fixed]).flatten());
    let (mut count, mut wrong) = (0, Vec::new());
    for case in &cases {
        for with_unsafe in [false, true] {
            match check(case, with_unsafe) {
                Ok(fixed) => count += fixed,
                Err(problem) => wrong.push(format!("{} ({with_unsafe}): {problem}", case.place)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(count > 500, "only {count} findings were fixed");
}

#[test]
fn safe_fixes_are_written_and_the_others_named() {
    let project = Project::new(&[("shop.yaml", MISTAKES)]);
    let run = project.run(&["check", "--fix", "shop.yaml"]).ended(1);
    assert_eq!(
        run.err,
        "2 findings fixed in 1 file\n1 error, 0 warnings; 1 file checked\n\
         1 finding fixable with `--fix --unsafe-fixes`\nfor more: tosca explain unknown-type\n"
    );
    let text = std::fs::read_to_string(project.path("shop.yaml")).expect("a file");
    assert_eq!(text, MISTAKES.replace("propertis", "properties").replace("False", "false"));

    let run = project.run(&["check", "--fix", "--unsafe-fixes", "shop.yaml"]).ended(0);
    assert_eq!(run.err, "1 finding fixed in 1 file\n");
    let text = std::fs::read_to_string(project.path("shop.yaml")).expect("a file");
    assert!(text.contains("type: Server"), "{text}");
}

#[test]
fn differences_of_fixes_are_printed_and_nothing_is_written() {
    let project = Project::new(&[("shop.yaml", MISTAKES)]);
    let run = project.run(&["check", "--fix", "--diff", "shop.yaml"]).ended(1);
    let lines: Vec<&str> =
        run.out.lines().filter(|line| line.starts_with(['-', '+'])).map(str::trim_end).collect();
    assert_eq!(
        lines,
        [
            "--- shop.yaml",
            "+++ shop.yaml (fixed)",
            "-    propertis: { open: { type: boolean, required: False } }",
            "+    properties: { open: { type: boolean, required: false } }",
        ]
    );
    assert_eq!(run.err, "2 findings would be fixed in 1 file\n");
    assert_eq!(std::fs::read_to_string(project.path("shop.yaml")).expect("a file"), MISTAKES);
}

#[test]
fn standard_input_is_not_fixed() {
    let run = Project::new(&[]).run(&["check", "--fix", "-"]).ended(2);
    assert_eq!(run.err, "error: `--fix` changes files, not standard input\n");
}

#[test]
fn a_wrong_version_is_fixed_with_the_other_findings() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
service_template: { node_templates: {} }
node_typs: {}
";
    let project = Project::new(&[("a.yaml", text)]);
    project.run(&["check", "--fix", "--unsafe-fixes", "a.yaml"]).ended(0);
    let fixed = std::fs::read_to_string(project.path("a.yaml")).expect("a file");
    assert_eq!(fixed, text.replace("tosca_simple_yaml_1_3", "tosca_2_0").replace("node_typs", "node_types"));
}

#[test]
fn a_fix_that_would_break_the_file_does_not_stop_the_others() {
    // After the colon there is a space without a width.
    let text = "tosca_definitions_version: tosca_2_0
data_types:
  D: { properties: { a: { type: string }, b:\u{200b}{ type: integer } } }
node_types: { N: { propertys: {} } }
";
    let project = Project::new(&[("a.yaml", text)]);
    let run = project.run(&["check", "--fix", "a.yaml"]).ended(1);
    let fixed = std::fs::read_to_string(project.path("a.yaml")).expect("a file");
    assert!(fixed.contains("properties: {} }"), "{fixed}\n{}", run.err);
}
