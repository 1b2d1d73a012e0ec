//! Workflow commands of GitHub Actions, which become annotations of the changed files.

use std::io::{self, Write};

use crate::diagnostics::Level;
use crate::session::path_in_repository;

use super::Report;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    for diagnostic in report.shown() {
        let span = diagnostic.primary.span;
        let source = report.sources().get(span.file);
        let (start, end) = (source.position(span.start), source.position(span.end));
        let command = match diagnostic.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "notice",
        };
        let path = path_in_repository(report.analysis, span.file);
        write!(
            out,
            "::{command} title=tosca ({} {}),file={},line={}",
            diagnostic.rule.code,
            diagnostic.rule.name,
            property(&path),
            start.line
        )?;
        // GitHub accepts columns only within a single line.
        if start.line == end.line {
            write!(out, ",endLine={},col={},endColumn={}", end.line, start.column, end.column)?;
        } else {
            write!(out, ",endLine={}", end.line)?;
        }
        // The log shows only the message.
        let mut message = format!("{path}:{}:{}: {}", start.line, start.column, diagnostic.message);
        for help in &diagnostic.help {
            message.push_str("\nhelp: ");
            message.push_str(help);
        }
        writeln!(out, "::{}", data(&message))?;
    }
    Ok(())
}

/// Escapes a text for the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a text for a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
