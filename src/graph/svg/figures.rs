//! Sizes and contents of boxes.

use std::fmt::Write as _;

use super::super::layout::Point;
use super::super::picture::{Figure, FigureStyle, FrameSide, RowKind};
use super::super::text::{short, width, xml};
use super::{n, style};

const PADDING: f64 = 13.0;
const NAME: f64 = 22.0;
const LINE: f64 = 15.0;
const PILL: f64 = 16.0;
const MARK: f64 = 13.0;
/// How far the stacked cards of a box with several instances are visible.
const CARD_OFFSET: f64 = 6.0;
const MAX_CHARACTERS: usize = 44;

/// Returns the size of each box. Ports of one side have the same size, so that they are aligned.
pub(super) fn sizes(figures: &[Figure]) -> Vec<Point> {
    let mut sizes: Vec<Point> = figures.iter().map(size).collect();
    for side in [FrameSide::Entry, FrameSide::Exit] {
        let is_port = |figure: &Figure| figure.style == FigureStyle::Port(side);
        let ports = || figures.iter().zip(&sizes).filter(|(figure, _)| is_port(figure));
        let widest = ports().map(|(_, size)| size.x).fold(0.0, f64::max);
        for (figure, size) in figures.iter().zip(&mut sizes) {
            if is_port(figure) {
                size.x = widest;
            }
        }
    }
    sizes
}

fn size(figure: &Figure) -> Point {
    let name = width(&short(&figure.name, MAX_CHARACTERS), 14.0, true);
    if let FigureStyle::Port(_) = figure.style {
        return Point::new(width(&short(&figure.name, MAX_CHARACTERS), 12.0, true) + 28.0, 26.0);
    }
    let count = figure.count.as_ref().map_or(0.0, |count| width(count, 13.0, true) + 14.0);
    let mut wide = name + count;
    let mut high = NAME + 12.0;
    if !figure.kind.is_empty() || !figure.badges.is_empty() {
        let badges: f64 = figure.badges.iter().map(|badge| pill(badge) + 5.0).sum();
        let gap = if badges > 0.0 { 8.0 } else { 0.0 };
        wide = wide.max(width(&short(&figure.kind, MAX_CHARACTERS), 11.0, false) + gap + badges);
        high += LINE;
    }
    if let Some(condition) = &figure.condition {
        wide = wide.max(width(&short(condition, MAX_CHARACTERS), 11.0, false));
        high += LINE;
    }
    for row in &figure.rows {
        let sign_width = if row.kind == RowKind::Plain { 0.0 } else { MARK };
        wide = wide.max(sign_width + width(&short(&row.text, MAX_CHARACTERS), 11.0, false));
        high += LINE;
    }
    if !figure.rows.is_empty() {
        high += 8.0;
    }
    for line in tag_lines(figure, wide.max(110.0)) {
        wide = wide.max(line.iter().map(|(text, _)| pill(text) + 5.0).sum::<f64>() - 5.0);
        high += PILL + 4.0;
    }
    let cards = if figure.count.is_some() { CARD_OFFSET } else { 0.0 };
    Point::new((wide + 2.0 * PADDING).max(64.0) + cards, high + cards)
}

fn pill(text: &str) -> f64 {
    width(&short(text, 24), 10.0, false) + 12.0
}

/// Returns the tags in lines that fit into `room`.
fn tag_lines(figure: &Figure, room: f64) -> Vec<Vec<(&str, bool)>> {
    let mut lines: Vec<Vec<(&str, bool)>> = Vec::new();
    let mut used = 0.0;
    for tag in &figure.tags {
        let wide = pill(&tag.text) + 5.0;
        if lines.is_empty() || used + wide > room + 5.0 {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += wide;
        if let Some(line) = lines.last_mut() {
            line.push((&tag.text, tag.is_policy));
        }
    }
    lines
}

/// Draws a box; `is_host` is true if other boxes are inside.
pub(super) fn draw(
    out: &mut String,
    number: usize,
    figure: &Figure,
    corner: Point,
    size: Point,
    is_host: bool,
) {
    let host = if is_host { " host" } else { "" };
    let class = [style::figure(figure.style), style::conditional(figure.condition.as_ref()), host].concat();
    let _ = writeln!(out, "<g id=\"n{number}\"><title>{}</title>", xml(&tooltip(figure)));
    if let FigureStyle::Port(_) = figure.style {
        rect(out, &format!("box {class}"), corner, size, size.y / 2.0);
        let middle = corner.x + size.x / 2.0;
        let name = short(&figure.name, MAX_CHARACTERS);
        text(out, "pn", middle, corner.y + 17.5, &name);
        out.push_str("</g>\n");
        return;
    }
    let mut inner = size;
    if figure.count.is_some() {
        inner = Point::new(size.x - CARD_OFFSET, size.y - CARD_OFFSET);
        for card in [2.0, 1.0] {
            let shift = CARD_OFFSET / 2.0 * card;
            rect(out, &format!("box {class}"), Point::new(corner.x + shift, corner.y + shift), inner, 6.0);
        }
    }
    rect(out, &format!("box {class}"), corner, inner, 6.0);
    if figure.style == FigureStyle::Substituted {
        let within = Point::new(inner.x - 7.0, inner.y - 7.0);
        rect(out, "inner", Point::new(corner.x + 3.5, corner.y + 3.5), within, 4.0);
    }
    let (left, right) = (corner.x + PADDING, corner.x + inner.x - PADDING);
    let mut y = corner.y + NAME;
    let faded = if figure.style == FigureStyle::Foreign { " fn" } else { "" };
    text(out, &format!("nm{faded}"), left, y, &short(&figure.name, MAX_CHARACTERS));
    if let Some(count) = &figure.count {
        text(out, "ct", right, y, count);
    }
    if !figure.kind.is_empty() || !figure.badges.is_empty() {
        y += LINE;
        text(out, "kd", left, y, &short(&figure.kind, MAX_CHARACTERS));
        let mut end = right;
        for badge in figure.badges.iter().rev() {
            draw_pill(out, "badge", badge, end - pill(badge), y - 12.0);
            end -= pill(badge) + 5.0;
        }
    }
    if let Some(condition) = &figure.condition {
        y += LINE;
        text(out, "rw", left, y, &short(condition, MAX_CHARACTERS));
    }
    if !figure.rows.is_empty() {
        y += 8.0;
        let _ = writeln!(
            out,
            "<path class=\"sep\" d=\"M{} {}H{}\"/>",
            n(corner.x + 1.0),
            n(y),
            n(corner.x + inner.x - 1.0)
        );
    }
    for row in &figure.rows {
        y += LINE;
        out.push_str(&style::sign(row.kind, left, y - 4.0));
        let shift = if row.kind == RowKind::Plain { 0.0 } else { MARK };
        text(out, "rw", left + shift, y, &short(&row.text, MAX_CHARACTERS));
    }
    y += 6.0;
    for line in tag_lines(figure, (inner.x - 2.0 * PADDING).max(110.0)) {
        let mut x = left;
        for (tag, is_policy) in line {
            draw_pill(out, if is_policy { "policy" } else { "group" }, tag, x, y);
            x += pill(tag) + 5.0;
        }
        y += PILL + 4.0;
    }
    out.push_str("</g>\n");
}

/// Returns the tooltip: names in full length.
fn tooltip(figure: &Figure) -> String {
    let mut parts = vec![figure.name.as_str()];
    parts.extend(figure.count.as_deref());
    parts.extend(Some(figure.kind.as_str()).filter(|kind| !kind.is_empty()));
    parts.extend(Some(figure.tip.as_str()).filter(|tip| !tip.is_empty()));
    let is_long = |text: &&str| text.chars().count() > MAX_CHARACTERS;
    parts.extend(figure.condition.as_deref().filter(is_long));
    parts.extend(figure.rows.iter().map(|row| row.text.as_str()).filter(is_long));
    parts.join(" · ")
}

fn rect(out: &mut String, class: &str, corner: Point, size: Point, radius: f64) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        n(corner.x),
        n(corner.y),
        n(size.x),
        n(size.y),
        n(radius)
    );
}

fn text(out: &mut String, class: &str, x: f64, y: f64, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>", n(x), n(y), xml(text));
    }
}

pub(super) fn draw_pill(out: &mut String, class: &str, label: &str, x: f64, y: f64) {
    let wide = pill(label);
    rect(out, class, Point::new(x, y), Point::new(wide, PILL), PILL / 2.0);
    text(out, "pt", x + wide / 2.0, y + 11.5, &short(label, 24));
}
