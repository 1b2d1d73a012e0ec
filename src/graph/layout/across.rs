//! Computes the coordinates across: close to linked vertices, in the order of the layer, and without
//! overlaps.

/// The links of each vertex, with their strengths.
pub(super) struct Pulls {
    pub(super) preceding: Vec<Vec<(u32, f64)>>,
    pub(super) following: Vec<Vec<(u32, f64)>>,
}

/// Returns the middle of each vertex. `widths` and `margins` belong to the vertices; margins are free space
/// on each side.
pub(super) fn coordinates(layers: &[Vec<u32>], widths: &[f64], margins: &[f64], pulls: &Pulls) -> Vec<f64> {
    const EFFORT: usize = 4_000_000;
    let rounds = (EFFORT / (widths.len() + 1)).clamp(4, 240);
    let mut middles = vec![0.0; widths.len()];
    for layer in layers {
        let mut edge = 0.0;
        let mut last: Option<usize> = None;
        for vertex in layer.iter().map(|vertex| *vertex as usize) {
            edge += last.map_or(0.0, |last| margins[last].max(margins[vertex]));
            middles[vertex] = edge + widths[vertex] / 2.0;
            edge += widths[vertex];
            last = Some(vertex);
        }
        for vertex in layer {
            middles[*vertex as usize] -= edge / 2.0;
        }
    }
    let layer_room = |layer: &[u32]| -> Vec<f64> {
        let mut room = vec![0.0];
        for pair in layer.windows(2) {
            let (left, right) = (pair[0] as usize, pair[1] as usize);
            let gap = margins[left].max(margins[right]);
            room.push(room[room.len() - 1] + widths[left] / 2.0 + gap + widths[right] / 2.0);
        }
        room
    };
    let gaps: Vec<Vec<f64>> = layers.iter().map(|layer| layer_room(layer)).collect();
    let no_links = Vec::new();
    for round in 0..rounds {
        // The first rounds align each layer with one neighbor, so that distant vertices approach each other;
        // later rounds use both.
        let uses_both = round * 2 >= rounds;
        let down = round % 2 == 0;
        let mut align_layer = |index: usize| {
            let layer = &layers[index];
            let targets = layer.iter().map(|vertex| {
                let vertex = *vertex as usize;
                let preceding = if uses_both || down { &pulls.preceding[vertex] } else { &no_links };
                let following = if uses_both || !down { &pulls.following[vertex] } else { &no_links };
                let (mut sum, mut weight) = (0.0, 0.0);
                for (neighbor, pull) in preceding.iter().chain(following) {
                    sum += middles[*neighbor as usize] * pull;
                    weight += pull;
                }
                if weight > 0.0 { (sum / weight, weight) } else { (middles[vertex], 0.05) }
            });
            let targets: Vec<(f64, f64)> = targets.collect();
            let positions = nearest(&targets, &gaps[index]);
            for (vertex, middle) in layer.iter().zip(positions) {
                middles[*vertex as usize] = middle;
            }
        };
        if down {
            (0..layers.len()).for_each(&mut align_layer);
        } else {
            (0..layers.len()).rev().for_each(&mut align_layer);
        }
    }
    middles
}

/// Straightens links that cross several layers, where there is space.
pub(super) fn straighten(
    layers: &[Vec<u32>],
    widths: &[f64],
    margins: &[f64],
    chains: &[Vec<u32>],
    middles: &mut [f64],
) {
    const ROUNDS: usize = 3;
    let mut siblings = vec![(None, None); widths.len()];
    for layer in layers {
        for pair in layer.windows(2) {
            siblings[pair[0] as usize].1 = Some(pair[1] as usize);
            siblings[pair[1] as usize].0 = Some(pair[0] as usize);
        }
    }
    let room = |left: usize, right: usize| {
        widths[left] / 2.0 + margins[left].max(margins[right]) + widths[right] / 2.0
    };
    for _ in 0..ROUNDS {
        for chain in chains {
            let mut run: Vec<usize> = Vec::new();
            let mut bounds = (f64::NEG_INFINITY, f64::INFINITY);
            for vertex in chain.iter().map(|vertex| *vertex as usize) {
                let min =
                    siblings[vertex].0.map_or(f64::NEG_INFINITY, |left| middles[left] + room(left, vertex));
                let max =
                    siblings[vertex].1.map_or(f64::INFINITY, |right| middles[right] - room(vertex, right));
                let common_bounds = (bounds.0.max(min), bounds.1.min(max));
                if common_bounds.0 > common_bounds.1 {
                    align(&run, bounds, middles);
                    run.clear();
                    bounds = (min, max);
                } else {
                    bounds = common_bounds;
                }
                run.push(vertex);
            }
            align(&run, bounds, middles);
        }
    }
}

fn align(run: &[usize], (min, max): (f64, f64), middles: &mut [f64]) {
    if run.len() > 1 && min <= max {
        #[expect(clippy::cast_precision_loss, reason = "a number of layers")]
        let mean = run.iter().map(|vertex| middles[*vertex]).sum::<f64>() / run.len() as f64;
        let position = mean.clamp(min, max);
        for vertex in run {
            middles[*vertex] = position;
        }
    }
}

/// Returns the positions that are closest to `targets` (least squares) and keep order and gaps. Merges
/// neighbors that would pass each other.
fn nearest(targets: &[(f64, f64)], room: &[f64]) -> Vec<f64> {
    // Mean, weight and number of vertices that move together; positions do not include the gaps.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(targets.len());
    for ((position, weight), room) in targets.iter().zip(room) {
        let mut block = (position - room, *weight, 1);
        while let Some(last) = blocks.last().copied().filter(|last| last.0 > block.0) {
            let weight = last.1 + block.1;
            block = ((last.0 * last.1 + block.0 * block.1) / weight, weight, last.2 + block.2);
            blocks.pop();
        }
        blocks.push(block);
    }
    let positions = blocks.iter().flat_map(|(position, _, count)| std::iter::repeat_n(*position, *count));
    positions.zip(room).map(|(position, room)| position + room).collect()
}
