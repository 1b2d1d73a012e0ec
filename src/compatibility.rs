//! What a new version of a profile changes for its users, and which version bump follows.
//!
//! Input: the models of two runs, the old profile and the new one. Output: [`Change`]s as plain data,
//! and the [`Bump`] that they require. Compares effective definitions, not their notation: inherited members
//! count, and a change that many types inherit is reported once, at the type that makes it. Types are matched
//! by kind and name; ids of the two runs are never compared. What is unknown, because a file has errors or an
//! import is missing, is skipped.

mod artifacts;
mod capabilities;
mod change;
mod clauses;
mod comparison;
mod data_types;
pub mod example;
mod fields;
mod functions;
mod interfaces;
mod lists;
mod meaning;
mod members;
mod policies;
mod requirements;
mod schemas;
mod scope;
mod type_definitions;
mod type_relation;
mod usage;
mod values;
mod version;

pub use change::{Act, Change, Impact};
pub use version::{Bump, ReleaseVersion, needed};

use crate::model::Model;

/// Returns the changes from `old` to `new`, grouped by definition. Breaking changes come first, both among
/// the definitions and within each of them.
#[must_use]
pub fn compare<'g>(old: &'g Model, new: &'g Model) -> Vec<Change> {
    comparison::run(old, new)
}
