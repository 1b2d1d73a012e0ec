//! Few words, for coding agents: by file, one line a finding with what to do; the same thing said of
//! several places is said once.

use std::fmt::Write as _;
use std::io::{self, Write};

use indexmap::IndexMap;

use crate::diagnostics::{Diagnostic, Level};

use super::Report;

/// How many other places are told.
const SECONDARY: usize = 3;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    for group in report.shown().chunk_by(|one, other| one.primary.span.file == other.primary.span.file) {
        let source = report.sources().get(group[0].primary.span.file);
        writeln!(out, "{}", source.path)?;
        let mut same: IndexMap<(Level, &str, String), Vec<String>> = IndexMap::new();
        for found in group {
            let place = source.position(found.primary.span.start);
            let place = format!("{}:{}", place.line, place.column);
            same.entry((found.level, found.code.slug, said(report, found))).or_default().push(place);
        }
        for ((level, slug, said), places) in same {
            writeln!(out, "{} {} {slug}: {said}", places.join(","), level.name())?;
        }
    }
    Ok(())
}

/// The message, and what to do or else what is wrong there, and the first other places.
fn said(report: &Report<'_>, found: &Diagnostic) -> String {
    let mut said = found.message.to_string();
    if found.help.is_empty() && !found.primary.text.is_empty() {
        let _ = write!(said, " ({})", found.primary.text);
    }
    for help in &found.help {
        let _ = write!(said, "; {help}");
    }
    for label in found.secondary.iter().take(SECONDARY) {
        let source = report.sources().get(label.span.file);
        let place = source.position(label.span.start);
        let _ = write!(said, "; see {}:{}:{} ({})", source.path, place.line, place.column, label.text);
    }
    said
}
