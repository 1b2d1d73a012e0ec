//! Orders the vertices of each layer so that few links cross.

/// The linked vertices in the preceding and the following layer.
pub(super) struct Neighbors {
    pub(super) preceding: Vec<Vec<u32>>,
    pub(super) following: Vec<Vec<u32>>,
}

/// Orders the layers. Larger pictures get fewer rounds, so that the costs are nearly linear.
pub(super) fn order(layers: &mut Vec<Vec<u32>>, linked: &Neighbors) {
    const EFFORT: usize = 1_500_000;
    /// Swapping neighbors is fast enough for small pictures only.
    const MAX_SWAPPED_VERTICES: usize = 2_500;
    let count = linked.preceding.len();
    let rounds = (EFFORT / (count + 1)).clamp(2, 28);
    order_by_walk(layers, linked);
    let mut positions = vec![0_u32; count];
    let mut best = layers.clone();
    let mut fewest = u64::MAX;
    for round in 0..=rounds {
        for layer in layers.iter() {
            note_positions(layer, &mut positions);
        }
        if count <= MAX_SWAPPED_VERTICES {
            swap(layers, linked, &mut positions);
        }
        let crossings = crossings(layers, linked, &positions);
        if crossings < fewest {
            fewest = crossings;
            best.clone_from(layers);
        }
        if fewest == 0 || round == rounds {
            break;
        }
        let count_of_layers = layers.len();
        if round % 2 == 0 {
            (1..count_of_layers)
                .for_each(|index| sort(&mut layers[index], &linked.preceding, &mut positions));
        } else {
            (0..count_of_layers.saturating_sub(1))
                .rev()
                .for_each(|index| sort(&mut layers[index], &linked.following, &mut positions));
        }
    }
    *layers = best;
}

fn note_positions(layer: &[u32], positions: &mut [u32]) {
    for (position, vertex) in (0..).zip(layer) {
        positions[*vertex as usize] = position;
    }
}

/// Orders the layers as a depth-first walk from the first layer visits the vertices.
fn order_by_walk(layers: &mut [Vec<u32>], linked: &Neighbors) {
    let count = linked.preceding.len();
    let mut layer_of = vec![0_u32; count];
    for (number, layer) in (0..).zip(layers.iter()) {
        for vertex in layer {
            layer_of[*vertex as usize] = number;
        }
    }
    let mut seen = vec![false; count];
    let mut visited: Vec<Vec<u32>> = vec![Vec::new(); layers.len()];
    let starts: Vec<u32> = layers.iter().flatten().copied().collect();
    for start in starts {
        let mut pending = vec![start];
        while let Some(vertex) = pending.pop() {
            let index = vertex as usize;
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            visited[layer_of[index] as usize].push(vertex);
            pending
                .extend(linked.preceding[index].iter().rev().filter(|neighbor| !seen[**neighbor as usize]));
            pending
                .extend(linked.following[index].iter().rev().filter(|neighbor| !seen[**neighbor as usize]));
        }
    }
    layers.clone_from_slice(&visited);
}

/// Sorts a layer by the mean position of linked vertices; vertices without links stay where they are.
fn sort(layer: &mut [u32], linked: &[Vec<u32>], positions: &mut [u32]) {
    let mut keyed: Vec<(f64, u32)> = Vec::with_capacity(layer.len());
    let mut free = vec![true; layer.len()];
    for (position, vertex) in layer.iter().enumerate() {
        let neighbors = &linked[*vertex as usize];
        if !neighbors.is_empty() {
            let sum: f64 = neighbors.iter().map(|neighbor| f64::from(positions[*neighbor as usize])).sum();
            #[expect(clippy::cast_precision_loss, reason = "a number of links")]
            keyed.push((sum / neighbors.len() as f64, *vertex));
            free[position] = false;
        }
    }
    keyed.sort_by(|first, second| first.0.total_cmp(&second.0));
    let mut sorted = keyed.into_iter();
    for (position, vertex) in layer.iter_mut().enumerate() {
        if !free[position]
            && let Some((_, next)) = sorted.next()
        {
            *vertex = next;
        }
    }
    note_positions(layer, positions);
}

/// Swaps neighbors in a layer while this reduces crossings.
fn swap(layers: &mut [Vec<u32>], linked: &Neighbors, positions: &mut [u32]) {
    const ROUNDS: usize = 4;
    const MAX_COMPARED_LINKS: usize = 40;
    // The crossings between the links of two vertices, as they are and if these were swapped.
    let between = |linked: &[Vec<u32>], left: u32, right: u32, positions: &[u32]| -> (u64, u64) {
        let (left_ends, right_ends) = (&linked[left as usize], &linked[right as usize]);
        if left_ends.len() > MAX_COMPARED_LINKS || right_ends.len() > MAX_COMPARED_LINKS {
            return (0, 0);
        }
        let (mut crossings, mut swapped_crossings) = (0, 0);
        for left_end in left_ends {
            for right_end in right_ends {
                let (left, right) = (positions[*left_end as usize], positions[*right_end as usize]);
                crossings += u64::from(left > right);
                swapped_crossings += u64::from(left < right);
            }
        }
        (crossings, swapped_crossings)
    };
    for _ in 0..ROUNDS {
        let mut swapped = false;
        for layer in layers.iter_mut() {
            for index in 1..layer.len() {
                let (left, right) = (layer[index - 1], layer[index]);
                let (preceding, following) = (
                    between(&linked.preceding, left, right, positions),
                    between(&linked.following, left, right, positions),
                );
                if preceding.1 + following.1 < preceding.0 + following.0 {
                    layer.swap(index - 1, index);
                    positions.swap(left as usize, right as usize);
                    swapped = true;
                }
            }
        }
        if !swapped {
            break;
        }
    }
}

/// Returns the number of pairs of links that cross.
fn crossings(layers: &[Vec<u32>], linked: &Neighbors, positions: &[u32]) -> u64 {
    let mut total = 0;
    let mut ends: Vec<u32> = Vec::new();
    for pair in layers.windows(2) {
        ends.clear();
        for vertex in &pair[0] {
            let from = ends.len();
            ends.extend(
                linked.following[*vertex as usize].iter().map(|neighbor| positions[*neighbor as usize]),
            );
            ends[from..].sort_unstable();
        }
        // A Fenwick tree counts the previous ends by position.
        let size = pair[1].len();
        let mut tree = vec![0_u64; size + 1];
        for (so_far, end) in (0_u64..).zip(&ends) {
            let mut index = *end as usize + 1;
            let mut not_beyond = 0;
            while index > 0 {
                not_beyond += tree[index];
                index &= index - 1;
            }
            total += so_far - not_beyond;
            let mut index = *end as usize + 1;
            while index <= size {
                tree[index] += 1;
                index += index & index.wrapping_neg();
            }
        }
    }
    total
}
