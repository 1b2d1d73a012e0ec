//! Finds different definitions of one name in one namespace (TOSCA 2.0 §6.8.4). A type that is defined in a file
//! hides those that its imports bring.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::keynames::NameKind;
use crate::load::{File, Import};
use crate::yaml::{NodeId, hold_the_same};

use super::lookup::Index;
use super::{DefinitionId, reach};

/// The maximum number of definitions of one name that are compared; more findings about one name would not
/// help.
const MAX_COMPARED_DEFINITIONS: usize = 8;

/// A name in the root namespace of a file, or in one of its named namespaces.
type QualifiedName<'g> = (Option<&'g str>, NameKind, &'g str);

/// How a definition gets into a file: it is written there, or an import (its value) brings it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Own,
    Import(NodeId),
}

/// The files that bring a type: for the file that is imported, the kind and the name.
type Bringing<'g> = FxHashMap<(FileId, NameKind, &'g str), Vec<FileId>>;

/// Definitions of one name in one namespace.
#[derive(Default)]
pub(super) struct Conflicts {
    /// The findings about them.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Types of TOSCA 1.x that are defined twice alike: for each definition but one, that one.
    pub(super) repeated: FxHashMap<DefinitionId, DefinitionId>,
}

impl Conflicts {
    /// Notes that two definitions are one type, and that `kept` is the one to use.
    fn repeat(&mut self, repeated: DefinitionId, kept: DefinitionId) {
        let (repeated, kept) = (self.used(repeated), self.used(kept));
        if repeated != kept {
            self.repeated.insert(repeated, kept);
        }
    }

    /// Returns the definition to use in place of `id`, or `id` itself.
    fn used(&self, id: DefinitionId) -> DefinitionId {
        let next = |id: &DefinitionId| self.repeated.get(id).copied();
        std::iter::successors(Some(id), next).last().unwrap_or(id)
    }
}

/// Reports each conflict in the file where the two definitions first meet.
pub(super) fn find(index: &Index<'_>) -> Conflicts {
    let merging: Vec<&File> = index.graph.files.iter().filter(|file| merges(index, file)).collect();
    if merging.is_empty() {
        return Conflicts::default();
    }
    let repeated = repeated_names(index, &merging);
    let targets = |file: FileId, visit: &mut dyn FnMut(FileId)| {
        index.graph.file(file).imports.iter().filter_map(|import| import.target).for_each(visit);
    };
    let starts = merging.iter().map(|file| file.id);
    let reaching = reach::reaching(starts, targets, |file| repeated.contains_key(&file));
    let (mut conflicts, mut bringing) = (Conflicts::default(), Bringing::default());
    for file in merging {
        let brings = |import: &&Import| import.target.is_some_and(|target| reaching.contains(&target));
        let sources =
            file.imports.iter().filter(brings).count() + usize::from(repeated.contains_key(&file.id));
        if sources > 1 {
            find_in_file(index, file, &repeated, &mut bringing, &mut conflicts);
        }
    }
    let used = conflicts.repeated.keys().map(|id| (*id, conflicts.used(*id))).collect();
    Conflicts { repeated: used, ..conflicts }
}

/// Returns whether names of different files can meet in a namespace of `file`.
fn merges(index: &Index<'_>, file: &File) -> bool {
    index.imports_plainly(file.id) || index.shares_namespaces(file.id)
}

/// For each file, those of its definitions whose name another file also defines.
type Repeated<'g> = FxHashMap<FileId, Vec<(NameKind, &'g str, DefinitionId)>>;

fn repeated_names<'g>(index: &Index<'g>, merging: &[&'g File]) -> Repeated<'g> {
    // An import without a namespace also brings the namespaces of its target, with all that is in them.
    let mut files: FxHashSet<FileId> = merging.iter().map(|file| file.id).collect();
    let mut pending: Vec<FileId> = files.iter().copied().collect();
    while let Some(id) = pending.pop() {
        let targets = index.graph.file(id).imports.iter().filter_map(|import| import.target);
        pending.extend(targets.filter(|target| files.insert(*target)));
    }
    let mut counts: FxHashMap<(NameKind, &str), u32> = FxHashMap::default();
    let mut ordered: Vec<FileId> = files.into_iter().collect();
    ordered.sort_unstable_by_key(|id| index.graph.rank(*id));
    let names = |id: FileId| {
        let file = index.graph.file(id);
        let definitions = (0..).zip(index.definitions(id)).filter(|(_, definition)| !definition.in_template);
        definitions.map(move |(place, definition)| {
            let name = file.node(definition.key).text();
            (definition.kind, name, DefinitionId { file: id, index: place })
        })
    };
    for &id in &ordered {
        for (kind, name, _) in names(id) {
            *counts.entry((kind, name)).or_default() += 1;
        }
    }
    let mut repeated = Repeated::default();
    for id in ordered {
        let repeated_names: Vec<_> =
            names(id).filter(|(kind, name, _)| counts[&(*kind, *name)] > 1).collect();
        if !repeated_names.is_empty() {
            repeated.insert(id, repeated_names);
        }
    }
    repeated
}

fn find_in_file<'g>(
    index: &Index<'g>,
    file: &'g File,
    repeated: &Repeated<'g>,
    bringing: &mut Bringing<'g>,
    conflicts: &mut Conflicts,
) {
    // All definitions of each name so far, with their origins.
    let mut known: FxHashMap<QualifiedName<'g>, Vec<(Origin, DefinitionId)>> = FxHashMap::default();
    for &(kind, name, own) in repeated.get(&file.id).into_iter().flatten() {
        known.insert((None, kind, name), vec![(Origin::Own, own)]);
    }
    // Only one finding per import, however many names conflict there.
    let mut reported: FxHashSet<NodeId> = FxHashSet::default();
    for import in &file.imports {
        let Some(target) = import.target else { continue };
        let origin = Origin::Import(import.value);
        // The namespace, the file that is imported, and a file whose definitions that brings.
        let mut merged: Vec<(Option<&str>, FileId, FileId)> = Vec::new();
        match file.namespace(import) {
            Some(namespace) => {
                merged.extend(index.closure(target).into_iter().map(|id| (Some(namespace), target, id)));
            }
            None => {
                for id in index.closure(target) {
                    merged.push((None, target, id));
                    let carrier = index.graph.file(id);
                    for inner in &carrier.imports {
                        if let (Some(namespace), Some(target)) = (carrier.namespace(inner), inner.target) {
                            let files = index.closure(target);
                            merged.extend(files.into_iter().map(|id| (Some(namespace), target, id)));
                        }
                    }
                }
            }
        }
        for (namespace, imported, id) in merged {
            for &(kind, name, definition) in repeated.get(&id).into_iter().flatten() {
                let qualified_name = (namespace, kind, name);
                let definitions = known.entry(qualified_name).or_default();
                if definitions.len() >= MAX_COMPARED_DEFINITIONS
                    || definitions.iter().any(|(_, known)| known.file == id)
                {
                    continue;
                }
                let brings = || index.bringing(imported, kind, name);
                if kind.is_type()
                    && !bringing.entry((imported, kind, name)).or_insert_with(brings).contains(&id)
                {
                    continue;
                }
                let first = definitions.iter().find(|(first, _)| *first != origin).copied();
                definitions.push((origin, definition));
                // Definitions that one import brings meet in an imported file, and were reported there.
                let Some((first_origin, first)) = first else { continue };
                let is_alike = kind.is_type() && is_alike(index, first, definition);
                let repeats = is_alike && file.policies().names.sees_nearby;
                match first_origin {
                    _ if !repeats => {}
                    Origin::Own => conflicts.repeat(first, definition),
                    Origin::Import(_) => conflicts.repeat(definition, first),
                }
                let key = |id: DefinitionId| index.definitions(id.file)[id.index as usize].key;
                let node = if first_origin == Origin::Own { key(first) } else { import.value };
                if !reported.insert(node) {
                    continue;
                }
                let span_of = |id: DefinitionId| -> Span { index.graph.file(id.file).span(key(id)) };
                let (spans, is_type, kind) =
                    ((span_of(first), span_of(definition)), kind.is_type(), kind.name());
                let diagnostic = match (first_origin, repeats && !index.graph.strict) {
                    (Origin::Own, true) => rules::shadowed_type::repeated(spans.0, kind, name, spans.1),
                    (_, true) => rules::conflicting_definitions::repeated(file.span(node), kind, name, spans),
                    (Origin::Own, _) if is_type => {
                        rules::shadowed_type::new(spans.0, kind, name, spans.1, is_alike && !repeats)
                    }
                    _ => rules::conflicting_definitions::new(file.span(node), kind, name, spans.0, spans.1),
                };
                let is_strict = index.graph.strict;
                conflicts.diagnostics.push(if is_strict {
                    diagnostic.at_level(Level::Error)
                } else {
                    diagnostic
                });
            }
        }
    }
}

/// Whether two definitions hold the same.
fn is_alike(index: &Index<'_>, first: DefinitionId, second: DefinitionId) -> bool {
    let node = |id: DefinitionId| {
        index.graph.file(id.file).node(index.definitions(id.file)[id.index as usize].key).entry_value()
    };
    hold_the_same(node(first), node(second))
}
