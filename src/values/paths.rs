//! TOSCA paths: which node, relationship or capability they reach, and what is read there
//! (TOSCA 2.0 §10.2.1.2 to §10.2.1.4, §10.2.1.8, §10.3).
//!
//! In: calls with a path, and the model. Out: the type of what is read, and diagnostics about the one
//! step that is wrong. Beyond what is known, nothing is told.

mod around;
mod circles;
mod entity;
mod evaluate;
mod mappings;
mod next;
mod old;
mod walk;

pub(super) use circles::{Reads, tell_circles};
pub(super) use entity::{Entity, NodePlace};
pub(super) use evaluate::{holds_for_assignment, holds_for_node};
pub(super) use mappings::{check_mapping, shared_targets, type_mapping};
pub use next::{NextInPath, next_in_path, next_in_value};
pub use old::Step as PathStep;
pub(super) use old::new_path;

use std::cell::Cell;

use crate::diagnostics::text::GET_ATTRIBUTE;
use crate::diagnostics::{codes, suggest};
use crate::functions::PathEnd;
use crate::keynames::Map;
use crate::literals::BuiltIn;
use crate::load::File;
use crate::model::service::Given;
use crate::model::types::{Capabilities, FieldId, FieldKind, FieldView, Fields, Requirements, TypeView};
use crate::model::{Lookup, Truth};
use crate::yaml::Node;

use self::around::{Around, Own, around_of};
use self::entity::{CapabilityPlace, fields, noun};
use self::walk::{Item, Reached, follow_path, item_at, nothing_called};
use super::check::Checker;
use super::judge::Judge;
use super::links::Link;
use super::typing::{Fixed, PathTarget, Typed, Typer, loose, type_steps};
use super::{ValueType, What};

thread_local! {
    /// How many paths of calls this thread has resolved.
    static RESOLVED: Cell<usize> = const { Cell::new(0) };
}

/// How many paths of calls this thread has resolved: tests hold against it what a check may cost.
#[doc(hidden)]
#[must_use]
pub fn paths_resolved_in_thread() -> usize {
    RESOLVED.get()
}

/// A call of a function that reads the `end` of a path. Gives the type of what it reads.
pub(super) fn type_path<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    name: Node<'g>,
    end: PathEnd,
    items: &[Node<'g>],
) -> Typed<'g> {
    RESOLVED.set(RESOLVED.get() + 1);
    cx.typing.has_paths = true;
    let around = around_of(cx, node);
    let (at, result) = match follow_path(cx, items, end, &around) {
        Ok(reached) if end == PathEnd::Artifact => {
            (reached.at, Some(Typed::later(type_artifact(cx, &reached, items))))
        }
        Ok(reached) => (reached.at, read_field(cx, node, name, end, &reached, items, &around)),
        Err(at) => (at, None),
    };
    result.unwrap_or_else(|| {
        // What stands behind something that is not known is looked at all the same.
        for item in items.iter().skip(at + 1) {
            loose(cx, *item, &ValueType::Unknown);
        }
        Typed::later(ValueType::Unknown)
    })
}

/// What is read behind a path: a property or attribute, and parts of it.
fn read_field<'g>(
    cx: &mut Typer<'g>,
    call: Node<'g>,
    name: Node<'g>,
    end: PathEnd,
    reached: &Reached<'g>,
    items: &[Node<'g>],
    around: &Around<'g>,
) -> Option<Typed<'g>> {
    let (entity, at, id) = member_named(cx, name, end, reached, items)?;
    if end == PathEnd::Allocation {
        let of = type_allocation(cx, &entity, at, id, items);
        if of.is_some() && around.holder.is_some_and(|(.., fixed)| fixed) {
            cx.report(name, codes::out_of_context::frozen_allocation(name.span()));
        }
        return of.map(Typed::later);
    }
    let field = cx.types.field(id);
    let of = ValueType::Field(field);
    let known = entity.value(cx.types, id);
    if end == PathEnd::Property
        && !field.is_required()
        && matches!(entity.given(cx.types, id), Some(Given::Nothing))
    {
        optional_source(cx, items[at], field, around);
    }
    if let (Some((key, from, fixed)), Some((to, _))) = (around.holder, known) {
        let fixed = fixed && field.kind == FieldKind::Property;
        cx.typing.reads.push(Reads::new(key, from, to, items[at], fixed));
    }
    let known = known.filter(|_| !reached.all && end == PathEnd::Property);
    if let Some((value, true)) = known {
        cx.typing.add_target(call, PathTarget { field, value, at });
    }
    let of = type_steps(cx, of, &items[at + 1..], known);
    let computed = end == PathEnd::Property && !reached.all && known.is_some_and(|(_, settled)| settled);
    let fixed = if computed { Fixed::Given } else { Fixed::No };
    let of = if reached.all && of.is_known() { ValueType::List(Box::new(of)) } else { of };
    Some(Typed { of, fixed })
}

/// A required property that takes its value from an optional one without any (10.2.1.2-11).
fn optional_source<'g>(cx: &mut Typer<'g>, at: Node<'g>, field: FieldView<'g>, around: &Around<'g>) {
    let (Some((key, _, true)), Own::Entity(own)) = (around.holder, &around.own) else { return };
    let Lookup::Found(id) = own.field(cx.types, &[Fields::Properties], key.text()) else { return };
    if cx.types.field(id).is_required() {
        let what = What::Named("property", key.text()).to_string();
        let found = codes::optional_input::property(at.span(), &what, field.name(), field.key().span());
        cx.report(at, found);
    }
}

/// Names that cannot be told from words of the path language (10.3-14).
pub(super) fn path_words<'g>(cx: &mut Checker<'g>, file: &'g File) {
    let template = cx.model.service(file.id).and_then(|service| service.node_template_named("SELF"));
    if let Some(template) = template {
        let key = template.key();
        cx.report(key, codes::path_word_as_name::definition(key.span(), "node template", key.text()));
    }
    let types = cx.types;
    for requirement in types.of_file(file.id).flat_map(TypeView::own_requirements) {
        let key = requirement.key();
        if key.text() == "ALL" {
            cx.report(key, codes::path_word_as_name::definition(key.span(), "requirement", key.text()));
        }
    }
}

/// The member that the name behind a path means, with the entity that has it and the position of the
/// name; what is wrong with the name is told.
fn member_named<'g>(
    cx: &mut Typer<'g>,
    call: Node<'g>,
    end: PathEnd,
    reached: &Reached<'g>,
    items: &[Node<'g>],
) -> Option<(Entity<'g>, usize, FieldId)> {
    let types = cx.types;
    let (entity, at, node) = (&reached.entity, reached.at, items[reached.at]);
    let Item::Word(name) = item_at(cx, node) else { return None };
    match entity.field(types, fields(end), name) {
        Lookup::Found(id) => {
            cx.links.note(node, Link::Field(id));
            return Some((entity.clone(), at, id));
        }
        Lookup::Unknown => return None,
        Lookup::Absent => {}
    }
    let kinds = entity.kinds();
    let kind = noun(end);
    match entity {
        Entity::Node(place) => {
            if let Lookup::Found(id) = kinds.member(types, Capabilities, name) {
                let next = items.get(at + 1).and_then(|next| next.as_str());
                let holder = Box::new(place.clone());
                let capability = Entity::Capability(CapabilityPlace::of_definition(types, holder, id));
                let inner = next.map(|next| capability.field(types, fields(end), next));
                return match inner {
                    Some(Lookup::Absent) | None => {
                        let found = codes::unknown_in_path::capability(
                            node.span(),
                            name,
                            kind,
                            next.is_some(),
                            reached.old,
                        );
                        cx.report(node, found.at_level(reached.level));
                        None
                    }
                    Some(inner) => {
                        let mut found = codes::legacy_path::capability(node.span(), name);
                        if is_flow(node) {
                            let text = format!("CAPABILITY, {}", node.written());
                            found = found.fix("insert `CAPABILITY`", node.span(), text);
                        }
                        cx.report(node, found);
                        let inner = inner.into_option()?;
                        cx.links.note(node, Link::Capability(id));
                        cx.links.note(*items.get(at + 1)?, Link::Field(inner));
                        Some((capability, at + 1, inner))
                    }
                };
            }
            if kinds.member(types, Requirements, name).is_found() {
                let found = codes::unknown_in_path::requirement(node.span(), name, kind, reached.old);
                cx.report(node, found.at_level(reached.level));
                return None;
            }
        }
        Entity::Relationship(_) => {}
        Entity::Capability(place) => {
            let own = place.definition.map(|id| types.capability(id).key().text());
            if own == Some(name) && items.get(at + 1).is_some() {
                let found = codes::unknown_in_path::capability_named_again(node.span(), name);
                cx.report(node, found);
                return None;
            }
        }
        Entity::Unknown => return None,
    }
    if end == PathEnd::Property && entity.field(types, &[Fields::Attributes], name).is_found() {
        let found = codes::unknown_in_path::attribute(node.span(), name, &kinds.in_words(types)).fix(
            format!("call {GET_ATTRIBUTE}"),
            call.span(),
            call.written().replace("get_property", "get_attribute"),
        );
        cx.report(node, found.at_level(reached.level));
        return None;
    }
    if let Some((other, insert)) = elsewhere(cx, entity, end, name, reached.old) {
        let words = kinds.in_words(types);
        let mut found = codes::unknown_in_path::elsewhere(node.span(), kind, name, &words, (&other, &insert));
        if is_flow(node) {
            found =
                found.fix(format!("insert `{insert}`"), node.span(), format!("{insert}, {}", node.written()));
        }
        cx.report(node, found.at_level(reached.level));
        return None;
    }
    nothing_called(cx, node, name, kind, kinds, &kinds.names(types, end), reached.level);
    None
}

/// What else near an entity has a field: in words, and the steps that lead there.
fn elsewhere<'g>(
    cx: &Typer<'g>,
    entity: &Entity<'g>,
    end: PathEnd,
    name: &str,
    old: bool,
) -> Option<(String, String)> {
    let types = cx.types;
    let has = |entity: &Entity<'g>| entity.has(types, end, name) == Truth::Yes;
    match entity {
        Entity::Node(place) => {
            let capabilities = place.of.ids().first()?;
            let mut with = types.members(types.get(*capabilities), Capabilities).iter().filter(|(_, id)| {
                let holder = Box::new(place.clone());
                has(&Entity::Capability(CapabilityPlace::of_definition(types, holder, *id)))
            });
            let (capability, _) = with.next()?;
            let insert = if old { capability.to_owned() } else { format!("CAPABILITY, {capability}") };
            Some((format!("capability `{capability}`"), insert))
        }
        Entity::Relationship(_) if old => None,
        Entity::Relationship(place) => {
            let ends = [
                (Entity::Capability(place.capability(types)), "the target capability", "CAPABILITY"),
                (Entity::Node((*place.target).clone()), "the target node", "TARGET"),
                (Entity::Node((*place.source).clone()), "the source node", "SOURCE"),
            ];
            let (_, other, step) = ends.into_iter().find(|(end, ..)| has(end))?;
            Some((other.to_owned(), step.to_owned()))
        }
        Entity::Capability(_) | Entity::Unknown => None,
    }
}

/// `$available_allocation`: the capacity of a capability that is left (§10.2.1.8).
fn type_allocation<'g>(
    cx: &mut Typer<'g>,
    entity: &Entity<'g>,
    at: usize,
    id: FieldId,
    items: &[Node<'g>],
) -> Option<ValueType<'g>> {
    const AMOUNTS: [BuiltIn; 3] = [BuiltIn::Integer, BuiltIn::Float, BuiltIn::Scalar];
    let node = items[at];
    if !matches!(entity, Entity::Capability(_)) {
        cx.report(node, codes::unknown_path_step::no_capability(node.span(), entity.noun()));
        return None;
    }
    if let Some(more) = items.get(at + 1) {
        let count =
            codes::wrong_argument_count::behind_path(more.span(), "$available_allocation", "property");
        cx.report(*more, count);
        return None;
    }
    let of = ValueType::Field(cx.types.field(id));
    if of.is_none_of(cx.types, &AMOUNTS) {
        let what = What::Named("property", node.text()).to_string();
        let got = of.in_words(cx.types);
        let found =
            codes::wrong_argument_type::new(node.span(), &what, "an integer, float or scalar", &got, None);
        cx.report(node, found.help("use a property of such a type; only amounts can be allocated"));
        return None;
    }
    Some(of)
}

/// `$get_artifact`: where an artifact of a node is found (§10.2.1.4).
fn type_artifact<'g>(cx: &mut Typer<'g>, reached: &Reached<'g>, items: &[Node<'g>]) -> ValueType<'g> {
    let (types, node) = (cx.types, items[reached.at]);
    let string = ValueType::built_in(BuiltIn::String);
    let result = if reached.all { ValueType::List(Box::new(string)) } else { string };
    let Item::Word(name) = item_at(cx, node) else { return result };
    if let Some(more) = items.get(reached.at + 1) {
        let found = codes::wrong_argument_count::behind_path(more.span(), "$get_artifact", "artifact");
        cx.report(*more, found);
        return result;
    }
    let place = match &reached.entity {
        Entity::Node(place) => place,
        Entity::Unknown => return result,
        other => {
            cx.report(node, codes::unknown_path_step::no_node(node.span(), other.noun()));
            return result;
        }
    };
    cx.links.note_artifact(types, node, place);
    let mut own_names: Vec<&'g str> = Vec::new();
    let mut broken = false;
    if let Some(template) = place.template {
        for layer in template.layers() {
            let keys = layer.artifacts.iter().flat_map(Map::keys);
            own_names.extend(keys.map(|key| template.service().node(key).text()));
            broken |= layer.unread.is_cut_short();
        }
    }
    if broken || own_names.contains(&name) {
        return result;
    }
    if place.of.has(types, PathEnd::Artifact, name) == Truth::No {
        let near = suggest(name, own_names.iter().copied()).map(str::to_owned);
        match near {
            Some(near) => {
                let words = place.of.in_words(types);
                let found = codes::unknown_in_path::new(node.span(), "artifact", name, &words, Some(&near));
                cx.report(node, found.at_level(reached.level));
            }
            None => {
                let names = place.of.names(types, PathEnd::Artifact);
                nothing_called(cx, node, name, "artifact", &place.of, &names, reached.level);
            }
        }
    }
    result
}

/// Whether an item stands in a list between brackets.
fn is_flow(item: Node<'_>) -> bool {
    item.tree().source()[..item.span().start as usize].trim_end().ends_with(['[', ','])
}
