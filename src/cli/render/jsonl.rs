//! One JSON document a finding, each on its line: what `json` has in its list `diagnostics`.

use std::io::{self, Write};

use super::Report;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut elements = report.findings().elements();
    for found in report.shown() {
        let element = elements.names(found.primary.span);
        serde_json::to_writer(&mut *out, &found.located(report.sources(), element))?;
        writeln!(out)?;
    }
    Ok(())
}
