//! Conditions of types, which several elements share: what is true of all of them is one finding.

use rustc_hash::FxHashSet;

use crate::diagnostics::{quoted, rules};
use crate::dialects::variability::{
    ElementId, ElementKind, TypeConditions, VariabilityExprId, VariabilityForm, VariabilityModel,
};

use super::VariantChecker;
use super::formula::Formula;
use super::solver::Satisfiability;

impl VariantChecker<'_, '_, '_, '_, '_> {
    /// Whether the conditions of the type of the element `id` are never true together; reports that once for each type.
    pub(super) fn has_contradictory_type(&mut self, id: ElementId, reported: &mut FxHashSet<u32>) -> bool {
        let model = self.model;
        let Some(index) = model.element(id).type_conditions else { return false };
        let of_type = &model.type_conditions[index as usize];
        let scope = (of_type.kind == ElementKind::Relation).then_some(id);
        let conditions = of_type.conditions.iter();
        let formulas: Vec<Formula> =
            conditions.map(|&condition| self.prover.family.condition(condition, scope)).collect();
        if self.prover.can(&formulas) != Satisfiability::No {
            return false;
        }
        if reported.insert(index) {
            let causes = self.contradiction(id).into_iter();
            let causes: Vec<_> = causes.map(|part| model.expressions.node(part).span()).collect();
            let element = format!(
                "each {} with the conditions of type {}",
                of_type.kind.name(),
                quoted(of_type.key.text())
            );
            let diagnostic = rules::never_present::new(of_type.key.span(), &element, &causes);
            let presence = self.prover.family.presence(id);
            let diagnostic = self.with_constraints(diagnostic, presence);
            self.diagnostics.push(diagnostic);
        }
        true
    }

    /// Whether a condition of the element `id` is true in all variants, for all elements that have it by their type.
    pub(super) fn is_always_true(&mut self, id: ElementId, condition: VariabilityExprId) -> bool {
        let model = self.model;
        let of_type = model.element(id).type_conditions.map(|index| &model.type_conditions[index as usize]);
        let shares = |of_type: &&TypeConditions<'_>| of_type.conditions.contains(&condition);
        let ids = match of_type.filter(shares) {
            Some(of_type) if reads_relation(model, condition) => &of_type.elements[..],
            _ => &[id],
        };
        ids.iter().all(|&id| {
            let scope = (model.element(id).kind == ElementKind::Relation).then_some(id);
            let formula = self.prover.family.condition(condition, scope);
            self.prover.can(&[!formula]) == Satisfiability::No
        })
    }
}

/// Whether a condition reads the source or target of the requirement assignment that has it.
pub(super) fn reads_relation(model: &VariabilityModel<'_>, condition: VariabilityExprId) -> bool {
    model.expressions.parts(condition).any(|part| match model.expressions.form(part) {
        VariabilityForm::Source | VariabilityForm::Target => true,
        VariabilityForm::Named(index) => model.named[*index as usize].uses_self,
        _ => false,
    })
}
