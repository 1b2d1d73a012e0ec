//! The versions of the Simple Profile, what they are called, and the types that each brings along.

use crate::dialects::{Implicit, Recognised, Spellings};
use crate::keynames::NameKind;
use crate::yaml::Node;

/// Version 1.0.
pub(super) const V1_0: u8 = 0;
/// Version 1.1.
pub(super) const V1_1: u8 = 1;
/// Version 1.2.
pub(super) const V1_2: u8 = 2;
/// Version 1.3.
pub(super) const V1_3: u8 = 3;

/// The values of `tosca_definitions_version`.
pub(super) const NAMES: &[&str] =
    &["tosca_simple_yaml_1_0", "tosca_simple_yaml_1_1", "tosca_simple_yaml_1_2", "tosca_simple_yaml_1_3"];

const WORDS: [&str; 4] = [
    "TOSCA Simple Profile 1.0",
    "TOSCA Simple Profile 1.1",
    "TOSCA Simple Profile 1.2",
    "TOSCA Simple Profile 1.3",
];

/// Other names, and whose they are: drafts, and dialects of tools that are near enough.
const ALIASES: &[(&str, u8, &str)] = &[
    ("tosca_simple_yaml_1_0_0", V1_0, WORDS[0]),
    ("tosca_simple_yaml_1_1_0", V1_1, WORDS[1]),
    ("tosca_simple_yaml_1_2_0", V1_2, WORDS[2]),
    ("tosca_simple_yaml_1_3_0", V1_3, WORDS[3]),
    ("tosca_simple_yaml_1_0_0_wd03", V1_0, "a draft of TOSCA Simple Profile 1.0"),
    ("tosca_simple_profile_yaml_1_1", V1_1, "TOSCA Simple Profile 1.1 (ONAP)"),
    ("tosca_simple_openecomp_1_0", V1_1, "TOSCA Simple Profile 1.1 (ONAP)"),
    ("yorc_tosca_simple_yaml_1_0", V1_0, "TOSCA Simple Profile 1.0 (Yorc)"),
    ("tosca_simple_profile_for_nfv_1_0", V1_2, "the TOSCA NFV profile 1.0"),
    ("tosca_simple_profile_for_nfv_1_0_0", V1_2, "the TOSCA NFV profile 1.0"),
    ("tosca_simple_unfurl_1_0_0", V1_3, "the Unfurl dialect of TOSCA Simple Profile 1.3"),
    ("http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0", V1_0, WORDS[0]),
    ("http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1", V1_1, WORDS[1]),
    ("http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2", V1_2, WORDS[2]),
    ("http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3", V1_3, WORDS[3]),
];

/// Beginnings of names, for families with many of them.
const FAMILIES: &[(&str, u8, &str)] = &[("alien_dsl_", V1_0, "the Alien4Cloud dialect")];

/// Beginnings of the names of drafts, and of dialects with more than the Simple Profile has.
const EXTENDED: &[&str] =
    &["alien_dsl_", "yorc_tosca_", "tosca_simple_unfurl_", "tosca_simple_yaml_1_0_0_wd"];

/// Words that TOSCA 2.0 does not have.
const TELLING: &[&str] =
    &["topology_template", "occurrences", "constraints", "valid_source_types", "valid_target_types"];

/// Words that only TOSCA 2.0 has.
const NEWER: &[&str] = &["service_template", "count_range", "validation", "valid_source_node_types"];

/// Recognises a file by its version; one that does not say is of the last version, if it has its words.
pub(super) fn recognise(root: Node<'_>, name: &str) -> Option<Recognised> {
    let is_extended = EXTENDED.iter().any(|start| name.starts_with(start));
    let recognised = |version: u8, words| Recognised { version, words, names: NAMES, is_extended };
    if name.is_empty() {
        let mentions = |words: &[&str]| words.iter().any(|word| root.tree().mentions(word));
        let normative =
            || root.tree().texts().any(|text| text.starts_with("tosca.")) && !mentions(&["profile"]);
        let tells = !mentions(NEWER) && (mentions(TELLING) || normative());
        return tells.then(|| recognised(V1_3, WORDS[usize::from(V1_3)]));
    }
    if let Some((version, _)) = (0..).zip(NAMES).find(|(_, known)| **known == name) {
        return Some(recognised(version, WORDS[usize::from(version)]));
    }
    if let Some((_, version, words)) = ALIASES.iter().find(|(alias, ..)| *alias == name) {
        return Some(recognised(*version, words));
    }
    let (_, version, words) = FAMILIES.iter().find(|(start, ..)| name.starts_with(start))?;
    Some(recognised(*version, words))
}

const COMPAT: &str = "org.oasis-open.tosca.compat:1.0";

/// The types that each version brings along, and what 1.x has built in.
const NORMATIVE: &[&[&str]] = &[
    &["http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0", COMPAT],
    &["http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1", COMPAT],
    &["http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2", COMPAT],
    &["http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3", COMPAT],
];

/// The profile that a namespace of a version stands for.
pub(super) fn profile_of(uri: &str) -> Option<&'static str> {
    let uri = uri.trim_end_matches('/');
    NORMATIVE.iter().map(|profiles| profiles[0]).find(|profile| *profile == uri)
}

/// The normative types as a file of a library, by its name and version.
pub(super) fn profile_of_library(import: &str) -> Option<&'static str> {
    let (name, version) = import.split_once(':')?;
    let is_normative = matches!(name.trim(), "tosca-normative-types" | "normative-types");
    (is_normative && version.trim().starts_with(|c: char| c.is_ascii_digit())).then(|| NORMATIVE[0][0])
}

/// Every normative type has three names: `tosca.nodes.Compute`, `tosca:Compute`, `Compute`.
static SPELLINGS: Spellings = Spellings {
    prefix: "tosca:",
    families: &[
        (NameKind::NodeType, "tosca.nodes."),
        (NameKind::NodeType, "tosca.nodes.network."),
        (NameKind::NodeType, "tosca.nodes.Storage."),
        (NameKind::CapabilityType, "tosca.capabilities."),
        (NameKind::CapabilityType, "tosca.capabilities.network."),
        (NameKind::RelationshipType, "tosca.relationships."),
        (NameKind::RelationshipType, "tosca.relationships.network."),
        (NameKind::DataType, "tosca.datatypes."),
        (NameKind::DataType, "tosca.datatypes.network."),
        (NameKind::InterfaceType, "tosca.interfaces.node.lifecycle."),
        (NameKind::InterfaceType, "tosca.interfaces.relationship."),
        (NameKind::InterfaceType, "tosca.interfaces."),
        (NameKind::ArtifactType, "tosca.artifacts."),
        (NameKind::ArtifactType, "tosca.artifacts.Implementation."),
        (NameKind::ArtifactType, "tosca.artifacts.Deployment."),
        (NameKind::GroupType, "tosca.groups."),
        (NameKind::PolicyType, "tosca.policies."),
    ],
    renamed: &[
        ("tosca.nodes.ObjectStorage", "tosca.nodes.Storage.ObjectStorage"),
        ("tosca.nodes.BlockStorage", "tosca.nodes.Storage.BlockStorage"),
    ],
};

/// What a file of `version` sees without importing it.
pub(super) fn implicit(version: u8) -> Implicit {
    Implicit { versions: NORMATIVE, version, spellings: &SPELLINGS }
}
