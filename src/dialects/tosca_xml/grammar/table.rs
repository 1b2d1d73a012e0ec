//! The elements of TOSCA 1.0: a row for each, with its attributes and its elements in their order.
//!
//! * An attribute is `name:shape`, `name!:shape` if it is mandatory; without a shape it is any text.
//! * An element is `Name`, or `Name?`, `Name*`, `Name+` for how often it may occur; `A|B|C` is any of these, and
//!   `Name=Row` has the row `Row` instead of the one with its name, as `A|B:Row` has for one of several.
//! * `documentation`, and elements and attributes of other namespaces, may be in each element.

use std::sync::LazyLock;

use super::super::element::Name;
use super::shapes::Shape;

/// The name of the root, whose row is the first one.
pub(super) const ROOT: &str = "Definitions";

const ROWS: &[(&str, &str, &str)] = &[
    (
        "Definitions",
        "id!:id name targetNamespace!:uri",
        "Extensions? Import* Types? ServiceTemplate|NodeType|NodeTypeImplementation|RelationshipType|\
         RelationshipTypeImplementation|RequirementType|CapabilityType|ArtifactType|ArtifactTemplate|PolicyType|\
         PolicyTemplate+",
    ),
    ("Extensions", "", "Extension+"),
    ("Extension", "namespace!:uri mustUnderstand:yes", ""),
    ("Import", "importType!:uri namespace:uri location:uri", ""),
    ("Types", "", ""),
    ("Tags", "", "Tag+"),
    ("Tag", "name! value!", ""),
    // Services
    (
        "ServiceTemplate",
        "id!:id name targetNamespace:uri substitutableNodeType:qname",
        "Tags? BoundaryDefinitions? TopologyTemplate Plans?",
    ),
    ("TopologyTemplate", "", "NodeTemplate|RelationshipTemplate+"),
    (
        "NodeTemplate",
        "id!:id type!:qname name minInstances:int maxInstances:bound",
        "Properties? PropertyConstraints? Requirements? Capabilities? Policies? DeploymentArtifacts?",
    ),
    ("Properties", "", ""),
    ("PropertyConstraints", "", "PropertyConstraint+"),
    ("PropertyConstraint", "property! constraintType!:uri", ""),
    ("Requirements", "", "Requirement+"),
    ("Requirement", "id!:id type!:qname name!", "Properties? PropertyConstraints?"),
    ("Capabilities", "", "Capability+"),
    ("Capability", "id!:id type!:qname name!", "Properties? PropertyConstraints?"),
    ("Policies", "", "Policy+"),
    ("Policy", "policyType!:qname policyRef:qname name", ""),
    ("DeploymentArtifacts", "", "DeploymentArtifact+"),
    ("DeploymentArtifact", "name! artifactType!:qname artifactRef:qname", ""),
    (
        "RelationshipTemplate",
        "id!:id type!:qname name",
        "Properties? PropertyConstraints? Policies? SourceElement=Reference TargetElement=Reference \
         RelationshipConstraints?",
    ),
    ("Reference", "ref!:idref", ""),
    ("RelationshipConstraints", "", "RelationshipConstraint+"),
    ("RelationshipConstraint", "constraintType!:uri", ""),
    // Boundaries
    (
        "BoundaryDefinitions",
        "",
        "Properties?=BoundaryProperties PropertyConstraints? Requirements?=BoundaryRequirements \
         Capabilities?=BoundaryCapabilities Policies? Interfaces?=BoundaryInterfaces",
    ),
    ("BoundaryProperties", "", "PropertyMappings?"),
    ("PropertyMappings", "", "PropertyMapping+"),
    ("PropertyMapping", "serviceTemplatePropertyRef! targetObjectRef!:idref targetPropertyRef!", ""),
    ("BoundaryRequirements", "", "Requirement+=BoundaryReference"),
    ("BoundaryCapabilities", "", "Capability+=BoundaryReference"),
    ("BoundaryReference", "name ref!:idref", ""),
    ("BoundaryInterfaces", "", "Interface+=BoundaryInterface"),
    ("BoundaryInterface", "name!:uri", "Operation+=BoundaryOperation"),
    ("BoundaryOperation", "name!:ncname", "NodeOperation|RelationshipOperation|Plan:BoundaryPlan"),
    ("NodeOperation", "nodeRef!:idref interfaceName!:uri operationName!:ncname", ""),
    ("RelationshipOperation", "relationshipRef!:idref interfaceName!:uri operationName!:ncname", ""),
    ("BoundaryPlan", "planRef!:idref", ""),
    // Plans
    ("Plans", "targetNamespace:uri", "Plan+"),
    (
        "Plan",
        "id!:id planType!:uri planLanguage!:uri name",
        "Precondition? InputParameters? OutputParameters? PlanModel|PlanModelReference",
    ),
    ("Precondition", "expressionLanguage!:uri", ""),
    ("InputParameters", "", "InputParameter+=Parameter"),
    ("OutputParameters", "", "OutputParameter+=Parameter"),
    ("Parameter", "name! type! required:yes", ""),
    ("PlanModel", "", ""),
    ("PlanModelReference", "reference!:uri", ""),
    // Types
    (
        "NodeType",
        "name!:ncname abstract:yes final:yes targetNamespace:uri",
        "Tags? DerivedFrom? PropertiesDefinition? RequirementDefinitions? CapabilityDefinitions? InstanceStates? \
         Interfaces?",
    ),
    ("DerivedFrom", "typeRef!:qname", ""),
    ("PropertiesDefinition", "element:qname type:qname", ""),
    ("RequirementDefinitions", "", "RequirementDefinition+"),
    ("RequirementDefinition", "name! requirementType!:qname lowerBound:int upperBound:bound", "Constraints?"),
    ("CapabilityDefinitions", "", "CapabilityDefinition+"),
    (
        "CapabilityDefinition",
        "name! capabilityType!:qname lowerBound:int upperBound:bound",
        "Constraints? ValidSourceTypes?=Types",
    ),
    ("Constraints", "", "Constraint+"),
    ("Constraint", "constraintType!:uri", ""),
    ("InstanceStates", "", "InstanceState+"),
    ("InstanceState", "state!:uri", ""),
    ("Interfaces", "", "Interface+"),
    ("SourceInterfaces", "", "Interface+"),
    ("TargetInterfaces", "", "Interface+"),
    ("Interface", "name!:uri", "Operation+"),
    ("Operation", "name!:ncname", "InputParameters? OutputParameters?"),
    (
        "RelationshipType",
        "name!:ncname abstract:yes final:yes targetNamespace:uri",
        "Tags? DerivedFrom? PropertiesDefinition? InstanceStates? Interfaces? SourceInterfaces? TargetInterfaces? \
         ValidSource?=DerivedFrom ValidTarget?=DerivedFrom",
    ),
    (
        "RequirementType",
        "name!:ncname abstract:yes final:yes targetNamespace:uri requiredCapabilityType:qname",
        "Tags? DerivedFrom? PropertiesDefinition?",
    ),
    (
        "CapabilityType",
        "name!:ncname abstract:yes final:yes targetNamespace:uri",
        "Tags? DerivedFrom? PropertiesDefinition?",
    ),
    (
        "ArtifactType",
        "name!:ncname abstract:yes final:yes targetNamespace:uri",
        "Tags? DerivedFrom? PropertiesDefinition?",
    ),
    (
        "PolicyType",
        "name!:ncname abstract:yes final:yes targetNamespace:uri policyLanguage:uri",
        "Tags? DerivedFrom? PropertiesDefinition? AppliesTo?",
    ),
    ("AppliesTo", "", "NodeTypeReference+=DerivedFrom"),
    // Implementations and templates
    (
        "NodeTypeImplementation",
        "name!:ncname nodeType!:qname targetNamespace:uri abstract:yes final:yes",
        "Tags? DerivedFrom?=DerivedNodeTypeImplementation RequiredContainerFeatures? ImplementationArtifacts? \
         DeploymentArtifacts?",
    ),
    ("DerivedNodeTypeImplementation", "nodeTypeImplementationRef!:qname", ""),
    (
        "RelationshipTypeImplementation",
        "name!:ncname relationshipType!:qname targetNamespace:uri abstract:yes final:yes",
        "Tags? DerivedFrom?=DerivedRelationshipTypeImplementation RequiredContainerFeatures? ImplementationArtifacts?",
    ),
    ("DerivedRelationshipTypeImplementation", "relationshipTypeImplementationRef!:qname", ""),
    ("RequiredContainerFeatures", "", "RequiredContainerFeature+"),
    ("RequiredContainerFeature", "feature!:uri", ""),
    ("ImplementationArtifacts", "", "ImplementationArtifact+"),
    (
        "ImplementationArtifact",
        "name interfaceName:uri operationName artifactType!:qname artifactRef:qname",
        "",
    ),
    ("ArtifactTemplate", "id!:id type!:qname name", "Properties? PropertyConstraints? ArtifactReferences?"),
    ("ArtifactReferences", "", "ArtifactReference+"),
    ("ArtifactReference", "reference!:uri", "Include|Exclude*=Pattern"),
    ("Pattern", "pattern!", ""),
    ("PolicyTemplate", "id!:id type!:qname name", "Properties? PropertyConstraints?"),
];

/// The maximum number of attributes of a row.
pub(super) const MAX_ATTRIBUTES: usize = 8;
/// The maximum number of places of a row.
pub(super) const MAX_PLACES: usize = 10;

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) attributes: Vec<Attribute>,
    /// The places of elements, in order.
    pub(super) places: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    pub(super) text: &'static str,
    pub(super) name: Name<'static>,
    pub(super) is_mandatory: bool,
    pub(super) shape: Shape,
}

/// A place for elements.
#[derive(Debug)]
pub(super) struct Place {
    /// The elements that may be there.
    pub(super) elements: Vec<PlacedElement>,
    pub(super) is_mandatory: bool,
    pub(super) may_repeat: bool,
}

/// An element at a place.
#[derive(Debug)]
pub(super) struct PlacedElement {
    pub(super) text: &'static str,
    name: Name<'static>,
    /// The index of its row.
    row: Option<usize>,
}

impl PlacedElement {
    pub(super) fn row(&self) -> Option<&'static Row> {
        TABLE.get(self.row?)
    }
}

impl Row {
    /// Returns the index of the place of an element, and the element there.
    pub(super) fn place(&self, name: Name<'_>) -> Option<(usize, &PlacedElement)> {
        let mut places = self.places.iter().enumerate();
        places.find_map(|(index, place)| {
            Some((index, place.elements.iter().find(|element| element.name == name)?))
        })
    }
}

static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let rows = ROWS.iter().map(|(_, attributes, elements)| Row {
        attributes: attributes.split_whitespace().map(attribute).collect(),
        places: elements.split_whitespace().map(place).collect(),
    });
    rows.collect()
});

/// Returns the row of the root.
pub(super) fn root() -> Option<&'static Row> {
    TABLE.first()
}

fn attribute(text: &'static str) -> Attribute {
    let (name, shape) = text.split_once(':').unwrap_or((text, ""));
    let is_mandatory = name.ends_with('!');
    let text = name.trim_end_matches('!');
    Attribute { text, name: Name::new(text), is_mandatory, shape: Shape::new(shape) }
}

fn place(text: &'static str) -> Place {
    let (names, row) = text.split_once('=').map_or((text, None), |(names, row)| (names, Some(row)));
    let count = names.chars().last().filter(|last| "?*+".contains(*last));
    let alternatives = names.trim_end_matches(['?', '*', '+']).split('|');
    let element = |name: &'static str| {
        let (text, row) = name.split_once(':').unwrap_or((name, row.unwrap_or(name)));
        let row = ROWS.iter().position(|(known, ..)| *known == row);
        PlacedElement { text, name: Name::new(text), row }
    };
    Place {
        elements: alternatives.map(element).collect(),
        is_mandatory: !matches!(count, Some('?' | '*')),
        may_repeat: matches!(count, Some('*' | '+')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A checker has room for all of a row, and no row is misspelled.
    #[test]
    fn rows_are_complete() {
        for row in &*TABLE {
            assert!(row.attributes.len() <= MAX_ATTRIBUTES && row.places.len() <= MAX_PLACES);
            let mut elements = row.places.iter().flat_map(|place| &place.elements);
            assert!(elements.all(|element| element.row.is_some()), "{row:?}");
        }
    }
}
