//! Functions on lists and maps (TOSCA 2.0 §10.2.2.3, §10.2.4).

use super::{Arguments, Known, truth};
use crate::literals::{Value, ValueSet, equal};

pub(super) fn call<'g>(function: &str, arguments: &Arguments<'_, 'g>) -> Option<Known<'g>> {
    let result = match (function, &arguments.values[..]) {
        ("has_entry", [holder, entry]) => match entries(holder) {
            Some(values) => truth(has(&values, entry)),
            None => Known::Unknown,
        },
        ("has_key", [Value::Map(map), Value::String(key)]) => truth(map.contains_key(key.as_str())),
        ("has_all_entries" | "has_any_entry", [holder, Value::List(wanted)]) => match entries(holder) {
            Some(values) => {
                let values: ValueSet<'_> = values.into_iter().collect();
                truth(if function == "has_all_entries" {
                    wanted.iter().all(|entry| values.contains(entry))
                } else {
                    wanted.iter().any(|entry| values.contains(entry))
                })
            }
            None => Known::Unknown,
        },
        ("has_all_keys", [Value::Map(map), Value::List(wanted)]) => {
            truth(wanted.iter().all(|key| is_key(map, key)))
        }
        ("has_any_key", [Value::Map(map), Value::List(wanted)]) => {
            truth(wanted.iter().any(|key| is_key(map, key)))
        }
        ("union", lists) => match all_lists(lists) {
            Some(lists) => list(lists.into_iter().flatten()),
            None => Known::Unknown,
        },
        ("intersection", lists) => match all_lists(lists) {
            Some(lists) => match lists.split_first() {
                Some((first, others)) => {
                    let others: Vec<ValueSet<'_>> = others.iter().map(|list| list.iter().collect()).collect();
                    let everywhere = |value: &&Value| others.iter().all(|list| list.contains(value));
                    list(first.iter().filter(everywhere))
                }
                None => Known::Unknown,
            },
            None => Known::Unknown,
        },
        (
            "has_entry" | "has_key" | "has_all_entries" | "has_any_entry" | "has_all_keys" | "has_any_key",
            _,
        ) => Known::Unknown,
        _ => return None,
    };
    Some(result)
}

/// The entries of a list, or the values of a map.
fn entries(holder: &Value) -> Option<Vec<&Value>> {
    match holder {
        Value::List(list) => Some(list.iter().collect()),
        Value::Map(map) => Some(map.values().collect()),
        _ => None,
    }
}

fn has(values: &[&Value], wanted: &Value) -> bool {
    values.iter().any(|value| equal(value, wanted))
}

fn is_key(map: &indexmap::IndexMap<String, Value>, key: &Value) -> bool {
    matches!(key, Value::String(key) if map.contains_key(key.as_str()))
}

fn all_lists(values: &[Value]) -> Option<Vec<&Vec<Value>>> {
    let lists = values.iter().map(|value| match value {
        Value::List(list) => Some(list),
        _ => None,
    });
    lists.collect()
}

/// A list without repetitions, in the order of first appearance.
fn list<'v, 'g>(values: impl Iterator<Item = &'v Value>) -> Known<'g> {
    let mut known = ValueSet::default();
    let kept = values.filter(|value| known.insert(value)).cloned();
    Known::Value(Value::List(kept.collect()))
}
