//! Types of function calls: every value is an expression with a type, found without running anything
//! (TOSCA 2.0 §10).
//!
//! In: calls, and what their places demand. Out: the type of each call, and diagnostics of area T07 about
//! the call that is wrong. What depends on types that are not known is of unknown type and never a finding;
//! what paths lead to is known with the templates.

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
mod signatures;
mod steps;
mod type_variable;

pub(super) use found::{PathTarget, Typing};

use crate::diagnostics::{Level, codes};
use crate::functions::Failure;
use crate::keynames::describe;
use crate::literals::Value;
use crate::yaml::{Kind, Node};

use super::check::Checker;
use super::evaluator::Known;
use super::value_type::ValueType;
use super::what::What;

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

impl<'g> Checker<'g> {
    /// Holds the call at `node` against `expected`. Gives its value where that is known and right.
    pub(super) fn called(
        &mut self,
        node: Node<'g>,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> Option<Value> {
        let (of, value) = self.root(|checker| checker.computed(node, expected, what))?;
        let fits = of.gives(self.types, &value, expected);
        (fits && self.clauses(node, &value, expected, what)).then_some(value)
    }

    /// The type and the value of a call that can be computed, and could be of the type `expected`.
    fn computed(
        &mut self,
        node: Node<'g>,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> Option<(ValueType<'g>, Value)> {
        let before = self.found.len();
        let typed = self.whole_expression(node, expected);
        if self.found[before..].iter().any(|found| found.level == Level::Error) {
            return None;
        }
        if !typed.of.may_be(self.types, expected) {
            self.wrong_result(node, &typed.of, expected, what);
            return None;
        }
        let value = self.settle(node, typed.fixed)?;
        Some((typed.of, value))
    }

    /// Works on an expression. What was found out about its parts is forgotten when the outermost one is done.
    pub(super) fn root<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        if self.depth == 0 {
            self.typing.clear();
        }
        result
    }

    /// The type of a call that is no argument of another. The parts of it that can be computed are, where the
    /// whole cannot: what never has a value is reported.
    pub(super) fn whole_expression(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Typed<'g> {
        let outer = self.typing.parts();
        let typed = self.expression(node, expected);
        self.settle_parts(outer);
        typed
    }

    /// Computes the parts that can be computed, but for the first `outer`.
    fn settle_parts(&mut self, outer: usize) {
        for part in self.typing.take_parts(outer) {
            self.settle(part, Fixed::Computed);
        }
    }

    /// The value of an expression that can be computed; reports where it never can.
    fn settle(&mut self, node: Node<'g>, fixed: Fixed) -> Option<Value> {
        if fixed == Fixed::No {
            return None;
        }
        match self.evaluator(None).evaluate(node) {
            Known::Value(value) => Some(value),
            Known::Unknown => None,
            Known::Failed(at, failure) => {
                match failure {
                    // Told with the types and the patterns of arguments.
                    Failure::DifferentTypes => {}
                    Failure::NoOrder => self.report(at, codes::unordered_versions::found(at.span())),
                    Failure::Pattern(_) | Failure::ForeignPattern => self.pattern_failure(at, &failure),
                    Failure::TooLarge | Failure::TooMuch | Failure::TooLong => self.too_large(at, &failure),
                    Failure::Overflow => self.report(at, codes::evaluation_fails::overflow(at.span())),
                    Failure::DivisionByZero => {
                        self.report(at, codes::evaluation_fails::division_by_zero(at.span()));
                    }
                    Failure::NoPart(value) => {
                        self.report(at, codes::no_such_part::not_in_value(at.span(), at.written(), value));
                    }
                    Failure::Missing(what) => {
                        self.report(at, codes::evaluation_fails::missing(at.span(), &what));
                    }
                }
                None
            }
        }
    }

    /// The index that an expression comes to, where it can be computed.
    pub(super) fn known_index(&mut self, node: Node<'g>, typed: &Typed<'g>) -> Option<u64> {
        match self.settle(node, typed.fixed)? {
            Value::Integer(index) => u64::try_from(index).ok(),
            _ => None,
        }
    }

    /// A limit that was reached.
    pub(super) fn too_large(&mut self, at: Node<'g>, failure: &Failure) {
        let found = match failure {
            Failure::TooMuch => codes::value_too_large::all_together(at.span()),
            Failure::TooLong => codes::value_too_large::text(at.span()),
            _ => codes::value_too_large::found(at.span()),
        };
        self.report(at, found);
    }

    /// Checks the calls in a value of which no type is known.
    pub(in crate::values) fn loose(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Fixed {
        if node.is_invalid() {
            return Fixed::No;
        }
        if self.types.expressions.call(node).is_some() {
            return self.root(|checker| {
                let typed = checker.whole_expression(node, expected);
                checker.settle(node, typed.fixed);
                typed.fixed
            });
        }
        if self.malformed(node) {
            return Fixed::No;
        }
        // What is inside a value of which nothing is known is not known either.
        let inner = if expected.is_known() { &ValueType::Unknown } else { expected };
        let mut fixed = Fixed::Written;
        for item in node.items() {
            fixed = fixed.and(self.loose(item, inner));
        }
        for (key, value) in node.entries() {
            if key.kind() != Kind::Scalar {
                self.computed_key(key, inner);
                fixed = Fixed::No;
            }
            fixed = fixed.and(self.loose(value, inner));
        }
        fixed
    }

    /// A call as the key of a map, which must give `keys`.
    pub(super) fn computed_key(&mut self, key: Node<'g>, keys: &ValueType<'g>) {
        let call = self.types.expressions.call(key);
        let Some((call, name)) = call.and_then(|call| Some((call, call.name()?))) else {
            if !key.is_invalid() {
                self.report(key, codes::malformed_call::key(key.span(), describe(key)));
            }
            return;
        };
        let before = self.found.len();
        let typed = self.root(|checker| {
            let outer = checker.typing.parts();
            let typed = checker.call(call, keys);
            checker.settle_parts(outer);
            typed
        });
        if self.found.len() == before && !typed.of.may_be(self.types, keys) {
            let (got, wanted) = (typed.of.in_words(self.types), keys.in_words(self.types));
            let found =
                codes::wrong_result_type::found(key.span(), "a key", &wanted, name.text(), &got, None);
            self.report(key, found);
        }
    }

    fn wrong_result(
        &mut self,
        node: Node<'g>,
        got: &ValueType<'g>,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) {
        use crate::literals::BuiltIn::{Float, Integer, String};
        let Some(call) = self.types.expressions.call(node) else { return };
        let Some(name) = call.name() else { return };
        let (got_words, wanted) = (got.in_words(self.types), expected.in_words(self.types));
        let place = expected.place().map(Node::span);
        let found = codes::wrong_result_type::found(
            node.span(),
            &what.to_string(),
            &wanted,
            name.text(),
            &got_words,
            place,
        );
        let found = match (got.kind(self.types), expected.kind(self.types)) {
            (Some(Float), Some(Integer)) => {
                found.help("make it an integer with `$round`, `$floor` or `$ceil`")
            }
            (Some(Integer), Some(Float)) => found.help("declare both as `float`, or both as `integer`"),
            (Some(_), Some(String)) if call.function().is_none() => {
                found.help("a string that starts with a dollar sign is written with `$$`")
            }
            _ => self.declared(node, got, &got_words, found),
        };
        self.report(node, found);
    }
}
