//! Follows TOSCA paths: finds the node, relationship or capability that they reach, and what is read there
//! (TOSCA 2.0 §10.2.1.2 to §10.2.1.4, §10.2.1.8, §10.3).
//!
//! Input: calls with a path, and the model. Output: the type of what is read, and diagnostics about the one
//! step that is wrong. What depends on unknown things is not reported.

mod candidates;
mod context;
mod cycles;
mod entity;
mod evaluate;
mod follow;
mod legacy;
mod mappings;
mod next;
mod operation;
mod walk;

pub(crate) use candidates::holds_for_candidate;
pub(super) use cycles::{ValueRead, report_cycles};
pub(super) use entity::{Entity, PathCapability, PathNode, PathRelationship};
pub(super) use evaluate::{holds_for_assignment, holds_for_node};
pub(super) use follow::{PathResult, count_of_nodes, follow};
pub(super) use legacy::new_path;
pub use legacy::{NewPath, PathStep};
pub(super) use mappings::{check_inherited_mapping, check_mapping, shared_targets, type_mapping};
pub use next::{NextInPath, next_in_path, next_in_value};

use std::cell::Cell;

use crate::diagnostics::text::GET_ATTRIBUTE;
use crate::diagnostics::{Level, rules, suggest_typo};
use crate::functions::PathEnd;
use crate::keynames::Map;
use crate::literals::{BuiltIn, has_all_parts, number};
use crate::load::File;
use crate::model::service::ValueOrigin;
use crate::model::types::{
    Capabilities, FieldId, FieldKind, FieldView, Fields, Requirements, TypeView, Types,
};
use crate::model::{Lookup, Truth};
use crate::yaml::{Scalar, YamlNode};

use self::context::{PathContext, SelfEntity, find_path_context};
use self::entity::{Kinds, fields, noun};
pub(super) use self::operation::check_old_function;
pub(in crate::values) use self::walk::only_name_after;
use self::walk::{Item, Reached, follow_path, item_at, report_missing_in_some, report_unknown_name};
use super::check::Checker;
use super::check_context::CheckContext;
use super::links::Link;
use super::typing::{Knowledge, PathTarget, Typed, Typer, check_calls_in, type_steps};
use super::value_type::ValueStep;
use super::{ValueType, What};

thread_local! {
    /// Number of paths of calls that this thread has resolved.
    static RESOLVED: Cell<usize> = const { Cell::new(0) };
}

/// Returns the number of paths of calls that this thread has resolved; tests limit the work of a check with
/// it.
#[doc(hidden)]
#[must_use]
pub fn paths_resolved_in_thread() -> usize {
    RESOLVED.get()
}

/// Types a call of a function that reads the `end` of a path.
pub(super) fn type_path<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    name: YamlNode<'g>,
    end: PathEnd,
    items: &[YamlNode<'g>],
) -> Typed<'g> {
    RESOLVED.set(RESOLVED.get() + 1);
    cx.typing.has_paths = true;
    let context = find_path_context(cx, node);
    let count_before = cx.extra.diagnostics.len();
    let (index, is_all, result) = match follow_path(cx, items, end, &context) {
        Ok(reached) if end == PathEnd::Artifact => {
            let ty = type_artifact(cx, &reached, items);
            (reached.index, reached.is_all, Some(Typed::later(ty)))
        }
        Ok(reached) => {
            let result = read_field(cx, node, name, end, &reached, items, &context);
            (reached.index, reached.is_all, result)
        }
        Err(stopped) => (stopped.index, stopped.is_all, None),
    };
    // In filters, unknown names are warnings.
    let is_reported = cx.extra.diagnostics[count_before..].iter().any(|diagnostic| {
        diagnostic.level == Level::Error || diagnostic.rule.code == rules::unknown_in_path::RULE.code
    });
    result.unwrap_or_else(|| {
        // Items after something unknown are checked all the same.
        for item in items.iter().skip(index + 1) {
            check_calls_in(cx, *item, &ValueType::Unknown);
        }
        Typed::later(if is_all && !is_reported { list_of(ValueType::Unknown) } else { ValueType::Unknown })
    })
}

fn list_of(entry: ValueType<'_>) -> ValueType<'_> {
    ValueType::List(Box::new(entry))
}

/// Types the property or attribute after a path, and the steps into it.
fn read_field<'g>(
    cx: &mut Typer<'g>,
    call: YamlNode<'g>,
    name: YamlNode<'g>,
    end: PathEnd,
    reached: &Reached<'g>,
    items: &[YamlNode<'g>],
    context: &PathContext<'g>,
) -> Option<Typed<'g>> {
    let (entity, index, id) = find_member(cx, name, end, reached, items)?;
    if end == PathEnd::Allocation {
        let ty = type_allocation(cx, &entity, index, id, items);
        if ty.is_some() && context.enclosing_field.is_some_and(|(.., is_property)| is_property) {
            cx.report(name, rules::out_of_context::frozen_allocation(name.span()));
        }
        return ty.map(Typed::later);
    }
    let field = cx.types.field(id);
    let ty = ValueType::Field(field);
    let known = entity.value(cx.types, id);
    if end == PathEnd::Property
        && !field.is_required()
        && matches!(entity.given(cx.types, id), Some(ValueOrigin::Nothing))
    {
        optional_source(cx, items[index], field, context);
    }
    if let (Some((key, from, is_property)), Some((to, _))) = (context.enclosing_field, known) {
        let between_properties = is_property && field.kind == FieldKind::Property;
        cx.typing.reads.push(ValueRead::new(key, from, to, items[index], between_properties));
    }
    let known = known.filter(|_| !reached.is_all && end == PathEnd::Property);
    if let Some((value, true)) = known {
        cx.typing.add_target(call, PathTarget { field, value, index });
    }
    let count_before = cx.extra.diagnostics.len();
    let ty = type_steps(cx, ty, &items[index + 1..], known);
    let settled = known.filter(|(_, settled)| *settled).map(|(value, _)| value);
    let unset =
        settled.and_then(|value| unset_part(cx.types, ValueType::Field(field), value, &items[index + 1..]));
    if let Some((step, part)) = unset {
        optional_source(cx, step, part, context);
    }
    let computed = settled.is_some() && unset.is_none();
    let knowledge = if computed { Knowledge::Given } else { Knowledge::Unknown };
    let ty = if reached.is_all && cx.is_right_since(count_before) { list_of(ty) } else { ty };
    Some(Typed { ty, knowledge })
}

/// Returns the first of `steps` into `value` that selects an optional property that is not set there, with this
/// property.
fn unset_part<'g>(
    types: &'g Types,
    mut ty: ValueType<'g>,
    mut value: YamlNode<'g>,
    steps: &[YamlNode<'g>],
) -> Option<(YamlNode<'g>, FieldView<'g>)> {
    for step in steps {
        if types.expressions.call(value).is_some() {
            return None;
        }
        let (key, part) = match step.scalar()? {
            Scalar::String(name) => (ValueStep::Name(name), value.get(name)),
            Scalar::Integer(text) => {
                let index = usize::try_from(number::integer(text)?).ok()?;
                (ValueStep::Index, value.items().nth(index))
            }
            _ => return None,
        };
        ty = ty.part(types, key).ok()?;
        match (part, &ty) {
            (Some(part), _) => value = part,
            (None, ValueType::Field(field)) => {
                let effective = field.effective();
                let is_unset = !field.is_required() && effective.value.or(effective.default).is_none();
                return (is_unset && value.is_mapping() && has_all_parts(value)).then_some((*step, *field));
            }
            (None, _) => return None,
        }
    }
    None
}

/// Reports a required property that takes its value from an optional property without a value (10.2.1.2-11).
fn optional_source<'g>(
    cx: &mut Typer<'g>,
    name: YamlNode<'g>,
    field: FieldView<'g>,
    context: &PathContext<'g>,
) {
    let (Some((key, _, true)), SelfEntity::Entity(entity)) = (context.enclosing_field, &context.self_entity)
    else {
        return;
    };
    let Lookup::Found(id) = entity.field(cx.types, &[Fields::Properties], key.text()) else { return };
    if cx.types.field(id).is_required() {
        let what = What::Named("property", key.text()).to_string();
        let diagnostic =
            rules::optional_input::from_property(name.span(), &what, field.name(), field.key().span());
        cx.report(name, diagnostic);
    }
}

/// Reports names that are also words of the path language (10.3-14).
pub(super) fn check_path_words<'g>(cx: &mut Checker<'g>, file: &'g File) {
    let template = cx.model.service(file.id).and_then(|service| service.node_template_named("SELF"));
    if let Some(template) = template {
        let key = template.key();
        cx.report(key, rules::path_word_as_name::definition(key.span(), "node template", key.text()));
    }
    let types = cx.types;
    for requirement in types.of_file(file.id).flat_map(TypeView::own_requirements) {
        let key = requirement.key();
        if key.text() == "ALL" {
            cx.report(key, rules::path_word_as_name::definition(key.span(), "requirement", key.text()));
        }
    }
}

/// Returns the member that the name after a path refers to, with its entity and the index of the name;
/// reports an unknown name.
fn find_member<'g>(
    cx: &mut Typer<'g>,
    call: YamlNode<'g>,
    end: PathEnd,
    reached: &Reached<'g>,
    items: &[YamlNode<'g>],
) -> Option<(Entity<'g>, usize, FieldId)> {
    let types = cx.types;
    let (entity, index, node) = (&reached.entity, reached.index, items[reached.index]);
    let Item::Word(name) = item_at(cx, node) else { return None };
    let name = &*name;
    let lacking = entity.kinds().lacking(|kinds| kinds.has(types, end, name) == Truth::No);
    match entity.field(types, fields(end), name) {
        Lookup::Found(_) | Lookup::Unknown if !lacking.is_empty() => {
            report_missing_in_some(cx, node, noun(end), &lacking);
            return None;
        }
        Lookup::Found(id) => {
            cx.links.record(node, Link::Field(id));
            return Some((entity.clone(), index, id));
        }
        Lookup::Unknown => return None,
        Lookup::Absent => {}
    }
    let kinds = entity.kinds();
    let kind = noun(end);
    match entity {
        Entity::Node(path_node) => {
            if let Lookup::Found(id) = kinds.member(types, Capabilities, name) {
                let next = items.get(index + 1).and_then(|next| next.as_str());
                let owner = Box::new(path_node.clone());
                let capability = Entity::Capability(PathCapability::of_definition(types, owner, id));
                let inner = next.map(|next| capability.field(types, fields(end), next));
                return match inner {
                    Some(Lookup::Absent) | None => {
                        let diagnostic = rules::unknown_in_path::capability(
                            node.span(),
                            name,
                            kind,
                            next.is_some(),
                            reached.is_legacy,
                        );
                        cx.report(node, diagnostic.at_level(reached.level));
                        None
                    }
                    Some(inner) => {
                        let mut diagnostic = rules::legacy_path::capability(node.span(), name);
                        if is_flow(node) {
                            let text = format!("CAPABILITY, {}", node.written());
                            diagnostic = diagnostic.fix("insert `CAPABILITY`", node.span(), text);
                        }
                        cx.report(node, diagnostic);
                        let inner = inner.into_option()?;
                        cx.links.record(node, Link::Capability(id));
                        cx.links.record(*items.get(index + 1)?, Link::Field(inner));
                        Some((capability, index + 1, inner))
                    }
                };
            }
            if kinds.member(types, Requirements, name).is_found() {
                let diagnostic =
                    rules::unknown_in_path::requirement(node.span(), name, kind, reached.is_legacy);
                cx.report(node, diagnostic.at_level(reached.level));
                return None;
            }
        }
        Entity::Relationship(_) => {}
        Entity::Capability(capability) => {
            let capability_name = capability.definition.map(|id| types.capability(id).key().text());
            if capability_name == Some(name) && items.get(index + 1).is_some() {
                let diagnostic = rules::unknown_in_path::capability_named_again(node.span(), name);
                cx.report(node, diagnostic);
                return None;
            }
        }
        Entity::Unknown => return None,
    }
    if end == PathEnd::Property && entity.field(types, &[Fields::Attributes], name).is_found() {
        let diagnostic = rules::unknown_in_path::attribute(node.span(), name, &kinds.in_words(types)).fix(
            format!("call {GET_ATTRIBUTE}"),
            call.span(),
            call.written().replace("get_property", "get_attribute"),
        );
        cx.report(node, diagnostic.at_level(reached.level));
        return None;
    }
    if let Some((neighbor, insert)) = find_elsewhere(cx, entity, end, name, reached.is_legacy) {
        let words = kinds.in_words(types);
        let mut diagnostic =
            rules::unknown_in_path::in_related_entity(node.span(), kind, name, &words, (&neighbor, &insert));
        if is_flow(node) {
            diagnostic = diagnostic.unsafe_fix(
                format!("insert `{insert}`"),
                node.span(),
                format!("{insert}, {}", node.written()),
            );
        }
        cx.report(node, diagnostic.at_level(reached.level));
        return None;
    }
    let has_more = index + 1 < items.len();
    report_absent(cx, end, reached, (node, name), has_more);
    None
}

/// Reports a name that no field has; `has_more` is whether other steps follow.
fn report_absent<'g>(
    cx: &mut Typer<'g>,
    end: PathEnd,
    reached: &Reached<'g>,
    (node, name): (YamlNode<'g>, &str),
    has_more: bool,
) {
    let (types, kinds, kind) = (cx.types, reached.entity.kinds(), noun(end));
    match intended_word(&reached.entity, name).filter(|_| !reached.is_legacy && has_more) {
        Some(word) => {
            let diagnostic =
                rules::unknown_in_path::word(node.span(), kind, name, &kinds.in_words(types), word);
            cx.report(node, diagnostic.at_level(reached.level));
        }
        None => report_unknown_name(cx, node, name, kind, kinds, &kinds.names(types, end), reached.level),
    }
}

/// Returns the word of a path that a name, followed by other steps, probably stands for.
fn intended_word(entity: &Entity<'_>, name: &str) -> Option<&'static str> {
    let words: &[&str] = match entity {
        Entity::Node(_) => &["RELATIONSHIP", "CAPABILITY"],
        Entity::Relationship(_) => &["SOURCE", "TARGET", "CAPABILITY"],
        Entity::Capability(_) => &["RELATIONSHIP"],
        Entity::Unknown => &[],
    };
    let intended = match name.to_ascii_uppercase().as_str() {
        "CAPABILITY" | "CAPABILITIES" => "CAPABILITY",
        "RELATIONSHIP" | "RELATIONSHIPS" | "REQUIREMENT" | "REQUIREMENTS" => "RELATIONSHIP",
        name => suggest_typo(name, words.iter().copied())?,
    };
    words.iter().copied().find(|word| *word == intended)
}

/// Returns a neighbor of an entity that has a field: its description, and the steps to it.
fn find_elsewhere<'g>(
    cx: &Typer<'g>,
    entity: &Entity<'g>,
    end: PathEnd,
    name: &str,
    is_legacy: bool,
) -> Option<(String, String)> {
    let types = cx.types;
    let has = |entity: &Entity<'g>| entity.has(types, end, name) == Truth::Yes;
    match entity {
        Entity::Node(path_node) => {
            let capabilities = path_node.kinds.ids().first()?;
            let mut with = types.members(types.get(*capabilities), Capabilities).iter().filter(|(_, id)| {
                let owner = Box::new(path_node.clone());
                has(&Entity::Capability(PathCapability::of_definition(types, owner, *id)))
            });
            let (capability, _) = with.next()?;
            let insert = if is_legacy { capability.to_owned() } else { format!("CAPABILITY, {capability}") };
            Some((format!("capability `{capability}`"), insert))
        }
        Entity::Relationship(_) if is_legacy => None,
        Entity::Relationship(relationship) => {
            let ends = [
                (Entity::Capability(relationship.capability(types)), "the target capability", "CAPABILITY"),
                (Entity::Node((*relationship.target).clone()), "the target node", "TARGET"),
                (Entity::Node((*relationship.source).clone()), "the source node", "SOURCE"),
            ];
            let (_, description, step) = ends.into_iter().find(|(end, ..)| has(end))?;
            Some((description.to_owned(), step.to_owned()))
        }
        Entity::Capability(_) | Entity::Unknown => None,
    }
}

/// Types `$available_allocation`, the remaining capacity of a capability (§10.2.1.8).
fn type_allocation<'g>(
    cx: &mut Typer<'g>,
    entity: &Entity<'g>,
    index: usize,
    id: FieldId,
    items: &[YamlNode<'g>],
) -> Option<ValueType<'g>> {
    const AMOUNTS: [BuiltIn; 3] = [BuiltIn::Integer, BuiltIn::Float, BuiltIn::Scalar];
    let node = items[index];
    if !matches!(entity, Entity::Capability(_)) {
        cx.report(node, rules::unknown_path_step::not_a_capability(node.span(), entity.noun()));
        return None;
    }
    if let Some(more) = items.get(index + 1) {
        let count = rules::wrong_argument_count::after_path(more.span(), "$available_allocation", "property");
        cx.report(*more, count);
        return None;
    }
    let ty = ValueType::Field(cx.types.field(id));
    if ty.is_none_of(cx.types, &AMOUNTS) {
        let what = What::Named("property", node.text()).to_string();
        let actual = ty.in_words(cx.types);
        let diagnostic =
            rules::wrong_argument_type::new(node.span(), &what, "an integer, float or scalar", &actual, None);
        cx.report(node, diagnostic.help("use a property of such a type; only amounts can be allocated"));
        return None;
    }
    Some(ty)
}

/// Types `$get_artifact`, the location of an artifact of a node (§10.2.1.4).
fn type_artifact<'g>(cx: &mut Typer<'g>, reached: &Reached<'g>, items: &[YamlNode<'g>]) -> ValueType<'g> {
    let (types, node) = (cx.types, items[reached.index]);
    let string = ValueType::built_in(BuiltIn::String);
    let result = if reached.is_all { list_of(string) } else { string };
    let Item::Word(name) = item_at(cx, node) else { return result };
    let name = &*name;
    if let Some(more) = items.get(reached.index + 1) {
        let diagnostic = rules::wrong_argument_count::after_path(more.span(), "$get_artifact", "artifact");
        cx.report(*more, diagnostic);
        return result;
    }
    let path_node = match &reached.entity {
        Entity::Node(path_node) => path_node,
        Entity::Unknown => return result,
        other => {
            cx.report(node, rules::unknown_path_step::not_a_node(node.span(), other.noun()));
            return result;
        }
    };
    cx.links.record_artifact(types, node, path_node);
    let mut own_names: Vec<&'g str> = Vec::new();
    let mut broken = false;
    if let Some(template) = path_node.template {
        for layer in template.layers() {
            let keys = layer.artifacts.iter().flat_map(Map::keys);
            own_names.extend(keys.map(|key| template.service().node(key).text()));
            broken |= !layer.artifacts().is_complete() || layer.unread.has_unknown_map();
        }
    }
    // Each of several nodes may have artifacts that its type does not define.
    if broken || own_names.contains(&name) || matches!(path_node.kinds, Kinds::Each(_)) {
        return result;
    }
    if path_node.kinds.has(types, PathEnd::Artifact, name) == Truth::No {
        let of_type = path_node.kinds.names(types, PathEnd::Artifact);
        let names: Vec<&str> = own_names.into_iter().chain(of_type).collect();
        report_unknown_name(cx, node, name, "artifact", &path_node.kinds, &names, reached.level);
    }
    result
}

/// Whether an item is in a list in brackets.
fn is_flow(item: YamlNode<'_>) -> bool {
    item.tree().source()[..item.span().start as usize].trim_end().ends_with(['[', ','])
}
