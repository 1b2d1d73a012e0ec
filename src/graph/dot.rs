//! Prints pictures in the language of Graphviz.

use std::fmt::Write as _;

use super::picture::{Figure, FigureStyle, FrameSide, LinkStyle, Picture, PictureLink};
use super::text::{short, xml};

/// Returns the picture as a directed graph. Names occur in labels only.
#[must_use]
pub fn dot(picture: &Picture) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&picture.title));
    out.push_str(
        "  graph [rankdir=TB, fontname=\"Helvetica,Arial,sans-serif\", nodesep=0.4, ranksep=0.6, tooltip=",
    );
    let is_nested = picture.figures.iter().any(|figure| figure.host.is_some());
    let compound = if is_nested { ", compound=true" } else { "" };
    let _ = writeln!(out, "{}{compound}]", quoted(&picture.description));
    out.push_str("  node [shape=box, style=rounded, fontname=\"Helvetica,Arial,sans-serif\", fontsize=12]\n");
    out.push_str("  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=10, arrowsize=0.8]\n");
    let is_port = |figure: &Figure| matches!(figure.style, FigureStyle::Port(_));
    let mut indent = "  ";
    if let Some(frame) = &picture.frame {
        out.push_str("  subgraph cluster_frame {\n");
        let notes = frame.notes.iter().map(|note| {
            format!("<br align=\"left\"/><font point-size=\"10\">{}</font>", xml(&short(note, 160)))
        });
        let label = format!("<b>{}</b>{}<br align=\"left\"/>", xml(&frame.title), notes.collect::<String>());
        let _ = writeln!(out, "    label=<{label}>\n    labeljust=l\n    style=rounded\n    color=gray50");
        indent = "    ";
    }
    let figures = || picture.figures.iter().enumerate();
    let contents = picture.contents();
    for (number, _) in figures().filter(|(_, figure)| !is_port(figure) && figure.host.is_none()) {
        write_figure(&mut out, picture, &contents, number, indent);
    }
    if picture.frame.is_some() {
        out.push_str("  }\n");
    }
    for side in [FrameSide::Entry, FrameSide::Exit] {
        let ports: Vec<_> = figures().filter(|(_, figure)| figure.style == FigureStyle::Port(side)).collect();
        if !ports.is_empty() {
            let _ = writeln!(out, "  {{ rank={}", if side == FrameSide::Entry { "source" } else { "sink" });
            for (number, figure) in ports {
                let _ = writeln!(out, "    {}", node(number, figure));
            }
            out.push_str("  }\n");
        }
    }
    for link in &picture.links {
        let _ = writeln!(out, "  {}", edge(link, &contents));
    }
    out.push_str("}\n");
    out
}

/// Writes a box, with the boxes inside; the depth of boxes in boxes is limited.
fn write_figure(out: &mut String, picture: &Picture, contents: &[Vec<usize>], number: usize, indent: &str) {
    let figure = &picture.figures[number];
    if contents[number].is_empty() {
        let _ = writeln!(out, "{indent}{}", node(number, figure));
        return;
    }
    let style = match figure.style {
        FigureStyle::Selected => "rounded,dashed",
        FigureStyle::Own if figure.condition.is_some() => "rounded,dashed",
        FigureStyle::Substituted => "rounded,bold",
        _ => "rounded",
    };
    let _ = writeln!(out, "{indent}subgraph cluster_n{number} {{");
    let inner = format!("{indent}  ");
    let _ = writeln!(out, "{inner}label=<{}>\n{inner}style=\"{style}\"", label(figure));
    // Edges to the cluster need a node in it.
    let _ = writeln!(out, "{inner}n{number} [shape=point, style=invis, width=0, height=0]");
    for content in &contents[number] {
        write_figure(out, picture, contents, *content, &inner);
    }
    let _ = writeln!(out, "{indent}}}");
}

fn node(number: usize, figure: &Figure) -> String {
    let attributes = match figure.style {
        FigureStyle::Own if figure.condition.is_some() => ", style=\"rounded,dashed\"",
        FigureStyle::Own => "",
        FigureStyle::Selected => ", style=\"rounded,dashed\"",
        FigureStyle::Substituted => ", peripheries=2",
        FigureStyle::Foreign => ", color=gray60, fontcolor=gray40",
        FigureStyle::Missing => ", style=\"rounded,dotted\", color=red3",
        FigureStyle::Port(_) => ", shape=oval, style=solid, fontsize=11",
    };
    format!("n{number} [label=<{}>{attributes}]", label(figure))
}

/// Returns what is written in a box.
fn label(figure: &Figure) -> String {
    let count = figure.count.as_ref().map(|count| format!(" {count}")).unwrap_or_default();
    let mut label = format!("<b>{}</b>{}", xml(&short(&figure.name, 80)), xml(&count));
    let mut line = |text: &str, size: u32| {
        let _ = write!(label, "<br/><font point-size=\"{size}\">{}</font>", xml(&short(text, 80)));
    };
    if !figure.kind.is_empty() && !matches!(figure.style, FigureStyle::Port(_)) {
        line(&figure.kind, 10);
    }
    if !figure.badges.is_empty() {
        line(&format!("«{}»", figure.badges.join(", ")), 10);
    }
    if let Some(condition) = &figure.condition {
        line(condition, 10);
    }
    for row in &figure.rows {
        line(&format!("{}{}", row.kind.sign(), row.text), 10);
    }
    for tag in &figure.tags {
        line(&format!("{} {}", if tag.is_policy { "§" } else { "◇" }, tag.text), 10);
    }
    label
}

fn edge(link: &PictureLink, contents: &[Vec<usize>]) -> String {
    let PictureLink { from, to, name, detail, .. } = link;
    let lines: Vec<String> = [Some(name), Some(detail), link.condition.as_ref()]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .map(|text| xml(&short(text, 80)))
        .collect();
    let label = if lines.is_empty() { String::new() } else { format!("label=<{}>", lines.join("<br/>")) };
    let line_attributes = match link.style {
        LinkStyle::Needs if link.condition.is_some() => "style=dashed",
        LinkStyle::HostedOn if link.condition.is_some() => "penwidth=3, weight=4, style=dashed",
        LinkStyle::Needs => "",
        LinkStyle::HostedOn => "penwidth=3, weight=4",
        LinkStyle::DerivedFrom => "dir=back, arrowtail=empty",
        LinkStyle::Imports => "arrowhead=vee",
        LinkStyle::MayNeed => "style=dashed",
        LinkStyle::Mapped => "style=dashed, color=gray40",
    };
    let cluster = |end: &str, index: usize| {
        if contents[index].is_empty() { String::new() } else { format!("{end}=cluster_n{index}") }
    };
    let clusters = [cluster("ltail", *from), cluster("lhead", *to)];
    let attributes: Vec<&str> = [label.as_str(), line_attributes, &clusters[0], &clusters[1]]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    let attributes =
        if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
    let (from, to) = if link.style == LinkStyle::DerivedFrom { (to, from) } else { (from, to) };
    format!("n{from} -> n{to}{attributes}")
}

fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
