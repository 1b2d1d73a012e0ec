//! Looks a name up along import edges (TOSCA 2.0 §6.8.4).

use std::cell::LazyCell;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::dialects::Dialect;
use crate::keynames::{Entity as _, Meta, NameKind};
use crate::load::{File, FileGraph};

use crate::syntax::{ServiceTemplate, ToscaFile};
use crate::yaml::YamlNode;

use super::reach::{self, Gaps, Reach};
use super::{Definition, DefinitionId, definitions};

/// The definitions of all files by name.
pub(super) struct Index<'g> {
    pub(super) graph: &'g FileGraph,
    files: Vec<FileIndex<'g>>,
    /// The files that export each name.
    exporters: FxHashMap<(NameKind, &'g str), Exporters>,
    reach: Reach,
}

/// The files that export a name.
#[derive(Clone, Copy)]
enum Exporters {
    One(FileId),
    Several,
}

/// The data of one file that a search needs, with all texts, so that it does not have to read the tree.
struct FileIndex<'g> {
    definitions: Vec<Definition>,
    /// The indices of definitions that other files can use, by kind and name.
    exports: FxHashMap<(NameKind, &'g str), u32>,
    /// The targets of its imports without a namespace.
    plain: Vec<Option<FileId>>,
    /// The namespaces and targets of its other imports.
    named: Vec<(&'g str, Option<FileId>)>,
    /// The same imports by namespace, if there are many.
    by_namespace: FxHashMap<&'g str, Vec<Option<FileId>>>,
    /// Whether an import may have a namespace that could not be read.
    has_unknown_namespace: bool,
    /// A bit for each kind of which the file may define more names than could be read.
    incomplete_kinds: u16,
}

/// The files that were searched, each with the length of the remaining name. Most searches need only one.
#[derive(Default)]
struct Seen {
    first: Option<(FileId, usize)>,
    more: FxHashSet<(FileId, usize)>,
}

impl Seen {
    /// Inserts a file and a length; returns whether they are new.
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

/// The number of files that are searched for a name one by one.
const MAX_NEAR_FILES: usize = 8;

/// The number of namespaces of a file that are compared with a name one by one.
const MAX_COMPARED_NAMESPACES: usize = 8;

/// The maximum number of namespaces in a name.
const MAX_NAMESPACES: usize = 100;

/// The result of looking a name up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lookup {
    pub(super) definition: Option<DefinitionId>,
    /// Whether content that could not be read may define the name.
    pub(super) is_incomplete: bool,
    /// The number of segments at the start of the name that are nested namespaces.
    pub(super) namespaces: usize,
    /// The file that imports the definition, if the file that uses the name does not.
    pub(super) importer: Option<FileId>,
}

impl<'g> FileIndex<'g> {
    fn new(file: &'g File) -> Self {
        let definitions = definitions::collect(file);
        let count = definitions.iter().filter(|definition| !definition.in_template).count();
        let mut exports = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
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
        let mut by_namespace: FxHashMap<&str, Vec<Option<FileId>>> = FxHashMap::default();
        if named.len() > MAX_COMPARED_NAMESPACES {
            for &(namespace, target) in &named {
                by_namespace.entry(namespace).or_default().push(target);
            }
        }
        let incomplete_kinds = incomplete_kinds(file, plain.iter().any(Option::is_none));
        let has_unknown_namespace = has_unknown_namespace(file);
        Self { definitions, exports, plain, named, by_namespace, has_unknown_namespace, incomplete_kinds }
    }

    /// Returns the name inside each namespace of an import that `name` starts with, and the imported file.
    fn inside_namespaces<'n>(&self, name: &'n str) -> impl Iterator<Item = (&'n str, Option<FileId>)> {
        // A few imports are compared with the name, many are found by the parts of the name.
        let few = if self.by_namespace.is_empty() { self.named.as_slice() } else { &[] };
        let few = few.iter().filter_map(move |&(namespace, target)| {
            Some((name.strip_prefix(namespace)?.strip_prefix(':')?, target))
        });
        let is_indexed = !self.by_namespace.is_empty();
        let colons = name.match_indices(':').filter(move |_| is_indexed);
        few.chain(colons.flat_map(move |(colon, _)| {
            let targets = self.by_namespace.get(&name[..colon]);
            targets.into_iter().flatten().map(move |target| (&name[colon + 1..], *target))
        }))
    }

    /// Returns what the file may hide from a look-up.
    fn gaps(&self, file: &File) -> Gaps {
        Gaps {
            incomplete_kinds: self.incomplete_kinds,
            has_unknown_keys: file.unknown_keys().may_define_any(),
            has_namespaces: !self.named.is_empty() || self.has_unknown_namespace,
        }
    }
}

impl<'g> Index<'g> {
    /// Returns the index of `graph`, and findings about names that should not be chosen.
    pub(super) fn new(graph: &'g FileGraph) -> (Self, Vec<Diagnostic>) {
        let read = |file: &'g File| {
            let index = FileIndex::new(file);
            let tosca = file.dialect() == Dialect::Tosca2;
            let diagnostics = if tosca { definitions::review(file, &index.definitions) } else { Vec::new() };
            (index, diagnostics)
        };
        let (files, diagnostics): (Vec<FileIndex<'g>>, Vec<_>) = graph.map_files(read).into_iter().unzip();
        let mut exporters: FxHashMap<(NameKind, &str), Exporters> = FxHashMap::default();
        exporters.reserve(files.iter().map(|file| file.exports.len()).sum());
        let mut gaps = Vec::with_capacity(files.len());
        for (file, index) in graph.files.iter().zip(&files) {
            #[expect(clippy::iter_over_hash_type, reason = "each key is looked at by itself")]
            for key in index.exports.keys() {
                let exporter = |exporters: &mut Exporters| *exporters = Exporters::Several;
                exporters.entry(*key).and_modify(exporter).or_insert(Exporters::One(file.id));
            }
            gaps.push((file.id, index.gaps(file)));
        }
        let reach = Reach::new(|file| &files[file.index()].plain, &gaps);
        (Self { graph, files, exporters, reach }, diagnostics.into_iter().flatten().collect())
    }

    /// Returns the definitions of `file`, in order.
    pub(super) fn definitions(&self, file: FileId) -> &[Definition] {
        &self.files[file.index()].definitions
    }

    /// Returns the definitions of all files.
    pub(super) fn into_definitions(self) -> impl Iterator<Item = Vec<Definition>> {
        self.files.into_iter().map(|file| file.definitions)
    }

    /// Returns the definition of `kind` and `name` that `file` itself has.
    fn own_definition(&self, file: FileId, kind: NameKind, name: &str) -> Option<DefinitionId> {
        let index = *self.files[file.index()].exports.get(&(kind, name))?;
        Some(DefinitionId { file, index })
    }

    /// Looks `name` up in the root namespace of `file`: its own definitions, those of imports without a
    /// namespace, and along namespaces.
    pub(super) fn find(&self, file: FileId, kind: NameKind, name: &str) -> Lookup {
        let lookup = self.find_once(file, kind, name, &mut Seen::default());
        if lookup.definition.is_some() {
            return lookup;
        }
        if let Some(definition) = self.find_implicit(file, kind, name) {
            return Lookup { definition: Some(definition), ..lookup };
        }
        match self.find_nearby(file, kind, name) {
            Some((definition, importer)) => Lookup { definition: Some(definition), importer, ..lookup },
            None => lookup,
        }
    }

    /// Looks `name` up in the files that `file` sees without importing them: those of its repository, and those that
    /// some file imports together with it. Also returns that file.
    fn find_nearby(
        &self,
        file: FileId,
        kind: NameKind,
        name: &str,
    ) -> Option<(DefinitionId, Option<FileId>)> {
        let nearby = &self.graph.file(file).nearby;
        let exporters = self.exporters.get(&(kind, name)).filter(|_| !nearby.files.is_empty())?;
        let exporters: Vec<FileId> = match exporters {
            Exporters::One(id) => nearby.files.binary_search(id).map(|_| *id).into_iter().collect(),
            Exporters::Several => {
                let files = nearby.files.iter().copied();
                files.filter(|id| self.own_definition(*id, kind, name).is_some()).collect()
            }
        };
        let exported = |id: FileId| self.own_definition(id, kind, name);
        if nearby.is_repository {
            return exporters.first().and_then(|id| Some((exported(*id)?, None)));
        }
        if self.graph.strict {
            return None;
        }
        exporters.into_iter().find_map(|exporter| {
            let imports_both =
                |id: &FileId| self.reach.reaches(*id, file) && self.reach.reaches(*id, exporter);
            let importer = nearby.files.iter().copied().find(imports_both)?;
            Some((exported(exporter)?, Some(importer)))
        })
    }

    /// Whether [`find`](Self::find) may find a definition, from a look at the names of all files.
    pub(super) fn may_find(&self, file: FileId, kind: NameKind, name: &str) -> bool {
        self.exporters.contains_key(&(kind, name))
            || name.contains(':')
            || self.graph.file(file).policies().names.implicit.is_some()
    }

    /// Looks `name` up among the names that files which import `file` get, also in other spellings.
    pub(super) fn find_exported(&self, file: FileId, kind: NameKind, name: &str) -> Lookup {
        let lookup = self.find_once(file, kind, name, &mut Seen::default());
        let implicit =
            self.graph.file(file).policies().names.implicit.filter(|_| lookup.definition.is_none());
        let spellings =
            implicit.map_or_else(Vec::new, |implicit| implicit.spellings.alternatives(kind, name));
        let mut spellings =
            spellings.iter().map(|name| self.find_once(file, kind, name, &mut Seen::default()));
        spellings.find(|lookup| lookup.definition.is_some()).unwrap_or(lookup)
    }

    /// Looks `name` up in other spellings, and in the implicit imports of `file`.
    fn find_implicit(&self, file: FileId, kind: NameKind, name: &str) -> Option<DefinitionId> {
        let implicit = self.graph.file(file).policies().names.implicit?;
        let search = |name: &str| {
            let direct = self.find_once(file, kind, name, &mut Seen::default()).definition;
            direct.or_else(|| {
                let profiles = self.graph.file(file).implicit.iter();
                let mut definitions = profiles
                    .filter_map(|&id| self.find_once(id, kind, name, &mut Seen::default()).definition);
                definitions.next()
            })
        };
        search(name)
            .or_else(|| implicit.spellings.alternatives(kind, name).iter().find_map(|name| search(name)))
    }

    /// Looks up `name`, which may be the end of a longer name; `seen` has the files that were searched, and
    /// the lengths of the ends that were looked up in them.
    fn find_once(&self, file: FileId, kind: NameKind, name: &str, seen: &mut Seen) -> Lookup {
        let has_namespaces = name.contains(':');
        if has_namespaces && let Some(lookup) = self.find_in_namespaces(file, kind, name, seen) {
            return lookup;
        }
        let is_limited = !has_namespaces && !self.reach.below(file).has_unknown_keys;
        let mut lookup = Lookup::default();
        let mut literal = None;
        let mut count = 0;
        self.walk(file, |id| {
            count += 1;
            let is_far = is_limited && count > MAX_NEAR_FILES;
            if !is_far {
                self.look_into(id, kind, name, &mut literal, &mut lookup, seen);
            }
            is_far || literal.is_some() && !has_namespaces
        });
        if is_limited && count > MAX_NEAR_FILES {
            match self.find_far(file, kind, name) {
                Some(far) => return far,
                None => self.walk(file, |id| {
                    self.look_into(id, kind, name, &mut literal, &mut lookup, seen);
                    literal.is_some()
                }),
            }
        }
        if lookup.namespaces == 0 && lookup.definition.is_none() {
            lookup.definition = literal;
        }
        lookup
    }

    /// Looks up a name without a namespace that none of the nearest files exports. Returns `None` if all files must be
    /// searched in order.
    fn find_far(&self, file: FileId, kind: NameKind, name: &str) -> Option<Lookup> {
        let incomplete_kinds =
            self.files[file.index()].incomplete_kinds | self.reach.below(file).incomplete_kinds;
        let is_incomplete = incomplete_kinds & 1 << kind as u16 != 0;
        let definition = match self.exporters.get(&(kind, name)) {
            None => None,
            Some(Exporters::One(exporter)) if !is_incomplete => {
                let definition = self.own_definition(*exporter, kind, name);
                definition.filter(|_| self.reach.reaches(file, *exporter))
            }
            Some(Exporters::One(_) | Exporters::Several) => return None,
        };
        Some(Lookup { definition, is_incomplete, ..Lookup::default() })
    }

    /// Looks up a name with namespaces if only `file` has imports with namespaces. Returns `None` if all files that it
    /// reaches must be searched.
    fn find_in_namespaces(
        &self,
        file: FileId,
        kind: NameKind,
        name: &str,
        seen: &mut Seen,
    ) -> Option<Lookup> {
        let below = self.reach.below(file);
        if below.has_namespaces || below.has_unknown_keys || self.exporters.contains_key(&(kind, name)) {
            return None;
        }
        let mut lookup = Lookup::default();
        self.look_into(file, kind, name, &mut None, &mut lookup, seen);
        lookup.is_incomplete |= below.incomplete_kinds & 1 << kind as u16 != 0;
        Some(lookup)
    }

    /// Searches one file: its own definitions, and those in its namespaces.
    fn look_into(
        &self,
        id: FileId,
        kind: NameKind,
        name: &str,
        literal: &mut Option<DefinitionId>,
        lookup: &mut Lookup,
        seen: &mut Seen,
    ) {
        if literal.is_none() {
            *literal = self.own_definition(id, kind, name);
        }
        if literal.is_some() && !name.contains(':') {
            return;
        }
        lookup.is_incomplete |= self.files[id.index()].incomplete_kinds & 1 << kind as u16 != 0
            || name.contains(':') && self.files[id.index()].has_unknown_namespace
            || self.graph.file(id).unknown_keys().may_define(name);
        // The limits protect the stack from malicious names; real ones have few namespaces.
        if name.contains(':') && name.len() < 10_000 && name.matches(':').count() <= MAX_NAMESPACES {
            self.along_namespaces(id, kind, name, lookup, seen);
        }
    }

    fn along_namespaces(&self, id: FileId, kind: NameKind, name: &str, lookup: &mut Lookup, seen: &mut Seen) {
        for (inner_name, target) in self.files[id.index()].inside_namespaces(name) {
            lookup.namespaces = lookup.namespaces.max(1);
            let Some(target) = target else {
                lookup.is_incomplete = true;
                continue;
            };
            if !seen.insert(target, inner_name.len()) {
                continue;
            }
            let inner = self.find_once(target, kind, inner_name, seen);
            lookup.namespaces = lookup.namespaces.max(1 + inner.namespaces);
            lookup.is_incomplete |= inner.is_incomplete;
            if lookup.definition.is_none() {
                lookup.definition = inner.definition;
            }
        }
    }

    /// Returns `file` and all files that it reaches through imports without a namespace, nearest first.
    pub(super) fn closure(&self, file: FileId) -> Vec<FileId> {
        let mut reached = Vec::new();
        self.walk(file, |id| {
            reached.push(id);
            false
        });
        reached
    }

    /// Returns the files whose definitions of a type a file brings that imports `file`: a definition hides
    /// those that the imports of its file bring.
    pub(super) fn bringing(&self, file: FileId, kind: NameKind, name: &str) -> Vec<FileId> {
        let mut seen = FxHashSet::from_iter([file]);
        let (mut pending, mut found) = (vec![file], Vec::new());
        while let Some(id) = pending.pop() {
            if self.own_definition(id, kind, name).is_some() {
                found.push(id);
                continue;
            }
            pending.extend(self.files[id.index()].plain.iter().flatten().filter(|&&id| seen.insert(id)));
        }
        found
    }

    /// Returns those of `starts`, and of the files that they reach, which reach one that `is_wanted` through imports
    /// without a namespace.
    pub(super) fn reaching(
        &self,
        starts: impl IntoIterator<Item = FileId>,
        is_wanted: impl Fn(FileId) -> bool,
    ) -> FxHashSet<FileId> {
        let targets = |file: FileId, visit: &mut dyn FnMut(FileId)| {
            self.files[file.index()].plain.iter().flatten().for_each(|target| visit(*target));
        };
        reach::reaching(starts, targets, is_wanted)
    }

    /// Whether content of `file` may bring one of the names to a file that imports it without a namespace: a definition,
    /// a namespace, or something that could not be read.
    pub(super) fn may_bring(&self, file: FileId, names: &FxHashSet<(NameKind, &str)>) -> bool {
        let index = &self.files[file.index()];
        let unknown_keys = self.graph.file(file).unknown_keys();
        let is_exported = if index.exports.len() < names.len() {
            index.exports.keys().any(|key| names.contains(key))
        } else {
            names.iter().any(|key| index.exports.contains_key(key))
        };
        let has_gaps = index.incomplete_kinds != 0
            || unknown_keys.may_define_any()
            || !index.named.is_empty()
            || index.has_unknown_namespace;
        is_exported
            || has_gaps
                && names.iter().any(|(kind, name)| {
                    let is_in_namespace = |namespace: &str| {
                        name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with(':'))
                    };
                    index.incomplete_kinds & 1 << *kind as u16 != 0
                        || unknown_keys.may_define(name)
                        || index.has_unknown_namespace && name.contains(':')
                        || index.named.iter().any(|(namespace, _)| is_in_namespace(namespace))
                })
    }

    /// Visits the files of the closure until `visit` returns true.
    fn walk(&self, file: FileId, mut visit: impl FnMut(FileId) -> bool) {
        if visit(file) || !self.imports_plainly(file) {
            return;
        }
        let mut seen = FxHashSet::from_iter([file]);
        let mut reached = vec![file];
        let mut next = 0;
        while next < reached.len() {
            for &target in self.files[reached[next].index()].plain.iter().flatten() {
                if seen.insert(target) {
                    if visit(target) {
                        return;
                    }
                    reached.push(target);
                }
            }
            next += 1;
        }
    }

    /// Returns whether `file` has imports without a namespace.
    pub(super) fn imports_plainly(&self, file: FileId) -> bool {
        !self.files[file.index()].plain.is_empty()
    }

    /// Returns whether two imports of `file` have the same namespace.
    pub(super) fn shares_namespaces(&self, file: FileId) -> bool {
        let named = &self.files[file.index()].named;
        let mut namespaces: Vec<&str> = named.iter().map(|(namespace, _)| *namespace).collect();
        namespaces.sort_unstable();
        namespaces.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Returns the names of `kind` that `file` can use, with their namespaces.
    pub(super) fn visible(&self, file: FileId, kind: NameKind) -> Vec<String> {
        const MAX_NAMES: usize = 1_000;
        let mut names = Vec::new();
        let mut add = |prefix: &str, id: FileId| {
            for definition in self.definitions(id) {
                if definition.kind == kind && !definition.in_template && names.len() < MAX_NAMES {
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

/// Returns a bit for each kind of which `file` may define more names than could be read.
fn incomplete_kinds(file: &File, import_failed: bool) -> u16 {
    let all = import_failed || file.dialect() != Dialect::Tosca2 || unread_imports(file);
    let root = file.tree().root();
    let has_unknown_section = LazyCell::new(|| has_unknown_section(root, ToscaFile::meta()));
    let incomplete = NameKind::GLOBAL
        .iter()
        .filter(|&&kind| all || is_incomplete(file, kind, root, || *has_unknown_section));
    incomplete.fold(0, |kinds, &kind| kinds | 1 << kind as u16)
}

/// Returns whether an import of the file may have a namespace that could not be read, or that is at the wrong level.
fn has_unknown_namespace(file: &File) -> bool {
    let imports = file.syntax().and_then(|root| root.imports.as_ref());
    let is_elsewhere = file.unknown_keys().may_define("namespace");
    imports.into_iter().flat_map(|list| &list.items).any(|import| {
        import.namespace.is_none()
            && (is_elsewhere || import.namespace().is_unreadable() || import.unread.has_unknown_key())
    })
}

/// Returns whether the file has a section `imports` that could not be read.
fn unread_imports(file: &File) -> bool {
    let root = file.syntax();
    // The parts of an import may be at the level of the file.
    root.is_some_and(|root| root.imports().is_unreadable())
        || ["url", "profile", "imports"].iter().any(|name| file.unknown_keys().may_define(name))
}

/// Returns whether a syntax error may have hidden definitions of `kind`.
pub(super) fn may_hide_definitions(file: &File, kind: NameKind) -> bool {
    let root = file.tree().root();
    if kind.is_template() {
        let template = root.and_then(|root| root.get("service_template"));
        is_incomplete(file, kind, template, || has_unknown_section(template, ServiceTemplate::meta()))
    } else {
        is_incomplete(file, kind, root, || has_unknown_section(root, ToscaFile::meta()))
    }
}

/// Returns whether `owner` may have definitions of `kind` that could not be read; `has_unknown_section` tests
/// whether `owner` has a section that the standard does not define.
fn is_incomplete(
    file: &File,
    kind: NameKind,
    owner: Option<YamlNode<'_>>,
    has_unknown_section: impl FnOnce() -> bool,
) -> bool {
    let name = kind.section();
    let section = owner.and_then(|owner| owner.get(name));
    let is_damaged = file.tree().is_damaged();
    // The section is not a map, or its name is misspelled; both were reported.
    let is_incomplete = match section {
        Some(section) => !section.is_mapping() || is_damaged && section.is_broken(),
        // The absence of a mandatory section was reported.
        None if kind == NameKind::NodeTemplate && owner.is_some() => true,
        None => is_damaged && owner.is_none_or(|owner| !is_complete(owner)) || has_unknown_section(),
    };
    is_incomplete || is_damaged && !kind.is_template() && may_hide_imports(file)
}

/// Returns whether a syntax error may have hidden an import, which could bring any name.
fn may_hide_imports(file: &File) -> bool {
    let Some(root) = file.tree().root() else { return true };
    match root.get("imports") {
        None => !is_complete(root),
        Some(imports) => imports.is_broken_inside(),
    }
}

/// Returns whether all entries of a map could be read.
fn is_complete(map: YamlNode<'_>) -> bool {
    map.is_mapping() && !map.is_broken()
}

/// Returns whether `owner` has a map or list under a key that `table` does not define: it may be a misspelled
/// section.
fn has_unknown_section(owner: Option<YamlNode<'_>>, table: &Meta) -> bool {
    owner.is_some_and(|owner| {
        let is_unknown = |key: YamlNode<'_>| table.keyname_at(key).is_none();
        owner.entries().any(|(key, value)| (value.is_mapping() || value.is_sequence()) && is_unknown(key))
    })
}
