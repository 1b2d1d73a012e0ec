//! What is said where a rule is violated.

use crate::diagnostics::{Diagnostic, codes};
use crate::dialects::variability::{ElementId, Model};

use super::rules::{Instance, What};

/// The finding about a violated instance.
#[must_use]
pub fn violation(model: &Model<'_>, instance: &Instance) -> Diagnostic {
    let words = |id: ElementId| model.describe(id);
    let places = || instance.counted.iter().map(|&id| model.place(id)).collect::<Vec<_>>();
    match &instance.what {
        What::Source { relation } => end(model, *relation, "source", instance),
        What::Target { relation } => end(model, *relation, "target", instance),
        What::SeveralHosts { node } => {
            codes::multiple_hosts::new(model.place(*node), &words(*node), &places())
        }
        What::NoHost { node } => codes::missing_host::new(model.place(*node), &words(*node), &places()),
        What::Reference { place, element, by } => {
            codes::dangling_reference::new(*place, by, &words(*element), model.place(*element))
        }
        What::NoneOf { place, by } => codes::dangling_reference::nothing(*place, by),
        What::Count { node, name, wanted, place } => {
            codes::count_in_variant::new(model.place(*node), &words(*node), name, wanted, *place)
        }
    }
}

fn end(model: &Model<'_>, relation: ElementId, end: &str, instance: &Instance) -> Diagnostic {
    let other = instance.counted.first().copied().unwrap_or(relation);
    codes::dangling_relation::new(
        model.place(relation),
        &model.describe(relation),
        end,
        &model.describe(other),
        model.place(other),
    )
}
