//! Where everything goes: a layered layout.
//!
//! In: the sizes of boxes and labels, and which box is linked to which. Out: places and routes. Each
//! connected part is laid out alone: boxes get ranks so that links lead onwards (`ranks`), every link gets a
//! place in each layer that it crosses, a wide one where its label is, the layers are put into an order with
//! few crossings (`order`), then everything is moved across towards what it is linked to (`across`), and
//! links are drawn through their places (`routes`). At last the parts are put side by side (`packing`).
//! Layers lead downwards or to the right; inside, `across` is the direction of a layer and `along` the
//! direction of links.

mod across;
mod order;
mod packing;
mod part;
mod ranks;
mod routes;

use super::picture::Side;

/// A width and a height, or a place.
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

    fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

/// What is to be laid out.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    /// The size of each box.
    pub(super) boxes: Vec<Point>,
    /// The side of the frame that a box belongs to.
    pub(super) sides: Vec<Option<Side>>,
    pub(super) links: Vec<InputLink>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct InputLink {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The size of the label; nothing where there is none.
    pub(super) label: Point,
    /// How much it wants to be short and straight.
    pub(super) weight: f64,
    /// Whether it leaves its box where others of this kind do.
    pub(super) joint: bool,
}

/// Where everything goes.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    /// The upper left corner of each box.
    pub(super) boxes: Vec<Point>,
    /// The size of each box, which may have grown to have room for its links.
    pub(super) sizes: Vec<Point>,
    /// The way of each link.
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
    fn end(self) -> Point {
        match self {
            Step::Line(end) | Step::Curve(_, _, end) => end,
        }
    }

    fn map(self, change: impl Fn(Point) -> Point) -> Self {
        match self {
            Step::Line(end) => Step::Line(change(end)),
            Step::Curve(one, two, end) => Step::Curve(change(one), change(two), change(end)),
        }
    }
}

impl Route {
    fn map(&self, change: impl Fn(Point) -> Point) -> Self {
        let steps = self.steps.iter().map(|step| step.map(&change)).collect();
        Self { start: change(self.start), steps }
    }

    /// The same way from its end to its start.
    pub(super) fn reversed(&self) -> Self {
        let mut ends = vec![self.start];
        ends.extend(self.steps.iter().map(|step| step.end()));
        let steps = (0..self.steps.len()).rev().map(|at| match self.steps[at] {
            Step::Line(_) => Step::Line(ends[at]),
            Step::Curve(one, two, _) => Step::Curve(two, one, ends[at]),
        });
        let steps = steps.collect();
        Self { start: *ends.last().unwrap_or(&self.start), steps }
    }
}

/// Where links lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Right,
}

/// Lays out downwards, or to the right where that gives a picture that fits a screen clearly better.
pub(super) fn lay_out(input: &Input) -> (Output, Direction) {
    /// Beyond that, only one way is tried.
    const MANY: usize = 4_000;
    const SCREEN: Point = Point { x: 1500.0, y: 900.0 };
    let fits = |output: &Output| (output.size.x / SCREEN.x).max(output.size.y / SCREEN.y);
    let right = towards(input, Direction::Right);
    if input.boxes.len() > MANY {
        return (right, Direction::Right);
    }
    let down = towards(input, Direction::Down);
    let (best, other) = (fits(&down), fits(&right));
    if best <= 1.0 || best <= other * 1.25 { (down, Direction::Down) } else { (right, Direction::Right) }
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

/// Boxes with very many links get room for them.
fn grow(input: &mut Input) {
    const EACH: f64 = 8.0;
    const MOST: f64 = 480.0;
    let mut ends = vec![(0_u32, 0_u32); input.boxes.len()];
    for link in &input.links {
        ends[link.from].0 += 1;
        ends[link.to].1 += 1;
    }
    for ((size, side), (leaving, entering)) in input.boxes.iter_mut().zip(&input.sides).zip(ends) {
        if side.is_none() {
            size.x = size.x.max((f64::from(leaving.max(entering)) * EACH + 24.0).min(MOST));
        }
    }
}
