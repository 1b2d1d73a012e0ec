//! Functions on lists and maps (TOSCA 2.0 §10.2.2.3, §10.2.4).

use crate::base::IndexMap;
use crate::literals::{Value, ValueSet, equal};

use super::{Computed, NoValue, ResultLimits};

pub(super) fn has_entry(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [collection, entry] = arguments else { return Err(NoValue::Unknown) };
    Ok(Value::Boolean(entries(collection)?.into_iter().any(|value| equal(value, entry))))
}

pub(super) fn has_all_entries(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [collection, Value::List(expected)] = arguments else { return Err(NoValue::Unknown) };
    let entries: ValueSet<'_> = entries(collection)?.into_iter().collect();
    Ok(Value::Boolean(expected.iter().all(|entry| entries.contains(entry))))
}

pub(super) fn has_any_entry(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [collection, Value::List(expected)] = arguments else { return Err(NoValue::Unknown) };
    let entries: ValueSet<'_> = entries(collection)?.into_iter().collect();
    Ok(Value::Boolean(expected.iter().any(|entry| entries.contains(entry))))
}

pub(super) fn has_key(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [Value::Map(map), key @ Value::String(_)] = arguments else { return Err(NoValue::Unknown) };
    Ok(Value::Boolean(is_key(map, key)))
}

pub(super) fn has_all_keys(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [Value::Map(map), Value::List(expected)] = arguments else { return Err(NoValue::Unknown) };
    Ok(Value::Boolean(expected.iter().all(|key| is_key(map, key))))
}

pub(super) fn has_any_key(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [Value::Map(map), Value::List(expected)] = arguments else { return Err(NoValue::Unknown) };
    Ok(Value::Boolean(expected.iter().any(|key| is_key(map, key))))
}

pub(super) fn union(arguments: &[Value], _: &ResultLimits) -> Computed {
    Ok(without_repetitions(lists(arguments)?.into_iter().flatten()))
}

pub(super) fn intersection(arguments: &[Value], _: &ResultLimits) -> Computed {
    let lists = lists(arguments)?;
    let (first, others) = lists.split_first().ok_or(NoValue::Unknown)?;
    let other_sets: Vec<ValueSet<'_>> = others.iter().map(|list| list.iter().collect()).collect();
    let is_everywhere = |value: &&Value| other_sets.iter().all(|set| set.contains(value));
    Ok(without_repetitions(first.iter().filter(is_everywhere)))
}

/// The entries of a list, or the values of a map.
fn entries(collection: &Value) -> Result<Vec<&Value>, NoValue> {
    match collection {
        Value::List(list) => Ok(list.iter().collect()),
        Value::Map(map) => Ok(map.values().collect()),
        _ => Err(NoValue::Unknown),
    }
}

fn is_key(map: &IndexMap<String, Value>, key: &Value) -> bool {
    matches!(key, Value::String(key) if map.contains_key(key.as_str()))
}

fn lists(values: &[Value]) -> Result<Vec<&Vec<Value>>, NoValue> {
    let lists = values.iter().map(|value| match value {
        Value::List(list) => Ok(list),
        _ => Err(NoValue::Unknown),
    });
    lists.collect()
}

/// A list of different values, in the order of first appearance.
fn without_repetitions<'v>(values: impl Iterator<Item = &'v Value>) -> Value {
    let mut seen = ValueSet::default();
    Value::List(values.filter(|value| seen.insert(value)).cloned().collect())
}
