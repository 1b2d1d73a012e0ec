//! Evaluates a single expression: its type, and its value or the first part of it that is not known.
//!
//! Input: the model, a node, and the expected type, if any. Output: an [`Evaluation`], for `tosca eval` and
//! tests. An expression with errors has neither a value nor an unknown part.

use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Level};
use crate::expressions::{Callee, Expression};
use crate::functions::{Failure, Function, FunctionSource, PathEnd};
use crate::literals::Value;
use crate::model::Model;
use crate::yaml::YamlNode;

use super::check::Checker;
use super::evaluator::CallResult;
use super::inputs::InputRef;
use super::instance::EntityInstance;
use super::memo::PropertyValue;
use super::paths::follow;
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
#[derive(Clone, Debug)]
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
    /// The value that is read has an error.
    Wrong(Box<Diagnostic>),
    /// The value is not known to be of the expected type, which is given in words.
    OtherType(String),
}

/// The maximum number of values that are followed to the reason why a value is not known.
const MAX_READS: usize = 64;

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
    let has_error = !checker.is_right_since(0);
    // Unknown functions are already reported.
    let is_unknown = |call: Expression<'_>| matches!(call.callee(), Some(Callee::Unknown));
    let value = value.filter(|_| !model.types.expressions.calls_in(node).any(is_unknown));
    let unknown = if has_error || value.is_some() || node.is_invalid() {
        None
    } else {
        let part = model
            .types
            .expressions
            .for_node(node)
            .and_then(|expression| unknown_part(&checker, expression, &Typing::default(), MAX_READS));
        let other_type = |expected: &ValueType<'g>| UnknownPart {
            node,
            reason: UnknownReason::OtherType(expected.in_words(&model.types)),
        };
        part.or_else(|| expected.filter(|expected| expected.is_known()).map(other_type))
    };
    let mut all = checker.diagnostics;
    if let Some(UnknownPart { reason: UnknownReason::Wrong(error), .. }) = &unknown {
        all.push((**error).clone());
    }
    super::report_decisions(&model.types, &checker.decisions, &mut all);
    let mut diagnostics: Vec<Diagnostic> = Vec::with_capacity(all.len());
    for diagnostic in all {
        // Some findings about the types are reported again when the values are computed.
        if !diagnostics.iter().any(|reported| reported.is_same_finding(&diagnostic)) {
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
    if !cx.is_right_since(count_before) {
        return None;
    }
    match cx.evaluator(&Typing::default(), None).evaluate(node) {
        CallResult::Value(value) => Some(value),
        CallResult::Unknown | CallResult::Failed(..) => None,
    }
}

/// Returns the first call without a known value, inner calls before outer calls: the arguments of this call
/// have values. `enclosing` is the typing of the call that contains the expression. A value that is read is
/// searched in turn, through at most `reads` values.
fn unknown_part<'g>(
    cx: &Checker<'g>,
    expression: Expression<'g>,
    enclosing: &Typing<'g>,
    reads: usize,
) -> Option<UnknownPart<'g>> {
    // A call that is not part of the enclosing typing has a separate one.
    let separate = cx.typings.known(expression.node()).filter(|_| !enclosing.is_about(expression.node()));
    let typing = separate.as_deref().unwrap_or(enclosing);
    let (callee, node) = (expression.callee(), expression.node());
    let result = callee.map(|_| cx.evaluator(typing, None).evaluate(node));
    if let Some(CallResult::Value(_)) = result {
        return None;
    }
    for part in expression.arguments() {
        if let Some(unknown) = unknown_part(cx, part, typing, reads) {
            return Some(unknown);
        }
    }
    match result? {
        CallResult::Unknown => {}
        CallResult::Failed(node, Failure::DifferentTypes) => {
            return Some(UnknownPart { node, reason: UnknownReason::NoType });
        }
        CallResult::Failed(node, Failure::ForeignPattern) => {
            return Some(UnknownPart { node, reason: UnknownReason::Pattern });
        }
        CallResult::Value(_) | CallResult::Failed(..) => return None,
    }
    let is_built_in = match callee? {
        Callee::BuiltIn(_) => true,
        Callee::Defined(_) => false,
        // Unknown functions are already reported.
        Callee::Unknown => return None,
    };
    let reason = match value_read(cx, expression, typing) {
        Some(ReadValue::NoInput(name)) => UnknownReason::NoInput(name.to_owned()),
        Some(ReadValue::Value(instance, value, ty)) => {
            return unknown_read(cx, node, (instance, value, &ty), reads);
        }
        None if is_built_in => UnknownReason::RunTime,
        None => UnknownReason::Implementation,
    };
    Some(UnknownPart { node, reason })
}

/// What a call reads.
enum ReadValue<'g> {
    /// The input with this name, which has no value.
    NoInput(&'g str),
    /// A value, its type, and what `SELF` refers to in it.
    Value(Option<EntityInstance<'g>>, YamlNode<'g>, ValueType<'g>),
}

/// Returns the input or the property that a call reads, if it is a single one.
fn value_read<'g>(cx: &Checker<'g>, call: Expression<'g>, typing: &Typing<'g>) -> Option<ReadValue<'g>> {
    let (node, first) = (call.node(), call.arguments().next()?.node());
    match call.function().and_then(Function::source)? {
        FunctionSource::Input => {
            let name = first.as_str()?;
            let Some(InputRef::Service(input)) = cx.typings.inputs.find(node, name) else { return None };
            let value = cx.typings.inputs.value_of(input).filter(|value| !value.is_invalid());
            let (Some(value), Some(field)) = (value, input.defined()) else {
                return Some(ReadValue::NoInput(name));
            };
            Some(ReadValue::Value(None, value, ValueType::Field(field)))
        }
        FunctionSource::Path(PathEnd::Property) => {
            let arguments: Vec<YamlNode<'g>> = call.arguments().map(Expression::node).collect();
            let path = follow(&cx.evaluator(typing, None), node, &arguments).ok()?;
            let ([owner], [id]) = (&path.owners[..], &path.fields[..]) else { return None };
            let property = PropertyValue { owner: *owner, id: *id };
            let value = property.written(cx.types)?;
            Some(ReadValue::Value(Some(owner.instance()), value, property.value_type(cx.types)))
        }
        _ => None,
    }
}

/// Returns the first part without a known value of a value that the call at `node` reads.
fn unknown_read<'g>(
    cx: &Checker<'g>,
    node: YamlNode<'g>,
    (instance, value, ty): (Option<EntityInstance<'g>>, YamlNode<'g>, &ValueType<'g>),
    reads: usize,
) -> Option<UnknownPart<'g>> {
    let (_, diagnostics) = cx.check_aside(instance, value, ty, What::Named("the", "value"));
    if let Some(error) = diagnostics.into_iter().find(|diagnostic| diagnostic.level == Level::Error) {
        return Some(UnknownPart { node, reason: UnknownReason::Wrong(Box::new(error)) });
    }
    let expression = cx.types.expressions.for_node(value).filter(|_| reads > 0);
    let inner = expression.and_then(|expression| {
        cx.aside(|cx| {
            cx.instance = instance;
            unknown_part(cx, expression, &Typing::default(), reads - 1)
        })
    });
    inner.or(Some(UnknownPart { node, reason: UnknownReason::RunTime }))
}
