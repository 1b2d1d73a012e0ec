//! Computes calls of the built-in functions from the values of their arguments (TOSCA 2.0 §10.2).
//!
//! In: values. Out: a value, or why there is none. Invariant: nothing here knows trees, or the types that files
//! define.

#![deny(clippy::indexing_slicing)]

pub(crate) mod arithmetic;
pub(crate) mod collections;
mod computed;
pub(crate) mod logic;
mod patterns;
pub(crate) mod strings;

pub use computed::Failure;
pub(crate) use computed::{Computed, Limits, NoValue};
pub(crate) use patterns::compiled;
