//! Compares the help and the fixes of findings with those that a case expects.

use std::fmt::Write as _;

use tosca::Analysis;
use tosca::diagnostics::Edit;

use super::Case;

/// Returns the differences from the help and the fixed text of a case; empty if there are none.
pub(crate) fn differences(case: &Case, analysis: &Analysis) -> String {
    let mut problems = String::new();
    if let Some(expected) = &case.help {
        let actual = help(analysis);
        if actual != *expected {
            let _ = writeln!(problems, "  the help is\n{actual}");
        }
    }
    if let Some(expected) = &case.fixed {
        let actual = fixed(case, analysis);
        if without_comments(&actual) != without_comments(expected) {
            let _ = writeln!(problems, "  the fixed text is\n{actual}");
        }
    }
    problems
}

/// Returns the help of all findings, with their lines.
fn help(analysis: &Analysis) -> String {
    let sources = analysis.sources();
    let mut text = String::new();
    for diagnostic in analysis.diagnostics() {
        let span = diagnostic.primary.span;
        let line = sources.get(span.file).position(span.start).line;
        for help in &diagnostic.help {
            let _ = writeln!(text, "{line}: {help}");
        }
    }
    text
}

/// Returns the first file of a case after the first fix of each finding in it.
fn fixed(case: &Case, analysis: &Analysis) -> String {
    let first = case.files.first().expect("a file");
    let mut text = String::from_utf8(first.content.clone()).expect("text");
    let sources = analysis.sources();
    let fixes = analysis.diagnostics().iter().filter_map(|diagnostic| diagnostic.fixes.first());
    let mut edits: Vec<&Edit> = fixes
        .flat_map(|fix| &fix.edits)
        .filter(|edit| sources.get(edit.span.file).path.as_str() == first.name)
        .collect();
    edits.sort_by_key(|edit| edit.span.start);
    edits.dedup_by_key(|edit| (edit.span, &edit.text));
    for edit in edits.iter().rev() {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    text
}

/// Returns a text without comments, which are the expected findings.
fn without_comments(text: &str) -> String {
    let line = |line: &str| line.split(" # ").next().unwrap_or_default().trim_end().to_owned() + "\n";
    text.lines().filter(|line| !line.trim_start().starts_with("# ")).map(line).collect()
}
