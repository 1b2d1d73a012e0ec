//! Policies of node templates.

use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::prefixes::symbolic;
use super::super::repository::{Place, XmlRepository};
use super::context::{Context, Taken};
use super::part::{Map, Part, data};
use super::properties;

/// The policies of a service.
#[derive(Default)]
pub(super) struct Policies<'t> {
    pub(super) items: Vec<Part<'t>>,
    taken: Taken,
}

impl<'t> Policies<'t> {
    /// Adds the policies of a node template.
    pub(super) fn add(&mut self, context: &mut Context<'t, '_>, node: Element<'t>, target: &str) {
        for policy in node.items("Policies", "Policy") {
            let Some(of_type) = policy.attribute("policyType") else { continue };
            context.applied("policy", policy.key);
            let mut map = Map::new(policy.value);
            let type_name = context.type_name(Kind::PolicyType, of_type);
            map.add_text("type", type_name, of_type);
            context.policy_parts(&mut map, policy);
            template(context, &mut map, policy, of_type);
            let place = context.resolve(Kind::PolicyType, of_type);
            let node_type = node.attribute("type").and_then(|node| context.resolve(Kind::NodeType, node));
            let is_other = place.zip(node_type).is_some_and(|(policy_type, node_type)| {
                applies(context.repository, policy_type, node_type) == Some(false)
            });
            // A policy on a node of another type is reported; in TOSCA 2.0, it would be an error.
            if is_other {
                map.note("tosca_xml.target", policy.key, Part::text(target.to_owned(), policy.key));
            } else {
                map.add(
                    "targets",
                    policy.key,
                    Part::List(vec![Part::text(target.to_owned(), policy.key)], policy.key),
                );
            }
            let local = of_type.text().rsplit([':', '}']).next().unwrap_or_default();
            let name = policy.attribute("name").filter(|name| !name.text().trim().is_empty());
            let unnamed = format!("{target}_{}", symbolic(local));
            let wanted = name.map_or(unnamed.as_str(), YamlNode::text);
            let key = context.symbolic(wanted, &mut self.taken, name.unwrap_or(policy.key));
            let mut item = Map::new(policy.value);
            item.add(key, name.unwrap_or(policy.key), Part::Map(map));
            self.items.push(Part::Map(item));
        }
    }
}

/// Returns whether a policy type applies to a node type, or `None` if that is not known. The nearest type with a list
/// decides.
pub(in super::super) fn applies(
    repository: &XmlRepository,
    policy_type: Place,
    node_type: Place,
) -> Option<bool> {
    let types = |place: Place| {
        let mut types = repository.element(place).items("AppliesTo", "NodeTypeReference").peekable();
        types.peek().is_some().then_some((place.file, types))
    };
    let (file, types) = repository.chain(policy_type).find_map(types)?;
    let mut is_known = true;
    for reference in types {
        let target =
            reference.attribute("typeRef").and_then(|node| repository.resolve(file, Kind::NodeType, node));
        match target.and_then(|target| repository.is_derived(node_type, target)) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(false)
}

/// Adds the properties of the policy template that a policy names.
fn template<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    policy: Element<'t>,
    of_type: YamlNode<'t>,
) {
    let Some(reference) = policy.attribute("policyRef") else { return };
    let Some(place) = context.resolve(Kind::PolicyTemplate, reference) else { return };
    let element = context.repository.element(place);
    map.note("tosca_xml.policyRef", reference, Part::literal(reference.text(), reference));
    let Some(of_type) = context.resolve(Kind::PolicyType, of_type) else { return };
    if let Some(content) = element.child("Properties").and_then(|wrapper| wrapper.children().next()) {
        let values = properties::plain_values(context, of_type, content, reference);
        map.add_map("properties", values);
    }
}

impl<'t> Context<'t, '_> {
    /// Keeps the content of a policy, which any tool may define.
    fn policy_parts(&mut self, map: &mut Map<'t>, policy: Element<'t>) {
        for child in policy.children() {
            if child.name() == "documentation" {
                continue;
            }
            if child.value.is_mapping() {
                self.lose(map, child);
            } else {
                self.report(
                    child.key,
                    crate::diagnostics::rules::lowered_with_loss::new(child.key.span(), child.local()),
                );
                map.keep(child.local(), child.key, data(child));
            }
        }
        if let Some(documentation) = policy.child("documentation").and_then(Element::text) {
            map.add_text("description", documentation.text(), documentation);
        }
    }
}
