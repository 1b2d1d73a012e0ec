//! The order in each layer: few crossings.

/// What is linked to what in the layers before and behind.
pub(super) struct Neighbours {
    pub(super) before: Vec<Vec<u32>>,
    pub(super) behind: Vec<Vec<u32>>,
}

/// Orders the layers. The number of rounds falls with the size, so that the costs stay near linear.
pub(super) fn order(layers: &mut Vec<Vec<u32>>, linked: &Neighbours) {
    const EFFORT: usize = 1_500_000;
    /// Swapping neighbours pays for small pictures only.
    const SMALL: usize = 2_500;
    let count = linked.before.len();
    let rounds = (EFFORT / (count + 1)).clamp(2, 28);
    first(layers, linked);
    let mut places = vec![0_u32; count];
    let mut best = layers.clone();
    let mut fewest = u64::MAX;
    for round in 0..=rounds {
        for layer in layers.iter() {
            note(layer, &mut places);
        }
        if count <= SMALL {
            swap(layers, linked, &mut places);
        }
        let crossings = crossings(layers, linked, &places);
        if crossings < fewest {
            fewest = crossings;
            best.clone_from(layers);
        }
        if fewest == 0 || round == rounds {
            break;
        }
        let count_of_layers = layers.len();
        if round % 2 == 0 {
            (1..count_of_layers).for_each(|at| sort(&mut layers[at], &linked.before, &mut places));
        } else {
            (0..count_of_layers.saturating_sub(1))
                .rev()
                .for_each(|at| sort(&mut layers[at], &linked.behind, &mut places));
        }
    }
    *layers = best;
}

fn note(layer: &[u32], places: &mut [u32]) {
    for (place, vertex) in (0..).zip(layer) {
        places[*vertex as usize] = place;
    }
}

/// The order in which a walk from the first layer meets them.
fn first(layers: &mut [Vec<u32>], linked: &Neighbours) {
    let count = linked.before.len();
    let mut layer_of = vec![0_u32; count];
    for (number, layer) in (0..).zip(layers.iter()) {
        for vertex in layer {
            layer_of[*vertex as usize] = number;
        }
    }
    let mut seen = vec![false; count];
    let mut met: Vec<Vec<u32>> = vec![Vec::new(); layers.len()];
    let starts: Vec<u32> = layers.iter().flatten().copied().collect();
    for start in starts {
        let mut waiting = vec![start];
        while let Some(vertex) = waiting.pop() {
            let at = vertex as usize;
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            met[layer_of[at] as usize].push(vertex);
            waiting.extend(linked.before[at].iter().rev().filter(|other| !seen[**other as usize]));
            waiting.extend(linked.behind[at].iter().rev().filter(|other| !seen[**other as usize]));
        }
    }
    layers.clone_from_slice(&met);
}

/// Sorts a layer by the mean place of what each is linked to; those without links stay where they are.
fn sort(layer: &mut [u32], linked: &[Vec<u32>], places: &mut [u32]) {
    let mut keyed: Vec<(f64, u32)> = Vec::with_capacity(layer.len());
    let mut free = vec![true; layer.len()];
    for (place, vertex) in layer.iter().enumerate() {
        let others = &linked[*vertex as usize];
        if !others.is_empty() {
            let sum: f64 = others.iter().map(|other| f64::from(places[*other as usize])).sum();
            #[expect(clippy::cast_precision_loss, reason = "a number of links")]
            keyed.push((sum / others.len() as f64, *vertex));
            free[place] = false;
        }
    }
    keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut sorted = keyed.into_iter();
    for (place, vertex) in layer.iter_mut().enumerate() {
        if !free[place]
            && let Some((_, next)) = sorted.next()
        {
            *vertex = next;
        }
    }
    note(layer, places);
}

/// Swaps neighbours in a layer as long as that takes crossings away.
fn swap(layers: &mut [Vec<u32>], linked: &Neighbours, places: &mut [u32]) {
    const ROUNDS: usize = 4;
    const MANY: usize = 40;
    let between = |linked: &[Vec<u32>], one: u32, other: u32, places: &[u32]| -> (u64, u64) {
        let (one, other) = (&linked[one as usize], &linked[other as usize]);
        if one.len() > MANY || other.len() > MANY {
            return (0, 0);
        }
        let (mut now, mut then) = (0, 0);
        for left in one {
            for right in other {
                let (left, right) = (places[*left as usize], places[*right as usize]);
                now += u64::from(left > right);
                then += u64::from(left < right);
            }
        }
        (now, then)
    };
    for _ in 0..ROUNDS {
        let mut swapped = false;
        for layer in layers.iter_mut() {
            for at in 1..layer.len() {
                let (one, other) = (layer[at - 1], layer[at]);
                let (before, behind) = (
                    between(&linked.before, one, other, places),
                    between(&linked.behind, one, other, places),
                );
                if before.1 + behind.1 < before.0 + behind.0 {
                    layer.swap(at - 1, at);
                    places.swap(one as usize, other as usize);
                    swapped = true;
                }
            }
        }
        if !swapped {
            break;
        }
    }
}

/// How many pairs of links cross.
fn crossings(layers: &[Vec<u32>], linked: &Neighbours, places: &[u32]) -> u64 {
    let mut total = 0;
    let mut ends: Vec<u32> = Vec::new();
    for pair in layers.windows(2) {
        ends.clear();
        for vertex in &pair[0] {
            let from = ends.len();
            ends.extend(linked.behind[*vertex as usize].iter().map(|other| places[*other as usize]));
            ends[from..].sort_unstable();
        }
        // A Fenwick tree counts the ends so far, by place.
        let size = pair[1].len();
        let mut tree = vec![0_u64; size + 1];
        for (so_far, end) in (0_u64..).zip(&ends) {
            let mut at = *end as usize + 1;
            let mut not_beyond = 0;
            while at > 0 {
                not_beyond += tree[at];
                at &= at - 1;
            }
            total += so_far - not_beyond;
            let mut at = *end as usize + 1;
            while at <= size {
                tree[at] += 1;
                at += at & at.wrapping_neg();
            }
        }
    }
    total
}
