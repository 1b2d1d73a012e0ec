//! Requirement assignments (TOSCA 2.0 §8.5).

use std::sync::Arc;

use crate::keynames::{
    Bool, Either, Entity as _, Expected, Keywords, Map, Metadata, Reader, Ref, Shape, TextNode, ValueNode,
    entity, read_entity,
};
use crate::yaml::{Kind, YamlNode};

use super::{
    CapabilityTypeOrName, Clause, Count, IndexedName, MappingDirectives, RelationshipAssignment,
    RelationshipTypeOrTemplate,
};

entity! {
    /// How a requirement of a node template is fulfilled.
    RequirementFields "requirement assignment" "8.5.1" {
        /// The target: a node template, with an index if it has several nodes, or a node type.
        "node" target: IndexedName;
        /// The capability of the target node, by name or type.
        "capability" capability: Ref<CapabilityTypeOrName>;
        /// The relationship type or template, or a relationship assignment.
        "relationship" relationship: Either<Ref<RelationshipTypeOrTemplate>, Box<RelationshipAssignment>>;
        /// How much of the target's capacity is reserved, by property of its capability.
        "allocation" allocation: Map<ValueNode> [formerly(&["allocations"])];
        /// The number of relationships; 1 by default.
        "count" count: Count;
        /// The condition that the target node must satisfy.
        "node_filter" node_filter: Clause;
        /// Whether the target node is inside or outside of a substituting service.
        "directives" directives: Keywords<MappingDirectives>;
        /// Whether the requirement may remain unfulfilled.
        "optional" optional: Bool;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    short("node");
    null_body;
    retired(&[
        ("occurrences", "in TOSCA 2.0, use `count` for the number of relationships"),
        ("type", "use `relationship` for the type of the relationship"),
    ]);
}

/// How a requirement of a node template is fulfilled; a list in its place is `[template, index]`.
#[derive(Debug)]
pub struct RequirementAssignmentShape(pub Arc<RequirementFields>);

impl Shape for RequirementAssignmentShape {
    const EXPECTED: Expected = Expected::Entity(RequirementFields::meta);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.kind() == Kind::Sequence {
            let mut fields = RequirementFields::empty(node.id());
            fields.target = IndexedName::read(node, reader);
            return fields.target.is_some().then(|| Self(Arc::new(fields)));
        }
        read_entity(node, reader).map(Arc::new).map(Self)
    }
}
