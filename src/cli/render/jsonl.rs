//! One JSON document per finding, one per line, as in the list `diagnostics` of `json`.

use std::io::{self, Write};

use super::Report;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    report.for_each_located(|finding| {
        serde_json::to_writer(&mut *out, finding)?;
        writeln!(out)
    })
}
