//! The topology template: the service template of TOSCA 2.0 (L01).

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_1;
use super::group::GROUP;
use super::node_template::{self, NODE_TEMPLATE};
use super::policy::{self, POLICY};
use super::property::{PARAMETER, parameter};
use super::relationship::TEMPLATE;
use super::shapes::{METADATA, TEXT, copy};
use super::{substitution, workflow};

table! {
    /// The service.
    pub(in crate::dialects) TOPOLOGY "topology template" "3.9" {
        /// What the service is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the service is given.
        "inputs": Expected::Map(&Expected::Entity(|| &PARAMETER.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, parameter));
        };
        /// The nodes.
        "node_templates": Expected::Map(&Expected::Entity(|| &NODE_TEMPLATE.meta)) => node_template::node_templates;
        /// Relationships that requirements refer to.
        "relationship_templates": Expected::Map(&Expected::Entity(|| &TEMPLATE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, |rewriter, template| rewriter.entity(&TEMPLATE, template));
            });
        };
        /// Sets of nodes.
        "groups": Expected::Map(&Expected::Entity(|| &GROUP.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, super::group::group);
            });
        };
        /// Rules for nodes.
        "policies": Expected::Named(&Expected::Entity(|| &POLICY.meta)) => policy::policies;
        /// What the service gives back.
        "outputs": Expected::Map(&Expected::Entity(|| &PARAMETER.meta)) => outputs;
        /// The node that the service stands for.
        "substitution_mappings": Expected::Entity(|| &substitution::SUBSTITUTION.meta) => substitution::mappings;
        /// What is done in which order.
        "workflows": Expected::Map(&Expected::Entity(|| &workflow::WORKFLOW.meta)) => workflow::workflows, since(V1_1);
    }
    retired(&[(
        "variability",
        "use `tosca_definitions_version: tosca_variability_1_0` for variable templates",
    )]);
}

/// Writes the topology template as a service template.
pub(in crate::dialects) fn topology<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.applied("L01", key);
    rewriter.key("service_template", key);
    rewriter.entity_with(&TOPOLOGY, value, |rewriter| {
        if value.entry("outputs").is_none() && substitution::has_outputs(value) {
            rewriter.string("outputs", key);
            rewriter.open_map(key);
            substitution::outputs(rewriter, value);
            rewriter.close();
        }
        if value.entry("node_templates").is_none() {
            rewriter.string("node_templates", key);
            rewriter.open_map(key);
            rewriter.close();
        }
    });
}

/// Writes the outputs, and those that substitution mappings need.
fn outputs<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.same_key(key);
    if !value.is_mapping() {
        return rewriter.copy(value);
    }
    rewriter.open_like(value);
    for (name, output) in value.all_entries() {
        rewriter.copy(name);
        parameter(rewriter, output);
    }
    if let Some(topology) = rewriter.current_map() {
        substitution::outputs(rewriter, topology);
    }
    rewriter.close();
}
