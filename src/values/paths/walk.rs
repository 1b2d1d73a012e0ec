//! Paths, step by step: which entity they reach (TOSCA 2.0 §10.3).

use crate::diagnostics::{Level, codes, suggest};
use crate::functions::PathEnd;
use crate::keynames::{Slot, describe};
use crate::literals::{BuiltIn, number};
use crate::model::service::{NodeTemplateView, RequirementAssignmentView, ServiceView};
use crate::model::types::{Capabilities, Fields, MemberId, RequirementId, Requirements, Section};
use crate::model::{Lookup, Truth};
use crate::syntax::Bound;
use crate::values::ValueType;
use crate::values::check::Checker;
use crate::yaml::{Node, Scalar};

use super::around::{Around, Manner, Own};
use super::entity::{CapabilityPlace, Entity, Kinds, NodePlace, RelationshipPlace, noun};

/// An item of a path.
#[derive(Clone, Copy)]
pub(super) enum Item<'g> {
    /// A name or a word of the path language.
    Word(&'g str),
    /// A number.
    Number,
    /// A name that is computed later.
    Computed,
    /// Something else, which was told.
    Wrong,
}

/// Which of several nodes or relationships a path takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// The first, since nothing is said.
    First,
    /// The one with a number; none where it is computed later.
    Number(Option<u64>),
    /// All of them.
    All,
}

/// Where a path ended.
pub(super) struct Reached<'g> {
    /// The entity.
    pub(super) entity: Entity<'g>,
    /// The position of what stands behind the path.
    pub(super) at: usize,
    /// Whether it stands for several entities.
    pub(super) all: bool,
    /// How bad a name is that is not there.
    pub(super) level: Level,
    /// Whether the path is written as earlier versions write it.
    pub(super) old: bool,
}

/// The words of the path language.
const WORDS: [&str; 4] = ["RELATIONSHIP", "CAPABILITY", "SOURCE", "TARGET"];

/// The work on one path.
struct Walk<'w, 'g> {
    items: &'w [Node<'g>],
    end: PathEnd,
    at: usize,
    entity: Entity<'g>,
    all: bool,
    level: Level,
}

impl<'g> Checker<'g> {
    /// Follows the path at the start of `items`; it ends at what `end` says. Where that
    /// was told to be wrong, or where nothing is known, gives the position up to which items were read.
    pub(super) fn walk(
        &mut self,
        items: &[Node<'g>],
        end: PathEnd,
        around: &Around<'g>,
    ) -> Result<Reached<'g>, usize> {
        if around.manner == Manner::Names {
            return self.walk_old(items, end, around).map(|(reached, _)| reached);
        }
        let level = if around.filters { Level::Warning } else { Level::Error };
        let mut walk = Walk { items, end, at: 0, entity: Entity::Unknown, all: false, level };
        let followed = self.start(&mut walk, around).and_then(|()| self.follow(&mut walk));
        let Walk { entity, at, all, level, .. } = walk;
        followed.map(|()| Reached { entity, at, all, level, old: false }).ok_or(at)
    }

    fn follow(&mut self, walk: &mut Walk<'_, 'g>) -> Option<()> {
        loop {
            let Some(node) = walk.items.get(walk.at).copied() else {
                let last = *walk.items.last()?;
                let kind = noun(walk.end);
                self.report(last, codes::unknown_path_step::incomplete(last.span(), kind));
                return None;
            };
            let word = match self.item(node) {
                Item::Word(word) => word,
                Item::Number => {
                    self.report(node, codes::unknown_path_step::number(node.span()));
                    return None;
                }
                Item::Computed | Item::Wrong => return None,
            };
            if !WORDS.contains(&word) || self.is_name(walk, node, word) {
                return Some(());
            }
            walk.at += 1;
            walk.entity = self.step(walk, node, word)?;
        }
    }

    /// What an item of a path is.
    pub(super) fn item(&mut self, node: Node<'g>) -> Item<'g> {
        if self.types.expressions.call(node).is_some() {
            let before = self.found.len();
            let typed = self.expression(node, &ValueType::Open);
            if self.found.len() > before {
                return Item::Wrong;
            }
            return match typed.of.kind(self.types) {
                Some(BuiltIn::Integer) => Item::Number,
                Some(BuiltIn::String) | None => Item::Computed,
                Some(_) => {
                    let got = typed.of.in_words(self.types);
                    self.report(node, codes::wrong_argument_type::step(node.span(), &got));
                    Item::Wrong
                }
            };
        }
        match node.scalar() {
            Some(Scalar::String(text)) => Item::Word(text),
            Some(Scalar::Integer(text)) if !text.starts_with('-') => Item::Number,
            _ => {
                if !node.is_invalid() {
                    let got = if node.text().starts_with('-') { "a negative number" } else { describe(node) };
                    self.report(node, codes::wrong_argument_type::step(node.span(), got));
                }
                Item::Wrong
            }
        }
    }

    /// The entity that the first item names.
    fn start(&mut self, walk: &mut Walk<'_, 'g>, around: &Around<'g>) -> Option<()> {
        let first = *walk.items.first()?;
        walk.at = 1;
        let word = match self.item(first) {
            Item::Word(word) => word,
            Item::Number => {
                self.report(first, codes::unknown_path_start::number(first.span()));
                return None;
            }
            Item::Computed | Item::Wrong => return None,
        };
        let next = walk.items.get(1).copied();
        if word == "SELF" {
            walk.entity = self.own_entity(first, next, walk.end, around)?;
            return Some(());
        }
        let service = around.service;
        if let Some(template) = service.and_then(|service| service.node_template_named(word)) {
            if around.before {
                self.report(first, codes::out_of_context::not_yet(first.span(), word));
            }
            let index = self.index(walk);
            match (index, template.count) {
                (Index::First, Some(count))
                    if count > 1 && walk.items.get(1).is_some_and(|next| next.as_str().is_some()) =>
                {
                    self.report(first, codes::path_index::several(first.span(), word, count));
                }
                (Index::Number(Some(number)), Some(count)) if number >= count => {
                    let at = walk.items[1];
                    let found =
                        codes::path_index::beyond(at.span(), &format!("node template `{word}`"), count);
                    self.report(at, found);
                }
                _ => {}
            }
            walk.entity = Entity::Node(NodePlace::of_template(template));
            return Some(());
        }
        if let Some(template) = service.and_then(|service| service.relationship_template_named(word)) {
            self.report(first, codes::old_path_form::relationship_template(first.span(), word));
            let place = RelationshipPlace::of_template(template);
            walk.entity = place.map_or(Entity::Unknown, Entity::Relationship);
            return Some(());
        }
        self.unknown_start(first, next, word, around);
        None
    }

    /// What `SELF` at `first` stands for; `next` follows it.
    pub(super) fn own_entity(
        &mut self,
        first: Node<'g>,
        next: Option<Node<'g>>,
        end: PathEnd,
        around: &Around<'g>,
    ) -> Option<Entity<'g>> {
        match &around.own {
            Own::Entity(entity) => Some(entity.clone()),
            Own::Target(entity) => {
                if !first.is_lowered() {
                    self.report(first, codes::out_of_context::target_of_policy(first.span()));
                }
                Some(entity.clone())
            }
            Own::None(place) => {
                let name = next.and_then(Node::as_str);
                let meant = name.and_then(|name| {
                    let node = self.only_with(around.service?, end, name)?;
                    Some((node, name))
                });
                self.report(first, codes::out_of_context::no_self(first.span(), place, meant));
                None
            }
        }
    }

    /// A path starts with `word`, which is no node template.
    pub(super) fn unknown_start(
        &mut self,
        first: Node<'g>,
        next: Option<Node<'g>>,
        word: &str,
        around: &Around<'g>,
    ) {
        if around.service.is_some_and(|service| !names_are_known(service, word)) {
            return;
        }
        let own = match &around.own {
            Own::Entity(entity) => Some(entity),
            // A policy type may name nodes of the services that use it.
            Own::Target(_) if around.service.is_none() => return,
            _ => None,
        };
        let next = next.and_then(Node::as_str);
        let found = if let ("HOST" | "SOURCE" | "TARGET", Some(own)) = (word, own) {
            codes::unknown_path_start::old_word(first.span(), word, matches!(own, Entity::Relationship(_)))
        } else if let Some(what) = own.and_then(|own| self.own_member(own, word)) {
            let in_relationship = own.is_some_and(|own| own.noun() == "relationship");
            let more = next.is_some();
            codes::unknown_path_start::own_member(
                first.span(),
                word,
                what,
                (in_relationship, around.manner == Manner::Names),
                more,
            )
        } else {
            let templates = around.service.map(|service| service.node_templates().iter());
            let names = templates.into_iter().flatten().map(NodeTemplateView::name).chain(["SELF"]);
            let near = suggest(word, names);
            codes::unknown_path_start::found(first.span(), word, around.service.is_some(), near)
        };
        self.report(first, found);
    }

    /// What `word` is in an entity, for a path that should have started with `SELF`.
    fn own_member(&self, own: &Entity<'g>, word: &str) -> Option<&'static str> {
        // Each property is reflected by an attribute.
        if let Entity::Relationship(place) = own
            && place.source.of.has(self.types, PathEnd::Attribute, word) == Truth::Yes
        {
            return Some("a property or attribute of the source node");
        }
        if own.field(self.types, &[Fields::Properties], word).is_found() {
            Some("a property of this entity")
        } else if own.field(self.types, &[Fields::Attributes], word).is_found() {
            Some("an attribute of this entity")
        } else if own.kinds().member(self.types, Capabilities, word).is_found() {
            Some("a capability of this node")
        } else if own.kinds().member(self.types, Requirements, word).is_found() {
            Some("a requirement of this node")
        } else {
            None
        }
    }

    /// The index that may follow.
    fn index(&mut self, walk: &mut Walk<'_, 'g>) -> Index {
        let Some(node) = walk.items.get(walk.at).copied() else { return Index::First };
        let index = match node.scalar() {
            Some(Scalar::String("ALL")) => Index::All,
            Some(Scalar::Integer(text)) if !text.starts_with('-') => {
                Index::Number(number::integer(text).and_then(|number| u64::try_from(number).ok()))
            }
            // What gives an integer is an index.
            _ if self.types.expressions.call(node).is_some() => {
                let (before, parts) = (self.found.len(), self.typing.parts());
                let typed = self.expression(node, &ValueType::Open);
                if typed.of.kind(self.types) != Some(BuiltIn::Integer) {
                    // It is read again as what it is.
                    self.found.truncate(before);
                    self.typing.take_parts(parts);
                    return Index::First;
                }
                Index::Number(self.known_index(node, &typed))
            }
            _ => return Index::First,
        };
        walk.at += 1;
        walk.all |= index == Index::All;
        index
    }

    /// Whether a word of the path language is a name here, told as doubtful (10.3-15).
    fn is_name(&mut self, walk: &Walk<'_, 'g>, node: Node<'g>, word: &str) -> bool {
        if walk.entity.has(self.types, walk.end, word) != Truth::Yes {
            return false;
        }
        let last = walk.at + 1 == walk.items.len();
        let legal = match walk.entity {
            Entity::Node(_) => matches!(word, "RELATIONSHIP" | "CAPABILITY"),
            Entity::Relationship(_) => word != "RELATIONSHIP",
            Entity::Capability(_) => word == "RELATIONSHIP",
            Entity::Unknown => true,
        };
        let name = last || !legal;
        self.report(node, codes::path_word_as_name::in_path(node.span(), word, noun(walk.end), name));
        name
    }

    /// One step by a word of the path language.
    fn step(&mut self, walk: &mut Walk<'_, 'g>, node: Node<'g>, word: &str) -> Option<Entity<'g>> {
        match (&walk.entity, word) {
            (Entity::Node(place), "RELATIONSHIP") => {
                let place = place.clone();
                let (at, name) = self.name_behind(walk, node, "requirement")?;
                let member = self.required_member(walk, &place.of, Requirements, at, name)?;
                let index = self.index(walk);
                let at = if index == Index::First { at } else { walk.items[walk.at - 1] };
                Some(self.relationship_of(&place, member, (at, name), index))
            }
            (Entity::Node(place), "CAPABILITY") => {
                let holder = place.clone();
                let (at, name) = self.name_behind(walk, node, "capability")?;
                let member = self.required_member(walk, &holder.of, Capabilities, at, name)?;
                let holder = Box::new(holder);
                Some(Entity::Capability(match member {
                    Some(id) => CapabilityPlace::of_definition(self.types, holder, id),
                    None => CapabilityPlace { holder, definition: None, of: Kinds::Unknown },
                }))
            }
            (Entity::Relationship(place), "SOURCE") => Some(Entity::Node((*place.source).clone())),
            (Entity::Relationship(place), "TARGET") => Some(Entity::Node((*place.target).clone())),
            (Entity::Relationship(place), "CAPABILITY") => {
                Some(Entity::Capability(place.capability(self.types)))
            }
            (Entity::Capability(place), "RELATIONSHIP") => {
                let target = place.holder.clone();
                if let Some(next) = walk.items.get(walk.at).copied()
                    && let Some(name) = next.as_str().filter(|name| *name != "ALL" && !WORDS.contains(name))
                    && walk
                        .items
                        .get(walk.at + 1)
                        .and_then(|item| item.as_str())
                        .is_some_and(|word| WORDS.contains(&word))
                {
                    self.report(next, codes::unknown_path_step::incoming_name(next.span(), name));
                    return None;
                }
                let at = walk.at;
                if let Index::Number(Some(_)) = self.index(walk) {
                    let at = walk.items[at];
                    self.report(at, codes::path_index::unordered(at.span()));
                }
                let source = Box::new(NodePlace::unknown());
                Some(Entity::Relationship(RelationshipPlace {
                    source,
                    target,
                    of: Kinds::Unknown,
                    definition: None,
                    assignment: None,
                    assigned: None,
                }))
            }
            (Entity::Unknown, _) => None,
            (entity, _) => {
                let found = codes::unknown_path_step::not_here(node.span(), word, entity.noun());
                self.report(node, found);
                None
            }
        }
    }

    /// The name that must follow a word.
    fn name_behind(
        &mut self,
        walk: &mut Walk<'_, 'g>,
        word: Node<'g>,
        what: &str,
    ) -> Option<(Node<'g>, &'g str)> {
        let Some(node) = walk.items.get(walk.at).copied() else {
            self.report(word, codes::unknown_path_step::nameless(word.span(), word.text(), what));
            return None;
        };
        match self.item(node) {
            Item::Word(name) => {
                walk.at += 1;
                Some((node, name))
            }
            Item::Number => {
                self.report(node, codes::unknown_path_step::nameless(node.span(), word.text(), what));
                None
            }
            Item::Computed | Item::Wrong => None,
        }
    }

    /// A member of a node; the inner option is none where that is not known, the outer one where it was
    /// told that there is none.
    #[expect(clippy::option_option, reason = "nothing known and nothing there are two answers")]
    fn required_member<S: Section>(
        &mut self,
        walk: &Walk<'_, 'g>,
        of: &Kinds,
        section: S,
        at: Node<'g>,
        name: &str,
    ) -> Option<Option<MemberId<S::Member>>> {
        match of.member(self.types, section, name) {
            Lookup::Found(id) => Some(Some(id)),
            Lookup::Unknown => Some(None),
            Lookup::Absent => {
                let types = self.types;
                let all = of.ids().iter().map(|id| types.members(types.get(*id), section));
                let names: Vec<&str> = all.flat_map(|members| members.names()).collect();
                self.nothing_called(at, name, section.noun(), of, &names, walk.level);
                None
            }
        }
    }

    /// Reports that none of the types `of` has `name`, but `names`.
    pub(super) fn nothing_called(
        &mut self,
        at: Node<'g>,
        name: &str,
        kind: &str,
        of: &Kinds,
        names: &[&str],
        level: Level,
    ) {
        let types = self.types;
        let near = suggest(name, names.iter().copied());
        let mut found = codes::unknown_in_path::found(at.span(), kind, name, &of.in_words(types), near);
        if let Some(id) = of.ids().first() {
            found = found.also(types.get(*id).key().span(), "the type is defined here");
        }
        // A list in a relationship type may be longer in a derived one (10.3-22).
        let listed = matches!(of, Kinds::Listed(_));
        self.report(at, found.at_level(if listed { Level::Warning } else { level }));
    }

    /// The relationship of a requirement of a node, by its index.
    pub(super) fn relationship_of(
        &mut self,
        place: &NodePlace<'g>,
        member: Option<RequirementId>,
        (at, name): (Node<'g>, &str),
        index: Index,
    ) -> Entity<'g> {
        let types = self.types;
        let by_definition = |place: &NodePlace<'g>| match member {
            Some(id) => Entity::Relationship(RelationshipPlace::of_requirement(types, place.clone(), id)),
            None => Entity::Unknown,
        };
        let range = member.and_then(|id| types.requirement(id).count_range).map(|(range, _)| range);
        let least = range.map_or(1, |range| range.least);
        if let (Index::Number(Some(number)), Some(Bound::Most(most))) = (index, range.map(|range| range.most))
            && number >= most
        {
            self.report(at, codes::path_index::beyond(at.span(), &format!("requirement `{name}`"), most));
            return by_definition(place);
        }
        let Some(template) = place.template else { return by_definition(place) };
        let whole = template.layers().all(|layer| !layer.unread.is_cut_short());
        if template.is_selected || !whole {
            return by_definition(place);
        }
        let assignments: Vec<RequirementAssignmentView<'g>> =
            template.requirements().iter().filter(|assignment| assignment.name() == name).collect();
        let total = assignments
            .iter()
            .map(|assignment| assignment.count)
            .sum::<Option<u64>>()
            .map(|total| total.max(least));
        let wanted = match index {
            Index::First => Some(0),
            Index::Number(number) => number,
            Index::All => None,
        };
        if let (Some(total), Some(wanted)) = (total, wanted)
            && wanted >= total
            && !is_mapped(template.service(), template.name())
        {
            self.report(
                at,
                codes::path_index::nowhere(at.span(), name, template.name(), total, template.key().span()),
            );
            return by_definition(place);
        }
        let assignment = |assignment: RequirementAssignmentView<'g>| {
            Entity::Relationship(RelationshipPlace::of_assignment(place.clone(), assignment))
        };
        match (wanted, &assignments[..]) {
            (_, []) => by_definition(place),
            (_, [only]) => assignment(*only),
            (Some(wanted), several) => {
                let mut before = Some(0_u64);
                for one in several {
                    let Some(start) = before else { return Entity::Unknown };
                    before = one.count.map(|count| start + count);
                    if before.is_some_and(|end| wanted < end) {
                        return assignment(*one);
                    }
                }
                if before.is_some() { by_definition(place) } else { Entity::Unknown }
            }
            // Several that may differ.
            (None, _) => Entity::Unknown,
        }
    }
}

/// Whether requirements of the node template `name` may get relationships from outside (§15.5).
fn is_mapped(service: ServiceView<'_>, name: &str) -> bool {
    let mappings = service.template().substitution_mappings.as_ref();
    let requirements = mappings.and_then(|mappings| mappings.requirements.as_ref());
    let mut waiting: Vec<Node<'_>> = requirements.map(|list| service.node(list.node)).into_iter().collect();
    while let Some(node) = waiting.pop() {
        if node.as_str() == Some(name) {
            return true;
        }
        waiting.extend(node.items());
        waiting.extend(node.entries().map(|(_, value)| value));
    }
    false
}

/// Whether it is certain which node templates there are.
fn names_are_known(service: ServiceView<'_>, word: &str) -> bool {
    match service.template().node_templates() {
        Slot::Absent => true,
        Slot::Unreadable => false,
        Slot::Given(map) => {
            !map.is_incomplete && map.unread.iter().all(|key| service.node(*key).text() != word)
        }
    }
}
