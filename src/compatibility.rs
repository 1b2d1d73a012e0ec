//! What a new version of a profile changes for its users, and which version bump follows.
//!
//! In: the derived types of two runs, the old profile and the new one. Out: [`Change`]s as plain data, and
//! the [`Bump`] that they ask for. Compares what types come to, not how they are written: what a member
//! inherits counts, and a change that many types inherit is told once, at the type that makes it. Types are
//! matched by kind and name; ids of the two runs are never compared. What is unknown, because a file has
//! mistakes or lacks an import, is passed over.

mod artifacts;
mod capabilities;
mod change;
mod clauses;
mod comparison;
mod data_types;
mod fields;
mod functions;
mod interfaces;
mod kinship;
mod lists;
mod members;
mod policies;
mod requirements;
mod schemas;
mod scope;
mod type_definitions;
mod usage;
mod values;
mod version;

pub use change::{Act, Change, Impact};
pub use version::{Bump, Version, needed};

use crate::model::types::Types;

/// The changes from `old` to `new`: those of one definition in a row, the gravest first, definitions with
/// breaking changes before others.
#[must_use]
pub fn compare<'g>(old: &'g Types, new: &'g Types) -> Vec<Change> {
    comparison::run(old, new)
}
