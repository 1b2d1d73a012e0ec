//! Help for values of another shape than that of their type: a list, map or null in place of a single value, and the
//! other way around.

use crate::literals::BuiltIn;
use crate::yaml::{Scalar, Style, YamlNode, plain};

/// A help text, and perhaps the text that replaces the value.
type Help = (String, Option<String>);

/// Returns the help for a value that is not of the built-in type `expected`.
pub(super) fn help(node: YamlNode<'_>, expected: BuiltIn) -> Option<Help> {
    if node.is_null() && expected != BuiltIn::Nil {
        return Some(("add a value, or remove the line".to_owned(), None));
    }
    match expected {
        BuiltIn::Map => Some(map_help(node)),
        BuiltIn::List => node.is_mapping().then(|| list_help(node)),
        _ => single_value(node, expected).or_else(|| number_help(node, expected)),
    }
}

/// Returns the help for a list with one scalar of the expected type in place of the scalar.
fn single_value(node: YamlNode<'_>, expected: BuiltIn) -> Option<Help> {
    let mut items = node.items();
    let item = items.next()?;
    let fits = match item.scalar()? {
        Scalar::Integer(_) => matches!(expected, BuiltIn::Integer | BuiltIn::Float),
        Scalar::Float(_) => expected == BuiltIn::Float,
        Scalar::Bool(_) => expected == BuiltIn::Boolean,
        Scalar::String(_) => !matches!(expected, BuiltIn::Integer | BuiltIn::Float | BuiltIn::Boolean),
        Scalar::Null => false,
    };
    if !fits || items.next().is_some() {
        return None;
    }
    let text = item.written().to_owned();
    let is_flow = node.style() == Style::Flow;
    let mark = if is_flow { "the brackets" } else { "`- `" };
    Some((format!("remove {mark}: `{text}`"), is_flow.then_some(text)))
}

fn number_help(node: YamlNode<'_>, expected: BuiltIn) -> Option<Help> {
    let text = match (expected, node.scalar()?) {
        (BuiltIn::Integer, Scalar::String(_) | Scalar::Float(_)) => "write an integer, such as `5`",
        (BuiltIn::Float, Scalar::String(_) | Scalar::Bool(_)) => "write a number, such as `1.5`",
        (BuiltIn::Boolean, _) => "write `true` or `false`",
        _ => return None,
    };
    Some((text.to_owned(), None))
}

/// Returns the help for a list or scalar in place of a map: its entries as `key: value`.
fn map_help(node: YamlNode<'_>) -> Help {
    let parts = if node.is_sequence() { node.items().collect() } else { vec![node] };
    let entries: Option<Vec<String>> = parts.into_iter().map(entry_of).collect();
    match entries.filter(|entries| !entries.is_empty()) {
        Some(entries) => {
            let text = format!("{{ {} }}", entries.join(", "));
            let is_one_line = !node.written().contains('\n');
            (format!("write a map: `{text}`"), is_one_line.then_some(text))
        }
        None => ("write a map: `{ key: value }`".to_owned(), None),
    }
}

/// Returns `key=value`, or a map with one scalar, as an entry of a map.
fn entry_of(node: YamlNode<'_>) -> Option<String> {
    const MAX_LENGTH: usize = 60;
    if node.written().len() > MAX_LENGTH {
        return None;
    }
    if let Some((key, value)) = node.only_entry() {
        value.scalar()?;
        return Some(format!("{}: {}", key.written(), value.written()));
    }
    let (key, value) = node.as_str()?.split_once('=').filter(|(key, _)| !key.is_empty())?;
    Some(format!("{}: {}", plain(key), plain(value)))
}

/// Returns the help for a map in place of a list.
fn list_help(node: YamlNode<'_>) -> Help {
    if node.style() == Style::Flow && !node.written().contains('\n') {
        let text = format!("[ {} ]", node.written());
        return (format!("write a list: `{text}`"), Some(text));
    }
    ("start each entry with `- `".to_owned(), None)
}
