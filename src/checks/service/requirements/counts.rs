//! The number of relationships of a requirement (TOSCA 2.0 §8.5.4).

use rustc_hash::FxHashSet;

use crate::base::{IndexMap, Span};
use crate::diagnostics::rules;
use crate::model::service::{NodeTemplateView, RequirementAssignment, RequirementAssignmentView, Views};
use crate::model::types::RequirementTable;
use crate::syntax::UpperBound;
use crate::yaml::YamlNode;

use super::repeats::Repeat;
use super::{Cx, is_guarded, relationship_count};

/// The number of relationships of one requirement so far.
struct RelationshipCount<'g> {
    first: YamlNode<'g>,
    total: u64,
    non_optional: u64,
    /// Whether the counts of all assignments are known.
    is_known: bool,
    is_reported: bool,
    /// Whether an assignment has a `count`.
    has_count: bool,
}

/// Compares the number of relationships of each requirement with the `count_range` of its definition. The
/// numbers are per node of the template. Returns the keys of assignments that are too many because they repeat
/// others, which are not reported, with the definitions of the range.
pub(super) fn check_counts<'g>(
    cx: &mut Cx<'g>,
    node_template: NodeTemplateView<'g>,
    assignments: Views<'g, RequirementAssignment>,
    names: &RequirementTable<'g>,
    repeats: &[Repeat<'g>],
) -> Vec<(YamlNode<'g>, Span)> {
    let mut surplus = Vec::new();
    let mut counts: IndexMap<&str, RelationshipCount<'g>> = IndexMap::default();
    let guarded: FxHashSet<&str> = assignments
        .iter()
        .filter(|assignment| is_guarded(cx, *assignment))
        .map(RequirementAssignmentView::name)
        .collect();
    for assignment in assignments.iter().filter(|assignment| !guarded.contains(assignment.name())) {
        let Some(id) = names.get(assignment.name()) else { continue };
        let Some((range, range_node)) = cx.types.requirement(id).count_range else { continue };
        let relationships = counts.entry(assignment.name()).or_insert(RelationshipCount {
            first: assignment.key(),
            total: 0,
            non_optional: 0,
            is_known: true,
            is_reported: false,
            has_count: false,
        });
        let (number, optional) = (relationship_count(cx, assignment), assignment.is_optional());
        let count = number.unwrap_or(0);
        relationships.has_count |= assignment.written().count.is_some();
        relationships.is_known &= number.is_some() && optional.is_some();
        relationships.total = relationships.total.saturating_add(count);
        if optional == Some(false) {
            relationships.non_optional = relationships.non_optional.saturating_add(count);
        }
        if let UpperBound::Most(maximum) = range.most
            && relationships.total > maximum
            && !relationships.is_reported
        {
            relationships.is_reported = true;
            let key = assignment.key();
            if repeats.iter().any(|repeat| repeat.key.id() == key.id()) {
                surplus.push((key, cx.types.node(range_node).span()));
                continue;
            }
            let written = assignment.written().count.map(|count| assignment.service().node(count.0));
            let node = written.unwrap_or(assignment.key());
            let diagnostic = rules::requirement_count::too_many(
                node.span(),
                assignment.name(),
                relationships.total,
                maximum,
                cx.types.node(range_node).span(),
                relationships.has_count,
            );
            cx.report(node, diagnostic);
        }
    }
    // Unreadable assignments may add relationships.
    let is_complete = node_template.has_all_requirements();
    for (name, relationships) in &counts {
        let range = names.get(name).and_then(|id| cx.types.requirement(id).count_range);
        let Some((range, range_node)) =
            range.filter(|_| is_complete && relationships.is_known && !relationships.is_reported)
        else {
            continue;
        };
        if relationships.non_optional < range.least {
            let optional = if relationships.total < range.least {
                0
            } else {
                relationships.total - relationships.non_optional
            };
            let count = if optional == 0 { relationships.total } else { relationships.non_optional };
            let diagnostic = rules::requirement_count::too_few(
                relationships.first.span(),
                name,
                (count, optional),
                range.least,
                cx.types.node(range_node).span(),
                relationships.has_count,
            );
            cx.report(relationships.first, diagnostic);
        }
    }
    surplus
}
