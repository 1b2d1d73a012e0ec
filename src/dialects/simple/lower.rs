//! The entities of the Simple Profile: keyname tables, and how they are lowered to TOSCA 2.0.
//!
//! One file per entity, with its table and its rules. A part is a function `(rewriter, node)`; see the head
//! of `dialects.rs` for how to add a rule.

pub(super) mod artifact;
pub(super) mod capability;
pub(super) mod condition;
pub(super) mod constraint;
pub(super) mod data_type;
pub(super) mod file;
pub(super) mod filter;
pub(super) mod filter_help;
pub(super) mod function;
pub(super) mod group;
pub(super) mod imports;
pub(super) mod interface;
pub(super) mod node_template;
pub(super) mod node_type;
pub(super) mod operation;
pub(super) mod policy;
pub(super) mod property;
pub(super) mod relationship;
pub(super) mod requirement;
pub(super) mod shapes;
pub(super) mod substitution;
pub(super) mod topology;
pub(super) mod trigger;
pub(super) mod workflow;

use crate::keynames::Meta;

/// Returns the tables of all entities.
pub(super) fn tables() -> Vec<&'static Meta> {
    let tables = [
        &file::FILE,
        &imports::IMPORT,
        &imports::REPOSITORY,
        &data_type::DATA_TYPE,
        &property::PROPERTY,
        &property::ATTRIBUTE,
        &property::PARAMETER,
        &property::SCHEMA,
        &artifact::ARTIFACT_TYPE,
        &artifact::ARTIFACT,
        &capability::CAPABILITY_TYPE,
        &capability::DEFINITION,
        &capability::ASSIGNMENT,
        &requirement::DEFINITION,
        &requirement::ASSIGNMENT,
        &relationship::RELATIONSHIP_TYPE,
        &relationship::DEFINITION,
        &relationship::ASSIGNMENT,
        &relationship::TEMPLATE,
        &interface::INTERFACE_TYPE,
        &interface::DEFINITION,
        &interface::ASSIGNMENT,
        &operation::DEFINITION,
        &operation::ASSIGNMENT,
        &operation::IMPLEMENTATION,
        &node_type::NODE_TYPE,
        &node_template::NODE_TEMPLATE,
        &group::GROUP_TYPE,
        &group::GROUP,
        &policy::POLICY_TYPE,
        &policy::POLICY,
        &topology::TOPOLOGY,
        &substitution::SUBSTITUTION,
        &substitution::MAPPING,
        &workflow::WORKFLOW,
        &workflow::PRECONDITION,
        &workflow::STEP,
        &workflow::CALL,
        &trigger::TRIGGER,
        &trigger::CONDITION,
    ];
    tables.into_iter().map(|table| &table.meta).collect()
}
