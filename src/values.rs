//! Values: what is written where a value stands, held against the data type that its place demands
//! (TOSCA 2.0 §9), and computed as far as it is known before anything runs (§10).
//!
//! In: derived types and nodes. Out: [`Value`]s and diagnostics of areas T06 and T07. What depends on the
//! running service, or on something that was reported, is unknown: it is neither wrong nor right.
//!
//! Three kinds of work, on the same literals (`parts`, for whoever is a `Judge`): `typing` finds the types of calls and
//! what paths lead to, and reads no input and no property; `evaluator` computes what is typed; the others judge what
//! stands in files. They are one module because a literal of a complex type has the defaults of what it leaves out,
//! and these may be calls: typing such a literal needs values, and computing a call needs its type.

mod check;
mod conditions;
mod evaluation;
mod evaluator;
mod faults;
mod fit;
mod given;
mod inputs;
mod judge;
mod links;
mod memo;
mod parts;
mod paths;
mod range;
mod review;
mod typing;
mod value_type;
mod what;

pub use check::Checker;
pub(crate) use check::check_each_file;
pub use evaluation::{Evaluation, Reason, Unknown, evaluate};
pub(crate) use faults::kind_of;
pub use links::{Link, links_of_call, links_of_mapping};
pub use paths::{NextInPath, PathStep, next_in_path, next_in_value, paths_resolved_in_thread};
pub use value_type::ValueType;
pub use what::What;

use crate::diagnostics::Diagnostic;
use crate::dialects::Decision;
use crate::literals::{self, BuiltIn, Literal, LiteralPolicy};
use crate::model::Model;
use crate::model::types::{TypeRef, Types};
use crate::yaml::{self, Node};

/// Checks the values that definitions of types and of service templates hold, and decides how TOSCA 2.0 writes those
/// of lowered files.
#[must_use]
pub fn review(model: &Model) -> (Vec<Decision>, Vec<Diagnostic>) {
    review::review(model)
}

/// Adds the findings that tell what was decided.
pub fn tell<'d>(
    types: &Types,
    decisions: impl IntoIterator<Item = &'d Decision>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for decision in decisions {
        let node = types.node(decision.node);
        yaml::report(diagnostics, node, decision.rewrite.diagnostic(node));
    }
}

/// The value of a scalar node as one of `built_in`, of data type `of`.
pub fn literal(types: &Types, node: Node<'_>, built_in: BuiltIn, of: TypeRef) -> Literal {
    let of = types.defined(of).filter(|_| built_in == BuiltIn::Scalar);
    let units = of.and_then(|of| types.units(of));
    literals::read(node, built_in, units, literal_policy(types, node))
}

/// How the file of `node` writes literals.
fn literal_policy(types: &Types, node: Node<'_>) -> LiteralPolicy {
    types.graph.file(node.tree().file()).policies().literals
}
