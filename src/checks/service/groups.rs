//! Checks groups and their members (TOSCA 2.0 §16.2). The checks of policies and workflows also use it.
//!
//! Input: the groups of a service template. Output: findings about members that the group type does not
//! allow, repeated members, and groups that contain themselves.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, cycles};
use crate::diagnostics::{quoted, rules};
use crate::keynames::{Entity as _, List, Ref};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, NodeTemplateId, NodeTemplateView, ServiceView};
use crate::model::types::{TypeRef, TypeView};
use crate::syntax::{GroupDefinition, NodeTemplateOrGroup};
use crate::yaml::{NodeId, YamlNode};

use super::assignments::describe;
use super::{Cx, nodes, typed_entities};

/// Iterates over the node templates among members, without those of nested groups.
pub(super) fn nodes_among<'a>(
    members: &'a [(YamlNode<'_>, Member<'_>)],
) -> impl Iterator<Item = NodeTemplateId> + 'a {
    members.iter().filter_map(|(_, member)| match member {
        Member::NodeTemplate(template) => Some(template.id),
        Member::Group(_) => None,
    })
}

/// The list of member types that a group or policy type allows.
pub(super) struct AllowedTypes<'g> {
    /// The node of the list.
    pub(super) list: YamlNode<'g>,
    /// The kind and name of the type that declares the list.
    pub(super) declared_by: String,
    /// Whether the list allows a type, for the types that were already compared with it.
    answers: FxHashMap<TypeRef, Truth>,
    /// The members or targets that are node templates; they are not suggested again.
    pub(super) members: FxHashSet<NodeTemplateId>,
}

/// Checks a group: its properties and attributes, and its members.
pub(super) fn check_group<'g>(cx: &mut Cx<'g>, group: GroupView<'g>) {
    let (key, ty, group) = (group.key(), group_type(cx, group), group.written());
    let owner = format!("group {}", quoted(key.text()));
    typed_entities::check_typed_entity(
        cx,
        key,
        &owner,
        (group.node, GroupDefinition::meta(), group.unread),
        ty,
        (group.properties(), group.attributes()),
        true,
    );
    let Some(members) = &group.members else { return };
    let members = resolve_members(cx, &members.0);
    let Some(mut allowed) = ty.and_then(|ty| allowed_types(cx, ty)) else { return };
    allowed.members.extend(nodes_among(&members));
    for (name, member) in members {
        match member {
            Member::NodeTemplate(template) => {
                check_member(cx, name, template, ("member", &owner), &mut allowed);
            }
            Member::Group(inner) => check_nested_group(cx, name, inner, &owner, &mut allowed),
        }
    }
}

/// Returns what the entries of a list of members or targets refer to, each with its node. Reports
/// repetitions, and omits them.
pub(super) fn resolve_members<'g>(
    cx: &mut Cx<'g>,
    list: &'g List<Ref<NodeTemplateOrGroup>>,
) -> Vec<(YamlNode<'g>, Member<'g>)> {
    let mut first: FxHashMap<&'g str, YamlNode<'g>> = FxHashMap::default();
    let mut members = Vec::new();
    for item in &list.items {
        let name = cx.node(item.node);
        let Some(member) = find_member(cx, item.node) else { continue };
        let earlier = *first.entry(name.text()).or_insert(name);
        if earlier.id() == name.id() {
            members.push((name, member));
        } else {
            let diagnostic = rules::repeated_keyword::new(name.span(), name.text(), earlier.span());
            cx.report(name, diagnostic);
        }
    }
    members
}

/// Returns the node template or group that the node `name` names.
pub(super) fn find_member<'g>(cx: &Cx<'g>, name: NodeId) -> Option<Member<'g>> {
    cx.service?.member(name)
}

/// Returns the list of member types that a group type or policy type allows.
pub(super) fn allowed_types<'g>(cx: &Cx<'g>, ty: TypeView<'g>) -> Option<AllowedTypes<'g>> {
    let (owner, list) = cx.types.allowed(ty)?;
    let declared_by = describe(owner).to_string();
    Some(AllowedTypes { list, declared_by, answers: FxHashMap::default(), members: FxHashSet::default() })
}

/// Lists the names of other node templates that the list allows, for a help text.
pub(super) fn other_candidates<'g>(cx: &mut Cx<'g>, allowed: &AllowedTypes<'g>) -> String {
    let list = allowed.list;
    nodes::list_fitting(cx, list, |types, ty| types.allows(list, ty), |id| allowed.members.contains(&id))
}

/// Whether a list allows a type.
pub(super) fn allows<'g>(cx: &Cx<'g>, allowed: &mut AllowedTypes<'g>, ty: TypeRef) -> Truth {
    let list = allowed.list;
    let may_be_derived = cx.types.defined(ty).is_some_and(|ty| ty.has_unknown_ancestor);
    *allowed.answers.entry(ty).or_insert_with(|| match cx.types.allows(list, ty) {
        Truth::No if may_be_derived => Truth::Unknown,
        truth => truth,
    })
}

/// Reports a node template as a member or target (`role`) of `owner` if its type is not allowed.
pub(super) fn check_member<'g>(
    cx: &mut Cx<'g>,
    name: YamlNode<'g>,
    template: NodeTemplateView<'g>,
    (role, owner): (&str, &str),
    allowed: &mut AllowedTypes<'g>,
) {
    let Some(ty) = type_of_template(cx, template) else { return };
    if allows(cx, allowed, TypeRef::Defined(ty.id)) == Truth::No {
        let subject = format!("node template {}", quoted(name.text()));
        let candidates = other_candidates(cx, allowed);
        let diagnostic = rules::invalid_member::new(
            name.span(),
            &subject,
            (role, owner),
            &describe(ty).to_string(),
            (&allowed.declared_by, allowed.list.span()),
            &candidates,
        );
        cx.report(name, diagnostic);
    }
}

/// Reports the nested group `inner` if it has nodes that the outer group `owner` does not allow.
fn check_nested_group<'g>(
    cx: &mut Cx<'g>,
    name: YamlNode<'g>,
    inner: GroupView<'g>,
    owner: &str,
    allowed: &mut AllowedTypes<'g>,
) {
    let ty = group_type(cx, inner);
    // Lists rarely contain group types. If one allows the type of the group, its nodes may be of any type.
    let is_group_allowed = ty.map(|ty| allows(cx, allowed, TypeRef::Defined(ty.id)));
    if matches!(is_group_allowed, Some(Truth::Yes)) {
        return;
    }
    let mut inner_allowed = ty.and_then(|ty| allowed_types(cx, ty));
    let mut misfits = misfits(cx, inner, allowed);
    // Nodes that the nested group does not allow either are reported there.
    misfits.retain(|template| match (&mut inner_allowed, type_of_template(cx, *template)) {
        (Some(inner_allowed), Some(ty)) => allows(cx, inner_allowed, TypeRef::Defined(ty.id)) != Truth::No,
        _ => true,
    });
    report_misfits(cx, name, &misfits, ("member", owner), allowed);
}

/// Returns the nodes of a group that a list does not allow.
pub(super) fn misfits<'g>(
    cx: &Cx<'g>,
    group: GroupView<'g>,
    allowed: &mut AllowedTypes<'g>,
) -> Vec<NodeTemplateView<'g>> {
    let mut misfits = group.nodes().templates;
    misfits.retain(|template| {
        let ty = type_of_template(cx, *template).map(|ty| TypeRef::Defined(ty.id));
        ty.is_some_and(|ty| allows(cx, allowed, ty) == Truth::No)
    });
    misfits
}

/// Reports a group as a member or target because of its nodes `misfits`, if there are any.
pub(super) fn report_misfits<'g>(
    cx: &mut Cx<'g>,
    name: YamlNode<'g>,
    misfits: &[NodeTemplateView<'g>],
    role: (&str, &str),
    allowed: &AllowedTypes<'g>,
) {
    if misfits.is_empty() {
        return;
    }
    let misfits: Vec<(&str, Span)> =
        misfits.iter().map(|template| (template.name(), template.key().span())).collect();
    let declared_by = (allowed.declared_by.as_str(), allowed.list.span());
    let diagnostic = rules::invalid_member::nested(name.span(), name.text(), role, &misfits, declared_by);
    cx.report(name, diagnostic);
}

/// Returns the type of a node template.
pub(super) fn type_of_template<'g>(cx: &Cx<'g>, template: NodeTemplateView<'g>) -> Option<TypeView<'g>> {
    cx.types.defined(template.node_type)
}

/// Returns the type of a group.
pub(super) fn group_type<'g>(cx: &Cx<'g>, group: GroupView<'g>) -> Option<TypeView<'g>> {
    cx.types.defined(group.group_type()?)
}

/// Reports groups that contain themselves.
pub(super) fn report_cycles<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let groups: Vec<GroupView<'g>> = service.groups().collect();
    let indexes: FxHashMap<NodeId, usize> =
        groups.iter().zip(0..).map(|(group, index)| (group.key().id(), index)).collect();
    let nested_groups = |group: &GroupView<'g>| {
        let inner = group.members().filter_map(|name| match find_member(cx, name) {
            Some(Member::Group(inner)) => Some((*indexes.get(&inner.key().id())?, cx.node(name))),
            _ => None,
        });
        inner.collect()
    };
    let nested: Vec<Vec<(usize, YamlNode<'g>)>> = groups.iter().map(nested_groups).collect();
    let edges: Vec<Vec<usize>> =
        nested.iter().map(|nested| nested.iter().map(|(to, _)| *to).collect()).collect();
    for cycle in cycles(&edges) {
        let chain: Vec<(&str, Span)> =
            steps_of(&cycle.chain, &nested).map(|(from, name)| (groups[from].name(), name.span())).collect();
        if let Some((_, name)) = steps_of(&cycle.chain, &nested).next() {
            cx.report(name, rules::group_cycle::new(&chain));
        }
    }
}

/// Returns the indexes in a cycle (`chain`), each with the node that names the next one. `edges` has, for
/// each index, the indexes that it refers to and the nodes that name them.
pub(super) fn steps_of<'a, 'g>(
    chain: &'a [usize],
    edges: &'a [Vec<(usize, YamlNode<'g>)>],
) -> impl Iterator<Item = (usize, YamlNode<'g>)> {
    chain.iter().enumerate().filter_map(move |(index, &from)| {
        let next = chain[(index + 1) % chain.len()];
        let (_, name) = edges[from].iter().find(|(to, _)| *to == next)?;
        Some((from, *name))
    })
}
