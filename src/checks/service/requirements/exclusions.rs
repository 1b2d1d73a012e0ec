//! Lists of allowed types: of the relationship type, and of the capability or its type (TOSCA 2.0 §7.3, §8.1,
//! §8.2).

use crate::diagnostics::{quoted, rules};
use crate::model::Truth;
use crate::model::service::{RequiredCapability, Target};
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, CapabilityId, RELATIONSHIP_CAPABILITIES,
    RELATIONSHIP_SOURCES, RELATIONSHIP_TARGETS, Restriction, TypeRef, TypeView, Types, allows_none,
};
use crate::yaml::YamlNode;

use super::capabilities::TargetCapabilities;
use super::{Assigned, Cx, directives, excludes};

/// A type that a list excludes, with the reason.
struct Exclusion<'g> {
    node: YamlNode<'g>,
    reason: String,
    restriction: Restriction,
    list: YamlNode<'g>,
    /// The type that the list does not allow.
    ty: TypeView<'g>,
}

/// Checks an assignment against the effective lists of allowed types. Returns the target capability if
/// exactly one is allowed.
pub(super) fn check_exclusions<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    candidates: &TargetCapabilities<'g>,
    relationship: Option<TypeView<'g>>,
) -> Option<CapabilityId> {
    let (mut exclusions, mut single) = (Vec::new(), None);
    if let Some(relationship) = relationship {
        exclusions.extend(excluded_ends(cx, assigned, relationship));
    }
    match &candidates.capabilities {
        Some(capabilities) => {
            let mut fitting = Vec::with_capacity(capabilities.len());
            let mut excluded = Vec::new();
            for id in &**capabilities {
                match excluded_capability(cx, assigned, *id, relationship) {
                    Some(exclusion) => excluded.push(exclusion),
                    None => fitting.push(*id),
                }
            }
            match fitting[..] {
                [] => exclusions.extend(excluded.into_iter().next()),
                [only] => {
                    single = Some(only);
                    directives::check_external_capability(cx, assigned, only);
                }
                [..] => report_ambiguity(cx, assigned, candidates.required, &fitting),
            }
        }
        None => exclusions.extend(excluded_type(cx, assigned, candidates.capability_type, relationship)),
    }
    for Exclusion { node, reason, restriction, list, ty } in exclusions {
        let diagnostic = rules::excluded_relationship::new(
            node.span(),
            assigned.name(),
            &reason,
            (restriction.keyname, list.span()),
            (&cx.types.name_in(TypeRef::Defined(ty.id), list.tree().file()), ty.key().span()),
        );
        cx.report(node, diagnostic);
    }
    single
}

/// Returns the node types of source and target that the relationship type excludes.
fn excluded_ends<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    relationship: TypeView<'g>,
) -> Vec<Exclusion<'g>> {
    let types: &'g Types = cx.types;
    let name = || quoted(relationship.name());
    let mut exclusions = Vec::new();
    if let Some(list) = RELATIONSHIP_SOURCES.effective(types, relationship)
        && excludes(cx, list, assigned.source)
    {
        let source = quoted(assigned.source.name());
        let reason = format!("relationship type {} does not allow source node type {source}", name());
        let (node, ty) = (assigned.assignment.key(), assigned.source);
        exclusions.push(Exclusion { node, reason, restriction: RELATIONSHIP_SOURCES, list, ty });
    }
    if let Some(target) = assigned.target
        && let Some(list) = RELATIONSHIP_TARGETS.effective(types, relationship)
        && excludes_target(cx, assigned, list, target)
    {
        let reason =
            format!("relationship type {} does not allow target node type {}", name(), quoted(target.name()));
        let node = assigned.target_node();
        exclusions.push(Exclusion { node, reason, restriction: RELATIONSHIP_TARGETS, list, ty: target });
    }
    exclusions
}

/// Whether a list excludes a target type: the type of a node template, if it is known, or a named type with all its
/// derived types.
fn excludes_target<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    list: YamlNode<'g>,
    ty: TypeView<'g>,
) -> bool {
    match assigned.assignment.target {
        Target::Template(..) if assigned.target.is_some() => excludes(cx, list, ty),
        _ => allows_none(cx.types, list, TypeRef::Defined(ty.id)),
    }
}

/// Returns the exclusion of a capability of the target: by its own lists, or by the list of the relationship
/// type.
fn excluded_capability<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    id: CapabilityId,
    relationship: Option<TypeView<'g>>,
) -> Option<Exclusion<'g>> {
    let types: &'g Types = cx.types;
    let capability = types.capability(id);
    let ty = capability.capability_type.and_then(|used| types.defined(used.meaning));
    let effective = |list: Option<YamlNode<'g>>, restriction: Restriction| {
        list.or_else(|| restriction.effective(types, ty?))
    };
    let sources = effective(capability.valid_source_node_types(), CAPABILITY_SOURCES);
    let relationships = effective(capability.valid_relationship_types(), CAPABILITY_RELATIONSHIPS);
    let name = || format!("capability {}", quoted(capability.key().text()));
    excluded_by(cx, assigned, (&name, ty), (sources, relationships), relationship)
}

/// Returns the exclusion of a capability type, for an unknown target node.
fn excluded_type<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    ty: Option<TypeView<'g>>,
    relationship: Option<TypeView<'g>>,
) -> Option<Exclusion<'g>> {
    let types: &'g Types = cx.types;
    let capability = ty?;
    let name = || format!("capability type {}", quoted(capability.name()));
    let sources = CAPABILITY_SOURCES.effective(types, capability);
    let relationships = CAPABILITY_RELATIONSHIPS.effective(types, capability);
    excluded_by(cx, assigned, (&name, ty), (sources, relationships), relationship)
}

/// Returns the first exclusion by the lists of a capability or by the list of the relationship type. `name`
/// formats the capability.
fn excluded_by<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    (name, ty): (&dyn Fn() -> String, Option<TypeView<'g>>),
    (sources, relationships): (Option<YamlNode<'g>>, Option<YamlNode<'g>>),
    relationship: Option<TypeView<'g>>,
) -> Option<Exclusion<'g>> {
    let node = assigned.capability_node();
    if let Some(list) = sources
        && excludes(cx, list, assigned.source)
    {
        let reason = format!("{} does not allow source node type {}", name(), quoted(assigned.source.name()));
        return Some(Exclusion { node, reason, restriction: CAPABILITY_SOURCES, list, ty: assigned.source });
    }
    let relationship = relationship?;
    if let Some(list) = relationships
        && excludes(cx, list, relationship)
    {
        let reason = format!("{} does not allow relationship type {}", name(), quoted(relationship.name()));
        let node = assigned.assignment.relationship_name().unwrap_or(node);
        return Some(Exclusion {
            node,
            reason,
            restriction: CAPABILITY_RELATIONSHIPS,
            list,
            ty: relationship,
        });
    }
    let (list, ty) = (RELATIONSHIP_CAPABILITIES.effective(cx.types, relationship)?, ty?);
    if !excludes_target(cx, assigned, list, ty) {
        return None;
    }
    let reason = format!(
        "relationship type {} does not allow capability type {}",
        quoted(relationship.name()),
        quoted(ty.name())
    );
    Some(Exclusion { node, reason, restriction: RELATIONSHIP_CAPABILITIES, list, ty })
}

/// Reports that several capabilities match, unless one of them only may match.
fn report_ambiguity<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    required: RequiredCapability<'g>,
    fitting: &[CapabilityId],
) {
    let types: &'g Types = cx.types;
    let (Some(target), Some(node)) = (assigned.target, assigned.assignment.target_name()) else { return };
    let RequiredCapability::Type(required) = required else { return };
    let matches = |id: &CapabilityId| {
        let used = types.capability(*id).capability_type;
        used.is_some_and(|used| types.relation(used.meaning, required) == Truth::Yes)
    };
    if assigned.source.is_incomplete || !fitting.iter().all(matches) {
        return;
    }
    let capabilities: Vec<(&str, crate::base::Span)> = fitting
        .iter()
        .map(|id| {
            let key = types.capability(*id).key;
            (types.node(key).text(), types.node(key).span())
        })
        .collect();
    let diagnostic =
        rules::ambiguous_capability::new(node.span(), assigned.name(), target.name(), &capabilities);
    cx.report(node, diagnostic);
}
