//! Boolean functions and comparisons (TOSCA 2.0 §10.2.2).

use std::cmp::Ordering;

use regex::{Regex, RegexBuilder};

use super::{Arguments, Evaluator, Failure, Known, truth};
use crate::values::Value;
use crate::values::compare::{equal, order};

/// A compiled pattern takes at most so many bytes.
const LARGEST_PATTERN: usize = 1 << 20;

pub(super) fn call<'g>(
    evaluator: &mut Evaluator<'_, 'g>,
    function: &str,
    arguments: &Arguments<'_, 'g>,
) -> Option<Known<'g>> {
    let result = match (function, &arguments.values[..]) {
        ("not", [Value::Boolean(value)]) => truth(!value),
        ("xor", [Value::Boolean(one), Value::Boolean(other)]) => truth(one != other),
        ("equal", [one, other]) => truth(equal(one, other)),
        ("greater_than", [one, other]) => compared(arguments, one, other, |found| found == Ordering::Greater),
        ("greater_or_equal", [one, other]) => {
            compared(arguments, one, other, |found| found != Ordering::Less)
        }
        ("less_than", [one, other]) => compared(arguments, one, other, |found| found == Ordering::Less),
        ("less_or_equal", [one, other]) => {
            compared(arguments, one, other, |found| found != Ordering::Greater)
        }
        ("valid_values", [value, Value::List(values)]) => {
            truth(values.iter().any(|other| equal(value, other)))
        }
        ("matches", [Value::String(text), Value::String(pattern)]) => {
            matches(evaluator, arguments, text, pattern)
        }
        (
            "not" | "xor" | "equal" | "valid_values" | "matches" | "greater_than" | "greater_or_equal"
            | "less_than" | "less_or_equal",
            _,
        ) => Known::Unknown,
        _ => return None,
    };
    Some(result)
}

fn compared<'g>(
    arguments: &Arguments<'_, 'g>,
    one: &Value,
    other: &Value,
    holds: impl Fn(Ordering) -> bool,
) -> Known<'g> {
    match order(one, other) {
        Some(found) => truth(holds(found)),
        // Versions and `.nan` may have no order; everything else is of different types.
        None => match (one, other) {
            (Value::Version(_), Value::Version(_)) => Known::Unknown,
            (Value::Float(_), Value::Float(_) | Value::Integer(_)) | (Value::Integer(_), Value::Float(_)) => {
                truth(false)
            }
            _ => Known::Failed(arguments.call, Failure::DifferentTypes),
        },
    }
}

/// Whether a part of the text fits the pattern: patterns are not anchored.
fn matches<'g>(
    evaluator: &mut Evaluator<'_, 'g>,
    arguments: &Arguments<'_, 'g>,
    text: &str,
    pattern: &str,
) -> Known<'g> {
    let Some(node) = arguments.nodes.get(1) else { return Known::Unknown };
    let place = (node.tree().file(), node.id());
    if let Some(Some(known)) = evaluator.patterns.get(&place)
        && known.as_str() == pattern
    {
        return truth(known.is_match(text));
    }
    match compile(pattern) {
        Ok(compiled) => {
            let result = truth(compiled.is_match(text));
            evaluator.patterns.insert(place, Some(compiled));
            result
        }
        Err(failure) => Known::Failed(*node, failure),
    }
}

/// A regular expression that is matched in linear time.
pub(in crate::values) fn compile(pattern: &str) -> Result<Regex, Failure> {
    let foreign = ["(?=", "(?!", "(?<=", "(?<!", "(?>"].iter().any(|part| pattern.contains(part))
        || pattern.as_bytes().windows(2).any(|pair| pair[0] == b'\\' && (b'1'..=b'9').contains(&pair[1]));
    let build = |pattern: &str| RegexBuilder::new(pattern).size_limit(LARGEST_PATTERN).build();
    match build(pattern).or_else(|error| build(&plain_brackets(pattern)).map_err(|_| error)) {
        Ok(compiled) => Ok(compiled),
        Err(_) if foreign => Err(Failure::ForeignPattern),
        Err(regex::Error::CompiledTooBig(_)) => Err(Failure::Pattern("it is too large".to_owned())),
        Err(error) => {
            // The last line says what is wrong, the others draw where.
            let text = error.to_string();
            let last = text.lines().last().unwrap_or("").trim_start_matches("error: ").to_owned();
            Err(Failure::Pattern(last))
        }
    }
}

/// A pattern in which an opening bracket inside a class stands for itself, as in most dialects.
fn plain_brackets(pattern: &str) -> String {
    let mut plain = String::with_capacity(pattern.len() + 8);
    let (mut inside, mut first) = (false, false);
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        let was_first = std::mem::take(&mut first);
        match c {
            '\\' => {
                plain.push(c);
                plain.extend(rest.next());
                continue;
            }
            '[' if !inside => (inside, first) = (true, true),
            '[' if rest.peek() != Some(&':') => plain.push('\\'),
            '^' if was_first => first = true,
            ']' if !was_first => inside = false,
            _ => {}
        }
        plain.push(c);
    }
    plain
}
