//! Group types and groups (L20).

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::{V1_1, V1_2};
use super::capability::{attributes, properties};
use super::property::{ATTRIBUTE, PROPERTY};
use super::shapes::{
    ANYTHING, GROUP_TYPE as NAME, METADATA, NODE_TYPES, TEXT, TEXTS, VALUES, VERSION, copy, lose, values,
    version,
};

table! {
    /// A group type.
    pub(in crate::dialects) GROUP_TYPE "group type" "3.7.11" {
        /// The type that this one is derived from.
        "derived_from": NAME => super::shapes::parent;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// What can be set on a group.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => properties;
        /// What can be observed of a group at run time.
        "attributes": Expected::Map(&Expected::Entity(|| &ATTRIBUTE.meta)) => attributes;
        /// The types of nodes that may be members.
        "members": NODE_TYPES => super::shapes::names;
        /// What a group offers to others.
        "capabilities": ANYTHING => lose, lost;
        /// What a group needs from others.
        "requirements": Expected::Any => lose, lost;
        /// What can be done with a group.
        "interfaces": ANYTHING => lose, lost;
    }
    a_type;
}

table! {
    /// A group of nodes.
    pub(in crate::dialects) GROUP "group definition" "3.8.5" {
        /// The group type.
        "type": NAME => copy, mandatory;
        /// What the group is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy, since(V1_1);
        /// Values for properties of the type.
        "properties": VALUES => values;
        /// Initial values for attributes of the type.
        "attributes": VALUES => super::node_template::attributes;
        /// The nodes.
        "members": TEXTS => super::shapes::names, formerly(&["targets"]);
        /// Inputs and implementations for interfaces of the type.
        "interfaces": ANYTHING => lose, until(V1_2), lost;
    }
    string_intended_for("type");
}

/// Writes a group. In drafts, a group may have policies in place of a type.
pub(in crate::dialects) fn group<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let is_draft = rewriter.is_extended() && node.get("type").is_none();
    let reason = node.entry("policies").or_else(|| node.entry("location")).filter(|_| is_draft);
    rewriter.entity_with(&GROUP, node, |rewriter| {
        if let Some((key, _)) = reason {
            rewriter.applied("L20", key);
            rewriter.string("type", key);
            rewriter.string("tosca.groups.Root", key);
        }
    });
}
