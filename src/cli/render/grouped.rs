//! By file: its path, then a line a finding with the places in a column.

use std::io::{self, Write};

use super::Report;
use super::human::{RESET, style};
use crate::cli::terminal::Look;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>, look: &Look) -> io::Result<()> {
    let mut first = true;
    for group in report.shown().chunk_by(|one, other| one.primary.span.file == other.primary.span.file) {
        let source = report.sources().get(group[0].primary.span.file);
        if !first {
            writeln!(out)?;
        }
        first = false;
        let (bold, end) = if look.color { ("\x1b[1m", RESET) } else { ("", "") };
        writeln!(out, "{bold}{}{end}:", source.path)?;
        let places = group.iter().map(|found| {
            let place = source.position(found.primary.span.start);
            format!("{}:{}", place.line, place.column)
        });
        let places: Vec<String> = places.collect();
        let width = places.iter().map(String::len).max().unwrap_or(0);
        for (found, place) in group.iter().zip(places) {
            let (color, end) = if look.color { (style(found.level), RESET) } else { ("", "") };
            writeln!(
                out,
                "  {place:width$}  {color}{}{end}[{} {}] {}",
                found.level.name(),
                found.code.id,
                found.code.slug,
                found.message
            )?;
        }
    }
    Ok(())
}
