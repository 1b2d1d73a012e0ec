//! Paths, step by step: which entity they reach (TOSCA 2.0 §10.3).

use crate::diagnostics::{Diagnostic, Level, codes, suggest};
use crate::functions::PathEnd;
use crate::keynames::{Slot, describe};
use crate::literals::{BuiltIn, Value, number};
use crate::model::service::{NodeTemplateView, RequirementAssignmentView, ServiceView};
use crate::model::types::{Capabilities, Fields, MemberId, RequirementId, Requirements, Section};
use crate::model::{Lookup, Truth};
use crate::syntax::Bound;
use crate::values::ValueType;
use crate::values::evaluator::Known;
use crate::values::judge::Judge;
use crate::values::links::Link;
use crate::values::typing::{Fixed, IndexBound, Root, Typed, Typer, type_expression};
use crate::yaml::{Node, Scalar};

use super::around::{Around, Manner, Own, only_with};
use super::entity::{CapabilityPlace, Entity, Kinds, NodePlace, RelationshipPlace, noun};
use super::old::walk_old;

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

/// Follows the path at the start of `items`; it ends at what `end` says. Where that
/// was told to be wrong, or where nothing is known, gives the position up to which items were read.
pub(super) fn follow_path<'g>(
    cx: &mut Typer<'g>,
    items: &[Node<'g>],
    end: PathEnd,
    around: &Around<'g>,
) -> Result<Reached<'g>, usize> {
    if around.manner == Manner::Names {
        return walk_old(cx, items, end, around).map(|(reached, _)| reached);
    }
    let level = if around.filters { Level::Warning } else { Level::Error };
    let mut walk = Walk { items, end, at: 0, entity: Entity::Unknown, all: false, level };
    let followed = go_to_start(cx, &mut walk, around).and_then(|()| follow_words(cx, &mut walk));
    let Walk { entity, at, all, level, .. } = walk;
    followed.map(|()| Reached { entity, at, all, level, old: false }).ok_or(at)
}

/// As far as a path that is not finished leads to an entity: that, and the position behind it. The words in front of
/// a name are left where no name follows.
pub(super) fn reach<'g>(
    cx: &mut Typer<'g>,
    items: &[Node<'g>],
    end: PathEnd,
    around: &Around<'g>,
) -> Option<(Entity<'g>, usize)> {
    let mut walk = Walk { items, end, at: 0, entity: Entity::Unknown, all: false, level: Level::Error };
    go_to_start(cx, &mut walk, around)?;
    while let Some(node) = items.get(walk.at).copied() {
        let word = node.as_str().filter(|word| WORDS.contains(word));
        let is_last = walk.at + 1 == items.len();
        match word {
            Some("RELATIONSHIP" | "CAPABILITY") if is_last && matches!(walk.entity, Entity::Node(_)) => break,
            Some(word) => {
                walk.at += 1;
                walk.entity = go_on(cx, &mut walk, node, word)?;
            }
            None => break,
        }
    }
    Some((walk.entity, walk.at))
}

fn follow_words<'g>(cx: &mut Typer<'g>, walk: &mut Walk<'_, 'g>) -> Option<()> {
    loop {
        let Some(node) = walk.items.get(walk.at).copied() else {
            let last = *walk.items.last()?;
            let kind = noun(walk.end);
            cx.report(last, codes::unknown_path_step::incomplete(last.span(), kind));
            return None;
        };
        let word = match item_at(cx, node) {
            Item::Word(word) => word,
            Item::Number => {
                cx.report(node, codes::unknown_path_step::number(node.span()));
                return None;
            }
            Item::Computed | Item::Wrong => return None,
        };
        if !WORDS.contains(&word) || is_name(cx, walk, node, word) {
            return Some(());
        }
        walk.at += 1;
        walk.entity = go_on(cx, walk, node, word)?;
    }
}

/// What an item of a path is.
pub(super) fn item_at<'g>(cx: &mut Typer<'g>, node: Node<'g>) -> Item<'g> {
    if cx.types.expressions.call(node).is_some() {
        let before = cx.rest.found.len();
        let typed = type_expression(cx, node, &ValueType::Open);
        if cx.rest.found.len() > before {
            return Item::Wrong;
        }
        return match typed.of.kind(cx.types) {
            Some(BuiltIn::Integer) => Item::Number,
            Some(BuiltIn::String) | None => Item::Computed,
            Some(_) => {
                let got = typed.of.in_words(cx.types);
                cx.report(node, codes::wrong_argument_type::step(node.span(), &got));
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
                cx.report(node, codes::wrong_argument_type::step(node.span(), got));
            }
            Item::Wrong
        }
    }
}

/// The entity that the first item names.
fn go_to_start<'g>(cx: &mut Typer<'g>, walk: &mut Walk<'_, 'g>, around: &Around<'g>) -> Option<()> {
    let first = *walk.items.first()?;
    walk.at = 1;
    let word = match item_at(cx, first) {
        Item::Word(word) => word,
        Item::Number => {
            cx.report(first, codes::unknown_path_start::number(first.span()));
            return None;
        }
        Item::Computed | Item::Wrong => return None,
    };
    let next = walk.items.get(1).copied();
    if word == "SELF" {
        walk.entity = own_entity(cx, first, next, walk.end, around)?;
        return Some(());
    }
    let service = around.service;
    if let Some(template) = service.and_then(|service| service.node_template_named(word)) {
        if around.before {
            cx.report(first, codes::out_of_context::not_yet(first.span(), word));
        }
        let index = index_at(cx, walk);
        match (index, template.count) {
            (Index::First, Some(count))
                if count > 1 && walk.items.get(1).is_some_and(|next| next.as_str().is_some()) =>
            {
                cx.report(first, codes::path_index::several(first.span(), word, count));
            }
            (Index::Number(_), Some(count)) => {
                let at = walk.items[1];
                let found = codes::path_index::beyond(at.span(), &format!("node template `{word}`"), count);
                is_below(cx, at, index, count, found);
            }
            _ => {}
        }
        cx.links.note(first, Link::NodeTemplate(template.key));
        walk.entity = Entity::Node(NodePlace::of_template(template));
        return Some(());
    }
    if let Some(template) = service.and_then(|service| service.relationship_template_named(word)) {
        cx.report(first, codes::legacy_path::relationship_template(first.span(), word));
        cx.links.note(first, Link::RelationshipTemplate(template.key));
        let place = RelationshipPlace::of_template(template);
        walk.entity = place.map_or(Entity::Unknown, Entity::Relationship);
        return Some(());
    }
    unknown_start(cx, first, next, word, around);
    None
}

/// What `SELF` at `first` stands for; `next` follows it.
pub(super) fn own_entity<'g>(
    cx: &mut Typer<'g>,
    first: Node<'g>,
    next: Option<Node<'g>>,
    end: PathEnd,
    around: &Around<'g>,
) -> Option<Entity<'g>> {
    match &around.own {
        Own::Entity(entity) => Some(entity.clone()),
        Own::Target(entity) => {
            if !first.is_lowered() {
                cx.report(first, codes::out_of_context::target_of_policy(first.span()));
            }
            Some(entity.clone())
        }
        Own::None(place) => {
            let name = next.and_then(Node::as_str);
            let meant = name.and_then(|name| {
                let node = only_with(cx, around.service?, end, name)?;
                Some((node, name))
            });
            cx.report(first, codes::out_of_context::no_self(first.span(), place, meant));
            None
        }
    }
}

/// A path starts with `word`, which is no node template.
pub(super) fn unknown_start<'g>(
    cx: &mut Typer<'g>,
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
    } else if let Some(what) = own.and_then(|own| own_member(cx, own, word)) {
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
        codes::unknown_path_start::new(first.span(), word, around.service.is_some(), near)
    };
    cx.report(first, found);
}

/// What `word` is in an entity, for a path that should have started with `SELF`.
fn own_member<'g>(cx: &Typer<'g>, own: &Entity<'g>, word: &str) -> Option<&'static str> {
    // Each property is reflected by an attribute.
    if let Entity::Relationship(place) = own
        && place.source.of.has(cx.types, PathEnd::Attribute, word) == Truth::Yes
    {
        return Some("a property or attribute of the source node");
    }
    if own.field(cx.types, &[Fields::Properties], word).is_found() {
        Some("a property of this entity")
    } else if own.field(cx.types, &[Fields::Attributes], word).is_found() {
        Some("an attribute of this entity")
    } else if own.kinds().member(cx.types, Capabilities, word).is_found() {
        Some("a capability of this node")
    } else if own.kinds().member(cx.types, Requirements, word).is_found() {
        Some("a requirement of this node")
    } else {
        None
    }
}

/// The index that may follow.
fn index_at<'g>(cx: &mut Typer<'g>, walk: &mut Walk<'_, 'g>) -> Index {
    let Some(node) = walk.items.get(walk.at).copied() else { return Index::First };
    let index = match node.scalar() {
        Some(Scalar::String("ALL")) => Index::All,
        Some(Scalar::Integer(text)) if !text.starts_with('-') => {
            Index::Number(number::integer(text).and_then(|number| u64::try_from(number).ok()))
        }
        // What gives an integer is an index.
        _ if cx.types.expressions.call(node).is_some() => {
            let before = cx.so_far();
            let typed = type_expression(cx, node, &ValueType::Open);
            if typed.of.kind(cx.types) != Some(BuiltIn::Integer) {
                // It is read again as what it is.
                cx.forget(before);
                return Index::First;
            }
            Index::Number(known_index(cx, node, &typed))
        }
        _ => return Index::First,
    };
    walk.at += 1;
    walk.all |= index == Index::All;
    index
}

/// The index that an expression comes to, whatever the values of inputs and properties are.
fn known_index<'g>(cx: &mut Typer<'g>, node: Node<'g>, typed: &Typed<'g>) -> Option<u64> {
    let known = match typed.fixed {
        Fixed::No => Known::Unknown,
        _ => cx.evaluator().evaluate(node),
    };
    if let Known::Value(Value::Integer(index)) = known {
        return u64::try_from(index).ok();
    }
    cx.add_root(Root { node, is_whole: true, place: None });
    None
}

/// Whether the index at `node` is less than `bound`, as far as it is known; if not, `found` is told, perhaps once
/// it is known.
fn is_below<'g>(cx: &mut Typer<'g>, node: Node<'g>, index: Index, bound: u64, found: Diagnostic) -> bool {
    match index {
        Index::Number(Some(number)) if number >= bound => {
            cx.report(node, found);
            return false;
        }
        Index::Number(None) => cx.add_bound(IndexBound { index: node, least: bound, found }),
        _ => {}
    }
    true
}

/// Whether a word of the path language is a name here, told as doubtful (10.3-15).
fn is_name<'g>(cx: &mut Typer<'g>, walk: &Walk<'_, 'g>, node: Node<'g>, word: &str) -> bool {
    if walk.entity.has(cx.types, walk.end, word) != Truth::Yes {
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
    cx.report(node, codes::path_word_as_name::in_path(node.span(), word, noun(walk.end), name));
    name
}

/// One step by a word of the path language.
fn go_on<'g>(cx: &mut Typer<'g>, walk: &mut Walk<'_, 'g>, node: Node<'g>, word: &str) -> Option<Entity<'g>> {
    match (&walk.entity, word) {
        (Entity::Node(place), "RELATIONSHIP") => {
            let place = place.clone();
            let (at, name) = name_behind(cx, walk, node, "requirement")?;
            let member = required_member(cx, walk, &place.of, Requirements, at, name)?;
            if let Some(id) = member {
                cx.links.note(at, Link::Requirement(id));
            }
            let index = index_at(cx, walk);
            let at = if index == Index::First { at } else { walk.items[walk.at - 1] };
            Some(relationship_of(cx, &place, member, (at, name), index))
        }
        (Entity::Node(place), "CAPABILITY") => {
            let holder = place.clone();
            let (at, name) = name_behind(cx, walk, node, "capability")?;
            let member = required_member(cx, walk, &holder.of, Capabilities, at, name)?;
            if let Some(id) = member {
                cx.links.note(at, Link::Capability(id));
            }
            let holder = Box::new(holder);
            Some(Entity::Capability(match member {
                Some(id) => CapabilityPlace::of_definition(cx.types, holder, id),
                None => CapabilityPlace { holder, definition: None, of: Kinds::Unknown },
            }))
        }
        (Entity::Relationship(place), "SOURCE") => Some(Entity::Node((*place.source).clone())),
        (Entity::Relationship(place), "TARGET") => Some(Entity::Node((*place.target).clone())),
        (Entity::Relationship(place), "CAPABILITY") => Some(Entity::Capability(place.capability(cx.types))),
        (Entity::Capability(place), "RELATIONSHIP") => {
            let target = (*place.holder).clone();
            if let Some(next) = walk.items.get(walk.at).copied()
                && let Some(name) = next.as_str().filter(|name| *name != "ALL" && !WORDS.contains(name))
                && walk
                    .items
                    .get(walk.at + 1)
                    .and_then(|item| item.as_str())
                    .is_some_and(|word| WORDS.contains(&word))
            {
                cx.report(next, codes::unknown_path_step::incoming_name(next.span(), name));
                return None;
            }
            let at = walk.at;
            if let Index::Number(Some(_)) = index_at(cx, walk) {
                let at = walk.items[at];
                cx.report(at, codes::path_index::unordered(at.span()));
            }
            Some(Entity::Relationship(RelationshipPlace::between(NodePlace::unknown(), target)))
        }
        (Entity::Unknown, _) => None,
        (entity, _) => {
            let found = codes::unknown_path_step::not_here(node.span(), word, entity.noun());
            cx.report(node, found);
            None
        }
    }
}

/// The name that must follow a word.
fn name_behind<'g>(
    cx: &mut Typer<'g>,
    walk: &mut Walk<'_, 'g>,
    word: Node<'g>,
    what: &str,
) -> Option<(Node<'g>, &'g str)> {
    let Some(node) = walk.items.get(walk.at).copied() else {
        cx.report(word, codes::unknown_path_step::nameless(word.span(), word.text(), what));
        return None;
    };
    match item_at(cx, node) {
        Item::Word(name) => {
            walk.at += 1;
            Some((node, name))
        }
        Item::Number => {
            cx.report(node, codes::unknown_path_step::nameless(node.span(), word.text(), what));
            None
        }
        Item::Computed | Item::Wrong => None,
    }
}

/// A member of a node; the inner option is none where that is not known, the outer one where it was
/// told that there is none.
#[expect(clippy::option_option, reason = "nothing known and nothing there are two answers")]
fn required_member<'g, S: Section>(
    cx: &mut Typer<'g>,
    walk: &Walk<'_, 'g>,
    of: &Kinds,
    section: S,
    at: Node<'g>,
    name: &str,
) -> Option<Option<MemberId<S::Member>>> {
    match of.member(cx.types, section, name) {
        Lookup::Found(id) => Some(Some(id)),
        Lookup::Unknown => Some(None),
        Lookup::Absent => {
            let types = cx.types;
            let all = of.ids().iter().map(|id| types.members(types.get(*id), section));
            let names: Vec<&str> = all.flat_map(|members| members.names()).collect();
            nothing_called(cx, at, name, section.noun(), of, &names, walk.level);
            None
        }
    }
}

/// Reports that none of the types `of` has `name`, but `names`.
pub(super) fn nothing_called<'g>(
    cx: &mut Typer<'g>,
    at: Node<'g>,
    name: &str,
    kind: &str,
    of: &Kinds,
    names: &[&str],
    level: Level,
) {
    let types = cx.types;
    let near = suggest(name, names.iter().copied());
    let mut found = codes::unknown_in_path::new(at.span(), kind, name, &of.in_words(types), near);
    if let Some(id) = of.ids().first() {
        found = found.also(types.get(*id).key().span(), "type defined here");
    }
    // A list in a relationship type may be longer in a derived one (10.3-22).
    let listed = matches!(of, Kinds::Listed(_));
    cx.report(at, found.at_level(if listed { Level::Warning } else { level }));
}

/// The relationship of a requirement of a node, by its index.
pub(super) fn relationship_of<'g>(
    cx: &mut Typer<'g>,
    place: &NodePlace<'g>,
    member: Option<RequirementId>,
    (at, name): (Node<'g>, &str),
    index: Index,
) -> Entity<'g> {
    let types = cx.types;
    let by_definition = |place: &NodePlace<'g>| match member {
        Some(id) => Entity::Relationship(RelationshipPlace::of_requirement(types, place.clone(), id)),
        None => Entity::Unknown,
    };
    let range = member.and_then(|id| types.requirement(id).count_range).map(|(range, _)| range);
    let least = range.map_or(1, |range| range.least);
    if let (Index::Number(_), Some(Bound::Most(most))) = (index, range.map(|range| range.most)) {
        let found = codes::path_index::beyond(at.span(), &format!("requirement `{name}`"), most);
        if !is_below(cx, at, index, most, found) {
            return by_definition(place);
        }
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
    let is_beyond = |total: u64| index != Index::All && wanted.is_none_or(|wanted| wanted >= total);
    if let Some(total) = total.filter(|total| is_beyond(*total))
        && !is_mapped(template.service(), template.name())
    {
        let (own, key) = (template.name(), template.key().span());
        let found = codes::path_index::nowhere(at.span(), name, own, total, key);
        if !is_below(cx, at, Index::Number(wanted), total, found) {
            return by_definition(place);
        }
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
