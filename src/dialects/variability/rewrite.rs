//! Rewrites a variable template to a plain one: the processing steps of the specification, on the tree.
//!
//! Input: a model and the elements that are present. Output: the tree without absent elements and without
//! everything that is part of this dialect only, with the version of plain TOSCA. The rest keeps its nodes,
//! order and spans.

mod alternatives;

use rustc_hash::FxHashSet;

use crate::base::Symbol;
use crate::yaml::{Builder, Tree, YamlNode};

use super::model::{ElementId, ElementKind, VariabilityModel};
use super::read::GroupTypes;
use super::tables::DEFAULT_ALTERNATIVE;

/// The interface types that are part of this dialect only.
const INTERFACES: [&str; 2] =
    ["tosca.interfaces.node.management.Variability", "tosca.interfaces.relationship.management.Variability"];

/// Returns the version of the plain template: that of the language of its body. A file of TOSCA 2.0 without one keeps
/// its version.
#[must_use]
pub fn plain_version(model: &VariabilityModel<'_>) -> &'static str {
    let version = || model.tree.root()?.get("tosca_definitions_version")?.as_str();
    match model.body {
        Some((key, _)) if key.text() == "service_template" => "tosca_2_0",
        None if version() == Some("tosca_2_0") => "tosca_2_0",
        _ => "tosca_simple_yaml_1_3",
    }
}

/// Returns the tree with the elements for which `stays` is true. With `removes_unused`, relationship
/// templates that no requirement names are removed, and the types of this dialect, which other files may use.
#[must_use]
pub fn rewrite(
    model: &VariabilityModel<'_>,
    stays: &dyn Fn(ElementId) -> bool,
    removes_unused: bool,
) -> Tree {
    let tree = model.tree;
    let mut rewriter =
        Rewriter { model, stays, removes_unused, builder: Builder::rewriting(tree), next_index: 0 };
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
            "group_types" if removes_unused => {
                let types = GroupTypes::from_tree(tree);
                rewriter.types(key, value, &|name| types.is_variability(name));
            }
            "interface_types" if removes_unused => {
                let is_unused = |name: &str| INTERFACES.contains(&name) && !is_named(tree, name);
                rewriter.types(key, value, &is_unused);
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

/// Whether any value is the name of a type.
fn is_named(tree: &Tree, name: &str) -> bool {
    let Some(symbol) = tree.symbol_of(name) else { return false };
    let mut pending: Vec<YamlNode<'_>> = tree.root().into_iter().collect();
    while let Some(node) = pending.pop() {
        if node.symbol() == Some(symbol) {
            return true;
        }
        pending.extend(node.items());
        pending.extend(node.entries().map(|(_, value)| value));
    }
    false
}

struct Rewriter<'r, 'm, 't> {
    model: &'m VariabilityModel<'t>,
    stays: &'r dyn Fn(ElementId) -> bool,
    removes_unused: bool,
    builder: Builder,
    /// The index of the next element; elements are visited in the order in which they were read.
    next_index: usize,
}

impl<'t> Rewriter<'_, '_, 't> {
    fn entry(&mut self, key: YamlNode<'t>, value: YamlNode<'t>) {
        self.builder.copy(key);
        self.builder.copy(value);
    }

    /// Writes a section of types without those for which `is_removed` is true; omits an empty section.
    fn types(&mut self, key: YamlNode<'t>, section: YamlNode<'t>, is_removed: &dyn Fn(&str) -> bool) {
        let remaining: Vec<_> = section.entries().filter(|(name, _)| !is_removed(name.text())).collect();
        self.write_remaining(key, section, &remaining);
    }

    fn write_remaining(
        &mut self,
        key: YamlNode<'t>,
        section: YamlNode<'t>,
        remaining: &[(YamlNode<'t>, YamlNode<'t>)],
    ) {
        let count = section.entries().count();
        let has_placed = remaining.iter().any(|(_, value)| self.has_placed(*value));
        if count == remaining.len() && !has_placed {
            return self.entry(key, section);
        }
        if remaining.is_empty() {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for (key, value) in remaining {
            self.builder.copy(*key);
            if self.has_placed(*value) {
                self.value_without_conditions(*value);
            } else {
                self.builder.copy(*value);
            }
        }
        self.builder.close();
    }

    fn body(&mut self, body: YamlNode<'t>) {
        if !body.is_mapping() {
            return self.builder.copy(body);
        }
        self.builder.open_like(body);
        for (key, value) in body.entries() {
            match key.text() {
                "variability" => {}
                "node_templates" => self.section(key, value, ElementKind::Node),
                "inputs" => self.section(key, value, ElementKind::Input),
                "groups" => self.section(key, value, ElementKind::Group),
                "policies" => self.section(key, value, ElementKind::Policy),
                "relationship_templates" => self.relationships(key, value),
                "outputs" if self.model.is_extended => self.outputs(key, value),
                "outputs" | "workflows" => self.section_without_conditions(key, value),
                _ => self.entry(key, value),
            }
        }
        self.builder.close();
    }

    /// Moves to the first element of a kind.
    fn start_at(&mut self, kind: ElementKind) {
        let of_kind = |element: &super::model::Element<'_>| {
            element.kind == kind || kind == ElementKind::Node && element.kind == ElementKind::Relation
        };
        self.next_index = self.model.elements.iter().position(of_kind).unwrap_or(self.model.elements.len());
    }

    /// Returns the next element if its name is `key`, and moves to the following one.
    fn next(&mut self, key: YamlNode<'t>) -> Option<ElementId> {
        let element = self.model.elements.get(self.next_index).filter(|element| element.key.id() == key.id());
        let id = ElementId::new(self.next_index);
        element.map(|_| {
            self.next_index += 1;
            id
        })
    }

    fn section(&mut self, key: YamlNode<'t>, section: YamlNode<'t>, kind: ElementKind) {
        if !section.is_mapping() && !section.is_sequence() {
            return self.entry(key, section);
        }
        self.start_at(kind);
        let (first, end) = (self.next_index, self.end_of(kind));
        let all = (first..end).map(ElementId::new);
        let is_any_present =
            all.filter(|&id| self.model.element(id).kind == kind).any(|id| self.is_present(id));
        let is_empty = section.items().next().is_none() && section.entries().next().is_none();
        // An invalid item is not an element: plain TOSCA reports it.
        let has_invalid_item = section.items().any(|item| item.only_entry().is_none());
        // This section is mandatory in TOSCA 2.0.
        let is_mandatory = kind == ElementKind::Node && plain_version(self.model) == "tosca_2_0";
        if !is_any_present && !is_empty && !has_invalid_item && !is_mandatory {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for item in section.items() {
            let Some((name, value)) = item.only_entry().filter(|_| kind == ElementKind::Policy) else {
                self.builder.copy(item);
                continue;
            };
            let Some(id) = self.next(name) else { continue };
            if self.is_present(id) {
                self.builder.open_like(item);
                self.element(id, name, value);
                self.builder.close();
            }
        }
        for (name, value) in section.entries() {
            match self.next(name) {
                Some(id) if kind == ElementKind::Node => {
                    if self.is_present(id) {
                        self.builder.copy(name);
                        self.node(id, value);
                    }
                    self.next_index = id.index() + 1 + self.model.element(id).relation_count as usize;
                }
                Some(id) => {
                    if self.is_present(id) {
                        self.element(id, name, value);
                    }
                }
                None => self.entry(name, value),
            }
        }
        self.builder.close();
    }

    /// Writes the outputs without those that are absent; omits the section if none is left.
    fn outputs(&mut self, key: YamlNode<'t>, section: YamlNode<'t>) {
        self.start_at(ElementKind::Output);
        let entries: Vec<_> = section.entries().map(|(name, value)| (name, value, self.next(name))).collect();
        if !entries.iter().any(|(_, _, id)| id.is_some()) {
            return self.entry(key, section);
        }
        let is_absent = |id: Option<ElementId>| id.is_some_and(|id| !self.is_present(id));
        if entries.iter().all(|(_, _, id)| is_absent(*id)) {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for (name, value, id) in entries {
            match id {
                Some(id) if self.is_present(id) => self.element(id, name, value),
                Some(_) => {}
                None => self.entry(name, value),
            }
        }
        self.builder.close();
    }

    fn end_of(&self, kind: ElementKind) -> usize {
        let of_kind = |element: &super::model::Element<'_>| {
            element.kind == kind || kind == ElementKind::Node && element.kind == ElementKind::Relation
        };
        let remaining = &self.model.elements[self.next_index..];
        self.next_index + remaining.iter().position(|element| !of_kind(element)).unwrap_or(remaining.len())
    }

    fn is_present(&self, id: ElementId) -> bool {
        !self.model.element(id).is_variability && (self.stays)(id)
    }

    fn element(&mut self, id: ElementId, name: YamlNode<'t>, value: YamlNode<'t>) {
        self.builder.copy(name);
        let kind = self.model.element(id).kind;
        let has_changes = value
            .entries()
            .any(|(key, _)| matches!(key.text(), "conditions" | DEFAULT_ALTERNATIVE | "members" | "targets"));
        if !value.is_mapping() || !has_changes && !self.has_placed(value) {
            return self.builder.copy(value);
        }
        self.builder.open_like(value);
        for (key, part) in value.entries() {
            match (key.text(), kind) {
                ("conditions" | DEFAULT_ALTERNATIVE, _) => {}
                _ if self.is_placed(part) => self.placed(key, part),
                ("members", ElementKind::Group) | ("targets", ElementKind::Policy) if part.is_sequence() => {
                    self.builder.copy(key);
                    self.builder.open_like(part);
                    for item in part.items() {
                        if self.is_member_present(item, kind) {
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

    /// Whether a member or target is present; requirement assignments are not members of plain groups.
    fn is_member_present(&self, item: YamlNode<'t>, kind: ElementKind) -> bool {
        let Some(name) = item.as_str() else { return !item.is_sequence() };
        let group = || self.model.group(name);
        let named =
            self.model.node(name).or_else(|| if kind == ElementKind::Policy { group() } else { None });
        named.is_none_or(|id| self.is_present(id))
    }

    fn node(&mut self, id: ElementId, value: YamlNode<'t>) {
        if !value.is_mapping() {
            return self.builder.copy(value);
        }
        self.builder.open_like(value);
        for (key, part) in value.entries() {
            match key.text() {
                "conditions" => {}
                "requirements" if part.is_sequence() => self.requirements(id, key, part),
                _ if self.is_placed(part) => self.placed(key, part),
                "artifacts" | "capabilities" => self.section_without_conditions(key, part),
                _ => self.entry(key, part),
            }
        }
        self.builder.close();
    }

    fn requirements(&mut self, node: ElementId, key: YamlNode<'t>, list: YamlNode<'t>) {
        let has_items = list.items().next().is_some();
        let relations = self.model.relations(node);
        if has_items && !relations.clone().any(|id| (self.stays)(id)) {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(list);
        for (id, item) in relations.zip(list.items()) {
            if !(self.stays)(id) {
                continue;
            }
            match item.only_entry() {
                Some((name, value))
                    if ["conditions", DEFAULT_ALTERNATIVE].iter().any(|key| value.entry(key).is_some()) =>
                {
                    self.builder.open_like(item);
                    self.element(id, name, value);
                    self.builder.close();
                }
                _ => self.builder.copy(item),
            }
        }
        self.builder.close();
    }

    /// Writes a section whose entries cannot have conditions: misplaced ones were already reported.
    fn section_without_conditions(&mut self, key: YamlNode<'t>, section: YamlNode<'t>) {
        let is_changed = |value: YamlNode<'t>| value.entry("conditions").is_some() || self.has_placed(value);
        if !section.entries().any(|(_, value)| is_changed(value)) {
            return self.entry(key, section);
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for (name, value) in section.entries() {
            self.builder.copy(name);
            self.value_without_conditions(value);
        }
        self.builder.close();
    }

    fn value_without_conditions(&mut self, value: YamlNode<'t>) {
        if value.entry("conditions").is_none() && !self.has_placed(value) {
            return self.builder.copy(value);
        }
        self.builder.open_like(value);
        for (key, part) in value.entries().filter(|(key, _)| key.text() != "conditions") {
            match key.text() {
                _ if self.is_placed(part) => self.placed(key, part),
                _ => self.entry(key, part),
            }
        }
        self.builder.close();
    }

    fn relationships(&mut self, key: YamlNode<'t>, section: YamlNode<'t>) {
        if !self.removes_unused {
            return self.section_without_conditions(key, section);
        }
        let mut used: FxHashSet<Symbol> = self
            .model
            .all()
            .filter(|(id, element)| {
                element.kind == ElementKind::Relation
                    && (self.stays)(*id)
                    && element.source.is_none_or(|source| (self.stays)(source))
            })
            .filter_map(|(_, element)| element.value.get("relationship")?.symbol())
            .collect();
        for (name, template) in section.entries() {
            let mut next = Some((name, template))
                .filter(|(name, _)| name.symbol().is_some_and(|symbol| used.contains(&symbol)));
            // A template that is copied by a used template is used as well.
            while let Some((_, template)) = next {
                let original =
                    template.get("copy").and_then(YamlNode::symbol).filter(|name| used.insert(*name));
                next = original.and_then(|name| {
                    section.entries().find(|(candidate, _)| candidate.symbol() == Some(name))
                });
            }
        }
        let remaining: Vec<_> = section
            .entries()
            .filter(|(name, _)| name.symbol().is_some_and(|symbol| used.contains(&symbol)))
            .collect();
        self.write_remaining(key, section, &remaining);
    }
}
