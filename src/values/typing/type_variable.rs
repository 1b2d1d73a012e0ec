//! *T*: the type that several arguments of a call share, and the expressions whose type depends on it
//!

use std::rc::Rc;

use crate::base::{IndexMap, Span};
use crate::expressions::{Expression, Form};
use crate::functions::{Function, FunctionSource, Parameter, ResultType};
use crate::literals::BuiltIn;
use crate::model::types::Types;
use crate::values::value_type::ValueType;
use crate::yaml::{Kind, YamlNode};

use super::arguments::looks_like_scalar;
use super::inputs::input_type;
use super::{Typed, Typer, typed_call};

/// The type T of a call, and the argument that determines it.
pub(super) struct TypeOfT<'g> {
    pub(super) ty: ValueType<'g>,
    pub(super) origin: Option<(usize, Span)>,
}

/// Returns the type T of a call.
pub(super) fn type_of_t<'g>(
    cx: &Typer<'g>,
    function: &Function,
    arguments: &[YamlNode<'g>],
    typed: &[Option<Typed<'g>>],
    expected: &ValueType<'g>,
) -> TypeOfT<'g> {
    let mut unknown = false;
    // A list whose entries are unknown: another argument may say more.
    let mut partial = None;
    let mut of_literals: Option<(ValueType<'g>, Option<(usize, Span)>)> = None;
    for (index, argument) in arguments.iter().enumerate() {
        let parameter = function.parameter(index);
        let ty = match &typed[index] {
            Some(typed) => match parameter {
                Parameter::T(kinds) if typed.ty.is_none_of(cx.types, kinds) => {
                    let origin = Some((index, argument.span()));
                    return TypeOfT { ty: ValueType::Unknown, origin };
                }
                Parameter::T(_) => typed.ty.clone(),
                Parameter::ListOfT | Parameter::CollectionOfT => typed.ty.entry_type(cx.types),
                Parameter::MapKeyedByT => typed.ty.key_type(cx.types),
                _ => continue,
            },
            None => match parameter {
                Parameter::T(_) | Parameter::ListOfT | Parameter::CollectionOfT => {
                    glance_inside(cx, *argument, parameter)
                }
                Parameter::MapKeyedByT if argument.is_mapping() => ValueType::built_in(BuiltIn::String),
                _ => continue,
            },
        };
        match ty {
            ty if ty.is_any() && typed[index].is_none() => {}
            ty if !ty.is_fully_known() => {
                unknown = true;
                partial = partial.or_else(|| matches!(ty, ValueType::List(_)).then_some(ty));
            }
            // Other arguments may say more about the parts of a literal.
            ty if typed[index].is_none() && ty.is_of_map_literals() => {
                let origin = Some((index, argument.span()));
                let (merged, origin) = match of_literals.take() {
                    Some((known, first)) => (ValueType::merged_with(known, ty), first),
                    None => (ty, origin),
                };
                of_literals = Some((merged, origin));
            }
            ty => return TypeOfT { ty, origin: Some((index, argument.span())) },
        }
    }
    if let Some((ty, origin)) = of_literals {
        return TypeOfT { ty, origin };
    }
    if unknown {
        return TypeOfT { ty: partial.unwrap_or(ValueType::Unknown), origin: None };
    }
    let kinds = match function.parameter(0) {
        Parameter::T(kinds) => kinds,
        _ => &[],
    };
    if !matches!(function.result, ResultType::Is(_)) {
        // A plain number as the first argument is never a scalar here.
        let number = matches!(natural(cx.types, arguments[0]), Some(BuiltIn::Integer | BuiltIn::Float))
            && matches!(function.result, ResultType::Product | ResultType::Quotient)
            && expected.kind(cx.types) == Some(BuiltIn::Scalar);
        let counts = arguments
            .iter()
            .zip(0..)
            .filter(|(_, index)| matches!(function.parameter(*index), Parameter::T(_)));
        // A quotient of integers is also a float.
        let either = matches!(function.result, ResultType::Quotient)
            && expected.kind(cx.types) == Some(BuiltIn::Float);
        let fits = !number
            && !either
            && counts.into_iter().any(|(argument, _)| could_be(cx, *argument, expected))
            && !expected.is_none_of(cx.types, kinds)
            && !expected.is_any();
        if fits && (!expected.is_known() || expected.kind(cx.types).is_some()) {
            return TypeOfT { ty: expected.clone(), origin: None };
        }
    }
    let literals: Vec<(usize, YamlNode<'g>)> = arguments
        .iter()
        .copied()
        .enumerate()
        .filter_map(|(index, argument)| match function.parameter(index) {
            Parameter::T(_) => Some((index, argument)),
            Parameter::ListOfT => first_literal(cx.types, argument).items().next().map(|item| (index, item)),
            Parameter::CollectionOfT => {
                let collection = first_literal(cx.types, argument);
                let first = collection.items().next();
                first.or_else(|| Some(collection.entries().next()?.1)).map(|item| (index, item))
            }
            _ => None,
        })
        .collect();
    let Some((index, first)) = literals.first().copied() else {
        return TypeOfT { ty: ValueType::Any, origin: None };
    };
    let nodes: Vec<YamlNode<'g>> = literals.iter().map(|(_, node)| *node).collect();
    if are_amounts(cx.types, function, &nodes) {
        return TypeOfT { ty: ValueType::Unknown, origin: None };
    }
    TypeOfT { ty: natural_type(cx.types, &nodes), origin: Some((index, first.span())) }
}

/// Whether a literal can be a value of a type.
fn could_be<'g>(cx: &Typer<'g>, literal: YamlNode<'g>, ty: &ValueType<'g>) -> bool {
    use BuiltIn::{Bytes, Float, Integer, Scalar, String, Timestamp, Version};
    match (natural(cx.types, literal), ty.kind(cx.types)) {
        (Some(String), Some(kind)) => matches!(kind, String | Bytes | Timestamp | Version | Scalar),
        (Some(Integer | Float), Some(Scalar)) | (Some(Integer), Some(Float)) => true,
        (Some(natural), Some(kind)) => natural == kind,
        _ => true,
    }
}

/// Returns the type of a call as far as it is known without typing its arguments.
fn glance<'g>(cx: &Typer<'g>, call: Expression<'g>) -> ValueType<'g> {
    let Some(function) = Function::named(call.function_name()) else { return ValueType::Unknown };
    let mut arguments = call.arguments();
    match (function.result, function.source()) {
        (ResultType::Is(kind), _) => ValueType::built_in(kind),
        (_, Some(FunctionSource::Value)) if arguments.len() == 0 => {
            cx.scope.value.clone().unwrap_or(ValueType::Unknown)
        }
        (_, Some(FunctionSource::Input)) if arguments.len() == 1 => {
            let name = arguments.next().and_then(|argument| argument.node().as_str());
            name.and_then(|name| input_type(cx, call.node(), name)).unwrap_or(ValueType::Unknown)
        }
        (_, Some(FunctionSource::Path(_) | FunctionSource::Value | FunctionSource::Input))
            if arguments.all(|argument| argument.node().kind() == Kind::Scalar) =>
        {
            typed_call(&cx.typings, call.node(), &ValueType::Any, &cx.scope).whole.ty.clone()
        }
        // T is the type of one of its arguments.
        (ResultType::T, _) => {
            let decided = arguments.find(|argument| !takes_type_of_neighbors(*argument));
            let decided = decided.filter(|argument| argument.is_call());
            decided.map_or(ValueType::Unknown, |argument| glance(cx, argument))
        }
        _ => ValueType::Unknown,
    }
}

/// Returns the type of a literal that contains calls, without typing these.
fn glance_inside<'g>(cx: &Typer<'g>, node: YamlNode<'g>, parameter: Parameter) -> ValueType<'g> {
    match parameter {
        Parameter::T(_) if cx.types.expressions.call(node).is_some() => ValueType::Any,
        Parameter::T(_) => type_of_part(cx, node),
        _ => {
            let is_call = cx.types.expressions.call(node).is_some();
            let values = node.entries().map(|(_, value)| value).filter(|_| !is_call);
            merged(node.items().chain(values).map(|part| type_of_part(cx, part)))
        }
    }
}

/// Returns the type of an expression as far as the calls in it are known without typing them: any type if there are
/// none.
fn type_of_part<'g>(cx: &Typer<'g>, node: YamlNode<'g>) -> ValueType<'g> {
    match (cx.types.expressions.call(node), node.kind()) {
        (Some(call), _) if takes_type_of_neighbors(call) => ValueType::Any,
        (Some(call), _) => glance(cx, call),
        (None, Kind::Sequence) => match merged(node.items().map(|item| type_of_part(cx, item))) {
            entry if entry.is_any() => entry,
            entry => ValueType::List(Box::new(entry)),
        },
        (None, Kind::Mapping) => {
            let entries = node.entries().map(|(key, value)| (key.text(), type_of_part(cx, value)));
            let entries: IndexMap<_, _> = entries.filter(|(_, ty)| !ty.is_any()).collect();
            if entries.is_empty() { ValueType::Any } else { ValueType::MapLiteral(Rc::new(entries)) }
        }
        (None, _) => ValueType::Any,
    }
}

/// Returns the type of the entries of a list: any type if there are none of another type.
fn merged<'g>(types: impl Iterator<Item = ValueType<'g>>) -> ValueType<'g> {
    types.fold(ValueType::Any, ValueType::merged_with)
}

/// Whether the expression at `node` takes the type of its neighbors: a literal, arithmetic on literals, or a
/// multiple of a number with a unit.
pub(in crate::values) fn takes_type_of_context(types: &Types, node: YamlNode<'_>) -> bool {
    types.expressions.for_node(node).is_none_or(takes_type_of_neighbors)
}

fn takes_type_of_neighbors(expression: Expression<'_>) -> bool {
    let mut parts = expression.arguments();
    match expression.form() {
        Form::Literal => true,
        Form::List(_) => parts.all(takes_type_of_neighbors),
        Form::Map(_) | Form::Malformed(_) => parts.skip(1).step_by(2).all(takes_type_of_neighbors),
        Form::Call(..) | Form::NamePath(..) => {
            let Some(function) = Function::named(expression.function_name()) else { return false };
            // Only the first argument of a product, a quotient and a remainder is a scalar.
            let is_first = is_calculation(function)
                && !function.parameter(1).built_in_types().contains(&BuiltIn::Scalar);
            let follows =
                matches!(function.result, ResultType::T | ResultType::Product | ResultType::Quotient);
            follows
                && expression.node().is_mapping()
                && parts.next().is_none_or(|first| {
                    takes_type_of_neighbors(first)
                        && (parts.all(takes_type_of_neighbors) || is_first && starts_with_amount(first))
                })
        }
    }
}

/// Whether the arguments of a call of `function` are numbers with units, whose data type is not known.
pub(super) fn are_amounts(types: &Types, function: &Function, arguments: &[YamlNode<'_>]) -> bool {
    let is_amount = |node: &YamlNode<'_>| match types.expressions.call(*node) {
        Some(call) => call.function().is_some_and(is_calculation) && starts_with_amount(call),
        None => is_calculation(function) && looks_like_scalar(*node),
    };
    let may_be_amount = |node: &YamlNode<'_>| is_amount(node) || looks_like_scalar(*node);
    arguments.first().is_some_and(may_be_amount) && arguments.iter().any(is_amount)
}

/// Whether a function calculates with numbers, with or without units.
fn is_calculation(function: &Function) -> bool {
    let kinds = function.parameter(0).built_in_types();
    kinds.contains(&BuiltIn::Scalar) && !kinds.contains(&BuiltIn::String)
}

/// Whether the first literal of arithmetic looks like a number with a unit.
fn starts_with_amount(expression: Expression<'_>) -> bool {
    let mut first = expression;
    while let Some(inner) = first.is_call().then(|| first.arguments().next()).flatten() {
        first = inner;
    }
    looks_like_scalar(first.node())
}

/// Returns the first literal of arithmetic on literals; a literal itself.
pub(super) fn first_literal<'g>(types: &'g Types, node: YamlNode<'g>) -> YamlNode<'g> {
    let mut literal = node;
    while let Some(first) = types.expressions.call(literal).and_then(|call| call.arguments().next()) {
        literal = first.node();
    }
    literal
}

/// Returns the YAML type of literals, which must be the same for all: that of the first one. A list has the
/// entries of all lists.
fn natural_type<'g>(types: &'g Types, literals: &[YamlNode<'g>]) -> ValueType<'g> {
    let Some(first) = literals.first() else { return ValueType::Any };
    let floats = || literals.iter().any(|node| natural(types, *node) == Some(BuiltIn::Float));
    match natural(types, *first) {
        Some(BuiltIn::Integer) if floats() => ValueType::built_in(BuiltIn::Float),
        Some(BuiltIn::List) => {
            let lists = literals.iter().map(|node| first_literal(types, *node));
            let entries: Vec<YamlNode<'g>> = lists.flat_map(YamlNode::items).collect();
            if entries.iter().all(|entry| takes_type_of_context(types, *entry)) {
                ValueType::List(Box::new(natural_type(types, &entries)))
            } else {
                ValueType::List(Box::new(ValueType::Any))
            }
        }
        // The values of a map may belong to a complex type, and have different types.
        Some(BuiltIn::Map) => ValueType::Map(Box::new(ValueType::Any)),
        Some(kind) => ValueType::built_in(kind),
        None => ValueType::Unknown,
    }
}

/// Returns the YAML type of a literal, or the type of the result of arithmetic on literals.
pub(super) fn natural(types: &Types, node: YamlNode<'_>) -> Option<BuiltIn> {
    match types.expressions.call(node) {
        Some(call) => takes_type_of_neighbors(call).then(|| natural_result(call))?,
        None => natural_literal(node),
    }
}

/// Returns the type of the result of arithmetic on literals. Each argument is visited once, since calls may
/// be nested deeply.
fn natural_result(call: Expression<'_>) -> Option<BuiltIn> {
    let kind = |argument: Expression<'_>| {
        if argument.is_call() { natural_result(argument) } else { natural_literal(argument.node()) }
    };
    let kinds: Vec<Option<BuiltIn>> = call.arguments().map(kind).collect();
    let first = (*kinds.first()?)?;
    if first != BuiltIn::Integer {
        return Some(first);
    }
    let quotient = Function::named(call.function_name())
        .is_some_and(|function| matches!(function.result, ResultType::Quotient));
    let float = quotient || kinds.contains(&Some(BuiltIn::Float));
    Some(if float { BuiltIn::Float } else { first })
}

fn natural_literal(node: YamlNode<'_>) -> Option<BuiltIn> {
    use crate::yaml::Scalar;
    Some(match node.kind() {
        Kind::Sequence => BuiltIn::List,
        Kind::Mapping => BuiltIn::Map,
        Kind::Invalid => return None,
        Kind::Scalar => match node.scalar()? {
            Scalar::Null => BuiltIn::Nil,
            Scalar::Bool(_) => BuiltIn::Boolean,
            Scalar::Integer(_) => BuiltIn::Integer,
            Scalar::Float(_) => BuiltIn::Float,
            Scalar::String(_) => BuiltIn::String,
        },
    })
}
