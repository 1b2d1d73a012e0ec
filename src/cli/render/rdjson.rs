//! The diagnostic format of reviewdog, which comments on pull requests. Its columns count bytes.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Level};

use super::places::line_and_byte_column;
use super::{Report, json, with_help};

#[derive(serde::Serialize)]
struct Document {
    source: Value,
    diagnostics: Vec<Value>,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let document = Document {
        source: json!({ "name": "tosca" }),
        diagnostics: report.shown().iter().map(|found| finding(report, found)).collect(),
    };
    json::pretty(out, &document)
}

fn finding(report: &Report<'_>, found: &Diagnostic) -> Value {
    let mut finding = json!({
        "message": with_help(found, "\n"),
        "location": location(report, found.primary.span),
        "severity": match found.level {
            Level::Error => "ERROR",
            Level::Warning => "WARNING",
            Level::Info => "INFO",
        },
        "code": { "value": format!("{} {}", found.code.id, found.code.slug) },
    });
    // A suggestion replaces one place of the file that is commented on.
    let here = found.fixes.iter().filter_map(|fix| match fix.edits.as_slice() {
        [edit] if edit.span.file == found.primary.span.file => Some(edit),
        _ => None,
    });
    let suggestions: Vec<Value> =
        here.map(|edit| json!({ "range": range(report, edit.span), "text": edit.text })).collect();
    if !suggestions.is_empty() {
        finding["suggestions"] = suggestions.into();
    }
    let related = found
        .secondary
        .iter()
        .map(|label| json!({ "message": label.text, "location": location(report, label.span) }));
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        finding["relatedLocations"] = related.into();
    }
    finding
}

fn location(report: &Report<'_>, span: Span) -> Value {
    json!({ "path": report.sources().get(span.file).path.as_str(), "range": range(report, span) })
}

fn range(report: &Report<'_>, span: Span) -> Value {
    let source = report.sources().get(span.file);
    let point = |at: u32| {
        let (line, column) = line_and_byte_column(source, at);
        json!({ "line": line, "column": column })
    };
    json!({ "start": point(span.start), "end": point(span.end) })
}
