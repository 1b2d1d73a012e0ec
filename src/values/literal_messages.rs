//! Diagnostics about literals that do not match their type, and their fixes.

use crate::diagnostics::{Actual, quoted, rules, suggest};
use crate::dialects::Rewrite;
use crate::functions::Function;
use crate::keynames::{OpenList, ValueHelp, describe, template_expression};
use crate::literals::{
    BuiltIn, LiteralError, LiteralNote, ScalarError, ScalarNote, ScalarValue, TimestampError, TimestampNote,
};
use crate::model::Truth;
use crate::model::types::{TypeRef, Types};
use crate::syntax::value_in_definition;
use crate::yaml::{Scalar as Written, YamlNode, plain, resolve_plain};

use super::check_context::CheckContext;
use super::literal_of;
use super::parts::check_value;
use super::value_help;
use super::value_type::ValueType;
use super::what::What;

pub(super) fn report_note<'g>(cx: &mut impl CheckContext<'g>, node: YamlNode<'g>, remark: LiteralNote) {
    let diagnostic = match remark {
        LiteralNote::Timestamp(doubt) => {
            rules::invalid_timestamp::unportable(node.span(), node.text(), doubt_text(doubt))
        }
        LiteralNote::Scalar(ScalarNote::NoSpace) => rules::invalid_scalar::no_space(node.span(), node.text()),
        LiteralNote::Scalar(ScalarNote::TooLargeAmount) => {
            rules::integer_out_of_range::converted(node.span(), node.text())
        }
        LiteralNote::TooLargeFloat => rules::float_out_of_range::new(node.span(), node.text()),
        LiteralNote::LeadingZero => rules::leading_zero::new(node.span(), node.text()),
        LiteralNote::Spelling(spelling) => return cx.decide(node, Rewrite::Literal(spelling)),
    };
    cx.report(node, diagnostic);
}

pub(super) fn report_literal_error<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    fault: &LiteralError,
    expected: &ValueType<'g>,
    what: What<'_>,
) {
    let (span, text) = (node.span(), node.text());
    let data_type = expected.data_type().unwrap_or(TypeRef::Unknown);
    if quoted_call(node).is_some() {
        return report_wrong_type(cx, node, expected, what);
    }
    let units = || cx.types().defined(data_type).and_then(|data_type| cx.types().units(data_type));
    let diagnostic = match fault {
        LiteralError::UnknownUnits | LiteralError::Scalar(ScalarError::NotExact) => return,
        LiteralError::Kind => return report_wrong_type(cx, node, expected, what),
        LiteralError::TooLarge | LiteralError::Scalar(ScalarError::TooLarge) => {
            rules::integer_out_of_range::new(span, text)
        }
        LiteralError::Timestamp(TimestampError::Form) => rules::invalid_timestamp::new(
            span,
            text,
            "not in RFC 3339 format",
            "write a timestamp, such as `2026-01-31T12:00:00Z`",
        ),
        LiteralError::Timestamp(TimestampError::NoOffset) => rules::invalid_timestamp::new(
            span,
            text,
            "missing offset from UTC",
            "add `Z` for UTC, or an offset such as `+01:00`",
        ),
        LiteralError::Timestamp(TimestampError::Range(part)) => {
            rules::invalid_timestamp::new(span, text, &format!("invalid {part}"), "use a valid date and time")
        }
        LiteralError::Bytes(reason) => rules::invalid_bytes::new(span, reason),
        LiteralError::Version => rules::invalid_version::new(span, text),
        LiteralError::UnquotedVersion => {
            let diagnostic = rules::wrong_value_type::new(
                span,
                &what.to_string(),
                "a version",
                describe(node),
                expected.type_node().map(YamlNode::span),
            );
            let quoted = format!("\"{}\"", node.written());
            match fit(cx, node, &quoted, expected, what) {
                Fit::No => diagnostic.help("write a version, such as `1.0`"),
                Fit::Type => diagnostic.help(format!("add quotes: `{quoted}`")),
                Fit::Yes => {
                    diagnostic.help(format!("add quotes: `{quoted}`")).fix("add quotes", span, quoted)
                }
            }
        }
        LiteralError::Scalar(ScalarError::Fraction) => rules::invalid_scalar::new(
            span,
            text,
            "number must be an integer",
            "write an integer, or use a smaller unit",
        ),
        LiteralError::Scalar(ScalarError::NoNumber) => {
            let problem = "expected a number and a unit";
            let intended = text.rsplit_once(' ').and_then(|(number, unit)| {
                let intended = format!("{} {unit}", value_help::plain_number(number.trim(), true)?);
                units().is_some_and(|units| ScalarValue::parse(&intended, units).is_ok()).then_some(intended)
            });
            match intended {
                Some(intended) => {
                    let help = format!("write {}", quoted(&intended));
                    rules::invalid_scalar::new(span, text, problem, &help).fix(help, span, plain(&intended))
                }
                None => {
                    let help = value_help::placeholder_help(text);
                    let help = help.as_deref().unwrap_or("write a number, a space and a unit");
                    rules::invalid_scalar::new(span, text, problem, help)
                }
            }
        }
        LiteralError::Scalar(ScalarError::NoUnit) => {
            let units = units();
            let names = units.map_or_else(Vec::new, |units| units.names());
            // A number alone is probably meant as an amount in the canonical unit.
            let unit = units.and_then(|units| units.canonical()).or(names.first().map(String::as_str));
            let example = unit.map(|unit| format!("{} {unit}", text.trim()));
            let reads = |text: &String| units.is_some_and(|units| ScalarValue::parse(text, units).is_ok());
            let example = example.filter(reads);
            let example = example.map(|example| format!("; for example {}", quoted(&example)));
            let help = format!("{}{}", one_of("add a unit:", &names), example.unwrap_or_default());
            rules::invalid_scalar::new(span, text, "missing unit", &help)
        }
        LiteralError::Scalar(ScalarError::UnknownUnit(unit)) => {
            let units = units();
            let names = units.map_or_else(Vec::new, |units| units.names());
            let suggestion = suggest(unit, names.iter().map(String::as_str)).map(str::to_owned);
            // `GiB` is not a typo of `GB`, nor `Gbps` of `kbps`: the fix would change the value.
            let suggestion = suggestion.filter(|suggestion| {
                is_binary(suggestion) == is_binary(unit) && !differ_in_prefix(suggestion, unit)
            });
            let help = suggestion.map_or_else(
                || one_of("use one of the units", &names),
                |suggestion| format!("did you mean {}?", quoted(&suggestion)),
            );
            let name = cx.types().name(data_type);
            rules::unknown_unit::new(span, unit, name, &help)
        }
    };
    cx.report(node, diagnostic);
}

pub(super) fn report_wrong_type<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) {
    let data_type = expected.data_type().unwrap_or(TypeRef::Unknown);
    let name = cx.types().name(data_type);
    let noun = match (data_type, cx.types().built_in(data_type)) {
        (TypeRef::BuiltIn(built_in), _) => built_in.noun().to_owned(),
        (_, Some(built_in)) => format!("{} (data type {})", built_in.noun(), quoted(name)),
        _ => format!("a map (data type {})", quoted(name)),
    };
    // `True` and `yes` are quoted as they are written, since their type is not obvious.
    let text = quoted(node.text());
    let actual = match node.scalar() {
        Some(Written::Bool(_) | Written::Null) if !node.text().is_empty() => Actual::Value(&text),
        _ => describe(node),
    };
    let type_span = expected.type_node().map(YamlNode::span);
    let diagnostic = rules::wrong_value_type::new(node.span(), &what.to_string(), &noun, actual, type_span);
    let takes_text = cx.types().built_in(data_type) == Some(BuiltIn::String);
    let built_in = cx.types().built_in(data_type);
    let help = quoted_call(node)
        .map(|(help, call)| (help, Some(call)))
        .or_else(|| template_expression(node, takes_text))
        .or_else(|| value_in_definition(node))
        .or_else(|| call_help(cx.types(), node))
        .or_else(|| fitting(cx, node, help(node, built_in)?, expected, what))
        .or_else(|| fitting(cx, node, value_help::help(node, built_in?)?, expected, what))
        .or_else(|| value_help::properties(node, cx.types(), data_type));
    let diagnostic = match help {
        Some((help, Some(fix))) => {
            diagnostic.help(help).fix(format!("write {}", quoted(&fix)), node.span(), fix)
        }
        Some((help, None)) => diagnostic.help(help),
        None => diagnostic,
    };
    let is_list = cx.types().built_in(data_type) == Some(BuiltIn::List);
    let diagnostic = match is_list.then(|| OpenList::after(node)).flatten() {
        Some(list) => list.add_help(diagnostic),
        None => diagnostic,
    };
    cx.report(node, diagnostic);
}

/// Whether a text is right in place of a value of the wrong type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It is not of the type either.
    No,
    /// It is of the type, but violates a validation clause.
    Type,
    /// It is right, as far as this is known.
    Yes,
}

/// Returns help that leads to a value of the type; without its fix, if a validation clause forbids the value.
pub(super) fn fitting<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    (help, fix): ValueHelp,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<ValueHelp> {
    match fix.as_ref().map_or(Fit::Yes, |fix| fit(cx, node, fix, expected, what)) {
        Fit::No => None,
        Fit::Type => Some((help, None)),
        Fit::Yes => Some((help, fix)),
    }
}

/// Whether `text` is right in place of `node`: a scalar, a list around the node, or a map, of which nothing is known.
pub(super) fn fit<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    text: &str,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Fit {
    let (data_type, types) = (expected.data_type().unwrap_or(TypeRef::Unknown), cx.types());
    let Some(built_in) = types.built_in(data_type) else { return Fit::Yes };
    let (findings, decisions) = (cx.diagnostics().len(), cx.decisions().len());
    let fit = match built_in {
        BuiltIn::List => {
            let [_, entry] = cx.typings().keys_and_entries(expected);
            let is_right = entry.is_none_or(|entry| {
                check_value(cx, node, &entry, what);
                cx.diagnostics().len() == findings
            });
            if is_right { Fit::Yes } else { Fit::No }
        }
        BuiltIn::Map => Fit::Yes,
        _ => {
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            let written = inner.map_or_else(|| resolve_plain(text), Written::String);
            match literal_of(types, written, inner.unwrap_or(text), built_in, data_type) {
                Ok((value, _)) if cx.meets(node, &value, expected, what) => Fit::Yes,
                Ok(_) => Fit::Type,
                Err(LiteralError::UnknownUnits) => Fit::Yes,
                Err(_) => Fit::No,
            }
        }
    };
    cx.diagnostics().truncate(findings);
    cx.decisions().truncate(decisions);
    fit
}

/// Returns the noun for values of a data type, or `None` if it is not known.
pub(crate) fn kind_of(types: &Types, data_type: TypeRef) -> Option<String> {
    let TypeRef::Defined(_) = data_type else {
        return types.built_in(data_type).map(|data_type| data_type.noun().to_owned());
    };
    let is_map = types.is_one_of(data_type, &[]) == Truth::No;
    let noun = types.built_in(data_type).map(BuiltIn::noun).or(is_map.then_some("a map"))?;
    Some(format!("{noun} of data type {}", quoted(types.name(data_type))))
}

fn doubt_text(doubt: TimestampNote) -> (&'static str, &'static str) {
    match doubt {
        TimestampNote::DateOnly => ("date without a time", "add a time, such as `T00:00:00Z`"),
        TimestampNote::NoLeapSecond => ("leap seconds are rarely supported", "write second 59"),
    }
}

/// Whether a unit is a power of 1024, such as `GiB`.
fn is_binary(unit: &str) -> bool {
    unit.len() == 3 && unit.ends_with("iB")
}

/// Whether two units have different prefixes.
fn differ_in_prefix(one: &str, other: &str) -> bool {
    let parts = |unit: &str| {
        let unit = unit.to_ascii_lowercase();
        let mut letters = unit.chars();
        (letters.next(), letters.as_str().to_owned())
    };
    let ((first, rest), (other_first, other_rest)) = (parts(one), parts(other));
    first != other_first && rest == other_rest
}

/// Returns the help, and perhaps the fix, for a value that was meant as a call.
pub(super) fn call_help(types: &Types, node: YamlNode<'_>) -> Option<(String, Option<String>)> {
    old_call(types, node)
        .map(|help| (help, None))
        .or_else(|| legacy_call(node))
        .or_else(|| misplaced_dollar(node))
}

/// Returns the help for a map in a file of an earlier version that was meant as a call: its key is the name of a function
/// with `$`, or a similar name.
fn old_call(types: &Types, node: YamlNode<'_>) -> Option<String> {
    types.graph.file(node.tree().file()).policies().names.implicit?;
    let (key, _) = node.only_entry()?;
    let written = key.text();
    if let Some(name) = written.strip_prefix("$$").filter(|name| Function::named(name).is_some()) {
        return Some(format!("write {}; functions of this version have no `$`", quoted(name)));
    }
    let names = ["get_input", "get_property", "get_attribute", "get_artifact", "concat", "join", "token"];
    suggest(written, names).map(|name| format!("did you mean {}?", quoted(name)))
}

/// Returns the help and the fix for a call in quotes, which is a string.
fn quoted_call(node: YamlNode<'_>) -> Option<(String, String)> {
    let text = node.text().trim();
    let inner = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    let (name, _) = inner.strip_prefix('$')?.split_once(':')?;
    Function::named(name)?;
    Some((format!("remove the quotes to call `${name}`"), text.to_owned()))
}

fn one_of(verb: &str, names: &[String]) -> String {
    const MAX_SHOWN_UNITS: usize = 8;
    let shown: Vec<String> = names.iter().take(MAX_SHOWN_UNITS).map(|name| quoted(name)).collect();
    let more = if names.len() > MAX_SHOWN_UNITS { ", …" } else { "" };
    if shown.is_empty() {
        "write a number, a space and a unit".to_owned()
    } else {
        format!("{verb} {}{more}", shown.join(", "))
    }
}

/// Returns the help, and perhaps the fix, for a call of a TOSCA 1.x function, which is written without `$`
/// (10.1-19).
fn legacy_call(node: YamlNode<'_>) -> Option<(String, Option<String>)> {
    let (key, _) = node.only_entry()?;
    let name = key.as_str().filter(|name| Function::named(name).is_some())?;
    let offset = usize::try_from(key.span().start.checked_sub(node.span().start)?).ok()?;
    let mut corrected = node.written().to_owned();
    let plain = corrected.get(offset..).is_some_and(|text| text.starts_with(name));
    let help = format!("write `${name}` to call the function");
    if plain {
        corrected.insert(offset, '$');
    }
    Some((help, plain.then_some(corrected)))
}

/// Returns the help, and perhaps the fix, for a call of a function of a namespace whose `$` comes after the namespace
/// (6.8.4-12).
fn misplaced_dollar(node: YamlNode<'_>) -> Option<(String, Option<String>)> {
    let name = node.only_entry().map_or(node, |(key, _)| key);
    let text = name.as_str().filter(|text| !text.contains(char::is_whitespace))?;
    let (namespace, function) = text.split_once(":$").filter(|(namespace, _)| !namespace.is_empty())?;
    let qualified = format!("${namespace}:{function}");
    let help = format!("write {} to call the function of a namespace", quoted(&qualified));
    let fix = node.written().replacen(name.written(), &qualified, 1);
    Some((help, Some(fix)))
}

/// Returns the help, and perhaps the fix, for a value of the wrong type.
pub(super) fn help(node: YamlNode<'_>, expected: Option<BuiltIn>) -> Option<(String, Option<String>)> {
    let quote = || {
        let text = format!("\"{}\"", node.written());
        Some((format!("add quotes: `{text}`"), Some(text)))
    };
    match (expected?, node.scalar()) {
        (BuiltIn::String | BuiltIn::Timestamp | BuiltIn::Version | BuiltIn::Scalar, Some(scalar)) => {
            match scalar {
                Written::Integer(_) | Written::Float(_) | Written::Bool(_) => quote(),
                Written::Null if node.text().is_empty() => {
                    Some(("add a value, or remove the entry".to_owned(), None))
                }
                _ => None,
            }
        }
        (BuiltIn::Integer | BuiltIn::Float, Some(Written::String(text))) => match resolve_plain(text) {
            Written::Integer(_) => Some((format!("remove the quotes: `{text}`"), Some(text.to_owned()))),
            Written::Float(_) if expected == Some(BuiltIn::Float) => {
                Some((format!("remove the quotes: `{text}`"), Some(text.to_owned())))
            }
            _ => None,
        },
        (BuiltIn::Boolean, Some(Written::String(text))) => match text.to_ascii_lowercase().as_str() {
            small @ ("true" | "false") => {
                Some((format!("write `{small}` without quotes"), Some(small.to_owned())))
            }
            "yes" | "on" => {
                Some((format!("write `true`; in YAML 1.2 `{text}` is a string"), Some("true".to_owned())))
            }
            "no" | "off" => {
                Some((format!("write `false`; in YAML 1.2 `{text}` is a string"), Some("false".to_owned())))
            }
            _ => None,
        },
        (BuiltIn::Boolean, Some(Written::Bool(value))) => {
            Some((format!("write `{value}` in lowercase"), Some(value.to_string())))
        }
        (BuiltIn::Nil, Some(Written::Null)) => Some(("write `null`".to_owned(), Some("null".to_owned()))),
        (BuiltIn::List, Some(Written::String(text))) if text.contains(',') => Some(separated_list(text)),
        (BuiltIn::List, Some(_)) if !node.is_null() => {
            let text = format!("[ {} ]", node.written());
            Some((format!("write a list: `{text}`"), Some(text)))
        }
        _ => None,
    }
}

/// Returns the help for a string with commas in place of a list, which it probably separates into entries.
fn separated_list(text: &str) -> (String, Option<String>) {
    let text = text.trim();
    if text.starts_with('[') && text.ends_with(']') {
        return (format!("remove the quotes: {}", quoted(text)), Some(text.to_owned()));
    }
    let entries: Vec<String> =
        text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).map(plain).collect();
    // One entry may also contain a comma, so this is not a fix.
    (format!("write a list: {}", quoted(&format!("[ {} ]", entries.join(", ")))), None)
}
