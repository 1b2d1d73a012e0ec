//! Draws the legend, which explains the signs that occur in a picture.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::picture::{LinkLook, Look, Picture, PictureMark};
use super::super::text::width;
use super::{n, style};

pub(super) struct Legend {
    pub(super) text: String,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

enum Sign {
    Line(LinkLook),
    Box(Look),
    Mark(PictureMark),
    Pill(&'static str),
}

/// Draws the legend with its upper left corner at `left` and `top`, in lines of the width `room`.
pub(super) fn draw(picture: &Picture, left: f64, top: f64, room: f64) -> Legend {
    let mut legend = Legend { text: String::new(), right: left, bottom: top };
    let (mut x, mut y) = (left, top);
    for (sign, label) in entries(picture) {
        let (sign_width, text_width) =
            (if matches!(sign, Sign::Mark(_)) { 12.0 } else { 28.0 }, width(label, 11.0, false));
        let wide = sign_width + text_width + 22.0;
        if x > left && x + wide > left + room {
            (x, y) = (left, y + 20.0);
        }
        let drawn = match sign {
            Sign::Line(look) => format!(
                "<path class=\"{}\" d=\"M{} {}h22\"{}/>",
                style::link(look),
                n(x),
                n(y - 4.0),
                style::ends(look)
            ),
            Sign::Box(look) => format!(
                "<rect class=\"box {}\" x=\"{}\" y=\"{}\" width=\"20\" height=\"12\" rx=\"3\"/>",
                style::figure(look),
                n(x),
                n(y - 10.0)
            ),
            Sign::Mark(mark) => style::mark(mark, x, y - 4.0),
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
    let links: BTreeSet<LinkLook> = picture.links.iter().map(|link| link.look).collect();
    for look in links {
        let label = match look {
            LinkLook::Needs => "requirement",
            LinkLook::HostedOn => "hosted on",
            LinkLook::DerivedFrom => "derived from",
            LinkLook::Imports => "imports",
            LinkLook::Mapped => "mapped",
        };
        entries.push((Sign::Line(look), label));
    }
    let looks: BTreeSet<Look> = picture.figures.iter().map(|figure| figure.look).collect();
    for look in looks {
        let label = match look {
            Look::Own | Look::Port(_) => continue,
            Look::Selected => "selected",
            Look::Substituted => "substituted",
            Look::Foreign => "from elsewhere",
            Look::Missing => "not found or not readable",
        };
        entries.push((Sign::Box(look), label));
    }
    let rows = picture.figures.iter().flat_map(|figure| &figure.rows);
    let marks: BTreeSet<PictureMark> = rows.map(|row| row.mark).collect();
    for mark in marks {
        let label = match mark {
            PictureMark::Plain => continue,
            PictureMark::Property => "property",
            PictureMark::Attribute => "attribute",
            PictureMark::Capability => "capability",
            PictureMark::Requirement => "requirement of unknown target",
            PictureMark::Dangling => "requirement without a target here",
            PictureMark::Missing => "target not found",
        };
        entries.push((Sign::Mark(mark), label));
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
