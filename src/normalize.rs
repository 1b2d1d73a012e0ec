//! What a file means, whole: every import, inheritance, short notation and default written out.
//!
//! In: the model of all files. Out: a [`Model`], plain data that can be compared and printed: as one
//! TOSCA 2.0 file without imports, and as JSON for programs that know no TOSCA. Assumes that the file has no
//! errors; what has some is left out. Does not judge anything.
//!
//! The shape: `definitions` holds types (each whole, with the chain of its `ancestors`), functions and
//! repositories by collision-free names; `service_template` holds node templates with all values,
//! requirements with their targets, operations with their implementations. Members stand in the order of
//! their definitions, so that it does not matter how an author sorted them. Conditions are lists of clauses
//! that all hold. Values are [`Expression`]s. `source` is there only where origins were asked for: compare
//! models without.

mod context;
mod data;
mod expression;
mod json;
mod lines;
mod model;
mod named;
mod names;
mod scalars;
mod shared;
mod source;
mod template;
mod types;
mod values;
mod yaml;

pub use data::{Data, Metadata};
pub use expression::{Assigned, Call, Entries, Entry, Expression, Scalar, Values};
pub use model::{FORMAT_VERSION, FileHead, Model};
pub use named::{Named, Text};
pub use names::Original;
pub use shared::{Shared, SharedMap};
pub use source::{How, Source};
pub use template::activity::{Activity, ActivityKind};
pub use template::candidates::Candidate;
pub use template::interface::{InterfaceAssignment, OperationAssignment, Output};
pub use template::node::{CapabilityAssignment, NodeTemplate};
pub use template::policy::{Group, Policy};
pub use template::relationship::RelationshipTemplate;
pub use template::requirement::{
    RelationshipAssignment, RequirementAssignment, TargetCapability, TargetNode,
};
pub use template::service::ServiceTemplate;
pub use template::substitution::{FieldMapping, MemberOf, RequirementMapping, SubstitutionMapping};
pub use template::workflow::{Step, Workflow};
pub use types::artifact::{Artifact, ArtifactType};
pub use types::capability::{CapabilityDefinition, CapabilityType};
pub use types::data::{DataType, ScalarType};
pub use types::field::Field;
pub use types::function::{Function, Repository, Signature};
pub use types::head::Head;
pub use types::implementation::{Executable, Implementation};
pub use types::interface::{InterfaceDefinition, InterfaceType, OperationDefinition};
pub use types::node::{NodeType, RelationshipType};
pub use types::policy::{GroupType, PolicyType, Trigger};
pub use types::requirement::{CountRange, RelationshipDefinition, RequirementDefinition};
pub use types::schema::Schema;
pub use types::{Definition, Definitions};

use std::io::{self, Write};

use crate::load::File;

use context::Cx;

/// What a model holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Which types.
    pub types: UsedTypes,
    /// Whether each part tells where it comes from.
    pub provenance: bool,
    /// Whether what is constant with the inputs that were given is computed.
    pub fold: bool,
}

impl Options {
    /// What a model holds: which types, where each part comes from, and what the inputs that were given make
    /// constant.
    #[must_use]
    pub fn new(types: UsedTypes, provenance: bool, fold: bool) -> Self {
        Self { types, provenance, fold }
    }
}

/// Which types a model holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UsedTypes {
    /// Those that the service template needs, or a file without one defines, and what these need.
    #[default]
    Used,
    /// All that the file defines and imports.
    All,
}

/// The meaning of `file`.
#[must_use]
pub fn model<'g>(model: &'g crate::model::Model, file: &'g File, options: Options) -> Model {
    model::model(&mut Cx::new(model, file, options))
}

/// The meaning of `file` as TOSCA, in parts: the text of [`Model::to_yaml`] without the memory of a model.
#[must_use]
pub fn yaml<'g>(model: &'g crate::model::Model, file: &'g File, options: Options) -> Vec<String> {
    model::printed(&mut Cx::new(model, file, options))
}

/// Writes the meaning of `file` as JSON: the text of [`Model::to_json`] without the memory of a model.
pub fn write_json<'g>(
    model: &'g crate::model::Model,
    file: &'g File,
    options: Options,
    out: &mut dyn Write,
) -> io::Result<()> {
    json::write(Cx::new(model, file, options), out)
}
