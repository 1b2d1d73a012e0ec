//! Lays out boxes inside boxes: the content of each box, from the innermost to the whole picture.
//!
//! A line between boxes in different boxes is laid out between the outermost boxes that contain only one of its ends,
//! and extended to its ends.

use super::super::layout::{self, Direction, Input, Output, Point, Route, Step};
use super::super::picture::{FigureStyle, Picture};
use super::input_link;

/// The gap between the edge of a box and its content.
const PADDING: f64 = 16.0;

/// A link as part of the content of one box: the link, and the boxes that contain its ends.
#[derive(Clone, Copy)]
struct PlacedLink {
    index: usize,
    from: usize,
    to: usize,
}

/// The content of a box: boxes, links, and their layout.
#[derive(Default)]
struct Content {
    boxes: Vec<usize>,
    links: Vec<PlacedLink>,
    layout: Output,
}

/// Returns the layout of a picture; `sizes` are the sizes of its boxes without what is inside.
pub(super) fn lay_out(picture: &Picture, sizes: &[Point]) -> (Output, Direction) {
    let hosts: Vec<Option<usize>> = picture.figures.iter().map(|figure| figure.host).collect();
    let count = hosts.len();
    let mut whole = Content::default();
    let mut contents: Vec<Content> = (0..count).map(|_| Content::default()).collect();
    let mut depths = Vec::with_capacity(count);
    for (index, host) in hosts.iter().enumerate() {
        depths.push(std::iter::successors(*host, |host| hosts[*host]).count());
        host.map_or(&mut whole, |host| &mut contents[host]).boxes.push(index);
    }
    for (index, link) in picture.links.iter().enumerate() {
        let (mut from, mut to) = (link.from, link.to);
        while hosts[from] != hosts[to] {
            if depths[from] >= depths[to] {
                from = hosts[from].unwrap_or(from);
            } else {
                to = hosts[to].unwrap_or(to);
            }
        }
        let content = hosts[from].map_or(&mut whole, |host| &mut contents[host]);
        content.links.push(PlacedLink { index, from, to });
    }
    let mut inner_first: Vec<usize> = (0..count).filter(|index| !contents[*index].boxes.is_empty()).collect();
    inner_first.sort_by_key(|index| std::cmp::Reverse(depths[*index]));
    let mut outer_sizes = sizes.to_vec();
    for &index in &inner_first {
        lay_out_content(picture, &mut contents[index], &mut outer_sizes);
        let (inner, own) = (contents[index].layout.size, sizes[index]);
        outer_sizes[index] = Point::new(own.x.max(inner.x + 2.0 * PADDING), own.y + inner.y + PADDING);
    }
    let direction = lay_out_content(picture, &mut whole, &mut outer_sizes);
    let mut output = Output {
        boxes: vec![Point::default(); count],
        sizes: outer_sizes,
        routes: vec![Route::default(); picture.links.len()],
        labels: vec![Point::default(); picture.links.len()],
        size: whole.layout.size,
    };
    place(&whole, Point::default(), &mut output);
    for &index in inner_first.iter().rev() {
        let (corner, size) = (output.boxes[index], output.sizes[index]);
        let inner = contents[index].layout.size;
        let origin = Point::new(corner.x + (size.x - inner.x) / 2.0, corner.y + sizes[index].y);
        place(&contents[index], origin, &mut output);
    }
    for content in contents.iter().chain([&whole]) {
        for link in &content.links {
            let of_picture = &picture.links[link.index];
            extend(link, (of_picture.from, of_picture.to), &mut output);
        }
    }
    (output, direction)
}

/// Lays out the content of a box, and replaces the sizes of boxes that grow.
fn lay_out_content(picture: &Picture, content: &mut Content, sizes: &mut [Point]) -> Direction {
    let position = |index: usize| content.boxes.binary_search(&index).unwrap_or_default();
    let side_of = |index: &usize| match picture.figures[*index].style {
        FigureStyle::Port(side) => Some(side),
        _ => None,
    };
    let links = content.links.iter().map(|link| {
        let of_picture = &picture.links[link.index];
        input_link(of_picture, position(link.from), position(link.to))
    });
    let input = Input {
        boxes: content.boxes.iter().map(|index| sizes[*index]).collect(),
        sides: content.boxes.iter().map(side_of).collect(),
        links: links.collect(),
    };
    let (layout, direction) = layout::lay_out(&input);
    for (index, size) in content.boxes.iter().zip(&layout.sizes) {
        sizes[*index] = *size;
    }
    content.layout = layout;
    direction
}

/// Places the content of a box, whose upper left corner is `origin`.
fn place(content: &Content, origin: Point, output: &mut Output) {
    for (index, corner) in content.boxes.iter().zip(&content.layout.boxes) {
        output.boxes[*index] = corner.plus(origin);
    }
    for ((link, route), label) in content.links.iter().zip(&content.layout.routes).zip(&content.layout.labels)
    {
        output.routes[link.index] = route.map(|point| point.plus(origin));
        output.labels[link.index] = label.plus(origin);
    }
}

/// Extends a link to the boxes at its `ends`, which are inside those between which it was laid out.
fn extend(link: &PlacedLink, ends: (usize, usize), output: &mut Output) {
    let (from, to) = ends;
    let nearest = |index: usize, point: Point| {
        let (corner, size) = (output.boxes[index], output.sizes[index]);
        Point::new(point.x.clamp(corner.x, corner.x + size.x), point.y.clamp(corner.y, corner.y + size.y))
    };
    let route = &output.routes[link.index];
    let (first, last) = (route.start, route.steps.last().map_or(route.start, |step| step.end()));
    let start = (link.from != from).then(|| nearest(from, first));
    let end = (link.to != to).then(|| nearest(to, last));
    let route = &mut output.routes[link.index];
    if let Some(start) = start {
        route.start = start;
        route.steps.insert(0, Step::Line(first));
    }
    if let Some(end) = end {
        route.steps.push(Step::Line(end));
    }
}
