//! Arguments: literals as the type of their neighbours, and what is told where they are wrong.

use crate::base::Span;
use crate::diagnostics::text::{LENGTH, VALUE};
use crate::diagnostics::{Diagnostic, Level, codes, list, quoted};
use crate::functions::{Function, PathEnd, ResultType, Source};
use crate::keynames::describe;
use crate::literals::{BuiltIn, LiteralError, Scalar, Value, number};
use crate::model::Truth;
use crate::model::types::{TypeRef, Types};
use crate::values::check::Checker;
use crate::values::faults::help;
use crate::values::judge::Judge;
use crate::values::parts::check_value;
use crate::values::value_type::ValueType;
use crate::values::what::What;
use crate::values::{literal, literal_policy};
use crate::yaml::{self, Kind, Node};

use super::calls::type_expression;
use super::form::malformed;
use super::type_variable::natural;
use super::{Fixed, Typed, Typer, computed_key, loose};

/// An expression that must be of the type `of`, which the argument at `because` says.
pub(super) fn type_argument<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    of: &ValueType<'g>,
    what: What<'_>,
    because: Option<Span>,
    function: &'static Function,
) -> Fixed {
    if node.is_invalid() {
        return Fixed::No;
    }
    if cx.types.expressions.call(node).is_some() {
        let before = cx.rest.found.len();
        let typed = type_expression(cx, node, of);
        if cx.is_right_since(before) && !typed.of.may_be(cx.types, of) {
            let wanted = of.in_words(cx.types);
            wrong_argument(cx, node, &wanted, &typed.of, what, because, function);
            cx.silence(node, Level::Info);
            return Fixed::No;
        }
        return typed.fixed;
    }
    if malformed(cx, node) {
        return Fixed::No;
    }
    match of {
        ValueType::Unknown | ValueType::Open => loose(cx, node, of),
        ValueType::List(entry) => {
            if node.kind() != Kind::Sequence {
                let wanted = of.in_words(cx.types);
                return wrong_literal(cx, node, &wanted, of, what, because, function);
            }
            let mut fixed = Fixed::Written;
            for (at, item) in node.items().enumerate() {
                let what = What::Entry(at, &what);
                fixed = fixed.and(type_argument(cx, item, entry, what, because, function));
            }
            fixed
        }
        ValueType::Map(entry) => {
            if node.kind() != Kind::Mapping {
                let wanted = of.in_words(cx.types);
                return wrong_literal(cx, node, &wanted, of, what, because, function);
            }
            let mut fixed = Fixed::Written;
            for (key, value) in node.entries() {
                if key.kind() != Kind::Scalar {
                    computed_key(cx, key, &ValueType::built_in(BuiltIn::String));
                    fixed = Fixed::No;
                }
                let what = What::Value(key.text(), &what);
                fixed = fixed.and(type_argument(cx, value, entry, what, because, function));
            }
            fixed
        }
        ValueType::Data(_) | ValueType::Field(_) | ValueType::Schema(_) => {
            literal_like(cx, node, of, what, because, function)
        }
    }
}

/// A literal beside something of a known data type.
fn literal_like<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    of: &ValueType<'g>,
    what: What<'_>,
    because: Option<Span>,
    function: &'static Function,
) -> Fixed {
    let Some(data_type) = of.data_type().filter(|_| of.is_known()) else { return loose(cx, node, of) };
    let kind = cx.types.built_in(data_type);
    let number = matches!(node.scalar(), Some(yaml::Scalar::Integer(_) | yaml::Scalar::Float(_)));
    if kind == Some(BuiltIn::Scalar) && number && number::exact(node.text()).is_some() {
        add_amount(cx, node, data_type);
        let units = canonical_unit(cx, data_type);
        let name = cx.types.name(data_type);
        cx.report(node, codes::number_without_unit::new(node.span(), node.text(), name, units.as_deref()));
        return Fixed::Written;
    }
    let wrong_kind = match kind {
        Some(BuiltIn::List) => node.kind() != Kind::Sequence,
        Some(BuiltIn::Map) => node.kind() != Kind::Mapping,
        Some(kind) => matches!(literal(cx.types, node, kind, data_type), Err(LiteralError::Kind)),
        None => cx.types.is_one_of(data_type, &[]) == Truth::No && node.kind() != Kind::Mapping,
    };
    if wrong_kind {
        let wanted = of.in_words(cx.types);
        return wrong_literal(cx, node, &wanted, of, what, because, function);
    }
    let collection = matches!(kind, Some(BuiltIn::List | BuiltIn::Map));
    if collection && of.entries(cx.types).is_none() && cx.types.expressions.calls_in(node).next().is_some() {
        return loose(cx, node, of);
    }
    let before = cx.so_far();
    // Where calls stand between literals, each literal counts by itself.
    let keeps_parts = cx.types.expressions.calls_in(node).next().is_some();
    let outer = std::mem::replace(&mut cx.keeps_literals, keeps_parts);
    let value = check_value(cx, node, of, what);
    cx.keeps_literals = outer;
    let is_right = value.is_some() && cx.rest.found.len() == before.found;
    if let Some(value) = value.filter(|_| !keeps_parts) {
        cx.typing.add_literal(node, value);
    }
    if !is_right {
        return Fixed::No;
    }
    // Of the calls inside those count that stand in the literal itself.
    let roots = cx.rest.roots.iter().skip(before.roots).filter(|root| root.place.is_some());
    let rows = roots.filter_map(|root| cx.typing.row(root.node));
    rows.fold(Fixed::Written, |fixed, row| fixed.and(row.fixed))
}

/// Reads literals in arguments of no known type as the type that the result must have.
pub(super) fn read_unknown<'g>(
    cx: &mut Typer<'g>,
    function: &Function,
    arguments: &[Node<'g>],
    typed: &[Option<Typed<'g>>],
    of: &ValueType<'g>,
) {
    if function.result != ResultType::T || !of.is_known() {
        return;
    }
    for (argument, typed) in arguments.iter().zip(typed) {
        if typed.as_ref().is_none_or(|typed| !typed.of.is_known()) {
            read_as(cx, *argument, of);
        }
    }
}

/// Reads literals as `of`, where nothing else told their type.
fn read_as<'g>(cx: &mut Typer<'g>, node: Node<'g>, of: &ValueType<'g>) {
    if let Some(call) = cx.types.expressions.call(node) {
        if call.function().is_some_and(|function| function.result == ResultType::T) {
            for argument in call.arguments() {
                read_as(cx, argument.node(), of);
            }
        }
        return;
    }
    if cx.types.expressions.calls_in(node).next().is_some() {
        let entry = of.entry_type(cx.types);
        for item in node.items() {
            read_as(cx, item, &entry);
        }
    } else if let Some(value) = Checker::closed(&cx.typings).check_type(node, of, What::Named("value", "")) {
        cx.typing.add_literal(node, value);
    }
}

/// A number beside scalars is an amount in their canonical unit.
fn add_amount<'g>(cx: &mut Typer<'g>, node: Node<'g>, of: TypeRef) {
    let units = cx.types.defined(of).and_then(|of| cx.types.units(of));
    if let (Some(units), Some(amount)) = (units, number::exact(node.text())) {
        cx.typing.add_literal(node, Value::Scalar(Scalar::of_amount(amount, units)));
    }
}

/// The unit in which bare numbers count.
fn canonical_unit(cx: &Typer<'_>, of: TypeRef) -> Option<String> {
    let units = cx.types.units(cx.types.defined(of)?)?;
    units.canonical().map(str::to_owned)
}

/// A literal that must be of one of some types, whatever stands beside it.
pub(super) fn literal_of<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    kinds: &'static [BuiltIn],
    what: What<'_>,
    function: &'static Function,
) -> Fixed {
    if let [kind] = kinds {
        return type_argument(cx, node, &ValueType::built_in(*kind), what, None, function);
    }
    let fits = match natural(cx.types, node) {
        None => true,
        Some(BuiltIn::String) => {
            use BuiltIn::{Bytes, Scalar, String, Timestamp, Version};
            kinds.iter().any(|kind| matches!(kind, String | Bytes | Timestamp | Version | Scalar))
                && (kinds.contains(&String) || !kinds.contains(&BuiltIn::Integer) || looks_like_scalar(node))
        }
        Some(kind) => kinds.contains(&kind),
    };
    if !fits && !kinds.is_empty() {
        let wanted = kinds_in_words(kinds);
        return wrong_literal(cx, node, &wanted, &ValueType::Open, what, None, function);
    }
    let inner = if cx.types.expressions.call(node).is_some() { ValueType::Open } else { ValueType::Unknown };
    loose(cx, node, &inner)
}

/// An expression of the wrong type.
pub(super) fn wrong_argument<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    wanted: &str,
    got: &ValueType<'g>,
    what: What<'_>,
    because: Option<Span>,
    function: &'static Function,
) {
    let words = got.in_words(cx.types);
    let found = codes::wrong_argument_type::new(node.span(), &what.to_string(), wanted, &words, because);
    let help = function.type_help.filter(|(wrong, _)| got.kind(cx.types) == Some(*wrong));
    let found = match help {
        Some((_, help)) => found.help(help),
        None => with_declaration(cx.types, node, got, &words, found),
    };
    // Languages that write values more freely put numbers into texts, too.
    let texts = function.makes_string();
    let simple = !matches!(got.kind(cx.types), None | Some(BuiltIn::List | BuiltIn::Map));
    let found = if texts && simple && literal_policy(cx.types, node).is_lenient {
        found.at_level(Level::Warning)
    } else {
        found
    };
    cx.report(node, found);
}

/// Adds to a finding about the call at `node` where the type of what it reads is declared.
pub(super) fn with_declaration<'g>(
    types: &'g Types,
    node: Node<'g>,
    of: &ValueType<'g>,
    words: &str,
    found: Diagnostic,
) -> Diagnostic {
    let call = types.expressions.call(node);
    let source = call.and_then(|call| call.function()?.source());
    let reads = matches!(source, Some(Source::Input | Source::Path(PathEnd::Property | PathEnd::Attribute)));
    match of.place().filter(|_| reads && of.is_known()) {
        Some(place) => found
            .also(place.span(), format!("declared as {words} here"))
            .help("change the declared type, or read another value"),
        None => found,
    }
}

/// A literal of the wrong type.
fn wrong_literal<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    wanted: &str,
    of: &ValueType<'g>,
    what: What<'_>,
    because: Option<Span>,
    function: &'static Function,
) -> Fixed {
    let span = node.span();
    let call = cx.types.expressions.call(node).and_then(|_| natural(cx.types, node));
    let actual = call.map_or_else(|| describe(node), BuiltIn::noun);
    let found = codes::wrong_argument_type::new(span, &what.to_string(), wanted, actual, because);
    let number = matches!(node.scalar(), Some(yaml::Scalar::Integer(_)));
    let kind = of.kind(cx.types);
    let not_a_list = || natural(cx.types, node) != Some(BuiltIn::List) && kind == Some(BuiltIn::List);
    let list_help = function.list_help.filter(|_| not_a_list());
    let is_scalar = |wrong: BuiltIn| wrong == BuiltIn::Scalar && looks_like_scalar(node);
    let type_help = function.type_help.filter(|(wrong, _)| is_scalar(*wrong)).map(|(_, help)| help);
    let found = if function.compares_two_values() && number && kind == Some(BuiltIn::String) {
        found
            .help(format!("write `{{ {LENGTH:#}: [ {VALUE:#} ] }}` instead of {VALUE} to compare the length"))
    } else if let Some(help) = list_help.or(type_help) {
        found.help(help)
    } else {
        match help(node, kind) {
            Some((help, Some(fix))) => found.help(help).fix(format!("write {}", quoted(&fix)), span, fix),
            Some((help, None)) => found.help(help),
            None => found,
        }
    };
    cx.report(node, found);
    Fixed::No
}

/// Whether a string looks like a number with a unit.
pub(super) fn looks_like_scalar(node: Node<'_>) -> bool {
    let text = node.as_str().unwrap_or("").trim();
    let number = text.split(char::is_whitespace).next().unwrap_or("");
    number.len() < text.len() && number.parse::<f64>().is_ok()
}

/// `a string or a list`.
pub(super) fn kinds_in_words(kinds: &[BuiltIn]) -> String {
    let words: Vec<String> = kinds.iter().map(|kind| kind.noun().to_owned()).collect();
    list(&words, "or")
}
