//! Writes the differences of two files as text and JSON.

use std::io::{self, Write};

use camino::{Utf8Path, Utf8PathBuf};
use serde::Serialize;

use crate::cli::diff::FileComparison;
use crate::compatibility::Act;
use crate::difference::{Difference, Side};
use crate::host::paths;

use super::changes::join_locations;
use super::human::RESET;
use super::{Look, TOOL, Tool, plural};

const FORMAT_VERSION: &str = "1.0";

/// Writes each difference, grouped by definition, with its locations; then the counts.
pub(in crate::cli) fn full(out: &mut dyn Write, compared: &FileComparison, look: &Look) -> io::Result<()> {
    let styled =
        |style: &str, text: &str| if look.color { format!("{style}{text}{RESET}") } else { text.to_owned() };
    for group in compared.differences.chunk_by(|a, b| a.definition() == b.definition()) {
        writeln!(out, "{}", styled("\x1b[1m", &group[0].definition()))?;
        for difference in group {
            let color = match difference.act {
                Act::Removed => "\x1b[1;31m",
                Act::Added => "\x1b[1;32m",
                Act::Changed => "\x1b[1;33m",
            };
            let act = styled(color, difference.act.name());
            let sentence = difference.sentence();
            let between = if sentence.is_empty() { "" } else { ": " };
            let location = join_locations(
                location(difference.old.as_ref(), &compared.old),
                location(difference.new.as_ref(), &compared.new),
            );
            let location = if location.is_empty() { location } else { format!(" ({location})") };
            writeln!(out, "  {act}{between}{sentence}{location}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", summary(compared))
}

/// `3 differences: 1 removed, 2 changed`
fn summary(compared: &FileComparison) -> String {
    if compared.differences.is_empty() {
        return "no differences".to_owned();
    }
    let acts = [Act::Removed, Act::Added, Act::Changed];
    let counts = acts.iter().map(|act| (count(compared, *act), act.name())).filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, name)| format!("{count} {name}")).collect();
    format!("{}: {}", plural(compared.differences.len(), "difference"), counts.join(", "))
}

fn count(compared: &FileComparison, act: Act) -> usize {
    compared.differences.iter().filter(|difference| difference.act == act).count()
}

/// Returns `file:line`, with the file relative to the working directory.
fn location(side: Option<&Side>, path: &Utf8Path) -> Option<String> {
    let (file, line) = side?.location.as_ref()?;
    Some(format!("{}:{line}", relative_path(file, path)))
}

fn relative_path(file: &str, path: &Utf8Path) -> Utf8PathBuf {
    if file == path || file.starts_with('<') {
        return file.into();
    }
    let directory = path.parent().unwrap_or(Utf8Path::new(""));
    paths::clean(&directory.join(file))
}

#[derive(Serialize)]
struct DifferencesJson<'a> {
    format_version: &'static str,
    tool: Tool,
    old: File<'a>,
    new: File<'a>,
    summary: Summary,
    differences: Vec<DifferenceJson<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
}

#[derive(Serialize)]
struct Summary {
    removed: usize,
    added: usize,
    changed: usize,
}

#[derive(Serialize)]
struct DifferenceJson<'a> {
    act: &'static str,
    kind: &'a str,
    name: &'a str,
    member: &'a str,
    old: Option<SideJson<'a>>,
    new: Option<SideJson<'a>>,
}

#[derive(Serialize)]
struct SideJson<'a> {
    value: Option<&'a str>,
    place: Option<Location>,
}

/// A location; lines count from 1.
#[derive(Serialize)]
struct Location {
    file: String,
    line: u64,
}

/// Writes a single, versioned JSON document. Readers should ignore unknown keys.
pub(in crate::cli) fn json(out: &mut dyn Write, compared: &FileComparison) -> io::Result<()> {
    let document = DifferencesJson {
        format_version: FORMAT_VERSION,
        tool: TOOL,
        old: File { path: compared.old.as_str() },
        new: File { path: compared.new.as_str() },
        summary: Summary {
            removed: count(compared, Act::Removed),
            added: count(compared, Act::Added),
            changed: count(compared, Act::Changed),
        },
        differences: compared
            .differences
            .iter()
            .map(|difference| difference_json(difference, compared))
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn difference_json<'a>(difference: &'a Difference, compared: &FileComparison) -> DifferenceJson<'a> {
    let side = |side: &'a Option<Side>, path: &Utf8Path| {
        let side = side.as_ref()?;
        let location = side
            .location
            .as_ref()
            .map(|(file, line)| Location { file: relative_path(file, path).into(), line: *line });
        Some(SideJson { value: side.value.as_deref(), place: location })
    };
    DifferenceJson {
        act: difference.act.name(),
        kind: difference.kind,
        name: &difference.name,
        member: &difference.member,
        old: side(&difference.old, &compared.old),
        new: side(&difference.new, &compared.new),
    }
}
