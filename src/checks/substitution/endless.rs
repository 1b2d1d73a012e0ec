//! Finds infinite substitutions: a substituting service has a node that only the same service, or another
//! such service, can substitute (TOSCA 2.0 §15.1).

use std::collections::VecDeque;

use crate::diagnostics::{Diagnostic, rules};
use crate::model::Model;
use crate::values::Checker;

use super::candidates::{Candidates, Fit, substituted};
use super::given::SubstitutedNode;

/// The maximum number of services that are checked for a node.
const MAX_SERVICES: usize = 16;

/// A node that must be substituted, in a substituting service.
struct Step<'g> {
    node: SubstitutedNode<'g>,
    /// The index of its service.
    service: usize,
    /// The indices of the services that can substitute it.
    substitutes: Vec<usize>,
}

/// Reports nodes whose substitution never ends.
pub(super) fn review<'g>(model: &'g Model, candidates: &Candidates<'g>) -> Vec<Diagnostic> {
    let checker = Checker::new(model);
    let mut steps: Vec<Step<'g>> = Vec::new();
    // For each service, the number of nodes whose substitution is not known to end.
    let mut unsettled = vec![0_u32; candidates.all.len()];
    let mut steps_of: Vec<Vec<usize>> = vec![Vec::new(); candidates.all.len()];
    for (service, candidate) in candidates.all.iter().enumerate() {
        for (template, is_only_substituted) in substituted(candidate.service) {
            let exists = template.count.is_some_and(|count| count > 0);
            let Some(node) = SubstitutedNode::new(model, template) else { continue };
            if !is_only_substituted || !exists || node.ty.is_incomplete {
                continue;
            }
            if let Some(substitutes) = certain_substitutes(candidates, &checker, node) {
                for index in &substitutes {
                    steps_of[*index].push(steps.len());
                }
                steps.push(Step { node, service, substitutes });
                unsettled[service] += 1;
            }
        }
    }
    // Start with services without such nodes, then continue with services whose nodes they can substitute.
    let mut ended = vec![false; candidates.all.len()];
    let mut pending: VecDeque<usize> = (0..unsettled.len()).filter(|index| unsettled[*index] == 0).collect();
    let mut settled = vec![false; steps.len()];
    while let Some(index) = pending.pop_front() {
        ended[index] = true;
        for step in &steps_of[index] {
            if std::mem::replace(&mut settled[*step], true) {
                continue;
            }
            let service = steps[*step].service;
            unsettled[service] -= 1;
            if unsettled[service] == 0 {
                pending.push_back(service);
            }
        }
    }
    let endless = steps.iter().zip(&settled).filter(|(_, settled)| !**settled);
    let diagnostics = endless.map(|(step, _)| {
        let spans = step.substitutes.iter().map(|index| candidates.all[*index].type_name.span());
        let itself = step.substitutes == [step.service];
        rules::endless_substitution::new(step.node.key().span(), step.node.key().text(), itself, spans)
    });
    diagnostics.collect()
}

/// Returns the services that certainly substitute a node, or `None` if there are none or too many, or if it
/// is not known whether one of them can.
fn certain_substitutes<'g>(
    candidates: &Candidates<'g>,
    checker: &Checker<'g>,
    node: SubstitutedNode<'g>,
) -> Option<Vec<usize>> {
    let mut substitutes = Vec::new();
    for (count, index) in candidates.for_type(node.ty).enumerate() {
        if count == MAX_SERVICES {
            return None;
        }
        match candidates.fit(checker, node, &candidates.all[index]) {
            Fit::Fits => substitutes.push(index),
            Fit::Unknown => return None,
            Fit::Misses(..) => {}
        }
    }
    (!substitutes.is_empty()).then_some(substitutes)
}
