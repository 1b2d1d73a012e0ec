//! Views of activities of steps and triggers (TOSCA 2.0 §13.2.3), the same for the short and the long
//! notation.

use crate::keynames::{Either, Map, Metadata, Slot, TextNode, ValueNode};
use crate::syntax::ActivityFields;
use crate::yaml::NodeId;

/// The keynames of activities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActivityKeyname {
    /// Delegates to another workflow, or to the orchestrator.
    Delegate,
    /// Sets the state of the target.
    SetState,
    /// Calls an operation of the target.
    CallOperation,
    /// Runs another workflow in place.
    Inline,
}

/// One action of an activity.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ActivityView<'m> {
    /// The keyname of the action.
    pub keyname: ActivityKeyname,
    /// The value of that keyname.
    pub value: NodeId,
    /// The name of the workflow, state or operation, or `None` if it could not be read.
    pub name: Option<NodeId>,
    /// The values for inputs.
    pub inputs: Slot<&'m Map<ValueNode>>,
    /// Whether all of it could be read.
    pub is_whole: bool,
    /// The description in the long notation.
    pub description: Option<TextNode>,
    /// The metadata in the long notation.
    pub metadata: Option<Metadata>,
}

impl<'m> ActivityView<'m> {
    /// Returns the actions of an activity: one, unless it has several keynames, which was reported.
    pub fn all(written: &'m ActivityFields) -> impl Iterator<Item = Self> {
        use ActivityKeyname::{CallOperation, Delegate, Inline, SetState};

        let short = |keyname, name| Self {
            keyname,
            value: name,
            name: Some(name),
            inputs: Slot::Absent,
            is_whole: written.unread.has_keynames_only(),
            description: None,
            metadata: None,
        };
        macro_rules! either {
            ($keyname:ident, $value:expr, $inner:ident, $node:tt) => {
                $value.as_ref().map(|value| match value {
                    Either::Short(name) => short($keyname, name.$node),
                    Either::Long(long) => Self {
                        keyname: $keyname,
                        value: long.node,
                        name: long.$inner.map(|name| name.$node),
                        inputs: long.inputs(),
                        is_whole: written.unread.has_keynames_only()
                            && long.unread.has_keynames_only()
                            && long.inputs().is_complete(),
                        description: long.description,
                        metadata: long.metadata,
                    },
                })
            };
        }
        let delegate = either!(Delegate, written.delegate, workflow, 0);
        let set_state = written.set_state.map(|state| short(SetState, state.0));
        let call = either!(CallOperation, written.call_operation, operation, 0);
        let inline = either!(Inline, written.inline, workflow, node);
        [delegate, set_state, call, inline].into_iter().flatten()
    }

    /// Returns the name that a keyname of an activity gives.
    #[must_use]
    pub fn name_of(written: &'m ActivityFields, keyname: ActivityKeyname) -> Option<NodeId> {
        Self::all(written).find(|activity| activity.keyname == keyname)?.name
    }
}
