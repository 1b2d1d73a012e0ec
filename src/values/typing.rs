//! Types function calls: every value is an expression with a type, which is found before the service runs
//! (TOSCA 2.0 §10).
//!
//! Input: calls and their expected types. Output: a [`Typing`] with the type of each call and the targets of
//! paths, and diagnostics of area T07 about wrong calls. What depends on unknown types is of unknown type and
//! never causes a finding. Typing reads no values of inputs or properties; calls are computed afterwards.

mod argument_order;
mod arguments;
mod call_context;
mod call_syntax;
mod calls;
mod checks;
mod clauses;
mod computation;
mod inputs;
mod patterns;
mod result;
mod signatures;
mod steps;
mod type_variable;
mod typer;
mod typings;
mod unreachable_signatures;

pub(super) use call_syntax::malformed;
pub(super) use calls::type_expression;
pub(super) use clauses::{data_type_clauses, field_clauses, file_clauses, typed_clause};
pub(super) use computation::{compute, compute_parts};
pub(super) use result::{IndexBound, PathTarget, Root, Typing};
pub(super) use steps::type_steps;
pub(super) use typer::{Scope, Typer};
pub(super) use typings::Typings;

use std::rc::Rc;

use crate::diagnostics::{Level, rules};
use crate::expressions::Expression;
use crate::keynames::describe;
use crate::yaml::{Kind, YamlNode};

use super::check_context::CheckContext;
use super::is_converted;
use super::value_type::ValueType;
use super::what::What;
use arguments::with_declaration;
use calls::type_call;

/// How far an expression is known before the service runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Knowledge {
    /// It depends on something that is unknown or wrong.
    Unknown,
    /// It can be computed from the given values of inputs, or from values of properties.
    Given,
    /// It is a literal.
    Written,
    /// It can be computed from its parts.
    Computed,
}

impl Knowledge {
    /// Returns how far two parts together are known.
    fn and(self, other: Knowledge) -> Knowledge {
        match (self, other) {
            (Knowledge::Unknown, _) | (_, Knowledge::Unknown) => Knowledge::Unknown,
            (Knowledge::Given, _) | (_, Knowledge::Given) => Knowledge::Given,
            (Knowledge::Written, Knowledge::Written) => Knowledge::Written,
            _ => Knowledge::Computed,
        }
    }
}

/// What is known of an expression.
#[derive(Clone, Debug)]
pub(super) struct Typed<'g> {
    /// Its type.
    pub(super) ty: ValueType<'g>,
    /// How far its value is known.
    pub(super) knowledge: Knowledge,
}

impl<'g> Typed<'g> {
    /// Creates an expression of type `ty` whose value is known only later.
    pub(super) fn later(ty: ValueType<'g>) -> Self {
        Self { ty, knowledge: Knowledge::Unknown }
    }
}

/// Returns the typing of the call at `node`, which should be of the type `expected`.
pub(super) fn typed_call<'g>(
    typings: &Rc<Typings<'g>>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
    scope: &Scope<'g>,
) -> Rc<Typing<'g>> {
    typings.get_or_type(node, expected, scope, |typer| type_expression(typer, node, expected))
}

/// Returns the typing of a call that is the key of a map, which should be of the type `expected`.
pub(super) fn typed_key<'g>(
    typings: &Rc<Typings<'g>>,
    call: Expression<'g>,
    expected: &ValueType<'g>,
    scope: &Scope<'g>,
) -> Rc<Typing<'g>> {
    typings.get_or_type(call.node(), expected, scope, |typer| type_call(typer, call, expected))
}

/// Checks the calls in a value without a known type.
pub(super) fn check_calls_in<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
) -> Knowledge {
    if node.is_invalid() {
        return Knowledge::Unknown;
    }
    if cx.types().expressions.call(node).is_some() {
        return cx.call_of_any_type(node, expected);
    }
    if malformed(cx, node) {
        return Knowledge::Unknown;
    }
    // The parts of a value of unknown type are of unknown type.
    let inner = if expected.is_known() { &ValueType::Unknown } else { expected };
    let mut knowledge = Knowledge::Written;
    for item in node.items() {
        knowledge = knowledge.and(check_calls_in(cx, item, inner));
    }
    for (key, value) in node.entries() {
        if key.kind() != Kind::Scalar {
            computed_key(cx, key, inner);
            knowledge = Knowledge::Unknown;
        }
        knowledge = knowledge.and(check_calls_in(cx, value, inner));
    }
    knowledge
}

/// Checks a call that is the key of a map, which must be of the type `keys`. Returns its value if it is known
/// and of this type.
pub(super) fn computed_key<'g>(
    cx: &mut impl CheckContext<'g>,
    key: YamlNode<'g>,
    keys: &ValueType<'g>,
) -> Option<String> {
    let call = cx.types().expressions.call(key);
    let Some((call, name)) = call.and_then(|call| Some((call, call.name()?))) else {
        if !key.is_invalid() {
            cx.report(key, rules::malformed_call::invalid_key(key.span(), describe(key)));
        }
        return None;
    };
    cx.key(call, name, keys)
}

/// Reports a call whose result is certainly not a valid key of a map; returns whether that is so.
pub(super) fn report_wrong_key<'g>(
    cx: &mut impl CheckContext<'g>,
    key: YamlNode<'g>,
    name: YamlNode<'g>,
    ty: &ValueType<'g>,
    keys: &ValueType<'g>,
) -> bool {
    let types = cx.types();
    let is_wrong = !ty.may_be(types, keys);
    if is_wrong {
        let (actual, expected) = (ty.in_words(types), keys.in_words(types));
        let diagnostic =
            rules::wrong_result_type::new(key.span(), "a key", &expected, name.text(), &actual, None);
        cx.report(key, diagnostic);
    }
    is_wrong
}

/// Reports that the result of a call is not of the type `expected`.
pub(super) fn report_wrong_result<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    actual: &ValueType<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) {
    use crate::literals::BuiltIn::{Float, Integer, String};
    let types = cx.types();
    let Some(call) = types.expressions.call(node) else { return };
    let Some(name) = call.name() else { return };
    let (actual_words, expected_words) = (actual.in_words(types), expected.in_words(types));
    let type_span = expected.type_node().map(YamlNode::span);
    let diagnostic = rules::wrong_result_type::new(
        node.span(),
        &what.to_string(),
        &expected_words,
        name.text(),
        &actual_words,
        type_span,
    );
    let diagnostic = match (actual.kind(types), expected.kind(types)) {
        (Some(Float), Some(Integer)) => {
            diagnostic.help("convert the result with `$round`, `$floor` or `$ceil`")
        }
        (Some(Integer), Some(Float)) => {
            diagnostic.help("use the type `float` for both, or `integer` for both")
        }
        (Some(_), Some(String)) if call.function().is_none() => {
            diagnostic.help("use `$$` to write a string that starts with `$`")
        }
        _ => with_declaration(types, node, actual, &actual_words, diagnostic),
    };
    let is_converted = is_converted(types, node, actual.kind(types), expected.kind(types));
    cx.report(node, if is_converted { diagnostic.at_level(Level::Warning) } else { diagnostic });
}
