//! Schema definitions (TOSCA 2.0 §9.3).

use crate::keynames::{Metadata, Ref, TextNode, entity};

use super::{Clause, DataTypeName};

entity! {
    /// The type of the keys or entries of a collection, or of an argument of a function.
    SchemaDefinition "schema definition" "9.3" {
        /// The data type.
        "type" data_type: Ref<DataTypeName> [mandatory_unless_refined];
        /// What the values are for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// The validation clause that every value must satisfy.
        "validation" validation: Clause [accumulates, formerly(&["constraints"])];
        /// The schema of the keys of a map.
        "key_schema" key_schema: Box<SchemaDefinition>;
        /// The schema of the entries of a list or map.
        "entry_schema" entry_schema: Box<SchemaDefinition>;
    }
    short("type");
}
