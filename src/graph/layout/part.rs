//! Lays out one connected part.

use super::super::picture::FrameSide;
use super::across::{self, Pulls};
use super::order::{self, Neighbors};
use super::ranks::{self, Arc};
use super::routes;
use super::{Input, Point, Route};

/// The layout of a connected part; its upper left corner is the origin.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) boxes: Vec<(usize, Point)>,
    pub(super) links: Vec<(usize, Route, Point)>,
    pub(super) size: Point,
}

/// The gaps next to boxes, and next to links that cross a layer.
const BOX_MARGIN: f64 = 30.0;
const LINK_MARGIN: f64 = 14.0;
/// The width of a link from a box to itself, without its label.
pub(super) const LOOP: f64 = 34.0;

/// A box, or the position where a link crosses a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub(super) size: Point,
    /// How much of the width is used by links from the box to itself.
    pub(super) extra: f64,
}

/// A connected part in layers: boxes are in the even ones, and links and their labels cross all of them.
#[derive(Debug, Default)]
pub(super) struct Layered {
    pub(super) vertices: Vec<Vertex>,
    pub(super) layers: Vec<Vec<u32>>,
    pub(super) layer_of: Vec<usize>,
    /// The links; their ends are vertices of boxes.
    pub(super) arcs: Vec<Arc>,
    /// The vertices that each link passes, in the direction of layers; empty if it is drawn straight.
    pub(super) passes: Vec<Vec<u32>>,
    /// The passed vertex that has the label.
    pub(super) label_vertices: Vec<Option<u32>>,
    /// The middle of each vertex, across.
    pub(super) middles: Vec<f64>,
}

/// Lays out the boxes `members` with the links between them; `local_indexes` has the index in `members` of
/// each box.
pub(super) fn lay_out(input: &Input, members: &[usize], links: &[usize], local_indexes: &[usize]) -> Part {
    let sides: Vec<Option<FrameSide>> = members.iter().map(|index| input.sides[*index]).collect();
    let (loops, non_loops): (Vec<usize>, Vec<usize>) =
        links.iter().partition(|index| input.links[**index].from == input.links[**index].to);
    let mut layered = Layered::default();
    layered.vertices.extend(members.iter().map(|index| Vertex { size: input.boxes[*index], extra: 0.0 }));
    let mut heights = vec![0.0; members.len()];
    for index in &loops {
        let link = &input.links[*index];
        let vertex = &mut layered.vertices[local_indexes[link.from]];
        vertex.extra = vertex.extra.max(LOOP + link.label.x);
        heights[local_indexes[link.from]] += link.label.y.max(22.0) + 4.0;
    }
    for (vertex, height) in layered.vertices.iter_mut().zip(heights) {
        vertex.size = Point::new(vertex.size.x + vertex.extra, vertex.size.y.max(height));
    }
    layered.arcs.extend(non_loops.iter().map(|index| {
        let link = &input.links[*index];
        Arc {
            from: local_indexes[link.from],
            to: local_indexes[link.to],
            weight: link.weight,
            reversed: false,
            joint: link.joint,
        }
    }));
    let ranks = ranks::rank(&sides, &mut layered.arcs);
    let labels: Vec<Point> = non_loops.iter().map(|index| input.links[*index].label).collect();
    fill(&mut layered, &ranks, &labels);
    let count = layered.vertices.len();
    let mut linked = Neighbors { preceding: vec![Vec::new(); count], following: vec![Vec::new(); count] };
    let mut pulls = Pulls { preceding: vec![Vec::new(); count], following: vec![Vec::new(); count] };
    let boxes = u32::try_from(members.len()).unwrap_or(u32::MAX);
    for (arc, passes) in layered.arcs.iter().zip(&layered.passes) {
        if passes.is_empty() {
            continue;
        }
        let mut path = vec![vertex(arc.from)];
        path.extend(passes);
        path.push(vertex(arc.to));
        for pair in path.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            linked.following[from as usize].push(to);
            linked.preceding[to as usize].push(from);
            // Straight long links are more important than short links.
            let straight = if from >= boxes && to >= boxes { 16.0 } else { 2.0 };
            pulls.following[from as usize].push((to, arc.weight * straight));
            pulls.preceding[to as usize].push((from, arc.weight * straight));
        }
    }
    order::order(&mut layered.layers, &linked);
    let widths: Vec<f64> = layered.vertices.iter().map(|vertex| vertex.size.x).collect();
    let margin = |index: usize| if index < members.len() { BOX_MARGIN } else { LINK_MARGIN };
    let margins: Vec<f64> = (0..count).map(margin).collect();
    layered.middles = across::coordinates(&layered.layers, &widths, &margins, &pulls);
    across::straighten(&layered.layers, &widths, &margins, &layered.passes, &mut layered.middles);
    let left =
        (0..count).map(|index| layered.middles[index] - widths[index] / 2.0).fold(f64::INFINITY, f64::min);
    for middle in &mut layered.middles {
        *middle -= left;
    }
    routes::draw(input, &layered, members, &non_loops, &loops, local_indexes)
}

fn vertex(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Puts boxes into layers by rank, and links into the layers between.
fn fill(layered: &mut Layered, ranks: &[usize], labels: &[Point]) {
    /// The total number of vertices for links; if there were more, the longest links are drawn straight.
    const MAX_LINK_VERTICES: usize = 250_000;
    let last = ranks.iter().max().copied().unwrap_or(0);
    layered.layers = vec![Vec::new(); 2 * last + 1];
    for (index, rank) in ranks.iter().enumerate() {
        layered.layers[2 * rank].push(vertex(index));
        layered.layer_of.push(2 * rank);
    }
    let span = |arc: &Arc| ranks[arc.to].saturating_sub(ranks[arc.from]);
    let needed = |longest: usize| {
        let arcs = layered.arcs.iter().map(span).filter(|length| *length <= longest);
        arcs.map(|length| 2 * length - 1).sum::<usize>()
    };
    let max_span = [usize::MAX, 400, 100, 30, 10, 3, 1]
        .into_iter()
        .find(|max_span| needed(*max_span) <= MAX_LINK_VERTICES);
    let max_span = max_span.unwrap_or(1);
    for (number, label) in labels.iter().enumerate() {
        let arc = layered.arcs[number];
        let (mut passes, mut label_vertex) = (Vec::new(), None);
        if span(&arc) <= max_span {
            let (first, end) = (2 * ranks[arc.from] + 1, 2 * ranks[arc.to]);
            // Labels are near the start, so that each arrow of a box with many arrows has its label next to
            // the arrow.
            let label_layer = if arc.reversed { end - 1 } else { first };
            for layer in first..end {
                let new = vertex(layered.vertices.len());
                let size = if layer == label_layer { *label } else { Point::default() };
                layered.vertices.push(Vertex { size, extra: 0.0 });
                layered.layer_of.push(layer);
                layered.layers[layer].push(new);
                passes.push(new);
                if layer == label_layer {
                    label_vertex = Some(new);
                }
            }
        }
        layered.passes.push(passes);
        layered.label_vertices.push(label_vertex);
    }
}
