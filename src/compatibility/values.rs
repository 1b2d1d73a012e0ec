//! Compares and shows values as they are written.

use crate::yaml::{Kind, YamlNode};

/// Whether two values are the same; the order of map entries is irrelevant.
pub(super) fn same(one: YamlNode<'_>, other: YamlNode<'_>) -> bool {
    if one.kind() != other.kind() {
        return false;
    }
    match one.kind() {
        Kind::Scalar => one.scalar() == other.scalar(),
        Kind::Sequence => {
            one.items().count() == other.items().count()
                && one.items().zip(other.items()).all(|(one, other)| same(one, other))
        }
        Kind::Mapping => {
            one.entries().count() == other.entries().count()
                && one.entries().all(|(key, value)| {
                    let counterpart = other.entries().find(|(other_key, _)| same(key, *other_key));
                    counterpart.is_some_and(|(_, other_value)| same(value, other_value))
                })
        }
        Kind::Invalid => true,
    }
}

/// Returns a value for a message: on one line, in back-ticks, and shortened if it is long.
pub(super) fn shown(node: YamlNode<'_>) -> String {
    crate::diagnostics::quoted(&flow(node))
}

fn flow(node: YamlNode<'_>) -> String {
    match node.kind() {
        Kind::Mapping => {
            let entries: Vec<String> =
                node.entries().map(|(key, value)| format!("{}: {}", flow(key), flow(value))).collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
        Kind::Sequence => {
            let items: Vec<String> = node.items().map(flow).collect();
            if items.is_empty() { "[]".to_owned() } else { format!("[ {} ]", items.join(", ")) }
        }
        Kind::Scalar if node.is_null() => "null".to_owned(),
        Kind::Scalar if node.text().is_empty() => "\"\"".to_owned(),
        Kind::Scalar => node.text().to_owned(),
        Kind::Invalid => "…".to_owned(),
    }
}

/// Returns a list of names for a message: in back-ticks, and shortened if it is long.
pub(super) fn names(names: &[String]) -> String {
    const MAX_SHOWN_NAMES: usize = 5;
    let mut shown: Vec<String> =
        names.iter().take(MAX_SHOWN_NAMES).map(|name| crate::diagnostics::quoted(name)).collect();
    if names.len() > MAX_SHOWN_NAMES {
        shown.push(format!("{} more", names.len() - MAX_SHOWN_NAMES));
    }
    crate::diagnostics::list(&shown, "and")
}
