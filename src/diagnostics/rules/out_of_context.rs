//! `out-of-context`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, function, quoted};
use crate::diagnostics::text::{COUNT, GET_INPUT, SERVICE_TEMPLATE};

declare_rule!("T0717", "out-of-context", Warning, "10.2.1");

/// Reports that the function `name`, called at `span` in an interface type, reads an entity that is unknown
/// there.
pub(crate) fn in_interface_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot be called in an interface type", function(name)))
        .at_level(Level::Error)
        .label("node or relationship is unknown here")
        .help("set the value where a node type or template uses the interface")
}

/// Reports that the function `name`, called at `span` in an input of a service, reads nodes, which do not
/// exist yet.
pub(crate) fn in_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is called in a service input", function(name)))
        .label("inputs are set before nodes exist")
        .help(format!("read only other inputs, with {GET_INPUT}"))
}

/// Reports that `$node_index` is called at `span` outside a node.
pub(crate) fn no_node(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`$node_index` is called outside a node")
        .label("no node here")
        .help(format!("call it in a node type or node template, but not in its {COUNT}"))
}

/// Reports that `$relationship_index` is called at `span` outside a relationship.
pub(crate) fn no_relationship(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`$relationship_index` is called outside a relationship")
        .label("no relationship here")
        .help("call it in a relationship type or template, or in a requirement")
}

/// Reports that `$get_input` is called at `span` outside a service template.
pub(crate) fn no_inputs(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{GET_INPUT} is called outside a {SERVICE_TEMPLATE}"))
        .label("service inputs are not known here")
        .help(format!("add a property, and assign the input to the property in the {SERVICE_TEMPLATE}"))
}

/// Reports that the function `name`, called at `span` in the `count` of a node template, reads the node
/// itself or a running service.
pub(crate) fn in_node_count(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is called in the {COUNT} of a node", function(name)))
        .label(format!("{COUNT} is evaluated before nodes exist"))
        .help(format!("read an input, with {GET_INPUT}, or a property of another node"))
}

/// Reports that `SELF` at `span` is not available in `context`; `intended` is the probably intended node
/// template and its member.
pub(crate) fn no_self(span: Span, context: &str, intended: Option<(&str, &str)>) -> Diagnostic {
    let example = intended.map(|(node, name)| format!(", for example {}", quoted(&format!("[ {node}, {name} ]"))));
    Diagnostic::new(&RULE, span, format!("`SELF` is not available in {context}"))
        .at_level(Level::Error)
        .label("not inside a node or relationship")
        .help(format!("start the path with the name of a node template{}", example.unwrap_or_default()))
}

/// Reports that `SELF` at `span` is in a trigger of a policy.
pub(crate) fn target_of_policy(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the standard does not define `SELF` in triggers")
        .label("interpreted as each target in turn")
        .help("start the path with the name of a node template")
}

/// Reports that the node template `name` is named at `span` in a substitution filter.
pub(crate) fn template_in_filter(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("node template {} has no node yet", quoted(name)))
        .label("evaluated before the template is used")
        .help("start the path with `SELF` to read the substituted node")
}

/// Reports that `$get_input` is called at `span` in a substitution filter.
pub(crate) fn input_in_filter(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{GET_INPUT} is called in a substitution filter"))
        .label("evaluated before inputs have values")
        .help("start a path with `SELF` to read the substituted node")
}

/// Reports that `$available_allocation` is called at `span` in the value of a property.
pub(crate) fn frozen_allocation(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a property keeps the allocation that was available when it was set")
        .label("changes with every new relationship")
        .help("call it in a condition or an attribute")
}
