//! Duplicate requirement assignments (TOSCA 2.0 §8.5.2).

use rustc_hash::FxHashMap;

use crate::diagnostics::rules;
use crate::keynames::{Either, Slot};
use crate::model::service::{NodeTemplateId, RequirementAssignment, Target, Views};
use crate::yaml::{NodeId, YamlNode};

use super::{Cx, is_guarded, node_count, relationship_count};

/// Reports equal assignments with the same target node: probably a copy that was not changed.
pub(super) fn check_repeats<'g>(cx: &mut Cx<'g>, assignments: Views<'g, RequirementAssignment>) {
    if assignments.len() < 2 {
        return;
    }
    let mut seen: FxHashMap<(&str, NodeTemplateId, [&str; 4]), YamlNode<'g>> = FxHashMap::default();
    for assignment in assignments.iter() {
        if is_guarded(cx, assignment) {
            continue;
        }
        let Target::Template(id, index) = assignment.target else { continue };
        let (target, index) =
            (assignment.service().node_template(id), index.map(|index| cx.types.node(index)));
        // With several nodes, each assignment may target a different node.
        let is_single_node = match index {
            Some(index) => crate::syntax::integer(index).is_some(),
            None => node_count(cx, target) == Some(1),
        };
        let fields = assignment.written();
        let parts = [
            fields.capability().map(|name| name.node),
            fields.relationship().map(|relationship| match relationship {
                Either::Short(name) => name.node,
                Either::Long(relationship) => relationship.node,
            }),
            fields.allocation().map(|amounts| amounts.node),
        ];
        let is_read = !parts.iter().any(Slot::is_unreadable);
        if !is_single_node || target.is_selected || relationship_count(cx, assignment) == Some(0) || !is_read
        {
            continue;
        }
        let written = |part: Slot<NodeId>| part.given().map_or("", |node| cx.node(node).written());
        let [capability, relationship, allocation] = parts.map(written);
        let parts = [index.map_or("", YamlNode::written), capability, relationship, allocation];
        match seen.get(&(assignment.name(), id, parts)) {
            Some(first) => {
                let (name, first_span) = (assignment.name(), first.span());
                let diagnostic =
                    rules::repeated_assignment::new(assignment.key().span(), name, target.name(), first_span);
                cx.report(assignment.key(), diagnostic);
            }
            None => {
                seen.insert((assignment.name(), id, parts), assignment.key());
            }
        }
    }
}
