//! Computes the coordinates of layers along, and the routes of links.

use super::part::{LOOP, Layered, Part};
use super::{Input, Point, Route, Step};

/// The minimum gap between layers, and the maximum that is added for links that go far across.
const GAP: f64 = 17.0;
const MAX_EXTRA_GAP: f64 = 46.0;
/// The maximum gap between the ends of links at a box.
const ENDS: f64 = 20.0;

/// The start and end of a layer, along.
type Band = (f64, f64);

pub(super) fn draw(
    input: &Input,
    layered: &Layered,
    members: &[usize],
    links: &[usize],
    loops: &[usize],
    local_indexes: &[usize],
) -> Part {
    let bands = bands(layered);
    let mut part = Part::default();
    let across = layered.vertices.iter().zip(&layered.middles);
    part.size.x = across.map(|(vertex, middle)| middle + vertex.size.x / 2.0).fold(0.0, f64::max);
    part.size.y = bands.last().map_or(0.0, |band| band.1);
    for (index, member) in members.iter().enumerate() {
        let size = input.boxes[*member];
        part.boxes.push((
            *member,
            Point::new(middle(layered, index) - size.x / 2.0, top(layered, &bands, index, size)),
        ));
    }
    let box_size = |index: usize| input.boxes[members[index]];
    let is_port = |index: usize| input.sides[members[index]].is_some();
    let (starts, ends) = anchors(layered, &box_size, &is_port);
    for (number, link) in links.iter().enumerate() {
        let arc = &layered.arcs[number];
        let (from, to) = (arc.from, arc.to);
        let (from_band, to_band) = (bands[layered.layer_of[from]], bands[layered.layer_of[to]]);
        let bottom = top(layered, &bands, from, box_size(from)) + box_size(from).y;
        let mut route = Route { start: Point::new(starts[number], bottom), steps: Vec::new() };
        let mut position = Point::new(starts[number], from_band.1);
        line(&mut route, position);
        for pass in &layered.passes[number] {
            let pass = *pass as usize;
            let (x, band) = (layered.middles[pass], bands[layered.layer_of[pass]]);
            // An empty label layer needs no bend.
            if layered.layer_of[pass] % 2 == 1 && band.1 - band.0 < 1.0 {
                continue;
            }
            curve(&mut route, &mut position, Point::new(x, band.0));
            position = Point::new(x, band.1);
            line(&mut route, position);
        }
        curve(&mut route, &mut position, Point::new(ends[number], to_band.0));
        line(&mut route, Point::new(ends[number], top(layered, &bands, to, box_size(to))));
        let label = match layered.label_vertices[number] {
            Some(pass) => {
                let band = bands[layered.layer_of[pass as usize]];
                Point::new(layered.middles[pass as usize], f64::midpoint(band.0, band.1))
            }
            None => {
                Point::new(f64::midpoint(starts[number], ends[number]), f64::midpoint(from_band.1, to_band.0))
            }
        };
        let route = if arc.reversed { route.reversed() } else { route };
        part.links.push((*link, route, label));
    }
    // The height of all links from a box to itself, and the part of it that is used.
    let mut totals = vec![0.0; members.len()];
    for link in loops {
        totals[local_indexes[input.links[*link].from]] += input.links[*link].label.y.max(22.0) + 4.0;
    }
    let mut below = vec![0.0; members.len()];
    for link in loops {
        let (index, label) = (local_indexes[input.links[*link].from], input.links[*link].label);
        let room = label.y.max(22.0) + 4.0;
        let vertex = &layered.vertices[index];
        let band = bands[layered.layer_of[index]];
        let upper = f64::midpoint(band.0, band.1) - vertex.size.y / 2.0;
        let total = totals[index];
        let y = upper + (vertex.size.y - total) / 2.0 + below[index] + room / 2.0;
        below[index] += room;
        let x = middle(layered, index) + input.boxes[members[index]].x / 2.0;
        let half = (input.boxes[members[index]].y / 2.0 - 4.0).clamp(3.0, 8.0);
        let far = x + LOOP - 6.0;
        let steps =
            vec![Step::Curve(Point::new(far, y - half), Point::new(far, y + half), Point::new(x, y + half))];
        let route = Route { start: Point::new(x, y - half), steps };
        part.links.push((*link, route, Point::new(x + LOOP - 8.0 + label.x / 2.0, y)));
    }
    part
}

/// Returns the middle of a box without the space for links to itself.
fn middle(layered: &Layered, index: usize) -> f64 {
    layered.middles[index] - layered.vertices[index].extra / 2.0
}

fn top(layered: &Layered, bands: &[Band], index: usize, size: Point) -> f64 {
    let band = bands[layered.layer_of[index]];
    f64::midpoint(band.0, band.1) - size.y / 2.0
}

fn line(route: &mut Route, to: Point) {
    let last = route.steps.last().map_or(route.start, |step| step.end());
    if (last.y - to.y).abs() > 0.01 {
        match route.steps.last_mut() {
            Some(Step::Line(end)) => *end = to,
            _ => route.steps.push(Step::Line(to)),
        }
    }
}

/// Continues a route to the next layer, in a straight line if possible.
fn curve(route: &mut Route, position: &mut Point, to: Point) {
    if (position.x - to.x).abs() < 0.5 {
        line(route, to);
    } else {
        let half = f64::midpoint(position.y, to.y);
        route.steps.push(Step::Curve(Point::new(position.x, half), Point::new(to.x, half), to));
    }
    *position = to;
}

fn bands(layered: &Layered) -> Vec<Band> {
    // The greatest distance across that links go between a layer and the next one.
    let mut distances = vec![0.0_f64; layered.layers.len()];
    for (arc, passes) in layered.arcs.iter().zip(&layered.passes) {
        let mut last = layered.middles[arc.from];
        let mut layer = layered.layer_of[arc.from];
        let positions = passes.iter().map(|pass| layered.middles[*pass as usize]);
        for position in positions.chain([layered.middles[arc.to]]) {
            distances[layer] = distances[layer].max((position - last).abs());
            (last, layer) = (position, layer + 1);
            if passes.is_empty() {
                break;
            }
        }
    }
    let mut bands = Vec::with_capacity(layered.layers.len());
    let mut start = 0.0;
    for (layer, distance) in layered.layers.iter().zip(distances) {
        let thickness = layer.iter().map(|vertex| layered.vertices[*vertex as usize].size.y);
        let end = start + thickness.fold(0.0, f64::max);
        bands.push((start, end));
        start = end + GAP + (distance / 7.0).min(MAX_EXTRA_GAP);
    }
    bands
}

/// Returns the positions across at which links leave and enter boxes.
fn anchors(
    layered: &Layered,
    box_size: &dyn Fn(usize) -> Point,
    is_port: &dyn Fn(usize) -> bool,
) -> (Vec<f64>, Vec<f64>) {
    let count = layered.arcs.len();
    let (mut starts, mut ends) = (vec![0.0; count], vec![0.0; count]);
    let boxes = layered.arcs.iter().map(|arc| arc.from.max(arc.to) + 1).max().unwrap_or(0);
    let mut leaving: Vec<Vec<(f64, usize)>> = vec![Vec::new(); boxes];
    let mut entering = leaving.clone();
    for (number, arc) in layered.arcs.iter().enumerate() {
        let passes = &layered.passes[number];
        let first = passes.first().map_or(arc.to, |pass| *pass as usize);
        let last = passes.last().map_or(arc.from, |pass| *pass as usize);
        leaving[arc.from].push((layered.middles[first], number));
        entering[arc.to].push((layered.middles[last], number));
    }
    for (lists, positions) in [(&mut leaving, &mut starts), (&mut entering, &mut ends)] {
        for (index, list) in lists.iter_mut().enumerate() {
            list.sort_by(|first, second| first.0.total_cmp(&second.0).then(first.1.cmp(&second.1)));
            // Ports are round, so their links are closer to the middle.
            let width = if is_port(index) { 32.0 } else { box_size(index).x };
            // All joint links share one slot, in the middle of the slots that they would have.
            let joint = |entry: &(f64, usize)| layered.arcs[entry.1].joint;
            let first = list.iter().position(joint);
            let joints = list.iter().filter(|entry| joint(entry)).count();
            let slots = list.len() - joints.saturating_sub(1);
            let shared = first.map_or(0, |first| {
                let count_before = list[..first].len();
                let mixed = list[first..].iter().rev().skip_while(|entry| !joint(entry));
                count_before + mixed.filter(|entry| !joint(entry)).count() / 2
            });
            #[expect(clippy::cast_precision_loss, reason = "a number of links")]
            let offset = |slot: usize| {
                let between = ENDS.min((width - 24.0).max(2.0) / slots as f64);
                (slot as f64 - (slots - 1) as f64 / 2.0) * between
            };
            let mut slot = 0;
            for entry in &*list {
                let entry_slot = if joint(entry) {
                    shared
                } else {
                    if first.is_some() && slot == shared {
                        slot += 1;
                    }
                    slot += 1;
                    slot - 1
                };
                positions[entry.1] = middle(layered, index) + offset(entry_slot);
            }
        }
    }
    (starts, ends)
}
