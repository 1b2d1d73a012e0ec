//! The catalog of rules of the standard: every rule of the finished phases has a code and cases, or a reason
//! why not.
//!
//! The column of codes in `rules.tsv` is written by hand: the rules of the tool that report a violation of this one.
//! A case breaks a rule only if it expects one of these codes at the level of the rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use tosca::diagnostics::ALL;

use crate::harness::markdown::Expected;
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
    "xml",
    "toscalite",
];

struct Rule {
    id: String,
    section: String,
    phase: String,
    severity: String,
    must_hold: String,
    codes: Vec<String>,
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
                codes: field(5).split_whitespace().map(str::to_owned).collect(),
                reason: field(7),
            }
        })
        .collect()
}

/// The cases that name a rule.
#[derive(Default)]
struct Shown {
    /// How many of them break it.
    breaking: usize,
    /// How many of them do not.
    keeping: usize,
    /// The codes of the rule that they expect.
    codes: BTreeSet<String>,
    cases: Vec<String>,
}

fn shown(rules: &[Rule]) -> BTreeMap<String, Shown> {
    let by_id: BTreeMap<&str, &Rule> = rules.iter().map(|rule| (rule.id.as_str(), rule)).collect();
    let mut shown: BTreeMap<String, Shown> = BTreeMap::new();
    for case in read_cases() {
        for id in &case.rules {
            let id = id.trim_start_matches("TOSCA-");
            let entry = shown.entry(id.to_owned()).or_default();
            entry.cases.push(case.name.clone());
            let rule = by_id.get(id);
            let own = crate::expected_findings(&case)
                .filter(|found| rule.is_some_and(|rule| rule.is_reported_by(found)))
                .map(|found| found.slug.clone());
            let own: BTreeSet<String> = own.collect();
            *if own.is_empty() { &mut entry.keeping } else { &mut entry.breaking } += 1;
            entry.codes.extend(own);
        }
    }
    shown
}

impl Rule {
    /// Whether a finding says that a file breaks this rule.
    fn is_reported_by(&self, found: &Expected) -> bool {
        found.level == self.severity && self.codes.contains(&found.slug)
    }

    /// Whether a processor reports files that break it.
    fn is_reported(&self) -> bool {
        matches!(self.severity.as_str(), "error" | "warning" | "info")
    }
}

#[test]
fn the_catalogue_says_which_cases_show_each_rule() {
    let rules = read();
    let shown = shown(&rules);
    let mut text = format!("{HEAD}\n");
    for rule in &rules {
        let none = Shown::default();
        let shown_rule = shown.get(&rule.id).unwrap_or(&none);
        let _ = writeln!(
            text,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            rule.id,
            rule.section,
            rule.phase,
            rule.severity,
            rule.must_hold,
            rule.codes.join(" "),
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
    let rules = read();
    let shown = shown(&rules);
    let mut missing = Vec::new();
    for rule in rules.iter().filter(|rule| DONE.contains(&rule.phase.as_str()) && rule.reason.is_empty()) {
        let none = Shown::default();
        let shown_rule = shown.get(&rule.id).unwrap_or(&none);
        let enough = if rule.is_reported() { shown_rule.breaking > 0 } else { !shown_rule.cases.is_empty() };
        if !enough {
            let codes = rule.codes.join(" ");
            missing.push(format!("{} ({}) [{codes}]: {}", rule.id, rule.severity, rule.must_hold));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The rules of the standard have cases that keep them in their hundreds of other cases; those of XML need their own.
#[test]
fn every_rule_of_xml_is_broken_and_kept() {
    let rules = read();
    let shown = shown(&rules);
    let of_xml = rules.iter().filter(|rule| matches!(rule.phase.as_str(), "xml" | "toscalite"));
    let mut count = 0;
    for rule in of_xml.filter(|rule| rule.reason.is_empty()) {
        let none = Shown::default();
        let shown_rule = shown.get(&rule.id).unwrap_or(&none);
        let cases = (shown_rule.breaking, shown_rule.keeping);
        assert!(cases.0 > 0 && cases.1 > 0, "{}: cases that break and keep it: {cases:?}", rule.id);
        count += 1;
    }
    assert!(count > 60, "{count}");
}

#[test]
fn the_codes_of_a_rule_exist_and_report_it() {
    let rules = read();
    let shown = shown(&rules);
    let mut wrong = Vec::new();
    for rule in &rules {
        let is_silent = !rule.is_reported() || !rule.reason.is_empty();
        if is_silent && !rule.codes.is_empty() {
            wrong.push(format!("{} is not reported, but has codes", rule.id));
        }
        let is_done = DONE.contains(&rule.phase.as_str()) && rule.reason.is_empty();
        for code in &rule.codes {
            let is_shown = shown.get(&rule.id).is_some_and(|shown_rule| shown_rule.codes.contains(code));
            if !ALL.iter().any(|known| known.name == code) {
                wrong.push(format!("{}: there is no rule `{code}`", rule.id));
            } else if is_done && rule.is_reported() && !is_shown {
                wrong.push(format!("{}: no case shows `{code}` at level {}", rule.id, rule.severity));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn cases_name_rules_that_exist() {
    let rules: BTreeSet<String> = read().into_iter().map(|rule| rule.id).collect();
    let unknown: Vec<String> = shown(&read()).into_keys().filter(|rule| !rules.contains(rule)).collect();
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
        "# Coverage of the standard\n\nGenerated from `grammar-tests/rules.tsv` and the cases by `cargo test`. Each rule of TOSCA 2.0 that a\nprocessor can check, the codes that report it, and how many cases break it (they expect one of these codes, at\nthe level of the rule) and keep it.\n\n| phase | rules | shown by cases | cases |\n| :-- | --: | --: | --: |\n",
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
            let codes: Vec<String> = rule.codes.iter().map(|code| format!("`{code}`")).collect();
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
