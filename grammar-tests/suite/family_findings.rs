//! Compares the findings about a variable template with those of all its variants, written out one by one.
//!
//! The templates are generated as data, and their conditions evaluated here: nothing is shared with the analysis.

#[path = "family_findings/templates.rs"]
mod templates;

use std::collections::BTreeSet;

use templates::Template;
use tosca::base::Span;
use tosca::diagnostics::Level;
use tosca::host::Memory;
use tosca::internals::dialects::variability::{ElementKind, read};
use tosca::internals::variability::{InputValues, Origin, resolve};

use crate::harness::variants::tree_of;
use crate::variability::Random;

/// The rule of a finding, the text that it is about, and the level.
type Finding = (&'static str, String, Level);

/// Returns the findings in a text that may depend on types or presence.
fn findings(text: &str) -> Vec<Finding> {
    let mut host = Memory::new();
    host.add("service.yaml", text);
    let analysis = tosca::check(&host, ["service.yaml"]);
    let mut found = Vec::new();
    for diagnostic in analysis.diagnostics() {
        let areas = ["T04", "T06", "T07", "T08", "T09", "T11"];
        if !areas.iter().any(|area| diagnostic.rule.code.starts_with(area)) {
            continue;
        }
        let place = |span| place_of(&analysis.sources().get(diagnostic.primary.span.file).text, span);
        let (node, subject) = place(diagnostic.primary.span);
        // What a variant has in excess is reported for the requirement, whatever its assignments have.
        match (diagnostic.rule.name, diagnostic.level) {
            ("count-in-variant", level) => {
                let requirement = diagnostic.message.rsplit('`').nth(1).unwrap_or_default();
                found.push(("requirement-count", format!("{node} {requirement}"), level));
            }
            ("repeated-assignment", Level::Error) => {
                found.push(("requirement-count", subject.clone(), Level::Error));
                found.push(("repeated-assignment", subject, Level::Warning));
            }
            (rule, level) => {
                found.push((rule, subject, level));
                // One finding has all places that refer to the same elements.
                let others = diagnostic.secondary.iter().filter(|label| *label.text == *"also here");
                found.extend(others.map(|label| (rule, place(label.span).1, level)));
            }
        }
    }
    found
}

/// Returns the node template or section around a span, and that together with the text there.
fn place_of(source: &str, span: Span) -> (&str, String) {
    let (start, end) = (span.start as usize, span.end as usize);
    // The node template or section distinguishes equal names.
    let is_name =
        |line: &&str| line.starts_with("    n") || line.starts_with("  ") && !line.starts_with("   ");
    let line_end = source[start..].find('\n').map_or(source.len(), |length| start + length);
    let name = source[..line_end].lines().rfind(is_name).unwrap_or_default();
    let node = name.trim().split(':').next().unwrap_or_default();
    (node, format!("{node} {}", &source[start..end]))
}

/// Rules of the dialect. Its findings about paths without a target replace those about their indexes.
const OF_DIALECT: [&str; 12] = [
    "dangling-relation",
    "dangling-reference",
    "missing-host",
    "several-alternatives",
    "type-in-variant",
    "multiple-hosts",
    "never-present",
    "always-true-condition",
    "unused-variability",
    "self-supporting-presence",
    "contradictory-presence",
    "analysis-incomplete",
];

/// Returns the name of the node template or section of a finding.
fn place(finding: &Finding) -> &str {
    finding.1.split(' ').next().unwrap_or_default()
}

/// Returns the findings about a template with all its variants that differ from those about its variants, or `None`
/// if it has no variants; and whether there are any findings.
fn differences(template: &Template) -> Option<(String, bool)> {
    let (text, _) = template.text(None);
    let (of_dialect, keys): (BTreeSet<Finding>, BTreeSet<Finding>) =
        findings(&text).into_iter().partition(|finding| OF_DIALECT.contains(&finding.0));
    let tells = |rule: &str| of_dialect.iter().any(|told| told.0 == rule);
    let Some(variants) = template.variants().filter(|_| !tells("contradictory-presence")) else {
        // Only for some values of inputs, an element needs its own absence: it is reported for all.
        assert!(tells("contradictory-presence"), "contradictory:\n{text}");
        return None;
    };
    let (mut certain, mut possible) = (BTreeSet::new(), BTreeSet::new());
    for values in &variants {
        let (variant, is_broken) = template.text(Some(values));
        let found = findings(&variant);
        if !is_broken {
            certain.extend(found.iter().cloned());
        }
        possible.extend(found);
    }
    let told_at = |rule: &str, finding: &Finding| {
        of_dialect.iter().any(|told| told.0 == rule && place(told) == place(finding))
    };
    // A path without a target has none with its index.
    let is_in_other_words =
        |finding: &&Finding| finding.0 == "path-index" && told_at("dangling-reference", finding);
    // What is about elements that are never present is reported nevertheless.
    let is_of_dead = |finding: &&Finding| {
        let (place, text) = finding.1.split_once(' ').unwrap_or_default();
        template.is_never_present(&variants, place, text)
    };
    let missing: Vec<&Finding> =
        certain.difference(&keys).filter(|finding| !is_in_other_words(finding)).collect();
    let unreal: Vec<&Finding> = keys.difference(&possible).filter(|finding| !is_of_dead(finding)).collect();
    let differing = if missing.is_empty() && unreal.is_empty() {
        String::new()
    } else {
        format!("missing {missing:?}, not in a variant {unreal:?}\n{text}")
    };
    Some((differing, !keys.is_empty()))
}

/// Returns how the elements of variants in which some inputs have their defaults differ from what is expected.
fn differing_defaults(template: &Template, seed: &mut Random) -> Option<String> {
    const TRIED: usize = 4;
    let (text, _) = template.text(None);
    let tree = tree_of(&text);
    let (model, _) = read(&tree);
    for _ in 0..TRIED {
        let (written, expected) = template.given(seed)?;
        let mut given = InputValues::defaults(&model);
        let mut problems = given.take(&model, &tree_of(&written), &Origin::File);
        problems.extend(given.complete(&model));
        let present = resolve(&model, &given.values, &[]).present;
        let actual: Vec<Vec<bool>> = model
            .all()
            .filter(|(_, element)| element.kind == ElementKind::Node)
            .map(|(id, _)| {
                std::iter::once(id).chain(model.relations(id)).map(|id| present[id.index()]).collect()
            })
            .collect();
        if actual != expected || !problems.is_empty() {
            return Some(format!("{problems:?} {actual:?} instead of {expected:?} with\n{written}\n{text}"));
        }
    }
    None
}

#[test]
fn findings_of_a_family_are_those_of_its_variants() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
    };
    let (first, cases) = (number("FIRST_CASE", 1), number("PROPTEST_CASES", 40));
    let (mut differing, mut dependent, mut contradictory) = (Vec::new(), 0, 0);
    for case in first..first + cases {
        let mut seed = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(case));
        let template = Template::random(&mut seed);
        let Some((difference, has_findings)) = differences(&template) else {
            contradictory += 1;
            continue;
        };
        let of_defaults = differing_defaults(&template, &mut seed);
        differing.extend(of_defaults.map(|difference| format!("case {case}, defaults: {difference}")));
        dependent += u64::from(has_findings);
        if !difference.is_empty() {
            differing.push(format!("case {case}: {difference}"));
        }
    }
    let examples = differing[..differing.len().min(3)].join("\n");
    assert!(differing.is_empty(), "{} of {cases}:\n{examples}", differing.len());
    assert!(cases < 20 || dependent * 3 > cases, "{dependent} of {cases}");
    assert!(cases < 20 || contradictory * 4 < cases, "{contradictory} of {cases}");
}
