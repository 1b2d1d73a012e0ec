//! One line per finding: `file:line:column: level[code name] message`.

use std::io::{self, Write};

use crate::base::Sources;
use crate::diagnostics::Diagnostic;

use super::{Report, marked_message};

pub(in crate::cli) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    report.shown().iter().try_for_each(|diagnostic| line(out, report.sources(), diagnostic))
}

/// Writes one finding.
pub(in crate::cli) fn line(
    out: &mut dyn Write,
    sources: &Sources,
    diagnostic: &Diagnostic,
) -> io::Result<()> {
    let source = sources.get(diagnostic.primary.span.file);
    let position = source.position(diagnostic.primary.span.start);
    writeln!(
        out,
        "{}:{}:{}: {}[{} {}] {}",
        source.path,
        position.line,
        position.column,
        diagnostic.level.name(),
        diagnostic.rule.code,
        diagnostic.rule.name,
        marked_message(diagnostic)
    )
}
