//! Resolves names to definitions: namespaces, kinds, conflicts.
//!
//! In: the file graph. Out: [`Names`], with the definitions of every file and the meaning of every
//! reference and function call, and diagnostics of area T04. Looks names up lazily along import edges, per
//! file and in parallel; never flattens namespaces. Names of members (properties, capabilities,
//! requirements …) are not resolved here: they need effective types. A name that a failed import or a
//! syntax error may have hidden stays unknown and is not reported.

mod conflicts;
mod definitions;
mod former_scalars;
mod functions;
mod lookup;
mod meant;
mod namespaces;
mod reach;
mod references;
mod type_help;
mod unused;

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::dialects::Dialect;
use crate::keynames::NameKind;
use crate::literals::BuiltIn;
use crate::load::{Earlier, File, FileGraph, PerFile};
use crate::yaml::{NodeId, NodeIndex};

use meant::Meant;

pub use namespaces::{Namespace, namespaces};

/// Identifies a definition by its file and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId {
    /// The file.
    pub file: FileId,
    /// The index in [`Names::definitions`] of the file.
    pub index: u32,
}

/// A named definition of a file.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// What is defined.
    pub kind: NameKind,
    /// The key that names it.
    pub key: NodeId,
    /// Its index in the section, or `None` if the entry could not be read.
    pub entry: Option<u32>,
    /// Whether it is in the service template.
    pub in_template: bool,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A definition.
    Definition(DefinitionId),
    /// A built-in data type.
    BuiltInType(BuiltIn),
    /// A built-in function.
    BuiltInFunction,
    /// Unknown: the name was reported, or a failure elsewhere may hide its definition.
    Unknown,
    /// Certainly not a name of the expected kinds; later phases decide whether that is a mistake.
    Nothing,
}

/// The names of all files.
#[derive(Debug, Default)]
pub struct Names {
    definitions: Vec<Vec<Definition>>,
    files: Vec<Arc<FileNames>>,
    /// For each type that is defined twice alike, the definition to use.
    repeated: FxHashMap<DefinitionId, DefinitionId>,
}

/// The names of a file, and the findings about them.
#[derive(Clone, Debug, Default)]
pub struct ResolvedFile {
    names: Arc<FileNames>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, Default)]
struct FileNames {
    /// Sorted by node.
    meanings: Vec<Meant>,
    index: NodeIndex,
    /// The default types of entities that name no type.
    implied: Vec<(NameKind, &'static str, DefinitionId)>,
    /// Second meanings of names that may be of two kinds, sorted by node.
    seconds: SecondMeanings,
    /// The calls in values, including malformed ones, sorted.
    calls: Vec<NodeId>,
}

impl Names {
    /// Returns the definitions of `file`, in order. A file that was added later, such as a configuration, has
    /// none.
    #[must_use]
    pub fn definitions(&self, file: FileId) -> &[Definition] {
        self.definitions.get(file.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the definition that a type definition of TOSCA 1.x repeats, which is used instead.
    #[must_use]
    pub fn repeated_by(&self, id: DefinitionId) -> Option<DefinitionId> {
        self.repeated.get(&id).copied()
    }

    fn used(&self, id: DefinitionId) -> DefinitionId {
        if self.repeated.is_empty() { id } else { self.repeated_by(id).unwrap_or(id) }
    }

    fn used_meaning(&self, meaning: Meaning) -> Meaning {
        match meaning {
            Meaning::Definition(id) => Meaning::Definition(self.used(id)),
            other => other,
        }
    }

    /// Returns the definition `id`.
    #[must_use]
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.file.index()][id.index as usize]
    }

    /// Returns the meaning of the name at `node` of `file`, or `None` if no name is there.
    #[must_use]
    pub fn meaning(&self, file: FileId, node: NodeId) -> Option<Meaning> {
        let FileNames { meanings, index, .. } = &**self.files.get(file.index())?;
        let up_to_node = meanings.get(index.start(node)?..)?.iter().take_while(|meant| meant.node <= node);
        up_to_node.last().filter(|meant| meant.node == node).map(|meant| self.used_meaning(meant.meaning()))
    }

    /// Returns the second meaning of the name at `node`, if two kinds are allowed there and both define the
    /// name: two types, or a template and a type.
    #[must_use]
    pub fn second_meaning(&self, file: FileId, node: NodeId) -> Option<DefinitionId> {
        let seconds = &self.files.get(file.index())?.seconds;
        let index = seconds.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(self.used(seconds[index].1))
    }

    /// Returns the default type of entities of `file` that name no type: the first of `kind`, or the one
    /// called `name`.
    #[must_use]
    pub fn implied(&self, file: FileId, kind: NameKind, name: Option<&str>) -> Option<DefinitionId> {
        let mut implied = self.files.get(file.index())?.implied.iter();
        let matches =
            |entry: &&(NameKind, &str, _)| entry.0 == kind && name.is_none_or(|name| entry.1 == name);
        implied.find(matches).map(|(_, _, id)| self.used(*id))
    }

    /// Returns the calls in the values of `file`, including malformed ones, in the order of the tree.
    #[must_use]
    pub fn calls(&self, file: FileId) -> &[NodeId] {
        self.files.get(file.index()).map_or(&[], |file| &file.calls)
    }

    /// Returns all names of `file` with their meanings.
    pub fn meanings(&self, file: FileId) -> impl Iterator<Item = (NodeId, Meaning)> {
        let meant = self.files.get(file.index()).into_iter().flat_map(|file| &file.meanings);
        meant.map(|meant| (meant.node, self.used_meaning(meant.meaning())))
    }
}

/// The names of a file that have a second meaning, of another kind.
type SecondMeanings = Vec<(NodeId, DefinitionId)>;

/// Looks up the type of `kind` that `name`, with its namespaces, means in `file`.
#[must_use]
pub fn find(graph: &FileGraph, file: FileId, kind: NameKind, name: &str) -> Option<DefinitionId> {
    find_all(graph, &[file], &[kind], name).first().copied()
}

/// Looks up all types of `kinds` that `name`, with its namespaces, means in any of `files`, each once.
#[must_use]
pub fn find_all(
    graph: &FileGraph,
    files: &[FileId],
    kinds: &[NameKind],
    name: &str,
) -> IndexSet<DefinitionId> {
    let (index, _) = lookup::Index::new(graph);
    let meanings = files.iter().flat_map(|&file| kinds.iter().map(move |&kind| (file, kind)));
    meanings.filter_map(|(file, kind)| index.find(file, kind, name).definition).collect()
}

/// Resolves all names of `graph`. Calls of `functions` need no definition. Takes over what `earlier` has.
/// Returns the names, the findings that concern several files, and those of each file.
#[must_use]
pub fn resolve(
    graph: &FileGraph,
    functions: &[String],
    earlier: &Earlier<'_, ResolvedFile>,
) -> (Names, Vec<Diagnostic>, PerFile<ResolvedFile>) {
    let (index, mut diagnostics) = lookup::Index::new(graph);
    let conflicts = conflicts::find(&index);
    diagnostics.extend(conflicts.diagnostics);
    let resolved = PerFile::new(graph, earlier, |file| resolve_file(&index, file, functions));
    let files = graph.files.iter().filter_map(|file| resolved.get(file.id));
    let files = files.map(|file| Arc::clone(&file.names)).collect();
    let definitions = index.into_definitions().collect();
    (Names { definitions, files, repeated: conflicts.repeated }, diagnostics, resolved)
}

fn resolve_file(index: &lookup::Index<'_>, file: &File, functions: &[String]) -> ResolvedFile {
    let calls = functions::calls(file);
    if file.dialect() != Dialect::Tosca2 && file.seen_from.is_none() {
        let names = Arc::new(FileNames { calls, ..FileNames::default() });
        return ResolvedFile { names, diagnostics: Vec::new() };
    }
    let mut diagnostics = Vec::new();
    let name_count = file.references().len() + calls.len();
    let mut names = references::Resolver::new(index, file, name_count, &mut diagnostics);
    names.references();
    functions::resolve(&mut names, &calls, functions);
    let references::ResolvedNames { meanings, seconds, has_unknown_names } = names.finish();
    // An import may be meant to define what is unknown.
    if !has_unknown_names {
        unused::find(index, file, &calls, &mut diagnostics);
    }
    let node_index = NodeIndex::new(meanings.iter().map(|meant| meant.node));
    let implied = file
        .policies()
        .names
        .implied
        .iter()
        .filter_map(|&(kind, name)| Some((kind, name, index.find(file.id, kind, name).definition?)))
        .collect();
    let names = FileNames { meanings, index: node_index, implied, seconds, calls };
    ResolvedFile { names: Arc::new(names), diagnostics }
}

impl ResolvedFile {
    /// The findings about the names of the file.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
