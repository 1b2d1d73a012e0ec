//! Data types (TOSCA 2.0 §9.2), scalar types (§9.1.2.2) among them: which of the two a type is depends
//! on its ancestors.

use crate::diagnostics::rules;
use crate::keynames::{Map, Metadata, Reader, Ref, TextNode, VersionNode, entity};
use crate::yaml::YamlNode;

use super::{Clause, DataTypeName, Name, PropertyEntry, SchemaDefinition, UnitMap};

entity! {
    /// A kind of value.
    DataType "data type" "9.2" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<DataTypeName> [formerly(&["type"])];
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// The validation clause that every value must satisfy.
        "validation" validation: Clause [accumulates, formerly(&["constraints"])];
        /// The parts of a complex value.
        "properties" properties: Map<PropertyEntry>;
        /// The schema of the keys of a map.
        "key_schema" key_schema: Box<SchemaDefinition>;
        /// The schema of the entries of a list or map.
        "entry_schema" entry_schema: Box<SchemaDefinition>;
        /// For scalars: the type of the number, `integer` or `float`.
        "data_type" data_type: Ref<DataTypeName>;
        /// For scalars: the units, each with its multiplier.
        "units" units: UnitMap;
        /// For scalars: the unit in which values are computed.
        "canonical_unit" canonical_unit: Name;
        /// For scalars: the prefixes of the unit, each with its multiplier.
        "prefixes" prefixes: UnitMap;
    }
    a_type;
    retired(&[
        ("default", "move it to the property that has the type; data types have no default value"),
        ("attributes", "use `properties`; data types have no attributes"),
        ("required", "set it where the type is used"),
    ]);
    => check
}

fn check(data_type: &DataType, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    let name = reader.subject_text();
    if node.is_broken() {
        return;
    }
    match &data_type.properties {
        Some(properties) if reader.tree().node(properties.node).entries().next().is_none() => {
            let span = reader.tree().node(properties.node).span();
            let is_derived = !reader.is_missing(node, "derived_from");
            reader.report(node, rules::empty_data_type::empty_properties(span, &name, is_derived));
        }
        // With units it is a scalar type without a parent, which later phases report.
        None if node.entry("units").is_some() => {}
        None if reader.is_missing(node, "derived_from") && reader.is_missing(node, "properties") => {
            let span = reader.subject_span(node);
            reader.report(node, rules::empty_data_type::new(span, &name));
            reader.name_of_another_kind();
        }
        _ => {}
    }
}
