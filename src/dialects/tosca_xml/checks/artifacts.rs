//! Artifacts and their files (XE35, XE36, XE38, XE43).

use crate::diagnostics::{rules, suggest};
use crate::host::paths;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::lower::{interfaces_of_chain, nearest_interfaces};
use super::Check;

impl<'t> Check<'_, 't, '_> {
    pub(super) fn artifacts(&mut self) {
        for &(kind, _, element) in &*self.all() {
            match kind {
                Kind::ArtifactTemplate => self.files(element),
                Kind::NodeTypeImplementation | Kind::RelationshipTypeImplementation => {
                    self.implementation(kind, element);
                }
                Kind::ServiceTemplate => {
                    for node in element.items("TopologyTemplate", "NodeTemplate") {
                        for artifact in node.items("DeploymentArtifacts", "DeploymentArtifact") {
                            self.template_type(
                                artifact,
                                ("artifactRef", Kind::ArtifactTemplate),
                                ("artifactType", Kind::ArtifactType),
                            );
                        }
                        for policy in node.items("Policies", "Policy") {
                            self.template_type(
                                policy,
                                ("policyRef", Kind::PolicyTemplate),
                                ("policyType", Kind::PolicyType),
                            );
                        }
                    }
                    for plan in element.items("Plans", "Plan") {
                        for model in plan.children_named("PlanModelReference") {
                            self.file(model);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn files(&mut self, template: Element<'t>) {
        for reference in template.items("ArtifactReferences", "ArtifactReference") {
            self.file(reference);
        }
    }

    /// Checks the file that an element refers to.
    fn file(&mut self, element: Element<'t>) {
        let Some(reference) = element.attribute("reference") else { return };
        if reference.text().contains("://") || reference.text().trim().is_empty() {
            return;
        }
        let path = self.repository.target(self.file, reference.text().trim());
        let is_outside = self
            .repository
            .root_of(&self.repository.files[self.file].path)
            .is_some_and(|root| paths::inside(&path, root).is_none());
        if is_outside {
            self.report(reference, rules::missing_xml_file::outside(reference.span(), reference.text()));
        } else if self.repository.exists(&path) == Some(false) {
            self.report(reference, rules::missing_xml_file::new(reference.span(), reference.text()));
        }
    }

    fn implementation(&mut self, kind: Kind, element: Element<'t>) {
        let (attribute, of) = match kind {
            Kind::NodeTypeImplementation => ("nodeType", Kind::NodeType),
            _ => ("relationshipType", Kind::RelationshipType),
        };
        let of_type = self.named(element, attribute, of).filter(|place| self.repository.is_whole(*place));
        let mut interfaces = None;
        for artifact in element.items("DeploymentArtifacts", "DeploymentArtifact") {
            self.template_type(
                artifact,
                ("artifactRef", Kind::ArtifactTemplate),
                ("artifactType", Kind::ArtifactType),
            );
        }
        for artifact in element.items("ImplementationArtifacts", "ImplementationArtifact") {
            self.template_type(
                artifact,
                ("artifactRef", Kind::ArtifactTemplate),
                ("artifactType", Kind::ArtifactType),
            );
            let Some(of_type) = of_type else { continue };
            let Some(name) =
                artifact.attribute("interfaceName").filter(|name| !name.text().trim().is_empty())
            else {
                continue;
            };
            let all = interfaces.get_or_insert_with(|| interfaces_of_chain(self.repository, of_type));
            let is_named = |interface: &Element<'_>| interface.value_of("name") == Some(name.text().trim());
            let nearest = nearest_interfaces(all);
            if !nearest.iter().any(|interface| is_named(&interface.element)) {
                let names = nearest.iter().filter_map(|interface| interface.element.value_of("name"));
                let suggestion = suggest(name.text(), names);
                let diagnostic =
                    rules::mismatched_xml_type::no_member(name.span(), "interface", name.text(), suggestion);
                self.report(name, diagnostic);
                continue;
            }
            let Some(operation) =
                artifact.attribute("operationName").filter(|name| !name.text().trim().is_empty())
            else {
                continue;
            };
            let owners = all.iter().map(|interface| interface.element).filter(is_named);
            let names: Vec<&str> = owners
                .flat_map(Element::children)
                .filter(|child| child.local() == "Operation")
                .filter_map(|operation| operation.value_of("name"))
                .collect();
            if !names.contains(&operation.text().trim()) {
                let suggestion = suggest(operation.text(), names);
                let diagnostic = rules::mismatched_xml_type::no_member(
                    operation.span(),
                    "operation",
                    operation.text(),
                    suggestion,
                );
                self.report(operation, diagnostic);
            }
        }
    }

    /// Checks that a template is of the type that an element names.
    fn template_type(
        &mut self,
        element: Element<'t>,
        (reference, kind): (&str, Kind),
        (of_type, type_kind): (&str, Kind),
    ) {
        let Some(node) = element.attribute(reference) else { return };
        let Some(template) = self.resolve(kind, node) else { return };
        let Some(expected) = self.named(element, of_type, type_kind) else { return };
        let actual = self.repository.element(template).attribute("type");
        let actual = actual.and_then(|node| self.repository.resolve(template.file, type_kind, node));
        let Some(actual) = actual else { return };
        if self.repository.is_derived(actual, expected) == Some(false) {
            let actual = self.repository.element(actual).value_of("name").unwrap_or_default();
            let expected = element.value_of(of_type).unwrap_or_default();
            self.report(node, rules::mismatched_xml_type::other(node.span(), node.text(), actual, expected));
        }
    }
}
