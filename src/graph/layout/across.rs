//! Coordinates across: near what each is linked to, in the order of the layer, without overlaps.

/// What is linked to what, and how strongly.
pub(super) struct Pulls {
    pub(super) before: Vec<Vec<(u32, f64)>>,
    pub(super) behind: Vec<Vec<(u32, f64)>>,
}

/// The middle of each vertex. `widths` are those of the vertices, `margins` what they keep free on each side.
pub(super) fn place(layers: &[Vec<u32>], widths: &[f64], margins: &[f64], pulls: &Pulls) -> Vec<f64> {
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
            let (one, other) = (pair[0] as usize, pair[1] as usize);
            let gap = margins[one].max(margins[other]);
            room.push(room[room.len() - 1] + widths[one] / 2.0 + gap + widths[other] / 2.0);
        }
        room
    };
    let rooms: Vec<Vec<f64>> = layers.iter().map(|layer| layer_room(layer)).collect();
    let none = Vec::new();
    for round in 0..rounds {
        // At first each layer follows one neighbour, so that far things come near; then both.
        let both = round * 2 >= rounds;
        let down = round % 2 == 0;
        let mut settle = |at: usize| {
            let layer = &layers[at];
            let wanted = layer.iter().map(|vertex| {
                let vertex = *vertex as usize;
                let before = if both || down { &pulls.before[vertex] } else { &none };
                let behind = if both || !down { &pulls.behind[vertex] } else { &none };
                let (mut sum, mut weight) = (0.0, 0.0);
                for (other, pull) in before.iter().chain(behind) {
                    sum += middles[*other as usize] * pull;
                    weight += pull;
                }
                if weight > 0.0 { (sum / weight, weight) } else { (middles[vertex], 0.05) }
            });
            let wanted: Vec<(f64, f64)> = wanted.collect();
            let found = nearest(&wanted, &rooms[at]);
            for (vertex, middle) in layer.iter().zip(found) {
                middles[*vertex as usize] = middle;
            }
        };
        if down {
            (0..layers.len()).for_each(&mut settle);
        } else {
            (0..layers.len()).rev().for_each(&mut settle);
        }
    }
    middles
}

/// Makes the runs of links through several layers straight where there is room.
pub(super) fn straighten(
    layers: &[Vec<u32>],
    widths: &[f64],
    margins: &[f64],
    chains: &[Vec<u32>],
    middles: &mut [f64],
) {
    const ROUNDS: usize = 3;
    let mut beside = vec![(None, None); widths.len()];
    for layer in layers {
        for pair in layer.windows(2) {
            beside[pair[0] as usize].1 = Some(pair[1] as usize);
            beside[pair[1] as usize].0 = Some(pair[0] as usize);
        }
    }
    let room =
        |one: usize, other: usize| widths[one] / 2.0 + margins[one].max(margins[other]) + widths[other] / 2.0;
    for _ in 0..ROUNDS {
        for chain in chains {
            let mut run: Vec<usize> = Vec::new();
            let mut bounds = (f64::NEG_INFINITY, f64::INFINITY);
            for vertex in chain.iter().map(|vertex| *vertex as usize) {
                let least =
                    beside[vertex].0.map_or(f64::NEG_INFINITY, |left| middles[left] + room(left, vertex));
                let most =
                    beside[vertex].1.map_or(f64::INFINITY, |right| middles[right] - room(vertex, right));
                let both = (bounds.0.max(least), bounds.1.min(most));
                if both.0 > both.1 {
                    align(&run, bounds, middles);
                    run.clear();
                    bounds = (least, most);
                } else {
                    bounds = both;
                }
                run.push(vertex);
            }
            align(&run, bounds, middles);
        }
    }
}

fn align(run: &[usize], (least, most): (f64, f64), middles: &mut [f64]) {
    if run.len() > 1 && least <= most {
        #[expect(clippy::cast_precision_loss, reason = "a number of layers")]
        let mean = run.iter().map(|at| middles[*at]).sum::<f64>() / run.len() as f64;
        let place = mean.clamp(least, most);
        for at in run {
            middles[*at] = place;
        }
    }
}

/// The places nearest to the wanted ones that keep order and room: the least squares, found by merging
/// neighbours that want to pass each other.
fn nearest(wanted: &[(f64, f64)], room: &[f64]) -> Vec<f64> {
    // Mean, weight and number of those that move as one; positions are counted without room.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(wanted.len());
    for ((place, weight), room) in wanted.iter().zip(room) {
        let mut block = (place - room, *weight, 1);
        while let Some(last) = blocks.last().copied().filter(|last| last.0 > block.0) {
            let weight = last.1 + block.1;
            block = ((last.0 * last.1 + block.0 * block.1) / weight, weight, last.2 + block.2);
            blocks.pop();
        }
        blocks.push(block);
    }
    let places = blocks.iter().flat_map(|(place, _, count)| std::iter::repeat_n(*place, *count));
    places.zip(room).map(|(place, room)| place + room).collect()
}
