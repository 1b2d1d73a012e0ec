//! Types of function calls: every value is an expression with a type, found without running anything
//! (TOSCA 2.0 §10).
//!
//! In: calls, and what their places demand. Out: a [`Typing`]: the type of each call, what paths lead to, and
//! diagnostics of area T07 about the call that is wrong. What depends on types that are not known is of unknown type
//! and never a finding. No value of an input or a property is read for it: what calls come to is computed afterwards.

mod arguments;
mod calls;
mod checks;
mod clauses;
mod form;
mod found;
mod inputs;
mod patterns;
mod place;
mod reach;
mod settle;
mod signatures;
mod steps;
mod type_variable;
mod typer;
mod typings;

pub(super) use calls::type_expression;
pub(super) use clauses::{data_type_clauses, field_clauses, file_clauses, typed_clause};
pub(super) use form::malformed;
pub(super) use found::{IndexBound, PathTarget, Root, Typing};
pub(super) use settle::{settle, tell};
pub(super) use steps::type_steps;
pub(super) use typer::{Scope, Typer};
pub(super) use typings::Typings;

use std::rc::Rc;

use crate::diagnostics::codes;
use crate::expressions::Expression;
use crate::keynames::describe;
use crate::yaml::{Kind, Node};

use super::judge::Judge;
use super::value_type::ValueType;
use super::what::What;
use arguments::with_declaration;
use calls::type_call;

/// How far an expression is known before anything runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    /// It depends on something that is not known, or that is wrong.
    No,
    /// It can be computed from inputs whose values are given, or from values of properties.
    Given,
    /// It is written out.
    Written,
    /// It can be computed.
    Computed,
}

impl Fixed {
    /// Of two parts together.
    fn and(self, other: Fixed) -> Fixed {
        match (self, other) {
            (Fixed::No, _) | (_, Fixed::No) => Fixed::No,
            (Fixed::Given, _) | (_, Fixed::Given) => Fixed::Given,
            (Fixed::Written, Fixed::Written) => Fixed::Written,
            _ => Fixed::Computed,
        }
    }
}

/// What is known of an expression.
#[derive(Clone, Debug)]
pub(super) struct Typed<'g> {
    /// Its type.
    pub(super) of: ValueType<'g>,
    /// Whether it can be computed.
    pub(super) fixed: Fixed,
}

impl<'g> Typed<'g> {
    /// Something of a type that is known only later.
    pub(super) fn later(of: ValueType<'g>) -> Self {
        Self { of, fixed: Fixed::No }
    }
}

/// The typing of the call at `node`, where `expected` is needed.
pub(super) fn typed_call<'g>(
    typings: &Rc<Typings<'g>>,
    node: Node<'g>,
    expected: &ValueType<'g>,
    scope: &Scope<'g>,
) -> Rc<Typing<'g>> {
    typings.home(node, expected, scope, |typer| type_expression(typer, node, expected))
}

/// The same of a call that is the key of a map.
pub(super) fn typed_key<'g>(
    typings: &Rc<Typings<'g>>,
    call: Expression<'g>,
    expected: &ValueType<'g>,
    scope: &Scope<'g>,
) -> Rc<Typing<'g>> {
    typings.home(call.node(), expected, scope, |typer| type_call(typer, call, expected))
}

/// Checks the calls in a value of which no type is known.
pub(super) fn loose<'g>(cx: &mut impl Judge<'g>, node: Node<'g>, expected: &ValueType<'g>) -> Fixed {
    if node.is_invalid() {
        return Fixed::No;
    }
    if cx.types().expressions.call(node).is_some() {
        return cx.loose_call(node, expected);
    }
    if malformed(cx, node) {
        return Fixed::No;
    }
    // What is inside a value of which nothing is known is not known either.
    let inner = if expected.is_known() { &ValueType::Unknown } else { expected };
    let mut fixed = Fixed::Written;
    for item in node.items() {
        fixed = fixed.and(loose(cx, item, inner));
    }
    for (key, value) in node.entries() {
        if key.kind() != Kind::Scalar {
            computed_key(cx, key, inner);
            fixed = Fixed::No;
        }
        fixed = fixed.and(loose(cx, value, inner));
    }
    fixed
}

/// A call as the key of a map, which must give `keys`.
pub(super) fn computed_key<'g>(cx: &mut impl Judge<'g>, key: Node<'g>, keys: &ValueType<'g>) {
    let call = cx.types().expressions.call(key);
    let Some((call, name)) = call.and_then(|call| Some((call, call.name()?))) else {
        if !key.is_invalid() {
            cx.report(key, codes::malformed_call::key(key.span(), describe(key)));
        }
        return;
    };
    cx.key(call, name, keys);
}

/// Whether what a call gives as a key of a map is certainly no key of it; that is reported.
pub(super) fn wrong_key<'g>(
    cx: &mut impl Judge<'g>,
    key: Node<'g>,
    name: Node<'g>,
    of: &ValueType<'g>,
    keys: &ValueType<'g>,
) -> bool {
    let types = cx.types();
    let is_wrong = !of.may_be(types, keys);
    if is_wrong {
        let (got, wanted) = (of.in_words(types), keys.in_words(types));
        let found = codes::wrong_result_type::new(key.span(), "a key", &wanted, name.text(), &got, None);
        cx.report(key, found);
    }
    is_wrong
}

/// Tells that a call gives something else than `expected`.
pub(super) fn wrong_result<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    got: &ValueType<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) {
    use crate::literals::BuiltIn::{Float, Integer, String};
    let types = cx.types();
    let Some(call) = types.expressions.call(node) else { return };
    let Some(name) = call.name() else { return };
    let (got_words, wanted) = (got.in_words(types), expected.in_words(types));
    let place = expected.place().map(Node::span);
    let found = codes::wrong_result_type::new(
        node.span(),
        &what.to_string(),
        &wanted,
        name.text(),
        &got_words,
        place,
    );
    let found = match (got.kind(types), expected.kind(types)) {
        (Some(Float), Some(Integer)) => found.help("convert the result with `$round`, `$floor` or `$ceil`"),
        (Some(Integer), Some(Float)) => found.help("use the type `float` for both, or `integer` for both"),
        (Some(_), Some(String)) if call.function().is_none() => {
            found.help("use `$$` to write a string that starts with `$`")
        }
        _ => with_declaration(types, node, got, &got_words, found),
    };
    cx.report(node, found);
}
