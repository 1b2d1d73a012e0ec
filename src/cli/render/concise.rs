//! One line a finding: `file:line:column: level[code name] message`.

use std::io::{self, Write};

use crate::base::Sources;
use crate::diagnostics::Diagnostic;

use super::Report;

pub(in crate::cli) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    report.shown().iter().try_for_each(|found| line(out, report.sources(), found))
}

/// Writes one finding.
pub(in crate::cli) fn line(out: &mut dyn Write, sources: &Sources, found: &Diagnostic) -> io::Result<()> {
    let source = sources.get(found.primary.span.file);
    let place = source.position(found.primary.span.start);
    writeln!(
        out,
        "{}:{}:{}: {}[{} {}] {}",
        source.path,
        place.line,
        place.column,
        found.level.name(),
        found.code.id,
        found.code.slug,
        found.message
    )
}
