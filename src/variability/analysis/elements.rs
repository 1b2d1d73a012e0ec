//! The elements of all variants: which are decided, which are open, how common each is, and which always occur together.
//!
//! Input: a family, possibly with some inputs decided. Output: data for tables.

use rustc_hash::FxHashMap;

use crate::dialects::variability::ElementId;

use super::WorkLimit;
use super::diagrams::Image;
use super::family::Family;
use super::formula::{Formula, Gate, WORDS};
use super::prover::Prover;
use super::solver::{Batsat, Satisfiability};

/// Whether an element is present in the variants of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementState {
    /// It is present in all variants.
    Always,
    /// It is absent in all variants.
    Never,
    /// It is present in some variants, and absent in others.
    Sometimes,
    /// The limit of work was reached, or a condition was not analyzed.
    Unknown,
}

/// An element in the variants of a family.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementSummary {
    /// The element.
    pub id: ElementId,
    /// Whether it is present.
    pub state: ElementState,
    /// The number of variants that have it, and their share, or `None` if that is too expensive to compute.
    pub variants: Option<(String, f64)>,
    /// The first element that is present in the same variants, unless it is this one or always or never present.
    pub same_as: Option<ElementId>,
}

/// Returns the elements of `family`, in order, without variability groups.
#[must_use]
pub fn elements(family: &mut Family<'_, '_, '_>, limit: &WorkLimit) -> Vec<ElementSummary> {
    let is_exact = family.is_exact();
    let image = Image::new(family).filter(|_| is_exact);
    let model = family.equations.model;
    let mut prover = Prover::new(family, Box::new(Batsat::new(limit)));
    let mut states: FxHashMap<Formula, ElementState> = FxHashMap::default();
    let mut first_of: FxHashMap<[u64; WORDS], Vec<(Formula, ElementId)>> = FxHashMap::default();
    let mut summaries = Vec::new();
    for (id, element) in model.all() {
        if element.is_variability {
            continue;
        }
        let presence = prover.family.presence(id);
        let state = *states.entry(presence).or_insert_with(|| state_of(&mut prover, presence));
        let mut same_as = None;
        if state == ElementState::Sometimes {
            let candidates = first_of.entry(prover.family.formulas.simulated(presence)).or_default();
            same_as = candidates
                .iter()
                .find(|(other, _)| *other == presence || are_equal(&mut prover, *other, presence))
                .map(|(_, first)| *first);
            if same_as.is_none() {
                candidates.push((presence, id));
            }
        }
        let variants = image.as_ref().map(|image| image.share(presence));
        summaries.push(ElementSummary { id, state, variants, same_as });
    }
    summaries
}

fn state_of(prover: &mut Prover<'_, '_, '_, '_>, presence: Formula) -> ElementState {
    let is_certain = prover.family.free.is_empty();
    match (prover.can(&[presence]), prover.can(&[!presence])) {
        (_, Satisfiability::No) => ElementState::Always,
        (Satisfiability::No, _) => ElementState::Never,
        (Satisfiability::Yes, Satisfiability::Yes) if is_certain => ElementState::Sometimes,
        _ => ElementState::Unknown,
    }
}

fn are_equal(prover: &mut Prover<'_, '_, '_, '_>, first: Formula, second: Formula) -> bool {
    let is_equal = prover.family.formulas.equivalent(first, second);
    prover.can(&[!is_equal]) == Satisfiability::No
}

/// Returns for each input whether any element depends on it.
#[must_use]
pub fn effective_inputs(family: &Family<'_, '_, '_>) -> Vec<bool> {
    let read: Vec<usize> = match Image::new(family) {
        Some(image) => image.read.into_iter().collect(),
        // Some of these may cancel out.
        None => super::variants::features(family)
            .into_iter()
            .flat_map(|feature| family.formulas.cone(feature))
            .collect(),
    };
    let read: rustc_hash::FxHashSet<usize> =
        read.into_iter().filter(|gate| matches!(family.formulas.gate(*gate), Gate::Variable(_))).collect();
    // A condition that was not analyzed may read any input.
    let has_free = !family.free.is_empty();
    let is_read = |choices: &Vec<Formula>| {
        choices.len() > 1 && (has_free || choices.iter().any(|choice| read.contains(&choice.gate())))
    };
    family.choices.iter().map(is_read).collect()
}
