//! What all parts of the lowering of a file share.

use std::collections::BTreeSet;

use camino::Utf8Path;
use rustc_hash::FxHashSet;

use crate::base::Symbol;
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::LOST;
use crate::host::paths;
use crate::yaml::{Tree, WORDS, YamlNode};

use super::super::element::{DOCUMENTATION, Element, Name, QName};
use super::super::kinds::Kind;
use super::super::prefixes::{BASE, symbolic, unique};
use super::super::repository::{Place, XmlRepository};
use super::part::{Map, Part, data, short};

/// The element with the tags of others.
const TAGS: Symbol = WORDS.symbol_of("Tags");

/// The names of one map: as they are in XML, and in TOSCA 2.0.
#[derive(Debug, Default)]
pub(super) struct Taken {
    written: FxHashSet<String>,
    symbolic: FxHashSet<String>,
}

/// The lowering of one file.
pub(super) struct Context<'t, 'r> {
    pub(super) repository: &'r XmlRepository,
    /// The index of the file in the repository.
    pub(super) file: usize,
    pub(super) tree: &'t Tree,
    /// The files to import.
    imports: BTreeSet<usize>,
    pub(super) imports_base: bool,
    /// The inputs that values ask for, with the types of their properties.
    pub(super) inputs: Vec<(String, &'static str, YamlNode<'t>)>,
    pub(super) diagnostics: Vec<(YamlNode<'t>, Diagnostic)>,
    pub(super) applied: Vec<(&'static str, YamlNode<'t>)>,
}

impl<'t, 'r> Context<'t, 'r> {
    pub(super) fn new(repository: &'r XmlRepository, file: usize, tree: &'t Tree) -> Self {
        Self {
            repository,
            file,
            tree,
            imports: BTreeSet::new(),
            imports_base: false,
            inputs: Vec::new(),
            diagnostics: Vec::new(),
            applied: Vec::new(),
        }
    }

    pub(super) fn report(&mut self, node: YamlNode<'t>, diagnostic: Diagnostic) {
        self.diagnostics.push((node, diagnostic));
    }

    pub(super) fn applied(&mut self, rule: &'static str, node: YamlNode<'t>) {
        self.applied.push((rule, node));
    }

    // ── names ──

    /// Returns the name of a definition in its file.
    pub(super) fn own_name(&self, place: Place) -> String {
        let name = symbolic(self.repository.name(place).map_or("", |name| name.local));
        match self.repository.number(place) {
            1 => name,
            number => format!("{name}_{number}"),
        }
    }

    /// Returns the name by which this file refers to a definition, and imports its file.
    pub(super) fn name_of(&mut self, place: Place) -> String {
        self.qualified(place, &self.own_name(place))
    }

    /// Returns the name by which this file refers to something in the file of a definition, and imports that file.
    pub(super) fn qualified(&mut self, place: Place, name: &str) -> String {
        if place.file == self.file {
            return name.to_owned();
        }
        self.imports.insert(place.file);
        match self.prefix(place.file) {
            Some(prefix) => format!("{prefix}:{name}"),
            None => name.to_owned(),
        }
    }

    fn prefix(&self, file: usize) -> Option<String> {
        let (own, other) = (&self.repository.files[self.file], &self.repository.files[file]);
        let (own, namespace) = (&own.target_namespace, &other.target_namespace);
        // Files in YAML, or that cannot be read, have no namespace.
        (other.root().is_some() && own != namespace).then(|| self.repository.prefixes.get(namespace))
    }

    /// Returns the name of a type that every file knows.
    pub(super) fn base(&mut self, name: &str) -> String {
        self.imports_base = true;
        format!("{BASE}:{name}")
    }

    /// Returns the qualified name that a node of this file has.
    fn qname<'n>(&self, node: YamlNode<'n>) -> Option<QName<'n>> {
        self.repository.files[self.file].namespaces.qualified(node)
    }

    /// Returns the definition that a node of this file names.
    pub(super) fn resolve(&self, kind: Kind, node: YamlNode<'t>) -> Option<Place> {
        self.repository.resolve(self.file, kind, node)
    }

    /// Returns the name of the type that a node of this file names. A name that nothing defines stays unknown.
    pub(super) fn type_name(&mut self, kind: Kind, node: YamlNode<'t>) -> String {
        self.type_name_at(kind, node, self.resolve(kind, node))
    }

    /// Returns the name of the type that a node names, which is `place`.
    pub(super) fn type_name_at(&mut self, kind: Kind, node: YamlNode<'t>, place: Option<Place>) -> String {
        match place {
            Some(place) => self.name_of(place),
            None => self.unknown_name(kind, self.qname(node), node.text()),
        }
    }

    /// Returns a name that nothing defines.
    fn unknown_name(&mut self, kind: Kind, name: Option<QName<'_>>, text: &str) -> String {
        let Some(name) = name else { return symbolic(text) };
        if let Some((file, name)) = self.repository.in_yaml(kind, name) {
            self.imports.insert(file);
            return name.to_owned();
        }
        // A file that cannot be read may define it.
        self.imports.extend(self.repository.broken(kind, name));
        format!("{}.{}", self.repository.prefixes.get(name.namespace), symbolic(name.local))
    }

    /// Returns `name` as TOSCA 2.0 can have it, unless it is taken; reports both changes.
    pub(super) fn symbolic(&mut self, name: &str, taken: &mut Taken, node: YamlNode<'t>) -> String {
        let changed = symbolic(name);
        let free = unique(&changed, &mut taken.symbolic);
        // A repeated name is reported.
        if taken.written.insert(name.to_owned()) && free != changed {
            self.report(node, rules::colliding_xml_name::new(node.span(), name, &changed, &free));
        }
        if free != name {
            self.applied("name", node);
        }
        free
    }

    // ── files ──

    fn path(&self, file: usize) -> &'r Utf8Path {
        &self.repository.files[file].path
    }

    fn directory(&self) -> &'r Utf8Path {
        self.path(self.file).parent().unwrap_or(Utf8Path::new(""))
    }

    /// Returns the path from this file to what a reference of a file leads to.
    pub(super) fn relative(&self, file: usize, reference: &str) -> String {
        if reference.contains("://") {
            return reference.to_owned();
        }
        paths::relative(&self.repository.target(file, reference), self.directory()).into_string()
    }

    /// Returns the imports: the path from this file, and the prefix.
    pub(super) fn imports(&self) -> Vec<(String, Option<String>)> {
        let import = |&file: &usize| {
            let path = paths::relative(self.path(file), self.directory()).into_string();
            (path, self.prefix(file))
        };
        self.imports.iter().map(import).collect()
    }

    // ── losses ──

    /// Keeps an element under `metadata`, and reports that TOSCA 2.0 has nothing for it.
    pub(super) fn lose(&mut self, map: &mut Map<'t>, element: Element<'t>) {
        let name = short(element.name());
        self.report(element.key, rules::lowered_with_loss::new(element.key.span(), &name));
        self.applied(LOST, element.key);
        map.keep(name, element.key, data(element));
    }

    /// Keeps the children with these names like [`lose`](Self::lose).
    pub(super) fn lose_children(&mut self, map: &mut Map<'t>, element: Element<'t>, names: &[&str]) {
        for child in element.children().filter(|child| names.contains(&child.name())) {
            self.lose(map, child);
        }
    }

    /// Writes what all extensible elements have: documentation, tags, and additions of tools.
    pub(super) fn common(&mut self, map: &mut Map<'t>, element: Element<'t>) {
        let (mut documentation, mut tags, mut additions) = (Vec::new(), Vec::new(), Vec::new());
        for child in element.children() {
            match Name::of(child) {
                Name::Word(DOCUMENTATION) => documentation.push(child),
                Name::Word(TAGS) => tags.push(child),
                name if name.is_foreign() => additions.push(child),
                _ => {}
            }
        }
        if let Some(first) = documentation.first() {
            let texts = documentation.iter().filter_map(|part| part.text()).map(YamlNode::text);
            let texts: Vec<&str> = texts.collect();
            if !texts.is_empty() {
                map.add_text("description", texts.join("\n"), first.key);
            }
        }
        for tag in tags.first().into_iter().flat_map(|tags| tags.children_named("Tag")) {
            if let (Some(name), Some(value)) = (tag.value_of("name"), tag.attribute("value")) {
                map.note(name, tag.key, Part::literal(value.text(), value));
            }
        }
        for attribute in element.attributes().filter(|attribute| Name::of(*attribute).is_foreign()) {
            let literal = Part::literal(attribute.value.text(), attribute.value);
            map.note(short(attribute.name()), attribute.key, literal);
        }
        for child in additions {
            if child.local() == "PropertiesDefinition" {
                continue;
            }
            if child.value.is_mapping() {
                self.lose(map, child);
            } else {
                map.note(short(child.name()), child.key, data(child));
            }
        }
    }
}
