//! Leaves one line of a text unfinished: the findings in the other lines must stay the same.

use std::collections::BTreeSet;

use tosca::Analysis;

use crate::damage::Random;
use crate::harness::{self, Case};

/// A finding in the first file: the line, counted from 1, its code and the message.
type Found = (u32, String, String);

/// The maximum number of texts in a thousand with a finding that is caused by the unfinished line. Commits
/// may lower it, but not raise it.
const INVENTED: usize = 11;
/// The maximum percentage of findings that are lost with the line, apart from those in deeper lines or
/// dependent on them.
const LOST: usize = 37;

/// Returns the findings in the first file, except for syntax errors.
fn findings(case: &Case) -> (BTreeSet<Found>, bool) {
    let analysis: Analysis = harness::run::analysis(case, &[]);
    let mut all = BTreeSet::new();
    let mut is_damaged = false;
    for diagnostic in analysis.diagnostics() {
        let source = analysis.sources().get(diagnostic.primary.span.file);
        if source.path != case.files[0].name {
            continue;
        }
        if diagnostic.rule.name == "yaml-syntax" {
            is_damaged = true;
            continue;
        }
        let line = source.position(diagnostic.primary.span.start).line;
        all.insert((line, diagnostic.rule.name.to_owned(), diagnostic.message.to_string()));
    }
    (all, is_damaged)
}

/// The lines that hold an entry of a nested map or list.
fn entries(text: &str) -> Vec<usize> {
    let is_entry =
        |line: &str| line.starts_with(' ') && line.contains(':') && !line.trim_start().starts_with('#');
    text.lines().enumerate().filter(|(_, line)| is_entry(line)).map(|(at, _)| at).collect()
}

/// Some ways to leave a line unfinished.
fn unfinished(line: &str, way: usize) -> String {
    let key = line.split(':').next().unwrap_or("");
    let indent = &line[..line.len() - line.trim_start().len()];
    match way {
        0 => key.replacen("- ", "", 1),
        1 => format!("{key}: {{ x: [ 1"),
        2 => format!("{key}: \"abc"),
        _ => format!("{indent}pro"),
    }
}

/// Returns a number that depends on the name of a case.
fn seed(name: &str) -> u64 {
    name.bytes().fold(0x2545_F491, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[test]
fn a_line_that_is_not_finished_hides_what_it_holds_and_invents_nothing() {
    let (mut texts, mut invented, mut before, mut lost) = (0, 0, 0, 0);
    let mut examples = Vec::new();
    let cases = harness::read_cases().into_iter().filter(|case| !case.name.starts_with("yaml/"));
    for mut case in cases.filter(|case| !case.files.is_empty()) {
        let Ok(text) = String::from_utf8(case.files[0].content.clone()) else { continue };
        let at = entries(&text);
        if at.is_empty() || !text.contains("tosca_2_0") {
            continue;
        }
        // Its own seed, so that new cases do not change what happens to others.
        let mut random = Random::new(seed(&case.name));
        let at = *random.one_of(&at);
        let (whole, was_damaged) = findings(&case);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[at] = unfinished(&lines[at], random.below(4));
        case.files[0].content = (lines.join("\n") + "\n").into_bytes();
        let (rest, is_damaged) = findings(&case);
        if was_damaged || !is_damaged {
            continue;
        }
        texts += 1;
        let own = |(line, ..): &&Found| usize::try_from(*line).unwrap_or(0) != at + 1;
        let new: Vec<&Found> = rest.difference(&whole).filter(own).collect();
        before += whole.iter().filter(own).count();
        lost += whole.difference(&rest).filter(own).count();
        if let Some(first) = new.first() {
            invented += 1;
            examples.push(format!("{} line {}: {}: {first:?}", case.name, at + 1, lines[at].trim()));
        }
    }
    assert!(texts > 1_000 && before > 500, "{texts} texts with {before} findings");
    assert!(invented * 1_000 <= INVENTED * texts, "{invented} of {texts}:\n{}", examples.join("\n"));
    assert!(lost * 100 <= LOST * before, "{lost} of {before}");
}
