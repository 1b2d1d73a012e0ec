//! Compares sums of inputs with few values: exact, however many inputs there are.
//!
//! Input: a comparison of two linear expressions. Output: its formula, from the sums that the first inputs can have: as
//! many as there are different sums, not combinations of values.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::dialects::variability::{
    Number, Operator, VariabilityExprId, VariabilityForm, VariabilityModel, VariabilityValue,
};

use super::family::Family;
use super::formula::Formula;

/// The maximum number of pairs of an input and a sum.
const MAX_STATES: usize = 50_000;

/// The maximum number of parts of a comparison: parts of named expressions multiply.
const MAX_PARTS: usize = 10_000;

/// The maximum depth of expressions.
const MAX_DEPTH: usize = 64;

/// A linear expression: multiples of inputs, plus a constant.
#[derive(Clone, Debug)]
struct Sum {
    terms: Vec<(u32, Number)>,
    constant: Number,
}

impl Sum {
    fn constant(constant: Number) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// Adds a multiple of another sum.
    fn add(&mut self, other: &Self, factor: Number) -> Option<()> {
        self.constant = self.constant.plus(other.constant.times(factor)?)?;
        for (input, slope) in &other.terms {
            let slope = slope.times(factor)?;
            match self.terms.iter_mut().find(|(known, _)| known == input) {
                Some((_, known)) => *known = known.plus(slope)?,
                None => self.terms.push((*input, slope)),
            }
        }
        Some(())
    }
}

/// Returns an expression as a sum, or `None` if it is not linear.
fn to_sum(
    model: &VariabilityModel<'_>,
    id: VariabilityExprId,
    depth: usize,
    parts: &mut usize,
) -> Option<Sum> {
    *parts = parts.checked_sub(1)?;
    if depth > MAX_DEPTH {
        return None;
    }
    let one = Number::integer(1);
    match model.expressions.form(id) {
        VariabilityForm::Literal(VariabilityValue::Number(number)) => Some(Sum::constant(*number)),
        VariabilityForm::Input(index) => {
            Some(Sum { terms: vec![(*index, one)], constant: Number::integer(0) })
        }
        VariabilityForm::Named(index) => to_sum(model, model.named[*index as usize].body, depth + 1, parts),
        VariabilityForm::Call(operator, range) => {
            let operands = model.expressions.operands(range).iter();
            let mut operands = operands.map(|&operand| to_sum(model, operand, depth + 1, parts));
            if !matches!(operator, Operator::Add | Operator::Sub | Operator::Mul) {
                return None;
            }
            let neutral = Number::integer(i128::from(*operator == Operator::Mul));
            let mut result = operands.next().unwrap_or(Some(Sum::constant(neutral)))?;
            for operand in operands {
                let operand = operand?;
                match operator {
                    Operator::Add => result.add(&operand, one)?,
                    Operator::Sub => result.add(&operand, Number::integer(-1))?,
                    _ if operand.terms.is_empty() => {
                        let mut product = Sum::constant(Number::integer(0));
                        product.add(&result, operand.constant)?;
                        result = product;
                    }
                    _ if result.terms.is_empty() => {
                        let mut product = Sum::constant(Number::integer(0));
                        product.add(&operand, result.constant)?;
                        result = product;
                    }
                    _ => return None,
                }
            }
            Some(result)
        }
        _ => None,
    }
}

/// Whether a comparison is true for all values of the remaining inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    True,
    False,
    Open,
}

/// A sum that is compared with zero.
struct Comparison {
    operator: Operator,
    /// The inputs, each with the products of its values.
    inputs: Vec<(usize, Vec<Number>)>,
    /// For each input, the least and the greatest sum of it and all later ones.
    bounds: Vec<(Number, Number)>,
}

impl Comparison {
    fn holds(&self, sum: Number) -> bool {
        let ordering = sum.cmp(&Number::integer(0));
        match self.operator {
            Operator::GreaterThan => ordering == Ordering::Greater,
            Operator::GreaterOrEqual => ordering != Ordering::Less,
            Operator::LessThan => ordering == Ordering::Less,
            Operator::LessOrEqual => ordering != Ordering::Greater,
            _ => ordering == Ordering::Equal,
        }
    }

    /// Returns whether it is true, if the remaining inputs do not matter.
    /// If a number is too large, there is no answer.
    fn decided(&self, index: usize, sum: Number) -> Option<Decision> {
        let decision = |holds| if holds { Decision::True } else { Decision::False };
        let Some((least, greatest)) = self.bounds.get(index) else { return Some(decision(self.holds(sum))) };
        let (least, greatest) = (sum.plus(*least)?, sum.plus(*greatest)?);
        let zero = Number::integer(0);
        let decided = match self.operator {
            Operator::Equal if least > zero || greatest < zero => Decision::False,
            Operator::Equal => Decision::Open,
            _ if self.holds(least) == self.holds(greatest) => decision(self.holds(least)),
            _ => Decision::Open,
        };
        Some(decided)
    }
}

impl Family<'_, '_, '_> {
    /// Returns the formula of a comparison of sums, or `None` if it is not one, or has too many different sums.
    pub(super) fn compile_sum(&mut self, id: VariabilityExprId) -> Option<Formula> {
        let model = self.equations.model;
        let VariabilityForm::Call(operator, range) = model.expressions.form(id) else { return None };
        let operands = model.expressions.operands(range);
        match (operator, operands) {
            (
                Operator::GreaterThan
                | Operator::GreaterOrEqual
                | Operator::LessThan
                | Operator::LessOrEqual
                | Operator::Equal,
                [first, second],
            ) => self.compare(*operator, *first, *second),
            (Operator::InRange, [value, lower, upper]) => {
                let is_unbounded = |id: VariabilityExprId| {
                    matches!(
                        model.expressions.form(id),
                        VariabilityForm::Literal(VariabilityValue::Unbounded)
                    )
                };
                let mut both = Vec::new();
                for (operator, bound) in [(Operator::GreaterOrEqual, *lower), (Operator::LessOrEqual, *upper)]
                {
                    if !is_unbounded(bound) {
                        both.push(self.compare(operator, *value, bound)?);
                    }
                }
                Some(self.formulas.and(both))
            }
            _ => None,
        }
    }

    fn compare(
        &mut self,
        operator: Operator,
        first: VariabilityExprId,
        second: VariabilityExprId,
    ) -> Option<Formula> {
        let model = self.equations.model;
        let mut parts = MAX_PARTS;
        let mut sum = to_sum(model, first, 0, &mut parts)?;
        sum.add(&to_sum(model, second, 0, &mut parts)?, Number::integer(-1))?;
        let mut inputs = Vec::new();
        for (input, slope) in &sum.terms {
            let domain = &self.domains[*input as usize];
            if !domain.is_whole {
                return None;
            }
            let products = domain.values.iter().map(|value| match value {
                VariabilityValue::Number(number) => number.times(*slope),
                _ => None,
            });
            inputs.push((*input as usize, products.collect::<Option<Vec<Number>>>()?));
        }
        inputs.sort_by_key(|(input, _)| *input);
        let mut bounds = Vec::new();
        let (mut least, mut greatest) = (Number::integer(0), Number::integer(0));
        for (_, products) in inputs.iter().rev() {
            least = least.plus(*products.iter().min()?)?;
            greatest = greatest.plus(*products.iter().max()?)?;
            bounds.push((least, greatest));
        }
        bounds.reverse();
        let comparison = Comparison { operator, inputs, bounds };
        self.build_sum(&comparison, 0, sum.constant, &mut FxHashMap::default())
    }

    /// Returns the formula that the comparison is true, if the inputs before `index` have the sum `sum`.
    fn build_sum(
        &mut self,
        comparison: &Comparison,
        index: usize,
        sum: Number,
        known: &mut FxHashMap<(usize, Number), Formula>,
    ) -> Option<Formula> {
        match comparison.decided(index, sum)? {
            Decision::True => return Some(Formula::TRUE),
            Decision::False => return Some(Formula::FALSE),
            Decision::Open => {}
        }
        if let Some(&formula) = known.get(&(index, sum)) {
            return Some(formula);
        }
        if known.len() >= MAX_STATES {
            return None;
        }
        let (input, products) = &comparison.inputs[index];
        let mut any: Vec<(Formula, Vec<Formula>)> = Vec::new();
        for (value, product) in products.iter().enumerate() {
            let rest = self.build_sum(comparison, index + 1, sum.plus(*product)?, known)?;
            let choice = self.choices[*input][value];
            match any.iter_mut().find(|(known, _)| *known == rest) {
                Some((_, choices)) => choices.push(choice),
                None => any.push((rest, vec![choice])),
            }
        }
        let formula = if let [(only, _)] = any[..] {
            only
        } else {
            let mut parts = Vec::new();
            for (rest, choices) in any {
                let choice = self.formulas.or(choices);
                parts.push(self.formulas.and([choice, rest]));
            }
            self.formulas.or(parts)
        };
        known.insert((index, sum), formula);
        Some(formula)
    }
}
