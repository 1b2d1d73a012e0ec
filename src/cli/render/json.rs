//! One JSON document, versioned. Readers should pass over keys that they do not know.
//! `schemas/findings.schema.json` describes it.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeSeq as _, Serializer};
use serde_json::ser::PrettyFormatter;

use crate::base::{Sources, Span};
use crate::diagnostics::{Diagnostic, Fix, Label};

use super::places::{Elements, written};
use super::{Report, TOOL, Tool};

const FORMAT_VERSION: &str = "1.0";

#[derive(serde::Serialize)]
struct Document<'a> {
    format_version: &'static str,
    tool: Tool,
    summary: Counts,
    diagnostics: Findings<'a>,
}

#[derive(serde::Serialize)]
struct Counts {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    hidden: usize,
}

/// The findings, each made when it is written.
struct Findings<'a>(&'a Report<'a>);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = Elements::of(self.0.findings());
        let shown = self.0.shown();
        let mut list = serializer.serialize_seq(Some(shown.len()))?;
        for found in shown {
            list.serialize_element(&Finding::of(found, self.0.sources(), &mut elements))?;
        }
        list.end()
    }
}

/// One finding.
#[derive(serde::Serialize)]
pub(super) struct Finding<'a> {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    message: &'a str,
    primary: Place<'a>,
    element: Vec<&'a str>,
    secondary: Vec<Place<'a>>,
    help: &'a [String],
    notes: &'a [String],
    spec: Vec<&'static str>,
    fixes: Vec<FixOut<'a>>,
}

#[derive(serde::Serialize)]
struct Place<'a> {
    file: &'a str,
    start: Point,
    end: Point,
    label: &'a str,
}

/// Line and column from 1, the column in Unicode scalar values; the byte from 0.
#[derive(serde::Serialize)]
struct Point {
    line: u32,
    column: u32,
    byte: u32,
}

#[derive(serde::Serialize)]
struct FixOut<'a> {
    title: &'a str,
    edits: Vec<EditOut<'a>>,
}

#[derive(serde::Serialize)]
struct EditOut<'a> {
    file: &'a str,
    start: Point,
    end: Point,
    text: &'a str,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let summary = report.summary;
    let document = Document {
        format_version: FORMAT_VERSION,
        tool: TOOL,
        summary: Counts {
            files: summary.files,
            errors: summary.errors,
            warnings: summary.warnings,
            infos: summary.infos,
            hidden: report.hidden,
        },
        diagnostics: Findings(report),
    };
    pretty(out, &document)
}

/// Writes a document for people who look at it.
pub(super) fn pretty(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, PrettyFormatter::new());
    document.serialize(&mut serializer)?;
    writeln!(out)
}

impl<'a> Finding<'a> {
    pub(super) fn of(found: &'a Diagnostic, sources: &'a Sources, elements: &mut Elements<'a>) -> Self {
        Self {
            code: found.code.id,
            slug: found.code.slug,
            severity: found.level.name(),
            message: &found.message,
            primary: place(&found.primary, sources),
            element: elements.keys(found.primary.span).into_iter().map(written).collect(),
            secondary: found.secondary.iter().map(|label| place(label, sources)).collect(),
            help: &found.help,
            notes: &found.notes,
            spec: found.code.clauses().collect(),
            fixes: found.fixes.iter().map(|fix| fix_out(fix, sources)).collect(),
        }
    }
}

fn fix_out<'a>(fix: &'a Fix, sources: &'a Sources) -> FixOut<'a> {
    let edits = fix.edits.iter().map(|edit| {
        let (file, start, end) = points(edit.span, sources);
        EditOut { file, start, end, text: &edit.text }
    });
    FixOut { title: &fix.title, edits: edits.collect() }
}

fn place<'a>(label: &'a Label, sources: &'a Sources) -> Place<'a> {
    let (file, start, end) = points(label.span, sources);
    Place { file, start, end, label: &label.text }
}

fn points(span: Span, sources: &Sources) -> (&str, Point, Point) {
    let source = sources.get(span.file);
    let point = |byte: u32| {
        let position = source.position(byte);
        Point { line: position.line, column: position.column, byte }
    };
    (source.path.as_str(), point(span.start), point(span.end))
}
