//! One JSON document a finding, each on its line: what `json` has in its list `diagnostics`.

use std::io::{self, Write};

use super::Report;
use super::json::Finding;
use super::places::Elements;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut elements = Elements::of(report.findings());
    for found in report.shown() {
        serde_json::to_writer(&mut *out, &Finding::of(found, report.sources(), &mut elements))?;
        writeln!(out)?;
    }
    Ok(())
}
