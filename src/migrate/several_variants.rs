//! A template with several variants stays in its language: only old or later names of it are replaced.

use crate::diagnostics::Edit;
use crate::dialects;
use crate::host::paths;
use crate::load::File;

use super::{LoweredFile, OpenPoint, with_comments};

/// Returns what becomes of a template with several variants, or `None` if the file is not one.
pub(super) fn migrated(file: &File) -> Option<LoweredFile> {
    let source = file.source();
    let renamings = dialects::renamings(file.parsed().written(), file.languages())?;
    let edits = &renamings.edits;
    let mut text = applied(&source.text, edits);
    if !edits.is_empty() && !paths::is_json_name(&source.path) {
        let notes = renamings.changed.iter().map(|(span, reason)| (moved(span.start, edits), *reason));
        text = with_comments(&text, &notes.collect::<Vec<_>>());
    }
    let reason =
        "this template has several variants and stays as it is; migrate those that `tosca resolve` writes";
    let points = renamings.changed.iter().copied().chain([(renamings.template, reason)]);
    let mut open: Vec<OpenPoint> =
        points.map(|(span, reason)| OpenPoint { span, reason: reason.to_owned() }).collect();
    open.sort_by_key(|point| point.span);
    Some(LoweredFile { text, applied: Vec::new(), open, built_in: Vec::new() })
}

/// Returns `text` with the edits, which are in order.
fn applied(text: &str, edits: &[Edit]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let range = edit.span.range();
        result.push_str(text.get(done..range.start).unwrap_or(""));
        result.push_str(&edit.text);
        done = range.end;
    }
    result.push_str(text.get(done..).unwrap_or(""));
    result
}

/// Returns where a byte of the original text is after the edits.
fn moved(position: u32, edits: &[Edit]) -> u32 {
    let before = edits.iter().filter(|edit| edit.span.end <= position);
    let shift: i64 = before
        .map(|edit| i64::try_from(edit.text.len()).unwrap_or(0) - i64::from(edit.span.end - edit.span.start))
        .sum();
    u32::try_from(i64::from(position) + shift).unwrap_or(position)
}
