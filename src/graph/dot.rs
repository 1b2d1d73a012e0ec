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
    let _ = writeln!(out, "{}]", quoted(&picture.description));
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
    for (number, figure) in figures().filter(|(_, figure)| !is_port(figure)) {
        let _ = writeln!(out, "{indent}{}", node(number, figure));
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
        let _ = writeln!(out, "  {}", edge(link));
    }
    out.push_str("}\n");
    out
}

fn node(number: usize, figure: &Figure) -> String {
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
    for row in &figure.rows {
        line(&format!("{}{}", row.kind.sign(), row.text), 10);
    }
    for tag in &figure.tags {
        line(&format!("{} {}", if tag.is_policy { "§" } else { "◇" }, tag.text), 10);
    }
    let attributes = match figure.style {
        FigureStyle::Own => "",
        FigureStyle::Selected => ", style=\"rounded,dashed\"",
        FigureStyle::Substituted => ", peripheries=2",
        FigureStyle::Foreign => ", color=gray60, fontcolor=gray40",
        FigureStyle::Missing => ", style=\"rounded,dotted\", color=red3",
        FigureStyle::Port(_) => ", shape=oval, style=solid, fontsize=11",
    };
    format!("n{number} [label=<{label}>{attributes}]")
}

fn edge(link: &PictureLink) -> String {
    let PictureLink { from, to, name, detail, .. } = link;
    let lines: Vec<String> = [name, detail]
        .into_iter()
        .filter(|text| !text.is_empty())
        .map(|text| xml(&short(text, 80)))
        .collect();
    let label = if lines.is_empty() { String::new() } else { format!("label=<{}>", lines.join("<br/>")) };
    let line_attributes = match link.style {
        LinkStyle::Needs => "",
        LinkStyle::HostedOn => "penwidth=3, weight=4",
        LinkStyle::DerivedFrom => "dir=back, arrowtail=empty",
        LinkStyle::Imports => "arrowhead=vee",
        LinkStyle::MayNeed => "style=dashed",
        LinkStyle::Mapped => "style=dashed, color=gray40",
    };
    let attributes: Vec<&str> =
        [label.as_str(), line_attributes].into_iter().filter(|text| !text.is_empty()).collect();
    let attributes =
        if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
    let (from, to) = if link.style == LinkStyle::DerivedFrom { (to, from) } else { (from, to) };
    format!("n{from} -> n{to}{attributes}")
}

fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
