//! The interface of satisfiability solvers, and its implementation with `batsat`.

use std::cell::Cell;
use std::rc::Rc;

use batsat::clause::Kind;
use batsat::interface::SolverInterface as _;
use batsat::{Callbacks, Lit, Solver as Minisat, SolverOpts, Var, lbool};

use super::WorkLimit;

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The clauses have a model.
    Yes,
    /// The clauses have no model.
    No,
    /// The work was more than allowed.
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

/// A solver that finds models of clauses.
pub trait Solver {
    /// Adds a variable.
    fn variable(&mut self) -> u32;
    /// Adds the clause that one of `literals` is true.
    fn clause(&mut self, literals: &[SolverLiteral]);
    /// Returns whether there is a model in which `assumed` are true.
    fn solve(&mut self, assumed: &[SolverLiteral]) -> Answer;
    /// Returns the value of a variable in the last model.
    fn value(&self, variable: u32) -> bool;
}

/// The remaining work, counted in decisions and literals of learnt clauses.
#[derive(Clone)]
struct Fuel {
    left: Rc<Cell<u64>>,
    asked: Cell<u32>,
    bound: WorkLimit,
}

impl Fuel {
    fn burn(&self, steps: u64) {
        self.left.set(self.left.get().saturating_sub(steps));
    }
}

impl Callbacks for Fuel {
    fn stop(&self) -> bool {
        // Reading the clock is slow.
        const CHECK_INTERVAL: u32 = 64;
        self.burn(1);
        self.asked.set(self.asked.get().wrapping_add(1));
        if self.asked.get().is_multiple_of(CHECK_INTERVAL) && self.bound.is_over() {
            // The solver asks several times before it stops.
            self.left.set(0);
        }
        self.left.get() == 0
    }

    fn on_new_clause(&mut self, clause: &[Lit], _: Kind) {
        self.burn(clause.len() as u64);
    }
}

/// A solver based on `MiniSat`, in Rust.
pub struct Batsat {
    solver: Minisat<Fuel>,
    fuel: Fuel,
}

impl std::fmt::Debug for Batsat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batsat").field("left", &self.fuel.left).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for dyn Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a solver")
    }
}

impl Batsat {
    /// Creates a solver that stops at `bound`, for all questions together.
    #[must_use]
    pub fn new(bound: &WorkLimit) -> Self {
        let left = Rc::new(Cell::new(bound.steps));
        let fuel = Fuel { left, asked: Cell::new(0), bound: bound.clone() };
        Self { solver: Minisat::new(SolverOpts::default(), fuel.clone()), fuel }
    }
}

fn literal(literal: SolverLiteral) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable), !literal.negated)
}

impl Solver for Batsat {
    fn variable(&mut self) -> u32 {
        self.solver.new_var_default().idx()
    }

    fn clause(&mut self, literals: &[SolverLiteral]) {
        let mut clause: Vec<Lit> = literals.iter().copied().map(literal).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumed: &[SolverLiteral]) -> Answer {
        // One hard question must not use up all the work.
        const SHARE_DIVISOR: u64 = 4;
        // Propagated values are found faster than decisions.
        const PROPAGATIONS_PER_STEP: u64 = 16;
        if self.fuel.left.get() == 0 || self.fuel.bound.is_over() {
            return Answer::Unknown;
        }
        let assumed: Vec<Lit> = assumed.iter().copied().map(literal).collect();
        let left = self.fuel.left.get();
        self.fuel.left.set(left.div_ceil(SHARE_DIVISOR));
        let propagations = self.solver.num_propagations();
        let answer = self.solver.solve_limited(&assumed);
        self.fuel.burn((self.solver.num_propagations() - propagations) / PROPAGATIONS_PER_STEP);
        self.fuel.left.set(left - left.div_ceil(SHARE_DIVISOR) + self.fuel.left.get());
        match answer {
            answer if answer == lbool::TRUE => Answer::Yes,
            answer if answer == lbool::FALSE => Answer::No,
            _ => Answer::Unknown,
        }
    }

    fn value(&self, variable: u32) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE
    }
}
