//! Lowers relationship types, relationships of requirements, and relationship templates of TOSCA 1.x
//! (conversion rules L13 and L31).

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_1;
use super::capability::{attributes, properties, valid_source_types};
use super::interface;
use super::property::{ATTRIBUTE, PROPERTY};
use super::shapes::{
    CAPABILITY_TYPES, METADATA, NODE_TYPES, RELATIONSHIP_TYPE as NAME, TEXT, VALUES, VERSION, copy, values,
    version,
};

table! {
    /// A relationship type.
    pub(in crate::dialects) RELATIONSHIP_TYPE "relationship type" "3.7.10" {
        /// The type that this one is derived from.
        "derived_from": NAME => super::shapes::parent;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// What can be set on a relationship.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => properties;
        /// What can be observed of a relationship at run time.
        "attributes": Expected::Map(&Expected::Entity(|| &ATTRIBUTE.meta)) => attributes;
        /// What can be done with a relationship.
        "interfaces": Expected::Map(&Expected::Entity(|| &interface::DEFINITION.meta)) => interface::definitions;
        /// The types of capabilities that it may target.
        "valid_target_types": CAPABILITY_TYPES => valid_target_types, formerly(&["valid_targets"]);
        /// The types of nodes that it may start from.
        "valid_source_types": NODE_TYPES => valid_source_types, formerly(&["valid_sources"]);
    }
    a_type;
}

table! {
    /// The relationship of a requirement of a node type.
    pub(in crate::dialects) DEFINITION "relationship definition" "3.7.3" {
        /// The relationship type.
        "type": NAME => copy, mandatory_unless_refined;
        /// Refinements of interfaces of the type.
        "interfaces": Expected::Map(&Expected::Entity(|| &interface::DEFINITION.meta)) => interface::definitions;
        /// Refinements of properties of the type.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => properties;
        /// What the relationship is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    short("type");
}

table! {
    /// The relationship of a requirement of a node template.
    pub(in crate::dialects) ASSIGNMENT "relationship assignment" "3.8.2" {
        /// The relationship type or template.
        "type": NAME => copy;
        /// Values for properties of the type.
        "properties": VALUES => values;
        /// Inputs and implementations for the interfaces of the type.
        "interfaces": Expected::Map(&Expected::Entity(|| &interface::ASSIGNMENT.meta)) => interface::assignments;
        /// What the relationship is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    short("type");
}

table! {
    /// A relationship of a service.
    pub(in crate::dialects) TEMPLATE "relationship template" "3.8.4" {
        /// The relationship type.
        "type": NAME => copy, mandatory;
        /// What the relationship is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy, since(V1_1);
        /// Values for properties of the type.
        "properties": VALUES => values;
        /// Initial values for attributes of the type.
        "attributes": VALUES => super::node_template::attributes;
        /// Inputs and implementations for the interfaces of the type.
        "interfaces": Expected::Map(&Expected::Entity(|| &interface::ASSIGNMENT.meta)) => interface::assignments;
        /// The relationship template whose keynames are taken where this one has none.
        "copy": TEXT => copy;
    }
    string_intended_for("type");
}

/// Lowers the relationship of a requirement definition.
pub(in crate::dialects) fn definition<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&DEFINITION, node);
}

/// Lowers the relationship of a requirement assignment.
pub(in crate::dialects) fn assignment<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&ASSIGNMENT, node);
}

/// Lowers `valid_target_types`, which lists capability types and node types, to a separate keyname for each
/// kind (L13). A name is taken to be a node type if the file defines such a node type, or if it looks like
/// the name of a normative one.
fn valid_target_types<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.applied("L13", key);
    if !value.is_sequence() {
        rewriter.key("valid_capability_types", key);
        return rewriter.copy(value);
    }
    let defined_node_types = rewriter.tree().root().and_then(|root| root.get("node_types"));
    let names_node_type = |name: &YamlNode<'t>| {
        let text = name.text();
        text.starts_with("tosca.nodes.")
            || text.contains(".nodes.")
            || defined_node_types.is_some_and(|section| section.get(text).is_some())
    };
    let (node_types, capability_types): (Vec<YamlNode<'t>>, Vec<YamlNode<'t>>) =
        value.items().partition(names_node_type);
    for (keyname, names) in
        [("valid_capability_types", capability_types), ("valid_target_node_types", node_types)]
    {
        if names.is_empty() {
            continue;
        }
        rewriter.key(keyname, key);
        rewriter.open_like(value);
        for name in names {
            rewriter.copy(name);
        }
        rewriter.close();
    }
}
