//! The kinds of elements that other files can refer to.

/// A kind of definitions in XML, in the order of [`KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    ArtifactType,
    CapabilityType,
    RelationshipType,
    NodeType,
    PolicyType,
    RequirementType,
    ArtifactTemplate,
    PolicyTemplate,
    NodeTypeImplementation,
    RelationshipTypeImplementation,
    ServiceTemplate,
}

/// What is known about a kind.
#[derive(Debug)]
pub(super) struct KindRow {
    pub(super) kind: Kind,
    /// The element.
    pub(super) element: &'static str,
    /// In words.
    pub(super) words: &'static str,
    /// The attribute that has the name.
    pub(super) name: &'static str,
    /// The folder of a repository.
    pub(super) folder: &'static str,
    /// The section of TOSCA 2.0, if definitions of the kind have one.
    pub(super) section: &'static str,
    /// The type in the profile of TOSCA 1.0 that types without a base are derived from.
    pub(super) root: &'static str,
}

const fn row(
    kind: Kind,
    element: &'static str,
    words: &'static str,
    name: &'static str,
    folder: &'static str,
    (section, root): (&'static str, &'static str),
) -> KindRow {
    KindRow { kind, element, words, name, folder, section, root }
}

/// All kinds, in the order of the sections of TOSCA 2.0.
pub(super) static KINDS: [KindRow; 11] = [
    row(
        Kind::ArtifactType,
        "ArtifactType",
        "artifact type",
        "name",
        "artifacttypes",
        ("artifact_types", "Artifact"),
    ),
    row(
        Kind::CapabilityType,
        "CapabilityType",
        "capability type",
        "name",
        "capabilitytypes",
        ("capability_types", "Capability"),
    ),
    row(
        Kind::RelationshipType,
        "RelationshipType",
        "relationship type",
        "name",
        "relationshiptypes",
        ("relationship_types", "Relationship"),
    ),
    row(Kind::NodeType, "NodeType", "node type", "name", "nodetypes", ("node_types", "Node")),
    row(Kind::PolicyType, "PolicyType", "policy type", "name", "policytypes", ("policy_types", "Policy")),
    row(Kind::RequirementType, "RequirementType", "requirement type", "name", "requirementtypes", ("", "")),
    row(Kind::ArtifactTemplate, "ArtifactTemplate", "artifact template", "id", "artifacttemplates", ("", "")),
    row(Kind::PolicyTemplate, "PolicyTemplate", "policy template", "id", "policytemplates", ("", "")),
    row(
        Kind::NodeTypeImplementation,
        "NodeTypeImplementation",
        "node type implementation",
        "name",
        "nodetypeimplementations",
        ("", ""),
    ),
    row(
        Kind::RelationshipTypeImplementation,
        "RelationshipTypeImplementation",
        "relationship type implementation",
        "name",
        "relationshiptypeimplementations",
        ("", ""),
    ),
    row(Kind::ServiceTemplate, "ServiceTemplate", "service template", "id", "servicetemplates", ("", "")),
];

impl Kind {
    pub(super) fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }

    /// Returns the kind of an element in a file.
    pub(super) fn of_element(name: &str) -> Option<Self> {
        KINDS.iter().find(|row| row.element == name).map(|row| row.kind)
    }

    /// Returns the kind of a folder in a repository.
    pub(super) fn of_folder(name: &str) -> Option<Self> {
        KINDS.iter().find(|row| row.folder == name).map(|row| row.kind)
    }

    /// Returns the attribute with the name of what a definition is derived from.
    pub(super) fn derived_from(self) -> &'static str {
        match self {
            Self::NodeTypeImplementation => "nodeTypeImplementationRef",
            Self::RelationshipTypeImplementation => "relationshipTypeImplementationRef",
            _ => "typeRef",
        }
    }
}
