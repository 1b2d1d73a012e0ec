//! Formulas as clauses of a solver, which receives each formula once.

use rustc_hash::FxHashMap;

use super::formula::{Formula, Formulas, Gate};
use super::solver::{Solver, SolverLiteral};

/// A solver, and its variables.
#[derive(Debug)]
pub(super) struct Clauses {
    pub(super) solver: Box<dyn Solver>,
    /// The variable of the solver for each gate.
    pub(super) variables: FxHashMap<usize, u32>,
}

impl Clauses {
    pub(super) fn new(solver: Box<dyn Solver>) -> Self {
        Self { solver, variables: FxHashMap::default() }
    }

    /// Adds the clauses that exactly one of `choices` is true.
    pub(super) fn exactly_one(&mut self, formulas: &Formulas, choices: &[Formula]) {
        let literals: Vec<SolverLiteral> = choices.iter().map(|&choice| self.add(formulas, choice)).collect();
        self.solver.add_clause(&literals);
        self.at_most_one(&literals);
    }

    /// Adds the clauses that at most one of `literals` is true: pairwise, or as a chain if there are many.
    fn at_most_one(&mut self, literals: &[SolverLiteral]) {
        const MAX_PAIRWISE: usize = 6;
        if literals.len() <= MAX_PAIRWISE {
            for (index, &first) in literals.iter().enumerate() {
                for &second in &literals[index + 1..] {
                    self.solver.add_clause(&[!first, !second]);
                }
            }
            return;
        }
        // Whether one of the literals so far is true.
        let mut previous: Option<SolverLiteral> = None;
        for &literal in literals {
            let current = SolverLiteral { variable: self.solver.add_variable(), negated: false };
            self.solver.add_clause(&[!literal, current]);
            if let Some(previous) = previous {
                self.solver.add_clause(&[!previous, current]);
                self.solver.add_clause(&[!previous, !literal]);
            }
            previous = Some(current);
        }
    }

    /// Returns the literal of a formula, and adds the clauses that define it.
    pub(super) fn add(&mut self, formulas: &Formulas, formula: Formula) -> SolverLiteral {
        let mut pending = vec![(formula.gate(), false)];
        while let Some((gate_index, ready)) = pending.pop() {
            if self.variables.contains_key(&gate_index) {
                continue;
            }
            let gate = formulas.gate(gate_index);
            if let Gate::And(first, end) = gate {
                let parts: Vec<Formula> = formulas.parts((first, end)).to_vec();
                if !ready {
                    pending.push((gate_index, true));
                    pending.extend(parts.iter().map(|part| (part.gate(), false)));
                    continue;
                }
                let variable = self.solver.add_variable();
                self.variables.insert(gate_index, variable);
                let literal = SolverLiteral { variable, negated: false };
                let mut all = vec![literal];
                for part in parts {
                    let part = self.known(part);
                    self.solver.add_clause(&[!literal, part]);
                    all.push(!part);
                }
                self.solver.add_clause(&all);
            } else {
                let variable = self.solver.add_variable();
                self.variables.insert(gate_index, variable);
                if matches!(gate, Gate::True) {
                    self.solver.add_clause(&[SolverLiteral { variable, negated: false }]);
                }
            }
        }
        self.known(formula)
    }

    /// Returns the literal of a formula that was added.
    pub(super) fn known(&self, formula: Formula) -> SolverLiteral {
        let variable = self.variables.get(&formula.gate()).copied().unwrap_or(0);
        SolverLiteral { variable, negated: formula.is_negated() }
    }
}
