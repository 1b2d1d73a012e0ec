//! Finds values that depend on themselves (TOSCA 2.0 §10.2.1.2, §10.2.1.3).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::{Level, rules};
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::yaml::{NodeId, YamlNode};

/// A read of one value by another.
#[derive(Clone, Copy, Debug)]
pub(in crate::values) struct ValueRead<'g> {
    /// The key of the value that reads the other.
    key: YamlNode<'g>,
    /// The value that reads the other.
    from: (FileId, NodeId),
    /// The value that is read.
    to: (FileId, NodeId),
    /// The name of the read value in the call.
    name: YamlNode<'g>,
    /// Whether both are values of properties.
    between_properties: bool,
}

impl<'g> ValueRead<'g> {
    /// Creates a read: the value `from`, of the member `key`, reads the value `to`, which `name` in the call
    /// names.
    pub(super) fn new(
        key: YamlNode<'g>,
        from: YamlNode<'g>,
        to: YamlNode<'g>,
        name: YamlNode<'g>,
        between_properties: bool,
    ) -> Self {
        let id = |node: YamlNode<'g>| (node.tree().file(), node.id());
        Self { key, from: id(from), to: id(to), name, between_properties }
    }
}

/// Reports each cycle among the values that were checked so far once.
pub(in crate::values) fn report_cycles(cx: &mut Checker<'_>) {
    let reads = std::mem::take(&mut cx.reads);
    report_computed_cycles(cx, &reads);
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
                let other_names: Vec<_> = cycle[1..].iter().map(|index| reads[*index].name.span()).collect();
                let are_all_properties = cycle.iter().all(|index| reads[*index].between_properties);
                let diagnostic =
                    rules::property_cycle::new(first.name.span(), names[0], &names, &other_names);
                let level = if are_all_properties { Level::Error } else { Level::Warning };
                cx.report(first.name, diagnostic.at_level(level));
            } else if done.insert(to) {
                on_path.insert(to, pending.len());
                path.push(step);
                pending.push((to, 0));
            }
        }
    }
}

/// Reports the cycles that only exist for a node or relationship, because some of its values are copied or
/// defaults: the others are among the `reads` of values where they are written.
fn report_computed_cycles(cx: &mut Checker<'_>, reads: &[ValueRead<'_>]) {
    let cycles = cx.values.take_cycles();
    if cycles.is_empty() {
        return;
    }
    let known: FxHashSet<_> = reads.iter().map(|read| (read.from, read.to)).collect();
    for cycle in cycles {
        let Some(first) = cycle.first() else { continue };
        let template = first.owner.instance().node().template;
        let written: Option<Vec<YamlNode<'_>>> = cycle.iter().map(|value| value.written(cx.types)).collect();
        let Some(written) = written else { continue };
        let body = template.service().node(template.service().template().node);
        let id = |node: YamlNode<'_>| (node.tree().file(), node.id());
        let next = written.iter().cycle().skip(1);
        let is_known = written.iter().zip(next).all(|(from, to)| known.contains(&(id(*from), id(*to))));
        let is_here = written.iter().any(|value| body.contains(*value));
        if is_known || !is_here {
            continue;
        }
        let names: Vec<&str> = cycle.iter().map(|value| cx.types.field(value.id).name()).collect();
        let spans: Vec<_> = written.iter().map(|value| value.span()).collect();
        let key = template.key();
        cx.report(key, rules::property_cycle::new(key.span(), names[0], &names, &spans));
    }
}
