//! Files in TOSCA 2.0 that record the versions of their originals: what is a warning in the original is not an error
//! here. These are normal forms, and lowered files with refinements that TOSCA 2.0 cannot express.

use std::sync::Arc;

use crate::diagnostics::{Rule, rules};

use super::{Lowered, detect};

/// The key of the `metadata` of a file for the versions of its originals.
pub const ORIGINAL_DIALECTS: &str = "tosca_dialects";

/// The key of the `metadata` of a definition in a normal form for its original name.
pub const ORIGINAL_NAME: &str = "tosca_name";
/// The key of the `metadata` of a definition in a normal form for its original profile.
pub const ORIGINAL_PROFILE: &str = "tosca_profile";

/// The rules about relationships and mappings that an original does not write, about imports that its tools replace, and
/// about values that its tools convert or look up when the service runs.
const NOT_IN_ORIGINAL: &[&Rule] = &[
    &rules::excluded_relationship::RULE,
    &rules::incompatible_mapping::RULE,
    &rules::missing_import::RULE,
    &rules::unknown_in_path::RULE,
    &rules::wrong_result_type::RULE,
];

/// The rules of TOSCA 2.0 about what earlier versions allow without doubt.
const SILENT: &[&Rule] = &[&rules::hard_coded_attribute::RULE];

/// Lowers the levels of rules that the versions of the originals leave open, if a file in TOSCA 2.0 records them;
/// refinements are effective as there.
pub fn restore_levels(lowered: &mut Lowered) {
    let metadata = lowered.tree.root().and_then(|root| root.get("metadata"));
    let Some(originals) = metadata.and_then(|metadata| metadata.get(ORIGINAL_DIALECTS)) else { return };
    let named = |language: &&&detect::Language| {
        originals.items().any(|name| language.versions.contains(&name.text()))
    };
    let mut languages = detect::LANGUAGES.iter().filter(|language| !language.milder.is_empty());
    if let Some(language) = languages.find(named)
        && lowered.parts.languages.is_empty()
    {
        let policies = Arc::make_mut(&mut lowered.parts.policies);
        policies.findings.silent = SILENT;
        policies.findings.milder = language.milder;
        for name in originals.items() {
            let policy = (language.refinements)(name.text());
            policies.refinements.are_in_force |= policy.are_in_force;
            policies.refinements.replace_requirements |= policy.replace_requirements;
            policies.refinements.add_operations |= policy.add_operations;
        }
        policies.findings.elsewhere = NOT_IN_ORIGINAL;
        policies.findings.where_else = "the original file is in an earlier version of TOSCA";
    }
}
