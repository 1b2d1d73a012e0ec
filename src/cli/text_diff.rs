//! Unified diffs of texts that a command changes.

use std::io::{self, Write};

use camino::Utf8Path;
use similar::TextDiff;

use super::render::RESET;
use super::terminal::Look;

/// Writes how the text of `path` changes; `change` says in one word what was done to it.
pub(super) fn write(
    out: &mut impl Write,
    path: &Utf8Path,
    before: &str,
    after: &str,
    change: &str,
    look: &Look,
) -> io::Result<()> {
    let diff = TextDiff::from_lines(before, after);
    let mut unified = diff.unified_diff();
    let text = unified.context_radius(3).header(path.as_str(), &format!("{path} ({change})")).to_string();
    if !look.color {
        return out.write_all(text.as_bytes());
    }
    for line in text.split_inclusive('\n') {
        let style = match line.as_bytes().first() {
            Some(b'-') => "\x1b[31m",
            Some(b'+') => "\x1b[32m",
            Some(b'@') => "\x1b[36m",
            _ => "",
        };
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        let reset = if style.is_empty() { "" } else { RESET };
        write!(out, "{style}{body}{reset}{end}")?;
    }
    Ok(())
}
