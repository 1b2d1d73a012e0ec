//! Counts variants, and samples variants that cover all pairs of values.

use rustc_hash::FxHashSet;

use crate::dialects::variability::ElementId;

use super::WorkLimit;
use super::diagrams::{Image, combinations};
use super::family::Family;
use super::formula::Formula;
use super::prover::{Prover, Variant};
use super::solver::{Batsat, Satisfiability};

/// The maximum number of values of all inputs for a sample of pairs.
const MAX_PAIRED_VALUES: usize = 500;

/// The number of variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The number of different sets of present elements, or `None` if it is too expensive to compute.
    pub variants: Option<String>,
    /// The number of combinations of values of inputs that may make a difference.
    pub combinations: String,
    /// Whether the number of variants is exact; otherwise it is an upper bound.
    pub is_exact: bool,
}

/// Returns the formulas that distinguish variants, each one once.
pub(super) fn features(family: &Family<'_, '_, '_>) -> Vec<Formula> {
    let mut seen = FxHashSet::default();
    let elements = 0..family.equations.model.elements.len();
    elements
        .map(|index| family.presence(ElementId::new(index)))
        .filter(|formula| *formula != Formula::TRUE && *formula != Formula::FALSE)
        .filter(|formula| seen.insert(formula.gate()))
        .collect()
}

/// Counts the variants of `family`.
#[must_use]
pub fn count(family: &Family<'_, '_, '_>) -> Counts {
    let has_constraints = family.constraint != Formula::TRUE;
    let allowed = if has_constraints { combinations(family) } else { None };
    let is_exact = family.is_exact() && (allowed.is_some() || !has_constraints);
    let all = || {
        let sizes = family.domains.iter().map(|domain| domain.values.len().max(1));
        sizes.fold("1".to_owned(), |product, size| multiply(&product, size))
    };
    Counts {
        variants: Image::new(family).map(|image| image.count()),
        combinations: allowed.unwrap_or_else(all),
        is_exact,
    }
}

/// Multiplies a decimal number by a small one.
fn multiply(number: &str, factor: usize) -> String {
    let mut carry = 0_usize;
    let mut digits: Vec<u8> = Vec::new();
    for digit in number.bytes().rev() {
        let product = usize::from(digit - b'0') * factor + carry;
        digits.push(b'0' + u8::try_from(product % 10).unwrap_or(0));
        carry = product / 10;
    }
    while carry > 0 {
        digits.push(b'0' + u8::try_from(carry % 10).unwrap_or(0));
        carry /= 10;
    }
    digits.reverse();
    String::from_utf8(digits).unwrap_or_default()
}

/// Returns few variants in which every pair of values of two inputs occurs that the constraints allow, chosen
/// greedily, or `None` if there are too many pairs.
#[must_use]
pub fn pairwise(family: &mut Family<'_, '_, '_>, limit: &WorkLimit) -> Option<Vec<Variant>> {
    let sizes: Vec<usize> = family.domains.iter().map(|domain| domain.values.len().max(1)).collect();
    let total: usize = sizes.iter().sum();
    if total > MAX_PAIRED_VALUES {
        return None;
    }
    if sizes.len() < 2 && family.constraint == Formula::TRUE {
        let values = sizes.first().copied().unwrap_or(1);
        let only = |value| if sizes.is_empty() { Vec::new() } else { vec![value] };
        return Some((0..values).map(only).collect());
    }
    if family.constraint != Formula::TRUE {
        return Some(constrained_pairs(family, pairs(&sizes), limit));
    }
    Some(unconstrained_pairs(&sizes))
}

/// Returns all pairs of values of two inputs with `sizes` values.
fn pairs(sizes: &[usize]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for first in 0..sizes.len() {
        for second in first + 1..sizes.len() {
            for first_value in 0..sizes[first] {
                pairs.extend((0..sizes[second]).map(|value| (first, first_value, second, value)));
            }
        }
    }
    pairs
}

/// Returns variants of two or more inputs with `sizes` values, in which all pairs occur. Input after input, from that with
/// most values, is added to all variants, and then the variants with the pairs that are missing.
fn unconstrained_pairs(sizes: &[usize]) -> Vec<Variant> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&input| std::cmp::Reverse(sizes[input]));
    let mut variants: Vec<Vec<Option<usize>>> = vec![vec![None; sizes.len()]];
    for (position, &input) in order.iter().enumerate() {
        let earlier = &order[..position];
        // The values of earlier inputs that are missing next to each value of this one.
        let mut missing: FxHashSet<(usize, usize, usize)> = FxHashSet::default();
        for &other in earlier {
            let values =
                (0..sizes[other]).flat_map(|known| (0..sizes[input]).map(move |value| (known, value)));
            missing.extend(values.map(|(known, value)| (other, known, value)));
        }
        for (number, variant) in variants.iter_mut().enumerate() {
            let set: Vec<_> = earlier.iter().filter_map(|&other| Some((other, variant[other]?))).collect();
            let gain = |value: usize| {
                set.iter().filter(|&&(other, known)| missing.contains(&(other, known, value))).count()
            };
            // Of equal values, each has its turn.
            let values = (0..sizes[input]).map(|value| (value + number) % sizes[input]);
            let best = values.rev().max_by_key(|&value| gain(value)).filter(|&value| gain(value) > 0);
            if let Some(value) = best {
                variant[input] = best;
                for &(other, known) in &set {
                    missing.remove(&(other, known, value));
                }
            }
        }
        let mut missing: Vec<_> = missing.into_iter().collect();
        missing.sort_unstable();
        for (other, known, value) in missing {
            let pair = (Some(known), Some(value));
            let of = |variant: &Vec<Option<usize>>| (variant[other], variant[input]);
            if variants.iter().any(|variant| of(variant) == pair) {
                continue;
            }
            let fits = |variant: &Vec<Option<usize>>| {
                variant[other].is_none_or(|set| set == known) && variant[input].is_none_or(|set| set == value)
            };
            let index = variants.iter().position(fits).unwrap_or(variants.len());
            if index == variants.len() {
                variants.push(vec![None; sizes.len()]);
            }
            (variants[index][other], variants[index][input]) = pair;
        }
    }
    let complete =
        |variant: Vec<Option<usize>>| variant.into_iter().map(|value| value.unwrap_or(0)).collect();
    variants.into_iter().map(complete).collect()
}

/// Two inputs, each with the index of its value.
type Pair = (usize, usize, usize, usize);

/// Returns variants that the constraints allow, in which each of `pairs` occurs that can.
fn constrained_pairs(family: &mut Family<'_, '_, '_>, pairs: Vec<Pair>, limit: &WorkLimit) -> Vec<Variant> {
    let mut uncovered: FxHashSet<Pair> = pairs.iter().copied().collect();
    let choices = family.choices.clone();
    let mut prover = Prover::new(family, Box::new(Batsat::new(limit)));
    let mut variants: Vec<Variant> = Vec::new();
    // The last question is for a single input, which has no pairs.
    let questions = pairs.into_iter().map(Some).chain([None]);
    for question in questions {
        let mut assumed = Vec::new();
        match question {
            Some(pair) if !uncovered.contains(&pair) => continue,
            Some(pair) => assumed.extend([choices[pair.0][pair.1], choices[pair.2][pair.3]]),
            None if !variants.is_empty() || choices.len() > 1 => continue,
            None => {}
        }
        if prover.ask(&assumed) != Satisfiability::Yes {
            continue;
        }
        // Further values that are in uncovered pairs.
        for (input, values) in choices.iter().enumerate() {
            for (value, &choice) in values.iter().enumerate() {
                let is_new = uncovered.iter().any(|&(first, first_value, second, second_value)| {
                    (first, first_value) == (input, value) || (second, second_value) == (input, value)
                });
                assumed.push(choice);
                if is_new && prover.ask(&assumed) == Satisfiability::Yes {
                    break;
                }
                assumed.pop();
            }
        }
        let _ = prover.ask(&assumed);
        let variant = prover.solver_variant();
        uncovered.retain(|&(first, first_value, second, second_value)| {
            variant[first] != first_value || variant[second] != second_value
        });
        variants.push(variant);
    }
    variants
}
