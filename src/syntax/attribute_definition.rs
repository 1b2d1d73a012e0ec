//! Attribute definitions (TOSCA 2.0 §9.6).

use crate::keynames::{Metadata, Ref, TextNode, ValueNode, entity};

use super::{Clause, DataTypeName, SchemaDefinition};

entity! {
    /// An attribute of a type.
    AttributeDefinition "attribute definition" "9.6" {
        /// The data type.
        "type" data_type: Ref<DataTypeName> [mandatory_unless_refined];
        /// What the attribute describes.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// The initial value.
        "default" default: ValueNode;
        /// The validation clause that every value must satisfy.
        "validation" validation: Clause [accumulates, formerly(&["constraints"])];
        /// The schema of the keys of a map.
        "key_schema" key_schema: Box<SchemaDefinition>;
        /// The schema of the entries of a list or map.
        "entry_schema" entry_schema: Box<SchemaDefinition>;
    }
    string_intended_for("type");
    retired(&[
        ("status", "move it to `metadata`; TOSCA 2.0 has no `status`"),
        ("required", "remove this line; attributes are never required"),
        ("value", "use `default`, or remove this line; the value of an attribute comes from operations"),
    ]);
}
