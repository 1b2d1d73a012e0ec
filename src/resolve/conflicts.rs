//! Finds different definitions of one name in one namespace (TOSCA 2.0 §6.8.4). A type that is defined in a file
//! hides those that its imports bring.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::keynames::NameKind;
use crate::load::{File, Import};
use crate::yaml::{NodeId, YamlNode};

use super::lookup::Index;
use super::reach;

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

/// Reports each conflict in the file where the two definitions first meet.
pub(super) fn find(index: &Index<'_>) -> Vec<Diagnostic> {
    let merging: Vec<&File> = index.graph.files.iter().filter(|file| merges(index, file)).collect();
    if merging.is_empty() {
        return Vec::new();
    }
    let repeated = repeated_names(index, &merging);
    let targets = |file: FileId, visit: &mut dyn FnMut(FileId)| {
        index.graph.file(file).imports.iter().filter_map(|import| import.target).for_each(visit);
    };
    let starts = merging.iter().map(|file| file.id);
    let reaching = reach::reaching(starts, targets, |file| repeated.contains_key(&file));
    let (mut diagnostics, mut bringing) = (Vec::new(), Bringing::default());
    for file in merging {
        let brings = |import: &&Import| import.target.is_some_and(|target| reaching.contains(&target));
        let sources =
            file.imports.iter().filter(brings).count() + usize::from(repeated.contains_key(&file.id));
        if sources > 1 {
            find_in_file(index, file, &repeated, &mut bringing, &mut diagnostics);
        }
    }
    diagnostics
}

/// Returns whether names of different files can meet in a namespace of `file`.
fn merges(index: &Index<'_>, file: &File) -> bool {
    index.imports_plainly(file.id) || index.shares_namespaces(file.id)
}

/// For each file, those of its definitions whose name another file also defines.
type Repeated<'g> = FxHashMap<FileId, Vec<(NameKind, &'g str, NodeId)>>;

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
        let definitions = index.definitions(id).iter().filter(|definition| !definition.in_template);
        definitions.map(move |definition| (definition.kind, file.node(definition.key).text(), definition.key))
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
    diagnostics: &mut Vec<Diagnostic>,
) {
    // All definitions of each name so far, with their origins.
    let mut known: FxHashMap<QualifiedName<'g>, Vec<(Origin, FileId, NodeId)>> = FxHashMap::default();
    for &(kind, name, key) in repeated.get(&file.id).into_iter().flatten() {
        known.insert((None, kind, name), vec![(Origin::Own, file.id, key)]);
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
            for &(kind, name, key) in repeated.get(&id).into_iter().flatten() {
                let qualified_name = (namespace, kind, name);
                let definitions = known.entry(qualified_name).or_default();
                if definitions.len() >= MAX_COMPARED_DEFINITIONS
                    || definitions.iter().any(|&(_, file, _)| file == id)
                {
                    continue;
                }
                let brings = || index.bringing(imported, kind, name);
                if kind.is_type()
                    && !bringing.entry((imported, kind, name)).or_insert_with(brings).contains(&id)
                {
                    continue;
                }
                let first = definitions.iter().find(|(first, ..)| *first != origin).copied();
                definitions.push((origin, id, key));
                // Definitions that one import brings meet in an imported file, and were reported there.
                let Some((first_origin, first_file, first_key)) = first else { continue };
                let node = if first_origin == Origin::Own { first_key } else { import.value };
                if reported.insert(node) {
                    let span_of = |file: FileId, node: NodeId| -> Span { index.graph.file(file).span(node) };
                    let (first_span, second_span) = (span_of(first_file, first_key), span_of(id, key));
                    if first_origin == Origin::Own && kind.is_type() {
                        let is_alike = is_alike(file.node(first_key), index.graph.file(id).node(key));
                        let diagnostic =
                            rules::shadowed_type::new(first_span, kind.name(), name, second_span, is_alike);
                        let is_strict = index.graph.strict;
                        diagnostics.push(if is_strict {
                            diagnostic.at_level(Level::Error)
                        } else {
                            diagnostic
                        });
                        continue;
                    }
                    diagnostics.push(rules::conflicting_definitions::new(
                        file.span(node),
                        kind.name(),
                        name,
                        first_span,
                        second_span,
                    ));
                }
            }
        }
    }
}

/// Whether the definitions with these keys have the same text, apart from whitespace.
fn is_alike(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    let (first, second) = (first.entry_value().written(), second.entry_value().written());
    first.split_whitespace().eq(second.split_whitespace())
}
