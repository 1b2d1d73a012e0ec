//! Finds values that depend on themselves (TOSCA 2.0 §10.2.1.2, §10.2.1.3).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::{Level, rules};
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::yaml::{NodeId, YamlNode};

/// A value that reads another.
#[derive(Clone, Copy, Debug)]
pub(in crate::values) struct Reads<'g> {
    /// The key of the value that reads the other.
    key: YamlNode<'g>,
    /// The value that reads the other.
    from: (FileId, NodeId),
    /// The value that is read.
    to: (FileId, NodeId),
    /// The name of the read value in the call.
    at: YamlNode<'g>,
    /// Whether both are values of properties.
    fixed: bool,
}

impl<'g> Reads<'g> {
    /// Creates a read: the value `from`, of the member `key`, reads the value `to`, which is named at `at`.
    pub(super) fn new(
        key: YamlNode<'g>,
        from: YamlNode<'g>,
        to: YamlNode<'g>,
        at: YamlNode<'g>,
        fixed: bool,
    ) -> Self {
        let id = |node: YamlNode<'g>| (node.tree().file(), node.id());
        Self { key, from: id(from), to: id(to), at, fixed }
    }
}

/// Reports each cycle among the values that were checked so far once.
pub(in crate::values) fn report_cycles(cx: &mut Checker<'_>) {
    let reads = std::mem::take(&mut cx.reads);
    let mut next: FxHashMap<(FileId, NodeId), Vec<usize>> = FxHashMap::default();
    for (index, read) in reads.iter().enumerate() {
        next.entry(read.from).or_default().push(index);
    }
    let mut done: FxHashSet<(FileId, NodeId)> = FxHashSet::default();
    for read in &reads {
        // Depth-first search: the path so far, and for each of its values the number of reads that were
        // tried.
        let mut path: Vec<usize> = Vec::new();
        let mut on_path: FxHashMap<(FileId, NodeId), usize> = FxHashMap::default();
        let mut pending: Vec<((FileId, NodeId), usize)> = vec![(read.from, 0)];
        if !done.insert(read.from) {
            continue;
        }
        on_path.insert(read.from, 0);
        while let Some((value, tried)) = pending.last_mut() {
            let step = next.get(value).and_then(|steps| steps.get(*tried)).copied();
            *tried += 1;
            let Some(step) = step else {
                on_path.remove(value);
                pending.pop();
                path.pop();
                continue;
            };
            let to = reads[step].to;
            if let Some(start) = on_path.get(&to) {
                let cycle: Vec<usize> = path[*start..].iter().copied().chain([step]).collect();
                let names: Vec<&str> = cycle.iter().map(|index| reads[*index].key.text()).collect();
                let first = reads[cycle[0]];
                let others: Vec<_> = cycle[1..].iter().map(|index| reads[*index].at.span()).collect();
                let fixed = cycle.iter().all(|index| reads[*index].fixed);
                let diagnostic = rules::property_cycle::new(first.at.span(), names[0], &names, &others);
                let level = if fixed { Level::Error } else { Level::Warning };
                cx.report(first.at, diagnostic.at_level(level));
            } else if done.insert(to) {
                on_path.insert(to, pending.len());
                path.push(step);
                pending.push((to, 0));
            }
        }
    }
}
