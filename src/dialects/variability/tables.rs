//! The keyname tables of the dialect: entities of its own, and what it adds to those of the language below.

use crate::dialects::{Added, Extension};
use crate::keynames::{Expected, Keyname, Meta};
use crate::yaml::Node;

/// The variability definition.
pub(super) static DEFINITION: Meta = Meta::new(
    "variability definition",
    "",
    &[
        Keyname::new("inputs", "What variants depend on.", Expected::Map(&Expected::Entity(|| &INPUT))),
        Keyname::new(
            "presets",
            "Good choices of values for inputs.",
            Expected::Map(&Expected::Entity(|| &PRESET)),
        ),
        Keyname::new("expressions", "Conditions and values with names.", Expected::Map(&Expected::Any)),
    ],
)
.retired(&[
    ("options", LATER),
    ("constraints", LATER),
    ("type_specific_conditions", LATER),
    ("qualities", LATER),
    ("plugins", LATER),
]);

const LATER: &str = "this is of a later draft: remove it";

/// A variability input.
pub(super) static INPUT: Meta = Meta::new(
    "variability input",
    "",
    &[
        Keyname::new("type", "What its values are.", Expected::Text),
        Keyname::new("description", "What it is for.", Expected::Text),
        Keyname::new("metadata", "Free information for people and tools.", Expected::Metadata),
        Keyname::new("value", "Its value.", Expected::Any),
        Keyname::new("required", "Whether it must have a value.", Expected::Boolean),
        Keyname::new("default", "The value where none is given.", Expected::Any),
        Keyname::new("status", "How far it is supported.", Expected::Text),
        Keyname::new("constraints", "What its values must meet.", Expected::List(&Expected::Any)),
        Keyname::new("validation", "What its values must meet, as TOSCA 2.0 writes it.", Expected::Any),
        Keyname::new("key_schema", "What the keys of a map are.", Expected::Any),
        Keyname::new("entry_schema", "What lists and maps hold.", Expected::Any),
        Keyname::new("external-schema", "A schema in another language.", Expected::Any),
    ],
);

/// A preset.
pub(super) static PRESET: Meta = Meta::new(
    "variability preset",
    "",
    &[
        Keyname::new("name", "What it is called.", Expected::Text),
        Keyname::new("description", "What it is for.", Expected::Text),
        Keyname::new("inputs", "The values of variability inputs.", Expected::Map(&Expected::Any))
            .mandatory(),
    ],
);

/// What the tables of TOSCA 1.3 and 2.0 get.
pub(super) static EXTENSION: Extension = Extension {
    below,
    added: &[
        Added {
            tables: &["topology template", "service template"],
            keyname: Keyname::new(
                "variability",
                "What variants depend on.",
                Expected::Entity(|| &DEFINITION),
            ),
            before: Some("inputs"),
        },
        Added {
            tables: &[
                "node template",
                "requirement assignment",
                "group definition",
                "policy definition",
                "parameter definition",
            ],
            keyname: Keyname::new("conditions", "When it is present.", Expected::Any),
            before: None,
        },
    ],
};

/// The version of the language that the body is written in.
fn below(root: Node<'_>) -> &'static str {
    if root.get("topology_template").is_none() && root.get("service_template").is_some() {
        "tosca_2_0"
    } else {
        "tosca_simple_yaml_1_3"
    }
}
