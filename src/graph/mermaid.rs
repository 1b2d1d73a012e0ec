//! Prints pictures in the language of Mermaid, which GitHub and other sites draw in Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::picture::{Figure, LinkLook, Look, Picture, PictureLink, PictureSide};
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
        figures.filter(move |(_, figure)| figure.look == Look::Port(side))
    };
    let mut indent = "  ";
    if let Some(frame) = &picture.frame {
        for (number, figure) in ports(PictureSide::Entry) {
            let _ = writeln!(out, "  {}", node(number, figure));
        }
        let mut title = format!("<b>{}</b>", escape(&frame.title));
        for note in &frame.notes {
            let _ = write!(title, "<br/>{}", escape(&short(note, 120)));
        }
        let _ = writeln!(out, "  subgraph frame[\"{title}\"]");
        indent = "    ";
    }
    for (number, figure) in picture.figures.iter().enumerate() {
        if !matches!(figure.look, Look::Port(_)) {
            let _ = writeln!(out, "{indent}{}", node(number, figure));
        }
    }
    if picture.frame.is_some() {
        out.push_str("  end\n");
        for (number, figure) in ports(PictureSide::Exit) {
            let _ = writeln!(out, "  {}", node(number, figure));
        }
    }
    for link in &picture.links {
        let _ = writeln!(out, "  {}", arrow(link));
    }
    let looks: BTreeSet<Look> = picture.figures.iter().map(|figure| figure.look).collect();
    for look in looks {
        if let Some((name, style)) = class(look) {
            let _ = writeln!(out, "  classDef {name} {style}");
        }
    }
    out
}

fn class(look: Look) -> Option<(&'static str, &'static str)> {
    match look {
        Look::Own | Look::Port(_) => None,
        Look::Selected => Some(("selected", "stroke-dasharray: 6 4")),
        Look::Substituted => Some(("substituted", "stroke-width: 3px")),
        Look::Foreign => Some(("foreign", "opacity: 0.6")),
        Look::Missing => Some(("missing", "stroke: #d33, stroke-dasharray: 2 3")),
    }
}

fn node(number: usize, figure: &Figure) -> String {
    let mut label = format!("<b>{}</b>", escape(&short(&figure.name, 80)));
    if let Some(count) = &figure.count {
        let _ = write!(label, " {}", escape(count));
    }
    let mut line = |text: &str| {
        let _ = write!(label, "<br/>{text}");
    };
    if !figure.kind.is_empty() && !matches!(figure.look, Look::Port(_)) {
        line(&format!("<i>{}</i>", escape(&short(&figure.kind, 80))));
    }
    if !figure.badges.is_empty() {
        line(&format!("«{}»", escape(&short(&figure.badges.join(", "), 80))));
    }
    for row in &figure.rows {
        line(&format!("{}{}", row.mark.sign(), escape(&short(&row.text, 80))));
    }
    if !figure.tags.is_empty() {
        let tags: Vec<String> = figure
            .tags
            .iter()
            .map(|tag| format!("{} {}", if tag.is_policy { "§" } else { "◇" }, escape(&short(&tag.text, 40))))
            .collect();
        line(&tags.join(", "));
    }
    let (open, close) = match figure.look {
        Look::Port(_) => ("([", "])"),
        Look::Substituted => ("[[", "]]"),
        Look::Selected => ("(", ")"),
        _ => ("[", "]"),
    };
    let class = class(figure.look).map(|(name, _)| format!(":::{name}")).unwrap_or_default();
    format!("n{number}{open}\"{label}\"{close}{class}")
}

fn arrow(link: &PictureLink) -> String {
    let label = [&link.name, &link.detail];
    let label: Vec<String> =
        label.into_iter().filter(|text| !text.is_empty()).map(|text| escape(&short(text, 80))).collect();
    let label =
        if label.is_empty() { String::new() } else { format!("|\"{}\"|", unlisted(label.join("<br/>"))) };
    let PictureLink { from, to, .. } = link;
    match link.look {
        LinkLook::Needs | LinkLook::Imports => format!("n{from} -->{label} n{to}"),
        LinkLook::HostedOn => format!("n{from} ==>{label} n{to}"),
        // Base types are above derived types.
        LinkLook::DerivedFrom => format!("n{to} ---{label} n{from}"),
        LinkLook::Mapped => format!("n{from} -.->{label} n{to}"),
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
