//! Writes the changes of a profile as text and JSON.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;

use crate::base::{Sources, Span};
use crate::cli::profile::{ProfileComparison, ProfileVersion};
use crate::compatibility::{Bump, Change, Impact};

use crate::cli::terminal::Look;

use super::{RESET, TOOL, Tool};

const FORMAT_VERSION: &str = "1.0";

/// Writes each change, grouped by definition, with its locations and the reason for its impact; then the
/// version bump.
pub(in crate::cli) fn full(
    out: &mut dyn Write,
    compared: &ProfileComparison<'_>,
    look: &Look,
) -> io::Result<()> {
    let styled =
        |style: &str, text: &str| if look.color { format!("{style}{text}{RESET}") } else { text.to_owned() };
    for group in compared.changes.chunk_by(|a, b| a.definition() == b.definition()) {
        writeln!(out, "{}", styled("\x1b[1m", &group[0].definition()))?;
        for change in group.iter().filter(|change| change.impact != Impact::Compatible) {
            let color = if change.impact == Impact::Breaking { "\x1b[1;31m" } else { "\x1b[1;32m" };
            let impact = styled(color, change.impact.name());
            let heirs = heirs(change);
            writeln!(out, "  {impact}: {}{heirs}", change.sentence())?;
            writeln!(out, "    {}", old_and_new(change, compared))?;
            writeln!(out, "    {}", change.why)?;
        }
        for change in group.iter().filter(|change| change.impact == Impact::Compatible) {
            let location = old_and_new(change, compared);
            writeln!(out, "  {}: {} ({location}){}", change.impact.name(), change.sentence(), heirs(change))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", summary(compared))
}

/// Writes one line per change, with its new location if there is one; then the version bump.
pub(in crate::cli) fn concise(out: &mut dyn Write, compared: &ProfileComparison<'_>) -> io::Result<()> {
    for change in &compared.changes {
        let (old, new) = locations(change, compared);
        let subject = if change.member.is_empty() { " " } else { ": " };
        writeln!(
            out,
            "{}: {}: {}{subject}{}",
            new.or(old).unwrap_or_default(),
            change.impact.name(),
            change.definition(),
            change.sentence()
        )?;
    }
    writeln!(out, "{}", summary(compared))
}

fn heirs(change: &Change) -> String {
    match change.heirs {
        0 => String::new(),
        1 => " (1 other type inherits it)".to_owned(),
        many => format!(" ({many} other types inherit it)"),
    }
}

/// Returns the old and the new location.
fn locations(change: &Change, compared: &ProfileComparison<'_>) -> (Option<String>, Option<String>) {
    let location = |span: Option<Span>, side: &ProfileVersion<'_>| {
        let span = span?;
        let source = side.analysis.sources().get(span.file);
        Some(format!("{}:{}", source.path, source.position(span.start).line))
    };
    (location(change.old, &compared.old), location(change.new, &compared.new))
}

fn old_and_new(change: &Change, compared: &ProfileComparison<'_>) -> String {
    let (old, new) = locations(change, compared);
    join_locations(old, new)
}

/// Returns `old -> new`, or the only location.
pub(super) fn join_locations(old: Option<String>, new: Option<String>) -> String {
    match (old, new) {
        (Some(old), Some(new)) => format!("{old} -> {new}"),
        (old, new) => old.or(new).unwrap_or_default(),
    }
}

/// `major version bump needed: 3 breaking changes; 1.2 -> 1.3 is only a minor bump`
fn summary(compared: &ProfileComparison<'_>) -> String {
    let mut text = match compared.needed_bump {
        Bump::None => "no version bump needed".to_owned(),
        bump => format!("{} version bump needed", bump.name()),
    };
    let counts = [
        (Impact::Breaking, "breaking change", "breaking changes"),
        (Impact::Addition, "addition", "additions"),
        (Impact::Compatible, "compatible change", "compatible changes"),
    ];
    let mut counted = Vec::new();
    for (impact, singular, plural) in counts {
        match count(compared, impact) {
            0 => {}
            1 => counted.push(format!("1 {singular}")),
            number => counted.push(format!("{number} {plural}")),
        }
    }
    let counted = if counted.is_empty() { "no changes".to_owned() } else { counted.join(", ") };
    let _ = write!(text, ": {counted}");
    if let (Some(old), Some(new)) = (&compared.old.version, &compared.new.version) {
        let verdict = match Bump::between(old, new) {
            _ if compared.is_enough == Some(true) => "is enough".to_owned(),
            None => "goes back".to_owned(),
            Some(Bump::None) => "is the same version".to_owned(),
            Some(bump) => format!("is only a {} bump", bump.name()),
        };
        let _ = write!(text, "; {} -> {} {verdict}", old.text, new.text);
    }
    text
}

fn count(compared: &ProfileComparison<'_>, impact: Impact) -> usize {
    compared.changes.iter().filter(|change| change.impact == impact).count()
}

#[derive(Serialize)]
struct ChangesJson<'a> {
    format_version: &'static str,
    tool: Tool,
    old: SideJson<'a>,
    new: SideJson<'a>,
    summary: Summary,
    changes: Vec<ChangeJson<'a>>,
}

#[derive(Serialize)]
struct SideJson<'a> {
    path: &'a str,
    version: Option<&'a str>,
    errors: usize,
}

#[derive(Serialize)]
struct Summary {
    bump: &'static str,
    enough: Option<bool>,
    breaking: usize,
    additions: usize,
    compatible: usize,
}

#[derive(Serialize)]
struct ChangeJson<'a> {
    impact: &'static str,
    act: &'static str,
    keyname: Option<&'static str>,
    kind: &'static str,
    name: &'a str,
    member: &'a str,
    what: &'a str,
    why: &'a str,
    old: Option<Location<'a>>,
    new: Option<Location<'a>>,
    inherited_by: usize,
    renamed_to: Option<&'a str>,
}

/// A location: line and column from 1, the column in Unicode scalar values.
#[derive(Serialize)]
struct Location<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

/// Writes a single, versioned JSON document. Readers should ignore unknown keys.
pub(in crate::cli) fn json(out: &mut dyn Write, compared: &ProfileComparison<'_>) -> io::Result<()> {
    let version = |side: &ProfileVersion<'_>| side.version.as_ref().map(|version| version.text.clone());
    let (old_version, new_version) = (version(&compared.old), version(&compared.new));
    let document = ChangesJson {
        format_version: FORMAT_VERSION,
        tool: TOOL,
        old: SideJson {
            path: compared.old.path.as_str(),
            version: old_version.as_deref(),
            errors: compared.old.errors,
        },
        new: SideJson {
            path: compared.new.path.as_str(),
            version: new_version.as_deref(),
            errors: compared.new.errors,
        },
        summary: Summary {
            bump: compared.needed_bump.name(),
            enough: compared.is_enough,
            breaking: count(compared, Impact::Breaking),
            additions: count(compared, Impact::Addition),
            compatible: count(compared, Impact::Compatible),
        },
        changes: compared.changes.iter().map(|change| change_json(change, compared)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn change_json<'a>(change: &'a Change, compared: &'a ProfileComparison<'_>) -> ChangeJson<'a> {
    ChangeJson {
        impact: change.impact.name(),
        act: change.act.name(),
        keyname: change.keyname,
        kind: change.kind,
        name: &change.name,
        member: &change.member,
        what: &change.what,
        why: &change.why,
        old: change.old.map(|span| location(span, compared.old.analysis.sources())),
        new: change.new.map(|span| location(span, compared.new.analysis.sources())),
        inherited_by: change.heirs,
        renamed_to: change.renamed_to.as_deref(),
    }
}

fn location(span: Span, sources: &Sources) -> Location<'_> {
    let source = sources.get(span.file);
    let position = source.position(span.start);
    Location { file: source.path.as_str(), line: position.line, column: position.column }
}
