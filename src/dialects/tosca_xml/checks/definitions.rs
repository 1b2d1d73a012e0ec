//! Definitions and names that are there twice (XE17, XE19), and what excludes each other (XE24, XE27, XE29, XE30, XE36).

use rustc_hash::FxHashMap;

use crate::diagnostics::{Level, rules};
use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::repository::Place;
use super::Check;

/// Lists whose items must have different names: the wrapper, the item, and whether a repeated name is an error.
const UNIQUE: &[(&str, &str, bool)] = &[
    ("RequirementDefinitions", "RequirementDefinition", true),
    ("CapabilityDefinitions", "CapabilityDefinition", true),
    ("Interfaces", "Interface", true),
    ("SourceInterfaces", "Interface", true),
    ("TargetInterfaces", "Interface", true),
    ("InputParameters", "InputParameter", true),
    ("OutputParameters", "OutputParameter", true),
    ("Policies", "Policy", true),
    ("ImplementationArtifacts", "ImplementationArtifact", false),
    ("DeploymentArtifacts", "DeploymentArtifact", false),
];

impl<'t> Check<'_, 't, '_> {
    pub(super) fn definitions(&mut self) {
        for &(kind, place, element) in &*self.all() {
            self.repeated(kind, place, element);
            self.parts(element);
        }
    }

    /// Reports a definition that is not the first one of its name.
    fn repeated(&mut self, kind: Kind, place: Place, element: Element<'t>) {
        let Some(name) = self.repository.name(place) else { return };
        let Some(first) = self.repository.find(kind, name).filter(|first| *first != place) else { return };
        let Some(at) = element.attribute(kind.row().name) else { return };
        let (path, is_here) = (&self.repository.files[first.file].path, first.file == self.file);
        let other = (!is_here).then(|| path.as_str());
        let mut diagnostic =
            rules::duplicate_xml_definition::new(at.span(), kind.row().words, name.local, other);
        if is_here {
            diagnostic = diagnostic.also(self.root.tree().node(first.node).span(), "the first one");
        } else if self.repository.files[self.file].is_copy {
            // A copy of the file of a repository.
            diagnostic = diagnostic.at_level(Level::Warning);
        }
        self.report(at, diagnostic);
    }

    /// Checks an element and everything in it.
    fn parts(&mut self, element: Element<'t>) {
        let name = element.name();
        if let Some(&(_, item, is_error)) = UNIQUE.iter().find(|(wrapper, ..)| *wrapper == name) {
            self.unique(element, item, is_error);
        }
        match name {
            "Interface" => self.unique(element, "Operation", true),
            "PropertiesDefinition" => self.properties_definition(element),
            "NodeTemplate" => self.bounds(element, "minInstances", "maxInstances"),
            "RequirementDefinition" => self.bounds(element, "lowerBound", "upperBound"),
            "CapabilityDefinition" => {
                self.bounds(element, "lowerBound", "upperBound");
                if let Some(bound) =
                    element.attribute("lowerBound").filter(|bound| bound.text().trim() == "0")
                {
                    self.report(bound, rules::conflicting_xml_parts::lower_bound(bound.span()));
                }
            }
            "PropertyConstraints" => self.unique_by(element, "PropertyConstraint", "property"),
            "ImplementationArtifact" => {
                if let Some(operation) =
                    element.attribute("operationName").filter(|name| !name.text().is_empty())
                    && element.value_of("interfaceName").is_none()
                {
                    self.report(operation, rules::conflicting_xml_parts::operation_alone(operation.span()));
                }
            }
            "Properties" => self.properties(element),
            _ => {}
        }
        if matches!(name, "Properties" | "documentation") {
            return;
        }
        for child in element.children().filter(|child| !child.name().starts_with('{')) {
            self.parts(child);
        }
    }

    fn unique(&mut self, wrapper: Element<'t>, item: &str, is_error: bool) {
        let mut known: FxHashMap<&str, YamlNode<'t>> = FxHashMap::default();
        for element in wrapper.children_named(item) {
            let Some(name) = element.attribute("name").filter(|name| !name.text().trim().is_empty()) else {
                continue;
            };
            let Some(first) = known.get(name.text()).copied() else {
                known.insert(name.text(), name);
                continue;
            };
            let diagnostic =
                rules::duplicate_xml_definition::in_list(name.span(), item, name.text(), first.span());
            let level = if is_error { Level::Error } else { Level::Warning };
            self.report(name, diagnostic.at_level(level));
        }
    }

    fn unique_by(&mut self, wrapper: Element<'t>, item: &str, attribute: &str) {
        let mut known: FxHashMap<&str, YamlNode<'t>> = FxHashMap::default();
        for element in wrapper.children_named(item) {
            let Some(value) = element.attribute(attribute) else { continue };
            match known.get(value.text()) {
                Some(first) => {
                    let diagnostic = rules::conflicting_xml_parts::second_constraint(
                        value.span(),
                        value.text(),
                        first.span(),
                    );
                    self.report(value, diagnostic);
                }
                None => {
                    known.insert(value.text(), value);
                }
            }
        }
    }

    fn properties_definition(&mut self, element: Element<'t>) {
        let (of_element, of_type) = (element.attribute("element"), element.attribute("type"));
        match (of_element, of_type) {
            (Some(_), Some(of_type)) => {
                self.report(of_type, rules::conflicting_xml_parts::element_and_type(of_type.span()));
            }
            (None, None) => {
                self.report(element.key, rules::conflicting_xml_parts::neither(element.key.span()));
            }
            _ => {
                if super::super::schema::is_known(self.repository, self.file, element) == Some(false) {
                    let at = of_element.or(of_type).unwrap_or(element.key);
                    self.report(at, rules::unresolved_xml_name::in_schema(at.span(), at.text()));
                }
            }
        }
    }

    fn bounds(&mut self, element: Element<'t>, least: &str, most: &str) {
        let number = |name: &str| element.value_of(name).map_or(Ok(1), str::parse::<u64>);
        let (Ok(low), Ok(high)) = (number(least), number(most)) else { return };
        if low > high && high > 0 {
            let at = element.attribute(least).or(element.attribute(most)).unwrap_or(element.key);
            self.report(at, rules::conflicting_xml_parts::bounds(at.span(), (least, low), (most, high)));
        }
    }

    /// Checks that `Properties` of a template has one element.
    fn properties(&mut self, element: Element<'t>) {
        let is_of_boundary = element.child("PropertyMappings").is_some();
        let mut children = element.children().filter(|child| child.name() != "PropertyMappings");
        let first = children.next();
        if let (Some(_), Some(second)) = (first, children.next()) {
            self.report(second.key, rules::conflicting_xml_parts::several_contents(second.key.span()));
        } else if first.is_none() && !is_of_boundary {
            let diagnostic =
                rules::empty_xml_element::new(element.key.span(), "Properties", "an element with values");
            self.report(element.key, diagnostic);
        }
    }
}
