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

use super::assignments::words;
use super::{Cx, nodes, others};

/// Groups that come to more members than this are not looked through.
const MOST: usize = 500;

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
pub(super) struct Admitted<'g> {
    /// The list.
    pub(super) list: Node<'g>,
    /// The type that has it, in words.
    pub(super) by: String,
    known: FxHashMap<TypeRef, Truth>,
    /// The node templates that are named already.
    pub(super) named: FxHashSet<NodeTemplateId>,
}

pub(super) fn group<'g>(cx: &mut Cx<'g>, group: GroupView<'g>) {
    let (key, of, group) = (group.key(), group_type(cx, group), group.written());
    let who = format!("group {}", quoted(key.text()));
    others::typed(
        cx,
        key,
        &who,
        (group.node, GroupDefinition::meta(), group.unread),
        of,
        (group.properties(), group.attributes()),
        true,
    );
    let Some(members) = &group.members else { return };
    let named = named(cx, &members.0);
    let Some(mut admitted) = of.and_then(|of| types_admitted(cx, of)) else { return };
    admitted.named.extend(nodes_among(&named));
    for (place, target) in named {
        match target {
            Member::NodeTemplate(template) => {
                member(cx, place, template, ("member", &who), &mut admitted);
            }
            Member::Group(inner) => nested(cx, place, inner, &who, &mut admitted),
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
        let place = cx.node(item.node);
        let Some(target) = target(cx, item.node) else { continue };
        if let Some(earlier) = first.insert(place.text(), place) {
            let found = codes::repeated_keyword::new(place.span(), place.text(), earlier.span());
            cx.report(place, found);
            first.insert(place.text(), earlier);
        } else {
            named.push((place, target));
        }
    }
    named
}

/// What the name of a node template or group means.
pub(super) fn target<'g>(cx: &Cx<'g>, name: NodeId) -> Option<Member<'g>> {
    cx.service?.member(name)
}

/// The list of types that a group type or policy type admits.
pub(super) fn types_admitted<'g>(cx: &Cx<'g>, of: TypeView<'g>) -> Option<Admitted<'g>> {
    let (holder, list) = cx.types.admitted(of)?;
    let by = words(holder).to_string();
    Some(Admitted { list, by, known: FxHashMap::default(), named: FxHashSet::default() })
}

/// Other node templates than those that are named, with types that a list admits.
pub(super) fn others<'g>(cx: &mut Cx<'g>, admitted: &Admitted<'g>) -> String {
    let list = admitted.list;
    nodes::fitting(cx, list, |types, of| types.admits(list, of), |id| admitted.named.contains(&id))
}

/// How a list admits a type.
pub(super) fn admits<'g>(cx: &Cx<'g>, admitted: &mut Admitted<'g>, of: TypeRef) -> Truth {
    let list = admitted.list;
    *admitted.known.entry(of).or_insert_with(|| cx.types.admits(list, of))
}

/// A node as member or target, whose type must be admitted.
pub(super) fn member<'g>(
    cx: &mut Cx<'g>,
    place: Node<'g>,
    template: NodeTemplateView<'g>,
    (role, holder): (&str, &str),
    admitted: &mut Admitted<'g>,
) {
    let Some(of) = type_of(cx, template) else { return };
    if admits(cx, admitted, TypeRef::Defined(of.id)) == Truth::No {
        let subject = format!("node template {}", quoted(place.text()));
        let others = others(cx, admitted);
        let found = codes::invalid_member::new(
            place.span(),
            &subject,
            (role, holder),
            &words(of).to_string(),
            (&admitted.by, admitted.list.span()),
            &others,
        );
        cx.report(place, found);
    }
}

/// A group in a group: its nodes should fit, too.
fn nested<'g>(
    cx: &mut Cx<'g>,
    place: Node<'g>,
    inner: GroupView<'g>,
    who: &str,
    admitted: &mut Admitted<'g>,
) {
    let of = group_type(cx, inner);
    // Group types are not meant in `members`; where one is named all the same, it counts.
    let itself = of.map(|of| admits(cx, admitted, TypeRef::Defined(of.id)));
    if matches!(itself, Some(Truth::Yes)) {
        return;
    }
    let mut own = of.and_then(|of| types_admitted(cx, of));
    let mut misfits = misfits(cx, inner, admitted);
    // What the inner group does not admit itself is told there.
    misfits.retain(|template| match (&mut own, type_of(cx, *template)) {
        (Some(own), Some(of)) => admits(cx, own, TypeRef::Defined(of.id)) != Truth::No,
        _ => true,
    });
    misfitting_group(cx, place, &misfits, ("member", who), admitted);
}

/// The nodes of a group that a list does not admit.
pub(super) fn misfits<'g>(
    cx: &Cx<'g>,
    group: GroupView<'g>,
    admitted: &mut Admitted<'g>,
) -> Vec<NodeTemplateView<'g>> {
    let mut misfits = nodes_of(cx, group).list;
    misfits.retain(|template| {
        let of = type_of(cx, *template).map(|of| TypeRef::Defined(of.id));
        of.is_some_and(|of| admits(cx, admitted, of) == Truth::No)
    });
    misfits
}

pub(super) fn misfitting_group<'g>(
    cx: &mut Cx<'g>,
    place: Node<'g>,
    misfits: &[NodeTemplateView<'g>],
    role: (&str, &str),
    admitted: &Admitted<'g>,
) {
    if misfits.is_empty() {
        return;
    }
    let misfits: Vec<(&str, Span)> =
        misfits.iter().map(|template| (template.name(), template.key().span())).collect();
    let by = (admitted.by.as_str(), admitted.list.span());
    let found = codes::invalid_member::nested(place.span(), place.text(), role, &misfits, by);
    cx.report(place, found);
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
    let mut found = Nodes { list: Vec::new(), whole: true };
    let mut seen: FxHashSet<NodeId> = FxHashSet::from_iter([group.key().id()]);
    let mut nodes: FxHashSet<NodeTemplateId> = FxHashSet::default();
    let mut waiting = std::collections::VecDeque::from([group]);
    while let Some(group) = waiting.pop_front() {
        let group = group.written();
        found.whole &= group.unread.has_keynames_only() && !group.members().is_unreadable();
        let Some(members) = &group.members else { continue };
        found.whole &= !members.0.is_incomplete;
        for item in &members.0.items {
            let target = target(cx, item.node);
            match target {
                Some(Member::NodeTemplate(template)) => {
                    if nodes.insert(template.id) {
                        found.list.push(template);
                    }
                }
                Some(Member::Group(group)) => {
                    if seen.insert(group.key().id()) {
                        waiting.push_back(group);
                    }
                }
                None => found.whole = false,
            }
            if nodes.len() + seen.len() > MOST {
                found.whole = false;
                return found;
            }
        }
    }
    found
}

/// Groups that contain themselves.
pub(super) fn group_circles<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
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
    for circle in circles(&edges) {
        let chain: Vec<(&str, Span)> = steps_of(&circle.chain, &members)
            .map(|(from, place)| (groups[from].name(), place.span()))
            .collect();
        if let Some((_, place)) = steps_of(&circle.chain, &members).next() {
            cx.report(place, codes::group_cycle::new(&chain));
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
        let (_, place) = edges[from].iter().find(|(to, _)| *to == next)?;
        Some((from, *place))
    })
}
