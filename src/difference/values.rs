//! Prints values of a model.

use serde_json::{Map, Value};

use crate::yaml::plain;

/// Keys of a model that are not compared: origins, and what is derived from other keys.
pub(super) const DERIVED: &[&str] = &[
    "source",
    "id",
    "original",
    "ancestors",
    "candidates",
    "candidate_set",
    "candidate_sets",
    "nodes",
    "optional",
    "fixed",
    "substitutes",
    "interface",
    "operation",
    "declared_type",
    "resolved",
    "result_type",
    "format_version",
];

/// Whether an object of the model is a value or a call.
pub(super) fn is_expression(map: &Map<String, Value>) -> bool {
    let Some(Value::String(kind)) = map.get("type") else { return false };
    match kind.as_str() {
        "nil" | "unset" => {
            map.keys().all(|key| matches!(key.as_str(), "type" | "declared_type" | "source" | "fixed"))
        }
        "boolean" | "integer" | "float" | "string" | "bytes" | "timestamp" | "version" | "scalar"
        | "unknown" => map.get("value").is_some_and(|value| !value.is_object()),
        "list" => map.contains_key("items"),
        "map" => map.contains_key("entries"),
        "call" => map.contains_key("function") && map.contains_key("arguments"),
        _ => false,
    }
}

/// Whether a part of the model is an attribute without a value.
pub(super) fn is_unset(value: &Value) -> bool {
    value["type"] == "unset"
}

/// Returns the entries of `value` if it is a map without computed keys.
pub(super) fn entries(value: &Value) -> Option<&Map<String, Value>> {
    let map = value.as_object().filter(|map| is_expression(map))?;
    if map["type"] != "map" || map.contains_key("computed") {
        return None;
    }
    map["entries"].as_object()
}

/// Returns a part of a model on one line, as TOSCA.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => plain(text),
        Value::Array(items) => list(items.iter().map(text)),
        Value::Object(map) if is_expression(map) => expression(map),
        Value::Object(map) => special(map),
    }
}

/// Returns a value as the author wrote it, if that is known. A call with a known value is printed as that
/// value.
pub(super) fn as_written(value: &Value) -> String {
    let is_call = |written: &str| {
        let start = written.trim_start_matches(['{', ' ']);
        start.starts_with('$') && !start.starts_with("$$")
    };
    let written = value["source"]["text"].as_str();
    let written = written.filter(|written| value["type"] == "call" || !is_call(written));
    written.map_or_else(|| text(value), str::to_owned)
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "[]".to_owned() } else { format!("[ {} ]", items.join(", ")) }
}

fn map(entries: impl Iterator<Item = (String, String)>) -> String {
    let entries: Vec<String> = entries.map(|(key, value)| format!("{key}: {value}")).collect();
    if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
}

fn expression(fields: &Map<String, Value>) -> String {
    let items = |key: &str| fields.get(key).and_then(Value::as_array).into_iter().flatten();
    match (fields["type"].as_str().unwrap_or_default(), fields.get("value")) {
        ("nil", _) => "null".to_owned(),
        ("string", Some(Value::String(text))) => plain(text),
        (_, Some(Value::String(text))) => text.clone(),
        ("list", _) => list(items("items").map(text)),
        ("map", _) => {
            let named = fields["entries"].as_object().into_iter().flatten();
            let named = named.map(|(key, value)| (plain(key), text(value)));
            map(named.chain(items("computed").map(|entry| (text(&entry["key"]), text(&entry["value"])))))
        }
        ("call", _) => {
            let function = fields["function"].as_str().unwrap_or_default();
            match fields["arguments"].as_array().filter(|arguments| !arguments.is_empty()) {
                None => format!("${function}"),
                Some(_) => format!("{{ ${function}: {} }}", list(items("arguments").map(text))),
            }
        }
        (_, Some(value)) => value.to_string(),
        _ => String::new(),
    }
}

/// Prints targets, implementations, activities, and other parts with a special notation.
fn special(fields: &Map<String, Value>) -> String {
    let mut shown = fields.iter().filter(|(key, _)| !DERIVED.contains(&key.as_str()));
    if let (Some((key, value)), None) = (shown.next(), shown.next()) {
        match key.as_str() {
            "template" | "indexed" | "name" | "file" | "primary" => return text(value),
            "type" => return format!("any {}", text(value)),
            "artifact" => return format!("artifact {}", text(value)),
            _ => {}
        }
    }
    if let (Some(kind), Some(name)) = (fields.get("kind"), fields.get("name")) {
        let details = map(fields
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "kind" | "name") && !DERIVED.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), text(value))));
        let details = if details == "{}" { String::new() } else { format!(" {details}") };
        return format!("{} {}{details}", kind.as_str().unwrap_or_default(), text(name));
    }
    let shown = fields.iter().filter(|(key, _)| !DERIVED.contains(&key.as_str()));
    map(shown.map(|(key, value)| (plain(key), text(value))))
}
