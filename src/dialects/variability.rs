//! `Variability4TOSCA` 1.0: templates whose elements are present or absent by conditions over inputs.
//!
//! In: the tree of a variable template, over TOSCA 1.3 or 2.0. Out: its variable parts as a [`Model`], which
//! elements are present for given inputs, and the tree of plain TOSCA without the others. Functions from data
//! to data plus diagnostics; what all variants have in common is found out in `analysis`.
//!
//! Where the document is vague: presence does not spread by itself, from nodes to relations or back; a group
//! type counts as one of variability if it is derived from `variability.groups.Root`, wherever that is said; `xor`
//! is true if exactly one operand is; numbers are exact, comparisons are for numbers alone, `equal` for values
//! of one type; a division by zero is an error; lengths are counted in characters; a name that several
//! requirement assignments have is ambiguous; a relation without a target among the node templates has its
//! target; a named expression that asks for `SELF` is evaluated for each relation; a circle of presences has
//! its least solution, and none through a negation.

pub mod analysis;
mod apply;
mod equations;
mod explain;
mod expression;
mod gates;
mod given;
mod inputs;
mod language;
mod model;
mod number;
mod operators;
mod parse;
mod presence;
mod read;
mod references;
mod report;
mod resolve;
mod rewrite;
mod rules;
mod tables;
mod typing;
mod value;

pub use apply::Fault;
pub use equations::{Equations, Pruned, Pruning, Rule};
pub use explain::{Line, explain};
pub use expression::{ExprId, Expressions, Form};
pub use given::{Given, Origin, arguments_as_text};
pub use inputs::{Constraint, Input, Preset};
pub(super) use language::LANGUAGE;
pub use model::{Element, ElementId, Kind, Model, Named};
pub use number::Number;
pub use operators::{Operator, Type};
pub use presence::{Outcome, Solution, Stop, Values, solve};
pub use read::{read, read_knowing};
pub use references::references;
pub use report::violation;
pub use resolve::{Resolved, find, resolve};
pub use rewrite::{plain_version, rewrite};
pub use rules::{Check, Count, Instance, What, consistency};
pub use value::Value;
