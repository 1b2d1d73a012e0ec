//! Service templates.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::yaml::{NodeId, YamlNode};

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::prefixes::symbolic;
use super::super::repository::Place;
use super::context::Context;
use super::part::{Map, Part};
use super::{artifacts, boundary, plans, policies, properties, requirements};

/// The parts of a topology by their ids.
pub(in super::super) struct Topology<'t> {
    pub(in super::super) nodes: Vec<Element<'t>>,
    pub(in super::super) relationships: Vec<Element<'t>>,
    /// What an id stands for.
    pub(in super::super) ids: FxHashMap<&'t str, Target<'t>>,
}

/// What an id stands for.
#[derive(Clone, Copy)]
pub(in super::super) enum Target<'t> {
    Node(Element<'t>),
    Requirement(Element<'t>, Element<'t>),
    Capability(Element<'t>, Element<'t>),
    Relationship,
}

impl<'t> Topology<'t> {
    pub(in super::super) fn new(service: Element<'t>) -> Self {
        let topology = service.child("TopologyTemplate");
        let all =
            |name: &'static str| topology.into_iter().flat_map(move |topology| topology.children_named(name));
        let nodes: Vec<Element<'t>> = all("NodeTemplate").collect();
        let relationships: Vec<Element<'t>> = all("RelationshipTemplate").collect();
        let mut ids = FxHashMap::default();
        for node in &nodes {
            let requirements = node.items("Requirements", "Requirement");
            let capabilities = node.items("Capabilities", "Capability");
            let parts = requirements
                .map(|part| (part, Target::Requirement(*node, part)))
                .chain(capabilities.map(|part| (part, Target::Capability(*node, part))));
            for (element, target) in std::iter::once((*node, Target::Node(*node))).chain(parts) {
                if let Some(id) = element.value_of("id") {
                    ids.entry(id).or_insert(target);
                }
            }
        }
        for relationship in &relationships {
            if let Some(id) = relationship.value_of("id") {
                ids.entry(id).or_insert(Target::Relationship);
            }
        }
        Self { nodes, relationships, ids }
    }

    /// Returns the ends of a relationship template.
    fn ends(&self, relationship: Element<'t>) -> Option<(Target<'t>, Target<'t>)> {
        let end = |name: &str| self.ids.get(relationship.child(name)?.value_of("ref")?).copied();
        Some((end("SourceElement")?, end("TargetElement")?))
    }
}

impl<'t> Target<'t> {
    /// Returns the node template that has the part.
    pub(in super::super) fn node(self) -> Option<Element<'t>> {
        match self {
            Self::Node(node) | Self::Requirement(node, _) | Self::Capability(node, _) => Some(node),
            Self::Relationship => None,
        }
    }
}

/// Returns the name of a template in TOSCA 2.0.
pub(super) fn template_name(template: Element<'_>) -> String {
    symbolic(template.value_of("id").unwrap_or_default())
}

/// Returns the service template.
pub(super) fn service<'t>(context: &mut Context<'t, '_>, service: Element<'t>) -> Map<'t> {
    context.applied("service", service.key);
    let topology = Topology::new(service);
    let mut map = Map::new(service.value);
    context.common(&mut map, service);
    for name in ["id", "name", "targetNamespace"] {
        if let Some(value) = service.attribute(name) {
            map.note(format!("tosca_xml.{name}"), value, Part::literal(value.text(), value));
        }
    }
    let boundary = boundary::Boundary::new(context, &topology, service);
    boundary.inputs(&mut map);
    let at = service.child("TopologyTemplate").map_or(service.key, |topology| topology.key);
    if let Some(topology) = service.child("TopologyTemplate") {
        context.common(&mut map, topology);
    }
    let mut relations = relations(context, &topology);
    let mut nodes = Map::new(at);
    let mut policies = policies::Policies::default();
    let mut taken = FxHashSet::default();
    for node in &topology.nodes {
        let name = template_name(*node);
        if node.attribute("id").is_none() || !taken.insert(name.clone()) {
            continue;
        }
        let own = relations.remove(&node.key.id()).unwrap_or_default();
        let template = node_template(context, *node, own, &boundary);
        policies.add(context, *node, &name);
        nodes.add(name, node.attribute("id").unwrap_or(node.key), Part::Map(template));
    }
    for (name, type_name, at) in std::mem::take(&mut context.inputs) {
        let inputs = map.map("inputs", at);
        if !inputs.has(&name) {
            let mut input = Map::new(at);
            input.add_text("type", type_name, at);
            inputs.add(name, at, Part::Map(input));
        }
    }
    map.add("node_templates", at, Part::Map(nodes));
    let relationships = relationship_templates(context, &topology, at);
    map.add_map("relationship_templates", relationships);
    map.add_list("policies", at, policies.items);
    plans::plans(context, &mut map, service);
    boundary.mappings(context, &mut map, &topology, service);
    map
}

/// Returns relationship templates as requirements of their sources, by the keys of these.
fn relations<'t>(context: &mut Context<'t, '_>, topology: &Topology<'t>) -> FxHashMap<NodeId, Vec<Part<'t>>> {
    let mut relations: FxHashMap<NodeId, Vec<Part<'t>>> = FxHashMap::default();
    for relationship in &topology.relationships {
        // Ends that do not exist are reported.
        let Some((source, target)) = topology.ends(*relationship) else { continue };
        let (Some(source_node), Some(target_node)) = (source.node(), target.node()) else { continue };
        let at = relationship.child("SourceElement").map_or(relationship.key, |source| source.key);
        let to = relationship.child("TargetElement").map_or(relationship.key, |target| target.key);
        context.applied("relation", relationship.key);
        let requirement = requirement_of(context, source, target);
        let mut assignment = Map::new(at);
        assignment.add_text("node", template_name(target_node), to);
        match target {
            Target::Capability(_, capability) => {
                let name = symbolic(capability.value_of("name").unwrap_or_default());
                assignment.add_text("capability", name, to);
            }
            _ if requirement.is_none() => assignment.add_text("capability", "feature", to),
            _ => {}
        }
        if let Some(id) = relationship.attribute("id") {
            assignment.add_text("relationship", template_name(*relationship), id);
        }
        if let (Target::Requirement(_, requirement), None) = (source, &requirement) {
            context.lose(&mut assignment, requirement);
        }
        let mut item = Map::new(at);
        item.add(requirement.unwrap_or_else(|| "relation".to_owned()), at, Part::Map(assignment));
        relations.entry(source_node.key.id()).or_default().push(Part::Map(item));
    }
    relations
}

/// Returns the requirement of the source that a relationship fulfills, or `None` if its type has none for the target.
fn requirement_of<'t>(context: &Context<'t, '_>, source: Target<'t>, target: Target<'t>) -> Option<String> {
    let Target::Requirement(node, requirement) = source else { return None };
    let name = symbolic(requirement.value_of("name")?);
    let repository = context.repository;
    let type_of = |node: Element<'t>| context.resolve(Kind::NodeType, node.attribute("type")?);
    let Some(of_type) = type_of(node) else { return Some(name) };
    let members = requirements::members(repository, of_type, "Requirement");
    let Some(member) = members.into_iter().find(|member| member.symbolic() == name) else {
        return (!repository.is_whole(of_type)).then_some(name);
    };
    let Target::Node(target) = target else { return Some(name) };
    // A node as the target: it must have a capability of the required type.
    let required = member.element.attribute("requirementType");
    let required = required.and_then(|node| repository.resolve(member.file, Kind::RequirementType, node));
    let Some(required) = required.and_then(|place| requirements::required_capability(repository, place))
    else {
        return Some(name);
    };
    let Some(target_type) = type_of(target) else { return Some(name) };
    let offers = |member: &requirements::Member<'_>| {
        let node = member.element.attribute("capabilityType");
        let place = node.and_then(|node| repository.resolve(member.file, Kind::CapabilityType, node));
        place.is_none_or(|place| repository.is_derived(place, required) != Some(false))
    };
    let has_one = requirements::members(repository, target_type, "Capability").iter().any(offers);
    (has_one || !repository.is_whole(target_type)).then_some(name)
}

fn template_type<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    template: Element<'t>,
    kind: Kind,
) -> Option<Place> {
    // A missing type is reported.
    let node = template.attribute("type").filter(|node| !node.text().trim().is_empty());
    let at = node.unwrap_or(template.key);
    let place = node.and_then(|node| context.resolve(kind, node));
    let name = match node {
        Some(node) => context.type_name_at(kind, node, place),
        None => context.base(kind.row().root),
    };
    map.add_text("type", name, at);
    place
}

fn node_template<'t>(
    context: &mut Context<'t, '_>,
    node: Element<'t>,
    requirements: Vec<Part<'t>>,
    boundary: &boundary::Boundary<'t>,
) -> Map<'t> {
    context.applied("template", node.key);
    let mut map = Map::new(node.value);
    let of_type = template_type(context, &mut map, node, Kind::NodeType);
    context.common(&mut map, node);
    if let Some(name) = node.attribute("name") {
        map.note("tosca_xml.name", name, Part::literal(name.text(), name));
    }
    context.lose_children(&mut map, node, &["PropertyConstraints"]);
    properties::values(context, &mut map, of_type, node);
    boundary.wire(&mut map, &template_name(node));
    capabilities(context, &mut map, node);
    for requirement in node.items("Requirements", "Requirement") {
        context.lose_children(&mut map, requirement, &["Properties", "PropertyConstraints"]);
    }
    map.add_list("requirements", node.key, requirements);
    let own = context.file;
    artifacts::deployment(context, &mut map, own, node, None);
    instances(&mut map, node);
    map
}

fn capabilities<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, node: Element<'t>) {
    let mut all = Map::new(node.key);
    for capability in node.items("Capabilities", "Capability") {
        let Some(name) = capability.attribute("name") else { continue };
        let of_type =
            capability.attribute("type").and_then(|node| context.resolve(Kind::CapabilityType, node));
        let mut assignment = Map::new(capability.value);
        properties::values(context, &mut assignment, of_type, capability);
        context.lose_children(map, capability, &["PropertyConstraints"]);
        let key = symbolic(name.text());
        if !assignment.is_empty() && !all.has(&key) {
            let mut values = Map::new(capability.value);
            assignment.append_entry_to("properties", &mut values);
            all.add_map(key, values);
        }
    }
    map.add_map("capabilities", all);
}

/// Adds the number of instances.
fn instances<'t>(map: &mut Map<'t>, node: Element<'t>) {
    let (least, most) = (node.attribute("minInstances"), node.attribute("maxInstances"));
    let text = |value: Option<YamlNode<'t>>| value.map_or("1", |value| value.text().trim());
    let count: Option<u32> = text(least).parse().ok();
    let at = least.or(most).unwrap_or(node.key);
    if let Some(count) = count.filter(|count| *count != 1) {
        map.add("count", at, Part::plain(count.to_string(), at));
    }
    if text(least) != text(most) {
        map.note("tosca_xml.maxInstances", at, Part::literal(text(most), at));
    }
}

fn relationship_templates<'t>(
    context: &mut Context<'t, '_>,
    topology: &Topology<'t>,
    at: YamlNode<'t>,
) -> Map<'t> {
    let mut templates = Map::new(at);
    let mut taken = FxHashSet::default();
    for relationship in &topology.relationships {
        let name = template_name(*relationship);
        let Some(id) = relationship.attribute("id").filter(|_| !taken.contains(&name)) else { continue };
        let is_used = topology
            .ends(*relationship)
            .is_some_and(|(source, target)| source.node().is_some() && target.node().is_some());
        if !is_used {
            continue;
        }
        let mut map = Map::new(relationship.value);
        let of_type = template_type(context, &mut map, *relationship, Kind::RelationshipType);
        context.common(&mut map, *relationship);
        if let Some(name) = relationship.attribute("name") {
            map.note("tosca_xml.name", name, Part::literal(name.text(), name));
        }
        context.lose_children(
            &mut map,
            *relationship,
            &["PropertyConstraints", "RelationshipConstraints", "Policies"],
        );
        properties::values(context, &mut map, of_type, *relationship);
        taken.insert(name.clone());
        templates.add(name, id, Part::Map(map));
    }
    templates
}
