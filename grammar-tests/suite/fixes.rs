//! Fixes that apply themselves: `session::fix` over all cases and pages, and `tosca check --fix`.

use std::collections::BTreeMap;
use std::ops::Range;

use camino::Utf8Path;
use tosca::base::Span;
use tosca::diagnostics::Diagnostic;
use tosca::host::{Memory, Overlay};
use tosca::internals::session::{FixedFile, FixedFiles, fix};
use tosca::{Analysis, Options, analyze};

use crate::cli::Project;
use crate::edits::{World, given, is_wanted};
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
    let (count, before, after) = fix_all(&memory, &options, with_unsafe)?;
    // Other findings may hide some.
    let fixed = before.keys().filter(|finding| !after.contains_key(*finding));
    if !with_unsafe && fixed.clone().all(|(rule, ..)| ABOUT_VALUES.contains(rule)) {
        let mut after = after.clone();
        after.retain(|(rule, ..), _| !AFTER_VALUES.contains(rule));
        no_new_findings(&before, &after)?;
    }
    Ok(count)
}

/// What a finding is compared by: rule, file and message.
type Key = (&'static str, String, String);

/// The number of findings of each key.
pub(crate) type Findings = BTreeMap<Key, usize>;

fn key_of(analysis: &Analysis, finding: &Diagnostic) -> Key {
    let path = analysis.identity(finding.primary.span.file).to_string();
    (finding.rule.name, path, finding.message.to_string())
}

fn findings(analysis: &Analysis) -> Findings {
    let mut all = BTreeMap::new();
    for finding in analysis.diagnostics() {
        *all.entry(key_of(analysis, finding)).or_default() += 1;
    }
    all
}

/// Fails if there are findings after fixes that were not there before.
pub(crate) fn no_new_findings(before: &Findings, after: &Findings) -> Result<(), String> {
    let fixed: Vec<_> = before.keys().filter(|finding| !after.contains_key(*finding)).collect();
    match after.keys().find(|finding| !before.contains_key(*finding)) {
        Some(new) => Err(format!("without {fixed:?} there is {new:?}")),
        None => Ok(()),
    }
}

/// The rules about what a value does: nothing is known of that before its type is right.
const AFTER_VALUES: &[&str] = &["evaluation-error", "out-of-context"];

/// The rules about single values, of which all is known before they are fixed.
const ABOUT_VALUES: &[&str] = &["wrong-value-type", "wrong-argument-type"];

/// The rules about what cannot be read: nothing is known of what is inside of it, or uses its names, before they are fixed.
const HIDES_OTHERS: &[&str] = &[
    "root-not-a-mapping",
    "unindented-keyname",
    "unknown-keyname",
    "unknown-namespace",
    "wrong-shape",
    "yaml-syntax",
];

/// Whether a finding that was not there before is in what safe fixes write, or they repeat a key.
fn is_at_fixes(memory: &Memory, options: &Options) -> bool {
    let mut host = Overlay::new(memory);
    let before = analyze(&host, options);
    let old = findings(&before);
    let (fixed, after) = fix(&mut host, options, before, false);
    // A key is repeated by a colon after it, or by what is written as it.
    let is_written = |span: Span, margin: usize| {
        fixed.files.get(after.identity(span.file)).is_some_and(|file| {
            let (start, end) = (span.start as usize, span.end as usize + margin);
            written(&file.before, file.after()).iter().any(|range| range.start < end && start < range.end)
        })
    };
    let is_wrong = |finding: &&Diagnostic| {
        let repeats = || {
            let mut places = finding.secondary.iter().chain([&finding.primary]);
            finding.rule.name == "duplicate-key" && places.any(|label| is_written(label.span, 1))
        };
        !old.contains_key(&key_of(&after, finding)) && (is_written(finding.primary.span, 0) || repeats())
    };
    after.diagnostics().iter().any(|finding| is_wrong(&finding))
}

/// The bytes of a text that another one does not have, but for spaces.
fn written(before: &str, after: &str) -> Vec<Range<usize>> {
    let difference = similar::TextDiff::from_chars(before, after);
    let mut position = 0;
    let mut all = Vec::new();
    for change in difference.iter_all_changes() {
        let length = change.value().len();
        match change.tag() {
            similar::ChangeTag::Insert if !change.value().trim().is_empty() => {
                all.push(position..position + length);
            }
            similar::ChangeTag::Delete => continue,
            _ => {}
        }
        position += length;
    }
    all
}

/// The findings that have a fix to apply.
fn all_with_fix(analysis: &Analysis, with_unsafe: bool) -> Vec<Key> {
    let with_fix =
        analysis.diagnostics().iter().filter(|finding| finding.fix_to_apply(with_unsafe).is_some());
    with_fix.map(|finding| key_of(analysis, finding)).collect()
}

/// Applies all fixes, and returns how many, and the findings before and after them; or what must not be.
pub(crate) fn fix_all(
    memory: &Memory,
    options: &Options,
    with_unsafe: bool,
) -> Result<(usize, Findings, Findings), String> {
    let mut host = Overlay::new(memory);
    let before = analyze(&host, options);
    let edits = before.diagnostics().iter().flat_map(|finding| &finding.fixes).flat_map(|fix| &fix.edits);
    if let Some(edit) = edits.into_iter().find(|edit| edit.text.contains(['\u{1}', '\u{2}'])) {
        return Err(format!("marks in {:?}", edit.text));
    }
    if before.diagnostics().iter().all(|finding| finding.fix_to_apply(with_unsafe).is_none()) {
        let all = findings(&before);
        return Ok((0, all.clone(), all));
    }
    let with_fix = all_with_fix(&before, with_unsafe);
    let found_before = findings(&before);
    let yaml_before = in_yaml(&before);
    let (fixed, after) = fix(&mut host, options, before, with_unsafe);
    for (file, count) in in_yaml(&after) {
        if fixed.files.contains_key(Utf8Path::new(&file))
            && yaml_before.get(&file).is_none_or(|before| *before < count)
        {
            return Err(format!("{file} has more errors in its YAML"));
        }
    }
    let found_after = findings(&after);
    // A duplicate key may hide the same mistake, and of TOML only the first error is reported.
    let has_duplicates =
        found_before.keys().any(|(rule, ..)| matches!(*rule, "duplicate-key" | "invalid-toml"));
    if !with_unsafe && fixed.left_out.is_empty() && !has_duplicates {
        // A mistake that another of the same kind hid may have no fix.
        let still_with_fix = all_with_fix(&after, with_unsafe);
        let is_hidden =
            |finding: &Key| HIDES_OTHERS.contains(&finding.0) && !still_with_fix.contains(finding);
        for finding in with_fix.iter().filter(|(_, path, _)| fixed.files.contains_key(Utf8Path::new(path))) {
            if is_hidden(finding) {
                continue;
            }
            if found_after.get(finding).is_some_and(|count| *count >= found_before[finding]) {
                return Err(format!("its fix does not remove {finding:?}"));
            }
        }
    }
    let (again, _) = fix(&mut host, options, after, with_unsafe);
    if !again.files.is_empty() {
        return Err(format!("fixing again changes {:?}", texts(&again)));
    }
    Ok((fixed.count(), found_before, found_after))
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
fn settings_are_fixed() {
    let project = Project::new(&[
        ("tosca.toml", "profile_path = []\n"),
        ("a.yaml", "tosca_definitions_version: tosca_2_0\n"),
    ]);
    let run = project.run(&["check", "--fix"]).ended(0);
    let fixed = std::fs::read_to_string(project.path("tosca.toml")).expect("a file");
    assert_eq!(fixed, "profile-path = []\n", "{}", run.err);
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
    // After the colon there is a separator of Mongolian.
    let text = "tosca_definitions_version: tosca_2_0
data_types:
  D: { properties: { a: { type: string }, b:\u{180e}{ type: integer } } }
node_types: { N: { propertys: {} } }
";
    let project = Project::new(&[("a.yaml", text)]);
    let run = project.run(&["check", "--fix", "a.yaml"]).ended(1);
    let fixed = std::fs::read_to_string(project.path("a.yaml")).expect("a file");
    assert!(fixed.contains("properties: {} }"), "{fixed}\n{}", run.err);
}

#[test]
fn fixes_of_edited_files_remove_their_findings_and_add_none() {
    let mut world = World::new(given("TOSCA_EDITS_SEED", 7));
    let mut options = Options::default();
    options.load.paths = vec![".".into()];
    let (mut count, mut wrong) = (0, BTreeMap::new());
    for edit in 0..given("TOSCA_EDITS", 150) {
        let changes = world.edit();
        if !is_wanted(edit) {
            continue;
        }
        let mut host = Memory::new();
        for (path, text) in &world.files {
            host.add(path, text.as_str());
        }
        let judged = fix_all(&host, &options, false).and_then(|(fixed, before, after)| {
            no_new_findings(&before, &after).or_else(|problem| {
                let are_hidden = before.keys().any(|finding| HIDES_OTHERS.contains(&finding.0));
                if are_hidden && !is_at_fixes(&host, &options) { Ok(()) } else { Err(problem) }
            })?;
            Ok(fixed)
        });
        match judged {
            Ok(fixed) => count += fixed,
            Err(problem) => {
                wrong.entry(problem.clone()).or_insert(format!("edit {edit}: {problem}\n{changes:?}"));
            }
        }
    }
    let wrong: Vec<String> = wrong.into_values().collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 20 || std::env::var_os("TOSCA_EDITS_ONLY").is_some(), "only {count} findings were fixed");
}

/// A node filter in block style becomes one line, and is not changed if a comment would be lost.
#[test]
fn a_node_filter_of_an_earlier_version_is_fixed_in_place() {
    let text = |filter: &str| {
        format!(
            "tosca_definitions_version: tosca_2_0\n\
             node_types: {{ Machine: {{ properties: {{ cpus: {{ type: integer }} }} }} }}\n\
             service_template:\n  node_templates:\n    m:\n      type: Machine\n      \
             directives: [ select ]\n      node_filter:{filter}"
        )
    };
    let old =
        text("\n        properties:\n          - cpus: { greater_or_equal: 2 }\n      description: x\n");
    let new =
        text(" { $greater_or_equal: [ { $get_property: [ SELF, cpus ] }, 2 ] }\n      description: x\n");
    let project = Project::new(&[("a.yaml", &old)]);
    project.run(&["check", "--fix", "a.yaml"]).ended(0);
    assert_eq!(std::fs::read_to_string(project.path("a.yaml")).expect("a file"), new);
    let commented = old.replace("2 }\n", "2 } # at least\n").replace("      description: x\n", "");
    let commented = commented.replace("- cpus", "# why\n          - cpus");
    project.add("a.yaml", &commented);
    project.run(&["check", "--fix", "a.yaml"]).ended(1);
    assert_eq!(std::fs::read_to_string(project.path("a.yaml")).expect("a file"), commented);
}
