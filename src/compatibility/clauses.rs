//! Conditions: validation clauses and node filters (TOSCA 2.0 §9.11, §8.6). A value must satisfy all that a
//! definition inherits and has itself.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use crate::expressions::Expression;
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::{Comparison, Edit, Site};
use super::meaning::{Meaning, is_same_function};
use super::usage::Usage;
use super::values::{names, shown, spelling};

/// More clauses than this are compared by how they are written.
const MAX_COMPARED_CLAUSES: usize = 256;

/// The conditions of one version.
#[derive(Clone)]
pub(super) struct Clauses<'g> {
    /// The conditions, which must all be satisfied.
    pub(super) nodes: Vec<YamlNode<'g>>,
    /// The type of the values that they validate, or `None` for conditions of another kind.
    pub(super) validated: Option<ValueType<'g>>,
}

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
        old: &Clauses<'g>,
        new: &Clauses<'g>,
        keys: (YamlNode<'g>, YamlNode<'g>),
        usage: Usage,
    ) {
        let all_old = flatten(&old.nodes, |node| self.old_condition(node, old.validated.as_ref()));
        let all_new = flatten(&new.nodes, |node| self.new_condition(node, new.validated.as_ref()));
        let (mut removed, mut added) = (missing(&all_old, &all_new), missing(&all_new, &all_old));
        let are_few = removed.len().max(added.len()) <= MAX_COMPARED_CLAUSES;
        let mut position = 0;
        while are_few && position < removed.len() {
            let old_clause = removed[position];
            let replacement = added
                .iter()
                .enumerate()
                .find_map(|(index, new_clause)| Some((index, effect(old_clause, new_clause)?)));
            let Some((index, effect)) = replacement else {
                position += 1;
                continue;
            };
            removed.remove(position);
            let edit = Edit::changed(keyname, Site::At(old_clause.node), Site::At(added.remove(index).node));
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
            let edit = Edit::changed(keyname, Site::At(old_clause.node), Site::At(new_clause.node));
            let what =
                format!("has the {word} {} instead of {}", shown(new_clause.node), shown(old_clause.node));
            self.report(Impact::Breaking, &edit, what, "may be more restrictive (unknown)");
        }
        for clause in removed {
            let (impact, why) = usage.widened();
            let edit = Edit::changed(keyname, Site::At(clause.node), Site::Near(keys.1));
            self.report(impact, &edit, format!("no longer has the {word} {}", shown(clause.node)), why);
        }
        for clause in added {
            let (impact, why) = usage.narrowed();
            let edit = Edit::changed(keyname, Site::Near(keys.0), Site::At(clause.node));
            self.report(impact, &edit, format!("now has the {word} {}", shown(clause.node)), why);
        }
    }
}

/// Returns the clauses that are not among `others`.
fn missing<'c, 'g>(clauses: &'c [Meaning<'g>], others: &[Meaning<'g>]) -> Vec<&'c Meaning<'g>> {
    let written: FxHashSet<String> = others.iter().map(|other| spelling(other.node)).collect();
    let are_few = clauses.len().max(others.len()) <= MAX_COMPARED_CLAUSES;
    let is_known = |clause: &Meaning<'g>| {
        written.contains(&spelling(clause.node))
            || are_few && others.iter().any(|other| clause.is_same(other))
    };
    clauses.iter().filter(|clause| !is_known(clause)).collect()
}

/// Returns the clauses that must all be satisfied, each once; the arguments of `$and` are separate clauses.
fn flatten<'g>(
    clauses: &[YamlNode<'g>],
    condition: impl Fn(YamlNode<'g>) -> Meaning<'g>,
) -> Vec<Meaning<'g>> {
    let mut flattened: Vec<Meaning<'g>> = Vec::new();
    let mut written = FxHashSet::default();
    let mut pending: Vec<YamlNode<'g>> = clauses.iter().rev().copied().collect();
    while let Some(node) = pending.pop() {
        let clause = condition(node);
        match clause.call().filter(|call| call.is_conjunction()) {
            Some(call) => pending.extend(call.arguments().rev().map(Expression::node)),
            None if !written.insert(spelling(node)) => {}
            None if flattened.len() <= MAX_COMPARED_CLAUSES
                && flattened.iter().any(|known| clause.is_same(known)) => {}
            None => flattened.push(clause),
        }
    }
    flattened
}

/// Returns the effect of replacing one clause by another, or `None` if they do not compare the same thing in
/// the same way.
fn effect<'g>(old: &Meaning<'g>, new: &Meaning<'g>) -> Option<Effect> {
    let (old_call, new_call) = (old.call()?, new.call()?);
    let ([old_subject, old], [new_subject, new]) = (old.arguments(), new.arguments()) else { return None };
    if !is_same_function(old_call, new_call) || !old_subject.is_same(new_subject) {
        return None;
    }
    let comparison = old_call.function()?.comparison?;
    if !comparison.is_with_single_value() {
        return values(old, new);
    }
    let is_lower = comparison.bound()?.is_lower;
    let bound = if is_lower { "lower" } else { "upper" };
    let what = format!("has the {bound} bound {} instead of {}", shown(new.node), shown(old.node));
    match new.order(old)? {
        Ordering::Equal => Some(Effect::Equal),
        // A lower bound that rises leaves less, an upper bound that rises leaves more.
        change if (change == Ordering::Greater) == is_lower => Some(Effect::Narrower(what)),
        Ordering::Greater | Ordering::Less => Some(Effect::Wider(what)),
    }
}

/// Two lists of valid values.
fn values<'g>(old: &Meaning<'g>, new: &Meaning<'g>) -> Option<Effect> {
    if !old.node.is_sequence() || !new.node.is_sequence() {
        return None;
    }
    let (old, new) = (old.items(), new.items());
    let missing = |from: &[Meaning<'g>], list: &[Meaning<'g>]| {
        let values = from.iter().filter(|value| !list.iter().any(|item| value.is_same(item)));
        values.map(|value| bare(value.node)).collect::<Vec<_>>()
    };
    let (removed, added) = (missing(&old, &new), missing(&new, &old));
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
