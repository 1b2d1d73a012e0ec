//! Names of definitions that nothing defines (XE18) or no import makes known (XE16).

use rustc_hash::FxHashSet;

use crate::diagnostics::{Level, rules, suggest};
use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::grammar::{MAX_SUGGESTIONS, OF_WINERY};
use super::super::kinds::Kind;
use super::Check;

/// The attributes with names of definitions: the element, the attribute, and the kind.
const NAMES: &[(&str, &str, Kind)] = &[
    ("NodeTypeImplementation", "nodeType", Kind::NodeType),
    ("RelationshipTypeImplementation", "relationshipType", Kind::RelationshipType),
    ("RequirementType", "requiredCapabilityType", Kind::CapabilityType),
    ("RequirementDefinition", "requirementType", Kind::RequirementType),
    ("CapabilityDefinition", "capabilityType", Kind::CapabilityType),
    ("Requirement", "type", Kind::RequirementType),
    ("Capability", "type", Kind::CapabilityType),
    ("NodeTemplate", "type", Kind::NodeType),
    ("RelationshipTemplate", "type", Kind::RelationshipType),
    ("ArtifactTemplate", "type", Kind::ArtifactType),
    ("PolicyTemplate", "type", Kind::PolicyType),
    ("Policy", "policyType", Kind::PolicyType),
    ("Policy", "policyRef", Kind::PolicyTemplate),
    ("ImplementationArtifact", "artifactType", Kind::ArtifactType),
    ("ImplementationArtifact", "artifactRef", Kind::ArtifactTemplate),
    ("DeploymentArtifact", "artifactType", Kind::ArtifactType),
    ("DeploymentArtifact", "artifactRef", Kind::ArtifactTemplate),
    ("ServiceTemplate", "substitutableNodeType", Kind::NodeType),
    ("NodeTypeReference", "typeRef", Kind::NodeType),
    // In definitions of Winery.
    ("RelationMapping", "relationType", Kind::RelationshipType),
    ("DeploymentArtifactMapping", "artifactType", Kind::ArtifactType),
];

impl<'t> Check<'_, 't, '_> {
    pub(super) fn names(&mut self) {
        for &(kind, _, element) in &*self.all() {
            self.names_in(Some(kind), element);
        }
        for element in self.root.children().filter(|child| OF_WINERY.contains(&child.local())) {
            self.names_in(None, element);
        }
    }

    /// Checks the names in a part of a definition of a kind; a definition of Winery has none.
    fn names_in(&mut self, kind: Option<Kind>, element: Element<'t>) {
        let local = element.local();
        for &(name, attribute, of_kind) in NAMES {
            if local == name
                && let Some(node) = element.attribute(attribute).filter(|node| !node.text().trim().is_empty())
            {
                // Tools may have built-in types of these kinds, which are not part of TOSCA 2.0.
                let is_mild = of_kind == Kind::ArtifactType || name == "PolicyTemplate";
                self.name(&[of_kind], node, if is_mild { Level::Warning } else { Level::Error });
            }
        }
        let name = element.name();
        let base = match (name, kind) {
            ("DerivedFrom", Some(kind)) => Some((kind.derived_from(), vec![kind])),
            ("ValidSource", _) => Some(("typeRef", vec![Kind::NodeType, Kind::RequirementType])),
            ("ValidTarget", _) => Some(("typeRef", vec![Kind::NodeType, Kind::CapabilityType])),
            _ => None,
        };
        if let Some((attribute, kinds)) = base
            && let Some(node) = element.attribute(attribute)
        {
            self.name(&kinds, node, Level::Error);
        }
        if matches!(name, "Properties" | "documentation") {
            return;
        }
        for child in element.children().filter(|child| kind.is_none() || !child.name().starts_with('{')) {
            self.names_in(kind, child);
        }
    }

    /// Checks a name of a definition of one of these kinds.
    fn name(&mut self, kinds: &[Kind], node: YamlNode<'t>, level: Level) {
        let names = &self.repository.files[self.file].namespaces;
        let Some(name) = names.qualified(node) else {
            self.report(node, rules::unresolved_xml_name::undeclared_prefix(node.span(), node.text()));
            return;
        };
        let Some(place) = kinds.iter().find_map(|kind| self.repository.find(*kind, name)) else {
            let is_elsewhere = kinds.iter().any(|kind| {
                self.repository.broken(*kind, name).is_some()
                    || self.repository.in_yaml(*kind, name).is_some()
            });
            if let (false, Some(&kind)) = (is_elsewhere, kinds.first()) {
                let suggestion = self.similar(kind, name.local);
                let diagnostic = rules::unresolved_xml_name::new(
                    node.span(),
                    kind.row().words,
                    name.local,
                    name.namespace,
                    suggestion.as_deref(),
                );
                self.report(node, diagnostic.at_level(level));
            }
            return;
        };
        let is_known = |files: &FxHashSet<usize>| place.file == self.file || files.contains(&place.file);
        if self.imported.as_ref().is_some_and(|files| !is_known(files)) {
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
    fn similar(&mut self, kind: Kind, local: &str) -> Option<String> {
        self.suggestions += 1;
        if self.suggestions > MAX_SUGGESTIONS {
            return None;
        }
        let roots = self.repository.files.iter().filter_map(|file| file.root());
        let elements = roots.flat_map(|root| root.children_named(kind.row().element));
        let names = elements.filter_map(|element| element.value_of(kind.row().name));
        suggest(local, names).map(str::to_owned)
    }
}
