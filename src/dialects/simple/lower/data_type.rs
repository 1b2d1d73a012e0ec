//! Data types.

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_3;
use super::property::{self, PROPERTY, SCHEMA};
use super::shapes::{ANY, DATA_TYPE as NAME, METADATA, TEXT, VERSION, copy, version};

table! {
    /// A data type.
    pub(in crate::dialects) DATA_TYPE "data type" "3.7.6" {
        /// The type that this one is derived from.
        "derived_from": NAME => derived_from;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// The conditions that every value must meet.
        "constraints": Expected::List(&ANY) => property::constraints, formerly(&["validation"]);
        /// The parts of a complex value.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, property::property));
        };
        /// What the keys of a map are.
        "key_schema": Expected::Entity(|| &SCHEMA.meta) => |rewriter, key, value| {
            rewriter.part(key, value, property::schema);
        }, since(V1_3);
        /// What the entries of a list or map are.
        "entry_schema": Expected::Entity(|| &SCHEMA.meta) => |rewriter, key, value| {
            rewriter.part(key, value, property::schema);
        }, since(V1_3);
    }
    a_type;
}

const ROOT: &str = "tosca.datatypes.Root";

/// The types of the language, which projects list among the data types together with their copies of the normative
/// types: they say nothing new.
const LANGUAGE_TYPES: &[&str] = &[
    "string",
    "integer",
    "float",
    "boolean",
    "timestamp",
    "version",
    "null",
    "range",
    "list",
    "map",
    "scalar-unit",
    "scalar-unit.size",
    "scalar-unit.time",
    "scalar-unit.frequency",
    "scalar-unit.bitrate",
];

/// Writes the data types of a file without those of the language, and without the root of all complex types: TOSCA 2.0 has no data type without
/// parent and properties. Types without their own properties stay derived from the root in the `compat`
/// profile.
pub(in crate::dialects) fn data_types<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    rewriter.same_key(key);
    if !value.is_mapping() {
        return rewriter.copy(value);
    }
    rewriter.open_like(value);
    for (name, body) in value.all_entries() {
        if name.text() == ROOT && body.get("properties").is_none() && body.get("derived_from").is_none() {
            rewriter.applied("data-root", name);
            continue;
        }
        if LANGUAGE_TYPES.contains(&name.text()) {
            rewriter.applied("L02", name);
            continue;
        }
        rewriter.copy(name);
        rewriter.entity(&DATA_TYPE, body);
    }
    rewriter.close();
}

/// Writes `derived_from`; a type with its own properties needs no root type.
fn derived_from<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let has_properties = rewriter.sibling("properties").is_some_and(|map| map.entries().next().is_some());
    if has_properties && matches!(value.text(), ROOT | "tosca:Root" | "Root") {
        rewriter.applied("data-root", key);
    } else {
        rewriter.entry(key, value);
    }
}
