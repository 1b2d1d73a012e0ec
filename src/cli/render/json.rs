//! One JSON document, versioned. Readers should pass over keys that they do not know.

use std::io::{self, Write};

use serde::Serialize;

use crate::Analysis;
use crate::base::{Sources, Span};
use crate::diagnostics::{Diagnostic, Level};

const FORMAT_VERSION: &str = "1.0";

#[derive(Serialize)]
struct Document<'a> {
    format_version: &'static str,
    tool: Tool,
    summary: Summary,
    diagnostics: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    message: &'a str,
    primary: Place<'a>,
    secondary: Vec<Place<'a>>,
    help: &'a [String],
    notes: &'a [String],
    spec: Vec<&'static str>,
    fixes: Vec<FixOut<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    start: Point,
    end: Point,
    label: &'a str,
}

/// Line and column from 1, the column in Unicode scalar values; the byte from 0.
#[derive(Serialize)]
struct Point {
    line: u32,
    column: u32,
    byte: u32,
}

#[derive(Serialize)]
struct FixOut<'a> {
    title: &'a str,
    edits: Vec<EditOut<'a>>,
}

#[derive(Serialize)]
struct EditOut<'a> {
    file: &'a str,
    start: Point,
    end: Point,
    text: &'a str,
}

pub(in crate::cli) fn write(out: &mut dyn Write, analysis: &Analysis, files: usize) -> io::Result<()> {
    let count = |level: Level| analysis.diagnostics.iter().filter(|found| found.level == level).count();
    let document = Document {
        format_version: FORMAT_VERSION,
        tool: Tool { name: "tosca", version: env!("CARGO_PKG_VERSION") },
        summary: Summary {
            files,
            errors: count(Level::Error),
            warnings: count(Level::Warning),
            infos: count(Level::Info),
        },
        diagnostics: analysis.diagnostics.iter().map(|found| finding(found, analysis.sources())).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn finding<'a>(found: &'a Diagnostic, sources: &'a Sources) -> Finding<'a> {
    Finding {
        code: found.code.id,
        slug: found.code.slug,
        severity: found.level.name(),
        message: &found.message,
        primary: place(found.primary.span, &found.primary.text, sources),
        secondary: found.secondary.iter().map(|label| place(label.span, &label.text, sources)).collect(),
        help: &found.help,
        notes: &found.notes,
        spec: found.code.clause.split('/').filter(|clause| !clause.is_empty()).collect(),
        fixes: found
            .fixes
            .iter()
            .map(|fix| FixOut {
                title: &fix.title,
                edits: fix
                    .edits
                    .iter()
                    .map(|edit| {
                        let Place { file, start, end, .. } = place(edit.span, "", sources);
                        EditOut { file, start, end, text: &edit.text }
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn place<'a>(span: Span, label: &'a str, sources: &'a Sources) -> Place<'a> {
    let source = sources.get(span.file);
    let point = |byte: u32| {
        let position = source.position(byte);
        Point { line: position.line, column: position.column, byte }
    };
    Place { file: source.path.as_str(), start: point(span.start), end: point(span.end), label }
}
