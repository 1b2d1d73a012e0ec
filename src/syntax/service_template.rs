//! Service templates (TOSCA 2.0 §6.9.1).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Named, Text, entity};

use super::{
    FunctionDefinition, GroupDefinition, InTemplate, Input, NodeTemplate, Outgoing, PolicyDefinition,
    RelationshipTemplate, SubstitutionMapping, WorkflowDefinition,
};

const ROOT: &str = "move it to the top level of the file";
const VARIABLE: &str = "variable templates have `tosca_definitions_version: tosca_variability_1_0`";

entity! {
    /// A service: the nodes, their relationships, and what is said about them.
    ServiceTemplate "service template" "6.9.1" {
        /// What the service is for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// What the user can give.
        "inputs" inputs: Map<Input>;
        /// What the service tells.
        "outputs" outputs: Map<Outgoing>;
        /// The nodes.
        "node_templates" node_templates: Map<Arc<NodeTemplate>> [mandatory];
        /// Relationships that requirements can name.
        "relationship_templates" relationship_templates: Map<Arc<RelationshipTemplate>>;
        /// Sets of nodes.
        "groups" groups: Map<GroupDefinition>;
        /// What is to be kept up, in order.
        "policies" policies: Named<PolicyDefinition>;
        /// How the service stands for a node of another service.
        "substitution_mappings" substitution_mappings: Box<SubstitutionMapping> [formerly(&["substitution_mapping"])];
        /// Processes.
        "workflows" workflows: Map<WorkflowDefinition>;
        /// Refinements of functions for this service.
        "functions" functions: InTemplate<Map<FunctionDefinition>>;
    }
    sections;
    retired(&[
        ("node_types", ROOT),
        ("relationship_types", ROOT),
        ("capability_types", ROOT),
        ("interface_types", ROOT),
        ("artifact_types", ROOT),
        ("data_types", ROOT),
        ("group_types", ROOT),
        ("policy_types", ROOT),
        ("imports", ROOT),
        ("repositories", ROOT),
        ("variability", VARIABLE),
    ]);
}
