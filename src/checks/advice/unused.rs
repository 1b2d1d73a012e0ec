//! Types, functions and repositories that no checked file uses.
//!
//! A file may define them for others: only files with a service template are known to keep their definitions for
//! themselves, and files without a profile that were asked for and that another checked file imports. Definitions
//! are not reported if a name that could not be resolved may mean them.

use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, rules};
use crate::keynames::NameKind;
use crate::load::File;
use crate::model::Model;
use crate::resolve::{DefinitionId, Meaning};
use crate::yaml;

use super::Choice;

/// Reports unused definitions of the files whose settings choose that.
pub(super) fn review(model: &Model, choices: &[(&File, Choice)]) -> Vec<Diagnostic> {
    const RULES: [&crate::diagnostics::Rule; 3] =
        [&rules::unused_type::RULE, &rules::unused_function::RULE, &rules::unused_repository::RULE];
    let mut diagnostics = Vec::new();
    if !choices.iter().any(|(_, choice)| RULES.iter().any(|rule| choice.includes(rule))) {
        return diagnostics;
    }
    let used = used_definitions(model);
    let shared = shared_files(model);
    for (file, choice) in choices.iter().filter(|(file, _)| !shared.contains(&file.id)) {
        for (definition, index) in model.types.names.definitions(file.id).iter().zip(0..) {
            let is_read = !definition.in_template && definition.entry.is_some();
            if !is_read || used.contains(&DefinitionId { file: file.id, index }) {
                continue;
            }
            let key = file.node(definition.key);
            let (span, name) = (key.span(), key.text());
            let diagnostic = match definition.kind {
                NameKind::Function => rules::unused_function::new(span, name),
                NameKind::Repository => rules::unused_repository::new(span, name),
                kind => rules::unused_type::new(span, kind.name(), name),
            };
            if choice.includes(diagnostic.rule) {
                yaml::report(&mut diagnostics, key, diagnostic);
            }
        }
    }
    diagnostics
}

/// Returns the definitions that a name outside of them means.
fn used_definitions(model: &Model) -> FxHashSet<DefinitionId> {
    let (types, mut used) = (&model.types, FxHashSet::default());
    for file in &types.graph.files {
        for (node, meaning) in types.names.meanings(file.id) {
            let first = match meaning {
                Meaning::Definition(id) => Some(id),
                _ => None,
            };
            for id in first.into_iter().chain(types.names.second_meaning(file.id, node)) {
                let key = types.graph.file(id.file).node(types.names.definition(id).key);
                // A data type may contain itself.
                let is_inside = id.file == file.id && key.entry_value().contains(file.node(node));
                if !is_inside {
                    used.insert(id);
                }
            }
        }
        for &(kind, name) in file.policies().names.implied {
            used.extend(types.names.implied(file.id, kind, Some(name)));
        }
    }
    used
}

/// Returns the files whose definitions other files may use: libraries, and what a file imports that has a name of
/// unknown meaning.
fn shared_files(model: &Model) -> FxHashSet<FileId> {
    let graph = &model.types.graph;
    let imported: FxHashSet<FileId> =
        graph.files.iter().flat_map(|file| &file.imports).filter_map(|import| import.target).collect();
    let mut shared: FxHashSet<FileId> = FxHashSet::default();
    let mut queue: Vec<FileId> = Vec::new();
    for file in &graph.files {
        let has_template = model.service(file.id).is_some();
        let is_library = !file.is_requested || !has_template && !imported.contains(&file.id);
        if file.profile.is_some() || is_library {
            shared.insert(file.id);
        }
        if has_unknown_names(model, file) {
            queue.push(file.id);
        }
    }
    let mut seen: FxHashSet<FileId> = queue.iter().copied().collect();
    while let Some(id) = queue.pop() {
        shared.insert(id);
        let file = graph.file(id);
        let targets =
            file.imports.iter().filter_map(|import| import.target).chain(file.implicit.iter().copied());
        queue.extend(targets.filter(|target| seen.insert(*target)));
    }
    shared
}

/// Whether a file uses names whose meaning is not known.
fn has_unknown_names(model: &Model, file: &File) -> bool {
    let names = &model.types.names;
    !file.is_readable()
        || file.tree().is_damaged()
        || file.imports.iter().any(|import| import.target.is_none())
        // The argument of this function of TOSCA 1.x is a type, but not a reference.
        || file.tree().mentions("$get_nodes_of_type")
        || names.meanings(file.id).any(|(_, meaning)| meaning == Meaning::Unknown)
}
