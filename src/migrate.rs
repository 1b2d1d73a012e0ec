//! A checked file as text in plain TOSCA 2.0.
//!
//! In: an [`Analysis`](crate::Analysis), and a file of it. Out: the text of the file in TOSCA 2.0, with the comments
//! of what survives, and which rules rewrote which lines. What no tree of one file can tell was decided by the
//! phases: names are written as they are defined, profiles that were imported without a word are imported in
//! words, and what else depends on types as the [`Decisions`](crate::dialects::Decisions) say. No finding counts.

mod decided;
mod edits;
mod inputs;
mod paths;
mod types;

use std::sync::Arc;

use crate::Analysis;
use crate::base::FileId;
use crate::dialects::Applied;
use crate::host::Limits;
use crate::load::File;
use crate::yaml::{self, Node};

use edits::Edits;

/// The section that defines nothing: what is in it has a meaning where it is used.
const ANCHORS: &str = "dsl_definitions";

/// A file in plain TOSCA 2.0.
#[derive(Debug)]
pub struct LoweredFile {
    /// The text.
    pub text: String,
    /// Which rules rewrote what, in the order of the file.
    pub applied: Vec<Applied>,
}

/// Writes `file` in TOSCA 2.0. What already is stays as it is, comments and layout included.
#[must_use]
pub fn lower(analysis: &Analysis, file: FileId) -> LoweredFile {
    let model = analysis.model();
    let loaded = analysis.graph.file(file);
    let source = analysis.sources().get(file);
    if loaded.applied().is_empty() && !loaded.tree().is_rewritten() {
        return LoweredFile { text: source.text.to_string(), applied: Vec::new() };
    }
    let mut edits = Edits::default();
    let mut applied = loaded.applied().to_vec();
    types::names(analysis, loaded, &mut edits, &mut applied);
    paths::paths(model, loaded, &mut edits, &mut applied);
    types::short_requirements(model.service(loaded.id), &mut edits);
    types::relationships(analysis, &model.types, loaded, &mut edits, &mut applied);
    inputs::by_name(model.service(loaded.id), &mut edits, &mut applied);
    decided::decided(analysis.decisions(), loaded, &mut edits, &mut applied);
    let tree = edits.apply(loaded.tree());
    applied.sort_by_key(|applied| applied.place);
    LoweredFile {
        text: used_definitions(yaml::print_rewritten(&tree, loaded.parsed().written()), loaded),
        applied,
    }
}

/// Leaves out what was anchored for others, where all of these are written out by now.
fn used_definitions(text: String, file: &File) -> String {
    if file.tree().root().is_none_or(|root| root.get(ANCHORS).is_none()) {
        return text;
    }
    let text = Arc::new(text);
    let (tree, _) = yaml::parse(&text, file.id, &Limits::default());
    let Some(root) = tree.root() else { return text.to_string() };
    let useless = |definition: &Node<'_>| !definition.holds_anchor() && definition.used_at().is_none();
    let Some(section) = root.get(ANCHORS).filter(|map| map.entries().any(|(_, value)| useless(&value)))
    else {
        return text.to_string();
    };
    let all = section.entries().all(|(_, value)| useless(&value));
    let mut builder = yaml::Builder::rewriting(&tree);
    builder.open_like(root);
    for (key, value) in root.all_entries() {
        if value.id() != section.id() {
            builder.copy(key);
            builder.copy(value);
        } else if !all {
            builder.copy(key);
            builder.open_like(value);
            for (name, definition) in value.entries().filter(|(_, definition)| !useless(definition)) {
                builder.copy(name);
                builder.copy(definition);
            }
            builder.close();
        }
    }
    builder.close();
    yaml::print_rewritten(&builder.finish(), &tree)
}
