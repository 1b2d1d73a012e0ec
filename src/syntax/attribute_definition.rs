//! Attribute definitions (TOSCA 2.0 §9.6).

use crate::keynames::{Metadata, Ref, Text, Value, entity};

use super::{Clause, DataTypeName, SchemaDefinition};

entity! {
    /// An attribute of a type.
    AttributeDefinition "attribute definition" "9.6" {
        /// The data type.
        "type" data_type: Ref<DataTypeName> [mandatory_unless_refined];
        /// What the attribute tells.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// The value until one is known.
        "default" default: Value;
        /// The condition that every value must meet.
        "validation" validation: Clause [accumulates, formerly(&["constraints"])];
        /// What the keys of a map are.
        "key_schema" key_schema: Box<SchemaDefinition>;
        /// What the entries of a list or map are.
        "entry_schema" entry_schema: Box<SchemaDefinition>;
    }
    string_meant("type");
    retired(&[
        ("status", "TOSCA 2.0 has no `status`: put it under `metadata`"),
        ("required", "an attribute is never required: remove this line"),
        ("value", "the value of an attribute comes from operations: give a `default`, or remove this line"),
    ]);
}
