//! The diagnostic format of reviewdog, which comments on pull requests. Its columns count bytes.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Level};

use super::locations::line_and_byte_column;
use super::{Report, json, with_help};

#[derive(serde::Serialize)]
struct RdJson {
    source: Value,
    diagnostics: Vec<Value>,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let document = RdJson {
        source: json!({ "name": "tosca" }),
        diagnostics: report.shown().iter().map(|diagnostic| finding(report, diagnostic)).collect(),
    };
    json::pretty(out, &document)
}

fn finding(report: &Report<'_>, diagnostic: &Diagnostic) -> Value {
    let mut finding = json!({
        "message": with_help(diagnostic, "\n"),
        "location": location(report, diagnostic.primary.span),
        "severity": match diagnostic.level {
            Level::Error => "ERROR",
            Level::Warning => "WARNING",
            Level::Info => "INFO",
        },
        "code": { "value": format!("{} {}", diagnostic.rule.code, diagnostic.rule.name) },
    });
    if let Some(address) = diagnostic.rule.url() {
        finding["code"]["url"] = address.into();
    }
    // A suggestion can only replace a single span in the file of the comment.
    let local_edits = diagnostic.fixes.iter().filter_map(|fix| match fix.edits.as_slice() {
        [edit] if edit.span.file == diagnostic.primary.span.file => Some(edit),
        _ => None,
    });
    let suggestions: Vec<Value> =
        local_edits.map(|edit| json!({ "range": range(report, edit.span), "text": edit.text })).collect();
    if !suggestions.is_empty() {
        finding["suggestions"] = suggestions.into();
    }
    let related = diagnostic
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
    let point = |offset: u32| {
        let (line, column) = line_and_byte_column(source, offset);
        json!({ "line": line, "column": column })
    };
    json!({ "start": point(span.start), "end": point(span.end) })
}
