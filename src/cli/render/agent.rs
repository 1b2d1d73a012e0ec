//! Short text for coding agents: by file, one line per message with its help; equal messages share a line.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::base::IndexMap;
use crate::diagnostics::{Diagnostic, Level};

use super::Report;

/// The maximum number of related locations.
const MAX_SECONDARY: usize = 3;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    for group in report.shown().chunk_by(|a, b| a.primary.span.file == b.primary.span.file) {
        let source = report.sources().get(group[0].primary.span.file);
        writeln!(out, "{}", source.path)?;
        let mut positions_by_message: IndexMap<(Level, &str, String), Vec<String>> = IndexMap::default();
        for diagnostic in group {
            let position = source.position(diagnostic.primary.span.start);
            let position = format!("{}:{}", position.line, position.column);
            positions_by_message
                .entry((diagnostic.level, diagnostic.rule.name, text_of(report, diagnostic)))
                .or_default()
                .push(position);
        }
        for ((level, slug, text), positions) in positions_by_message {
            writeln!(out, "{} {} {slug}: {text}", positions.join(","), level.name())?;
        }
    }
    Ok(())
}

/// Returns the message with its help or label, and the first related locations.
fn text_of(report: &Report<'_>, diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.to_string();
    if diagnostic.help.is_empty() && !diagnostic.primary.text.is_empty() {
        let _ = write!(text, " ({})", diagnostic.primary.text);
    }
    for help in &diagnostic.help {
        let _ = write!(text, "; {help}");
    }
    for label in diagnostic.secondary.iter().take(MAX_SECONDARY) {
        let source = report.sources().get(label.span.file);
        let position = source.position(label.span.start);
        let _ = write!(text, "; see {}:{}:{} ({})", source.path, position.line, position.column, label.text);
    }
    text
}
