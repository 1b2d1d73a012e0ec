//! Prints a tree as JSON, for files that are JSON.

use crate::yaml::{Kind, Scalar, Style, YamlNode};

/// Returns the text of `node`, with a line for each entry.
pub(super) fn json(node: YamlNode<'_>) -> String {
    let mut out = String::new();
    write(node, 0, &mut out);
    out.push('\n');
    out
}

fn write(node: YamlNode<'_>, indent: usize, out: &mut String) {
    match node.kind() {
        Kind::Mapping => {
            let entries = node.entries().map(|(key, value)| (Some(key), value));
            collection(('{', '}'), entries, indent, out);
        }
        Kind::Sequence => collection(('[', ']'), node.items().map(|item| (None, item)), indent, out),
        Kind::Scalar | Kind::Invalid => match node.scalar() {
            Some(Scalar::Null) => out.push_str("null"),
            Some(Scalar::Bool(truth)) => out.push_str(if truth { "true" } else { "false" }),
            Some(Scalar::Integer(_) | Scalar::Float(_)) if is_number(node) => out.push_str(node.text()),
            _ => string(node.text(), out),
        },
    }
}

fn collection<'t>(
    (open, close): (char, char),
    parts: impl Iterator<Item = (Option<YamlNode<'t>>, YamlNode<'t>)>,
    indent: usize,
    out: &mut String,
) {
    out.push(open);
    let mut is_empty = true;
    for (key, value) in parts {
        out.push_str(if is_empty { "\n" } else { ",\n" });
        is_empty = false;
        out.extend(std::iter::repeat_n(' ', indent + 2));
        if let Some(key) = key {
            string(key.text(), out);
            out.push_str(": ");
        }
        write(value, indent + 2, out);
    }
    if !is_empty {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
    }
    out.push(close);
}

/// Whether a number is also one in JSON.
fn is_number(node: YamlNode<'_>) -> bool {
    node.style() == Style::Plain && serde_json::from_str::<serde_json::Number>(node.text()).is_ok()
}

fn string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}
