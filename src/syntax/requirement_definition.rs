//! Requirement definitions (TOSCA 2.0 §8.4).

use std::sync::Arc;

use crate::diagnostics::{Level, rules};
use crate::keynames::{Either, Metadata, Reader, Ref, TextNode, entity};
use crate::yaml::{Kind, YamlNode};

use super::{
    CapabilityTypeOrName, Clause, CountRange, NodeTypeName, RelationshipDefinition, RelationshipTypeName,
};

const OPTIONAL: &str = "use `count_range`, such as `[ 0, 1 ]` for an optional requirement";

entity! {
    /// What nodes of a type need from other nodes.
    RequirementDefinition "requirement definition" "8.4" {
        /// What the requirement is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// The relationship type, or a relationship definition.
        "relationship" relationship: Either<Ref<RelationshipTypeName>, Arc<RelationshipDefinition>>;
        /// The node type that can fulfill the requirement.
        "node" node_type: Ref<NodeTypeName>;
        /// The capability type or, together with `node`, a capability of that node type.
        "capability" capability: Ref<CapabilityTypeOrName> [mandatory_unless_refined];
        /// The condition that the target node must satisfy.
        "node_filter" node_filter: Clause [accumulates];
        /// The minimum and maximum number of relationships.
        "count_range" count_range: CountRange [formerly(&["occurrences"])];
    }
    short("capability");
    retired(&[
        ("optional", OPTIONAL),
        ("required", OPTIONAL),
        ("min", OPTIONAL),
        ("max", OPTIONAL),
        ("type", "use `node` for the type of the target, or `relationship` for the type of the relationship"),
    ]);
    => check
}

/// Checks that `relationship` is present. Many published files omit it; a string in place of the map
/// is tolerated.
fn check(requirement: &RequirementDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    let name = reader.subject_text();
    if let Some(capability) = requirement.capability
        && node.entry("node").is_none()
        && !reader.context.refining
    {
        reader.must_be_types.push(capability.node);
    }
    if node.is_null() {
        return;
    }
    // The short form, which checks of types report.
    if node.kind() == Kind::Scalar {
        return;
    }
    let missing = requirement.relationship.is_none() && reader.is_missing(node, "relationship");
    if missing && !reader.context.refining {
        let diagnostic = rules::missing_relationship::new(reader.subject_span(node), &name);
        let strict = reader.context.strict;
        reader.report(node, if strict { diagnostic.at_level(Level::Error) } else { diagnostic });
    }
}
