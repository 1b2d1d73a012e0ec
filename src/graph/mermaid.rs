//! Prints pictures in the language of Mermaid, which GitHub and other sites draw in Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::picture::{Figure, FigureStyle, FrameSide, LinkStyle, Picture, PictureLink};
use super::text::{mermaid as escape, short};

/// Returns the picture as a flowchart. Names occur in labels only, never in the syntax; no colors are set, so
/// that light and dark themes work.
#[must_use]
pub fn mermaid(picture: &Picture) -> String {
    let mut out = String::from("flowchart TB\n");
    let _ = writeln!(out, "  accTitle: {}", plain(&picture.title));
    let _ = writeln!(out, "  accDescr: {}", plain(&picture.description));
    let ports = |side| {
        let figures = picture.figures.iter().enumerate();
        figures.filter(move |(_, figure)| figure.style == FigureStyle::Port(side))
    };
    let mut indent = "  ";
    if let Some(frame) = &picture.frame {
        for (number, figure) in ports(FrameSide::Entry) {
            let _ = writeln!(out, "  {}", node(number, figure));
        }
        let mut title = format!("<b>{}</b>", escape(&frame.title));
        for note in &frame.notes {
            let _ = write!(title, "<br/>{}", escape(&short(note, 120)));
        }
        let _ = writeln!(out, "  subgraph frame[\"{title}\"]");
        indent = "    ";
    }
    let contents = picture.contents();
    for (number, figure) in picture.figures.iter().enumerate() {
        if !matches!(figure.style, FigureStyle::Port(_)) && figure.host.is_none() {
            write_figure(&mut out, picture, &contents, number, indent);
        }
    }
    if picture.frame.is_some() {
        out.push_str("  end\n");
        for (number, figure) in ports(FrameSide::Exit) {
            let _ = writeln!(out, "  {}", node(number, figure));
        }
    }
    for link in &picture.links {
        let _ = writeln!(out, "  {}", arrow(link));
    }
    let conditional = picture.links.iter().enumerate().filter(|(_, link)| link.condition.is_some());
    let conditional: Vec<String> = conditional.map(|(number, _)| number.to_string()).collect();
    if !conditional.is_empty() {
        let _ = writeln!(out, "  linkStyle {} {CONDITIONAL}", conditional.join(","));
    }
    let classes: BTreeSet<(&str, &str)> = picture.figures.iter().filter_map(class).collect();
    for (name, rules) in classes {
        let _ = writeln!(out, "  classDef {name} {rules}");
    }
    out
}

/// The strokes of what is only in some variants.
const CONDITIONAL: &str = "stroke-dasharray: 4 3";

fn class(figure: &Figure) -> Option<(&'static str, &'static str)> {
    match figure.style {
        FigureStyle::Own if figure.condition.is_some() => Some(("conditional", CONDITIONAL)),
        FigureStyle::Own | FigureStyle::Port(_) => None,
        FigureStyle::Selected => Some(("selected", "stroke-dasharray: 6 4")),
        FigureStyle::Substituted => Some(("substituted", "stroke-width: 3px")),
        FigureStyle::Foreign => Some(("foreign", "opacity: 0.6")),
        FigureStyle::Missing => Some(("missing", "stroke: #d33, stroke-dasharray: 2 3")),
    }
}

/// Writes a box, with the boxes inside; the depth of boxes in boxes is limited.
fn write_figure(out: &mut String, picture: &Picture, contents: &[Vec<usize>], number: usize, indent: &str) {
    let figure = &picture.figures[number];
    if contents[number].is_empty() {
        let _ = writeln!(out, "{indent}{}", node(number, figure));
        return;
    }
    let _ = writeln!(out, "{indent}subgraph n{number}[\"{}\"]", label(figure));
    for content in &contents[number] {
        write_figure(out, picture, contents, *content, &format!("{indent}  "));
    }
    let _ = writeln!(out, "{indent}end");
    if let Some((name, _)) = class(figure) {
        let _ = writeln!(out, "{indent}class n{number} {name}");
    }
}

fn node(number: usize, figure: &Figure) -> String {
    let (open, close) = match figure.style {
        FigureStyle::Port(_) => ("([", "])"),
        FigureStyle::Substituted => ("[[", "]]"),
        FigureStyle::Selected => ("(", ")"),
        _ => ("[", "]"),
    };
    let class = class(figure).map(|(name, _)| format!(":::{name}")).unwrap_or_default();
    format!("n{number}{open}\"{}\"{close}{class}", label(figure))
}

/// Returns what is written in a box.
fn label(figure: &Figure) -> String {
    let mut label = format!("<b>{}</b>", escape(&short(&figure.name, 80)));
    if let Some(count) = &figure.count {
        let _ = write!(label, " {}", escape(count));
    }
    let mut line = |text: &str| {
        let _ = write!(label, "<br/>{text}");
    };
    if !figure.kind.is_empty() && !matches!(figure.style, FigureStyle::Port(_)) {
        line(&format!("<i>{}</i>", escape(&short(&figure.kind, 80))));
    }
    if !figure.badges.is_empty() {
        line(&format!("«{}»", escape(&short(&figure.badges.join(", "), 80))));
    }
    if let Some(condition) = &figure.condition {
        line(&escape(&short(condition, 80)));
    }
    for row in &figure.rows {
        line(&format!("{}{}", row.kind.sign(), escape(&short(&row.text, 80))));
    }
    if !figure.tags.is_empty() {
        let tags: Vec<String> = figure
            .tags
            .iter()
            .map(|tag| format!("{} {}", if tag.is_policy { "§" } else { "◇" }, escape(&short(&tag.text, 40))))
            .collect();
        line(&tags.join(", "));
    }
    label
}

fn arrow(link: &PictureLink) -> String {
    let lines = [Some(&link.name), Some(&link.detail), link.condition.as_ref()];
    let label: Vec<String> = lines
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .map(|text| escape(&short(text, 80)))
        .collect();
    let label =
        if label.is_empty() { String::new() } else { format!("|\"{}\"|", unlisted(label.join("<br/>"))) };
    let PictureLink { from, to, .. } = link;
    match link.style {
        LinkStyle::Needs | LinkStyle::Imports => format!("n{from} -->{label} n{to}"),
        LinkStyle::HostedOn => format!("n{from} ==>{label} n{to}"),
        // Base types are above derived types.
        LinkStyle::DerivedFrom => format!("n{to} ---{label} n{from}"),
        LinkStyle::Mapped | LinkStyle::MayNeed => format!("n{from} -.->{label} n{to}"),
    }
}

/// Prevents a label from being interpreted as a Markdown list.
fn unlisted(label: String) -> String {
    match label.chars().next() {
        Some(first) if first.is_ascii_digit() || matches!(first, '-' | '+') => {
            format!("#{};{}", first as u32, &label[1..])
        }
        _ => label,
    }
}

/// Returns a title, in which nothing can be escaped.
fn plain(text: &str) -> String {
    short(text, 200).replace(['#', ';', '{', '}', '%', '"', '<', '>', '&', '`'], " ")
}
