//! Service templates that substitute nodes which no checked service template has.

use rustc_hash::FxHashSet;

use crate::base::{FileId, Span};
use crate::checks::substitution::unused_services;
use crate::diagnostics::{Diagnostic, rules};
use crate::load::File;
use crate::model::Model;
use crate::yaml;

use super::Choice;

/// Reports service templates that substitute no node of the checked files, if these have nodes that need to be
/// substituted: otherwise, the other services are not among them. Skips those that `found` names as a reason why a
/// node has no substitute.
pub(super) fn review(model: &Model, choices: &[(&File, Choice)], found: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let is_chosen = |(file, choice): &&(&File, Choice)| {
        file.is_requested && choice.includes(&rules::unused_substitution::RULE)
    };
    let chosen: FxHashSet<FileId> = choices.iter().filter(is_chosen).map(|(file, _)| file.id).collect();
    if chosen.is_empty() {
        return diagnostics;
    }
    let no_substitute = found.iter().filter(|diagnostic| *diagnostic.rule == rules::no_substitute::RULE);
    let named: FxHashSet<Span> =
        no_substitute.flat_map(|diagnostic| &diagnostic.secondary).map(|label| label.span).collect();
    for unused in unused_services(model) {
        let name = unused.type_name;
        let place = unused.reason.as_ref().map_or(name.span(), |(span, _)| *span);
        if !named.contains(&place) && chosen.contains(&name.tree().file()) {
            let diagnostic = match unused.reason {
                None => rules::unused_substitution::new(name.span(), name.text()),
                Some(reason) => rules::unused_substitution::excluded(name.span(), name.text(), reason),
            };
            yaml::report(&mut diagnostics, name, diagnostic);
        }
    }
    diagnostics
}
