//! Compares and shows values as they are written.

use crate::literals::number;
use crate::yaml::{Kind, YamlNode};

/// Whether two values are the same; the order of map entries is irrelevant.
pub(super) fn is_same_value(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    if first.kind() != second.kind() {
        return false;
    }
    match first.kind() {
        Kind::Scalar => first.scalar() == second.scalar(),
        Kind::Sequence => {
            first.items().count() == second.items().count()
                && first.items().zip(second.items()).all(|(first, second)| is_same_value(first, second))
        }
        Kind::Mapping => {
            first.entries().count() == second.entries().count()
                && first.entries().all(|(key, value)| {
                    let counterpart =
                        second.entries().find(|(second_key, _)| is_same_value(key, *second_key));
                    counterpart.is_some_and(|(_, second_value)| is_same_value(value, second_value))
                })
        }
        Kind::Invalid => true,
    }
}

/// Whether two numbers are equal, however they are written.
pub(super) fn is_same_number(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    match (number::exact(first.text()), number::exact(second.text())) {
        (Some(first), Some(second)) => first == second,
        _ => is_same_value(first, second),
    }
}

/// Returns a text that differs for different values, and mostly is the same for the same values.
pub(super) fn spelling(node: YamlNode<'_>) -> String {
    match node.kind() {
        Kind::Mapping => {
            let entries =
                node.entries().map(|(key, value)| format!("{}: {},", spelling(key), spelling(value)));
            format!("{{{}}}", entries.collect::<String>())
        }
        Kind::Sequence => {
            let items = node.items().map(|item| format!("{},", spelling(item)));
            format!("[{}]", items.collect::<String>())
        }
        Kind::Scalar => format!("{:?}", node.scalar()),
        Kind::Invalid => "?".to_owned(),
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
