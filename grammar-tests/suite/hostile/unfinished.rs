//! A text with one line that is not finished: what is found in the other lines is what was found before.

use std::collections::BTreeSet;

use tosca::Analysis;

use crate::damage::Random;
use crate::harness::{self, Case};

/// A finding in the first file: the line, counted from 1, its code and the message.
type Found = (u32, String, String);

/// So many of a thousand texts may have a finding that is there because a line is not finished. The next commit may
/// lower it, none may raise it.
const INVENTED: usize = 11;
/// So many of a hundred findings may be lost with the line, what is indented deeper, and what depends on them.
const LOST: usize = 35;

/// What is found in the first file but for its syntax.
fn found(case: &Case) -> (BTreeSet<Found>, bool) {
    let analysis: Analysis = harness::run::analysis(case, &[]);
    let mut all = BTreeSet::new();
    let mut is_damaged = false;
    for found in analysis.diagnostics() {
        let source = analysis.sources().get(found.primary.span.file);
        if source.path != case.files[0].name {
            continue;
        }
        if found.code.slug == "yaml-syntax" {
            is_damaged = true;
            continue;
        }
        let line = source.position(found.primary.span.start).line;
        all.insert((line, found.code.slug.to_owned(), found.message.to_string()));
    }
    (all, is_damaged)
}

/// The lines that hold an entry of a nested map or list.
fn entries(text: &str) -> Vec<usize> {
    let is_entry =
        |line: &str| line.starts_with(' ') && line.contains(':') && !line.trim_start().starts_with('#');
    text.lines().enumerate().filter(|(_, line)| is_entry(line)).map(|(at, _)| at).collect()
}

/// Some ways in which a line is not finished.
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

#[test]
fn a_line_that_is_not_finished_hides_what_it_holds_and_invents_nothing() {
    let mut random = Random::new(0x2545_F491);
    let (mut texts, mut invented, mut before, mut lost) = (0, 0, 0, 0);
    let mut examples = Vec::new();
    let cases = harness::read_cases().into_iter().filter(|case| !case.name.starts_with("yaml/"));
    for mut case in cases.filter(|case| !case.files.is_empty()) {
        let Ok(text) = String::from_utf8(case.files[0].content.clone()) else { continue };
        let at = entries(&text);
        if at.is_empty() || !text.contains("tosca_2_0") {
            continue;
        }
        let at = *random.one_of(&at);
        let (whole, was_damaged) = found(&case);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[at] = unfinished(&lines[at], random.below(4));
        case.files[0].content = (lines.join("\n") + "\n").into_bytes();
        let (rest, is_damaged) = found(&case);
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
