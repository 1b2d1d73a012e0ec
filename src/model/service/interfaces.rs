//! Views of operations and notifications in interface assignments (TOSCA 2.0 §11.3).

use crate::keynames::{Map, Metadata, Slot, TextNode, ValueNode};
use crate::model::types::Operations;
use crate::syntax::{
    AttributeMapping, ImplementationDefinition, InterfaceAssignment, NotificationAssignment,
    OperationAssignment,
};
use crate::yaml::{NodeId, Tree};

/// The assignment of an operation (§11.5) or notification (§11.7).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AssignedOperation<'m> {
    /// Whether it is an operation or a notification.
    pub section: Operations,
    /// The key that names it.
    pub key: NodeId,
    /// The node of the assignment.
    pub node: NodeId,
    /// The implementation.
    pub implementation: Slot<&'m ImplementationDefinition>,
    /// The values for its inputs.
    pub inputs: Slot<&'m Map<ValueNode>>,
    /// The attributes that its outputs are stored in.
    pub outputs: Slot<&'m Map<AttributeMapping>>,
    /// The description.
    pub description: Option<TextNode>,
    /// The metadata.
    pub metadata: Option<Metadata>,
}

macro_rules! assigned {
    ($($assignment:ident $section:ident;)*) => {
        $( impl<'m> From<&'m (NodeId, $assignment)> for AssignedOperation<'m> {
            fn from((key, written): &'m (NodeId, $assignment)) -> Self {
                Self {
                    section: Operations::$section,
                    key: *key,
                    node: written.node,
                    implementation: written.implementation(),
                    inputs: written.inputs(),
                    outputs: written.outputs(),
                    description: written.description,
                    metadata: written.metadata,
                }
            }
        } )*
    };
}
assigned! {
    OperationAssignment Operations;
    NotificationAssignment Notifications;
}

impl<'m> AssignedOperation<'m> {
    /// Returns all assignments of an interface assignment that could be read, operations first.
    pub fn all_in(interface: &'m InterfaceAssignment) -> impl Iterator<Item = Self> {
        let operations = interface.operations.iter().flat_map(|map| &map.entries);
        let notifications = interface.notifications.iter().flat_map(|map| &map.entries);
        operations.map(Self::from).chain(notifications.map(Self::from))
    }

    /// Returns the assignment called `name` in an interface assignment of `tree`.
    #[must_use]
    pub fn named(
        interface: &'m InterfaceAssignment,
        section: Operations,
        tree: &Tree,
        name: &str,
    ) -> Slot<Self> {
        match section {
            Operations::Operations => find(interface.operations(), tree, name),
            Operations::Notifications => find(interface.notifications(), tree, name),
        }
    }

    /// Returns the names in a section of an interface assignment, including entries that could not be read.
    #[must_use]
    pub fn names(interface: &InterfaceAssignment, section: Operations) -> Vec<NodeId> {
        match section {
            Operations::Operations => interface.operations.iter().flat_map(Map::keys).collect(),
            Operations::Notifications => interface.notifications.iter().flat_map(Map::keys).collect(),
        }
    }
}

fn find<'m, T>(section: Slot<&'m Map<T>>, tree: &Tree, name: &str) -> Slot<AssignedOperation<'m>>
where
    AssignedOperation<'m>: From<&'m (NodeId, T)>,
{
    match section {
        Slot::Given(map) => map.entry(tree, name).map(AssignedOperation::from),
        Slot::Unreadable => Slot::Unreadable,
        Slot::Absent => Slot::Absent,
    }
}
