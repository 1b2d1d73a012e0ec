//! Ranks: every link leads from a lower rank to a higher one.

use std::collections::VecDeque;

use super::super::picture::Side;

/// A link between two boxes of a part; none is linked to itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: f64,
    /// Whether it stands for a link the other way round.
    pub(super) reversed: bool,
    /// Whether it leaves its box where others of this kind do.
    pub(super) joint: bool,
}

/// Turns links round until there is no cycle, and gives each box its rank; no rank is left out.
pub(super) fn rank(sides: &[Option<Side>], arcs: &mut [Arc]) -> Vec<usize> {
    break_cycles(sides.len(), arcs);
    let count = sides.len();
    let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for arc in &*arcs {
        below[arc.from].push((arc.to, arc.weight));
        above[arc.to].push((arc.from, arc.weight));
    }
    let order = in_order(&above, &below);
    let mut ranks = vec![0_i64; count];
    for &at in &order {
        ranks[at] = above[at].iter().map(|(from, _)| ranks[*from] + 1).max().unwrap_or(0);
    }
    tighten(&order, &above, &below, &mut ranks);
    // Ports stand before and behind everything else.
    let inner = || (0..count).filter(|at| sides[*at].is_none());
    let least = inner().map(|at| ranks[at]).min().unwrap_or(0);
    let most = inner().map(|at| ranks[at]).max().unwrap_or(0);
    for (rank, side) in ranks.iter_mut().zip(sides) {
        match side {
            Some(Side::Entry) => *rank = least - 1,
            Some(Side::Exit) => *rank = most + 1,
            None => {}
        }
    }
    let mut used = ranks.clone();
    used.sort_unstable();
    used.dedup();
    ranks.iter().map(|rank| used.partition_point(|other| other < rank)).collect()
}

/// Whether a walk has been at a box, and is still behind it.
#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// Reverses each link that leads back to where a walk along links came from.
fn break_cycles(count: usize, arcs: &mut [Arc]) {
    let mut out = vec![Vec::new(); count];
    let mut entered = vec![false; count];
    for (number, arc) in arcs.iter().enumerate() {
        out[arc.from].push(number);
        entered[arc.to] = true;
    }
    let mut states = vec![State::New; count];
    let sources = (0..count).filter(|at| !entered[*at]);
    for start in sources.chain(0..count).collect::<Vec<_>>() {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        let mut walk = vec![(start, 0)];
        while let Some((at, next)) = walk.last_mut() {
            let Some(&number) = out[*at].get(*next) else {
                states[*at] = State::Done;
                walk.pop();
                continue;
            };
            *next += 1;
            let to = arcs[number].to;
            match states[to] {
                State::New => {
                    states[to] = State::Open;
                    walk.push((to, 0));
                }
                State::Open => {
                    let arc = &mut arcs[number];
                    (arc.from, arc.to, arc.reversed) = (arc.to, arc.from, !arc.reversed);
                }
                State::Done => {}
            }
        }
    }
}

type Neighbours = [Vec<(usize, f64)>];

fn in_order(above: &Neighbours, below: &Neighbours) -> Vec<usize> {
    let mut missing: Vec<usize> = above.iter().map(Vec::len).collect();
    let mut waiting: VecDeque<usize> = (0..above.len()).filter(|at| missing[*at] == 0).collect();
    let mut order = Vec::with_capacity(above.len());
    while let Some(at) = waiting.pop_front() {
        order.push(at);
        for (to, _) in &below[at] {
            missing[*to] -= 1;
            if missing[*to] == 0 {
                waiting.push_back(*to);
            }
        }
    }
    order
}

/// Moves boxes within their bounds to where their links are shorter.
fn tighten(order: &[usize], above: &Neighbours, below: &Neighbours, ranks: &mut [i64]) {
    const ROUNDS: usize = 6;
    for round in 0..ROUNDS {
        let mut moved = false;
        let mut settle = |at: usize| {
            let least = above[at].iter().map(|(from, _)| ranks[*from] + 1).max();
            let most = below[at].iter().map(|(to, _)| ranks[*to] - 1).min();
            let pull = |list: &[(usize, f64)]| list.iter().map(|(_, weight)| weight).sum::<f64>();
            let (up, down) = (pull(&above[at]), pull(&below[at]));
            let wanted = match (least, most) {
                (None, Some(most)) => most,
                (Some(least), None) => least,
                (Some(_), Some(most)) if down > up => most,
                (Some(least), Some(_)) if up > down => least,
                _ => ranks[at],
            };
            moved |= wanted != ranks[at];
            ranks[at] = wanted;
        };
        if round % 2 == 0 {
            for at in order.iter().rev() {
                settle(*at);
            }
        } else {
            for at in order {
                settle(*at);
            }
        }
        if !moved {
            break;
        }
    }
}
