//! Serializes findings for other tools: the objects of `schemas/findings.schema.json`.

use serde::{Serialize, Serializer};

use crate::base::{Sources, Span};

use super::{Diagnostic, Rule, Safety, Text};

/// A finding with its locations as paths, lines and columns.
///
/// `Diagnostic` itself also serializes, with file numbers and byte offsets instead.
#[derive(Clone, Debug)]
pub struct LocatedDiagnostic<'a> {
    diagnostic: &'a Diagnostic,
    sources: &'a Sources,
    element: Vec<&'a str>,
}

impl Diagnostic {
    /// Adds the sources that the spans refer to, and the keys of the enclosing element, the outermost first.
    #[must_use]
    pub fn located<'a>(&'a self, sources: &'a Sources, element: Vec<&'a str>) -> LocatedDiagnostic<'a> {
        LocatedDiagnostic { diagnostic: self, sources, element }
    }
}

#[derive(Serialize)]
struct Finding<'a, F, P> {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    message: &'a str,
    primary: Location<'a, F, P>,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<&'a [&'a str]>,
    secondary: Vec<Location<'a, F, P>>,
    help: &'a [Text],
    notes: &'a [Text],
    spec: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    fixes: Vec<Fix<'a, F, P>>,
}

#[derive(Serialize)]
struct Location<'a, F, P> {
    file: F,
    start: P,
    end: P,
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
struct Fix<'a, F, P> {
    title: &'a str,
    /// Whether the text to write is certain.
    safe: bool,
    edits: Vec<Edit<'a, F, P>>,
}

#[derive(Serialize)]
struct Edit<'a, F, P> {
    file: F,
    start: P,
    end: P,
    text: &'a str,
}

impl<'a, F, P> Finding<'a, F, P> {
    fn new(
        diagnostic: &'a Diagnostic,
        element: Option<&'a [&'a str]>,
        range: impl Fn(Span) -> (F, P, P),
    ) -> Self {
        let location = |label: &'a super::Label| {
            let (file, start, end) = range(label.span);
            Location { file, start, end, label: &label.text }
        };
        let edit = |edit: &'a super::Edit| {
            let (file, start, end) = range(edit.span);
            Edit { file, start, end, text: &edit.text }
        };
        let fix = |fix: &'a super::Fix| Fix {
            title: &fix.title,
            safe: fix.safety == Safety::Safe,
            edits: fix.edits.iter().map(edit).collect(),
        };
        let rule: &'static Rule = diagnostic.rule;
        Self {
            code: rule.code,
            slug: rule.name,
            severity: diagnostic.level.name(),
            message: &diagnostic.message,
            primary: location(&diagnostic.primary),
            element,
            secondary: diagnostic.secondary.iter().map(location).collect(),
            help: &diagnostic.help,
            notes: &diagnostic.notes,
            spec: diagnostic.clauses().collect(),
            url: rule.url(),
            fixes: diagnostic.fixes.iter().map(fix).collect(),
        }
    }
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let range = |span: Span| (span.file.0, span.start, span.end);
        Finding::new(self, None, range).serialize(serializer)
    }
}

impl Serialize for LocatedDiagnostic<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let range = |span: Span| {
            let source = self.sources.get(span.file);
            let point = |byte: u32| {
                let position = source.position(byte);
                Point { line: position.line, column: position.column, byte }
            };
            (source.path.as_str(), point(span.start), point(span.end))
        };
        Finding::new(self.diagnostic, Some(&self.element), range).serialize(serializer)
    }
}
