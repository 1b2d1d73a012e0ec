//! The keyname tables of the dialect `Variability4TOSCA`: its own entities, and its additions to the tables of
//! TOSCA 1.3 and 2.0.

use crate::dialects::Extension;
use crate::keynames::{AddedRow, Expected, Keyname, Meta};
use crate::yaml::YamlNode;

/// The table of the variability definition of a service template.
pub(super) static DEFINITION: Meta = Meta::new(
    "variability definition",
    "",
    &[
        Keyname::new("inputs", "Inputs that select a variant.", Expected::Map(&Expected::Entity(|| &INPUT))),
        Keyname::new("presets", "Named sets of input values.", Expected::Map(&Expected::Entity(|| &PRESET))),
        Keyname::new("expressions", "Named conditions and values.", Expected::Map(&Expected::Any)),
        Keyname::new("constraints", "Conditions on the inputs together.", Expected::List(&Expected::Any)),
        Keyname::new("options", "Which elements need others to be present.", Expected::Entity(|| &OPTIONS)),
        Keyname::new(
            "type_specific_conditions",
            "Conditions of elements that have none, by their type.",
            Expected::Entity(|| &TYPE_CONDITIONS),
        ),
    ],
)
.retired(&[("qualities", LATER_DRAFT), ("plugins", LATER_DRAFT)]);

/// The help for keynames of a later draft of the dialect, which is not supported.
const LATER_DRAFT: &str = "this is of a later draft: remove it";

/// The keyname of a default alternative.
pub(super) const DEFAULT_ALTERNATIVE: &str = "default_alternative";

/// The values of `mode`.
pub(super) const MODES: &[&str] =
    &["manual", "consistent-strict", "consistent-loose", "semantic-strict", "semantic-loose"];

/// The table of the options of a variability definition.
pub(super) static OPTIONS: Meta = Meta::new(
    "set of variability options",
    "",
    &[
        Keyname::new(
            "mode",
            "`manual`, `consistent-strict`, `consistent-loose`, `semantic-strict` or `semantic-loose`.",
            Expected::Text,
        ),
        Keyname::new(
            "default_condition",
            "Elements without conditions need other elements.",
            Expected::Boolean,
        ),
        Keyname::new(
            "relation_default_condition",
            "Requirement assignments without conditions need their source and target.",
            Expected::Boolean,
        ),
        Keyname::new(
            "node_default_condition",
            "Node templates without conditions that requirement assignments target need any of these.",
            Expected::Boolean,
        ),
        Keyname::new(
            "group_default_condition",
            "Groups without conditions need any of their members.",
            Expected::Boolean,
        ),
        Keyname::new(
            "policy_default_condition",
            "Policies without conditions need any of their targets.",
            Expected::Boolean,
        ),
        Keyname::new("pruning", "All elements need other elements.", Expected::Boolean),
        Keyname::new(
            "relation_pruning",
            "All requirement assignments need their source and target.",
            Expected::Boolean,
        ),
        Keyname::new(
            "node_pruning",
            "All node templates that requirement assignments target need any of these.",
            Expected::Boolean,
        ),
        Keyname::new("group_pruning", "All groups need any of their members.", Expected::Boolean),
        Keyname::new("policy_pruning", "All policies need any of their targets.", Expected::Boolean),
    ],
);

/// The table of conditions by type.
pub(super) static TYPE_CONDITIONS: Meta = Meta::new(
    "set of type-specific conditions",
    "",
    &[
        Keyname::new("node_types", "Conditions of node templates.", CONDITIONS_BY_TYPE),
        Keyname::new("relationship_types", "Conditions of requirement assignments.", CONDITIONS_BY_TYPE),
        Keyname::new("group_types", "Conditions of groups.", CONDITIONS_BY_TYPE),
        Keyname::new("policy_types", "Conditions of policies.", CONDITIONS_BY_TYPE),
        Keyname::new("artifact_types", "Conditions of artifacts of node templates.", CONDITIONS_BY_TYPE),
    ],
);

const CONDITIONS_BY_TYPE: Expected = Expected::Map(&Expected::Entity(|| &CONDITIONS_OF_TYPE));

/// The table of the conditions of a type.
pub(super) static CONDITIONS_OF_TYPE: Meta = Meta::new(
    "set of conditions of a type",
    "",
    &[Keyname::new("conditions", "Condition, or list of conditions.", Expected::Any).mandatory()],
);

/// The keynames of the tables that are extensions of this tool.
pub(super) const EXTENSIONS: &[(&str, &[&str])] = &[
    ("variability definition", &["constraints", "options", "type_specific_conditions"]),
    ("variability input", &["default_expression", "requires", "excludes"]),
];

/// The help for an extension in a file of the published language.
pub(super) const ONLY_EXTENDED: &str =
    "set `tosca_definitions_version` to `tosca_variability_1_0`, which has this extension";

/// The table of a variability input.
pub(super) static INPUT: Meta = Meta::new(
    "variability input",
    "",
    &[
        Keyname::new("type", "Type of its values.", Expected::Text),
        Keyname::new("description", "Purpose.", Expected::Text),
        Keyname::new("metadata", "Additional information for people and tools.", Expected::Metadata),
        Keyname::new("value", "Fixed value.", Expected::Any),
        Keyname::new("required", "Whether a value is required.", Expected::Boolean),
        Keyname::new("default", "Value if none is assigned.", Expected::Any),
        Keyname::new(
            "default_expression",
            "Expression over other inputs, in place of `default`.",
            Expected::Any,
        ),
        Keyname::new("status", "Support status.", Expected::Text),
        Keyname::new("constraints", "Constraints on the values.", Expected::List(&Expected::Any)),
        Keyname::new("requires", "Inputs that are true if this one is.", Expected::List(&Expected::Text)),
        Keyname::new(
            "excludes",
            "Inputs that are false if this one is true.",
            Expected::List(&Expected::Text),
        ),
        Keyname::new("validation", "Validation clause of TOSCA 2.0 for the values.", Expected::Any),
        Keyname::new("key_schema", "Schema of map keys.", Expected::Any),
        Keyname::new("entry_schema", "Schema of list and map entries.", Expected::Any),
        Keyname::new("external-schema", "A schema in another language.", Expected::Any),
    ],
);

/// The table of a preset, which is a named set of values for variability inputs.
pub(super) static PRESET: Meta = Meta::new(
    "variability preset",
    "",
    &[
        Keyname::new("name", "Name.", Expected::Text),
        Keyname::new("description", "Purpose.", Expected::Text),
        Keyname::new("inputs", "Values of variability inputs.", Expected::Map(&Expected::Any)).mandatory(),
    ],
);

/// The additions to the tables of TOSCA 1.3 and 2.0.
pub(super) static EXTENSION: Extension = Extension {
    base_version,
    added: &[
        AddedRow {
            tables: &["topology template", "service template"],
            keyname: Keyname::new(
                "variability",
                "Inputs that select a variant.",
                Expected::Entity(|| &DEFINITION),
            ),
            next_keyname: Some("inputs"),
        },
        AddedRow {
            tables: &[
                "node template",
                "requirement assignment",
                "group definition",
                "policy definition",
                "parameter definition",
            ],
            keyname: Keyname::new(
                "conditions",
                "Conditions under which the element is present.",
                Expected::Any,
            ),
            next_keyname: None,
        },
        AddedRow {
            tables: &["requirement assignment"],
            keyname: Keyname::new(
                DEFAULT_ALTERNATIVE,
                "Whether the assignment is present if no other one of its name is.",
                Expected::Boolean,
            ),
            next_keyname: None,
        },
    ],
};

/// Returns the version of TOSCA that the other parts of the file use: 2.0 if it has `service_template`, else
/// 1.3.
fn base_version(root: YamlNode<'_>) -> &'static str {
    if root.get("topology_template").is_none() && root.get("service_template").is_some() {
        "tosca_2_0"
    } else {
        "tosca_simple_yaml_1_3"
    }
}
