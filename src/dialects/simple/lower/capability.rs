//! Capability types, capabilities of node types and of node templates (L12).

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_3;
use super::function;
use super::property::{ATTRIBUTE, PROPERTY, attribute, property};
use super::requirement::{Bounds, is_unbounded};
use super::shapes::{
    ANY, CAPABILITY_TYPE as NAME, METADATA, NODE_TYPES, TEXT, VALUES, VERSION, copy, values, version,
};

table! {
    /// A capability type.
    pub(in crate::dialects) CAPABILITY_TYPE "capability type" "3.7.7" {
        /// The type that this one is derived from.
        "derived_from": NAME => super::shapes::parent;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// What can be set on a capability.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => properties;
        /// What can be observed of a capability at run time.
        "attributes": Expected::Map(&Expected::Entity(|| &ATTRIBUTE.meta)) => attributes;
        /// The types of nodes that may use it.
        "valid_source_types": NODE_TYPES => valid_source_types;
    }
    a_type;
}

table! {
    /// A capability of a node type.
    pub(in crate::dialects) DEFINITION "capability definition" "3.7.2" {
        /// The capability type.
        "type": NAME => copy, mandatory_unless_refined;
        /// What the capability is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// Refinements of properties of the type.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => properties;
        /// Refinements of attributes of the type.
        "attributes": Expected::Map(&Expected::Entity(|| &ATTRIBUTE.meta)) => attributes;
        /// The types of nodes that may use it, among those of the type.
        "valid_source_types": NODE_TYPES => valid_source_types, formerly(&["valid_sources"]);
        /// How many relationships may target it: minimum and maximum.
        "occurrences": ANY => occurrences, lost;
    }
    short("type");
}

table! {
    /// Values for a capability of a template.
    pub(in crate::dialects) ASSIGNMENT "capability assignment" "3.8.1" {
        /// Values for properties of the capability.
        "properties": VALUES => values;
        /// Initial values for attributes of the capability.
        "attributes": VALUES => super::node_template::attributes;
        /// How many relationships may target it: minimum and maximum.
        "occurrences": ANY => occurrences_here, since(V1_3), lost;
    }
}

/// Writes a capability of a node type; a string is its type.
pub(in crate::dialects) fn definition<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&DEFINITION, node);
}

/// Writes the values for a capability of a template.
pub(in crate::dialects) fn assignment<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&ASSIGNMENT, node);
}

pub(super) fn properties<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| rewriter.map(value, property));
}

pub(super) fn attributes<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.map(value, |rewriter, node| {
            if !(rewriter.is_extended() && function::is_call(node)) {
                return attribute(rewriter, node);
            }
            // In some dialects, a definition may be the call that computes it.
            rewriter.applied("L16", node);
            rewriter.open_map_like(node);
            rewriter.string("type", node);
            rewriter.string("string", node);
            rewriter.string("default", node);
            function::value(rewriter, node);
            rewriter.close();
        });
    });
}

/// Writes the valid source types. An empty list has no effect in 1.x, but allows nothing in TOSCA 2.0.
pub(super) fn valid_source_types<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.applied("L12", key);
    if value.is_sequence() && value.items().next().is_none() {
        return;
    }
    rewriter.key("valid_source_node_types", key);
    rewriter.copy(value);
}

/// Writes a bound on relationships, which TOSCA 2.0 does not have; an unlimited one is omitted.
fn occurrences<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let mut ends = value.items().map(YamlNode::text);
    let is_unlimited = match (ends.next(), ends.next(), ends.next()) {
        (Some("0" | "1"), Some(most), None) => is_unbounded(rewriter, most),
        _ => false,
    };
    if is_unlimited {
        rewriter.applied("L12", key);
    } else {
        occurrences_here(rewriter, key, value);
    }
}

/// Keeps bounds as metadata, after checking that they are valid.
fn occurrences_here<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    Bounds::read(rewriter, value);
    rewriter.lose(key, value);
}
