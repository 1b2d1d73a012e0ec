//! Whether the parts of a requirement definition admit each other (TOSCA 2.0 §8.4, A-97).

use crate::diagnostics::{Instead, codes, list, quoted};
use crate::keynames::NameKind;
use crate::model::Truth;
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityView, RELATIONSHIP_CAPABILITIES,
    RELATIONSHIP_SOURCES, RELATIONSHIP_TARGETS, RequirementView, Restriction, TypeRef, TypeUse, TypeView,
    Types, could_admit,
};
use crate::resolve::DefinitionId;
use crate::syntax::Bound;
use crate::yaml::{Node, SourceNode};

use super::Cx;

/// What a capability is named by.
pub(super) enum Named<'g> {
    /// A capability type.
    Type(DefinitionId),
    /// A capability of the node type.
    Capability(CapabilityView<'g>),
    /// Nothing of that name exists.
    Nothing,
    /// Something that is not known.
    Unknown,
}

/// What a requirement definition leads to, and which parts it writes itself.
struct Parts<'g> {
    requirement: RequirementView<'g>,
    capability: TypeUse,
    own_capability: bool,
    own_node: bool,
    own_relationship: bool,
    /// The capability type.
    capability_type: TypeView<'g>,
    /// The capabilities of the node type that may be meant; none where no node type is given.
    definitions: Vec<CapabilityView<'g>>,
    node_type: Option<TypeView<'g>>,
    relationship_type: Option<TypeView<'g>>,
}

/// What the keyname `capability` of a requirement means: a type first, else a capability of the node
/// type.
pub(super) fn named_capability<'g>(cx: &Cx<'g>, requirement: RequirementView<'g>) -> Named<'g> {
    let types: &'g Types = cx.types;
    let Some(capability) = requirement.capability else { return Named::Unknown };
    if let TypeRef::Defined(id) = capability.meaning {
        return Named::Type(id);
    }
    let Some(node_type) = requirement.node_type else { return Named::Nothing };
    let Some(node_type) = cx.types.defined(node_type.meaning) else { return Named::Unknown };
    match cx.types.member(node_type, Capabilities, types.node(capability.node).text()) {
        Some(id) => Named::Capability(types.capability(id)),
        None if node_type.is_open => Named::Unknown,
        None => Named::Nothing,
    }
}

/// Whether the parts of a requirement fit together, as far as this definition changes them.
pub(super) fn can_be_met<'g>(
    cx: &mut Cx<'g>,
    of: TypeView<'g>,
    requirement: RequirementView<'g>,
    base: Option<RequirementView<'g>>,
) {
    let types: &'g Types = cx.types;
    let Some(capability) = requirement.capability else { return };
    let node_type = requirement.node_type.and_then(|used| types.defined(used.meaning));
    let written = requirement.written();
    let (own_capability, own_node) = (written.capability.is_some(), written.node_type.is_some());
    let (capability_type, definitions) = match named_capability(cx, requirement) {
        Named::Type(id) => {
            let offered = node_type.map(|node_type| offered(cx, node_type, TypeRef::Defined(id)));
            if let (Some(node_type), Some([])) = (node_type, offered.as_deref()) {
                if own_capability || own_node {
                    not_offered(cx, requirement, capability, node_type, own_capability);
                }
                return;
            }
            (types.get(id), offered.unwrap_or_default())
        }
        Named::Capability(found) => {
            let Some(used) = found.capability_type.and_then(|used| types.defined(used.meaning)) else {
                return;
            };
            (used, vec![found])
        }
        Named::Nothing => {
            let maybe_inherited = of.is_open && base.is_none() && node_type.is_none();
            if (own_capability || own_node) && !maybe_inherited {
                unknown_capability(cx, requirement, capability, node_type);
            }
            return;
        }
        Named::Unknown => return,
    };
    let used = requirement.relationship.relationship_type;
    let parts = Parts {
        requirement,
        capability,
        own_capability,
        own_node,
        own_relationship: written.relationship.is_some(),
        capability_type,
        definitions,
        node_type,
        relationship_type: used.and_then(|used| types.defined(used.meaning)),
    };
    capability_and_relationship(cx, &parts);
    source(cx, of, &parts, base);
    target(cx, &parts);
}

/// Reports that `what` is excluded by `list`: at its name where the requirement writes it, else at the
/// requirement.
fn excluded<'g>(cx: &mut Cx<'g>, parts: &Parts<'g>, at: Option<SourceNode>, reason: &str, list: Node<'g>) {
    let key = parts.requirement.key();
    let node = at.map_or(key, |at| cx.types.node(at));
    cx.report(node, codes::impossible_requirement::new(node.span(), key.text(), reason, list.span()));
}

/// The list of relationship types or node types that each capability has that may be meant: of its
/// definition, else of its type.
fn capability_lists<'g>(cx: &Cx<'g>, parts: &Parts<'g>, restriction: Restriction) -> Vec<Option<Node<'g>>> {
    let of_type = restriction.in_force(cx.types, parts.capability_type);
    if parts.definitions.is_empty() {
        return vec![of_type];
    }
    let own = |definition: &CapabilityView<'g>| {
        let list = if restriction.keyname == CAPABILITY_SOURCES.keyname {
            definition.valid_source_node_types()
        } else {
            definition.valid_relationship_types()
        };
        list.or_else(|| {
            let used = cx.types.defined(definition.capability_type?.meaning)?;
            restriction.in_force(cx.types, used)
        })
    };
    parts.definitions.iter().map(own).collect()
}

/// The first of the lists, where all of them exclude a type.
fn all_exclude<'g>(cx: &Cx<'g>, lists: &[Option<Node<'g>>], of: TypeRef) -> Option<Node<'g>> {
    let excludes = |list: &Option<Node<'g>>| list.is_some_and(|list| !could_admit(cx.types, list, of));
    if lists.iter().all(excludes) { lists.first().copied().flatten() } else { None }
}

/// The capability and the relationship type (8.5-19, 8.5-20).
fn capability_and_relationship<'g>(cx: &mut Cx<'g>, parts: &Parts<'g>) {
    let Some(relationship) = parts.relationship_type else { return };
    if !(parts.own_capability || parts.own_relationship || parts.own_node) {
        return;
    }
    let (capability, own) = (parts.capability_type, TypeRef::Defined(parts.capability_type.id));
    if let Some(list) = RELATIONSHIP_CAPABILITIES.in_force(cx.types, relationship)
        && (parts.own_capability || parts.own_relationship)
        && !could_admit(cx.types, list, own)
    {
        let reason = format!(
            "{} does not allow capability type {}",
            quoted(relationship.name()),
            quoted(capability.name())
        );
        let at = parts.own_capability.then_some(parts.capability.node);
        excluded(cx, parts, at, &reason, list);
    }
    let lists = capability_lists(cx, parts, CAPABILITY_RELATIONSHIPS);
    if let Some(list) = all_exclude(cx, &lists, TypeRef::Defined(relationship.id)) {
        let reason = format!(
            "{} does not allow relationship type {}",
            quoted(capability.name()),
            quoted(relationship.name())
        );
        let used = parts.requirement.relationship.relationship_type;
        let at = used.filter(|_| parts.own_relationship).map(|used| used.node);
        excluded(cx, parts, at, &reason, list);
    }
}

/// The declaring node type, against the capability and the relationship type (8.5-21); a refinement that
/// switches the requirement off is welcome.
fn source<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, parts: &Parts<'g>, base: Option<RequirementView<'g>>) {
    if matches!(parts.requirement.count_range, Some((range, _)) if range.most == Bound::Most(0)) {
        return;
    }
    let own = TypeRef::Defined(of.id);
    let changed = parts.own_capability || parts.own_relationship || parts.own_node;
    // Where nothing changes, an ancestor that was excluded already was told so.
    let inherited = base.and_then(|_| {
        let id = parts.requirement.inherited?;
        Some(TypeRef::Defined(id.owner()))
    });
    let told = |cx: &Cx<'g>, list: Node<'g>| {
        !changed && inherited.is_some_and(|of| !could_admit(cx.types, list, of))
    };
    let lists = capability_lists(cx, parts, CAPABILITY_SOURCES);
    if let Some(list) = all_exclude(cx, &lists, own)
        && !told(cx, list)
    {
        let name = quoted(parts.capability_type.name());
        let reason = format!("{name} does not allow source {}", quoted(of.name()));
        excluded(cx, parts, None, &reason, list);
    }
    if let Some(relationship) = parts.relationship_type
        && let Some(list) = RELATIONSHIP_SOURCES.in_force(cx.types, relationship)
        && !could_admit(cx.types, list, own)
        && !told(cx, list)
    {
        let name = quoted(relationship.name());
        let reason = format!("{name} does not allow source {}", quoted(of.name()));
        excluded(cx, parts, None, &reason, list);
    }
}

/// The node type, against the relationship type (8.5-22).
fn target<'g>(cx: &mut Cx<'g>, parts: &Parts<'g>) {
    let (Some(target), Some(relationship)) = (parts.node_type, parts.relationship_type) else { return };
    if let Some(list) = RELATIONSHIP_TARGETS.in_force(cx.types, relationship)
        && (parts.own_node || parts.own_relationship)
        && !could_admit(cx.types, list, TypeRef::Defined(target.id))
    {
        let name = quoted(relationship.name());
        let reason = format!("{name} does not allow target {}", quoted(target.name()));
        let at = parts.requirement.node_type.filter(|_| parts.own_node).map(|used| used.node);
        excluded(cx, parts, at, &reason, list);
    }
}

/// The capabilities of a node type that are of a type or one derived from it.
fn offered<'g>(cx: &Cx<'g>, node_type: TypeView<'g>, wanted: TypeRef) -> Vec<CapabilityView<'g>> {
    let types: &'g Types = cx.types;
    // The nearest definition of each capability counts.
    let mut seen = rustc_hash::FxHashSet::default();
    let mut found = Vec::new();
    for ancestor in types.lineage(node_type) {
        for capability in ancestor.own_capabilities() {
            let of = capability.capability_type.map_or(TypeRef::Unknown, |used| used.meaning);
            if seen.insert(capability.key().text()) && types.relation(of, wanted) != Truth::No {
                found.push(capability);
            }
        }
    }
    found
}

fn not_offered<'g>(
    cx: &mut Cx<'g>,
    requirement: RequirementView<'g>,
    capability: TypeUse,
    node_type: TypeView<'g>,
    own: bool,
) {
    if node_type.is_open {
        return;
    }
    let Some(used) = requirement.node_type else { return };
    let (node, other) = if own { (capability.node, used.node) } else { (used.node, capability.node) };
    let offered = cx.types.members(node_type, Capabilities);
    let names: Vec<String> = offered
        .iter()
        .filter_map(|(_, id)| {
            let found = cx.types.capability(id);
            Some(quoted(cx.types.name(found.capability_type?.meaning)))
        })
        .take(5)
        .collect();
    let offered = if names.is_empty() { String::new() } else { format!(": {}", list(&names, "or")) };
    let found = codes::capability_not_offered::new(
        cx.types.node(node).span(),
        node_type.name(),
        cx.types.node(capability.node).text(),
        cx.types.node(other).span(),
        &offered,
    );
    cx.report(cx.types.node(node), found);
}

/// A capability that is neither a type nor one of the node type.
fn unknown_capability<'g>(
    cx: &mut Cx<'g>,
    requirement: RequirementView<'g>,
    capability: TypeUse,
    node_type: Option<TypeView<'g>>,
) {
    let own = requirement.written().capability.is_some();
    let name = cx.types.node(capability.node).text();
    if !cx.types.is_nothing(cx.types.node(capability.node)) {
        return;
    }
    match (node_type, requirement.node_type) {
        (Some(node_type), Some(used)) => {
            let names = cx.types.names_of(node_type, Capabilities);
            let instead = Instead::of(name, names);
            let at = if own { capability.node } else { used.node };
            let mut found = codes::unknown_capability::new(
                cx.types.node(at).span(),
                name,
                node_type.name(),
                cx.types.node(used.node).span(),
                &instead,
            );
            if !own {
                found.fixes.clear();
                found.secondary = Vec::new();
                found = found.also(cx.types.node(capability.node).span(), "capability given here");
            }
            cx.report(cx.types.node(at), found);
        }
        _ if own => {
            // Where no node type is given, it can only be a type.
            let kind = NameKind::CapabilityType.name();
            let help = "use a capability type, or add `node:` with a node type that has such a capability";
            let found = codes::unknown_type::new(
                cx.types.node(capability.node).span(),
                kind,
                name,
                "not a capability type",
                Some(help.to_owned()),
            );
            cx.report(cx.types.node(capability.node), found);
        }
        _ => {}
    }
}
