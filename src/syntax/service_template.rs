//! Service templates (TOSCA 2.0 §6.9.1).

use std::sync::Arc;

use crate::diagnostics::{Level, rules, suggest_typo};
use crate::keynames::{Entity as _, Map, Metadata, Named, Reader, TextNode, entity};
use crate::yaml::YamlNode;

use super::{
    FunctionDefinition, GroupDefinition, InTemplate, Input, NodeTemplate, Outgoing, ParameterDefinition,
    PolicyDefinition, RelationshipTemplate, SubstitutionMapping, WorkflowDefinition,
};

const ROOT: &str = "move it to the top level of the file";
const VARIABLE: &str =
    "use `tosca_definitions_version: tosca_variability_1_0` for variable service templates";

entity! {
    /// A service: its nodes, their relationships, and groups, policies and workflows for them.
    ServiceTemplate "service template" "6.9.1" {
        /// What the service is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// The inputs of the service.
        "inputs" inputs: Map<Input>;
        /// The outputs of the service.
        "outputs" outputs: Map<Outgoing>;
        /// The nodes of the service.
        "node_templates" node_templates: Map<Arc<NodeTemplate>> [mandatory];
        /// Relationships that requirements can refer to.
        "relationship_templates" relationship_templates: Map<Arc<RelationshipTemplate>>;
        /// Sets of nodes.
        "groups" groups: Map<GroupDefinition>;
        /// The policies of the service, in order.
        "policies" policies: Named<PolicyDefinition>;
        /// How the service substitutes a node of another service.
        "substitution_mappings" substitution_mappings: Box<SubstitutionMapping> [formerly(&["substitution_mapping"])];
        /// The workflows of the service.
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
    => check
}

/// Reports outputs that are the map of a single entry whose key is nearly a keyname: they are values, but probably
/// intended as definitions.
fn check(template: &ServiceTemplate, _: YamlNode<'_>, reader: &mut Reader<'_>) {
    let meta = ParameterDefinition::meta();
    let keynames = || meta.keynames.iter().map(|keyname| keyname.name);
    for (_, output) in template.outputs.iter().flat_map(|outputs| &outputs.entries) {
        let Outgoing::Value(value) = output else { continue };
        let node = reader.tree().node(value.0);
        let Some((key, _)) = node.only_entry().filter(|_| !reader.is_call(node)) else { continue };
        let Some(intended) = key.as_str().and_then(|name| suggest_typo(name, keynames())) else { continue };
        let help = format!("did you mean `{intended}`?");
        let diagnostic = rules::unknown_keyname::new(key.span(), key.text(), meta.name, Some(help))
            .at_level(Level::Warning)
            .label("interpreted as a value: a map with this key")
            .unsafe_fix(format!("write `{intended}`"), key.span(), intended);
        reader.report(key, diagnostic);
    }
}
