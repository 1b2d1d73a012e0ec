//! Places connected parts side by side, in rows.

use super::super::picture::FrameSide;
use super::part::{self, Part};
use super::{Input, Output, Point, Route, Step};

/// The gap between parts.
const GAP: f64 = 44.0;

/// Lays out each part and combines them. `ratio` is the preferred ratio of the size across to the size along.
pub(super) fn lay_out(input: &Input, ratio: f64) -> Output {
    let count = input.boxes.len();
    let mut output = Output {
        boxes: vec![Point::default(); count],
        sizes: Vec::new(),
        routes: vec![Route::default(); input.links.len()],
        labels: vec![Point::default(); input.links.len()],
        size: Point::default(),
    };
    let mut parts = parts(input);
    let has_port = |part: &Part| part.boxes.iter().any(|(index, _)| input.sides[*index].is_some());
    // Parts with ports come first, in one row; then other parts, large ones first.
    parts.sort_by_key(|part| (!has_port(part), std::cmp::Reverse(part.boxes.len()), part.boxes[0].0));
    let mut put = |part: &Part, origin: Point| {
        for (number, corner) in &part.boxes {
            output.boxes[*number] = corner.plus(origin);
        }
        for (number, route, label) in &part.links {
            output.routes[*number] = route.map(|point| point.plus(origin));
            output.labels[*number] = label.plus(origin);
        }
    };
    let framed = parts.iter().take_while(|part| has_port(part)).count();
    let (mut corner, mut end) = (Point::default(), Point::default());
    for part in &parts[..framed] {
        put(part, corner);
        corner.x += part.size.x + GAP;
        end = Point::new(corner.x - GAP, end.y.max(part.size.y));
    }
    // The other parts are placed next to those with ports, or else in rows of a suitable width.
    let unframed = &parts[framed..];
    let area: f64 = unframed.iter().map(|part| (part.size.x + GAP) * (part.size.y + GAP)).sum();
    let widest = unframed.iter().map(|part| part.size.x).fold(0.0, f64::max);
    let width = if framed > 0 { area / (end.y + GAP).max(200.0) } else { (area * ratio).sqrt() }.max(widest);
    let inset = if framed > 0 && !unframed.is_empty() { INSET } else { 0.0 };
    let left = corner.x;
    corner.y = inset;
    let (mut deepest, mut large): (f64, bool) = (0.0, false);
    for part in unframed {
        if corner.x > left && corner.x - left + part.size.x > width {
            let gap = if large { GAP } else { GAP / 2.0 };
            large = false;
            corner = Point::new(left, corner.y + deepest + gap);
            deepest = 0.0;
        }
        put(part, corner);
        deepest = deepest.max(part.size.y);
        large |= part.boxes.len() > 1;
        end = Point::new(end.x.max(corner.x + part.size.x), end.y.max(corner.y + part.size.y + inset));
        corner.x += part.size.x + if part.boxes.len() > 1 { GAP } else { GAP / 2.0 };
    }
    output.size = end;
    stretch(input, &mut output);
    output
}

/// The gap between the frame and boxes that have no ports.
const INSET: f64 = 50.0;

/// Moves outgoing ports to the end of the picture.
fn stretch(input: &Input, output: &mut Output) {
    for (number, side) in input.sides.iter().enumerate() {
        if *side == Some(FrameSide::Exit) {
            output.boxes[number].y = output.size.y - input.boxes[number].y;
        }
    }
    for (number, link) in input.links.iter().enumerate() {
        if input.sides[link.to] == Some(FrameSide::Exit)
            && let Some(last) = output.routes[number].steps.last().copied()
        {
            let end = Point::new(last.end().x, output.boxes[link.to].y);
            match output.routes[number].steps.last_mut() {
                Some(Step::Line(last)) => *last = end,
                _ => output.routes[number].steps.push(Step::Line(end)),
            }
        }
    }
}

/// Lays out each connected part separately.
fn parts(input: &Input) -> Vec<Part> {
    let count = input.boxes.len();
    let mut links_of: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, link) in input.links.iter().enumerate() {
        links_of[link.from].push(number);
        if link.from != link.to {
            links_of[link.to].push(number);
        }
    }
    let mut seen = vec![false; count];
    let mut local_indexes = vec![0; count];
    let mut parts = Vec::new();
    for start in 0..count {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut members = vec![start];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for number in &links_of[member] {
                let link = &input.links[*number];
                let neighbor = if link.from == member { link.to } else { link.from };
                if !std::mem::replace(&mut seen[neighbor], true) {
                    members.push(neighbor);
                }
            }
        }
        members.sort_unstable();
        for (number, member) in members.iter().enumerate() {
            local_indexes[*member] = number;
        }
        let mut links: Vec<usize> = members.iter().flat_map(|member| &links_of[*member]).copied().collect();
        links.sort_unstable();
        links.dedup();
        parts.push(part::lay_out(input, &members, &links, &local_indexes));
    }
    parts
}
