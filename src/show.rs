//! The effective definition of a type: what it inherits, adds and refines, as TOSCA, with the place that
//! each part comes from.
//!
//! In: derived types and one of them. Out: a [`Shown`] tree, and the tree as text or JSON. Assumes nothing
//! of values: they are shown as they are written. Members of capabilities, interfaces and relationships
//! are those of their definitions; what their own types have is shown with those types.

mod effective;
mod json;
mod text;

pub use effective::{Entry, Shown, effective};
pub use json::json;
pub use text::text;
