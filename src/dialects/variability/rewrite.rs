//! From a variable template to a plain one: the processing steps of the document, on the tree.
//!
//! In: a model and which elements stay. Out: the tree without those that do not, without everything that only
//! this dialect has, and with the version of the language below. What stays keeps its nodes, order and spans.

use rustc_hash::FxHashSet;

use crate::base::Symbol;
use crate::yaml::{Builder, Node, Tree};

use super::model::{ElementId, Kind, Model};
use super::read::GroupTypes;

/// Interface types that only this dialect has.
const INTERFACES: [&str; 2] =
    ["tosca.interfaces.node.management.Variability", "tosca.interfaces.relationship.management.Variability"];

/// The version that a template has when it is plain: that of the language its body is written in.
#[must_use]
pub fn plain_version(model: &Model<'_>) -> &'static str {
    match model.body {
        Some((key, _)) if key.text() == "service_template" => "tosca_2_0",
        _ => "tosca_simple_yaml_1_3",
    }
}

/// The tree in which the elements are left that `stays` admits. Where `unused` says so, relationship templates
/// that no requirement names are removed, and the types that only this dialect has, which other files may use.
#[must_use]
pub fn rewrite(model: &Model<'_>, stays: &dyn Fn(ElementId) -> bool, unused: bool) -> Tree {
    let tree = model.tree;
    let mut rewriter = Rewriter { model, stays, unused, builder: Builder::rewriting(tree), at: 0 };
    let Some(root) = tree.root() else { return rewriter.builder.finish() };
    if !root.is_mapping() {
        rewriter.builder.copy(root);
        return rewriter.builder.finish();
    }
    rewriter.builder.open_like(root);
    for (key, value) in root.entries() {
        match key.text() {
            "tosca_definitions_version" => {
                rewriter.builder.copy(key);
                rewriter.builder.lowered_string(plain_version(model), value);
            }
            "group_types" if unused => {
                let types = GroupTypes::of(tree);
                rewriter.types(key, value, &|name| types.is_variability(name));
            }
            "interface_types" if unused => {
                let mentioned = |name: &str| INTERFACES.contains(&name) && !is_named(tree, name);
                rewriter.types(key, value, &mentioned);
            }
            _ if model.body.is_some_and(|(_, body)| body.id() == value.id()) => {
                rewriter.builder.copy(key);
                rewriter.body(value);
            }
            _ => rewriter.entry(key, value),
        }
    }
    rewriter.builder.close();
    rewriter.builder.finish()
}

/// Whether a type is named as a value anywhere.
fn is_named(tree: &Tree, name: &str) -> bool {
    let Some(symbol) = tree.symbol_of(name) else { return false };
    let mut waiting: Vec<Node<'_>> = tree.root().into_iter().collect();
    while let Some(node) = waiting.pop() {
        if node.symbol() == Some(symbol) {
            return true;
        }
        waiting.extend(node.items());
        waiting.extend(node.entries().map(|(_, value)| value));
    }
    false
}

struct Rewriter<'r, 'm, 't> {
    model: &'m Model<'t>,
    stays: &'r dyn Fn(ElementId) -> bool,
    unused: bool,
    builder: Builder,
    /// The next element; they are met in the order in which they were read.
    at: usize,
}

impl<'t> Rewriter<'_, '_, 't> {
    fn entry(&mut self, key: Node<'t>, value: Node<'t>) {
        self.builder.copy(key);
        self.builder.copy(value);
    }

    /// A section of types without those that `goes` names; none where nothing is left.
    fn types(&mut self, key: Node<'t>, section: Node<'t>, goes: &dyn Fn(&str) -> bool) {
        let left: Vec<_> = section.entries().filter(|(name, _)| !goes(name.text())).collect();
        self.rebuilt(key, section, &left);
    }

    fn rebuilt(&mut self, key: Node<'t>, section: Node<'t>, left: &[(Node<'t>, Node<'t>)]) {
        let before = section.entries().count();
        if before == left.len() {
            return self.entry(key, section);
        }
        if left.is_empty() {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for (key, value) in left {
            self.entry(*key, *value);
        }
        self.builder.close();
    }

    fn body(&mut self, body: Node<'t>) {
        if !body.is_mapping() {
            return self.builder.copy(body);
        }
        self.builder.open_like(body);
        for (key, value) in body.entries() {
            match key.text() {
                "variability" => {}
                "node_templates" => self.section(key, value, Kind::Node),
                "inputs" => self.section(key, value, Kind::Input),
                "groups" => self.section(key, value, Kind::Group),
                "policies" => self.section(key, value, Kind::Policy),
                "relationship_templates" => self.relationships(key, value),
                "outputs" | "workflows" => self.without_conditions(key, value),
                _ => self.entry(key, value),
            }
        }
        self.builder.close();
    }

    /// The elements of a kind, in order.
    fn elements(&mut self, kind: Kind) {
        let of_kind = |element: &super::model::Element<'_>| {
            element.kind == kind || kind == Kind::Node && element.kind == Kind::Relation
        };
        self.at = self.model.elements.iter().position(of_kind).unwrap_or(self.model.elements.len());
    }

    /// The next element, which has the name `key`.
    fn next(&mut self, key: Node<'t>) -> Option<ElementId> {
        let found = self.model.elements.get(self.at).filter(|element| element.key.id() == key.id());
        let id = ElementId::new(self.at);
        found.map(|_| {
            self.at += 1;
            id
        })
    }

    fn section(&mut self, key: Node<'t>, section: Node<'t>, kind: Kind) {
        if !section.is_mapping() && !section.is_sequence() {
            return self.entry(key, section);
        }
        self.elements(kind);
        let (first, end) = (self.at, self.end_of(kind));
        let all = (first..end).map(ElementId::new);
        let any = all.filter(|&id| self.model.element(id).kind == kind).any(|id| self.is_left(id));
        let empty = section.items().next().is_none() && section.entries().next().is_none();
        // What cannot be read is no element, and stays for plain TOSCA to judge.
        let strange = section.items().any(|item| item.only_entry().is_none());
        // TOSCA 2.0 demands this section.
        let demanded = kind == Kind::Node && plain_version(self.model) == "tosca_2_0";
        if !any && !empty && !strange && !demanded {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for item in section.items() {
            let Some((name, value)) = item.only_entry().filter(|_| kind == Kind::Policy) else {
                self.builder.copy(item);
                continue;
            };
            let Some(id) = self.next(name) else { continue };
            if self.is_left(id) {
                self.builder.open_like(item);
                self.element(id, name, value);
                self.builder.close();
            }
        }
        for (name, value) in section.entries() {
            match self.next(name) {
                Some(id) if kind == Kind::Node => {
                    if self.is_left(id) {
                        self.builder.copy(name);
                        self.node(id, value);
                    }
                    self.at = id.index() + 1 + self.model.element(id).number as usize;
                }
                Some(id) => {
                    if self.is_left(id) {
                        self.element(id, name, value);
                    }
                }
                None => self.entry(name, value),
            }
        }
        self.builder.close();
    }

    fn end_of(&self, kind: Kind) -> usize {
        let of_kind = |element: &super::model::Element<'_>| {
            element.kind == kind || kind == Kind::Node && element.kind == Kind::Relation
        };
        let rest = &self.model.elements[self.at..];
        self.at + rest.iter().position(|element| !of_kind(element)).unwrap_or(rest.len())
    }

    fn is_left(&self, id: ElementId) -> bool {
        !self.model.element(id).is_variability && (self.stays)(id)
    }

    fn element(&mut self, id: ElementId, name: Node<'t>, value: Node<'t>) {
        self.builder.copy(name);
        let kind = self.model.element(id).kind;
        let changed =
            value.entries().any(|(key, _)| matches!(key.text(), "conditions" | "members" | "targets"));
        if !value.is_mapping() || !changed {
            return self.builder.copy(value);
        }
        self.builder.open_like(value);
        for (key, part) in value.entries() {
            match (key.text(), kind) {
                ("conditions", _) => {}
                ("members", Kind::Group) | ("targets", Kind::Policy) if part.is_sequence() => {
                    self.builder.copy(key);
                    self.builder.open_like(part);
                    for item in part.items() {
                        if self.is_named_left(item, kind) {
                            self.builder.copy(item);
                        }
                    }
                    self.builder.close();
                }
                _ => self.entry(key, part),
            }
        }
        self.builder.close();
    }

    /// Whether a member or target is still there; requirement assignments are no members of plain groups.
    fn is_named_left(&self, item: Node<'t>, kind: Kind) -> bool {
        let Some(name) = item.as_str() else { return !item.is_sequence() };
        let group = || self.model.group(name);
        let named = self.model.node(name).or_else(|| if kind == Kind::Policy { group() } else { None });
        named.is_none_or(|id| self.is_left(id))
    }

    fn node(&mut self, id: ElementId, value: Node<'t>) {
        if !value.is_mapping() {
            return self.builder.copy(value);
        }
        self.builder.open_like(value);
        for (key, part) in value.entries() {
            match key.text() {
                "conditions" => {}
                "requirements" if part.is_sequence() => self.requirements(id, key, part),
                "artifacts" | "capabilities" => self.without_conditions(key, part),
                _ => self.entry(key, part),
            }
        }
        self.builder.close();
    }

    fn requirements(&mut self, node: ElementId, key: Node<'t>, list: Node<'t>) {
        let written = list.items().next().is_some();
        let relations = self.model.relations(node);
        if written && !relations.clone().any(|id| (self.stays)(id)) {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(list);
        for (id, item) in relations.zip(list.items()) {
            if !(self.stays)(id) {
                continue;
            }
            match item.only_entry() {
                Some((name, value)) if value.entry("conditions").is_some() => {
                    self.builder.open_like(item);
                    self.element(id, name, value);
                    self.builder.close();
                }
                _ => self.builder.copy(item),
            }
        }
        self.builder.close();
    }

    /// A section whose entries have no conditions: those that are written were told to be misplaced.
    fn without_conditions(&mut self, key: Node<'t>, section: Node<'t>) {
        if !section.entries().any(|(_, value)| value.entry("conditions").is_some()) {
            return self.entry(key, section);
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for (name, value) in section.entries() {
            self.builder.copy(name);
            self.stripped(value);
        }
        self.builder.close();
    }

    fn stripped(&mut self, value: Node<'t>) {
        if value.entry("conditions").is_none() {
            return self.builder.copy(value);
        }
        self.builder.open_like(value);
        for (key, part) in value.entries().filter(|(key, _)| key.text() != "conditions") {
            self.entry(key, part);
        }
        self.builder.close();
    }

    fn relationships(&mut self, key: Node<'t>, section: Node<'t>) {
        if !self.unused {
            return self.without_conditions(key, section);
        }
        let mut used: FxHashSet<Symbol> = self
            .model
            .all()
            .filter(|(id, element)| {
                element.kind == Kind::Relation
                    && (self.stays)(*id)
                    && element.source.is_none_or(|source| (self.stays)(source))
            })
            .filter_map(|(_, element)| element.value.get("relationship")?.symbol())
            .collect();
        for (name, template) in section.entries() {
            let mut copied = Some((name, template))
                .filter(|(name, _)| name.symbol().is_some_and(|symbol| used.contains(&symbol)));
            // What is copied by one that is used is used.
            while let Some((_, template)) = copied {
                let original = template.get("copy").and_then(Node::symbol).filter(|name| used.insert(*name));
                copied = original
                    .and_then(|name| section.entries().find(|(other, _)| other.symbol() == Some(name)));
            }
        }
        let left: Vec<_> = section
            .entries()
            .filter(|(name, _)| name.symbol().is_some_and(|symbol| used.contains(&symbol)))
            .collect();
        self.rebuilt(key, section, &left);
    }
}
