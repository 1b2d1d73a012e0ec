//! An effective definition as JSON.

use serde_json::{Map, Value, json};

use crate::load::FileGraph;
use crate::model::types::{TypeView, Types};
use crate::yaml::{Kind, Scalar, YamlNode};

use super::effective::{EffectiveEntry, Shown};
use super::words::in_words;

/// Returns the type, its ancestors, its effective definition, and its origins.
///
/// `origins` mirrors `definition`: the locations of an entry are under `""`, those of its parts under their
/// names.
#[must_use]
pub fn json<'g>(types: &'g Types, ty: TypeView<'g>) -> Value {
    let graph = &types.graph;
    let shown = in_words(types, ty).entry;
    let ancestors: Vec<Value> = types
        .lineage(ty)
        .skip(1)
        .map(|ancestor| json!({ "name": ancestor.name(), "place": location(graph, ancestor.key()) }))
        .collect();
    json!({
        "kind": ty.kind.name(),
        "name": ty.name(),
        "place": location(graph, ty.key()),
        "ancestors": ancestors,
        "definition": definition(&shown.value),
        "origins": origins(graph, &shown),
    })
}

fn location(graph: &FileGraph, node: YamlNode<'_>) -> Value {
    let span = node.span();
    let source = graph.file(span.file).source();
    let position = source.position(span.start);
    json!({ "file": source.path.as_str(), "line": position.line, "column": position.column })
}

fn definition(shown: &Shown<'_>) -> Value {
    match shown {
        Shown::Value(node) => value(*node),
        Shown::All(clauses) => json!({ "$and": clauses.iter().map(|node| value(*node)).collect::<Vec<_>>() }),
        Shown::List(items) => items.iter().map(|(item, _)| value(*item)).collect(),
        Shown::Map(entries) => Value::Object(
            entries.iter().map(|entry| (entry.key.to_owned(), definition(&entry.value))).collect(),
        ),
        Shown::Named(entries) => {
            Value::Array(entries.iter().map(|entry| json!({ entry.key: definition(&entry.value) })).collect())
        }
    }
}

fn origins(graph: &FileGraph, entry: &EffectiveEntry<'_>) -> Value {
    let mut map = Map::new();
    if !entry.origins.is_empty() {
        map.insert(String::new(), entry.origins.iter().map(|node| location(graph, *node)).collect());
    }
    if let Shown::List(items) = &entry.value {
        map.insert(String::new(), items.iter().map(|(_, origin)| location(graph, *origin)).collect());
    }
    if let Shown::Map(entries) | Shown::Named(entries) = &entry.value {
        for inner in entries {
            map.insert(inner.key.to_owned(), origins(graph, inner));
        }
    }
    Value::Object(map)
}

/// Returns a YAML value as JSON; numbers that JSON cannot represent become strings.
fn value(node: YamlNode<'_>) -> Value {
    match node.kind() {
        Kind::Mapping => {
            let entries = node.entries().map(|(key, inner)| (name(key), value(inner)));
            Value::Object(entries.collect())
        }
        Kind::Sequence => Value::Array(node.items().map(value).collect()),
        Kind::Invalid => Value::Null,
        Kind::Scalar => match node.scalar() {
            Some(Scalar::Null) | None => Value::Null,
            Some(Scalar::Bool(boolean)) => Value::Bool(boolean),
            Some(Scalar::Integer(text)) => match text.parse::<i64>() {
                Ok(number) => json!(number),
                Err(_) => Value::String(text.to_owned()),
            },
            Some(Scalar::Float(text)) => match text.parse::<f64>() {
                Ok(number) if number.is_finite() => json!(number),
                _ => Value::String(text.to_owned()),
            },
            Some(Scalar::String(text)) => Value::String(text.to_owned()),
        },
    }
}

/// Returns a key as a JSON name; a complex key as it is written.
fn name(key: YamlNode<'_>) -> String {
    if key.kind() == Kind::Scalar { key.text().to_owned() } else { key.written().to_owned() }
}
