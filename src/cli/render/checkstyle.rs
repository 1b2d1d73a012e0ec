//! The XML of Checkstyle, which many build servers read: the findings of each file.

use std::io::{self, Write};

use crate::diagnostics::Diagnostic;

use super::junit::escape;
use super::{Report, with_help};

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<checkstyle version=\"4.3\">")?;
    for group in report.shown().chunk_by(|a, b| a.primary.span.file == b.primary.span.file) {
        let path = &report.sources().get(group[0].primary.span.file).path;
        writeln!(out, "  <file name=\"{}\">", escape(path.as_str()))?;
        group.iter().try_for_each(|diagnostic| finding(out, report, diagnostic))?;
        writeln!(out, "  </file>")?;
    }
    writeln!(out, "</checkstyle>")
}

fn finding(out: &mut dyn Write, report: &Report<'_>, diagnostic: &Diagnostic) -> io::Result<()> {
    let span = diagnostic.primary.span;
    let position = report.sources().get(span.file).position(span.start);
    writeln!(
        out,
        "    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{}\" source=\"tosca.{}\"/>",
        position.line,
        position.column,
        diagnostic.level.name(),
        escape(&with_help(diagnostic, "\n")),
        diagnostic.rule.name
    )
}
