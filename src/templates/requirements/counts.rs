//! How many relationships there are (TOSCA 2.0 §8.5.4).

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use crate::diagnostics::codes;
use crate::model::service::{Edge, Vertex};
use crate::model::types::RequirementTable;
use crate::syntax::Bound;
use crate::yaml::Node;

use super::Review;

/// The assignments of one requirement so far.
struct Sum<'g> {
    first: Node<'g>,
    all: u64,
    firm: u64,
    /// Whether all numbers are known.
    is_known: bool,
    is_told: bool,
    /// Whether a `count` is written.
    is_counted: bool,
}

impl<'r, 'g> Review<'r, 'g> {
    /// The sums of the assignments of a node template against the ranges of the definitions, for each of its
    /// nodes alike.
    pub(super) fn counts(
        &mut self,
        vertex: &Vertex<'g>,
        edges: &'r [Edge<'g>],
        names: &RequirementTable<'g>,
    ) {
        let mut sums: IndexMap<&str, Sum<'g>> = IndexMap::new();
        let guarded: FxHashSet<&str> =
            edges.iter().filter(|edge| self.is_guarded(edge)).map(|edge| edge.key.text()).collect();
        for edge in edges.iter().filter(|edge| !guarded.contains(edge.key.text())) {
            let Some(id) = names.get(edge.key.text()) else { continue };
            let Some((range, place)) = self.types.requirement(id).count_range else { continue };
            let sum = sums.entry(edge.key.text()).or_insert(Sum {
                first: edge.key,
                all: 0,
                firm: 0,
                is_known: true,
                is_told: false,
                is_counted: false,
            });
            let (number, optional) = (self.relationship_count(edge), edge.is_optional());
            let count = number.unwrap_or(0);
            sum.is_counted |= edge.written.count.is_some();
            sum.is_known &= number.is_some() && optional.is_some();
            sum.all = sum.all.saturating_add(count);
            if optional == Some(false) {
                sum.firm = sum.firm.saturating_add(count);
            }
            if let Bound::Most(most) = range.most
                && sum.all > most
                && !sum.is_told
            {
                sum.is_told = true;
                let written = edge.written.count.map(|count| edge.key.tree().node(count.0));
                let at = written.unwrap_or(edge.key);
                let found = codes::requirement_count::too_many(
                    at.span(),
                    edge.key.text(),
                    sum.all,
                    most,
                    self.types.node(place).span(),
                    sum.is_counted,
                );
                self.report(at, found);
            }
        }
        // What could not be read may have given more.
        let read = self.requirements_are_read(vertex, edges.len());
        for (name, sum) in &sums {
            let range = names.get(name).and_then(|id| self.types.requirement(id).count_range);
            let Some((range, place)) = range.filter(|_| read && sum.is_known && !sum.is_told) else {
                continue;
            };
            if sum.firm < range.least {
                let optional = if sum.all < range.least { 0 } else { sum.all - sum.firm };
                let count = if optional == 0 { sum.all } else { sum.firm };
                let found = codes::requirement_count::too_few(
                    sum.first.span(),
                    name,
                    (count, optional),
                    range.least,
                    self.types.node(place).span(),
                    sum.is_counted,
                );
                self.report(sum.first, found);
            }
        }
    }
}
