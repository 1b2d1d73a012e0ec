//! Interface, operation and notification assignments (TOSCA 2.0 §11.3, §11.5, §11.7), with what definitions
//! give.

use serde::Serialize;

use crate::derive::{MemberId, MemberNames, Section};
use crate::normalize::builder::Builder;
use crate::normalize::data::{self, Metadata};
use crate::normalize::expression::{Expression, Values};
use crate::normalize::named::{Named, Text};
use crate::normalize::source::{How, Origin};
use crate::normalize::types::implementation::{Artifacts, Implementation};
use crate::normalize::yaml::Yaml;
use crate::yaml::Node;

/// An interface of a node or relationship.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct InterfaceAssignment {
    /// The interface type.
    #[serde(rename = "type")]
    pub interface_type: Text,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// Values for inputs of all operations and notifications.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub inputs: Values,
    /// Its operations.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub operations: Named<OperationAssignment>,
    /// Its notifications.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub notifications: Named<OperationAssignment>,
}

/// An operation or notification of a node or relationship.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OperationAssignment {
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// What carries it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Implementation>,
    /// Values for its inputs.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub inputs: Values,
    /// The attributes that its outputs are stored in.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub outputs: Named<Output>,
    /// Where it is assigned or defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// The attribute that an output is stored in: a path, a name, nested names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Output {
    /// The path and what follows.
    pub mapping: Vec<Expression>,
    /// Whether the definition says so, and no template can.
    #[serde(skip)]
    pub(in crate::normalize) fixed: bool,
}

impl OperationAssignment {
    fn is_plain(&self) -> bool {
        let assigned = |values: &Values| values.iter().any(|(_, value)| !value.fixed);
        self.description.is_none()
            && self.metadata.is_empty()
            && self.implementation.is_none()
            && !assigned(&self.inputs)
            && self.outputs.iter().all(|(_, output)| output.fixed)
    }

    fn print(&self, yaml: &mut Yaml) {
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        if let Some(implementation) = &self.implementation {
            implementation.print(yaml);
        }
        yaml.values("inputs", &self.inputs);
        if self.outputs.iter().any(|(_, output)| !output.fixed) {
            yaml.map("outputs", |yaml| {
                for (name, output) in self.outputs.iter().filter(|(_, output)| !output.fixed) {
                    yaml.named_expression(name, &Expression::List(output.mapping.clone()));
                }
            });
        }
    }
}

impl InterfaceAssignment {
    fn is_plain(&self) -> bool {
        self.description.is_none()
            && self.metadata.is_empty()
            && self.inputs.iter().all(|(_, value)| value.fixed)
            && self.operations.iter().all(|(_, operation)| operation.is_plain())
            && self.notifications.iter().all(|(_, notification)| notification.is_plain())
    }
}

/// Interfaces below their keyname, as far as a template says anything of them.
pub(super) fn print(interfaces: &Named<InterfaceAssignment>, yaml: &mut Yaml) {
    let shown = || interfaces.iter().filter(|(_, interface)| !interface.is_plain());
    if shown().next().is_none() {
        return;
    }
    yaml.map("interfaces", |yaml| {
        for (name, interface) in shown() {
            yaml.named(name, |yaml| {
                yaml.optional("description", interface.description.as_deref());
                yaml.metadata(&interface.metadata);
                yaml.values("inputs", &interface.inputs);
                operations("operations", &interface.operations, yaml);
                operations("notifications", &interface.notifications, yaml);
            });
        }
    });
}

fn operations(keyname: &str, operations: &Named<OperationAssignment>, yaml: &mut Yaml) {
    let shown = || operations.iter().filter(|(_, operation)| !operation.is_plain());
    if shown().next().is_none() {
        return;
    }
    yaml.map(keyname, |yaml| {
        for (name, operation) in shown() {
            yaml.source(&operation.source);
            yaml.named(name, |yaml| operation.print(yaml));
        }
    });
}

impl<'g> Builder<'_, 'g> {
    /// The interfaces that `names` lists; `assigned` are the assignments of the template.
    pub(super) fn interfaces(
        &mut self,
        names: &MemberNames<'g>,
        assigned: &[(&'g str, Node<'g>, Node<'g>)],
        artifacts: &Artifacts,
    ) -> Named<InterfaceAssignment> {
        let mut interfaces = Named::default();
        for (name, id) in names {
            let body = assigned.iter().find(|(own, ..)| own == name).map(|(.., body)| *body);
            let interface = self.interface(*id, body, artifacts);
            interfaces.push(name, interface);
        }
        interfaces
    }

    fn interface(
        &mut self,
        id: MemberId,
        body: Option<Node<'g>>,
        artifacts: &Artifacts,
    ) -> InterfaceAssignment {
        let types = self.types;
        let common = types.interface_inputs(id);
        let given = body.and_then(|body| body.get("inputs"));
        let used = types.interface(id).interface_type;
        let mut both = [(Section::Operation, "operations"), (Section::Notification, "notifications")].map(
            |(section, keyname)| {
                let assigned = body.and_then(|body| body.get(keyname));
                let mut found = Named::default();
                for (name, operation) in types.interface_operations(id, section) {
                    let own = assigned.and_then(|assigned| assigned.entry(name));
                    let assignment = self.operation((operation, &common), own, artifacts);
                    found.push(name, assignment);
                }
                found
            },
        );
        InterfaceAssignment {
            interface_type: used.map(|used| self.type_name(used.meaning)).unwrap_or_default(),
            description: Self::node_text(body.and_then(|body| body.get("description"))),
            metadata: body.and_then(|body| body.get("metadata")).map(data::map).unwrap_or_default(),
            inputs: self.inputs(&common, given.as_slice(), None),
            operations: std::mem::take(&mut both[0]),
            notifications: std::mem::take(&mut both[1]),
        }
    }

    fn operation(
        &mut self,
        (id, common): (MemberId, &MemberNames<'g>),
        assigned: Option<(Node<'g>, Node<'g>)>,
        artifacts: &Artifacts,
    ) -> OperationAssignment {
        let types = self.types;
        let defined = types.operation(id);
        let body = assigned.map(|(_, body)| body);
        // A string is the short form of an implementation.
        let short = body.filter(|body| body.as_str().is_some());
        let own = short.or_else(|| body?.get("implementation"));
        let given = body.and_then(|body| body.get("inputs"));
        let mut outputs = Named::default();
        let stored = body.and_then(|body| body.get("outputs"));
        for (name, id) in types.operation_fields(id, false) {
            let fixed = types.field(id).effective().mapping;
            let Some(node) = fixed.or_else(|| stored?.get(name)) else { continue };
            let mapping = self.mapping(node);
            outputs.push(name, Output { mapping, fixed: fixed.is_some() });
        }
        for (key, node) in stored.into_iter().flat_map(Node::entries) {
            if outputs.get(key.text()).is_none() {
                let mapping = self.mapping(node);
                outputs.push(key.text(), Output { mapping, fixed: false });
            }
        }
        OperationAssignment {
            description: Self::node_text(body.and_then(|body| body.get("description"))),
            metadata: body.and_then(|body| body.get("metadata")).map(data::map).unwrap_or_default(),
            implementation: self.effective_implementation(own, defined, artifacts),
            inputs: self.inputs(&types.operation_fields(id, true), given.as_slice(), Some(common)),
            outputs,
            source: match assigned {
                Some((key, _)) => self.source(key, How::Written),
                None => self.source_from(defined.key, How::Inherited, Some(types.get(id.owner))),
            },
        }
    }
}
