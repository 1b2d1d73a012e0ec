//! `path-index`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0727", "path-index", Warning, "10.3");

/// The index at `span` is beyond what there is of `what`.
pub(crate) fn beyond(span: Span, what: &str, count: u64) -> Diagnostic {
    let last = match count {
        0 => "there is none".to_owned(),
        1 => "the only index is 0".to_owned(),
        _ => format!("indices go from 0 to {}", count - 1),
    };
    Diagnostic::new(&CODE, span, format!("{what} has no such index"))
        .label(last)
        .help("write a smaller index, or `ALL`")
}

/// The name of a node template that stands for `count` nodes, without an index.
pub(crate) fn several(span: Span, name: &str, count: u64) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} stands for {count} nodes; only the first is meant here", quoted(name)))
        .label("without an index")
        .help(format!("write `{name}, 0` for the first, or `{name}, ALL` for a list of all"))
}

/// The relationships that come in have no order.
pub(crate) fn unordered(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "relationships that come in are in no particular order")
        .label("which one this is may differ from tool to tool")
        .help("write `ALL`, or start at the node where the relationship begins")
}

/// The node template `template` has fewer relationships of the requirement `name` than the path at `span`
/// asks for.
pub(crate) fn nowhere(span: Span, name: &str, template: &str, count: u64, place: Span) -> Diagnostic {
    let has = match count {
        0 => format!("{} does not assign it", quoted(template)),
        1 => format!("{} has one relationship of it", quoted(template)),
        _ => format!("{} has {count} relationships of it", quoted(template)),
    };
    Diagnostic::new(&CODE, span, format!("the path leads nowhere: {has}"))
        .label(format!("no such relationship of requirement {}", quoted(name)))
        .also(place, "the node template")
        .help("assign the requirement there, or read another node")
}
