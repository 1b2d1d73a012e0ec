//! Groups of files that import each other in circles.

use std::collections::VecDeque;

use crate::base::FileId;

use super::FileGraph;

/// A circle of imports: the files on it from the first one on, and the import that leads into it.
pub(super) struct Cycle {
    /// The files of a shortest circle, starting with the first file in load order.
    pub(super) chain: Vec<FileId>,
    /// The position of the import in the first file that leads along the chain.
    pub(super) import: usize,
    /// The number of files in the group.
    pub(super) size: usize,
}

/// All groups, by their first file. Iterative, so that no depth of imports is too much.
pub(super) fn find(graph: &FileGraph) -> Vec<Cycle> {
    let groups = groups(graph);
    let mut members: Vec<Vec<FileId>> = vec![Vec::new(); graph.files.len()];
    for file in &graph.files {
        members[groups[file.id.index()]].push(file.id);
    }
    let mut cycles = Vec::new();
    for group in members.iter().filter(|group| !group.is_empty()) {
        let first = group[0];
        let own = graph.file(first).imports.iter().any(|import| import.target == Some(first));
        if group.len() > 1 || own {
            cycles.extend(shortest(graph, &groups, first, group.len()));
        }
    }
    cycles.sort_by_key(|cycle| cycle.chain[0]);
    cycles
}

/// A shortest way from `first` back to itself inside its group.
fn shortest(graph: &FileGraph, groups: &[usize], first: FileId, size: usize) -> Option<Cycle> {
    let group = groups[first.index()];
    let mut came_from: rustc_hash::FxHashMap<FileId, FileId> = rustc_hash::FxHashMap::default();
    let mut queue = VecDeque::from([first]);
    while let Some(file) = queue.pop_front() {
        for target in graph.file(file).imports.iter().filter_map(|import| import.target) {
            if groups[target.index()] != group {
                continue;
            }
            if target == first {
                let mut chain = vec![file];
                while let Some(&before) = came_from.get(chain.last()?) {
                    chain.push(before);
                }
                chain.reverse();
                let next = chain.get(1).copied().unwrap_or(first);
                let imports = &graph.file(first).imports;
                let import = imports.iter().position(|import| import.target == Some(next))?;
                return Some(Cycle { chain, import, size });
            }
            came_from.entry(target).or_insert_with(|| {
                queue.push_back(target);
                file
            });
        }
    }
    None
}

/// The strongly connected group of each file (Tarjan).
fn groups(graph: &FileGraph) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = graph.files.len();
    let mut index = vec![NEW; count];
    let mut low = vec![0; count];
    let mut group = vec![NEW; count];
    let (mut stack, mut next_index, mut next_group) = (Vec::new(), 0, 0);
    for start in 0..count {
        if index[start] != NEW {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((file, position)) = work.pop() {
            if position == 0 {
                index[file] = next_index;
                low[file] = next_index;
                next_index += 1;
                stack.push(file);
            }
            let imports = &graph.files[file].imports;
            let mut descended = false;
            for (offset, import) in imports[position..].iter().enumerate() {
                let Some(target) = import.target.map(FileId::index) else { continue };
                if index[target] == NEW {
                    work.push((file, position + offset + 1));
                    work.push((target, 0));
                    descended = true;
                    break;
                }
                if group[target] == NEW {
                    low[file] = low[file].min(index[target]);
                }
            }
            if descended {
                continue;
            }
            if low[file] == index[file] {
                while let Some(member) = stack.pop() {
                    group[member] = next_group;
                    if member == file {
                        break;
                    }
                }
                next_group += 1;
            }
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[file]);
            }
        }
    }
    group
}
