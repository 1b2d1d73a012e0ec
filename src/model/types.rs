//! Builds the model of types: hierarchy, derivation and refinement (TOSCA 2.0 §6.4 and the sections of the
//! eight kinds of types).
//!
//! In: the file graph and the meanings of its names. Out: [`Types`], in which every member of a type is
//! linked to the definition that it refines, and diagnostics of area T05. Members are never copied down: a
//! type records only its own definitions, and inherited ones are found along its ancestors, so that a deep
//! hierarchy costs as much as a flat one. Values are not checked here.

#![deny(clippy::indexing_slicing)]

mod build;
mod copies;
mod deep;
mod field;
mod functions;
mod hierarchy;
mod ids;
mod lists;
mod members;
mod parameters;
mod parts;
mod queries;
mod spelling;
mod store;
mod tables;
mod units;
mod view;

pub use field::{Declared, Effective, Field, FieldKind, Parts, Schema};
pub use functions::Signature;
pub use ids::{
    ArtifactId, Artifacts, Capabilities, CapabilityId, FieldId, Fields, InterfaceId, Interfaces, MemberId,
    OperationId, Operations, Part, Record, RequirementId, Requirements, Section, TriggerId, Triggers,
};
pub(crate) use lists::meanings;
pub use lists::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Listed, MEMBERS, RELATIONSHIP_CAPABILITIES,
    RELATIONSHIP_SOURCES, RELATIONSHIP_TARGETS, RESTRICTIONS, Restriction, TARGETS, allows_none, may_allow,
};
pub use members::{
    Artifact, Capability, DeclaredOperation, Interface, Members, Operation, Relationship, Requirement,
    Trigger,
};
pub use store::{Body, BuiltIn, Type, TypeRef, TypeUse, Types};
pub use tables::{CapabilityTable, FieldTable, InterfaceTable, OperationTable, RequirementTable, Table};
pub use units::UnitLayer;
pub(crate) use units::is_draft;
pub use view::{
    ArtifactView, CapabilityView, FieldView, InterfaceView, OperationView, RequirementView, TriggerView,
    TypeView,
};

use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::expressions::Expressions;
use crate::load::FileGraph;
use crate::resolve::Names;

/// Builds all types.
#[must_use]
pub fn derive(
    graph: &Arc<FileGraph>,
    names: &Arc<Names>,
    expressions: &Arc<Expressions>,
) -> (Types, Vec<Diagnostic>) {
    let (mut types, order, mut diagnostics) = hierarchy::build(graph, names, expressions);
    diagnostics.extend(build::build(&mut types, &order));
    types.parameters = parameters::collect(&types);
    (types, diagnostics)
}
