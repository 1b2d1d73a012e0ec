//! The number of findings per rule, instead of the findings. `schemas/statistics.schema.json` describes the
//! JSON form.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::diagnostics::{Level, Rule};

use super::human::{RESET, style};
use super::{Report, TOOL, Tool, json};
use crate::cli::terminal::Look;

const FORMAT_VERSION: &str = "1.0";

#[derive(Serialize)]
struct StatisticsJson {
    format_version: &'static str,
    tool: Tool,
    statistics: Vec<RuleCount>,
}

#[derive(Serialize)]
struct RuleCount {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    count: usize,
}

/// Counts the findings per rule and level, the highest count first.
fn count(report: &Report<'_>) -> Vec<(&'static Rule, Level, usize)> {
    let mut counts: BTreeMap<(&str, Level), (&'static Rule, usize)> = BTreeMap::new();
    for diagnostic in report.diagnostics {
        counts.entry((diagnostic.rule.code, diagnostic.level)).or_insert((diagnostic.rule, 0)).1 += 1;
    }
    let mut lines: Vec<_> =
        counts.into_iter().map(|((_, level), (code, count))| (code, level, count)).collect();
    lines.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
    lines
}

/// Writes one line per rule.
pub(in crate::cli) fn text(out: &mut dyn Write, report: &Report<'_>, look: &Look) -> io::Result<()> {
    let lines = count(report);
    let width = lines.first().map_or(0, |(.., count)| count.to_string().len());
    for (rule, level, count) in lines {
        let (color, end) = if look.color { (style(level), RESET) } else { ("", "") };
        writeln!(out, "{count:>width$}  {color}{:7}{end}  {}  {}", level.name(), rule.code, rule.name)?;
    }
    Ok(())
}

/// Writes a single JSON document.
pub(in crate::cli) fn as_json(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let lines = count(report).into_iter().map(|(rule, level, count)| RuleCount {
        code: rule.code,
        slug: rule.name,
        severity: level.name(),
        count,
    });
    let document = StatisticsJson { format_version: FORMAT_VERSION, tool: TOOL, statistics: lines.collect() };
    json::pretty(out, &document)
}
