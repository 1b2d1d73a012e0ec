//! Computes a layered layout.
//!
//! Input: the sizes of boxes and labels, and the links between boxes. Output: positions and routes. Each
//! connected part is laid out separately: boxes get ranks so that links go forwards (`ranks`); every link
//! gets a vertex in each layer that it crosses, a wide one for its label; the layers are ordered so that few
//! links cross (`order`); vertices move across towards the linked ones (`across`); and links are drawn
//! through their vertices (`routes`). Finally, the parts are placed side by side (`packing`). Layers go
//! downwards or to the right; `across` is the direction within a layer, and `along` the direction of links.

mod across;
mod order;
mod packing;
mod part;
mod ranks;
mod routes;

use super::picture::FrameSide;

/// A width and a height, or a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn turned(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

/// The boxes and links to lay out.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    /// The size of each box.
    pub(super) boxes: Vec<Point>,
    /// The side of the frame that a box belongs to, or `None` if it is not a port.
    pub(super) sides: Vec<Option<FrameSide>>,
    pub(super) links: Vec<InputLink>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct InputLink {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The size of the label; zero if there is none.
    pub(super) label: Point,
    /// How important it is that the link is short and straight.
    pub(super) weight: f64,
    /// Whether it shares its start with the other joint links of the box.
    pub(super) joint: bool,
}

/// The positions of boxes, links and labels.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    /// The upper left corner of each box.
    pub(super) boxes: Vec<Point>,
    /// The size of each box, which may have grown to have space for its links.
    pub(super) sizes: Vec<Point>,
    /// The route of each link.
    pub(super) routes: Vec<Route>,
    /// The middle of the label of each link.
    pub(super) labels: Vec<Point>,
    pub(super) size: Point,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    pub(super) start: Point,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Line(Point),
    Curve(Point, Point, Point),
}

impl Step {
    pub(super) fn end(self) -> Point {
        match self {
            Step::Line(end) | Step::Curve(_, _, end) => end,
        }
    }

    fn map(self, change: impl Fn(Point) -> Point) -> Self {
        match self {
            Step::Line(end) => Step::Line(change(end)),
            Step::Curve(first, second, end) => Step::Curve(change(first), change(second), change(end)),
        }
    }
}

impl Route {
    pub(super) fn map(&self, change: impl Fn(Point) -> Point) -> Self {
        let steps = self.steps.iter().map(|step| step.map(&change)).collect();
        Self { start: change(self.start), steps }
    }

    /// Returns the same route from its end to its start.
    pub(super) fn reversed(&self) -> Self {
        let mut ends = vec![self.start];
        ends.extend(self.steps.iter().map(|step| step.end()));
        let steps = (0..self.steps.len()).rev().map(|index| match self.steps[index] {
            Step::Line(_) => Step::Line(ends[index]),
            Step::Curve(first, second, _) => Step::Curve(second, first, ends[index]),
        });
        let steps = steps.collect();
        Self { start: *ends.last().unwrap_or(&self.start), steps }
    }
}

/// The direction of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Right,
}

/// Lays out downwards, or to the right if that fits a screen clearly better.
pub(super) fn lay_out(input: &Input) -> (Output, Direction) {
    /// Above this number of boxes, only one direction is computed.
    const MAX_COMPARED_BOXES: usize = 4_000;
    const SCREEN: Point = Point { x: 1500.0, y: 900.0 };
    let overflow = |output: &Output| (output.size.x / SCREEN.x).max(output.size.y / SCREEN.y);
    let right = towards(input, Direction::Right);
    if input.boxes.len() > MAX_COMPARED_BOXES {
        return (right, Direction::Right);
    }
    let down = towards(input, Direction::Down);
    let (down_overflow, right_overflow) = (overflow(&down), overflow(&right));
    if down_overflow <= 1.0 || down_overflow <= right_overflow * 1.25 {
        (down, Direction::Down)
    } else {
        (right, Direction::Right)
    }
}

fn towards(input: &Input, direction: Direction) -> Output {
    let mut input = input.clone();
    if direction == Direction::Down {
        grow(&mut input);
        let output = packing::lay_out(&input, 1.6);
        return Output { sizes: input.boxes, ..output };
    }
    for size in &mut input.boxes {
        *size = size.turned();
    }
    for link in &mut input.links {
        link.label = link.label.turned();
    }
    grow(&mut input);
    let output = packing::lay_out(&input, 1.0 / 1.6);
    Output {
        boxes: output.boxes.into_iter().map(Point::turned).collect(),
        sizes: input.boxes.into_iter().map(Point::turned).collect(),
        routes: output.routes.iter().map(|route| route.map(Point::turned)).collect(),
        labels: output.labels.into_iter().map(Point::turned).collect(),
        size: output.size.turned(),
    }
}

/// Widens boxes with very many links.
fn grow(input: &mut Input) {
    const WIDTH_PER_LINK: f64 = 8.0;
    const MAX_WIDTH: f64 = 480.0;
    let mut ends = vec![(0_u32, 0_u32); input.boxes.len()];
    for link in &input.links {
        ends[link.from].0 += 1;
        ends[link.to].1 += 1;
    }
    for ((size, side), (leaving, entering)) in input.boxes.iter_mut().zip(&input.sides).zip(ends) {
        if side.is_none() {
            size.x = size.x.max((f64::from(leaving.max(entering)) * WIDTH_PER_LINK + 24.0).min(MAX_WIDTH));
        }
    }
}
