//! How many relationships there are (TOSCA 2.0 §8.5.4).

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use crate::diagnostics::codes;
use crate::model::service::{NodeTemplateView, RequirementAssignment, RequirementAssignmentView, Views};
use crate::model::types::RequirementTable;
use crate::syntax::Bound;
use crate::yaml::Node;

use super::{Cx, is_guarded, relationship_count};

/// The assignments of one requirement so far.
struct Sum<'g> {
    first: Node<'g>,
    all: u64,
    firm: u64,
    /// Whether all numbers are known.
    is_known: bool,
    is_reported: bool,
    /// Whether a `count` is written.
    is_counted: bool,
}

/// The sums of the assignments of a node template against the ranges of the definitions, for each of its
/// nodes alike.
pub(super) fn counts<'g>(
    cx: &mut Cx<'g>,
    node_template: NodeTemplateView<'g>,
    assignments: Views<'g, RequirementAssignment>,
    names: &RequirementTable<'g>,
) {
    let mut sums: IndexMap<&str, Sum<'g>> = IndexMap::new();
    let guarded: FxHashSet<&str> = assignments
        .iter()
        .filter(|assignment| is_guarded(cx, *assignment))
        .map(RequirementAssignmentView::name)
        .collect();
    for assignment in assignments.iter().filter(|assignment| !guarded.contains(assignment.name())) {
        let Some(id) = names.get(assignment.name()) else { continue };
        let Some((range, place)) = cx.types.requirement(id).count_range else { continue };
        let sum = sums.entry(assignment.name()).or_insert(Sum {
            first: assignment.key(),
            all: 0,
            firm: 0,
            is_known: true,
            is_reported: false,
            is_counted: false,
        });
        let (number, optional) = (relationship_count(cx, assignment), assignment.is_optional());
        let count = number.unwrap_or(0);
        sum.is_counted |= assignment.written().count.is_some();
        sum.is_known &= number.is_some() && optional.is_some();
        sum.all = sum.all.saturating_add(count);
        if optional == Some(false) {
            sum.firm = sum.firm.saturating_add(count);
        }
        if let Bound::Most(most) = range.most
            && sum.all > most
            && !sum.is_reported
        {
            sum.is_reported = true;
            let written = assignment.written().count.map(|count| assignment.service().node(count.0));
            let at = written.unwrap_or(assignment.key());
            let diagnostic = codes::requirement_count::too_many(
                at.span(),
                assignment.name(),
                sum.all,
                most,
                cx.types.node(place).span(),
                sum.is_counted,
            );
            cx.report(at, diagnostic);
        }
    }
    // What could not be read may have given more.
    let read = node_template.has_all_requirements();
    for (name, sum) in &sums {
        let range = names.get(name).and_then(|id| cx.types.requirement(id).count_range);
        let Some((range, place)) = range.filter(|_| read && sum.is_known && !sum.is_reported) else {
            continue;
        };
        if sum.firm < range.least {
            let optional = if sum.all < range.least { 0 } else { sum.all - sum.firm };
            let count = if optional == 0 { sum.all } else { sum.firm };
            let diagnostic = codes::requirement_count::too_few(
                sum.first.span(),
                name,
                (count, optional),
                range.least,
                cx.types.node(place).span(),
                sum.is_counted,
            );
            cx.report(sum.first, diagnostic);
        }
    }
}
