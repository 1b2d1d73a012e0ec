//! `path-index`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0727", "path-index", Warning, "10.3", needs [Definitions]);

/// Reports that the index at `span` is too large for the `count` nodes or relationships of `what`.
pub(crate) fn out_of_range(span: Span, what: &str, count: u64) -> Diagnostic {
    let last = match count {
        0 => "no index is valid".to_owned(),
        1 => "the only index is 0".to_owned(),
        _ => format!("indexes go from 0 to {}", count - 1),
    };
    Diagnostic::new(&RULE, span, format!("{what} has no such index"))
        .label(last)
        .help("use a smaller index, or `ALL`")
}

/// Reports that the path names a node template with `count` nodes without an index.
pub(crate) fn missing(span: Span, name: &str, count: u64) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has {count} nodes; only the first is used here", quoted(name)))
        .label("missing index")
        .help(format!("write `{name}, 0` for the first node, or `{name}, ALL` for a list of all"))
}

/// Reports an index of incoming relationships, which have no order.
pub(crate) fn unordered(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "incoming relationships are unordered")
        .label("result may differ between tools")
        .help("use `ALL`, or start the path at the source node")
}

/// Reports that the node template `template` has only `count` relationships of requirement `name`, fewer than
/// the path at `span` needs.
pub(crate) fn no_relationship(span: Span, name: &str, template: &str, count: u64, template_span: Span) -> Diagnostic {
    let (requirement, template) = (quoted(name), quoted(template));
    let has = match count {
        0 => format!("{template} does not assign requirement {requirement}"),
        1 => format!("{template} has one relationship of requirement {requirement}"),
        _ => format!("{template} has {count} relationships of requirement {requirement}"),
    };
    Diagnostic::new(&RULE, span, format!("the path has no target: {has}"))
        .misses([name])
        .label("no such relationship")
        .also(template_span, "node template")
        .help("assign the requirement in the node template, or read another node")
}
