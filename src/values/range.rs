//! Whether conditions leave any value: bounds and lists of values that are written out (9.3b-24).

use std::cmp::Ordering;

use crate::functions::{Comparison, Function, Source, is_conjunction};
use crate::grammar::call_name;
use crate::literals::{BuiltIn, Value, equal, order};
use crate::model::types::{TypeRef, Types};
use crate::yaml::Node;

use super::evaluator::arguments;
use super::literal;

/// A bound and the clause that sets it.
struct Bound<'g> {
    value: Value,
    /// Whether the bound itself is excluded.
    strict: bool,
    clause: Node<'g>,
}

/// What clauses say of a value directly.
#[derive(Default)]
struct Limits<'g> {
    lowest: Option<Bound<'g>>,
    highest: Option<Bound<'g>>,
    /// Lists of the only values that are admitted.
    only: Vec<(Vec<Value>, Node<'g>)>,
}

/// Another clause that `clause`, one of `clauses`, contradicts; itself where it contradicts itself.
pub(super) fn contradiction<'g>(
    types: &'g Types,
    of: TypeRef,
    clauses: &[Node<'g>],
    clause: Node<'g>,
) -> Option<Node<'g>> {
    let built_in = types.built_in(of)?;
    if let [only] = clauses
        && is_single(*only)
    {
        return None;
    }
    let is_own = |node: Node<'g>| node.id() == clause.id() && same_file(node, clause);
    let (mut others, mut all) = (Limits::default(), Limits::default());
    for node in clauses {
        all.add(types, built_in, of, *node, *node);
        if !is_own(*node) {
            others.add(types, built_in, of, *node, *node);
        }
    }
    let (one, other) = all.conflict(built_in)?;
    // What was impossible before is told there.
    if others.conflict(built_in).is_some() {
        return None;
    }
    Some(if is_own(one) { other } else { one })
}

/// Whether a clause says one thing only, which contradicts nothing: most clauses do.
fn is_single(clause: Node<'_>) -> bool {
    let operands = arguments(clause);
    let is_empty =
        operands.last().is_some_and(|operand| operand.is_sequence() && operand.items().next().is_none());
    call_name(clause).is_some_and(|name| !is_conjunction(name.text())) && !is_empty
}

fn same_file(one: Node<'_>, other: Node<'_>) -> bool {
    one.tree().file() == other.tree().file()
}

impl<'g> Limits<'g> {
    /// Adds what `node`, a part of `clause`, says.
    fn add(&mut self, types: &'g Types, built_in: BuiltIn, of: TypeRef, node: Node<'g>, clause: Node<'g>) {
        let Some(name) = call_name(node) else { return };
        let arguments = arguments(node);
        if is_conjunction(name.text()) {
            for argument in arguments {
                self.add(types, built_in, of, argument, clause);
            }
            return;
        }
        let [value, operand] = arguments[..] else { return };
        let is_value = call_name(value).is_some_and(|name| Source::Value.is_read_by(name.text()))
            && super::evaluator::arguments(value).is_empty();
        if !is_value {
            return;
        }
        let read = |node: Node<'g>| literal(types, node, built_in, of).ok().map(|(value, _)| value);
        let Some(comparison) = Function::called(name.text()).and_then(|function| function.comparison) else {
            return;
        };
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
                let place = if lower { &mut self.lowest } else { &mut self.highest };
                let narrower = place.as_ref().is_none_or(|known| match order(&bound.value, &known.value) {
                    Some(Ordering::Greater) => lower,
                    Some(Ordering::Less) => !lower,
                    Some(Ordering::Equal) => bound.strict && !known.strict,
                    None => false,
                });
                if narrower {
                    *place = Some(bound);
                }
            }
        }
    }

    fn admits(&self, value: &Value) -> Option<Node<'g>> {
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

    /// Two clauses that together admit nothing.
    fn conflict(&self, built_in: BuiltIn) -> Option<(Node<'g>, Node<'g>)> {
        for (at, (values, clause)) in self.only.iter().enumerate() {
            if values.is_empty() {
                return Some((*clause, *clause));
            }
            for (others, other) in &self.only[at + 1..] {
                if !values.iter().any(|value| others.iter().any(|other| equal(value, other))) {
                    return Some((*clause, *other));
                }
            }
            let excluded: Option<Vec<Node<'g>>> = values.iter().map(|value| self.admits(value)).collect();
            if let Some(excluded) = excluded {
                return Some((*clause, *excluded.first()?));
            }
        }
        let (low, high) = (self.lowest.as_ref()?, self.highest.as_ref()?);
        let empty = match order(&low.value, &high.value)? {
            Ordering::Greater => true,
            Ordering::Equal => low.strict || high.strict,
            // Between two neighbouring integers there is none.
            Ordering::Less => match (built_in, &low.value, &high.value) {
                (BuiltIn::Integer, Value::Integer(one), Value::Integer(other)) => {
                    low.strict && high.strict && one.checked_add(1) == Some(*other)
                }
                _ => false,
            },
        };
        empty.then_some((low.clause, high.clause))
    }
}
