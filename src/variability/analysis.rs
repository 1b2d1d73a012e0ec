//! Checks all variants of a template, without values for its inputs.
//!
//! Input: a model without errors, its equations, and instances of rules that depend on types. Output:
//! diagnostics, each with the inputs that cause it. A diagnostic is either confirmed by a variant or reported
//! as possible only. The result is complete unless the limit of work was reached, which is reported.

mod by_type;
mod causes;
mod classes;
mod clauses;
mod coverage;
mod diagrams;
mod domains;
mod elements;
mod export;
mod family;
mod formula;
mod instances;
mod listing;
mod possible;
mod prover;
mod redundancy;
mod solver;
mod sums;
mod variants;

use std::cell::LazyCell;
use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Level, quoted, rules, suggest};
use crate::dialects::variability::{
    ElementId, ElementKind, Operator, VariabilityExprId, VariabilityForm, VariabilityInput, VariabilityModel,
    VariabilityValue,
};
use crate::yaml::YamlNode;

use super::consistency::{self, ConsistencyCheck, Instance};
use super::equations::Equations;
use super::input_values::InputValues;
use super::presence::{ValuesByInput, solve};
use super::references::references;
use super::report;

pub use coverage::{MAX_STRENGTH, cover};
pub use domains::Domain;
pub use elements::{ElementState, ElementSummary, effective_inputs, elements};
pub use export::{dimacs, uvl};
pub use family::Family;
pub use formula::{Formula, Formulas};
pub use listing::{ListedVariant, Listing, list, present_in};
pub use prover::{Exhausted, Prover, Variant, Witness};
pub use redundancy::redundant_conditions;
pub use solver::{Batsat, Satisfiability, Solver, SolverLiteral};
pub use variants::{Counts, count, pairwise};

/// Limits the work of an analysis.
#[derive(Clone)]
pub struct WorkLimit {
    /// The maximum number of formulas.
    pub formulas: usize,
    /// The maximum number of solver steps.
    pub steps: u64,
    /// Returns whether to stop, whatever the work was: the time limit.
    pub enough: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl std::fmt::Debug for WorkLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkLimit")
            .field("formulas", &self.formulas)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Default for WorkLimit {
    fn default() -> Self {
        Self { formulas: 1_000_000, steps: 4_000_000, enough: None }
    }
}

impl WorkLimit {
    /// Returns a limit that is reached when `enough` returns `true`, or when the formulas take much memory.
    #[must_use]
    pub fn until(enough: &Arc<dyn Fn() -> bool + Send + Sync>) -> Self {
        Self { formulas: 20_000_000, steps: u64::MAX, enough: Some(Arc::clone(enough)) }
    }

    /// Describes the limit that was reached.
    pub(super) fn limit_reached(&self, is_full: bool) -> String {
        match (&self.enough, is_full) {
            (Some(_), false) => "reached the time limit".to_owned(),
            (_, true) => format!("reached the limit of {} formulas", self.formulas),
            (None, false) => format!("reached the limit of {} solver steps", self.steps),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.enough.as_ref().is_some_and(|enough| enough())
    }
}

/// Statistics of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The number of elements and instances of rules that were checked.
    pub questions: usize,
    /// The number of questions that simulation did not answer, so that the solver was asked.
    pub solved: usize,
}

/// Checks all variants of `model`; `typed` are the instances of rules that depend on types.
#[must_use]
pub fn review(model: &VariabilityModel<'_>, typed: Vec<Instance>, limit: &WorkLimit) -> Vec<Diagnostic> {
    review_counting(model, typed, limit, &mut Work::default())
}

/// Checks like [`review`], and stores statistics in `work`.
#[must_use]
pub fn review_counting(
    model: &VariabilityModel<'_>,
    typed: Vec<Instance>,
    limit: &WorkLimit,
    work: &mut Work,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if model.is_broken || model.body.is_none() {
        return diagnostics;
    }
    report_unused(model, &mut diagnostics);
    if report_inputs_without_values(model, &mut diagnostics) {
        return diagnostics;
    }
    let equations = Equations::new(model);
    if !equations.report_cycles(&mut Vec::new()) {
        return diagnostics;
    }
    let mut family = Family::new(&equations, limit);
    let mut instances = consistency::consistency(model, ConsistencyCheck::ALL);
    instances.extend(typed);
    instances.extend(references(model));
    let span =
        model.definition.or(model.body).map_or(Span::start_of(model.tree.file()), |(key, _)| key.span());
    let questions = instances.len() + model.elements.len();
    if family.is_too_large {
        diagnostics.push(rules::analysis_incomplete::new(span, 0, questions, &limit.limit_reached(true)));
        return diagnostics;
    }
    report_faults(&equations, &family, &mut diagnostics);
    possible::report_opaque(&family, &mut diagnostics);
    let assumed = assumptions(model, &family);
    let mut checker = VariantChecker {
        model,
        equations: &equations,
        prover: Prover::new(&mut family, Box::new(Batsat::new(limit))),
        diagnostics,
        assumed,
        checked: 0,
        stopped: false,
        is_full: false,
        violated: Vec::new(),
    };
    if checker.is_void() {
        return checker.diagnostics;
    }
    checker.report_excluded_presets();
    checker.check_presence();
    checker.check_instances(&instances);
    checker.check_presets();
    *work = Work { questions: checker.checked, solved: checker.prover.asked };
    if checker.stopped {
        let diagnostic = rules::analysis_incomplete::new(
            span,
            checker.checked,
            questions,
            &limit.limit_reached(checker.is_full),
        );
        checker.diagnostics.push(diagnostic);
    }
    checker.diagnostics
}

struct VariantChecker<'r, 'f, 'e, 'm, 't> {
    model: &'m VariabilityModel<'t>,
    equations: &'r Equations<'m, 't>,
    prover: Prover<'f, 'e, 'm, 't>,
    diagnostics: Vec<Diagnostic>,
    /// The presets, with the values that each one selects.
    assumed: Vec<Assumed<'t>>,
    checked: usize,
    stopped: bool,
    /// Whether the number of formulas was the reason to stop.
    is_full: bool,
    /// The violations that were reported.
    violated: Vec<Formula>,
}

impl VariantChecker<'_, '_, '_, '_, '_> {
    /// Whether no inputs satisfy the constraints; reports it.
    fn is_void(&mut self) -> bool {
        if self.prover.can(&[]) != Satisfiability::No {
            return false;
        }
        let mut formulas = Vec::new();
        let mut spans = Vec::new();
        for &constraint in &self.model.constraints {
            let span = self.model.expressions.node(constraint).span();
            formulas.push(self.prover.family.condition(constraint, None));
            if self.prover.ask_unconstrained(&formulas) == Satisfiability::No {
                // Without the earlier ones that do not matter.
                for index in (0..spans.len()).rev() {
                    let mut others = formulas.clone();
                    others.remove(index);
                    if self.prover.ask_unconstrained(&others) == Satisfiability::No {
                        (formulas, _) = (others, spans.remove(index));
                    }
                }
                self.diagnostics.push(rules::void_template::new(span, &spans));
                return true;
            }
            spans.push(span);
        }
        true
    }

    /// Reports presets that the constraints exclude, and forgets them: they select no variant.
    fn report_excluded_presets(&mut self) {
        for assumed in std::mem::take(&mut self.assumed) {
            if self.prover.can(&assumed.values) != Satisfiability::No {
                self.assumed.push(assumed);
                continue;
            }
            let excluding = self.model.constraints.iter().find(|&&constraint| {
                let mut question = assumed.values.clone();
                question.push(self.prover.family.condition(constraint, None));
                self.prover.ask_unconstrained(&question) == Satisfiability::No
            });
            let span = excluding.map(|&constraint| self.model.expressions.node(constraint).span());
            self.diagnostics.push(rules::excluded_preset::new(assumed.span, assumed.name, span));
        }
    }

    /// Adds a note to a finding that is due to the constraints: without them, `formula` can be true.
    fn with_constraints(&mut self, diagnostic: Diagnostic, formula: Formula) -> Diagnostic {
        if self.prover.family.constraint != Formula::TRUE
            && self.prover.ask_unconstrained(&[formula]) == Satisfiability::Yes
        {
            return diagnostic.note("the constraints of the template exclude all other inputs");
        }
        diagnostic
    }

    /// Reports elements that are never present, and conditions that are always true.
    fn check_presence(&mut self) {
        let model = self.model;
        let mut reported: FxHashSet<Span> = FxHashSet::default();
        let mut reported_types: FxHashSet<u32> = FxHashSet::default();
        let mut idle_named: FxHashMap<u32, bool> = FxHashMap::default();
        for (id, element) in model.all() {
            self.checked += 1;
            if element.is_variability || !model.is_conditional(id) {
                continue;
            }
            let scope = (element.kind == ElementKind::Relation).then_some(id);
            let presence = self.prover.family.presence(id);
            match self.prover.can(&[presence]) {
                Satisfiability::No => {
                    // What is in a list of something that is never present is reported there.
                    let owner = model.owner(id).filter(|_| element.place.is_some());
                    let owner = owner.map(|owner| self.prover.family.presence(owner));
                    if owner.is_some_and(|owner| self.prover.can(&[owner]) == Satisfiability::No) {
                        continue;
                    }
                    if self.has_contradictory_type(id, &mut reported_types) {
                        continue;
                    }
                    if element.is_default {
                        let (span, words) = (model.name_span(id), model.describe(id));
                        let diagnostic = rules::never_present::default_alternative(span, &words);
                        let diagnostic = self.with_constraints(diagnostic, presence);
                        self.diagnostics.push(diagnostic);
                        continue;
                    }
                    // An element that depends on a never-present element is not reported: its cause is.
                    let conditions: Vec<VariabilityExprId> = model.conditions(id).collect();
                    let parts = self.conjuncts(conditions.clone());
                    let count = parts.len();
                    let parts: Vec<VariabilityExprId> =
                        parts.into_iter().filter(|&part| !self.is_never_present(part, scope)).collect();
                    let formulas: Vec<Formula> =
                        parts.into_iter().map(|part| self.prover.family.condition(part, scope)).collect();
                    // Conditions of an assignment may also contradict those of what contains it.
                    let may_contradict = element.place.is_some() && formulas.len() == count;
                    if !may_contradict && self.prover.can(&formulas) == Satisfiability::Yes {
                        continue;
                    }
                    let causes: Vec<Span> = self
                        .contradiction(id)
                        .into_iter()
                        .map(|part| model.expressions.node(part).span())
                        .collect();
                    let diagnostic =
                        rules::never_present::new(model.name_span(id), &model.describe(id), &causes);
                    let diagnostic = self.with_constraints(diagnostic, presence);
                    self.diagnostics.push(diagnostic);
                    continue;
                }
                Satisfiability::Unknown => {
                    self.stopped = true;
                    self.checked -= 1;
                }
                Satisfiability::Yes => {}
            }
            let conditions: Vec<VariabilityExprId> = model.conditions(id).collect();
            for condition in conditions {
                if matches!(model.expressions.form(condition), VariabilityForm::Literal(_)) {
                    continue;
                }
                let formula = self.prover.family.condition(condition, scope);
                let named = match model.expressions.form(condition) {
                    VariabilityForm::Named(index) if !model.named[*index as usize].uses_self => Some(*index),
                    _ => None,
                };
                let idle = match named.and_then(|index| idle_named.get(&index)) {
                    Some(idle) => *idle,
                    None => self.is_always_true(id, condition),
                };
                if let Some(index) = named {
                    idle_named.insert(index, idle);
                }
                // Presences may be always true: then their own conditions are reported, or there are none.
                if idle && !self.conjuncts(vec![condition]).into_iter().all(|part| self.is_presence(part)) {
                    let span = match named {
                        Some(index) if !model.named[index as usize].is_question => {
                            model.named[index as usize].key.span()
                        }
                        _ => model.expressions.node(condition).span(),
                    };
                    if reported.insert(span) {
                        let diagnostic = rules::always_true_condition::new(span, &model.describe(id));
                        let diagnostic = self.with_constraints(diagnostic, !formula);
                        self.diagnostics.push(diagnostic);
                    }
                }
            }
        }
    }

    /// Returns the expressions that must all be true if `conditions` are, looking through short `and` calls
    /// and through names.
    fn conjuncts(&self, conditions: Vec<VariabilityExprId>) -> Vec<VariabilityExprId> {
        const MAX_PARTS: usize = 64;
        let mut parts = Vec::new();
        let mut pending = conditions;
        pending.reverse();
        let mut steps = 0;
        while let Some(id) = pending.pop() {
            steps += 1;
            match self.model.expressions.form(id) {
                VariabilityForm::Call(Operator::And, range)
                    if steps < MAX_PARTS && range.len() < MAX_PARTS =>
                {
                    pending.extend(self.model.expressions.operands(range).iter().rev());
                }
                VariabilityForm::Named(index)
                    if steps < MAX_PARTS && !self.model.named[*index as usize].is_question =>
                {
                    pending.push(self.model.named[*index as usize].body);
                }
                _ => parts.push(id),
            }
        }
        parts
    }

    /// Whether an expression is the presence of an element.
    fn is_presence(&self, part: VariabilityExprId) -> bool {
        matches!(
            self.model.expressions.form(part),
            VariabilityForm::Presence(_) | VariabilityForm::Source | VariabilityForm::Target
        )
    }

    /// Whether an expression is the presence of an element whose conditions are never satisfied.
    fn is_never_present(&mut self, part: VariabilityExprId, scope: Option<ElementId>) -> bool {
        let Some(cell) = self.equations.cell_of(part, scope).filter(|_| self.is_presence(part)) else {
            return false;
        };
        let id = ElementId::new(cell);
        let presence = self.prover.family.presence(id);
        self.model.conditions(id).next().is_some() && self.prover.can(&[presence]) == Satisfiability::No
    }

    /// Reports `instance` if any variant violates it, and returns whether one does.
    fn check_instance(&mut self, instance: &Instance) -> bool {
        let Some(formula) = self.prover.family.violation(instance) else {
            (self.stopped, self.is_full) = (true, true);
            return false;
        };
        self.checked += 1;
        match self.prover.witness(formula) {
            Ok(None) => false,
            Err(Exhausted) => {
                self.stopped = true;
                self.checked -= 1;
                false
            }
            Ok(Some(mut witness)) => {
                if !witness.is_certain {
                    // The predicates that were not analyzed may depend on any of these inputs.
                    witness.needed.append(&mut witness.arbitrary);
                    witness.needed.sort_by_key(|(input, _)| *input);
                }
                let diagnostic = report::violation(self.model, instance);
                let is_shown = witness.is_certain
                    || self.confirms(instance, &witness.variant)
                    || self.find_variant(instance, &mut witness);
                if !is_shown {
                    let diagnostic = diagnostic.at_level(Level::Warning).note(POSSIBLE);
                    let diagnostic = self.with_presets(diagnostic, formula, false);
                    self.diagnostics.push(diagnostic);
                    return true;
                }
                let breaks = diagnostic.level == Level::Error;
                let diagnostic = with_inputs(diagnostic, self.model, &witness.needed, &witness.arbitrary);
                let diagnostic = self.with_domain(diagnostic, &witness);
                let diagnostic = self.with_presets(diagnostic, formula, breaks);
                self.diagnostics.push(diagnostic);
                if breaks {
                    self.violated.push(formula);
                }
                true
            }
        }
    }

    /// Suggests constraints for an input whose value is not named anywhere: it may be declared too wide.
    fn with_domain(&self, diagnostic: Diagnostic, witness: &Witness) -> Diagnostic {
        let unnamed = witness.needed.iter().find(|(input, _)| {
            let domain = &self.prover.family.domains[*input];
            witness.is_certain && !domain.is_whole && witness.variant[*input] >= domain.named
        });
        match unnamed {
            Some((input, _)) => {
                let name = self.model.inputs[*input].key.text();
                diagnostic.help(format!("add `constraints` to input `{name}` if it cannot have such a value"))
            }
            None => diagnostic,
        }
    }

    /// Adds the presets that select such a variant, whatever the other inputs are.
    /// If the finding `breaks` the variant, the preset needs no separate finding.
    fn with_presets(&mut self, mut diagnostic: Diagnostic, violated: Formula, breaks: bool) -> Diagnostic {
        for assumed in &mut self.assumed {
            let mut question = assumed.values.clone();
            question.push(!violated);
            if self.prover.can(&question) == Satisfiability::No {
                diagnostic = diagnostic.also(assumed.span, "this preset selects such a variant");
                assumed.is_reported |= breaks;
            }
        }
        diagnostic
    }

    /// Reports presets for which each variant violates some rule, but not always the same one.
    fn check_presets(&mut self) {
        for assumed in self.assumed.iter().filter(|assumed| !assumed.is_reported) {
            let mut question = assumed.values.clone();
            question.extend(self.violated.iter().map(|&violated| !violated));
            if self.prover.can(&question) == Satisfiability::No {
                self.diagnostics.push(rules::preset_without_variant::new(assumed.span, assumed.name));
            }
        }
    }
}

/// Reports operators without a result, such as divisions by zero: each location once, with a variant that
/// evaluates it.
fn report_faults(
    equations: &Equations<'_, '_>,
    family: &Family<'_, '_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    const TRIALS: usize = 64;
    let mut reported: FxHashSet<Span> = FxHashSet::default();
    let base_variants = [0, 1, 2, 3]
        .map(|number| family.simulated.iter().map(|picked| usize::from(picked[number])).collect::<Variant>());
    // Other inputs may decide whether the operator is evaluated.
    let trials =
        family.faults.iter().flat_map(|failing| base_variants.iter().map(move |variant| (failing, variant)));
    for (failing, variant) in trials.take(TRIALS) {
        let mut variant = variant.clone();
        for (input, value) in failing {
            variant[*input] = *value;
        }
        let values = values_of(family, &variant);
        let mut reported_there = Vec::new();
        if solve(equations, &values, &mut reported_there).violated_constraint().is_some() {
            continue;
        }
        let given: Vec<(usize, VariabilityValue)> =
            values.into_iter().enumerate().filter_map(|(input, value)| Some((input, value?))).collect();
        for diagnostic in reported_there {
            if diagnostic.rule.code == rules::evaluation_error::RULE.code
                && reported.insert(diagnostic.primary.span)
            {
                let diagnostic = diagnostic.at_level(Level::Warning);
                diagnostics.push(with_inputs(diagnostic, equations.model, &given, &[]));
            }
        }
    }
}

/// A preset, with the values that it and the defaults select as formulas.
struct Assumed<'t> {
    span: Span,
    name: &'t str,
    values: Vec<Formula>,
    /// Whether a diagnostic names the preset.
    is_reported: bool,
}

/// Returns the values that each preset and the defaults select, as formulas.
fn assumptions<'t>(model: &VariabilityModel<'t>, family: &Family<'_, '_, '_>) -> Vec<Assumed<'t>> {
    let assumed = |preset: &crate::dialects::variability::Preset<'t>| {
        let mut given = InputValues::defaults(model);
        given.take_preset(model, preset.key.text());
        given.complete(model);
        let chosen = given.values.iter().enumerate().filter_map(|(input, value)| {
            let index = family.domains[input]
                .values
                .iter()
                .position(|candidate| Some(candidate) == value.as_ref())?;
            Some(family.choices[input][index])
        });
        Assumed {
            span: preset.key.span(),
            name: preset.key.text(),
            values: chosen.collect(),
            is_reported: false,
        }
    };
    model.presets.iter().map(assumed).collect()
}

const POSSIBLE: &str = "this may occur; it depends on conditions that were not analyzed";

/// Returns the values of the inputs in a variant.
#[must_use]
pub fn values_of(family: &Family<'_, '_, '_>, variant: &Variant) -> ValuesByInput {
    let value = |(input, index): (usize, &usize)| family.domains[input].values.get(*index).cloned();
    variant.iter().enumerate().map(value).collect()
}

/// Formats values of inputs as the text of an inputs file.
#[must_use]
pub fn inputs_file(
    model: &VariabilityModel<'_>,
    needed: &[(usize, VariabilityValue)],
    arbitrary: &[(usize, VariabilityValue)],
) -> String {
    let mut text = String::new();
    let all = needed.iter().map(|value| (value, false)).chain(arbitrary.iter().map(|value| (value, true)));
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

/// Adds the values of inputs of a variant to a diagnostic about it.
pub(super) fn with_inputs(
    diagnostic: Diagnostic,
    model: &VariabilityModel<'_>,
    needed: &[(usize, VariabilityValue)],
    arbitrary: &[(usize, VariabilityValue)],
) -> Diagnostic {
    // An indented inputs file is still valid YAML.
    let text = inputs_file(model, needed, arbitrary);
    let text: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    let text = text.join("\n");
    match (needed.is_empty(), text.as_str()) {
        (true, "") => diagnostic.note("in every variant"),
        (true, text) => {
            diagnostic.note(format!("in every variant, such as the one with these inputs:\n{text}"))
        }
        (false, text) => diagnostic.note(format!("in the variant with these inputs:\n{text}")),
    }
}

/// Reports inputs whose constraints leave no value: then there are no variants. Returns whether there are any.
fn report_inputs_without_values(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let count = diagnostics.len();
    for input in &model.inputs {
        if let Some([last, contradicted]) = domains::contradiction(input) {
            let what = format!("variability input {}", quoted(input.key.text()));
            let (span, contradicted_span) = (last.node.span(), contradicted.node.span());
            diagnostics.push(rules::impossible_validation::new(span, &what, contradicted_span));
        }
    }
    diagnostics.len() > count
}

/// Reports inputs and expressions that nothing reads.
fn report_unused(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut read = vec![false; model.named.len()];
    for index in 0..model.expressions.len() {
        let id = VariabilityExprId(u32::try_from(index).unwrap_or(u32::MAX));
        if let VariabilityForm::Named(named) = model.expressions.form(id) {
            read[*named as usize] = true;
        }
    }
    for (named, _) in model.named.iter().zip(read).filter(|(_, read)| !read) {
        diagnostics.push(rules::unused_variability::new(named.key.span(), "expression", named.key.text()));
    }
    for of_type in model.type_conditions.iter().filter(|of_type| !of_type.is_used) {
        let (kind, name) = (of_type.kind, of_type.key.text());
        let what = match kind {
            ElementKind::Relation => "relationship type",
            ElementKind::Group => "group type",
            ElementKind::Policy => "policy type",
            ElementKind::Artifact => "artifact type",
            _ => "node type",
        };
        let is_in_list = kind == ElementKind::Node && model.is_in_list_of_types(name);
        let suggestion = suggest(name, model.written_types(kind));
        let span = of_type.key.span();
        let diagnostic =
            rules::unused_variability::of_type(span, (what, name), kind.name(), is_in_list, suggestion);
        diagnostics.push(diagnostic);
    }
    let mentioned = LazyCell::new(|| mentioned_inputs(model));
    let is_unused = |input: &&VariabilityInput<'_>| !input.is_used && !mentioned.contains(input.key.text());
    for input in model.inputs.iter().filter(is_unused) {
        diagnostics.push(rules::unused_variability::new(
            input.key.span(),
            "variability input",
            input.key.text(),
        ));
    }
}

/// Returns the inputs that are read anywhere in the file, also below keys that were reported as unknown.
fn mentioned_inputs<'t>(model: &VariabilityModel<'t>) -> FxHashSet<&'t str> {
    let calls = model.tree.nodes().filter_map(YamlNode::only_entry);
    let is_read = |name: &str| name.strip_prefix('$').unwrap_or(name) == "get_variability_input";
    calls.filter(|(key, _)| is_read(key.text())).filter_map(|(_, name)| name.as_str()).collect()
}
