//! Workflows and their steps (TOSCA 2.0 §13.2).

use serde::Serialize;

use crate::model::service::{StepView, WorkflowView};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::{How, Origin};
use crate::normalize::types::field::{self, NormalField};
use crate::normalize::types::implementation;
use crate::normalize::types::implementation::{Artifacts, Implementation};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::syntax::{StepNames, WorkflowOutput};

use super::activity::{self, NormalActivity};
use super::properties::texts;
use super::{policy, service};

/// A workflow of a service.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Workflow {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its inputs.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub inputs: NamedParts<NormalField>,
    /// The conditions under which it may run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub precondition: Vec<NormalExpression>,
    /// Its steps.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub steps: NamedParts<Step>,
    /// Its implementation, instead of steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Implementation>,
    /// The attributes in which its results are stored, as paths; or values.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub outputs: NamedParts<NormalExpression>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// A step of a workflow.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The node template or group that it acts on.
    pub target: NormalText,
    /// The node templates that `target` contains.
    pub nodes: Vec<NormalText>,
    /// The requirement of the target whose relationship it acts on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_relationship: Option<NormalText>,
    /// The conditions that must be satisfied before it acts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filter: Vec<NormalExpression>,
    /// Its activities, in order.
    pub activities: Vec<NormalActivity>,
    /// The steps that follow if it succeeds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on_success: Vec<NormalText>,
    /// The steps that follow if it fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on_failure: Vec<NormalText>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl Workflow {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        field::print("inputs", &self.inputs, yaml);
        yaml.clause("precondition", &self.precondition);
        if !self.steps.is_empty() {
            yaml.map("steps", |yaml| {
                for (name, step) in self.steps.iter() {
                    yaml.source(&step.source);
                    yaml.named(name, |yaml| step.print(yaml));
                }
            });
        }
        if let Some(implementation) = &self.implementation {
            implementation.print(yaml);
        }
        if !self.outputs.is_empty() {
            yaml.map("outputs", |yaml| {
                for (name, output) in self.outputs.iter() {
                    yaml.named_expression(name, output);
                }
            });
        }
    }
}

impl Step {
    fn print(&self, yaml: &mut Yaml) {
        yaml.text("target", &self.target);
        yaml.optional("target_relationship", self.target_relationship.as_deref());
        if !self.filter.is_empty() {
            yaml.clauses("filter", &self.filter);
        }
        activity::print("activities", &self.activities, yaml);
        for (keyname, steps) in [("on_success", &self.on_success), ("on_failure", &self.on_failure)] {
            if !steps.is_empty() {
                yaml.texts(keyname, steps.iter().map(|name| &**name));
            }
        }
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

pub(super) fn workflow<'g>(cx: &mut Cx<'g>, workflow: WorkflowView<'g>) -> Workflow {
    let (key, written) = (workflow.key(), workflow.written());
    let file = workflow.service().file();
    let mut inputs = NamedParts::default();
    for input in workflow.inputs().filter(|input| input.field.is_some()) {
        let field = service::parameter(cx, input);
        inputs.push(input.name(), field);
    }
    let mut steps = NamedParts::default();
    for step in workflow.steps() {
        steps.push(step.name(), normal_step(cx, step));
    }
    let mut outputs = NamedParts::default();
    for (name, output) in written.outputs.iter().flat_map(|map| &map.entries) {
        let output = match output {
            WorkflowOutput::Mapping(mapping) => mapping.0,
            WorkflowOutput::Value(value) => value.0,
        };
        let output = values::untyped(cx, file.node(output));
        outputs.push(file.node(*name).text(), output);
    }
    let implementation = written.implementation.as_ref();
    Workflow {
        id: format!("workflows/{}", key.text()).into(),
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        inputs,
        precondition: values::clauses(cx, written.precondition.map(|clause| file.node(clause.0)), None),
        steps,
        implementation: implementation
            .map(|definition| implementation::implementation(cx, (file, definition), &Artifacts::default())),
        outputs,
        source: cx.source(key, How::Written),
    }
}

fn normal_step<'g>(cx: &mut Cx<'g>, step: StepView<'g>) -> Step {
    let (service, written) = (step.service(), step.written());
    let file = service.file();
    let target = written.target.map(|name| file.node(name.node));
    let relationship = written.target_relationship.as_ref().map(|name| file.node(name.0));
    let filters = written.filter.iter().flat_map(|clauses| &clauses.0);
    let names = |steps: &Option<StepNames>| {
        let names = steps.iter().flat_map(|names| &names.names);
        texts(names.map(|name| file.node(*name)))
    };
    Step {
        nodes: policy::nodes(service, target.into_iter()),
        target: Cx::node_text(target).unwrap_or_default(),
        target_relationship: Cx::node_text(relationship),
        filter: values::clauses(cx, filters.map(|clause| file.node(clause.0)), None),
        activities: step.activities().filter_map(|activity| activity::activity(cx, file, activity)).collect(),
        on_success: names(&written.on_success),
        on_failure: names(&written.on_failure),
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        source: cx.source(step.key(), How::Written),
    }
}
