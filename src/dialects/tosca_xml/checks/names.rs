//! Names of definitions that nothing defines (XE18) or no import makes known (XE16). Those that become names in TOSCA 2.0
//! are checked there.

use crate::diagnostics::{Level, rules, suggest};
use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::{Check, target};

/// The attributes with names of definitions: the element, the attribute, the kind, and whether the name is one in TOSCA 2.0.
const NAMES: &[(&str, &str, Kind, bool)] = &[
    ("NodeTypeImplementation", "nodeType", Kind::NodeType, false),
    ("RelationshipTypeImplementation", "relationshipType", Kind::RelationshipType, false),
    ("RequirementType", "requiredCapabilityType", Kind::CapabilityType, false),
    ("RequirementDefinition", "requirementType", Kind::RequirementType, false),
    ("CapabilityDefinition", "capabilityType", Kind::CapabilityType, true),
    ("Requirement", "type", Kind::RequirementType, false),
    ("Capability", "type", Kind::CapabilityType, false),
    ("NodeTemplate", "type", Kind::NodeType, true),
    ("RelationshipTemplate", "type", Kind::RelationshipType, true),
    ("ArtifactTemplate", "type", Kind::ArtifactType, false),
    ("PolicyTemplate", "type", Kind::PolicyType, false),
    ("Policy", "policyType", Kind::PolicyType, true),
    ("Policy", "policyRef", Kind::PolicyTemplate, false),
    ("ImplementationArtifact", "artifactType", Kind::ArtifactType, false),
    ("ImplementationArtifact", "artifactRef", Kind::ArtifactTemplate, false),
    ("DeploymentArtifact", "artifactType", Kind::ArtifactType, false),
    ("DeploymentArtifact", "artifactRef", Kind::ArtifactTemplate, false),
    ("ServiceTemplate", "substitutableNodeType", Kind::NodeType, true),
    ("NodeTypeReference", "typeRef", Kind::NodeType, true),
];

impl<'t> Check<'_, 't, '_> {
    pub(super) fn names(&mut self) {
        for (kind, element) in self.all() {
            self.names_in(kind, element);
        }
    }

    fn names_in(&mut self, kind: Kind, element: Element<'t>) {
        for &(name, attribute, of_kind, is_checked) in NAMES {
            if element.name() == name
                && let Some(node) = element.attribute(attribute).filter(|node| !node.text().trim().is_empty())
            {
                self.name(of_kind, node, is_checked);
            }
        }
        if element.name() == "DerivedFrom" {
            let (attribute, is_checked) = match kind {
                Kind::NodeTypeImplementation => ("nodeTypeImplementationRef", false),
                Kind::RelationshipTypeImplementation => ("relationshipTypeImplementationRef", false),
                Kind::RequirementType => ("typeRef", false),
                _ => ("typeRef", true),
            };
            if let Some(node) = element.attribute(attribute) {
                self.name(kind, node, is_checked);
            }
        }
        if matches!(element.name(), "Properties" | "documentation") {
            return;
        }
        for child in element.children().filter(|child| !child.name().starts_with('{')) {
            self.names_in(kind, child);
        }
    }

    fn name(&mut self, kind: Kind, node: YamlNode<'t>, is_checked: bool) {
        let names = &self.repository.files[self.file].namespaces;
        let Some(name) = names.qualified(node) else {
            self.report(node, rules::unresolved_xml_name::undeclared_prefix(node.span(), node.text()));
            return;
        };
        let Some(place) = self.repository.find(kind, &name) else {
            let is_elsewhere = self.repository.broken(kind, &name).is_some()
                || self.repository.in_yaml(kind, &name).is_some();
            if !is_checked && !is_elsewhere {
                let suggestion = self.similar(kind, &name.local);
                let words = kind.row().words;
                let diagnostic = rules::unresolved_xml_name::new(
                    node.span(),
                    words,
                    &name.local,
                    &name.namespace,
                    suggestion.as_deref(),
                );
                // Tools may have built-in types of these kinds.
                let is_mild = matches!(kind, Kind::ArtifactType | Kind::PolicyType);
                self.report(node, if is_mild { diagnostic.at_level(Level::Warning) } else { diagnostic });
            }
            return;
        };
        if place.file != self.file && self.imports_some() && !self.imports_file(place.file) {
            let path = &self.repository.files[place.file].path;
            let diagnostic = rules::unimported_xml_name::new(
                node.span(),
                node.text(),
                path.file_name().unwrap_or_default(),
            );
            self.report(node, diagnostic);
        }
    }

    /// Returns a name of this kind that is similar.
    fn similar(&self, kind: Kind, local: &str) -> Option<String> {
        let roots = self.repository.files.iter().filter_map(|file| file.root());
        let elements = roots.flat_map(|root| root.children_named(kind.row().element));
        let names = elements.filter_map(|element| element.value_of(kind.row().name));
        suggest(local, names).map(str::to_owned)
    }

    /// Whether the file imports definitions. Otherwise, it relies on its folder.
    fn imports_some(&self) -> bool {
        self.root
            .children_named("Import")
            .any(|import| import.value_of("importType") == Some(super::super::NAMESPACE))
    }

    fn imports_file(&self, file: usize) -> bool {
        let path = &self.repository.files[file].path;
        self.root.children_named("Import").any(|import| {
            import
                .value_of("location")
                .is_none_or(|location| target(self.repository, self.file, location) == *path)
        })
    }
}
