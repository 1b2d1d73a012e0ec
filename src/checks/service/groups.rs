//! Groups and their members (TOSCA 2.0 §16.2).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, circles};
use crate::diagnostics::{codes, quoted};
use crate::dialects::Lineage;
use crate::keynames::{Entity as _, List, Ref};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, NodeTemplateId, NodeTemplateView, ServiceView};
use crate::model::types::{TypeRef, TypeView, Types};
use crate::syntax::{GroupDefinition, NodeTemplateOrGroup};
use crate::yaml::{Node, NodeId};

use super::Review;
use super::assignments::words;

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

/// The types of the groups of `service`, with what they are derived from.
#[must_use]
pub fn lineages<'g>(types: &'g Types, service: ServiceView<'g>) -> Vec<Lineage> {
    let lineage = |group: GroupView<'g>| {
        let of = types.defined(group.group_type()?)?;
        let types = types.lineage(of).map(|of| of.name().to_owned()).collect();
        Some(Lineage { holder: service.file().tree().origin(group.key().id())?, types })
    };
    service.groups().filter_map(lineage).collect()
}

impl<'g> Review<'g> {
    pub(super) fn group(&mut self, group: GroupView<'g>) {
        let (key, of, group) = (group.key(), self.group_type(group), group.written());
        let who = format!("group {}", quoted(key.text()));
        self.typed(
            key,
            &who,
            (group.node, GroupDefinition::meta(), group.unread),
            of,
            (group.properties(), group.attributes()),
            true,
        );
        let Some(members) = &group.members else { return };
        let named = self.named(&members.0);
        let Some(mut admitted) = of.and_then(|of| self.admitted(of)) else { return };
        admitted.named.extend(nodes_among(&named));
        for (place, target) in named {
            match target {
                Member::NodeTemplate(template) => {
                    self.member(place, template, ("member", &who), &mut admitted);
                }
                Member::Group(inner) => self.nested(place, inner, &who, &mut admitted),
            }
        }
    }

    /// What the entries of a list of members or targets mean; reports repetitions.
    pub(super) fn named(&mut self, list: &'g List<Ref<NodeTemplateOrGroup>>) -> Vec<(Node<'g>, Member<'g>)> {
        let mut first: FxHashMap<&'g str, Node<'g>> = FxHashMap::default();
        let mut named = Vec::new();
        for item in &list.items {
            let place = self.node(item.node);
            let Some(target) = self.target(item.node) else { continue };
            if let Some(earlier) = first.insert(place.text(), place) {
                let found = codes::repeated_keyword::found(place.span(), place.text(), earlier.span());
                self.report(place, found);
                first.insert(place.text(), earlier);
            } else {
                named.push((place, target));
            }
        }
        named
    }

    /// What the name of a node template or group means.
    pub(super) fn target(&self, name: NodeId) -> Option<Member<'g>> {
        self.service?.member(name)
    }

    /// The list of types that a group type or policy type admits.
    pub(super) fn admitted(&self, of: TypeView<'g>) -> Option<Admitted<'g>> {
        let (holder, list) = self.types.admitted(of)?;
        let by = words(holder).to_string();
        Some(Admitted { list, by, known: FxHashMap::default(), named: FxHashSet::default() })
    }

    /// Other node templates than those that are named, with types that a list admits.
    pub(super) fn others(&mut self, admitted: &Admitted<'g>) -> String {
        let list = admitted.list;
        self.fitting(list, |types, of| types.admits(list, of), |id| admitted.named.contains(&id))
    }

    /// How a list admits a type.
    pub(super) fn admits(&self, admitted: &mut Admitted<'g>, of: TypeRef) -> Truth {
        let list = admitted.list;
        *admitted.known.entry(of).or_insert_with(|| self.types.admits(list, of))
    }

    /// A node as member or target, whose type must be admitted.
    pub(super) fn member(
        &mut self,
        place: Node<'g>,
        template: NodeTemplateView<'g>,
        (role, holder): (&str, &str),
        admitted: &mut Admitted<'g>,
    ) {
        let Some(of) = self.type_of(template) else { return };
        if self.admits(admitted, TypeRef::Defined(of.id)) == Truth::No {
            let subject = format!("node template {}", quoted(place.text()));
            let others = self.others(admitted);
            let found = codes::unfit_member::found(
                place.span(),
                &subject,
                (role, holder),
                &words(of).to_string(),
                (&admitted.by, admitted.list.span()),
                &others,
            );
            self.report(place, found);
        }
    }

    /// A group in a group: its nodes should fit, too.
    fn nested(&mut self, place: Node<'g>, inner: GroupView<'g>, who: &str, admitted: &mut Admitted<'g>) {
        let of = self.group_type(inner);
        // Group types are not meant in `members`; where one is named all the same, it counts.
        let itself = of.map(|of| self.admits(admitted, TypeRef::Defined(of.id)));
        if matches!(itself, Some(Truth::Yes)) {
            return;
        }
        let mut own = of.and_then(|of| self.admitted(of));
        let mut misfits = self.misfits(inner, admitted);
        // What the inner group does not admit itself is told there.
        misfits.retain(|template| match (&mut own, self.type_of(*template)) {
            (Some(own), Some(of)) => self.admits(own, TypeRef::Defined(of.id)) != Truth::No,
            _ => true,
        });
        self.misfitting_group(place, &misfits, ("member", who), admitted);
    }

    /// The nodes of a group that a list does not admit.
    pub(super) fn misfits(
        &self,
        group: GroupView<'g>,
        admitted: &mut Admitted<'g>,
    ) -> Vec<NodeTemplateView<'g>> {
        let mut misfits = self.nodes_of(group).list;
        misfits.retain(|template| {
            let of = self.type_of(*template).map(|of| TypeRef::Defined(of.id));
            of.is_some_and(|of| self.admits(admitted, of) == Truth::No)
        });
        misfits
    }

    pub(super) fn misfitting_group(
        &mut self,
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
        let found = codes::unfit_member::nested(place.span(), place.text(), role, &misfits, by);
        self.report(place, found);
    }

    /// The type of a node template.
    pub(super) fn type_of(&self, template: NodeTemplateView<'g>) -> Option<TypeView<'g>> {
        self.types.defined(template.node_type)
    }

    /// The type of a group.
    pub(super) fn group_type(&self, group: GroupView<'g>) -> Option<TypeView<'g>> {
        self.types.defined(group.group_type()?)
    }

    /// The nodes that a group stands for.
    pub(super) fn nodes_of(&self, group: GroupView<'g>) -> Nodes<'g> {
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
                let target = self.target(item.node);
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
    pub(super) fn group_circles(&mut self, service: ServiceView<'g>) {
        let groups: Vec<GroupView<'g>> = service.groups().collect();
        let numbers: FxHashMap<NodeId, usize> =
            groups.iter().zip(0..).map(|(group, at)| (group.key().id(), at)).collect();
        let members = |group: &GroupView<'g>| {
            let inner = group.members().filter_map(|name| match self.target(name) {
                Some(Member::Group(inner)) => Some((*numbers.get(&inner.key().id())?, self.node(name))),
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
                self.report(place, codes::group_cycle::found(&chain));
            }
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
