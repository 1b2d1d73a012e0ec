//! From a tree to a [`Model`].

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Symbol;
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::keynames::{Meta, describe};
use crate::yaml::{Node, NodeId, Tree};

use super::expression::{ExprId, Expressions};
use super::inputs::{self, Preset};
use super::model::{Element, ElementId, Kind, Model, Named};
use super::operators::Type;
use super::parse::Parser;
use super::tables::{DEFINITION, PRESET};
use super::typing;

/// The group type from which all variability groups are derived: their conditions are those of the members.
pub const GROUP_ROOT: &str = "variability.groups.Root";
const CONDITIONAL_MEMBERS: &str = "variability.groups.ConditionalMembers";
/// The group type of the profile below.
const PLAIN: &str = "tosca.groups.Root";

/// Reads what `tree` says about its variants, as far as it can be told from this file alone.
#[must_use]
pub fn read(tree: &Tree) -> (Model<'_>, Vec<Diagnostic>) {
    read_knowing(tree, &[])
}

/// Reads what `tree` says about its variants; `groups` says which groups are variability groups, by their names.
#[must_use]
pub fn read_knowing<'t>(tree: &'t Tree, groups: &[(NodeId, bool)]) -> (Model<'t>, Vec<Diagnostic>) {
    let body = tree
        .root()
        .and_then(|root| root.entry("topology_template").or_else(|| root.entry("service_template")));
    let definition = body.and_then(|(_, body)| body.entry("variability"));
    let mut model = Model {
        tree,
        body,
        definition,
        inputs: Vec::new(),
        presets: Vec::new(),
        named: Vec::new(),
        elements: Vec::new(),
        expressions: Expressions::default(),
        nodes: FxHashMap::default(),
        groups: FxHashMap::default(),
        relations_by_name: OnceCell::new(),
        inputs_by_name: FxHashMap::default(),
        named_by_name: FxHashMap::default(),
        of_elsewhere: FxHashSet::default(),
        is_broken: tree.is_damaged(),
    };
    let mut found = Vec::new();
    if let Some((_, definition)) = definition {
        review_definition(definition, &mut found);
        declared_inputs(&mut model, definition, &mut found);
    }
    let names = definition.and_then(|(_, definition)| definition.get("expressions"));
    let names: Vec<_> = names.into_iter().flat_map(Node::entries).collect();
    for (index, (key, _)) in (0..).zip(&names) {
        if let Some(symbol) = key.symbol() {
            model.named_by_name.entry(symbol).or_insert(index);
        }
        let body = ExprId(0);
        model.named.push(Named { key: *key, body, parts: 0..0, result: Type::Unknown, uses_self: false });
    }
    elements(&mut model, groups);
    for (index, (_, value)) in names.iter().enumerate() {
        let first = u32::try_from(model.expressions.len()).unwrap_or(u32::MAX);
        let mut parser = Parser { model: &mut model, found: &mut found, in_relation: false, in_named: true };
        let body = parser.read(*value);
        model.named[index].body = body;
        model.named[index].parts = first..body.0 + 1;
    }
    let knows = !groups.is_empty();
    conditions(&mut model, knows, &mut found);
    members(&mut model, knows, &mut found);
    misplaced(&model, &mut found);
    typing::check(&mut model, &mut found);
    if let Some(presets) = definition.and_then(|(_, definition)| definition.get("presets")) {
        read_presets(&mut model, presets, &mut found);
    }
    model.is_broken |= found.iter().any(|found| found.level == crate::diagnostics::Level::Error);
    (model, found)
}

fn review_definition(definition: Node<'_>, found: &mut Vec<Diagnostic>) {
    if !definition.is_mapping() {
        if !definition.is_invalid() {
            found.push(codes::wrong_shape::new(
                definition.span(),
                "`variability`",
                "a map",
                describe(definition),
                None,
            ));
        }
        return;
    }
    for (key, value) in definition.entries() {
        if !is_known(key, &DEFINITION, found) {
            continue;
        }
        if !value.is_mapping() && !value.is_invalid() && !value.is_null() {
            let what = format!("`{}`", key.text());
            found.push(codes::wrong_shape::new(value.span(), &what, "a map", describe(value), None));
        }
    }
}

/// Whether `key` is a keyname of `table`; tells where it is not.
pub(super) fn is_known(key: Node<'_>, table: &Meta, found: &mut Vec<Diagnostic>) -> bool {
    let name = key.text();
    if table.keyname(name).is_some() {
        return true;
    }
    let retired = table.retired.iter().find(|(old, _)| *old == name).map(|(_, help)| (*help).to_owned());
    let near = suggest(name, table.keynames.iter().map(|row| row.name));
    let help = retired.or_else(|| near.map(|near| format!("did you mean `{near}`?")));
    found.push(codes::unknown_keyname::new(key.span(), name, table.name, help));
    false
}

fn declared_inputs<'t>(model: &mut Model<'t>, definition: Node<'t>, found: &mut Vec<Diagnostic>) {
    for (index, (key, body)) in (0..).zip(definition.get("inputs").into_iter().flat_map(Node::entries)) {
        if let Some(symbol) = key.symbol() {
            model.inputs_by_name.entry(symbol).or_insert(index);
        }
        model.inputs.push(inputs::declaration(key, body, found));
    }
}

fn read_presets<'t>(model: &mut Model<'t>, presets: Node<'t>, found: &mut Vec<Diagnostic>) {
    for (key, body) in presets.entries() {
        if !body.is_mapping() {
            if !body.is_invalid() {
                let what = format!("preset `{}`", key.text());
                found.push(codes::wrong_shape::new(body.span(), &what, "a map", describe(body), None));
            }
            continue;
        }
        for (name, _) in body.entries() {
            is_known(name, &PRESET, found);
        }
        let values = match body.get("inputs") {
            Some(map) => inputs::assignments(model, map, true, found),
            None => {
                if !body.is_broken() {
                    found.push(codes::missing_keyname::absent(key.span(), "inputs", "variability preset"));
                }
                Vec::new()
            }
        };
        model.presets.push(Preset { key, values });
    }
}

/// The elements, with the targets of relations.
fn elements(model: &mut Model<'_>, groups: &[(NodeId, bool)]) {
    let Some((_, body)) = model.body else { return };
    let here = GroupTypes::of(model.tree);
    let groups: FxHashMap<NodeId, bool> = groups.iter().copied().collect();
    let section = |name: &str| body.get(name).into_iter().flat_map(Node::entries);
    for (key, value) in section("node_templates") {
        let id = push(model, Kind::Node, key, value);
        if let Some(symbol) = key.symbol() {
            model.nodes.entry(symbol).or_insert(id);
        }
        let mut count = 0;
        for item in value.get("requirements").into_iter().flat_map(Node::items) {
            // The position counts, whatever stands there.
            let (name, assignment) = item.only_entry().unwrap_or((item, item));
            let relation = push(model, Kind::Relation, name, assignment);
            model.elements[relation.index()].source = Some(id);
            model.elements[relation.index()].number = count;
            count += 1;
        }
        model.elements[id.index()].number = count;
    }
    for (key, value) in section("inputs") {
        push(model, Kind::Input, key, value);
    }
    for (key, value) in section("groups") {
        let id = push(model, Kind::Group, key, value);
        let type_name = value.get("type").and_then(Node::as_str);
        let element = &mut model.elements[id.index()];
        let known = groups.get(&key.id()).copied();
        (element.is_variability, element.is_of_elsewhere) = match type_name.map(|name| here.kind(name)) {
            Some(GroupKind::Variability) => (true, false),
            Some(GroupKind::Elsewhere) => (known == Some(true), true),
            Some(GroupKind::Plain) | None => (false, false),
        };
        if let Some(symbol) = key.symbol() {
            model.groups.entry(symbol).or_insert(id);
        }
    }
    let policies = body.get("policies");
    let listed = policies.into_iter().flat_map(Node::items).filter_map(Node::only_entry);
    for (key, value) in listed.chain(policies.into_iter().flat_map(Node::entries)) {
        push(model, Kind::Policy, key, value);
    }
    for index in 0..model.elements.len() {
        if model.elements[index].kind == Kind::Relation {
            model.elements[index].target = target_of(model, model.elements[index].value);
        }
    }
}

fn push<'t>(model: &mut Model<'t>, kind: Kind, key: Node<'t>, value: Node<'t>) -> ElementId {
    let id = ElementId::new(model.elements.len());
    model.elements.push(Element {
        kind,
        key,
        value,
        conditions: Vec::new(),
        is_conditional: false,
        member_of: Vec::new(),
        source: None,
        target: None,
        number: 0,
        is_variability: false,
        is_of_elsewhere: false,
    });
    id
}

/// The node template that a requirement assignment names.
fn target_of(model: &Model<'_>, assignment: Node<'_>) -> Option<ElementId> {
    let name: Option<Symbol> = match assignment.get("node") {
        // TOSCA 2.0 may say which node of the template is meant.
        Some(node) if node.is_sequence() => node.items().next().and_then(Node::symbol),
        Some(node) => node.symbol(),
        None => assignment.symbol(),
    };
    name.and_then(|name| model.nodes.get(&name).copied())
}

/// What a group type is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    /// Derived from the root of variability groups.
    Variability,
    /// Not so.
    Plain,
    /// Derived from something that is not defined here.
    Elsewhere,
}

/// The group types of a file.
pub(super) struct GroupTypes<'t> {
    kinds: FxHashMap<&'t str, GroupKind>,
    has_imports: bool,
}

impl<'t> GroupTypes<'t> {
    pub(super) fn of(tree: &'t Tree) -> Self {
        let root = tree.root();
        let types = root.and_then(|root| root.get("group_types"));
        let parents: FxHashMap<&str, Option<&str>> = types
            .into_iter()
            .flat_map(Node::entries)
            .filter_map(|(key, body)| Some((key.as_str()?, body.get("derived_from").and_then(Node::as_str))))
            .collect();
        let has_imports = root.is_some_and(|root| root.get("imports").is_some());
        let mut of = Self { kinds: FxHashMap::default(), has_imports };
        // Each type is looked at once for each step of its own chain at most.
        for (key, _) in types.into_iter().flat_map(Node::entries) {
            let mut chain = Vec::new();
            let mut at = key.text();
            let kind = loop {
                if of.kinds.contains_key(at) || chain.len() > parents.len() {
                    break of.kind(at);
                }
                chain.push(at);
                match parents.get(at) {
                    Some(Some(parent)) if *parent != at => at = parent,
                    Some(_) => break GroupKind::Plain,
                    None => break of.kind(at),
                }
            };
            of.kinds.extend(chain.into_iter().map(|name| (name, kind)));
        }
        of
    }

    /// Whether the type `name` is known to be one of variability.
    pub(super) fn is_variability(&self, name: &str) -> bool {
        self.kind(name) == GroupKind::Variability
    }

    fn kind(&self, name: &str) -> GroupKind {
        match self.kinds.get(name) {
            Some(kind) => *kind,
            None if matches!(name, GROUP_ROOT | CONDITIONAL_MEMBERS) => GroupKind::Variability,
            None if self.has_imports && name != PLAIN => GroupKind::Elsewhere,
            None => GroupKind::Plain,
        }
    }
}

/// Reads the conditions of all elements.
fn conditions(model: &mut Model<'_>, knows: bool, found: &mut Vec<Diagnostic>) {
    if !model.tree.mentions("conditions") {
        return;
    }
    for index in 0..model.elements.len() {
        let element = &model.elements[index];
        let Some(written) = element.value.get("conditions") else { continue };
        let may_be_members = element.is_variability || element.is_of_elsewhere && !knows;
        let in_relation = element.kind == Kind::Relation || may_be_members;
        let mut read = Vec::new();
        let mut parser = Parser { model, found, in_relation, in_named: false };
        if written.is_sequence() {
            read.extend(written.items().map(|item| parser.read(item)));
        } else if !written.is_null() {
            read.push(parser.read(written));
        }
        let element = &mut model.elements[index];
        element.is_conditional = true;
        element.conditions = read;
    }
}

/// The members of variability groups, and whether those of other groups exist as elements.
fn members(model: &mut Model<'_>, knows: bool, found: &mut Vec<Diagnostic>) {
    for index in 0..model.elements.len() {
        let element = &model.elements[index];
        if element.kind != Kind::Group {
            continue;
        }
        let (is_variability, is_open, key) =
            (element.is_variability, element.is_of_elsewhere && !knows, element.key);
        let Some(list) = element.value.get("members") else { continue };
        for member in list.items() {
            // Names of ordinary members are for plain TOSCA to look up.
            if !is_variability && !member.is_sequence() {
                if is_open {
                    let named = member.as_str().and_then(|name| model.node(name));
                    model.of_elsewhere.extend(named);
                }
                continue;
            }
            let mut parser = Parser { model, found, in_relation: false, in_named: false };
            let Some(id) = parser.element(member) else { continue };
            if is_open {
                model.of_elsewhere.insert(id);
            } else if is_variability {
                let groups = &mut model.elements[id.index()].member_of;
                let group = ElementId::new(index);
                // Its members are read one after the other.
                if groups.last() != Some(&group) {
                    groups.push(group);
                }
            } else {
                found.push(codes::relation_as_member::new(member.span(), key.text()));
            }
        }
    }
}

/// Conditions at places where the document has none.
fn misplaced(model: &Model<'_>, found: &mut Vec<Diagnostic>) {
    if !model.tree.mentions("conditions") {
        return;
    }
    let Some((_, body)) = model.body else { return };
    let mut look = |what: &str, holder: Node<'_>| {
        if let Some((key, _)) = holder.entry("conditions") {
            found.push(codes::misplaced_conditions::new(key.span(), what));
        }
    };
    for (section, what) in [
        ("outputs", "an output"),
        ("relationship_templates", "a relationship template"),
        ("workflows", "a workflow"),
    ] {
        for (_, value) in body.get(section).into_iter().flat_map(Node::entries) {
            look(what, value);
        }
    }
    for element in model.elements.iter().filter(|element| element.kind == Kind::Node) {
        for (section, what) in
            [("properties", "a property"), ("artifacts", "an artifact"), ("capabilities", "a capability")]
        {
            let Some(values) = element.value.get(section) else { continue };
            let listed = values.items().filter_map(Node::only_entry);
            let artifacts = section != "properties";
            for (_, value) in listed.chain(values.entries().filter(|_| artifacts)) {
                look(what, value);
            }
        }
    }
    let root = model.tree.root();
    for import in root.and_then(|root| root.get("imports")).into_iter().flat_map(Node::items) {
        look("an import", import);
    }
    for (section, what) in [("node_types", "a node type"), ("policy_types", "a policy type")] {
        for (_, body) in root.and_then(|root| root.get(section)).into_iter().flat_map(Node::entries) {
            look(what, body);
        }
    }
}
