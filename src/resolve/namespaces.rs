//! Finds the namespaces of a qualified name (TOSCA 2.0 §6.8.4).

use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::load::FileGraph;
use crate::yaml::SourceNode;

use super::DefinitionId;

/// A namespace in a qualified name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Namespace {
    /// The byte in the name where it starts.
    pub from: usize,
    /// The byte in the name after its end.
    pub to: usize,
    /// The `namespace` of the import that declares it.
    pub import: SourceNode,
}

/// The maximum number of namespaces in a name.
const MAX_NAMESPACES: usize = 100;

/// Returns the namespaces of `name` in `file` through which it means `definition`, or an empty list if it is
/// not qualified.
#[must_use]
pub fn namespaces(graph: &FileGraph, file: FileId, name: &str, definition: DefinitionId) -> Vec<Namespace> {
    let mut search = Search { graph, name, definition, seen: FxHashSet::default(), namespaces: Vec::new() };
    if search.follow(file, 0) { search.namespaces } else { Vec::new() }
}

struct Search<'g> {
    graph: &'g FileGraph,
    name: &'g str,
    definition: DefinitionId,
    /// The files that were searched, each with the byte where the remaining name starts.
    seen: FxHashSet<(FileId, usize)>,
    namespaces: Vec<Namespace>,
}

impl Search<'_> {
    /// Collects the namespaces of the name from byte `from` on; returns whether it means the definition in
    /// `file`.
    fn follow(&mut self, file: FileId, from: usize) -> bool {
        let graph = self.graph;
        let closure = plain_closure(graph, file);
        let remaining_name = self.name.get(from..).unwrap_or("");
        for file in closure.iter().map(|id| graph.file(*id)) {
            for import in &file.imports {
                let (Some(namespace), Some(target)) = (import.namespace, import.target) else { continue };
                let text = file.namespace(import).unwrap_or_default();
                let is_prefix = remaining_name.strip_prefix(text).is_some_and(|rest| rest.starts_with(':'));
                let to = from + text.len();
                if !is_prefix || self.namespaces.len() >= MAX_NAMESPACES || !self.seen.insert((target, to)) {
                    continue;
                }
                self.namespaces.push(Namespace {
                    from,
                    to,
                    import: SourceNode { file: file.id, node: namespace },
                });
                if self.follow(target, to + 1) {
                    return true;
                }
                self.namespaces.pop();
            }
        }
        from > 0 && closure.contains(&self.definition.file)
    }
}

/// Returns `file` and all files that it reaches through imports without a namespace.
fn plain_closure(graph: &FileGraph, file: FileId) -> Vec<FileId> {
    let mut reached = vec![file];
    let mut seen = FxHashSet::from_iter([file]);
    let mut next = 0;
    while let Some(&file) = reached.get(next) {
        let plain = graph.file(file).imports.iter().filter(|import| import.namespace.is_none());
        reached.extend(plain.filter_map(|import| import.target).filter(|target| seen.insert(*target)));
        next += 1;
    }
    reached
}
