//! Prints the effective definition of a type as TOSCA, with the origins of each line as a comment.
//!
//! Input: a type. Output: text for people, which is also valid YAML. Values are printed as written.

use std::fmt::Write as _;

use crate::load::FileGraph;
use crate::model::types::{TypeView, Types};
use crate::yaml::{Kind, Scalar, Style, YamlNode, plain};

use super::effective::{EffectiveEntry, Shown};
use super::words::in_words;

/// Comments are aligned after the longest line that is shorter than this; after longer lines, they follow
/// directly.
const MAX_COMMENT_COLUMN: usize = 60;

/// Returns the type as a TOSCA file would define it without a parent.
///
/// Comments at the top list the type and its ancestors with their locations; after each line of the
/// definition there is its origin.
#[must_use]
pub fn text<'g>(types: &'g Types, ty: TypeView<'g>) -> String {
    let graph = &types.graph;
    let mut text = String::new();
    for (index, ancestor) in types.lineage(ty).enumerate() {
        let prefix = if index == 0 { format!("{} ", ty.kind.name()) } else { "derived from ".to_owned() };
        let _ = writeln!(text, "# {prefix}{} ({})", ancestor.name(), location(graph, ancestor.key()));
        if let Some(parent) = ancestor.parent
            && types.parent(&ancestor).is_none()
        {
            let note = if types.built_in(parent.meaning).is_some() { "built in" } else { "unknown" };
            let _ = writeln!(text, "# derived from {} ({note})", types.node(parent.node).text());
        }
    }
    let mut lines = vec![Line { text: format!("{}:", ty.kind.section()), origins: Vec::new() }];
    push_entry(&in_words(types, ty).entry, 1, &mut lines);
    let widths = lines.iter().map(|line| line.text.chars().count());
    let column = widths.filter(|width| *width < MAX_COMMENT_COLUMN).max().unwrap_or(0) + 2;
    for line in lines {
        text.push_str(&line.text);
        if !line.origins.is_empty() {
            let width = line.text.chars().count();
            let locations: Vec<String> = line.origins.iter().map(|node| location(graph, *node)).collect();
            let _ = write!(
                text,
                "{}# {}",
                " ".repeat(column.saturating_sub(width).max(2)),
                locations.join(" ← ")
            );
        }
        text.push('\n');
    }
    text
}

/// A line of the output.
struct Line<'g> {
    /// The text, without the comment.
    text: String,
    /// The nodes whose locations the comment lists, nearest definition first.
    origins: Vec<YamlNode<'g>>,
}

/// Returns the path and line of a node.
fn location(graph: &FileGraph, node: YamlNode<'_>) -> String {
    let span = node.span();
    let source = graph.file(span.file).source();
    format!("{}:{}", source.path, source.position(span.start).line)
}

/// Adds the lines of an entry, indented by `depth` levels.
fn push_entry<'g>(shown: &EffectiveEntry<'g>, depth: usize, lines: &mut Vec<Line<'g>>) {
    let prefix = format!("{}{}:", "  ".repeat(depth), plain(shown.key));
    push_value(&shown.value, prefix, &shown.origins, depth, lines);
}

/// Adds the lines of a value after `prefix`, which is the indented key.
fn push_value<'g>(
    shown: &Shown<'g>,
    prefix: String,
    origins: &[YamlNode<'g>],
    depth: usize,
    lines: &mut Vec<Line<'g>>,
) {
    let origins = origins.to_vec();
    match shown {
        Shown::Value(node) => push_node(*node, prefix, origins, depth, lines),
        Shown::All(clauses) => {
            lines.push(Line { text: prefix, origins: Vec::new() });
            lines.push(Line { text: format!("{}$and:", "  ".repeat(depth + 1)), origins: Vec::new() });
            // Clauses start with those of the most distant ancestor, origins with the nearest definition.
            let mut clause_origins = origins.into_iter().rev();
            for clause in clauses {
                let text = format!("{}- {}", "  ".repeat(depth + 2), flow_style(*clause));
                lines.push(Line { text, origins: clause_origins.next().into_iter().collect() });
            }
        }
        Shown::List(items) => {
            lines.push(Line { text: prefix, origins });
            lines.extend(items.iter().map(|(item, origin)| Line {
                text: format!("{}- {}", "  ".repeat(depth + 1), flow_style(*item)),
                origins: vec![*origin],
            }));
        }
        Shown::Map(entries) if entries.is_empty() => {
            lines.push(Line { text: format!("{prefix} {{}}"), origins });
        }
        Shown::Map(entries) => {
            lines.push(Line { text: prefix, origins });
            for inner in entries {
                push_entry(inner, depth + 1, lines);
            }
        }
        Shown::Named(entries) if entries.is_empty() => {
            lines.push(Line { text: format!("{prefix} []"), origins });
        }
        Shown::Named(entries) => {
            lines.push(Line { text: prefix, origins });
            for inner in entries {
                let prefix = format!("{}- {}:", "  ".repeat(depth + 1), plain(inner.key));
                push_value(&inner.value, prefix, &inner.origins, depth + 2, lines);
            }
        }
    }
}

/// Adds the lines of a node as written: short ones on one line, long maps and lists in blocks.
fn push_node<'g>(
    node: YamlNode<'g>,
    prefix: String,
    origins: Vec<YamlNode<'g>>,
    depth: usize,
    lines: &mut Vec<Line<'g>>,
) {
    const MAX_LINE_CHARACTERS: usize = 100;
    let indent = "  ".repeat(depth + 1);
    match node.kind() {
        Kind::Scalar if matches!(node.style(), Style::Literal | Style::Folded) && fits_block(node.text()) => {
            let text = node.text();
            let header = if text.ends_with('\n') { "|" } else { "|-" };
            lines.push(Line { text: format!("{prefix} {header}"), origins });
            let inner = text.lines().map(|line| Line {
                text: if line.is_empty() { String::new() } else { format!("{indent}{line}") },
                origins: Vec::new(),
            });
            lines.extend(inner);
        }
        Kind::Mapping | Kind::Sequence => {
            let short = flow_style(node);
            if prefix.chars().count() + 1 + short.chars().count() <= MAX_LINE_CHARACTERS {
                lines.push(Line { text: format!("{prefix} {short}"), origins });
                return;
            }
            lines.push(Line { text: prefix, origins });
            for (key, inner) in node.entries() {
                push_node(inner, format!("{indent}{}:", flow_style(key)), Vec::new(), depth + 1, lines);
            }
            for inner in node.items() {
                lines.push(Line { text: format!("{indent}- {}", flow_style(inner)), origins: Vec::new() });
            }
        }
        Kind::Scalar | Kind::Invalid => {
            lines.push(Line { text: format!("{prefix} {}", flow_style(node)), origins });
        }
    }
}

/// Whether a text with several lines can be written unchanged in a block after `|`.
fn fits_block(text: &str) -> bool {
    text.contains('\n')
        && !text.starts_with([' ', '\n', '\t'])
        && !text.ends_with("\n\n")
        && !text.chars().any(|c| c.is_control() && c != '\n')
}

/// Returns a node in flow style, on one line.
fn flow_style(node: YamlNode<'_>) -> String {
    match node.kind() {
        Kind::Mapping => {
            let entries: Vec<String> = node
                .entries()
                .map(|(key, value)| format!("{}: {}", flow_style(key), flow_style(value)))
                .collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
        Kind::Sequence => {
            let items: Vec<String> = node.items().map(flow_style).collect();
            if items.is_empty() { "[]".to_owned() } else { format!("[ {} ]", items.join(", ")) }
        }
        Kind::Scalar => match node.scalar() {
            Some(Scalar::String(text)) => plain(text),
            _ if node.text().is_empty() => "null".to_owned(),
            _ => node.text().to_owned(),
        },
        Kind::Invalid => "null".to_owned(),
    }
}
