//! Deals with conditions that were not analyzed: reports them, and confirms what depends on them by single variants.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::variability::VariabilityForm;

use super::super::consistency::Instance;
use super::super::presence::solve;
use super::family::Family;
use super::prover::{Variant, Witness};
use super::{VariantChecker, values_of};

impl VariantChecker<'_, '_, '_, '_, '_> {
    /// Whether a variant really violates the instance.
    pub(super) fn confirms(&self, instance: &Instance, variant: &Variant) -> bool {
        let values = values_of(self.prover.family, variant);
        let solution = solve(self.equations, &values, &mut Vec::new());
        solution.is_complete() && instance.is_violated(|id| solution.is_present(id) == Some(true))
    }

    /// Tries random variants, and makes the first one that violates the instance the witness; returns whether there
    /// is one.
    pub(super) fn find_variant(&self, instance: &Instance, witness: &mut Witness) -> bool {
        const MAX_TRIED: usize = 256;
        const MAX_CELLS: usize = 400_000;
        let family = &self.prover.family;
        let tried = (MAX_CELLS / self.equations.cells().max(1)).min(MAX_TRIED);
        for number in 0..tried {
            let variant: Variant =
                family.simulated.iter().map(|picked| usize::from(picked[number])).collect();
            if self.confirms(instance, &variant) {
                let values = values_of(family, &variant).into_iter().enumerate();
                witness.needed = values.filter_map(|(input, value)| Some((input, value?))).collect();
                witness.arbitrary.clear();
                witness.variant = variant;
                return true;
            }
        }
        false
    }
}

/// Reports conditions that were not analyzed.
pub(super) fn report_opaque(family: &Family<'_, '_, '_>, diagnostics: &mut Vec<Diagnostic>) {
    let expressions = &family.equations.model.expressions;
    let mut reported: FxHashSet<Span> = FxHashSet::default();
    for &id in &family.opaque {
        let span = expressions.node(id).span();
        if matches!(expressions.form(id), VariabilityForm::Call(..)) && reported.insert(span) {
            diagnostics.push(rules::analysis_incomplete::of_condition(span));
        }
    }
}
