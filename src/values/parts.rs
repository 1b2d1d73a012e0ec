//! Checks a value and its parts against their types: the wrong part is reported, and nothing that depends on
//! it.

use rustc_hash::FxBuildHasher;

use crate::base::IndexMap;
use crate::diagnostics::{Alternatives, MissingValue, quoted, rules};
use crate::expressions::Expression;
use crate::keynames::describe;
use crate::literals::{BuiltIn, Value, has_all_parts, number, unescaped};
use crate::model::types::{Body, FieldId, FieldTable, Fields, TypeRef, TypeView, Types};
use crate::yaml::{Kind, Scalar as Written, YamlNode};

use super::check::Checker;
use super::check_context::CheckContext;
use super::literal;
use super::literal_messages::{Fit, fit, kind_of, report_literal_error, report_note, report_wrong_type};
use super::typing::{check_calls_in, computed_key, malformed};
use super::value_type::ValueType;
use super::what::What;

/// Maximum number of parts of a default; larger defaults are treated as unknown.
const MAX_DEFAULT_PARTS: usize = 10_000;

/// Checks the value at `node` against `expected`. Returns the value if all of it is known and valid.
pub(super) fn check_value<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    match node.kind() {
        Kind::Invalid => return None,
        // Most values are scalars that are certainly literals.
        Kind::Scalar if !node.starts_with_dollar() => {}
        _ if cx.types().expressions.call(node).is_some() => return cx.call(node, expected, what),
        _ if malformed(cx, node) => return None,
        _ => {}
    }
    let value = check_literal(cx, node, expected, what)?;
    cx.meets(node, &value, expected, what).then_some(value)
}

fn check_literal<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    let ty = match expected.data_type() {
        None => {
            check_calls_in(cx, node, &ValueType::Any);
            return raw(cx.types(), node);
        }
        Some(TypeRef::Unknown) => {
            check_calls_in(cx, node, &ValueType::Unknown);
            return None;
        }
        Some(ty) => ty,
    };
    match cx.types().built_in(ty) {
        Some(BuiltIn::List) => check_list(cx, node, expected, what),
        Some(BuiltIn::Map) => check_map(cx, node, expected, what),
        Some(built_in) => check_single(cx, node, built_in, ty, expected, what),
        None => {
            let ty = cx.types().defined(ty)?;
            if ty.is_incomplete || matches!(ty.body(), Body::Unreadable) {
                check_calls_in(cx, node, &ValueType::Unknown);
                return None;
            }
            check_complex(cx, node, ty, expected, what)
        }
    }
}

/// Checks a value of a type without parts.
fn check_single<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    built_in: BuiltIn,
    ty: TypeRef,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    match literal(cx.types(), node, built_in, ty) {
        Ok((value, remark)) => {
            if let Some(remark) = remark {
                report_note(cx, node, remark);
            } else if built_in == BuiltIn::Timestamp
                && node.style() == crate::yaml::Style::Plain
                && !node.is_tagged()
            {
                let doubt = ("not quoted", "add quotes");
                let diagnostic = rules::invalid_timestamp::unportable(node.span(), node.text(), doubt);
                let quoted = format!("\"{}\"", node.text());
                cx.report(node, diagnostic.fix("add quotes", node.span(), quoted));
            }
            cx.read(node, &value);
            Some(value)
        }
        Err(fault) => {
            report_literal_error(cx, node, &fault, expected, what);
            None
        }
    }
}

fn check_list<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    if node.kind() != Kind::Sequence {
        report_wrong_type(cx, node, expected, what);
        return None;
    }
    let [_, inner] = cx.typings().keys_and_entries(expected);
    let mut values = Vec::new();
    let mut known = true;
    for (index, item) in node.items().enumerate() {
        let value = check_entry(cx, item, inner.as_ref(), What::Entry(index, &what));
        known &= value.is_some();
        values.extend(value);
    }
    known.then_some(Value::List(values))
}

fn check_map<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    if node.kind() != Kind::Mapping {
        report_wrong_type(cx, node, expected, what);
        return None;
    }
    let [keys, inner] = cx.typings().keys_and_entries(expected);
    let mut values = IndexMap::with_capacity_and_hasher(node.entries().count(), FxBuildHasher);
    let mut known = true;
    for (key, item) in node.entries() {
        if key.kind() != Kind::Scalar {
            let string = ValueType::built_in(BuiltIn::String);
            let key_type = keys.as_ref().unwrap_or(&string);
            let name = computed_key(cx, key, key_type).map(Value::String);
            let name = name.filter(|name| cx.meets(key, name, key_type, What::Key(&what)));
            let value = check_entry(cx, item, inner.as_ref(), What::Value("…", &what));
            match (name, value) {
                (Some(Value::String(name)), Some(value)) if !values.contains_key(&name) => {
                    values.insert(name, value);
                }
                _ => known = false,
            }
        } else if let Some(name) = key.as_str() {
            if let Some(keys) = &keys {
                check_value(cx, key, keys, What::Key(&what));
            }
            let value = check_entry(cx, item, inner.as_ref(), What::Value(name, &what));
            known &= value.is_some();
            if let Some(value) = value {
                values.insert(unescaped(name).to_owned(), value);
            }
        } else {
            known = false;
            let diagnostic = rules::wrong_value_type::new(
                key.span(),
                &What::Key(&what).to_string(),
                "a string",
                describe(key),
                None,
            );
            let text = format!("\"{}\"", key.text());
            let diagnostic = diagnostic.help(format!("add quotes: `{text}`"));
            let string = ValueType::built_in(BuiltIn::String);
            let is_right =
                fit(cx, key, &text, keys.as_ref().unwrap_or(&string), What::Key(&what)) == Fit::Yes;
            let diagnostic =
                if is_right { diagnostic.fix("add quotes", key.span(), text) } else { diagnostic };
            cx.report(key, diagnostic);
            check_entry(cx, item, inner.as_ref(), What::Value(key.text(), &what));
        }
    }
    known.then_some(Value::Map(values))
}

/// Checks an entry of a collection, which must be of the type `expected`, if that is defined.
fn check_entry<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    expected: Option<&ValueType<'g>>,
    what: What<'_>,
) -> Option<Value> {
    match expected {
        Some(expected) => check_value(cx, node, expected, what),
        None => check_untyped(cx, node),
    }
}

/// Checks a value without an expected type.
fn check_untyped<'g>(cx: &mut impl CheckContext<'g>, node: YamlNode<'g>) -> Option<Value> {
    check_calls_in(cx, node, &ValueType::Any);
    raw(cx.types(), node)
}

/// Checks a value of a complex type: it may have only the properties of the type, and must have all required
/// ones (9.2-12).
fn check_complex<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    ty: TypeView<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    if node.kind() != Kind::Mapping {
        report_wrong_type(cx, node, expected, what);
        return None;
    }
    let members = cx.types().members(ty, Fields::Properties);
    let mut values = IndexMap::default();
    let mut known = true;
    // Properties that unknown names were probably intended for.
    let mut intended: Vec<&str> = Vec::new();
    for (key, item) in node.entries() {
        let Some(name) = key.as_str() else {
            known = false;
            if let Some(function) = cx.types().expressions.call(key).and_then(Expression::name) {
                let diagnostic =
                    rules::function_not_allowed::new(key.span(), function.text(), "the name of a property");
                cx.report(key, diagnostic);
            } else if !key.is_invalid() {
                let owner = format!("data type {}", quoted(ty.name()));
                let alternatives = Alternatives::without_suggestion(members.names());
                let diagnostic = rules::unknown_property::new(
                    key.span(),
                    "property",
                    key.written(),
                    &owner,
                    &alternatives,
                );
                cx.report(key, diagnostic.also(ty.key().span(), "type defined here"));
            }
            continue;
        };
        let Some(id) = members.get(name) else {
            known = false;
            if ty.is_incomplete {
                continue;
            }
            if let Some(glued) = key.glued() {
                cx.report(key, glued.diagnostic());
                intended.push(glued.name);
                continue;
            }
            let alternatives = Alternatives::new(name, members.names());
            let owner = format!("data type {}", quoted(ty.name()));
            let diagnostic =
                rules::unknown_property::new(key.span(), "property", name, &owner, &alternatives);
            cx.report(key, diagnostic.also(ty.key().span(), "type defined here"));
            intended.extend(alternatives.suggestion);
            continue;
        };
        let field = cx.types().field(id);
        if let Some(fixed) = field.effective().value {
            known = false;
            let diagnostic = rules::fixed_value_assigned::new(
                item.span(),
                &What::Named("property", name).to_string(),
                fixed.span(),
            );
            cx.report(item, diagnostic);
            continue;
        }
        let value = check_value(cx, item, &ValueType::Field(field), What::Value(name, &what));
        known &= value.is_some();
        values.extend(value.map(|value| (name.to_owned(), value)));
    }
    let written = values.len();
    known &= fill_in(cx, node, ty, (&members, &intended), &mut values, what);
    cx.omit(node, values.iter().skip(written));
    known.then_some(Value::Map(values))
}

/// Adds defaults and fixed values to `values`, and reports required properties without a value, except those
/// that unknown names are `intended` for. Returns whether all added values are known.
fn fill_in<'g>(
    cx: &mut impl CheckContext<'g>,
    node: YamlNode<'g>,
    ty: TypeView<'g>,
    (members, intended): (&FieldTable<'g>, &[&str]),
    values: &mut IndexMap<String, Value>,
    what: What<'_>,
) -> bool {
    let mut known = true;
    let mut missing = Vec::new();
    for (name, id) in members.iter() {
        if node.entry(name).is_some() {
            continue;
        }
        let field = cx.types().field(id);
        if let Some(given) = field.value_without_assignment() {
            match default_of(cx, id, given, what) {
                Some(value) => {
                    values.insert(name.to_owned(), value);
                }
                None => known = false,
            }
        } else if field.is_required() && !matches!(field.written(), crate::model::types::Declared::Unreadable)
        {
            known = false;
            let file = cx.types().graph.file(node.tree().file());
            if field.may_need_no_value() || intended.contains(&name) || file.unknown_keys().may_define(name) {
                continue;
            }
            let kind = field.data_type.and_then(|ty| kind_of(cx.types(), ty));
            missing.push(MissingValue::new(name, kind, field.key().span()));
        }
    }
    if !missing.is_empty() && has_all_parts(node) {
        let diagnostic = rules::missing_property::new(
            node.span(),
            &what.to_string(),
            &format!("data type {}", quoted(ty.name())),
            &missing,
        );
        cx.report(node, diagnostic);
    }
    known
}

/// Returns the default or fixed value of a property, or `None` if it is not known or infinite.
fn default_of<'g>(
    cx: &impl CheckContext<'g>,
    id: FieldId,
    given: YamlNode<'g>,
    what: What<'_>,
) -> Option<Value> {
    let typings = cx.typings();
    typings.default_of(id, || {
        // Errors in it are reported at its definition.
        let expected = ValueType::Field(cx.types().field(id));
        let value = Checker::closed(typings).check(given, &expected, what);
        value.filter(|value| value.has_at_most(MAX_DEFAULT_PARTS))
    })
}

/// Returns a value as YAML interprets it, without a type, or `None` if it contains calls.
pub(super) fn raw(types: &Types, node: YamlNode<'_>) -> Option<Value> {
    types.expressions.calls_in(node).next().is_none().then(|| literal_by_yaml(node))?
}

/// Returns a literal as YAML interprets it.
fn literal_by_yaml(node: YamlNode<'_>) -> Option<Value> {
    Some(match node.kind() {
        Kind::Invalid => return None,
        Kind::Sequence => Value::List(node.items().map(literal_by_yaml).collect::<Option<_>>()?),
        Kind::Mapping => {
            let mut map = IndexMap::default();
            for (key, value) in node.entries() {
                map.insert(unescaped(key.as_str()?).to_owned(), literal_by_yaml(value)?);
            }
            Value::Map(map)
        }
        Kind::Scalar => match node.scalar()? {
            Written::Null => Value::Nil,
            Written::Bool(value) => Value::Boolean(value),
            Written::Integer(text) => {
                number::integer(text).map_or_else(|| Value::Float(number::float(text)), Value::Integer)
            }
            Written::Float(text) => Value::Float(number::float(text)),
            Written::String(text) => Value::String(unescaped(text).to_owned()),
        },
    })
}
