//! The XML definitions that the files of a run know of each other.
//!
//! Files of TOSCA 1.0 hardly ever import each other: one element is in one file, and its meaning is spread over
//! many files: a requirement names a type that names a capability type, an operation is implemented in another
//! file. So a file is lowered with a view of all others, which never changes while they are lowered.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::base::FileId;
use crate::host::{Limits, paths};
use crate::xml;
use crate::yaml::{NodeId, Tree, YamlNode};

use super::checks;
use super::definitions;
use super::element::{Element, Namespaces, QName};
use super::kinds::Kind;
use super::prefixes::Prefixes;
use super::schema::Globals;

/// A file that others may refer to, read from XML; in a repository by folders also from YAML.
#[derive(Debug)]
pub struct XmlFile {
    /// The absolute path.
    pub(super) path: Utf8PathBuf,
    pub(super) tree: Tree,
    pub(super) namespaces: Namespaces,
    globals: OnceLock<Globals>,
    fingerprint: u64,
}

impl XmlFile {
    /// Reads the text of a file.
    #[must_use]
    pub fn new(path: Utf8PathBuf, text: &Arc<String>, limits: &Limits) -> Self {
        Self::of_tree(path, xml::parse_any(text, FileId(0), limits).0)
    }

    fn of_tree(path: Utf8PathBuf, tree: Tree) -> Self {
        let mut hasher = FxHasher::default();
        (path.as_str(), tree.source().as_str()).hash(&mut hasher);
        let namespaces = Namespaces::of(&tree);
        Self { namespaces, path, globals: OnceLock::new(), fingerprint: hasher.finish(), tree }
    }

    /// The root element of TOSCA.
    pub(super) fn root(&self) -> Option<Element<'_>> {
        definitions(self.tree.root()?).map(Element::new)
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
        let is_one = |node: &YamlNode<'_>| {
            matches!(node.text(), "ArtifactReference" | "PlanModelReference" | "Import")
        };
        let keys = self.tree.nodes().filter(|node| node.is_mapping()).flat_map(YamlNode::all_entries);
        let elements = keys.map(Element::new).filter(move |element| is_one(&element.key));
        let references = elements
            .filter_map(|element| element.value_of("reference").or_else(|| element.value_of("location")));
        references.filter(|reference| !reference.contains("://"))
    }

    /// Returns the artifact and policy templates that it names.
    fn named_templates(&self) -> impl Iterator<Item = (Kind, QName)> {
        let kind = |name: &str| match name {
            "@artifactRef" => Some(Kind::ArtifactTemplate),
            "@policyRef" => Some(Kind::PolicyTemplate),
            _ => None,
        };
        let entries = self.tree.nodes().filter(|node| node.is_mapping()).flat_map(YamlNode::all_entries);
        entries.filter_map(move |(key, value)| Some((kind(key.text())?, self.namespaces.qualified(value)?)))
    }

    /// Returns the locations that its imports name.
    pub fn locations(&self) -> impl Iterator<Item = &str> {
        let imports = self.root().into_iter().flat_map(|root| root.children_named("Import"));
        imports.filter_map(|import| import.value_of("location"))
    }
}

/// A definition: its file, and the node of the name of its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) file: usize,
    pub(super) node: NodeId,
}

/// The XML files of a run, and what they define.
#[derive(Debug, Default)]
pub struct XmlRepository {
    pub(super) files: Vec<Arc<XmlFile>>,
    by_path: FxHashMap<String, usize>,
    places: FxHashMap<(Kind, QName), Vec<Place>>,
    /// The implementations of each type.
    implementations: FxHashMap<(Kind, QName), Vec<Place>>,
    /// The YAML files of repositories by folders, by the kind and local name in their paths.
    in_yaml: FxHashMap<(Kind, String), Vec<usize>>,
    /// The XML files whose definitions are not known.
    damaged: Vec<usize>,
    pub(super) prefixes: Prefixes,
    /// The numbers of definitions with the name of an earlier one in their file, in another namespace.
    numbers: FxHashMap<Place, usize>,
    /// Whether paths that the files refer to exist.
    existing: FxHashMap<String, bool>,
    /// The roots of repositories and archives.
    roots: Vec<Utf8PathBuf>,
    /// The artifact and policy templates that any file names.
    named_templates: OnceLock<FxHashSet<(Kind, QName)>>,
    fingerprint: u64,
}

impl XmlRepository {
    /// Indexes `files`, which are in repositories and archives with these roots.
    #[must_use]
    pub fn new(
        mut files: Vec<Arc<XmlFile>>,
        roots: Vec<Utf8PathBuf>,
        existing: FxHashMap<String, bool>,
    ) -> Self {
        files.sort_by(|one, other| order(&one.path).cmp(&order(&other.path)));
        files.dedup_by(|one, other| one.path == other.path);
        let mut hasher = FxHasher::default();
        for file in &files {
            file.fingerprint.hash(&mut hasher);
        }
        let mut missing: Vec<&String> =
            existing.iter().filter(|(_, exists)| !**exists).map(|(path, _)| path).collect();
        missing.sort();
        missing.hash(&mut hasher);
        let mut repository = Self { existing, roots, fingerprint: hasher.finish(), ..Self::default() };
        let mut namespaces: Vec<String> = Vec::new();
        for (index, file) in files.iter().enumerate() {
            repository.by_path.insert(file.path.to_string(), index);
            if file.tree.is_xml() && !file.is_known() {
                repository.damaged.push(index);
                continue;
            }
            if !file.tree.is_xml()
                && let Some((kind, local)) = file.definition_by_path()
            {
                repository.in_yaml.entry((kind, local.to_owned())).or_default().push(index);
            }
            let Some(root) = file.root() else { continue };
            namespaces.extend(root.value_of("targetNamespace").map(str::to_owned));
            let mut counts: FxHashMap<(Kind, &str), usize> = FxHashMap::default();
            for element in root.children() {
                let Some(kind) = Kind::of_element(element.name()) else { continue };
                let Some(name) = name_of(root, element, kind) else { continue };
                let place = Place { file: index, node: element.key.id() };
                let count =
                    counts.entry((kind, element.value_of(kind.row().name).unwrap_or_default())).or_default();
                *count += 1;
                if *count > 1 {
                    repository.numbers.insert(place, *count);
                }
                if let Some((kind, attribute)) = implemented(kind)
                    && let Some(node) = element.attribute(attribute)
                    && let Some(name) = file.namespaces.qualified(node)
                {
                    repository.implementations.entry((kind, name)).or_default().push(place);
                }
                namespaces.push(name.namespace.clone());
                repository.places.entry((kind, name)).or_default().push(place);
            }
        }
        repository.prefixes = Prefixes::new(namespaces);
        repository.files = files;
        repository
    }

    /// Indexes a single file.
    pub(super) fn of_tree(tree: &Tree) -> Self {
        Self::new(
            vec![Arc::new(XmlFile::of_tree(Utf8PathBuf::new(), tree.clone()))],
            Vec::new(),
            FxHashMap::default(),
        )
    }

    /// Returns what the schemas in a file define.
    pub(super) fn globals(&self, file: usize) -> &Globals {
        let file = &self.files[file];
        file.globals.get_or_init(|| Globals::of(file))
    }

    /// Whether any file names an artifact or policy template.
    pub(super) fn is_named(&self, kind: Kind, place: Place) -> bool {
        let of_all = || self.files.iter().flat_map(|file| file.named_templates()).collect();
        let named = self.named_templates.get_or_init(of_all);
        self.name(place).is_some_and(|name| named.contains(&(kind, name)))
    }

    /// Returns a number that differs if any file does.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns a copy of the tree of a file with this text, unless it is damaged.
    #[must_use]
    pub fn tree_of(&self, path: &Utf8Path, text: &str) -> Option<Tree> {
        let file = self.files.get(*self.by_path.get(path.as_str())?)?;
        (file.tree.source().as_str() == text && !file.tree.is_damaged()).then(|| file.tree.clone())
    }

    pub(super) fn index_of(&self, path: &Utf8Path) -> Option<usize> {
        self.by_path.get(path.as_str()).copied()
    }

    /// Returns the paths that `files` refer to, as far as they may be files of a repository.
    #[must_use]
    pub fn referenced(files: &[Arc<XmlFile>], roots: &[Utf8PathBuf]) -> Vec<Utf8PathBuf> {
        let mut paths = Vec::new();
        for file in files {
            for reference in file.references() {
                paths.extend(candidates(&file.path, nearest(roots, &file.path), reference));
            }
        }
        paths
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

    /// Returns all definitions of a name; the first one counts.
    pub(super) fn all(&self, kind: Kind, name: &QName) -> &[Place] {
        self.places.get(&(kind, name.clone())).map_or(&[], Vec::as_slice)
    }

    pub(super) fn find(&self, kind: Kind, name: &QName) -> Option<Place> {
        self.all(kind, name).first().copied()
    }

    /// Returns the implementations of a type.
    pub(super) fn implementations(&self, kind: Kind, name: &QName) -> &[Place] {
        self.implementations.get(&(kind, name.clone())).map_or(&[], Vec::as_slice)
    }

    /// Returns the number of a definition among those of its name in its file, from 1.
    pub(super) fn number(&self, place: Place) -> usize {
        self.numbers.get(&place).copied().unwrap_or(1)
    }

    pub(super) fn element(&self, place: Place) -> Element<'_> {
        Element::at(&self.files[place.file].tree, place.node)
    }

    /// Returns the name of a definition.
    pub(super) fn name(&self, place: Place) -> Option<QName> {
        let element = self.element(place);
        name_of(self.files[place.file].root()?, element, Kind::of_element(element.name())?)
    }

    /// Resolves the qualified name that a node of the file `file` has.
    pub(super) fn resolve(&self, file: usize, kind: Kind, node: YamlNode<'_>) -> Option<Place> {
        self.find(kind, &self.files[file].namespaces.qualified(node)?)
    }

    /// Returns the definition that `place` is derived from.
    pub(super) fn base(&self, kind: Kind, place: Place) -> Option<Place> {
        let derived = self.element(place).child("DerivedFrom")?;
        self.resolve(place.file, kind, derived.attribute(kind.derived_from())?)
    }

    /// Returns a definition and those that it is derived from, in this order.
    pub(super) fn chain(&self, kind: Kind, place: Place) -> Vec<Place> {
        let mut chain = vec![place];
        while let Some(base) = chain.last().and_then(|last| self.base(kind, *last)) {
            if chain.contains(&base) {
                break;
            }
            chain.push(base);
        }
        chain
    }

    /// Whether all of the chain of a definition is known.
    pub(super) fn is_whole(&self, kind: Kind, place: Place) -> bool {
        let chain = self.chain(kind, place);
        chain.last().is_some_and(|last| self.element(*last).child("DerivedFrom").is_none())
    }

    /// Returns whether a type is another one or derived from it, or `None` if that is not known.
    pub(super) fn is_derived(&self, kind: Kind, place: Place, from: Place) -> Option<bool> {
        if self.chain(kind, place).contains(&from) {
            Some(true)
        } else {
            self.is_whole(kind, place).then_some(false)
        }
    }

    /// Returns a type that a YAML file of a repository by folders defines: the file, and the name of the type there.
    pub(super) fn in_yaml(&self, kind: Kind, name: &QName) -> Option<(usize, &str)> {
        let files = self.in_yaml.get(&(kind, name.local.clone())).into_iter().flatten();
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
    pub(super) fn broken(&self, kind: Kind, name: &QName) -> Option<usize> {
        // In a repository by folders, the path says the name.
        let may_define = |index: &usize| {
            self.files[*index].definition_by_path().is_none_or(|known| known == (kind, &name.local))
        };
        self.damaged.iter().copied().find(may_define)
    }
}

/// Returns the order of files: those with the names of a repository come before copies.
fn order(path: &Utf8Path) -> (bool, &Utf8Path) {
    (is_copy(path), path)
}

/// Whether a file has the name of a copy, as file managers give it.
pub(super) fn is_copy(path: &Utf8Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.contains(' '))
}

/// Returns the type that an implementation is for: its kind, and the attribute that names it.
fn implemented(kind: Kind) -> Option<(Kind, &'static str)> {
    match kind {
        Kind::NodeTypeImplementation => Some((Kind::NodeType, "nodeType")),
        Kind::RelationshipTypeImplementation => Some((Kind::RelationshipType, "relationshipType")),
        _ => None,
    }
}

/// Returns the name of an element in the file with this root.
pub(super) fn name_of(root: Element<'_>, element: Element<'_>, kind: Kind) -> Option<QName> {
    let local = element.value_of(kind.row().name)?;
    let namespace = element.value_of("targetNamespace").or_else(|| root.value_of("targetNamespace"));
    Some(QName { namespace: namespace.unwrap_or_default().to_owned(), local: local.to_owned() })
}

/// Returns the innermost of `roots` that `path` is below.
fn nearest<'r>(roots: &'r [Utf8PathBuf], path: &Utf8Path) -> Option<&'r Utf8Path> {
    let above = roots.iter().filter(|root| path.starts_with(root)).map(Utf8PathBuf::as_path);
    above.max_by_key(|root| root.as_str().len())
}

/// Returns the absolute paths that a reference in a file may stand for: from the root of its repository, or from the file. The path is encoded less often than a reference.
pub(super) fn candidates(file: &Utf8Path, root: Option<&Utf8Path>, reference: &str) -> Vec<Utf8PathBuf> {
    let directory = file.parent().unwrap_or(Utf8Path::new(""));
    let decoded = paths::percent_decoded(reference);
    let texts = || decoded.as_deref().into_iter().chain([reference]);
    let path = |base: &Utf8Path, text: &str| {
        paths::clean(&paths::join(base, Utf8Path::new(text.trim_start_matches('/'))))
    };
    let bases = root.into_iter().chain([directory]);
    bases.flat_map(|base| texts().map(move |text| path(base, text))).collect()
}
