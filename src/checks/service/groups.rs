//! Groups and their members (TOSCA 2.0 §16.2).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, cycles};
use crate::diagnostics::{quoted, rules};
use crate::keynames::{Entity as _, List, Ref};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, NodeTemplateId, NodeTemplateView, ServiceView};
use crate::model::types::{TypeRef, TypeView};
use crate::syntax::{GroupDefinition, NodeTemplateOrGroup};
use crate::yaml::{Node, NodeId};

use super::assignments::describe;
use super::{Cx, nodes, typed_entities};

/// Limit on the members of a group, nested groups included; the rest is ignored.
const MAX_MEMBERS: usize = 500;

/// Returns the node templates among named members.
pub(super) fn nodes_among<'a>(
    named: &'a [(Node<'_>, Member<'_>)],
) -> impl Iterator<Item = NodeTemplateId> + 'a {
    named.iter().filter_map(|(_, member)| match member {
        Member::NodeTemplate(template) => Some(template.id),
        Member::Group(_) => None,
    })
}

/// The nodes of a group, including the ones of nested groups.
pub(super) struct GroupNodes<'g> {
    /// The node templates, in order.
    pub(super) templates: Vec<NodeTemplateView<'g>>,
    /// Whether these are all of them.
    pub(super) is_complete: bool,
}

/// The list of member types that a group or policy type allows.
pub(super) struct AllowedTypes<'g> {
    /// The list.
    pub(super) list: Node<'g>,
    /// The kind and name of the type that declares it.
    pub(super) declared_by: String,
    /// Whether the list allows a type, for the types that were compared with it.
    known: FxHashMap<TypeRef, Truth>,
    /// The node templates that are members already.
    pub(super) named: FxHashSet<NodeTemplateId>,
}

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
    let named = resolve_members(cx, &members.0);
    let Some(mut allowed) = ty.and_then(|ty| allowed_types(cx, ty)) else { return };
    allowed.named.extend(nodes_among(&named));
    for (name, target) in named {
        match target {
            Member::NodeTemplate(template) => {
                check_member(cx, name, template, ("member", &owner), &mut allowed);
            }
            Member::Group(inner) => check_nested_group(cx, name, inner, &owner, &mut allowed),
        }
    }
}

/// Looks up the entries of a list of members or targets, and reports repetitions.
pub(super) fn resolve_members<'g>(
    cx: &mut Cx<'g>,
    list: &'g List<Ref<NodeTemplateOrGroup>>,
) -> Vec<(Node<'g>, Member<'g>)> {
    let mut first: FxHashMap<&'g str, Node<'g>> = FxHashMap::default();
    let mut named = Vec::new();
    for item in &list.items {
        let name = cx.node(item.node);
        let Some(target) = target(cx, item.node) else { continue };
        if let Some(earlier) = first.insert(name.text(), name) {
            let diagnostic = rules::repeated_keyword::new(name.span(), name.text(), earlier.span());
            cx.report(name, diagnostic);
            first.insert(name.text(), earlier);
        } else {
            named.push((name, target));
        }
    }
    named
}

/// Returns the node template or group that `name` refers to.
pub(super) fn target<'g>(cx: &Cx<'g>, name: NodeId) -> Option<Member<'g>> {
    cx.service?.member(name)
}

/// Returns the list of member types that a group type or policy type allows.
pub(super) fn allowed_types<'g>(cx: &Cx<'g>, ty: TypeView<'g>) -> Option<AllowedTypes<'g>> {
    let (owner, list) = cx.types.admitted(ty)?;
    let declared_by = describe(owner).to_string();
    Some(AllowedTypes { list, declared_by, known: FxHashMap::default(), named: FxHashSet::default() })
}

/// Lists the names of other node templates that the list allows, for a help text.
pub(super) fn other_candidates<'g>(cx: &mut Cx<'g>, allowed: &AllowedTypes<'g>) -> String {
    let list = allowed.list;
    nodes::list_fitting(cx, list, |types, ty| types.admits(list, ty), |id| allowed.named.contains(&id))
}

/// Whether a list allows a type.
pub(super) fn allows<'g>(cx: &Cx<'g>, allowed: &mut AllowedTypes<'g>, ty: TypeRef) -> Truth {
    let list = allowed.list;
    *allowed.known.entry(ty).or_insert_with(|| cx.types.admits(list, ty))
}

/// Reports a node as member or target whose type is not allowed.
pub(super) fn check_member<'g>(
    cx: &mut Cx<'g>,
    name: Node<'g>,
    template: NodeTemplateView<'g>,
    (role, owner): (&str, &str),
    allowed: &mut AllowedTypes<'g>,
) {
    let Some(ty) = type_of(cx, template) else { return };
    if allows(cx, allowed, TypeRef::Defined(ty.id)) == Truth::No {
        let subject = format!("node template {}", quoted(name.text()));
        let others = other_candidates(cx, allowed);
        let diagnostic = rules::invalid_member::new(
            name.span(),
            &subject,
            (role, owner),
            &describe(ty).to_string(),
            (&allowed.declared_by, allowed.list.span()),
            &others,
        );
        cx.report(name, diagnostic);
    }
}

/// Reports a nested group with nodes that the outer group does not allow.
fn check_nested_group<'g>(
    cx: &mut Cx<'g>,
    name: Node<'g>,
    inner: GroupView<'g>,
    owner: &str,
    allowed: &mut AllowedTypes<'g>,
) {
    let ty = group_type(cx, inner);
    // Group types are unusual in `members`, but if the group itself is allowed, its nodes need not be.
    let is_group_allowed = ty.map(|ty| allows(cx, allowed, TypeRef::Defined(ty.id)));
    if matches!(is_group_allowed, Some(Truth::Yes)) {
        return;
    }
    let mut inner_allowed = ty.and_then(|ty| allowed_types(cx, ty));
    let mut misfits = misfits(cx, inner, allowed);
    // Nodes that the nested group does not allow either are reported there.
    misfits.retain(|template| match (&mut inner_allowed, type_of(cx, *template)) {
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
    let mut misfits = nodes_of(cx, group).templates;
    misfits.retain(|template| {
        let ty = type_of(cx, *template).map(|ty| TypeRef::Defined(ty.id));
        ty.is_some_and(|ty| allows(cx, allowed, ty) == Truth::No)
    });
    misfits
}

/// Reports a group as member or target because of the nodes `misfits`, unless there are none.
pub(super) fn report_misfits<'g>(
    cx: &mut Cx<'g>,
    name: Node<'g>,
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
pub(super) fn type_of<'g>(cx: &Cx<'g>, template: NodeTemplateView<'g>) -> Option<TypeView<'g>> {
    cx.types.defined(template.node_type)
}

/// Returns the type of a group.
pub(super) fn group_type<'g>(cx: &Cx<'g>, group: GroupView<'g>) -> Option<TypeView<'g>> {
    cx.types.defined(group.group_type()?)
}

/// Returns the nodes of a group and of its nested groups.
pub(super) fn nodes_of<'g>(cx: &Cx<'g>, group: GroupView<'g>) -> GroupNodes<'g> {
    let mut members = GroupNodes { templates: Vec::new(), is_complete: true };
    let mut seen: FxHashSet<NodeId> = FxHashSet::from_iter([group.key().id()]);
    let mut nodes: FxHashSet<NodeTemplateId> = FxHashSet::default();
    let mut queue = std::collections::VecDeque::from([group]);
    while let Some(group) = queue.pop_front() {
        let group = group.written();
        members.is_complete &= group.unread.has_keynames_only() && !group.members().is_unreadable();
        let Some(list) = &group.members else { continue };
        members.is_complete &= !list.0.is_incomplete;
        for item in &list.0.items {
            let target = target(cx, item.node);
            match target {
                Some(Member::NodeTemplate(template)) => {
                    if nodes.insert(template.id) {
                        members.templates.push(template);
                    }
                }
                Some(Member::Group(group)) => {
                    if seen.insert(group.key().id()) {
                        queue.push_back(group);
                    }
                }
                None => members.is_complete = false,
            }
            if nodes.len() + seen.len() > MAX_MEMBERS {
                members.is_complete = false;
                return members;
            }
        }
    }
    members
}

/// Reports groups that contain themselves.
pub(super) fn report_cycles<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let groups: Vec<GroupView<'g>> = service.groups().collect();
    let indexes: FxHashMap<NodeId, usize> =
        groups.iter().zip(0..).map(|(group, index)| (group.key().id(), index)).collect();
    let members = |group: &GroupView<'g>| {
        let inner = group.members().filter_map(|name| match target(cx, name) {
            Some(Member::Group(inner)) => Some((*indexes.get(&inner.key().id())?, cx.node(name))),
            _ => None,
        });
        inner.collect()
    };
    let members: Vec<Vec<(usize, Node<'g>)>> = groups.iter().map(members).collect();
    let edges: Vec<Vec<usize>> =
        members.iter().map(|members| members.iter().map(|(to, _)| *to).collect()).collect();
    for cycle in cycles(&edges) {
        let chain: Vec<(&str, Span)> =
            steps_of(&cycle.chain, &members).map(|(from, name)| (groups[from].name(), name.span())).collect();
        if let Some((_, name)) = steps_of(&cycle.chain, &members).next() {
            cx.report(name, rules::group_cycle::new(&chain));
        }
    }
}

/// Returns the vertices of a cycle, each with the node that names the next vertex.
pub(super) fn steps_of<'a, 'g>(
    chain: &'a [usize],
    edges: &'a [Vec<(usize, Node<'g>)>],
) -> impl Iterator<Item = (usize, Node<'g>)> {
    chain.iter().enumerate().filter_map(move |(index, &from)| {
        let next = chain[(index + 1) % chain.len()];
        let (_, name) = edges[from].iter().find(|(to, _)| *to == next)?;
        Some((from, *name))
    })
}
