//! The interface of satisfiability solvers, and its implementation with `batsat`.
//!
//! Input: variables and clauses. Output: whether the clauses have a model, which is a value for each variable
//! such that all clauses are true; and that model. The work of all questions to a solver is limited.

use std::cell::Cell;
use std::rc::Rc;

use batsat::clause::Kind;
use batsat::interface::SolverInterface as _;
use batsat::{Callbacks, Lit, Solver as Minisat, SolverOpts, Var, lbool};

use super::WorkLimit;

/// Whether clauses have a model under some assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Satisfiability {
    /// The clauses have a model.
    Yes,
    /// The clauses have no model.
    No,
    /// The limit of work was reached.
    Unknown,
}

/// A variable of a solver, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverLiteral {
    /// The variable.
    pub variable: u32,
    /// Whether it is negated.
    pub negated: bool,
}

impl std::ops::Not for SolverLiteral {
    type Output = Self;

    fn not(self) -> Self {
        Self { negated: !self.negated, ..self }
    }
}

/// A satisfiability solver, which keeps its clauses from one question to the next.
pub trait Solver {
    /// Adds a variable, and returns its index.
    fn add_variable(&mut self) -> u32;
    /// Adds the clause that at least one of `literals` is true.
    fn add_clause(&mut self, literals: &[SolverLiteral]);
    /// Returns whether the clauses have a model in which all `assumptions` are true.
    fn solve(&mut self, assumptions: &[SolverLiteral]) -> Satisfiability;
    /// Returns the value of a variable in the model that the last call of `solve` found. Only defined after
    /// [`Satisfiability::Yes`].
    fn value(&self, variable: u32) -> bool;
    /// Returns a solver without clauses that shares the limit of work.
    fn fresh(&self) -> Box<dyn Solver>;
}

/// The remaining work of a solver, counted in steps: decisions, literals of learnt clauses, and (fewer steps)
/// propagated values. Clones share it.
#[derive(Clone)]
struct StepBudget {
    /// The remaining steps; 0 stops the solver.
    remaining: Rc<Cell<u64>>,
    /// How often the solver asked whether to stop.
    stop_calls: Cell<u32>,
    limit: WorkLimit,
}

impl StepBudget {
    fn spend(&self, steps: u64) {
        self.remaining.set(self.remaining.get().saturating_sub(steps));
    }
}

impl Callbacks for StepBudget {
    fn stop(&self) -> bool {
        // Reading the clock is slow, so this is not done in each call.
        const CHECK_INTERVAL: u32 = 64;
        self.spend(1);
        self.stop_calls.set(self.stop_calls.get().wrapping_add(1));
        if self.stop_calls.get().is_multiple_of(CHECK_INTERVAL) && self.limit.is_over() {
            // The solver must get the same answer when it asks again.
            self.remaining.set(0);
        }
        self.remaining.get() == 0
    }

    fn on_new_clause(&mut self, clause: &[Lit], _: Kind) {
        self.spend(clause.len() as u64);
    }
}

/// A solver based on `MiniSat`, in Rust.
pub struct Batsat {
    solver: Minisat<StepBudget>,
    budget: StepBudget,
}

impl std::fmt::Debug for Batsat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batsat").field("left", &self.budget.remaining).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for dyn Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a solver")
    }
}

impl Batsat {
    /// Creates a solver; `limit` is for all its questions together.
    #[must_use]
    pub fn new(limit: &WorkLimit) -> Self {
        let remaining = Rc::new(Cell::new(limit.steps));
        let budget = StepBudget { remaining, stop_calls: Cell::new(0), limit: limit.clone() };
        Self { solver: Minisat::new(SolverOpts::default(), budget.clone()), budget }
    }
}

fn to_lit(literal: SolverLiteral) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable), !literal.negated)
}

impl Solver for Batsat {
    fn add_variable(&mut self) -> u32 {
        self.solver.new_var_default().idx()
    }

    fn add_clause(&mut self, literals: &[SolverLiteral]) {
        let mut clause: Vec<Lit> = literals.iter().copied().map(to_lit).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[SolverLiteral]) -> Satisfiability {
        // A hard question must not spend all the work: it gets this part of the remaining steps.
        const SHARE_DIVISOR: u64 = 4;
        // Propagating a value costs less than a decision.
        const PROPAGATIONS_PER_STEP: u64 = 16;
        if self.budget.remaining.get() == 0 || self.budget.limit.is_over() {
            return Satisfiability::Unknown;
        }
        let assumptions: Vec<Lit> = assumptions.iter().copied().map(to_lit).collect();
        let remaining = self.budget.remaining.get();
        self.budget.remaining.set(remaining.div_ceil(SHARE_DIVISOR));
        let propagations = self.solver.num_propagations();
        let answer = self.solver.solve_limited(&assumptions);
        self.budget.spend((self.solver.num_propagations() - propagations) / PROPAGATIONS_PER_STEP);
        self.budget
            .remaining
            .set(remaining - remaining.div_ceil(SHARE_DIVISOR) + self.budget.remaining.get());
        match answer {
            answer if answer == lbool::TRUE => Satisfiability::Yes,
            answer if answer == lbool::FALSE => Satisfiability::No,
            _ => Satisfiability::Unknown,
        }
    }

    fn value(&self, variable: u32) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE
    }

    fn fresh(&self) -> Box<dyn Solver> {
        let budget = self.budget.clone();
        Box::new(Self { solver: Minisat::new(SolverOpts::default(), budget.clone()), budget })
    }
}
