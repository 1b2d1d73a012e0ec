//! Answers questions about a family: whether a formula can be true in any variant, and in which one.
//!
//! Simulated variants answer most questions; the rest goes to a solver, which receives each formula once.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialects::variability::VariabilityValue;

use super::clauses::Clauses;
use super::diagrams::Diagrams;
use super::family::Family;
use super::formula::{Formula, Gate};
use super::solver::{Satisfiability, Solver, SolverLiteral};

/// A variant: the index of each input's value in its domain.
pub type Variant = Vec<usize>;

/// The values of inputs for which a formula is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The inputs that matter, by index, with their values, in the order of their declaration.
    pub needed: Vec<(usize, VariabilityValue)>,
    /// Other inputs that must have a value, which does not matter.
    pub arbitrary: Vec<(usize, VariabilityValue)>,
    /// Whether it does not depend on predicates that were not analyzed.
    pub is_certain: bool,
    /// The complete variant.
    pub variant: Variant,
}

/// Whether decision diagrams can answer questions.
#[derive(Debug)]
enum DiagramState {
    /// They were not needed yet.
    Untried,
    /// They are too large.
    TooLarge,
    /// They can.
    Ready(Diagrams),
}

/// The error that the limit of work was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

/// The maximum number of formulas of a family for which decision diagrams are tried.
const MAX_DRAWN: usize = 50_000;

/// The number of formulas from which a family is large.
const MIN_LARGE: usize = 2_000;

/// The maximum number of formulas of a question that has its own solver.
const MAX_FEW: usize = 200;

/// Asks questions about a family.
#[derive(Debug)]
pub struct Prover<'f, 'e, 'm, 't> {
    /// The family that is asked about.
    pub family: &'f mut Family<'e, 'm, 't>,
    clauses: Clauses,
    /// The input that each variable belongs to, by gate.
    owners: FxHashMap<usize, usize>,
    /// The number of questions to the solver.
    pub asked: usize,
    /// Decision diagrams, once the solver has given up.
    diagrams: DiagramState,
    /// The values of variables that the diagrams found, if they gave the last answer.
    model_values: Option<Vec<bool>>,
    /// What must be true in all further answers, and is not yet in the diagrams.
    exclusions: Vec<Formula>,
    /// Whether anything was excluded.
    has_exclusions: bool,
}

impl<'f, 'e, 'm, 't> Prover<'f, 'e, 'm, 't> {
    /// Creates a prover for `family` that uses `solver`.
    pub fn new(family: &'f mut Family<'e, 'm, 't>, solver: Box<dyn Solver>) -> Self {
        let mut owners = FxHashMap::default();
        for (input, choices) in family.choices.iter().enumerate() {
            owners.extend(choices.iter().map(|choice| (choice.gate(), input)));
        }
        owners.remove(&0);
        let mut prover = Self {
            family,
            clauses: Clauses::new(solver),
            owners,
            asked: 0,
            diagrams: DiagramState::Untried,
            model_values: None,
            exclusions: Vec::new(),
            has_exclusions: false,
        };
        // Each input has exactly one value.
        for input in 0..prover.family.choices.len() {
            let choices = prover.family.choices[input].clone();
            if choices.len() < 3 {
                continue;
            }
            prover.clauses.exactly_one(&prover.family.formulas, &choices);
        }
        prover
    }

    /// Returns the literal of a formula, and adds the clauses that define it to the solver.
    pub(super) fn literal(&mut self, formula: Formula) -> SolverLiteral {
        self.clauses.add(&self.family.formulas, formula)
    }

    /// Whether all of `formulas` can be true at once, under the constraints.
    pub fn can(&mut self, formulas: &[Formula]) -> Satisfiability {
        if formulas.contains(&Formula::FALSE) {
            return Satisfiability::No;
        }
        // An input can have each of its values.
        let is_choice =
            |formula: &Formula| !formula.is_negated() && self.owners.contains_key(&formula.gate());
        let is_free = self.family.constraint == Formula::TRUE;
        if self.simulated(formulas).is_some() || is_free && matches!(formulas, [only] if is_choice(only)) {
            return Satisfiability::Yes;
        }
        self.ask(formulas)
    }

    pub(super) fn ask(&mut self, formulas: &[Formula]) -> Satisfiability {
        let constraint = self.family.constraint;
        if constraint == Formula::TRUE {
            return self.ask_unconstrained(formulas);
        }
        let mut constrained = formulas.to_vec();
        constrained.push(constraint);
        self.ask_unconstrained(&constrained)
    }

    /// Whether all of `formulas` can be true at once, whatever the constraints.
    pub(super) fn ask_unconstrained(&mut self, formulas: &[Formula]) -> Satisfiability {
        if formulas.contains(&Formula::FALSE) {
            return Satisfiability::No;
        }
        self.asked += 1;
        self.model_values = None;
        if let Some((answer, values)) = self.ask_about_few(formulas) {
            self.model_values = values;
            return answer;
        }
        let literals: Vec<SolverLiteral> = formulas.iter().map(|&formula| self.literal(formula)).collect();
        match self.clauses.solver.solve(&literals) {
            Satisfiability::Unknown => self.ask_diagrams(formulas),
            answer => answer,
        }
    }

    /// Answers with a solver for a question about few formulas of a large family: in the solver of all, each answer
    /// has the values of all formulas that were asked about before. Returns the answer, and values of variables for
    /// which all of `formulas` are true; `None` if this is not such a question, or if it is hard.
    fn ask_about_few(&self, formulas: &[Formula]) -> Option<(Satisfiability, Option<Vec<bool>>)> {
        if self.has_exclusions || self.family.formulas.len() < MIN_LARGE {
            return None;
        }
        let all = &self.family.formulas;
        let cone = all.cone_up_to(formulas, MAX_FEW)?;
        let mut inputs: Vec<usize> = cone.iter().filter_map(|gate| self.owners.get(gate).copied()).collect();
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.iter().map(|&input| self.family.choices[input].len()).sum::<usize>() > MAX_FEW {
            return None;
        }
        let mut clauses = Clauses::new(self.clauses.solver.fresh());
        for &input in inputs.iter().filter(|&&input| self.family.choices[input].len() > 2) {
            clauses.exactly_one(all, &self.family.choices[input]);
        }
        let literals: Vec<SolverLiteral> =
            formulas.iter().map(|&formula| clauses.add(all, formula)).collect();
        match clauses.solver.solve(&literals) {
            Satisfiability::Unknown => None,
            Satisfiability::No => Some((Satisfiability::No, None)),
            Satisfiability::Yes => {
                let mut values = vec![false; all.variables() as usize];
                let mut set = |gate: usize, value: bool| {
                    if let Gate::Variable(number) = all.gate(gate) {
                        values[number as usize] = value;
                    }
                };
                // An input that does not matter has its first value.
                for (input, choices) in self.family.choices.iter().enumerate() {
                    if let Some(first) = choices.first().filter(|_| inputs.binary_search(&input).is_err()) {
                        set(first.gate(), !first.is_negated());
                    }
                }
                let choices = inputs.iter().flat_map(|&input| &self.family.choices[input]);
                for gate in choices.map(|choice| choice.gate()).chain(cone) {
                    if let Some(&variable) = clauses.variables.get(&gate) {
                        set(gate, clauses.solver.value(variable));
                    }
                }
                Some((Satisfiability::Yes, Some(values)))
            }
        }
    }

    /// Answers with decision diagrams, which are small for some questions that are hard for the solver.
    fn ask_diagrams(&mut self, formulas: &[Formula]) -> Satisfiability {
        let family = &*self.family;
        if family.limit.is_over() || family.formulas.len() > MAX_DRAWN {
            return Satisfiability::Unknown;
        }
        if matches!(self.diagrams, DiagramState::Untried) {
            self.diagrams = Diagrams::new(family).map_or(DiagramState::TooLarge, DiagramState::Ready);
        }
        let DiagramState::Ready(diagrams) = &mut self.diagrams else { return Satisfiability::Unknown };
        if diagrams.restrict(family, &std::mem::take(&mut self.exclusions)).is_none() {
            // Without the restriction, answers would be repeated.
            self.diagrams = DiagramState::TooLarge;
            return Satisfiability::Unknown;
        }
        match diagrams.solve(family, formulas) {
            None => Satisfiability::Unknown,
            Some(None) => Satisfiability::No,
            Some(values) => {
                self.model_values = values;
                Satisfiability::Yes
            }
        }
    }

    /// Returns the number of a simulated variant in which all of `formulas` are true.
    fn simulated(&self, formulas: &[Formula]) -> Option<usize> {
        let mut words = self.family.formulas.simulated(self.family.constraint);
        for &formula in formulas {
            for (word, formula_word) in words.iter_mut().zip(self.family.formulas.simulated(formula)) {
                *word &= formula_word;
            }
        }
        let index = words.iter().position(|word| *word != 0)?;
        Some(index * 64 + words[index].trailing_zeros() as usize)
    }

    /// Returns the variant that the solver found.
    pub(super) fn solver_variant(&self) -> Variant {
        let value = |choices: &Vec<Formula>| {
            let is_true = |choice: &&Formula| match self.clauses.variables.get(&choice.gate()) {
                _ if self.model_values.is_some() => self.is_true_in_model(**choice),
                Some(&variable) => self.clauses.solver.value(variable) != choice.is_negated(),
                None => **choice == Formula::TRUE,
            };
            choices.iter().position(|choice| is_true(&choice)).unwrap_or(0)
        };
        self.family.choices.iter().map(value).collect()
    }

    /// Returns the formulas that each input has its value of `variant`.
    pub(super) fn chosen(&self, variant: &Variant) -> Vec<Formula> {
        let choices = self.family.choices.iter().zip(variant);
        choices.map(|(choices, &value)| choices[value]).filter(|choice| *choice != Formula::TRUE).collect()
    }

    /// Excludes the variants in which all of `formulas` are true from all further answers of the solver.
    pub(super) fn exclude(&mut self, formulas: &[Formula]) {
        let clause: Vec<SolverLiteral> = formulas.iter().map(|&formula| !self.literal(formula)).collect();
        self.clauses.solver.add_clause(&clause);
        self.has_exclusions = true;
        let all = self.family.formulas.and(formulas.iter().copied());
        self.exclusions.push(!all);
    }

    /// Whether `formula`, which the solver knows, is true in the variant that it found.
    pub(super) fn is_true_in_model(&self, formula: Formula) -> bool {
        if let Some(values) = &self.model_values {
            return self.family.formulas.is_true(formula, values);
        }
        let literal = self.clauses.known(formula);
        self.clauses.solver.value(literal.variable) != literal.negated
    }

    /// Returns the inputs that a formula depends on, and whether it depends on a variable without an input.
    fn inputs_of(&self, formula: Formula) -> (Vec<usize>, bool) {
        let cone = self.family.formulas.cone(formula);
        let mut inputs: Vec<usize> = cone.iter().filter_map(|gate| self.owners.get(gate).copied()).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let cone: FxHashSet<usize> = cone.into_iter().collect();
        let has_free = self.family.free.iter().any(|variable| cone.contains(&variable.gate()));
        (inputs, has_free)
    }

    /// Returns a variant in which `formula` is true, with as few inputs as possible, or `None` if the formula
    /// is never true.
    pub fn witness(&mut self, formula: Formula) -> Result<Option<Witness>, Exhausted> {
        // The inputs that the constraints depend on matter as well.
        let constraint = self.family.constraint;
        let formula = self.family.formulas.and([formula, constraint]);
        let mut variant: Variant = match self.simulated(&[formula]) {
            _ if formula == Formula::FALSE => return Ok(None),
            Some(number) => self.family.simulated.iter().map(|picked| usize::from(picked[number])).collect(),
            None => match self.ask(&[formula]) {
                Satisfiability::Yes => self.solver_variant(),
                Satisfiability::No => return Ok(None),
                Satisfiability::Unknown => return Err(Exhausted),
            },
        };
        let (inputs, has_free) = self.inputs_of(formula);
        // Named values are clearer than others; defaults need not be listed at all.
        let mut fixed: Vec<Formula> = vec![formula];
        for &input in &inputs {
            let preferred = self.preferred_values(input);
            let mut chosen = None;
            for value in preferred {
                if variant[input] == value {
                    chosen = Some(value);
                    break;
                }
                fixed.push(self.family.choices[input][value]);
                let answer = self.ask(&fixed);
                fixed.pop();
                if answer == Satisfiability::Yes {
                    variant = self.solver_variant();
                    chosen = Some(value);
                    break;
                }
            }
            let value = chosen.unwrap_or(variant[input]);
            fixed.push(self.family.choices[input][value]);
        }
        let needed = self.drop_idle(formula, &inputs, &variant);
        let value_of = |input: usize| (input, self.family.domains[input].values.get(variant[input]).cloned());
        let with_value =
            |(input, value): (usize, Option<VariabilityValue>)| value.map(|value| (input, value));
        let model = self.family.equations.model;
        // What was not analyzed may depend on any input.
        let must_have = |input: &usize| {
            let default = &model.inputs[*input].default;
            let is_other = || value_of(*input).1 != *default;
            !needed.contains(input) && (default.is_none() || has_free && is_other())
        };
        Ok(Some(Witness {
            needed: needed.iter().copied().map(value_of).filter_map(with_value).collect(),
            arbitrary: (0..model.inputs.len())
                .filter(must_have)
                .map(value_of)
                .filter_map(with_value)
                .collect(),
            is_certain: !has_free,
            variant,
        }))
    }

    /// Returns the values of an input to try first: the default, then other named ones.
    fn preferred_values(&self, input: usize) -> Vec<usize> {
        const MAX_PREFERRED: usize = 4;
        let domain = &self.family.domains[input];
        (0..domain.named.min(MAX_PREFERRED)).collect()
    }

    /// Returns the inputs that are needed to make `formula` true; the others keep their values.
    fn drop_idle(&mut self, formula: Formula, inputs: &[usize], variant: &Variant) -> Vec<usize> {
        let mut needed: Vec<usize> = inputs.to_vec();
        for &input in inputs.iter().rev() {
            let mut assumed: Vec<Formula> = needed
                .iter()
                .filter(|&&kept| kept != input)
                .map(|&kept| self.family.choices[kept][variant[kept]])
                .collect();
            assumed.push(!formula);
            if self.ask_unconstrained(&assumed) == Satisfiability::No {
                needed.retain(|&kept| kept != input);
            }
        }
        needed
    }
}
