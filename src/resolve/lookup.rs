//! Looking a name up along import edges (TOSCA 2.0 §6.8.4).

use std::cell::LazyCell;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::dialects::Dialect;
use crate::keynames::{Entity as _, Meta, NameKind};
use crate::load::{File, FileGraph};

use crate::syntax::{ServiceTemplate, ToscaFile};
use crate::yaml::Node;

use super::{Definition, DefinitionId, definitions};

/// The definitions of all files by name.
pub(super) struct Index<'g> {
    pub(super) graph: &'g FileGraph,
    files: Vec<FileIndex<'g>>,
}

/// What a search needs of one file. The texts are at hand, so that it need not look into the tree.
struct FileIndex<'g> {
    definitions: Vec<Definition>,
    /// Those that other files can use, by kind and name.
    exports: FxHashMap<(NameKind, &'g str), u32>,
    /// Where its imports without a namespace lead.
    plain: Vec<Option<FileId>>,
    /// The namespaces of the others, and where these lead.
    named: Vec<(&'g str, Option<FileId>)>,
    /// A bit for each kind of which the file may define more than could be read.
    open: u16,
}

/// Files, and lengths of the ends of a name that were looked up in them. Mostly there is one.
#[derive(Default)]
struct Seen {
    first: Option<(FileId, usize)>,
    more: FxHashSet<(FileId, usize)>,
}

impl Seen {
    /// Notes a file and a length; says whether they are new.
    fn insert(&mut self, file: FileId, length: usize) -> bool {
        match self.first {
            None => {
                self.first = Some((file, length));
                true
            }
            Some(first) => first != (file, length) && self.more.insert((file, length)),
        }
    }
}

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

impl<'g> FileIndex<'g> {
    fn new(file: &'g File) -> Self {
        let definitions = definitions::collect(file);
        let mut exports = FxHashMap::default();
        exports.reserve(definitions.len());
        for (definition, index) in definitions.iter().zip(0..) {
            if !definition.in_template {
                let name = file.node(definition.key).text();
                exports.entry((definition.kind, name)).or_insert(index);
            }
        }
        let (mut plain, mut named) = (Vec::new(), Vec::new());
        for import in &file.imports {
            match file.namespace(import) {
                Some(namespace) => named.push((namespace, import.target)),
                None => plain.push(import.target),
            }
        }
        let open = open_kinds(file, plain.iter().any(Option::is_none));
        Self { definitions, exports, plain, named, open }
    }
}

impl<'g> Index<'g> {
    /// The index of `graph`, and what is to be said about names that should not be chosen.
    pub(super) fn new(graph: &'g FileGraph) -> (Self, Vec<Diagnostic>) {
        let read = |file: &'g File| {
            let index = FileIndex::new(file);
            let tosca = file.dialect() == Dialect::Tosca2;
            let found = if tosca { definitions::review(file, &index.definitions) } else { Vec::new() };
            (index, found)
        };
        let (files, found): (Vec<_>, Vec<_>) = graph.files.par_iter().map(read).unzip();
        (Self { graph, files }, found.into_iter().flatten().collect())
    }

    /// What `file` defines, in order.
    pub(super) fn definitions(&self, file: FileId) -> &[Definition] {
        &self.files[file.index()].definitions
    }

    /// What the files define.
    pub(super) fn into_definitions(self) -> impl Iterator<Item = Vec<Definition>> {
        self.files.into_iter().map(|file| file.definitions)
    }

    /// The definition of `kind` and `name` in `file` itself.
    fn own(&self, file: FileId, kind: NameKind, name: &str) -> Option<DefinitionId> {
        let index = *self.files[file.index()].exports.get(&(kind, name))?;
        Some(DefinitionId { file, index })
    }

    /// Looks `name` up in the root namespace of `file`: its own definitions, those of imports without a
    /// namespace, and along namespaces.
    pub(super) fn find(&self, file: FileId, kind: NameKind, name: &str) -> Found {
        let found = self.find_once(file, kind, name, &mut Seen::default());
        if found.definition.is_some() {
            return found;
        }
        self.find_implicit(file, kind, name)
            .map_or(found, |definition| Found { definition: Some(definition), ..found })
    }

    /// Looks `name` up in what `file` passes on to files that import it, also in other spellings.
    pub(super) fn find_exported(&self, file: FileId, kind: NameKind, name: &str) -> Found {
        let found = self.find_once(file, kind, name, &mut Seen::default());
        let implicit = self.graph.file(file).policies().names.implicit.filter(|_| found.definition.is_none());
        let others = implicit.map_or_else(Vec::new, |implicit| implicit.spellings.others(kind, name));
        let mut others = others.iter().map(|name| self.find_once(file, kind, name, &mut Seen::default()));
        others.find(|found| found.definition.is_some()).unwrap_or(found)
    }

    /// Looks `name` up in other spellings, and in what `file` imports without asking.
    fn find_implicit(&self, file: FileId, kind: NameKind, name: &str) -> Option<DefinitionId> {
        let implicit = self.graph.file(file).policies().names.implicit?;
        let search = |name: &str| {
            let own = self.find_once(file, kind, name, &mut Seen::default()).definition;
            own.or_else(|| {
                let profiles = self.graph.file(file).implicit.iter();
                let mut found = profiles
                    .filter_map(|&id| self.find_once(id, kind, name, &mut Seen::default()).definition);
                found.next()
            })
        };
        search(name).or_else(|| implicit.spellings.others(kind, name).iter().find_map(|name| search(name)))
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
        found.open |= self.files[id.index()].open & 1 << kind as u16 != 0;
        // Nobody nests namespaces so deeply; a name made to exhaust the stack is none that is defined.
        if name.contains(':') && name.len() < 10_000 && name.matches(':').count() <= DEEPEST {
            self.along_namespaces(id, kind, name, found, seen);
        }
    }

    fn along_namespaces(&self, id: FileId, kind: NameKind, name: &str, found: &mut Found, seen: &mut Seen) {
        for &(namespace, target) in &self.files[id.index()].named {
            let Some(rest) = name.strip_prefix(namespace).and_then(|rest| rest.strip_prefix(':')) else {
                continue;
            };
            found.namespaces = found.namespaces.max(1);
            let Some(target) = target else {
                found.open = true;
                continue;
            };
            if !seen.insert(target, rest.len()) {
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
        if visit(file) || !self.imports_plainly(file) {
            return;
        }
        let mut seen = FxHashSet::from_iter([file]);
        let mut reached = vec![file];
        let mut at = 0;
        while at < reached.len() {
            for &target in self.files[reached[at].index()].plain.iter().flatten() {
                if seen.insert(target) {
                    if visit(target) {
                        return;
                    }
                    reached.push(target);
                }
            }
            at += 1;
        }
    }

    /// Whether `file` has imports without a namespace.
    pub(super) fn imports_plainly(&self, file: FileId) -> bool {
        !self.files[file.index()].plain.is_empty()
    }

    /// Whether two imports of `file` have one namespace.
    pub(super) fn shares_namespaces(&self, file: FileId) -> bool {
        let named = &self.files[file.index()].named;
        let mut namespaces: Vec<&str> = named.iter().map(|(namespace, _)| *namespace).collect();
        namespaces.sort_unstable();
        namespaces.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The names of `kind` that `file` can use, with their namespaces.
    pub(super) fn visible(&self, file: FileId, kind: NameKind) -> Vec<String> {
        const MOST: usize = 1_000;
        let mut names = Vec::new();
        let mut add = |prefix: &str, id: FileId| {
            for definition in self.definitions(id) {
                if definition.kind == kind && !definition.in_template && names.len() < MOST {
                    let name = self.graph.file(id).node(definition.key).text();
                    names.push(format!("{prefix}{name}"));
                }
            }
        };
        for id in self.closure(file) {
            add("", id);
            for &(namespace, target) in &self.files[id.index()].named {
                let Some(target) = target else { continue };
                let prefix = format!("{namespace}:");
                for inner in self.closure(target) {
                    add(&prefix, inner);
                }
            }
        }
        for &profile in &self.graph.file(file).implicit {
            add("", profile);
        }
        names
    }
}

/// The kinds of which `file` may define more names than could be read.
fn open_kinds(file: &File, import_failed: bool) -> u16 {
    let all = import_failed || file.dialect() != Dialect::Tosca2 || unread_imports(file);
    let root = file.tree().root();
    let strange = LazyCell::new(|| holds_strangers(root, ToscaFile::meta()));
    let open = NameKind::GLOBAL.iter().filter(|&&kind| all || is_lost(file, kind, root, || *strange));
    open.fold(0, |kinds, &kind| kinds | 1 << kind as u16)
}

/// Whether the section `imports` is there but could not be read.
fn unread_imports(file: &File) -> bool {
    let root = file.syntax();
    let read = root.is_some_and(|root| root.imports.is_some());
    !read && file.tree().root().is_some_and(|root| root.entry("imports").is_some())
}

/// Whether a syntax error may have hidden definitions of `kind`.
pub(super) fn lost_section(file: &File, kind: NameKind) -> bool {
    let root = file.tree().root();
    if kind.is_template() {
        let template = root.and_then(|root| root.get("service_template"));
        is_lost(file, kind, template, || holds_strangers(template, ServiceTemplate::meta()))
    } else {
        is_lost(file, kind, root, || holds_strangers(root, ToscaFile::meta()))
    }
}

/// Whether `holder` may have hidden definitions of `kind`; `strange` says whether it has a section that is
/// none of the standard.
fn is_lost(file: &File, kind: NameKind, holder: Option<Node<'_>>, strange: impl FnOnce() -> bool) -> bool {
    let name = kind.section();
    let section = holder.and_then(|holder| holder.get(name));
    let is_damaged = file.tree().is_damaged();
    // The section has a shape that was reported, or a name that was.
    let is_lost = match section {
        Some(section) => !section.is_mapping() || is_damaged && section.is_broken(),
        None => is_damaged && holder.is_none_or(|holder| !is_whole(holder)) || strange(),
    };
    is_lost || is_damaged && !kind.is_template() && imports_lost(file)
}

/// Whether an import may be lost, which could have brought anything.
fn imports_lost(file: &File) -> bool {
    let Some(root) = file.tree().root() else { return true };
    match root.get("imports") {
        None => !is_whole(root),
        Some(imports) => imports.is_broken_inside(),
    }
}

/// Whether all entries of a map could be read.
fn is_whole(map: Node<'_>) -> bool {
    map.is_mapping() && !map.is_broken()
}

/// Whether a key of `holder` that is no keyname of `table` could be meant for a section.
fn holds_strangers(holder: Option<Node<'_>>, table: &Meta) -> bool {
    holder.is_some_and(|holder| {
        let strange = |key: Node<'_>| table.keyname(key.text()).is_none();
        holder.entries().any(|(key, value)| (value.is_mapping() || value.is_sequence()) && strange(key))
    })
}
