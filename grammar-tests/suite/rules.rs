//! The catalog of rules of the standard: every rule of the finished phases has a code and cases, or a reason
//! why not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::harness::read_cases;

/// The finished phases.
const DONE: &[&str] = &[
    "yaml",
    "grammar/keynames",
    "imports+namespaces",
    "type hierarchy",
    "refinement",
    "requirements/matching",
    "substitution",
    "workflow/policy",
    "functions",
    "TOSCA path",
    "template/type-check",
];

struct Rule {
    id: String,
    section: String,
    phase: String,
    severity: String,
    must_hold: String,
    reason: String,
}

const HEAD: &str = "rule\tsection\tphase\tseverity\tmust hold\tcodes\tcases\twhy not";

fn read() -> Vec<Rule> {
    let text = crate::text_of("grammar-tests/rules.tsv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEAD), "the head of rules.tsv");
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 8, "eight fields: {line}");
            let field = |at: usize| fields[at].to_owned();
            Rule {
                id: field(0),
                section: field(1),
                phase: field(2),
                severity: field(3),
                must_hold: field(4),
                reason: field(7),
            }
        })
        .collect()
}

/// The cases of each rule: the codes that they expect, and the sections that name it.
#[derive(Default)]
struct Shown {
    codes: BTreeSet<String>,
    breaking: usize,
    keeping: usize,
    cases: Vec<String>,
}

fn shown() -> BTreeMap<String, Shown> {
    let mut shown: BTreeMap<String, Shown> = BTreeMap::new();
    for case in read_cases() {
        for rule in &case.rules {
            let rule = shown.entry(rule.trim_start_matches("TOSCA-").to_owned()).or_default();
            rule.codes.extend(crate::expected_slugs(&case).map(str::to_owned));
            if crate::expected_slugs(&case).next().is_none() {
                rule.keeping += 1;
            } else {
                rule.breaking += 1;
            }
            rule.cases.push(case.name.clone());
        }
    }
    shown
}

#[test]
fn the_catalogue_says_which_cases_show_each_rule() {
    let (rules, shown) = (read(), shown());
    let mut text = format!("{HEAD}\n");
    for rule in &rules {
        let none = Shown::default();
        let shown_rule = shown.get(&rule.id).unwrap_or(&none);
        let codes: Vec<&str> = shown_rule.codes.iter().map(String::as_str).collect();
        let _ = writeln!(
            text,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            rule.id,
            rule.section,
            rule.phase,
            rule.severity,
            rule.must_hold,
            codes.join(" "),
            shown_rule.cases.join(" "),
            rule.reason
        );
    }
    crate::generated("grammar-tests/rules.tsv", &text);
    crate::generated("spec-examples/COVERAGE.md", &coverage(&rules, &shown));
}

#[test]
fn the_catalogue_of_codes_and_keynames_is_printed() {
    crate::generated("spec-examples/REFERENCE.md", &crate::reference::printed());
}

#[test]
fn every_rule_of_a_finished_phase_is_shown() {
    let shown = shown();
    let mut missing = Vec::new();
    for rule in read().iter().filter(|rule| DONE.contains(&rule.phase.as_str()) && rule.reason.is_empty()) {
        let none = Shown::default();
        let shown_rule = shown.get(&rule.id).unwrap_or(&none);
        let enough = match rule.severity.as_str() {
            "error" | "warning" => shown_rule.breaking > 0,
            _ => !shown_rule.cases.is_empty(),
        };
        if !enough {
            missing.push(format!("{} ({}): {}", rule.id, rule.severity, rule.must_hold));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn cases_name_rules_that_exist() {
    let rules: BTreeSet<String> = read().into_iter().map(|rule| rule.id).collect();
    let unknown: Vec<String> = shown().into_keys().filter(|rule| !rules.contains(rule)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The map of completeness as a page.
fn coverage(rules: &[Rule], shown: &BTreeMap<String, Shown>) -> String {
    let mut phases: Vec<&str> = Vec::new();
    for rule in rules {
        if !phases.contains(&rule.phase.as_str()) {
            phases.push(&rule.phase);
        }
    }
    let mut text = String::from(
        "# Coverage of the standard\n\nGenerated from `grammar-tests/rules.tsv` and the cases by `cargo test`. Each rule of TOSCA 2.0 that a\nprocessor can check, the codes that report it, and how many cases break it and keep it.\n\n| phase | rules | shown by cases | cases |\n| :-- | --: | --: | --: |\n",
    );
    for phase in &phases {
        let of_phase: Vec<&Rule> = rules.iter().filter(|rule| rule.phase == *phase).collect();
        let shown_rules: Vec<&Shown> = of_phase.iter().filter_map(|rule| shown.get(&rule.id)).collect();
        let cases: BTreeSet<&String> = shown_rules.iter().flat_map(|rule| &rule.cases).collect();
        let _ = writeln!(text, "| {phase} | {} | {} | {} |", of_phase.len(), shown_rules.len(), cases.len());
    }
    for phase in phases {
        let _ = write!(
            text,
            "\n## {phase}\n\n| rule | section | what must hold | codes | broken | kept |\n| :-- | :-- | :-- | :-- | --: | --: |\n"
        );
        for rule in rules.iter().filter(|rule| rule.phase == phase) {
            let none = Shown::default();
            let shown_rule = shown.get(&rule.id).unwrap_or(&none);
            let codes: Vec<String> = shown_rule.codes.iter().map(|code| format!("`{code}`")).collect();
            let codes = if rule.reason.is_empty() { codes.join(" ") } else { rule.reason.clone() };
            let what = rule.must_hold.replace('|', "\\|");
            let _ = writeln!(
                text,
                "| {} | {} | {what} | {codes} | {} | {} |",
                rule.id, rule.section, shown_rule.breaking, shown_rule.keeping
            );
        }
    }
    text
}
