//! What dialects check when the meaning of a file is known: one row for each of them.

use crate::base::AnalysisBudget;
use crate::checks;
use crate::diagnostics::Diagnostic;
use crate::dialects::Dialect;
use crate::load::File;
use crate::model::Model;

/// The check of a dialect.
struct LanguageCheck {
    /// The name of the dialect.
    name: &'static str,
    /// Checks a file that was rewritten from it.
    run: fn(&Model, &File, &AnalysisBudget) -> Vec<Diagnostic>,
}

/// All of them.
static CHECKS: &[LanguageCheck] = &[
    #[cfg(feature = "variability")]
    LanguageCheck { name: "variability", run: crate::variability::check },
    LanguageCheck { name: "amp", run: checks::amp::check },
];

/// Checks each file for the dialects that it was rewritten from.
pub(super) fn check(model: &Model, budget: &AnalysisBudget) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in model.types.graph.files.iter().filter(|file| file.dialect() == Dialect::Tosca2) {
        for check in CHECKS.iter().filter(|check| file.languages().contains(&check.name)) {
            found.extend((check.run)(model, file, budget));
        }
    }
    found
}
