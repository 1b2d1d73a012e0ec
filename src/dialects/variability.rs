//! `Variability4TOSCA` 1.0: templates whose elements are present or absent by conditions over inputs.
//!
//! In: the tree of a variable template, over TOSCA 1.3 or 2.0. Out: its variable parts as a [`Model`], and the
//! tree of plain TOSCA with the elements that stay. What holds in all variants is found out when the meaning of
//! the file is known, by the module `variability`.
//!
//! Where the document is vague: presence does not spread by itself, from nodes to relations or back; a group
//! type counts as one of variability if it is derived from `variability.groups.Root`, wherever that is said; `xor`
//! is true if exactly one operand is; numbers are exact, comparisons are for numbers alone, `equal` for values
//! of one type; a division by zero is an error; lengths are counted in characters; a name that several
//! requirement assignments have is ambiguous; a relation without a target among the node templates has its
//! target; a named expression that asks for `SELF` is evaluated for each relation; a circle of presences has
//! its least solution, and none through a negation.

mod apply;
mod expression;
mod inputs;
mod language;
mod model;
mod number;
mod operators;
mod parse;
mod read;
mod rewrite;
mod tables;
mod typing;
mod value;

pub use apply::{Fault, apply};
pub use expression::{ExprId, Expressions, Form};
pub use inputs::{Constraint, Input, Preset, assignments};
pub(super) use language::LANGUAGE;
pub use model::{Element, ElementId, Kind, Model, Named};
pub use number::Number;
pub use operators::{Operator, Type};
pub use read::{GROUP_ROOT, read, read_knowing};
pub use rewrite::{plain_version, rewrite};
pub use value::Value;
