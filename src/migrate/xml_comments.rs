//! Comments of a file in XML: above the entries that stand for the elements after them.

use std::collections::BTreeSet;

use crate::diagnostics::ALL;
use crate::yaml::{PatchNote, Tree};

/// Rules of XML have codes of this area, and are not reported in TOSCA 2.0.
const AREA: &str = "T12";

/// Returns the comments of `written`, from which `tree` was made. A comment after an element, in its
/// line, is about that element.
pub(super) fn notes(tree: &Tree, written: &Tree) -> Vec<PatchNote> {
    let text = written.source().as_str();
    let starts: BTreeSet<u32> = tree.nodes().map(|node| node.span().start).collect();
    let mut notes = Vec::new();
    for span in written.comments() {
        let comment = text.get(span.range()).unwrap_or_default();
        if comment.is_empty() || suppresses_a_rule_of_xml(comment) {
            continue;
        }
        let before = text.get(..span.start as usize).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let is_about_last = !line.trim().trim_end_matches("<!--").trim_end().is_empty();
        let next = starts.range(span.end..).next().filter(|_| !is_about_last);
        let position = next.copied().unwrap_or(span.start);
        let lines = comment.lines().map(|line| format!("# {}", line.trim()).trim_end().to_owned());
        notes.extend(lines.map(|text| PatchNote { position, text }));
    }
    notes
}

fn suppresses_a_rule_of_xml(comment: &str) -> bool {
    comment.starts_with("tosca:")
        && ALL.iter().any(|rule| rule.code.starts_with(AREA) && comment.contains(rule.name))
}
