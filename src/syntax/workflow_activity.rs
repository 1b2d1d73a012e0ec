//! Activities of steps and triggers (TOSCA 2.0 §13.2.3).

use crate::diagnostics::{quoted, rules};
use crate::keynames::{
    Either, Entity as _, Expected, Map, Metadata, Reader, Ref, Shape, TextNode, ValueNode, describe, entity,
};
use crate::yaml::YamlNode;

use super::{Name, WorkflowName};

entity! {
    /// Delegates to another workflow, or to the orchestrator.
    DelegateActivity "delegate activity" "13.2.3.1" {
        /// The workflow.
        "workflow" workflow: Name [mandatory];
        /// Values for its inputs.
        "inputs" inputs: Map<ValueNode>;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
}

entity! {
    /// Calls an operation of the target.
    CallOperationActivity "call_operation activity" "13.2.3.3" {
        /// The operation: `interface.operation`.
        "operation" operation: Name [mandatory];
        /// Values for its inputs.
        "inputs" inputs: Map<ValueNode>;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    retired(&[
        ("interface", "write it before the operation: `operation: interface.operation`"),
        ("target", TARGET),
        ("target_relationship", TARGET),
    ]);
}

const TARGET: &str =
    "remove it; the `target` of the step, or the `targets` of the policy, have the operation";

entity! {
    /// Runs another workflow in place.
    InlineActivity "inline activity" "13.2.3.4" {
        /// The workflow.
        "workflow" workflow: Ref<WorkflowName> [mandatory];
        /// Values for its inputs.
        "inputs" inputs: Map<ValueNode>;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
}

const BELOW: &str = "put it under the activity: `call_operation: { operation: …, inputs: … }`";

entity! {
    /// An activity: exactly one of four keynames.
    ActivityFields "activity definition" "13.2.3" {
        /// Delegates to another workflow.
        "delegate" delegate: Either<Name, DelegateActivity> [conditional];
        /// Sets the state of the target.
        "set_state" set_state: Name [conditional];
        /// Calls an operation of the target.
        "call_operation" call_operation: Either<Name, CallOperationActivity> [conditional];
        /// Runs another workflow in place.
        "inline" inline: Either<Ref<WorkflowName>, InlineActivity> [conditional];
        /// What the activity is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    retired(&[("inputs", BELOW)]);
    => check
}

const KINDS: [&str; 4] = ["delegate", "set_state", "call_operation", "inline"];

fn check(_activity: &ActivityFields, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    let given: Vec<(YamlNode<'_>, YamlNode<'_>)> =
        node.entries().filter(|(key, _)| KINDS.contains(&key.text())).collect();
    if let [(first, _), rest @ ..] = &given[..] {
        for (second, _) in rest {
            let diagnostic = rules::conflicting_keynames::new(
                second.span(),
                second.text(),
                first.span(),
                first.text(),
                "write each activity as a separate entry: `- name: …`",
            );
            reader.report(*second, diagnostic);
        }
        return;
    }
    let unknown = node.entries().any(|(key, _)| !matches!(key.text(), "description" | "metadata"));
    if !unknown && !node.is_broken() {
        let help = "use one of `delegate`, `set_state`, `call_operation` and `inline`".to_owned();
        let diagnostic = rules::not_one_entry::new(
            reader.subject_span(node),
            "activity",
            "a map without an activity",
            help,
        );
        reader.report(node, diagnostic);
    }
}

/// Returns the activity that was meant by a name alone: that of a state, of an operation or of a workflow.
fn intended_activity(name: &str) -> &'static str {
    const STATES: [&str; 11] = [
        "initial",
        "creating",
        "created",
        "configuring",
        "configured",
        "starting",
        "started",
        "stopping",
        "deleting",
        "error",
        "available",
    ];
    if STATES.contains(&name) {
        "set_state"
    } else if name.contains('.') {
        "call_operation"
    } else {
        "inline"
    }
}

/// An action of a step or trigger.
#[derive(Debug)]
pub struct Activity(pub Box<ActivityFields>);

impl Shape for Activity {
    const EXPECTED: Expected = Expected::Entity(ActivityFields::meta);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if let Some(name) = node.as_str().filter(|name| !name.is_empty()) {
            let text = format!("{}: {}", intended_activity(name), node.written());
            let help = (format!("write {}", quoted(&text)), Some(text));
            reader.wrong_shape_with_help(node, &Self::EXPECTED, describe(node), Some(help));
            return None;
        }
        ActivityFields::read(node, reader).map(Box::new).map(Self)
    }
}
