//! Checks all variants of a file.

use rustc_hash::FxHashMap;

use crate::base::AnalysisBudget;
use crate::diagnostics::{Diagnostic, Rule, rules};
use crate::dialects::variability::{ElementId, GROUP_ROOT, VariabilityModel, read_knowing};
use crate::load::File;
use crate::model::Model;
use crate::yaml::NodeId;

use super::analysis::{self, WorkLimit};
use super::consistency::{Instance, ViolationKind};
use super::each_variant::{CheckText, check_each_variant, drop_of_one_type};
use super::equations::Equations;
use super::misspelled;
use super::requirement_counts::requirement_counts;

/// The diagnostics about a template itself that need the types of groups; all others were reported when the
/// file was read.
const ABOUT_GROUPS: &[&Rule] = &[&rules::relation_as_member::RULE, &rules::self_outside_relation::RULE];

/// The elements of a template by the nodes of their names in the tree as written.
pub(super) type Elements = FxHashMap<NodeId, ElementId>;

/// Checks all variants of `file`, within `budget`.
#[must_use]
pub fn check(model: &Model, file: &File, budget: &AnalysisBudget) -> Vec<Diagnostic> {
    let (template, mut diagnostics) = template_of(model, file);
    diagnostics.retain(|diagnostic| ABOUT_GROUPS.contains(&diagnostic.rule));
    if !template.is_broken {
        Equations::new(&template).report_cycles(&mut diagnostics);
    }
    let Some(limit) = work_limit(budget) else { return diagnostics };
    diagnostics.extend(analysis::review(&template, counts(model, file, &template), &limit));
    diagnostics
}

/// Checks variants of `file` as plain TOSCA with `check`, and replaces the findings about its service template in
/// `diagnostics`, except those of the rules `kept`, by those of the variants.
pub fn check_variants(
    model: &Model,
    file: &File,
    budget: &AnalysisBudget,
    kept: &[&Rule],
    check: CheckText<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (template, _) = template_of(model, file);
    let is_checked = work_limit(budget).is_some_and(|limit| {
        check_each_variant(&template, &counts(model, file, &template), &limit, kept, check, diagnostics)
    });
    if !is_checked {
        drop_of_one_type(&template, diagnostics);
    }
    misspelled::explain(&template, diagnostics);
}

/// Returns the advice about the conditions of `file`.
#[must_use]
pub fn advise(model: &Model, file: &File, budget: &AnalysisBudget) -> Vec<Diagnostic> {
    let Some(limit) = work_limit(budget) else { return Vec::new() };
    let (template, _) = template_of(model, file);
    analysis::redundant_conditions(&template, &limit)
}

/// Reads the variable template `file`, with the mode of the run.
pub(super) fn template_of<'m>(model: &Model, file: &'m File) -> (VariabilityModel<'m>, Vec<Diagnostic>) {
    let (mut template, diagnostics) = read_knowing(file.parsed().written(), &variability_groups(model, file));
    template.set_default_mode(model.types.graph.variability_mode.as_deref());
    (template, diagnostics)
}

fn work_limit(budget: &AnalysisBudget) -> Option<WorkLimit> {
    match budget {
        AnalysisBudget::Nothing => None,
        AnalysisBudget::Fixed => Some(WorkLimit::default()),
        AnalysisBudget::Until(enough) => Some(WorkLimit::until(enough)),
    }
}

/// Returns the instances of rules that depend on types, for `template`, the model of `file`.
#[must_use]
pub fn counts(model: &Model, file: &File, template: &VariabilityModel<'_>) -> Vec<Instance> {
    let elements: Elements = template.all().map(|(id, element)| (element.key.id(), id)).collect();
    let service = model.service(file.id);
    let mut instances = service.map(|service| requirement_counts(service, &elements)).unwrap_or_default();
    // The types in a list demand different numbers: these are checked in each variant.
    let several = template.with_types();
    instances.retain(
        |instance| !matches!(&instance.what, ViolationKind::Count { node, .. } if several.contains(node)),
    );
    instances
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
