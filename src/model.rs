//! The model of types and service templates.
//!
//! In: the file graph and the meanings of its names. Out: a [`Model`]: all types with their members, each
//! linked to the definition that it refines, and the service templates of all files with the targets of their
//! requirements. Content that could not be read is an explicit unknown. Values are not checked here.

mod conditions;
pub mod data;
mod head;
mod imports;
mod known;
mod node_part;
pub mod service;
pub mod types;
mod view;

pub use conditions::{ConditionKind, conditions};
pub use head::Head;
pub use imports::{WrittenImport, written_imports};
pub use known::{Lookup, Truth};
pub use node_part::NodePart;
pub use view::{Keyed, NodeResolver, View};

use crate::base::FileId;
use crate::load::File;
use crate::yaml::YamlNode;
use service::{ServiceView, Services};
use types::Types;

/// The types and service templates of a run.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Model {
    /// The types.
    pub types: Types,
    services: Services,
}

impl Model {
    /// Returns the model of the files of `types`.
    #[must_use]
    pub fn new(types: Types) -> Self {
        let services = Services::new(&types);
        Self { types, services }
    }

    /// Returns the service template that contains a node. For an expression, this is the one
    /// that it is evaluated in.
    #[must_use]
    pub fn service_around(&self, node: YamlNode<'_>) -> Option<ServiceView<'_>> {
        let file = node.tree().file();
        let service = self.service(self.types.graph.seen_from(file))?;
        let is_enclosing = service.file().id != file || service.node(service.template().node).contains(node);
        is_enclosing.then_some(service)
    }

    /// Returns whether a file was read completely, so that all its definitions are known.
    #[must_use]
    pub fn knows_all_of(&self, file: &File) -> bool {
        !file.tree().is_damaged() && file.is_readable()
    }

    /// Returns whether a file has a service template, or substitution mappings elsewhere, that could not be read.
    #[must_use]
    pub fn has_unread_service(&self, file: FileId) -> bool {
        let file = self.types.graph.file(file);
        file.syntax().is_some_and(|root| root.service_template().is_unreadable())
            || file.unknown_keys().may_define("substitution_mappings")
    }

    /// Returns the service template of a file, if it has one.
    #[must_use]
    pub fn service(&self, file: FileId) -> Option<ServiceView<'_>> {
        Some(ServiceView::new(&self.types, self.services.for_file(file)?))
    }
}
