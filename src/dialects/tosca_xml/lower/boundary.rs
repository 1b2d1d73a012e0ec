//! Boundary definitions: inputs, outputs and the substitution mapping.

use crate::diagnostics::rules;
use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::fields::{self, FieldType};
use super::super::kinds::Kind;
use super::super::prefixes::{step as step_name, symbolic};
use super::context::Context;
use super::part::{Map, Part, data};
use super::properties::literal;
use super::service::{Target, Topology, template_name};

/// The boundary of a service.
#[derive(Default)]
pub(super) struct Boundary<'t> {
    element: Option<Element<'t>>,
    wires: Vec<Wire<'t>>,
    /// Mappings that TOSCA 2.0 cannot express.
    lost: Vec<Element<'t>>,
}

/// A property of the boundary that is one of a node template.
struct Wire<'t> {
    at: YamlNode<'t>,
    input: String,
    node: String,
    property: String,
    type_name: &'static str,
    default: Option<Part<'t>>,
}

impl<'t> Boundary<'t> {
    pub(super) fn new(context: &mut Context<'t, '_>, topology: &Topology<'t>, service: Element<'t>) -> Self {
        let Some(element) = service.child("BoundaryDefinitions") else { return Self::default() };
        context.applied("boundary", element.key);
        let mut boundary = Self { element: Some(element), ..Self::default() };
        let Some(wrapper) = element.child("Properties") else { return boundary };
        let filled = wrapper.children().find(|child| child.name() != "PropertyMappings");
        for mapping in wrapper.items("PropertyMappings", "PropertyMapping") {
            match wire(context, topology, filled, mapping) {
                Some(wire) if boundary.wires.iter().all(|known| known.input != wire.input) => {
                    boundary.wires.push(wire);
                }
                _ => boundary.lost.push(mapping),
            }
        }
        boundary
    }

    /// Adds an input and an output for each mapped property.
    pub(super) fn inputs(&self, map: &mut Map<'t>) {
        let Some(first) = self.wires.first() else { return };
        let mut inputs = Map::new(first.at);
        let mut outputs = Map::new(first.at);
        for wire in &self.wires {
            let mut input = Map::new(wire.at);
            input.add_text("type", wire.type_name, wire.at);
            match &wire.default {
                Some(default) => input.add("default", wire.at, default.clone()),
                None => input.add("required", wire.at, Part::plain("false", wire.at)),
            }
            inputs.add_map(wire.input.clone(), input);
            let path = [&wire.node, &wire.property].map(|name| Part::text(name.clone(), wire.at)).into();
            let mut call = Map::new(wire.at);
            call.add("$get_property", wire.at, Part::List(path, wire.at));
            let mut output = Map::new(wire.at);
            output.add_map("value", call);
            outputs.add_map(wire.input.clone(), output);
        }
        map.add_map("inputs", inputs);
        map.add_map("outputs", outputs);
    }

    /// Gives the mapped properties of a node template the values of the inputs.
    pub(super) fn wire(&self, template: &mut Map<'t>, node: &str) {
        for wire in self.wires.iter().filter(|wire| wire.node == node) {
            let mut call = Map::new(wire.at);
            call.add(
                "$get_input",
                wire.at,
                Part::List(vec![Part::text(wire.input.clone(), wire.at)], wire.at),
            );
            template.map("properties", wire.at).set(wire.property.clone(), wire.at, Part::Map(call));
        }
    }

    /// Adds the substitution mapping, and keeps what has no place in TOSCA 2.0.
    pub(super) fn mappings(
        &self,
        context: &mut Context<'t, '_>,
        map: &mut Map<'t>,
        topology: &Topology<'t>,
        service: Element<'t>,
    ) {
        for mapping in &self.lost {
            context.report(mapping.key, rules::lowered_with_loss::new(mapping.key.span(), mapping.local()));
            map.keep(mapping.local(), mapping.key, data(*mapping));
        }
        if let Some(element) = self.element {
            context.lose_children(map, element, &["PropertyConstraints", "Policies"]);
        }
        let Some(node) = service.attribute("substitutableNodeType") else {
            if let Some(element) = self.element {
                context.lose_children(map, element, &["Requirements", "Capabilities", "Interfaces"]);
            }
            return;
        };
        let mut mapping = Map::new(node);
        let name = context.type_name(Kind::NodeType, node);
        mapping.add_text("node_type", name, node);
        if let Some(element) = self.element {
            let pairs = |wrapper: &str, item: &str| {
                let items = element.items(wrapper, item);
                items.filter_map(|part| pair(topology, part)).collect::<Vec<_>>()
            };
            let mut capabilities = Map::new(element.key);
            for (name, at, part) in pairs("Capabilities", "Capability") {
                capabilities.add(name, at, part);
            }
            mapping.add_map("capabilities", capabilities);
            let mut requirements = Vec::new();
            for (name, at, part) in pairs("Requirements", "Requirement") {
                let mut item = Map::new(at);
                item.add(name, at, part);
                requirements.push(Part::Map(item));
            }
            mapping.add_list("requirements", element.key, requirements);
            interfaces(context, map, &mut mapping, topology, element);
        }
        map.add_map("substitution_mappings", mapping);
    }
}

/// Returns the mapping of a requirement or capability: the name, and the node with its part.
fn pair<'t>(topology: &Topology<'t>, part: Element<'t>) -> Option<(String, YamlNode<'t>, Part<'t>)> {
    let reference = part.attribute("ref")?;
    let target = *topology.ids.get(reference.text().trim())?;
    let (Target::Requirement(node, inner) | Target::Capability(node, inner)) = target else { return None };
    let inner_name = inner.value_of("name")?;
    let name = symbolic(part.value_of("name").unwrap_or(inner_name));
    let path = vec![Part::text(template_name(node), reference), Part::text(symbolic(inner_name), reference)];
    Some((name, reference, Part::List(path, reference)))
}

/// Adds workflows for the operations of the boundary.
fn interfaces<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    mapping: &mut Map<'t>,
    topology: &Topology<'t>,
    element: Element<'t>,
) {
    let mut all = Map::new(element.key);
    for interface in element.items("Interfaces", "Interface") {
        let Some(name) = interface.attribute("name") else { continue };
        let mut operations = Map::new(interface.value);
        for operation in interface.children_named("Operation") {
            let Some(operation_name) = operation.attribute("name") else { continue };
            let plan = operation.child("Plan").and_then(|plan| plan.value_of("planRef"));
            let workflow = match plan {
                Some(plan) => Some(symbolic(plan)),
                None => step(context, map, topology, (name, operation)),
            };
            match workflow {
                Some(workflow) => {
                    operations.add_text(step_name(operation_name.text()), workflow, operation_name);
                }
                None => context.lose(map, operation),
            }
        }
        all.add_map(step_name(name.text()), operations);
    }
    mapping.add_map("interfaces", all);
}

/// Adds a workflow with one step that calls an operation of a node template.
fn step<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    topology: &Topology<'t>,
    (interface, operation): (YamlNode<'t>, Element<'t>),
) -> Option<String> {
    let target = operation.child("NodeOperation")?;
    let node = topology.ids.get(target.value_of("nodeRef")?)?.node()?;
    let call = format!(
        "{}.{}",
        step_name(target.value_of("interfaceName")?),
        step_name(target.value_of("operationName")?)
    );
    let at = target.key;
    context.applied("plan", at);
    let mut activity = Map::new(at);
    activity.add_text("call_operation", call, at);
    let mut step = Map::new(at);
    step.add_text("target", template_name(node), at);
    step.add("activities", at, Part::List(vec![Part::Map(activity)], at));
    let mut steps = Map::new(at);
    steps.add_map("call", step);
    let mut workflow = Map::new(at);
    workflow.add_map("steps", steps);
    let name = format!("{}_{}", symbolic(interface.text()), symbolic(operation.value_of("name")?));
    map.map("workflows", at).set(name.clone(), at, Part::Map(workflow));
    Some(name)
}

fn wire<'t>(
    context: &Context<'t, '_>,
    topology: &Topology<'t>,
    filled: Option<Element<'t>>,
    mapping: Element<'t>,
) -> Option<Wire<'t>> {
    let at = mapping.key;
    let input = simple_path(mapping.value_of("serviceTemplatePropertyRef")?)?;
    let property = simple_path(mapping.value_of("targetPropertyRef")?)?;
    let Target::Node(node) = *topology.ids.get(mapping.value_of("targetObjectRef")?)? else { return None };
    let place = context.resolve(Kind::NodeType, node.attribute("type")?);
    let all = place.map(|place| fields::all(context.repository, place)).unwrap_or_default();
    let field = all.list.iter().find(|field| field.name == property);
    let simple = match field {
        Some(field) if field.is_list => return None,
        Some(field) => match &field.value {
            FieldType::Simple(simple) => simple.clone(),
            FieldType::Complex(_) => return None,
        },
        None if all.is_whole => return None,
        None => super::super::schema::STRING,
    };
    let child = |element: Element<'t>| element.children().find(|child| child.local() == input);
    let own = filled.and_then(child).and_then(Element::text);
    let of_node = || {
        let values = node.child("Properties")?.children().next()?;
        values.children().find(|child| child.local() == property)?.text()
    };
    let value = own.or_else(of_node);
    let default = value.and_then(|value| literal(value.text(), &simple, value));
    let input = symbolic(&input);
    Some(Wire { at, input, node: template_name(node), property, type_name: simple.name, default })
}

/// Returns the last name of an `XPath` that is only a path of children: `name`, `/a/b`, `/*[local-name()='a']`.
fn simple_path(path: &str) -> Option<String> {
    let mut last = None;
    for step in path.trim().trim_start_matches('/').split('/') {
        let name = match step.strip_prefix("*[local-name()=") {
            Some(rest) => rest.strip_suffix(']')?.trim().trim_matches(['\'', '"']),
            None => step.trim(),
        };
        let local = name.rsplit(':').next()?;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        if local.is_empty() || !local.chars().all(is_name) {
            return None;
        }
        last = Some(local.to_owned());
    }
    last
}
