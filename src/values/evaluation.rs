//! What an expression comes to: its type, its value, or the part of it that is known only later.

use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Level};
use crate::expressions::{Callee, Expression};
use crate::functions::{Failure, Source};
use crate::literals::Value;
use crate::model::Model;
use crate::yaml::Node;

use super::check::Checker;
use super::evaluator::Known;
use super::inputs::Found;
use super::typing::{Fixed, Typing, Typings, loose, typed_call};
use super::{ValueType, What};

/// What became of an expression.
#[derive(Clone, Debug)]
pub struct Evaluation<'g> {
    /// Its type in words, as far as it is known: `an integer`.
    pub data_type: String,
    /// Its value.
    pub value: Option<Value>,
    /// The part that has no value yet, where nothing is wrong.
    pub unknown: Option<Unknown<'g>>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// A call whose value is not known.
#[derive(Clone, Debug)]
pub struct Unknown<'g> {
    /// The call.
    pub at: Node<'g>,
    /// Why nothing is known.
    pub reason: Reason,
}

/// Why the value of a call is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The input has no value.
    NoInput(String),
    /// The running service decides.
    RunTime,
    /// The function is implemented outside of TOSCA.
    Implementation,
    /// Nothing tells the type of its arguments.
    NoType,
    /// The pattern is left to other tools.
    Pattern,
    /// There is a value, and nothing tells whether it is of the data type that its place takes.
    OtherType(String),
}

/// Evaluates the expression at `node`, which must give what `expected` says, if it says so.
#[must_use]
pub fn evaluate<'g>(
    model: &'g Model,
    node: Node<'g>,
    expected: Option<&ValueType<'g>>,
    what: What<'_>,
) -> Evaluation<'g> {
    let typings = Rc::new(Typings::new(model).keeping_all());
    let mut checker = Checker::with(&typings, Rc::default());
    let data_type = type_in_words(&checker, node, expected);
    let value = match expected.filter(|expected| !expected.is_open()) {
        Some(expected) => checker.check(node, expected, what),
        None => any_value(&mut checker, node),
    };
    let wrong = checker.found.iter().any(|found| found.level == Level::Error);
    let unknown = if wrong || value.is_some() || node.is_invalid() {
        None
    } else {
        let part = model
            .types
            .expressions
            .of(node)
            .and_then(|expression| unknown_part(&checker, expression, &Typing::default()));
        let other_type = |expected: &ValueType<'g>| Unknown {
            at: node,
            reason: Reason::OtherType(expected.in_words(&model.types)),
        };
        part.or_else(|| expected.filter(|expected| expected.is_known()).map(other_type))
    };
    let mut all = checker.found;
    super::tell(&model.types, &checker.decisions, &mut all);
    let mut diagnostics: Vec<Diagnostic> = Vec::with_capacity(all.len());
    for found in all {
        // What shows with the types may show again with the values.
        let same =
            |other: &Diagnostic| other.code.id == found.code.id && other.primary.span == found.primary.span;
        if !diagnostics.iter().any(same) {
            diagnostics.push(found);
        }
    }
    Evaluation { data_type, value: value.filter(|_| !wrong), unknown, diagnostics }
}

fn type_in_words<'g>(cx: &Checker<'g>, node: Node<'g>, expected: Option<&ValueType<'g>>) -> String {
    let expected = expected.cloned().unwrap_or(ValueType::Open);
    match cx.types.expressions.call(node) {
        Some(_) => typed_call(&cx.typings, node, &expected, &cx.scope).whole.of.in_words(cx.types),
        None => expected.in_words(cx.types),
    }
}

/// The value of an expression of which nothing says what it must be.
pub(super) fn any_value<'g>(cx: &mut Checker<'g>, node: Node<'g>) -> Option<Value> {
    if node.is_invalid() || loose(cx, node, &ValueType::Open) == Fixed::No {
        return None;
    }
    match cx.evaluator(&Typing::default(), None).evaluate(node) {
        Known::Value(value) => Some(value),
        Known::Unknown | Known::Failed(..) => None,
    }
}

/// The first call, the inner ones before the outer ones, that has no value although all in it has one.
fn unknown_part<'g>(
    cx: &Checker<'g>,
    expression: Expression<'g>,
    around: &Typing<'g>,
) -> Option<Unknown<'g>> {
    let own = cx.typings.known(expression.node()).filter(|_| !around.is_about(expression.node()));
    let typing = own.as_deref().unwrap_or(around);
    for part in expression.arguments() {
        if let Some(found) = unknown_part(cx, part, typing) {
            return Some(found);
        }
    }
    let (callee, node) = (expression.callee()?, expression.node());
    match cx.evaluator(typing, None).evaluate(node) {
        Known::Unknown => {}
        Known::Failed(at, Failure::DifferentTypes) => {
            return Some(Unknown { at, reason: Reason::NoType });
        }
        Known::Failed(at, Failure::ForeignPattern) => {
            return Some(Unknown { at, reason: Reason::Pattern });
        }
        Known::Value(_) | Known::Failed(..) => return None,
    }
    let built_in = match callee {
        Callee::BuiltIn(_) => true,
        Callee::Defined(_) => false,
        // That was told.
        Callee::Unknown => return None,
    };
    let input = expression.arguments().next().and_then(|first| first.node().as_str());
    let reason = match input {
        Some(input)
            if expression.reads(Source::Input)
                && matches!(cx.typings.inputs.find(node, input), Some(Found::Service(_))) =>
        {
            Reason::NoInput(input.to_owned())
        }
        _ if built_in => Reason::RunTime,
        _ => Reason::Implementation,
    };
    Some(Unknown { at: node, reason })
}
