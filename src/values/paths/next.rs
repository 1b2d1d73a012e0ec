//! Lists what may follow in an unfinished path.

use crate::functions::PathEnd;
use crate::literals::BuiltIn;
use crate::model::Model;
use crate::model::types::{
    Artifacts, Capabilities, FieldTable, Fields, MemberId, Requirements, Section, Types,
};
use crate::resolve::DefinitionId;
use crate::values::ValueType;
use crate::values::links::{Link, recording_typer};
use crate::values::typing::Typer;
use crate::yaml::YamlNode;

use super::context::{PathContext, PathSyntax, SelfEntity, find_path_context};
use super::entity::{Entity, Kinds, fields};
use super::legacy::reach_legacy;
use super::walk::{Index, reach, relationship_of};

/// What is allowed at a position of a path.
#[derive(Debug, Default)]
pub struct NextInPath {
    /// The allowed words of the path language.
    pub words: Vec<&'static str>,
    /// The names that can be used.
    pub names: Vec<Link>,
}

/// Returns what may follow `items`, the first items of a path at `node`, for a function that reads its `end`.
#[must_use]
pub fn next_in_path<'g>(
    model: &'g Model,
    node: YamlNode<'g>,
    items: &[YamlNode<'g>],
    end: PathEnd,
) -> NextInPath {
    let types = &model.types;
    let mut cx = recording_typer(model);
    let context = find_path_context(&mut cx, node);
    let is_legacy = context.syntax == PathSyntax::Names;
    if items.is_empty() {
        let mut words = Vec::new();
        match &context.self_entity {
            SelfEntity::Entity(Entity::Relationship(_)) if is_legacy => {
                words.extend(["SELF", "SOURCE", "TARGET"]);
            }
            SelfEntity::Entity(Entity::Node(_)) if is_legacy => words.extend(["SELF", "HOST"]),
            SelfEntity::Entity(_) | SelfEntity::Target(_) => words.push("SELF"),
            SelfEntity::None(_) => {}
        }
        let templates = context.service.into_iter().flat_map(|service| service.node_templates().iter());
        return NextInPath {
            words,
            names: templates.map(|template| Link::NodeTemplate(template.key)).collect(),
        };
    }
    if is_legacy {
        return after_names(&mut cx, items, end, &context);
    }
    let Some((entity, index)) = reach(&mut cx, items, end, &context) else { return NextInPath::default() };
    let Some(name) = items.get(index) else { return of_entity(types, &entity, items, end) };
    match (&entity, name.text()) {
        (Entity::Node(path_node), "RELATIONSHIP") if index + 1 == items.len() => {
            let names = members_of(types, &path_node.kinds, Requirements, Link::Requirement);
            NextInPath { words: Vec::new(), names }
        }
        (Entity::Node(path_node), "CAPABILITY") if index + 1 == items.len() => {
            let names = members_of(types, &path_node.kinds, Capabilities, Link::Capability);
            NextInPath { words: Vec::new(), names }
        }
        (_, name) => {
            let field = entity.field(types, fields(end), name).into_option();
            let steps = items.get(index + 1..).unwrap_or(&[]);
            let ty = field.map(|id| ValueType::Field(types.field(id)));
            NextInPath {
                words: Vec::new(),
                names: ty.map_or_else(Vec::new, |ty| next_in_value(types, ty, steps)),
            }
        }
    }
}

/// Returns the properties that may follow `steps` into a value of the type `ty`.
#[must_use]
pub fn next_in_value<'g>(types: &'g Types, ty: ValueType<'g>, steps: &[YamlNode<'g>]) -> Vec<Link> {
    let inner = |ty: ValueType<'g>, step: &YamlNode<'g>| match types.built_in(ty.data_type()?) {
        Some(BuiltIn::List | BuiltIn::Map) => ty.entries(types),
        Some(_) => None,
        None => {
            let owner = types.defined(ty.data_type()?)?;
            let id = types.member(owner, Fields::Properties, step.as_str()?)?;
            Some(ValueType::Field(types.field(id)))
        }
    };
    let reached = steps.iter().try_fold(ty, inner).and_then(|ty| ty.data_type());
    let owner = reached.filter(|ty| types.built_in(*ty).is_none()).and_then(|ty| types.defined(ty));
    let all = owner.map(|ty| types.members(ty, Fields::Properties).ids().to_vec());
    all.unwrap_or_default().into_iter().map(Link::Field).collect()
}

/// Returns the names that can be read from an entity, and the words that may follow it.
fn of_entity<'g>(types: &'g Types, entity: &Entity<'g>, items: &[YamlNode<'g>], end: PathEnd) -> NextInPath {
    let mut words = match entity {
        Entity::Node(_) => vec!["RELATIONSHIP", "CAPABILITY"],
        Entity::Relationship(_) => vec!["SOURCE", "TARGET", "CAPABILITY"],
        Entity::Capability(_) => vec!["RELATIONSHIP"],
        Entity::Unknown => Vec::new(),
    };
    // An index may follow the name of a requirement.
    let previous = items.len().checked_sub(2).and_then(|position| items.get(position));
    if previous.is_some_and(|word| word.text() == "RELATIONSHIP") {
        words.push("ALL");
    }
    NextInPath { words, names: readable(types, entity, end) }
}

/// Returns the members that types have in a section.
fn members_of<S: Section + Copy>(
    types: &Types,
    kinds: &Kinds,
    section: S,
    link: impl Fn(MemberId<S::Member>) -> Link,
) -> Vec<Link> {
    let of_type = |ty: &DefinitionId| types.members(types.get(*ty), section).ids().to_vec();
    kinds.ids().iter().flat_map(of_type).map(link).collect()
}

/// Returns the names at which a path may end.
fn readable<'g>(types: &'g Types, entity: &Entity<'g>, end: PathEnd) -> Vec<Link> {
    if end == PathEnd::Artifact {
        return members_of(types, entity.kinds(), Artifacts, Link::Artifact);
    }
    let kinds = entity.kinds().ids().iter().map(|ty| types.get(*ty));
    let of_section = |section: &Fields| -> FieldTable<'g> {
        let refined = match entity {
            Entity::Capability(capability) => {
                capability.definition.map(|id| types.capability_fields(id, *section))
            }
            Entity::Relationship(relationship) => {
                let used = relationship.only_type();
                let known = relationship.definition.zip(used);
                known.map(|(id, used)| types.assigned_relationship_fields(id, used, *section))
            }
            Entity::Node(_) | Entity::Unknown => None,
        };
        let of_types = || kinds.clone().map(|ty| types.members(ty, *section)).reduce(FieldTable::refined_by);
        refined.or_else(of_types).unwrap_or_else(|| FieldTable::empty(types))
    };
    let all = fields(end).iter().map(of_section).reduce(|nearer, farther| farther.refined_by(nearer));
    all.map_or_else(Vec::new, |all| all.ids().iter().map(|id| Link::Field(*id)).collect())
}

/// Returns what may follow in a path with the syntax of earlier versions.
fn after_names<'g>(
    cx: &mut Typer<'g>,
    items: &[YamlNode<'g>],
    end: PathEnd,
    context: &PathContext<'g>,
) -> NextInPath {
    let types = cx.types;
    let Some((entity, remaining)) = reach_legacy(cx, items, end, context) else {
        return NextInPath::default();
    };
    let mut names = Vec::new();
    match (&entity, remaining) {
        (Entity::Node(path_node), []) => {
            names.extend(readable(types, &entity, end));
            for ty in path_node.kinds.ids().iter().map(|ty| types.get(*ty)) {
                names.extend(types.members(ty, Capabilities).ids().iter().map(|id| Link::Capability(*id)));
                names.extend(types.members(ty, Requirements).ids().iter().map(|id| Link::Requirement(*id)));
            }
        }
        (Entity::Node(path_node), [name]) => {
            if let Some(id) = path_node.kinds.member(types, Capabilities, name.text()).into_option() {
                names.extend(
                    types.capability_fields(id, Fields::Properties).ids().iter().map(|id| Link::Field(*id)),
                );
            } else if let Some(id) = path_node.kinds.member(types, Requirements, name.text()).into_option() {
                let there = relationship_of(cx, path_node, Some(id), (*name, name.text()), Index::First);
                if let Entity::Relationship(there) = there {
                    names.extend(readable(types, &Entity::Node(*there.target), end));
                }
            }
        }
        (_, []) => names.extend(readable(types, &entity, end)),
        _ => {}
    }
    NextInPath { words: Vec::new(), names }
}
