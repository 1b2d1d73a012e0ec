//! Different definitions of one name in one namespace (TOSCA 2.0 §6.8.4).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, codes};
use crate::keynames::NameKind;
use crate::load::File;
use crate::yaml::NodeId;

use super::lookup::Index;

/// So many definitions of one name are compared; where there are more, enough has been said.
const ENOUGH: usize = 8;

/// A name in the root namespace of a file, or in one of its named namespaces.
type Place<'g> = (Option<&'g str>, NameKind, &'g str);

/// Where a definition came in: the key of an own one, or the value of an import.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Own,
    Import(NodeId),
}

/// Reports each conflict in the file where the two definitions first come together.
pub(super) fn find(index: &Index<'_>) -> Vec<Diagnostic> {
    let merging: Vec<&File> = index.graph.files.iter().filter(|file| merges(index, file)).collect();
    if merging.is_empty() {
        return Vec::new();
    }
    let repeated = repeated_names(index, &merging);
    let mut found = Vec::new();
    for file in merging {
        in_file(index, file, &repeated, &mut found);
    }
    found
}

/// Whether names of different files meet in a namespace of `file`.
fn merges(index: &Index<'_>, file: &File) -> bool {
    index.imports_plainly(file.id) || index.shares_namespaces(file.id)
}

/// For each file, those of its definitions whose name another file defines too.
type Repeated<'g> = FxHashMap<FileId, Vec<(NameKind, &'g str, NodeId)>>;

fn repeated_names<'g>(index: &Index<'g>, merging: &[&'g File]) -> Repeated<'g> {
    let mut files: FxHashSet<FileId> = FxHashSet::default();
    for file in merging {
        files.extend(index.closure(file.id));
        for import in &file.imports {
            files.extend(import.target);
        }
    }
    // The namespaces of plainly imported files are carried in, with what their targets import plainly.
    let mut more: Vec<FileId> = files.iter().copied().collect();
    while let Some(id) = more.pop() {
        let named = index.graph.file(id).imports.iter().filter(|import| import.namespace.is_some());
        for target in named.filter_map(|import| import.target) {
            if files.contains(&target) {
                continue;
            }
            for file in index.closure(target) {
                if files.insert(file) {
                    more.push(file);
                }
            }
        }
    }
    let mut counts: FxHashMap<(NameKind, &str), u32> = FxHashMap::default();
    let mut ordered: Vec<FileId> = files.into_iter().collect();
    ordered.sort_unstable_by_key(|id| index.graph.rank(*id));
    let names = |id: FileId| {
        let file = index.graph.file(id);
        let own = index.definitions(id).iter().filter(|definition| !definition.in_template);
        own.map(move |definition| (definition.kind, file.node(definition.key).text(), definition.key))
    };
    for &id in &ordered {
        for (kind, name, _) in names(id) {
            *counts.entry((kind, name)).or_default() += 1;
        }
    }
    let mut repeated = Repeated::default();
    for id in ordered {
        let own: Vec<_> = names(id).filter(|(kind, name, _)| counts[&(*kind, *name)] > 1).collect();
        if !own.is_empty() {
            repeated.insert(id, own);
        }
    }
    repeated
}

fn in_file<'g>(index: &Index<'g>, file: &'g File, repeated: &Repeated<'g>, found: &mut Vec<Diagnostic>) {
    if repeated.is_empty() {
        return;
    }
    // Everything that came in under a name so far, by way.
    let mut known: FxHashMap<Place<'g>, Vec<(Way, FileId, NodeId)>> = FxHashMap::default();
    for &(kind, name, key) in repeated.get(&file.id).into_iter().flatten() {
        known.insert((None, kind, name), vec![(Way::Own, file.id, key)]);
    }
    // One finding for all names that meet at one import.
    let mut told: FxHashSet<NodeId> = FxHashSet::default();
    for import in &file.imports {
        let Some(target) = import.target else { continue };
        let way = Way::Import(import.value);
        let mut brought: Vec<(Option<&str>, FileId)> = Vec::new();
        match file.namespace(import) {
            Some(namespace) => {
                brought.extend(index.closure(target).into_iter().map(|id| (Some(namespace), id)));
            }
            None => {
                for id in index.closure(target) {
                    brought.push((None, id));
                    let carrier = index.graph.file(id);
                    for inner in &carrier.imports {
                        if let (Some(namespace), Some(target)) = (carrier.namespace(inner), inner.target) {
                            let files = index.closure(target);
                            brought.extend(files.into_iter().map(|id| (Some(namespace), id)));
                        }
                    }
                }
            }
        }
        for (namespace, id) in brought {
            for &(kind, name, key) in repeated.get(&id).into_iter().flatten() {
                let place = (namespace, kind, name);
                let before = known.entry(place).or_default();
                if before.len() >= ENOUGH || before.iter().any(|&(_, file, _)| file == id) {
                    continue;
                }
                let first = before.iter().find(|(first, ..)| *first != way).copied();
                before.push((way, id, key));
                // What meets on the same way was told in the file where it meets.
                let Some((first_way, first_file, first_key)) = first else { continue };
                let at = if first_way == Way::Own { first_key } else { import.value };
                if told.insert(at) {
                    let span = |file: FileId, node: NodeId| -> Span { index.graph.file(file).span(node) };
                    found.push(codes::conflicting_definitions::new(
                        file.span(at),
                        kind.name(),
                        name,
                        span(first_file, first_key),
                        span(id, key),
                    ));
                }
            }
        }
    }
}
