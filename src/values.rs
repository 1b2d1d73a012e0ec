//! Checks values against their data types (TOSCA 2.0 §9), and computes expressions as far as their values are
//! known before the service runs (§10).
//!
//! Input: derived types and YAML nodes. Output: [`Value`]s, and diagnostics of areas T06 and T07. What
//! depends on the running service, or on something that was already reported, is unknown: neither right nor
//! wrong.
//!
//! Three kinds of work share the same literals (`parts`, used by every `CheckContext`): `typing` finds the
//! types of calls and the targets of paths, and reads no inputs or properties; `evaluator` computes typed
//! calls; the other modules check the values in files. They form one module because a literal of a complex
//! type includes the defaults of the properties that it omits, and such a default may be a call: typing the
//! literal needs values, and computing the call needs its type.

mod check;
mod check_context;
mod computed;
mod conditions;
mod evaluation;
mod evaluator;
mod fit;
mod given_inputs;
mod inputs;
mod instance;
mod links;
mod literal_messages;
mod memo;
mod merged;
mod parts;
mod paths;
mod range;
mod review;
mod typing;
mod value_help;
mod value_type;
mod what;

pub use check::{CheckedFile, Checker};
pub(crate) use check::{TypedCall, check_each_file};
pub use computed::{ComputedValue, check_computed};
pub use conditions::allowed_literals;
pub use evaluation::{Evaluation, UnknownPart, UnknownReason, evaluate};
pub use instance::{EntityInstance, NodeInstance, PropertyOwner, RelationshipInstance};
pub use links::{Link, links_of_call, links_of_mapping};
pub(crate) use literal_messages::kind_of;
pub(crate) use merged::{Merged, check_merged};
pub(crate) use paths::holds_for_candidate;
pub use paths::{NewPath, NextInPath, PathStep, next_in_path, next_in_value, paths_resolved_in_thread};
pub(crate) use range::integer_bounds;
pub use value_type::ValueType;
pub use what::What;

use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::dialects::Decision;
use crate::literals::{self, BuiltIn, Literal, LiteralPolicy, Units};
use crate::load::{Earlier, PerFile};
use crate::model::Model;
use crate::model::types::{TypeRef, Types};
use crate::yaml::{self, YamlNode};

/// Checks the values in the definitions of types and of service templates, and decides how TOSCA 2.0 writes
/// those of lowered files; takes over what `earlier` has. Returns what was found about the file of input
/// values, and about each file.
#[must_use]
pub fn review(model: &Model, earlier: &Earlier<'_, CheckedFile>) -> (CheckedFile, PerFile<CheckedFile>) {
    (given_inputs::review(model), review::review(model, earlier))
}

/// Adds the diagnostics of `decisions` to `diagnostics`.
pub fn report_decisions<'d>(
    types: &Types,
    decisions: impl IntoIterator<Item = &'d Decision>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for decision in decisions {
        let node = types.node(decision.node);
        if let Some(diagnostic) = decision.rewrite.diagnostic(node) {
            yaml::report(diagnostics, node, diagnostic);
        }
    }
}

/// Reads a scalar node as `built_in`, the built-in type of the data type `data_type`.
pub fn literal(types: &Types, node: YamlNode<'_>, built_in: BuiltIn, data_type: TypeRef) -> Literal {
    literals::read(node, built_in, units(types, built_in, data_type), literal_policy(types, node))
}

/// Reads a scalar that YAML reads as `written` from `text`, as `built_in`, the built-in type of `data_type`.
fn literal_of(
    types: &Types,
    written: yaml::Scalar<'_>,
    text: &str,
    built_in: BuiltIn,
    data_type: TypeRef,
) -> Literal {
    literals::read_written(written, text, built_in, units(types, built_in, data_type))
}

fn units(types: &Types, built_in: BuiltIn, data_type: TypeRef) -> Option<&Arc<Units>> {
    types.units(types.defined(data_type).filter(|_| built_in == BuiltIn::Scalar)?)
}

/// Whether tools for the language of the file convert a value at `node` from one type to another: between a string and
/// a number, Boolean, version or scalar.
fn is_converted(types: &Types, node: YamlNode<'_>, from: Option<BuiltIn>, to: Option<BuiltIn>) -> bool {
    let is_single = |kind: BuiltIn| !matches!(kind, BuiltIn::List | BuiltIn::Map | BuiltIn::Nil);
    let has_string = from == Some(BuiltIn::String) || to == Some(BuiltIn::String);
    has_string
        && from.is_some_and(is_single)
        && to.is_some_and(is_single)
        && literal_policy(types, node).is_lenient
        && !types.graph.strict
}

/// Returns the policy for literals in the file of `node`.
fn literal_policy(types: &Types, node: YamlNode<'_>) -> LiteralPolicy {
    types.graph.file(node.tree().file()).policies().literals
}
