//! Substitutions that never end: a service that stands for a node holds a node for which only itself, or
//! another such service, can stand (TOSCA 2.0 §15.1).

use std::collections::VecDeque;

use crate::diagnostics::{Diagnostic, codes};
use crate::model::Model;
use crate::values::Checker;

use super::candidates::{Candidates, Fit, substituted};
use super::given::Seen;

/// The most services that are looked at for a node.
const MOST: usize = 16;

/// A node that must be substituted, in a service that stands for another.
struct Step<'g> {
    node: Seen<'g>,
    /// The service that it belongs to.
    inside: usize,
    /// The services that can stand for it.
    by: Vec<usize>,
}

/// Tells which nodes are substituted for ever.
pub(super) fn review<'g>(model: &'g Model, candidates: &Candidates<'g>) -> Vec<Diagnostic> {
    let checker = Checker::new(model);
    let mut steps: Vec<Step<'g>> = Vec::new();
    // How many nodes of each service are still to be shown to come to an end.
    let mut open = vec![0_u32; candidates.all.len()];
    let mut used: Vec<Vec<usize>> = vec![Vec::new(); candidates.all.len()];
    for (inside, candidate) in candidates.all.iter().enumerate() {
        for (template, only) in substituted(candidate.service) {
            let exists = template.count.is_some_and(|count| count > 0);
            let Some(node) = Seen::new(model, template) else { continue };
            if !only || !exists || node.of.is_open {
                continue;
            }
            if let Some(by) = certain(candidates, &checker, node) {
                for at in &by {
                    used[*at].push(steps.len());
                }
                steps.push(Step { node, inside, by });
                open[inside] += 1;
            }
        }
    }
    // From services without such nodes to those that hold nodes for which they can stand.
    let mut ended = vec![false; candidates.all.len()];
    let mut waiting: VecDeque<usize> = (0..open.len()).filter(|at| open[*at] == 0).collect();
    let mut settled = vec![false; steps.len()];
    while let Some(at) = waiting.pop_front() {
        ended[at] = true;
        for step in &used[at] {
            if std::mem::replace(&mut settled[*step], true) {
                continue;
            }
            let inside = steps[*step].inside;
            open[inside] -= 1;
            if open[inside] == 0 {
                waiting.push_back(inside);
            }
        }
    }
    let endless = steps.iter().zip(&settled).filter(|(_, settled)| !**settled);
    let told = endless.map(|(step, _)| {
        let places = step.by.iter().map(|at| candidates.all[*at].place.span());
        let itself = step.by == [step.inside];
        codes::endless_substitution::new(step.node.key().span(), step.node.key().text(), itself, places)
    });
    told.collect()
}

/// The services that stand for a node, where all of them certainly can; none where there are no such
/// services or too many.
fn certain<'g>(candidates: &Candidates<'g>, checker: &Checker<'g>, node: Seen<'g>) -> Option<Vec<usize>> {
    let mut by = Vec::new();
    for (count, at) in candidates.for_type(node.of).enumerate() {
        if count == MOST {
            return None;
        }
        match candidates.fit(checker, node, &candidates.all[at]) {
            Fit::Fits => by.push(at),
            Fit::Unknown => return None,
            Fit::Misses(..) => {}
        }
    }
    (!by.is_empty()).then_some(by)
}
