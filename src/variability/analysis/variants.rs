//! Counts variants, and samples variants that cover all pairs of values.

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialects::variability::ElementId;

use super::WorkLimit;
use super::family::Family;
use super::formula::{Formula, Gate};
use super::prover::{Prover, Variant};
use super::solver::{Batsat, Satisfiability};

/// The maximum size of one decision diagram.
const MAX_DIAGRAM_SIZE: usize = 50_000;
const MAX_TOTAL_SIZE: usize = 1_000_000;

/// The maximum number of values of all inputs for a sample of pairs.
const MAX_PAIRED_VALUES: usize = 500;

/// The maximum number of values of an input that is counted.
const MAX_VALUES: usize = 256;

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
    let mut combinations = "1".to_owned();
    for domain in &family.domains {
        combinations = multiply(&combinations, domain.values.len().max(1));
    }
    let counted = distinct(family);
    if family.constraint != Formula::TRUE
        && let Some((_, allowed)) = &counted
    {
        combinations.clone_from(allowed);
    }
    Counts {
        variants: counted.map(|(variants, _)| variants),
        combinations,
        is_exact: family.free.is_empty() && family.domains.iter().all(|domain| domain.is_exact),
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

/// Returns the number of different sets of elements, and of the combinations of values that the constraints allow.
/// Projects the inputs out of the relation between inputs and features.
fn distinct(family: &Family<'_, '_, '_>) -> Option<(String, String)> {
    let features = features(family);
    let inputs = family.formulas.variables() as usize;
    let total = u16::try_from(inputs + features.len()).ok()?;
    let set = BddVariableSet::new_anonymous(total);
    let (inputs_in_order, features_in_order) = order(family, &features, &set.variables());
    let variables = &inputs_in_order[..];
    let mut known: FxHashMap<usize, Bdd> = FxHashMap::default();
    let mut relation = set.mk_true();
    let mut remaining = MAX_TOTAL_SIZE;
    for choices in &family.choices {
        if choices.len() > MAX_VALUES {
            return None;
        }
        if choices.len() > 2 {
            let mut exactly = set.mk_false();
            for choice in choices {
                let mut only_this = set.mk_true();
                for alternative in choices {
                    let Gate::Variable(variable) = family.formulas.gate(alternative.gate()) else { continue };
                    only_this =
                        only_this.and(&set.mk_literal(variables[variable as usize], alternative == choice));
                }
                exactly = exactly.or(&only_this);
            }
            relation = conjunction(&relation, &exactly, &mut remaining)?;
        }
    }
    let constraint = build_diagram(family, family.constraint, (&set, variables), &mut known, &mut remaining)?;
    relation = conjunction(&relation, &constraint, &mut remaining)?;
    let allowed = relation.exact_cardinality() >> features.len();
    for (index, &feature) in features.iter().enumerate() {
        let diagram_of_feature =
            build_diagram(family, feature, (&set, variables), &mut known, &mut remaining)?;
        let name = set.mk_literal(features_in_order[index], true);
        relation = conjunction(&relation, &diagram_of_feature.iff(&name), &mut remaining)?;
    }
    let mut image = relation;
    for input in variables {
        image = image.var_exists(*input);
        remaining = remaining.checked_sub(image.size())?;
        if image.size() > MAX_DIAGRAM_SIZE {
            return None;
        }
    }
    // Each input variable is free in the image, and doubles the number.
    let doubled = image.exact_cardinality();
    Some(((doubled >> inputs).to_string(), allowed.to_string()))
}

/// Returns the variables of the inputs and of the features, from `variables` in their order: each feature follows the
/// last input that it depends on, so that diagrams of independent features stay small.
fn order(
    family: &Family<'_, '_, '_>,
    features: &[Formula],
    variables: &[BddVariable],
) -> (Vec<BddVariable>, Vec<BddVariable>) {
    let number = |gate: usize| match family.formulas.gate(gate) {
        Gate::Variable(variable) => Some(variable),
        _ => None,
    };
    let last = |feature: &Formula| family.formulas.cone(*feature).into_iter().filter_map(number).max();
    let mut places: Vec<(u32, bool, usize)> =
        (0..family.formulas.variables()).map(|input| (input, false, input as usize)).collect();
    places.extend(
        features.iter().enumerate().map(|(index, feature)| (last(feature).unwrap_or(0), true, index)),
    );
    places.sort_unstable();
    let of = |is_feature: bool| {
        let mut places: Vec<(usize, BddVariable)> = places
            .iter()
            .zip(variables)
            .filter(|((_, of_feature, _), _)| *of_feature == is_feature)
            .map(|((_, _, index), variable)| (*index, *variable))
            .collect();
        places.sort_unstable_by_key(|(index, _)| *index);
        places.into_iter().map(|(_, variable)| variable).collect()
    };
    (of(false), of(true))
}

/// Returns the conjunction, or `None` if it is too large or exceeds the `remaining` total.
fn conjunction(first: &Bdd, second: &Bdd, remaining: &mut usize) -> Option<Bdd> {
    // The work is at least the size of the operands.
    *remaining = remaining.checked_sub(first.size() + second.size())?;
    let conjunction =
        Bdd::binary_op_with_limit(MAX_DIAGRAM_SIZE, first, second, biodivine_lib_bdd::op_function::and)?;
    *remaining = remaining.checked_sub(conjunction.size())?;
    Some(conjunction)
}

fn build_diagram(
    family: &Family<'_, '_, '_>,
    formula: Formula,
    (set, variables): (&BddVariableSet, &[BddVariable]),
    known: &mut FxHashMap<usize, Bdd>,
    remaining: &mut usize,
) -> Option<Bdd> {
    let mut pending = vec![(formula.gate(), false)];
    while let Some((gate, ready)) = pending.pop() {
        if known.contains_key(&gate) {
            continue;
        }
        let result = match family.formulas.gate(gate) {
            Gate::True => set.mk_true(),
            Gate::Variable(number) => set.mk_literal(variables[number as usize], true),
            Gate::And(first, end) => {
                let parts = family.formulas.parts((first, end));
                if !ready {
                    pending.push((gate, true));
                    pending.extend(parts.iter().map(|part| (part.gate(), false)));
                    continue;
                }
                let mut all = set.mk_true();
                for part in parts {
                    let part_diagram = &known[&part.gate()];
                    all = if part.is_negated() {
                        conjunction(&all, &part_diagram.not(), remaining)?
                    } else {
                        conjunction(&all, part_diagram, remaining)?
                    };
                }
                all
            }
        };
        known.insert(gate, result);
    }
    let result = known.get(&formula.gate())?;
    Some(if formula.is_negated() { result.not() } else { result.clone() })
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
    let mut uncovered: FxHashSet<(usize, usize, usize, usize)> = FxHashSet::default();
    let mut queue = Vec::new();
    for first in 0..sizes.len() {
        for second in first + 1..sizes.len() {
            for first_value in 0..sizes[first] {
                for second_value in 0..sizes[second] {
                    uncovered.insert((first, first_value, second, second_value));
                    queue.push((first, first_value, second, second_value));
                }
            }
        }
    }
    if sizes.len() < 2 && family.constraint == Formula::TRUE {
        let values = sizes.first().copied().unwrap_or(1);
        let only = |value| if sizes.is_empty() { Vec::new() } else { vec![value] };
        return Some((0..values).map(only).collect());
    }
    if family.constraint != Formula::TRUE {
        return Some(constrained_pairs(family, queue, limit));
    }
    let mut variants = Vec::new();
    for pair in queue {
        if !uncovered.contains(&pair) {
            continue;
        }
        let mut variant: Vec<Option<usize>> = vec![None; sizes.len()];
        variant[pair.0] = Some(pair.1);
        variant[pair.2] = Some(pair.3);
        for input in 0..sizes.len() {
            if variant[input].is_some() {
                continue;
            }
            let covers = |value: usize| {
                let pairs = variant
                    .iter()
                    .enumerate()
                    .filter_map(|(set_input, set_value)| Some((set_input, (*set_value)?)));
                let new = pairs.filter(|&(set_input, set_value)| {
                    let pair = if set_input < input {
                        (set_input, set_value, input, value)
                    } else {
                        (input, value, set_input, set_value)
                    };
                    uncovered.contains(&pair)
                });
                new.count()
            };
            // Takes the first of the best, so that the sample is deterministic.
            let best = (0..sizes[input]).rev().max_by_key(|&value| covers(value));
            variant[input] = best;
        }
        let variant: Variant = variant.into_iter().map(|value| value.unwrap_or(0)).collect();
        for first in 0..sizes.len() {
            for second in first + 1..sizes.len() {
                uncovered.remove(&(first, variant[first], second, variant[second]));
            }
        }
        variants.push(variant);
    }
    Some(variants)
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
