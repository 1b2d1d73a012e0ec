//! Satisfiability, behind a trait.

use std::cell::Cell;
use std::rc::Rc;

use batsat::interface::SolverInterface as _;
use batsat::{Callbacks, Lit, Solver as Minisat, SolverOpts, Var, lbool};

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Yes,
    /// There is none.
    No,
    /// The work was more than allowed.
    Unknown,
}

/// A variable of a solver, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The variable.
    pub variable: u32,
    /// Whether it is negated.
    pub negated: bool,
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { negated: !self.negated, ..self }
    }
}

/// Something that finds models of clauses.
pub trait Solver {
    /// A new variable.
    fn variable(&mut self) -> u32;
    /// Demands that one of `literals` is true.
    fn clause(&mut self, literals: &[Literal]);
    /// Whether there is a model in which `assumed` are true.
    fn solve(&mut self, assumed: &[Literal]) -> Answer;
    /// The value of a variable in the last model.
    fn value(&self, variable: u32) -> bool;
}

/// The work that is left, counted in steps of the solver.
#[derive(Clone, Debug)]
struct Fuel(Rc<Cell<u64>>);

impl Callbacks for Fuel {
    fn stop(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }
}

/// The solver of `MiniSat`, in Rust.
pub struct Batsat {
    solver: Minisat<Fuel>,
    fuel: Fuel,
}

impl std::fmt::Debug for Batsat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batsat").field("fuel", &self.fuel).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for dyn Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a solver")
    }
}

impl Batsat {
    /// A solver that stops after so many steps in all.
    #[must_use]
    pub fn new(steps: u64) -> Self {
        let fuel = Fuel(Rc::new(Cell::new(steps)));
        Self { solver: Minisat::new(SolverOpts::default(), fuel.clone()), fuel }
    }
}

fn literal(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable), !literal.negated)
}

impl Solver for Batsat {
    fn variable(&mut self) -> u32 {
        self.solver.new_var_default().idx()
    }

    fn clause(&mut self, literals: &[Literal]) {
        let mut clause: Vec<Lit> = literals.iter().copied().map(literal).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumed: &[Literal]) -> Answer {
        if self.fuel.0.get() == 0 {
            return Answer::Unknown;
        }
        let assumed: Vec<Lit> = assumed.iter().copied().map(literal).collect();
        match self.solver.solve_limited(&assumed) {
            answer if answer == lbool::TRUE => Answer::Yes,
            answer if answer == lbool::FALSE => Answer::No,
            _ => Answer::Unknown,
        }
    }

    fn value(&self, variable: u32) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE
    }
}
