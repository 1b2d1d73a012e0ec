//! What the words of TOSCA 2.0 are in the Simple Profile, for findings.

use crate::dialects::Words;

/// Keynames and functions by their names in 1.x, and advice that TOSCA 2.0 alone can follow.
pub(super) static WORDS: Words = Words {
    phrases: &[
        (
            "add a node template, add `external` to the directives, or make the requirement `optional`",
            "add a node template, or give the requirement `occurrences: [ 0, 1 ]` in the type",
        ),
        ("make the requirement `optional`", "give the requirement `occurrences: [ 0, 1 ]` in the type"),
        ("make it `optional`", "give it `occurrences: [ 0, 1 ]`"),
        ("remove `optional: true`, add", "raise the lower bound of `occurrences`, add"),
        (
            "make targets optional: `optional: true` in the assignment, or 0 as lower bound of `count_range`",
            "make targets optional: 0 as lower bound of `occurrences`",
        ),
        (
            "add `internal` to the directives of the capability, or lead the requirement to another one",
            "lead the requirement to another one",
        ),
        ("add `external` to its directives, or map another capability", "map another capability"),
        ("`node_type: {}`, or `create` to the directives", "`node_type: {}`, or remove the directive"),
        ("add `create` or `substitute` to the directives", "add `substitutable` to the directives"),
        ("start with `SELF`, and go on by `RELATIONSHIP` or `CAPABILITY`", "start with `SELF`"),
        ("of the service template", "of the topology template"),
        ("has a service template", "has a topology template"),
        ("this service template", "this topology template"),
    ],
    names: &[
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
        ("count", "occurrences"),
        ("count_range", "occurrences"),
        ("precondition", "preconditions"),
        ("select", "selectable"),
        ("service_template", "topology_template"),
        ("substitute", "substitutable"),
        ("tosca_2_0", "tosca_simple_yaml_1_3"),
        ("url", "file"),
        ("valid_capability_types", "valid_target_types"),
        ("valid_source_node_types", "valid_source_types"),
        ("valid_target_node_types", "valid_target_types"),
        ("validation", "constraints"),
    ],
};
