//! Checks hosts: no node is hosted on itself, and each service ends at a machine.

use rustc_hash::FxHashSet;

use crate::diagnostics::rules;
use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

use super::model::{Model, NodeKind};
use super::relationships::{Edge, Edges};

/// Checks the hosts of all nodes. Relationships that close a cycle are removed.
pub(super) fn check<'t>(rewriter: &mut Rewriter<'t>, model: &Model<'t>, edges: &mut Edges) {
    remove_cycles(rewriter, model, edges);
    if edges.is_any_incomplete || !model.is_every_node_named {
        return;
    }
    for (index, node) in model.nodes.iter().enumerate() {
        let (Some(NodeKind::Service), Some(name)) = (node.kind(), node.name) else { continue };
        let mut hosts = edges.hosts[index].iter();
        let Some(first) = hosts.next() else {
            if !edges.is_incomplete[index] {
                rewriter.report(name, rules::unclear_host::none(name.span(), name.text()));
            }
            continue;
        };
        for edge in hosts {
            let span = |edge: &Edge| model.relationships[edge.relationship].element.key.span();
            let element = model.relationships[edge.relationship].element.key;
            rewriter.report(element, rules::unclear_host::several(span(edge), name.text(), span(first)));
        }
    }
}

/// How far a node is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// The position in the current chain.
    Open(usize),
    Done,
}

/// Reports each relationship that closes a cycle, and removes it.
fn remove_cycles<'t>(rewriter: &mut Rewriter<'t>, model: &Model<'t>, edges: &mut Edges) {
    let mut states = vec![State::New; model.nodes.len()];
    let mut closing = FxHashSet::default();
    for start in 0..model.nodes.len() {
        if states[start] != State::New {
            continue;
        }
        // The nodes of the chain, each with the number of its relationships that were followed.
        let mut chain = vec![(start, 0)];
        states[start] = State::Open(0);
        while let Some((node, followed)) = chain.last_mut() {
            let Some(edge) = edges.hosts[*node].get(*followed).copied() else {
                states[*node] = State::Done;
                chain.pop();
                continue;
            };
            *followed += 1;
            match states[edge.target] {
                State::New => {
                    states[edge.target] = State::Open(chain.len());
                    chain.push((edge.target, 0));
                }
                State::Open(first) => {
                    let cycle = chain[first..].iter().map(|(node, _)| *node);
                    report_cycle(rewriter, model, edge, cycle);
                    closing.insert(edge.relationship);
                }
                State::Done => {}
            }
        }
    }
    for (hosts, is_incomplete) in edges.hosts.iter_mut().zip(&mut edges.is_incomplete) {
        let count = hosts.len();
        hosts.retain(|edge| !closing.contains(&edge.relationship));
        *is_incomplete |= hosts.len() < count;
    }
}

fn report_cycle<'t>(
    rewriter: &mut Rewriter<'t>,
    model: &Model<'t>,
    closing: Edge,
    cycle: impl ExactSizeIterator<Item = usize>,
) {
    let Some(target) = model.relationships[closing.relationship].target else { return };
    let count = cycle.len();
    let names = cycle.take(rules::host_cycle::MAX_SHOWN).filter_map(|node| model.nodes[node].name);
    let names: Vec<&str> = names.map(YamlNode::text).collect();
    rewriter.report(target, rules::host_cycle::new(target.span(), &names, count));
}
