//! Prints pictures as SVG that needs no other program: text is measured, the layout is computed, and light
//! and dark pages are supported.

mod figures;
mod legend;
mod nested;
mod style;

use std::fmt::Write as _;

use super::layout::{Direction, InputLink, Output, Point, Route, Step};
use super::picture::{FigureStyle, Frame, FrameSide, LinkStyle, Picture, PictureLink};
use super::text::{lines, short, width, xml};

/// The margin of the picture.
const MARGIN: f64 = 28.0;
/// The gap between the frame and its content, across.
const INSIDE: f64 = 26.0;

/// Returns the picture with a computed layout.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let (mut output, direction) = nested::lay_out(picture, &figures::sizes(&picture.figures));
    turn_back(picture, &mut output);
    let sizes = std::mem::take(&mut output.sizes);
    let mut body = String::new();
    let size = output.size;
    // The frame may be larger than the rest of the picture.
    let (mut left, mut top, mut right, mut bottom) = (0.0, 0.0, size.x, size.y);
    if let Some(frame) = &picture.frame {
        let edges = frame_edges(picture, &sizes, &output, direction);
        (left, top) = (edges.0.x.min(left), edges.0.y.min(top));
        (right, bottom) = (edges.1.x.max(right), edges.1.y.max(bottom));
        top = draw_frame(&mut body, frame, edges).min(top);
    }
    let contents = picture.contents();
    let is_host = |index: &usize| !contents[*index].is_empty();
    let mut outer_first: Vec<usize> = (0..contents.len()).filter(is_host).collect();
    // An outer box is larger than what is inside.
    outer_first.sort_by(|first, second| sizes[*second].x.total_cmp(&sizes[*first].x));
    for &number in &outer_first {
        let figure = &picture.figures[number];
        figures::draw(&mut body, number, figure, output.boxes[number], sizes[number], true);
    }
    for (link, route) in picture.links.iter().zip(&output.routes) {
        let _ = writeln!(
            body,
            "<path class=\"{}{}\" d=\"{}\"{}/>",
            style::link(link.style),
            style::conditional(link.condition.as_ref()),
            path(route),
            style::ends(link.style)
        );
    }
    for number in (0..contents.len()).filter(|number| !is_host(number)) {
        let figure = &picture.figures[number];
        figures::draw(&mut body, number, figure, output.boxes[number], sizes[number], false);
    }
    for (link, position) in picture.links.iter().zip(&output.labels) {
        draw_label(&mut body, link, *position);
    }
    let legend = legend::draw(picture, left, bottom + 26.0, (right - left).max(360.0));
    bottom = legend.bottom.max(bottom);
    right = right.max(legend.right);
    body.push_str(&legend.text);
    let title = short(&picture.title, 120);
    right = right.max(left + width(&title, 13.0, true));
    let _ =
        writeln!(body, "<text class=\"t\" x=\"{}\" y=\"{}\">{}</text>", n(left), n(top - 20.0), xml(&title));
    top -= 34.0;
    let (x, y) = (left - MARGIN, top - MARGIN / 2.0);
    let (wide, high) = (right - left + 2.0 * MARGIN, bottom - top + MARGIN * 1.5);
    let (x, y, wide, high) = (n(x), n(y), n(wide), n(high));
    let (title, description) = (xml(&picture.title), xml(&picture.description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"{x} {y} {wide} {high}\" \
         role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"desc\">{description}</desc>\n\
         <style>\n{}</style>\n<defs>\n{}</defs>\n\
         <rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>\n{body}</svg>\n",
        style::css(),
        style::MARKERS,
    )
}

/// Returns a number in its shortest form.
fn n(number: f64) -> String {
    let text = format!("{number:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// Returns a link between two boxes for the layout. Base types are above derived types, so layers begin with them.
fn input_link(link: &PictureLink, from: usize, to: usize) -> InputLink {
    let (from, to) = if link.style == LinkStyle::DerivedFrom { (to, from) } else { (from, to) };
    let weight = match link.style {
        LinkStyle::HostedOn => 4.0,
        LinkStyle::DerivedFrom => 2.0,
        LinkStyle::Needs | LinkStyle::MayNeed | LinkStyle::Imports | LinkStyle::Mapped => 1.0,
    };
    let joint = link.style == LinkStyle::DerivedFrom;
    InputLink { from, to, label: label_size(link), weight, joint }
}

/// Restores the direction of links that were reversed for the layout.
fn turn_back(picture: &Picture, output: &mut Output) {
    for (link, route) in picture.links.iter().zip(&mut output.routes) {
        if link.style == LinkStyle::DerivedFrom {
            *route = route.reversed();
        }
    }
}

fn label_lines(link: &PictureLink) -> [(String, f64); 3] {
    let condition = link.condition.as_deref().unwrap_or_default();
    [
        (short(&link.name, 32).into_owned(), 11.5),
        (short(&link.detail, 32).into_owned(), 10.0),
        (short(condition, 32).into_owned(), 10.0),
    ]
}

fn label_size(link: &PictureLink) -> Point {
    let mut size = Point::default();
    for (text, height) in label_lines(link).iter().filter(|(text, _)| !text.is_empty()) {
        size.x = size.x.max(width(text, *height, false) + 8.0);
        size.y += height + 3.0;
    }
    size
}

fn draw_label(out: &mut String, link: &PictureLink, position: Point) {
    let size = label_size(link);
    if size.y == 0.0 {
        return;
    }
    let (x, mut y) = (position.x, position.y - size.y / 2.0);
    let _ = writeln!(
        out,
        "<rect class=\"lb\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\"/>",
        n(x - size.x / 2.0),
        n(y),
        n(size.x),
        n(size.y)
    );
    for ((text, height), class) in label_lines(link).iter().zip(["ln", "ld", "ld"]) {
        if !text.is_empty() {
            y += height + 3.0;
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
                n(x),
                n(y - 4.0),
                xml(text)
            );
        }
    }
}

fn path(route: &Route) -> String {
    let point = |point: Point| format!("{} {}", n(point.x), n(point.y));
    let mut text = format!("M{}", point(route.start));
    for step in &route.steps {
        let _ = match step {
            Step::Line(end) => write!(text, "L{}", point(*end)),
            Step::Curve(first, second, end) => {
                write!(text, "C{} {} {}", point(*first), point(*second), point(*end))
            }
        };
    }
    text
}

/// Returns the upper left and lower right corner of the frame, which goes through the middle of the ports.
fn frame_edges(picture: &Picture, sizes: &[Point], output: &Output, direction: Direction) -> (Point, Point) {
    let middle = |side: FrameSide| {
        let mut ports = picture.figures.iter().zip(&output.boxes).zip(sizes);
        let port = ports.find(|((figure, _), _)| figure.style == FigureStyle::Port(side));
        port.map(|((_, corner), size)| Point::new(corner.x + size.x / 2.0, corner.y + size.y / 2.0))
    };
    let mut edges =
        (Point::new(-INSIDE, -INSIDE), Point::new(output.size.x + INSIDE, output.size.y + INSIDE));
    match direction {
        Direction::Down => {
            edges.0.y = middle(FrameSide::Entry).map_or(edges.0.y, |middle| middle.y);
            edges.1.y = middle(FrameSide::Exit).map_or(edges.1.y, |middle| middle.y);
        }
        Direction::Right => {
            edges.0.x = middle(FrameSide::Entry).map_or(edges.0.x, |middle| middle.x);
            edges.1.x = middle(FrameSide::Exit).map_or(edges.1.x, |middle| middle.x);
        }
    }
    edges
}

/// Draws the frame with its notes above it, and returns the position where the notes begin.
fn draw_frame(out: &mut String, frame: &Frame, (start, end): (Point, Point)) -> f64 {
    let wide = end.x - start.x;
    let _ = writeln!(
        out,
        "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"12\"/>",
        n(start.x),
        n(start.y),
        n(wide),
        n(end.y - start.y)
    );
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small positive number")]
    let most = ((wide / 5.6) as usize).clamp(48, 160);
    let notes: Vec<String> = frame.notes.iter().flat_map(|note| lines(note, most)).collect();
    let mut y = start.y - 24.0;
    for note in notes.iter().rev() {
        let _ =
            writeln!(out, "<text class=\"note\" x=\"{}\" y=\"{}\">{}</text>", n(start.x), n(y), xml(note));
        y -= 15.0;
    }
    let title = short(&frame.title, 100);
    let _ = writeln!(out, "<text class=\"ft\" x=\"{}\" y=\"{}\">{}</text>", n(start.x), n(y), xml(&title));
    y - 12.0
}
