//! Node types.

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::capability::{attributes, properties};
use super::property::{ATTRIBUTE, PROPERTY};
use super::shapes::{METADATA, NODE_TYPE as NAME, TEXT, VERSION, copy, version};
use super::{artifact, capability, interface, requirement};

table! {
    /// A node type.
    pub(in crate::dialects) NODE_TYPE "node type" "3.7.9" {
        /// The type that this one is derived from.
        "derived_from": NAME => super::shapes::parent;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// What can be set on a node.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => properties;
        /// What can be observed of a node at run time.
        "attributes": Expected::Map(&Expected::Entity(|| &ATTRIBUTE.meta)) => attributes;
        /// What a node needs from others, in order.
        "requirements": Expected::Named(&Expected::Entity(|| &requirement::DEFINITION.meta)) => requirement::definitions;
        /// What a node offers to others.
        "capabilities": Expected::Map(&Expected::Entity(|| &capability::DEFINITION.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, capability::definition));
        };
        /// What can be done with a node.
        "interfaces": Expected::Map(&Expected::Entity(|| &interface::DEFINITION.meta)) => interface::definitions;
        /// Files that belong to a node.
        "artifacts": Expected::Map(&Expected::Entity(|| &artifact::ARTIFACT.meta)) => artifacts;
    }
    a_type;
}

/// Writes the artifacts of a node.
pub(super) fn artifacts<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if !(value.is_sequence() && rewriter.is_extended()) {
        return rewriter.part(key, value, |rewriter, value| rewriter.map(value, artifact::artifact));
    }
    rewriter.applied("artifacts", key);
    rewriter.same_key(key);
    rewriter.open_map_like(value);
    for (name, body) in value.items().flat_map(YamlNode::all_entries) {
        rewriter.part(name, body, artifact::artifact);
    }
    rewriter.close();
}
