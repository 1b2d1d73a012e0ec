//! Conditions that stand in files by themselves, apart from the validation clauses of values: they must be Boolean
//! (TOSCA 2.0 §8.6, §13.2, §15.5, §16.5).

use crate::load::File;
use crate::syntax::{Clause, ServiceTemplate};
use crate::yaml::Node;

/// What a condition is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConditionKind {
    /// It chooses nodes.
    NodeFilter,
    /// It decides whether an event triggers something.
    Trigger,
    /// It decides whether a workflow may run.
    Precondition,
    /// It decides whether a step of a workflow runs.
    StepFilter,
    /// It decides whether a service template may stand for a node.
    SubstitutionFilter,
}

impl ConditionKind {
    /// What such a condition is called.
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

/// The conditions of a file, those of its types first, in order.
#[must_use]
pub fn conditions(file: &File) -> Vec<(Node<'_>, ConditionKind)> {
    let mut found = Vec::new();
    let Some(root) = file.syntax() else { return found };
    let mut add = |clause: Option<Clause>, kind: ConditionKind| {
        found.extend(clause.map(|clause| (file.node(clause.0), kind)));
    };
    for (_, of) in root.node_types.iter().flat_map(|map| &map.entries) {
        for requirement in of.requirements.iter().flat_map(|list| &list.entries) {
            add(requirement.value.node_filter, ConditionKind::NodeFilter);
        }
    }
    for (_, of) in root.policy_types.iter().flat_map(|map| &map.entries) {
        for (_, trigger) in of.triggers.iter().flat_map(|map| &map.entries) {
            add(trigger.condition, ConditionKind::Trigger);
        }
    }
    if let Some(template) = &root.service_template {
        of_template(template, &mut add);
    }
    found
}

fn of_template(template: &ServiceTemplate, add: &mut impl FnMut(Option<Clause>, ConditionKind)) {
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
