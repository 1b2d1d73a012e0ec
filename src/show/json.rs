//! An effective definition as JSON.

use serde_json::{Map, Value, json};

use crate::load::FileGraph;
use crate::model::types::{TypeView, Types};
use crate::yaml::{Kind, Node, Scalar};

use super::effective::{Entry, Shown, effective};

/// The type, its ancestors, its effective definition, and where each part comes from: `origins` mirrors
/// `definition`, with the places under `""` and those of the parts under their names.
#[must_use]
pub fn json<'g>(types: &'g Types, of: TypeView<'g>) -> Value {
    let graph = &types.graph;
    let shown = effective(types, of);
    let ancestors: Vec<Value> = types
        .lineage(of)
        .skip(1)
        .map(|ancestor| json!({ "name": ancestor.name(), "place": place(graph, ancestor.key()) }))
        .collect();
    json!({
        "kind": of.kind.name(),
        "name": of.name(),
        "place": place(graph, of.key()),
        "ancestors": ancestors,
        "definition": definition(&shown.value),
        "origins": origins(graph, &shown),
    })
}

fn place(graph: &FileGraph, node: Node<'_>) -> Value {
    let span = node.span();
    let source = graph.file(span.file).source();
    let position = source.position(span.start);
    json!({ "file": source.path.as_str(), "line": position.line, "column": position.column })
}

fn definition(shown: &Shown<'_>) -> Value {
    match shown {
        Shown::Value(node) => value(*node),
        Shown::All(clauses) => json!({ "$and": clauses.iter().map(|node| value(*node)).collect::<Vec<_>>() }),
        Shown::Map(entries) => Value::Object(
            entries.iter().map(|entry| (entry.key.to_owned(), definition(&entry.value))).collect(),
        ),
        Shown::Named(entries) => {
            Value::Array(entries.iter().map(|entry| json!({ entry.key: definition(&entry.value) })).collect())
        }
    }
}

fn origins(graph: &FileGraph, entry: &Entry<'_>) -> Value {
    let mut map = Map::new();
    if !entry.origins.is_empty() {
        map.insert(String::new(), entry.origins.iter().map(|node| place(graph, *node)).collect());
    }
    if let Shown::Map(entries) | Shown::Named(entries) = &entry.value {
        for inner in entries {
            map.insert(inner.key.to_owned(), origins(graph, inner));
        }
    }
    Value::Object(map)
}

/// A YAML value as JSON; numbers that JSON cannot hold become strings.
fn value(node: Node<'_>) -> Value {
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

/// A key as a name: a complex one as it is written.
fn name(key: Node<'_>) -> String {
    if key.kind() == Kind::Scalar { key.text().to_owned() } else { key.written().to_owned() }
}
