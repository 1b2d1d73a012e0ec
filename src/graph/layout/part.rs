//! The layout of one connected part.

use super::super::picture::Side;
use super::across::{self, Pulls};
use super::order::{self, Neighbours};
use super::ranks::{self, Arc};
use super::routes;
use super::{Input, Point, Route};

/// What a connected part looks like, from its own upper left corner.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) boxes: Vec<(usize, Point)>,
    pub(super) links: Vec<(usize, Route, Point)>,
    pub(super) size: Point,
}

/// Room between boxes in a layer, and beside the places of links.
const BOX_MARGIN: f64 = 30.0;
const LINK_MARGIN: f64 = 14.0;
/// What a link from a box to itself takes, without its label.
pub(super) const LOOP: f64 = 34.0;

/// A box, or the place where a link crosses a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub(super) size: Point,
    /// How much of the size across is for links from the box to itself.
    pub(super) extra: f64,
}

/// A connected part in layers: boxes stand in even ones, links and their labels pass through all.
#[derive(Debug, Default)]
pub(super) struct Layered {
    pub(super) vertices: Vec<Vertex>,
    pub(super) layers: Vec<Vec<u32>>,
    pub(super) layer_of: Vec<usize>,
    /// The links, boxes numbered as vertices.
    pub(super) arcs: Vec<Arc>,
    /// The vertices that each link passes, in the direction of layers; none where it goes straight.
    pub(super) passes: Vec<Vec<u32>>,
    /// Which of them has the label.
    pub(super) label_at: Vec<Option<u32>>,
    /// The middle of each vertex, across.
    pub(super) middles: Vec<f64>,
}

/// Lays out the boxes `members` with the links `links`, which lead from members to members.
pub(super) fn lay_out(input: &Input, members: &[usize], links: &[usize], local: &[usize]) -> Part {
    let sides: Vec<Option<Side>> = members.iter().map(|at| input.sides[*at]).collect();
    let (loops, others): (Vec<usize>, Vec<usize>) =
        links.iter().partition(|at| input.links[**at].from == input.links[**at].to);
    let mut layered = Layered::default();
    layered.vertices.extend(members.iter().map(|at| Vertex { size: input.boxes[*at], extra: 0.0 }));
    let mut heights = vec![0.0; members.len()];
    for at in &loops {
        let link = &input.links[*at];
        let vertex = &mut layered.vertices[local[link.from]];
        vertex.extra = vertex.extra.max(LOOP + link.label.x);
        heights[local[link.from]] += link.label.y.max(22.0) + 4.0;
    }
    for (vertex, height) in layered.vertices.iter_mut().zip(heights) {
        vertex.size = Point::new(vertex.size.x + vertex.extra, vertex.size.y.max(height));
    }
    layered.arcs.extend(others.iter().map(|at| {
        let link = &input.links[*at];
        Arc {
            from: local[link.from],
            to: local[link.to],
            weight: link.weight,
            reversed: false,
            joint: link.joint,
        }
    }));
    let ranks = ranks::rank(&sides, &mut layered.arcs);
    let labels: Vec<Point> = others.iter().map(|at| input.links[*at].label).collect();
    fill(&mut layered, &ranks, &labels);
    let count = layered.vertices.len();
    let mut linked = Neighbours { before: vec![Vec::new(); count], behind: vec![Vec::new(); count] };
    let mut pulls = Pulls { before: vec![Vec::new(); count], behind: vec![Vec::new(); count] };
    let boxes = u32::try_from(members.len()).unwrap_or(u32::MAX);
    for (arc, passes) in layered.arcs.iter().zip(&layered.passes) {
        if passes.is_empty() {
            continue;
        }
        let mut way = vec![vertex(arc.from)];
        way.extend(passes);
        way.push(vertex(arc.to));
        for pair in way.windows(2) {
            let (one, other) = (pair[0], pair[1]);
            linked.behind[one as usize].push(other);
            linked.before[other as usize].push(one);
            // Long links want to be straight more than short ones want to be short.
            let straight = if one >= boxes && other >= boxes { 16.0 } else { 2.0 };
            pulls.behind[one as usize].push((other, arc.weight * straight));
            pulls.before[other as usize].push((one, arc.weight * straight));
        }
    }
    order::order(&mut layered.layers, &linked);
    let widths: Vec<f64> = layered.vertices.iter().map(|vertex| vertex.size.x).collect();
    let margin = |at: usize| if at < members.len() { BOX_MARGIN } else { LINK_MARGIN };
    let margins: Vec<f64> = (0..count).map(margin).collect();
    layered.middles = across::place(&layered.layers, &widths, &margins, &pulls);
    across::straighten(&layered.layers, &widths, &margins, &layered.passes, &mut layered.middles);
    let left = (0..count).map(|at| layered.middles[at] - widths[at] / 2.0).fold(f64::INFINITY, f64::min);
    for middle in &mut layered.middles {
        *middle -= left;
    }
    routes::draw(input, &layered, members, &others, &loops, local)
}

fn vertex(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Puts boxes into layers by their ranks, and links into the layers between.
fn fill(layered: &mut Layered, ranks: &[usize], labels: &[Point]) {
    /// Places of links in all; where there would be more, the longest links go straight.
    const MOST: usize = 250_000;
    let last = ranks.iter().max().copied().unwrap_or(0);
    layered.layers = vec![Vec::new(); 2 * last + 1];
    for (at, rank) in ranks.iter().enumerate() {
        layered.layers[2 * rank].push(vertex(at));
        layered.layer_of.push(2 * rank);
    }
    let spans = |arc: &Arc| ranks[arc.to].saturating_sub(ranks[arc.from]);
    let needed = |longest: usize| {
        let arcs = layered.arcs.iter().map(spans).filter(|span| *span <= longest);
        arcs.map(|span| 2 * span - 1).sum::<usize>()
    };
    let longest = [usize::MAX, 400, 100, 30, 10, 3, 1].into_iter().find(|longest| needed(*longest) <= MOST);
    let longest = longest.unwrap_or(1);
    for (number, label) in labels.iter().enumerate() {
        let arc = layered.arcs[number];
        let (mut passes, mut label_at) = (Vec::new(), None);
        if spans(&arc) <= longest {
            let (first, end) = (2 * ranks[arc.from] + 1, 2 * ranks[arc.to]);
            // Labels stand near the start: who has many arrows has a label at each.
            let wanted = if arc.reversed { end - 1 } else { first };
            for layer in first..end {
                let new = vertex(layered.vertices.len());
                let size = if layer == wanted { *label } else { Point::default() };
                layered.vertices.push(Vertex { size, extra: 0.0 });
                layered.layer_of.push(layer);
                layered.layers[layer].push(new);
                passes.push(new);
                if layer == wanted {
                    label_at = Some(new);
                }
            }
        }
        layered.passes.push(passes);
        layered.label_at.push(label_at);
    }
}
