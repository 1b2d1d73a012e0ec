//! The XML definitions that the files of a run know of each other.
//!
//! Files of TOSCA 1.0 hardly ever import each other: one element is in one file, and its meaning is spread over
//! many files: a requirement names a type that names a capability type, an operation is implemented in another
//! file. So a file is lowered with a view of all others, which never changes while they are lowered.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::base::{FileId, Symbol};
use crate::host::{Limits, paths};
use crate::xml;
use crate::yaml::{NodeId, Tree, WORDS, YamlNode};

use super::checks;
use super::definitions;
use super::element::{ByName, Element, Namespaces, QName};
use super::kinds::Kind;
use super::prefixes::Prefixes;
use super::schema::Globals;

/// The elements that refer to files.
const REFERENCES: [Symbol; 3] =
    [WORDS.symbol_of("ArtifactReference"), WORDS.symbol_of("PlanModelReference"), WORDS.symbol_of("Import")];
/// The attributes that name templates.
const ARTIFACT: Symbol = WORDS.symbol_of("artifactRef");
const POLICY: Symbol = WORDS.symbol_of("policyRef");

/// A file that others may refer to, read from XML; in a repository by folders also from YAML.
#[derive(Debug)]
pub struct XmlFile {
    /// The absolute path.
    pub(super) path: Utf8PathBuf,
    /// Whether it has the name of a copy, as file managers give it.
    pub(super) is_copy: bool,
    pub(super) tree: Tree,
    /// Whether its bytes were decoded without findings.
    is_decoded: bool,
    /// The name of the root element of TOSCA.
    root: Option<NodeId>,
    /// The namespace of its definitions.
    pub(super) target_namespace: Box<str>,
    pub(super) namespaces: Namespaces,
    globals: OnceLock<Globals>,
    fingerprint: u64,
}

impl XmlFile {
    /// Reads a file with these bytes, which has the id `file` if it belongs to the run.
    #[must_use]
    pub fn new(path: Utf8PathBuf, bytes: Vec<u8>, file: FileId, limits: &Limits) -> Self {
        let (text, findings) = xml::decode_any(bytes, file);
        let tree = xml::parse_any(&Arc::new(text), file, limits).0;
        Self { is_decoded: findings.is_empty(), ..Self::of_tree(path, tree) }
    }

    /// Whether it is the content of a file with these bytes.
    #[must_use]
    pub fn is_read_from(&self, bytes: &[u8]) -> bool {
        self.is_decoded && self.tree.source().as_bytes() == bytes
    }

    fn of_tree(path: Utf8PathBuf, tree: Tree) -> Self {
        let mut hasher = FxHasher::default();
        (path.as_str(), tree.source().as_str()).hash(&mut hasher);
        let namespaces = Namespaces::of(&tree);
        let is_copy = path.file_stem().is_some_and(|stem| stem.contains(' '));
        let root = tree.root().and_then(definitions).map(Element::new);
        let target_namespace = root.and_then(|root| root.value_of("targetNamespace")).unwrap_or_default();
        Self {
            path,
            is_copy,
            is_decoded: false,
            target_namespace: target_namespace.into(),
            root: root.map(|root| root.key.id()),
            namespaces,
            globals: OnceLock::new(),
            fingerprint: hasher.finish(),
            tree,
        }
    }

    /// The root element of TOSCA.
    pub(super) fn root(&self) -> Option<Element<'_>> {
        self.root.map(|root| Element::at(&self.tree, root))
    }

    /// Whether the file can be read, and has no extension that is not known.
    fn is_known(&self) -> bool {
        !self.tree.is_damaged() && self.root().is_none_or(|root| checks::unsupported(root).next().is_none())
    }

    /// The root element, whatever it is.
    pub(super) fn root_of_any(&self) -> Option<Element<'_>> {
        self.tree.root()?.all_entries().next().map(Element::new)
    }

    /// Returns the kind and name of the definition that a file of a repository by folders has.
    fn definition_by_path(&self) -> Option<(Kind, &str)> {
        let mut parts = self.path.components().rev().map(|part| part.as_str());
        let (local, kind) = (parts.nth(1)?, parts.nth(1)?);
        Some((Kind::of_folder(kind)?, local))
    }

    /// The tree of the file.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the references to files in it, without URLs.
    fn references(&self) -> impl Iterator<Item = &str> {
        let elements = Element::all_named(&self.tree, &REFERENCES);
        let references = elements
            .filter_map(|element| element.value_of("reference").or_else(|| element.value_of("location")));
        references.filter(|reference| !reference.contains("://"))
    }

    /// Returns the artifact and policy templates that it names.
    fn named_templates(&self) -> impl Iterator<Item = (Kind, QName<'_>)> {
        let attributes = Element::all_named(&self.tree, &[ARTIFACT, POLICY]);
        attributes.filter(|attribute| attribute.key.is_attribute()).filter_map(|attribute| {
            let is_policy = attribute.key.word() == Some(POLICY);
            let kind = if is_policy { Kind::PolicyTemplate } else { Kind::ArtifactTemplate };
            Some((kind, self.namespaces.qualified(attribute.value)?))
        })
    }

    /// Returns the locations that its imports name.
    pub fn locations(&self) -> impl Iterator<Item = &str> {
        let imports = self.root().into_iter().flat_map(|root| root.children_named("Import"));
        imports.filter_map(|import| import.value_of("location"))
    }
}

/// A definition: its file, the node of the name of its element, and its index in the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) file: usize,
    pub(super) node: NodeId,
    index: usize,
}

/// What is known about a definition.
#[derive(Debug)]
struct Definition {
    place: Place,
    kind: Kind,
    namespace: String,
    local: String,
    /// Whether it counts: it has a name, and is the first one of it.
    is_first: bool,
    /// Its number among the definitions of its local name in its file, from 1.
    number: usize,
    base: Option<Place>,
    /// The number of definitions that it is derived from directly or not, itself included.
    chain_length: usize,
    /// Whether all of these are known.
    is_whole: bool,
    /// The interfaces of a type: their names in TOSCA 2.0 and the nodes of the names of their elements.
    interfaces: OnceLock<Vec<(String, NodeId)>>,
}

/// The paths that references lead to, by the path of the file and by reference.
pub(crate) type Targets = FxHashMap<String, FxHashMap<String, Utf8PathBuf>>;

/// The XML files of a run, and what they define.
#[derive(Debug, Default)]
pub struct XmlRepository {
    pub(super) files: Vec<Arc<XmlFile>>,
    by_path: FxHashMap<String, usize>,
    /// The definitions, by file and in the order of the text.
    definitions: Vec<Definition>,
    /// The first definition of each name and kind.
    first: ByName<Vec<(Kind, Place)>>,
    /// The implementations of each type.
    implementations: ByName<Vec<Place>>,
    /// The YAML files of repositories by folders, by the kind and local name in their paths.
    in_yaml: FxHashMap<(Kind, String), Vec<usize>>,
    /// The XML files whose definitions are not known.
    damaged: Vec<usize>,
    pub(super) prefixes: Prefixes,
    /// Whether paths that the files refer to exist.
    existing: FxHashMap<String, bool>,
    targets: Targets,
    /// The roots of repositories and archives.
    roots: Vec<Utf8PathBuf>,
    /// The artifact and policy templates that any file names.
    named_templates: OnceLock<ByName<Vec<Kind>>>,
    fingerprint: u64,
}

impl XmlRepository {
    /// Indexes `files`, which are in repositories and archives with these roots, and whose references lead to `targets`.
    #[must_use]
    pub fn new(
        mut files: Vec<Arc<XmlFile>>,
        roots: Vec<Utf8PathBuf>,
        existing: FxHashMap<String, bool>,
        targets: Targets,
    ) -> Self {
        // Files with the names of a repository come before copies.
        files.sort_by_cached_key(|file| (file.is_copy, sorted_path(&file.path)));
        files.dedup_by(|one, other| one.path.as_str() == other.path.as_str());
        let mut hasher = FxHasher::default();
        for file in &files {
            file.fingerprint.hash(&mut hasher);
        }
        let mut missing: Vec<&String> =
            existing.iter().filter(|(_, exists)| !**exists).map(|(path, _)| path).collect();
        missing.sort();
        missing.hash(&mut hasher);
        let mut repository =
            Self { existing, targets, roots, fingerprint: hasher.finish(), ..Self::default() };
        let mut namespaces: FxHashSet<&str> = FxHashSet::default();
        for (index, file) in files.iter().enumerate() {
            repository.by_path.insert(file.path.as_str().to_owned(), index);
            if file.tree.is_xml() && !file.is_known() {
                repository.damaged.push(index);
            } else if let Some(root) = file.root() {
                repository.define(index, file, root);
                namespaces.extend(Some(&*file.target_namespace).filter(|namespace| !namespace.is_empty()));
            } else if let Some((kind, local)) = file.definition_by_path() {
                repository.in_yaml.entry((kind, local.to_owned())).or_default().push(index);
            }
        }
        let named = repository.definitions.iter().filter(|known| !known.local.is_empty());
        namespaces.extend(named.map(|known| known.namespace.as_str()));
        repository.prefixes = Prefixes::new(&namespaces);
        repository.files = files;
        repository.derive();
        repository
    }

    /// Adds the definitions of a file.
    fn define(&mut self, index: usize, file: &XmlFile, root: Element<'_>) {
        let mut counts: FxHashMap<(Kind, &str), usize> = FxHashMap::default();
        for element in root.children() {
            let Some(kind) = Kind::of_element(element.name()) else { continue };
            let place = Place { file: index, node: element.key.id(), index: self.definitions.len() };
            let name = name_of(file, element, kind);
            let QName { namespace, local } = name.unwrap_or(QName { namespace: "", local: "" });
            let mut definition = Definition {
                place,
                kind,
                namespace: namespace.to_owned(),
                local: local.to_owned(),
                is_first: false,
                number: 1,
                base: None,
                chain_length: 0,
                is_whole: false,
                interfaces: OnceLock::new(),
            };
            if let Some(name) = name {
                let count = counts.entry((kind, local)).or_default();
                *count += 1;
                definition.number = *count;
                let first = self.first.entry(name);
                definition.is_first = first.iter().all(|(known, _)| *known != kind);
                if definition.is_first {
                    first.push((kind, place));
                }
                if let Some(attribute) = implemented(kind)
                    && let Some(node) = element.attribute(attribute)
                    && let Some(name) = file.namespaces.qualified(node)
                {
                    self.implementations.entry(name).push(place);
                }
            }
            self.definitions.push(definition);
        }
    }

    /// Determines what each definition is derived from.
    fn derive(&mut self) {
        let derived_from = |definition: &Definition| {
            let derived = self.element(definition.place).child("DerivedFrom");
            let node = derived.and_then(|derived| derived.attribute(definition.kind.derived_from()));
            let base = node.and_then(|node| self.resolve(definition.place.file, definition.kind, node));
            (base, derived.is_none())
        };
        let bases: Vec<(Option<Place>, bool)> = self.definitions.iter().map(derived_from).collect();
        for (definition, (base, is_root)) in self.definitions.iter_mut().zip(bases) {
            definition.base = base;
            // Those with a base follow.
            definition.chain_length = usize::from(base.is_none());
            definition.is_whole = is_root;
        }
        let mut chain: Vec<usize> = Vec::new();
        for start in 0..self.definitions.len() {
            let mut next = Some(start);
            while let Some(index) = next.filter(|index| self.definitions[*index].chain_length == 0) {
                // Until the cycle is walked, its definitions have the length that none has.
                self.definitions[index].chain_length = usize::MAX;
                chain.push(index);
                next = self.definitions[index].base.map(|base| base.index);
            }
            let cycle = next.and_then(|next| chain.iter().position(|index| *index == next));
            let cycle_length = cycle.map_or(0, |cycle| chain.len() - cycle);
            let (mut length, is_whole) = match next.map(|next| &self.definitions[next]) {
                Some(known) if cycle.is_none() => (known.chain_length, known.is_whole),
                _ => (cycle_length, false),
            };
            for (position, index) in chain.drain(..).enumerate().rev() {
                length += usize::from(cycle.is_none_or(|cycle| position < cycle));
                self.definitions[index].chain_length = length;
                self.definitions[index].is_whole = is_whole;
            }
        }
    }

    /// Indexes a single file.
    pub(super) fn of_tree(tree: &Tree) -> Self {
        Self::new(
            vec![Arc::new(XmlFile::of_tree(Utf8PathBuf::new(), tree.clone()))],
            Vec::new(),
            FxHashMap::default(),
            Targets::default(),
        )
    }

    /// Returns what the schemas in a file define.
    pub(super) fn globals(&self, file: usize) -> &Globals {
        let file = &self.files[file];
        file.globals.get_or_init(|| Globals::of(file))
    }

    /// Whether any file names an artifact or policy template.
    pub(super) fn is_named(&self, place: Place) -> bool {
        let named = self.named_templates.get_or_init(|| {
            let mut named: ByName<Vec<Kind>> = ByName::default();
            for (kind, name) in self.files.iter().flat_map(|file| file.named_templates()) {
                named.entry(name).push(kind);
            }
            named
        });
        let kinds = self.name(place).and_then(|name| named.get(name));
        kinds.is_some_and(|kinds| kinds.contains(&self.kind(place)))
    }

    /// Returns a number that differs if any file does.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns the tree of a file with these bytes, unless anything is to be reported about its text.
    #[must_use]
    pub fn tree_of(&self, path: &Utf8Path, bytes: &[u8]) -> Option<&Tree> {
        let file = self.files.get(*self.by_path.get(path.as_str())?)?;
        (file.is_read_from(bytes) && !file.tree.is_damaged()).then_some(&file.tree)
    }

    pub(super) fn index_of(&self, path: &Utf8Path) -> Option<usize> {
        self.by_path.get(path.as_str()).copied()
    }

    /// Returns the paths that the references in `files` lead to, from the roots of their repositories or from the files.
    pub fn look_up(
        files: &[Arc<XmlFile>],
        roots: &[Utf8PathBuf],
        mut exists: impl FnMut(&Utf8Path) -> bool,
    ) -> Targets {
        let mut targets = Targets::default();
        for file in files {
            let mut of_file = FxHashMap::default();
            for reference in file.references() {
                of_file.entry(reference.to_owned()).or_insert_with(|| {
                    likeliest(&file.path, nearest(roots, &file.path), reference, &mut exists)
                });
            }
            if !of_file.is_empty() {
                targets.insert(file.path.as_str().to_owned(), of_file);
            }
        }
        targets
    }

    /// Returns the absolute path that a reference of a file leads to.
    pub(super) fn target(&self, file: usize, reference: &str) -> Utf8PathBuf {
        let path = &self.files[file].path;
        let known = self.targets.get(path.as_str()).and_then(|of_file| of_file.get(reference));
        known.cloned().unwrap_or_else(|| {
            likeliest(path, self.root_of(path), reference, |path| self.exists(path) == Some(true))
        })
    }

    /// Returns whether a file exists, or `None` if that is not known.
    pub(super) fn exists(&self, path: &Utf8Path) -> Option<bool> {
        let path = path.as_str();
        if self.by_path.contains_key(path) { Some(true) } else { self.existing.get(path).copied() }
    }

    /// Returns the root of the folders that a file belongs to.
    pub(super) fn root_of(&self, path: &Utf8Path) -> Option<&Utf8Path> {
        nearest(&self.roots, path)
    }

    /// Returns the definitions of a file, in the order of the text.
    pub(super) fn definitions(&self, file: usize) -> impl Iterator<Item = (Kind, Place)> {
        let start = self.definitions.partition_point(|known| known.place.file < file);
        let of_file = self.definitions[start..].iter().take_while(move |known| known.place.file == file);
        of_file.map(|known| (known.kind, known.place))
    }

    /// Returns the definition of a name that counts.
    pub(super) fn find(&self, kind: Kind, name: QName<'_>) -> Option<Place> {
        let of_kinds = self.first.get(name)?;
        of_kinds.iter().find(|(known, _)| *known == kind).map(|(_, place)| *place)
    }

    /// Returns the implementations of a type, which are of this kind.
    pub(super) fn implementations(&self, kind: Kind, place: Place) -> impl Iterator<Item = Place> {
        let all = self.name(place).and_then(|name| self.implementations.get(name)).into_iter().flatten();
        all.copied().filter(move |implementation| self.kind(*implementation) == kind)
    }

    /// Whether a definition counts: of several with one name, the first one.
    pub(super) fn is_first(&self, place: Place) -> bool {
        self.definitions[place.index].is_first
    }

    /// Returns the number of a definition among those of its name in its file, from 1.
    pub(super) fn number(&self, place: Place) -> usize {
        self.definitions[place.index].number
    }

    pub(super) fn kind(&self, place: Place) -> Kind {
        self.definitions[place.index].kind
    }

    pub(super) fn element(&self, place: Place) -> Element<'_> {
        Element::at(&self.files[place.file].tree, place.node)
    }

    /// Returns the name of a definition.
    pub(super) fn name(&self, place: Place) -> Option<QName<'_>> {
        let Definition { namespace, local, .. } = &self.definitions[place.index];
        (!local.is_empty()).then_some(QName { namespace, local })
    }

    /// Resolves the qualified name that a node of the file `file` has.
    pub(super) fn resolve(&self, file: usize, kind: Kind, node: YamlNode<'_>) -> Option<Place> {
        self.find(kind, self.files[file].namespaces.qualified(node)?)
    }

    /// Returns the definition that `place` is derived from.
    pub(super) fn base(&self, place: Place) -> Option<Place> {
        self.definitions[place.index].base
    }

    /// Returns the interfaces that a type itself defines, which `read` determines when they are first asked for.
    pub(super) fn interfaces(
        &self,
        place: Place,
        read: impl FnOnce() -> Vec<(String, NodeId)>,
    ) -> &[(String, NodeId)] {
        self.definitions[place.index].interfaces.get_or_init(read)
    }

    /// Returns a definition and those that it is derived from, in this order.
    pub(super) fn chain(&self, place: Place) -> impl Iterator<Item = Place> {
        let length = self.definitions[place.index].chain_length;
        std::iter::successors(Some(place), |last| self.base(*last)).take(length)
    }

    /// Whether all of the chain of a definition is known.
    pub(super) fn is_whole(&self, place: Place) -> bool {
        self.definitions[place.index].is_whole
    }

    /// Returns whether a type is another one or derived from it, or `None` if that is not known.
    pub(super) fn is_derived(&self, place: Place, from: Place) -> Option<bool> {
        if self.chain(place).any(|base| base == from) {
            Some(true)
        } else {
            self.is_whole(place).then_some(false)
        }
    }

    /// Returns a type that a YAML file of a repository by folders defines: the file, and the name of the type there.
    pub(super) fn in_yaml(&self, kind: Kind, name: QName<'_>) -> Option<(usize, &str)> {
        let files = self.in_yaml.get(&(kind, name.local.to_owned())).into_iter().flatten();
        let mut types = files.filter_map(|&index| {
            let section = self.files[index].tree.root()?.get(kind.row().section)?;
            let names: Vec<&str> = section.entries().map(|(key, _)| key.text()).collect();
            let suffix = format!(".{}", name.local);
            let own = names.iter().find(|known| **known == name.local || known.ends_with(&suffix));
            Some((index, *own.or(names.first())?))
        });
        types.next()
    }

    /// Returns a file that may define a name although it cannot be read.
    pub(super) fn broken(&self, kind: Kind, name: QName<'_>) -> Option<usize> {
        // In a repository by folders, the path says the name.
        let may_define = |index: &usize| {
            self.files[*index].definition_by_path().is_none_or(|known| known == (kind, name.local))
        };
        self.damaged.iter().copied().find(may_define)
    }
}

/// Returns the attribute that names the type that an implementation is for.
fn implemented(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::NodeTypeImplementation => Some("nodeType"),
        Kind::RelationshipTypeImplementation => Some("relationshipType"),
        _ => None,
    }
}

/// Returns the name of a definition in a file.
fn name_of<'t>(file: &'t XmlFile, definition: Element<'t>, kind: Kind) -> Option<QName<'t>> {
    let local = definition.value_of(kind.row().name)?;
    let namespace = definition.value_of("targetNamespace").unwrap_or(&file.target_namespace);
    Some(QName { namespace, local })
}

/// Returns a path with its separators before all other characters, as paths are sorted.
fn sorted_path(path: &Utf8Path) -> Vec<u8> {
    path.as_str().bytes().map(|byte| if byte == b'/' { 0 } else { byte }).collect()
}

/// Returns the innermost of `roots` that `path` is below.
fn nearest<'r>(roots: &'r [Utf8PathBuf], path: &Utf8Path) -> Option<&'r Utf8Path> {
    let above = roots.iter().filter(|root| paths::inside(path, root).is_some()).map(Utf8PathBuf::as_path);
    above.max_by_key(|root| root.as_str().len())
}

/// Returns the absolute path that a reference in a file leads to: the first that exists, or else the likeliest.
fn likeliest(
    file: &Utf8Path,
    root: Option<&Utf8Path>,
    reference: &str,
    mut exists: impl FnMut(&Utf8Path) -> bool,
) -> Utf8PathBuf {
    let mut candidates = candidates(file, root, reference);
    let Some(first) = candidates.next() else { return Utf8PathBuf::new() };
    if exists(&first) { first } else { candidates.find(|path| exists(path)).unwrap_or(first) }
}

/// Returns the absolute paths that a reference in a file may stand for: from the root of its repository, or from the file. The path is encoded less often than a reference.
pub(super) fn candidates<'p>(
    file: &'p Utf8Path,
    root: Option<&'p Utf8Path>,
    reference: &'p str,
) -> impl Iterator<Item = Utf8PathBuf> + 'p {
    let directory = file.parent().unwrap_or(Utf8Path::new(""));
    let decoded = paths::percent_decoded(reference).map(Cow::Owned);
    let texts: Vec<Cow<'_, str>> = decoded.into_iter().chain([Cow::Borrowed(reference)]).collect();
    let count = texts.len();
    // In a repository by folders, a reference that starts with a folder is one from the root.
    let starts_with_folder = |path: &str| path.split('/').next().and_then(Kind::of_folder).is_some();
    let below = root.and_then(|root| paths::inside(file, root));
    let is_from_root = below.is_some_and(starts_with_folder) && starts_with_folder(reference);
    let bases = root.into_iter().chain(Some(directory).filter(|_| !is_from_root));
    let pairs = bases.flat_map(move |base| (0..count).map(move |index| (base, index)));
    pairs.map(move |(base, index)| {
        paths::clean(&paths::join(base, Utf8Path::new(texts[index].trim_start_matches('/'))))
    })
}
