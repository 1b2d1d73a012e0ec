//! The versions of the Simple Profile, their names, and the built-in types of each version.

use crate::dialects::{Implicit, Recognized, RefinementPolicy, Spellings};
use crate::keynames::NameKind;
use crate::yaml::YamlNode;

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

/// Other names, with their version and description: drafts, and dialects that are similar enough.
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

/// Prefixes of names, for families with many names.
const FAMILIES: &[(&str, u8, &str)] = &[("alien_dsl_", V1_0, "the Alien4Cloud dialect")];

/// Prefixes of the names of drafts, and of dialects that extend the Simple Profile.
const EXTENDED: &[&str] =
    &["alien_dsl_", "yorc_tosca_", "tosca_simple_unfurl_", "tosca_simple_yaml_1_0_0_wd"];

/// The keynames that drafts and extending dialects document, by the name of their table.
pub(in crate::dialects) const DOCUMENTED: &[(&str, &[&str])] = &[
    ("service template", &["archive_name", "archive_version", "decorators", "deployment_blueprints"]),
    ("topology template", &["decorators", "input_artifacts"]),
    ("node type", &["abstract", "tags"]),
    ("relationship type", &["abstract", "tags"]),
    ("capability type", &["abstract", "tags"]),
    ("data type", &["abstract", "tags"]),
    ("artifact type", &["abstract", "tags"]),
    ("policy type", &["abstract", "tags"]),
    ("node template", &["name", "tags"]),
    ("artifact definition", &["archive_name", "archive_version"]),
    ("capability definition", &["lower_bound", "upper_bound"]),
    ("requirement definition", &["lower_bound", "upper_bound"]),
    ("requirement assignment", &["type_requirement", "type_capability"]),
    ("group definition", &["location", "policies"]),
];

/// The keynames that a tool documents for its plugins in all parts of any file, and the tool.
const OF_TOOLS: &[(&str, &str)] = &[("_extensions", "ARIA")];

/// Returns the effect of refinements in a version: the text of 1.3 is the first to speak of refinement.
pub(super) fn refinements(name: &str) -> RefinementPolicy {
    let version = NAMES.iter().position(|known| *known == name);
    let is_before_1_3 = version.is_some_and(|version| version < usize::from(V1_3));
    RefinementPolicy {
        are_in_force: version.is_some(),
        replace_requirements: is_before_1_3,
        add_operations: is_before_1_3,
    }
}

/// Words that TOSCA 2.0 does not have.
const LEGACY_WORDS: &[&str] =
    &["topology_template", "occurrences", "constraints", "valid_source_types", "valid_target_types"];

/// Words that only TOSCA 2.0 has.
const TOSCA_2_WORDS: &[&str] = &["service_template", "count_range", "validation", "valid_source_node_types"];

/// Recognizes a file by its version; a file without one has the last version, if it contains its words.
pub(super) fn recognize(root: YamlNode<'_>, name: &str) -> Option<Recognized> {
    let is_extended = EXTENDED.iter().any(|start| name.starts_with(start));
    let documented = if is_extended { DOCUMENTED } else { &[] };
    let recognized = |version: u8, words| Recognized {
        version,
        words,
        names: NAMES,
        is_extended,
        documented,
        of_tools: OF_TOOLS,
    };
    if name.is_empty() {
        let mentions = |words: &[&str]| words.iter().any(|word| root.tree().mentions(word));
        let has_normative_types =
            || root.tree().texts().any(|text| text.starts_with("tosca.")) && !mentions(&["profile"]);
        let is_legacy = !mentions(TOSCA_2_WORDS) && (mentions(LEGACY_WORDS) || has_normative_types());
        return is_legacy.then(|| recognized(V1_3, WORDS[usize::from(V1_3)]));
    }
    if let Some((version, _)) = (0..).zip(NAMES).find(|(_, known)| **known == name) {
        return Some(recognized(version, WORDS[usize::from(version)]));
    }
    if let Some((_, version, words)) = ALIASES.iter().find(|(alias, ..)| *alias == name) {
        return Some(recognized(*version, words));
    }
    let (_, version, words) = FAMILIES.iter().find(|(start, ..)| name.starts_with(start))?;
    Some(recognized(*version, words))
}

const COMPAT: &str = "org.oasis-open.tosca.compat:1.0";

/// The profiles that each version imports implicitly: its types, the built-in definitions of 1.x, and the types of its
/// annexes.
const NORMATIVE: &[&[&str]] = &[
    &[
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0",
        COMPAT,
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0/non-normative",
    ],
    &[
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1",
        COMPAT,
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1/non-normative",
    ],
    &[
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2",
        COMPAT,
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2/non-normative",
    ],
    &[
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3",
        COMPAT,
        "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3/non-normative",
    ],
];

/// The profile with the functions of Unfurl.
pub(super) const UNFURL: &str = "unfurl:1.0";

/// The profiles that files with a version of another name import in addition.
pub(super) fn further(name: &str) -> Option<&'static [&'static str]> {
    if name.starts_with("tosca_simple_profile_for_nfv_1_0") {
        return Some(&["http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0/nfv/1.0"]);
    }
    name.starts_with("tosca_simple_unfurl_").then_some(&[UNFURL])
}

/// Whether files of 1.x see the types of this profile without importing it.
#[must_use]
pub fn is_normative_profile(profile: &str) -> bool {
    NORMATIVE.iter().any(|profiles| profiles.contains(&profile))
}

/// Returns the profile for the namespace of a version.
pub(super) fn profile_of(uri: &str) -> Option<&'static str> {
    let uri = uri.trim_end_matches('/');
    NORMATIVE.iter().map(|profiles| profiles[0]).find(|profile| *profile == uri)
}

/// Returns the profile for an import of the normative types from a library, by name and version.
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

/// Returns the profiles that a file of `version` uses without importing them.
pub(super) fn implicit(version: u8) -> Implicit {
    Implicit { versions: NORMATIVE, version, spellings: &SPELLINGS }
}
