//! Computes which elements are present for given inputs.
//!
//! Input: the equations, and a value for each input that has one. Output: for each element whether it is
//! present, or `None` if that is unknown; and diagnostics with the reasons. Each cell is evaluated once,
//! groups of cells that read each other by their least solution, in linear time. Recurses inside one
//! expression only.

use std::cell::LazyCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::variability::{
    ElementId, Operator, Outcome, Stop, VariabilityExprId, VariabilityForm, VariabilityModel,
    VariabilityValue, evaluate, fault_diagnostic,
};

use super::default_values::default_values;
use super::equations::{Cell, Equations, Subject};
use super::gates::Gates;

/// The values of inputs, by index.
pub type ValuesByInput = Vec<Option<VariabilityValue>>;

/// The value of each cell of a system for given inputs.
#[derive(Debug)]
pub struct Solution<'s, 'm, 't> {
    /// The system that was solved.
    pub equations: &'s Equations<'m, 't>,
    /// The values of the inputs.
    pub inputs: &'s ValuesByInput,
    cells: Vec<Outcome>,
}

/// Evaluates `equations` for `inputs`.
#[must_use]
pub fn solve<'s, 'm, 't>(
    equations: &'s Equations<'m, 't>,
    inputs: &'s ValuesByInput,
    diagnostics: &mut Vec<Diagnostic>,
) -> Solution<'s, 'm, 't> {
    let unknown = vec![Err(Stop::Reported); equations.cells()];
    let mut solution = Solution { equations, inputs, cells: unknown };
    let (order, groups) = equations.in_order();
    for range in groups {
        let members = &order[range];
        if !equations.is_cyclic(members) {
            solution.cells[members[0]] = solution.evaluate_cell(members[0]);
        } else if equations.contradiction(members).is_none() {
            solve_cycle(&mut solution, members, diagnostics);
        }
    }
    report_missing_values(&solution, diagnostics);
    solution
}

/// Reports why elements have no value, each cause once.
fn report_missing_values(solution: &Solution<'_, '_, '_>, diagnostics: &mut Vec<Diagnostic>) {
    let model = solution.equations.model;
    let mut reported: FxHashSet<(u32, bool)> = FxHashSet::default();
    let computed = LazyCell::new(|| default_values(model, solution.inputs, &mut Vec::new()));
    for (id, _) in model.all() {
        match solution.cells[id.index()] {
            Err(Stop::NoInput(input, expression)) if reported.insert((input, true)) => {
                let (missing, expression) =
                    missing_input(model, &computed, input).unwrap_or((input, expression));
                if missing != input && !reported.insert((missing, true)) {
                    continue;
                }
                let input = missing;
                let declared = &model.inputs[input as usize];
                let span = model.expressions.node(expression).span();
                diagnostics.push(rules::missing_variability_value::new(
                    span,
                    declared.key.text(),
                    declared.key.span(),
                    &model.describe(id),
                ));
            }
            Err(Stop::Fault(fault, expression)) if reported.insert((expression.0, false)) => {
                let span = model.expressions.node(expression).span();
                diagnostics.extend(fault_diagnostic(fault, span));
            }
            _ => {}
        }
    }
}

/// Returns the input without a value that the default expression of `input` needs, and where that is read; `None` if it
/// has no default expression. `computed` has the values of default expressions.
fn missing_input(
    model: &VariabilityModel<'_>,
    computed: &[Option<Outcome>],
    input: u32,
) -> Option<(u32, VariabilityExprId)> {
    model.inputs[input as usize].default_expression?;
    match computed[input as usize] {
        Some(Err(Stop::NoInput(missing, expression))) => Some((missing, expression)),
        _ => None,
    }
}

/// Computes the least solution of cells that read each other; warns if they would support each other.
fn solve_cycle(solution: &mut Solution<'_, '_, '_>, members: &[Cell], diagnostics: &mut Vec<Diagnostic>) {
    let mut gates = Gates::new(members.len());
    let position: FxHashMap<Cell, usize> =
        members.iter().enumerate().map(|(index, &cell)| (cell, index)).collect();
    let mut cycle = Cycle { position, gates: &mut gates };
    let mut stopped = None;
    for (index, &cell) in members.iter().enumerate() {
        let scope = solution.equations.scope(cell);
        let conditions = solution.equations.conditions_of(cell);
        let mut result = conditions
            .into_iter()
            .try_for_each(|id| add_gates(solution, &mut cycle, (id, false), scope, index));
        for need in solution.equations.needs_of(cell) {
            let gate = cycle.gates.add(!need.why.is_any());
            cycle.gates.connect(gate, index);
            let mut cells = need.cells.iter();
            let negated = need.why.is_negated();
            result = result.and(cells.try_for_each(|&cell| cycle.cell(solution, (cell, negated), gate)));
        }
        if let Err(stop) = result {
            stopped = Some(stop);
        }
    }
    if let Some(stop) = stopped {
        for &cell in members {
            solution.cells[cell] = Err(stop);
        }
        return;
    }
    let (least, greatest) = (gates.least(), gates.greatest());
    for (index, &cell) in members.iter().enumerate() {
        solution.cells[cell] = Ok(VariabilityValue::Boolean(least[index]));
    }
    let differ = members.iter().enumerate().filter(|(index, _)| least[*index] != greatest[*index]);
    let self_supporting: Vec<(String, crate::base::Span)> = differ
        .filter_map(|(_, &cell)| match solution.equations.subject(cell) {
            Subject::Element(id) => {
                let model = solution.equations.model;
                Some((model.describe(id), model.name_span(id)))
            }
            Subject::Named(..) | Subject::Supported(_) => None,
        })
        .collect();
    if !self_supporting.is_empty() {
        diagnostics.push(rules::self_supporting_presence::new(&self_supporting));
    }
}

/// Cells that read each other, as gates.
struct Cycle<'c> {
    position: FxHashMap<Cell, usize>,
    gates: &'c mut Gates,
}

impl Cycle<'_> {
    /// Makes the value of a cell a part of the gate `user`; a negated one is not in the cycle.
    fn cell(
        &mut self,
        solution: &Solution<'_, '_, '_>,
        (cell, negated): (Cell, bool),
        user: usize,
    ) -> Result<(), Stop> {
        match self.position.get(&cell) {
            Some(&from) => self.gates.connect(from, user),
            None => self.gates.constant(solution.known(cell)?.is_true() != negated, user),
        }
        Ok(())
    }
}

/// Makes the expression `id`, or its negation, a part of the gate `user`. The expression is monotone in the
/// cells of the cycle.
fn add_gates(
    solution: &Solution<'_, '_, '_>,
    cycle: &mut Cycle<'_>,
    (id, negated): (VariabilityExprId, bool),
    scope: Option<ElementId>,
    user: usize,
) -> Result<(), Stop> {
    let equations = solution.equations;
    let expressions = &equations.model.expressions;
    if let Some(cell) = equations.cell_of(id, scope)
        && let Some(&from) = cycle.position.get(&cell)
    {
        cycle.gates.connect(from, user);
        return Ok(());
    }
    let inside = |part: VariabilityExprId| {
        equations.cell_of(part, scope).is_some_and(|cell| cycle.position.contains_key(&cell))
    };
    if !expressions.parts(id).any(inside) {
        let value = solution.value(id, scope)?.is_true();
        cycle.gates.constant(value != negated, user);
        return Ok(());
    }
    let VariabilityForm::Call(operator, range) = expressions.form(id) else { return Err(Stop::Reported) };
    let operands = expressions.operands(range);
    let (all, negations) = match operator {
        Operator::And | Operator::Condition => (!negated, [negated, negated]),
        Operator::Or | Operator::AnyPresent => (negated, [negated, negated]),
        Operator::Implies => (negated, [!negated, negated]),
        Operator::Not => (true, [!negated, !negated]),
        _ => return Err(Stop::Reported),
    };
    let gate = cycle.gates.add(all);
    cycle.gates.connect(gate, user);
    for (index, &operand) in operands.iter().enumerate() {
        add_gates(solution, cycle, (operand, negations[index.min(1)]), scope, gate)?;
    }
    Ok(())
}

impl Solution<'_, '_, '_> {
    /// Whether the element is present, or `None` if that is unknown.
    #[must_use]
    pub fn is_present(&self, id: ElementId) -> Option<bool> {
        match self.cells.get(id.index())? {
            Ok(VariabilityValue::Boolean(present)) => Some(*present),
            _ => None,
        }
    }

    /// Whether all elements are known to be present or absent.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cells[..self.equations.model.elements.len()].iter().all(Result::is_ok)
    }

    /// Returns the first constraint that the inputs violate, or whose value is unknown.
    #[must_use]
    pub fn violated_constraint(&self) -> Option<VariabilityExprId> {
        let constraints = &self.equations.model.constraints;
        constraints.iter().copied().find(|&id| !self.value(id, None).is_ok_and(|value| value.is_true()))
    }

    fn evaluate_cell(&self, cell: Cell) -> Outcome {
        let equations = self.equations;
        let scope = equations.scope(cell);
        match equations.subject(cell) {
            Subject::Named(index, _) => {
                let named = &equations.model.named[index as usize];
                if named.uses_self && scope.is_none() {
                    return Err(Stop::Reported);
                }
                return self.value(named.body, scope);
            }
            Subject::Element(id) if equations.model.element(id).is_variability => {
                return Ok(VariabilityValue::Boolean(false));
            }
            _ => {}
        }
        for condition in equations.conditions_of(cell) {
            if !self.value(condition, scope)?.is_true() {
                return Ok(VariabilityValue::Boolean(false));
            }
        }
        for need in equations.needs_of(cell) {
            let mut is_met = !need.why.is_any();
            for &cell in &need.cells {
                let is_true = self.known(cell)?.is_true() != need.why.is_negated();
                is_met = if need.why.is_any() { is_met || is_true } else { is_met && is_true };
            }
            if !is_met {
                return Ok(VariabilityValue::Boolean(false));
            }
        }
        Ok(VariabilityValue::Boolean(true))
    }

    /// Whether the value of a cell is known to be true.
    pub(super) fn is_true(&self, cell: Cell) -> bool {
        self.known(cell).is_ok_and(|value| value.is_true())
    }

    fn known(&self, cell: Cell) -> Outcome {
        self.cells[cell].clone()
    }

    /// Returns the value of the expression `id`, read for `scope`. All cells that it reads are evaluated.
    pub fn value(&self, id: VariabilityExprId, scope: Option<ElementId>) -> Outcome {
        let expressions = &self.equations.model.expressions;
        evaluate(expressions, id, &|part| match expressions.form(part) {
            VariabilityForm::Input(index) => {
                self.inputs.get(*index as usize).cloned().flatten().ok_or(Stop::NoInput(*index, part))
            }
            // A target that is not a node template of this file is reported later: it is not absent.
            VariabilityForm::Target if self.equations.cell_of(part, scope).is_none() => {
                Ok(VariabilityValue::Boolean(true))
            }
            _ => match self.equations.cell_of(part, scope) {
                Some(cell) => self.known(cell),
                None => Err(Stop::Reported),
            },
        })
    }
}
