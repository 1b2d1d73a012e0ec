//! `Variability4TOSCA` 1.0: templates whose elements are present or absent by conditions over inputs.
//!
//! Input: the tree of a variable template, over TOSCA 1.3 or 2.0. Output: its variable parts as a [`Model`],
//! and the tree of plain TOSCA with the present elements. The module `variability` checks all variants later,
//! when types are known.
//!
//! Where the specification is vague: presence does not propagate by itself, neither from nodes to relations
//! nor vice versa; a group type is a variability type if it is derived from `variability.groups.Root`, in any
//! file; `xor` is true if exactly one operand is true; numbers are exact, comparisons are only for numbers,
//! `equal` for values of one type; a division by zero is an error; lengths are counted in characters; a name
//! that several requirement assignments have is ambiguous; a relation without a target among the node
//! templates counts as having a target; a named expression that reads `SELF` is evaluated for each relation;
//! a cycle of presences has its least solution, or no solution if it contains a negation.

mod alternatives;
mod apply;
mod configuration;
mod defaults;
mod evaluate;
mod expression;
mod inputs;
mod language;
mod later_spelling;
mod model;
mod number;
mod operators;
mod parse;
mod parse_part;
mod pruning;
mod read;
mod reference;
mod rewrite;
mod tables;
mod type_conditions;
mod typing;
mod value;

pub use alternatives::{Misspelled, Place};
pub use apply::{Fault, apply};
pub use configuration::values_in;
pub use defaults::DefaultStep;
pub use evaluate::{Outcome, Stop, evaluate, fault_diagnostic};
pub use expression::{VariabilityExprId, VariabilityExpressions, VariabilityForm};
pub use inputs::{Constraint, Preset, VariabilityInput};
pub(super) use language::LANGUAGE;
pub(super) use later_spelling::renamings_in;
pub use model::{Element, ElementId, ElementKind, NamedPresence, VariabilityModel};
pub use number::Number;
pub use operators::{OperandType, Operator};
pub use pruning::{NeededRelation, Pruned, Pruning, RelationEnds};
pub use read::{GROUP_ROOT, read, read_knowing};
pub use reference::reference;
pub use rewrite::{plain_version, rewrite};
pub use type_conditions::TypeConditions;
pub use value::VariabilityValue;
