//! Interface, operation and notification assignments (TOSCA 2.0 §11.3, §11.5, §11.7), with the values of
//! their definitions.

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::keynames::{NameKind, Slot};
use crate::model::service::{AssignedOperation, Assignments};
use crate::model::types::{
    FieldTable, InterfaceId, InterfaceTable, OperationId, OperationView, Operations, RequirementId, TypeRef,
    Types,
};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::{NormalExpression, Values};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::shared::{Shared, SharedMap};
use crate::normalize::source::{How, Origin};
use crate::normalize::types::implementation::{Artifacts, Implementation};
use crate::normalize::types::{field, implementation};
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;
use crate::syntax;
use crate::yaml::YamlNode;

use super::properties;
use super::properties::ByName;

/// An interface of a node or relationship.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct InterfaceAssignment {
    /// The interface type.
    #[serde(rename = "type")]
    pub interface_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Values for inputs of all operations and notifications.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub inputs: Values,
    /// Its operations.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub operations: NamedParts<Shared<OperationAssignment>>,
    /// Its notifications.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub notifications: NamedParts<Shared<OperationAssignment>>,
}

/// An operation or notification of a node or relationship.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OperationAssignment {
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its implementation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Implementation>,
    /// Values for its inputs.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub inputs: Values,
    /// The attributes that its outputs are stored in.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub outputs: NamedParts<Output>,
    /// Where it is assigned or defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// The attribute in which an output is stored: a path, a name, nested names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
#[non_exhaustive]
pub struct Output {
    /// The path, followed by the names.
    pub mapping: Vec<NormalExpression>,
    /// Whether the definition specifies it, so that no template can.
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
        if let Some(implementation) = &self.implementation {
            implementation.print(yaml);
        }
        yaml.values("inputs", &self.inputs);
        if self.outputs.iter().any(|(_, output)| !output.fixed) {
            yaml.map("outputs", |yaml| {
                for (name, output) in self.outputs.iter().filter(|(_, output)| !output.fixed) {
                    yaml.named_expression(name, &NormalExpression::List(output.mapping.clone()));
                }
            });
        }
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
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

    fn print(&self, yaml: &mut Yaml) {
        yaml.values("inputs", &self.inputs);
        operations("operations", &self.operations, yaml);
        operations("notifications", &self.notifications, yaml);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

/// Prints interfaces below their keyname, without the parts that templates cannot assign.
pub(super) fn print(interfaces: &SharedMap<InterfaceAssignment>, yaml: &mut Yaml) {
    yaml.shared(interfaces, |yaml| {
        let mut shown = interfaces.iter().filter(|(_, interface)| !interface.is_plain()).peekable();
        if shown.peek().is_some() {
            yaml.map("interfaces", |yaml| {
                for (name, interface) in shown {
                    yaml.named(name, |yaml| yaml.shared(interface, |yaml| interface.print(yaml)));
                }
            });
        }
    });
}

fn operations(keyname: &str, operations: &NamedParts<Shared<OperationAssignment>>, yaml: &mut Yaml) {
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

/// Returns the interfaces of a template of the type `type_id`: those in `names`, with the `assigned` ones
/// merged.
pub(super) fn shared_interfaces<'g>(
    cx: &mut Cx<'g>,
    type_id: DefinitionId,
    names: &InterfaceTable<'g>,
    assigned: &Assigned<'g>,
    artifacts: &Artifacts,
) -> SharedMap<InterfaceAssignment> {
    let merged_interfaces = interfaces(cx, (None, type_id), names, assigned, artifacts);
    let given = given_interfaces(cx, (None, type_id), names, artifacts);
    cx.sharing.share(merged_interfaces, &given)
}

/// Returns the complete interfaces of a type, or of the relationship of a requirement definition.
pub(super) fn interfaces<'g>(
    cx: &mut Cx<'g>,
    (definition, type_id): (Option<RequirementId>, DefinitionId),
    names: &InterfaceTable<'g>,
    assigned: &Assigned<'g>,
    artifacts: &Artifacts,
) -> SharedMap<InterfaceAssignment> {
    let given = given_interfaces(cx, (definition, type_id), names, artifacts);
    if assigned.is_empty() {
        return given;
    }
    let separate = separate(cx, definition, type_id);
    let all = names.iter().zip(given.iter()).map(|((name, id), (_, given))| {
        let layers = Layers { of_type: id, refinement: separate.get(&id).copied() };
        let interface = match assigned.get(name) {
            Some((_, assignment)) => interface(cx, layers, Some((assignment, given)), artifacts).into(),
            None => given.clone(),
        };
        (NormalText::from(name), interface)
    });
    all.collect::<NamedParts<_>>().into()
}

/// Returns the interfaces that a template without interface assignments has.
pub(super) fn given_interfaces<'g>(
    cx: &mut Cx<'g>,
    (definition, type_id): (Option<RequirementId>, DefinitionId),
    names: &InterfaceTable<'g>,
    artifacts: &Artifacts,
) -> SharedMap<InterfaceAssignment> {
    let key = (definition, type_id, artifacts.number);
    if let Some(known) = cx.sharing.interfaces.get(&key) {
        return known.clone();
    }
    let separate = separate(cx, definition, type_id);
    let all = names.iter().map(|(name, id)| {
        let layers = Layers { of_type: id, refinement: separate.get(&id).copied() };
        let interface = interface(cx, layers, None, artifacts);
        (NormalText::from(name), Shared::from(interface))
    });
    let all = SharedMap::from(all.collect::<NamedParts<_>>());
    cx.sharing.interfaces.insert(key, all.clone());
    all
}

/// A definition of an interface or operation.
#[derive(Clone, Copy)]
struct Layers<T> {
    /// The definition by the type.
    of_type: T,
    /// A separate refinement by the requirement definition, which applies where the type has nothing.
    refinement: Option<T>,
}

/// Returns the interfaces of a type that the definition of a requirement refines separately, with these refinements.
fn separate(
    cx: &Cx<'_>,
    definition: Option<RequirementId>,
    type_id: DefinitionId,
) -> FxHashMap<InterfaceId, InterfaceId> {
    let Some(definition) = definition else { return FxHashMap::default() };
    let pairs = cx.types.separate_interfaces(definition, TypeRef::Defined(type_id));
    pairs.into_iter().map(|(refinement, of_type)| (of_type, refinement)).collect()
}

/// Returns the fields of a type, with those of a separate refinement.
fn merged_fields<'g>(
    types: &'g Types,
    of_type: FieldTable<'g>,
    refinement: Option<FieldTable<'g>>,
) -> FieldTable<'g> {
    match refinement {
        Some(refinement) => types.with_refinements_of_requirement(of_type, None, &refinement),
        None => of_type,
    }
}

/// Returns an interface of the type, merged with its assignment if there is one.
fn interface<'g>(
    cx: &mut Cx<'g>,
    Layers { of_type: id, refinement }: Layers<InterfaceId>,
    assigned: Option<(&'g syntax::InterfaceAssignment, &InterfaceAssignment)>,
    artifacts: &Artifacts,
) -> InterfaceAssignment {
    let (types, file) = (cx.types, cx.file);
    let assignment = assigned.map(|(assignment, _)| assignment);
    let refined = refinement.map(|id| types.refined_interface_inputs(id));
    let common = merged_fields(types, types.interface_inputs(id), refined);
    let used = types.interface(id).interface_type;
    let mut by_section = [Operations::Operations, Operations::Notifications].map(|section| {
        let given = assigned.map(|(_, given)| match section {
            Operations::Operations => &given.operations,
            Operations::Notifications => &given.notifications,
        });
        let refined = refinement.map(|id| types.refined_interface_operations(id, section));
        let names = types.interface_operations(id, section);
        let all = names.iter().enumerate().map(|(index, (name, id))| {
            let operation_assignment = assignment.and_then(|assignment| {
                AssignedOperation::named(assignment, section, file.tree(), name).given()
            });
            let operation = match given.and_then(|given| given.0.get(index)) {
                Some((_, given)) if operation_assignment.is_none() => given.clone(),
                _ => {
                    let refinement = refined.as_ref().and_then(|refined| refined.get(name));
                    let layers = Layers { of_type: id, refinement };
                    operation(cx, (layers, &common), operation_assignment, artifacts).into()
                }
            };
            (NormalText::from(name), operation)
        });
        all.collect()
    });
    let inputs = assignment.map_or(Slot::Absent, |assignment| assignment.inputs());
    InterfaceAssignment {
        interface_type: used.map(|used| cx.type_name(used.meaning)).unwrap_or_default(),
        description: Cx::text(file, assignment.and_then(|assignment| assignment.description)),
        metadata: Cx::metadata(file, assignment.and_then(|assignment| assignment.metadata)),
        inputs: properties::inputs(cx, &common, Assignments::new(file, inputs), None),
        operations: std::mem::take(&mut by_section[0]),
        notifications: std::mem::take(&mut by_section[1]),
    }
}

fn operation<'g>(
    cx: &mut Cx<'g>,
    (Layers { of_type: id, refinement }, common): (Layers<OperationId>, &FieldTable<'g>),
    assignment: Option<AssignedOperation<'g>>,
    artifacts: &Artifacts,
) -> OperationAssignment {
    let (types, file) = (cx.types, cx.file);
    let defined = types.operation(id);
    let implemented = refinement.map_or(defined, |refinement| implemented(types, defined, refinement));
    let mut outputs = NamedParts::default();
    let stored = assignment.and_then(|assignment| assignment.outputs.given()).map(|map| file.node(map.node));
    let refined = refinement.map(|id| types.operation_outputs(id));
    for (name, id) in merged_fields(types, types.operation_outputs(id), refined).iter() {
        let fixed = types.field(id).effective().mapping;
        let Some(node) = fixed.or_else(|| stored?.get(name)) else { continue };
        let mapping = field::mapping(cx, node);
        outputs.push(name, Output { mapping, fixed: fixed.is_some() });
    }
    for (key, node) in stored.into_iter().flat_map(YamlNode::entries) {
        if outputs.get(key.text()).is_none() {
            let mapping = field::mapping(cx, node);
            outputs.push(key.text(), Output { mapping, fixed: false });
        }
    }
    let assigned = Assignments::new(file, assignment.map_or(Slot::Absent, |assignment| assignment.inputs));
    let refined = refinement.map(|id| types.operation_inputs(id));
    let names = merged_fields(types, types.operation_inputs(id), refined);
    let inputs = properties::inputs(cx, &names, assigned, Some(common));
    let implementation = assignment.and_then(|assignment| Some((file, assignment.implementation.given()?)));
    OperationAssignment {
        description: Cx::text(file, assignment.and_then(|assignment| assignment.description)),
        metadata: Cx::metadata(file, assignment.and_then(|assignment| assignment.metadata)),
        implementation: implementation::effective_implementation(cx, implementation, implemented, artifacts),
        inputs,
        outputs,
        source: match assignment {
            Some(assignment) => cx.source(file.node(assignment.key), How::Written),
            None => cx.source_from(defined.key(), How::Inherited, Some(types.get(id.owner()))),
        },
    }
}

/// Returns the definition whose implementation counts: the separate `refinement` if the requirement definition
/// implements the operation or the type does not, or else that of the type.
fn implemented<'g>(
    types: &'g Types,
    of_type: OperationView<'g>,
    refinement: OperationId,
) -> OperationView<'g> {
    let refined = types.operation(refinement);
    let by_requirement =
        refined.implemented_by().is_some_and(|id| types.get(id.owner()).kind == NameKind::NodeType);
    if by_requirement || of_type.implementation().is_none() { refined } else { of_type }
}

/// Interface assignments by name, with their keys.
type Assigned<'g> = ByName<'g, (YamlNode<'g>, &'g syntax::InterfaceAssignment)>;
