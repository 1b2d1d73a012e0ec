//! Evaluates a single expression: its type, and its value or the first part of it that is not known.
//!
//! Input: the model, a node, and the expected type, if any. Output: an [`Evaluation`], for `tosca eval` and
//! tests. An expression with errors has neither a value nor an unknown part.

use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Level};
use crate::expressions::{Callee, Expression};
use crate::functions::{Failure, FunctionSource};
use crate::literals::Value;
use crate::model::Model;
use crate::yaml::YamlNode;

use super::check::Checker;
use super::evaluator::CallResult;
use super::inputs::InputRef;
use super::typing::{Typing, Typings, check_calls_in, typed_call};
use super::{ValueType, What};

/// The result of evaluating an expression.
#[derive(Clone, Debug)]
pub struct Evaluation<'g> {
    /// The type in words, as far as it is known: `an integer`.
    pub data_type: String,
    /// The value, or `None` if it is not known or there are errors.
    pub value: Option<Value>,
    /// The first part without a known value, or `None` if the value is known or there are errors.
    pub unknown: Option<UnknownPart<'g>>,
    /// The findings about the expression, each once.
    pub diagnostics: Vec<Diagnostic>,
}

/// A part of an expression whose value is not known, mostly a call.
#[derive(Clone, Debug)]
pub struct UnknownPart<'g> {
    /// The node of the part.
    pub node: YamlNode<'g>,
    /// The reason.
    pub reason: UnknownReason,
}

/// Why the value of a part is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The input with this name has no value.
    NoInput(String),
    /// The function returns something that only exists at run time.
    RunTime,
    /// The function is user-defined, so its implementation computes the value.
    Implementation,
    /// The types of arguments are unknown, so they cannot be compared.
    NoType,
    /// The regular expression has different meanings in different tools.
    Pattern,
    /// The value is not known to be of the expected type, which is given in words.
    OtherType(String),
}

/// Evaluates the expression at `node`, which must have the type `expected`, if that is given. `what`
/// describes the expression in findings.
#[must_use]
pub fn evaluate<'g>(
    model: &'g Model,
    node: YamlNode<'g>,
    expected: Option<&ValueType<'g>>,
    what: What<'_>,
) -> Evaluation<'g> {
    let typings = Rc::new(Typings::new(model).keeping_all());
    let mut checker = Checker::with(&typings, Rc::default());
    let data_type = describe_type(&checker, node, expected);
    let value = match expected.filter(|expected| !expected.is_any()) {
        Some(expected) => checker.check(node, expected, what),
        None => evaluate_untyped(&mut checker, node),
    };
    let calls_unknown = |call: Expression<'_>| matches!(call.callee(), Some(Callee::Unknown));
    let has_error = checker.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
        // Unknown functions are already reported.
        || model.types.expressions.calls_in(node).any(calls_unknown);
    let unknown = if has_error || value.is_some() || node.is_invalid() {
        None
    } else {
        let part = model
            .types
            .expressions
            .for_node(node)
            .and_then(|expression| unknown_part(&checker, expression, &Typing::default()));
        let other_type = |expected: &ValueType<'g>| UnknownPart {
            node,
            reason: UnknownReason::OtherType(expected.in_words(&model.types)),
        };
        part.or_else(|| expected.filter(|expected| expected.is_known()).map(other_type))
    };
    let mut all = checker.diagnostics;
    super::report_decisions(&model.types, &checker.decisions, &mut all);
    let mut diagnostics: Vec<Diagnostic> = Vec::with_capacity(all.len());
    for diagnostic in all {
        // Some findings about the types are reported again when the values are computed.
        let is_same = |reported: &Diagnostic| {
            reported.rule.code == diagnostic.rule.code && reported.primary.span == diagnostic.primary.span
        };
        if !diagnostics.iter().any(is_same) {
            diagnostics.push(diagnostic);
        }
    }
    Evaluation { data_type, value: value.filter(|_| !has_error), unknown, diagnostics }
}

/// Describes the type of a call; other values have the expected type.
fn describe_type<'g>(cx: &Checker<'g>, node: YamlNode<'g>, expected: Option<&ValueType<'g>>) -> String {
    let expected = expected.cloned().unwrap_or(ValueType::Any);
    match cx.types.expressions.call(node) {
        Some(_) => typed_call(&cx.typings, node, &expected, &cx.scope).whole.ty.in_words(cx.types),
        None => expected.in_words(cx.types),
    }
}

/// Computes the value of an expression without an expected type.
pub(super) fn evaluate_untyped<'g>(cx: &mut Checker<'g>, node: YamlNode<'g>) -> Option<Value> {
    let count_before = cx.diagnostics.len();
    if node.is_invalid() {
        return None;
    }
    check_calls_in(cx, node, &ValueType::Any);
    if cx.diagnostics[count_before..].iter().any(|diagnostic| diagnostic.level == Level::Error) {
        return None;
    }
    match cx.evaluator(&Typing::default(), None).evaluate(node) {
        CallResult::Value(value) => Some(value),
        CallResult::Unknown | CallResult::Failed(..) => None,
    }
}

/// Returns the first call without a known value, inner calls before outer calls: the arguments of this call
/// have values. `enclosing` is the typing of the call that contains the expression.
fn unknown_part<'g>(
    cx: &Checker<'g>,
    expression: Expression<'g>,
    enclosing: &Typing<'g>,
) -> Option<UnknownPart<'g>> {
    // A call that is not part of the enclosing typing has a separate one.
    let separate = cx.typings.known(expression.node()).filter(|_| !enclosing.is_about(expression.node()));
    let typing = separate.as_deref().unwrap_or(enclosing);
    for part in expression.arguments() {
        if let Some(unknown) = unknown_part(cx, part, typing) {
            return Some(unknown);
        }
    }
    let (callee, node) = (expression.callee()?, expression.node());
    match cx.evaluator(typing, None).evaluate(node) {
        CallResult::Unknown => {}
        CallResult::Failed(node, Failure::DifferentTypes) => {
            return Some(UnknownPart { node, reason: UnknownReason::NoType });
        }
        CallResult::Failed(node, Failure::ForeignPattern) => {
            return Some(UnknownPart { node, reason: UnknownReason::Pattern });
        }
        CallResult::Value(_) | CallResult::Failed(..) => return None,
    }
    let is_built_in = match callee {
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
            UnknownReason::NoInput(input.to_owned())
        }
        _ if is_built_in => UnknownReason::RunTime,
        _ => UnknownReason::Implementation,
    };
    Some(UnknownPart { node, reason })
}
