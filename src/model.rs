//! What types and service templates mean.
//!
//! In: the file graph and what its names mean. Out: [`types::Types`], the definitions of all types with what
//! each of them refines, and [`service::Topologies`], the service templates of all files with where their
//! requirements lead. What could not be read is an explicit unknown. Values are not judged here.

mod known;
pub mod service;
pub mod types;

pub use known::{Lookup, Truth};
