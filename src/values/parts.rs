//! A value and its parts against what their places demand: the wrong part is told, and nothing that depends on it.

use indexmap::IndexMap;

use crate::diagnostics::{Instead, Missing, codes, quoted};
use crate::expressions::Expression;
use crate::keynames::describe;
use crate::literals::{BuiltIn, Value, has_all_parts, number, unescaped};
use crate::model::types::{Body, FieldId, FieldTable, Fields, TypeRef, TypeView, Types};
use crate::yaml::{Kind, Node, Scalar as Written};

use super::check::Checker;
use super::faults::{kind_of, tell_fault, tell_remark, tell_wrong_type};
use super::judge::Judge;
use super::literal;
use super::typing::{computed_key, loose, malformed};
use super::value_type::ValueType;
use super::what::What;

/// Defaults that come to more parts than this are as good as unknown.
const LARGEST_DEFAULT: usize = 10_000;

/// Holds the value at `node` against `expected`. Gives the value where all of it is known and right.
pub(super) fn check_value<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    match node.kind() {
        Kind::Invalid => return None,
        // Most values are plainly literals.
        Kind::Scalar if !node.text().starts_with('$') => {}
        _ if cx.types().expressions.call(node).is_some() => return cx.call(node, expected, what),
        _ if malformed(cx, node) => return None,
        _ => {}
    }
    let value = check_literal(cx, node, expected, what)?;
    cx.meets(node, &value, expected, what).then_some(value)
}

fn check_literal<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    let of = match expected.data_type() {
        None => {
            loose(cx, node, &ValueType::Open);
            return raw(cx.types(), node);
        }
        Some(TypeRef::Unknown) => {
            loose(cx, node, &ValueType::Unknown);
            return None;
        }
        Some(of) => of,
    };
    match cx.types().built_in(of) {
        Some(BuiltIn::List) => check_list(cx, node, expected, what),
        Some(BuiltIn::Map) => check_map(cx, node, expected, what),
        Some(built_in) => check_single(cx, node, built_in, of, expected, what),
        None => {
            let of = cx.types().defined(of)?;
            if of.is_open || matches!(of.body(), Body::Unreadable) {
                loose(cx, node, &ValueType::Unknown);
                return None;
            }
            check_complex(cx, node, of, expected, what)
        }
    }
}

/// A value of a type without parts.
fn check_single<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    built_in: BuiltIn,
    of: TypeRef,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    match literal(cx.types(), node, built_in, of) {
        Ok((value, remark)) => {
            if let Some(remark) = remark {
                tell_remark(cx, node, remark);
            } else if built_in == BuiltIn::Timestamp
                && node.style() == crate::yaml::Style::Plain
                && !node.is_tagged()
            {
                let doubt = ("not quoted", "add quotes");
                let found = codes::invalid_timestamp::doubtful(node.span(), node.text(), doubt);
                let quoted = format!("\"{}\"", node.text());
                cx.report(node, found.fix("add quotes", node.span(), quoted));
            }
            cx.read(node, &value);
            Some(value)
        }
        Err(fault) => {
            tell_fault(cx, node, &fault, expected, what);
            None
        }
    }
}

fn check_list<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    if node.kind() != Kind::Sequence {
        tell_wrong_type(cx, node, expected, what);
        return None;
    }
    let inner = expected.entries(cx.types());
    let mut values = Vec::new();
    let mut known = true;
    for (at, item) in node.items().enumerate() {
        let value = check_entry(cx, item, inner.as_ref(), What::Entry(at, &what));
        known &= value.is_some();
        values.extend(value);
    }
    known.then_some(Value::List(values))
}

fn check_map<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    if node.kind() != Kind::Mapping {
        tell_wrong_type(cx, node, expected, what);
        return None;
    }
    let inner = expected.entries(cx.types());
    let keys = expected.keys(cx.types());
    let mut values = IndexMap::new();
    let mut known = true;
    for (key, item) in node.entries() {
        if key.kind() != Kind::Scalar {
            known = false;
            let string = ValueType::built_in(BuiltIn::String);
            computed_key(cx, key, keys.as_ref().unwrap_or(&string));
            check_entry(cx, item, inner.as_ref(), What::Value("…", &what));
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
            let found = codes::wrong_value_type::new(
                key.span(),
                &What::Key(&what).to_string(),
                "a string",
                describe(key),
                None,
            );
            let text = format!("\"{}\"", key.text());
            let found = found.help(format!("add quotes: `{text}`"));
            cx.report(key, found.fix("add quotes", key.span(), text));
            check_entry(cx, item, inner.as_ref(), What::Value(key.text(), &what));
        }
    }
    known.then_some(Value::Map(values))
}

/// An entry of a collection, which must be `expected` where something says so.
fn check_entry<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    expected: Option<&ValueType<'g>>,
    what: What<'_>,
) -> Option<Value> {
    match expected {
        Some(expected) => check_value(cx, node, expected, what),
        None => check_untyped(cx, node),
    }
}

/// A value of which nothing says what it must be.
fn check_untyped<'g>(cx: &mut impl Judge<'g>, node: Node<'g>) -> Option<Value> {
    loose(cx, node, &ValueType::Open);
    raw(cx.types(), node)
}

/// A value of a complex type: only its properties, with all that are required (9.2-12).
fn check_complex<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    of: TypeView<'g>,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> Option<Value> {
    if node.kind() != Kind::Mapping {
        tell_wrong_type(cx, node, expected, what);
        return None;
    }
    let members = cx.types().members(of, Fields::Properties);
    let mut values = IndexMap::new();
    let mut known = true;
    for (key, item) in node.entries() {
        let Some(name) = key.as_str() else {
            known = false;
            if let Some(function) = cx.types().expressions.call(key).and_then(Expression::name) {
                let found =
                    codes::function_not_allowed::new(key.span(), function.text(), "the name of a property");
                cx.report(key, found);
            } else if !key.is_invalid() {
                let holder = format!("data type {}", quoted(of.name()));
                let instead = Instead::all(members.names());
                let found =
                    codes::unknown_property::new(key.span(), "property", key.written(), &holder, &instead);
                cx.report(key, found.also(of.key().span(), "type defined here"));
            }
            continue;
        };
        let Some(id) = members.get(name) else {
            known = false;
            let instead = Instead::of(name, members.names());
            let holder = format!("data type {}", quoted(of.name()));
            let found = codes::unknown_property::new(key.span(), "property", name, &holder, &instead);
            cx.report(key, found.also(of.key().span(), "type defined here"));
            continue;
        };
        let field = cx.types().field(id);
        if let Some(fixed) = field.effective().value {
            known = false;
            let found = codes::fixed_value_assigned::new(
                item.span(),
                &What::Named("property", name).to_string(),
                fixed.span(),
            );
            cx.report(item, found);
            continue;
        }
        let value = check_value(cx, item, &ValueType::Field(field), What::Value(name, &what));
        known &= value.is_some();
        values.extend(value.map(|value| (name.to_owned(), value)));
    }
    let written = values.len();
    known &= fill_in(cx, node, of, &members, &mut values, what);
    cx.omit(node, values.iter().skip(written));
    known.then_some(Value::Map(values))
}

/// Fills in defaults and fixed values, and reports required properties without any.
fn fill_in<'g>(
    cx: &mut impl Judge<'g>,
    node: Node<'g>,
    of: TypeView<'g>,
    members: &FieldTable<'g>,
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
        let effective = field.effective();
        if let Some(given) = effective.value.or(effective.default.filter(|_| field.is_required())) {
            match default_of(cx, id, given, what) {
                Some(value) => {
                    values.insert(name.to_owned(), value);
                }
                None => known = false,
            }
        } else if field.is_required() && !matches!(field.written(), crate::model::types::Declared::Unreadable)
        {
            known = false;
            if field.has_strangers() {
                continue;
            }
            let kind = field.data_type.and_then(|of| kind_of(cx.types(), of));
            missing.push(Missing::new(name, kind, field.key().span()));
        }
    }
    if !missing.is_empty() && has_all_parts(node) {
        let found = codes::missing_property::new(
            node.span(),
            &what.to_string(),
            &format!("data type {}", quoted(of.name())),
            &missing,
        );
        cx.report(node, found);
    }
    known
}

/// The value that a property has where none is given; none where it is not known, or never ends.
fn default_of<'g>(cx: &impl Judge<'g>, id: FieldId, given: Node<'g>, what: What<'_>) -> Option<Value> {
    let typings = cx.typings();
    typings.default_of(id, || {
        // What is wrong with it is told where it is defined.
        let expected = ValueType::Field(cx.types().field(id));
        let value = Checker::closed(typings).check(given, &expected, what);
        value.filter(|value| value.has_at_most(LARGEST_DEFAULT))
    })
}

/// A value as YAML reads it, where no type says more; none where functions are called.
pub(super) fn raw(types: &Types, node: Node<'_>) -> Option<Value> {
    types.expressions.calls_in(node).next().is_none().then(|| literal_by_yaml(node))?
}

/// A literal as YAML reads it.
fn literal_by_yaml(node: Node<'_>) -> Option<Value> {
    Some(match node.kind() {
        Kind::Invalid => return None,
        Kind::Sequence => Value::List(node.items().map(literal_by_yaml).collect::<Option<_>>()?),
        Kind::Mapping => {
            let mut map = IndexMap::new();
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
