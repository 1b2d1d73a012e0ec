//! Compares the findings about elements, conditions, presets, inputs and expressions with each single
//! variant.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tosca::base::Span;
use tosca::diagnostics::{Diagnostic, Level};
use tosca::internals::dialects::variability::{
    ElementId, ElementKind, Operator, VariabilityExprId, VariabilityForm, VariabilityModel, read,
};
use tosca::internals::variability::analysis::{Domain, Family, WorkLimit, review};
use tosca::internals::variability::{
    ConsistencyCheck, Equations, InputValues, Solution, ValuesByInput, consistency, references, solve,
    violation,
};

use super::{cases, demanded, each, template};
use crate::harness::variants::tree_of;

/// Returns the spans of the findings of the rule `slug`.
fn reported_spans(diagnostics: &[Diagnostic], slug: &str) -> Vec<Span> {
    let mut places: Vec<Span> =
        diagnostics.iter().filter(|one| one.rule.name == slug).map(|one| one.primary.span).collect();
    places.sort_unstable();
    places
}

fn each_variant(
    equations: &Equations<'_, '_>,
    domains: &[Domain],
    mut visit: impl FnMut(&Solution<'_, '_, '_>),
) {
    each(domains, |values: ValuesByInput| visit(&solve(equations, &values, &mut Vec::new())));
}

fn is_true(solution: &Solution<'_, '_, '_>, id: VariabilityExprId, scope: ElementId) -> bool {
    let scope = (solution.equations.model.element(scope).kind == ElementKind::Relation).then_some(scope);
    solution.value(id, scope).expect("a value").is_true()
}

/// Returns the parts of the conditions of an element.
fn conjuncts(model: &VariabilityModel<'_>, conditions: Vec<VariabilityExprId>) -> Vec<VariabilityExprId> {
    let parts = conditions.into_iter().flat_map(|id| match model.expressions.form(id) {
        VariabilityForm::Call(Operator::And, _) => conjuncts(model, model.expressions.below(id).to_vec()),
        VariabilityForm::Named(index) => conjuncts(model, vec![model.named[*index as usize].body]),
        _ => vec![id],
    });
    parts.collect()
}

/// Returns the element whose presence an expression is.
fn asked(model: &VariabilityModel<'_>, id: VariabilityExprId, scope: ElementId) -> Option<ElementId> {
    match model.expressions.form(id) {
        VariabilityForm::Presence(id) => Some(*id),
        VariabilityForm::Source => model.element(scope).source,
        VariabilityForm::Target => model.element(scope).target,
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn what_is_reported_of_elements_holds_in_each_variant(seed in any::<u64>()) {
        let text = template(seed);
        let tree = tree_of(&text);
        let (model, _) = read(&tree);
        let equations = Equations::new(&model);
        if !equations.report_cycles(&mut Vec::new()) {
            return Ok(());
        }
        let diagnostics = review(&model, Vec::new(), &WorkLimit::default());
        let domains = Family::new(&equations, &WorkLimit::default()).domains;
        let conditional: Vec<ElementId> = model
            .all()
            .filter(|(id, element)| !element.is_variability && model.conditions(*id).next().is_some())
            .map(|(id, _)| id)
            .collect();
        let mut ever = BTreeSet::new();
        let mut falls = BTreeSet::new();
        each_variant(&equations, &domains, |solution| {
            for &id in &conditional {
                if solution.is_present(id) == Some(true) {
                    ever.insert(id);
                }
                for condition in model.conditions(id).filter(|&condition| !is_true(solution, condition, id)) {
                    falls.insert((id, condition));
                }
            }
        });
        // An element that is absent only because others are never present is reported at those.
        let is_never = |id: &ElementId| conditional.contains(id) && !ever.contains(id);
        let own = |id: ElementId| -> Vec<VariabilityExprId> {
            let parts = conjuncts(&model, model.conditions(id).collect());
            parts.into_iter().filter(|&part| !asked(&model, part, id).is_some_and(|id| is_never(&id))).collect()
        };
        let never: Vec<(ElementId, Vec<VariabilityExprId>)> =
            conditional.iter().copied().filter(is_never).map(|id| (id, own(id))).collect();
        let mut elsewhere = BTreeSet::new();
        each_variant(&equations, &domains, |solution| {
            for (id, own) in &never {
                if own.iter().all(|&part| is_true(solution, part, *id)) {
                    elsewhere.insert(*id);
                }
            }
        });
        let mut expected: Vec<Span> = never
            .iter()
            .filter(|(id, _)| !elsewhere.contains(id))
            .map(|(id, _)| model.name_span(*id))
            .collect();
        expected.sort_unstable();
        prop_assert_eq!(reported_spans(&diagnostics, "never-present"), expected, "{}", text);
        let mut idle = BTreeSet::new();
        for &id in &ever {
            for condition in model.conditions(id).filter(|&condition| !falls.contains(&(id, condition))) {
                let is_asking = conjuncts(&model, vec![condition])
                    .into_iter()
                    .all(|part| asked(&model, part, id).is_some());
                match model.expressions.form(condition) {
                    _ if is_asking => {}
                    VariabilityForm::Literal(_) => {}
                    VariabilityForm::Named(index) if !model.named[*index as usize].uses_self => {
                        idle.insert(model.named[*index as usize].key.span());
                    }
                    _ => {
                        idle.insert(model.expressions.node(condition).span());
                    }
                }
            }
        }
        prop_assert_eq!(reported_spans(&diagnostics, "always-true-condition"), Vec::from_iter(idle), "{}", text);
    }

    #[test]
    fn a_preset_is_reported_if_no_variant_extends_it(seed in any::<u64>()) {
        let text = template(seed);
        let tree = tree_of(&text);
        let (model, _) = read(&tree);
        let equations = Equations::new(&model);
        if !equations.report_cycles(&mut Vec::new()) {
            return Ok(());
        }
        let family = Family::new(&equations, &WorkLimit::default());
        let mut instances = consistency(&model, ConsistencyCheck::ALL);
        instances.extend(demanded(&model));
        instances.extend(references(&model));
        let diagnostics = review(&model, demanded(&model), &WorkLimit::default());
        for preset in &model.presets {
            let place = preset.key.span();
            let mut given = InputValues::defaults(&model);
            prop_assert!(given.take_preset(&model, preset.key.text()));
            let mut domains = family.domains.clone();
            for (domain, value) in domains.iter_mut().zip(given.values) {
                domain.values = value.map_or(domain.values.clone(), |value| vec![value]);
            }
            let mut valid = false;
            let mut always = vec![true; instances.len()];
            each_variant(&equations, &domains, |solution| {
                let is_present = |id: ElementId| solution.is_present(id) == Some(true);
                let mut any = false;
                for (instance, always) in instances.iter().zip(&mut always) {
                    let violated = instance.is_violated(is_present);
                    any |= violated && !instance.is_only_lost();
                    *always &= violated;
                }
                valid |= !any;
            });
            let naming: Vec<&Diagnostic> = diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.secondary.iter().any(|label| label.span == place))
                .collect();
            for naming in &naming {
                let is_of = instances.iter().zip(&always).any(|(instance, always)| {
                    let expected = violation(&model, instance);
                    *always && (expected.primary.span, &expected.message) == (naming.primary.span, &naming.message)
                });
                prop_assert!(is_of, "{}: {naming:?}\n{text}", preset.key.text());
            }
            let breaking = naming.iter().any(|naming| naming.level == Level::Error);
            let by_itself = reported_spans(&diagnostics, "preset-without-variant").contains(&place);
            prop_assert_eq!(by_itself, !valid && !breaking, "{}\n{}", preset.key.text(), text);
        }
    }

    #[test]
    fn what_nothing_reads_is_reported(seed in any::<u64>()) {
        let text = template(seed);
        let tree = tree_of(&text);
        let (model, _) = read(&tree);
        let diagnostics = review(&model, Vec::new(), &WorkLimit::default());
        let reads = |what: &str, name: &str| text.contains(&format!("get_variability_{what}: {name} "));
        let inputs = model.inputs.iter().map(|input| ("input", input.key));
        let named = model.named.iter().map(|named| ("expression", named.key));
        let unread = inputs.chain(named).filter(|(what, key)| !reads(what, key.text()));
        let mut expected: Vec<Span> = unread.map(|(_, key)| key.span()).collect();
        expected.sort_unstable();
        prop_assert_eq!(reported_spans(&diagnostics, "unused-variability"), expected, "{}", text);
    }
}
