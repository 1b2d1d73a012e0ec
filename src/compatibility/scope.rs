//! Finds the files and definitions of a profile, and pairs the definitions of two versions.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::base::{FileId, IndexMap};
use crate::dialects::Dialect;
use crate::keynames::NameKind;
use crate::load::FileGraph;
use crate::model::types::Types;
use crate::resolve::DefinitionId;

/// The files of a profile, each with the namespace that users see before its names.
///
/// These are the files of the run, and those that they import without a namespace or as parts of the same
/// named profile (§6.7.1).
#[derive(Debug, Default)]
pub(super) struct Scope {
    files: IndexMap<FileId, String>,
}

impl Scope {
    pub(super) fn new(graph: &FileGraph) -> Self {
        let mut scope = Self::default();
        let mut pending = VecDeque::new();
        for file in &graph.files {
            if file.is_requested && file.dialect() == Dialect::Tosca2 {
                scope.files.insert(file.id, String::new());
                pending.push_back(file.id);
            }
        }
        while let Some(id) = pending.pop_front() {
            let file = graph.file(id);
            let prefix = scope.files.get(&id).cloned().unwrap_or_default();
            for import in &file.imports {
                let Some(target) = import.target.map(|target| graph.file(target)) else { continue };
                let namespace = file.namespace(import);
                let is_part =
                    target.profile == file.profile && (file.profile.is_some() || namespace.is_none());
                if !is_part || target.dialect() != Dialect::Tosca2 || scope.files.contains_key(&target.id) {
                    continue;
                }
                let prefix = namespace.map_or_else(|| prefix.clone(), |name| format!("{prefix}{name}:"));
                scope.files.insert(target.id, prefix);
                pending.push_back(target.id);
            }
        }
        scope
    }

    /// Whether a file belongs to the profile.
    pub(super) fn contains(&self, file: FileId) -> bool {
        self.files.contains_key(&file)
    }

    /// Returns all definitions of the profile by kind and name as its users see it, in order.
    pub(super) fn definitions(&self, types: &Types) -> IndexMap<(NameKind, String), Vec<DefinitionId>> {
        let mut definitions: IndexMap<(NameKind, String), Vec<DefinitionId>> = IndexMap::default();
        for (&id, prefix) in &self.files {
            let file = types.graph.file(id);
            for (definition, index) in types.names.definitions(id).iter().zip(0..) {
                if definition.in_template || definition.kind.is_template() {
                    continue;
                }
                let name = format!("{prefix}{}", file.node(definition.key).text());
                definitions
                    .entry((definition.kind, name))
                    .or_default()
                    .push(DefinitionId { file: id, index });
            }
        }
        definitions
    }
}

/// Returns the name of the profile, or `None` if the files of the run have different ones.
pub(super) fn profile(graph: &FileGraph) -> Option<&str> {
    let mut names =
        graph.files.iter().filter(|file| file.is_requested).filter_map(|file| file.profile.as_deref());
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// A definition as users of the profile see it.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) kind: NameKind,
    pub(super) name: String,
    pub(super) id: DefinitionId,
}

/// The definitions of both versions, paired by kind and name.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    pub(super) old_scope: Scope,
    pub(super) new_scope: Scope,
    pub(super) counterparts: FxHashMap<DefinitionId, DefinitionId>,
    /// Definitions of both versions; the name is that of the old one.
    pub(super) paired: Vec<(Named, DefinitionId)>,
    pub(super) removed: Vec<Named>,
    pub(super) added: Vec<Named>,
}

impl Pairs {
    pub(super) fn new(old: &Types, new: &Types) -> Self {
        let mut pairs =
            Self { old_scope: Scope::new(&old.graph), new_scope: Scope::new(&new.graph), ..Self::default() };
        let mut new_definitions = pairs.new_scope.definitions(new);
        for ((kind, name), ids) in pairs.old_scope.definitions(old) {
            let new_ids = new_definitions.get_mut(&(kind, name.clone()));
            let mut new_ids = new_ids.map(std::mem::take).unwrap_or_default();
            let mut unpaired = Vec::new();
            for id in ids {
                // Several files of a directory may define the same name; the names of the files distinguish
                // them.
                let position = match new_ids.len() {
                    0 => None,
                    1 => Some(0),
                    _ => new_ids.iter().position(|new_id| file_name(new, *new_id) == file_name(old, id)),
                };
                match position {
                    Some(position) => {
                        pairs.pair(Named { kind, name: name.clone(), id }, new_ids.remove(position));
                    }
                    None => unpaired.push(Named { kind, name: name.clone(), id }),
                }
            }
            for (named, new_id) in unpaired.iter().zip(new_ids.drain(..unpaired.len().min(new_ids.len()))) {
                pairs.pair(named.clone(), new_id);
            }
            pairs
                .removed
                .extend(unpaired.into_iter().filter(|named| !pairs.counterparts.contains_key(&named.id)));
            pairs.added.extend(new_ids.into_iter().map(|id| Named { kind, name: name.clone(), id }));
        }
        for ((kind, name), ids) in new_definitions {
            pairs.added.extend(ids.into_iter().map(|id| Named { kind, name: name.clone(), id }));
        }
        pairs
    }

    fn pair(&mut self, named: Named, new: DefinitionId) {
        self.counterparts.insert(named.id, new);
        self.paired.push((named, new));
    }
}

fn file_name(types: &Types, id: DefinitionId) -> Option<&str> {
    types.graph.file(id.file).source().path.file_name()
}
