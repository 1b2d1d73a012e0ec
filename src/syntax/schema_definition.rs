//! Schema definitions (TOSCA 2.0 §9.3).

use crate::keynames::{Metadata, Ref, Text, entity};

use super::{Clause, DataTypeName};

entity! {
    /// What the keys or entries of a collection, or the arguments of a function, are.
    SchemaDefinition "schema definition" "9.3" {
        /// The data type.
        "type" data_type: Ref<DataTypeName> [mandatory_unless_refined];
        /// What the values are for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// The condition that every value must meet.
        "validation" validation: Clause [accumulates, formerly(&["constraints"])];
        /// What the keys of a map are.
        "key_schema" key_schema: Box<SchemaDefinition>;
        /// What the entries of a list or map are.
        "entry_schema" entry_schema: Box<SchemaDefinition>;
    }
    short("type");
}
