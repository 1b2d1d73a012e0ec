//! Follows paths with the syntax of earlier versions, where a dialect marked them: an entity, perhaps one of
//! its capabilities or requirements, and the name that is read. The entity determines what the second item
//! is.

use crate::diagnostics::{Level, rules};
use crate::dialects::Mark;
use crate::expressions::Form;
use crate::functions::PathEnd;
use crate::model::types::{Capabilities, CapabilityId, RequirementId, Requirements};
use crate::model::{Lookup, Truth};
use crate::values::check_context::CheckContext;
use crate::values::links::Link;
use crate::values::typing::Typer;
use crate::yaml::YamlNode;

use super::context::{PathContext, SelfEntity, find_path_context};
use super::entity::{Entity, Kinds, PathCapability, PathNode, PathRelationship, noun, truth};
use super::walk::{Index, Item, Reached, item_at, relationship_of, resolve_self, unknown_start};

/// Maximum number of nodes whose host is looked up.
const MAX_HOSTS: usize = 32;

type PathSteps<'g> = Vec<PathStep<'g>>;

/// An item of a path in TOSCA 2.0.
#[derive(Clone, Debug)]
pub enum PathStep<'g> {
    /// A word or name that replaces something else.
    Word(String),
    /// An item that stays.
    Written(YamlNode<'g>),
}

/// A path in TOSCA 2.0.
#[derive(Debug)]
pub struct NewPath<'g> {
    /// Its items.
    pub steps: Vec<PathStep<'g>>,
    /// Whether it means the same as the path with the syntax of an earlier version. If that is wrong or partly
    /// unknown, only its start is rewritten.
    pub is_certain: bool,
}

/// What the second item of a path is.
enum Second {
    Capability(CapabilityId),
    Requirement(RequirementId),
    /// A property or attribute, or nothing.
    Field,
    Unknown,
}

/// Whether the arguments of the call at `node`, or the mapping at `node`, are a path with the syntax of an
/// earlier version.
pub(super) fn is_legacy<'g>(cx: &Typer<'g>, node: YamlNode<'g>) -> bool {
    match cx.types.expressions.call(node) {
        Some(call) => matches!(call.form(), Form::NamePath(..)),
        None => cx.types.graph.file(node.tree().file()).marks().mark(node.id()) == Some(Mark::Path),
    }
}

/// Follows a path with the syntax of an earlier version, like `follow_path`. Also returns the same path in
/// TOSCA 2.0.
pub(super) fn follow_legacy_path<'g>(
    cx: &mut Typer<'g>,
    items: &[YamlNode<'g>],
    end: PathEnd,
    context: &PathContext<'g>,
) -> Result<(Reached<'g>, PathSteps<'g>), usize> {
    let first = *items.first().ok_or(0_usize)?;
    let Item::Word(word) = item_at(cx, first) else { return Err(0) };
    let word = &*word;
    let next = items.get(1).copied();
    let (entity, mut written) = legacy_start(cx, first, word, next, end, context).ok_or(0_usize)?;
    let level = if context.is_filter { Level::Warning } else { Level::Error };
    let reached = |entity, index| Reached { entity, index, is_all: false, level, is_legacy: true };
    let Some(second) = next else {
        let diagnostic = rules::unknown_path_step::incomplete(first.span(), noun(end), &[]);
        cx.report(first, diagnostic);
        return Err(0);
    };
    let name = match item_at(cx, second) {
        Item::Word(name) => name,
        Item::Number => {
            cx.report(second, rules::unknown_path_step::number(second.span()));
            return Err(1);
        }
        Item::Computed | Item::Wrong => return Err(1),
    };
    let name = &*name;
    let Entity::Node(path_node) = &entity else { return Ok((reached(entity, 1), written)) };
    let second_element = find_second(cx, path_node, name, items.get(2).copied(), end);
    match second_element {
        Second::Capability(id) => cx.links.record(second, Link::Capability(id)),
        Second::Requirement(id) => cx.links.record(second, Link::Requirement(id)),
        Second::Field | Second::Unknown => {}
    }
    match second_element {
        Second::Unknown => Err(1),
        Second::Field => Ok((reached(entity, 1), written)),
        Second::Capability(id) => {
            let key = cx.types.capability(id).key().text();
            let name_step =
                if key == name { PathStep::Written(second) } else { PathStep::Word(key.to_owned()) };
            written.extend([PathStep::Word("CAPABILITY".to_owned()), name_step]);
            let capability = PathCapability::of_definition(cx.types, Box::new(path_node.clone()), id);
            Ok((reached(Entity::Capability(capability), 2), written))
        }
        Second::Requirement(id) => {
            let path_node = path_node.clone();
            let relationship = relationship_of(cx, &path_node, Some(id), (second, name), Index::First);
            let Entity::Relationship(relationship) = relationship else { return Err(2) };
            let capability = relationship.capability(cx.types);
            let capability = Entity::Capability(capability);
            let of_capability = match items[2].as_str() {
                Some(third) => capability.has(cx.types, end, third),
                None => return Err(2),
            };
            let is_own_field = is_in_relationship(cx, &relationship, end, items[2].text());
            let target = (*relationship.target).clone();
            let is_bound = is_lower_bound(cx, second, &target);
            let (end, entity) = match (of_capability, &target.kinds) {
                (Truth::Yes, _) => (Some("CAPABILITY"), capability),
                (_, Kinds::Unknown) => return Err(2),
                _ if is_own_field && is_missing(cx, &target, end, items[2].text()) => {
                    (None, Entity::Relationship(relationship))
                }
                (Truth::Unknown, _) if is_missing(cx, &target, end, items[2].text()) => return Err(2),
                _ => (Some("TARGET"), Entity::Node(target)),
            };
            written.extend([PathStep::Word("RELATIONSHIP".to_owned()), PathStep::Written(second)]);
            written.extend(std::iter::once("0").chain(end).map(|word| PathStep::Word(word.to_owned())));
            let reached = reached(entity, 2);
            Ok((if is_bound { Reached { level: Level::Warning, ..reached } } else { reached }, written))
        }
    }
}

/// Whether the node that `word` leads to has the members of its type at least: its template is not known, and tools of
/// the language look members up when the service runs.
fn is_lower_bound(cx: &Typer<'_>, word: YamlNode<'_>, node: &PathNode<'_>) -> bool {
    let is_lenient = cx.types.graph.file(word.tree().file()).policies().paths.hosting.is_some();
    node.template.is_none() && is_lenient && !cx.types.graph.strict
}

/// Returns the entity that the first of `items` names in an unfinished path, and the items after it.
pub(super) fn reach_legacy<'g, 'i>(
    cx: &mut Typer<'g>,
    items: &'i [YamlNode<'g>],
    end: PathEnd,
    context: &PathContext<'g>,
) -> Option<(Entity<'g>, &'i [YamlNode<'g>])> {
    let (first, remaining) = items.split_first()?;
    let Item::Word(word) = item_at(cx, *first) else { return None };
    let (entity, _) = legacy_start(cx, *first, &word, remaining.first().copied(), end, context)?;
    Some((entity, remaining))
}

/// Returns the TOSCA 2.0 form of the path in the marked list `list`, including the name that is read at its
/// end. `end` is what a built-in function reads there.
pub(in crate::values) fn new_path<'g>(
    cx: &mut Typer<'g>,
    list: YamlNode<'g>,
    end: Option<PathEnd>,
) -> NewPath<'g> {
    if let Some(steps) = known_path(cx, list, end) {
        return NewPath { steps, is_certain: true };
    }
    let mut items = list.items();
    // Two words mean the same in both notations, except that only 1.x knows hosts.
    let is_certain = items.next().is_some_and(|first| first.text() != "HOST") && items.count() < 2;
    let steps = {
        let first = list.items().next().map_or("", YamlNode::text);
        let self_step = matches!(first, "SOURCE" | "TARGET").then(|| PathStep::Word("SELF".to_owned()));
        self_step.into_iter().chain(list.items().map(PathStep::Written)).collect()
    };
    NewPath { steps, is_certain }
}

fn known_path<'g>(cx: &mut Typer<'g>, list: YamlNode<'g>, end: Option<PathEnd>) -> Option<Vec<PathStep<'g>>> {
    let end = match end {
        Some(end @ (PathEnd::Property | PathEnd::Artifact)) => end,
        Some(PathEnd::Attribute | PathEnd::Allocation) | None => PathEnd::Attribute,
    };
    let items: Vec<YamlNode<'g>> = list.items().collect();
    let context = find_path_context(cx, list);
    let (index, mut written) = match follow_legacy_path(cx, &items, end, &context) {
        Ok((reached, written)) => (reached.index, written),
        // The target of the requirement is unknown; most targets are nodes.
        Err(2) => {
            let [first, requirement, ..] = items[..] else { return None };
            let Item::Word(word) = item_at(cx, first) else { return None };
            let (_, mut written) = legacy_start(cx, first, &word, Some(requirement), end, &context)?;
            written.extend([PathStep::Word("RELATIONSHIP".to_owned()), PathStep::Written(requirement)]);
            written.extend(["0", "TARGET"].map(|word| PathStep::Word(word.to_owned())));
            (2, written)
        }
        Err(_) => return None,
    };
    written.extend(items[index..].iter().copied().map(PathStep::Written));
    Some(written)
}

/// Whether a path may end at `name` in a relationship itself, which has the lowest priority.
fn is_in_relationship<'g>(
    cx: &Typer<'g>,
    relationship: &PathRelationship<'g>,
    end: PathEnd,
    name: &str,
) -> bool {
    Entity::Relationship(relationship.clone()).has(cx.types, end, name) == Truth::Yes
}

/// Whether a path cannot end at `name` in any node of these types.
fn is_missing<'g>(cx: &Typer<'g>, path_node: &PathNode<'g>, end: PathEnd, name: &str) -> bool {
    path_node.kinds.has(cx.types, end, name) == Truth::No
}

fn find_second<'g>(
    cx: &mut Typer<'g>,
    path_node: &PathNode<'g>,
    name: &str,
    third: Option<YamlNode<'g>>,
    end: PathEnd,
) -> Second {
    let Some(third) = third.filter(|_| end != PathEnd::Artifact) else { return Second::Field };
    let requirement = path_node.kinds.member(cx.types, Requirements, name);
    match path_node.kinds.member(cx.types, Capabilities, name) {
        Lookup::Found(id) => {
            // Of a capability and a requirement with the same name, use the one that has what is read.
            let owner = Box::new(path_node.clone());
            let capability = Entity::Capability(PathCapability::of_definition(cx.types, owner, id));
            let is_absent = capability.has(cx.types, end, third.text()) == Truth::No;
            return match requirement {
                Lookup::Found(requirement) if is_absent => Second::Requirement(requirement),
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
    if !is_missing(cx, path_node, end, name) {
        return Second::Field;
    }
    match capabilities_of_type(cx, path_node, name)[..] {
        [] => Second::Field,
        [only] => Second::Capability(only),
        _ => Second::Unknown,
    }
}

/// Returns the capabilities of a node that are of the type `name` or derive from it.
fn capabilities_of_type<'g>(cx: &Typer<'g>, path_node: &PathNode<'g>, name: &str) -> Vec<CapabilityId> {
    let types = cx.types;
    let [only] = path_node.kinds.ids() else { return Vec::new() };
    let bare = name.rsplit(':').next().unwrap_or(name);
    let is_it =
        |name: &str| name == bare || name.strip_suffix(bare).is_some_and(|family| family.ends_with('.'));
    let matching = types.members(types.get(*only), Capabilities).only(|id| {
        let ty = types.capability(id).capability_type.and_then(|used| types.defined(used.meaning));
        ty.is_some_and(|ty| types.lineage(ty).any(|ancestor| is_it(ancestor.name())))
    });
    matching.ids().to_vec()
}

/// Returns the entity that the first item names, and its name in TOSCA 2.0.
pub(super) fn legacy_start<'g>(
    cx: &mut Typer<'g>,
    first: YamlNode<'g>,
    word: &str,
    next: Option<YamlNode<'g>>,
    end: PathEnd,
    context: &PathContext<'g>,
) -> Option<(Entity<'g>, PathSteps<'g>)> {
    if word == "SELF" {
        let entity = resolve_self(cx, first, next, end, context)?;
        return Some((entity, vec![PathStep::Written(first)]));
    }
    if let Some(service) = context.service {
        if let Some(template) = service.node_template_named(word) {
            cx.links.record(first, Link::NodeTemplate(template.key));
            let path_node = PathNode::of_template(template);
            return Some((Entity::Node(path_node), vec![PathStep::Written(first)]));
        }
        if let Some(template) = service.relationship_template_named(word) {
            cx.links.record(first, Link::RelationshipTemplate(template.key));
            let relationship = PathRelationship::of_template(template);
            return Some((
                relationship.map_or(Entity::Unknown, Entity::Relationship),
                vec![PathStep::Written(first)],
            ));
        }
    }
    let self_entity = match &context.self_entity {
        SelfEntity::Entity(entity) | SelfEntity::Target(entity) => Some(entity.clone()),
        SelfEntity::None(_) => None,
    };
    let itself = || PathStep::Word("SELF".to_owned());
    match (word, self_entity) {
        ("HOST" | "SOURCE" | "TARGET", Some(Entity::Unknown)) => None,
        ("SOURCE" | "TARGET", Some(Entity::Relationship(relationship))) => {
            let end = if word == "SOURCE" { relationship.source } else { relationship.target };
            Some((Entity::Node(*end), vec![itself(), PathStep::Written(first)]))
        }
        ("HOST", Some(Entity::Node(path_node))) => {
            let (host, steps) = find_host(cx, first, path_node, next, end)?;
            Some((Entity::Node(host), std::iter::once(itself()).chain(steps).collect()))
        }
        ("HOST", Some(Entity::Relationship(relationship))) => {
            let (host, steps) = find_host(cx, first, *relationship.source, next, end)?;
            let start = [itself(), PathStep::Word("SOURCE".to_owned())];
            Some((Entity::Node(host), start.into_iter().chain(steps).collect()))
        }
        ("HOST" | "SOURCE" | "TARGET", _) => {
            cx.report(first, rules::unknown_path_start::no_relationship(first.span(), word));
            None
        }
        _ => {
            unknown_start(cx, first, next, word, context);
            None
        }
    }
}

/// Returns the nearest host of `path_node`, direct or indirect, that has what is read.
fn find_host<'g>(
    cx: &mut Typer<'g>,
    word: YamlNode<'g>,
    mut path_node: PathNode<'g>,
    next: Option<YamlNode<'g>>,
    end: PathEnd,
) -> Option<(PathNode<'g>, PathSteps<'g>)> {
    let name_to_read = next?.as_str()?;
    let hosting = cx.types.graph.file(word.tree().file()).policies().paths.hosting?;
    let mut written = PathSteps::new();
    for _ in 0..MAX_HOSTS {
        let Some((id, name)) = find_hosting_requirement(cx, &path_node, hosting)? else {
            let what = noun(end);
            let diagnostic =
                rules::unknown_path_start::no_host(word.span(), what, name_to_read, !written.is_empty());
            let is_bound = !written.is_empty() && is_lower_bound(cx, word, &path_node);
            cx.report(word, if is_bound { diagnostic.at_level(Level::Warning) } else { diagnostic });
            return None;
        };
        let Entity::Relationship(relationship) =
            relationship_of(cx, &path_node, Some(id), (word, name), Index::First)
        else {
            return None;
        };
        path_node = *relationship.target;
        written.extend(["RELATIONSHIP", name, "0", "TARGET"].map(|word| PathStep::Word(word.to_owned())));
        let has = [
            path_node.kinds.has(cx.types, end, name_to_read),
            truth(&path_node.kinds.member(cx.types, Capabilities, name_to_read)),
            truth(&path_node.kinds.member(cx.types, Requirements, name_to_read)),
        ];
        if has.contains(&Truth::Yes) {
            return Some((path_node, written));
        }
        if has.contains(&Truth::Unknown) {
            return None;
        }
    }
    None
}

/// Returns the requirement through which a node is hosted, by a relationship of the type `hosting`: `None` if
/// that is not known, `Some(None)` if there is no such requirement.
#[expect(clippy::option_option, reason = "nothing known and nothing there are two answers")]
fn find_hosting_requirement<'g>(
    cx: &Typer<'g>,
    path_node: &PathNode<'g>,
    hosting: &str,
) -> Option<Option<(RequirementId, &'g str)>> {
    let types = cx.types;
    let [only] = path_node.kinds.ids() else { return None };
    let ty = types.get(*only);
    let requirement = types.members(ty, Requirements).iter().find(|(_, id)| {
        let connection = types.requirement(*id).relationship.relationship_type;
        let connection = connection.and_then(|used| types.defined(used.meaning));
        connection
            .is_some_and(|connection| types.lineage(connection).any(|ancestor| ancestor.name() == hosting))
    });
    match requirement {
        Some((_, id)) => Some(Some((id, types.requirement(id).key().text()))),
        None if ty.is_incomplete => None,
        None => Some(None),
    }
}
