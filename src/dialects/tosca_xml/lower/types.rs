//! Types.

use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::repository::Place;
use super::context::Context;
use super::part::{Map, Part};
use super::{artifacts, implementations, interfaces, properties, requirements};

/// Adds a type to its section.
pub(super) fn definition<'t>(
    context: &mut Context<'t, '_>,
    body: &mut Map<'t>,
    place: Place,
    (kind, element): (Kind, Element<'t>),
) {
    let Some(name) = element.attribute("name") else { return };
    let own_name = context.own_name(place);
    if own_name != name.text() {
        context.applied("name", name);
    }
    context.applied("type", element.key);
    let mut map = Map::new(element.value);
    derived_from(context, &mut map, (kind, element));
    context.common(&mut map, element);
    flags(&mut map, element);
    properties::definitions(context, body, &mut map, place, element);
    states(context, &mut map, place, element);
    match kind {
        Kind::NodeType => {
            requirements::capabilities(context, &mut map, element);
            requirements::requirements(context, &mut map, element);
            let implemented = implementations::of_type(context, kind, place);
            interfaces::interfaces(context, body, &mut map, place, element, &implemented);
            artifacts::of_implementation(context, &mut map, &implemented, element.key);
        }
        Kind::RelationshipType => {
            ends(context, &mut map, element);
            let implemented = implementations::of_type(context, kind, place);
            interfaces::interfaces(context, body, &mut map, place, element, &implemented);
        }
        Kind::PolicyType => applies_to(context, &mut map, element),
        _ => {}
    }
    body.map(kind.row().section, element.key).add(own_name, name, Part::Map(map));
}

fn derived_from<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, (kind, element): (Kind, Element<'t>)) {
    let base = element.child("DerivedFrom").and_then(|derived| derived.attribute("typeRef"));
    match base {
        Some(base) => {
            let name = context.type_name(kind, base);
            map.add_text("derived_from", name, base);
        }
        None => {
            let name = context.base(kind.row().root);
            map.add_text("derived_from", name, element.key);
        }
    }
}

/// Notes attributes that TOSCA 2.0 has no keynames for.
pub(super) fn flags<'t>(map: &mut Map<'t>, element: Element<'t>) {
    for name in ["abstract", "final"] {
        if let Some(value) = element.attribute(name).filter(|value| value.text() == "yes") {
            map.note(format!("tosca_xml.{name}"), value, Part::plain("true", value));
        }
    }
    for name in ["policyLanguage", "targetNamespace"] {
        let is_of_file = |value: &YamlNode<'_>| name == "targetNamespace" && in_file(element, value.text());
        if let Some(value) = element.attribute(name).filter(|value| !is_of_file(value)) {
            map.note(format!("tosca_xml.{name}"), value, Part::literal(value.text(), value));
        }
    }
}

/// Whether a namespace is that of the file.
fn in_file(element: Element<'_>, namespace: &str) -> bool {
    let root = element.tree().root().and_then(super::super::definitions).map(Element::new);
    root.and_then(|root| root.value_of("targetNamespace")) == Some(namespace.trim())
}

/// Adds the attribute `state` for instance states.
fn states<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, place: Place, element: Element<'t>) {
    let mut states = element.items("InstanceStates", "InstanceState").peekable();
    let Some(&first) = states.peek() else { return };
    let mut bases = context.repository.chain(place).skip(1);
    let is_inherited = bases.any(|base| context.repository.element(base).child("InstanceStates").is_some());
    if is_inherited {
        return context.lose_children(map, element, &["InstanceStates"]);
    }
    context.applied("states", first.key);
    let at = first.key;
    let values = states.filter_map(|state| state.attribute("state"));
    let values = values.map(|state| Part::literal(state.text(), state)).collect();
    let mut validation = Map::new(at);
    validation.add_list("$valid_values", at, vec![Part::text("$value", at), Part::List(values, at)]);
    let mut state = Map::new(at);
    state.add_text("type", "string", at);
    state.add_map("validation", validation);
    map.map("attributes", at).add_map("state", state);
}

/// Adds the types that a relationship type is between.
fn ends<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, element: Element<'t>) {
    for (name, nodes) in
        [("ValidSource", "valid_source_node_types"), ("ValidTarget", "valid_target_node_types")]
    {
        let Some(end) = element.child(name) else { continue };
        let Some(node) = end.attribute("typeRef") else { continue };
        let other = if name == "ValidSource" { Kind::RequirementType } else { Kind::CapabilityType };
        let (keyname, kind) = match context.resolve(Kind::NodeType, node) {
            None if context.resolve(other, node).is_some() && other == Kind::RequirementType => {
                context.lose(map, end);
                continue;
            }
            None if context.resolve(other, node).is_some() => ("valid_capability_types", other),
            _ => (nodes, Kind::NodeType),
        };
        let type_name = context.type_name(kind, node);
        map.add(keyname, end.key, Part::List(vec![Part::text(type_name, node)], end.key));
    }
}

/// Adds the targets of a policy type.
fn applies_to<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, element: Element<'t>) {
    let mut targets = Vec::new();
    for reference in element.items("AppliesTo", "NodeTypeReference") {
        if let Some(node) = reference.attribute("typeRef") {
            let name = context.type_name(Kind::NodeType, node);
            targets.push(Part::text(name, node));
        }
    }
    map.add_list("targets", element.key, targets);
}
