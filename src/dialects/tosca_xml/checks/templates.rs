//! Templates (XE26, XE28, XE32, XW37, XE39, XE40); what TOSCA 2.0 checks as well is not repeated.

use crate::diagnostics::{rules, suggest};
use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::lower::{Target, Topology, applies, interfaces_of_chain, members, nearest_interfaces};
use super::super::repository::Place;
use super::Check;

impl<'t> Check<'_, 't, '_> {
    pub(super) fn templates(&mut self) {
        for service in self.root.children_named("ServiceTemplate") {
            let topology = Topology::new(service);
            for node in &topology.nodes {
                self.node(*node);
            }
            for relationship in &topology.relationships {
                self.relationship(&topology, *relationship);
            }
            if let Some(boundary) = service.child("BoundaryDefinitions") {
                self.boundary(&topology, boundary);
            }
        }
    }

    /// Returns the type of a template, which must not be abstract.
    fn type_of(&mut self, template: Element<'t>, kind: Kind) -> Option<Place> {
        let node = template.attribute("type")?;
        let place = self.resolve(kind, node)?;
        if self.repository.element(place).is_yes("abstract") {
            self.report(node, rules::abstract_xml_type::new(node.span(), kind.row().words, node.text()));
        }
        Some(place)
    }

    fn node(&mut self, node: Element<'t>) {
        let Some(of_type) = self.type_of(node, Kind::NodeType) else { return };
        if self.repository.is_whole(of_type) {
            self.members_of(node, of_type, ("Requirements", "Requirement"), Kind::RequirementType);
            self.members_of(node, of_type, ("Capabilities", "Capability"), Kind::CapabilityType);
        }
        for policy in node.items("Policies", "Policy") {
            self.policy(policy, of_type);
        }
    }

    /// Checks that a policy applies to the type of its node.
    fn policy(&mut self, policy: Element<'t>, node_type: Place) {
        let Some(node) = policy.attribute("policyType") else { return };
        let Some(policy_type) = self.resolve(Kind::PolicyType, node) else { return };
        if applies(self.repository, policy_type, node_type) == Some(false) {
            let name = self.repository.element(node_type).value_of("name").unwrap_or_default();
            self.report(node, rules::mismatched_xml_type::not_applied(node.span(), node.text(), name));
        }
    }

    /// Checks that the requirements or capabilities of a node template are those of its type.
    fn members_of(&mut self, node: Element<'t>, of_type: Place, (wrapper, item): (&str, &str), kind: Kind) {
        let known = members(self.repository, of_type, item);
        for member in node.items(wrapper, item) {
            let Some(name) = member.attribute("name") else { continue };
            let defined =
                known.iter().find(|known| known.element.value_of("name") == Some(name.text().trim()));
            let Some(defined) = defined else {
                let names = known.iter().filter_map(|known| known.element.value_of("name"));
                let suggestion = suggest(name.text(), names);
                let words = item.to_lowercase();
                self.report(
                    name,
                    rules::mismatched_xml_type::no_member(name.span(), &words, name.text(), suggestion),
                );
                continue;
            };
            let attribute = if item == "Requirement" { "requirementType" } else { "capabilityType" };
            let expected = defined.element.attribute(attribute);
            let expected = expected.and_then(|node| self.repository.resolve(defined.file, kind, node));
            let Some(node) = member.attribute("type") else { continue };
            if let (Some(actual), Some(expected)) = (self.resolve(kind, node), expected)
                && self.repository.is_derived(actual, expected) == Some(false)
            {
                let expected = self.repository.element(expected).value_of("name").unwrap_or_default();
                let diagnostic =
                    rules::mismatched_xml_type::other(node.span(), name.text(), node.text(), expected);
                self.report(node, diagnostic);
            }
        }
    }

    fn relationship(&mut self, topology: &Topology<'t>, relationship: Element<'t>) {
        if let Some(of_type) = self.type_of(relationship, Kind::RelationshipType) {
            self.requirement_type(topology, relationship, of_type);
        }
        for (name, is_source) in [("SourceElement", true), ("TargetElement", false)] {
            let Some(reference) = relationship.child(name).and_then(|end| end.attribute("ref")) else {
                continue;
            };
            // A reference to nothing is reported.
            let is_right = match topology.ids.get(reference.text().trim()) {
                Some(Target::Node(_)) | None => true,
                Some(Target::Requirement(..)) => is_source,
                Some(Target::Capability(..)) => !is_source,
                Some(Target::Relationship) => false,
            };
            let other = if is_source { "requirement" } else { "capability" };
            if !is_right {
                let diagnostic = rules::dangling_xml_reference::wrong_kind(
                    reference.span(),
                    reference.text(),
                    &["node template", other],
                );
                self.report(reference, diagnostic);
            }
        }
    }

    /// Checks that the source of a relationship is of the requirement type that its type is for. Types of nodes and
    /// capabilities are compared in TOSCA 2.0.
    fn requirement_type(&mut self, topology: &Topology<'t>, relationship: Element<'t>, of_type: Place) {
        let source = relationship.child("SourceElement").and_then(|end| end.attribute("ref"));
        let Some(reference) = source else { return };
        let Some(Target::Requirement(_, requirement)) = topology.ids.get(reference.text().trim()) else {
            return;
        };
        let mut chain = self.repository.chain(of_type);
        let Some(expected) = chain.find_map(|place| self.end(place, "ValidSource", Kind::RequirementType))
        else {
            return;
        };
        let Some(actual) = self.named(*requirement, "type", Kind::RequirementType) else { return };
        if self.repository.is_derived(actual, expected) == Some(false) {
            let expected = self.repository.element(expected).value_of("name").unwrap_or_default();
            let diagnostic = rules::mismatched_xml_type::other(
                reference.span(),
                reference.text(),
                requirement.value_of("type").unwrap_or_default(),
                expected,
            );
            self.report(reference, diagnostic);
        }
    }

    fn boundary(&mut self, topology: &Topology<'t>, boundary: Element<'t>) {
        let properties = boundary.child("Properties");
        for mapping in
            properties.into_iter().flat_map(|part| part.items("PropertyMappings", "PropertyMapping"))
        {
            let kinds = ["node template", "requirement", "capability", "relationship template"];
            self.target(topology, mapping.attribute("targetObjectRef"), &kinds, |_| true);
        }
        for part in boundary.items("Requirements", "Requirement") {
            let is_right = |target| matches!(target, Target::Requirement(..));
            self.target(topology, part.attribute("ref"), &["requirement"], is_right);
        }
        for part in boundary.items("Capabilities", "Capability") {
            let is_right = |target| matches!(target, Target::Capability(..));
            self.target(topology, part.attribute("ref"), &["capability"], is_right);
        }
        for interface in boundary.items("Interfaces", "Interface") {
            for operation in interface.children_named("Operation") {
                if let Some(call) = operation.child("NodeOperation") {
                    let is_right = |target| matches!(target, Target::Node(_));
                    self.target(topology, call.attribute("nodeRef"), &["node template"], is_right);
                    self.call(topology, call);
                }
            }
        }
    }

    /// Checks that a reference to a part of the topology leads to one of the right kind.
    fn target(
        &mut self,
        topology: &Topology<'t>,
        reference: Option<YamlNode<'t>>,
        kinds: &[&str],
        is_right: impl Fn(Target<'t>) -> bool,
    ) {
        let Some(reference) = reference else { return };
        // The grammar reports ids that the whole file does not have.
        let target = topology.ids.get(reference.text().trim()).copied();
        if target.is_some_and(|target| !is_right(target)) {
            let diagnostic =
                rules::dangling_xml_reference::wrong_kind(reference.span(), reference.text(), kinds);
            self.report(reference, diagnostic);
        }
    }

    /// Checks that the operation that a boundary names is one of the node.
    fn call(&mut self, topology: &Topology<'t>, call: Element<'t>) {
        let node =
            call.value_of("nodeRef").and_then(|id| topology.ids.get(id)).and_then(|target| target.node());
        let Some(of_type) = node.and_then(|node| self.named(node, "type", Kind::NodeType)) else { return };
        if !self.repository.is_whole(of_type) {
            return;
        }
        let Some(name) = call.attribute("interfaceName") else { return };
        let all = nearest_interfaces(&interfaces_of_chain(self.repository, of_type));
        if !all.iter().any(|interface| interface.element.value_of("name") == Some(name.text().trim())) {
            let names = all.iter().filter_map(|interface| interface.element.value_of("name"));
            let suggestion = suggest(name.text(), names);
            self.report(
                name,
                rules::mismatched_xml_type::no_member(name.span(), "interface", name.text(), suggestion),
            );
        }
    }
}
