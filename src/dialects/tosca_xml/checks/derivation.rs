//! Derivation (XE20 to XE22).

use crate::diagnostics::rules;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::lower::members;
use super::Check;

impl<'t> Check<'_, 't, '_> {
    pub(super) fn derivation(&mut self) {
        for (kind, element) in self.all() {
            if element.is_yes("abstract")
                && let Some(value) = element.attribute("final").filter(|value| value.text() == "yes")
            {
                self.report(value, rules::wrong_xml_derivation::abstract_and_final(value.span()));
            }
            self.base(kind, element);
            if kind == Kind::NodeType {
                self.members(element);
            }
        }
    }

    /// Checks what a definition is derived from.
    fn base(&mut self, kind: Kind, element: Element<'t>) {
        let Some(derived) = element.child("DerivedFrom") else { return };
        let Some(reference) = derived.attributes().next().map(|attribute| attribute.value) else { return };
        let Some(base) = self.resolve(kind, reference) else { return };
        if self.repository.element(base).is_yes("final") {
            self.report(reference, rules::wrong_xml_derivation::of_final(reference.span(), reference.text()));
        }
        // Cycles of types are reported in TOSCA 2.0.
        if kind.row().section.is_empty() && self.repository.chain(kind, base).contains(&self.place(element)) {
            self.report(reference, rules::wrong_xml_derivation::cycle(reference.span(), reference.text()));
        }
    }

    /// Checks the requirement and capability definitions of a node type.
    fn members(&mut self, element: Element<'t>) {
        let place = self.place(element);
        for (what, attribute, kind) in [
            ("Requirement", "requirementType", Kind::RequirementType),
            ("Capability", "capabilityType", Kind::CapabilityType),
        ] {
            let base = self.repository.base(Kind::NodeType, place);
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
                    && self.repository.is_derived(kind, of_type, inherited_type) == Some(false)
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
}
