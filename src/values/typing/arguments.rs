//! Checks arguments: literals take the type of their neighbors.

use crate::base::Span;
use crate::diagnostics::text::{LENGTH, VALUE};
use crate::diagnostics::{Actual, Diagnostic, Level, list, quoted, rules};
use crate::functions::{Function, FunctionSource, PathEnd, ResultType};
use crate::keynames::describe;
use crate::literals::{BuiltIn, LiteralError, ScalarValue, Value, number};
use crate::model::Truth;
use crate::model::types::{TypeRef, Types};
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::values::literal_messages::{call_help, fitting, help};
use crate::values::parts::check_value;
use crate::values::value_type::ValueType;
use crate::values::what::What;
use crate::values::{literal, literal_policy, value_help};
use crate::yaml::{self, Kind, YamlNode};

use super::call_syntax::malformed;
use super::calls::type_expression;
use super::type_variable::{first_literal, natural};
use super::{Knowledge, Typed, Typer, check_calls_in, computed_key};

/// Types an expression that must be of the type `ty`; the argument at `origin` determines that type.
pub(super) fn type_argument<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    ty: &ValueType<'g>,
    what: What<'_>,
    origin: Option<Span>,
    function: &'static Function,
) -> Knowledge {
    if node.is_invalid() {
        return Knowledge::Unknown;
    }
    if cx.types.expressions.call(node).is_some() {
        let count_before = cx.extra.diagnostics.len();
        let typed = type_expression(cx, node, ty);
        if cx.is_right_since(count_before) && !typed.ty.may_be(cx.types, ty) {
            let expected = ty.in_words(cx.types);
            report_wrong_argument(cx, node, &expected, &typed.ty, what, origin, function);
            cx.silence(node, Level::Info);
            return Knowledge::Unknown;
        }
        return typed.knowledge;
    }
    if malformed(cx, node) {
        return Knowledge::Unknown;
    }
    match ty {
        ValueType::Unknown | ValueType::Any => check_calls_in(cx, node, ty),
        ValueType::List(entry) => {
            if node.kind() != Kind::Sequence {
                let expected = ty.in_words(cx.types);
                return report_wrong_literal(cx, node, &expected, ty, what, origin, function);
            }
            let mut knowledge = Knowledge::Written;
            for (index, item) in node.items().enumerate() {
                let what = What::Entry(index, &what);
                knowledge = knowledge.and(type_argument(cx, item, entry, what, origin, function));
            }
            knowledge
        }
        ValueType::Map(entry) => {
            if node.kind() != Kind::Mapping {
                let expected = ty.in_words(cx.types);
                return report_wrong_literal(cx, node, &expected, ty, what, origin, function);
            }
            let mut knowledge = Knowledge::Written;
            for (key, value) in node.entries() {
                if key.kind() != Kind::Scalar {
                    computed_key(cx, key, &ValueType::built_in(BuiltIn::String));
                    knowledge = Knowledge::Unknown;
                }
                let what = What::Value(key.text(), &what);
                knowledge = knowledge.and(type_argument(cx, value, entry, what, origin, function));
            }
            knowledge
        }
        ValueType::MapLiteral(_) if node.kind() != Kind::Mapping => {
            let expected = ty.in_words(cx.types);
            report_wrong_literal(cx, node, &expected, ty, what, origin, function)
        }
        ValueType::MapLiteral(_) => type_part(cx, node, ty),
        ValueType::Data(_) | ValueType::Field(_) | ValueType::Schema(_) => {
            check_literal(cx, node, ty, what, origin, function)
        }
    }
}

/// Types a part of a map that is written out. Such maps may differ: literals of another type than `ty` are right.
fn type_part<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>, ty: &ValueType<'g>) -> Knowledge {
    if cx.types.expressions.call(node).is_some() {
        return type_expression(cx, node, ty).knowledge;
    }
    let mut knowledge = Knowledge::Written;
    match (ty, node.kind()) {
        (ValueType::List(entry), Kind::Sequence) => {
            for item in node.items() {
                knowledge = knowledge.and(type_part(cx, item, entry));
            }
            knowledge
        }
        (ValueType::MapLiteral(entries), Kind::Mapping) if !malformed(cx, node) => {
            for (key, value) in node.entries() {
                if key.kind() != Kind::Scalar {
                    computed_key(cx, key, &ValueType::built_in(BuiltIn::String));
                    knowledge = Knowledge::Unknown;
                }
                let entry = entries.get(key.text()).unwrap_or(&ValueType::Any);
                knowledge = knowledge.and(type_part(cx, value, entry));
            }
            knowledge
        }
        (_, Kind::Mapping | Kind::Sequence) if cx.types.expressions.calls_in(node).next().is_some() => {
            check_calls_in(cx, node, &ValueType::Any)
        }
        _ => {
            read_literals_as(cx, node, ty);
            knowledge
        }
    }
}

/// Checks a literal that must be of a known data type.
fn check_literal<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    ty: &ValueType<'g>,
    what: What<'_>,
    origin: Option<Span>,
    function: &'static Function,
) -> Knowledge {
    let Some(data_type) = ty.data_type().filter(|_| ty.is_known()) else {
        return check_calls_in(cx, node, ty);
    };
    let kind = cx.types.built_in(data_type);
    let number = matches!(node.scalar(), Some(yaml::Scalar::Integer(_) | yaml::Scalar::Float(_)));
    if kind == Some(BuiltIn::Scalar) && number && number::exact(node.text()).is_some() {
        add_amount(cx, node, data_type);
        let units = canonical_unit(cx, data_type);
        let name = cx.types.name(data_type);
        cx.report(node, rules::number_without_unit::new(node.span(), node.text(), name, units.as_deref()));
        return Knowledge::Written;
    }
    let wrong_kind = match kind {
        Some(BuiltIn::List) => node.kind() != Kind::Sequence,
        Some(BuiltIn::Map) => node.kind() != Kind::Mapping,
        Some(kind) => matches!(literal(cx.types, node, kind, data_type), Err(LiteralError::Kind)),
        None => cx.types.is_one_of(data_type, &[]) == Truth::No && node.kind() != Kind::Mapping,
    };
    if wrong_kind {
        let expected = ty.in_words(cx.types);
        return report_wrong_literal(cx, node, &expected, ty, what, origin, function);
    }
    let is_open = matches!(kind, Some(BuiltIn::List | BuiltIn::Map)) && ty.entries(cx.types).is_none();
    if is_open && cx.types.expressions.calls_in(node).next().is_some() {
        return check_calls_in(cx, node, ty);
    }
    let results_before = cx.result_counts();
    // If there are calls between literals, the value of each literal is kept separately.
    let keeps_parts = cx.types.expressions.calls_in(node).next().is_some();
    let outer = std::mem::replace(&mut cx.keeps_literals, keeps_parts);
    let value = check_value(cx, node, ty, what);
    cx.keeps_literals = outer;
    let is_right = value.is_some() && cx.extra.diagnostics.len() == results_before.diagnostics;
    // The entries of an open collection take the type of calls in their place when these are computed.
    if let Some(value) = value.filter(|_| !keeps_parts && !is_open) {
        cx.typing.add_literal(node, value);
    }
    if !is_right {
        return Knowledge::Unknown;
    }
    // Only calls in the literal itself count.
    let roots = cx.extra.roots.iter().skip(results_before.roots).filter(|root| root.literal_types.is_some());
    let rows = roots.filter_map(|root| cx.typing.row(root.node));
    rows.fold(Knowledge::Written, |knowledge, row| knowledge.and(row.knowledge))
}

/// Reads literals in arguments of unknown type with the type that the result must have.
pub(super) fn read_untyped_literals<'g>(
    cx: &mut Typer<'g>,
    function: &Function,
    arguments: &[YamlNode<'g>],
    typed: &[Option<Typed<'g>>],
    ty: &ValueType<'g>,
) {
    if function.result != ResultType::T || !ty.is_known() {
        return;
    }
    for (argument, typed) in arguments.iter().zip(typed) {
        if typed.as_ref().is_none_or(|typed| !typed.ty.is_fully_known()) {
            read_literals_as(cx, *argument, ty);
        }
    }
}

/// Reads literals with the type `ty` if nothing else defines their type.
fn read_literals_as<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>, ty: &ValueType<'g>) {
    if let Some(call) = cx.types.expressions.call(node) {
        if call.function().is_some_and(|function| function.result == ResultType::T) {
            for argument in call.arguments() {
                read_literals_as(cx, argument.node(), ty);
            }
        }
        return;
    }
    if let (ValueType::MapLiteral(entries), Kind::Mapping) = (ty, node.kind()) {
        for (key, value) in node.entries() {
            read_literals_as(cx, value, entries.get(key.text()).unwrap_or(&ValueType::Any));
        }
    } else if ty.is_of_map_literals() || cx.types.expressions.calls_in(node).next().is_some() {
        let entry = ty.entry_type(cx.types);
        for item in node.items() {
            read_literals_as(cx, item, &entry);
        }
    } else if ty.is_known()
        && let Some(value) = Checker::closed(&cx.typings).check_type(node, ty, What::Named("value", ""))
    {
        cx.typing.add_literal(node, value);
    }
}

/// Reads a number in a calculation with scalars as an amount in their canonical unit.
fn add_amount<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>, ty: TypeRef) {
    let units = cx.types.defined(ty).and_then(|ty| cx.types.units(ty));
    if let (Some(units), Some(amount)) = (units, number::exact(node.text())) {
        cx.typing.add_literal(node, Value::Scalar(ScalarValue::of_amount(amount, units)));
    }
}

/// Returns the unit of numbers without a unit.
fn canonical_unit(cx: &Typer<'_>, ty: TypeRef) -> Option<String> {
    let units = cx.types.units(cx.types.defined(ty)?)?;
    units.canonical().map(str::to_owned)
}

/// Types a literal that must be of one of the types `kinds`, independent of its neighbors.
pub(super) fn type_literal<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    kinds: &'static [BuiltIn],
    what: What<'_>,
    function: &'static Function,
) -> Knowledge {
    if let [kind] = kinds {
        return type_argument(cx, node, &ValueType::built_in(*kind), what, None, function);
    }
    let fits = match natural(cx.types, node) {
        None => true,
        Some(BuiltIn::String) => {
            use BuiltIn::{Bytes, Scalar, String, Timestamp, Version};
            kinds.iter().any(|kind| matches!(kind, String | Bytes | Timestamp | Version | Scalar))
                && (kinds.contains(&String)
                    || !kinds.contains(&BuiltIn::Integer)
                    || looks_like_scalar(first_literal(cx.types, node)))
        }
        Some(kind) => kinds.contains(&kind),
    };
    if !fits && !kinds.is_empty() {
        let expected = kinds_in_words(kinds);
        return report_wrong_literal(cx, node, &expected, &ValueType::Any, what, None, function);
    }
    let inner = if cx.types.expressions.call(node).is_some() { ValueType::Any } else { ValueType::Unknown };
    check_calls_in(cx, node, &inner)
}

/// Reports an argument of the wrong type that is not a literal.
pub(super) fn report_wrong_argument<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    expected: &str,
    actual: &ValueType<'g>,
    what: What<'_>,
    origin: Option<Span>,
    function: &'static Function,
) {
    let words = actual.in_words(cx.types);
    let diagnostic =
        rules::wrong_argument_type::new(node.span(), &what.to_string(), expected, &words, origin);
    let help = function.type_help.filter(|(wrong, _)| actual.kind(cx.types) == Some(*wrong));
    let diagnostic = match help {
        Some((_, help)) => diagnostic.help(help),
        None => with_declaration(cx.types, node, actual, &words, diagnostic),
    };
    // Lenient dialects also convert numbers to strings.
    let texts = function.makes_string();
    let simple = !matches!(actual.kind(cx.types), None | Some(BuiltIn::List | BuiltIn::Map));
    let diagnostic = if texts && simple && literal_policy(cx.types, node).is_lenient {
        diagnostic.at_level(Level::Warning)
    } else {
        diagnostic
    };
    cx.report(node, diagnostic);
}

/// Adds to a diagnostic about the call at `node` where the type of the value that it reads is declared.
pub(super) fn with_declaration<'g>(
    types: &'g Types,
    node: YamlNode<'g>,
    ty: &ValueType<'g>,
    words: &str,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let call = types.expressions.call(node);
    let source = call.and_then(|call| call.function()?.source());
    let reads = matches!(
        source,
        Some(FunctionSource::Input | FunctionSource::Path(PathEnd::Property | PathEnd::Attribute))
    );
    match ty.type_node().filter(|_| reads && ty.is_known()) {
        Some(type_node) => diagnostic
            .also(type_node.span(), format!("declared as {words} here"))
            .help("change the declared type, or read another value"),
        None => diagnostic,
    }
}

/// Reports a literal of the wrong type.
fn report_wrong_literal<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    expected: &str,
    ty: &ValueType<'g>,
    what: What<'_>,
    origin: Option<Span>,
    function: &'static Function,
) -> Knowledge {
    let span = node.span();
    let call = cx.types.expressions.call(node).and_then(|_| natural(cx.types, node));
    let actual = call.map_or_else(|| describe(node), |built_in| Actual::Value(built_in.noun()));
    let diagnostic = rules::wrong_argument_type::new(span, &what.to_string(), expected, actual, origin);
    let number = matches!(node.scalar(), Some(yaml::Scalar::Integer(_)));
    let kind = ty.kind(cx.types);
    let not_a_list = || natural(cx.types, node) != Some(BuiltIn::List) && kind == Some(BuiltIn::List);
    let list_help = function.list_help.filter(|_| not_a_list());
    let is_scalar = |wrong: BuiltIn| wrong == BuiltIn::Scalar && looks_like_scalar(node);
    let type_help = function.type_help.filter(|(wrong, _)| is_scalar(*wrong)).map(|(_, help)| help);
    let diagnostic = if function.compares_two_values() && number && kind == Some(BuiltIn::String) {
        diagnostic
            .help(format!("write `{{ {LENGTH:#}: [ {VALUE:#} ] }}` instead of {VALUE} to compare the length"))
    } else if let Some(help) = list_help.or(type_help) {
        diagnostic.help(help)
    } else {
        let is_literal = cx.types.expressions.call(node).is_none();
        let help = call_help(cx.types, node)
            .or_else(|| fitting(cx, node, help(node, kind)?, ty, what))
            .or_else(|| fitting(cx, node, value_help::help(node, kind.filter(|_| is_literal)?)?, ty, what));
        match help {
            Some((help, Some(fix))) => {
                diagnostic.help(help).fix(format!("write {}", quoted(&fix)), span, fix)
            }
            Some((help, None)) => diagnostic.help(help),
            None => diagnostic,
        }
    };
    cx.report(node, diagnostic);
    Knowledge::Unknown
}

/// Whether a string looks like a number with a unit.
pub(super) fn looks_like_scalar(node: YamlNode<'_>) -> bool {
    let text = node.as_str().unwrap_or("").trim();
    let number = text.split(char::is_whitespace).next().unwrap_or("");
    number.len() < text.len() && number.parse::<f64>().is_ok()
}

/// Describes built-in types: `a string or a list`.
pub(super) fn kinds_in_words(kinds: &[BuiltIn]) -> String {
    let words: Vec<String> = kinds.iter().map(|kind| kind.noun().to_owned()).collect();
    list(&words, "or")
}
