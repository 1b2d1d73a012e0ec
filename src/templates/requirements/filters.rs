//! Node filters of requirements for the node that is named (TOSCA 2.0 §8.6).

use crate::derive::{MemberId, Types};
use crate::diagnostics::{Level, codes};
use crate::grammar::call_name;
use crate::topology::Target;
use crate::values::Ends;
use crate::yaml::Node;

use super::{Assigned, Review};

impl<'r, 'g> Review<'r, 'g> {
    /// The filters of the definition, of those that it refines, and of the assignment: all must hold.
    pub(super) fn filters(&mut self, assigned: &Assigned<'r, 'g>, capability: Option<MemberId>) {
        let (types, edge): (&'r Types<'g>, _) = (self.types, assigned.edge);
        let (Target::Template(target, _), Some(topology)) = (edge.target, self.topology) else { return };
        let mut filters: Vec<Node<'g>> = Vec::new();
        filters.extend(edge.written.node_filter.map(|clause| edge.key.tree().node(clause.0)));
        let chain = std::iter::successors(Some(assigned.definition), |definition| {
            definition.inherited.map(|id| types.requirement(id))
        });
        for definition in chain {
            let filter = definition.written.node_filter;
            filters.extend(filter.map(|clause| definition.key.tree().node(clause.0)));
        }
        let ends = Ends { topology, source: assigned.number, target, capability };
        for filter in filters {
            if self.checker.filter_holds(filter, ends) != Some(false) {
                continue;
            }
            let mut part = filter;
            while let Some(inner) = self.failing_part(part, ends) {
                part = inner;
            }
            let at = assigned.target_place();
            let found = codes::unmet_filter::found(at.span(), assigned.name(), at.text(), part.span());
            let firm = edge.is_optional() != Some(true);
            self.report(at, if firm { found } else { found.at_level(Level::Warning) });
            return;
        }
    }

    /// The argument of a conjunction that does not hold.
    fn failing_part(&self, filter: Node<'g>, ends: Ends<'_, 'g>) -> Option<Node<'g>> {
        let name = call_name(filter)?;
        if name.text() != "$and" {
            return None;
        }
        let (_, arguments) = filter.only_entry()?;
        arguments.items().find(|item| self.checker.filter_holds(*item, ends) == Some(false))
    }
}
