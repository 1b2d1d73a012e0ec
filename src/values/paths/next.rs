//! What may follow in a path that is not finished.

use crate::functions::PathEnd;
use crate::literals::BuiltIn;
use crate::model::Model;
use crate::model::types::{
    Artifacts, Capabilities, FieldTable, Fields, MemberId, Requirements, Section, Types,
};
use crate::resolve::DefinitionId;
use crate::values::ValueType;
use crate::values::links::{Link, noting};
use crate::values::typing::Typer;
use crate::yaml::Node;

use super::around::{Around, Manner, Own, around_of};
use super::entity::{Entity, Kinds, fields};
use super::old::old_reach;
use super::walk::{Index, reach, relationship_of};

/// What may stand at a position of a path.
#[derive(Debug, Default)]
pub struct NextInPath {
    /// Words of the path language.
    pub words: Vec<&'static str>,
    /// What can be named.
    pub names: Vec<Link>,
}

/// What may follow `items`, the first elements of a path at `node`, of a function that reads its `end`.
#[must_use]
pub fn next_in_path<'g>(model: &'g Model, node: Node<'g>, items: &[Node<'g>], end: PathEnd) -> NextInPath {
    let types = &model.types;
    let mut cx = noting(model);
    let around = around_of(&mut cx, node);
    let is_old = around.manner == Manner::Names;
    if items.is_empty() {
        let mut words = Vec::new();
        match &around.own {
            Own::Entity(Entity::Relationship(_)) if is_old => words.extend(["SELF", "SOURCE", "TARGET"]),
            Own::Entity(Entity::Node(_)) if is_old => words.extend(["SELF", "HOST"]),
            Own::Entity(_) | Own::Target(_) => words.push("SELF"),
            Own::None(_) => {}
        }
        let templates = around.service.into_iter().flat_map(|service| service.node_templates().iter());
        return NextInPath {
            words,
            names: templates.map(|template| Link::NodeTemplate(template.key)).collect(),
        };
    }
    if is_old {
        return after_names(&mut cx, items, end, &around);
    }
    let Some((entity, at)) = reach(&mut cx, items, end, &around) else { return NextInPath::default() };
    let Some(name) = items.get(at) else { return of_entity(types, &entity, items, end) };
    match (&entity, name.text()) {
        (Entity::Node(place), "RELATIONSHIP") if at + 1 == items.len() => {
            let names = members_of(types, &place.of, Requirements, Link::Requirement);
            NextInPath { words: Vec::new(), names }
        }
        (Entity::Node(place), "CAPABILITY") if at + 1 == items.len() => {
            let names = members_of(types, &place.of, Capabilities, Link::Capability);
            NextInPath { words: Vec::new(), names }
        }
        (_, name) => {
            let field = entity.field(types, fields(end), name).into_option();
            let steps = items.get(at + 1..).unwrap_or(&[]);
            let of = field.map(|id| ValueType::Field(types.field(id)));
            NextInPath {
                words: Vec::new(),
                names: of.map_or_else(Vec::new, |of| next_in_value(types, of, steps)),
            }
        }
    }
}

/// The properties that can be named behind `steps` into a value of the type `of`.
#[must_use]
pub fn next_in_value<'g>(types: &'g Types, of: ValueType<'g>, steps: &[Node<'g>]) -> Vec<Link> {
    let inner = |of: ValueType<'g>, step: &Node<'g>| match types.built_in(of.data_type()?) {
        Some(BuiltIn::List | BuiltIn::Map) => of.entries(types),
        Some(_) => None,
        None => {
            let holder = types.defined(of.data_type()?)?;
            let id = types.member(holder, Fields::Properties, step.as_str()?)?;
            Some(ValueType::Field(types.field(id)))
        }
    };
    let reached = steps.iter().try_fold(of, inner).and_then(|of| of.data_type());
    let holder = reached.filter(|of| types.built_in(*of).is_none()).and_then(|of| types.defined(of));
    let all = holder.map(|of| types.members(of, Fields::Properties).ids().to_vec());
    all.unwrap_or_default().into_iter().map(Link::Field).collect()
}

/// What can be read of an entity, and where one can go from it.
fn of_entity<'g>(types: &'g Types, entity: &Entity<'g>, items: &[Node<'g>], end: PathEnd) -> NextInPath {
    let mut words = match entity {
        Entity::Node(_) => vec!["RELATIONSHIP", "CAPABILITY"],
        Entity::Relationship(_) => vec!["SOURCE", "TARGET", "CAPABILITY"],
        Entity::Capability(_) => vec!["RELATIONSHIP"],
        Entity::Unknown => Vec::new(),
    };
    // An index may follow the name of a requirement.
    let before = items.len().checked_sub(2).and_then(|at| items.get(at));
    if before.is_some_and(|word| word.text() == "RELATIONSHIP") {
        words.push("ALL");
    }
    NextInPath { words, names: readable(types, entity, end) }
}

/// The members of a section that types have.
fn members_of<S: Section + Copy>(
    types: &Types,
    kinds: &Kinds,
    section: S,
    link: impl Fn(MemberId<S::Member>) -> Link,
) -> Vec<Link> {
    let of_type = |of: &DefinitionId| types.members(types.get(*of), section).ids().to_vec();
    kinds.ids().iter().flat_map(of_type).map(link).collect()
}

/// What a path may end at.
fn readable<'g>(types: &'g Types, entity: &Entity<'g>, end: PathEnd) -> Vec<Link> {
    if end == PathEnd::Artifact {
        return members_of(types, entity.kinds(), Artifacts, Link::Artifact);
    }
    let kinds = entity.kinds().ids().iter().map(|of| types.get(*of));
    let of_section = |section: &Fields| -> FieldTable<'g> {
        let own = match entity {
            Entity::Capability(place) => place.definition.map(|id| types.capability_fields(id, *section)),
            Entity::Relationship(place) => place.definition.map(|id| types.relationship_fields(id, *section)),
            Entity::Node(_) | Entity::Unknown => None,
        };
        let of_types = || kinds.clone().map(|of| types.members(of, *section)).reduce(FieldTable::refined_by);
        own.or_else(of_types).unwrap_or_else(|| FieldTable::empty(types))
    };
    let all = fields(end).iter().map(of_section).reduce(|nearer, farther| farther.refined_by(nearer));
    all.map_or_else(Vec::new, |all| all.ids().iter().map(|id| Link::Field(*id)).collect())
}

/// The same for a path as earlier versions write it.
fn after_names<'g>(cx: &mut Typer<'g>, items: &[Node<'g>], end: PathEnd, around: &Around<'g>) -> NextInPath {
    let types = cx.types;
    let Some((entity, rest)) = old_reach(cx, items, end, around) else { return NextInPath::default() };
    let mut names = Vec::new();
    match (&entity, rest) {
        (Entity::Node(place), []) => {
            names.extend(readable(types, &entity, end));
            for of in place.of.ids().iter().map(|of| types.get(*of)) {
                names.extend(types.members(of, Capabilities).ids().iter().map(|id| Link::Capability(*id)));
                names.extend(types.members(of, Requirements).ids().iter().map(|id| Link::Requirement(*id)));
            }
        }
        (Entity::Node(place), [name]) => {
            if let Some(id) = place.of.member(types, Capabilities, name.text()).into_option() {
                names.extend(
                    types.capability_fields(id, Fields::Properties).ids().iter().map(|id| Link::Field(*id)),
                );
            } else if let Some(id) = place.of.member(types, Requirements, name.text()).into_option() {
                let there = relationship_of(cx, place, Some(id), (*name, name.text()), Index::First);
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
