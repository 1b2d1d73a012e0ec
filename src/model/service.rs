//! The model of service templates: node templates and the targets of requirement assignments
//! (TOSCA 2.0 §7.2, §8.5).
//!
//! In: derived types. Out: one [`Service`] per file with a service template; no diagnostics, since unknown
//! names were reported when they were resolved. Content that could not be read, or is known only at run
//! time, is an explicit unknown. Does not decide whether a requirement is fulfilled.

mod activities;
mod assignments;
mod capabilities;
mod fill;
mod groups;
mod ids;
mod interfaces;
mod names;
mod parameters;
mod requirements;
mod substitution;
mod values;
mod view;

pub use activities::{ActivityKeyname, ActivityView};
pub use assignments::{Assignment, Assignments};
pub use capabilities::{RequiredCapability, offered, required_by_assignment, required_by_definition};
pub(crate) use groups::nodes_of_targets;
pub use ids::{NodeTemplateId, RelationshipTemplateId};
pub use interfaces::AssignedOperation;
pub use names::{GroupView, Member, NamedPart, PolicyView, StepView, WorkflowView};
pub use parameters::ParameterView;
pub use requirements::{Connection, RequirementAssignment, Target};
pub use substitution::{Substitution, SubstitutionView};
pub use values::ValueOrigin;
pub use view::{NodeTemplateView, RelationshipTemplateView, RequirementAssignmentView, ServiceView, Views};

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use hashbrown::HashTable;
use rustc_hash::FxHashSet;

use crate::base::{FileId, IndexVec};
use crate::dialects::Dialect;
use crate::load::File;
use crate::model::types::{TypeRef, Types};
use crate::resolve::DefinitionId;
use crate::syntax;
use crate::yaml::SourceNode;

/// The service templates of all files.
#[derive(Debug, Default)]
pub(super) struct Services {
    files: Vec<Option<Box<Service>>>,
    offered: OnceLock<Option<FxHashSet<DefinitionId>>>,
}

/// A service template.
#[derive(Debug)]
pub struct Service {
    /// The file that contains it.
    file: FileId,
    /// The parsed template.
    template: Arc<syntax::ServiceTemplate>,
    /// The node templates that could be read, in order.
    node_templates: IndexVec<NodeTemplateId, NodeTemplate>,
    /// The requirement assignments of all node templates, in order.
    requirements: Vec<RequirementAssignment>,
    /// The relationship templates that could be read, in order.
    relationship_templates: IndexVec<RelationshipTemplateId, RelationshipTemplate>,
    /// The substitution mapping, if the service can substitute nodes.
    substitution: Option<Substitution>,
    /// The templates by name, built at the first use.
    by_name: OnceLock<ByName>,
}

/// The indices of templates by name; if several have the same name, only the first.
#[derive(Debug)]
struct ByName {
    node_templates: HashTable<u32>,
    relationship_templates: HashTable<u32>,
}

/// A node template.
#[derive(Debug)]
#[non_exhaustive]
pub struct NodeTemplate {
    /// Its id.
    pub id: NodeTemplateId,
    /// The key that names it.
    pub key: SourceNode,
    /// The parsed template.
    written: Arc<syntax::NodeTemplate>,
    /// The template that it copies, which provides the keynames that this template does not have.
    pub copied: Option<NodeTemplateId>,
    /// Its type, possibly from the copied template.
    pub node_type: TypeRef,
    /// The number of its nodes, or `None` if it is known only at run time.
    pub count: Option<u64>,
    /// Whether its nodes are only selected, never created.
    pub is_selected: bool,
    /// Whether its nodes may be selected.
    pub may_be_selected: bool,
    /// The range of its assignments in the requirement assignments of the service.
    requirements: Range<u32>,
}

/// A relationship template.
#[derive(Debug)]
#[non_exhaustive]
pub struct RelationshipTemplate {
    /// Its id.
    pub id: RelationshipTemplateId,
    /// The key that names it.
    pub key: SourceNode,
    /// The parsed template.
    written: Arc<syntax::RelationshipTemplate>,
    /// The template that it copies.
    pub copied: Option<RelationshipTemplateId>,
    /// Its type, possibly from the copied template.
    pub relationship_type: TypeRef,
}

const _: () = assert!(size_of::<NodeTemplate>() <= 80);
const _: () = assert!(size_of::<RelationshipTemplate>() <= 56);

impl Services {
    /// Reads the service templates of all files.
    pub(super) fn new(types: &Types) -> Self {
        let read = |file: &File| {
            let template = file.syntax()?.service_template.as_ref()?;
            (file.dialect() == Dialect::Tosca2).then(|| Box::new(fill::service(types, file, template)))
        };
        Self { files: types.graph.map_files(read), offered: OnceLock::new() }
    }

    /// Returns the service template of a file, if it has one.
    pub(super) fn for_file(&self, file: FileId) -> Option<&Service> {
        self.files.get(file.index())?.as_deref()
    }
}
