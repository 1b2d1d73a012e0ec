//! Converts a checked file to plain TOSCA 2.0.
//!
//! Input: an [`Analysis`](crate::Analysis), and one of its files. Output: the text of the file in TOSCA 2.0
//! with its remaining comments, and the rules that changed lines. What depends on more than the tree of this
//! file was decided by the phases: names become those of the definitions, implicitly imported profiles are
//! imported explicitly, and the rest follows [`Decisions`](crate::dialects::Decisions). Findings have no
//! influence.

mod decided;
mod edits;
mod imports;
mod inputs;
mod json;
mod paths;
mod project;
mod refinements;
mod repeated;
mod several_variants;
mod types;
mod xml_comments;

use std::sync::Arc;

use camino::Utf8Path;
use rustc_hash::FxHashSet;

use crate::Analysis;
use crate::base::{FileId, Span};
use crate::dialects::{Applied, LOST, ORIGINAL_DIALECTS, UNKNOWN};
use crate::host::{Limits, paths as file_names};
use crate::load::File;
use crate::yaml::{self, PatchNote, YamlNode};

pub use project::{NewFile, is_in_xml, project};

use edits::Edits;
use imports::Imports;

/// The section without definitions: its content has a meaning only where aliases use it.
const ANCHORS: &str = "dsl_definitions";

/// The keyname of the version of a file.
const VERSION: &str = "tosca_definitions_version";

/// A file converted to plain TOSCA 2.0.
#[derive(Debug)]
pub struct LoweredFile {
    /// The text.
    pub text: String,
    /// The rules that changed something, in the order of the file.
    pub applied: Vec<Applied>,
    /// The places that need a hand, in the order of the file.
    pub open: Vec<OpenPoint>,
    /// The built-in files that the text imports.
    pub built_in: Vec<FileId>,
}

/// A place of the original text that was not converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPoint {
    /// The place.
    pub span: Span,
    /// Why, as a sentence.
    pub reason: String,
}

/// How a file is converted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conversion<'a> {
    /// The directory with copies of the built-in profiles, if they are imported from there.
    pub copies: Option<&'a Utf8Path>,
    /// More places of the file that need a hand.
    pub further: &'a [OpenPoint],
    /// Whether the file records the version of its original even if it keeps no refinement of that version.
    pub records_version: bool,
}

/// Converts `file` to TOSCA 2.0. Unaffected parts keep their comments and layout.
#[must_use]
pub fn lower(analysis: &Analysis, file: FileId) -> LoweredFile {
    lower_with(analysis, file, Conversion::default())
}

/// Converts `file` like [`lower`], except that a template with several variants stays one, with the names of its version.
#[must_use]
pub fn migrate(analysis: &Analysis, file: FileId, conversion: Conversion<'_>) -> LoweredFile {
    let kept = several_variants::migrated(analysis.graph.file(file));
    kept.unwrap_or_else(|| lower_with(analysis, file, conversion))
}

/// Converts `file` like [`lower`].
#[must_use]
pub fn lower_with(analysis: &Analysis, file: FileId, conversion: Conversion<'_>) -> LoweredFile {
    let Conversion { copies, further, records_version } = conversion;
    let model = analysis.model();
    let loaded = analysis.graph.file(file);
    let source = analysis.sources().get(file);
    let has_copies = copies.is_some() && !loaded.imports.is_empty();
    if loaded.applied().is_empty() && !loaded.tree().is_rewritten() && !has_copies {
        let text = source.text.to_string();
        return LoweredFile { text, applied: Vec::new(), open: Vec::new(), built_in: Vec::new() };
    }
    let mut open = Vec::new();
    let mut edits = Edits::default();
    let mut applied = loaded.applied().to_vec();
    let mut imports = Imports::new(analysis, loaded, copies);
    types::names(analysis, loaded, &mut imports, &mut edits, &mut applied);
    paths::paths(model, loaded, &mut edits, &mut applied, &mut open);
    types::short_requirements(model.service(loaded.id), &mut imports, &mut edits);
    types::relationships(analysis, &model.types, loaded, &mut imports, &mut edits, &mut applied);
    repeated::repeated(analysis, loaded, &mut imports, &mut edits, &mut applied);
    imports.write(&mut edits);
    imports.remove_those_of_others(&mut edits);
    let kept = refinements::refinements(&model.types, loaded, analysis.decisions());
    if let Some(version) = loaded.policies().dialect.filter(|_| records_version || !kept.is_empty()) {
        edits.metadata(ORIGINAL_DIALECTS, format!("[ {version} ]"));
    }
    open.extend(kept);
    types::required(&model.types, loaded, &mut edits, &mut applied);
    inputs::by_name(model.service(loaded.id), &mut edits, &mut applied);
    decided::decided(analysis.decisions(), loaded, &mut edits, &mut applied);
    let tree = edits.apply(loaded.tree());
    applied.sort_by_key(|applied| applied.span);
    for Applied { rule, span } in &applied {
        let name = source.text.get(span.range()).and_then(|text| text.lines().next()).unwrap_or("");
        let reason = match *rule {
            LOST => format!("TOSCA 2.0 has no equivalent of `{name}`"),
            UNKNOWN => format!("`{name}` is not known, and is under `metadata` now"),
            _ => continue,
        };
        open.push(OpenPoint { span: *span, reason });
    }
    let is_new = |point: &&OpenPoint| open.iter().all(|known| known.span != point.span);
    let further: Vec<OpenPoint> = further.iter().filter(is_new).cloned().collect();
    open.extend(further);
    open.sort_by_key(|point| point.span);
    open.dedup();
    let written = loaded.parsed().written();
    let mut notes: Vec<PatchNote> = open
        .iter()
        .map(|point| PatchNote { position: point.span.start, text: comment(&point.reason) })
        .collect();
    if written.is_xml() {
        notes.extend(xml_comments::notes(&tree, written));
        notes.sort_by_key(|note| note.position);
    }
    let text = if file_names::is_json_name(&source.path) {
        tree.root().map(json::json).unwrap_or_default()
    } else {
        let text = used_definitions(yaml::print_patched(&tree, written, &notes), loaded);
        let first = tree.root().and_then(|root| root.entries().next());
        let is_first = first.is_none_or(|(key, _)| key.text() == VERSION);
        if is_first { text } else { version_first(&text).unwrap_or(text) }
    };
    LoweredFile { text, applied, open, built_in: imports.built_in() }
}

/// Returns `text` with comments above the lines of `places`: bytes, in order, and the reasons. A text that is not read as
/// YAML stays as it is.
#[must_use]
pub fn with_comments(text: &str, places: &[(u32, &str)]) -> String {
    let shared = Arc::new(text.to_owned());
    let (tree, problems) = yaml::parse(&shared, FileId(0), &Limits::default());
    let Some(root) = tree.root().filter(|_| problems.is_empty()) else { return text.to_owned() };
    let note = |(position, reason): &(u32, &str)| PatchNote { position: *position, text: comment(reason) };
    let notes: Vec<PatchNote> = places.iter().map(note).collect();
    let mut builder = yaml::Builder::rewriting(&tree);
    builder.copy(root);
    yaml::print_patched(&builder.finish(), &tree, &notes)
}

fn comment(reason: &str) -> String {
    format!("# TODO: {}", reason.replace('\n', " "))
}

/// Moves the line of the version to the top, where TOSCA 2.0 wants it. Returns `None` if it is there, or not in a line.
fn version_first(text: &str) -> Option<String> {
    let shared = Arc::new(text.to_owned());
    let (tree, _) = yaml::parse(&shared, FileId(0), &Limits::default());
    let root = tree.root()?;
    let (first, _) = root.entries().next()?;
    let (key, value) = root.entry(VERSION)?;
    if key.id() == first.id() || root.style() != yaml::Style::Block {
        return None;
    }
    let line_start =
        |position: u32| Some(text.get(..position as usize)?.rfind('\n').map_or(0, |index| index + 1));
    let (top, start) = (line_start(first.span().start)?, line_start(key.span().start)?);
    let end = text.get(start..)?.find('\n').map_or(text.len(), |index| start + index + 1);
    let line = text.get(start..end).filter(|_| value.span().end as usize <= end)?;
    Some(format!("{}{}\n{}{}", text.get(..top)?, line.trim_end(), text.get(top..start)?, text.get(end..)?))
}

/// Removes anchored definitions whose aliases are all written out.
fn used_definitions(text: String, file: &File) -> String {
    if file.tree().root().is_none_or(|root| root.get(ANCHORS).is_none()) {
        return text;
    }
    let text = Arc::new(text);
    let (tree, _) = yaml::parse(&text, file.id, &Limits::default());
    let Some(root) = tree.root() else { return text.to_string() };
    let copied: FxHashSet<Span> =
        tree.nodes().filter(|node| node.used_at().is_some()).map(YamlNode::span).collect();
    let used: Vec<YamlNode<'_>> = tree
        .nodes()
        .filter(|node| node.has_anchor() && node.used_at().is_none() && copied.contains(&node.span()))
        .collect();
    let is_unused = |definition: &YamlNode<'_>| {
        definition.used_at().is_none() && !used.iter().any(|node| definition.contains(*node))
    };
    let Some(section) = root.get(ANCHORS).filter(|map| map.entries().any(|(_, value)| is_unused(&value)))
    else {
        return text.to_string();
    };
    let all_are_unused = section.entries().all(|(_, value)| is_unused(&value));
    let mut builder = yaml::Builder::rewriting(&tree);
    builder.open_like(root);
    for (key, value) in root.all_entries() {
        if value.id() != section.id() {
            builder.copy(key);
            builder.copy(value);
        } else if !all_are_unused {
            builder.copy(key);
            builder.open_like(value);
            for (name, definition) in value.entries().filter(|(_, definition)| !is_unused(definition)) {
                builder.copy(name);
                builder.copy(definition);
            }
            builder.close();
        }
    }
    builder.close();
    yaml::print_patched(&builder.finish(), &tree, &[])
}
