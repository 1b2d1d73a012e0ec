//! Resolves one variant: the processing steps of the specification, with its consistency checks.
//!
//! Input: a model and values of inputs. Output: the plain tree, or the diagnostics that prevent it.

use crate::diagnostics::Diagnostic;
use crate::dialects::variability::{ElementId, VariabilityModel, rewrite};
use crate::yaml::{self, Tree};

use super::consistency::{self, ConsistencyCheck};
use super::equations::Equations;
use super::presence::{ValuesByInput, solve};
use super::references::references;
use super::report::{self, violation};

/// A resolved variant.
#[derive(Debug)]
pub struct Resolved {
    /// The plain tree, or `None` if the presence of some element is unknown.
    pub tree: Option<Tree>,
    /// Whether each element is present.
    pub present: Vec<bool>,
    /// The violations of consistency checks, and the reasons for unknown presence.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves `model`, which has no errors, for `inputs`. Performs these consistency checks, and always that no reference
/// to an absent element remains.
#[must_use]
pub fn resolve(
    model: &VariabilityModel<'_>,
    inputs: &ValuesByInput,
    checks: &[ConsistencyCheck],
) -> Resolved {
    let mut diagnostics = Vec::new();
    let equations = Equations::new(model);
    let solution = solve(&equations, inputs, &mut diagnostics);
    let present: Vec<bool> = model.all().map(|(id, _)| solution.is_present(id) == Some(true)).collect();
    if !solution.is_complete() {
        if diagnostics.is_empty() {
            equations.report_cycles(&mut diagnostics);
        }
        return Resolved { tree: None, present, diagnostics };
    }
    if let Some(constraint) = solution.violated_constraint() {
        diagnostics.push(report::violated_constraint(model, constraint, inputs));
    }
    let is_present = |id: ElementId| present[id.index()];
    let mut instances = consistency::consistency(model, checks);
    instances.extend(references(model));
    for instance in instances {
        if instance.is_violated(is_present) {
            diagnostics.push(violation(model, &instance));
        }
    }
    // A requirement assignment is removed with its node template, even if that was not checked.
    let stays = |id: ElementId| {
        let element = model.element(id);
        is_present(id) && element.source.is_none_or(is_present)
    };
    // The types of a file without a service template are for other files.
    let tree = rewrite(model, &stays, model.body.is_some());
    Resolved { tree: Some(tree), present, diagnostics }
}

impl Resolved {
    /// Returns the text of the variant: a part of the text of the template `whole`, or a new print if that
    /// cannot be cut.
    #[must_use]
    pub fn text(&self, whole: &Tree) -> Option<String> {
        let tree = self.tree.as_ref()?;
        Some(yaml::cut(whole, tree).unwrap_or_else(|| yaml::print_rewritten(tree, whole)))
    }
}
