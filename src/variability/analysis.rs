//! What holds in every variant, found out without values for inputs.
//!
//! In: a model without errors, its equations, and instances of rules that rest on types. Out: findings, each
//! with the inputs that show it. A finding is either shown by a variant or said to be possible only; what is
//! not found does not exist, unless the bound of work was reached, which is said.

mod domains;
mod family;
mod formula;
mod prover;
mod solver;
mod variants;

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Level, codes, quoted};
use crate::dialects::variability::{ElementId, ExprId, Form, Kind, Model, Operator, Value};

use super::equations::{Equations, Pruning};
use super::input_values::Given;
use super::presence::{Values, solve};
use super::references::references;
use super::report;
use super::rules::{self, Check, Count, Instance, What};

pub use domains::Domain;
pub use family::Family;
pub use formula::{Formula, Formulas};
pub use prover::{Exhausted, Prover, Variant, Witness};
pub use solver::{Answer, Batsat, Literal, Solver};
pub use variants::{Counts, count, list, pairwise};

/// How much work an analysis may be.
#[derive(Clone)]
pub struct Bound {
    /// Formulas.
    pub formulas: usize,
    /// Steps of the solver.
    pub steps: u64,
    /// Says that it is enough, whatever the work was.
    pub enough: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl std::fmt::Debug for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bound")
            .field("formulas", &self.formulas)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Default for Bound {
    fn default() -> Self {
        Self { formulas: 1_000_000, steps: 4_000_000, enough: None }
    }
}

impl Bound {
    /// As much as there is time and memory for.
    #[must_use]
    pub fn until(enough: &Arc<dyn Fn() -> bool + Send + Sync>) -> Self {
        Self { formulas: 20_000_000, steps: u64::MAX, enough: Some(Arc::clone(enough)) }
    }

    /// What was reached, in words.
    fn words(&self, is_full: bool) -> String {
        match (&self.enough, is_full) {
            (Some(_), false) => "reached the time limit".to_owned(),
            (_, true) => format!("reached the limit of {} formulas", self.formulas),
            (None, false) => format!("reached the limit of {} solver steps", self.steps),
        }
    }

    fn is_over(&self) -> bool {
        self.enough.as_ref().is_some_and(|enough| enough())
    }
}

/// What an analysis did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The elements and instances of rules that were asked about.
    pub questions: usize,
    /// How often the solver was asked, for what simulation did not answer.
    pub solved: usize,
}

/// Looks at all variants of `model`; `typed` are instances that rest on types.
#[must_use]
pub fn review(model: &Model<'_>, typed: Vec<Instance>, bound: &Bound) -> Vec<Diagnostic> {
    review_counting(model, typed, bound, &mut Work::default())
}

/// Like [`review`], and tells how much work it was.
#[must_use]
pub fn review_counting(
    model: &Model<'_>,
    typed: Vec<Instance>,
    bound: &Bound,
    work: &mut Work,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if model.is_broken || model.body.is_none() {
        return found;
    }
    unused(model, &mut found);
    let known = found.len();
    for input in &model.inputs {
        if let Some([last, other]) = domains::contradiction(input) {
            let what = format!("variability input {}", quoted(input.key.text()));
            let (place, other) = (last.place.span(), other.place.span());
            found.push(codes::impossible_validation::new(place, &what, other));
        }
    }
    if found.len() > known {
        // There is no variant of which anything could be said.
        return found;
    }
    let equations = Equations::of(model, Pruning::default());
    if !equations.review_circles(&mut Vec::new()) {
        return found;
    }
    let mut family = Family::of(&equations, bound);
    let mut instances = rules::consistency(model, Check::ALL);
    instances.extend(typed);
    instances.extend(references(model));
    let place =
        model.definition.or(model.body).map_or(Span::start_of(model.tree.file()), |(key, _)| key.span());
    let questions = instances.len() + model.elements.len();
    if family.is_too_large {
        found.push(codes::analysis_incomplete::new(place, 0, questions, &bound.words(true)));
        return found;
    }
    faults(&equations, &family, &mut found);
    let assumed = assumptions(model, &family);
    let mut review = Review {
        model,
        equations: &equations,
        prover: Prover::new(&mut family, Box::new(Batsat::new(bound))),
        found,
        assumed,
        done: 0,
        stopped: false,
        is_full: false,
        violated: Vec::new(),
    };
    review.presence();
    let mut told: FxHashSet<(&[ElementId], &[ElementId])> = FxHashSet::default();
    // Of what was counted, and whether it was too much.
    let mut lost: FxHashSet<(&[ElementId], bool)> = FxHashSet::default();
    for instance in &instances {
        let counted = (&instance.counted[..], matches!(instance.count, Count::MoreThan(_)));
        // One cause, one finding: what several places name is told at the first one.
        let again = match &instance.what {
            What::NoneOf { .. } => {
                lost.contains(&counted) || !told.insert((&instance.present, &instance.counted))
            }
            What::Reference { .. } => !told.insert((&instance.present, &instance.counted)),
            What::Count { .. } => lost.contains(&counted),
            _ => false,
        };
        if again {
            continue;
        }
        let violated = review.instance(instance);
        if violated
            && matches!(instance.what, What::NoHost { .. } | What::SeveralHosts { .. } | What::Count { .. })
        {
            lost.insert(counted);
        }
    }
    review.presets();
    *work = Work { questions: review.done, solved: review.prover.asked };
    if review.stopped {
        let finding =
            codes::analysis_incomplete::new(place, review.done, questions, &bound.words(review.is_full));
        review.found.push(finding);
    }
    review.found
}

struct Review<'r, 'f, 'e, 'm, 't> {
    model: &'m Model<'t>,
    equations: &'r Equations<'m, 't>,
    prover: Prover<'f, 'e, 'm, 't>,
    found: Vec<Diagnostic>,
    /// For each preset its place and the values it gives.
    assumed: Vec<Assumed<'t>>,
    done: usize,
    stopped: bool,
    /// Whether that was for the number of formulas.
    is_full: bool,
    /// The violations that were found.
    violated: Vec<Formula>,
}

impl Review<'_, '_, '_, '_, '_> {
    /// Elements that are never there, and conditions that are always true.
    fn presence(&mut self) {
        let model = self.model;
        let mut told: FxHashSet<Span> = FxHashSet::default();
        let mut idle_named: FxHashMap<u32, bool> = FxHashMap::default();
        for (id, element) in model.all() {
            self.done += 1;
            if element.is_variability || model.conditions(id).next().is_none() {
                continue;
            }
            let scope = (element.kind == Kind::Relation).then_some(id);
            let presence = self.prover.family.presence(id);
            match self.prover.can(&[presence]) {
                Answer::No => {
                    // What depends on an element that is never there is told there.
                    let conditions: Vec<ExprId> = model.conditions(id).collect();
                    let parts = self.conjuncts(conditions.clone());
                    let own = parts.into_iter().filter(|&part| !self.follows(part, scope));
                    let own: Vec<ExprId> = own.collect();
                    let own: Vec<Formula> =
                        own.into_iter().map(|part| self.prover.family.condition(part, scope)).collect();
                    if self.prover.can(&own) == Answer::Yes {
                        continue;
                    }
                    let never = conditions.into_iter().find(|&condition| {
                        let formula = self.prover.family.condition(condition, scope);
                        self.prover.can(&[formula]) == Answer::No
                    });
                    let place = never.map(|condition| model.expressions.place(condition).span());
                    self.found.push(codes::never_present::new(model.place(id), &model.describe(id), place));
                    continue;
                }
                Answer::Unknown => {
                    self.stopped = true;
                    self.done -= 1;
                }
                Answer::Yes => {}
            }
            let conditions: Vec<ExprId> = model.conditions(id).collect();
            for condition in conditions {
                if matches!(model.expressions.form(condition), Form::Literal(_)) {
                    continue;
                }
                let formula = self.prover.family.condition(condition, scope);
                let named = match model.expressions.form(condition) {
                    Form::Named(index) if !model.named[*index as usize].uses_self => Some(*index),
                    _ => None,
                };
                let idle = match named.and_then(|index| idle_named.get(&index)) {
                    Some(idle) => *idle,
                    None => self.prover.can(&[!formula]) == Answer::No,
                };
                if let Some(index) = named {
                    idle_named.insert(index, idle);
                }
                // Presences may be always true: then what decides them is told, or there are no conditions.
                if idle && !self.conjuncts(vec![condition]).into_iter().all(|part| self.asks(part)) {
                    let at = match named {
                        Some(index) => model.named[index as usize].key.span(),
                        None => model.expressions.place(condition).span(),
                    };
                    if told.insert(at) {
                        self.found.push(codes::always_true_condition::new(at, &model.describe(id)));
                    }
                }
            }
        }
    }

    /// What must be true for all of `conditions`: `and` and names are looked through, as far as they are short.
    fn conjuncts(&self, conditions: Vec<ExprId>) -> Vec<ExprId> {
        const MOST: usize = 64;
        let mut parts = Vec::new();
        let mut waiting = conditions;
        waiting.reverse();
        let mut steps = 0;
        while let Some(id) = waiting.pop() {
            steps += 1;
            match self.model.expressions.form(id) {
                Form::Call(Operator::And, range) if steps < MOST && range.len() < MOST => {
                    waiting.extend(self.model.expressions.operands(range).iter().rev());
                }
                Form::Named(index) if steps < MOST => waiting.push(self.model.named[*index as usize].body),
                _ => parts.push(id),
            }
        }
        parts
    }

    /// Whether an expression is the presence of an element.
    fn asks(&self, part: ExprId) -> bool {
        matches!(self.model.expressions.form(part), Form::Presence(_) | Form::Source | Form::Target)
    }

    /// Whether an expression is the presence of an element with conditions that are never met.
    fn follows(&mut self, part: ExprId, scope: Option<ElementId>) -> bool {
        let Some(cell) = self.equations.cell_of(part, scope).filter(|_| self.asks(part)) else {
            return false;
        };
        let id = ElementId::new(cell);
        let presence = self.prover.family.presence(id);
        self.model.conditions(id).next().is_some() && self.prover.can(&[presence]) == Answer::No
    }

    /// Asks whether an instance is violated in any variant; says so.
    fn instance(&mut self, instance: &Instance) -> bool {
        let Some(formula) = self.prover.family.violation(instance) else {
            (self.stopped, self.is_full) = (true, true);
            return false;
        };
        self.done += 1;
        match self.prover.witness(formula) {
            Ok(None) => false,
            Err(Exhausted) => {
                self.stopped = true;
                self.done -= 1;
                false
            }
            Ok(Some(mut witness)) => {
                if !witness.is_certain {
                    // What was not looked into may depend on any of them.
                    witness.needed.append(&mut witness.other);
                    witness.needed.sort_by_key(|(input, _)| *input);
                }
                let found = report::violation(self.model, instance).at_level(Level::Warning);
                let is_shown = witness.is_certain || self.is_shown(instance, &witness);
                let found = if is_shown { found } else { found.note(POSSIBLE) };
                let found = with_inputs(found, self.model, &witness.needed, &witness.other);
                let found = self.with_domain(found, &witness);
                let found = self.with_presets(found, formula);
                self.found.push(found);
                self.violated.push(formula);
                true
            }
        }
    }

    /// Whether the variant of the witness really violates the instance.
    fn is_shown(&self, instance: &Instance, witness: &Witness) -> bool {
        let values = values_of(self.prover.family, &witness.variant);
        let solution = solve(self.equations, &values, &mut Vec::new());
        solution.is_complete() && instance.is_violated(|id| solution.is_present(id) == Some(true))
    }

    /// A value that nothing names is a hint that the declaration of the input is too wide.
    fn with_domain(&self, found: Diagnostic, witness: &Witness) -> Diagnostic {
        let wide = witness.needed.iter().find(|(input, _)| {
            let domain = &self.prover.family.domains[*input];
            witness.is_certain && !domain.is_whole && witness.variant[*input] >= domain.named
        });
        match wide {
            Some((input, _)) => {
                let name = self.model.inputs[*input].key.text();
                found.help(format!("add `constraints` to input `{name}` if it cannot have such a value"))
            }
            None => found,
        }
    }

    /// The presets that select such a variant, whatever the other inputs are.
    fn with_presets(&mut self, mut found: Diagnostic, violated: Formula) -> Diagnostic {
        for assumed in &mut self.assumed {
            let mut question = assumed.values.clone();
            question.push(!violated);
            if self.prover.can(&question) == Answer::No {
                found = found.also(assumed.place, "this preset selects such a variant");
                assumed.is_told = true;
            }
        }
        found
    }

    /// Presets for which each variant violates something, but not all the same.
    fn presets(&mut self) {
        for assumed in self.assumed.iter().filter(|assumed| !assumed.is_told) {
            let mut question = assumed.values.clone();
            question.extend(self.violated.iter().map(|&violated| !violated));
            if self.prover.can(&question) == Answer::No {
                self.found.push(codes::preset_without_variant::new(assumed.place, assumed.name));
            }
        }
    }
}

/// Operators without a result, such as divisions by zero: each place once, with a variant in which it is met.
fn faults(equations: &Equations<'_, '_>, family: &Family<'_, '_, '_>, found: &mut Vec<Diagnostic>) {
    const TRIALS: usize = 64;
    let mut told: FxHashSet<Span> = FxHashSet::default();
    let others = [0, 1, 2, 3]
        .map(|number| family.simulated.iter().map(|picked| usize::from(picked[number])).collect::<Variant>());
    // What decides whether it is evaluated may be other inputs.
    let trials =
        family.faults.iter().flat_map(|failing| others.iter().map(move |variant| (failing, variant)));
    for (failing, variant) in trials.take(TRIALS) {
        let mut variant = variant.clone();
        for (input, value) in failing {
            variant[*input] = *value;
        }
        let values = values_of(family, &variant);
        let mut met = Vec::new();
        let _ = solve(equations, &values, &mut met);
        let given: Vec<(usize, Value)> =
            values.into_iter().enumerate().filter_map(|(input, value)| Some((input, value?))).collect();
        for fault in met {
            if fault.code.id == codes::evaluation_error::CODE.id && told.insert(fault.primary.span) {
                let fault = fault.at_level(Level::Warning);
                found.push(with_inputs(fault, equations.model, &given, &[]));
            }
        }
    }
}

/// The values that a preset and the defaults give, as formulas.
struct Assumed<'t> {
    place: Span,
    name: &'t str,
    values: Vec<Formula>,
    /// Whether a finding names it.
    is_told: bool,
}

/// The values that each preset and the defaults give, as formulas.
fn assumptions<'t>(model: &Model<'t>, family: &Family<'_, '_, '_>) -> Vec<Assumed<'t>> {
    let of = |preset: &crate::dialects::variability::Preset<'t>| {
        let mut given = Given::defaults(model);
        given.take_preset(model, preset.key.text());
        let chosen = given.values.iter().enumerate().filter_map(|(input, value)| {
            let at = family.domains[input].values.iter().position(|other| Some(other) == value.as_ref())?;
            Some(family.choices[input][at])
        });
        Assumed {
            place: preset.key.span(),
            name: preset.key.text(),
            values: chosen.collect(),
            is_told: false,
        }
    };
    model.presets.iter().map(of).collect()
}

const POSSIBLE: &str = "this may occur; it depends on conditions that were not analyzed";

/// The values of a variant.
#[must_use]
pub fn values_of(family: &Family<'_, '_, '_>, variant: &Variant) -> Values {
    let value = |(input, at): (usize, &usize)| family.domains[input].values.get(*at).cloned();
    variant.iter().enumerate().map(value).collect()
}

/// Values of inputs as the text of a file.
#[must_use]
pub fn inputs_file(model: &Model<'_>, needed: &[(usize, Value)], other: &[(usize, Value)]) -> String {
    let mut text = String::new();
    let all = needed.iter().map(|value| (value, false)).chain(other.iter().map(|value| (value, true)));
    for ((input, value), is_idle) in all {
        let declared = &model.inputs[*input];
        let comment = match &declared.default {
            _ if is_idle => "  # any value",
            Some(default) if default == value => "  # default",
            _ => "",
        };
        let _ = writeln!(text, "{}: {}{comment}", crate::yaml::plain(declared.key.text()), value.to_yaml());
    }
    text
}

fn with_inputs(
    found: Diagnostic,
    model: &Model<'_>,
    needed: &[(usize, Value)],
    other: &[(usize, Value)],
) -> Diagnostic {
    // Indented, it is a file all the same.
    let text = inputs_file(model, needed, other);
    let text: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    let text = text.join("\n");
    match (needed.is_empty(), text.as_str()) {
        (true, "") => found.note("in every variant"),
        (true, text) => found.note(format!("in every variant, such as the one with these inputs:\n{text}")),
        (false, text) => found.note(format!("in the variant with these inputs:\n{text}")),
    }
}

/// Inputs and expressions that nothing reads.
fn unused(model: &Model<'_>, found: &mut Vec<Diagnostic>) {
    let mut read = vec![false; model.named.len()];
    for index in 0..model.expressions.len() {
        let id = ExprId(u32::try_from(index).unwrap_or(u32::MAX));
        if let Form::Named(named) = model.expressions.form(id) {
            read[*named as usize] = true;
        }
    }
    for (named, _) in model.named.iter().zip(read).filter(|(_, read)| !read) {
        found.push(codes::unused_variability::new(named.key.span(), "expression", named.key.text()));
    }
    for input in model.inputs.iter().filter(|input| !input.is_used) {
        found.push(codes::unused_variability::new(input.key.span(), "variability input", input.key.text()));
    }
}
