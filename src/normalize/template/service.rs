//! Service templates (TOSCA 2.0 §6.9), their inputs and outputs.

use serde::Serialize;

use crate::derive::{Field as Derived, FieldKind, Written};
use crate::load::Inputs;
use crate::normalize::builder::Builder;
use crate::normalize::data::Metadata;
use crate::normalize::named::{Named, Text};
use crate::normalize::source::How;
use crate::normalize::types::field::{self, Field};
use crate::normalize::yaml::Yaml;
use crate::syntax::Outgoing;
use crate::topology::{Connection, Topology};
use crate::values::Demand;
use crate::yaml::Node;

use super::candidates::Candidate;
use super::node::NodeTemplate;
use super::policy::{Group, Policy};
use super::relationship::RelationshipTemplate;
use super::substitution::SubstitutionMapping;
use super::workflow::Workflow;

/// A service.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ServiceTemplate {
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// What it is given.
    pub inputs: Named<Field>,
    /// What it tells.
    pub outputs: Named<Field>,
    /// Its nodes.
    pub node_templates: Named<NodeTemplate>,
    /// Relationships that requirements name.
    pub relationship_templates: Named<RelationshipTemplate>,
    /// What meets requirements that name no node template, by number.
    pub candidate_sets: Vec<Vec<Candidate>>,
    /// Sets of nodes.
    pub groups: Named<Group>,
    /// What is to be kept up, in order.
    pub policies: Vec<Policy>,
    /// How the service stands for a node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substitution_mappings: Option<SubstitutionMapping>,
    /// Processes.
    pub workflows: Named<Workflow>,
    /// The node templates as YAML, where they are wanted as that only.
    #[serde(skip)]
    pub(in crate::normalize) printed: Vec<String>,
}

impl ServiceTemplate {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.print_with(&mut Vec::new(), yaml);
    }

    /// The same with node templates that were `printed` before.
    pub(in crate::normalize) fn print_with(&self, printed: &mut Vec<String>, yaml: &mut Yaml) {
        macro_rules! section {
            ($section:ident) => {
                if !self.$section.is_empty() {
                    yaml.map(stringify!($section), |yaml| section!(@entries yaml, $section));
                }
            };
            (@entries $yaml:ident, $section:ident) => {
                for (name, entity) in self.$section.iter() {
                    $yaml.source(&entity.source);
                    $yaml.named(name, |yaml| entity.print(yaml));
                }
            };
        }
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        field::print("inputs", &self.inputs, yaml);
        field::print("outputs", &self.outputs, yaml);
        yaml.map("node_templates", |yaml| {
            if !printed.is_empty() {
                yaml.take_lines(printed);
            }
            section!(@entries yaml, node_templates);
        });
        section!(relationship_templates);
        section!(groups);
        if !self.policies.is_empty() {
            yaml.list("policies", |yaml| {
                for policy in &self.policies {
                    yaml.source(&policy.source);
                    yaml.item(|yaml| yaml.named(&policy.name, |yaml| policy.print(yaml)));
                }
            });
        }
        if let Some(substitution) = &self.substitution_mappings {
            yaml.source(&substitution.source);
            yaml.map("substitution_mappings", |yaml| substitution.print(yaml));
        }
        section!(workflows);
    }
}

impl<'r, 'g> Builder<'r, 'g> {
    pub(in crate::normalize) fn service_template(&mut self, topology: &'r Topology<'g>) -> ServiceTemplate {
        let (file, template) = (topology.file, topology.template);
        let mut inputs = Named::default();
        for (key, input) in template.inputs.iter().flat_map(|map| &map.entries) {
            let key = file.node(*key);
            let mut field = self.parameter(key, FieldKind::Input, Written::Parameter(&input.0));
            self.given(key, &mut field);
            inputs.push(key.text(), field);
        }
        let mut outputs = Named::default();
        for (key, output) in template.outputs.iter().flat_map(|map| &map.entries) {
            let key = file.node(*key);
            let field = self.outgoing(key, output, false);
            outputs.push(key.text(), field);
        }
        let mut node_templates = Named::default();
        let mut yaml = self.only_yaml.then(|| Yaml::at_depth(2));
        if yaml.is_none() {
            node_templates.0.reserve(topology.vertices.len());
        }
        for (vertex, number) in topology.vertices.iter().zip(0..) {
            let node = self.node_template(topology, number);
            match &mut yaml {
                Some(yaml) => {
                    yaml.source(&node.source);
                    yaml.named(vertex.key.text(), |yaml| node.print(yaml));
                }
                None => node_templates.push(vertex.key.text(), node),
            }
        }
        let mut relationship_templates = Named::default();
        for (number, relationship) in topology.relationships.iter().enumerate() {
            if only_copied(topology, number) {
                continue;
            }
            let relationship_template = self.relationship_template(topology, number);
            relationship_templates.push(relationship.key.text(), relationship_template);
        }
        let mut groups = Named::default();
        for (key, group) in template.groups.iter().flat_map(|map| &map.entries) {
            let group = self.group(topology, *key, group);
            groups.push(file.node(*key).text(), group);
        }
        let policies = template.policies.iter().flat_map(|list| &list.entries).enumerate();
        let policies = policies
            .map(|(number, entry)| self.policy(topology, (number, entry.key), &entry.value))
            .collect();
        let mut workflows = Named::default();
        for (key, workflow) in template.workflows.iter().flat_map(|map| &map.entries) {
            let workflow = self.workflow(topology, *key, workflow);
            workflows.push(file.node(*key).text(), workflow);
        }
        ServiceTemplate {
            description: Self::text(file, template.description),
            metadata: Self::metadata(file, template.metadata),
            inputs,
            outputs,
            node_templates,
            relationship_templates,
            candidate_sets: std::mem::take(&mut self.template.sets),
            groups,
            policies,
            substitution_mappings: template
                .substitution_mappings
                .as_deref()
                .map(|one| self.substitution(one)),
            workflows,
            printed: yaml.map(Yaml::into_parts).unwrap_or_default(),
        }
    }

    /// An input or output.
    fn parameter(&mut self, key: Node<'g>, kind: FieldKind, written: Written<'g>) -> Field {
        let data_type = written.data_type().map(|name| self.types.type_use(key.tree().node(name)));
        let derived = Derived::new(kind, key, written, data_type);
        let demand = Demand::of_field(self.types, &derived);
        let mut field = self.field(&derived, &demand);
        field.source = self.source(key, How::Written);
        field
    }

    /// A parameter that goes out, or an input of a workflow.
    pub(super) fn outgoing(&mut self, key: Node<'g>, written: &'g Outgoing, input: bool) -> Field {
        let written = match written {
            Outgoing::Definition(definition) => Written::Parameter(definition),
            Outgoing::Value(value) => Written::Value(value.0),
        };
        self.parameter(key, if input { FieldKind::Input } else { FieldKind::Output }, written)
    }

    /// The value that is given to an input with the files becomes its default: the service needs no more
    /// then.
    fn given(&mut self, key: Node<'g>, field: &mut Field) {
        let Inputs::In(id) = self.types.graph.inputs else { return };
        let given = self.types.graph.file(id).syntax.tree.root().and_then(|root| root.get(key.text()));
        let Some(value) = given.filter(|_| self.options.fold && field.value.is_none()) else { return };
        let body = key.entry_value();
        let demand = match body.get("type") {
            Some(_) => {
                let template = self.topologies.of(self.file.id).map(|topology| topology.template);
                let inputs = template.and_then(|template| template.inputs.as_ref());
                let input = inputs.and_then(|inputs| inputs.around(key));
                input.map(|(_, input)| {
                    let written = Written::Parameter(&input.0);
                    let data_type =
                        written.data_type().map(|name| self.types.type_use(key.tree().node(name)));
                    Demand::of_field(self.types, &Derived::new(FieldKind::Input, key, written, data_type))
                })
            }
            None => None,
        };
        field.default = Some(self.value(value, &demand.unwrap_or_default()));
        field.required = Some(true);
    }
}

/// Whether a relationship template is there for others to copy, and establishes nothing itself.
fn only_copied(topology: &Topology<'_>, number: usize) -> bool {
    let is_it = |other: u32| other as usize == number;
    let copied = topology.relationships.iter().any(|other| other.copied.is_some_and(is_it));
    let mut edges = topology.vertices.iter().flat_map(|vertex| &vertex.edges);
    copied && !edges.any(|edge| matches!(edge.connection, Connection::Template(other) if is_it(other)))
}
