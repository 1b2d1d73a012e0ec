//! Node counts, and node indexes of requirements (TOSCA 2.0 §8.5.2, §14).

use crate::diagnostics::{Level, rules};
use crate::functions::FunctionSource;
use crate::model::service::{NodeTemplateView, Target};
use crate::model::types::Types;
use crate::syntax::integer;
use crate::values::integer_bounds;
use crate::yaml::{YamlNode, hold_the_same};

use super::{Assigned, Cx, node_count, relationship_count};

/// Checks an assignment against the number of nodes of the target template.
pub(super) fn check_numbers<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let assignment = assigned.assignment;
    let Target::Template(target, index) = assignment.target else { return };
    let (source, target) = (assigned.node_template, assignment.service().node_template(target));
    let Some(name) = assignment.target_name() else { return };
    let (relationships, count) = (relationship_count(cx, assignment), node_count(cx, target));
    // The number of selected nodes is not that of the template (7.2-20).
    if relationships == Some(0) || source.is_selected || target.is_selected {
        return;
    }
    let count_span = count_node(target).unwrap_or(target.key()).span();
    if count == Some(0) {
        if assignment.is_optional() == Some(false) {
            cx.report(name, rules::too_few_nodes::no_nodes(name.span(), target.name(), count_span));
        }
        return;
    }
    let written = assignment.written().count.map(|count| assignment.service().node(count.0));
    let Some(index) = index.map(|index| cx.types.node(index)) else {
        if let (Some(relationships), Some(count), Some(written)) = (relationships, count, written)
            && relationships > count
        {
            let diagnostic = rules::too_few_nodes::relationships(
                written.span(),
                relationships,
                target.name(),
                count,
                count_span,
            );
            cx.report(written, diagnostic);
        }
        return;
    };
    match (integer(index), count) {
        (Some(number), Some(count)) if number >= count => {
            let diagnostic =
                rules::too_few_nodes::index(index.span(), target.name(), index.text(), count, count_span);
            let is_mandatory = assignment.is_optional() == Some(false);
            cx.report(index, if is_mandatory { diagnostic.at_level(Level::Error) } else { diagnostic });
        }
        (Some(_), _) => {
            if let (Some(relationships @ 2..), Some(written)) = (relationships, written) {
                let diagnostic = rules::too_few_nodes::single_index(
                    written.span(),
                    relationships,
                    target.name(),
                    index.span(),
                );
                cx.report(written, diagnostic);
            }
        }
        (None, _) if is_node_index(cx.types, index) => {
            check_pairs(cx, source, target, index);
        }
        (None, _) => {}
    }
}

/// Checks that two templates whose nodes are paired by index have matching counts.
fn check_pairs<'g>(
    cx: &mut Cx<'g>,
    source: NodeTemplateView<'g>,
    target: NodeTemplateView<'g>,
    index: YamlNode<'g>,
) {
    let (source_count, target_count) = (count_node(source), count_node(target));
    let count_nodes = (source_count.unwrap_or(source.key()), target_count.unwrap_or(target.key()));
    let (source_name, target_name) = (source.name(), target.name());
    let is_matched = match (node_count(cx, source), node_count(cx, target)) {
        (Some(sources), Some(targets)) => {
            if sources > targets {
                let diagnostic = rules::too_few_nodes::pairs(
                    index.span(),
                    (source_name, sources, count_nodes.0.span()),
                    (target_name, targets, count_nodes.1.span()),
                );
                cx.report(index, diagnostic);
            }
            return;
        }
        (sources, targets) if largest(cx, source, sources) <= smallest(cx, target, targets) => true,
        (None, None) => match (source_count, target_count) {
            (Some(source_count), Some(target_count)) => {
                // A literal that is not a valid count is reported elsewhere.
                let is_call = |node| cx.types.expressions.call(node).is_some();
                !is_call(source_count) || !is_call(target_count) || hold_the_same(source_count, target_count)
            }
            _ => true,
        },
        _ => false,
    };
    if !is_matched {
        let diagnostic = rules::unmatched_pairs::new(
            index.span(),
            (source_name, count_nodes.0.span()),
            (target_name, count_nodes.1.span()),
            node_count(cx, target),
        );
        cx.report(index, diagnostic);
    }
}

/// Returns the largest number of nodes of a template, if its number `count` is not known.
fn largest<'g>(cx: &Cx<'g>, template: NodeTemplateView<'g>, count: Option<u64>) -> u64 {
    let bound = || u64::try_from(integer_bounds(&cx.checker, count_node(template)?).most?).ok();
    count.or_else(bound).unwrap_or(u64::MAX)
}

/// Returns the smallest number of nodes of a template, if its number `count` is not known: one, if it has no
/// other bound.
fn smallest<'g>(cx: &Cx<'g>, template: NodeTemplateView<'g>, count: Option<u64>) -> u64 {
    let bound = || u64::try_from(integer_bounds(&cx.checker, count_node(template)?).least?).ok();
    count.or_else(bound).unwrap_or(1).max(1)
}

/// Returns the node of the effective `count` of a template.
pub(super) fn count_node(template: NodeTemplateView<'_>) -> Option<YamlNode<'_>> {
    let count = template.layers().find_map(|layer| layer.count)?;
    Some(template.service().node(count.0))
}

/// Whether an index is a call of `$node_index`, and nothing else.
pub(super) fn is_node_index(types: &Types, index: YamlNode<'_>) -> bool {
    types.expressions.call(index).is_some_and(|call| call.reads(FunctionSource::NodeIndex))
}
