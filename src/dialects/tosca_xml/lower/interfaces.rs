//! Interfaces: each becomes an interface type, and a definition in its node or relationship type.

use rustc_hash::FxHashSet;

use crate::yaml::{NodeId, YamlNode};

use super::super::element::Element;
use super::super::prefixes::{step, unique};
use super::super::repository::{Place, XmlRepository};
use super::super::schema;
use super::artifacts::Reference;
use super::context::{Context, Taken};
use super::implementations::Implemented;
use super::part::{Map, Part};

/// An interface of a type.
#[derive(Clone, Copy)]
pub(in super::super) struct Interface<'r> {
    /// The name in TOSCA 2.0.
    pub(in super::super) name: &'r str,
    /// The type that defines it.
    pub(in super::super) owner: Place,
    pub(in super::super) element: Element<'r>,
}

/// The wrappers of interfaces, and the prefix that names in them get.
const WRAPPERS: &[(&str, &str)] =
    &[("Interfaces", ""), ("SourceInterfaces", "source_"), ("TargetInterfaces", "target_")];

/// Returns the interfaces that the type `owner` itself defines: their names in TOSCA 2.0, and their elements.
fn own(owner: Element<'_>) -> Vec<(String, NodeId)> {
    let mut taken = FxHashSet::default();
    let mut interfaces = Vec::new();
    let wrapper = |child: Element<'_>| WRAPPERS.iter().position(|(name, _)| *name == child.local());
    let mut wrappers: Vec<_> = owner.children().filter_map(|child| Some((wrapper(child)?, child))).collect();
    wrappers.sort_by_key(|(index, _)| *index);
    for (index, wrapper) in wrappers {
        let (_, prefix) = WRAPPERS[index];
        for element in wrapper.children().filter(|child| child.local() == "Interface") {
            let Some(name) = element.value_of("name") else { continue };
            let name = unique(&format!("{prefix}{}", step(name)), &mut taken);
            interfaces.push((name, element.key.id()));
        }
    }
    interfaces
}

/// Returns the interfaces that a type and those that it is derived from define, the nearest first.
pub(in super::super) fn of_chain<'r>(repository: &'r XmlRepository, place: Place) -> Vec<Interface<'r>> {
    let interfaces = repository.chain(place).flat_map(|owner| {
        let element = repository.element(owner);
        let interface = move |(name, id): &'r (String, NodeId)| Interface {
            name,
            owner,
            element: Element::at(element.tree(), *id),
        };
        repository.interfaces(owner, || own(element)).iter().map(interface)
    });
    interfaces.collect()
}

/// Returns the nearest definition of each name.
pub(in super::super) fn nearest<'r>(interfaces: &[Interface<'r>]) -> Vec<Interface<'r>> {
    let mut taken = FxHashSet::default();
    interfaces.iter().filter(|interface| taken.insert(interface.name)).copied().collect()
}

/// Returns the names of the operations of an interface, with those that the same interface of a base has.
fn operations<'r>(interfaces: &[Interface<'r>], name: &str) -> Vec<(String, Element<'r>)> {
    let mut taken = FxHashSet::default();
    let mut operations = Vec::new();
    for same in interfaces.iter().filter(|interface| interface.name == name) {
        for operation in same.element.children().filter(|child| child.local() == "Operation") {
            let Some(name) = operation.value_of("name").map(step) else { continue };
            if taken.insert(name.clone()) {
                operations.push((name, operation));
            }
        }
    }
    operations
}

fn type_name(context: &Context<'_, '_>, interface: &Interface<'_>) -> String {
    format!("{}_{}", context.own_name(interface.owner), interface.name)
}

/// Adds the interfaces of a type, and their types to the file.
pub(super) fn interfaces<'t>(
    context: &mut Context<'t, '_>,
    body: &mut Map<'t>,
    map: &mut Map<'t>,
    place: Place,
    element: Element<'t>,
    implemented: &Implemented<'_>,
) {
    let known = of_chain(context.repository, place);
    let mut interfaces = Map::new(element.key);
    for interface in nearest(&known) {
        let is_own = interface.owner == place;
        let at = if is_own { context.tree.node(interface.element.key.id()) } else { element.key };
        if is_own {
            let own = Element::at(context.tree, interface.element.key.id());
            interface_type(context, body, &known, &interface, own);
        }
        let implementations = implementations(context, &known, &interface, implemented, at);
        if !is_own && implementations.is_empty() {
            continue;
        }
        let mut definition = Map::new(at);
        let local = type_name(context, &interface);
        let name = context.qualified(interface.owner, &local);
        definition.add_text("type", name, at);
        definition.add_map("operations", implementations);
        interfaces.add(interface.name.to_owned(), at, Part::Map(definition));
    }
    map.add_map("interfaces", interfaces);
}

/// Adds the interfaces of a type that an implementation implements.
pub(super) fn of_implementation<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    of_type: Place,
    element: Element<'t>,
    implemented: &Implemented<'_>,
) {
    let at = element.key;
    let mut interfaces = Map::new(at);
    let known = of_chain(context.repository, of_type);
    for interface in nearest(&known) {
        let operations = implementations(context, &known, &interface, implemented, at);
        if operations.is_empty() {
            continue;
        }
        let mut definition = Map::new(at);
        let local = type_name(context, &interface);
        let name = context.qualified(interface.owner, &local);
        definition.add_text("type", name, at);
        definition.add_map("operations", operations);
        interfaces.add(interface.name.to_owned(), at, Part::Map(definition));
    }
    map.add_map("interfaces", interfaces);
}

/// Adds the type of an interface.
fn interface_type<'t>(
    context: &mut Context<'t, '_>,
    body: &mut Map<'t>,
    known: &[Interface<'_>],
    interface: &Interface<'_>,
    own: Element<'t>,
) {
    context.applied("interface", own.key);
    let mut map = Map::new(own.key);
    let inherited: Vec<Interface<'_>> = known
        .iter()
        .filter(|base| base.owner != interface.owner && base.name == interface.name)
        .copied()
        .collect();
    if let Some(base) = inherited.first() {
        let local = type_name(context, base);
        let name = context.qualified(base.owner, &local);
        map.add_text("derived_from", name, own.key);
    }
    if let Some(name) = own.attribute("name").filter(|name| name.text() != interface.name) {
        context.applied("name", name);
        map.note("tosca_xml.name", name, Part::literal(name.text(), name));
    }
    let known: FxHashSet<String> =
        operations(&inherited, interface.name).into_iter().map(|(name, _)| name).collect();
    let mut operations = Map::new(own.key);
    let mut taken = Taken::default();
    for operation in own.children().filter(|child| child.local() == "Operation") {
        let Some(name) = operation.attribute("name") else { continue };
        let key = context.symbolic(&step(name.text()), &mut taken, name);
        if known.contains(&key) {
            // The operation of the base stays.
            continue;
        }
        let mut definition = Map::new(operation.value);
        context.common(&mut definition, operation);
        let inputs = parameters(context, operation, "InputParameters", "InputParameter");
        definition.add_map("inputs", inputs);
        let outputs = parameters(context, operation, "OutputParameters", "OutputParameter");
        definition.add_map("outputs", outputs);
        operations.add(key, name, Part::Map(definition));
    }
    map.add_map("operations", operations);
    if map.is_empty() {
        map.add_text("description", "Without operations.", own.key);
    }
    let name = type_name(context, interface);
    body.map("interface_types", own.key).add(name, own.key, Part::Map(map));
}

/// Returns the parameters of an operation or plan.
pub(super) fn parameters<'t>(
    context: &mut Context<'t, '_>,
    holder: Element<'t>,
    wrapper: &str,
    item: &str,
) -> Map<'t> {
    let parameters = holder.items(wrapper, item);
    let mut map = Map::new(holder.child(wrapper).map_or(holder.key, |wrapper| wrapper.key));
    for parameter in parameters {
        let Some(name) = parameter.attribute("name") else { continue };
        if map.has(name.text()) {
            continue;
        }
        let mut definition = Map::new(parameter.value);
        let at = parameter.attribute("type").unwrap_or(parameter.key);
        let known = schema::built_in(at.text());
        let type_name = known.as_ref().map_or("string", |simple| simple.name);
        definition.add_text("type", type_name, at);
        if known.is_none() && !at.text().is_empty() {
            definition.note("tosca_xml.type", at, Part::literal(at.text(), at));
            context
                .report(at, crate::diagnostics::rules::wrong_xml_value::parameter_type(at.span(), at.text()));
        }
        if item == "InputParameter" {
            // The caller of the operation gives the value, not a template.
            let at = parameter.attribute("required").unwrap_or(parameter.key);
            definition.add("required", at, Part::plain("false", at));
            if !matches!(parameter.value_of("required"), Some("no")) {
                definition.note("tosca_xml.required", at, Part::plain("true", at));
            }
        }
        map.add(name.text(), name, Part::Map(definition));
    }
    map
}

/// Returns the operations of an interface with their implementations.
fn implementations<'t>(
    context: &mut Context<'t, '_>,
    known: &[Interface<'_>],
    interface: &Interface<'_>,
    implemented: &Implemented<'_>,
    at: YamlNode<'t>,
) -> Map<'t> {
    let mut map = Map::new(at);
    if implemented.chain.is_empty() {
        return map;
    }
    for (name, operation) in operations(known, interface.name) {
        let of_operation = operation.value_of("name").unwrap_or_default();
        let artifacts = implementation(implemented, interface, of_operation);
        let definitions: Vec<Map<'t>> = artifacts
            .into_iter()
            .flat_map(|reference| super::artifacts::definitions(context, reference, at))
            .collect();
        let mut definitions = definitions.into_iter().map(Part::Map);
        let Some(primary) = definitions.next() else { continue };
        let mut implementation = Map::new(at);
        implementation.add("primary", at, primary);
        implementation.add_list("dependencies", at, definitions.collect());
        let mut operation = Map::new(at);
        operation.add_map("implementation", implementation);
        map.add(name, at, Part::Map(operation));
    }
    map
}

/// Returns the artifacts that implement an operation: those that name it, else those that name its interface, else those
/// that name neither; of the nearest implementation that has any.
fn implementation<'r>(
    implemented: &Implemented<'r>,
    interface: &Interface<'_>,
    operation: &str,
) -> Vec<Reference<'r>> {
    let name = interface.element.value_of("name");
    let levels = [(name, Some(operation)), (name, None), (None, None)];
    for artifacts in &implemented.artifacts {
        let with = |level| -> Vec<Reference<'r>> {
            let of_level =
                artifacts.iter().filter(|artifact| (artifact.interface, artifact.operation) == level);
            of_level.map(|artifact| artifact.reference).collect()
        };
        if let Some(artifacts) = levels.into_iter().map(with).find(|artifacts| !artifacts.is_empty()) {
            return artifacts;
        }
    }
    Vec::new()
}
