//! Types of calls of built-in functions: the table of functions, applied.

use crate::diagnostics::Level;
use crate::expressions::{Callee, Expression};
use crate::functions::{Function, Parameter, ResultType};
use crate::literals::BuiltIn;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::{Kind, Node};

use super::arguments::{literal_of, read_unknown, type_argument, wrong_argument};
use super::form::{check_suffix, listed, malformed, wrong_count};
use super::signatures::type_custom;
use super::steps::type_read;
use super::type_variable::{TypeOfT, is_open, natural, type_of_t};
use super::{Fixed, Typed, Typer, checks, loose};

/// The type of the call at `node`, which stands where `expected` is needed.
pub(in crate::values) fn type_expression<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let Some(call) = cx.types.expressions.call(node) else { return Typed::later(ValueType::Unknown) };
    if let Some(name) = call.name() {
        check_suffix(cx, node, name);
    }
    type_call(cx, call, expected)
}

/// The same, without a look at the suffix.
pub(super) fn type_call<'g>(cx: &mut Typer<'g>, call: Expression<'g>, expected: &ValueType<'g>) -> Typed<'g> {
    let before = cx.rest.found.len();
    let typed = type_called(cx, call, expected);
    let is_right = cx.is_right_since(before);
    cx.typing.add_row(call.node(), typed.fixed, is_right);
    typed
}

/// The same, by what is called.
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

/// Checks the calls among the arguments of a call that is not judged itself.
pub(super) fn look_inside<'g>(cx: &mut Typer<'g>, call: Expression<'g>) {
    for argument in call.arguments() {
        loose(cx, argument.node(), &ValueType::Unknown);
    }
    if let Some((_, arguments)) = call.node().only_entry().filter(|(_, list)| list.is_mapping()) {
        malformed(cx, arguments);
    }
}

/// A call of a built-in function.
pub(super) fn type_built_in<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: Node<'g>,
    function: &'static Function,
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let result = match function.result {
        ResultType::Is(kind) => ValueType::built_in(kind),
        _ => ValueType::Unknown,
    };
    let Some(arguments) = listed(cx, call, name, function) else { return Typed::later(result) };
    if !function.arity.contains(arguments.len()) {
        let before = cx.rest.found.len();
        for argument in &arguments {
            loose(cx, *argument, &ValueType::Unknown);
        }
        if cx.is_right_since(before) {
            wrong_count(cx, call.node(), name, function, &arguments);
            cx.silence(call.node(), Level::Error);
        }
        return Typed::later(result);
    }
    match function.source() {
        Some(source) => type_read(cx, call.node(), name, source, &arguments, result),
        None => type_applied(cx, call, function, &arguments, expected),
    }
}

/// Applies the row of a function that is computed from its arguments.
fn type_applied<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    function: &'static Function,
    arguments: &[Node<'g>],
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let name = call_name(cx, call, function);
    let before = cx.rest.found.len();
    let mut typed: Vec<Option<Typed<'g>>> = Vec::with_capacity(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        let decided = cx.types.expressions.call(*argument).is_some() && !is_open(cx.types, *argument);
        let like = match function.parameter(index) {
            Parameter::Is([BuiltIn::Boolean]) => ValueType::built_in(BuiltIn::Boolean),
            _ => ValueType::Open,
        };
        typed.push(decided.then(|| type_expression(cx, *argument, &like)));
    }
    let t = type_of_t(cx, function, arguments, &typed, expected);
    let mut fixed = Fixed::Written;
    for (index, (argument, typed)) in arguments.iter().zip(&typed).enumerate() {
        let what = What::Argument(index, name);
        let part = match typed {
            Some(typed) => {
                typed_argument(cx, *argument, typed, (index, what), function, &t);
                typed.fixed
            }
            None => open_argument(cx, *argument, index, function, &t, what),
        };
        fixed = fixed.and(part);
    }
    read_unknown(cx, function, arguments, &typed, if t.of.is_known() { &t.of } else { expected });
    checks::check(cx, (function, name), arguments, &t.of, &typed);
    if !cx.is_right_since(before) {
        fixed = Fixed::No;
    }
    let of = type_of_result(cx, function, arguments, &typed, &t.of, expected);
    let fixed = fixed.and(Fixed::Computed);
    Typed { of, fixed }
}

/// What the call of `function` is called in texts: the operator that is written where lowering made it a call.
fn call_name<'g>(cx: &Typer<'g>, call: Expression<'g>, function: &'static Function) -> CallName<'g> {
    let file = cx.types.graph.file(call.node().tree().file());
    let operators = file.policies().findings.vocabulary.map_or(&[][..], |vocabulary| vocabulary.operators);
    let written = call.name().map(Node::written).filter(|written| operators.contains(written));
    written.map_or(CallName::Function(function.name), CallName::Operator)
}

/// An argument whose type is known.
fn typed_argument<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    typed: &Typed<'g>,
    (index, what): (usize, What<'_>),
    function: &'static Function,
    t: &TypeOfT<'g>,
) {
    let parameter = function.parameter(index);
    let kinds = parameter.built_in_types();
    if typed.of.is_none_of(cx.types, kinds) {
        let wanted = super::arguments::kinds_in_words(kinds);
        return wrong_argument(cx, node, &wanted, &typed.of, what, None, function);
    }
    let wanted = required(parameter, &t.of);
    let fits = match parameter {
        Parameter::CollectionOfT => typed.of.entry_type(cx.types).may_be(cx.types, &t.of),
        Parameter::MapKeyedByT => typed.of.key_type(cx.types).may_be(cx.types, &t.of),
        _ => typed.of.may_be(cx.types, &wanted),
    };
    if !fits {
        let because = t.because.filter(|(at, _)| *at != index).map(|(_, span)| span);
        let words = wanted.in_words(cx.types);
        wrong_argument(cx, node, &words, &typed.of, what, because, function);
    }
}

/// An argument whose type is that of its neighbours.
fn open_argument<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    index: usize,
    function: &'static Function,
    t: &TypeOfT<'g>,
    what: What<'_>,
) -> Fixed {
    let because = t.because.filter(|(at, _)| *at != index).map(|(_, span)| span);
    match function.parameter(index) {
        Parameter::Is(kinds) => literal_of(cx, node, kinds, what, function),
        // What is wrong with it is told at the argument that says what it is.
        Parameter::T(kinds)
            if (t.of.is_none_of(cx.types, kinds) || !t.of.is_known()) && because.is_some() =>
        {
            loose(cx, node, &ValueType::Unknown);
            Fixed::No
        }
        Parameter::T(kinds) if t.of.is_none_of(cx.types, kinds) || !t.of.is_known() => {
            literal_of(cx, node, kinds, what, function)
        }
        Parameter::CollectionOfT => {
            let of = match node.kind() {
                Kind::Mapping if cx.types.expressions.call(node).is_none() => {
                    ValueType::Map(Box::new(t.of.clone()))
                }
                _ => ValueType::List(Box::new(t.of.clone())),
            };
            type_argument(cx, node, &of, what, because, function)
        }
        parameter => {
            let of = required(parameter, &t.of);
            type_argument(cx, node, &of, what, because, function)
        }
    }
}

/// The type of the result.
fn type_of_result<'g>(
    cx: &Typer<'g>,
    function: &Function,
    arguments: &[Node<'g>],
    typed: &[Option<Typed<'g>>],
    t: &ValueType<'g>,
    expected: &ValueType<'g>,
) -> ValueType<'g> {
    let scalar = t.kind(cx.types) == Some(BuiltIn::Scalar);
    match function.result {
        ResultType::Is(kind) => ValueType::built_in(kind),
        ResultType::T => t.clone(),
        ResultType::Quotient | ResultType::Product if scalar => t.clone(),
        ResultType::Quotient if t.kind(cx.types).is_some() => ValueType::built_in(BuiltIn::Float),
        ResultType::Product => {
            let kinds = arguments.iter().zip(typed).map(|(argument, typed)| match typed {
                Some(typed) => typed.of.kind(cx.types),
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

/// The type that an argument must have, where T is known.
fn required<'g>(parameter: Parameter, t: &ValueType<'g>) -> ValueType<'g> {
    match parameter {
        Parameter::T(_) => t.clone(),
        Parameter::ListOfT => ValueType::List(Box::new(t.clone())),
        Parameter::CollectionOfT => ValueType::Unknown,
        Parameter::MapKeyedByT => ValueType::Map(Box::new(ValueType::Unknown)),
        Parameter::ListOfStrings => ValueType::List(Box::new(ValueType::built_in(BuiltIn::String))),
        Parameter::Is([kind]) => ValueType::built_in(*kind),
        Parameter::Is(_) | Parameter::Step => ValueType::Open,
    }
}
