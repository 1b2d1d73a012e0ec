//! Groups and their members (TOSCA 2.0 §16.2).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, circles};
use crate::diagnostics::{codes, quoted};
use crate::keynames::{Entity as _, List, Ref};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, NodeTemplateId, NodeTemplateView, ServiceView};
use crate::model::types::{TypeRef, TypeView};
use crate::syntax::{GroupDefinition, NodeTemplateOrGroup};
use crate::yaml::{Node, NodeId};

use super::assignments::describe;
use super::{Cx, nodes, typed_entities};

/// Groups that come to more members than this are not looked through.
const MAX_MEMBERS: usize = 500;

/// The node templates among what is named.
pub(super) fn nodes_among<'a>(
    named: &'a [(Node<'_>, Member<'_>)],
) -> impl Iterator<Item = NodeTemplateId> + 'a {
    named.iter().filter_map(|(_, member)| match member {
        Member::NodeTemplate(template) => Some(template.id),
        Member::Group(_) => None,
    })
}

/// The nodes that a group stands for, those of groups in it included.
pub(super) struct Nodes<'g> {
    /// The node templates, in order.
    pub(super) list: Vec<NodeTemplateView<'g>>,
    /// Whether these are all of them.
    pub(super) whole: bool,
}

/// A list of types that a type admits, and what is known of each type that was held against it.
pub(super) struct AllowedTypes<'g> {
    /// The list.
    pub(super) list: Node<'g>,
    /// The type that has it, in words.
    pub(super) by: String,
    known: FxHashMap<TypeRef, Truth>,
    /// The node templates that are named already.
    pub(super) named: FxHashSet<NodeTemplateId>,
}

pub(super) fn group<'g>(cx: &mut Cx<'g>, group: GroupView<'g>) {
    let (key, ty, group) = (group.key(), group_type(cx, group), group.written());
    let who = format!("group {}", quoted(key.text()));
    typed_entities::typed_entity(
        cx,
        key,
        &who,
        (group.node, GroupDefinition::meta(), group.unread),
        ty,
        (group.properties(), group.attributes()),
        true,
    );
    let Some(members) = &group.members else { return };
    let named = named(cx, &members.0);
    let Some(mut allowed) = ty.and_then(|ty| allowed_types(cx, ty)) else { return };
    allowed.named.extend(nodes_among(&named));
    for (name, target) in named {
        match target {
            Member::NodeTemplate(template) => {
                member(cx, name, template, ("member", &who), &mut allowed);
            }
            Member::Group(inner) => nested(cx, name, inner, &who, &mut allowed),
        }
    }
}

/// What the entries of a list of members or targets mean; reports repetitions.
pub(super) fn named<'g>(
    cx: &mut Cx<'g>,
    list: &'g List<Ref<NodeTemplateOrGroup>>,
) -> Vec<(Node<'g>, Member<'g>)> {
    let mut first: FxHashMap<&'g str, Node<'g>> = FxHashMap::default();
    let mut named = Vec::new();
    for item in &list.items {
        let name = cx.node(item.node);
        let Some(target) = target(cx, item.node) else { continue };
        if let Some(earlier) = first.insert(name.text(), name) {
            let diagnostic = codes::repeated_keyword::new(name.span(), name.text(), earlier.span());
            cx.report(name, diagnostic);
            first.insert(name.text(), earlier);
        } else {
            named.push((name, target));
        }
    }
    named
}

/// What the name of a node template or group means.
pub(super) fn target<'g>(cx: &Cx<'g>, name: NodeId) -> Option<Member<'g>> {
    cx.service?.member(name)
}

/// The list of types that a group type or policy type admits.
pub(super) fn allowed_types<'g>(cx: &Cx<'g>, ty: TypeView<'g>) -> Option<AllowedTypes<'g>> {
    let (owner, list) = cx.types.admitted(ty)?;
    let by = describe(owner).to_string();
    Some(AllowedTypes { list, by, known: FxHashMap::default(), named: FxHashSet::default() })
}

/// Other node templates than those that are named, with types that a list admits.
pub(super) fn others<'g>(cx: &mut Cx<'g>, allowed: &AllowedTypes<'g>) -> String {
    let list = allowed.list;
    nodes::fitting(cx, list, |types, ty| types.admits(list, ty), |id| allowed.named.contains(&id))
}

/// How a list admits a type.
pub(super) fn allows<'g>(cx: &Cx<'g>, allowed: &mut AllowedTypes<'g>, ty: TypeRef) -> Truth {
    let list = allowed.list;
    *allowed.known.entry(ty).or_insert_with(|| cx.types.admits(list, ty))
}

/// A node as member or target, whose type must be admitted.
pub(super) fn member<'g>(
    cx: &mut Cx<'g>,
    name: Node<'g>,
    template: NodeTemplateView<'g>,
    (role, owner): (&str, &str),
    allowed: &mut AllowedTypes<'g>,
) {
    let Some(ty) = type_of(cx, template) else { return };
    if allows(cx, allowed, TypeRef::Defined(ty.id)) == Truth::No {
        let subject = format!("node template {}", quoted(name.text()));
        let others = others(cx, allowed);
        let diagnostic = codes::invalid_member::new(
            name.span(),
            &subject,
            (role, owner),
            &describe(ty).to_string(),
            (&allowed.by, allowed.list.span()),
            &others,
        );
        cx.report(name, diagnostic);
    }
}

/// A group in a group: its nodes should fit, too.
fn nested<'g>(
    cx: &mut Cx<'g>,
    name: Node<'g>,
    inner: GroupView<'g>,
    who: &str,
    allowed: &mut AllowedTypes<'g>,
) {
    let ty = group_type(cx, inner);
    // Group types are not meant in `members`; where one is named all the same, it counts.
    let itself = ty.map(|ty| allows(cx, allowed, TypeRef::Defined(ty.id)));
    if matches!(itself, Some(Truth::Yes)) {
        return;
    }
    let mut own = ty.and_then(|ty| allowed_types(cx, ty));
    let mut misfits = misfits(cx, inner, allowed);
    // What the inner group does not admit itself is told there.
    misfits.retain(|template| match (&mut own, type_of(cx, *template)) {
        (Some(own), Some(ty)) => allows(cx, own, TypeRef::Defined(ty.id)) != Truth::No,
        _ => true,
    });
    misfitting_group(cx, name, &misfits, ("member", who), allowed);
}

/// The nodes of a group that a list does not admit.
pub(super) fn misfits<'g>(
    cx: &Cx<'g>,
    group: GroupView<'g>,
    allowed: &mut AllowedTypes<'g>,
) -> Vec<NodeTemplateView<'g>> {
    let mut misfits = nodes_of(cx, group).list;
    misfits.retain(|template| {
        let ty = type_of(cx, *template).map(|ty| TypeRef::Defined(ty.id));
        ty.is_some_and(|ty| allows(cx, allowed, ty) == Truth::No)
    });
    misfits
}

pub(super) fn misfitting_group<'g>(
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
    let by = (allowed.by.as_str(), allowed.list.span());
    let diagnostic = codes::invalid_member::nested(name.span(), name.text(), role, &misfits, by);
    cx.report(name, diagnostic);
}

/// The type of a node template.
pub(super) fn type_of<'g>(cx: &Cx<'g>, template: NodeTemplateView<'g>) -> Option<TypeView<'g>> {
    cx.types.defined(template.node_type)
}

/// The type of a group.
pub(super) fn group_type<'g>(cx: &Cx<'g>, group: GroupView<'g>) -> Option<TypeView<'g>> {
    cx.types.defined(group.group_type()?)
}

/// The nodes that a group stands for.
pub(super) fn nodes_of<'g>(cx: &Cx<'g>, group: GroupView<'g>) -> Nodes<'g> {
    let mut diagnostic = Nodes { list: Vec::new(), whole: true };
    let mut seen: FxHashSet<NodeId> = FxHashSet::from_iter([group.key().id()]);
    let mut nodes: FxHashSet<NodeTemplateId> = FxHashSet::default();
    let mut queue = std::collections::VecDeque::from([group]);
    while let Some(group) = queue.pop_front() {
        let group = group.written();
        diagnostic.whole &= group.unread.has_keynames_only() && !group.members().is_unreadable();
        let Some(members) = &group.members else { continue };
        diagnostic.whole &= !members.0.is_incomplete;
        for item in &members.0.items {
            let target = target(cx, item.node);
            match target {
                Some(Member::NodeTemplate(template)) => {
                    if nodes.insert(template.id) {
                        diagnostic.list.push(template);
                    }
                }
                Some(Member::Group(group)) => {
                    if seen.insert(group.key().id()) {
                        queue.push_back(group);
                    }
                }
                None => diagnostic.whole = false,
            }
            if nodes.len() + seen.len() > MAX_MEMBERS {
                diagnostic.whole = false;
                return diagnostic;
            }
        }
    }
    diagnostic
}

/// Groups that contain themselves.
pub(super) fn group_cycles<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let groups: Vec<GroupView<'g>> = service.groups().collect();
    let numbers: FxHashMap<NodeId, usize> =
        groups.iter().zip(0..).map(|(group, at)| (group.key().id(), at)).collect();
    let members = |group: &GroupView<'g>| {
        let inner = group.members().filter_map(|name| match target(cx, name) {
            Some(Member::Group(inner)) => Some((*numbers.get(&inner.key().id())?, cx.node(name))),
            _ => None,
        });
        inner.collect()
    };
    let members: Vec<Vec<(usize, Node<'g>)>> = groups.iter().map(members).collect();
    let edges: Vec<Vec<usize>> =
        members.iter().map(|members| members.iter().map(|(to, _)| *to).collect()).collect();
    for cycle in circles(&edges) {
        let chain: Vec<(&str, Span)> =
            steps_of(&cycle.chain, &members).map(|(from, name)| (groups[from].name(), name.span())).collect();
        if let Some((_, name)) = steps_of(&cycle.chain, &members).next() {
            cx.report(name, codes::group_cycle::new(&chain));
        }
    }
}

/// The vertices of a circle, each with the place that names the next one.
pub(super) fn steps_of<'a, 'g>(
    chain: &'a [usize],
    edges: &'a [Vec<(usize, Node<'g>)>],
) -> impl Iterator<Item = (usize, Node<'g>)> {
    chain.iter().enumerate().filter_map(move |(at, &from)| {
        let next = chain[(at + 1) % chain.len()];
        let (_, name) = edges[from].iter().find(|(to, _)| *to == next)?;
        Some((from, *name))
    })
}
