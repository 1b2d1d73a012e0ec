//! Finds validation clauses that allow no value (9.3b-24), and the bounds of integers, by bounds and lists of
//! literals in the clauses.

use std::cmp::Ordering;

use crate::expressions::Expression;
use crate::functions::{Comparison, FunctionSource};
use crate::literals::{BuiltIn, Value, equal, order};
use crate::model::types::{Body, TypeRef, TypeView, Types};
use crate::yaml::YamlNode;

use super::check::Checker;
use super::typing::typed_call;
use super::{ValueType, literal};

/// A bound and the clause that sets it.
struct Bound<'g> {
    value: Value,
    /// Whether the bound itself is excluded.
    strict: bool,
    clause: YamlNode<'g>,
}

/// The limits that clauses set directly.
#[derive(Default)]
struct Limits<'g> {
    lowest: Option<Bound<'g>>,
    highest: Option<Bound<'g>>,
    /// The lists of allowed values.
    only: Vec<(Vec<Value>, YamlNode<'g>)>,
}

/// Returns another clause that contradicts `clause`, which is one of `clauses`; returns `clause` if it
/// contradicts itself.
pub(super) fn find_contradiction<'g>(
    types: &'g Types,
    data_type: TypeRef,
    clauses: &[YamlNode<'g>],
    clause: YamlNode<'g>,
) -> Option<YamlNode<'g>> {
    let built_in = types.built_in(data_type)?;
    if let [only] = clauses
        && is_single(types, *only)
    {
        return None;
    }
    let is_own = |node: YamlNode<'g>| node.id() == clause.id() && same_file(node, clause);
    let (mut other_limits, mut all) = (Limits::default(), Limits::default());
    for node in clauses {
        let Some(call) = types.expressions.call(*node) else { continue };
        all.add(types, built_in, data_type, call, *node);
        if !is_own(*node) {
            other_limits.add(types, built_in, data_type, call, *node);
        }
    }
    let (first, second) = all.find_conflict(built_in)?;
    // A contradiction among the other clauses is reported there.
    if other_limits.find_conflict(built_in).is_some() {
        return None;
    }
    Some(if is_own(first) { second } else { first })
}

/// Returns the one of `earlier` that contradicts `new`, unless one of the two lists contradicts itself, which is
/// reported where it is defined.
pub(super) fn find_contradiction_between<'g>(
    types: &'g Types,
    data_type: TypeRef,
    earlier: &[YamlNode<'g>],
    new: &[YamlNode<'g>],
) -> Option<YamlNode<'g>> {
    let built_in = types.built_in(data_type)?;
    let conflict = |clauses: &mut dyn Iterator<Item = &YamlNode<'g>>| {
        let mut limits = Limits::default();
        for node in clauses {
            if let Some(call) = types.expressions.call(*node) {
                limits.add(types, built_in, data_type, call, *node);
            }
        }
        limits.find_conflict(built_in)
    };
    let (first, second) = conflict(&mut new.iter().chain(earlier))?;
    if conflict(&mut new.iter()).is_some() || conflict(&mut earlier.iter()).is_some() {
        return None;
    }
    let is_earlier = |node: YamlNode<'g>| earlier.iter().any(|known| known.span() == node.span());
    Some(if is_earlier(first) { first } else { second })
}

/// The smallest and the largest integer that validation clauses allow, if they set such limits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IntegerBounds {
    pub(crate) least: Option<i64>,
    pub(crate) most: Option<i64>,
}

/// Returns the bounds of the result of the call at `node`, by the clauses of the definition and the data type of the
/// input or property that it reads.
#[must_use]
pub(crate) fn integer_bounds<'g>(checker: &Checker<'g>, node: YamlNode<'g>) -> IntegerBounds {
    const MAX_CLAUSES: usize = 256;
    let types = checker.types;
    let expected = ValueType::built_in(BuiltIn::Integer);
    let ty = &typed_call(&checker.typings, node, &expected, &checker.scope).whole.ty;
    let Some(data_type) = ty.data_type().filter(|_| ty.kind(types) == Some(BuiltIn::Integer)) else {
        return IntegerBounds::default();
    };
    let lineage = types.defined(data_type).into_iter().flat_map(|ty| types.lineage(ty));
    let inherited = lineage.filter_map(clause_of_type);
    let clauses = ty.clauses(types).into_iter().map(|(clause, _)| clause).chain(inherited);
    let mut limits = Limits::default();
    for clause in clauses.take(MAX_CLAUSES) {
        if let Some(call) = types.expressions.call(clause) {
            limits.add(types, BuiltIn::Integer, data_type, call, clause);
        }
    }
    limits.of_integers()
}

/// Returns the validation clause of a data type.
fn clause_of_type(ty: TypeView<'_>) -> Option<YamlNode<'_>> {
    let Body::Data(body) = ty.body() else { return None };
    Some(ty.tree().node(body.validation?.0))
}

/// Whether a clause has a single condition, which cannot contradict itself; most clauses do.
fn is_single(types: &Types, clause: YamlNode<'_>) -> bool {
    let Some(call) = types.expressions.call(clause) else { return false };
    let is_empty_list = |node: YamlNode<'_>| node.is_sequence() && node.items().next().is_none();
    !call.is_conjunction() && !call.arguments().last().is_some_and(|last| is_empty_list(last.node()))
}

fn same_file(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    first.tree().file() == second.tree().file()
}

impl<'g> Limits<'g> {
    /// Adds the limits that `part` of `clause` sets.
    fn add(
        &mut self,
        types: &'g Types,
        built_in: BuiltIn,
        data_type: TypeRef,
        part: Expression<'g>,
        clause: YamlNode<'g>,
    ) {
        if part.is_conjunction() {
            for argument in part.arguments() {
                self.add(types, built_in, data_type, argument, clause);
            }
            return;
        }
        let mut arguments = part.arguments();
        let (Some(value), Some(operand), None) = (arguments.next(), arguments.next(), arguments.next())
        else {
            return;
        };
        if !value.reads(FunctionSource::Value) || value.arguments().len() > 0 {
            return;
        }
        let operand = operand.node();
        let read =
            |node: YamlNode<'g>| literal(types, node, built_in, data_type).ok().map(|(value, _)| value);
        let Some(comparison) = part.function().and_then(|function| function.comparison) else { return };
        match comparison {
            Comparison::OneOf => {
                let values: Option<Vec<Value>> = operand.items().map(read).collect();
                if let Some(values) = values.filter(|_| operand.is_sequence()) {
                    self.only.push((values, clause));
                }
            }
            Comparison::Equal => self.only.extend(read(operand).map(|value| (vec![value], clause))),
            Comparison::GreaterThan
            | Comparison::GreaterOrEqual
            | Comparison::LessThan
            | Comparison::LessOrEqual => {
                let (Some(value), Some(kind)) = (read(operand), comparison.bound()) else { return };
                let (lower, strict) = (kind.is_lower, kind.is_strict);
                let bound = Bound { value, strict, clause };
                let limit = if lower { &mut self.lowest } else { &mut self.highest };
                let narrower = limit.as_ref().is_none_or(|known| match order(&bound.value, &known.value) {
                    Some(Ordering::Greater) => lower,
                    Some(Ordering::Less) => !lower,
                    Some(Ordering::Equal) => bound.strict && !known.strict,
                    None => false,
                });
                if narrower {
                    *limit = Some(bound);
                }
            }
        }
    }

    fn of_integers(&self) -> IntegerBounds {
        let integer = |value: &Value| match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        };
        let limit = |bound: &Option<Bound<'g>>, next: i64| {
            let bound = bound.as_ref()?;
            let value = integer(&bound.value)?;
            Some(if bound.strict { value.saturating_add(next) } else { value })
        };
        let lists = || self.only.iter().map(|(values, _)| values.iter().filter_map(integer));
        let least = limit(&self.lowest, 1).into_iter().chain(lists().filter_map(Iterator::min)).max();
        let most = limit(&self.highest, -1).into_iter().chain(lists().filter_map(Iterator::max)).min();
        IntegerBounds { least, most }
    }

    fn excluding_clause(&self, value: &Value) -> Option<YamlNode<'g>> {
        if let Some(low) = &self.lowest {
            match order(value, &low.value) {
                Some(Ordering::Less) => return Some(low.clause),
                Some(Ordering::Equal) if low.strict => return Some(low.clause),
                _ => {}
            }
        }
        if let Some(high) = &self.highest {
            match order(value, &high.value) {
                Some(Ordering::Greater) => return Some(high.clause),
                Some(Ordering::Equal) if high.strict => return Some(high.clause),
                _ => {}
            }
        }
        None
    }

    /// Returns two clauses that together allow no value.
    fn find_conflict(&self, built_in: BuiltIn) -> Option<(YamlNode<'g>, YamlNode<'g>)> {
        for (index, (values, clause)) in self.only.iter().enumerate() {
            if values.is_empty() {
                return Some((*clause, *clause));
            }
            for (other_values, other_clause) in &self.only[index + 1..] {
                if !values
                    .iter()
                    .any(|value| other_values.iter().any(|other_value| equal(value, other_value)))
                {
                    return Some((*clause, *other_clause));
                }
            }
            let excluded: Option<Vec<YamlNode<'g>>> =
                values.iter().map(|value| self.excluding_clause(value)).collect();
            if let Some(excluded) = excluded {
                return Some((*clause, *excluded.first()?));
            }
        }
        let (low, high) = (self.lowest.as_ref()?, self.highest.as_ref()?);
        let empty = match order(&low.value, &high.value)? {
            Ordering::Greater => true,
            Ordering::Equal => low.strict || high.strict,
            // There is no integer between two adjacent integers.
            Ordering::Less => match (built_in, &low.value, &high.value) {
                (BuiltIn::Integer, Value::Integer(lower), Value::Integer(upper)) => {
                    low.strict && high.strict && lower.checked_add(1) == Some(*upper)
                }
                _ => false,
            },
        };
        empty.then_some((low.clause, high.clause))
    }
}
