//! Samples variants that cover all combinations of few elements.
//!
//! Input: a family and a strength. Output: variants in which every possible combination of presence and absence
//! of that many elements occurs, chosen greedily among random variants; the solver finds those that are missing.

use rustc_hash::{FxHashMap, FxHashSet};

use super::WorkLimit;
use super::family::Family;
use super::formula::{Formula, WORDS};
use super::listing::{ListedVariant, Listing, present_in};
use super::prover::{Exhausted, Prover, Variant};
use super::solver::{Batsat, Satisfiability};
use super::variants::features;

/// The maximum number of combinations of elements.
const MAX_TUPLES: usize = 400_000;

/// The maximum number of combinations for which all variants are constructed; of more, most are taken from random ones.
const MAX_CONSTRUCTED: usize = 20_000;

/// The number of variants that are constructed to take the best, if there are few elements.
const CANDIDATES: usize = 50;
const MAX_TRIED_FEATURES: usize = 24;

/// The number of questions to construct a variant, times the number of elements: each question looks at all elements.
const MAX_CONSTRUCTION: usize = 200_000;
const MIN_QUESTIONS: usize = 20;

/// The largest number of elements of a combination.
pub const MAX_STRENGTH: usize = 3;

/// Literals in order, each a number of a feature times two, plus one if the feature is false; unused ones are the
/// largest number.
type Tuple = [u16; MAX_STRENGTH];

/// Returns up to `max` variants that cover all combinations of `strength` elements. Covers fewer at a time if there
/// are too many combinations, which `stopped` shows.
#[must_use]
pub fn cover(family: &mut Family<'_, '_, '_>, strength: usize, max: usize, limit: &WorkLimit) -> Listing {
    let features = features(family);
    let mut used = strength.clamp(1, MAX_STRENGTH).min(features.len());
    while used > 1 && count_of_tuples(features.len(), used) > MAX_TUPLES {
        used -= 1;
    }
    let mut listing = Listing::default();
    if used < strength.min(features.len()) || features.len() > usize::from(u16::MAX / 4) {
        listing.stopped = Some(format!("only combinations of {used} are covered"));
    }
    let mut variants: Vec<(Variant, Vec<bool>)> = Vec::new();
    let mut uncovered: FxHashSet<Tuple> = FxHashSet::default();
    each_tuple(features.len(), used, &mut |tuple| {
        for signs in 0..1_u16 << used {
            let mut signed = [u16::MAX; MAX_STRENGTH];
            for (position, literal) in tuple.iter().enumerate().take(used) {
                signed[position] = literal * 2 + (signs >> position & 1);
            }
            uncovered.insert(signed);
        }
    });
    if uncovered.len() > MAX_CONSTRUCTED {
        let pool = simulated_variants(family, &features);
        take_best(&pool, used, &mut uncovered, &mut variants, max);
    }
    let mut missing: Vec<Tuple> = uncovered.iter().copied().collect();
    missing.sort_unstable();
    let mut is_over = false;
    let mut prover = Prover::new(family, Box::new(Batsat::new(limit)));
    for &feature in &features {
        prover.literal(feature);
    }
    for tuple in missing {
        if !uncovered.contains(&tuple) {
            continue;
        }
        if variants.len() >= max {
            listing.stopped = Some(format!("there are more than {max}"));
            break;
        }
        let candidates = if features.len() <= MAX_TRIED_FEATURES { CANDIDATES } else { 1 };
        let mut best: Option<(usize, Variant, Vec<bool>)> = None;
        for _ in 0..candidates {
            match construct(&mut prover, &features, tuple, used, &uncovered) {
                Ok(Some((variant, truths))) => {
                    let mut new = 0;
                    covered(&truths, used, &mut |tuple| new += usize::from(uncovered.contains(&tuple)));
                    if best.as_ref().is_none_or(|(most, ..)| new > *most) {
                        best = Some((new, variant, truths));
                    }
                }
                Ok(None) => break,
                Err(Exhausted) => {
                    listing.stopped = Some(limit.limit_reached(false));
                    is_over = true;
                    break;
                }
            }
        }
        if let Some((_, variant, truths)) = best {
            remove_covered(&truths, used, &mut uncovered);
            variants.push((variant, truths));
        }
        if is_over {
            break;
        }
    }
    if variants.is_empty() && prover.ask(&[]) == Satisfiability::Yes {
        variants.push((prover.solver_variant(), Vec::new()));
    }
    remove_idle(&mut variants, used);
    for (variant, _) in variants {
        if let Some(present) = present_in(family, &variant) {
            listing.variants.push(ListedVariant { variant, present });
        }
    }
    listing
}

/// Returns a variant with the combination `tuple`, if there is one, that is made to have many of `uncovered`: one
/// feature after the other, in random order, gets the value that completes most of them.
fn construct(
    prover: &mut Prover<'_, '_, '_, '_>,
    features: &[Formula],
    tuple: Tuple,
    strength: usize,
    uncovered: &FxHashSet<Tuple>,
) -> Result<Option<(Variant, Vec<bool>)>, Exhausted> {
    let mut assumed: Vec<Formula> = literals(features, &tuple).collect();
    let answer = |answer| match answer {
        Satisfiability::Yes => Ok(true),
        Satisfiability::No => Ok(false),
        Satisfiability::Unknown => Err(Exhausted),
    };
    if !answer(prover.ask(&assumed))? {
        return Ok(None);
    }
    let model_of = |prover: &Prover<'_, '_, '_, '_>| -> Vec<bool> {
        features.iter().map(|&feature| prover.is_true_in_model(feature)).collect()
    };
    let mut truths = model_of(prover);
    let mut variant = prover.solver_variant();
    let mut chosen: Vec<u16> =
        tuple.iter().filter(|&&literal| literal != u16::MAX).map(|literal| literal / 2).collect();
    let mut rest: Vec<u16> = (0..u16::try_from(features.len()).unwrap_or(u16::MAX))
        .filter(|feature| !chosen.contains(feature))
        .collect();
    shuffle(&mut rest, prover.family);
    let mut questions = (MAX_CONSTRUCTION / features.len().max(1)).max(MIN_QUESTIONS);
    for feature in rest {
        let index = usize::from(feature);
        let gains = [true, false].map(|value| {
            truths[index] = value;
            new_with(&chosen, feature, &truths, strength, uncovered)
        });
        let current = prover.is_true_in_model(features[index]);
        let wanted = if gains[0] == gains[1] { current } else { gains[0] > gains[1] };
        truths[index] = current;
        if wanted != current {
            if questions == 0 {
                break;
            }
            questions -= 1;
            assumed.push(if wanted { features[index] } else { !features[index] });
            if answer(prover.ask(&assumed))? {
                truths = model_of(prover);
                variant = prover.solver_variant();
            } else {
                assumed.pop();
                // Restores the model.
                answer(prover.ask(&assumed))?;
                truths = model_of(prover);
                variant = prover.solver_variant();
            }
        }
        assumed.push(if truths[index] { features[index] } else { !features[index] });
        chosen.push(feature);
    }
    Ok(Some((variant, truths)))
}

/// Returns how many of `uncovered` have `feature` and otherwise only `chosen` features, with these truths.
fn new_with(
    chosen: &[u16],
    feature: u16,
    truths: &[bool],
    strength: usize,
    uncovered: &FxHashSet<Tuple>,
) -> usize {
    let mut new = 0;
    let count = u16::try_from(chosen.len()).unwrap_or(u16::MAX);
    each_tuple(usize::from(count), strength - 1, &mut |others| {
        let mut features: Vec<u16> = others.iter().map(|&other| chosen[usize::from(other)]).collect();
        features.push(feature);
        features.sort_unstable();
        let mut signed = [u16::MAX; MAX_STRENGTH];
        for (position, feature) in features.into_iter().enumerate() {
            signed[position] = feature * 2 + u16::from(!truths[usize::from(feature)]);
        }
        new += usize::from(uncovered.contains(&signed));
    });
    new
}

fn shuffle(items: &mut [u16], family: &mut Family<'_, '_, '_>) {
    for last in (1..items.len()).rev() {
        let other = usize::try_from(family.next() % (last as u64 + 1)).unwrap_or(0);
        items.swap(last, other);
    }
}

fn literals<'f>(features: &'f [Formula], tuple: &'f Tuple) -> impl Iterator<Item = Formula> + 'f {
    tuple.iter().filter(|&&literal| literal != u16::MAX).map(|&literal| {
        let feature = features[usize::from(literal / 2)];
        if literal % 2 == 0 { feature } else { !feature }
    })
}

/// Returns the number of combinations of `strength` of `count` features, with presence and absence.
fn count_of_tuples(count: usize, strength: usize) -> usize {
    (0..strength)
        .fold(1_usize, |product, taken| product.saturating_mul(2 * count.saturating_sub(taken)) / (taken + 1))
}

/// Calls `visit` with the indexes of each combination of `strength` of `count` features.
fn each_tuple(count: usize, strength: usize, visit: &mut dyn FnMut(&[u16])) {
    fn extend(chosen: &mut Vec<u16>, from: u16, count: u16, strength: usize, visit: &mut dyn FnMut(&[u16])) {
        if chosen.len() == strength {
            return visit(chosen);
        }
        for next in from..count {
            chosen.push(next);
            extend(chosen, next + 1, count, strength, visit);
            chosen.pop();
        }
    }
    let count = u16::try_from(count).unwrap_or(u16::MAX / 4);
    extend(&mut Vec::new(), 0, count, strength, visit);
}

/// Returns the combinations that a variant covers.
fn covered(truths: &[bool], strength: usize, visit: &mut dyn FnMut(Tuple)) {
    each_tuple(truths.len(), strength, &mut |tuple| {
        let mut signed = [u16::MAX; MAX_STRENGTH];
        for (position, &feature) in tuple.iter().enumerate() {
            signed[position] = feature * 2 + u16::from(!truths[usize::from(feature)]);
        }
        visit(signed);
    });
}

fn remove_covered(truths: &[bool], strength: usize, uncovered: &mut FxHashSet<Tuple>) {
    covered(truths, strength, &mut |tuple| {
        uncovered.remove(&tuple);
    });
}

/// Removes variants all of whose combinations occur in others.
fn remove_idle(variants: &mut Vec<(Variant, Vec<bool>)>, strength: usize) {
    let mut occurrences: FxHashMap<Tuple, usize> = FxHashMap::default();
    for (_, truths) in variants.iter() {
        covered(truths, strength, &mut |tuple| *occurrences.entry(tuple).or_default() += 1);
    }
    // The last ones cover least.
    for number in (0..variants.len()).rev() {
        let mut is_idle = variants.len() > 1;
        covered(&variants[number].1, strength, &mut |tuple| is_idle &= occurrences[&tuple] > 1);
        if is_idle {
            covered(&variants[number].1, strength, &mut |tuple| {
                occurrences.entry(tuple).and_modify(|count| *count -= 1);
            });
            variants.remove(number);
        }
    }
}

/// Returns the simulated variants with the truths of all features, if nothing is left open.
fn simulated_variants(family: &Family<'_, '_, '_>, features: &[Formula]) -> Vec<(Variant, Vec<bool>)> {
    if !family.free.is_empty() {
        return Vec::new();
    }
    let words: Vec<[u64; WORDS]> =
        features.iter().map(|&feature| family.formulas.simulated(feature)).collect();
    let variant = |number: usize| -> (Variant, Vec<bool>) {
        let values = family.simulated.iter().map(|picked| usize::from(picked[number])).collect();
        (values, words.iter().map(|word| word[number / 64] >> (number % 64) & 1 == 1).collect())
    };
    let allowed = family.formulas.simulated(family.constraint);
    let is_allowed = |number: &usize| allowed[number / 64] >> (number % 64) & 1 == 1;
    (0..WORDS * 64).filter(is_allowed).map(variant).collect()
}

/// Moves variants of `pool` that cover most of `uncovered` to `variants`, until none covers much.
fn take_best(
    pool: &[(Variant, Vec<bool>)],
    strength: usize,
    uncovered: &mut FxHashSet<Tuple>,
    variants: &mut Vec<(Variant, Vec<bool>)>,
    max: usize,
) {
    /// The maximum number of combinations that are looked up for one choice.
    const MAX_LOOKED_UP: usize = 500_000;
    let Some((_, first)) = pool.first() else { return };
    let for_each = count_of_tuples(first.len(), strength) >> strength;
    let looked_at = (MAX_LOOKED_UP / for_each.max(1)).clamp(1, pool.len());
    let mut from = 0;
    while variants.len() < max && !uncovered.is_empty() {
        let mut best: Option<(usize, usize)> = None;
        for step in 0..looked_at {
            let number = (from + step) % pool.len();
            let mut new = 0;
            covered(&pool[number].1, strength, &mut |tuple| new += usize::from(uncovered.contains(&tuple)));
            if best.is_none_or(|(most, _)| new > most) {
                best = Some((new, number));
            }
        }
        from += looked_at;
        match best {
            Some((new, number)) if new > 0 => {
                remove_covered(&pool[number].1, strength, uncovered);
                variants.push(pool[number].clone());
            }
            _ => return,
        }
    }
}
