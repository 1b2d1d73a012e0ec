//! Reads the [`VariabilityModel`] of a tree.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, Symbol};
use crate::diagnostics::{Diagnostic, rules, suggest};
use crate::keynames::{Meta, Presence, describe};
use crate::yaml::{NodeId, Tree, YamlNode};

use super::alternatives;
use super::defaults;
use super::expression::{VariabilityExprId, VariabilityExpressions};
use super::inputs::{self, Preset};
use super::language::is_extended;
use super::later_spelling;
use super::model::{Element, ElementId, ElementKind, NamedPresence, Unread, VariabilityModel};
use super::operators::{OperandType, Operator};
use super::parse::{Context, Parser};
use super::pruning::{self, Pruning};
use super::tables::{DEFAULT_ALTERNATIVE, DEFINITION, EXTENSIONS, ONLY_EXTENDED, OPTIONS, PRESET};
use super::type_conditions;
use super::typing;

/// The group type that all variability groups are derived from: their conditions are those of the members.
pub const GROUP_ROOT: &str = "variability.groups.Root";
const CONDITIONAL_MEMBERS: &str = "variability.groups.ConditionalMembers";
/// The root of all group types of plain TOSCA.
const PLAIN_GROUP_ROOT: &str = "tosca.groups.Root";

/// Reads the variable parts of `tree`, as far as they are known from this file alone.
#[must_use]
pub fn read(tree: &Tree) -> (VariabilityModel<'_>, Vec<Diagnostic>) {
    read_knowing(tree, &[])
}

/// Reads the variable parts of `tree`; `groups` contains for each group with a known type whether it is a
/// variability group.
#[must_use]
pub fn read_knowing<'t>(
    tree: &'t Tree,
    groups: &[(NodeId, bool)],
) -> (VariabilityModel<'t>, Vec<Diagnostic>) {
    let body = tree
        .root()
        .and_then(|root| root.entry("topology_template").or_else(|| root.entry("service_template")));
    let definition = body.and_then(|(_, body)| body.entry("variability"));
    let mut model = VariabilityModel {
        tree,
        body,
        definition,
        inputs: Vec::new(),
        presets: Vec::new(),
        named: Vec::new(),
        constraints: Vec::new(),
        defaults: Vec::new(),
        default_parts: 0..0,
        type_conditions: Vec::new(),
        pruning: Pruning::default(),
        elements: Vec::new(),
        expressions: VariabilityExpressions::default(),
        questions: FxHashMap::default(),
        unread: Unread::new(
            tree.root(),
            body.map(|(_, body)| body),
            definition.map(|(_, definition)| definition),
            |name| DEFINITION.keyname(name).is_some(),
        ),
        later_spelling: Vec::new(),
        placed: FxHashMap::default(),
        placed_by_name: OnceCell::new(),
        nodes: FxHashMap::default(),
        groups: FxHashMap::default(),
        relations_by_name: OnceCell::new(),
        by_name: OnceCell::new(),
        incoming: OnceCell::new(),
        inputs_by_name: FxHashMap::default(),
        named_by_name: FxHashMap::default(),
        members_of_unknown_groups: FxHashSet::default(),
        may_be_absent: OnceCell::new(),
        is_extended: is_extended(tree.root()),
        is_broken: tree.is_damaged(),
    };
    let mut diagnostics = Vec::new();
    if let Some((_, definition)) = definition {
        check_definition(definition, model.is_extended, &mut diagnostics);
        read_inputs(&mut model, definition, &mut diagnostics);
        if let Some(options) = definition.get("options").filter(|_| model.is_extended) {
            model.pruning = read_options(options, &mut diagnostics);
        }
        if model.is_extended {
            type_conditions::read_types(&mut model, definition, &mut diagnostics);
        }
    }
    let names = definition.and_then(|(_, definition)| definition.get("expressions"));
    let names: Vec<_> = names.into_iter().flat_map(YamlNode::entries).collect();
    for (index, (key, _)) in (0..).zip(&names) {
        if let Some(symbol) = key.symbol() {
            model.named_by_name.entry(symbol).or_insert(index);
        }
        let body = VariabilityExprId(0);
        model.named.push(NamedPresence {
            key: *key,
            body,
            parts: 0..0,
            result: OperandType::Unknown,
            uses_self: false,
            reads_elements: false,
            is_of_defaults: false,
            is_question: false,
        });
    }
    read_elements(&mut model, groups);
    for (index, (_, value)) in names.iter().enumerate() {
        let first = u32::try_from(model.expressions.len()).unwrap_or(u32::MAX);
        let mut parser = Parser { model: &mut model, diagnostics: &mut diagnostics, context: Context::Named };
        let body = parser.parse(*value);
        model.named[index].body = body;
        model.named[index].parts = first..body.0 + 1;
    }
    let knows_groups = !groups.is_empty();
    read_conditions(&mut model, knows_groups, &mut diagnostics);
    read_members(&mut model, knows_groups, &mut diagnostics);
    read_defaults(&mut model, &mut diagnostics);
    type_conditions::read(&mut model, knows_groups, &mut diagnostics);
    alternatives::check(&model, &mut diagnostics);
    report_misplaced_conditions(&model, &mut diagnostics);
    if let Some((_, definition)) = definition.filter(|_| model.is_extended) {
        read_constraints(&mut model, definition, &mut diagnostics);
        defaults::read(&mut model, definition, &mut diagnostics);
    }
    later_spelling::report(&model, &mut diagnostics);
    typing::check(&mut model, &mut diagnostics);
    if let Some(presets) = definition.and_then(|(_, definition)| definition.get("presets")) {
        read_presets(&mut model, presets, &mut diagnostics);
    }
    model.is_broken |=
        diagnostics.iter().any(|diagnostic| diagnostic.level == crate::diagnostics::Level::Error);
    (model, diagnostics)
}

fn check_definition(definition: YamlNode<'_>, is_extended: bool, diagnostics: &mut Vec<Diagnostic>) {
    if !definition.is_mapping() {
        if !definition.is_invalid() {
            diagnostics.push(rules::wrong_shape::new(
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
        if !is_known(key, &DEFINITION, is_extended, diagnostics) {
            continue;
        }
        let is_list = key.text() == "constraints";
        let has_shape = if is_list { value.is_sequence() } else { value.is_mapping() };
        if !has_shape && !value.is_invalid() && !value.is_null() {
            let what = format!("`{}`", key.text());
            let expected = if is_list { "a list" } else { "a map" };
            diagnostics.push(rules::wrong_shape::new(value.span(), &what, expected, describe(value), None));
        }
    }
}

/// Whether `key` is a keyname of `table`, with the extensions of this tool if `is_extended`; reports it if not.
pub(super) fn is_known(
    key: YamlNode<'_>,
    table: &Meta,
    is_extended: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    let name = key.text();
    let is_extension = EXTENSIONS.iter().any(|(of, names)| *of == table.name && names.contains(&name));
    if table.keyname(name).is_some() && (is_extended || !is_extension) {
        return true;
    }
    if is_extension {
        let help = Some(ONLY_EXTENDED.to_owned());
        diagnostics.push(rules::unknown_keyname::new(key.span(), name, table.name, help));
        return false;
    }
    let retired = table.retired.iter().find(|(old, _)| *old == name).map(|(_, help)| (*help).to_owned());
    let suggestion = suggest(name, table.keynames.iter().map(|row| row.name));
    let help = retired.or_else(|| suggestion.map(|suggestion| format!("did you mean `{suggestion}`?")));
    diagnostics.push(rules::unknown_keyname::new(key.span(), name, table.name, help));
    false
}

/// Reports the keys of `body` that `table` does not have, and its mandatory keynames that are absent and not misspelled.
/// `name` is the key of `body`.
pub(super) fn check_keys(
    name: YamlNode<'_>,
    body: YamlNode<'_>,
    table: &Meta,
    is_extended: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let names = || table.keynames.iter().map(|row| row.name);
    let mut meant: Vec<&str> = Vec::new();
    for (key, _) in body.entries() {
        let is_known = is_known(key, table, is_extended, diagnostics);
        meant.extend(if is_known { Some(key.text()) } else { suggest(key.text(), names()) });
    }
    let mandatory = table.keynames.iter().filter(|row| row.presence == Presence::Mandatory);
    for row in mandatory.filter(|row| !meant.contains(&row.name) && !body.is_broken()) {
        diagnostics.push(rules::missing_keyname::absent(name.span(), row.name, table.name));
    }
}

fn read_inputs<'t>(
    model: &mut VariabilityModel<'t>,
    definition: YamlNode<'t>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (index, (key, body)) in (0..).zip(definition.get("inputs").into_iter().flat_map(YamlNode::entries)) {
        if let Some(symbol) = key.symbol() {
            model.inputs_by_name.entry(symbol).or_insert(index);
        }
        let input = inputs::declaration(key, body, model.is_extended, diagnostics);
        model.inputs.push(input);
    }
}

fn read_options(options: YamlNode<'_>, diagnostics: &mut Vec<Diagnostic>) -> Pruning {
    for (key, _) in options.entries() {
        is_known(key, &OPTIONS, true, diagnostics);
    }
    pruning::read(options, diagnostics)
}

/// Reads which requirement assignments are default alternatives.
fn read_defaults(model: &mut VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !model.tree.mentions(DEFAULT_ALTERNATIVE) {
        return;
    }
    let mut first_of: FxHashMap<ElementId, Span> = FxHashMap::default();
    for index in 0..model.elements.len() {
        let element = &model.elements[index];
        let is_alternative = element.source.is_some() || element.place.is_some();
        let entry = element.value.entry(DEFAULT_ALTERNATIVE).filter(|_| is_alternative);
        let Some((key, value)) = entry else { continue };
        if !model.is_extended {
            let help = Some(ONLY_EXTENDED.to_owned());
            let diagnostic =
                rules::unknown_keyname::new(key.span(), key.text(), "requirement assignment", help);
            diagnostics.push(diagnostic);
            continue;
        }
        let Some(is_default) = pruning::boolean(value) else {
            if !value.is_invalid() {
                let what = format!("`{}`", key.text());
                let actual = describe(value);
                diagnostics.push(rules::wrong_shape::new(value.span(), &what, "a Boolean", actual, None));
            }
            continue;
        };
        if !is_default {
            continue;
        }
        if let Some((conditions, _)) = element.value.entry("conditions") {
            let help = "remove `conditions`: the element is present if no other one of its name is";
            let (name, other) = (key.text(), conditions.text());
            diagnostics.push(rules::conflicting_keynames::new(
                conditions.span(),
                other,
                key.span(),
                name,
                help,
            ));
            continue;
        }
        let alternatives = model.alternatives(ElementId::new(index));
        let first = alternatives.first().map(|&first| first_of.entry(first));
        if let Some(Entry::Occupied(first)) = first {
            let (name, owner) = (element.key.text(), model.owner_name(ElementId::new(index)));
            diagnostics.push(rules::several_defaults::new(key.span(), name, owner, *first.get()));
            continue;
        }
        if let Some(Entry::Vacant(first)) = first {
            first.insert(key.span());
        }
        model.elements[index].is_default = true;
    }
}

/// Reads the constraints on inputs together: those of the definition, and the short forms of the inputs.
fn read_constraints<'t>(
    model: &mut VariabilityModel<'t>,
    definition: YamlNode<'t>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut constraints = Vec::new();
    let mut parser = Parser { model, diagnostics, context: Context::Element };
    for item in definition.get("constraints").into_iter().flat_map(YamlNode::items) {
        constraints.push(parser.parse(item));
    }
    for (index, (_, body)) in (0..).zip(definition.get("inputs").into_iter().flat_map(YamlNode::entries)) {
        for (keyname, operator) in [("requires", Operator::Implies), ("excludes", Operator::AtMostOne)] {
            for item in body.get(keyname).into_iter().flat_map(YamlNode::items) {
                constraints.push(parser.parse_short_constraint(index, item, operator));
            }
        }
    }
    model.constraints = constraints;
}

fn read_presets<'t>(
    model: &mut VariabilityModel<'t>,
    presets: YamlNode<'t>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (key, body) in presets.entries() {
        if !body.is_mapping() {
            if !body.is_invalid() {
                let what = format!("preset `{}`", key.text());
                diagnostics.push(rules::wrong_shape::new(body.span(), &what, "a map", describe(body), None));
            }
            continue;
        }
        check_keys(key, body, &PRESET, model.is_extended, diagnostics);
        let values = match body.get("inputs") {
            Some(map) => inputs::assignments(model, map, true, diagnostics),
            None => Vec::new(),
        };
        model.presets.push(Preset { key, values });
    }
}

/// Reads the elements, with the targets of relations.
fn read_elements(model: &mut VariabilityModel<'_>, groups: &[(NodeId, bool)]) {
    let Some((_, body)) = model.body else { return };
    let group_types = GroupTypes::from_tree(model.tree);
    let groups: FxHashMap<NodeId, bool> = groups.iter().copied().collect();
    let section = |name: &str| body.get(name).into_iter().flat_map(YamlNode::entries);
    for (key, value) in section("node_templates") {
        let id = push(model, ElementKind::Node, key, value);
        if let Some(symbol) = key.symbol() {
            model.nodes.entry(symbol).or_insert(id);
        }
        let mut count = 0;
        for item in value.get("requirements").into_iter().flat_map(YamlNode::items) {
            // Every item counts for the indexes, even an invalid one.
            let (name, assignment) = item.only_entry().unwrap_or((item, item));
            let relation = push(model, ElementKind::Relation, name, assignment);
            model.elements[relation.index()].source = Some(id);
            model.elements[relation.index()].relation_index = count;
            count += 1;
        }
        model.elements[id.index()].relation_count = count;
    }
    for (key, value) in section("inputs") {
        push(model, ElementKind::Input, key, value);
    }
    for (key, value) in section("groups") {
        let id = push(model, ElementKind::Group, key, value);
        let type_name = value.get("type").and_then(YamlNode::as_str);
        let element = &mut model.elements[id.index()];
        let known = groups.get(&key.id()).copied();
        (element.is_variability, element.may_be_variability) =
            match type_name.map(|name| group_types.kind(name)) {
                Some(GroupKind::Variability) => (true, false),
                Some(GroupKind::Elsewhere) => (known == Some(true), true),
                Some(GroupKind::Plain) | None => (false, false),
            };
        if let Some(symbol) = key.symbol() {
            model.groups.entry(symbol).or_insert(id);
        }
    }
    let policies = body.get("policies");
    let listed = policies.into_iter().flat_map(YamlNode::items).filter_map(YamlNode::only_entry);
    for (key, value) in listed.chain(policies.into_iter().flat_map(YamlNode::entries)) {
        push(model, ElementKind::Policy, key, value);
    }
    // Outputs with conditions are an extension.
    let is_extended = model.is_extended;
    for (key, value) in section("outputs").filter(|_| is_extended) {
        if value.entry("conditions").is_some() {
            push(model, ElementKind::Output, key, value);
        }
    }
    if model.is_extended {
        alternatives::read(model, body);
    }
    for index in 0..model.elements.len() {
        if model.elements[index].kind == ElementKind::Relation {
            model.elements[index].target = find_target(model, model.elements[index].value);
        }
    }
}

pub(super) fn push<'t>(
    model: &mut VariabilityModel<'t>,
    kind: ElementKind,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) -> ElementId {
    let id = ElementId::new(model.elements.len());
    model.elements.push(Element {
        kind,
        key,
        value,
        conditions: Vec::new(),
        type_conditions: None,
        is_conditional: false,
        is_default: false,
        member_of: Vec::new(),
        source: None,
        target: None,
        place: None,
        relation_index: 0,
        relation_count: 0,
        is_variability: false,
        may_be_variability: false,
    });
    id
}

/// Returns the node template that a requirement assignment names.
fn find_target(model: &VariabilityModel<'_>, assignment: YamlNode<'_>) -> Option<ElementId> {
    let name: Option<Symbol> = match assignment.get("node") {
        // TOSCA 2.0 also allows a list of the node template and an index.
        Some(node) if node.is_sequence() => node.items().next().and_then(YamlNode::symbol),
        Some(node) => node.symbol(),
        None => assignment.symbol(),
    };
    name.and_then(|name| model.nodes.get(&name).copied())
}

/// The kind of a group type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    /// Derived from the root of variability groups.
    Variability,
    /// Derived from the root of plain group types.
    Plain,
    /// Derived from a type that is not defined in this file.
    Elsewhere,
}

/// The group types of a file.
pub(super) struct GroupTypes<'t> {
    kinds: FxHashMap<&'t str, GroupKind>,
    has_imports: bool,
}

impl<'t> GroupTypes<'t> {
    pub(super) fn from_tree(tree: &'t Tree) -> Self {
        let root = tree.root();
        let types = root.and_then(|root| root.get("group_types"));
        let parents: FxHashMap<&str, Option<&str>> = types
            .into_iter()
            .flat_map(YamlNode::entries)
            .filter_map(|(key, body)| {
                Some((key.as_str()?, body.get("derived_from").and_then(YamlNode::as_str)))
            })
            .collect();
        let has_imports = root.is_some_and(|root| root.get("imports").is_some());
        let mut group_types = Self { kinds: FxHashMap::default(), has_imports };
        // Each type is visited at most once for each step of its chain of parents.
        for (key, _) in types.into_iter().flat_map(YamlNode::entries) {
            let mut chain = Vec::new();
            let mut name = key.text();
            let kind = loop {
                if group_types.kinds.contains_key(name) || chain.len() > parents.len() {
                    break group_types.kind(name);
                }
                chain.push(name);
                match parents.get(name) {
                    Some(Some(parent)) if *parent != name => name = parent,
                    Some(_) => break GroupKind::Plain,
                    None => break group_types.kind(name),
                }
            };
            group_types.kinds.extend(chain.into_iter().map(|name| (name, kind)));
        }
        group_types
    }

    /// Whether the type `name` is known to be a variability type.
    pub(super) fn is_variability(&self, name: &str) -> bool {
        self.kind(name) == GroupKind::Variability
    }

    fn kind(&self, name: &str) -> GroupKind {
        match self.kinds.get(name) {
            Some(kind) => *kind,
            None if matches!(name, GROUP_ROOT | CONDITIONAL_MEMBERS) => GroupKind::Variability,
            None if self.has_imports && name != PLAIN_GROUP_ROOT => GroupKind::Elsewhere,
            None => GroupKind::Plain,
        }
    }
}

/// Reads the conditions of all elements.
fn read_conditions(model: &mut VariabilityModel<'_>, knows_groups: bool, diagnostics: &mut Vec<Diagnostic>) {
    if !model.tree.mentions("conditions") {
        return;
    }
    for index in 0..model.elements.len() {
        let element = &model.elements[index];
        let Some(conditions) = element.value.get("conditions") else { continue };
        let may_be_members = element.is_variability || element.may_be_variability && !knows_groups;
        let is_relation = element.kind == ElementKind::Relation || may_be_members;
        let context = if is_relation { Context::Relation } else { Context::Element };
        let mut parser = Parser { model, diagnostics, context };
        let ids = parser.parse_conditions(conditions);
        let element = &mut model.elements[index];
        element.is_conditional = true;
        element.conditions = ids;
    }
}

/// Reads the members of variability groups; for other groups, checks members that are requirement
/// assignments.
fn read_members(model: &mut VariabilityModel<'_>, knows_groups: bool, diagnostics: &mut Vec<Diagnostic>) {
    for index in 0..model.elements.len() {
        let element = &model.elements[index];
        if element.kind != ElementKind::Group {
            continue;
        }
        let (is_variability, is_incomplete, key) =
            (element.is_variability, element.may_be_variability && !knows_groups, element.key);
        let Some(list) = element.value.get("members") else { continue };
        for member in list.items() {
            // The names of ordinary members are resolved by plain TOSCA.
            if !is_variability && !member.is_sequence() {
                if is_incomplete {
                    let named = member.as_str().and_then(|name| model.node(name));
                    model.members_of_unknown_groups.extend(named);
                }
                continue;
            }
            let mut parser = Parser { model, diagnostics, context: Context::Element };
            let Some(id) = parser.find_element(member) else { continue };
            if is_incomplete {
                model.members_of_unknown_groups.insert(id);
            } else if is_variability {
                let groups = &mut model.elements[id.index()].member_of;
                let group = ElementId::new(index);
                // The members of a group are read consecutively, so a duplicate is the last entry.
                if groups.last() != Some(&group) {
                    groups.push(group);
                }
            } else {
                diagnostics.push(rules::relation_as_member::new(member.span(), key.text()));
            }
        }
    }
}

/// Reports conditions in entities that cannot have them.
fn report_misplaced_conditions(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !model.tree.mentions("conditions") {
        return;
    }
    let Some((_, body)) = model.body else { return };
    let outputs = body.get("outputs").filter(|_| !model.is_extended);
    for (_, output) in outputs.into_iter().flat_map(YamlNode::entries) {
        if let Some((key, _)) = output.entry("conditions") {
            diagnostics.push(rules::misplaced_conditions::of_output(key.span(), ONLY_EXTENDED));
        }
    }
    let mut check = |what: &str, node: YamlNode<'_>| {
        if let Some((key, _)) = node.entry("conditions") {
            diagnostics.push(rules::misplaced_conditions::new(key.span(), what));
        }
    };
    for (section, what) in
        [("relationship_templates", "a relationship template"), ("workflows", "a workflow")]
    {
        for (_, value) in body.get(section).into_iter().flat_map(YamlNode::entries) {
            check(what, value);
        }
    }
    for element in model.elements.iter().filter(|element| element.kind == ElementKind::Node) {
        for (section, what) in
            [("properties", "a property"), ("artifacts", "an artifact"), ("capabilities", "a capability")]
        {
            let Some(values) = element.value.get(section) else { continue };
            if model.is_extended && section != "capabilities" {
                continue;
            }
            let listed = values.items().filter_map(YamlNode::only_entry);
            let is_map_allowed = section != "properties";
            for (_, value) in listed.chain(values.entries().filter(|_| is_map_allowed)) {
                check(what, value);
            }
        }
    }
    let root = model.tree.root();
    for import in root.and_then(|root| root.get("imports")).into_iter().flat_map(YamlNode::items) {
        check("an import", import);
    }
    for (section, what) in [("node_types", "a node type"), ("policy_types", "a policy type")] {
        for (_, body) in root.and_then(|root| root.get(section)).into_iter().flat_map(YamlNode::entries) {
            check(what, body);
        }
    }
}
