//! What the editor has open.

use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent as Change};

use crate::base::LineIndex;

use super::positions::{Encoding, Lines};

/// Applies changes to a text, one after the other. Lines are counted anew only where a change lies below an
/// earlier one.
pub(super) fn apply(text: &mut String, changes: Vec<Change>, encoding: Encoding) {
    let mut index: Option<LineIndex> = None;
    // Lines before this one have not changed since the index was made.
    let mut unchanged = 0;
    for change in changes {
        let (range, new) = match change {
            Change::TextDocumentContentChangeWholeDocument(whole) => {
                *text = whole.text;
                index = None;
                continue;
            }
            Change::TextDocumentContentChangePartial(partial) => (partial.range, partial.text),
        };
        let Range { start, end } = in_order(range);
        let known = match index {
            Some(known) if end.line < unchanged => known,
            _ => {
                unchanged = u32::MAX;
                LineIndex::new(text)
            }
        };
        let lines = Lines::new(text, &known, encoding, false);
        let (from, to) = (lines.offset(start), lines.offset(end));
        let first = u32::try_from(from).unwrap_or(u32::MAX);
        text.replace_range(from..to, &new);
        unchanged = unchanged.min(u32::try_from(known.line_of(first)).unwrap_or(u32::MAX));
        index = Some(known);
    }
}

fn in_order(range: Range) -> Range {
    let key = |position: Position| (position.line, position.character);
    if key(range.start) <= key(range.end) { range } else { Range { start: range.end, end: range.start } }
}
