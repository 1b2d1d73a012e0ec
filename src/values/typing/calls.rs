//! Types calls of built-in functions by the table of functions.

use crate::diagnostics::Level;
use crate::expressions::{Callee, Expression};
use crate::functions::{Function, Parameter, ResultType};
use crate::literals::BuiltIn;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::{Kind, YamlNode};

use super::argument_order::report_wrong_order;
use super::arguments::{read_untyped_literals, report_wrong_argument, type_argument, type_literal};
use super::call_syntax::{check_suffix, list_arguments, malformed, report_missing_value, report_wrong_count};
use super::signatures::type_custom;
use super::steps::type_read;
use super::type_variable::{TypeOfT, are_amounts, natural, takes_type_of_context, type_of_t};
use super::{Knowledge, Typed, Typer, check_calls_in, checks};

/// Types the call at `node`, which should be of the type `expected`.
pub(in crate::values) fn type_expression<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let Some(call) = cx.types.expressions.call(node) else { return Typed::later(ValueType::Unknown) };
    if let Some(name) = call.name() {
        check_suffix(cx, node, name);
    }
    type_call(cx, call, expected)
}

/// Types a call without checking its suffix.
pub(super) fn type_call<'g>(cx: &mut Typer<'g>, call: Expression<'g>, expected: &ValueType<'g>) -> Typed<'g> {
    let count_before = cx.extra.diagnostics.len();
    let typed = type_called(cx, call, expected);
    let is_right = cx.is_right_since(count_before);
    cx.typing.add_row(call.node(), typed.knowledge, is_right);
    typed
}

/// Types a call according to its function.
fn type_called<'g>(cx: &mut Typer<'g>, call: Expression<'g>, expected: &ValueType<'g>) -> Typed<'g> {
    match (call.name(), call.callee()) {
        (Some(name), Some(Callee::Defined(id))) => {
            type_custom(cx, call, name, id, Function::named(call.function_name()), expected)
        }
        (Some(name), Some(Callee::BuiltIn(function))) => type_built_in(cx, call, name, function, expected),
        _ => {
            look_inside(cx, call);
            Typed::later(ValueType::Unknown)
        }
    }
}

/// Checks the calls among the arguments of a call that is not checked itself.
pub(super) fn look_inside<'g>(cx: &mut Typer<'g>, call: Expression<'g>) {
    for argument in call.arguments() {
        check_calls_in(cx, argument.node(), &ValueType::Unknown);
    }
    if let Some((_, arguments)) = call.node().only_entry().filter(|(_, list)| list.is_mapping()) {
        malformed(cx, arguments);
    }
}

/// Types a call of a built-in function.
pub(super) fn type_built_in<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: YamlNode<'g>,
    function: &'static Function,
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let result = match function.result {
        ResultType::Is(kind) => ValueType::built_in(kind),
        _ => ValueType::Unknown,
    };
    let Some(arguments) = list_arguments(cx, call, name, function) else { return Typed::later(result) };
    if report_missing_value(cx, call, name, function, &arguments) {
        return Typed::later(result);
    }
    if !function.arity.contains(arguments.len()) {
        let count_before = cx.extra.diagnostics.len();
        for argument in &arguments {
            check_calls_in(cx, *argument, &ValueType::Unknown);
        }
        if cx.is_right_since(count_before) {
            report_wrong_count(cx, call.node(), name, function, &arguments);
            cx.silence(call.node(), Level::Error);
        }
        return Typed::later(result);
    }
    match function.source() {
        Some(source) => type_read(cx, call.node(), name, source, &arguments, result),
        None => type_applied(cx, call, function, &arguments, expected),
    }
}

/// Types a call of a function that is computed from its arguments.
fn type_applied<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    function: &'static Function,
    arguments: &[YamlNode<'g>],
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let name = name_in_messages(cx, call, function);
    let count_before = cx.extra.diagnostics.len();
    let mut typed: Vec<Option<Typed<'g>>> = Vec::with_capacity(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        let decided =
            cx.types.expressions.call(*argument).is_some() && !takes_type_of_context(cx.types, *argument);
        let like = match function.parameter(index) {
            Parameter::Is([BuiltIn::Boolean]) => ValueType::built_in(BuiltIn::Boolean),
            _ => ValueType::Any,
        };
        typed.push(decided.then(|| type_expression(cx, *argument, &like)));
    }
    if cx.is_right_since(count_before) && report_wrong_order(cx, (function, name), arguments, &typed) {
        let ty = match function.result {
            ResultType::Is(kind) => ValueType::built_in(kind),
            _ => ValueType::Unknown,
        };
        return Typed::later(ty);
    }
    let t = type_of_t(cx, function, arguments, &typed, expected);
    let mut knowledge = Knowledge::Written;
    for (index, (argument, typed)) in arguments.iter().zip(&typed).enumerate() {
        let what = What::Argument(index, name);
        let part = match typed {
            Some(typed) => {
                typed_argument(cx, *argument, typed, (index, what), function, &t);
                typed.knowledge
            }
            None => open_argument(cx, *argument, index, function, &t, what),
        };
        knowledge = knowledge.and(part);
    }
    read_untyped_literals(
        cx,
        function,
        arguments,
        &typed,
        if t.ty.is_fully_known() { &t.ty } else { expected },
    );
    checks::check(cx, (function, name), arguments, &t.ty, &typed);
    if !cx.is_right_since(count_before) {
        knowledge = Knowledge::Unknown;
    }
    let ty = type_of_result(cx, function, arguments, &typed, &t.ty, expected);
    let knowledge = knowledge.and(Knowledge::Computed);
    Typed { ty, knowledge }
}

/// Returns what a call of `function` is called in texts: the operator as written, if lowering made a call of it.
fn name_in_messages<'g>(cx: &Typer<'g>, call: Expression<'g>, function: &'static Function) -> CallName<'g> {
    let file = cx.types.graph.file(call.node().tree().file());
    let operators = file.policies().findings.vocabulary.map_or(&[][..], |vocabulary| vocabulary.operators);
    let written = call.name().map(YamlNode::written).filter(|written| operators.contains(written));
    written.map_or(CallName::Function(function.name), CallName::Operator)
}

/// Checks an argument of known type.
fn typed_argument<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    typed: &Typed<'g>,
    (index, what): (usize, What<'_>),
    function: &'static Function,
    t: &TypeOfT<'g>,
) {
    let parameter = function.parameter(index);
    let kinds = parameter.built_in_types();
    if typed.ty.is_none_of(cx.types, kinds) {
        let expected = super::arguments::kinds_in_words(kinds);
        return report_wrong_argument(cx, node, &expected, &typed.ty, what, None, function);
    }
    let expected = parameter_type(parameter, &t.ty);
    let fits = match parameter {
        Parameter::CollectionOfT => typed.ty.entry_type(cx.types).may_be(cx.types, &t.ty),
        Parameter::MapKeyedByT => typed.ty.key_type(cx.types).may_be(cx.types, &t.ty),
        _ => typed.ty.may_be(cx.types, &expected),
    };
    if !fits {
        let origin = t.origin.filter(|(origin_index, _)| *origin_index != index).map(|(_, span)| span);
        let words = expected.in_words(cx.types);
        report_wrong_argument(cx, node, &words, &typed.ty, what, origin, function);
    }
}

/// Types an argument that takes the type of its neighbors.
fn open_argument<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    index: usize,
    function: &'static Function,
    t: &TypeOfT<'g>,
    what: What<'_>,
) -> Knowledge {
    let origin = t.origin.filter(|(origin_index, _)| *origin_index != index).map(|(_, span)| span);
    match function.parameter(index) {
        Parameter::Is(kinds) => type_literal(cx, node, kinds, what, function),
        // The argument that determines T is reported.
        Parameter::T(kinds)
            if (t.ty.is_none_of(cx.types, kinds) || !t.ty.is_fully_known()) && origin.is_some() =>
        {
            check_calls_in(cx, node, &ValueType::Unknown);
            Knowledge::Unknown
        }
        Parameter::T(kinds) if t.ty.is_none_of(cx.types, kinds) || !t.ty.is_fully_known() => {
            type_literal(cx, node, kinds, what, function)
        }
        Parameter::CollectionOfT => {
            let ty = match node.kind() {
                Kind::Mapping if cx.types.expressions.call(node).is_none() => {
                    ValueType::Map(Box::new(t.ty.clone()))
                }
                _ => ValueType::List(Box::new(t.ty.clone())),
            };
            type_argument(cx, node, &ty, what, origin, function)
        }
        parameter => {
            let ty = parameter_type(parameter, &t.ty);
            type_argument(cx, node, &ty, what, origin, function)
        }
    }
}

/// Returns the type of the result.
fn type_of_result<'g>(
    cx: &Typer<'g>,
    function: &Function,
    arguments: &[YamlNode<'g>],
    typed: &[Option<Typed<'g>>],
    t: &ValueType<'g>,
    expected: &ValueType<'g>,
) -> ValueType<'g> {
    let scalar = t.kind(cx.types) == Some(BuiltIn::Scalar);
    let is_of_unknown_units = !t.is_known() && are_amounts(cx.types, function, arguments);
    match function.result {
        ResultType::Is(kind) => ValueType::built_in(kind),
        ResultType::T | ResultType::Product | ResultType::Quotient if is_of_unknown_units => {
            ValueType::built_in(BuiltIn::Scalar)
        }
        ResultType::T => t.clone(),
        ResultType::Quotient | ResultType::Product if scalar => t.clone(),
        ResultType::Quotient if t.kind(cx.types).is_some() => ValueType::built_in(BuiltIn::Float),
        ResultType::Product => {
            let kinds = arguments.iter().zip(typed).map(|(argument, typed)| match typed {
                Some(typed) => typed.ty.kind(cx.types),
                None => natural(cx.types, *argument),
            });
            let kinds: Option<Vec<BuiltIn>> = kinds.collect();
            let written = typed.iter().all(Option::is_none);
            match kinds {
                None => ValueType::Unknown,
                Some(kinds) if kinds.iter().all(|kind| *kind == BuiltIn::Integer) => {
                    let float = written && expected.kind(cx.types) == Some(BuiltIn::Float);
                    ValueType::built_in(if float { BuiltIn::Float } else { BuiltIn::Integer })
                }
                Some(_) => ValueType::built_in(BuiltIn::Float),
            }
        }
        ResultType::Quotient | ResultType::Read => ValueType::Unknown,
    }
}

/// Returns the type of a parameter, given the type T.
fn parameter_type<'g>(parameter: Parameter, t: &ValueType<'g>) -> ValueType<'g> {
    match parameter {
        Parameter::T(_) => t.clone(),
        Parameter::ListOfT => ValueType::List(Box::new(t.clone())),
        Parameter::CollectionOfT => ValueType::Unknown,
        Parameter::MapKeyedByT => ValueType::Map(Box::new(ValueType::Unknown)),
        Parameter::ListOfStrings => ValueType::List(Box::new(ValueType::built_in(BuiltIn::String))),
        Parameter::Is([kind]) => ValueType::built_in(*kind),
        Parameter::Is(_) | Parameter::Step => ValueType::Any,
    }
}
