//! Few words, for coding agents: by file, one line a finding with what to do; the same thing said of
//! several places is said once.

use std::io::{self, Write};

use indexmap::IndexMap;

use crate::diagnostics::{Diagnostic, Level};

use super::Report;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    for group in report.shown().chunk_by(|one, other| one.primary.span.file == other.primary.span.file) {
        let source = report.sources().get(group[0].primary.span.file);
        writeln!(out, "{}", source.path)?;
        let mut same: IndexMap<(Level, &str, String), Vec<String>> = IndexMap::new();
        for found in group {
            let place = source.position(found.primary.span.start);
            let place = format!("{}:{}", place.line, place.column);
            same.entry((found.level, found.code.slug, said(found))).or_default().push(place);
        }
        for ((level, slug, said), places) in same {
            writeln!(out, "{} {} {slug}: {said}", places.join(","), level.name())?;
        }
    }
    Ok(())
}

/// The message, what to do, and the edits that do it.
fn said(found: &Diagnostic) -> String {
    let mut said = found.message.clone();
    if !found.primary.text.is_empty() {
        said.push_str(" (");
        said.push_str(&found.primary.text);
        said.push(')');
    }
    for help in &found.help {
        said.push_str("; ");
        said.push_str(help);
    }
    said
}
