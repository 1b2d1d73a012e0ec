//! How many variants there are, examples of them, and a sample that covers pairs of values.

use biodivine_lib_bdd::{Bdd, BddVariableSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialects::variability::ElementId;

use super::family::Family;
use super::formula::{Formula, Gate};
use super::prover::{Prover, Variant};

/// Decision diagrams up to this size are made, and of this size in all.
const LARGEST: usize = 50_000;
const ALL_TOGETHER: usize = 1_000_000;

/// So many values all inputs may have together for a sample of pairs.
const MOST_PAIRED: usize = 500;

/// Inputs with more values are not counted.
const MOST_VALUES: usize = 256;

/// How many variants there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Different sets of elements that are present; none where that is too much work.
    pub variants: Option<String>,
    /// Combinations of values of inputs that may make a difference.
    pub combinations: String,
    /// Whether the number of variants is exact; else it is at most this.
    pub is_exact: bool,
}

/// The formulas that tell variants apart: each one once.
fn features(family: &Family<'_, '_, '_>) -> Vec<Formula> {
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
    Counts {
        variants: distinct(family),
        combinations,
        is_exact: family.free.is_empty() && family.domains.iter().all(|domain| domain.is_exact),
    }
}

/// A decimal number times a small one.
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

/// The number of different sets of elements: the inputs are projected out of what links them to features.
fn distinct(family: &Family<'_, '_, '_>) -> Option<String> {
    let features = features(family);
    let inputs = family.formulas.variables() as usize;
    let total = u16::try_from(inputs + features.len()).ok()?;
    let set = BddVariableSet::new_anonymous(total);
    let variables = set.variables();
    let mut known: FxHashMap<usize, Bdd> = FxHashMap::default();
    let mut relation = set.mk_true();
    let mut left = ALL_TOGETHER;
    for choices in &family.choices {
        if choices.len() > MOST_VALUES {
            return None;
        }
        if choices.len() > 2 {
            let mut exactly = set.mk_false();
            for choice in choices {
                let mut one = set.mk_true();
                for other in choices {
                    let Gate::Variable(at) = family.formulas.gate(other.gate()) else { continue };
                    one = one.and(&set.mk_literal(variables[at as usize], other == choice));
                }
                exactly = exactly.or(&one);
            }
            relation = both(&relation, &exactly, &mut left)?;
        }
    }
    for (at, &feature) in features.iter().enumerate() {
        let own = diagram(family, feature, &set, &mut known, &mut left)?;
        let name = set.mk_literal(variables[inputs + at], true);
        relation = both(&relation, &own.iff(&name), &mut left)?;
    }
    let mut image = relation;
    for input in &variables[..inputs] {
        image = image.var_exists(*input);
        left = left.checked_sub(image.size())?;
        if image.size() > LARGEST {
            return None;
        }
    }
    // Each input variable is free in the image, and doubles the number.
    let doubled = image.exact_cardinality();
    Some((doubled >> inputs).to_string())
}

/// Both, unless that is too large, or more than is `left` in all.
fn both(one: &Bdd, other: &Bdd, left: &mut usize) -> Option<Bdd> {
    // What is gone through is at least as large as what is put together.
    *left = left.checked_sub(one.size() + other.size())?;
    let both = Bdd::binary_op_with_limit(LARGEST, one, other, biodivine_lib_bdd::op_function::and)?;
    *left = left.checked_sub(both.size())?;
    Some(both)
}

fn diagram(
    family: &Family<'_, '_, '_>,
    formula: Formula,
    set: &BddVariableSet,
    known: &mut FxHashMap<usize, Bdd>,
    left: &mut usize,
) -> Option<Bdd> {
    let variables = set.variables();
    let mut waiting = vec![(formula.gate(), false)];
    while let Some((at, ready)) = waiting.pop() {
        if known.contains_key(&at) {
            continue;
        }
        let made = match family.formulas.gate(at) {
            Gate::True => set.mk_true(),
            Gate::Variable(number) => set.mk_literal(variables[number as usize], true),
            Gate::And(first, end) => {
                let parts = family.formulas.parts((first, end));
                if !ready {
                    waiting.push((at, true));
                    waiting.extend(parts.iter().map(|part| (part.gate(), false)));
                    continue;
                }
                let mut all = set.mk_true();
                for part in parts {
                    let own = &known[&part.gate()];
                    all = if part.is_negated() {
                        both(&all, &own.not(), left)?
                    } else {
                        both(&all, own, left)?
                    };
                }
                all
            }
        };
        known.insert(at, made);
    }
    let made = known.get(&formula.gate())?;
    Some(if formula.is_negated() { made.not() } else { made.clone() })
}

/// Up to `most` variants that differ in what is present.
pub fn list(prover: &mut Prover<'_, '_, '_, '_>, most: usize) -> Vec<Variant> {
    let features = features(prover.family);
    let mut variants: Vec<Variant> = Vec::new();
    let mut excluded: Vec<Formula> = Vec::new();
    while variants.len() < most {
        let formula = prover.family.formulas.and(excluded.iter().copied());
        let Ok(Some(witness)) = prover.witness(formula) else { break };
        let truths: Vec<Formula> = features
            .iter()
            .map(
                |&feature| if is_true(prover.family, feature, &witness.variant) { feature } else { !feature },
            )
            .collect();
        variants.push(witness.variant);
        let same = prover.family.formulas.and(truths);
        excluded.push(!same);
    }
    variants
}

/// Whether `formula` is true in a variant; variables without an input are taken as false.
fn is_true(family: &Family<'_, '_, '_>, formula: Formula, variant: &Variant) -> bool {
    let mut values: FxHashMap<usize, bool> = FxHashMap::default();
    for (choices, &at) in family.choices.iter().zip(variant) {
        for (position, choice) in choices.iter().enumerate() {
            if *choice != Formula::TRUE {
                values.insert(choice.gate(), (position == at) != choice.is_negated());
            }
        }
    }
    let mut waiting = vec![(formula.gate(), false)];
    while let Some((at, ready)) = waiting.pop() {
        if values.contains_key(&at) {
            continue;
        }
        let value = match family.formulas.gate(at) {
            Gate::True => true,
            Gate::Variable(_) => false,
            Gate::And(first, end) => {
                let parts = family.formulas.parts((first, end));
                if !ready {
                    waiting.push((at, true));
                    waiting.extend(parts.iter().map(|part| (part.gate(), false)));
                    continue;
                }
                parts.iter().all(|part| values[&part.gate()] != part.is_negated())
            }
        };
        values.insert(at, value);
    }
    values.get(&formula.gate()).is_some_and(|value| *value != formula.is_negated())
}

/// Variants in which every pair of values of two inputs occurs: greedily, few of them. None where there are too
/// many pairs.
#[must_use]
pub fn pairwise(family: &Family<'_, '_, '_>) -> Option<Vec<Variant>> {
    let sizes: Vec<usize> = family.domains.iter().map(|domain| domain.values.len().max(1)).collect();
    let all: usize = sizes.iter().sum();
    if all > MOST_PAIRED {
        return None;
    }
    let mut open: FxHashSet<(usize, usize, usize, usize)> = FxHashSet::default();
    let mut queue = Vec::new();
    for one in 0..sizes.len() {
        for other in one + 1..sizes.len() {
            for value in 0..sizes[one] {
                for with in 0..sizes[other] {
                    open.insert((one, value, other, with));
                    queue.push((one, value, other, with));
                }
            }
        }
    }
    if sizes.len() < 2 {
        let values = sizes.first().copied().unwrap_or(1);
        let only = |value| if sizes.is_empty() { Vec::new() } else { vec![value] };
        return Some((0..values).map(only).collect());
    }
    let mut variants = Vec::new();
    for pair in queue {
        if !open.contains(&pair) {
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
                let pairs = variant.iter().enumerate().filter_map(|(other, with)| Some((other, (*with)?)));
                let new = pairs.filter(|&(other, with)| {
                    let pair =
                        if other < input { (other, with, input, value) } else { (input, value, other, with) };
                    open.contains(&pair)
                });
                new.count()
            };
            // The first of the best, so that the sample is always the same.
            let best = (0..sizes[input]).rev().max_by_key(|&value| covers(value));
            variant[input] = best;
        }
        let variant: Variant = variant.into_iter().map(|value| value.unwrap_or(0)).collect();
        for one in 0..sizes.len() {
            for other in one + 1..sizes.len() {
                open.remove(&(one, variant[one], other, variant[other]));
            }
        }
        variants.push(variant);
    }
    Some(variants)
}
