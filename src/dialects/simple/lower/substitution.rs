//! Substitution mappings (L33): properties are mapped to inputs, and attributes to outputs, which are added
//! if necessary; constants become a condition on the substituted node.

use crate::dialects::{Mark, Rewriter, table::table};
use crate::yaml::{Kind, YamlNode};

use super::super::versions::{V1_2, V1_3};
use super::condition::Condition;
use super::constraint::{Comparison, Subject};
use super::filter;
use super::shapes::{ANY, ANYTHING, METADATA, NODE_TYPE, TEXT, copy, lose};

table! {
    /// How a service stands for a node of another service.
    pub(in crate::dialects) SUBSTITUTION "substitution mapping" "3.8.13" {
        /// The type of the node that it stands for.
        "node_type": NODE_TYPE => copy, mandatory;
        /// The condition that the node must meet.
        "substitution_filter": ANY => nothing, since(V1_3);
        /// Which input each property of the node is given to.
        "properties": ANYTHING => properties, since(V1_2), lost;
        /// Which attribute of which node each attribute of the node is taken from.
        "attributes": ANYTHING => attributes, since(V1_3);
        /// Which capability of which node stands for each capability.
        "capabilities": ANYTHING => capabilities, lost;
        /// Which requirement of which node stands for each requirement.
        "requirements": ANYTHING => requirements, lost;
        /// Which workflow carries out each operation.
        "interfaces": ANYTHING => interfaces, since(V1_2), lost;
        /// What the mapping is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
}

table! {
    /// A mapping in full.
    pub(in crate::dialects) MAPPING "mapping" "3.8.8" {
        /// What it leads to.
        "mapping": ANY => copy;
        /// The value of the property.
        "value": ANY => copy;
        /// Values for properties of the capability or relationship.
        "properties": ANYTHING => lose, lost;
        /// Values for attributes of the capability or relationship.
        "attributes": ANYTHING => lose, lost;
        /// What carries out operations of the relationship.
        "interfaces": ANYTHING => lose, lost;
    }
}

/// Writes the substitution mappings of a service.
pub(in crate::dialects) fn mappings<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.entity_with(&SUBSTITUTION, value, |rewriter| substitution_filter(rewriter, value));
    });
}

/// Writes nothing: other actions write the entry.
fn nothing<'t>(_rewriter: &mut Rewriter<'t>, _key: YamlNode<'t>, _value: YamlNode<'t>) {}

/// The target of a property mapping.
enum Target<'t> {
    /// An input.
    Input(YamlNode<'t>),
    /// A property of a node template, in drafts.
    Property,
    /// A value.
    Constant(YamlNode<'t>),
}

impl<'t> Target<'t> {
    fn from_node(value: YamlNode<'t>) -> Self {
        if let Some(constant) = value.get("value") {
            return Self::Constant(constant);
        }
        let mapping = value.get("mapping").unwrap_or(value);
        let mut items = mapping.items();
        match (items.next(), items.next()) {
            (Some(input), None) if input.is_string() => Self::Input(input),
            (Some(_), Some(_)) => Self::Property,
            _ if mapping.id() != value.id() && mapping.is_string() => Self::Input(mapping),
            _ => Self::Constant(value),
        }
    }
}

fn properties<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        if !value.is_mapping() {
            return rewriter.copy(value);
        }
        rewriter.open_like(value);
        for (name, target) in value.entries() {
            match Target::from_node(target) {
                Target::Input(input) => {
                    rewriter.applied("L33", name);
                    rewriter.same_key(name);
                    rewriter.copy(input);
                }
                Target::Property => rewriter.lose(name, target),
                Target::Constant(_) => rewriter.applied("L33", name),
            }
        }
        rewriter.close();
    });
}

/// Writes the filter, with a condition for each property that has a constant value.
fn substitution_filter<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let written = node.entry("substitution_filter");
    let mut parts = Vec::new();
    let mut span = node.span();
    if let Some((key, value)) = written {
        span = key.span();
        rewriter.applied("L26", key);
        parts.push(filter::read_condition(rewriter, value, &["SELF"], "SELF"));
    }
    if let Some((key, properties)) = node.entry("properties") {
        for (name, target) in properties.entries() {
            if let Target::Constant(constant) = Target::from_node(target) {
                if written.is_none() && parts.is_empty() {
                    span = key.span();
                }
                let subject = Subject::property(vec!["SELF", name.text()], name.span());
                parts.push(Condition::Is(Comparison::equal(subject, name.span(), constant)));
            }
        }
    }
    let condition = Condition::And(parts);
    if !condition.is_empty() {
        rewriter.string("substitution_filter", span);
        condition.write(rewriter, span);
    }
}

/// Writes attribute mappings to outputs, which are made from the attributes that are named here.
fn attributes<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        if !value.is_mapping() {
            return rewriter.copy(value);
        }
        rewriter.open_like(value);
        for (name, target) in value.entries() {
            if path_of(target).is_some() {
                rewriter.applied("L33", name);
                rewriter.same_key(name);
                let output = output_name(rewriter, name);
                rewriter.string(&output, target);
            } else {
                rewriter.entry(name, target);
            }
        }
        rewriter.close();
    });
}

/// Returns the list that names an attribute.
fn path_of(target: YamlNode<'_>) -> Option<YamlNode<'_>> {
    Some(target.get("mapping").unwrap_or(target)).filter(|list| list.items().nth(1).is_some())
}

/// Returns the name of the output for an attribute: the attribute's name, extended if an output has it.
fn output_name(rewriter: &Rewriter<'_>, attribute: YamlNode<'_>) -> String {
    let outputs = rewriter.tree().root().and_then(|root| root.get("topology_template")?.get("outputs"));
    let mut name = attribute.text().to_owned();
    while outputs.is_some_and(|outputs| outputs.get(&name).is_some()) {
        name.push_str("_attribute");
    }
    name
}

/// Writes the outputs for the attribute mappings of `topology`.
pub(super) fn outputs<'t>(rewriter: &mut Rewriter<'t>, topology: YamlNode<'t>) {
    for (name, target) in mapped_attributes(topology) {
        let Some(path) = path_of(target) else { continue };
        let output = output_name(rewriter, name);
        rewriter.string(&output, name);
        rewriter.open_map(target);
        rewriter.string("value", target);
        rewriter.open_map(path);
        rewriter.string("$get_attribute", path);
        rewriter.mark(Mark::Path);
        rewriter.copy(path);
        rewriter.close();
        rewriter.close();
    }
}

/// Whether the attribute mappings of `topology` need outputs.
pub(super) fn has_outputs(topology: YamlNode<'_>) -> bool {
    mapped_attributes(topology).any(|(_, target)| path_of(target).is_some())
}

fn mapped_attributes(topology: YamlNode<'_>) -> impl Iterator<Item = (YamlNode<'_>, YamlNode<'_>)> {
    let attributes = topology.get("substitution_mappings").and_then(|mappings| mappings.get("attributes"));
    attributes.into_iter().flat_map(YamlNode::entries)
}

fn capabilities<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| rewriter.map(value, write_target));
}

/// Writes requirement mappings, which are a list in TOSCA 2.0.
fn requirements<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if value.kind() != Kind::Mapping {
        return rewriter.part(key, value, |rewriter, value| rewriter.named(value, write_target));
    }
    rewriter.applied("L33", key);
    rewriter.same_key(key);
    rewriter.open_list_like(value);
    for (name, mapping) in value.entries() {
        rewriter.open_map(name);
        rewriter.same_key(name);
        write_target(rewriter, mapping);
        rewriter.close();
    }
    rewriter.close();
}

/// Writes the list of a mapping; other keynames next to it are kept as metadata.
fn write_target<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let Some(mapping) = node.get("mapping") else { return rewriter.copy(node) };
    rewriter.check_keynames(&MAPPING, node);
    for (key, value) in node.entries().filter(|(key, _)| key.text() != "mapping") {
        rewriter.lose(key, value);
    }
    rewriter.copy(mapping);
}

/// Writes operation mappings to workflows; the mapping of an interface to a node has no equivalent.
fn interfaces<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        if !value.is_mapping() {
            return rewriter.copy(value);
        }
        rewriter.open_like(value);
        for (name, mapping) in value.entries() {
            if mapping.is_sequence() { rewriter.lose(name, mapping) } else { rewriter.entry(name, mapping) }
        }
        rewriter.close();
    });
}
