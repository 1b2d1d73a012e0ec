//! One JSON document per finding, one per line, as in the list `diagnostics` of `json`.

use std::io::{self, Write};

use super::Report;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut elements = report.findings().elements();
    for diagnostic in report.shown() {
        let element = elements.names(diagnostic.primary.span);
        serde_json::to_writer(&mut *out, &diagnostic.located(report.sources(), element))?;
        writeln!(out)?;
    }
    Ok(())
}
