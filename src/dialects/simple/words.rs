//! What the words of TOSCA 2.0 are in the Simple Profile, for findings.

use crate::diagnostics::{Advice, Vocabulary};

use super::lower::constraint::OPERATORS;

/// Keynames, functions and directives by their names in 1.x, and advice that TOSCA 2.0 alone can follow.
pub(super) static WORDS: Vocabulary = Vocabulary {
    keynames: &[
        ("count", "occurrences"),
        ("count_range", "occurrences"),
        ("namespace", "namespace_prefix"),
        ("precondition", "preconditions"),
        ("service_template", "topology_template"),
        ("valid_capability_types", "valid_target_types"),
        ("valid_source_node_types", "valid_source_types"),
        ("valid_target_node_types", "valid_target_types"),
        ("validation", "constraints"),
    ],
    functions: &[
        ("$concat", "concat"),
        ("$equal", "equal"),
        ("$get_artifact", "get_artifact"),
        ("$get_attribute", "get_attribute"),
        ("$get_input", "get_input"),
        ("$get_nodes_of_type", "get_nodes_of_type"),
        ("$get_operation_output", "get_operation_output"),
        ("$get_property", "get_property"),
        ("$greater_or_equal", "greater_or_equal"),
        ("$greater_than", "greater_than"),
        ("$join", "join"),
        ("$length", "length"),
        ("$less_or_equal", "less_or_equal"),
        ("$less_than", "less_than"),
        ("$matches", "pattern"),
        ("$token", "token"),
        ("$valid_values", "valid_values"),
        ("$value", "value"),
    ],
    operators: OPERATORS,
    directives: &[("select", "selectable"), ("substitute", "substitutable")],
    version: "tosca_simple_yaml_1_3",
    service_template: "topology template",
    import_url: "file",
    import_sources: "`file`",
    validation: ("constraints", "constraint"),
    advice,
};

fn advice(advice: Advice) -> &'static str {
    match advice {
        Advice::FulfillRequirement => {
            "add a node template, or give the requirement `occurrences: [ 0, 1 ]` in the type"
        }
        Advice::MakeRequirementOptional => "give the requirement `occurrences: [ 0, 1 ]` in the type",
        Advice::MakeItOptional => "give it `occurrences: [ 0, 1 ]`",
        Advice::MakeTargetsOptional => "make targets optional with a lower bound of 0 in `occurrences`",
        Advice::MakeMandatory => "raise the lower bound of `occurrences`",
        Advice::TargetInside => "target another capability",
        Advice::MapOutside => "map another capability",
        Advice::CreateNode => "remove the directive",
        Advice::CreateOrSubstituteNode => "add `substitutable` to the directives",
        Advice::StartPath => "start with `SELF`",
        Advice::HideSecret => "use an input that has no default: `{ get_input: … }`",
    }
}
