//! Runs the checks of single dialects on the complete model: one row per dialect.

use crate::base::AnalysisBudget;
use crate::checks;
use crate::diagnostics::Diagnostic;
use crate::dialects::Dialect;
use crate::load::File;
use crate::model::Model;

#[cfg(feature = "variability")]
pub(super) use crate::variability::{advise, check_variants};

/// The check of a dialect.
struct DialectCheck {
    /// The name of the dialect.
    name: &'static str,
    /// Checks a file that was lowered from the dialect.
    run: fn(&Model, &File, &AnalysisBudget) -> Vec<Diagnostic>,
}

/// The checks of all dialects.
static CHECKS: &[DialectCheck] = &[
    #[cfg(feature = "variability")]
    DialectCheck { name: "variability", run: crate::variability::check },
    DialectCheck { name: "amp", run: checks::amp::check },
];

/// Checks each file for the dialects that it was lowered from.
pub(super) fn check(model: &Model, budget: &AnalysisBudget) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for file in model.types.graph.files.iter().filter(|file| file.dialect() == Dialect::Tosca2) {
        for check in CHECKS.iter().filter(|check| file.languages().contains(&check.name)) {
            diagnostics.extend((check.run)(model, file, budget));
        }
    }
    diagnostics
}
