//! JUnit XML, for test reports: a suite a file, a failed case a finding; a file without any has a case that
//! passes. What does not make the run fail is told in a case that passes too.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Dialect;

use super::{Report, with_help};

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut files: BTreeMap<usize, (FileId, &[Diagnostic])> = BTreeMap::new();
    let mut put = |file: FileId, found| {
        files.insert(report.sources().rank(file), (file, found));
    };
    for file in &report.analysis.graph.files {
        let built_in = report.sources().get(file.id).path.as_str().starts_with("<built-in>");
        if !built_in && (file.asked_for || file.dialect() != Dialect::Foreign) {
            put(file.id, &[]);
        }
    }
    for group in report.shown().chunk_by(|one, other| one.primary.span.file == other.primary.span.file) {
        put(group[0].primary.span.file, group);
    }
    let tests: usize = files.values().map(|(_, found)| found.len().max(1)).sum();
    let failures = report.shown().iter().filter(|found| fails(report, found)).count();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"tosca\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">")?;
    for (file, found) in files.into_values() {
        suite(out, report, file, found)?;
    }
    writeln!(out, "</testsuites>")
}

/// Errors fail always, as a report without them would tell that all is well.
fn fails(report: &Report<'_>, found: &Diagnostic) -> bool {
    found.level <= report.summary.fails.unwrap_or(Level::Error)
}

fn suite(out: &mut dyn Write, report: &Report<'_>, file: FileId, found: &[Diagnostic]) -> io::Result<()> {
    let source = report.sources().get(file);
    let path = escape(source.path.as_str());
    let failures = found.iter().filter(|found| fails(report, found)).count();
    let tests = found.len().max(1);
    writeln!(
        out,
        "  <testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">"
    )?;
    if found.is_empty() {
        writeln!(out, "    <testcase name=\"no findings\" classname=\"{path}\"/>")?;
    }
    for found in found {
        let place = source.position(found.primary.span.start);
        writeln!(
            out,
            "    <testcase name=\"{} {} at {}:{}\" classname=\"{path}\" file=\"{path}\" line=\"{}\">",
            found.code.id, found.code.slug, place.line, place.column, place.line
        )?;
        let text = escape(&format!(
            "{path}:{}:{}: {}",
            place.line,
            place.column,
            with_help(found, "\n"),
            path = source.path
        ));
        if fails(report, found) {
            writeln!(
                out,
                "      <failure type=\"{}\" message=\"{}\">{text}</failure>",
                found.level.name(),
                escape(&found.message)
            )?;
        } else {
            writeln!(out, "      <system-out>{}: {text}</system-out>", found.level.name())?;
        }
        writeln!(out, "    </testcase>")?;
    }
    writeln!(out, "  </testsuite>")
}

/// Text as XML 1.0 can hold it, in an attribute too.
fn escape(text: &str) -> String {
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
