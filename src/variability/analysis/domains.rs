//! The values of inputs that matter: a finite set for each input, so that no predicate can tell a value that
//! is left out from one that is there.
//!
//! In: a model. Out: a [`Domain`] for each input. A boolean has two values; an input with `valid_values`, or
//! with few whole numbers between bounds, has all its values; otherwise there are the values that the input
//! is compared with, those between and around them, and one that stands for all others.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::dialects::variability::{Constraint, ExprId, Form, Input, Model, Number, Operator, Type, Value};

/// A range of whole numbers up to this size is written out.
const FEW: i128 = 64;

/// So many parts of predicates are looked at in all: those of named expressions multiply.
pub(super) const MOST_PARTS: usize = 20_000_000;

/// So many operands of one comparison may depend on inputs.
const MOST_MOVING: usize = 16;

/// Texts, lists and maps are not made longer.
const LONGEST: i128 = 10_000;

/// Named expressions are followed so far.
const DEEPEST: usize = 64;

/// The values of one input that matter.
#[derive(Clone, Debug)]
pub struct Domain {
    /// The values: the default first, then those that are named, then those that stand for others.
    pub values: Vec<Value>,
    /// How many of them are named somewhere.
    pub named: usize,
    /// Whether these are all values that there are.
    pub is_whole: bool,
    /// Whether every other value behaves like one of these, whatever direct comparison is made.
    pub is_exact: bool,
}

/// What is known about an atomic predicate.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The inputs that it reads, at most three of them.
    pub(super) inputs: Vec<u32>,
    /// Whether it reads presence, too many inputs, or too deep a chain of expressions.
    pub(super) is_opaque: bool,
    /// How many parts it has, those of named expressions at each use.
    pub(super) size: usize,
    /// Whether it only compares one input, as it is or by a linear expression, with fixed values.
    pub(super) is_direct: bool,
}

/// Whether an expression is a predicate over values, in contrast to a connective.
pub(super) fn is_atom(model: &Model<'_>, id: ExprId) -> bool {
    match model.expressions.form(id) {
        Form::Call(operator, range) => match operator {
            Operator::And
            | Operator::Or
            | Operator::Not
            | Operator::Xor
            | Operator::Implies
            | Operator::Condition => false,
            Operator::Equal => {
                let operands = model.expressions.operands(range);
                !operands.iter().all(|&operand| model.expressions.type_of(operand) == Type::Boolean)
            }
            _ => true,
        },
        _ => false,
    }
}

/// What the predicate `id` reads.
pub(super) fn reading(model: &Model<'_>, id: ExprId, budget: &mut usize) -> Reading {
    let mut reading = Reading::default();
    let mut waiting = vec![(id, 0)];
    let mut steps = 0;
    while let Some((id, depth)) = waiting.pop() {
        steps += 1;
        *budget = budget.saturating_sub(1);
        match model.expressions.form(id) {
            Form::Input(index) => {
                if !reading.inputs.contains(index) {
                    reading.inputs.push(*index);
                }
            }
            Form::Named(index) if depth < DEEPEST && steps < 10_000 && *budget > 0 => {
                waiting.push((model.named[*index as usize].body, depth + 1));
            }
            Form::Named(_) | Form::Presence(_) | Form::Source | Form::Target | Form::Wrong => {
                reading.is_opaque = true;
            }
            _ => waiting.extend(model.expressions.below(id).iter().map(|&below| (below, depth))),
        }
        if reading.inputs.len() > 3 || reading.is_opaque {
            reading.is_opaque = true;
            return reading;
        }
    }
    reading.size = steps;
    reading.is_direct = reading.inputs.len() == 1 && cuts(model, id, &mut Vec::new());
    reading
}

/// Adds the values at which the predicate `id` over one input changes; says whether these are all.
fn cuts(model: &Model<'_>, id: ExprId, found: &mut Vec<Cut>) -> bool {
    let Form::Call(operator, range) = model.expressions.form(id) else { return false };
    let operands = model.expressions.operands(range);
    match operator {
        Operator::Equal
        | Operator::ValidValues
        | Operator::GreaterThan
        | Operator::GreaterOrEqual
        | Operator::LessThan
        | Operator::LessOrEqual
        | Operator::InRange => {
            let terms: Option<Vec<Term>> = operands.iter().map(|&operand| term(model, operand, 0)).collect();
            let Some(terms) = terms else { return false };
            // Which operands are compared does not matter: more cuts do no harm. What is fixed cuts nothing.
            let is_fixed = |term: &Term| match term {
                Term::Linear(slope, _) => slope.is_zero(),
                Term::Itself => false,
                Term::Fixed(_) => true,
            };
            let moving: Vec<&Term> = terms.iter().filter(|term| !is_fixed(term)).collect();
            if moving.len() > MOST_MOVING {
                return false;
            }
            for one in moving {
                for other in &terms {
                    match (one, other) {
                        (Term::Linear(a, b), Term::Linear(c, d)) => {
                            let Some(slope) = a.minus(*c) else { return false };
                            if !slope.is_zero() {
                                let cut = d.minus(*b).and_then(|rest| rest.over(slope));
                                let Some(cut) = cut else { return false };
                                found.push(Cut::Value(Value::Number(cut)));
                            }
                        }
                        (Term::Itself, Term::Fixed(value)) | (Term::Fixed(value), Term::Itself) => {
                            found.push(Cut::Value(value.clone()));
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
                (term(model, *value, 0), term(model, *length, 0))
            else {
                return false;
            };
            found.push(Cut::Length(length.floor()));
            slope.is_zero()
        }
        _ => false,
    }
}

/// Where a predicate may change.
#[derive(Clone, Debug)]
enum Cut {
    Value(Value),
    Length(i128),
}

/// An operand of a comparison.
enum Term {
    /// A number: so many times the input, and a constant.
    Linear(Number, Number),
    /// The input, which is no number.
    Itself,
    /// Another value.
    Fixed(Value),
}

fn term(model: &Model<'_>, id: ExprId, depth: usize) -> Option<Term> {
    let zero = Number::integer(0);
    match model.expressions.form(id) {
        Form::Literal(Value::Number(number)) => Some(Term::Linear(zero, *number)),
        Form::Literal(value) => Some(Term::Fixed(value.clone())),
        Form::List(range) => {
            let items =
                model.expressions.operands(range).iter().map(|&item| match term(model, item, depth)? {
                    Term::Linear(slope, value) => slope.is_zero().then_some(Value::Number(value)),
                    Term::Fixed(value) => Some(value),
                    Term::Itself => None,
                });
            Some(Term::Fixed(Value::List(items.collect::<Option<Vec<_>>>()?.into())))
        }
        Form::Input(index) if model.inputs[*index as usize].value_type == Type::Number => {
            Some(Term::Linear(Number::integer(1), zero))
        }
        Form::Input(_) => Some(Term::Itself),
        Form::Named(index) if depth < DEEPEST => term(model, model.named[*index as usize].body, depth + 1),
        Form::Call(operator, range) => {
            let operands = model.expressions.operands(range);
            let mut terms = operands.iter().map(|&operand| match term(model, operand, depth) {
                Some(Term::Linear(slope, rest)) => Some((slope, rest)),
                _ => None,
            });
            let mut result = match (operator, operands.len()) {
                (Operator::Add, 0) => return Some(Term::Linear(zero, zero)),
                (Operator::Mul, 0) => return Some(Term::Linear(zero, Number::integer(1))),
                _ => terms.next()??,
            };
            for next in terms {
                let (slope, rest) = next?;
                result = match operator {
                    Operator::Add => (result.0.plus(slope)?, result.1.plus(rest)?),
                    Operator::Sub => (result.0.minus(slope)?, result.1.minus(rest)?),
                    Operator::Mul if slope.is_zero() => (result.0.times(rest)?, result.1.times(rest)?),
                    Operator::Mul if result.0.is_zero() => (slope.times(result.1)?, rest.times(result.1)?),
                    Operator::Div if slope.is_zero() && !rest.is_zero() => {
                        (result.0.over(rest)?, result.1.over(rest)?)
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

/// The domains of all inputs of `model`.
#[must_use]
pub(super) fn domains(model: &Model<'_>) -> Vec<Domain> {
    let mut found: Vec<Vec<Cut>> = vec![Vec::new(); model.inputs.len()];
    let mut budget = MOST_PARTS;
    for index in 0..model.expressions.len() {
        let id = ExprId(u32::try_from(index).unwrap_or(u32::MAX));
        if !is_atom(model, id) {
            continue;
        }
        let reading = reading(model, id, &mut budget);
        if let [input] = reading.inputs[..]
            && !reading.is_opaque
        {
            cuts(model, id, &mut found[input as usize]);
        }
    }
    let in_presets = |index: usize| {
        let values = model.presets.iter().flat_map(|preset| &preset.values);
        values.filter(move |(input, _)| *input as usize == index).map(|(_, value)| value.clone())
    };
    let of = |(index, input): (usize, &Input<'_>)| {
        let named: Vec<Value> = input.default.iter().cloned().chain(in_presets(index)).collect();
        domain(input, named, &found[index])
    };
    model.inputs.iter().enumerate().map(of).collect()
}

fn domain(input: &Input<'_>, mut named: Vec<Value>, cuts: &[Cut]) -> Domain {
    let listed =
        input.constraints.iter().find(|one| matches!(one.operator, Operator::ValidValues | Operator::Equal));
    let whole = match input.value_type {
        Type::Boolean => Some(vec![Value::Boolean(true), Value::Boolean(false)]),
        _ if listed.is_some() => listed.map(|constraint| constraint.operands.clone()),
        Type::Number if input.is_integer => few_integers(input),
        _ => None,
    };
    if let Some(whole) = whole {
        named.extend(whole);
        let values = admitted(input, named);
        return Domain { named: values.len(), values, is_whole: true, is_exact: true };
    }
    let fixed = cuts.iter().filter_map(|cut| match cut {
        Cut::Value(value) => Some(value.clone()),
        Cut::Length(_) => None,
    });
    named.extend(fixed);
    let bounds = input.constraints.iter().filter(|constraint| constraint.operator != Operator::Pattern);
    let bounds: Vec<Value> = bounds.flat_map(|constraint| constraint.operands.clone()).collect();
    let has_pattern = input.constraints.iter().any(|constraint| constraint.operator == Operator::Pattern);
    let (others, is_exact) = match input.value_type {
        Type::Number => {
            let numbers = named.iter().chain(&bounds).filter_map(|value| match value {
                Value::Number(number) => Some(*number),
                _ => None,
            });
            (around(&numbers.collect::<BTreeSet<Number>>(), input.is_integer), true)
        }
        Type::Text | Type::Other => (of_lengths(texts, &named, &lengths(input, cuts)), !has_pattern),
        Type::Unknown => (of_lengths(texts, &named, &lengths(input, cuts)), false),
        Type::List => (of_lengths(lists, &named, &lengths(input, cuts)), true),
        Type::Map => (of_lengths(maps, &named, &lengths(input, cuts)), true),
        Type::Boolean => (Vec::new(), false),
    };
    let is_exact = is_exact && lengths(input, cuts).last().is_none_or(|longest| *longest < LONGEST);
    let count = admitted(input, named.clone()).len();
    let values = admitted(input, named.into_iter().chain(others).collect());
    Domain { values, named: count, is_whole: false, is_exact }
}

fn admitted(input: &Input<'_>, values: Vec<Value>) -> Vec<Value> {
    let mut admitted: Vec<Value> = Vec::new();
    let mut seen = FxHashSet::default();
    for value in values {
        // Nobody can write a third as the value of an input.
        let is_written = !matches!(&value, Value::Number(number) if number.places().is_none());
        if is_written && input.admits(&value) && seen.insert(value.clone()) {
            admitted.push(value);
        }
    }
    admitted
}

/// The first constraint that leaves no value of the input, and one before it that contradicts it; the same
/// one where it does so by itself.
pub(super) fn contradiction<'i, 't>(input: &'i Input<'t>) -> Option<[&'i Constraint<'t>; 2]> {
    let leave_nothing = |constraints: Vec<Constraint<'t>>| {
        let constrained = Input { constraints, ..input.clone() };
        let domain = domain(&constrained, Vec::new(), &[]);
        domain.values.is_empty() && domain.is_exact && input.value_type != Type::Other
    };
    let all = &input.constraints;
    if !leave_nothing(all.clone()) {
        return None;
    }
    let mut counts = 0..all.len();
    while counts.len() > 1 {
        let half = counts.start + counts.len() / 2;
        counts = if leave_nothing(all[..half].to_vec()) { counts.start..half } else { half..counts.end };
    }
    let last = all.get(counts.start)?;
    let others = std::iter::once(last).chain(&all[..counts.start]);
    let mut pairs = others.filter(|other| leave_nothing(vec![(*other).clone(), last.clone()]));
    Some([last, pairs.next().unwrap_or(&all[0])])
}

/// All whole numbers that the constraints admit, where they are few.
fn few_integers(input: &Input<'_>) -> Option<Vec<Value>> {
    let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
    let mut above = |bound: i128| low = Some(low.map_or(bound, |low: i128| low.max(bound)));
    let mut below = |bound: i128| high = Some(high.map_or(bound, |high: i128| high.min(bound)));
    for constraint in &input.constraints {
        let number = |at: usize| match constraint.operands.get(at) {
            Some(Value::Number(number)) => Some(number.floor()),
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
    let few = high.checked_sub(low).is_some_and(|size| (0..=FEW).contains(&size));
    few.then(|| (low..=high).map(|number| Value::Number(Number::integer(number))).collect())
}

/// Numbers between the cuts and around them.
fn around(cuts: &BTreeSet<Number>, is_integer: bool) -> Vec<Value> {
    let mut numbers = Vec::new();
    let mut before: Option<Number> = None;
    for &cut in cuts {
        match before {
            None => numbers.push(Number::integer(cut.floor().saturating_sub(1))),
            Some(before) if is_integer => {
                let next = Number::integer(before.floor().saturating_add(1));
                numbers.extend((next < cut).then_some(next));
            }
            Some(before) => numbers.extend(before.before(cut)),
        }
        numbers.push(cut);
        before = Some(cut);
    }
    match before {
        None => numbers.push(Number::integer(0)),
        Some(last) => numbers.push(Number::integer(last.floor().saturating_add(1))),
    }
    numbers.into_iter().map(Value::Number).collect()
}

/// The lengths that are told apart, each with those beside it.
fn lengths(input: &Input<'_>, cuts: &[Cut]) -> BTreeSet<i128> {
    let compared = cuts.iter().filter_map(|cut| match cut {
        Cut::Length(length) => Some(*length),
        Cut::Value(_) => None,
    });
    let declared = input.constraints.iter().filter_map(|constraint| {
        match (constraint.operator, constraint.operands.first()) {
            (Operator::Length | Operator::MinLength | Operator::MaxLength, Some(Value::Number(number))) => {
                Some(number.floor())
            }
            _ => None,
        }
    });
    compared.chain(declared).flat_map(|length| [length - 1, length, length + 1]).collect()
}

/// Values that are none of `named`: one of each length, or one of none in particular. `all` gives the values of
/// a length.
fn of_lengths<I: Iterator<Item = Value>>(
    all: impl Fn(Option<usize>) -> I,
    named: &[Value],
    lengths: &BTreeSet<i128>,
) -> Vec<Value> {
    // One more than there are named cannot all be among them.
    let known: FxHashSet<&Value> = named.iter().collect();
    let new = |length| all(length).take(named.len() + 1).find(|value| !known.contains(value));
    if lengths.is_empty() {
        return new(None).into_iter().collect();
    }
    let lengths = lengths.iter().filter(|length| **length < LONGEST);
    lengths.filter_map(|&length| new(Some(usize::try_from(length).ok()?))).collect()
}

fn texts(length: Option<usize>) -> Box<dyn Iterator<Item = Value>> {
    let text = |text: String| Value::Text(text.into());
    match length {
        Some(length) => Box::new(('a'..='z').map(move |letter| text(letter.to_string().repeat(length)))),
        None => {
            let numbered = (2..).map(|number| format!("other{number}"));
            Box::new(std::iter::once("other".to_owned()).chain(numbered).map(text))
        }
    }
}

fn lists(length: Option<usize>) -> impl Iterator<Item = Value> {
    texts(None).map(move |item| Value::List(vec![item; length.unwrap_or(1)].into()))
}

fn maps(length: Option<usize>) -> impl Iterator<Item = Value> {
    texts(None).map(move |item| {
        let mut entries: Vec<(Arc<str>, Value)> =
            (0..length.unwrap_or(1)).map(|at| (Arc::from(format!("key{at}")), item.clone())).collect();
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        Value::Map(entries.into())
    })
}
