//! Reports violations of rules.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::rules::dangling_reference::Conditional;
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::dialects::variability::{
    ElementId, VariabilityExprId, VariabilityForm, VariabilityModel, VariabilityValue,
};
use crate::yaml::YamlNode;

use super::consistency::{CountDeviation, Instance, ViolationKind};
use super::presence::ValuesByInput;

/// Returns the diagnostic for a violated instance: a warning if the variant is valid all the same.
#[must_use]
pub fn violation(model: &VariabilityModel<'_>, instance: &Instance) -> Diagnostic {
    let diagnostic = described(model, instance);
    if instance.is_only_lost() { diagnostic.at_level(Level::Warning) } else { diagnostic }
}

/// Returns the diagnostic for a constraint that `inputs` violate, with the values that it reads.
pub(super) fn violated_constraint(
    model: &VariabilityModel<'_>,
    constraint: VariabilityExprId,
    inputs: &ValuesByInput,
) -> Diagnostic {
    let values = values_read(model, constraint, &|index| inputs[index].as_ref());
    rules::violated_constraint::new(model.expressions.node(constraint).span(), &values)
}

/// Returns the values of the inputs that the expression `id` reads, as text; `value` returns that of an input.
pub(super) fn values_read<'v>(
    model: &VariabilityModel<'_>,
    id: VariabilityExprId,
    value: &dyn Fn(usize) -> Option<&'v VariabilityValue>,
) -> Vec<String> {
    let mut read: Vec<usize> = Vec::new();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        match model.expressions.form(id) {
            VariabilityForm::Input(index) => read.push(*index as usize),
            VariabilityForm::Named(index) => {
                pending.extend(seen.insert(*index).then(|| model.named[*index as usize].body));
            }
            _ => pending.extend_from_slice(model.expressions.below(id)),
        }
    }
    read.sort_unstable();
    read.dedup();
    let value = |index: usize| {
        let written = value(index).map_or("no value".to_owned(), VariabilityValue::to_yaml);
        format!("{}: {written}", model.inputs[index].key.text())
    };
    read.into_iter().map(value).collect()
}

fn described(model: &VariabilityModel<'_>, instance: &Instance) -> Diagnostic {
    let describe = |id: ElementId| model.describe(id);
    let spans = || instance.counted.iter().map(|&id| model.name_span(id)).collect::<Vec<_>>();
    match &instance.what {
        ViolationKind::Source { relation } => dangling_end(model, *relation, "source", instance),
        ViolationKind::Target { relation } => dangling_end(model, *relation, "target", instance),
        ViolationKind::SeveralHosts { node } => {
            rules::multiple_hosts::new(model.name_span(*node), &describe(*node), &spans())
        }
        ViolationKind::SeveralAlternatives { first } => {
            rules::several_alternatives::new(model.name_span(*first), &model.describe_all(*first), &spans())
        }
        ViolationKind::Types { node } => {
            let (node_span, node, types) = (model.name_span(*node), describe(*node), spans());
            match &types[..] {
                [first, others @ ..] if instance.count != CountDeviation::Zero => {
                    rules::type_in_variant::several(*first, &node, others)
                }
                _ => rules::type_in_variant::none(node_span, &node, &types),
            }
        }
        ViolationKind::NoHost { node } => {
            rules::missing_host::new(model.name_span(*node), &describe(*node), &spans())
        }
        ViolationKind::Reference { span, element, by } => {
            let absent = (&*describe(*element), model.name_span(*element));
            rules::dangling_reference::new(*span, by, absent, place_of(model, *span, instance))
        }
        ViolationKind::NoneOf { span, by } => {
            let place = place_of(model, *span, instance);
            match instance.count {
                CountDeviation::FewerThan(least) => {
                    rules::dangling_reference::index(*span, by, least.saturating_sub(1), place)
                }
                _ => rules::dangling_reference::all_absent(*span, by, place),
            }
        }
        ViolationKind::Count { node, name, deviation, span } => {
            rules::count_in_variant::new(model.name_span(*node), &describe(*node), name, deviation, *span)
        }
    }
}

/// Returns where the dangling reference at `span` is, if conditions can be added there.
fn place_of(model: &VariabilityModel<'_>, span: Span, instance: &Instance) -> Option<Conditional> {
    let contains = |value: &YamlNode<'_>| value.span().start <= span.start && span.end <= value.span().end;
    let owner = instance.present.first().map(|&id| model.element(id));
    match owner {
        _ if !model.is_extended => None,
        Some(owner) => {
            let properties = owner.value.get("properties").filter(|section| section.is_mapping());
            properties.filter(contains).map(|_| Conditional::Property)
        }
        None => {
            let outputs = model.body.and_then(|(_, body)| body.get("outputs"));
            outputs.filter(contains).map(|_| Conditional::Output)
        }
    }
}

fn dangling_end(
    model: &VariabilityModel<'_>,
    relation: ElementId,
    end: &str,
    instance: &Instance,
) -> Diagnostic {
    let absent = instance.counted.first().copied().unwrap_or(relation);
    let option =
        if model.is_conditional(relation) { "relation_pruning" } else { "relation_default_condition" };
    rules::dangling_relation::new(
        model.name_span(relation),
        &model.describe(relation),
        end,
        (&model.describe(absent), model.name_span(absent)),
        Some(option).filter(|_| model.is_extended),
    )
}
