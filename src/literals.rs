//! Reads, prints and compares values of the built-in data types (TOSCA 2.0 §9.1).
//!
//! Input: scalar nodes and text. Output: values. Invariant: nothing here knows the types that files define.

#![deny(clippy::indexing_slicing)]

mod built_in;

pub use built_in::BuiltIn;
