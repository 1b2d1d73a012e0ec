//! `too-few-nodes`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::COUNT;
use crate::diagnostics::Advice;

declare_code!("T0817", "too-few-nodes", Warning, "14.3");

/// So many nodes in words: `1 node`, `2 nodes`.
fn nodes(count: u64) -> String {
    if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") }
}

/// What a template stands for, at the place that says so.
fn of(diagnostic: Diagnostic, name: &str, count: u64, place: Span) -> Diagnostic {
    diagnostic.also(place, format!("{} has {}", quoted(name), nodes(count)))
}

/// The index at `span` is none of the `count` nodes of the template `name`.
pub(crate) fn index(span: Span, name: &str, index: &str, count: u64, place: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} has no node with index {index}", quoted(name)));
    let diagnostic = of(diagnostic, name, count, place);
    match count {
        0 => diagnostic.label("no nodes"),
        1 => diagnostic.label("the only index is 0").help(format!("use index 0, or set a {COUNT} for {}", quoted(name))),
        _ => diagnostic.label(format!("valid indexes are 0 to {}", count - 1)).help(format!(
            "use an index below {count}, or raise the {COUNT} of {}",
            quoted(name)
        )),
    }
}

/// A requirement leads to the template `name` at `span`, which stands for no node.
pub(crate) fn none(span: Span, name: &str, place: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} has count 0", quoted(name)));
    let diagnostic = diagnostic.label("the requirement cannot be fulfilled").also(place, "no node is created");
    diagnostic.help(format!("raise the {COUNT} of {}, or {advice}", quoted(name), advice = Advice::MakeRequirementOptional))
}

/// An assignment wants so many relationships, to different nodes of the template `name`.
pub(crate) fn relationships(span: Span, wanted: u64, name: &str, count: u64, place: Span) -> Diagnostic {
    let message = format!("{wanted} relationships cannot target different nodes of {}", quoted(name));
    let diagnostic = Diagnostic::new(&CODE, span, message).label("each needs a different node");
    of(diagnostic, name, count, place).help(format!("lower this to {count}, or raise the {COUNT} of {}", quoted(name)))
}

/// An assignment wants so many relationships, but the index at `place` is that of one node.
pub(crate) fn one(span: Span, wanted: u64, name: &str, place: Span) -> Diagnostic {
    let message = format!("{wanted} relationships cannot target different nodes of {}", quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label("each needs a different node")
        .also(place, "this index selects a single node")
        .help(format!("remove the index, or remove {COUNT}"))
}

/// Each of the `sources` nodes of the template `source` leads to the node with its own index of `target`.
pub(crate) fn pairs(
    span: Span,
    (source, sources, source_place): (&str, u64, Span),
    (target, targets, target_place): (&str, u64, Span),
) -> Diagnostic {
    let message = format!("{} has fewer nodes than {}", quoted(target), quoted(source));
    let diagnostic = Diagnostic::new(&CODE, span, message)
        .label(format!("there are no nodes from index {targets} on"));
    let diagnostic = of(diagnostic, source, sources, source_place);
    of(diagnostic, target, targets, target_place).help(format!("use the same {COUNT} for both templates"))
}
