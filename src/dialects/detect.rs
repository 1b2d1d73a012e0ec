//! What a file is written in, judged by its content.

use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::yaml::{Node, Tree};

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// TOSCA 2.0, or taken for it.
    Tosca2,
    /// Something that is recognised and not read.
    Unsupported,
    /// Not TOSCA.
    Foreign,
}

const NEWEST: &str = "tosca_2_0";

/// Known versions and what they are called.
const KNOWN: &[(&str, &str)] = &[
    ("tosca_simple_yaml_1_0", "TOSCA Simple Profile 1.0"),
    ("tosca_simple_yaml_1_0_0", "TOSCA Simple Profile 1.0"),
    ("tosca_simple_yaml_1_1", "TOSCA Simple Profile 1.1"),
    ("tosca_simple_yaml_1_1_0", "TOSCA Simple Profile 1.1"),
    ("tosca_simple_yaml_1_2", "TOSCA Simple Profile 1.2"),
    ("tosca_simple_yaml_1_2_0", "TOSCA Simple Profile 1.2"),
    ("tosca_simple_yaml_1_3", "TOSCA Simple Profile 1.3"),
    ("tosca_simple_yaml_1_3_0", "TOSCA Simple Profile 1.3"),
    ("tosca_simple_yaml_1_0_0_wd03", "a draft of TOSCA Simple Profile 1.0"),
    ("tosca_simple_profile_yaml_1_1", "TOSCA Simple Profile 1.1 (ONAP spelling)"),
    ("tosca_simple_openecomp_1_0", "TOSCA Simple Profile 1.0 (ONAP)"),
    ("yorc_tosca_simple_yaml_1_0", "TOSCA Simple Profile 1.0 (Yorc)"),
    ("tosca_simple_profile_for_nfv_1_0", "the TOSCA NFV profile 1.0"),
    ("tosca_simple_profile_for_nfv_1_0_0", "the TOSCA NFV profile 1.0"),
    ("tosca_simple_unfurl_1_0_0", "the Unfurl dialect of TOSCA 1.3"),
    ("tosca_variability_1_0", "Variability4TOSCA 1.0"),
    ("tosca_variability_1_0_rc_1", "Variability4TOSCA 1.0"),
    ("tosca_variability_1_0_rc_2", "Variability4TOSCA 1.0"),
    ("tosca_variability_1_0_rc_3", "Variability4TOSCA 1.0"),
];

/// Beginnings of versions, for families with many of them.
const FAMILIES: &[(&str, &str)] = &[
    ("alien_dsl_", "the Alien4Cloud dialect"),
    ("cloudify_dsl_", "Cloudify DSL, which is not TOSCA"),
    ("http://docs.oasis-open.org/tosca/ns/simple/yaml/", "TOSCA Simple Profile 1.x"),
];

/// Judges `tree`. A version that does not exist gives a diagnostic, and the file is taken for TOSCA 2.0.
#[must_use]
pub fn detect(tree: &Tree) -> (Dialect, Vec<Diagnostic>) {
    let Some(root) = tree.root() else {
        return (Dialect::Foreign, Vec::new());
    };
    let Some((_, version)) = root.entry("tosca_definitions_version") else {
        let foreign = !root.is_broken() && !has_tosca_keys(root);
        let dialect = if foreign { Dialect::Foreign } else { Dialect::Tosca2 };
        return (dialect, Vec::new());
    };
    let name = version.text();
    if name == NEWEST || version.is_null() || version.is_invalid() {
        return (Dialect::Tosca2, Vec::new());
    }
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    let family = || FAMILIES.iter().find(|(start, _)| name.starts_with(start));
    if let Some((_, words)) = known.or_else(family) {
        let found = codes::unsupported_dialect::found(version.span(), name, words);
        return (Dialect::Unsupported, vec![found]);
    }
    if version.as_str().is_none() {
        // Not a string: the grammar says so.
        return (Dialect::Tosca2, Vec::new());
    }
    let newer = name.strip_prefix("tosca_").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '_')
    });
    let names = KNOWN.iter().map(|(known, _)| *known).chain([NEWEST]);
    let near = if newer { None } else { suggest(name, names) };
    let found = codes::unknown_version::found(version.span(), version.text(), near);
    (Dialect::Tosca2, vec![found])
}

/// Root keynames that only TOSCA has, in any of its versions.
const TELLING: &[&str] = &[
    "service_template",
    "topology_template",
    "artifact_types",
    "data_types",
    "capability_types",
    "interface_types",
    "relationship_types",
    "node_types",
    "group_types",
    "policy_types",
];

fn has_tosca_keys(root: Node<'_>) -> bool {
    root.entries().any(|(key, _)| TELLING.contains(&key.text()))
}

/// Whether a file may be TOSCA, judged by its lines: quick, for searching directories.
#[must_use]
pub fn looks_like_tosca(content: &[u8]) -> bool {
    if memchr::memmem::find(content, b"tosca_definitions_version").is_some() {
        return true;
    }
    content.split(|&byte| byte == b'\n').any(|line| {
        let key = line.split(|&byte| byte == b':').next().unwrap_or(line).trim_ascii_end();
        TELLING.iter().any(|name| name.as_bytes() == key) && key.len() < line.len()
    })
}
