//! Conditions: validation clauses and node filters (TOSCA 2.0 §9.11, §8.6). All that a definition inherits
//! and gives itself must hold.

use std::cmp::Ordering;

use crate::expressions::Expression;
use crate::model::types::Types;
use crate::yaml::{Node, Scalar};

use super::change::Impact;
use super::comparison::{Comparison, Edit, Side};
use super::usage::Usage;
use super::values::{names, same, shown};

/// How a condition changed, as far as can be told.
enum Effect {
    /// Less is admitted than before.
    Narrower(String),
    /// More is admitted than before.
    Wider(String),
    /// Some is admitted that was not, and the reverse.
    Crossed(String),
    /// It says the same in other words.
    Equal,
}

impl<'g> Comparison<'g> {
    /// Compares the clauses that stand behind a keyname.
    pub(super) fn clauses(
        &mut self,
        keyname: &'static str,
        old: &[Node<'g>],
        new: &[Node<'g>],
        keys: (Node<'g>, Node<'g>),
        usage: Usage,
    ) {
        let types = (self.old, self.new);
        let (all_old, all_new) = (flat(self.old, old), flat(self.new, new));
        let unknown = |all: &[Node<'g>], clause: &Node<'g>| !all.iter().any(|other| same(*clause, *other));
        let mut gone: Vec<Node<'g>> =
            all_old.iter().copied().filter(|clause| unknown(&all_new, clause)).collect();
        let mut come: Vec<Node<'g>> =
            all_new.iter().copied().filter(|clause| unknown(&all_old, clause)).collect();
        let mut at = 0;
        while at < gone.len() {
            let one = gone[at];
            let found =
                come.iter().enumerate().find_map(|(index, other)| Some((index, effect(types, one, *other)?)));
            let Some((index, effect)) = found else {
                at += 1;
                continue;
            };
            gone.remove(at);
            let edit = Edit::changed(keyname, Side::At(one), Side::At(come.remove(index)));
            match effect {
                Effect::Equal => {}
                Effect::Narrower(what) => {
                    let (impact, why) = usage.narrowed();
                    self.tell(impact, &edit, what, why);
                }
                Effect::Wider(what) => {
                    let (impact, why) = usage.widened();
                    self.tell(impact, &edit, what, why);
                }
                Effect::Crossed(what) => {
                    let (impact, why) = usage.replaced();
                    self.tell(impact, &edit, what, why);
                }
            }
        }
        let word = if keyname == "node_filter" { "node filter" } else { "validation" };
        let pairs = gone.len().min(come.len());
        for (one, other) in gone.drain(..pairs).zip(come.drain(..pairs)) {
            let edit = Edit::changed(keyname, Side::At(one), Side::At(other));
            let what = format!("has the {word} {} instead of {}", shown(other), shown(one));
            self.tell(Impact::Breaking, &edit, what, "may be more restrictive (unknown)");
        }
        for clause in gone {
            let (impact, why) = usage.widened();
            let edit = Edit::changed(keyname, Side::At(clause), Side::Near(keys.1));
            self.tell(impact, &edit, format!("no longer has the {word} {}", shown(clause)), why);
        }
        for clause in come {
            let (impact, why) = usage.narrowed();
            let edit = Edit::changed(keyname, Side::Near(keys.0), Side::At(clause));
            self.tell(impact, &edit, format!("now has the {word} {}", shown(clause)), why);
        }
    }
}

/// The clauses that must all hold, those joined by `$and` one by one.
fn flat<'g>(types: &'g Types, clauses: &[Node<'g>]) -> Vec<Node<'g>> {
    let mut found: Vec<Node<'g>> = Vec::new();
    let mut waiting: Vec<Node<'g>> = clauses.iter().rev().copied().collect();
    while let Some(clause) = waiting.pop() {
        match types.expressions.call(clause).filter(|call| call.is_conjunction()) {
            Some(call) => waiting.extend(call.arguments().rev().map(Expression::node)),
            None if found.iter().any(|known| same(*known, clause)) => {}
            None => found.push(clause),
        }
    }
    found
}

/// The name and the two arguments of a call that has two.
fn of_two<'g>(types: &'g Types, clause: Node<'g>) -> Option<(Expression<'g>, Node<'g>, Node<'g>)> {
    let call = types.expressions.call(clause)?;
    let mut arguments = call.arguments().map(Expression::node);
    let (first, second) = (arguments.next()?, arguments.next()?);
    arguments.next().is_none().then_some((call, first, second))
}

/// What a clause in place of another does, where both ask the same of the same.
fn effect(types: (&Types, &Types), old: Node<'_>, new: Node<'_>) -> Option<Effect> {
    let (call, old_subject, old) = of_two(types.0, old)?;
    let (other, new_subject, new) = of_two(types.1, new)?;
    if call.name()?.text() != other.name()?.text() || !same(old_subject, new_subject) {
        return None;
    }
    let comparison = call.function()?.comparison?;
    if !comparison.is_with_single_value() {
        return values(old, new);
    }
    let is_lower = comparison.bound()?.is_lower;
    let ((before, unit), (after, other_unit)) = (amount(old)?, amount(new)?);
    if unit != other_unit {
        return None;
    }
    let bound = if is_lower { "lower" } else { "upper" };
    let what = format!("has the {bound} bound {} instead of {}", shown(new), shown(old));
    match after.partial_cmp(&before)? {
        Ordering::Equal => Some(Effect::Equal),
        // A lower bound that rises leaves less, an upper bound that rises leaves more.
        change if (change == Ordering::Greater) == is_lower => Some(Effect::Narrower(what)),
        Ordering::Greater | Ordering::Less => Some(Effect::Wider(what)),
    }
}

/// Two lists of valid values.
fn values(old: Node<'_>, new: Node<'_>) -> Option<Effect> {
    if !old.is_sequence() || !new.is_sequence() {
        return None;
    }
    let missing = |from: Node<'_>, list: Node<'_>| {
        let values = from.items().filter(|value| !list.items().any(|other| same(*value, other)));
        values.map(|value| bare(value)).collect::<Vec<_>>()
    };
    let (gone, come) = (missing(old, new), missing(new, old));
    Some(match (gone.is_empty(), come.is_empty()) {
        (true, true) => Effect::Equal,
        (false, true) => Effect::Narrower(format!("no longer allows {}", names(&gone))),
        (true, false) => Effect::Wider(format!("also allows {}", names(&come))),
        (false, false) => {
            Effect::Crossed(format!("no longer allows {}, only {}", names(&gone), names(&come)))
        }
    })
}

fn bare(value: Node<'_>) -> String {
    let shown = shown(value);
    shown.trim_matches('`').to_owned()
}

/// A number and the unit behind it.
fn amount(node: Node<'_>) -> Option<(f64, &str)> {
    let text = match node.scalar()? {
        Scalar::Integer(text) | Scalar::Float(text) | Scalar::String(text) => text,
        Scalar::Null | Scalar::Bool(_) => return None,
    };
    let (number, unit) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let number: f64 = number.parse().ok()?;
    number.is_finite().then(|| (number, unit.trim()))
}
