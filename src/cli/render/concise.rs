//! One line a finding: `file:line:column: level[code name] message`.

use std::io::{self, Write};

use crate::Analysis;

pub(in crate::cli) fn write(out: &mut dyn Write, analysis: &Analysis) -> io::Result<()> {
    for found in &analysis.diagnostics {
        let source = analysis.sources().get(found.primary.span.file);
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
        )?;
    }
    Ok(())
}
