//! How many nodes a template stands for, and which of them a requirement leads to (TOSCA 2.0 §8.5.2, §14).

use crate::diagnostics::{Level, codes};
use crate::functions::Source;
use crate::model::service::{NodeTemplateView, Target};
use crate::model::types::Types;
use crate::syntax::integer;
use crate::yaml::Node;

use super::{Assigned, Cx, is_equal, node_count, relationship_count};

/// An assignment against the number of nodes of the template that it names.
pub(super) fn numbers<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let assignment = assigned.assignment;
    let Target::Template(target, index) = assignment.target else { return };
    let (source, target) = (assigned.node_template, assignment.service().node_template(target));
    let Some(name) = assignment.target_name() else { return };
    let (wanted, count) = (relationship_count(cx, assignment), node_count(cx, target));
    // The number of selected nodes is not that of the template (7.2-20).
    if wanted == Some(0) || source.is_selected || target.is_selected {
        return;
    }
    let place = count_node(target).unwrap_or(target.key()).span();
    if count == Some(0) {
        if assignment.is_optional() == Some(false) {
            cx.report(name, codes::too_few_nodes::none(name.span(), target.name(), place));
        }
        return;
    }
    let written = assignment.written().count.map(|count| assignment.service().node(count.0));
    let Some(index) = index.map(|index| cx.types.node(index)) else {
        if let (Some(wanted), Some(count), Some(written)) = (wanted, count, written)
            && wanted > count
        {
            let diagnostic =
                codes::too_few_nodes::relationships(written.span(), wanted, target.name(), count, place);
            cx.report(written, diagnostic);
        }
        return;
    };
    match (integer(index), count) {
        (Some(at), Some(count)) if at >= count => {
            let diagnostic =
                codes::too_few_nodes::index(index.span(), target.name(), index.text(), count, place);
            let firm = assignment.is_optional() == Some(false);
            cx.report(index, if firm { diagnostic.at_level(Level::Error) } else { diagnostic });
        }
        (Some(_), _) => {
            if let (Some(wanted @ 2..), Some(written)) = (wanted, written) {
                let diagnostic =
                    codes::too_few_nodes::one(written.span(), wanted, target.name(), index.span());
                cx.report(written, diagnostic);
            }
        }
        (None, _) if is_node_index(cx.types, index) => {
            pairs(cx, source, target, index);
        }
        (None, _) => {}
    }
}

/// Nodes of two templates that are paired by index.
fn pairs<'g>(cx: &mut Cx<'g>, source: NodeTemplateView<'g>, target: NodeTemplateView<'g>, index: Node<'g>) {
    let (one, other) = (count_node(source), count_node(target));
    let places = (one.unwrap_or(source.key()), other.unwrap_or(target.key()));
    let (source_name, target_name) = (source.name(), target.name());
    let matched = match (node_count(cx, source), node_count(cx, target)) {
        (Some(sources), Some(targets)) => {
            if sources > targets {
                let diagnostic = codes::too_few_nodes::pairs(
                    index.span(),
                    (source_name, sources, places.0.span()),
                    (target_name, targets, places.1.span()),
                );
                cx.report(index, diagnostic);
            }
            return;
        }
        (Some(sources), None) => sources <= 1,
        (None, Some(_)) => false,
        (None, None) => match (one, other) {
            (Some(one), Some(other)) => {
                // What is no count was told.
                let is_call = |node| cx.types.expressions.call(node).is_some();
                !is_call(one) || !is_call(other) || is_equal(one, other)
            }
            _ => true,
        },
    };
    if !matched {
        let diagnostic = codes::unmatched_pairs::new(
            index.span(),
            (source_name, places.0.span()),
            (target_name, places.1.span()),
        );
        cx.report(index, diagnostic);
    }
}

/// Where the number of nodes of a template is written.
pub(super) fn count_node(template: NodeTemplateView<'_>) -> Option<Node<'_>> {
    let count = template.layers().find_map(|layer| layer.count)?;
    Some(template.service().node(count.0))
}

/// Whether an index is that of the node with the requirement, and nothing else.
pub(super) fn is_node_index(types: &Types, index: Node<'_>) -> bool {
    types.expressions.call(index).is_some_and(|call| call.reads(Source::NodeIndex))
}
