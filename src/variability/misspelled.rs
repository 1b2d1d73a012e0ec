//! Explains findings about keys that are misspelled keynames of conditions: without such a keyname, an item of a list
//! is a plain value or artifact.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Rule, rules};
use crate::dialects::variability::{ElementKind, VariabilityModel};

/// What is reported at the key.
const ABOUT_KEY: [&Rule; 2] = [&rules::unknown_keyname::RULE, &rules::unknown_property::RULE];
/// What is reported at the value that has the key.
const ABOUT_VALUE: &Rule = &rules::wrong_value_type::RULE;

/// Replaces the findings in `diagnostics` that have such a key as their cause by one about the key. Where the key is
/// valid, there are none.
pub(super) fn explain(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let is_effect =
        |diagnostic: &Diagnostic| diagnostic.rule == ABOUT_VALUE || ABOUT_KEY.contains(&diagnostic.rule);
    if !diagnostics.iter().any(is_effect) {
        return;
    }
    let misspelled = model.misspelled_conditions();
    let (mut at_key, mut at_value) =
        (FxHashMap::<Span, usize>::default(), FxHashMap::<Span, usize>::default());
    for (index, misspelled) in misspelled.iter().enumerate() {
        at_key.insert(misspelled.key.span(), index);
        // The first key of a value explains what is reported at the value.
        at_value.entry(misspelled.value.span()).or_insert(index);
    }
    let mut is_cause = vec![false; misspelled.len()];
    diagnostics.retain(|diagnostic| {
        let spans = if diagnostic.rule == ABOUT_VALUE { &at_value } else { &at_key };
        let cause = spans.get(&diagnostic.primary.span).filter(|_| is_effect(diagnostic));
        if let Some(&index) = cause {
            is_cause[index] = true;
        }
        cause.is_none()
    });
    for (misspelled, _) in misspelled.iter().zip(is_cause).filter(|(_, is_cause)| *is_cause) {
        let entity = match misspelled.kind {
            ElementKind::Artifact => "artifact with conditions",
            _ => "property with conditions",
        };
        let key = misspelled.key.span();
        let diagnostic = rules::unknown_keyname::new(key, misspelled.key.text(), entity, None);
        diagnostics.push(diagnostic.did_you_mean(misspelled.keyname, key));
    }
}
