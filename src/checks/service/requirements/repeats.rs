//! Duplicate requirement assignments (TOSCA 2.0 §8.5.2).

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::rules;
use crate::keynames::{Either, Slot};
use crate::model::service::{NodeTemplateId, RequirementAssignment, Target, Views};
use crate::yaml::{NodeId, YamlNode};

use super::{Cx, is_guarded, node_count, relationship_count};

/// An assignment with the same target node as an equal one before it: probably a copy that was not changed.
pub(super) struct Repeat<'g> {
    /// Its key.
    pub(super) key: YamlNode<'g>,
    first: YamlNode<'g>,
    target: &'g str,
}

/// Returns the repeated assignments.
pub(super) fn find<'g>(cx: &Cx<'g>, assignments: Views<'g, RequirementAssignment>) -> Vec<Repeat<'g>> {
    let mut repeats = Vec::new();
    if assignments.len() < 2 {
        return repeats;
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
                repeats.push(Repeat { key: assignment.key(), first: *first, target: target.name() });
            }
            None => {
                seen.insert((assignment.name(), id, parts), assignment.key());
            }
        }
    }
    repeats
}

/// Reports the repeated assignments. Those in `surplus` are more than a range, the span there, allows.
pub(super) fn report<'g>(cx: &mut Cx<'g>, repeats: &[Repeat<'g>], surplus: &[(YamlNode<'g>, Span)]) {
    for Repeat { key, first, target } in repeats {
        let range = surplus.iter().find(|(other, _)| other.id() == key.id()).map(|(_, range)| *range);
        let mut diagnostic =
            rules::repeated_assignment::new(key.span(), key.text(), target, first.span(), range);
        if let Some(edit) = removal(*key) {
            diagnostic = diagnostic.unsafe_fix("remove the assignment", edit, "");
        }
        cx.report(*key, diagnostic);
    }
}

/// Returns the lines of the entry of a list that has `key`, if they have nothing else.
fn removal(key: YamlNode<'_>) -> Option<Span> {
    let value = key.entry_value();
    let text = key.tree().source().as_str();
    let (start, end) = (key.span().start as usize, value.span().end as usize);
    let line = text[..start].rfind('\n').map_or(0, |index| index + 1);
    let is_entry = text[line..start].trim() == "-" && value.used_at().is_none();
    let rest = text.get(end..)?.split_inclusive('\n').next().unwrap_or("");
    let has_rest = !(rest.trim().is_empty() || rest.starts_with(" #")) || !rest.ends_with('\n');
    let number = |position: usize| u32::try_from(position).ok();
    (is_entry && !has_rest).then_some(())?;
    Some(Span::new(key.span().file, number(line)?, number(end + rest.len())?))
}
