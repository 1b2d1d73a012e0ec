//! Computes the values of inputs that matter: a finite set for each input, so that every value that is not in
//! the set behaves like one that is, in all predicates.
//!
//! Input: a model. Output: a [`Domain`] for each input. A Boolean has two values; an input with
//! `valid_values`, or with few integers between bounds, has all its values; otherwise the domain contains the
//! values that the input is compared with, values between and around these, and one that represents all
//! others.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::dialects::variability::{
    Constraint, Number, OperandType, Operator, VariabilityExprId, VariabilityForm, VariabilityInput,
    VariabilityModel, VariabilityValue,
};

use super::super::input_values::computed_defaults;
use super::super::presence::ValuesByInput;
use super::classes::{self, Classes, Collector};

/// The largest range of integers that is written out.
const MAX_INTEGERS: i128 = 256;

/// The maximum number of parts of predicates that are visited in all: parts of named expressions multiply.
pub(super) const MAX_PARTS: usize = 20_000_000;

/// The maximum number of operands of one comparison that may depend on inputs.
const MAX_VARYING_OPERANDS: usize = 16;

/// The maximum number of inputs of one predicate; their combinations are limited as well.
const MAX_INPUTS: usize = 16;

/// The maximum length of generated texts, lists and maps.
const MAX_LENGTH: i128 = 10_000;

/// The maximum depth at which named expressions are followed.
const MAX_DEPTH: usize = 64;

/// The values of one input that matter.
#[derive(Clone, Debug)]
pub struct Domain {
    /// The values: the default first, then those that are named, then those that represent others.
    pub values: Vec<VariabilityValue>,
    /// The number of values that are named somewhere.
    pub named: usize,
    /// Whether these are all possible values.
    pub is_whole: bool,
    /// Whether every other value behaves like one of these in all direct comparisons.
    pub is_exact: bool,
    /// Whether the same is true for comparisons with other inputs.
    pub(super) is_compared: bool,
    /// The same is true for remainders by the divisors of this number.
    pub(super) period: i128,
}

impl Domain {
    /// Returns the domain of an input that has this value.
    fn fixed(value: VariabilityValue) -> Self {
        Self { values: vec![value], named: 1, is_whole: true, is_exact: true, is_compared: true, period: 1 }
    }

    /// Whether every value of the input behaves like one of these in a predicate that reads this.
    pub(super) fn decides(&self, reading: &Reading) -> bool {
        self.is_whole
            || self.is_exact
                && (reading.is_direct
                    || reading.is_comparison && self.is_compared
                    || reading.period.is_some_and(|period| self.period % period == 0))
    }
}

/// The properties of an atomic predicate.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The inputs that it reads.
    pub(super) inputs: Vec<u32>,
    /// Whether it reads presence or too many inputs, or has too long a chain of expressions.
    pub(super) is_opaque: bool,
    /// The number of its parts, counting those of named expressions at each use.
    pub(super) size: usize,
    /// Whether it only compares one input, or a linear expression of it, with fixed values.
    pub(super) is_direct: bool,
    /// Whether it only compares several inputs with each other and with fixed values.
    pub(super) is_comparison: bool,
    /// The number of different remainders of one input that it reads, if it reads nothing else.
    pub(super) period: Option<i128>,
}

/// Whether an expression is a predicate over values, not a connective.
pub(super) fn is_atom(model: &VariabilityModel<'_>, id: VariabilityExprId) -> bool {
    match model.expressions.form(id) {
        VariabilityForm::Call(operator, range) => match operator {
            Operator::And
            | Operator::Or
            | Operator::AnyPresent
            | Operator::Not
            | Operator::Xor
            | Operator::ExactlyOne
            | Operator::AtMostOne
            | Operator::Implies
            | Operator::Condition => false,
            Operator::Equal => {
                let operands = model.expressions.operands(range);
                !operands.iter().all(|&operand| model.expressions.type_of(operand) == OperandType::Boolean)
            }
            _ => true,
        },
        _ => false,
    }
}

/// Returns the properties of the predicate `id`: the inputs that it reads, and its size.
pub(super) fn analyze_predicate(
    model: &VariabilityModel<'_>,
    id: VariabilityExprId,
    budget: &mut usize,
) -> Reading {
    let mut reading = Reading::default();
    let mut pending = vec![(id, 0)];
    let mut steps = 0;
    while let Some((id, depth)) = pending.pop() {
        steps += 1;
        *budget = budget.saturating_sub(1);
        match model.expressions.form(id) {
            VariabilityForm::Input(index) => {
                if !reading.inputs.contains(index) {
                    reading.inputs.push(*index);
                }
            }
            VariabilityForm::Named(index) if depth < MAX_DEPTH && steps < 10_000 && *budget > 0 => {
                pending.push((model.named[*index as usize].body, depth + 1));
            }
            VariabilityForm::Named(_)
            | VariabilityForm::Presence(_)
            | VariabilityForm::Source
            | VariabilityForm::Target
            | VariabilityForm::Wrong => {
                reading.is_opaque = true;
            }
            _ => pending.extend(model.expressions.below(id).iter().map(|&operand| (operand, depth))),
        }
        if reading.inputs.len() > MAX_INPUTS || reading.is_opaque {
            reading.is_opaque = true;
            return reading;
        }
    }
    reading.size = steps;
    match reading.inputs.len() {
        1 => {
            reading.is_direct = add_cuts(model, id, &mut Vec::new());
            reading.period = if reading.is_direct { None } else { classes::period(model, id) };
        }
        2.. => reading.is_comparison = classes::is_comparison(model, id),
        _ => {}
    }
    reading
}

/// Adds the values at which the predicate `id` over one input changes; returns whether these are all.
fn add_cuts(model: &VariabilityModel<'_>, id: VariabilityExprId, cuts: &mut Vec<Cut>) -> bool {
    let VariabilityForm::Call(operator, range) = model.expressions.form(id) else { return false };
    let operands = model.expressions.operands(range);
    match operator {
        Operator::Equal
        | Operator::ValidValues
        | Operator::GreaterThan
        | Operator::GreaterOrEqual
        | Operator::LessThan
        | Operator::LessOrEqual
        | Operator::InRange => {
            let terms: Option<Vec<Term>> =
                operands.iter().map(|&operand| to_term(model, operand, 0)).collect();
            let Some(terms) = terms else { return false };
            // Which operands are compared does not matter: additional cuts do no harm. Fixed operands have no
            // cuts.
            let is_fixed = |term: &Term| match term {
                Term::Linear(slope, _) => slope.is_zero(),
                Term::Itself => false,
                Term::Fixed(_) => true,
            };
            let varying: Vec<&Term> = terms.iter().filter(|term| !is_fixed(term)).collect();
            if varying.len() > MAX_VARYING_OPERANDS {
                return false;
            }
            for varying_term in varying {
                for other_term in &terms {
                    match (varying_term, other_term) {
                        (Term::Linear(a, b), Term::Linear(c, d)) => {
                            let Some(slope) = a.minus(*c) else { return false };
                            if !slope.is_zero() {
                                let cut = d.minus(*b).and_then(|difference| difference.over(slope));
                                let Some(cut) = cut else { return false };
                                cuts.push(Cut::Value(VariabilityValue::Number(cut)));
                            }
                        }
                        (Term::Itself, Term::Fixed(value)) | (Term::Fixed(value), Term::Itself) => {
                            cuts.push(Cut::Value(value.clone()));
                        }
                        (Term::Itself, Term::Linear(..)) | (Term::Linear(..), Term::Itself) => return false,
                        _ => {}
                    }
                }
            }
            true
        }
        Operator::Length | Operator::MinLength | Operator::MaxLength => {
            let [value, length] = operands else { return false };
            let (Some(Term::Itself), Some(Term::Linear(slope, length))) =
                (to_term(model, *value, 0), to_term(model, *length, 0))
            else {
                return false;
            };
            cuts.push(Cut::Length(length.floor()));
            slope.is_zero()
        }
        _ => false,
    }
}

/// A value or length at which a predicate may change.
#[derive(Clone, Debug)]
enum Cut {
    Value(VariabilityValue),
    Length(i128),
}

impl Cut {
    fn value(&self) -> Option<VariabilityValue> {
        match self {
            Cut::Value(value) => Some(value.clone()),
            Cut::Length(_) => None,
        }
    }
}

/// An operand of a comparison.
enum Term {
    /// A number: a multiple of the input, plus a constant.
    Linear(Number, Number),
    /// An input that is not a number.
    Itself,
    /// A fixed value.
    Fixed(VariabilityValue),
}

fn to_term(model: &VariabilityModel<'_>, id: VariabilityExprId, depth: usize) -> Option<Term> {
    let zero = Number::integer(0);
    match model.expressions.form(id) {
        VariabilityForm::Literal(VariabilityValue::Number(number)) => Some(Term::Linear(zero, *number)),
        VariabilityForm::Literal(value) => Some(Term::Fixed(value.clone())),
        VariabilityForm::List(range) => {
            let items =
                model.expressions.operands(range).iter().map(|&item| match to_term(model, item, depth)? {
                    Term::Linear(slope, value) => slope.is_zero().then_some(VariabilityValue::Number(value)),
                    Term::Fixed(value) => Some(value),
                    Term::Itself => None,
                });
            Some(Term::Fixed(VariabilityValue::List(items.collect::<Option<Vec<_>>>()?.into())))
        }
        VariabilityForm::Input(index) if model.inputs[*index as usize].value_type == OperandType::Number => {
            Some(Term::Linear(Number::integer(1), zero))
        }
        VariabilityForm::Input(_) => Some(Term::Itself),
        VariabilityForm::Named(index) if depth < MAX_DEPTH => {
            to_term(model, model.named[*index as usize].body, depth + 1)
        }
        VariabilityForm::Call(operator, range) => {
            let operands = model.expressions.operands(range);
            let mut terms = operands.iter().map(|&operand| match to_term(model, operand, depth) {
                Some(Term::Linear(slope, constant)) => Some((slope, constant)),
                _ => None,
            });
            let mut result = match (operator, operands.len()) {
                (Operator::Add, 0) => return Some(Term::Linear(zero, zero)),
                (Operator::Mul, 0) => return Some(Term::Linear(zero, Number::integer(1))),
                _ => terms.next()??,
            };
            for next in terms {
                let (slope, constant) = next?;
                result = match operator {
                    Operator::Add => (result.0.plus(slope)?, result.1.plus(constant)?),
                    Operator::Sub => (result.0.minus(slope)?, result.1.minus(constant)?),
                    Operator::Mul if slope.is_zero() => {
                        (result.0.times(constant)?, result.1.times(constant)?)
                    }
                    Operator::Mul if result.0.is_zero() => {
                        (slope.times(result.1)?, constant.times(result.1)?)
                    }
                    Operator::Div if slope.is_zero() && !constant.is_zero() => {
                        (result.0.over(constant)?, result.1.over(constant)?)
                    }
                    _ => return None,
                };
            }
            matches!(operator, Operator::Add | Operator::Sub | Operator::Mul | Operator::Div)
                .then_some(Term::Linear(result.0, result.1))
        }
        _ => None,
    }
}

/// Returns for each expression whether only defaults of inputs depend on it: they do not decide about elements.
fn parts_of_defaults(model: &VariabilityModel<'_>) -> Vec<bool> {
    let mut parts = vec![false; model.expressions.len()];
    let named = model.named.iter().filter(|named| named.is_of_defaults).map(|named| &named.parts);
    for range in named.chain([&model.default_parts]) {
        parts[range.start as usize..range.end as usize].fill(true);
    }
    parts
}

/// Returns the domains of all inputs of `model`; those that have a value in `given` have only this value.
#[must_use]
pub(super) fn domains(model: &VariabilityModel<'_>, given: &ValuesByInput) -> Vec<Domain> {
    let mut cuts: Vec<Vec<Cut>> = vec![Vec::new(); model.inputs.len()];
    let mut collector = Collector::new(model.inputs.len());
    let mut budget = MAX_PARTS;
    let of_defaults = parts_of_defaults(model);
    for (id, is_of_defaults) in (0..).map(VariabilityExprId).zip(of_defaults) {
        if is_of_defaults || !is_atom(model, id) {
            continue;
        }
        let reading = analyze_predicate(model, id, &mut budget);
        if reading.is_opaque {
            continue;
        }
        if let [input] = reading.inputs[..] {
            add_cuts(model, id, &mut cuts[input as usize]);
            collector.add_remainders(input as usize, reading.period.unwrap_or(1));
        } else if reading.is_comparison {
            collector.add_comparison(model, id, &reading.inputs);
        }
    }
    let in_presets = |index: usize| {
        let values = model.presets.iter().flat_map(|preset| &preset.values);
        values.filter(move |(input, _)| *input as usize == index).map(|(_, value)| value.clone())
    };
    let computed = computed_defaults(model);
    let named = |index: usize| -> Vec<VariabilityValue> {
        let defaults = model.inputs[index].default.iter().chain(&computed[index]);
        defaults.cloned().chain(in_presets(index)).collect()
    };
    let given = |index: usize| given.get(index).and_then(Option::as_ref);
    let classes = collector.finish(&|index| {
        if let Some(value) = given(index) {
            return (vec![value.clone()], true);
        }
        let input = &model.inputs[index];
        let domain = domain(input, named(index), &cuts[index], &Classes::default());
        let bounds = input.constraints.iter().flat_map(|constraint| constraint.operands.clone());
        let is_cut = |value: &VariabilityValue| !matches!(value, VariabilityValue::Unbounded);
        let mut values: Vec<VariabilityValue> = bounds.filter(is_cut).collect();
        values.extend(domain.values.into_iter().take(domain.named));
        values.extend(cuts[index].iter().filter_map(Cut::value));
        (values, domain.is_whole)
    });
    let domain_of = |(index, input)| match given(index) {
        Some(value) => Domain::fixed(value.clone()),
        None => domain(input, named(index), &cuts[index], &classes[index]),
    };
    model.inputs.iter().enumerate().map(domain_of).collect()
}

fn domain(
    input: &VariabilityInput<'_>,
    mut named: Vec<VariabilityValue>,
    cuts: &[Cut],
    classes: &Classes,
) -> Domain {
    let listed = input
        .constraints
        .iter()
        .find(|constraint| matches!(constraint.operator, Operator::ValidValues | Operator::Equal));
    let whole = match input.value_type {
        OperandType::Boolean => Some(vec![VariabilityValue::Boolean(true), VariabilityValue::Boolean(false)]),
        _ if listed.is_some() => listed.map(|constraint| constraint.operands.clone()),
        OperandType::Number if input.is_integer => allowed_integers(input),
        _ => None,
    };
    if let Some(whole) = whole {
        named.extend(whole);
        let values = allowed_values(input, named);
        let named = values.len();
        return Domain { named, values, is_whole: true, is_exact: true, is_compared: true, period: 1 };
    }
    named.extend(cuts.iter().filter_map(Cut::value));
    named.extend(classes.cuts.iter().cloned());
    let bounds = input.constraints.iter().filter(|constraint| constraint.operator != Operator::Pattern);
    let bounds: Vec<VariabilityValue> = bounds.flat_map(|constraint| constraint.operands.clone()).collect();
    let has_pattern = input.constraints.iter().any(|constraint| constraint.operator == Operator::Pattern);
    let lengths = compared_lengths(input, cuts);
    let (unnamed, is_exact) = match input.value_type {
        OperandType::Number => {
            let numbers = named.iter().chain(&bounds).filter_map(|value| match value {
                VariabilityValue::Number(number) => Some(*number),
                _ => None,
            });
            let numbers = numbers.collect::<BTreeSet<Number>>();
            (numbers_around(&numbers, input.is_integer, classes.between), true)
        }
        OperandType::Text | OperandType::Other => {
            (unnamed_values(texts, &named, &lengths, classes.between), !has_pattern)
        }
        OperandType::Unknown => (unnamed_values(texts, &named, &lengths, classes.between), false),
        OperandType::List => (unnamed_values(lists, &named, &lengths, classes.between), true),
        OperandType::Map => (unnamed_values(maps, &named, &lengths, classes.between), true),
        OperandType::Boolean => (Vec::new(), false),
    };
    let is_exact = is_exact && lengths.last().is_none_or(|longest| *longest < MAX_LENGTH);
    let count = allowed_values(input, named.clone()).len();
    let values = allowed_values(input, named.into_iter().chain(unnamed).collect());
    // Lengths of texts are not taken into account in comparisons with other inputs.
    let is_compared = classes.is_compared && lengths.is_empty();
    Domain { values, named: count, is_whole: false, is_exact, is_compared, period: classes.period }
}

fn allowed_values(input: &VariabilityInput<'_>, values: Vec<VariabilityValue>) -> Vec<VariabilityValue> {
    let mut allowed: Vec<VariabilityValue> = Vec::new();
    let mut seen = FxHashSet::default();
    for value in values {
        // Values such as a third cannot be written as the value of an input.
        let is_writable =
            !matches!(&value, VariabilityValue::Number(number) if number.decimal_places().is_none());
        if is_writable && input.allows(&value) && seen.insert(value.clone()) {
            allowed.push(value);
        }
    }
    allowed
}

/// Returns the first constraint that excludes all remaining values of the input, and an earlier one that
/// contradicts it, or the same one if it is unfulfillable by itself.
pub(super) fn contradiction<'i, 't>(input: &'i VariabilityInput<'t>) -> Option<[&'i Constraint<'t>; 2]> {
    let are_unfulfillable = |constraints: Vec<Constraint<'t>>| {
        let constrained = VariabilityInput { constraints, ..input.clone() };
        let domain = domain(&constrained, Vec::new(), &[], &Classes::default());
        domain.values.is_empty() && domain.is_exact && input.value_type != OperandType::Other
    };
    let all = &input.constraints;
    if !are_unfulfillable(all.clone()) {
        return None;
    }
    let mut candidates = 0..all.len();
    while candidates.len() > 1 {
        let half = candidates.start + candidates.len() / 2;
        candidates = if are_unfulfillable(all[..half].to_vec()) {
            candidates.start..half
        } else {
            half..candidates.end
        };
    }
    let last = all.get(candidates.start)?;
    let partners = std::iter::once(last).chain(&all[..candidates.start]);
    let mut pairs = partners.filter(|partner| are_unfulfillable(vec![(*partner).clone(), last.clone()]));
    Some([last, pairs.next().unwrap_or(&all[0])])
}

/// Returns all integers that the constraints allow, or `None` if they are unbounded or too many.
fn allowed_integers(input: &VariabilityInput<'_>) -> Option<Vec<VariabilityValue>> {
    let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
    let mut above = |bound: i128| low = Some(low.map_or(bound, |low: i128| low.max(bound)));
    let mut below = |bound: i128| high = Some(high.map_or(bound, |high: i128| high.min(bound)));
    for constraint in &input.constraints {
        let number = |index: usize| match constraint.operands.get(index) {
            Some(VariabilityValue::Number(number)) => Some(number.floor()),
            _ => None,
        };
        match constraint.operator {
            Operator::GreaterThan | Operator::GreaterOrEqual => {
                number(0).into_iter().for_each(&mut above);
            }
            Operator::LessThan | Operator::LessOrEqual => number(0).into_iter().for_each(&mut below),
            Operator::InRange => {
                number(0).into_iter().for_each(&mut above);
                number(1).into_iter().for_each(&mut below);
            }
            _ => {}
        }
    }
    let (low, high) = (low?, high?);
    let is_small = high.checked_sub(low).is_some_and(|size| (0..=MAX_INTEGERS).contains(&size));
    is_small.then(|| (low..=high).map(|number| VariabilityValue::Number(Number::integer(number))).collect())
}

/// Returns numbers between the cuts and around them, at most `count` between two of them.
fn numbers_around(cuts: &BTreeSet<Number>, is_integer: bool, count: usize) -> Vec<VariabilityValue> {
    let count = i128::try_from(count).unwrap_or(i128::MAX);
    let mut numbers = Vec::new();
    let mut previous: Option<Number> = None;
    for &cut in cuts {
        match previous {
            None => numbers.extend((1..=count).map(|step| Number::integer(cut.floor().saturating_sub(step)))),
            Some(previous) if is_integer => {
                let next = (1..=count).map(|step| Number::integer(previous.floor().saturating_add(step)));
                numbers.extend(next.take_while(|next| *next < cut));
            }
            Some(previous) => {
                let mut last = previous;
                for _ in 0..count {
                    let Some(next) = last.between(cut) else { break };
                    numbers.push(next);
                    last = next;
                }
            }
        }
        numbers.push(cut);
        previous = Some(cut);
    }
    match previous {
        None => numbers.extend((0..count).map(Number::integer)),
        Some(last) => {
            numbers.extend((1..=count).map(|step| Number::integer(last.floor().saturating_add(step))));
        }
    }
    numbers.into_iter().map(VariabilityValue::Number).collect()
}

/// Returns the lengths that predicates compare with, and those next to them.
fn compared_lengths(input: &VariabilityInput<'_>, cuts: &[Cut]) -> BTreeSet<i128> {
    let compared = cuts.iter().filter_map(|cut| match cut {
        Cut::Length(length) => Some(*length),
        Cut::Value(_) => None,
    });
    let declared = input.constraints.iter().filter_map(|constraint| {
        match (constraint.operator, constraint.operands.first()) {
            (
                Operator::Length | Operator::MinLength | Operator::MaxLength,
                Some(VariabilityValue::Number(number)),
            ) => Some(number.floor()),
            _ => None,
        }
    });
    compared.chain(declared).flat_map(|length| [length - 1, length, length + 1]).collect()
}

/// Returns values that are not in `named`: one of each length, or `count` ones if there are no lengths. `all` yields the
/// values of a length.
fn unnamed_values<I: Iterator<Item = VariabilityValue>>(
    all: impl Fn(Option<usize>) -> I,
    named: &[VariabilityValue],
    lengths: &BTreeSet<i128>,
    count: usize,
) -> Vec<VariabilityValue> {
    // One more value than there are named ones cannot all be named.
    let known: FxHashSet<&VariabilityValue> = named.iter().collect();
    let new = |length, count| all(length).take(named.len() + count).filter(|value| !known.contains(value));
    if lengths.is_empty() {
        return new(None, count).take(count).collect();
    }
    let new = |length| new(length, 1).next();
    let lengths = lengths.iter().filter(|length| **length < MAX_LENGTH);
    lengths.filter_map(|&length| new(Some(usize::try_from(length).ok()?))).collect()
}

fn texts(length: Option<usize>) -> Box<dyn Iterator<Item = VariabilityValue>> {
    let text = |text: String| VariabilityValue::Text(text.into());
    match length {
        Some(length) => Box::new(('a'..='z').map(move |letter| text(letter.to_string().repeat(length)))),
        None => {
            let numbered = (2..).map(|number| format!("other{number}"));
            Box::new(std::iter::once("other".to_owned()).chain(numbered).map(text))
        }
    }
}

fn lists(length: Option<usize>) -> impl Iterator<Item = VariabilityValue> {
    texts(None).map(move |item| VariabilityValue::List(vec![item; length.unwrap_or(1)].into()))
}

fn maps(length: Option<usize>) -> impl Iterator<Item = VariabilityValue> {
    texts(None).map(move |item| {
        let mut entries: Vec<(Arc<str>, VariabilityValue)> =
            (0..length.unwrap_or(1)).map(|index| (Arc::from(format!("key{index}")), item.clone())).collect();
        entries.sort_by(|(first, _), (second, _)| first.cmp(second));
        VariabilityValue::Map(entries.into())
    })
}
