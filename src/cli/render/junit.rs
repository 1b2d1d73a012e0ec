//! JUnit XML for test reports: one suite per file and one failed case per finding; a file without findings
//! has a case that passes. Findings that do not make the run fail are cases that pass.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Dialect;

use super::{Report, with_help};

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut files: BTreeMap<usize, (FileId, &[Diagnostic])> = BTreeMap::new();
    let mut add = |file: FileId, diagnostics| {
        files.insert(report.sources().rank(file), (file, diagnostics));
    };
    for file in &report.analysis.graph.files {
        let built_in = report.sources().get(file.id).path.as_str().starts_with("<built-in>");
        if !built_in && (file.is_requested || file.dialect() != Dialect::Foreign) {
            add(file.id, &[]);
        }
    }
    for group in report.shown().chunk_by(|a, b| a.primary.span.file == b.primary.span.file) {
        add(group[0].primary.span.file, group);
    }
    let tests: usize = files.values().map(|(_, diagnostics)| diagnostics.len().max(1)).sum();
    let failures = report.shown().iter().filter(|diagnostic| fails(report, diagnostic)).count();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"tosca\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">")?;
    for (file, diagnostics) in files.into_values() {
        suite(out, report, file, diagnostics)?;
    }
    writeln!(out, "</testsuites>")
}

/// Whether a finding is a failure. Errors always are: otherwise the report would seem clean.
fn fails(report: &Report<'_>, diagnostic: &Diagnostic) -> bool {
    diagnostic.level <= report.summary.fails.unwrap_or(Level::Error)
}

fn suite(
    out: &mut dyn Write,
    report: &Report<'_>,
    file: FileId,
    diagnostics: &[Diagnostic],
) -> io::Result<()> {
    let source = report.sources().get(file);
    let path = escape(source.path.as_str());
    let failures = diagnostics.iter().filter(|diagnostic| fails(report, diagnostic)).count();
    let tests = diagnostics.len().max(1);
    writeln!(
        out,
        "  <testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">"
    )?;
    if diagnostics.is_empty() {
        writeln!(out, "    <testcase name=\"no findings\" classname=\"{path}\"/>")?;
    }
    for diagnostic in diagnostics {
        let position = source.position(diagnostic.primary.span.start);
        writeln!(
            out,
            "    <testcase name=\"{} {} at {}:{}\" classname=\"{path}\" file=\"{path}\" line=\"{}\">",
            diagnostic.rule.code, diagnostic.rule.name, position.line, position.column, position.line
        )?;
        let text = escape(&format!(
            "{path}:{}:{}: {}",
            position.line,
            position.column,
            with_help(diagnostic, "\n"),
            path = source.path
        ));
        if fails(report, diagnostic) {
            writeln!(
                out,
                "      <failure type=\"{}\" message=\"{}\">{text}</failure>",
                diagnostic.level.name(),
                escape(&diagnostic.message)
            )?;
        } else {
            writeln!(out, "      <system-out>{}: {text}</system-out>", diagnostic.level.name())?;
        }
        writeln!(out, "    </testcase>")?;
    }
    writeln!(out, "  </testsuite>")
}

/// Escapes a text for XML 1.0, also in attributes.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}
