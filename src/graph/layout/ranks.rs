//! Computes ranks, so that every link goes from a lower rank to a higher one.

use std::collections::VecDeque;

use super::super::picture::FrameSide;

/// A link between two different boxes of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: f64,
    /// Whether the link has the opposite direction.
    pub(super) reversed: bool,
    /// Whether it shares its start with the other joint links of the box.
    pub(super) joint: bool,
}

/// Reverses links until there are no cycles, and returns the rank of each box; ranks have no gaps.
pub(super) fn rank(sides: &[Option<FrameSide>], arcs: &mut [Arc]) -> Vec<usize> {
    break_cycles(sides.len(), arcs);
    let count = sides.len();
    let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for arc in &*arcs {
        below[arc.from].push((arc.to, arc.weight));
        above[arc.to].push((arc.from, arc.weight));
    }
    let order = topological_order(&above, &below);
    let mut ranks = vec![0_i64; count];
    for &index in &order {
        ranks[index] = above[index].iter().map(|(from, _)| ranks[*from] + 1).max().unwrap_or(0);
    }
    tighten(&order, &above, &below, &mut ranks);
    // Ports have the first and the last rank.
    let inner = || (0..count).filter(|index| sides[*index].is_none());
    let min = inner().map(|index| ranks[index]).min().unwrap_or(0);
    let max = inner().map(|index| ranks[index]).max().unwrap_or(0);
    for (rank, side) in ranks.iter_mut().zip(sides) {
        match side {
            Some(FrameSide::Entry) => *rank = min - 1,
            Some(FrameSide::Exit) => *rank = max + 1,
            None => {}
        }
    }
    let mut used = ranks.clone();
    used.sort_unstable();
    used.dedup();
    ranks.iter().map(|rank| used.partition_point(|used_rank| used_rank < rank)).collect()
}

/// The state of a box in a depth-first walk: `Open` while the walk visits what follows the box.
#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// Reverses each link that closes a cycle.
fn break_cycles(count: usize, arcs: &mut [Arc]) {
    let mut out = vec![Vec::new(); count];
    let mut entered = vec![false; count];
    for (number, arc) in arcs.iter().enumerate() {
        out[arc.from].push(number);
        entered[arc.to] = true;
    }
    let mut states = vec![State::New; count];
    let sources = (0..count).filter(|index| !entered[*index]);
    for start in sources.chain(0..count).collect::<Vec<_>>() {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        let mut walk = vec![(start, 0)];
        while let Some((index, next)) = walk.last_mut() {
            let Some(&number) = out[*index].get(*next) else {
                states[*index] = State::Done;
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

/// The boxes that are linked to each box, with the weights of the links.
type WeightedNeighbors = [Vec<(usize, f64)>];

fn topological_order(above: &WeightedNeighbors, below: &WeightedNeighbors) -> Vec<usize> {
    let mut open_links: Vec<usize> = above.iter().map(Vec::len).collect();
    let mut pending: VecDeque<usize> = (0..above.len()).filter(|index| open_links[*index] == 0).collect();
    let mut order = Vec::with_capacity(above.len());
    while let Some(index) = pending.pop_front() {
        order.push(index);
        for (to, _) in &below[index] {
            open_links[*to] -= 1;
            if open_links[*to] == 0 {
                pending.push_back(*to);
            }
        }
    }
    order
}

/// Moves boxes within their bounds so that their links become shorter.
fn tighten(order: &[usize], above: &WeightedNeighbors, below: &WeightedNeighbors, ranks: &mut [i64]) {
    const ROUNDS: usize = 6;
    for round in 0..ROUNDS {
        let mut moved = false;
        let mut move_box = |index: usize| {
            let min = above[index].iter().map(|(from, _)| ranks[*from] + 1).max();
            let max = below[index].iter().map(|(to, _)| ranks[*to] - 1).min();
            let pull = |list: &[(usize, f64)]| list.iter().map(|(_, weight)| weight).sum::<f64>();
            let (up, down) = (pull(&above[index]), pull(&below[index]));
            let rank = match (min, max) {
                (None, Some(max)) => max,
                (Some(min), None) => min,
                (Some(_), Some(max)) if down > up => max,
                (Some(min), Some(_)) if up > down => min,
                _ => ranks[index],
            };
            moved |= rank != ranks[index];
            ranks[index] = rank;
        };
        if round % 2 == 0 {
            for index in order.iter().rev() {
                move_box(*index);
            }
        } else {
            for index in order {
                move_box(*index);
            }
        }
        if !moved {
            break;
        }
    }
}
