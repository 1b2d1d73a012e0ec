//! Paths as earlier versions write them, where a dialect marked them: an entity, perhaps one of its
//! capabilities or requirements, and what is read. What the second element is depends on the entity.

use crate::diagnostics::{Level, codes};
use crate::dialects::Mark;
use crate::expressions::Form;
use crate::functions::PathEnd;
use crate::model::types::{Capabilities, CapabilityId, RequirementId, Requirements};
use crate::model::{Lookup, Truth};
use crate::values::judge::Judge;
use crate::values::links::Link;
use crate::values::typing::Typer;
use crate::yaml::Node;

use super::around::{Around, Own, around_of};
use super::entity::{CapabilityPlace, Entity, Kinds, NodePlace, RelationshipPlace, noun, truth};
use super::walk::{Index, Item, Reached, item_at, own_entity, relationship_of, unknown_start};

/// So many nodes are asked for their host.
const MOST_HOSTS: usize = 32;

type Way<'g> = Vec<Step<'g>>;

/// An element of a path as TOSCA 2.0 writes it.
#[derive(Clone, Debug)]
pub enum Step<'g> {
    /// A word or name that is written in place of something else.
    Word(String),
    /// An element that stays.
    Written(Node<'g>),
}

/// What the second element of a path is.
enum Second {
    Capability(CapabilityId),
    Requirement(RequirementId),
    /// A property or attribute, or nothing at all.
    Field,
    Unknown,
}

/// Whether the arguments of the call at `node`, or the mapping at `node`, are a path of an earlier
/// version.
pub(super) fn is_old<'g>(cx: &Typer<'g>, node: Node<'g>) -> bool {
    match cx.types.expressions.call(node) {
        Some(call) => matches!(call.form(), Form::NamePath(..)),
        None => cx.types.graph.file(node.tree().file()).marks().of(node.id()) == Some(Mark::Path),
    }
}

/// As [`Checker::walk`], for paths of earlier versions. Gives the same path as TOSCA 2.0 writes it, too.
pub(super) fn walk_old<'g>(
    cx: &mut Typer<'g>,
    items: &[Node<'g>],
    end: PathEnd,
    around: &Around<'g>,
) -> Result<(Reached<'g>, Way<'g>), usize> {
    let first = *items.first().ok_or(0_usize)?;
    let Item::Word(word) = item_at(cx, first) else { return Err(0) };
    let next = items.get(1).copied();
    let (entity, mut way) = old_start(cx, first, word, next, end, around).ok_or(0_usize)?;
    let level = if around.filters { Level::Warning } else { Level::Error };
    let reached = |entity, at| Reached { entity, at, all: false, level, old: true };
    let Some(second) = next else {
        let found = codes::unknown_path_step::incomplete(first.span(), noun(end));
        cx.report(first, found);
        return Err(0);
    };
    let name = match item_at(cx, second) {
        Item::Word(name) => name,
        Item::Number => {
            cx.report(second, codes::unknown_path_step::number(second.span()));
            return Err(1);
        }
        Item::Computed | Item::Wrong => return Err(1),
    };
    let Entity::Node(place) = &entity else { return Ok((reached(entity, 1), way)) };
    let meant = second_of(cx, place, name, items.get(2).copied(), end);
    match meant {
        Second::Capability(id) => cx.links.note(second, Link::Capability(id)),
        Second::Requirement(id) => cx.links.note(second, Link::Requirement(id)),
        Second::Field | Second::Unknown => {}
    }
    match meant {
        Second::Unknown => Err(1),
        Second::Field => Ok((reached(entity, 1), way)),
        Second::Capability(id) => {
            let key = cx.types.capability(id).key().text();
            let own = if key == name { Step::Written(second) } else { Step::Word(key.to_owned()) };
            way.extend([Step::Word("CAPABILITY".to_owned()), own]);
            let capability = CapabilityPlace::of_definition(cx.types, Box::new(place.clone()), id);
            Ok((reached(Entity::Capability(capability), 2), way))
        }
        Second::Requirement(id) => {
            let place = place.clone();
            let relationship = relationship_of(cx, &place, Some(id), (second, name), Index::First);
            let Entity::Relationship(relationship) = relationship else { return Err(2) };
            let capability = relationship.capability(cx.types);
            let capability = Entity::Capability(capability);
            let of_capability = match items[2].as_str() {
                Some(third) => capability.has(cx.types, end, third),
                None => return Err(2),
            };
            let own = of_relationship(cx, &relationship, end, items[2].text());
            let target = (*relationship.target).clone();
            let (end, entity) = match (of_capability, &target.of) {
                (Truth::Yes, _) => (Some("CAPABILITY"), capability),
                (_, Kinds::Unknown) => return Err(2),
                _ if own && lacks(cx, &target, end, items[2].text()) => {
                    (None, Entity::Relationship(relationship))
                }
                (Truth::Unknown, _) if lacks(cx, &target, end, items[2].text()) => return Err(2),
                _ => (Some("TARGET"), Entity::Node(target)),
            };
            way.extend([Step::Word("RELATIONSHIP".to_owned()), Step::Written(second)]);
            way.extend(std::iter::once("0").chain(end).map(|word| Step::Word(word.to_owned())));
            Ok((reached(entity, 2), way))
        }
    }
}

/// The entity that the first of `items` names in a path that is not finished, and the items behind it.
pub(super) fn old_reach<'g, 'i>(
    cx: &mut Typer<'g>,
    items: &'i [Node<'g>],
    end: PathEnd,
    around: &Around<'g>,
) -> Option<(Entity<'g>, &'i [Node<'g>])> {
    let (first, rest) = items.split_first()?;
    let Item::Word(word) = item_at(cx, *first) else { return None };
    let (entity, _) = old_start(cx, *first, word, rest.first().copied(), end, around)?;
    Some((entity, rest))
}

/// The path of the marked list `list`, with what is read at its end, as TOSCA 2.0 writes it. `end` is
/// what a built-in function reads there. Of a path that is wrong, or about something that is not known, only
/// the start is sure.
pub(in crate::values) fn new_path<'g>(
    cx: &mut Typer<'g>,
    list: Node<'g>,
    end: Option<PathEnd>,
) -> Vec<Step<'g>> {
    known_path(cx, list, end).unwrap_or_else(|| {
        let first = list.items().next().map_or("", Node::text);
        let own = matches!(first, "SOURCE" | "TARGET").then(|| Step::Word("SELF".to_owned()));
        own.into_iter().chain(list.items().map(Step::Written)).collect()
    })
}

fn known_path<'g>(cx: &mut Typer<'g>, list: Node<'g>, end: Option<PathEnd>) -> Option<Vec<Step<'g>>> {
    let end = match end {
        Some(end @ (PathEnd::Property | PathEnd::Artifact)) => end,
        Some(PathEnd::Attribute | PathEnd::Allocation) | None => PathEnd::Attribute,
    };
    let items: Vec<Node<'g>> = list.items().collect();
    let around = around_of(cx, list);
    let (at, mut way) = match walk_old(cx, &items, end, &around) {
        Ok((reached, way)) => (reached.at, way),
        // A requirement that leads to something unknown: to a node, as most do.
        Err(2) => {
            let [first, requirement, ..] = items[..] else { return None };
            let Item::Word(word) = item_at(cx, first) else { return None };
            let (_, mut way) = old_start(cx, first, word, Some(requirement), end, &around)?;
            way.extend([Step::Word("RELATIONSHIP".to_owned()), Step::Written(requirement)]);
            way.extend(["0", "TARGET"].map(|word| Step::Word(word.to_owned())));
            (2, way)
        }
        Err(_) => return None,
    };
    way.extend(items[at..].iter().copied().map(Step::Written));
    Some(way)
}

/// Whether a path may end at `name` of a relationship itself: last of all it may be meant.
fn of_relationship<'g>(cx: &Typer<'g>, place: &RelationshipPlace<'g>, end: PathEnd, name: &str) -> bool {
    Entity::Relationship(place.clone()).has(cx.types, end, name) == Truth::Yes
}

/// Whether a path cannot end at `name` of any node of these types.
fn lacks<'g>(cx: &Typer<'g>, place: &NodePlace<'g>, end: PathEnd, name: &str) -> bool {
    place.of.has(cx.types, end, name) == Truth::No
}

fn second_of<'g>(
    cx: &mut Typer<'g>,
    place: &NodePlace<'g>,
    name: &str,
    third: Option<Node<'g>>,
    end: PathEnd,
) -> Second {
    let Some(third) = third.filter(|_| end != PathEnd::Artifact) else { return Second::Field };
    let requirement = place.of.member(cx.types, Requirements, name);
    match place.of.member(cx.types, Capabilities, name) {
        Lookup::Found(id) => {
            // Of a capability and a requirement with the same name, the one that has what is read.
            let holder = Box::new(place.clone());
            let capability = Entity::Capability(CapabilityPlace::of_definition(cx.types, holder, id));
            let lacks = capability.has(cx.types, end, third.text()) == Truth::No;
            return match requirement {
                Lookup::Found(requirement) if lacks => Second::Requirement(requirement),
                _ => Second::Capability(id),
            };
        }
        Lookup::Unknown => return Second::Unknown,
        Lookup::Absent => {}
    }
    match requirement {
        Lookup::Found(id) => return Second::Requirement(id),
        Lookup::Unknown => return Second::Unknown,
        Lookup::Absent => {}
    }
    if !lacks(cx, place, end, name) {
        return Second::Field;
    }
    match of_type(cx, place, name)[..] {
        [] => Second::Field,
        [only] => Second::Capability(only),
        _ => Second::Unknown,
    }
}

/// The capabilities of a node that are of the type `name`, or of one that derives from it.
fn of_type<'g>(cx: &Typer<'g>, place: &NodePlace<'g>, name: &str) -> Vec<CapabilityId> {
    let types = cx.types;
    let [only] = place.of.ids() else { return Vec::new() };
    let bare = name.rsplit(':').next().unwrap_or(name);
    let is_it = |of: &str| of == bare || of.strip_suffix(bare).is_some_and(|family| family.ends_with('.'));
    let found = types.members(types.get(*only), Capabilities).only(|id| {
        let of = types.capability(id).capability_type.and_then(|used| types.defined(used.meaning));
        of.is_some_and(|of| types.lineage(of).any(|ancestor| is_it(ancestor.name())))
    });
    found.ids().to_vec()
}

/// The entity that the first element names, and how TOSCA 2.0 names it.
fn old_start<'g>(
    cx: &mut Typer<'g>,
    first: Node<'g>,
    word: &'g str,
    next: Option<Node<'g>>,
    end: PathEnd,
    around: &Around<'g>,
) -> Option<(Entity<'g>, Way<'g>)> {
    if word == "SELF" {
        let entity = own_entity(cx, first, next, end, around)?;
        return Some((entity, vec![Step::Written(first)]));
    }
    if let Some(service) = around.service {
        if let Some(template) = service.node_template_named(word) {
            cx.links.note(first, Link::NodeTemplate(template.key));
            let place = NodePlace::of_template(template);
            return Some((Entity::Node(place), vec![Step::Written(first)]));
        }
        if let Some(template) = service.relationship_template_named(word) {
            cx.links.note(first, Link::RelationshipTemplate(template.key));
            let place = RelationshipPlace::of_template(template);
            return Some((place.map_or(Entity::Unknown, Entity::Relationship), vec![Step::Written(first)]));
        }
    }
    let own = match &around.own {
        Own::Entity(entity) | Own::Target(entity) => Some(entity.clone()),
        Own::None(_) => None,
    };
    let itself = || Step::Word("SELF".to_owned());
    match (word, own) {
        ("HOST" | "SOURCE" | "TARGET", Some(Entity::Unknown)) => None,
        ("SOURCE" | "TARGET", Some(Entity::Relationship(place))) => {
            let end = if word == "SOURCE" { place.source } else { place.target };
            Some((Entity::Node(*end), vec![itself(), Step::Written(first)]))
        }
        ("HOST", Some(Entity::Node(place))) => {
            let (host, steps) = host_of(cx, first, place, next, end)?;
            Some((Entity::Node(host), std::iter::once(itself()).chain(steps).collect()))
        }
        ("HOST", Some(Entity::Relationship(place))) => {
            let (host, steps) = host_of(cx, first, *place.source, next, end)?;
            let start = [itself(), Step::Word("SOURCE".to_owned())];
            Some((Entity::Node(host), start.into_iter().chain(steps).collect()))
        }
        ("HOST" | "SOURCE" | "TARGET", _) => {
            cx.report(first, codes::unknown_path_start::no_relationship(first.span(), word));
            None
        }
        _ => {
            unknown_start(cx, first, next, word, around);
            None
        }
    }
}

/// The nearest node below `place`, along what it is hosted on, that has what is read.
fn host_of<'g>(
    cx: &mut Typer<'g>,
    word: Node<'g>,
    mut place: NodePlace<'g>,
    next: Option<Node<'g>>,
    end: PathEnd,
) -> Option<(NodePlace<'g>, Way<'g>)> {
    let wanted = next?.as_str()?;
    let hosting = cx.types.graph.file(word.tree().file()).policies().paths.hosting?;
    let mut way = Way::new();
    for _ in 0..MOST_HOSTS {
        let Some((id, name)) = hosting_of(cx, &place, hosting)? else {
            let what = noun(end);
            cx.report(word, codes::unknown_path_start::no_host(word.span(), what, wanted, way.is_empty()));
            return None;
        };
        let Entity::Relationship(relationship) =
            relationship_of(cx, &place, Some(id), (word, name), Index::First)
        else {
            return None;
        };
        place = *relationship.target;
        way.extend(["RELATIONSHIP", name, "0", "TARGET"].map(|word| Step::Word(word.to_owned())));
        let has = [
            place.of.has(cx.types, end, wanted),
            truth(&place.of.member(cx.types, Capabilities, wanted)),
            truth(&place.of.member(cx.types, Requirements, wanted)),
        ];
        if has.contains(&Truth::Yes) {
            return Some((place, way));
        }
        if has.contains(&Truth::Unknown) {
            return None;
        }
    }
    None
}

/// The requirement through which a node is hosted, by a relationship of the type `hosting`; the outer option is none where that is not known,
/// the inner one where there is none.
#[expect(clippy::option_option, reason = "nothing known and nothing there are two answers")]
fn hosting_of<'g>(
    cx: &Typer<'g>,
    place: &NodePlace<'g>,
    hosting: &str,
) -> Option<Option<(RequirementId, &'g str)>> {
    let types = cx.types;
    let [only] = place.of.ids() else { return None };
    let of = types.get(*only);
    let found = types.members(of, Requirements).iter().find(|(_, id)| {
        let connection = types.requirement(*id).relationship.relationship_type;
        let connection = connection.and_then(|used| types.defined(used.meaning));
        connection
            .is_some_and(|connection| types.lineage(connection).any(|ancestor| ancestor.name() == hosting))
    });
    match found {
        Some((_, id)) => Some(Some((id, types.requirement(id).key().text()))),
        None if of.is_open => None,
        None => Some(None),
    }
}
