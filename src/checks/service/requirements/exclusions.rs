//! Lists of what goes together: of the relationship type, and of the capability or its type (TOSCA 2.0 §7.3,
//! §8.1, §8.2).

use crate::diagnostics::{codes, quoted};
use crate::model::service::Target;
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, CapabilityId, RELATIONSHIP_CAPABILITIES,
    RELATIONSHIP_SOURCES, RELATIONSHIP_TARGETS, Restriction, TypeRef, TypeView, Types, admits_none,
};
use crate::yaml::Node;

use super::capabilities::Offer;
use super::connections::relationship_name;
use super::{Assigned, Cx, directives, excludes};

/// What a list excludes.
struct Excluded<'g> {
    at: Node<'g>,
    reason: String,
    restriction: Restriction,
    list: Node<'g>,
    /// The type that the list does not admit.
    ty: TypeView<'g>,
}

/// The lists in force for an assignment; a list excludes what is neither in it nor derived from an entry.
/// Gives the capability, where only one is left.
pub(super) fn exclusions<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    offer: &Offer<'g>,
    relationship: Option<TypeView<'g>>,
) -> Option<CapabilityId> {
    let (mut diagnostic, mut single) = (Vec::new(), None);
    if let Some(relationship) = relationship {
        diagnostic.extend(excluded_ends(cx, assigned, relationship));
    }
    match &offer.capabilities {
        Some(capabilities) => {
            let mut fitting = Vec::with_capacity(capabilities.len());
            let mut excluded = Vec::new();
            for id in &**capabilities {
                match excluded_capability(cx, assigned, *id, relationship) {
                    Some(reason) => excluded.push(reason),
                    None => fitting.push(*id),
                }
            }
            match fitting[..] {
                [] => diagnostic.extend(excluded.into_iter().next()),
                [only] => {
                    single = Some(only);
                    directives::kept_for_outside(cx, assigned, only);
                }
                [..] => several(cx, assigned, &fitting),
            }
        }
        None => diagnostic.extend(excluded_type(cx, assigned, offer.capability_type, relationship)),
    }
    for Excluded { at, reason, restriction, list, ty } in diagnostic {
        let diagnostic = codes::excluded_relationship::new(
            at.span(),
            assigned.name(),
            &reason,
            (restriction.keyname, list.span()),
            (ty.name(), ty.key().span()),
        );
        cx.report(at, diagnostic);
    }
    single
}

/// The node types at both ends, against the relationship type.
fn excluded_ends<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    relationship: TypeView<'g>,
) -> Vec<Excluded<'g>> {
    let types: &'g Types = cx.types;
    let name = || quoted(relationship.name());
    let mut diagnostic = Vec::new();
    if let Some(list) = RELATIONSHIP_SOURCES.in_force(types, relationship)
        && excludes(cx, list, assigned.source)
    {
        let source = quoted(assigned.source.name());
        let reason = format!("relationship type {} does not allow source node type {source}", name());
        let (at, ty) = (assigned.assignment.key(), assigned.source);
        diagnostic.push(Excluded { at, reason, restriction: RELATIONSHIP_SOURCES, list, ty });
    }
    if let Some(target) = assigned.target
        && let Some(list) = RELATIONSHIP_TARGETS.in_force(types, relationship)
        && excludes_target(cx, assigned, list, target)
    {
        let reason =
            format!("relationship type {} does not allow target node type {}", name(), quoted(target.name()));
        let at = assigned.target_node();
        diagnostic.push(Excluded { at, reason, restriction: RELATIONSHIP_TARGETS, list, ty: target });
    }
    diagnostic
}

/// Whether a list excludes the type of a node template, or all types derived from one that is named.
fn excludes_target<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>, list: Node<'g>, ty: TypeView<'g>) -> bool {
    match assigned.assignment.target {
        Target::Template(..) => excludes(cx, list, ty),
        _ => admits_none(cx.types, list, TypeRef::Defined(ty.id)),
    }
}

/// A capability of the other node: whom it admits, and what the relationship type admits.
fn excluded_capability<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    id: CapabilityId,
    relationship: Option<TypeView<'g>>,
) -> Option<Excluded<'g>> {
    let types: &'g Types = cx.types;
    let capability = types.capability(id);
    let ty = capability.capability_type.and_then(|used| types.defined(used.meaning));
    let in_force =
        |own: Option<Node<'g>>, restriction: Restriction| own.or_else(|| restriction.in_force(types, ty?));
    let sources = in_force(capability.valid_source_node_types(), CAPABILITY_SOURCES);
    let relationships = in_force(capability.valid_relationship_types(), CAPABILITY_RELATIONSHIPS);
    let name = || format!("capability {}", quoted(capability.key().text()));
    excluded_by(cx, assigned, (&name, ty), (sources, relationships), relationship)
}

/// The capability type alone, where nothing is known of the other node.
fn excluded_type<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    ty: Option<TypeView<'g>>,
    relationship: Option<TypeView<'g>>,
) -> Option<Excluded<'g>> {
    let types: &'g Types = cx.types;
    let capability = ty?;
    let name = || format!("capability type {}", quoted(capability.name()));
    let sources = CAPABILITY_SOURCES.in_force(types, capability);
    let relationships = CAPABILITY_RELATIONSHIPS.in_force(types, capability);
    excluded_by(cx, assigned, (&name, ty), (sources, relationships), relationship)
}

fn excluded_by<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    (name, ty): (&dyn Fn() -> String, Option<TypeView<'g>>),
    (sources, relationships): (Option<Node<'g>>, Option<Node<'g>>),
    relationship: Option<TypeView<'g>>,
) -> Option<Excluded<'g>> {
    let at = assigned.capability_node();
    if let Some(list) = sources
        && excludes(cx, list, assigned.source)
    {
        let reason = format!("{} does not allow source node type {}", name(), quoted(assigned.source.name()));
        return Some(Excluded { at, reason, restriction: CAPABILITY_SOURCES, list, ty: assigned.source });
    }
    let relationship = relationship?;
    if let Some(list) = relationships
        && excludes(cx, list, relationship)
    {
        let reason = format!("{} does not allow relationship type {}", name(), quoted(relationship.name()));
        let at = relationship_name(assigned).unwrap_or(at);
        return Some(Excluded { at, reason, restriction: CAPABILITY_RELATIONSHIPS, list, ty: relationship });
    }
    let (list, ty) = (RELATIONSHIP_CAPABILITIES.in_force(cx.types, relationship)?, ty?);
    if !excludes_target(cx, assigned, list, ty) {
        return None;
    }
    let reason = format!(
        "relationship type {} does not allow capability type {}",
        quoted(relationship.name()),
        quoted(ty.name())
    );
    Some(Excluded { at, reason, restriction: RELATIONSHIP_CAPABILITIES, list, ty })
}

/// Several capabilities fit, and nothing says which is meant.
fn several<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>, fitting: &[CapabilityId]) {
    let types: &'g Types = cx.types;
    let (Some(target), Some(at)) = (assigned.target, assigned.assignment.target_name()) else { return };
    let capabilities: Vec<(&str, crate::base::Span)> = fitting
        .iter()
        .map(|id| {
            let key = types.capability(*id).key;
            (types.node(key).text(), types.node(key).span())
        })
        .collect();
    let diagnostic =
        codes::ambiguous_capability::new(at.span(), assigned.name(), target.name(), &capabilities);
    cx.report(at, diagnostic);
}
