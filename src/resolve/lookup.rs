//! Looking a name up along import edges (TOSCA 2.0 §6.8.4).

use std::hash::{Hash as _, Hasher as _};

use hashbrown::HashTable;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::dialects::Dialect;
use crate::grammar::{Entity as _, NameKind};
use crate::load::{File, FileGraph, Import};

use crate::syntax::{ServiceTemplate, ToscaFile};
use crate::yaml::Node;

use super::{Definition, DefinitionId};

/// The definitions of all files by name.
pub(super) struct Index<'g> {
    pub(super) graph: &'g FileGraph,
    pub(super) definitions: &'g [Vec<Definition>],
    /// For each file, its definitions by kind and name.
    exports: Vec<HashTable<u32>>,
    /// The imports of each file that have no namespace.
    plain: Vec<Vec<Import>>,
    /// For each file, a bit for each kind of which it may define more than could be read.
    open: Vec<u16>,
}

/// Files, and lengths of the ends of a name that were looked up in them.
type Seen = FxHashSet<(FileId, usize)>;

/// The most namespaces one inside the other.
const DEEPEST: usize = 100;

/// What a search found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    pub(super) definition: Option<DefinitionId>,
    /// Something that could not be read may define the name.
    pub(super) open: bool,
    /// How many segments at the start of the name are namespaces, one inside the other.
    pub(super) namespaces: usize,
}

impl<'g> Index<'g> {
    pub(super) fn new(graph: &'g FileGraph, definitions: &'g [Vec<Definition>]) -> Self {
        let exports = graph
            .files
            .par_iter()
            .map(|file| {
                let own = &definitions[file.id.index()];
                let key = |index: u32| {
                    let definition = own[index as usize];
                    (definition.kind, file.node(definition.key).text())
                };
                let mut names = HashTable::with_capacity(own.len());
                for (definition, index) in own.iter().zip(0..) {
                    if definition.in_template {
                        continue;
                    }
                    let wanted = key(index);
                    let same = |&other: &u32| key(other) == wanted;
                    names.entry(hash(wanted), same, |&other| hash(key(other))).or_insert(index);
                }
                names
            })
            .collect();
        let plain = graph
            .files
            .iter()
            .map(|file| {
                let plain = file.imports.iter().filter(|import| import.namespace.is_none());
                plain.copied().collect()
            })
            .collect();
        let mut index = Self { graph, definitions, exports, plain, open: Vec::new() };
        index.open = graph.files.par_iter().map(|file| index.open_kinds(file)).collect();
        index
    }

    /// The definition of `kind` and `name` in `file` itself.
    pub(super) fn own(&self, file: FileId, kind: NameKind, name: &str) -> Option<DefinitionId> {
        let definitions = &self.definitions[file.index()];
        let holder = self.graph.file(file);
        let same = |&index: &u32| {
            let definition = definitions[index as usize];
            definition.kind == kind && holder.node(definition.key).text() == name
        };
        let index = *self.exports[file.index()].find(hash((kind, name)), same)?;
        Some(DefinitionId { file, index })
    }

    /// Looks `name` up in the root namespace of `file`: its own definitions, those of imports without a
    /// namespace, and along namespaces.
    pub(super) fn find(&self, file: FileId, kind: NameKind, name: &str) -> Found {
        self.find_once(file, kind, name, &mut FxHashSet::default())
    }

    /// Looks up the end of a name; `seen` are the files in which, and the lengths of the ends that, were
    /// looked up already.
    fn find_once(&self, file: FileId, kind: NameKind, name: &str, seen: &mut Seen) -> Found {
        let mut found = Found::default();
        let mut literal = None;
        self.walk(file, |id| {
            self.look_into(id, kind, name, &mut literal, &mut found, seen);
            literal.is_some() && !name.contains(':')
        });
        if found.namespaces == 0 && found.definition.is_none() {
            found.definition = literal;
        }
        found
    }

    /// Looks into one file: what it defines itself, and what lies behind its namespaces.
    fn look_into(
        &self,
        id: FileId,
        kind: NameKind,
        name: &str,
        literal: &mut Option<DefinitionId>,
        found: &mut Found,
        seen: &mut Seen,
    ) {
        if literal.is_none() {
            *literal = self.own(id, kind, name);
        }
        if literal.is_some() && !name.contains(':') {
            return;
        }
        let file = self.graph.file(id);
        found.open |= self.open[id.index()] & 1 << kind as u16 != 0;
        // Nobody nests namespaces so deeply; a name made to exhaust the stack is none that is defined.
        if name.contains(':') && name.len() < 10_000 && name.matches(':').count() <= DEEPEST {
            self.along_namespaces(file, kind, name, found, seen);
        }
    }

    fn along_namespaces(&self, file: &File, kind: NameKind, name: &str, found: &mut Found, seen: &mut Seen) {
        for import in &file.imports {
            let Some(namespace) = file.namespace(import) else { continue };
            let Some(rest) = name.strip_prefix(namespace).and_then(|rest| rest.strip_prefix(':')) else {
                continue;
            };
            found.namespaces = found.namespaces.max(1);
            let Some(target) = import.target else {
                found.open = true;
                continue;
            };
            if !seen.insert((target, rest.len())) {
                continue;
            }
            let inner = self.find_once(target, kind, rest, seen);
            found.namespaces = found.namespaces.max(1 + inner.namespaces);
            found.open |= inner.open;
            if found.definition.is_none() {
                found.definition = inner.definition;
            }
        }
    }

    /// `file` and all files that imports without a namespace reach from it, nearest first.
    pub(super) fn closure(&self, file: FileId) -> Vec<FileId> {
        let mut reached = Vec::new();
        self.walk(file, |id| {
            reached.push(id);
            false
        });
        reached
    }

    /// Visits the files of the closure until `visit` has seen enough.
    fn walk(&self, file: FileId, mut visit: impl FnMut(FileId) -> bool) {
        if visit(file) || self.plain[file.index()].is_empty() {
            return;
        }
        let mut seen = FxHashSet::from_iter([file]);
        let mut reached = vec![file];
        let mut at = 0;
        while at < reached.len() {
            for import in &self.plain[reached[at].index()] {
                if let Some(target) = import.target
                    && seen.insert(target)
                {
                    if visit(target) {
                        return;
                    }
                    reached.push(target);
                }
            }
            at += 1;
        }
    }

    pub(super) fn plain(&self, file: FileId) -> &[Import] {
        &self.plain[file.index()]
    }

    /// The kinds of which `file` may define more names than could be read.
    fn open_kinds(&self, file: &File) -> u16 {
        let failed = self.plain(file.id).iter().any(|import| import.target.is_none());
        let all = file.dialect != Dialect::Tosca2 || failed || unread_imports(file);
        let open = NameKind::GLOBAL.iter().filter(|&&kind| all || lost_section(file, kind));
        open.fold(0, |kinds, &kind| kinds | 1 << kind as u16)
    }

    /// The names of `kind` that `file` can use, with their namespaces.
    pub(super) fn visible(&self, file: FileId, kind: NameKind) -> Vec<String> {
        const MOST: usize = 1_000;
        let mut names = Vec::new();
        let mut add = |prefix: &str, id: FileId| {
            for definition in &self.definitions[id.index()] {
                if definition.kind == kind && !definition.in_template && names.len() < MOST {
                    let name = self.graph.file(id).node(definition.key).text();
                    names.push(format!("{prefix}{name}"));
                }
            }
        };
        for id in self.closure(file) {
            add("", id);
            let importer = self.graph.file(id);
            for import in &importer.imports {
                if let (Some(namespace), Some(target)) = (importer.namespace(import), import.target) {
                    let prefix = format!("{namespace}:");
                    for inner in self.closure(target) {
                        add(&prefix, inner);
                    }
                }
            }
        }
        names
    }
}

fn hash(name: (NameKind, &str)) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish()
}

/// Whether the section `imports` is there but could not be read.
fn unread_imports(file: &File) -> bool {
    let root = file.syntax.root.as_ref();
    let read = root.is_some_and(|root| root.imports.is_some());
    !read && file.syntax.tree.root().is_some_and(|root| root.entry("imports").is_some())
}

/// Whether a syntax error may have hidden definitions of `kind`.
pub(super) fn lost_section(file: &File, kind: NameKind) -> bool {
    let tree = &file.syntax.tree;
    let name = kind.section();
    let root = tree.root();
    let holder = if kind.is_template() { root.and_then(|root| root.get("service_template")) } else { root };
    let section = holder.and_then(|holder| holder.get(name));
    if !tree.is_damaged() {
        let table = if kind.is_template() { ServiceTemplate::meta() } else { ToscaFile::meta() };
        // The section has a shape that was reported, or a name that was.
        return match section {
            Some(section) => !section.is_mapping(),
            None => holder.is_some_and(|holder| {
                let strange = |key: Node<'_>| table.keyname(key.text()).is_none();
                holder
                    .entries()
                    .any(|(key, value)| strange(key) && (value.is_mapping() || value.is_sequence()))
            }),
        };
    }
    // An import that was lost could have brought anything.
    let imports_lost = root.is_none_or(|root| root.get("imports").is_none_or(Node::is_broken));
    section.is_none_or(|section| section.is_broken() || section.is_invalid())
        || (imports_lost && !kind.is_template())
}
