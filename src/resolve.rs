//! Names to definitions: namespaces, kinds, conflicts.
//!
//! In: the file graph. Out: [`Names`]: what every file defines and what every reference and function
//! call means, and diagnostics of area T04. Looks names up lazily along import edges, per file and in
//! parallel; never flattens namespaces. Names of members (properties, capabilities, requirements …) are
//! not resolved here: they need effective types. What a failed import or a syntax error may have hidden
//! stays unknown in silence.

mod conflicts;
mod definitions;
mod functions;
mod lookup;
mod namespaces;
mod references;
mod unused;

use indexmap::IndexSet;
use rayon::prelude::*;

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::dialects::Dialect;
use crate::keynames::NameKind;
use crate::literals::BuiltIn;
use crate::load::FileGraph;
use crate::yaml::{NodeId, NodeIndex};

pub use namespaces::{Namespace, namespaces};

/// A definition: the file and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId {
    /// The file.
    pub file: FileId,
    /// The position in [`Names::definitions`] of the file.
    pub index: u32,
}

/// Something with a name.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// What it is.
    pub kind: NameKind,
    /// The key that names it.
    pub key: NodeId,
    /// Its number among the entries of its section; none where it could not be read.
    pub entry: Option<u32>,
    /// Whether it stands in the service template.
    pub in_template: bool,
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A definition.
    Definition(DefinitionId),
    /// A data type of the standard.
    BuiltInType(BuiltIn),
    /// A function of the standard.
    BuiltInFunction,
    /// Nothing that is known; it was reported, or a failure elsewhere hides it.
    Unknown,
    /// For certain nothing of the kinds asked for; whether that is a mistake is for later phases.
    Nothing,
}

/// The names of all files.
#[derive(Debug, Default)]
pub struct Names {
    files: Vec<FileNames>,
}

#[derive(Debug, Default)]
struct FileNames {
    definitions: Vec<Definition>,
    /// Sorted by node.
    meanings: Meanings,
    index: NodeIndex,
    /// The types that are meant where none is named.
    implied: Vec<(NameKind, &'static str, DefinitionId)>,
    /// Second meanings of names that may be of two kinds, sorted by node.
    seconds: SecondMeanings,
    /// The calls in values, and what is written like a call but is not one, sorted.
    calls: Vec<NodeId>,
}

impl Names {
    /// What `file` defines, in order; nothing where it came after the names, as a configuration does.
    #[must_use]
    pub fn definitions(&self, file: FileId) -> &[Definition] {
        self.files.get(file.index()).map_or(&[], |file| &file.definitions)
    }

    /// The definition `id`.
    #[must_use]
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.files[id.file.index()].definitions[id.index as usize]
    }

    /// What the name at `node` of `file` means; none where no name stands.
    #[must_use]
    pub fn meaning(&self, file: FileId, node: NodeId) -> Option<Meaning> {
        let FileNames { meanings, index, .. } = self.files.get(file.index())?;
        let rest = meanings.get(index.start(node)?..)?.iter().take_while(|(other, _)| *other <= node);
        rest.last().filter(|(other, _)| *other == node).map(|(_, meaning)| *meaning)
    }

    /// What the name at `node` means besides, where a place admits things of two kinds that share a
    /// name: types, or a template and a type.
    #[must_use]
    pub fn second_meaning(&self, file: FileId, node: NodeId) -> Option<DefinitionId> {
        let seconds = &self.files.get(file.index())?.seconds;
        let at = seconds.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(seconds[at].1)
    }

    /// The type that is meant in `file` where none is named: the first of its kind, or that with the name.
    #[must_use]
    pub fn implied(&self, file: FileId, kind: NameKind, name: Option<&str>) -> Option<DefinitionId> {
        let mut implied = self.files.get(file.index())?.implied.iter();
        let same = |of: &&(NameKind, &str, _)| of.0 == kind && name.is_none_or(|name| of.1 == name);
        implied.find(same).map(|(_, _, id)| *id)
    }

    /// The calls in the values of `file`, and what is written like a call but is not one, in the order of the tree.
    #[must_use]
    pub fn calls(&self, file: FileId) -> &[NodeId] {
        self.files.get(file.index()).map_or(&[], |file| &file.calls)
    }

    /// All names of `file` and what they mean.
    pub fn meanings(&self, file: FileId) -> impl Iterator<Item = (NodeId, Meaning)> {
        self.files.get(file.index()).into_iter().flat_map(|file| file.meanings.iter().copied())
    }
}

/// Names of a file that mean something of another kind besides.
type SecondMeanings = Vec<(NodeId, DefinitionId)>;

/// The names of a file and what they mean.
type Meanings = Vec<(NodeId, Meaning)>;

/// What `name` means as a type of `kind` in `file`, with its namespaces.
#[must_use]
pub fn find(graph: &FileGraph, file: FileId, kind: NameKind, name: &str) -> Option<DefinitionId> {
    find_all(graph, &[file], &[kind], name).first().copied()
}

/// What `name` means as a type of any of `kinds` in any of `files`, with their namespaces, each once.
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

/// Resolves all names of `graph`; the `functions` need no definition.
#[must_use]
pub fn resolve(graph: &FileGraph, functions: &[String]) -> (Names, Vec<Diagnostic>) {
    let (index, mut diagnostics) = lookup::Index::new(graph);
    diagnostics.extend(conflicts::find(&index));
    let resolved: Vec<(FileNames, Vec<Diagnostic>)> = graph
        .files
        .par_iter()
        .map(|file| {
            let calls = functions::calls(file);
            if file.dialect() != Dialect::Tosca2 && file.seen_from.is_none() {
                return (FileNames { calls, ..FileNames::default() }, Vec::new());
            }
            let mut found = Vec::new();
            let mut names = references::Resolver::new(&index, file, &mut found);
            names.references();
            functions::resolve(&mut names, &calls, functions);
            let (meanings, seconds) = names.finish();
            unused::find(&index, file, &calls, &mut found);
            let places = NodeIndex::new(meanings.iter().map(|(node, _)| *node));
            let implied =
                file.policies().names.implied.iter().filter_map(|&(kind, name)| {
                    Some((kind, name, index.find(file.id, kind, name).definition?))
                });
            let implied = implied.collect();
            (FileNames { definitions: Vec::new(), meanings, index: places, implied, seconds, calls }, found)
        })
        .collect();
    let mut names = Names::default();
    for (definitions, (file, found)) in index.into_definitions().zip(resolved) {
        names.files.push(FileNames { definitions, ..file });
        diagnostics.extend(found);
    }
    (names, diagnostics)
}
