//! Definitions of requirements and capabilities.

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::prefixes::symbolic;
use super::super::repository::{Place, XmlRepository};
use super::context::{Context, Taken};
use super::part::{Map, Part};

/// Adds the capability definitions of a node type.
pub(super) fn capabilities<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, element: Element<'t>) {
    let mut definitions = element.items("CapabilityDefinitions", "CapabilityDefinition").peekable();
    let Some(first) = definitions.peek() else { return };
    let mut capabilities = Map::new(first.key);
    let mut taken = Taken::default();
    for definition in definitions {
        let Some(name) = definition.attribute("name") else { continue };
        let Some(reference) = definition.attribute("capabilityType") else { continue };
        let mut capability = Map::new(definition.value);
        let type_name = context.type_name(Kind::CapabilityType, reference);
        capability.add_text("type", type_name, reference);
        context.common(&mut capability, definition);
        for bound in ["lowerBound", "upperBound"] {
            if let Some(value) = definition.attribute(bound).filter(|value| value.text() != "1") {
                capability.note(format!("tosca_xml.{bound}"), value, Part::literal(value.text(), value));
            }
        }
        context.lose_children(&mut capability, definition, &["Constraints"]);
        let key = context.symbolic(name.text(), &mut taken, name);
        capabilities.add(key, name, Part::Map(capability));
    }
    map.add_map("capabilities", capabilities);
}

/// Adds the requirement definitions of a node type.
pub(super) fn requirements<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, element: Element<'t>) {
    let mut items = Vec::new();
    let mut taken = Taken::default();
    for definition in element.items("RequirementDefinitions", "RequirementDefinition") {
        let Some(name) = definition.attribute("name") else { continue };
        let mut requirement = Map::new(definition.value);
        context.common(&mut requirement, definition);
        let of_type = definition.attribute("requirementType");
        let at = of_type.unwrap_or(definition.key);
        let place = of_type.and_then(|node| context.resolve(Kind::RequirementType, node));
        let capability = place.and_then(|place| required_capability(context.repository, place));
        let capability = match capability {
            Some(place) => context.name_of(place),
            None => context.base("Capability"),
        };
        requirement.add_text("capability", capability, at);
        let relationship = context.base("Relationship");
        requirement.add_text("relationship", relationship, definition.key);
        let bounds = ["lowerBound", "upperBound"].map(|name| {
            let value = definition.attribute(name);
            let text = value.map_or("1", |value| value.text().trim());
            let at = value.unwrap_or(definition.key);
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            match text {
                _ if text.eq_ignore_ascii_case("unbounded") => Part::text("UNBOUNDED", at),
                _ if is_number => Part::plain(text, at),
                // The bound is reported.
                _ if name == "lowerBound" => Part::plain("0", at),
                _ => Part::text("UNBOUNDED", at),
            }
        });
        requirement.add("count_range", definition.key, Part::List(bounds.to_vec(), definition.key));
        if let Some(of_type) = of_type {
            requirement.note("tosca_xml.requirementType", of_type, Part::literal(of_type.text(), of_type));
        }
        context.lose_children(&mut requirement, definition, &["Constraints"]);
        context.applied("requirement", definition.key);
        let mut item = Map::new(definition.value);
        let key = context.symbolic(name.text(), &mut taken, name);
        item.add(key, name, Part::Map(requirement));
        items.push(Part::Map(item));
    }
    map.add_list("requirements", element.key, items);
}

/// Returns the capability type that a requirement type, or one that it is derived from, requires.
pub(in super::super) fn required_capability(
    repository: &XmlRepository,
    requirement_type: Place,
) -> Option<Place> {
    repository.chain(requirement_type).find_map(|place| {
        let node = repository.element(place).attribute("requiredCapabilityType")?;
        repository.resolve(place.file, Kind::CapabilityType, node)
    })
}

/// A definition of a requirement or capability of a node type: its file, and its element.
#[derive(Clone, Copy)]
pub(in super::super) struct Member<'r> {
    pub(in super::super) file: usize,
    pub(in super::super) element: Element<'r>,
}

impl Member<'_> {
    /// Returns its name in TOSCA 2.0.
    pub(in super::super) fn symbolic(self) -> String {
        symbolic(self.element.value_of("name").unwrap_or_default())
    }
}

/// Returns the requirement or capability definitions of a node type, with those that it inherits.
pub(in super::super) fn members<'r>(
    repository: &'r XmlRepository,
    node_type: Place,
    what: &str,
) -> Vec<Member<'r>> {
    let (wrapper, item) = (format!("{what}Definitions"), format!("{what}Definition"));
    let members = repository.chain(node_type).flat_map(|place| {
        let items = repository.element(place).items(&wrapper, &item);
        items.map(move |element| Member { file: place.file, element })
    });
    members.collect()
}
