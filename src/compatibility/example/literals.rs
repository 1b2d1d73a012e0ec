//! Literals of data types: typical ones, and those at the limits that both versions of a profile name.

use std::collections::BTreeSet;

use crate::literals::{BuiltIn, number};
use crate::model::Truth;
use crate::model::types::{FieldView, Fields, Schema, TypeRef, Types};
use crate::yaml::{Scalar, YamlNode, resolve_plain};

/// The maximum number of literals of a type.
const MAX_LITERALS: usize = 14;

/// The maximum depth of lists, maps and complex values.
const MAX_DEPTH: usize = 4;

/// The literals in validation clauses, defaults and fixed values.
#[derive(Debug, Default)]
pub(super) struct Literals {
    integers: BTreeSet<i64>,
    texts: BTreeSet<String>,
}

impl Literals {
    pub(super) fn new(versions: [&Types; 2]) -> Self {
        let mut literals = Self::default();
        for types in versions {
            for file in types.graph.files.iter().filter(|file| file.is_requested) {
                if let Some(root) = file.tree().root() {
                    literals.collect(root);
                }
            }
        }
        literals
    }

    fn collect(&mut self, root: YamlNode<'_>) {
        let mut pending = vec![(root, false)];
        while let Some((node, is_value)) = pending.pop() {
            pending.extend(node.entries().map(|(key, value)| {
                let starts = matches!(key.text(), "validation" | "default" | "value" | "valid_values");
                (value, is_value || starts)
            }));
            pending.extend(node.items().map(|item| (item, is_value)));
            if !is_value {
                continue;
            }
            match node.scalar() {
                Some(Scalar::Integer(text)) => {
                    if let Some(limit) = number::integer(text) {
                        self.integers.extend([limit.saturating_sub(1), limit, limit.saturating_add(1)]);
                    }
                }
                Some(Scalar::String(text)) if !text.starts_with('$') => {
                    self.texts.insert(text.into());
                }
                _ => {}
            }
        }
    }

    /// Returns literals for a property, attribute or input.
    pub(super) fn of_field<'g>(&self, types: &'g Types, field: FieldView<'g>) -> Vec<String> {
        let entries = field.effective().entry_schema;
        field
            .data_type
            .map_or_else(|| vec!["1".to_owned()], |data_type| self.of_type(types, data_type, entries, 0))
    }

    /// Returns literals for a schema.
    pub(super) fn of_schema<'g>(&self, types: &'g Types, schema: Schema<'g>, depth: usize) -> Vec<String> {
        match schema.type_ref(types) {
            Some(data_type) => self.of_type(types, data_type, schema.entry_schema(), depth),
            None => vec!["1".to_owned()],
        }
    }

    /// Returns literals for a data type.
    pub(super) fn of_type<'g>(
        &self,
        types: &'g Types,
        data_type: TypeRef,
        entries: Option<Schema<'g>>,
        depth: usize,
    ) -> Vec<String> {
        let mut literals: Vec<String> = match types.built_in(data_type) {
            Some(BuiltIn::Boolean) => vec!["true".to_owned(), "false".to_owned()],
            Some(BuiltIn::Integer) => {
                let near = self.integers.iter().map(i64::to_string);
                ["1", "0", "-1", "7", "100000"].into_iter().map(str::to_owned).chain(near).collect()
            }
            Some(BuiltIn::Float) => {
                let near = self.integers.iter().map(|limit| format!("{limit}.0"));
                ["1.5", "0.0", "-1.5"].into_iter().map(str::to_owned).chain(near).collect()
            }
            Some(BuiltIn::String) => {
                let near = self.texts.iter().map(|text| quoted(text));
                let words = ["a", "abcdefghijklmnopqrst", ""].into_iter().map(quoted);
                words.chain(near).collect()
            }
            Some(BuiltIn::Timestamp) => vec!["\"2026-01-31T12:00:00Z\"".to_owned()],
            Some(BuiltIn::Version) => vec!["\"1.0\"".to_owned(), "\"2.1\"".to_owned()],
            Some(BuiltIn::Bytes) => vec!["YQ==".to_owned()],
            Some(BuiltIn::Nil) => vec!["null".to_owned()],
            Some(BuiltIn::Scalar) => self.scalars(types, data_type),
            Some(kind @ (BuiltIn::List | BuiltIn::Map)) => {
                let entries = entries.or_else(|| types.schemas_of_type(data_type, false).next());
                let inner = match entries {
                    Some(schema) if depth < MAX_DEPTH => self.of_schema(types, schema, depth + 1),
                    _ => vec!["1".to_owned()],
                };
                collections(kind == BuiltIn::List, &inner)
            }
            None if depth < MAX_DEPTH => self.complex(types, data_type, depth),
            None => Vec::new(),
        };
        literals.truncate(MAX_LITERALS);
        literals
    }

    fn scalars(&self, types: &Types, data_type: TypeRef) -> Vec<String> {
        let units = types.defined(data_type).and_then(|scalar| types.units(scalar));
        let names = units.map(|units| units.names()).unwrap_or_default();
        let near = self.texts.iter().filter(|text| {
            text.split_once(' ').is_some_and(|(_, unit)| names.iter().any(|name| name == unit))
        });
        let near = near.cloned();
        let plain = names.iter().map(|unit| format!("1 {unit}"));
        let other = names
            .iter()
            .take(1)
            .flat_map(|unit| [format!("0 {unit}"), format!("1.5 {unit}"), format!("-1 {unit}")]);
        plain.chain(near).chain(other).collect()
    }

    /// Returns maps with all required properties, and with each single literal of each property.
    fn complex(&self, types: &Types, data_type: TypeRef, depth: usize) -> Vec<String> {
        let Some(ty) = types.defined(data_type) else { return Vec::new() };
        let mut fields: Vec<(&str, Vec<String>, bool)> = Vec::new();
        for (name, id) in types.members(ty, Fields::Properties).iter() {
            let field = types.field(id);
            if field.effective().value.is_some() {
                continue;
            }
            let entries = field.effective().entry_schema;
            let literals =
                field.data_type.map(|of| self.of_type(types, of, entries, depth + 1)).unwrap_or_default();
            if !literals.is_empty() {
                fields.push((name, literals, field.value_needed() != Truth::No));
            }
        }
        let map = |set: Option<(&str, &str)>| {
            let value = |(name, literals, is_needed): &(&str, Vec<String>, bool)| match set {
                Some((changed, literal)) if changed == *name => Some(format!("{name}: {literal}")),
                _ => is_needed.then(|| format!("{name}: {}", literals[0])),
            };
            let entries: Vec<String> = fields.iter().filter_map(value).collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        };
        let mut literals = vec![map(None)];
        let most = fields.iter().map(|(_, literals, _)| literals.len()).max().unwrap_or(0);
        for at in 0..most {
            for (name, all, _) in &fields {
                literals.extend(all.get(at).map(|literal| map(Some((name, literal)))));
            }
        }
        literals
    }
}

fn collections(is_list: bool, entries: &[String]) -> Vec<String> {
    let Some(first) = entries.first() else { return vec![if is_list { "[]" } else { "{}" }.to_owned()] };
    let one = |entry: &String| if is_list { format!("[ {entry} ]") } else { format!("{{ key: {entry} }}") };
    let several = |count: usize| {
        let entries: Vec<String> =
            (0..count).map(|at| if is_list { first.clone() } else { format!("key{at}: {first}") }).collect();
        if is_list { format!("[ {} ]", entries.join(", ")) } else { format!("{{ {} }}", entries.join(", ")) }
    };
    let empty = if is_list { "[]" } else { "{}" }.to_owned();
    let mut all = vec![one(first), empty, several(2), several(5)];
    all.extend(entries.iter().skip(1).map(one));
    all
}

/// Returns a string in YAML, quoted if it would be something else without quotes.
fn quoted(text: &str) -> String {
    let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.'))
        && matches!(resolve_plain(text), Scalar::String(_));
    if is_word { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
