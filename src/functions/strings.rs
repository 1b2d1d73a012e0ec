//! Functions on strings, some of which take lists as well (TOSCA 2.0 §10.2.2.3, §10.2.3).

use rustc_hash::FxHashSet;

use crate::literals::{Value, all_equal, equal};

use super::{Computed, Failure, NoValue, ResultLimits};

pub(super) fn has_suffix(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [Value::String(text), Value::String(suffix)] => Ok(Value::Boolean(text.ends_with(suffix.as_str()))),
        [Value::List(list), Value::List(suffix)] => {
            let start = list.len().checked_sub(suffix.len());
            let end = start.and_then(|start| list.get(start..));
            Ok(Value::Boolean(end.is_some_and(|end| all_equal(end, suffix))))
        }
        _ => Err(NoValue::Unknown),
    }
}

pub(super) fn has_prefix(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [Value::String(text), Value::String(prefix)] => Ok(Value::Boolean(text.starts_with(prefix.as_str()))),
        [Value::List(list), Value::List(prefix)] => {
            let start = list.get(..prefix.len());
            Ok(Value::Boolean(start.is_some_and(|start| all_equal(start, prefix))))
        }
        _ => Err(NoValue::Unknown),
    }
}

pub(super) fn contains(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [Value::String(text), Value::String(part)] => Ok(Value::Boolean(text.contains(part.as_str()))),
        [Value::List(list), Value::List(part)] => Ok(Value::Boolean(has_sublist(list, part))),
        _ => Err(NoValue::Unknown),
    }
}

/// The number of characters of a string, of bytes, or of entries.
pub(super) fn length(arguments: &[Value], _: &ResultLimits) -> Computed {
    let length = match arguments {
        [Value::String(text)] => text.chars().count(),
        [Value::Bytes(bytes)] => bytes.len(),
        [Value::List(list)] => list.len(),
        [Value::Map(map)] => map.len(),
        _ => return Err(NoValue::Unknown),
    };
    i64::try_from(length).map(Value::Integer).map_err(|_| NoValue::Unknown)
}

pub(super) fn concat(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [] => Err(NoValue::Unknown),
        [Value::List(_), ..] => {
            let mut entries = Vec::new();
            for argument in arguments {
                let Value::List(list) = argument else { return Err(NoValue::Unknown) };
                entries.extend(list.iter().cloned());
            }
            Ok(Value::List(entries))
        }
        strings => joined(strings, ""),
    }
}

pub(super) fn join(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [Value::List(list)] => joined(list, ""),
        [Value::List(list), Value::String(delimiter)] => joined(list, delimiter),
        _ => Err(NoValue::Unknown),
    }
}

/// Returns a token; every character of the second argument separates tokens, and empty tokens count.
pub(super) fn token(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [Value::String(text), Value::String(separators), Value::Integer(index)] = arguments else {
        return Err(NoValue::Unknown);
    };
    let separators: FxHashSet<char> = separators.chars().collect();
    let mut tokens = text.split(|c| separators.contains(&c));
    let token = usize::try_from(*index).ok().and_then(|index| tokens.nth(index));
    let missing = || Failure::Missing(format!("token {index}")).in_argument(2);
    token.map(|token| Value::String(token.to_owned())).ok_or_else(missing)
}

fn joined(strings: &[Value], delimiter: &str) -> Computed {
    let mut parts = Vec::with_capacity(strings.len());
    for value in strings {
        let Value::String(part) = value else { return Err(NoValue::Unknown) };
        parts.push(part.as_str());
    }
    Ok(Value::String(parts.join(delimiter)))
}

/// Whether a list contains the entries of `part` in sequence. Takes linear time whatever repeats (the
/// algorithm of Knuth, Morris and Pratt).
fn has_sublist(list: &[Value], part: &[Value]) -> bool {
    let search = ListSearch::new(part);
    let mut matched = 0;
    for value in list {
        if matched == part.len() {
            break;
        }
        matched = search.advance(matched, value);
    }
    matched == part.len()
}

/// A search for the values of `part` in sequence.
struct ListSearch<'v> {
    part: &'v [Value],
    /// By number of matched values: the number that still match if the next value does not.
    fallbacks: Vec<usize>,
}

impl<'v> ListSearch<'v> {
    fn new(part: &'v [Value]) -> Self {
        let mut search = Self { part, fallbacks: vec![0, 0] };
        let mut matched = 0;
        for value in part.iter().skip(1) {
            matched = search.advance(matched, value);
            search.fallbacks.push(matched);
        }
        search
    }

    /// The number of values that match after `value`, if `matched` did before it.
    fn advance(&self, mut matched: usize, value: &Value) -> usize {
        loop {
            if self.part.get(matched).is_some_and(|expected| equal(expected, value)) {
                return matched + 1;
            }
            if matched == 0 {
                return 0;
            }
            matched = self.fallbacks.get(matched).copied().unwrap_or(0);
        }
    }
}
