//! Prints an effective definition as TOSCA, with the location of each line after it.

use std::fmt::Write as _;

use crate::load::FileGraph;
use crate::model::types::{TypeView, Types};
use crate::yaml::{Kind, Node, Scalar, Style, plain};

use super::effective::{EffectiveEntry, Shown, effective};

/// The greatest column at which comments start, unless the line itself is longer.
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
        let lead = if index == 0 { format!("{} ", ty.kind.name()) } else { "derived from ".to_owned() };
        let _ = writeln!(text, "# {lead}{} ({})", ancestor.name(), location(graph, ancestor.key()));
        if let Some(parent) = ancestor.parent
            && types.parent(&ancestor).is_none()
        {
            let note = if types.built_in(parent.meaning).is_some() { "built in" } else { "unknown" };
            let _ = writeln!(text, "# derived from {} ({note})", types.node(parent.node).text());
        }
    }
    let mut lines = vec![Line { text: format!("{}:", ty.kind.section()), origins: Vec::new() }];
    entry(&effective(types, ty), 1, &mut lines);
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

struct Line<'g> {
    text: String,
    origins: Vec<Node<'g>>,
}

fn location(graph: &FileGraph, node: Node<'_>) -> String {
    let span = node.span();
    let source = graph.file(span.file).source();
    format!("{}:{}", source.path, source.position(span.start).line)
}

/// Adds the lines of an entry at a depth.
fn entry<'g>(shown: &EffectiveEntry<'g>, depth: usize, lines: &mut Vec<Line<'g>>) {
    let lead = format!("{}{}:", "  ".repeat(depth), plain(shown.key));
    value(&shown.value, lead, &shown.origins, depth, lines);
}

/// Adds the lines of a value after `lead`, which is its key.
fn value<'g>(shown: &Shown<'g>, lead: String, origins: &[Node<'g>], depth: usize, lines: &mut Vec<Line<'g>>) {
    let origins = origins.to_vec();
    match shown {
        Shown::Value(node) => written(*node, lead, origins, depth, lines),
        Shown::All(clauses) => {
            lines.push(Line { text: lead, origins: Vec::new() });
            lines.push(Line { text: format!("{}$and:", "  ".repeat(depth + 1)), origins: Vec::new() });
            let mut locations = origins.into_iter().rev();
            for clause in clauses {
                let text = format!("{}- {}", "  ".repeat(depth + 2), flow(*clause));
                lines.push(Line { text, origins: locations.next().into_iter().collect() });
            }
        }
        Shown::Map(entries) if entries.is_empty() => {
            lines.push(Line { text: format!("{lead} {{}}"), origins });
        }
        Shown::Map(entries) => {
            lines.push(Line { text: lead, origins });
            for inner in entries {
                entry(inner, depth + 1, lines);
            }
        }
        Shown::Named(entries) if entries.is_empty() => {
            lines.push(Line { text: format!("{lead} []"), origins });
        }
        Shown::Named(entries) => {
            lines.push(Line { text: lead, origins });
            for inner in entries {
                let lead = format!("{}- {}:", "  ".repeat(depth + 1), plain(inner.key));
                value(&inner.value, lead, &inner.origins, depth + 2, lines);
            }
        }
    }
}

/// Adds the lines of a value as written: short ones on one line, long maps and lists in blocks.
fn written<'g>(
    node: Node<'g>,
    lead: String,
    origins: Vec<Node<'g>>,
    depth: usize,
    lines: &mut Vec<Line<'g>>,
) {
    const MAX_LINE_CHARACTERS: usize = 100;
    let indent = "  ".repeat(depth + 1);
    match node.kind() {
        Kind::Scalar if matches!(node.style(), Style::Literal | Style::Folded) && is_block(node.text()) => {
            let text = node.text();
            let chomp = if text.ends_with('\n') { "|" } else { "|-" };
            lines.push(Line { text: format!("{lead} {chomp}"), origins });
            let inner = text.lines().map(|line| Line {
                text: if line.is_empty() { String::new() } else { format!("{indent}{line}") },
                origins: Vec::new(),
            });
            lines.extend(inner);
        }
        Kind::Mapping | Kind::Sequence => {
            let short = flow(node);
            if lead.chars().count() + 1 + short.chars().count() <= MAX_LINE_CHARACTERS {
                lines.push(Line { text: format!("{lead} {short}"), origins });
                return;
            }
            lines.push(Line { text: lead, origins });
            for (key, inner) in node.entries() {
                written(inner, format!("{indent}{}:", flow(key)), Vec::new(), depth + 1, lines);
            }
            for inner in node.items() {
                lines.push(Line { text: format!("{indent}- {}", flow(inner)), origins: Vec::new() });
            }
        }
        Kind::Scalar | Kind::Invalid => lines.push(Line { text: format!("{lead} {}", flow(node)), origins }),
    }
}

/// Whether a text can be written unchanged in a block after `|`.
fn is_block(text: &str) -> bool {
    text.contains('\n')
        && !text.starts_with([' ', '\n', '\t'])
        && !text.ends_with("\n\n")
        && !text.chars().any(|c| c.is_control() && c != '\n')
}

/// Returns a value in flow style.
fn flow(node: Node<'_>) -> String {
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
        Kind::Scalar => match node.scalar() {
            Some(Scalar::String(text)) => plain(text),
            _ if node.text().is_empty() => "null".to_owned(),
            _ => node.text().to_owned(),
        },
        Kind::Invalid => "null".to_owned(),
    }
}
