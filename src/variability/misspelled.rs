//! Explains findings about keys that are misspelled keynames of conditions: without such a keyname, an item of a list
//! is a plain value or artifact.

use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::variability::{ElementKind, VariabilityModel};

/// Replaces the findings in `diagnostics` that have such a key as their cause by one about the key. Where the key is
/// valid, there are none.
pub(super) fn explain(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for misspelled in model.misspelled_conditions() {
        let (key, value) = (misspelled.key.span(), misspelled.value.span());
        let entity = match misspelled.kind {
            ElementKind::Artifact => "artifact with conditions",
            _ => "property with conditions",
        };
        let is_effect = |diagnostic: &Diagnostic| {
            let (rule, span) = (diagnostic.rule, diagnostic.primary.span);
            let is_about_key =
                [&rules::unknown_keyname::RULE, &rules::unknown_property::RULE].contains(&rule);
            let is_about_value = rule == &rules::wrong_value_type::RULE;
            is_about_value && span == value || is_about_key && span == key
        };
        let count = diagnostics.len();
        diagnostics.retain(|diagnostic| !is_effect(diagnostic));
        if diagnostics.len() < count {
            let name = misspelled.key.text();
            let diagnostic = rules::unknown_keyname::new(key, name, entity, None);
            diagnostics.push(diagnostic.did_you_mean(misspelled.keyname, key));
        }
    }
}
