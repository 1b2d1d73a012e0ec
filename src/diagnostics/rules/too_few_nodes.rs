//! `too-few-nodes`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::COUNT;
use crate::diagnostics::Advice;

declare_rule!("T0817", "too-few-nodes", Warning, "14.3");

/// Returns the count with its noun: `1 node`, `2 nodes`.
fn nodes(count: u64) -> String {
    if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") }
}

/// Adds the number of nodes of the template `name`, which `count_span` specifies.
fn with_node_count(diagnostic: Diagnostic, name: &str, count: u64, count_span: Span) -> Diagnostic {
    diagnostic.also(count_span, format!("{} has {}", quoted(name), nodes(count)))
}

/// Reports that the template `name` has only `count` nodes, and so no node with the index at `span`.
pub(crate) fn index(span: Span, name: &str, index: &str, count: u64, count_span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} has no node with index {index}", quoted(name)));
    let diagnostic = with_node_count(diagnostic, name, count, count_span);
    match count {
        0 => diagnostic.label("no nodes"),
        1 => diagnostic.label("the only index is 0").help(format!("use index 0, or set a {COUNT} for {}", quoted(name))),
        _ => diagnostic.label(format!("valid indexes are 0 to {}", count - 1)).help(format!(
            "use an index below {count}, or raise the {COUNT} of {}",
            quoted(name)
        )),
    }
}

/// Reports that a requirement targets the template `name` at `span`, which has no nodes.
pub(crate) fn no_nodes(span: Span, name: &str, count_span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} has count 0", quoted(name)));
    let diagnostic = diagnostic.label("the requirement cannot be fulfilled").also(count_span, "no node is created");
    diagnostic.help(format!("raise the {COUNT} of {}, or {advice}", quoted(name), advice = Advice::MakeRequirementOptional))
}

/// Reports that an assignment needs `needed` relationships to different nodes of the template `name`, which
/// has only `count`.
pub(crate) fn relationships(span: Span, needed: u64, name: &str, count: u64, count_span: Span) -> Diagnostic {
    let message = format!("{needed} relationships cannot target different nodes of {}", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message).label("each needs a different node");
    with_node_count(diagnostic, name, count, count_span).help(format!("lower this to {count}, or raise the {COUNT} of {}", quoted(name)))
}

/// Reports that an assignment needs `needed` relationships to different nodes, but the index at `index_span`
/// selects a single node.
pub(crate) fn single_index(span: Span, needed: u64, name: &str, index_span: Span) -> Diagnostic {
    let message = format!("{needed} relationships cannot target different nodes of {}", quoted(name));
    Diagnostic::new(&RULE, span, message)
        .label("each needs a different node")
        .also(index_span, "this index selects a single node")
        .help(format!("remove the index, or remove {COUNT}"))
}

/// Reports that the nodes of the template `source` target nodes of `target` with the same index, but `target`
/// has fewer nodes.
pub(crate) fn pairs(
    span: Span,
    (source, sources, source_span): (&str, u64, Span),
    (target, targets, target_span): (&str, u64, Span),
) -> Diagnostic {
    let message = format!("{} has fewer nodes than {}", quoted(target), quoted(source));
    let diagnostic = Diagnostic::new(&RULE, span, message)
        .label(format!("there are no nodes from index {targets} on"));
    let diagnostic = with_node_count(diagnostic, source, sources, source_span);
    with_node_count(diagnostic, target, targets, target_span).help(format!("use the same {COUNT} for both templates"))
}
