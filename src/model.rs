//! What types and service templates mean.
//!
//! In: the file graph and what its names mean. Out: a [`Model`]: the definitions of all types with what each
//! of them refines, and the service templates of all files with where their requirements lead. What could
//! not be read is an explicit unknown. Values are not judged here.

mod known;
pub mod service;
pub mod types;
mod view;

pub use known::{Lookup, Truth};
pub use view::{Holder, Keyed, View};

use crate::base::FileId;
use service::{ServiceView, Services};
use types::Types;

/// The types and service templates of a run.
#[derive(Debug, Default)]
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

    /// The service template of a file, where it has one.
    #[must_use]
    pub fn service(&self, file: FileId) -> Option<ServiceView<'_>> {
        Some(ServiceView::new(&self.types, self.services.of(file)?))
    }
}
