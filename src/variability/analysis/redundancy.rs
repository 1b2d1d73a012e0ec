//! Finds conditions that can be left out: advice.
//!
//! Input: a model without errors. Output: a finding for each operand of a conjunction or disjunction without which the
//! result is the same in all variants.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::variability::{
    ElementId, ElementKind, Operator, VariabilityExprId, VariabilityForm, VariabilityModel,
};

use super::super::equations::Equations;
use super::WorkLimit;
use super::by_type::reads_relation;
use super::family::Family;
use super::formula::Formula;
use super::prover::Prover;
use super::solver::{Batsat, Satisfiability};

/// The maximum number of operands that are compared with each other.
const MAX_OPERANDS: usize = 32;

/// Reports redundant operands in the conditions of `model`, as far as `limit` allows.
#[must_use]
pub fn redundant_conditions(model: &VariabilityModel<'_>, limit: &WorkLimit) -> Vec<Diagnostic> {
    let equations = Equations::new(model);
    if model.is_broken || !equations.report_cycles(&mut Vec::new()) {
        return Vec::new();
    }
    let mut family = Family::new(&equations, limit);
    if family.is_too_large {
        return Vec::new();
    }
    let prover = Prover::new(&mut family, Box::new(Batsat::new(limit)));
    let mut finder = Finder { model, prover, seen: FxHashSet::default(), diagnostics: Vec::new() };
    // The conditions of a type are reviewed once.
    for (id, element) in model.all().filter(|(_, element)| element.type_conditions.is_none()) {
        let scope = (element.kind == ElementKind::Relation).then_some(id);
        finder.review_operands(&element.conditions, Operator::And, scope);
        for &condition in &element.conditions {
            finder.review(condition, scope);
        }
    }
    for of_type in &model.type_conditions {
        let reads_relation = of_type.conditions.iter().any(|&id| reads_relation(model, id));
        if of_type.elements.is_empty() || reads_relation {
            continue;
        }
        finder.review_operands(&of_type.conditions, Operator::And, None);
        for &condition in &of_type.conditions {
            finder.review(condition, None);
        }
    }
    for named in model.named.iter().filter(|named| !named.uses_self && !named.is_of_defaults) {
        finder.review(named.body, None);
    }
    finder.diagnostics
}

struct Finder<'f, 'e, 'm, 't> {
    model: &'m VariabilityModel<'t>,
    prover: Prover<'f, 'e, 'm, 't>,
    seen: FxHashSet<VariabilityExprId>,
    diagnostics: Vec<Diagnostic>,
}

impl Finder<'_, '_, '_, '_> {
    /// Reports redundant operands in `root`.
    fn review(&mut self, root: VariabilityExprId, scope: Option<ElementId>) {
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            let operands = self.model.expressions.below(id);
            if let VariabilityForm::Call(operator @ (Operator::And | Operator::Or), _) =
                self.model.expressions.form(id)
            {
                self.review_operands(operands, *operator, scope);
            }
            pending.extend(operands.iter().rev());
        }
    }

    fn review_operands(
        &mut self,
        operands: &[VariabilityExprId],
        operator: Operator,
        scope: Option<ElementId>,
    ) {
        if !(2..=MAX_OPERANDS).contains(&operands.len()) {
            return;
        }
        let is_or = operator == Operator::Or;
        let mut kept: Vec<(Formula, VariabilityExprId)> =
            operands.iter().map(|&operand| (self.prover.family.condition(operand, scope), operand)).collect();
        let all: Vec<Formula> =
            kept.iter().map(|(formula, _)| if is_or { !*formula } else { *formula }).collect();
        // What is always or never true as a whole is reported as such.
        if self.prover.can(&all) == Satisfiability::No {
            return;
        }
        // Of operands that imply each other, the first ones stay.
        for index in (0..kept.len()).rev() {
            let (formula, operand) = kept[index];
            let decides = if is_or { formula } else { !formula };
            let others: Vec<Formula> = kept
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, (other, _))| if is_or { !*other } else { *other })
                .collect();
            // Conditions that are constant alone are reported as such.
            let is_constant = !is_or && self.prover.can(&[!formula]) == Satisfiability::No;
            let question = |others: &[Formula]| [&[decides], others].concat();
            if others.is_empty() || is_constant || self.prover.can(&question(&others)) != Satisfiability::No {
                continue;
            }
            let mut reasons: Vec<(Formula, VariabilityExprId)> = others
                .into_iter()
                .zip(kept.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, (_, id))| *id))
                .collect();
            for reason in (0..reasons.len()).rev() {
                let mut without: Vec<Formula> = reasons.iter().map(|(formula, _)| *formula).collect();
                without.remove(reason);
                if self.prover.can(&question(&without)) == Satisfiability::No {
                    reasons.remove(reason);
                }
            }
            let span = |id: VariabilityExprId| self.model.expressions.node(id).span();
            let reasons: Vec<Span> = reasons.into_iter().map(|(_, id)| span(id)).collect();
            self.diagnostics.push(rules::redundant_condition::new(span(operand), is_or, &reasons));
            kept.remove(index);
        }
    }
}
