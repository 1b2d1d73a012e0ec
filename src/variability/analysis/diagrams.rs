//! Variants as a decision diagram: the relation between the values of inputs and the presence of elements, with the
//! inputs projected out.
//!
//! Input: a family. Output: an [`Image`], from which variants are counted. The size of all diagrams is limited.

use std::collections::BTreeSet;

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use rustc_hash::FxHashMap;

use super::family::Family;
use super::formula::{Formula, Gate};
use super::variants::features;

/// The maximum size of one decision diagram.
const MAX_DIAGRAM_SIZE: usize = 50_000;
const MAX_TOTAL_SIZE: usize = 1_000_000;

/// The part of the total size that a diagram costs that becomes too large.
const COST_OF_FAILURE: usize = 200_000;

/// The maximum number of values of an input that is counted.
const MAX_VALUES: usize = 256;

/// The sets of present elements of all variants.
#[derive(Debug)]
pub(super) struct Image {
    set: BddVariableSet,
    /// The sets, as the truths of the features.
    sets: Bdd,
    /// The variable of each feature.
    features: FxHashMap<usize, BddVariable>,
    /// The number of variables of inputs, which are free in `sets`.
    inputs: usize,
    /// The variables of inputs that any feature depends on, by the gates of their choices.
    pub(super) read: BTreeSet<usize>,
}

impl Image {
    /// Projects the inputs out of the relation between inputs and features. Returns `None` if that is too expensive.
    pub(super) fn new(family: &Family<'_, '_, '_>) -> Option<Self> {
        let features = features(family);
        let inputs = family.formulas.variables() as usize;
        let total = u16::try_from(inputs + features.len()).ok()?;
        let set = BddVariableSet::new_anonymous(total);
        let (inputs_in_order, features_in_order) = order(family, &features, &set.variables());
        let variables = &inputs_in_order[..];
        let mut known: FxHashMap<usize, Bdd> = FxHashMap::default();
        let mut remaining = MAX_TOTAL_SIZE;
        let mut relation = possible_values(family, (&set, variables), &mut remaining)?;
        let allowed =
            build_diagram(family, family.constraint, (&set, variables), &mut known, &mut remaining)?;
        relation = conjunction(&relation, &allowed, &mut remaining)?;
        let mut read = BTreeSet::new();
        for (index, &feature) in features.iter().enumerate() {
            let diagram = build_diagram(family, feature, (&set, variables), &mut known, &mut remaining)?;
            read.extend(diagram.support_set());
            let name = set.mk_literal(features_in_order[index], true);
            relation = conjunction(&relation, &diagram.iff(&name), &mut remaining)?;
        }
        let mut sets = relation;
        for input in variables {
            sets = sets.var_exists(*input);
            remaining = remaining.checked_sub(sets.size())?;
            if sets.size() > MAX_DIAGRAM_SIZE {
                return None;
            }
        }
        let gate_of = |gate: &usize| match family.formulas.gate(*gate) {
            Gate::Variable(number) => read.contains(&variables[number as usize]),
            _ => false,
        };
        let read = (0..family.formulas.len()).filter(gate_of).collect();
        let features =
            features.iter().zip(features_in_order).map(|(feature, variable)| (feature.gate(), variable));
        Some(Self { features: features.collect(), set, sets, inputs, read })
    }

    /// Returns the number of sets.
    pub(super) fn count(&self) -> String {
        self.number(&self.sets)
    }

    /// Returns the number of sets with the feature `formula`, and which share of all sets these are.
    pub(super) fn share(&self, formula: Formula) -> (String, f64) {
        let with = match self.features.get(&formula.gate()) {
            Some(&variable) => self.sets.and(&self.set.mk_literal(variable, !formula.is_negated())),
            None if formula == Formula::TRUE => self.sets.clone(),
            None => self.set.mk_false(),
        };
        let share = with.cardinality() / self.sets.cardinality();
        (self.number(&with), share)
    }

    fn number(&self, sets: &Bdd) -> String {
        // Each input variable is free, and doubles the number.
        (sets.exact_cardinality() >> self.inputs).to_string()
    }
}

/// Diagrams of the formulas of a family, to answer single questions.
#[derive(Debug)]
pub(super) struct Diagrams {
    set: BddVariableSet,
    variables: Vec<BddVariable>,
    known: FxHashMap<usize, Bdd>,
    possible: Bdd,
    remaining: usize,
}

impl Diagrams {
    /// Returns the diagrams of `family`, or `None` if it has too many values.
    pub(super) fn new(family: &Family<'_, '_, '_>) -> Option<Self> {
        let set = BddVariableSet::new_anonymous(u16::try_from(family.formulas.variables()).ok()?);
        let variables = set.variables();
        let mut remaining = MAX_TOTAL_SIZE;
        let possible = possible_values(family, (&set, &variables), &mut remaining)?;
        Some(Self { variables, known: FxHashMap::default(), possible, remaining, set })
    }

    /// Restricts all further answers to values for which all of `formulas` are true.
    pub(super) fn restrict(&mut self, family: &Family<'_, '_, '_>, formulas: &[Formula]) -> Option<()> {
        self.possible = self.with(family, formulas)?;
        Some(())
    }

    fn with(&mut self, family: &Family<'_, '_, '_>, formulas: &[Formula]) -> Option<Bdd> {
        let mut all = self.possible.clone();
        for &formula in formulas {
            let variables = (&self.set, &self.variables[..]);
            let diagram = build_diagram(family, formula, variables, &mut self.known, &mut self.remaining)?;
            all = conjunction(&all, &diagram, &mut self.remaining)?;
        }
        Some(all)
    }

    /// Returns the values of all variables for which all of `formulas` are true, `Some(None)` if there are none, or
    /// `None` if the diagrams become too large.
    #[expect(clippy::option_option, reason = "an unknown answer differs from a negative one")]
    pub(super) fn solve(
        &mut self,
        family: &Family<'_, '_, '_>,
        formulas: &[Formula],
    ) -> Option<Option<Vec<bool>>> {
        let valuation = self.with(family, formulas)?.sat_witness();
        Some(
            valuation
                .map(|valuation| self.variables.iter().map(|&variable| valuation.value(variable)).collect()),
        )
    }
}

/// Returns the number of combinations of values that meet the constraints, or `None` if that is too expensive.
pub(super) fn combinations(family: &Family<'_, '_, '_>) -> Option<String> {
    let set = BddVariableSet::new_anonymous(u16::try_from(family.formulas.variables()).ok()?);
    let variables = &set.variables()[..];
    let mut remaining = MAX_TOTAL_SIZE;
    let possible = possible_values(family, (&set, variables), &mut remaining)?;
    let known = &mut FxHashMap::default();
    let allowed = build_diagram(family, family.constraint, (&set, variables), known, &mut remaining)?;
    let free = u32::try_from(family.free.len()).ok()?;
    Some((conjunction(&possible, &allowed, &mut remaining)?.exact_cardinality() >> free).to_string())
}

/// Returns the diagram that each input has exactly one of its values.
fn possible_values(
    family: &Family<'_, '_, '_>,
    (set, variables): (&BddVariableSet, &[BddVariable]),
    remaining: &mut usize,
) -> Option<Bdd> {
    let mut possible = set.mk_true();
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
            possible = conjunction(&possible, &exactly, remaining)?;
        }
    }
    Some(possible)
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
        Bdd::binary_op_with_limit(MAX_DIAGRAM_SIZE, first, second, biodivine_lib_bdd::op_function::and);
    let Some(conjunction) = conjunction else {
        *remaining = remaining.saturating_sub(COST_OF_FAILURE);
        return None;
    };
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
