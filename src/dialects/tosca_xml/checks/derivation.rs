//! Derivation (XE20 to XE23, XW25).

use crate::diagnostics::{quoted, rules};

use super::super::element::Element;
use super::super::fields;
use super::super::kinds::Kind;
use super::super::lower::{members, required_capability};
use super::super::repository::Place;
use super::Check;

impl<'t> Check<'_, 't, '_> {
    pub(super) fn derivation(&mut self) {
        for &(kind, place, element) in &*self.all() {
            if element.is_yes("abstract")
                && let Some(value) = element.attribute("final").filter(|value| value.text() == "yes")
            {
                self.report(value, rules::wrong_xml_derivation::abstract_and_final(value.span()));
            }
            self.base(kind, place, element);
            match kind {
                Kind::NodeType => self.members(place, element),
                Kind::RelationshipType => self.ends(place, element),
                _ => {}
            }
            if !kind.row().section.is_empty() {
                self.extended_properties(place, element);
            }
        }
    }

    /// Checks what a definition is derived from.
    fn base(&mut self, kind: Kind, place: Place, element: Element<'t>) {
        let Some(derived) = element.child("DerivedFrom") else { return };
        let Some(reference) = derived.attributes().next().map(|attribute| attribute.value) else { return };
        let Some(base) = self.resolve(kind, reference) else { return };
        if self.repository.element(base).is_yes("final") {
            self.report(reference, rules::wrong_xml_derivation::of_final(reference.span(), reference.text()));
        }
        // Cycles of types are reported in TOSCA 2.0.
        if kind.row().section.is_empty() && self.repository.chain(base).any(|base| base == place) {
            self.report(reference, rules::wrong_xml_derivation::cycle(reference.span(), reference.text()));
        }
    }

    /// Checks the requirement and capability definitions of a node type.
    fn members(&mut self, place: Place, element: Element<'t>) {
        for (what, attribute, kind) in [
            ("Requirement", "requirementType", Kind::RequirementType),
            ("Capability", "capabilityType", Kind::CapabilityType),
        ] {
            let base = self.repository.base(place);
            let inherited = base.map_or_else(Vec::new, |base| members(self.repository, base, what));
            for definition in element.items(&format!("{what}Definitions"), &format!("{what}Definition")) {
                let Some(node) = definition.attribute(attribute) else { continue };
                let Some(of_type) = self.resolve(kind, node) else { continue };
                if self.repository.element(of_type).is_yes("abstract") && !element.is_yes("abstract") {
                    self.report(node, rules::wrong_xml_derivation::abstract_member(node.span(), node.text()));
                }
                let name = definition.value_of("name");
                let Some(known) = inherited.iter().find(|known| known.element.value_of("name") == name)
                else {
                    continue;
                };
                let inherited_type = known.element.attribute(attribute);
                let inherited_type =
                    inherited_type.and_then(|node| self.repository.resolve(known.file, kind, node));
                // Capability types are compared in TOSCA 2.0.
                if kind == Kind::RequirementType
                    && let Some(inherited_type) = inherited_type
                    && self.repository.is_derived(of_type, inherited_type) == Some(false)
                {
                    let diagnostic = rules::wrong_xml_derivation::other_type(
                        node.span(),
                        name.unwrap_or_default(),
                        node.text(),
                    );
                    self.report(node, diagnostic);
                }
            }
        }
    }

    /// Returns the definition that `ValidSource` or `ValidTarget` of a relationship type names, if it is of this kind.
    pub(super) fn end(&self, place: Place, name: &str, kind: Kind) -> Option<Place> {
        let node = self.repository.element(place).child(name)?.attribute("typeRef")?;
        self.repository.resolve(place.file, kind, node)
    }

    /// Checks what a relationship type is between. Types of nodes and capabilities are compared with those of the base
    /// in TOSCA 2.0.
    fn ends(&mut self, place: Place, element: Element<'t>) {
        let requirement = self.end(place, "ValidSource", Kind::RequirementType);
        let source = self.end(place, "ValidSource", Kind::NodeType);
        let capability = self.end(place, "ValidTarget", Kind::CapabilityType);
        let target = self.end(place, "ValidTarget", Kind::NodeType);
        let node_of = |name: &str| element.child(name).and_then(|end| end.attribute("typeRef"));
        if let Some(node) = node_of("ValidTarget") {
            let is_mixed = match (source, requirement) {
                (Some(_), None) => target.is_none() && capability.is_some(),
                (None, Some(_)) => capability.is_none() && target.is_some(),
                _ => false,
            };
            if is_mixed {
                self.report(node, rules::wrong_xml_derivation::mixed_ends(node.span()));
            }
            if let (Some(requirement), Some(capability)) = (requirement, capability)
                && let Some(required) = required_capability(self.repository, requirement)
                && self.repository.is_derived(capability, required) == Some(false)
            {
                let required = self.repository.element(required).value_of("name").unwrap_or_default();
                let diagnostic =
                    rules::wrong_xml_derivation::other_capability(node.span(), node.text(), required);
                self.report(node, diagnostic);
            }
        }
        let mut bases = self.repository.chain(place).skip(1);
        let inherited = bases.find_map(|base| self.end(base, "ValidSource", Kind::RequirementType));
        if let (Some(node), Some(own), Some(inherited)) = (node_of("ValidSource"), requirement, inherited)
            && self.repository.is_derived(own, inherited) == Some(false)
        {
            let inherited = self.repository.element(inherited).value_of("name").unwrap_or_default();
            self.report(node, rules::wrong_xml_derivation::other_source(node.span(), node.text(), inherited));
        }
    }

    /// Checks that properties by a schema include those of the base.
    fn extended_properties(&mut self, place: Place, element: Element<'t>) {
        let Some(definition) = element.child("PropertiesDefinition") else { return };
        let own = fields::own(self.repository, place);
        if !own.is_known || !own.is_given {
            return;
        }
        let has_schema =
            |base: &Place| self.repository.element(*base).child("PropertiesDefinition").is_some();
        let Some(base) = self.repository.chain(place).skip(1).find(has_schema) else {
            return;
        };
        let base = fields::own(self.repository, base);
        let is_missing = |field: &&fields::Field<'_>| own.list.iter().all(|known| known.name != field.name);
        let missing: Vec<String> =
            base.list.iter().filter(is_missing).map(|field| quoted(field.name)).collect();
        if !missing.is_empty() {
            let at = definition.attributes().next().map_or(definition.key, |attribute| attribute.value);
            self.report(at, rules::wrong_xml_derivation::fewer_properties(at.span(), &missing));
        }
    }
}
