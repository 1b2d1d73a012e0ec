//! Logging commands of Azure Pipelines, which become issues of the run.

use std::io::{self, Write};

use crate::diagnostics::Level;
use crate::session::path_in_repository;

use super::Report;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    for diagnostic in report.shown() {
        let span = diagnostic.primary.span;
        let position = report.sources().get(span.file).position(span.start);
        // Azure Pipelines has no lower level than a warning.
        let level = if diagnostic.level == Level::Error { "error" } else { "warning" };
        let message = format!("{}: {}", diagnostic.rule.name, super::with_help(diagnostic, "\n"));
        writeln!(
            out,
            "##vso[task.logissue type={level};sourcepath={};linenumber={};columnnumber={};code={};]{}",
            property(&path_in_repository(report.analysis, span.file)),
            position.line,
            position.column,
            diagnostic.rule.code,
            data(&message)
        )?;
    }
    Ok(())
}

/// Escapes a text for the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%AZP25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a text for a property of a command.
fn property(text: &str) -> String {
    data(text).replace(';', "%3B").replace(']', "%5D")
}
