//! Service templates (TOSCA 2.0 §6.9), their inputs and outputs.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::load::Inputs;
use crate::model::service::{
    Connection, NodeTemplateView, ParameterView, RelationshipTemplateId, ServiceView,
};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::How;
use crate::normalize::types::field::{self, NormalField};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::values::ValueType;

use super::node::NormalNodeTemplate;
use super::policy::{Group, Policy};
use super::relationship::NormalRelationshipTemplate;
use super::substitution::SubstitutionMapping;
use super::workflow::Workflow;
use super::{node, policy, relationship, resolve, substitution, workflow};

/// A service.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ServiceTemplate<N = NamedParts<NormalNodeTemplate>> {
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its inputs.
    pub inputs: NamedParts<NormalField>,
    /// Its outputs.
    pub outputs: NamedParts<NormalField>,
    /// Its nodes.
    pub node_templates: N,
    /// Relationships that requirements name.
    pub relationship_templates: NamedParts<NormalRelationshipTemplate>,
    /// Sets of nodes.
    pub groups: NamedParts<Group>,
    /// Its policies, in order.
    pub policies: Vec<Policy>,
    /// The substitution mapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substitution_mappings: Option<SubstitutionMapping>,
    /// Its workflows.
    pub workflows: NamedParts<Workflow>,
}

/// The node templates of a service, in any representation.
pub(in crate::normalize) trait PrintNodes {
    fn print(&self, yaml: &mut Yaml);
}

impl PrintNodes for NamedParts<NormalNodeTemplate> {
    fn print(&self, yaml: &mut Yaml) {
        for (name, node) in self.iter() {
            yaml.source(&node.source);
            yaml.named(name, |yaml| node.print(yaml));
        }
    }
}

/// Node templates that were printed right after they were created.
pub(in crate::normalize) struct Printed(Cell<Vec<String>>);

impl PrintNodes for Printed {
    fn print(&self, yaml: &mut Yaml) {
        yaml.take_lines(&mut self.0.take());
    }
}

/// Prints a complete service.
pub(in crate::normalize) fn print<N: PrintNodes>(template: &ServiceTemplate<N>, yaml: &mut Yaml) {
    macro_rules! section {
        ($section:ident) => {
            if !template.$section.is_empty() {
                yaml.map(stringify!($section), |yaml| {
                    for (name, entity) in template.$section.iter() {
                        yaml.source(&entity.source);
                        yaml.named(name, |yaml| entity.print(yaml));
                    }
                });
            }
        };
    }
    yaml.optional("description", template.description.as_deref());
    yaml.metadata(&template.metadata);
    field::print("inputs", &template.inputs, yaml);
    field::print("outputs", &template.outputs, yaml);
    yaml.map("node_templates", |yaml| template.node_templates.print(yaml));
    section!(relationship_templates);
    section!(groups);
    if !template.policies.is_empty() {
        yaml.list("policies", |yaml| {
            for policy in &template.policies {
                yaml.source(&policy.source);
                yaml.item(|yaml| yaml.named(&policy.name, |yaml| policy.print(yaml)));
            }
        });
    }
    if let Some(substitution) = &template.substitution_mappings {
        yaml.source(&substitution.source);
        yaml.map("substitution_mappings", |yaml| substitution.print(yaml));
    }
    section!(workflows);
}

pub(in crate::normalize) fn node_templates<'g>(
    cx: &mut Cx<'g>,
    service: ServiceView<'g>,
) -> NamedParts<NormalNodeTemplate> {
    let templates = service.node_templates().iter();
    templates.map(|template| (template.name().into(), resolved_node(cx, template))).collect()
}

/// Returns a node template with resolved calls.
pub(in crate::normalize) fn resolved_node<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
) -> NormalNodeTemplate {
    let mut node = node::node_template(cx, template);
    resolve::node(cx, template, &mut node);
    node
}

/// Returns the node templates of a service, printed as YAML.
pub(in crate::normalize) fn printed_nodes<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) -> Printed {
    let mut yaml = Yaml::at_depth(2);
    for template in service.node_templates().iter() {
        let node = node::node_template(cx, template);
        yaml.source(&node.source);
        yaml.named(template.name(), |yaml| node.print(yaml));
    }
    Printed(Cell::new(yaml.into_parts()))
}

/// Names the definitions that the node templates of a service use.
pub(in crate::normalize) fn name_definitions<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    for template in service.node_templates().iter() {
        node::node_template(cx, template);
    }
}

/// Returns the service with the node templates that `nodes` returns.
pub(in crate::normalize) fn service_template<'g, N>(
    cx: &mut Cx<'g>,
    service: ServiceView<'g>,
    nodes: impl FnOnce(&mut Cx<'g>) -> N,
) -> ServiceTemplate<N> {
    let (file, template) = (service.file(), service.template());
    let mut inputs = NamedParts::default();
    for input in service.inputs().filter(|input| input.field.is_some()) {
        let mut field = parameter(cx, input);
        given(cx, input, &mut field);
        inputs.push(input.name(), field);
    }
    let mut outputs = NamedParts::default();
    for output in service.outputs().filter(|output| output.field.is_some()) {
        let field = parameter(cx, output);
        outputs.push(output.name(), field);
    }
    let mut relationship_templates = NamedParts::default();
    let only_copied = only_copied(service);
    for relationship in service.relationship_templates().iter() {
        if only_copied.contains(&relationship.id) {
            continue;
        }
        let relationship_template = relationship::relationship_template(cx, relationship);
        relationship_templates.push(relationship.name(), relationship_template);
    }
    let mut groups = NamedParts::default();
    for group in service.groups() {
        groups.push(group.name(), policy::group(cx, group));
    }
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let policies = service.policies().map(|policy| {
        let count = counts.entry(policy.key().text()).or_default();
        *count += 1;
        policy::policy(cx, *count - 1, policy)
    });
    let policies = policies.collect();
    let mut workflows = NamedParts::default();
    for workflow in service.workflows() {
        workflows.push(workflow.name(), workflow::workflow(cx, workflow));
    }
    ServiceTemplate {
        description: Cx::text(file, template.description),
        metadata: Cx::metadata(file, template.metadata),
        inputs,
        outputs,
        relationship_templates,
        groups,
        policies,
        substitution_mappings: service.substitution().map(|mapping| substitution::substitution(cx, mapping)),
        workflows,
        node_templates: nodes(cx),
    }
}

/// Returns an input or output.
pub(super) fn parameter<'g>(cx: &mut Cx<'g>, parameter: ParameterView<'g>) -> NormalField {
    let mut field = parameter.field.map_or_else(NormalField::default, |derived| field::field(cx, derived));
    field.source = cx.source(parameter.key, How::Written);
    field
}

/// Replaces the default of an input by its given value, so that the service no longer needs it.
fn given<'g>(cx: &mut Cx<'g>, input: ParameterView<'g>, field: &mut NormalField) {
    if field.metadata.get(field::GIVEN).is_some() {
        field.metadata.0.retain(|(key, _)| &**key != field::GIVEN);
        field.given = field.default.take();
    }
    let Inputs::In(id) = cx.types.graph.inputs else { return };
    let given = cx.types.graph.file(id).tree().root().and_then(|root| root.get(input.name()));
    let Some(value) = given.filter(|_| cx.options.fold && field.value.is_none()) else { return };
    let typed = input.field.filter(|field| field.data_type.is_some());
    field.given = Some(values::value(cx, value, &typed.map_or(ValueType::Any, ValueType::Field)));
    field.default = None;
    field.required = Some(true);
}

/// Returns the relationship templates that are only copied by others, and not used by requirements.
fn only_copied(service: ServiceView<'_>) -> FxHashSet<RelationshipTemplateId> {
    let copied = service.relationship_templates().iter().filter_map(|relationship| relationship.copied);
    let mut unused: FxHashSet<RelationshipTemplateId> = copied.collect();
    for assignment in service.requirements().iter() {
        if let Connection::Template(id) = assignment.connection {
            unused.remove(&id);
        }
    }
    unused
}
