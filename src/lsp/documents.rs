//! Applies the changes of an editor to the text of an open document.

use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent as Change};

use crate::base::LineIndex;

use super::positions::{Encoding, Lines};

/// Applies changes to a text, one after the other. The line index is rebuilt only if a change is after an
/// earlier one.
pub(super) fn apply(text: &mut String, changes: Vec<Change>, encoding: Encoding) {
    let mut index: Option<LineIndex> = None;
    // Lines before this one have not changed since the index was built.
    let mut unchanged = 0;
    for change in changes {
        let (range, new_text) = match change {
            Change::TextDocumentContentChangeWholeDocument(whole) => {
                *text = whole.text;
                index = None;
                continue;
            }
            Change::TextDocumentContentChangePartial(partial) => (partial.range, partial.text),
        };
        let Range { start, end } = normalized(range);
        let line_index = match index {
            Some(line_index) if end.line < unchanged => line_index,
            _ => {
                unchanged = u32::MAX;
                LineIndex::new(text)
            }
        };
        let lines = Lines::new(text, &line_index, encoding, false);
        let (from, to) = (lines.offset(start), lines.offset(end));
        let first = u32::try_from(from).unwrap_or(u32::MAX);
        text.replace_range(from..to, &new_text);
        unchanged = unchanged.min(u32::try_from(line_index.line_of(first)).unwrap_or(u32::MAX));
        index = Some(line_index);
    }
}

fn normalized(range: Range) -> Range {
    let key = |position: Position| (position.line, position.character);
    if key(range.start) <= key(range.end) { range } else { Range { start: range.end, end: range.start } }
}
