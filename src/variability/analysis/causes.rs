//! Finds causes of what holds in all variants: conditions that contradict each other.

use rustc_hash::FxHashSet;

use crate::dialects::variability::{ElementId, ElementKind, VariabilityExprId};

use super::VariantChecker;
use super::formula::Formula;
use super::solver::Satisfiability;

impl VariantChecker<'_, '_, '_, '_, '_> {
    /// Returns conditions of the element `id`, and of elements that it needs, that are never all true, so that they
    /// are without any one of them; empty if that is not known.
    pub(super) fn contradiction(&mut self, id: ElementId) -> Vec<VariabilityExprId> {
        const MAX_PARTS: usize = 256;
        let mut parts: Vec<(VariabilityExprId, Option<ElementId>)> = Vec::new();
        let mut seen: FxHashSet<ElementId> = FxHashSet::default();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let scope = (self.model.element(id).kind == ElementKind::Relation).then_some(id);
            if self.model.element(id).place.is_some() {
                pending.extend(
                    self.model.owner(id).filter(|owner| self.equations.rules[owner.index()].is_plain()),
                );
            }
            for part in self.conjuncts(self.model.conditions(id).collect()) {
                let cell = self.equations.cell_of(part, scope).filter(|_| self.is_presence(part));
                let is_never = self.is_never_present(part, scope);
                match cell.map(ElementId::new) {
                    Some(needed)
                        if !is_never
                            && self.equations.rules[needed.index()].is_plain()
                            && parts.len() < MAX_PARTS =>
                    {
                        pending.push(needed);
                    }
                    // What is never present has causes that are reported there.
                    Some(_) if is_never && seen.len() == 1 => {}
                    _ => parts.push((part, scope)),
                }
            }
        }
        let mut formulas: Vec<Formula> =
            parts.iter().map(|&(part, scope)| self.prover.family.condition(part, scope)).collect();
        if self.prover.can(&formulas) != Satisfiability::No {
            return Vec::new();
        }
        for index in (0..parts.len()).rev() {
            let mut without = formulas.clone();
            without.remove(index);
            if self.prover.can(&without) == Satisfiability::No {
                formulas.remove(index);
                parts.remove(index);
            }
        }
        parts.into_iter().map(|(part, _)| part).collect()
    }
}
