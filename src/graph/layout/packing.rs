//! Connected parts side by side, in rows.

use super::super::picture::Side;
use super::part::{self, Part};
use super::{Input, Output, Point, Route, Step};

/// Room between parts.
const ROOM: f64 = 44.0;

/// Lays out each part and puts all together; `ratio` is the wanted one of the sizes across and along.
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
    let has_port = |part: &Part| part.boxes.iter().any(|(at, _)| input.sides[*at].is_some());
    // Parts with ports come first, in one row; then large ones.
    parts.sort_by_key(|part| (!has_port(part), std::cmp::Reverse(part.boxes.len()), part.boxes[0].0));
    let mut place = |part: &Part, at: Point| {
        for (number, corner) in &part.boxes {
            output.boxes[*number] = corner.plus(at);
        }
        for (number, route, label) in &part.links {
            output.routes[*number] = route.map(|point| point.plus(at));
            output.labels[*number] = label.plus(at);
        }
    };
    let framed = parts.iter().take_while(|part| has_port(part)).count();
    let (mut corner, mut end) = (Point::default(), Point::default());
    for part in &parts[..framed] {
        place(part, corner);
        corner.x += part.size.x + ROOM;
        end = Point::new(corner.x - ROOM, end.y.max(part.size.y));
    }
    // The rest goes beside what has ports, or into rows of a good width.
    let rest = &parts[framed..];
    let area: f64 = rest.iter().map(|part| (part.size.x + ROOM) * (part.size.y + ROOM)).sum();
    let widest = rest.iter().map(|part| part.size.x).fold(0.0, f64::max);
    let width = if framed > 0 { area / (end.y + ROOM).max(200.0) } else { (area * ratio).sqrt() }.max(widest);
    let inset = if framed > 0 && !rest.is_empty() { INSET } else { 0.0 };
    let left = corner.x;
    corner.y = inset;
    let (mut deepest, mut large): (f64, bool) = (0.0, false);
    for part in rest {
        if corner.x > left && corner.x - left + part.size.x > width {
            let room = if large { ROOM } else { ROOM / 2.0 };
            large = false;
            corner = Point::new(left, corner.y + deepest + room);
            deepest = 0.0;
        }
        place(part, corner);
        deepest = deepest.max(part.size.y);
        large |= part.boxes.len() > 1;
        end = Point::new(end.x.max(corner.x + part.size.x), end.y.max(corner.y + part.size.y + inset));
        corner.x += part.size.x + if part.boxes.len() > 1 { ROOM } else { ROOM / 2.0 };
    }
    output.size = end;
    stretch(input, &mut output);
    output
}

/// Room between the frame and boxes beside those with ports.
const INSET: f64 = 50.0;

/// Moves the ports where links leave to the end of the picture.
fn stretch(input: &Input, output: &mut Output) {
    for (number, side) in input.sides.iter().enumerate() {
        if *side == Some(Side::Exit) {
            output.boxes[number].y = output.size.y - input.boxes[number].y;
        }
    }
    for (number, link) in input.links.iter().enumerate() {
        if input.sides[link.to] == Some(Side::Exit)
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

/// The connected parts, each laid out alone.
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
    let mut local = vec![0; count];
    let mut parts = Vec::new();
    for start in 0..count {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut members = vec![start];
        let mut next = 0;
        while let Some(&at) = members.get(next) {
            next += 1;
            for number in &links_of[at] {
                let link = &input.links[*number];
                let other = if link.from == at { link.to } else { link.from };
                if !std::mem::replace(&mut seen[other], true) {
                    members.push(other);
                }
            }
        }
        members.sort_unstable();
        for (number, member) in members.iter().enumerate() {
            local[*member] = number;
        }
        let mut links: Vec<usize> = members.iter().flat_map(|at| &links_of[*at]).copied().collect();
        links.sort_unstable();
        links.dedup();
        parts.push(part::lay_out(input, &members, &links, &local));
    }
    parts
}
