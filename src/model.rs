//! What types and service templates mean.
//!
//! In: the file graph and what its names mean. Out: a [`Model`]: the definitions of all types with what each
//! of them refines, and the service templates of all files with where their requirements lead. What could
//! not be read is an explicit unknown. Values are not judged here.

mod conditions;
pub mod data;
mod head;
mod known;
mod place;
pub mod service;
pub mod types;
mod view;

pub use conditions::{ConditionKind, conditions};
pub use head::Head;
pub use known::{Lookup, Truth};
pub use place::NodePart;
pub use view::{Holder, Keyed, View};

use crate::base::FileId;
use crate::load::File;
use crate::yaml::Node;
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
    /// The model of the files of `types`.
    #[must_use]
    pub fn new(types: Types) -> Self {
        let services = Services::new(&types);
        Self { types, services }
    }

    /// The service template that a node stands in; an expression stands in the one it is about.
    #[must_use]
    pub fn service_around(&self, node: Node<'_>) -> Option<ServiceView<'_>> {
        let own = node.tree().file();
        let service = self.service(self.types.graph.seen_from(own))?;
        let is_around = service.file().id != own || service.node(service.template().node).holds(node);
        is_around.then_some(service)
    }

    /// Whether a file was read as a whole, so that it defines nothing but what is known of it.
    #[must_use]
    pub fn knows_all_of(&self, file: &File) -> bool {
        !file.tree().is_damaged() && file.is_readable()
    }

    /// The service template of a file, where it has one.
    #[must_use]
    pub fn service(&self, file: FileId) -> Option<ServiceView<'_>> {
        Some(ServiceView::new(&self.types, self.services.of(file)?))
    }
}
