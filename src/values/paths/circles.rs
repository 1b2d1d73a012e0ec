//! Values that need themselves (TOSCA 2.0 §10.2.1.2, §10.2.1.3).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::{Level, codes};
use crate::values::check::Checker;
use crate::values::judge::Judge;
use crate::yaml::{Node, NodeId};

/// A value that reads another.
#[derive(Clone, Copy, Debug)]
pub(in crate::values) struct Reads<'g> {
    /// The key of the value that reads.
    key: Node<'g>,
    /// The value that reads.
    from: (FileId, NodeId),
    /// The value that is read.
    to: (FileId, NodeId),
    /// Where the call names it.
    at: Node<'g>,
    /// Whether both are values of properties.
    fixed: bool,
}

impl<'g> Reads<'g> {
    /// The value `from`, of the member `key`, reads the value `to`, named `at`.
    pub(super) fn new(key: Node<'g>, from: Node<'g>, to: Node<'g>, at: Node<'g>, fixed: bool) -> Self {
        let id = |node: Node<'g>| (node.tree().file(), node.id());
        Self { key, from: id(from), to: id(to), at, fixed }
    }
}

/// Reports the circles among the values that were checked so far, each once.
pub(in crate::values) fn tell_circles(cx: &mut Checker<'_>) {
    let reads = std::mem::take(&mut cx.reads);
    let mut next: FxHashMap<(FileId, NodeId), Vec<usize>> = FxHashMap::default();
    for (index, read) in reads.iter().enumerate() {
        next.entry(read.from).or_default().push(index);
    }
    let mut done: FxHashSet<(FileId, NodeId)> = FxHashSet::default();
    for read in &reads {
        // A walk in depth: the way so far, each step with the reads of its value that are still to try.
        let mut way: Vec<usize> = Vec::new();
        let mut on_way: FxHashMap<(FileId, NodeId), usize> = FxHashMap::default();
        let mut waiting: Vec<((FileId, NodeId), usize)> = vec![(read.from, 0)];
        if !done.insert(read.from) {
            continue;
        }
        on_way.insert(read.from, 0);
        while let Some((value, tried)) = waiting.last_mut() {
            let step = next.get(value).and_then(|steps| steps.get(*tried)).copied();
            *tried += 1;
            let Some(step) = step else {
                on_way.remove(value);
                waiting.pop();
                way.pop();
                continue;
            };
            let to = reads[step].to;
            if let Some(start) = on_way.get(&to) {
                let circle: Vec<usize> = way[*start..].iter().copied().chain([step]).collect();
                let names: Vec<&str> = circle.iter().map(|index| reads[*index].key.text()).collect();
                let first = reads[circle[0]];
                let others: Vec<_> = circle[1..].iter().map(|index| reads[*index].at.span()).collect();
                let fixed = circle.iter().all(|index| reads[*index].fixed);
                let found = codes::property_cycle::new(first.at.span(), names[0], &names, &others);
                let level = if fixed { Level::Error } else { Level::Warning };
                cx.report(first.at, found.at_level(level));
            } else if done.insert(to) {
                on_way.insert(to, waiting.len());
                way.push(step);
                waiting.push((to, 0));
            }
        }
    }
}
