//! Activities of workflow steps and triggers (TOSCA 2.0 §13.2.3).

use serde::Serialize;

use crate::model::types::FieldTable;
use crate::normalize::builder::Builder;
use crate::normalize::data::{self, Metadata};
use crate::normalize::expression::Values;
use crate::normalize::named::{Named, Text};
use crate::normalize::yaml::Yaml;
use crate::yaml::Node;

/// One thing that is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Activity {
    /// What it does.
    pub kind: ActivityKind,
    /// The workflow, the state, or the operation (`interface.operation`).
    pub name: Text,
    /// Values for inputs.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub inputs: Values,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
}

/// What an activity does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivityKind {
    /// Hands over to another workflow, or to the orchestrator.
    Delegate,
    /// Sets the state of the target.
    SetState,
    /// Calls an operation of the target.
    CallOperation,
    /// Runs another workflow in place.
    Inline,
}

impl ActivityKind {
    const ALL: [(&str, &str, ActivityKind); 4] = [
        ("delegate", "workflow", ActivityKind::Delegate),
        ("set_state", "", ActivityKind::SetState),
        ("call_operation", "operation", ActivityKind::CallOperation),
        ("inline", "workflow", ActivityKind::Inline),
    ];
}

/// Activities below a keyname.
pub(in crate::normalize) fn print(keyname: &str, activities: &[Activity], yaml: &mut Yaml) {
    yaml.list(keyname, |yaml| {
        for activity in activities {
            yaml.item(|yaml| activity.print(yaml));
        }
    });
}

impl Activity {
    fn print(&self, yaml: &mut Yaml) {
        let Some((keyname, inner, _)) = ActivityKind::ALL.iter().find(|(.., kind)| *kind == self.kind) else {
            return;
        };
        if inner.is_empty() {
            yaml.text(keyname, &self.name);
        } else {
            yaml.map(keyname, |yaml| {
                yaml.text(inner, &self.name);
                yaml.values("inputs", &self.inputs);
            });
        }
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

impl<'g> Builder<'g> {
    /// The activity at `node`.
    pub(in crate::normalize) fn activity(&mut self, node: Node<'g>) -> Activity {
        let found = ActivityKind::ALL.iter().find_map(|(keyname, inner, kind)| {
            let body = node.get(keyname)?;
            Some((body, *inner, *kind))
        });
        let (body, inner, kind) = found.unwrap_or((node, "", ActivityKind::SetState));
        let name = if body.is_mapping() { body.get(inner) } else { Some(body) };
        let given = body.get("inputs");
        // What stands in the long form counts before what stands beside the activity.
        let described = |keyname: &str| body.get(keyname).or_else(|| node.get(keyname));
        Activity {
            kind,
            name: Self::node_text(name).unwrap_or_default(),
            inputs: self.inputs(&FieldTable::empty(self.types), given.as_slice(), None),
            description: Self::node_text(described("description")),
            metadata: described("metadata").map(data::map).unwrap_or_default(),
        }
    }
}
