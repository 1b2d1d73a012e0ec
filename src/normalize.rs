//! The normal form of a file: every import, inheritance, short notation and default is written out.
//!
//! Input: the model of all files. Output: a [`Model`], plain data that can be compared and printed: as one
//! TOSCA 2.0 file without imports, and as JSON for programs that do not know TOSCA. Assumes that the file has
//! no errors; invalid parts are omitted. Checks nothing.
//!
//! The shape: `definitions` has types (each complete, with the chain of its `ancestors`), functions and
//! repositories by unique names; `service_template` has node templates with all values, requirements with
//! their targets, operations with their implementations. Members are in the order of their definitions, so
//! the order in the file is irrelevant. Conditions are lists of clauses that must all be satisfied. Values
//! are [`Expression`]s. `source` exists only if origins are enabled: compare models without it.

mod context;
mod data;
mod expression;
mod incomplete;
mod json;
mod kept_types;
mod lines;
mod model;
mod named;
mod names;
mod paths;
mod scalars;
mod shared;
mod source;
mod template;
mod types;
mod values;
mod yaml;

pub use data::{Data, NormalMetadata};
pub use expression::{Assigned, Call, NormalEntries, NormalEntry, NormalExpression, NormalScalar, Values};
pub use incomplete::{Missing, MissingImport};
pub use model::{FORMAT_VERSION, FileHead, FormatHead, NormalModel, ToolVersion};
pub use named::{NamedParts, NormalText};
pub use names::NormalOriginal;
pub use paths::ResolvedPath;
pub use shared::{Shared, SharedMap};
pub use source::{How, NormalSource};
pub use template::activity::{ActivityKind, NormalActivity};
pub use template::candidates::Candidate;
pub use template::interface::{InterfaceAssignment, OperationAssignment, Output};
pub use template::node::{CapabilityAssignment, NormalNodeTemplate, Substitute};
pub use template::policy::{Group, Policy};
pub use template::relationship::NormalRelationshipTemplate;
pub use template::requirement::{
    NormalRequirementAssignment, RelationshipAssignment, TargetCapability, TargetNode,
};
pub use template::service::ServiceTemplate;
pub use template::substitution::{FieldMapping, MemberOf, NormalRequirementMapping, SubstitutionMapping};
pub use template::workflow::{Step, Workflow};
pub use types::artifact::{ArtifactType, NormalArtifact};
pub use types::capability::{CapabilityDefinition, CapabilityType};
pub use types::data::{DataType, ScalarType};
pub use types::field::NormalField;
pub use types::function::{NormalFunction, NormalSignature, Repository};
pub use types::head::NormalHead;
pub use types::implementation::{Executable, Implementation};
pub use types::interface::{InterfaceDefinition, InterfaceType, OperationDefinition};
pub use types::node::{NodeType, RelationshipType};
pub use types::policy::{GroupType, NormalTrigger, PolicyType};
pub use types::requirement::{NormalCountRange, RelationshipDefinition, RequirementDefinition};
pub use types::schema::NormalSchema;
pub use types::{Definitions, NormalDefinition};

use std::io::{self, Write};

use camino::Utf8PathBuf;

use crate::load::File;

use context::Cx;

/// The content of a model.
#[derive(Clone, Debug, Default)]
pub struct NormalizeOptions {
    /// The types that it contains.
    pub types: IncludedTypes,
    /// Whether each part has its origin.
    pub provenance: bool,
    /// Whether expressions that are constant with the given inputs are computed.
    pub fold: bool,
    /// The absolute directory that paths in the model are relative to, or `None` for that of the file.
    pub base: Option<Utf8PathBuf>,
    /// The number of errors in the file and its imports.
    pub errors: usize,
}

impl NormalizeOptions {
    /// Returns options for the types, for origins, and for computing expressions that the given inputs make
    /// constant.
    #[must_use]
    pub fn new(types: IncludedTypes, provenance: bool, fold: bool) -> Self {
        Self { types, provenance, fold, base: None, errors: 0 }
    }
}

/// The types that a model contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IncludedTypes {
    /// Those that the service template needs, or that a file without a service template defines, and the
    /// types that these need.
    #[default]
    Used,
    /// All types that the file defines and imports.
    All,
}

/// Returns how many imports of `file` and of the files that it imports were not loaded.
#[must_use]
pub fn missing_imports(model: &crate::model::Model, file: &File) -> usize {
    incomplete::without_target(&model.types, file.id).count()
}

/// Returns the normal form of `file`.
#[must_use]
pub fn model<'g>(model: &'g crate::model::Model, file: &'g File, options: NormalizeOptions) -> NormalModel {
    model::model(&mut Cx::new(model, file, options))
}

/// Returns the types, functions and repositories of the normal form of `file`, without its service template.
#[must_use]
pub fn definitions<'g>(
    model: &'g crate::model::Model,
    file: &'g File,
    options: NormalizeOptions,
) -> Definitions {
    model::only_definitions(&mut Cx::new(model, file, options))
}

/// Returns the normal form of `file` as TOSCA, in parts: the text of [`NormalModel::to_yaml`], but without
/// keeping the model in memory.
#[must_use]
pub fn yaml<'g>(model: &'g crate::model::Model, file: &'g File, options: NormalizeOptions) -> Vec<String> {
    model::printed(&mut Cx::new(model, file, options))
}

/// Writes the normal form of `file` as JSON: the text of [`Model::to_json`], but without keeping the model in
/// memory.
pub fn write_json<'g>(
    model: &'g crate::model::Model,
    file: &'g File,
    options: NormalizeOptions,
    out: &mut dyn Write,
) -> io::Result<()> {
    json::write(Cx::new(model, file, options), out)
}
