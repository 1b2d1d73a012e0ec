//! The result of an expression: its type, its value, or the part of it that is known only later.

use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Level};
use crate::expressions::{Callee, Expression};
use crate::functions::{Failure, FunctionSource};
use crate::literals::Value;
use crate::model::Model;
use crate::yaml::Node;

use super::check::Checker;
use super::evaluator::CallResult;
use super::inputs::InputRef;
use super::typing::{Fixed, Typing, Typings, loose, typed_call};
use super::{ValueType, What};

/// The result of evaluating an expression.
#[derive(Clone, Debug)]
pub struct Evaluation<'g> {
    /// A description of its type, as far as it is known: `an integer`.
    pub data_type: String,
    /// Its value.
    pub value: Option<Value>,
    /// The part without a value yet, if nothing is wrong.
    pub unknown: Option<Unknown<'g>>,
    /// The diagnostics about it.
    pub diagnostics: Vec<Diagnostic>,
}

/// A call whose value is not known.
#[derive(Clone, Debug)]
pub struct Unknown<'g> {
    /// The call.
    pub at: Node<'g>,
    /// Why its value is not known.
    pub reason: Reason,
}

/// Why the value of a call is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The input has no value.
    NoInput(String),
    /// Only the running service decides.
    RunTime,
    /// The function is implemented outside of TOSCA.
    Implementation,
    /// The types of its arguments are unknown.
    NoType,
    /// The meaning of the pattern depends on the tool.
    Pattern,
    /// There is a value, but it is not known to be of the expected data type.
    OtherType(String),
}

/// Evaluates the expression at `node`, which must be of the type `expected`, if that is given.
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
    let wrong = checker.found.iter().any(|diagnostic| diagnostic.level == Level::Error);
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
    super::report_decisions(&model.types, &checker.decisions, &mut all);
    let mut diagnostics: Vec<Diagnostic> = Vec::with_capacity(all.len());
    for diagnostic in all {
        // What is reported about the types may be reported again about the values.
        let same = |other: &Diagnostic| {
            other.rule.code == diagnostic.rule.code && other.primary.span == diagnostic.primary.span
        };
        if !diagnostics.iter().any(same) {
            diagnostics.push(diagnostic);
        }
    }
    Evaluation { data_type, value: value.filter(|_| !wrong), unknown, diagnostics }
}

fn type_in_words<'g>(cx: &Checker<'g>, node: Node<'g>, expected: Option<&ValueType<'g>>) -> String {
    let expected = expected.cloned().unwrap_or(ValueType::Open);
    match cx.types.expressions.call(node) {
        Some(_) => typed_call(&cx.typings, node, &expected, &cx.scope).whole.ty.in_words(cx.types),
        None => expected.in_words(cx.types),
    }
}

/// Computes the value of an expression without an expected type.
pub(super) fn any_value<'g>(cx: &mut Checker<'g>, node: Node<'g>) -> Option<Value> {
    if node.is_invalid() || loose(cx, node, &ValueType::Open) == Fixed::No {
        return None;
    }
    match cx.evaluator(&Typing::default(), None).evaluate(node) {
        CallResult::Value(value) => Some(value),
        CallResult::Unknown | CallResult::Failed(..) => None,
    }
}

/// Returns the first call without a value although all its parts have values; inner calls come before outer
/// calls.
fn unknown_part<'g>(
    cx: &Checker<'g>,
    expression: Expression<'g>,
    enclosing: &Typing<'g>,
) -> Option<Unknown<'g>> {
    let kept = cx.typings.known(expression.node()).filter(|_| !enclosing.is_about(expression.node()));
    let typing = kept.as_deref().unwrap_or(enclosing);
    for part in expression.arguments() {
        if let Some(unknown) = unknown_part(cx, part, typing) {
            return Some(unknown);
        }
    }
    let (callee, node) = (expression.callee()?, expression.node());
    match cx.evaluator(typing, None).evaluate(node) {
        CallResult::Unknown => {}
        CallResult::Failed(at, Failure::DifferentTypes) => {
            return Some(Unknown { at, reason: Reason::NoType });
        }
        CallResult::Failed(at, Failure::ForeignPattern) => {
            return Some(Unknown { at, reason: Reason::Pattern });
        }
        CallResult::Value(_) | CallResult::Failed(..) => return None,
    }
    let built_in = match callee {
        Callee::BuiltIn(_) => true,
        Callee::Defined(_) => false,
        // Unknown functions are already reported.
        Callee::Unknown => return None,
    };
    let input = expression.arguments().next().and_then(|first| first.node().as_str());
    let reason = match input {
        Some(input)
            if expression.reads(FunctionSource::Input)
                && matches!(cx.typings.inputs.find(node, input), Some(InputRef::Service(_))) =>
        {
            Reason::NoInput(input.to_owned())
        }
        _ if built_in => Reason::RunTime,
        _ => Reason::Implementation,
    };
    Some(Unknown { at: node, reason })
}
