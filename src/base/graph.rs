//! Directed graphs: strongly connected groups and cycles. All algorithms are iterative, so the depth is not
//! limited.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

/// A graph over the vertices `0..count`.
pub trait Graph {
    /// The number of vertices.
    fn count(&self) -> usize;

    /// The target of edge number `index` of `vertex`, or `None` after the last edge. The inner `None` is an
    /// edge without a target.
    fn edge(&self, vertex: usize, index: usize) -> Option<Option<usize>>;

    /// The targets of all edges of `vertex`.
    fn targets(&self, vertex: usize) -> impl Iterator<Item = usize> {
        (0..).map_while(move |index| self.edge(vertex, index)).flatten()
    }
}

/// A graph as an adjacency list.
impl Graph for Vec<Vec<usize>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn edge(&self, vertex: usize, index: usize) -> Option<Option<usize>> {
        self[vertex].get(index).copied().map(Some)
    }
}

/// A cycle of vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The vertices of a shortest cycle, each with an edge to the next one, starting with the smallest of the
    /// group.
    pub chain: Vec<usize>,
    /// The number of vertices in the group, all of which reach each other.
    pub size: usize,
}

/// Returns one cycle for each group of vertices that reach each other, sorted by the first vertex.
#[must_use]
pub fn cycles(graph: &impl Graph) -> Vec<Cycle> {
    let groups = groups(graph);
    let mut sizes = vec![0_usize; graph.count()];
    for &group in &groups {
        sizes[group] += 1;
    }
    let mut cycles: Vec<Cycle> = Vec::new();
    for (first, &group) in groups.iter().enumerate() {
        // Only the first vertex of a group still finds the size.
        let size = std::mem::take(&mut sizes[group]);
        if size > 1 || size == 1 && graph.targets(first).any(|target| target == first) {
            let chain = shortest(graph, &groups, first);
            cycles.extend(chain.map(|chain| Cycle { chain, size }));
        }
    }
    cycles.sort_by_key(|cycle| cycle.chain[0]);
    cycles
}

/// Returns a shortest path from `first` back to itself inside its group.
fn shortest(graph: &impl Graph, groups: &[usize], first: usize) -> Option<Vec<usize>> {
    let mut came_from: FxHashMap<usize, usize> = FxHashMap::default();
    let mut queue = VecDeque::from([first]);
    while let Some(vertex) = queue.pop_front() {
        for target in graph.targets(vertex) {
            if groups[target] != groups[first] {
                continue;
            }
            if target == first {
                let mut chain = vec![vertex];
                while let Some(&previous) = came_from.get(chain.last()?) {
                    chain.push(previous);
                }
                chain.reverse();
                return Some(chain);
            }
            came_from.entry(target).or_insert_with(|| {
                queue.push_back(target);
                vertex
            });
        }
    }
    None
}

/// Returns the number of the group of each vertex: the vertices that it reaches and that reach it (Tarjan).
#[must_use]
pub fn groups(graph: &impl Graph) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = graph.count();
    let mut index = vec![NEW; count];
    let mut low = vec![0; count];
    let mut group = vec![NEW; count];
    let (mut stack, mut next_index, mut next_group) = (Vec::new(), 0, 0);
    for start in 0..count {
        if index[start] != NEW {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((vertex, position)) = work.pop() {
            if position == 0 {
                index[vertex] = next_index;
                low[vertex] = next_index;
                next_index += 1;
                stack.push(vertex);
            }
            let mut edge = position;
            let mut descended = false;
            while let Some(target) = graph.edge(vertex, edge) {
                edge += 1;
                let Some(target) = target else { continue };
                if index[target] == NEW {
                    work.push((vertex, edge));
                    work.push((target, 0));
                    descended = true;
                    break;
                }
                if group[target] == NEW {
                    low[vertex] = low[vertex].min(index[target]);
                }
            }
            if descended {
                continue;
            }
            if low[vertex] == index[vertex] {
                while let Some(member) = stack.pop() {
                    group[member] = next_group;
                    if member == vertex {
                        break;
                    }
                }
                next_group += 1;
            }
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[vertex]);
            }
        }
    }
    group
}
