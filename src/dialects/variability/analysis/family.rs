//! All variants at once: the presence of each element as a formula over the values of inputs.
//!
//! In: the equations of a template. Out: a [`Family`]. A predicate over one input, or over few inputs whose
//! values are all known, becomes the values for which it is true; any other one becomes a variable of its
//! own, so that what is proved holds, and what is found may be impossible, which is looked at again.

use rustc_hash::FxHashMap;

use super::super::apply::{Fault, apply};
use super::super::equations::{Equations, Meaning, Rule};
use super::super::expression::{ExprId, Form};
use super::super::model::{ElementId, Kind, Model};
use super::super::operators::{Operator, Type};
use super::super::rules::{Count, Instance};
use super::super::value::Value;
use super::domains::{self, Domain, Reading};
use super::formula::{Formula, Formulas, WORDS};

/// So many combinations of values are tried for a predicate over several inputs.
const MOST_COMBINATIONS: usize = 1 << 16;

/// A template in all its variants.
#[derive(Debug)]
pub struct Family<'e, 'm, 't> {
    /// The equations.
    pub equations: &'e Equations<'m, 't>,
    /// The values of each input.
    pub domains: Vec<Domain>,
    /// All formulas.
    pub formulas: Formulas,
    /// For each input and value, that it has the value.
    pub choices: Vec<Vec<Formula>>,
    /// The value of each input in the simulated variants.
    pub(super) simulated: Vec<Vec<u16>>,
    /// Variables that stand for predicates which are not looked into.
    pub(super) free: Vec<Formula>,
    /// Predicates that fail for a value of an input: where, why, and the input with the position of the value.
    pub faults: Vec<(ExprId, Fault, u32, usize)>,
    cells: Vec<Formula>,
    atoms: FxHashMap<ExprId, Formula>,
    random: u64,
    most: usize,
    /// Whether more formulas than allowed would have been needed.
    pub is_too_large: bool,
}

impl<'e, 'm, 't> Family<'e, 'm, 't> {
    /// The family of `equations`, which have no contradiction; at most `most` formulas are made.
    #[must_use]
    pub fn of(equations: &'e Equations<'m, 't>, most: usize) -> Self {
        let domains = domains::domains(equations.model);
        let mut family = Self {
            equations,
            formulas: Formulas::default(),
            choices: Vec::new(),
            simulated: Vec::new(),
            free: Vec::new(),
            faults: Vec::new(),
            cells: vec![Formula::FALSE; equations.cells()],
            atoms: FxHashMap::default(),
            random: 0x9E37_79B9_7F4A_7C15,
            most,
            is_too_large: false,
            domains,
        };
        family.choose();
        family.compile();
        family
    }

    fn model(&self) -> &'m Model<'t> {
        self.equations.model
    }

    /// The next number of a fixed sequence that looks random.
    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn choose(&mut self) {
        for index in 0..self.domains.len() {
            let count = self.domains[index].values.len().max(1);
            let picked: Vec<u16> =
                (0..WORDS * 64).map(|_| u16::try_from(self.next() % count as u64).unwrap_or(0)).collect();
            let words = |value: usize| {
                let mut words = [0_u64; WORDS];
                for (at, &own) in picked.iter().enumerate() {
                    words[at / 64] |= u64::from(usize::from(own) == value) << (at % 64);
                }
                words
            };
            let choices = match count {
                1 => vec![Formula::TRUE],
                2 => {
                    let first = self.formulas.variable(words(0));
                    vec![first, !first]
                }
                _ => (0..count).map(|value| self.formulas.variable(words(value))).collect(),
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
                self.cells[members[0]] = self.cell(members[0]);
                continue;
            }
            // From nothing to the least solution: each round can make one more cell true.
            for _ in 0..=members.len() {
                let before: Vec<Formula> = members.iter().map(|&cell| self.cells[cell]).collect();
                for &cell in members {
                    self.cells[cell] = self.cell(cell);
                }
                let same = members.iter().zip(&before).all(|(&cell, before)| self.cells[cell] == *before);
                if same || self.is_too_large {
                    break;
                }
            }
        }
    }

    /// When an element is present.
    #[must_use]
    pub fn presence(&self, id: ElementId) -> Formula {
        self.cells[id.index()]
    }

    fn cell(&mut self, cell: usize) -> Formula {
        if self.formulas.len() > self.most {
            self.is_too_large = true;
            return Formula::FALSE;
        }
        let model = self.model();
        match self.equations.meaning(cell) {
            Meaning::Named(index, scope) => {
                let named = &model.named[index as usize];
                if named.result != Type::Boolean || named.uses_self && scope.is_none() {
                    return Formula::FALSE;
                }
                self.condition(named.body, scope)
            }
            Meaning::Element(id) => {
                let element = model.element(id);
                if element.is_variability {
                    return Formula::FALSE;
                }
                match self.equations.rules[cell] {
                    Rule::Source => element.source.map_or(Formula::TRUE, |source| self.cells[source.index()]),
                    Rule::AnyIngoing => {
                        let ingoing = self.equations.ingoing(id);
                        if ingoing.is_empty() {
                            return Formula::TRUE;
                        }
                        let any: Vec<Formula> = ingoing.iter().map(|id| self.cells[id.index()]).collect();
                        self.formulas.or(any)
                    }
                    Rule::Conditions => {
                        let scope = (element.kind == Kind::Relation).then_some(id);
                        let conditions: Vec<ExprId> = model.conditions(id).collect();
                        let all: Vec<Formula> = conditions
                            .into_iter()
                            .map(|condition| self.condition(condition, scope))
                            .collect();
                        self.formulas.and(all)
                    }
                }
            }
        }
    }

    /// When a boolean expression is true.
    pub fn condition(&mut self, id: ExprId, scope: Option<ElementId>) -> Formula {
        let model = self.model();
        let expressions = &model.expressions;
        match expressions.form(id) {
            Form::Literal(value) => {
                if value.is_true() {
                    Formula::TRUE
                } else {
                    Formula::FALSE
                }
            }
            Form::Input(index) if model.inputs[*index as usize].value_type == Type::Boolean => {
                let at = self.domains[*index as usize].values.iter().position(Value::is_true);
                at.map_or(Formula::FALSE, |at| self.choices[*index as usize][at])
            }
            Form::Target if self.equations.cell_of(id, scope).is_none() => Formula::TRUE,
            Form::Presence(_) | Form::Source | Form::Target | Form::Named(_) => {
                self.equations.cell_of(id, scope).map_or(Formula::FALSE, |cell| self.cells[cell])
            }
            Form::Call(..) if domains::is_atom(model, id) => self.atom(id),
            Form::Call(operator, range) => {
                let operands: Vec<ExprId> = expressions.operands(range).to_vec();
                let parts: Vec<Formula> =
                    operands.into_iter().map(|operand| self.condition(operand, scope)).collect();
                self.connect(*operator, &parts)
            }
            _ => self.atom(id),
        }
    }

    fn connect(&mut self, operator: Operator, parts: &[Formula]) -> Formula {
        let formulas = &mut self.formulas;
        match operator {
            Operator::Or => formulas.or(parts.iter().copied()),
            Operator::Not => parts.first().map_or(Formula::FALSE, |&part| !part),
            Operator::Implies => formulas.or([!parts[0], parts[1]]),
            Operator::Xor => {
                let (one, two) = (formulas.at_least(parts, 1), formulas.at_least(parts, 2));
                formulas.and([one, !two])
            }
            Operator::Equal => {
                let pairs: Vec<Formula> =
                    parts.windows(2).map(|pair| formulas.same(pair[0], pair[1])).collect();
                formulas.and(pairs)
            }
            _ => formulas.and(parts.iter().copied()),
        }
    }

    fn atom(&mut self, id: ExprId) -> Formula {
        if let Some(&known) = self.atoms.get(&id) {
            return known;
        }
        let reading = domains::reading(self.model(), id);
        let formula =
            if self.is_decidable(&reading) { self.table(id, &reading.inputs) } else { self.unknown() };
        self.atoms.insert(id, formula);
        formula
    }

    fn is_decidable(&self, reading: &Reading) -> bool {
        let of = |index: &u32| &self.domains[*index as usize];
        let whole = reading.inputs.iter().all(|index| of(index).is_whole);
        let combinations: usize = reading.inputs.iter().map(|index| of(index).values.len()).product();
        let direct = reading.is_direct && reading.inputs.iter().all(|index| of(index).is_exact);
        !reading.is_opaque && combinations <= MOST_COMBINATIONS && (whole || direct)
    }

    fn unknown(&mut self) -> Formula {
        let words = [(); WORDS].map(|()| self.next());
        let free = self.formulas.variable(words);
        self.free.push(free);
        free
    }

    /// The combinations of values for which a predicate is true.
    fn table(&mut self, id: ExprId, inputs: &[u32]) -> Formula {
        let mut at = vec![0_usize; inputs.len()];
        let mut any = Vec::new();
        loop {
            let value = |index: u32| {
                let position = inputs.iter().position(|other| *other == index)?;
                self.domains[index as usize].values.get(at[position]).cloned()
            };
            match evaluate(self.equations.model, id, &value, 0) {
                Ok(Value::Boolean(true)) => {
                    let picked: Vec<Formula> = inputs
                        .iter()
                        .zip(&at)
                        .map(|(index, at)| self.choices[*index as usize][*at])
                        .collect();
                    any.push(self.formulas.and(picked));
                }
                Err(fault) if fault != Fault::Unfit => {
                    self.faults.push((id, fault, inputs[0], at[0]));
                    // Nothing is proved about a variant in which it fails.
                    let picked: Vec<Formula> = inputs
                        .iter()
                        .zip(&at)
                        .map(|(index, at)| self.choices[*index as usize][*at])
                        .collect();
                    let unknown = self.unknown();
                    any.push(self.formulas.and(picked.into_iter().chain([unknown])));
                }
                _ => {}
            }
            let mut digit = 0;
            loop {
                if digit == inputs.len() {
                    return self.formulas.or(any);
                }
                at[digit] += 1;
                if at[digit] < self.domains[inputs[digit] as usize].values.len() {
                    break;
                }
                at[digit] = 0;
                digit += 1;
            }
        }
    }

    /// When an instance of a rule is violated.
    pub fn violation(&mut self, instance: &Instance) -> Formula {
        let counted: Vec<Formula> = instance.counted.iter().map(|&id| self.presence(id)).collect();
        let count = match instance.count {
            Count::Zero => {
                let none: Vec<Formula> = counted.iter().map(|&one| !one).collect();
                self.formulas.and(none)
            }
            Count::MoreThan(most) => self.formulas.at_least(&counted, most as usize + 1),
            Count::FewerThan(least) => !self.formulas.at_least(&counted, least as usize),
        };
        let mut all: Vec<Formula> = instance.present.iter().map(|&id| self.presence(id)).collect();
        all.push(count);
        self.formulas.and(all)
    }
}

/// The value of an expression that reads no presence.
fn evaluate(
    model: &Model<'_>,
    id: ExprId,
    inputs: &dyn Fn(u32) -> Option<Value>,
    depth: usize,
) -> Result<Value, Fault> {
    // Chains were measured when it was found out what the predicate reads.
    if depth > 512 {
        return Err(Fault::Unfit);
    }
    match model.expressions.form(id) {
        Form::Literal(value) => Ok(value.clone()),
        Form::Input(index) => inputs(*index).ok_or(Fault::Unfit),
        Form::Named(index) => evaluate(model, model.named[*index as usize].body, inputs, depth + 1),
        Form::List(range) => {
            let items: Result<Vec<Value>, Fault> = model
                .expressions
                .operands(range)
                .iter()
                .map(|&item| evaluate(model, item, inputs, depth + 1))
                .collect();
            Ok(Value::List(items?.into()))
        }
        Form::Call(operator, range) => {
            let values: Result<Vec<Value>, Fault> = model
                .expressions
                .operands(range)
                .iter()
                .map(|&operand| evaluate(model, operand, inputs, depth + 1))
                .collect();
            let values = values?;
            let truth = |value: bool| Ok(Value::Boolean(value));
            match operator {
                Operator::And => truth(values.iter().all(Value::is_true)),
                Operator::Or => truth(values.iter().any(Value::is_true)),
                Operator::Not => truth(!values[0].is_true()),
                Operator::Implies => truth(!values[0].is_true() || values[1].is_true()),
                Operator::Xor => truth(values.iter().filter(|value| value.is_true()).count() == 1),
                _ => apply(*operator, &values),
            }
        }
        _ => Err(Fault::Unfit),
    }
}
