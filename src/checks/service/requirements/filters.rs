//! Node filters of requirements, evaluated for the target node (TOSCA 2.0 §8.6).

use crate::diagnostics::{Level, rules};
use crate::expressions::Expression;
use crate::model::service::Target;
use crate::model::types::Types;
use crate::values::Checker;
use crate::yaml::YamlNode;

use super::{Assigned, Cx};

/// Checks the node filters of the assignment, of the definition, and of the definitions that it refines.
pub(super) fn check_filters<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let (types, assignment): (&'g Types, _) = (cx.types, assigned.assignment);
    let Target::Template(..) = assignment.target else { return };
    let fails = |checker: &Checker<'g>, filter: YamlNode<'g>| {
        checker.holds_for_assignment(filter, assigned.node_template, assignment) == Some(false)
    };
    for filter in filters_of(cx, assigned) {
        if !fails(&cx.checker, filter) {
            continue;
        }
        let mut part = filter;
        while let Some(inner) = conjunction(types, part).find(|part| fails(&cx.checker, *part)) {
            part = inner;
        }
        let target = assigned.target_node();
        let diagnostic =
            rules::node_filter_mismatch::new(target.span(), assigned.name(), target.text(), part.span());
        let may_be_mandatory = assignment.is_optional() != Some(true);
        cx.report(target, if may_be_mandatory { diagnostic } else { diagnostic.at_level(Level::Warning) });
        return;
    }
}

/// Returns the node filters of the assignment, of the definition, and of the definitions that it refines.
pub(super) fn filters_of<'g>(cx: &Cx<'g>, assigned: &Assigned<'g>) -> Vec<YamlNode<'g>> {
    let (types, assignment): (&'g Types, _) = (cx.types, assigned.assignment);
    let mut filters: Vec<YamlNode<'g>> = Vec::new();
    filters.extend(assignment.written().node_filter.map(|clause| assignment.service().node(clause.0)));
    let chain = std::iter::successors(Some(assigned.definition), |definition| {
        definition.inherited.map(|id| types.requirement(id))
    });
    for definition in chain {
        let filter = definition.written.node_filter;
        filters.extend(filter.map(|clause| definition.key().tree().node(clause.0)));
    }
    filters
}

/// Returns the arguments of a condition if it is a conjunction.
fn conjunction<'g>(types: &'g Types, filter: YamlNode<'g>) -> impl Iterator<Item = YamlNode<'g>> {
    let call = types.expressions.call(filter).filter(|call| call.is_conjunction());
    call.into_iter().flat_map(Expression::arguments).map(Expression::node)
}
