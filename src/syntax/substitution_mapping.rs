//! Substitution mappings (TOSCA 2.0 §15).

use crate::diagnostics::{Actual, rules};
use crate::keynames::{
    Collection, Expected, Map, Metadata, Reader, Ref, Shape, ShapeNotation, TextNode, entity, one_entry,
};
use crate::yaml::{Kind, NodeId, YamlNode};

use super::count_range::integer;
use super::mappings::{NamePair, name_pair, report_invalid};
use super::name_mappings::NameMappings;
use super::{Clause, NodeTemplateName, NodeTypeName, WorkflowName};

const INSIDE: &str =
    "map them under `properties` and `attributes`; inputs and outputs belong to the service template";

entity! {
    /// How a service substitutes a node of another service.
    SubstitutionMapping "substitution mapping" "15.1" {
        /// The type of the substituted node.
        "node_type" node_type: Ref<NodeTypeName> [mandatory, formerly(&["type"])];
        /// The condition that the substituted node must satisfy.
        "substitution_filter" substitution_filter: Clause;
        /// The input that each property of the node is mapped to.
        "properties" properties: NameMappings;
        /// The output that each attribute of the node is mapped to.
        "attributes" attributes: NameMappings;
        /// The node and its capability that each capability is mapped to.
        "capabilities" capabilities: Map<CapabilityMapping>;
        /// The node and its requirement that each requirement is mapped to, in order.
        "requirements" requirements: RequirementMappings;
        /// The workflow that each operation is mapped to.
        "interfaces" interfaces: Map<OperationMappings>;
        /// What the mapping is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    retired(&[("inputs", INSIDE), ("outputs", INSIDE)]);
}

/// Mappings of the operations of an interface to workflows (§15.6).
#[derive(Debug)]
pub struct OperationMappings(pub Map<Ref<WorkflowName>>);

impl Shape for OperationMappings {
    const EXPECTED: Expected = Map::<Ref<WorkflowName>>::EXPECTED;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let level = node.only_entry().filter(|(key, value)| key.text() == "operations" && value.is_mapping());
        let Some((key, operations)) = level else { return Map::read(node, reader).map(Self) };
        let interface = reader.subject_text();
        let expected = "the name of a workflow";
        let first = operations.entries().next().filter(|(_, workflow)| workflow.is_string());
        let help = first.map(|(operation, workflow)| {
            let (operation, workflow) = (operation.text(), workflow.text());
            format!("remove the level `operations`: write `{interface}: {{ {operation}: {workflow} }}`")
        });
        let diagnostic = rules::wrong_shape::new(
            key.span(),
            "`operations`",
            expected,
            Actual::Value("a map of operations"),
            help,
        );
        reader.report(key, diagnostic);
        Map::read(operations, reader).map(Self)
    }
}

/// `[node template, capability]` (§15.4).
#[derive(Debug)]
pub struct CapabilityMapping(pub NamePair);

impl Shape for CapabilityMapping {
    const EXPECTED: Expected =
        Expected::Special(ShapeNotation::List, "a list of a node template and a capability");

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.kind() != Kind::Sequence {
            match node.as_str().filter(|text| !text.is_empty()) {
                Some(name) => {
                    let list = name_pair(name, &reader.subject_text());
                    reader.wrong_shape_with_list(node, &Self::EXPECTED, &list);
                }
                None => reader.wrong_shape(node, &Self::EXPECTED),
            }
            return None;
        }
        NamePair::read(node, "capability", reader).map(Self)
    }
}

/// The part of the service template that fulfills a requirement of the substituted node (§15.5).
#[derive(Debug)]
pub enum RequirementTarget {
    /// A requirement of a node template.
    Requirement(NamePair),
    /// A node template that is selected from outside.
    Selected(Ref<NodeTemplateName>),
}

/// The mapping of one requirement.
#[derive(Debug)]
pub struct RequirementMapping {
    /// The name of the requirement.
    pub name: NodeId,
    /// The number of assignments of the requirement: an integer or `UNBOUNDED`.
    pub count: Option<NodeId>,
    /// The value of the mapping, as written.
    pub value: NodeId,
    /// The parts that fulfill these assignments.
    pub targets: Vec<RequirementTarget>,
}

/// The mappings of requirements, in order.
#[derive(Debug)]
pub struct RequirementMappings {
    /// The list.
    pub node: NodeId,
    /// The mappings that could be read.
    pub entries: Vec<RequirementMapping>,
    /// Whether it has mappings that could not be read.
    is_incomplete: bool,
}

impl Collection for RequirementMappings {
    fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }
}

/// The shape of a requirement mapping.
const MAPPING: Expected = Expected::Special(ShapeNotation::Other, "a requirement mapping");

impl Shape for RequirementMappings {
    const EXPECTED: Expected = Expected::Named(&MAPPING);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let mut entries = Vec::new();
        match node.kind() {
            _ if reader.is_call(node) => {
                reader.call_not_allowed(node);
                return None;
            }
            Kind::Sequence => {
                for item in node.items() {
                    reader.set_entry();
                    if let Some((key, value)) = one_entry(item, &MAPPING, reader) {
                        entries.extend(read_mapping(key, value, reader));
                    }
                }
            }
            Kind::Mapping => {
                let diagnostic = rules::non_standard_form::new(
                    reader.subject_span(node),
                    "a map instead of a list of requirement mappings",
                    "a list of its entries",
                    "start each entry with `- `".to_owned(),
                );
                reader.report(node, diagnostic);
                for (key, value) in node.entries() {
                    entries.extend(read_mapping(key, value, reader));
                }
            }
            _ => {
                reader.wrong_shape(node, &Self::EXPECTED);
                return None;
            }
        }
        let is_incomplete = node.items().count() + node.all_entries().count() != entries.len();
        Some(Self { node: node.id(), entries, is_incomplete })
    }
}

fn read_mapping(
    key: YamlNode<'_>,
    value: YamlNode<'_>,
    reader: &mut Reader<'_>,
) -> Option<RequirementMapping> {
    let (name, count) = read_key(key, reader)?;
    reader.set_subject(key);
    let mut targets = Vec::new();
    match value.kind() {
        Kind::Scalar if value.is_string() => {
            targets.extend(Ref::read(value, reader).map(RequirementTarget::Selected));
        }
        Kind::Sequence
            if value.items().all(|item| item.kind() == Kind::Scalar) && value.items().count() == 2 =>
        {
            targets.extend(NamePair::read(value, "requirement", reader).map(RequirementTarget::Requirement));
        }
        Kind::Sequence => {
            for item in value.items() {
                targets.extend(read_target(item, reader));
            }
        }
        _ => {
            reader.wrong_shape(
                value,
                &Expected::Special(
                    ShapeNotation::Text,
                    "a list (node template and requirement) or a string (a node template)",
                ),
            );
            return None;
        }
    }
    Some(RequirementMapping { name, count, value: value.id(), targets })
}

fn read_target(item: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<RequirementTarget> {
    match item.kind() {
        Kind::Sequence => NamePair::read(item, "requirement", reader).map(RequirementTarget::Requirement),
        Kind::Scalar if item.is_string() => {
            reader.set_entry();
            Ref::read(item, reader).map(RequirementTarget::Selected)
        }
        _ => {
            let expected = "a node template, or a list of a node template and its requirement";
            report_invalid(item, "requirement mapping", expected, reader);
            None
        }
    }
}

/// Reads the name of a requirement, or `[requirement, count]`.
fn read_key(key: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<(NodeId, Option<NodeId>)> {
    let name_ok = |node: YamlNode<'_>| node.as_str().is_some_and(|text| !text.is_empty());
    if key.kind() != Kind::Sequence {
        if let Some(count) = key.as_str().and_then(count_in_text) {
            // The same as a string, for YAML writers without support for complex keys.
            if count != "UNBOUNDED" && count.parse::<u64>().is_err() {
                let expected = "a non-negative integer or `UNBOUNDED`";
                reader.report(key, rules::invalid_mapping::new(key.span(), "mapping count", expected));
                return None;
            }
            return Some((key.id(), Some(key.id())));
        }
        if name_ok(key) {
            return Some((key.id(), None));
        }
        reader.key_not_a_string(key, "a requirement");
        return None;
    }
    let items: Vec<YamlNode<'_>> = key.items().collect();
    let [name, count] = items[..] else {
        let expected = "a requirement and a count: `[ requirement, 2 ]`";
        reader.report(key, rules::invalid_mapping::new(key.span(), "mapping key", expected));
        return None;
    };
    if !name_ok(name) {
        report_invalid(name, "mapping key", "the name of a requirement", reader);
        return None;
    }
    if integer(count).is_none() && count.as_str() != Some("UNBOUNDED") {
        let expected = "a non-negative integer or `UNBOUNDED`";
        report_invalid(count, "mapping count", expected, reader);
        return None;
    }
    Some((name.id(), Some(count.id())))
}

/// Returns the count in a key such as `"[ requirement, 2 ]"`.
fn count_in_text(key: &str) -> Option<&str> {
    let (_, count) = key.strip_prefix('[')?.strip_suffix(']')?.split_once(',')?;
    Some(count.trim())
}
