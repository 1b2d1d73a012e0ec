//! Converts a checked file to plain TOSCA 2.0.
//!
//! Input: an [`Analysis`](crate::Analysis), and one of its files. Output: the text of the file in TOSCA 2.0
//! with its remaining comments, and the rules that changed lines. What depends on more than the tree of this
//! file was decided by the phases: names become those of the definitions, implicitly imported profiles are
//! imported explicitly, and the rest follows [`Decisions`](crate::dialects::Decisions). Findings have no
//! influence.

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
use crate::yaml::{self, YamlNode};

use edits::Edits;

/// The section without definitions: its content has a meaning only where aliases use it.
const ANCHORS: &str = "dsl_definitions";

/// A file converted to plain TOSCA 2.0.
#[derive(Debug)]
pub struct LoweredFile {
    /// The text.
    pub text: String,
    /// The rules that changed something, in the order of the file.
    pub applied: Vec<Applied>,
}

/// Converts `file` to TOSCA 2.0. Unaffected parts keep their comments and layout.
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
    applied.sort_by_key(|applied| applied.span);
    LoweredFile {
        text: used_definitions(yaml::print_rewritten(&tree, loaded.parsed().written()), loaded),
        applied,
    }
}

/// Removes anchored definitions whose aliases are all written out.
fn used_definitions(text: String, file: &File) -> String {
    if file.tree().root().is_none_or(|root| root.get(ANCHORS).is_none()) {
        return text;
    }
    let text = Arc::new(text);
    let (tree, _) = yaml::parse(&text, file.id, &Limits::default());
    let Some(root) = tree.root() else { return text.to_string() };
    let is_unused =
        |definition: &YamlNode<'_>| !definition.contains_anchor() && definition.used_at().is_none();
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
    yaml::print_rewritten(&builder.finish(), &tree)
}
