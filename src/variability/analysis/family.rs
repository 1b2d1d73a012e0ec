//! Represents all variants at once: the presence of each element as a formula over the values of inputs.
//!
//! Input: the equations of a template. Output: a [`Family`]. A predicate over one input, or over few inputs
//! whose values are all known, becomes the set of values for which it is true. Any other predicate becomes a
//! separate variable: what is proved still holds, but a violation may be impossible and is checked again.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::dialects::variability::{
    ElementId, Fault, OperandType, Operator, VariabilityExprId, VariabilityForm, VariabilityModel,
    VariabilityValue, apply,
};

use super::super::consistency::{CountDeviation, Instance};
use super::super::equations::{Equations, Subject};
use super::super::presence::ValuesByInput;
use super::WorkLimit;
use super::domains::{self, Domain, Reading};
use super::formula::{Formula, Formulas, WORDS};

/// The maximum number of combinations of values that are tried for a predicate over several inputs.
const MAX_COMBINATIONS: usize = 1 << 16;

/// A template in all its variants.
#[derive(Debug)]
pub struct Family<'e, 'm, 't> {
    /// The equations.
    pub equations: &'e Equations<'m, 't>,
    /// The domain of each input.
    pub domains: Vec<Domain>,
    /// All formulas.
    pub formulas: Formulas,
    /// For each input and value, the formula that the input has the value.
    pub choices: Vec<Vec<Formula>>,
    /// The value of each input in the simulated variants.
    pub(super) simulated: Vec<Vec<u16>>,
    /// The variables for predicates that are not analyzed.
    pub(super) free: Vec<Formula>,
    /// The predicates that are not analyzed.
    pub(super) opaque: Vec<VariabilityExprId>,
    /// The combinations of values for which a predicate fails: inputs with the indexes of their values.
    pub(super) faults: Vec<Vec<(usize, usize)>>,
    /// The formula that the inputs satisfy the constraints of the template.
    pub(super) constraint: Formula,
    cells: Vec<Formula>,
    atoms: FxHashMap<VariabilityExprId, Formula>,
    random: u64,
    /// The index of each value of an input, for inputs that were looked up.
    value_indexes: FxHashMap<usize, FxHashMap<VariabilityValue, usize>>,
    /// The number of parts of predicates that may still be visited.
    parts: usize,
    pub(super) limit: WorkLimit,
    /// The number of times that cells were turned into formulas.
    made: usize,
    /// Whether more work than allowed would have been needed.
    pub is_too_large: bool,
}

impl<'e, 'm, 't> Family<'e, 'm, 't> {
    /// Builds the family of `equations`, which have no contradiction, within `limit`.
    #[must_use]
    pub fn new(equations: &'e Equations<'m, 't>, limit: &WorkLimit) -> Self {
        Self::with(equations, &ValuesByInput::default(), limit)
    }

    /// Builds the family of `equations` in which the inputs that have a value in `given` have this value.
    #[must_use]
    pub fn with(equations: &'e Equations<'m, 't>, given: &ValuesByInput, limit: &WorkLimit) -> Self {
        let domains = domains::domains(equations.model, given);
        let mut family = Self {
            equations,
            formulas: Formulas::default(),
            choices: Vec::new(),
            simulated: Vec::new(),
            free: Vec::new(),
            opaque: Vec::new(),
            faults: Vec::new(),
            constraint: Formula::TRUE,
            cells: vec![Formula::FALSE; equations.cells()],
            atoms: FxHashMap::default(),
            random: 0x9E37_79B9_7F4A_7C15,
            value_indexes: FxHashMap::default(),
            parts: domains::MAX_PARTS,
            limit: limit.clone(),
            made: 0,
            is_too_large: false,
            domains,
        };
        family.add_choices();
        family.compile();
        let constraints = family.model().constraints.iter();
        let all: Vec<Formula> = constraints.map(|&id| family.condition(id, None)).collect();
        family.constraint = family.formulas.and(all);
        family
    }

    /// Whether the formulas decide everything, for all values of inputs.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.free.is_empty() && self.domains.iter().all(|domain| domain.is_exact)
    }

    fn model(&self) -> &'m VariabilityModel<'t> {
        self.equations.model
    }

    /// Returns the next number of a fixed pseudo-random sequence.
    pub(super) fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn add_choices(&mut self) {
        for index in 0..self.domains.len() {
            let count = self.domains[index].values.len().max(1);
            let picked: Vec<u16> =
                (0..WORDS * 64).map(|_| u16::try_from(self.next() % count as u64).unwrap_or(0)).collect();
            let mut words = vec![[0_u64; WORDS]; count];
            for (variant, &value) in picked.iter().enumerate() {
                words[usize::from(value)][variant / 64] |= 1 << (variant % 64);
            }
            let choices = match count {
                1 => vec![Formula::TRUE],
                2 => {
                    let first = self.formulas.variable(words[0]);
                    vec![first, !first]
                }
                _ => words.into_iter().map(|words| self.formulas.variable(words)).collect(),
            };
            self.choices.push(choices);
            self.simulated.push(picked);
        }
    }

    fn compile(&mut self) {
        let (order, groups) = self.equations.in_order();
        for range in groups {
            let members = &order[range];
            if !self.equations.is_cyclic(members) {
                self.cells[members[0]] = self.compile_cell(members[0]);
                continue;
            }
            let mut users: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
            for &cell in members {
                for read in self.equations.reads(cell) {
                    users.entry(*read).or_default().push(cell);
                }
            }
            // Starts from nothing and approaches the least solution: each round can make one more cell true.
            let mut pending: BTreeSet<usize> = members.iter().copied().collect();
            for _ in 0..=members.len() {
                let mut changed = BTreeSet::new();
                while let Some(cell) = pending.pop_first() {
                    let formula = self.compile_cell(cell);
                    if std::mem::replace(&mut self.cells[cell], formula) != formula {
                        changed.extend(users.get(&cell).into_iter().flatten().copied());
                    }
                }
                pending = changed;
                if pending.is_empty() || self.is_too_large {
                    break;
                }
            }
        }
    }

    /// Returns the formula of an element's presence.
    #[must_use]
    pub fn presence(&self, id: ElementId) -> Formula {
        self.cells[id.index()]
    }

    fn compile_cell(&mut self, cell: usize) -> Formula {
        const CHECK_INTERVAL: usize = 256;
        self.made += 1;
        let is_late = self.made.is_multiple_of(CHECK_INTERVAL) && self.limit.is_over();
        if self.is_too_large || self.is_full(0) || self.made > self.limit.formulas || is_late {
            self.is_too_large = true;
            return Formula::FALSE;
        }
        let model = self.model();
        match self.equations.subject(cell) {
            Subject::Named(index, scope) => {
                let named = &model.named[index as usize];
                if named.result != OperandType::Boolean
                    || named.uses_self && scope.is_none()
                    || named.is_of_defaults
                {
                    return Formula::FALSE;
                }
                self.condition(named.body, scope)
            }
            Subject::Element(id) if model.element(id).is_variability => Formula::FALSE,
            Subject::Element(_) | Subject::Supported(_) => {
                let scope = self.equations.scope(cell);
                let conditions = self.equations.conditions_of(cell).into_iter();
                let mut all: Vec<Formula> =
                    conditions.map(|condition| self.condition(condition, scope)).collect();
                for need in self.equations.needs_of(cell) {
                    let (is_any, is_negated) = (need.why.is_any(), need.why.is_negated());
                    let formula = |&cell: &usize| {
                        if is_negated { !self.cells[cell] } else { self.cells[cell] }
                    };
                    let cells: Vec<Formula> = need.cells.iter().map(formula).collect();
                    all.push(if is_any { self.formulas.or(cells) } else { self.formulas.and(cells) });
                }
                self.formulas.and(all)
            }
        }
    }

    /// Returns the formula of a Boolean expression.
    pub fn condition(&mut self, id: VariabilityExprId, scope: Option<ElementId>) -> Formula {
        let model = self.model();
        let expressions = &model.expressions;
        match expressions.form(id) {
            VariabilityForm::Literal(value) => {
                if value.is_true() {
                    Formula::TRUE
                } else {
                    Formula::FALSE
                }
            }
            VariabilityForm::Input(index)
                if model.inputs[*index as usize].value_type == OperandType::Boolean =>
            {
                let value_index =
                    self.domains[*index as usize].values.iter().position(VariabilityValue::is_true);
                value_index.map_or(Formula::FALSE, |value_index| self.choices[*index as usize][value_index])
            }
            VariabilityForm::Target if self.equations.cell_of(id, scope).is_none() => Formula::TRUE,
            VariabilityForm::Presence(_)
            | VariabilityForm::Source
            | VariabilityForm::Target
            | VariabilityForm::Named(_) => {
                self.equations.cell_of(id, scope).map_or(Formula::FALSE, |cell| self.cells[cell])
            }
            VariabilityForm::Call(..) if domains::is_atom(model, id) => self.compile_atom(id),
            VariabilityForm::Call(operator, range) => {
                let operands: Vec<VariabilityExprId> = expressions.operands(range).to_vec();
                let parts: Vec<Formula> =
                    operands.into_iter().map(|operand| self.condition(operand, scope)).collect();
                self.combine(*operator, &parts)
            }
            _ => self.compile_atom(id),
        }
    }

    fn combine(&mut self, operator: Operator, parts: &[Formula]) -> Formula {
        let formulas = &mut self.formulas;
        match operator {
            Operator::Or | Operator::AnyPresent => formulas.or(parts.iter().copied()),
            Operator::Not => parts.first().map_or(Formula::FALSE, |&part| !part),
            Operator::Implies => formulas.or([!parts[0], parts[1]]),
            Operator::AtMostOne => !formulas.at_least(parts, 2),
            Operator::Xor | Operator::ExactlyOne => {
                let (at_least_one, at_least_two) = (formulas.at_least(parts, 1), formulas.at_least(parts, 2));
                formulas.and([at_least_one, !at_least_two])
            }
            Operator::Equal => {
                let pairs: Vec<Formula> =
                    parts.windows(2).map(|pair| formulas.equivalent(pair[0], pair[1])).collect();
                formulas.and(pairs)
            }
            _ => formulas.and(parts.iter().copied()),
        }
    }

    fn compile_atom(&mut self, id: VariabilityExprId) -> Formula {
        if let Some(&known) = self.atoms.get(&id) {
            return known;
        }
        let formula = match self.compile_comparison(id) {
            Some(formula) => formula,
            None => {
                let reading = domains::analyze_predicate(self.model(), id, &mut self.parts);
                if self.is_decidable(&reading) {
                    self.tabulate(id, &reading.inputs, &mut Vec::new())
                } else if let Some(formula) = self.compile_sum(id) {
                    formula
                } else {
                    self.opaque.push(id);
                    self.add_free_variable()
                }
            }
        };
        self.atoms.insert(id, formula);
        formula
    }

    /// Returns the formula of a predicate that only compares one input with fixed values.
    fn compile_comparison(&mut self, id: VariabilityExprId) -> Option<Formula> {
        let expressions = &self.model().expressions;
        let VariabilityForm::Call(operator, range) = expressions.form(id) else { return None };
        let mut input = None;
        let mut values = Vec::new();
        for (position, &operand) in expressions.operands(range).iter().enumerate() {
            match expressions.form(operand) {
                // The first operand of `valid_values` is the value.
                VariabilityForm::Input(index)
                    if input.is_none() && (position == 0 || *operator == Operator::Equal) =>
                {
                    input = Some(*index as usize);
                }
                VariabilityForm::Literal(value) => values.push(value),
                _ => return None,
            }
        }
        let (input, is_supported) = (input?, matches!(operator, Operator::Equal | Operator::ValidValues));
        if !is_supported || *operator == Operator::Equal && values.len() != 1 {
            return None;
        }
        let domain = &self.domains[input].values;
        let value_indexes = self.value_indexes.entry(input).or_insert_with(|| {
            domain.iter().enumerate().map(|(index, value)| (value.clone(), index)).collect()
        });
        // The input cannot have a value that is not in its domain.
        let chosen: Vec<Formula> = values
            .into_iter()
            .filter_map(|value| value_indexes.get(value).map(|&index| self.choices[input][index]))
            .collect();
        Some(self.formulas.or(chosen))
    }

    fn is_decidable(&mut self, reading: &Reading) -> bool {
        let domain_of = |index: &u32| &self.domains[*index as usize];
        let is_decided = reading.inputs.iter().all(|index| domain_of(index).decides(reading));
        let sizes = reading.inputs.iter().map(|index| domain_of(index).values.len());
        let combinations = sizes.fold(1_usize, usize::saturating_mul);
        let work = combinations.saturating_mul(reading.size);
        if reading.is_opaque || combinations > MAX_COMBINATIONS || !is_decided || work > self.parts {
            return false;
        }
        self.parts -= work;
        true
    }

    fn add_free_variable(&mut self) -> Formula {
        let words = [(); WORDS].map(|()| self.next());
        let free = self.formulas.variable(words);
        self.free.push(free);
        free
    }

    /// Returns the formula of a predicate over `inputs`, from its value for each combination of their values; `chosen`
    /// are the indexes of the values of the first inputs.
    fn tabulate(&mut self, id: VariabilityExprId, inputs: &[u32], chosen: &mut Vec<usize>) -> Formula {
        let Some(&input) = inputs.get(chosen.len()) else {
            return self.evaluate_predicate(id, inputs, chosen);
        };
        let mut by_rest: Vec<(Formula, Vec<Formula>)> = Vec::new();
        for index in 0..self.domains[input as usize].values.len() {
            chosen.push(index);
            let rest = self.tabulate(id, inputs, chosen);
            chosen.pop();
            let choice = self.choices[input as usize][index];
            match by_rest.iter_mut().find(|(known, _)| *known == rest) {
                Some((_, choices)) => choices.push(choice),
                None => by_rest.push((rest, vec![choice])),
            }
        }
        // The input has exactly one value.
        if let [(rest, _)] = by_rest[..] {
            return rest;
        }
        let mut any = Vec::new();
        for (rest, choices) in by_rest {
            let choice = self.formulas.or(choices);
            any.push(self.formulas.and([choice, rest]));
        }
        self.formulas.or(any)
    }

    /// Returns the value of a predicate if `inputs` have the values with the indexes `chosen`; a new variable if it
    /// fails, since nothing is proved about such a variant.
    fn evaluate_predicate(&mut self, id: VariabilityExprId, inputs: &[u32], chosen: &[usize]) -> Formula {
        let value = |index: u32| {
            let position = inputs.iter().position(|input| *input == index)?;
            self.domains[index as usize].values.get(chosen[position]).cloned()
        };
        match evaluate(self.equations.model, id, &value, 0) {
            Ok(VariabilityValue::Boolean(true)) => Formula::TRUE,
            Err(fault) if fault != Fault::Unfit => {
                let failing = inputs.iter().zip(chosen).map(|(input, value)| (*input as usize, *value));
                self.faults.push(failing.collect());
                self.add_free_variable()
            }
            _ => Formula::FALSE,
        }
    }

    /// Whether `more` formulas would exceed the limit.
    fn is_full(&self, more: usize) -> bool {
        self.formulas.len().saturating_add(more) > self.limit.formulas
    }

    /// Returns the formula of the violation of an instance, or `None` if it would be too large.
    pub fn violation(&mut self, instance: &Instance) -> Option<Formula> {
        let threshold = match instance.count {
            CountDeviation::Zero => 0,
            CountDeviation::MoreThan(most) => (most as usize).saturating_add(1),
            CountDeviation::FewerThan(least) | CountDeviation::SomeButFewerThan(least) => least as usize,
        };
        let threshold = threshold.min(instance.counted.len() + 1);
        if self.is_full(threshold.saturating_mul(instance.counted.len()).saturating_mul(2)) {
            return None;
        }
        let counted: Vec<Formula> = instance.counted.iter().map(|&id| self.presence(id)).collect();
        let count = match instance.count {
            CountDeviation::Zero => {
                let none: Vec<Formula> = counted.iter().map(|&presence| !presence).collect();
                self.formulas.and(none)
            }
            CountDeviation::MoreThan(_) => self.formulas.at_least(&counted, threshold),
            CountDeviation::FewerThan(_) => !self.formulas.at_least(&counted, threshold),
            CountDeviation::SomeButFewerThan(_) => {
                let (some, enough) =
                    (self.formulas.at_least(&counted, 1), self.formulas.at_least(&counted, threshold));
                self.formulas.and([some, !enough])
            }
        };
        let mut all: Vec<Formula> = instance.present.iter().map(|&id| self.presence(id)).collect();
        all.push(count);
        Some(self.formulas.and(all))
    }
}

/// Returns the value of an expression that reads no presence.
fn evaluate(
    model: &VariabilityModel<'_>,
    id: VariabilityExprId,
    inputs: &dyn Fn(u32) -> Option<VariabilityValue>,
    depth: usize,
) -> Result<VariabilityValue, Fault> {
    // The depth was already limited when the inputs of the predicate were collected.
    if depth > 512 {
        return Err(Fault::Unfit);
    }
    match model.expressions.form(id) {
        VariabilityForm::Literal(value) => Ok(value.clone()),
        VariabilityForm::Input(index) => inputs(*index).ok_or(Fault::Unfit),
        VariabilityForm::Named(index) => {
            evaluate(model, model.named[*index as usize].body, inputs, depth + 1)
        }
        VariabilityForm::List(range) => {
            let items: Result<Vec<VariabilityValue>, Fault> = model
                .expressions
                .operands(range)
                .iter()
                .map(|&item| evaluate(model, item, inputs, depth + 1))
                .collect();
            Ok(VariabilityValue::List(items?.into()))
        }
        VariabilityForm::Call(operator, range) => {
            let values: Result<Vec<VariabilityValue>, Fault> = model
                .expressions
                .operands(range)
                .iter()
                .map(|&operand| evaluate(model, operand, inputs, depth + 1))
                .collect();
            let values = values?;
            let truth = |value: bool| Ok(VariabilityValue::Boolean(value));
            match operator {
                Operator::And => truth(values.iter().all(VariabilityValue::is_true)),
                Operator::Or | Operator::AnyPresent => truth(values.iter().any(VariabilityValue::is_true)),
                Operator::Not => truth(!values[0].is_true()),
                Operator::Implies => truth(!values[0].is_true() || values[1].is_true()),
                Operator::Xor | Operator::ExactlyOne => {
                    truth(values.iter().filter(|value| value.is_true()).count() == 1)
                }
                Operator::AtMostOne => truth(values.iter().filter(|value| value.is_true()).count() <= 1),
                _ => apply(*operator, &values),
            }
        }
        _ => Err(Fault::Unfit),
    }
}
