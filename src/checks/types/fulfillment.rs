//! Checks whether the parts of a requirement definition allow each other (TOSCA 2.0 §8.4, A-97).

use crate::checks::distinct_types;
use crate::diagnostics::{Alternatives, list, quoted, rules};
use crate::keynames::NameKind;
use crate::model::Truth;
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityView, RELATIONSHIP_CAPABILITIES,
    RELATIONSHIP_SOURCES, RELATIONSHIP_TARGETS, RequirementView, Restriction, TypeRef, TypeUse, TypeView,
    Types, may_allow,
};
use crate::resolve::DefinitionId;
use crate::syntax::UpperBound;
use crate::yaml::{SourceNode, YamlNode};

use super::Cx;

/// The meaning of the keyname `capability` of a requirement definition.
pub(super) enum NamedCapability<'g> {
    /// A capability type.
    Type(DefinitionId),
    /// A capability of the node type.
    Capability(CapabilityView<'g>),
    /// A name that no capability type or capability has.
    Nothing,
    /// A name that may exist, but is not known.
    Unknown,
}

/// The types and capabilities that a requirement definition names, and which of these names it writes itself.
struct Parts<'g> {
    requirement: RequirementView<'g>,
    capability: TypeUse,
    own_capability: bool,
    own_node: bool,
    own_relationship: bool,
    /// The capability type.
    capability_type: TypeView<'g>,
    /// The matching capabilities of the node type; empty if no node type is given.
    definitions: Vec<CapabilityView<'g>>,
    node_type: Option<TypeView<'g>>,
    relationship_type: Option<TypeView<'g>>,
}

/// Resolves the keyname `capability` of a requirement: to a capability type, or else to a capability of the
/// node type.
pub(super) fn named_capability<'g>(cx: &Cx<'g>, requirement: RequirementView<'g>) -> NamedCapability<'g> {
    let types: &'g Types = cx.types;
    let Some(capability) = requirement.capability else { return NamedCapability::Unknown };
    if let TypeRef::Defined(id) = capability.meaning {
        return NamedCapability::Type(id);
    }
    let Some(node_type) = requirement.node_type else { return NamedCapability::Nothing };
    let Some(node_type) = cx.types.defined(node_type.meaning) else { return NamedCapability::Unknown };
    match cx.types.member(node_type, Capabilities, types.node(capability.node).text()) {
        Some(id) => NamedCapability::Capability(types.capability(id)),
        None if node_type.is_incomplete => NamedCapability::Unknown,
        None => NamedCapability::Nothing,
    }
}

/// Checks that the parts of a requirement allow each other, as far as this definition changes them.
pub(super) fn check_parts<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    requirement: RequirementView<'g>,
    base: Option<RequirementView<'g>>,
) {
    let types: &'g Types = cx.types;
    let Some(capability) = requirement.capability else { return };
    let node_type = requirement.node_type.and_then(|used| types.defined(used.meaning));
    let written = requirement.written();
    let (own_capability, own_node) = (written.capability.is_some(), written.node_type.is_some());
    let (capability_type, definitions) = match named_capability(cx, requirement) {
        NamedCapability::Type(id) => {
            let offered =
                node_type.map(|node_type| offered_capabilities(cx, node_type, TypeRef::Defined(id)));
            if let (Some(node_type), Some([])) = (node_type, offered.as_deref()) {
                if own_capability || own_node {
                    report_not_offered(cx, requirement, capability, node_type, own_capability);
                }
                return;
            }
            (types.get(id), offered.unwrap_or_default())
        }
        NamedCapability::Capability(named) => {
            let Some(used) = named.capability_type.and_then(|used| types.defined(used.meaning)) else {
                return;
            };
            (used, vec![named])
        }
        NamedCapability::Nothing => {
            let maybe_inherited = ty.is_incomplete && (base.is_none() && node_type.is_none() || !own_node);
            if (own_capability || own_node) && !maybe_inherited {
                report_unknown_capability(cx, requirement, capability, node_type);
            }
            return;
        }
        NamedCapability::Unknown => return,
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
    check_capability_and_relationship(cx, &parts);
    check_source(cx, ty, &parts, base);
    check_target(cx, &parts);
}

/// Reports that `list` excludes a part of the requirement: at `name`, the name of the part, or else at the
/// requirement.
fn report_excluded<'g>(
    cx: &mut Cx<'g>,
    parts: &Parts<'g>,
    name: Option<SourceNode>,
    reason: &str,
    list: YamlNode<'g>,
) {
    let key = parts.requirement.key();
    let node = name.map_or(key, |name| cx.types.node(name));
    cx.report(node, rules::impossible_requirement::new(node.span(), key.text(), reason, list.span()));
}

/// Returns the list of valid relationship types or source node types of each capability that may be the
/// target: the list of its definition, or else of its type.
fn capability_lists<'g>(
    cx: &Cx<'g>,
    parts: &Parts<'g>,
    restriction: Restriction,
) -> Vec<Option<YamlNode<'g>>> {
    let type_list = restriction.effective(cx.types, parts.capability_type);
    if parts.definitions.is_empty() {
        return vec![type_list];
    }
    let list_of = |definition: &CapabilityView<'g>| {
        let list = if restriction.keyname == CAPABILITY_SOURCES.keyname {
            definition.valid_source_node_types()
        } else {
            definition.valid_relationship_types()
        };
        list.or_else(|| {
            let used = cx.types.defined(definition.capability_type?.meaning)?;
            restriction.effective(cx.types, used)
        })
    };
    parts.definitions.iter().map(list_of).collect()
}

/// Returns the first of the lists if all of them exclude `ty`.
fn all_exclude<'g>(cx: &Cx<'g>, lists: &[Option<YamlNode<'g>>], ty: TypeRef) -> Option<YamlNode<'g>> {
    let excludes = |list: &Option<YamlNode<'g>>| list.is_some_and(|list| !may_allow(cx.types, list, ty));
    if lists.iter().all(excludes) { lists.first().copied().flatten() } else { None }
}

/// Checks that the capability and the relationship type allow each other (8.5-19, 8.5-20).
fn check_capability_and_relationship<'g>(cx: &mut Cx<'g>, parts: &Parts<'g>) {
    let Some(relationship) = parts.relationship_type else { return };
    if !(parts.own_capability || parts.own_relationship || parts.own_node) {
        return;
    }
    let (capability, capability_ref) = (parts.capability_type, TypeRef::Defined(parts.capability_type.id));
    if let Some(list) = RELATIONSHIP_CAPABILITIES.effective(cx.types, relationship)
        && (parts.own_capability || parts.own_relationship)
        && !may_allow(cx.types, list, capability_ref)
    {
        let reason = format!(
            "{} does not allow capability type {}",
            quoted(relationship.name()),
            quoted(capability.name())
        );
        let name = parts.own_capability.then_some(parts.capability.node);
        report_excluded(cx, parts, name, &reason, list);
    }
    let lists = capability_lists(cx, parts, CAPABILITY_RELATIONSHIPS);
    if let Some(list) = all_exclude(cx, &lists, TypeRef::Defined(relationship.id)) {
        let reason = format!(
            "{} does not allow relationship type {}",
            quoted(capability.name()),
            quoted(relationship.name())
        );
        let used = parts.requirement.relationship.relationship_type;
        let name = used.filter(|_| parts.own_relationship).map(|used| used.node);
        report_excluded(cx, parts, name, &reason, list);
    }
}

/// Checks that the capability and the relationship type allow the node type that declares the requirement
/// (8.5-21). A refinement may still disable the requirement.
fn check_source<'g>(
    cx: &mut Cx<'g>,
    source: TypeView<'g>,
    parts: &Parts<'g>,
    base: Option<RequirementView<'g>>,
) {
    if matches!(parts.requirement.count_range, Some((range, _)) if range.most == UpperBound::Most(0)) {
        return;
    }
    let source_ref = TypeRef::Defined(source.id);
    let changed = parts.own_capability || parts.own_relationship || parts.own_node;
    // An excluded ancestor was reported, so an unchanged refinement is not.
    let inherited = base.and_then(|_| {
        let id = parts.requirement.inherited?;
        Some(TypeRef::Defined(id.owner()))
    });
    let is_reported = |cx: &Cx<'g>, list: YamlNode<'g>| {
        !changed && inherited.is_some_and(|ancestor| !may_allow(cx.types, list, ancestor))
    };
    let lists = capability_lists(cx, parts, CAPABILITY_SOURCES);
    if let Some(list) = all_exclude(cx, &lists, source_ref)
        && !is_reported(cx, list)
    {
        let name = quoted(parts.capability_type.name());
        let reason = format!("{name} does not allow source {}", quoted(source.name()));
        report_excluded(cx, parts, None, &reason, list);
    }
    if let Some(relationship) = parts.relationship_type
        && let Some(list) = RELATIONSHIP_SOURCES.effective(cx.types, relationship)
        && !may_allow(cx.types, list, source_ref)
        && !is_reported(cx, list)
    {
        let name = quoted(relationship.name());
        let reason = format!("{name} does not allow source {}", quoted(source.name()));
        report_excluded(cx, parts, None, &reason, list);
    }
}

/// Checks that the relationship type allows the target node type (8.5-22).
fn check_target<'g>(cx: &mut Cx<'g>, parts: &Parts<'g>) {
    let (Some(target), Some(relationship)) = (parts.node_type, parts.relationship_type) else { return };
    if let Some(list) = RELATIONSHIP_TARGETS.effective(cx.types, relationship)
        && (parts.own_node || parts.own_relationship)
        && !may_allow(cx.types, list, TypeRef::Defined(target.id))
    {
        let relationship_name = quoted(relationship.name());
        let reason = format!("{relationship_name} does not allow target {}", quoted(target.name()));
        let name_node = parts.requirement.node_type.filter(|_| parts.own_node).map(|used| used.node);
        report_excluded(cx, parts, name_node, &reason, list);
    }
}

/// Returns the capabilities of a node type whose type is `expected` or is derived from it.
fn offered_capabilities<'g>(
    cx: &Cx<'g>,
    node_type: TypeView<'g>,
    expected: TypeRef,
) -> Vec<CapabilityView<'g>> {
    let types: &'g Types = cx.types;
    // Only the nearest definition of each capability counts.
    let mut seen = rustc_hash::FxHashSet::default();
    let mut offered = Vec::new();
    for ancestor in types.lineage(node_type) {
        for capability in ancestor.own_capabilities() {
            let capability_type = capability.capability_type.map_or(TypeRef::Unknown, |used| used.meaning);
            if seen.insert(capability.key().text()) && types.relation(capability_type, expected) != Truth::No
            {
                offered.push(capability);
            }
        }
    }
    offered
}

fn report_not_offered<'g>(
    cx: &mut Cx<'g>,
    requirement: RequirementView<'g>,
    capability: TypeUse,
    node_type: TypeView<'g>,
    own_capability: bool,
) {
    if node_type.is_incomplete {
        return;
    }
    let Some(used) = requirement.node_type else { return };
    let (node, other_node) =
        if own_capability { (capability.node, used.node) } else { (used.node, capability.node) };
    let offered = cx.types.members(node_type, Capabilities);
    let offered =
        offered.ids().iter().filter_map(|id| Some(cx.types.capability(*id).capability_type?.meaning));
    // Another type of this name would look like the one that is required.
    let expected = capability.meaning;
    let (same, others): (Vec<TypeRef>, _) =
        offered.partition(|offered| cx.types.name(*offered) == cx.types.name(expected));
    let file = cx.types.node(node).tree().file();
    let names: Vec<String> =
        others.iter().map(|other| quoted(&cx.types.name_in(*other, file))).take(5).collect();
    let offered = if names.is_empty() { String::new() } else { format!(": {}", list(&names, "or")) };
    let diagnostic = rules::capability_not_offered::new(
        cx.types.node(node).span(),
        &cx.types.name_in(TypeRef::Defined(node_type.id), file),
        &cx.types.name_in(expected, file),
        cx.types.node(other_node).span(),
        &offered,
    );
    let same = same.first().copied().unwrap_or(TypeRef::Unknown);
    let diagnostic = distinct_types::explain(cx.types, diagnostic, same, expected);
    cx.report(cx.types.node(node), diagnostic);
}

/// Reports a name that is neither a capability type nor a capability of the node type.
fn report_unknown_capability<'g>(
    cx: &mut Cx<'g>,
    requirement: RequirementView<'g>,
    capability: TypeUse,
    node_type: Option<TypeView<'g>>,
) {
    let is_own = requirement.written().capability.is_some();
    let name = cx.types.node(capability.node).text();
    if !cx.types.is_nothing(cx.types.node(capability.node)) {
        return;
    }
    match (node_type, requirement.node_type) {
        (Some(node_type), Some(used)) => {
            let names = cx.types.names_of(node_type, Capabilities);
            let alternatives = Alternatives::new(name, names);
            let reported = if is_own { capability.node } else { used.node };
            let mut diagnostic = rules::unknown_capability::new(
                cx.types.node(reported).span(),
                name,
                node_type.name(),
                cx.types.node(used.node).span(),
                &alternatives,
            );
            if !is_own {
                diagnostic.fixes.clear();
                diagnostic.secondary = Vec::new();
                diagnostic = diagnostic.also(cx.types.node(capability.node).span(), "capability given here");
            }
            cx.report(cx.types.node(reported), diagnostic);
        }
        _ if is_own => {
            // Without a node type, the name can only be a capability type.
            let kind = NameKind::CapabilityType.name();
            let help = "use a capability type, or add `node:` with a node type that has such a capability";
            let diagnostic = rules::unknown_type::new(
                cx.types.node(capability.node).span(),
                kind,
                name,
                "not a capability type",
                Some(help.to_owned()),
            );
            cx.report(cx.types.node(capability.node), diagnostic);
        }
        _ => {}
    }
}
