//! Checks the environment variables of properties: on one machine, each has a name of its node and its key.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::rules;
use crate::dialects::Rewriter;

use super::model::Model;
use super::relationships::Edges;

/// Reports properties that are the same variable on the same machine.
pub(super) fn check<'t>(rewriter: &mut Rewriter<'t>, model: &Model<'t>, edges: &Edges) {
    let machines = machines(edges);
    // The node, key and place of the property that is a variable on a machine.
    let mut variables: FxHashMap<(usize, String), (usize, &str, Span)> = FxHashMap::default();
    for (index, node) in model.nodes.iter().enumerate() {
        let Some(name) = node.name else { continue };
        for (key, _) in node.properties() {
            let variable = variable(name.text(), key.text());
            let this = (index, key.text(), key.span());
            let first = variables.entry((machines[index], variable.clone())).or_insert(this);
            // A key that a node repeats was reported.
            if first.2 != this.2 && (first.0, first.1) != (this.0, this.1) {
                rewriter.report(key, rules::ambiguous_variable::new(this.2, &variable, first.2));
            }
        }
    }
}

/// Returns the name of the variable of a property.
fn variable(node: &str, key: &str) -> String {
    format!("{node}_{key}").to_uppercase().replace('-', "_")
}

/// Returns for each node the last of its hosts, or itself. Hosts have no cycles.
fn machines(edges: &Edges) -> Vec<usize> {
    let count = edges.hosts.len();
    let mut machines: Vec<Option<usize>> = vec![None; count];
    for start in 0..count {
        let mut chain = Vec::new();
        let mut node = start;
        let machine = loop {
            if let Some(known) = machines[node] {
                break known;
            }
            chain.push(node);
            match edges.hosts[node].first() {
                Some(edge) => node = edge.target,
                None => break node,
            }
        };
        for node in chain {
            machines[node] = Some(machine);
        }
    }
    machines.into_iter().enumerate().map(|(index, machine)| machine.unwrap_or(index)).collect()
}
