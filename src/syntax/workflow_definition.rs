//! Workflow definitions and their steps (TOSCA 2.0 §13.2).

use crate::diagnostics::rules;
use crate::keynames::{
    Collection, Entity, Expected, List, Map, Metadata, Reader, Ref, Shape, ShapeNotation, TextNode,
    ValueNode, entity,
};
use crate::yaml::{Kind, NodeId, YamlNode};

use super::parameter_definition::no_mapping;
use super::{
    Activity, AttributeMapping, Clause, ImplementationDefinition, Name, NodeTemplateOrGroup, Outgoing,
    ParameterDefinition,
};

entity! {
    /// A process over the nodes of a service.
    WorkflowDefinition "workflow definition" "13.2" {
        /// What the workflow does.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// The inputs of the workflow.
        "inputs" inputs: Map<Outgoing>;
        /// The condition under which it may run.
        "precondition" precondition: Clause [formerly(&["preconditions"])];
        /// The steps of the workflow.
        "steps" steps: Map<WorkflowStep>;
        /// What implements it, instead of steps.
        "implementation" implementation: ImplementationDefinition;
        /// The attributes that its results are stored in.
        "outputs" outputs: Map<WorkflowOutput>;
    }
    => check
}

const AFTER: &str = "add the name of this step to the `on_success` of the step before it";

entity! {
    /// A step of a workflow.
    WorkflowStep "workflow step" "13.2.2" {
        /// The node template or group that it acts on.
        "target" target: Ref<NodeTemplateOrGroup> [mandatory];
        /// The requirement of the target whose relationship it acts on.
        "target_relationship" target_relationship: Name;
        /// The conditions under which it acts.
        "filter" filter: Clauses [formerly(&["filters"])];
        /// What it does, in order.
        "activities" activities: List<Activity> [mandatory, formerly(&["activity"])];
        /// The steps that follow on success.
        "on_success" on_success: StepNames;
        /// The steps that follow on failure.
        "on_failure" on_failure: StepNames;
        /// What the step is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    retired(&[
        ("operation_host", "remove it, or move it to `metadata`; TOSCA 2.0 has no `operation_host`"),
        ("after", AFTER),
        ("dependsOn", AFTER),
        ("depends_on", AFTER),
        ("needs", AFTER),
        ("requires", AFTER),
        ("call_operation", "put it into `activities`, as an entry: `- call_operation: …`"),
        ("delegate", "put it into `activities`, as an entry: `- delegate: …`"),
        ("inline", "put it into `activities`, as an entry: `- inline: …`"),
        ("set_state", "put it into `activities`, as an entry: `- set_state: …`"),
    ]);
    => check_step
}

fn check_step(step: &WorkflowStep, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    no_activities(step.activities.as_ref(), node, "a step", reader);
}

/// Reports a list without activities, which has no effect.
pub(super) fn no_activities(
    list: Option<&List<Activity>>,
    owner: YamlNode<'_>,
    what: &str,
    reader: &mut Reader<'_>,
) {
    let Some(list) = list.map(|list| reader.tree().node(list.node)) else { return };
    if list.items().next().is_none() && !list.is_broken() && !owner.is_broken() {
        let diagnostic = rules::no_effect::new(
            list.span(),
            &format!("{what} without activities"),
            "nothing to do",
            "add an activity, such as `- call_operation: interface.operation`",
        );
        reader.report(list, diagnostic);
    }
}

fn check(workflow: &WorkflowDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    super::exclusive(node, "steps", "implementation", "keep either `steps` or `implementation`", reader);
    let has_steps = match &workflow.steps {
        Some(steps) => {
            let mut entries = reader.tree().node(steps.node).entries();
            entries.next().is_some() || reader.is_misspelled("steps")
        }
        None => !reader.is_missing(node, "steps"),
    };
    let implemented = node.entry("implementation").is_some();
    if !has_steps && !implemented && !node.is_broken() {
        let diagnostic = rules::no_effect::new(
            reader.subject_span(node),
            "a workflow without `steps`",
            "nothing to run",
            "add `steps:` or an `implementation:`",
        );
        reader.report(node, diagnostic);
    }
    if implemented {
        return;
    }
    let inputs = workflow.inputs.iter().flat_map(|inputs| &inputs.entries);
    for (key, input) in inputs {
        match input {
            Outgoing::Value(value) => {
                let value = reader.tree().node(value.0);
                if let Some((owner, _)) = entry_before(reader.tree().node(*key), node)
                    && ParameterDefinition::meta().keyname(reader.tree().node(*key).text()).is_some()
                {
                    let key = reader.tree().node(*key);
                    let owner = (owner.text(), owner.span());
                    let entity = ParameterDefinition::meta().name;
                    let diagnostic =
                        rules::unindented_keyname::new(key.span(), &[key.text()], entity, owner, false);
                    reader.report(key, diagnostic.explains(value.span()));
                    continue;
                }
                reader.set_subject(reader.tree().node(*key));
                reader.wrong_shape(
                    value,
                    &Expected::Special(ShapeNotation::Map, "a map (a parameter definition)"),
                );
                reader.name_of_another_kind();
            }
            Outgoing::Definition(definition) => {
                if let Some((key, _)) = reader.tree().node(definition.node).entry("mapping") {
                    no_mapping(key, reader);
                }
            }
        }
    }
    for (_, output) in workflow.outputs.iter().flat_map(|outputs| &outputs.entries) {
        if let WorkflowOutput::Value(value) = output {
            let value = reader.tree().node(value.0);
            let diagnostic = rules::non_standard_form::new(
                value.only_entry().map_or(value, |(key, _)| key).span(),
                "a value as the output of a workflow with `steps`",
                "the value of the output",
                "write an attribute mapping: `[ node, attribute ]`".to_owned(),
            );
            reader.report(value, diagnostic);
        }
    }
}

/// An output of a workflow: the attribute that it is stored in or, tolerated, its value.
#[derive(Debug)]
pub enum WorkflowOutput {
    /// The attribute that it is stored in.
    Mapping(AttributeMapping),
    /// The value.
    Value(ValueNode),
}

impl Shape for WorkflowOutput {
    const EXPECTED: Expected = AttributeMapping::EXPECTED;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if reader.is_call(node) {
            return ValueNode::read(node, reader).map(Self::Value);
        }
        AttributeMapping::read(node, reader).map(Self::Mapping)
    }
}

/// Conditions that must all be true: a list of clauses, or one clause.
#[derive(Debug)]
pub struct Clauses(pub Vec<Clause>);

impl Shape for Clauses {
    const EXPECTED: Expected = Expected::List(&Clause::EXPECTED);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.kind() == Kind::Mapping {
            return Clause::read(node, reader).map(|clause| Self(vec![clause]));
        }
        let clauses: List<Clause> = List::read(node, reader)?;
        Some(Self(clauses.items.into_vec()))
    }
}

/// The steps that follow another one: a list of names, or one name.
#[derive(Debug)]
pub struct StepNames {
    /// The names that could be read, in order.
    pub names: Vec<NodeId>,
    /// Whether it has, or may have, names that could not be read.
    is_incomplete: bool,
}

impl Collection for StepNames {
    fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }
}

impl Shape for StepNames {
    const EXPECTED: Expected = Expected::Special(ShapeNotation::List, "a list of step names");

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.kind() == Kind::Scalar && !node.is_null() {
            return Name::read(node, reader).map(|name| Self { names: vec![name.0], is_incomplete: false });
        }
        let names: List<Name> = List::read(node, reader)?;
        let is_incomplete = names.is_incomplete;
        Some(Self { names: names.items.iter().map(|name| name.0).collect(), is_incomplete })
    }
}

/// Returns the entry before that of `key` in the inputs of a workflow, a definition that lacks this keyname.
fn entry_before<'t>(key: YamlNode<'t>, workflow: YamlNode<'t>) -> Option<(YamlNode<'t>, YamlNode<'t>)> {
    let inputs = workflow.get("inputs")?;
    let before = inputs.entries().take_while(|(other, _)| other.id() != key.id()).last()?;
    let (_, definition) = before;
    (definition.is_mapping() && definition.entry(key.text()).is_none()).then_some(before)
}
