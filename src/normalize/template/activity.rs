//! Activities of workflow steps and triggers (TOSCA 2.0 §13.2.3).

use serde::Serialize;

use crate::load::File;
use crate::model::service::{ActivityKeyname, ActivityView, Assignments, NodeTemplateView};
use crate::model::types::{FieldTable, Interfaces, Operations};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::Values;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::yaml::Yaml;
use crate::syntax::ActivityFields;

use super::properties;

/// One activity.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalActivity {
    /// What it does.
    pub kind: ActivityKind,
    /// The workflow, the state, or the operation (`interface.operation`).
    pub name: NormalText,
    /// The interface of the called operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interface: Option<NormalText>,
    /// The called operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<NormalText>,
    /// Values for inputs.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub inputs: Values,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
}

/// The kind of an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ActivityKind {
    /// Delegates to another workflow, or to the orchestrator.
    Delegate,
    /// Sets the state of the target.
    SetState,
    /// Calls an operation of the target.
    CallOperation,
    /// Runs another workflow in place.
    Inline,
}

impl From<ActivityKeyname> for ActivityKind {
    fn from(keyname: ActivityKeyname) -> Self {
        match keyname {
            ActivityKeyname::Delegate => ActivityKind::Delegate,
            ActivityKeyname::SetState => ActivityKind::SetState,
            ActivityKeyname::CallOperation => ActivityKind::CallOperation,
            ActivityKeyname::Inline => ActivityKind::Inline,
        }
    }
}

/// Prints activities below a keyname.
pub(in crate::normalize) fn print(keyname: &str, activities: &[NormalActivity], yaml: &mut Yaml) {
    yaml.list(keyname, |yaml| {
        for activity in activities {
            yaml.item(|yaml| activity.print(yaml));
        }
    });
}

impl NormalActivity {
    /// Splits the name of a called operation at the dot after the interface. Names may contain dots: it is the one
    /// after an interface of the type of `called` that has the operation, or else the last one.
    pub(super) fn split_operation(&mut self, cx: &Cx<'_>, called: Option<NodeTemplateView<'_>>) {
        if self.kind != ActivityKind::CallOperation {
            return;
        }
        let ty = called.and_then(|template| cx.types.defined(template.node_type));
        let name = &*self.name;
        let defined = ty.and_then(|ty| {
            let interfaces = cx.types.members(ty, Interfaces);
            interfaces.iter().find_map(|(interface, id)| {
                let operation = name.strip_prefix(interface)?.strip_prefix('.')?;
                let operations = cx.types.interface_operations(id, Operations::Operations);
                operations.get(operation).map(|_| (interface, operation))
            })
        });
        let parts = defined.or_else(|| name.rsplit_once('.'));
        (self.interface, self.operation) =
            parts.map(|(interface, operation)| (interface.into(), operation.into())).unzip();
    }

    fn print(&self, yaml: &mut Yaml) {
        let (keyname, inner) = match self.kind {
            ActivityKind::Delegate => ("delegate", "workflow"),
            ActivityKind::SetState => ("set_state", ""),
            ActivityKind::CallOperation => ("call_operation", "operation"),
            ActivityKind::Inline => ("inline", "workflow"),
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

/// Returns an activity of `file`, or `None` if its kind is unknown.
pub(in crate::normalize) fn activity<'g>(
    cx: &mut Cx<'g>,
    file: &'g File,
    written: &'g ActivityFields,
) -> Option<NormalActivity> {
    let view = ActivityView::all(written).next()?;
    let name = view.name.map(|name| file.node(name));
    let inputs = Assignments::new(file, view.inputs);
    // The long notation takes precedence over keynames next to the activity.
    let description = view.description.or(written.description);
    let metadata = view.metadata.or(written.metadata);
    let mut activity = NormalActivity {
        kind: view.keyname.into(),
        name: Cx::node_text(name).unwrap_or_default(),
        interface: None,
        operation: None,
        inputs: properties::inputs(cx, &FieldTable::empty(cx.types), inputs, None),
        description: Cx::text(file, description),
        metadata: Cx::metadata(file, metadata),
    };
    activity.split_operation(cx, None);
    Some(activity)
}
