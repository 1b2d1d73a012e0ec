//! Functions on strings, some of which take lists as well (TOSCA 2.0 §10.2.2.3, §10.2.3).

use rustc_hash::FxHashSet;

use super::{Arguments, Evaluator, Failure, Known, truth};
use crate::literals::{Value, all_equal, equal};

pub(super) fn call<'g>(
    _evaluator: &mut Evaluator<'_, 'g>,
    function: &str,
    arguments: &Arguments<'_, 'g>,
) -> Option<Known<'g>> {
    let result = match (function, &arguments.values[..]) {
        ("has_suffix", [Value::String(text), Value::String(end)]) => truth(text.ends_with(end.as_str())),
        ("has_suffix", [Value::List(list), Value::List(end)]) => {
            truth(list.len() >= end.len() && all_equal(&list[list.len() - end.len()..], end))
        }
        ("has_prefix", [Value::String(text), Value::String(start)]) => {
            truth(text.starts_with(start.as_str()))
        }
        ("has_prefix", [Value::List(list), Value::List(start)]) => {
            truth(list.len() >= start.len() && all_equal(&list[..start.len()], start))
        }
        ("contains", [Value::String(text), Value::String(part)]) => truth(text.contains(part.as_str())),
        ("contains", [Value::List(list), Value::List(part)]) => truth(holds(list, part)),
        ("length", [value]) => match length(value) {
            Some(length) => integer(length),
            None => Known::Unknown,
        },
        ("concat", values) if !values.is_empty() => concat(values),
        ("join", [Value::List(list)]) => join(list, ""),
        ("join", [Value::List(list), Value::String(delimiter)]) => join(list, delimiter),
        ("token", [Value::String(text), Value::String(separators), Value::Integer(index)]) => {
            token(arguments, text, separators, *index)
        }
        ("has_suffix" | "has_prefix" | "contains" | "length" | "concat" | "join" | "token", _) => {
            Known::Unknown
        }
        _ => return None,
    };
    Some(result)
}

/// Whether a list holds the entries of another, one behind the other: each entry is looked at once, whatever
/// repeats (Knuth, Morris and Pratt).
fn holds(list: &[Value], part: &[Value]) -> bool {
    if part.is_empty() {
        return true;
    }
    // So many entries at the start of the part are also those before each place in it.
    let mut again = vec![0; part.len()];
    let mut length = 0;
    for at in 1..part.len() {
        while length > 0 && !equal(&part[at], &part[length]) {
            length = again[length - 1];
        }
        length += usize::from(equal(&part[at], &part[length]));
        again[at] = length;
    }
    let mut length = 0;
    for value in list {
        while length > 0 && !equal(value, &part[length]) {
            length = again[length - 1];
        }
        length += usize::from(equal(value, &part[length]));
        if length == part.len() {
            return true;
        }
    }
    false
}

fn integer<'g>(number: usize) -> Known<'g> {
    i64::try_from(number).map_or(Known::Unknown, |number| Known::Value(Value::Integer(number)))
}

/// Characters of a string, bytes of bytes, entries of collections.
fn length(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.chars().count()),
        Value::Bytes(bytes) => Some(bytes.len()),
        Value::List(list) => Some(list.len()),
        Value::Map(map) => Some(map.len()),
        _ => None,
    }
}

fn concat<'g>(values: &[Value]) -> Known<'g> {
    if matches!(values[0], Value::List(_)) {
        let mut all = Vec::new();
        for value in values {
            let Value::List(list) = value else { return Known::Unknown };
            all.extend(list.iter().cloned());
        }
        return Known::Value(Value::List(all));
    }
    let mut text = String::new();
    for value in values {
        let Value::String(part) = value else { return Known::Unknown };
        text.push_str(part);
    }
    Known::Value(Value::String(text))
}

fn join<'g>(list: &[Value], delimiter: &str) -> Known<'g> {
    let mut parts = Vec::with_capacity(list.len());
    for value in list {
        let Value::String(part) = value else { return Known::Unknown };
        parts.push(part.as_str());
    }
    Known::Value(Value::String(parts.join(delimiter)))
}

/// Every character of `separators` splits, and empty tokens count.
fn token<'g>(arguments: &Arguments<'_, 'g>, text: &str, separators: &str, index: i64) -> Known<'g> {
    let separators: FxHashSet<char> = separators.chars().collect();
    let mut tokens = text.split(|c| separators.contains(&c));
    match usize::try_from(index).ok().and_then(|index| tokens.nth(index)) {
        Some(token) => Known::Value(Value::String(token.to_owned())),
        None => Known::Failed(arguments.nodes[2], Failure::Missing(format!("token {index}"))),
    }
}
