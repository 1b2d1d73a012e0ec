//! Normal forms of files in earlier versions: what is a warning in the original is not an error in TOSCA 2.0.

use crate::diagnostics::{Rule, rules};
use crate::yaml::YamlNode;

use super::{Lowered, simple};

/// The key of the `metadata` of a file for the dialects of the files whose normal form it is.
pub const ORIGINAL_DIALECTS: &str = "tosca_dialects";

/// The rules about relationships that an original does not write, and about imports that its tools replace.
const NOT_IN_ORIGINAL: &[&Rule] = &[&rules::excluded_relationship::RULE, &rules::missing_import::RULE];

/// Lowers the levels of rules that the dialects of the original files leave open.
pub(super) fn restore_levels(lowered: &mut Lowered) {
    let metadata = lowered.tree.root().and_then(|root| root.get("metadata"));
    let Some(originals) = metadata.and_then(|metadata| metadata.get(ORIGINAL_DIALECTS)) else { return };
    let is_simple = |name: &YamlNode<'_>| simple::LANGUAGE.versions.contains(&name.text());
    if lowered.languages.is_empty() && originals.items().any(|name| is_simple(&name)) {
        lowered.policies.findings.milder = simple::LESS_SERIOUS;
        lowered.policies.findings.elsewhere = NOT_IN_ORIGINAL;
        lowered.policies.findings.where_else = "the original file is in an earlier version of TOSCA";
    }
}
