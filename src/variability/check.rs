//! Checks all variants of a file.

use rustc_hash::FxHashMap;

use crate::base::AnalysisBudget;
use crate::diagnostics::{Diagnostic, Rule, rules};
use crate::dialects::variability::{ElementId, GROUP_ROOT, read_knowing};
use crate::load::File;
use crate::model::Model;
use crate::yaml::NodeId;

use super::analysis::{self, WorkLimit};
use super::equations::{Equations, Pruning};
use super::requirement_counts::requirement_counts;

/// The diagnostics about a template itself that need the types of groups; all others were reported when the
/// file was read.
const ABOUT_GROUPS: &[&Rule] = &[&rules::relation_as_member::RULE, &rules::self_outside_relation::RULE];

/// The elements of a template by the nodes of their names in the tree as written.
pub(super) type Elements = FxHashMap<NodeId, ElementId>;

/// Checks all variants of `file`, within `budget`.
#[must_use]
pub fn check(model: &Model, file: &File, budget: &AnalysisBudget) -> Vec<Diagnostic> {
    let (template, mut diagnostics) = read_knowing(file.parsed().written(), &variability_groups(model, file));
    diagnostics.retain(|diagnostic| ABOUT_GROUPS.contains(&diagnostic.rule));
    if !template.is_broken {
        Equations::new(&template, Pruning::default()).report_cycles(&mut diagnostics);
    }
    let limit = match budget {
        AnalysisBudget::Nothing => return diagnostics,
        AnalysisBudget::Fixed => WorkLimit::default(),
        AnalysisBudget::Until(enough) => WorkLimit::until(enough),
    };
    let elements: Elements = template.all().map(|(id, element)| (element.key.id(), id)).collect();
    let counts = model.service(file.id).map(|service| requirement_counts(service, &elements));
    diagnostics.extend(analysis::review(&template, counts.unwrap_or_default(), &limit));
    diagnostics
}

/// Returns which groups of `file` are variability groups, by the nodes of their names in the tree as written.
/// Groups without a known type are missing.
#[must_use]
pub fn variability_groups(model: &Model, file: &File) -> Vec<(NodeId, bool)> {
    let Some(service) = model.service(file.id) else { return Vec::new() };
    let types = service.types();
    let known = service.groups().filter_map(|group| {
        let group_type = types.defined(group.group_type()?)?;
        let is_variability = types.lineage(group_type).any(|ancestor| ancestor.name() == GROUP_ROOT);
        Some((file.tree().origin(group.key().id())?, is_variability))
    });
    known.collect()
}
