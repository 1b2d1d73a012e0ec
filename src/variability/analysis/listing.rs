//! Lists variants with different elements.
//!
//! Input: a family. Output: variants, no two of them with the same elements, and why there may be more. Few
//! combinations of values are enumerated, many are left to the solver.

use rustc_hash::FxHashSet;

use super::super::presence::solve;
use super::family::Family;
use super::formula::{Formula, Gate};
use super::prover::{Prover, Variant};
use super::solver::{Batsat, Satisfiability};
use super::variants::features;
use super::{WorkLimit, values_of};

/// The maximum number of combinations of values that are enumerated.
const MAX_ENUMERATED: usize = 1 << 16;

/// The maximum work of an enumeration: combinations, times formulas or equations.
const MAX_EVALUATED: usize = 40_000_000;

/// A variant with its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedVariant {
    /// The index of each input's value in its domain.
    pub variant: Variant,
    /// Whether each element is present.
    pub present: Vec<bool>,
}

/// Variants with different elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The variants.
    pub variants: Vec<ListedVariant>,
    /// Why there may be more variants, or `None` if these are all.
    pub stopped: Option<String>,
}

/// Returns up to `max` variants of `family` that differ in the elements that are present.
#[must_use]
pub fn list(family: &mut Family<'_, '_, '_>, max: usize, limit: &WorkLimit) -> Listing {
    let mut collector = Collector { max, seen: FxHashSet::default(), listing: Listing::default() };
    let combinations =
        family.domains.iter().map(|domain| domain.values.len().max(1)).fold(1_usize, usize::saturating_mul);
    let cost = if family.free.is_empty() { family.formulas.len() / 16 } else { family.equations.cells() };
    if combinations <= MAX_ENUMERATED && combinations.saturating_mul(cost.max(1)) <= MAX_EVALUATED {
        enumerate(family, &mut collector);
    } else {
        ask(family, &mut collector, limit);
    }
    let mut listing = collector.listing;
    let is_sampled = if family.free.is_empty() {
        family.domains.iter().any(|domain| !domain.is_exact)
    } else {
        family.domains.iter().any(|domain| !domain.is_whole)
    };
    if listing.stopped.is_none() && is_sampled {
        listing.stopped = Some("not all values of the inputs were tried".to_owned());
    }
    listing
}

/// Returns which elements are present in a variant, or `None` if that is not known, or the constraints exclude it.
#[must_use]
pub fn present_in(family: &Family<'_, '_, '_>, variant: &Variant) -> Option<Vec<bool>> {
    let values = values_of(family, variant);
    let solution = solve(family.equations, &values, &mut Vec::new());
    let model = family.equations.model;
    let present = || model.all().map(|(id, _)| solution.is_present(id) == Some(true)).collect();
    (solution.is_complete() && solution.violated_constraint().is_none()).then(present)
}

/// Collects variants with different elements.
struct Collector {
    max: usize,
    seen: FxHashSet<Vec<bool>>,
    listing: Listing,
}

impl Collector {
    /// Adds a variant unless one with the same elements is listed; returns its elements, if they are known.
    fn add(&mut self, family: &Family<'_, '_, '_>, variant: &Variant) -> Option<Vec<bool>> {
        let present = present_in(family, variant)?;
        if self.seen.contains(&present) {
            return Some(present);
        }
        if self.listing.variants.len() == self.max {
            self.listing.stopped = Some(format!("there are more than {}", self.max));
        } else {
            self.seen.insert(present.clone());
            self.listing.variants.push(ListedVariant { variant: variant.clone(), present: present.clone() });
        }
        Some(present)
    }
}

/// Tries all combinations of values, 64 at a time.
fn enumerate(family: &Family<'_, '_, '_>, collector: &mut Collector) {
    let features = features(family);
    let is_simulated = family.free.is_empty();
    let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
    let mut next = Some(vec![0; family.domains.len()]);
    while next.is_some() && collector.listing.stopped.is_none() {
        let mut batch: Vec<Variant> = Vec::new();
        while let Some(variant) = next.take_if(|_| batch.len() < 64) {
            next = successor(family, variant.clone());
            batch.push(variant);
        }
        let words = if is_simulated { simulate(family, &batch) } else { Vec::new() };
        for (bit, variant) in batch.iter().enumerate() {
            let is_new = !is_simulated || {
                let mut truths = vec![0_u64; features.len().div_ceil(64)];
                for (index, feature) in features.iter().enumerate() {
                    let is_true = (words[feature.gate()] >> bit & 1 == 1) != feature.is_negated();
                    truths[index / 64] |= u64::from(is_true) << (index % 64);
                }
                let constraint = family.constraint;
                let is_allowed = (words[constraint.gate()] >> bit & 1 == 1) != constraint.is_negated();
                is_allowed && seen.insert(truths)
            };
            if is_new && collector.listing.stopped.is_none() {
                collector.add(family, variant);
            }
        }
    }
}

/// Returns the next combination of values, or `None` after the last one. The last input changes first.
fn successor(family: &Family<'_, '_, '_>, mut variant: Variant) -> Option<Variant> {
    for input in (0..variant.len()).rev() {
        variant[input] += 1;
        if variant[input] < family.domains[input].values.len() {
            return Some(variant);
        }
        variant[input] = 0;
    }
    None
}

/// Returns the values of all formulas in a batch of variants, one bit for each variant.
fn simulate(family: &Family<'_, '_, '_>, batch: &[Variant]) -> Vec<u64> {
    let formulas = &family.formulas;
    let mut words = vec![0_u64; formulas.len()];
    for (input, choices) in family.choices.iter().enumerate() {
        for (value, choice) in choices.iter().enumerate() {
            if !choice.is_negated() {
                for (bit, _) in batch.iter().enumerate().filter(|(_, variant)| variant[input] == value) {
                    words[choice.gate()] |= 1 << bit;
                }
            }
        }
    }
    // The parts of a formula come before it.
    for gate in 0..formulas.len() {
        words[gate] = match formulas.gate(gate) {
            Gate::True => u64::MAX,
            Gate::Variable(_) => words[gate],
            Gate::And(first, end) => {
                let value =
                    |part: &Formula| if part.is_negated() { !words[part.gate()] } else { words[part.gate()] };
                formulas.parts((first, end)).iter().map(value).fold(u64::MAX, |all, word| all & word)
            }
        };
    }
    words
}

/// Asks the solver for one variant after the other, and excludes each.
fn ask(family: &mut Family<'_, '_, '_>, collector: &mut Collector, limit: &WorkLimit) {
    /// The maximum number of variants that turn out to be listed already.
    const MAX_REPEATED: usize = 1_000;
    let features = features(family);
    let mut repeated = 0;
    let has_free = !family.free.is_empty();
    let mut prover = Prover::new(family, Box::new(Batsat::new(limit)));
    for &feature in &features {
        prover.literal(feature);
    }
    while collector.listing.stopped.is_none() {
        match prover.ask(&[]) {
            Satisfiability::No => return,
            Satisfiability::Unknown => {
                collector.listing.stopped = Some(limit.limit_reached(false));
                return;
            }
            Satisfiability::Yes => {}
        }
        let truths: Vec<Formula> = features
            .iter()
            .map(|&feature| if prover.is_true_in_model(feature) { feature } else { !feature })
            .collect();
        let variant = prover.solver_variant();
        let listed = collector.listing.variants.len();
        collector.add(prover.family, &variant);
        if has_free && collector.listing.variants.len() == listed {
            repeated += 1;
            if repeated > MAX_REPEATED {
                collector.listing.stopped =
                    Some("too many combinations of values have the same elements".to_owned());
            }
        }
        // The elements also depend on what was not analyzed.
        let excluded = if has_free { prover.chosen(&variant) } else { truths };
        prover.exclude(&excluded);
    }
}
