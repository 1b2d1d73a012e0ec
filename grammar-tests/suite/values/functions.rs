//! The functions of §10.2.2 to §10.2.5 on known values, as the standard describes them.

use std::cmp::Ordering;

use super::project::{Scalar, UNIT, Value};

/// Returns the result of a function, or why it has none.
pub(crate) fn call(name: &str, arguments: &[Value]) -> Result<Value, String> {
    let boolean = |value: bool| Ok(Value::Boolean(value));
    match (name, arguments) {
        ("and", all) => boolean(all.iter().all(is_true)),
        ("or", all) => boolean(all.iter().any(is_true)),
        ("not", [one]) => boolean(!is_true(one)),
        ("xor", [one, other]) => boolean(is_true(one) != is_true(other)),
        ("equal", [one, other]) => boolean(equal(one, other)),
        ("greater_than", [one, other]) => boolean(order(one, other)? == Ordering::Greater),
        ("greater_or_equal", [one, other]) => boolean(order(one, other)? != Ordering::Less),
        ("less_than", [one, other]) => boolean(order(one, other)? == Ordering::Less),
        ("less_or_equal", [one, other]) => boolean(order(one, other)? != Ordering::Greater),
        ("valid_values", [one, Value::List(all)]) => boolean(has(all, one)),
        ("matches", [Value::String(text), Value::String(pattern)]) => boolean(matches(text, pattern)?),
        ("has_suffix", [Value::String(one), Value::String(other)]) => boolean(one.ends_with(other.as_str())),
        ("has_prefix", [Value::String(one), Value::String(other)]) => {
            boolean(one.starts_with(other.as_str()))
        }
        ("contains", [Value::String(one), Value::String(other)]) => boolean(one.contains(other.as_str())),
        ("has_suffix", [Value::List(one), Value::List(other)]) => {
            boolean(one.len() >= other.len() && alike(&one[one.len() - other.len()..], other))
        }
        ("has_prefix", [Value::List(one), Value::List(other)]) => {
            boolean(one.len() >= other.len() && alike(&one[..other.len()], other))
        }
        ("contains", [Value::List(one), Value::List(other)]) => {
            boolean(other.is_empty() || one.windows(other.len()).any(|part| alike(part, other)))
        }
        ("has_entry", [all, one]) => boolean(has(&entries(all)?, one)),
        ("has_all_entries", [all, Value::List(some)]) => {
            let all = entries(all)?;
            boolean(some.iter().all(|one| has(&all, one)))
        }
        ("has_any_entry", [all, Value::List(some)]) => {
            let all = entries(all)?;
            boolean(some.iter().any(|one| has(&all, one)))
        }
        ("has_key", [Value::Map(all), one]) => boolean(has(&keys(all), one)),
        ("has_all_keys", [Value::Map(all), Value::List(some)]) => {
            boolean(some.iter().all(|one| has(&keys(all), one)))
        }
        ("has_any_key", [Value::Map(all), Value::List(some)]) => {
            boolean(some.iter().any(|one| has(&keys(all), one)))
        }
        ("length", [one]) => length(one),
        ("concat", all) => concat(all),
        ("join", [Value::List(texts)]) => Ok(Value::String(strings(texts)?.concat())),
        ("join", [Value::List(texts), Value::String(between)]) => {
            Ok(Value::String(strings(texts)?.join(between)))
        }
        ("token", [Value::String(text), Value::String(separators), Value::Integer(index)]) => {
            let mut tokens = text.split(|letter| separators.contains(letter));
            let token = usize::try_from(*index).ok().and_then(|index| tokens.nth(index));
            token.map(|token| Value::String(token.to_owned())).ok_or_else(|| "no such token".to_owned())
        }
        ("union", all) => Ok(Value::List(distinct(lists(all)?.concat()))),
        ("intersection", all) => {
            let lists = lists(all)?;
            let in_all = |one: &Value| lists.iter().all(|list| has(list, one));
            Ok(Value::List(distinct(lists[0].iter().filter(|one| in_all(one)).cloned().collect())))
        }
        ("sum" | "difference" | "product" | "quotient" | "remainder", all) => arithmetic(name, all),
        // Equal distances are rounded down.
        ("round", [Value::Float(number)]) => whole((number - 0.5).ceil()),
        ("floor", [Value::Float(number)]) => whole(number.floor()),
        ("ceil", [Value::Float(number)]) => whole(number.ceil()),
        _ => Err(format!("${name} does not take {arguments:?}")),
    }
}

fn is_true(value: &Value) -> bool {
    *value == Value::Boolean(true)
}

/// Whether two values are equal; the order of map entries is irrelevant.
pub(crate) fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::List(one), Value::List(other)) => alike(one, other),
        (Value::Map(one), Value::Map(other)) => {
            let same = |(key, value): &(String, Value)| {
                other.iter().any(|(name, other)| name == key && equal(value, other))
            };
            one.len() == other.len() && one.iter().all(same)
        }
        (one, other) => one == other,
    }
}

fn alike(one: &[Value], other: &[Value]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
}

fn has(all: &[Value], one: &Value) -> bool {
    all.iter().any(|other| equal(one, other))
}

fn order(one: &Value, other: &Value) -> Result<Ordering, String> {
    let order = match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => Some(one.cmp(other)),
        (Value::Float(one), Value::Float(other)) => one.partial_cmp(other),
        (Value::String(one), Value::String(other)) => Some(one.chars().cmp(other.chars())),
        // All are in one time zone and of one length.
        (Value::Timestamp(one), Value::Timestamp(other)) => Some(one.cmp(other)),
        (Value::Version(one), Value::Version(other)) => Some(numbers(one).cmp(&numbers(other))),
        (Value::Scalar(kind, one), Value::Scalar(of, other)) if kind == of => Some(one.cmp(other)),
        _ => None,
    };
    order.ok_or_else(|| format!("{one:?} and {other:?} have no order"))
}

/// The numbers of a version without a qualifier; a missing fix number is 0.
fn numbers(version: &str) -> [u32; 3] {
    let mut numbers = [0; 3];
    for (number, text) in numbers.iter_mut().zip(version.split('.')) {
        *number = text.parse().unwrap_or_default();
    }
    numbers
}

/// A regular expression, and whether a string matches it.
type Pattern = (&'static str, fn(&str) -> bool);

/// The patterns of all projects.
pub(crate) const PATTERNS: &[Pattern] = &[
    ("^[a-z]+$", |text| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_lowercase())),
    ("b", |text| text.contains('b')),
    ("^a", |text| text.starts_with('a')),
    ("^.{0,6}$", |text| text.chars().count() <= 6),
];

fn matches(text: &str, pattern: &str) -> Result<bool, String> {
    let known = PATTERNS.iter().find(|(other, _)| *other == pattern);
    known.map(|(_, fits)| fits(text)).ok_or_else(|| format!("{pattern} is not a known pattern"))
}

/// The values of a list or a map.
fn entries(value: &Value) -> Result<Vec<Value>, String> {
    match value {
        Value::List(all) => Ok(all.clone()),
        Value::Map(all) => Ok(all.iter().map(|(_, value)| value.clone()).collect()),
        _ => Err(format!("{value:?} has no entries")),
    }
}

fn keys(all: &[(String, Value)]) -> Vec<Value> {
    all.iter().map(|(key, _)| Value::String(key.clone())).collect()
}

fn strings<'v>(all: &'v [Value]) -> Result<Vec<&'v str>, String> {
    let text = |value: &'v Value| match value {
        Value::String(text) => Ok(text.as_str()),
        other => Err(format!("{other:?} is not a string")),
    };
    all.iter().map(text).collect()
}

fn lists(all: &[Value]) -> Result<Vec<Vec<Value>>, String> {
    let list = |value: &Value| match value {
        Value::List(list) => Ok(list.clone()),
        other => Err(format!("{other:?} is not a list")),
    };
    all.iter().map(list).collect()
}

fn distinct(all: Vec<Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for one in all {
        if !has(&kept, &one) {
            kept.push(one);
        }
    }
    kept
}

fn length(value: &Value) -> Result<Value, String> {
    let length = match value {
        Value::String(text) => text.chars().count(),
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        _ => return Err(format!("{value:?} has no length")),
    };
    i64::try_from(length).map(Value::Integer).map_err(|error| error.to_string())
}

fn concat(all: &[Value]) -> Result<Value, String> {
    match all.first() {
        Some(Value::List(_)) => Ok(Value::List(lists(all)?.concat())),
        _ => Ok(Value::String(strings(all)?.concat())),
    }
}

fn whole(number: f64) -> Result<Value, String> {
    let is_small = number.abs() < 9e15;
    #[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
    if is_small { Ok(Value::Integer(number as i64)) } else { Err(format!("{number} is too large")) }
}

#[expect(clippy::cast_precision_loss, reason = "the numbers of projects are small")]
fn float(value: &Value) -> Result<f64, String> {
    match value {
        Value::Integer(number) => Ok(*number as f64),
        Value::Float(number) => Ok(*number),
        _ => Err(format!("{value:?} is not a number")),
    }
}

fn arithmetic(name: &str, all: &[Value]) -> Result<Value, String> {
    let outside = || "the result does not fit in 64 bits".to_owned();
    if let [Value::Scalar(..), ..] = all {
        return scalar(name, all);
    }
    let integers: Option<Vec<i64>> = all
        .iter()
        .map(|value| if let Value::Integer(number) = value { Some(*number) } else { None })
        .collect();
    match (name, integers.as_deref()) {
        ("sum", Some(all)) => {
            let sum: i128 = all.iter().map(|number| i128::from(*number)).sum();
            i64::try_from(sum).map(Value::Integer).map_err(|_| outside())
        }
        ("difference", Some([one, other])) => one.checked_sub(*other).map(Value::Integer).ok_or_else(outside),
        ("product", Some(all)) => {
            let product = all.iter().try_fold(1_i64, |product, number| product.checked_mul(*number));
            product.map(Value::Integer).ok_or_else(outside)
        }
        // The sign is that of the first operand.
        ("remainder", Some([one, other])) => {
            one.checked_rem(*other).map(Value::Integer).ok_or_else(|| "division by zero".to_owned())
        }
        _ => {
            let numbers: Vec<f64> = all.iter().map(float).collect::<Result<_, _>>()?;
            match (name, numbers.as_slice()) {
                ("sum", [first, rest @ ..]) => {
                    Ok(Value::Float(rest.iter().fold(*first, |sum, one| sum + one)))
                }
                ("difference", [one, other]) => Ok(Value::Float(one - other)),
                ("product", all) => Ok(Value::Float(all.iter().product())),
                ("quotient", [one, other]) if *other != 0.0 => Ok(Value::Float(one / other)),
                _ => Err(format!("no ${name} of {all:?}")),
            }
        }
    }
}

/// Computes scalars, exactly; a part of a byte is cut off.
fn scalar(name: &str, all: &[Value]) -> Result<Value, String> {
    let Value::Scalar(kind, first) = all[0] else { return Err("no scalar".to_owned()) };
    let amounts = all[1..].iter().map(|value| match value {
        Value::Scalar(of, amount) if *of == kind => Ok(*amount),
        other => Err(format!("{other:?} is not a {}", kind.name())),
    });
    // A number in eighths.
    let number = |value: &Value| {
        let eighths = float(value)? * 8.0;
        let is_exact = eighths.fract() == 0.0 && eighths.abs() < 1e9;
        #[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
        if is_exact { Ok(eighths as i128) } else { Err("the number is not exact".to_owned()) }
    };
    let divided = |amount: i128, by: i128| match amount.checked_rem(by) {
        Some(0) => Ok(amount / by),
        Some(_) => Err("the amount is not exact".to_owned()),
        None => Err("division by zero".to_owned()),
    };
    let amount = match name {
        "sum" => first + amounts.sum::<Result<i128, String>>()?,
        "difference" => first - amounts.sum::<Result<i128, String>>()?,
        "product" => divided(first * number(&all[1])?, 8)?,
        "quotient" => divided(first * 8, number(&all[1])?)?,
        "remainder" => match &all[1] {
            Value::Integer(by) if *by != 0 => first % (i128::from(*by) * UNIT),
            other => return Err(format!("no remainder for {other:?}")),
        },
        _ => return Err(format!("no ${name} of scalars")),
    };
    let amount = if kind == Scalar::Size { amount / UNIT * UNIT } else { amount };
    if amount.abs() > 1_000_000_000 * UNIT {
        Err("too large".to_owned())
    } else {
        Ok(Value::Scalar(kind, amount))
    }
}
