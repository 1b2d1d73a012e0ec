//! A file as nested maps and lists, so that its structure can be changed and printed again.

use std::ops::Range;
use std::sync::Arc;

use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::yaml::{Kind, YamlNode, parse};

/// A value. Scalars and keys are texts as they are written on one line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// The indexes of an item or entry in the lists and maps around it, from the root.
pub(crate) type Path = Vec<usize>;

impl Node {
    /// Reads a text, or returns `None` if it cannot be printed again: it has anchors, or is not a map.
    pub(crate) fn read(text: &str) -> Option<Node> {
        let (tree, ..) = parse(&Arc::new(text.to_owned()), FileId(0), &Limits::default());
        let root = tree.root().filter(|root| root.is_mapping() && !root.contains_anchor())?;
        (!tree.is_damaged()).then(|| copy(root))
    }

    /// The value at `path`.
    pub(crate) fn at(&self, path: &[usize]) -> &Node {
        let Some((first, rest)) = path.split_first() else { return self };
        match self {
            Node::List(items) => items[*first].at(rest),
            Node::Map(entries) => entries[*first].1.at(rest),
            Node::Scalar(_) => self,
        }
    }

    /// The value at `path`, to change it.
    pub(crate) fn at_mut(&mut self, path: &[usize]) -> &mut Node {
        let Some((first, rest)) = path.split_first() else { return self };
        match self {
            Node::List(items) => items[*first].at_mut(rest),
            Node::Map(entries) => entries[*first].1.at_mut(rest),
            Node::Scalar(_) => self,
        }
    }

    /// The entries of a map; other values have no entries.
    pub(crate) fn entries(&self) -> &[(String, Node)] {
        match self {
            Node::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The entries of the map at `path`.
    pub(crate) fn entries_at(&mut self, path: &[usize]) -> &mut Vec<(String, Node)> {
        match self.at_mut(path) {
            Node::Map(entries) => entries,
            _ => panic!("no map at {path:?}"),
        }
    }
}

fn copy(node: YamlNode<'_>) -> Node {
    match node.kind() {
        Kind::Mapping => Node::Map(node.entries().map(|(key, value)| (one_line(key), copy(value))).collect()),
        Kind::Sequence => Node::List(node.items().map(copy).collect()),
        Kind::Scalar | Kind::Invalid => Node::Scalar(one_line(node)),
    }
}

fn one_line(scalar: YamlNode<'_>) -> String {
    let written = scalar.written();
    let is_block = written.starts_with(['|', '>']);
    if written.contains('\n') || is_block { quoted(scalar.text()) } else { written.to_owned() }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string")
}

/// A printed file: its lines, and those of each entry of a map.
pub(crate) struct Printed {
    pub(crate) lines: Vec<String>,
    entries: Vec<(Path, Range<usize>)>,
}

impl Printed {
    /// The text.
    pub(crate) fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The lines of the entry at `path`.
    pub(crate) fn lines_of(&self, path: &[usize]) -> Range<usize> {
        let entry = self.entries.iter().find(|(entry, _)| entry == path);
        entry.map_or(0..0, |(_, lines)| lines.clone())
    }
}

/// Prints a map: one entry per line, but lists of scalars on one line.
pub(crate) fn print(root: &Node) -> Printed {
    let mut printed = Printed { lines: Vec::new(), entries: Vec::new() };
    write(root, 0, &mut Vec::new(), &mut printed);
    printed
}

fn write(node: &Node, indent: usize, path: &mut Path, printed: &mut Printed) {
    match node {
        Node::Scalar(text) => printed.lines.push(format!("{:indent$}{text}", "")),
        Node::Map(entries) => {
            for (index, (key, value)) in entries.iter().enumerate() {
                path.push(index);
                let start = printed.lines.len();
                match on_one_line(value) {
                    Some(text) if text.is_empty() => printed.lines.push(format!("{:indent$}{key}:", "")),
                    Some(text) => printed.lines.push(format!("{:indent$}{key}: {text}", "")),
                    None => {
                        printed.lines.push(format!("{:indent$}{key}:", ""));
                        write(value, indent + 2, path, printed);
                    }
                }
                printed.entries.push((path.clone(), start..printed.lines.len()));
                path.pop();
            }
        }
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index);
                let start = printed.lines.len();
                match on_one_line(item) {
                    Some(text) => printed.lines.push(format!("{:indent$}- {text}", "")),
                    None => {
                        write(item, indent + 2, path, printed);
                        printed.lines[start].replace_range(indent..=indent, "-");
                    }
                }
                path.pop();
            }
        }
    }
}

fn on_one_line(node: &Node) -> Option<String> {
    match node {
        Node::Scalar(text) => Some(text.clone()),
        Node::Map(entries) if entries.is_empty() => Some("{}".to_owned()),
        Node::List(items) => {
            let texts: Option<Vec<String>> = items.iter().map(in_brackets).collect();
            texts.map(|texts| format!("[{}]", texts.join(", ")))
        }
        Node::Map(_) => None,
    }
}

/// The text of a scalar in a list with brackets.
fn in_brackets(node: &Node) -> Option<String> {
    let Node::Scalar(text) = node else { return None };
    let is_plain = !text.starts_with(['"', '\'']);
    let needs_quotes = is_plain && text.contains([',', '[', ']', '{', '}', ':', '#']);
    Some(if needs_quotes { quoted(text) } else { text.clone() })
}
