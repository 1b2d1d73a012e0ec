//! Draws the legend, which explains the signs that occur in a picture.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::picture::{FigureStyle, LinkStyle, Picture, RowKind};
use super::super::text::width;
use super::{n, style};

pub(super) struct Legend {
    pub(super) text: String,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

enum Sign {
    Line(LinkStyle),
    Box(FigureStyle),
    Row(RowKind),
    Pill(&'static str),
    Host,
    Conditional,
}

/// Draws the legend with its upper left corner at `left` and `top`, in lines of the width `room`.
pub(super) fn draw(picture: &Picture, left: f64, top: f64, room: f64) -> Legend {
    let mut legend = Legend { text: String::new(), right: left, bottom: top };
    let (mut x, mut y) = (left, top);
    for (sign, label) in entries(picture) {
        let (sign_width, text_width) =
            (if matches!(sign, Sign::Row(_)) { 12.0 } else { 28.0 }, width(label, 11.0, false));
        let wide = sign_width + text_width + 22.0;
        if x > left && x + wide > left + room {
            (x, y) = (left, y + 20.0);
        }
        let drawn = match sign {
            Sign::Line(style) => format!(
                "<path class=\"{}\" d=\"M{} {}h22\"{}/>",
                style::link(style),
                n(x),
                n(y - 4.0),
                style::ends(style)
            ),
            Sign::Box(style) => format!(
                "<rect class=\"box {}\" x=\"{}\" y=\"{}\" width=\"20\" height=\"12\" rx=\"3\"/>",
                style::figure(style),
                n(x),
                n(y - 10.0)
            ),
            Sign::Host => {
                let outer = format!("x=\"{}\" y=\"{}\" width=\"22\" height=\"14\"", n(x), n(y - 11.0));
                let inner = format!("x=\"{}\" y=\"{}\" width=\"10\" height=\"6\"", n(x + 6.0), n(y - 7.0));
                format!(
                    "<rect class=\"box own host\" {outer} rx=\"3\"/><rect class=\"box own\" {inner} rx=\"2\"/>"
                )
            }
            Sign::Conditional => format!(
                "<rect class=\"box own conditional\" x=\"{}\" y=\"{}\" width=\"20\" height=\"12\" rx=\"3\"/>",
                n(x),
                n(y - 10.0)
            ),
            Sign::Row(kind) => style::sign(kind, x, y - 4.0),
            Sign::Pill(class) => format!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"20\" height=\"11\" rx=\"5.5\"/>",
                n(x),
                n(y - 9.5)
            ),
        };
        let _ = writeln!(
            legend.text,
            "{drawn}<text class=\"lg\" x=\"{}\" y=\"{}\">{label}</text>",
            n(x + sign_width),
            n(y)
        );
        x += wide;
        legend.right = legend.right.max(x - 22.0);
        legend.bottom = y + 4.0;
    }
    legend
}

fn entries(picture: &Picture) -> Vec<(Sign, &'static str)> {
    let mut entries = Vec::new();
    let links: BTreeSet<LinkStyle> = picture.links.iter().map(|link| link.style).collect();
    for style in links {
        let label = match style {
            LinkStyle::Needs => "requirement",
            LinkStyle::MayNeed => "candidate of a requirement",
            LinkStyle::HostedOn => "hosted on",
            LinkStyle::DerivedFrom => "derived from",
            LinkStyle::Imports => "imports",
            LinkStyle::Mapped => "mapped",
        };
        entries.push((Sign::Line(style), label));
    }
    if picture.figures.iter().any(|figure| figure.host.is_some()) {
        entries.push((Sign::Host, "hosted on the outer box"));
    }
    let styles: BTreeSet<FigureStyle> = picture.figures.iter().map(|figure| figure.style).collect();
    for style in styles {
        let label = match style {
            FigureStyle::Own | FigureStyle::Port(_) => continue,
            FigureStyle::Selected => "selected",
            FigureStyle::Substituted => "substituted",
            FigureStyle::Foreign => "from elsewhere",
            FigureStyle::Missing => "not found or not readable",
        };
        entries.push((Sign::Box(style), label));
    }
    let figures = picture.figures.iter().any(|figure| figure.condition.is_some());
    let links = picture.links.iter().any(|link| link.condition.is_some());
    if figures || links {
        entries.push((Sign::Conditional, "only in some variants (also lines)"));
    }
    let rows = picture.figures.iter().flat_map(|figure| &figure.rows);
    let kinds: BTreeSet<RowKind> = rows.map(|row| row.kind).collect();
    for kind in kinds {
        let label = match kind {
            RowKind::Plain => continue,
            RowKind::Property => "property",
            RowKind::Attribute => "attribute",
            RowKind::Capability => "capability",
            RowKind::Requirement => "requirement of unknown target",
            RowKind::Dangling => "requirement without a target here",
            RowKind::Missing => "target not found",
        };
        entries.push((Sign::Row(kind), label));
    }
    let tags = || picture.figures.iter().flat_map(|figure| &figure.tags);
    if tags().any(|tag| !tag.is_policy) {
        entries.push((Sign::Pill("group"), "group"));
    }
    if tags().any(|tag| tag.is_policy) {
        entries.push((Sign::Pill("policy"), "policy"));
    }
    entries
}
