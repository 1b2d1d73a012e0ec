//! Conditions: validation clauses and node filters (TOSCA 2.0 §9.11, §8.6). A value must satisfy all that a
//! definition inherits and has itself.

use std::cmp::Ordering;

use crate::expressions::Expression;
use crate::model::types::Types;
use crate::yaml::{Scalar, YamlNode};

use super::change::Impact;
use super::comparison::{Comparison, Edit, Site};
use super::usage::Usage;
use super::values::{is_same_value, names, shown};

/// How a condition changed, if that is known.
enum Effect {
    /// Fewer values are allowed than before.
    Narrower(String),
    /// More values are allowed than before.
    Wider(String),
    /// Some values are newly allowed, and others no longer.
    Crossed(String),
    /// The same values are allowed.
    Equal,
}

impl<'g> Comparison<'g> {
    /// Compares the clauses of a keyname.
    pub(super) fn clauses(
        &mut self,
        keyname: &'static str,
        old: &[YamlNode<'g>],
        new: &[YamlNode<'g>],
        keys: (YamlNode<'g>, YamlNode<'g>),
        usage: Usage,
    ) {
        let types = (self.old, self.new);
        let (all_old, all_new) = (flatten(self.old, old), flatten(self.new, new));
        let unknown = |all: &[YamlNode<'g>], clause: &YamlNode<'g>| {
            !all.iter().any(|known| is_same_value(*clause, *known))
        };
        let mut removed: Vec<YamlNode<'g>> =
            all_old.iter().copied().filter(|clause| unknown(&all_new, clause)).collect();
        let mut added: Vec<YamlNode<'g>> =
            all_new.iter().copied().filter(|clause| unknown(&all_old, clause)).collect();
        let mut position = 0;
        while position < removed.len() {
            let old_clause = removed[position];
            let replacement = added
                .iter()
                .enumerate()
                .find_map(|(index, new_clause)| Some((index, effect(types, old_clause, *new_clause)?)));
            let Some((index, effect)) = replacement else {
                position += 1;
                continue;
            };
            removed.remove(position);
            let edit = Edit::changed(keyname, Site::At(old_clause), Site::At(added.remove(index)));
            match effect {
                Effect::Equal => {}
                Effect::Narrower(what) => {
                    let (impact, why) = usage.narrowed();
                    self.report(impact, &edit, what, why);
                }
                Effect::Wider(what) => {
                    let (impact, why) = usage.widened();
                    self.report(impact, &edit, what, why);
                }
                Effect::Crossed(what) => {
                    let (impact, why) = usage.replaced();
                    self.report(impact, &edit, what, why);
                }
            }
        }
        let word = if keyname == "node_filter" { "node filter" } else { "validation" };
        let pairs = removed.len().min(added.len());
        for (old_clause, new_clause) in removed.drain(..pairs).zip(added.drain(..pairs)) {
            let edit = Edit::changed(keyname, Site::At(old_clause), Site::At(new_clause));
            let what = format!("has the {word} {} instead of {}", shown(new_clause), shown(old_clause));
            self.report(Impact::Breaking, &edit, what, "may be more restrictive (unknown)");
        }
        for clause in removed {
            let (impact, why) = usage.widened();
            let edit = Edit::changed(keyname, Site::At(clause), Site::Near(keys.1));
            self.report(impact, &edit, format!("no longer has the {word} {}", shown(clause)), why);
        }
        for clause in added {
            let (impact, why) = usage.narrowed();
            let edit = Edit::changed(keyname, Site::Near(keys.0), Site::At(clause));
            self.report(impact, &edit, format!("now has the {word} {}", shown(clause)), why);
        }
    }
}

/// Returns the clauses that must all be satisfied; the arguments of `$and` are separate clauses.
fn flatten<'g>(types: &'g Types, clauses: &[YamlNode<'g>]) -> Vec<YamlNode<'g>> {
    let mut flattened: Vec<YamlNode<'g>> = Vec::new();
    let mut pending: Vec<YamlNode<'g>> = clauses.iter().rev().copied().collect();
    while let Some(clause) = pending.pop() {
        match types.expressions.call(clause).filter(|call| call.is_conjunction()) {
            Some(call) => pending.extend(call.arguments().rev().map(Expression::node)),
            None if flattened.iter().any(|known| is_same_value(*known, clause)) => {}
            None => flattened.push(clause),
        }
    }
    flattened
}

/// Returns a call with exactly two arguments, and these arguments.
fn binary_call<'g>(
    types: &'g Types,
    clause: YamlNode<'g>,
) -> Option<(Expression<'g>, YamlNode<'g>, YamlNode<'g>)> {
    let call = types.expressions.call(clause)?;
    let mut arguments = call.arguments().map(Expression::node);
    let (first, second) = (arguments.next()?, arguments.next()?);
    arguments.next().is_none().then_some((call, first, second))
}

/// Returns the effect of replacing one clause by another, or `None` if they do not compare the same thing in
/// the same way.
fn effect(types: (&Types, &Types), old: YamlNode<'_>, new: YamlNode<'_>) -> Option<Effect> {
    let (old_call, old_subject, old) = binary_call(types.0, old)?;
    let (new_call, new_subject, new) = binary_call(types.1, new)?;
    if old_call.name()?.text() != new_call.name()?.text() || !is_same_value(old_subject, new_subject) {
        return None;
    }
    let comparison = old_call.function()?.comparison?;
    if !comparison.is_with_single_value() {
        return values(old, new);
    }
    let is_lower = comparison.bound()?.is_lower;
    let ((old_number, old_unit), (new_number, new_unit)) = (amount(old)?, amount(new)?);
    if old_unit != new_unit {
        return None;
    }
    let bound = if is_lower { "lower" } else { "upper" };
    let what = format!("has the {bound} bound {} instead of {}", shown(new), shown(old));
    match new_number.partial_cmp(&old_number)? {
        Ordering::Equal => Some(Effect::Equal),
        // A lower bound that rises leaves less, an upper bound that rises leaves more.
        change if (change == Ordering::Greater) == is_lower => Some(Effect::Narrower(what)),
        Ordering::Greater | Ordering::Less => Some(Effect::Wider(what)),
    }
}

/// Two lists of valid values.
fn values(old: YamlNode<'_>, new: YamlNode<'_>) -> Option<Effect> {
    if !old.is_sequence() || !new.is_sequence() {
        return None;
    }
    let missing = |from: YamlNode<'_>, list: YamlNode<'_>| {
        let values = from.items().filter(|value| !list.items().any(|item| is_same_value(*value, item)));
        values.map(|value| bare(value)).collect::<Vec<_>>()
    };
    let (removed, added) = (missing(old, new), missing(new, old));
    Some(match (removed.is_empty(), added.is_empty()) {
        (true, true) => Effect::Equal,
        (false, true) => Effect::Narrower(format!("no longer allows {}", names(&removed))),
        (true, false) => Effect::Wider(format!("also allows {}", names(&added))),
        (false, false) => {
            Effect::Crossed(format!("no longer allows {}, only {}", names(&removed), names(&added)))
        }
    })
}

fn bare(value: YamlNode<'_>) -> String {
    let shown = shown(value);
    shown.trim_matches('`').to_owned()
}

/// Returns a number and the unit after it.
fn amount(node: YamlNode<'_>) -> Option<(f64, &str)> {
    let text = match node.scalar()? {
        Scalar::Integer(text) | Scalar::Float(text) | Scalar::String(text) => text,
        Scalar::Null | Scalar::Bool(_) => return None,
    };
    let (number, unit) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let number: f64 = number.parse().ok()?;
    number.is_finite().then(|| (number, unit.trim()))
}
