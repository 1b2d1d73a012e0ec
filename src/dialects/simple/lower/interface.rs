//! Interface types, interfaces of types and of templates (L15). Before 1.3, operations are direct entries of
//! an interface.

use crate::dialects::{KeynameTable, Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::{UNFURL, V1_3};
use super::operation;
use super::property::operation_input;
use super::shapes::{INTERFACE_TYPE as NAME, METADATA, TEXT, VALUES, VERSION, copy, keep, values, version};

table! {
    /// An interface type.
    pub(in crate::dialects) INTERFACE_TYPE "interface type" "3.7.5" {
        /// The type that this one is derived from.
        "derived_from": NAME => super::shapes::parent;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// Inputs of all operations.
        "inputs": Expected::Map(&Expected::Any) => inputs;
        /// What can be called.
        "operations": Expected::Map(&Expected::Entity(|| &operation::DEFINITION.meta)) => operation::definitions, since(V1_3);
        /// What can happen.
        "notifications": Expected::Map(&Expected::Entity(|| &operation::DEFINITION.meta)) => operation::definitions, since(V1_3);
    }
    a_type;
}

table! {
    /// An interface of a node type or relationship type.
    pub(in crate::dialects) DEFINITION "interface definition" "3.6.20" {
        /// The interface type.
        "type": NAME => copy;
        /// What the interface is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// Inputs of all operations.
        "inputs": Expected::Map(&Expected::Any) => inputs;
        /// What can be called.
        "operations": Expected::Map(&Expected::Entity(|| &operation::DEFINITION.meta)) => operation::definitions, since(V1_3);
        /// What can happen.
        "notifications": Expected::Map(&Expected::Entity(|| &operation::DEFINITION.meta)) => operation::definitions, since(V1_3);
    }
    string_intended_for("type");
}

table! {
    /// Inputs and implementations for an interface of a template.
    pub(in crate::dialects) ASSIGNMENT "interface assignment" "3.6.20" {
        /// The interface type, which the type of the template gives.
        "type": NAME => keep, lost;
        /// What this is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// Values for inputs of all operations.
        "inputs": VALUES => values;
        /// Inputs and implementations for operations.
        "operations": Expected::Map(&Expected::Entity(|| &operation::ASSIGNMENT.meta)) => operation::assignments, since(V1_3);
        /// Inputs and implementations for notifications.
        "notifications": Expected::Map(&Expected::Entity(|| &operation::ASSIGNMENT.meta)) => operation::assignments, since(V1_3);
    }
}

/// Writes an interface type.
pub(in crate::dialects) fn interface_type<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    interface(rewriter, &INTERFACE_TYPE, node, operation::definition, None);
}

/// Writes the interfaces of a type.
pub(in crate::dialects) fn definitions<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    write_interfaces(rewriter, key, value, |rewriter, name, body| {
        let known = known_type(rewriter, name).filter(|_| body.get("type").is_none());
        interface(rewriter, &DEFINITION, body, operation::definition, known);
    });
}

/// The interfaces that Unfurl gives to any node.
const OF_UNFURL: &[&str] = &["Install", "Mock"];

/// Writes the interfaces of a template. Those that only Unfurl knows are lost.
pub(in crate::dialects) fn assignments<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    if rewriter.policies.names.further.contains(&UNFURL) {
        let defined = type_interfaces(rewriter);
        let is_defined = |name: &str| defined.is_some_and(|defined| defined.get(name).is_some());
        let is_lost = |name: YamlNode<'_>| OF_UNFURL.contains(&name.text()) && !is_defined(name.text());
        let (lost, others): (Vec<_>, Vec<_>) = value.all_entries().partition(|(name, _)| is_lost(*name));
        if !lost.is_empty() {
            if !others.is_empty() {
                rewriter.same_key(key);
                rewriter.open_like(value);
                write_entries(rewriter, others.into_iter(), |rewriter, _, body| {
                    interface(rewriter, &ASSIGNMENT, body, operation::assignment, None);
                });
            }
            return lost.into_iter().for_each(|(name, body)| rewriter.lose(name, body));
        }
    }
    write_interfaces(rewriter, key, value, |rewriter, _, body| {
        interface(rewriter, &ASSIGNMENT, body, operation::assignment, None);
    });
}

fn write_interfaces<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
    write_body: impl FnMut(&mut Rewriter<'t>, &str, YamlNode<'t>),
) {
    rewriter.same_key(key);
    if !value.is_mapping() {
        return rewriter.copy(value);
    }
    rewriter.open_like(value);
    write_entries(rewriter, value.all_entries(), write_body);
}

/// Writes interfaces, and closes the map around them.
fn write_entries<'t>(
    rewriter: &mut Rewriter<'t>,
    entries: impl Iterator<Item = (YamlNode<'t>, YamlNode<'t>)>,
    mut write_body: impl FnMut(&mut Rewriter<'t>, &str, YamlNode<'t>),
) {
    for (name, body) in entries {
        let short = short_name(name.text());
        if short != name.text() {
            rewriter.applied("L15", name);
        }
        rewriter.key(short, name);
        write_body(rewriter, short, body);
    }
    rewriter.close();
}

/// Returns the interfaces of the type of the template that is being written, if this file defines the type.
fn type_interfaces<'t>(rewriter: &Rewriter<'t>) -> Option<YamlNode<'t>> {
    let name = rewriter.sibling("type").and_then(YamlNode::as_str)?;
    rewriter.tree().root()?.get("node_types")?.get(name)?.get("interfaces")
}

const STANDARD: &str = "tosca.interfaces.node.lifecycle.Standard";
const CONFIGURE: &str = "tosca.interfaces.relationship.Configure";

/// Returns the short name of a normative interface that is named after its type.
fn short_name(name: &str) -> &str {
    match name {
        STANDARD | "tosca:Standard" => "Standard",
        CONFIGURE | "tosca:Configure" => "Configure",
        other => other,
    }
}

/// Returns the type of an interface with a normative name, or with the name of a type.
fn known_type<'n>(rewriter: &Rewriter<'_>, name: &'n str) -> Option<&'n str> {
    let types = rewriter.tree().root().and_then(|root| root.get("interface_types"));
    match name {
        "Standard" => Some(STANDARD),
        "Configure" => Some(CONFIGURE),
        _ if name.contains(".interfaces.") || types.is_some_and(|types| types.get(name).is_some()) => {
            Some(name)
        }
        _ => None,
    }
}

/// Writes an interface; an unknown key is an operation.
fn interface<'t>(
    rewriter: &mut Rewriter<'t>,
    table: &'static KeynameTable,
    node: YamlNode<'t>,
    operation: fn(&mut Rewriter<'t>, YamlNode<'t>),
    known_type: Option<&str>,
) {
    if !node.is_mapping() {
        return rewriter.copy(node);
    }
    let of_tools = rewriter.recognized.of_tools;
    let is_of_tool = |key: YamlNode<'_>| of_tools.iter().any(|(name, _)| *name == key.text());
    let is_keyname = |key: YamlNode<'_>| table.meta.keyname_at(key).is_some() || is_of_tool(key);
    let direct_operations: Vec<_> = node.entries().filter(|(key, _)| !is_keyname(*key)).collect();
    rewriter.open_like(node);
    if let Some(known) = known_type {
        rewriter.applied("L15", node);
        rewriter.string("type", node);
        rewriter.string(known, node);
    }
    rewriter.keynames_among(table, node, is_keyname, |rewriter| {
        if let (Some((first, _)), None) = (direct_operations.first(), node.get("operations")) {
            rewriter.applied("L15", *first);
            rewriter.string("operations", *first);
            rewriter.open_map_like(node);
            for (key, value) in direct_operations {
                rewriter.copy(key);
                operation(rewriter, value);
            }
            rewriter.close();
        } else {
            // Next to `operations`, unknown keys are reported by the checks of TOSCA 2.0.
            for (key, value) in direct_operations {
                rewriter.entry(key, value);
            }
        }
    });
    rewriter.close();
}

/// Writes the inputs of all operations: definitions or values.
fn inputs<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| rewriter.map(value, operation_input));
}
