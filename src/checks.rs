//! Checks files against the model: assignments, derivations and substitutions.
//!
//! In: the [`Model`](crate::model::Model). Out: diagnostics. A check reports what is certainly wrong, and
//! nothing about what is unknown.

pub mod advice;
mod agreement;
pub mod amp;
mod distinct_types;
pub mod service;
pub mod substitution;
pub mod types;
