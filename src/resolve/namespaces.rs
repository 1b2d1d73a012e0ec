//! The namespaces in front of a name (TOSCA 2.0 §6.8.4).

use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::load::FileGraph;
use crate::yaml::SourceNode;

use super::DefinitionId;

/// A namespace in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Namespace {
    /// Where it starts in the name, in bytes.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Where the import gives it.
    pub import: SourceNode,
}

/// A name is split into so many namespaces at most.
const DEEPEST: usize = 100;

/// The namespaces of the name `name` in `file`, along which it means `definition`; nothing where it has none.
#[must_use]
pub fn namespaces(graph: &FileGraph, file: FileId, name: &str, definition: DefinitionId) -> Vec<Namespace> {
    let mut search = Search { graph, name, definition, seen: FxHashSet::default(), found: Vec::new() };
    if search.lead_to(file, 0) { search.found } else { Vec::new() }
}

struct Search<'g> {
    graph: &'g FileGraph,
    name: &'g str,
    definition: DefinitionId,
    /// Files, and the parts of the name that were looked up in them.
    seen: FxHashSet<(FileId, usize)>,
    found: Vec<Namespace>,
}

impl Search<'_> {
    /// Whether the name from the byte `from` on means the definition as `file` sees it; notes the namespaces.
    fn lead_to(&mut self, file: FileId, from: usize) -> bool {
        let graph = self.graph;
        let closure = plain_closure(graph, file);
        let rest = self.name.get(from..).unwrap_or("");
        for file in closure.iter().map(|id| graph.file(*id)) {
            for import in &file.imports {
                let (Some(namespace), Some(target)) = (import.namespace, import.target) else { continue };
                let text = file.node(namespace).text();
                let is_in_front = rest.strip_prefix(text).is_some_and(|rest| rest.starts_with(':'));
                let to = from + text.len();
                if !is_in_front || self.found.len() >= DEEPEST || !self.seen.insert((target, to)) {
                    continue;
                }
                self.found.push(Namespace {
                    from,
                    to,
                    import: SourceNode { file: file.id, node: namespace },
                });
                if self.lead_to(target, to + 1) {
                    return true;
                }
                self.found.pop();
            }
        }
        from > 0 && closure.contains(&self.definition.file)
    }
}

/// `file`, and all files that imports without a namespace reach from it.
fn plain_closure(graph: &FileGraph, file: FileId) -> Vec<FileId> {
    let mut reached = vec![file];
    let mut seen = FxHashSet::from_iter([file]);
    let mut at = 0;
    while let Some(&file) = reached.get(at) {
        let plain = graph.file(file).imports.iter().filter(|import| import.namespace.is_none());
        reached.extend(plain.filter_map(|import| import.target).filter(|target| seen.insert(*target)));
        at += 1;
    }
    reached
}
