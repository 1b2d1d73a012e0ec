//! How often each code was found, in place of the findings. `schemas/statistics.schema.json` describes it in JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::diagnostics::{Code, Level};

use super::human::{RESET, style};
use super::{Report, TOOL, Tool, json};
use crate::cli::terminal::Look;

const FORMAT_VERSION: &str = "1.0";

#[derive(Serialize)]
struct Document {
    format_version: &'static str,
    tool: Tool,
    statistics: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    count: usize,
}

/// The counts, the highest first.
fn count(report: &Report<'_>) -> Vec<(&'static Code, Level, usize)> {
    let mut counts: BTreeMap<(&str, Level), (&'static Code, usize)> = BTreeMap::new();
    for found in report.found {
        counts.entry((found.code.id, found.level)).or_insert((found.code, 0)).1 += 1;
    }
    let mut lines: Vec<_> =
        counts.into_iter().map(|((_, level), (code, count))| (code, level, count)).collect();
    lines.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
    lines
}

/// A line a code.
pub(in crate::cli) fn text(out: &mut dyn Write, report: &Report<'_>, look: &Look) -> io::Result<()> {
    let lines = count(report);
    let width = lines.first().map_or(0, |(.., count)| count.to_string().len());
    for (code, level, count) in lines {
        let (color, end) = if look.color { (style(level), RESET) } else { ("", "") };
        writeln!(out, "{count:>width$}  {color}{:7}{end}  {}  {}", level.name(), code.id, code.slug)?;
    }
    Ok(())
}

/// One JSON document.
pub(in crate::cli) fn as_json(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let lines = count(report).into_iter().map(|(code, level, count)| Line {
        code: code.id,
        slug: code.slug,
        severity: level.name(),
        count,
    });
    let document = Document { format_version: FORMAT_VERSION, tool: TOOL, statistics: lines.collect() };
    json::pretty(out, &document)
}
