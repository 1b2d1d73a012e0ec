//! The profiles that are part of this tool, as files of a virtual directory.

use camino::{Utf8Path, Utf8PathBuf};

/// The directory of built-in files in displayed paths.
pub const BUILT_IN_DIRECTORY: &str = "<built-in>";

/// The prefix of the paths of built-in files.
pub(super) const PREFIX: &str = "/built-in/";

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$( ($path, include_str!(concat!("../../profiles/", $path))) ),*]
    };
}

/// The files below `profiles/`, by their relative path.
const FILES: &[(&str, &str)] = files![
    "amp/1.0/profile.yaml",
    "compat/1.0/profile.yaml",
    "etsi-nfv/2.5.1/etsi_nfv_sol001_nsd_types.yaml",
    "etsi-nfv/2.5.1/etsi_nfv_sol001_vnfd_types.yaml",
    "etsi-nfv/2.6.1/etsi_nfv_sol001_common_types.yaml",
    "etsi-nfv/2.6.1/etsi_nfv_sol001_vnfd_types.yaml",
    "etsi-nfv/2.7.1/etsi_nfv_sol001_common_types.yaml",
    "etsi-nfv/3.3.1/etsi_nfv_sol001_common_types.yaml",
    "etsi-nfv/3.3.1/etsi_nfv_sol001_nsd_types.yaml",
    "etsi-nfv/3.3.1/etsi_nfv_sol001_pnfd_types.yaml",
    "etsi-nfv/3.3.1/etsi_nfv_sol001_vnfd_types.yaml",
    "nfv/1.0/profile.yaml",
    "non-normative/1.0/profile.yaml",
    "non-normative/1.1/profile.yaml",
    "non-normative/1.2/profile.yaml",
    "non-normative/1.3/profile.yaml",
    "simple/1.0/profile.yaml",
    "simple/1.1/profile.yaml",
    "simple/1.2/profile.yaml",
    "simple/1.3/profile.yaml",
    "simple/2.0/artifact_types.yaml",
    "simple/2.0/capability_types.yaml",
    "simple/2.0/data_types.yaml",
    "simple/2.0/group_types.yaml",
    "simple/2.0/interface_types.yaml",
    "simple/2.0/node_types.yaml",
    "simple/2.0/policy_types.yaml",
    "simple/2.0/profile.yaml",
    "simple/2.0/relationship_types.yaml",
    "toscalite/1.0/profile.yaml",
    "unfurl/1.0/profile.yaml",
    "variability/1.0/profile.yaml",
    "xml/1.0/profile.yaml",
];

/// A built-in profile that can be imported by name.
#[derive(Debug)]
pub struct BuiltInProfile {
    /// The name that its file declares.
    pub name: &'static str,
    /// Other names of the same profile.
    pub aliases: &'static [&'static str],
    /// Its file, relative to `profiles/`.
    pub path: &'static str,
}

/// All built-in profiles.
pub const BUILT_IN_PROFILES: &[BuiltInProfile] = &[
    BuiltInProfile {
        name: "org.oasis-open.tosca.simple:2.0",
        aliases: &["org.oasis-open.simple:2.0"],
        path: "simple/2.0/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0",
        aliases: &["org.oasis-open.tosca.simple:1.0", "org.oasis-open.simple:1.0"],
        path: "simple/1.0/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1",
        aliases: &["org.oasis-open.tosca.simple:1.1", "org.oasis-open.simple:1.1"],
        path: "simple/1.1/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2",
        aliases: &["org.oasis-open.tosca.simple:1.2", "org.oasis-open.simple:1.2"],
        path: "simple/1.2/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3",
        aliases: &["org.oasis-open.tosca.simple:1.3", "org.oasis-open.simple:1.3"],
        path: "simple/1.3/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0/non-normative",
        aliases: &[],
        path: "non-normative/1.0/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1/non-normative",
        aliases: &[],
        path: "non-normative/1.1/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2/non-normative",
        aliases: &[],
        path: "non-normative/1.2/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3/non-normative",
        aliases: &[],
        path: "non-normative/1.3/profile.yaml",
    },
    BuiltInProfile {
        name: "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0/nfv/1.0",
        aliases: &[],
        path: "nfv/1.0/profile.yaml",
    },
    BuiltInProfile { name: "unfurl:1.0", aliases: &[], path: "unfurl/1.0/profile.yaml" },
    BuiltInProfile { name: "variability:1.0", aliases: &[], path: "variability/1.0/profile.yaml" },
    BuiltInProfile { name: "tosca_xml:1.0", aliases: &[], path: "xml/1.0/profile.yaml" },
    BuiltInProfile { name: "toscalite:1.0", aliases: &[], path: "toscalite/1.0/profile.yaml" },
    BuiltInProfile { name: "io.cloudsoft.amp:1.0", aliases: &[], path: "amp/1.0/profile.yaml" },
    BuiltInProfile { name: "org.oasis-open.tosca.compat:1.0", aliases: &[], path: "compat/1.0/profile.yaml" },
];

/// The path of the built-in profile `name`.
pub(super) fn profile(name: &str) -> Option<String> {
    let profile =
        BUILT_IN_PROFILES.iter().find(|profile| profile.name == name || profile.aliases.contains(&name))?;
    Some(format!("{PREFIX}{}", profile.path))
}

/// Returns the files of the built-in profile `name`, with displayed paths and contents, its main file first; empty if
/// there is no such profile.
#[must_use]
pub fn built_in_files(name: &str) -> Vec<(Utf8PathBuf, &'static str)> {
    let Some(profile) = BUILT_IN_PROFILES.iter().find(|profile| profile.name == name) else {
        return Vec::new();
    };
    let directory = Utf8Path::new(profile.path).parent();
    let files = FILES.iter().filter(|(path, _)| Utf8Path::new(path).parent() == directory);
    let mut files: Vec<_> = files.collect();
    files.sort_by_key(|(path, _)| *path != profile.path);
    files
        .into_iter()
        .map(|(path, content)| (Utf8Path::new(BUILT_IN_DIRECTORY).join(path), *content))
        .collect()
}

/// Returns the relative path of a built-in file among all of them, such as `simple/1.3/profile.yaml`.
#[must_use]
pub fn built_in_path(identity: &Utf8Path) -> Option<&str> {
    identity.as_str().strip_prefix(PREFIX)
}

/// The directory of the types of ETSI NFV-SOL 001, one folder for each of their versions.
const ETSI: &str = "etsi-nfv/";

/// Whether a path is that of a built-in copy of types that are published as files.
pub(super) fn is_copy(path: &Utf8Path) -> bool {
    path.as_str().strip_prefix(PREFIX).is_some_and(|path| path.starts_with(ETSI))
}

/// Returns the URL at which the types of a built-in copy are published.
#[must_use]
pub fn published_url(identity: &Utf8Path) -> Option<String> {
    let (version, name) = built_in_path(identity)?.strip_prefix(ETSI)?.split_once('/')?;
    Some(format!("https://forge.etsi.org/rep/nfv/SOL001/raw/v{version}/{name}"))
}

/// The path of the built-in copy of the types of ETSI NFV-SOL 001 that `url` names, by its file name. Their version is the
/// one in the URL (`…/v3.3.1/…`) or, if it has none, that of the files that were published for the language of the importing
/// file.
pub(super) fn etsi_types(url: &str, is_last: bool) -> Option<String> {
    let (directory, name) = url.rsplit_once('/').unwrap_or(("", url));
    if !name.starts_with("etsi_nfv_sol001_") {
        return None;
    }
    let named = directory.split('/').rev().find_map(|part| {
        part.strip_prefix('v').filter(|version| version.starts_with(|first: char| first.is_ascii_digit()))
    });
    let usual = if is_last { "3.3.1" } else { "2.6.1" };
    let path = format!("{ETSI}{}/{name}", named.unwrap_or(usual));
    FILES.iter().any(|(known, _)| *known == path).then(|| format!("{PREFIX}{path}"))
}

/// The content of a built-in file, or `None` for other paths.
pub(crate) fn content(path: &Utf8Path) -> Option<&'static str> {
    let path = path.as_str().strip_prefix(PREFIX)?;
    FILES.iter().find(|(name, _)| *name == path).map(|(_, content)| *content)
}

/// The text of the profile with the data types that TOSCA 1.x had and TOSCA 2.0 does not have.
#[must_use]
pub fn former_data_types() -> &'static str {
    FILES.iter().find(|(name, _)| *name == "compat/1.0/profile.yaml").map_or("", |(_, content)| *content)
}
