//! `out-of-context`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0717", "out-of-context", Warning, "10.2.1");

/// The function `name`, called at `span` in an interface type, reads an entity that is not known there.
pub(crate) fn in_interface_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot be called in an interface type", quoted(name)))
        .at_level(Level::Error)
        .label("an interface type does not know the entity that uses it")
        .help("give the value where a node type or template uses the interface")
}

/// The function `name`, called at `span` in an input of a service, reads what does not exist yet.
pub(crate) fn in_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is called in an input", quoted(name)))
        .label("inputs are fixed before any node exists")
        .help("read other inputs only, with `$get_input`")
}

/// `$node_index` is called at `span`, where there is no node.
pub(crate) fn no_node(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "`$node_index` is called where there is no node")
        .label("no node to take the index of")
        .help("call it in a node type or node template, but not in its `count`")
}

/// `$relationship_index` is called at `span`, where there is no relationship.
pub(crate) fn no_relationship(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "`$relationship_index` is called where there is no relationship")
        .label("no relationship to take the index of")
        .help("call it in a relationship type or template, or in a requirement")
}

/// `$get_input` is called at `span`, outside of every service template.
pub(crate) fn no_inputs(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "`$get_input` is called outside of a service template")
        .label("which inputs there are depends on the template that uses this")
        .help("add a property, and give it the value of the input in the service template")
}

/// The function `name`, called at `span` in the `count` of a node template, reads what the node or a
/// running service tells.
pub(crate) fn before_node(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is called in the `count` of a node", quoted(name)))
        .label("how many nodes there are is decided before any of them exists")
        .help("read an input, with `$get_input`, or a property of another node")
}

/// `SELF` at `span`, in `place`, where there is no entity; perhaps a node and its member are `meant`.
pub(crate) fn no_self(span: Span, place: &str, meant: Option<(&str, &str)>) -> Diagnostic {
    let example = meant.map(|(node, name)| format!(", for example {}", quoted(&format!("[ {node}, {name} ]"))));
    Diagnostic::new(&CODE, span, format!("`SELF` means nothing in {place}"))
        .at_level(Level::Error)
        .label("no node or relationship around it")
        .help(format!("start the path with the name of a node template{}", example.unwrap_or_default()))
}

/// `SELF` at `span`, in a trigger of a policy.
pub(crate) fn target_of_policy(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "what `SELF` means in a trigger is not settled by the standard")
        .label("read as each target of the policy, one by one")
        .help("start the path with the name of a node template")
}

/// The node template `name`, named at `span` in a substitution filter.
pub(crate) fn not_yet(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the node of {} does not exist yet", quoted(name)))
        .label("the filter decides whether this template is used at all")
        .help("read the node that is to be substituted: start the path with `SELF`")
}

/// `$available_allocation` at `span`, in the value of a property.
pub(crate) fn frozen_allocation(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a property would keep what was available when it was set")
        .label("what is available changes with every new relationship")
        .help("call it in a condition or an attribute")
}
