//! Findings grouped by file: the path, then one line per finding, with aligned locations.

use std::io::{self, Write};

use super::human::{RESET, style};
use super::{Report, marked_message};
use crate::cli::terminal::Look;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>, look: &Look) -> io::Result<()> {
    let mut first = true;
    for group in report.shown().chunk_by(|a, b| a.primary.span.file == b.primary.span.file) {
        let source = report.sources().get(group[0].primary.span.file);
        if !first {
            writeln!(out)?;
        }
        first = false;
        let (bold, end) = if look.color { ("\x1b[1m", RESET) } else { ("", "") };
        writeln!(out, "{bold}{}{end}:", source.path)?;
        let positions = group.iter().map(|diagnostic| {
            let position = source.position(diagnostic.primary.span.start);
            format!("{}:{}", position.line, position.column)
        });
        let positions: Vec<String> = positions.collect();
        let width = positions.iter().map(String::len).max().unwrap_or(0);
        for (diagnostic, position) in group.iter().zip(positions) {
            let (color, end) = if look.color { (style(diagnostic.level), RESET) } else { ("", "") };
            writeln!(
                out,
                "  {position:width$}  {color}{}{end}[{} {}] {}",
                diagnostic.level.name(),
                diagnostic.rule.code,
                diagnostic.rule.name,
                marked_message(diagnostic)
            )?;
        }
    }
    Ok(())
}
