//! Lists the conditions of a file that are not validation clauses of values: they must be Boolean
//! (TOSCA 2.0 §8.6, §13.2, §15.5, §16.5).

use crate::load::File;
use crate::syntax::{Clause, ServiceTemplate};
use crate::yaml::YamlNode;

/// The purpose of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConditionKind {
    /// Selects nodes.
    NodeFilter,
    /// Decides whether an event starts the action of a trigger.
    Trigger,
    /// Decides whether a workflow may run.
    Precondition,
    /// Decides whether a step of a workflow runs.
    StepFilter,
    /// Decides whether a service template may substitute a node.
    SubstitutionFilter,
}

impl ConditionKind {
    /// Returns the name of such a condition, for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NodeFilter => "node filter",
            Self::Trigger => "condition",
            Self::Precondition => "precondition",
            Self::StepFilter => "filter",
            Self::SubstitutionFilter => "substitution filter",
        }
    }
}

/// Returns the conditions of a file in order, those of its types first.
#[must_use]
pub fn conditions(file: &File) -> Vec<(YamlNode<'_>, ConditionKind)> {
    let mut conditions = Vec::new();
    let Some(root) = file.syntax() else { return conditions };
    let mut add = |clause: Option<Clause>, kind: ConditionKind| {
        conditions.extend(clause.map(|clause| (file.node(clause.0), kind)));
    };
    for (_, ty) in root.node_types.iter().flat_map(|map| &map.entries) {
        for requirement in ty.requirements.iter().flat_map(|list| &list.entries) {
            add(requirement.value.node_filter, ConditionKind::NodeFilter);
        }
    }
    for (_, ty) in root.policy_types.iter().flat_map(|map| &map.entries) {
        for (_, trigger) in ty.triggers.iter().flat_map(|map| &map.entries) {
            add(trigger.condition, ConditionKind::Trigger);
        }
    }
    if let Some(template) = &root.service_template {
        add_template_conditions(template, &mut add);
    }
    conditions
}

fn add_template_conditions(template: &ServiceTemplate, add: &mut impl FnMut(Option<Clause>, ConditionKind)) {
    for (_, node) in template.node_templates.iter().flat_map(|map| &map.entries) {
        add(node.node_filter, ConditionKind::NodeFilter);
        for requirement in node.requirements.iter().flat_map(|list| &list.entries) {
            add(requirement.value.0.node_filter, ConditionKind::NodeFilter);
        }
    }
    for (_, workflow) in template.workflows.iter().flat_map(|map| &map.entries) {
        add(workflow.precondition, ConditionKind::Precondition);
        for (_, step) in workflow.steps.iter().flat_map(|map| &map.entries) {
            for filter in step.filter.iter().flat_map(|filter| &filter.0) {
                add(Some(*filter), ConditionKind::StepFilter);
            }
        }
    }
    for policy in template.policies.iter().flat_map(|list| &list.entries) {
        for (_, trigger) in policy.value.triggers.iter().flat_map(|map| &map.entries) {
            add(trigger.condition, ConditionKind::Trigger);
        }
    }
    if let Some(substitution) = &template.substitution_mappings {
        add(substitution.substitution_filter, ConditionKind::SubstitutionFilter);
    }
}
