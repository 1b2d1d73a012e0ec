//! Requirements that lead back to where they start (TOSCA 2.0 §8.5).

use crate::base::{Place as _, circles};
use crate::diagnostics::codes;
use crate::model::service::{Connection, NodeTemplateView, RequirementAssignmentView, Target};
use crate::model::types::{Requirements, TypeRef, TypeView, Types};

use super::Review;

/// Relationships of such names, in any spelling, put the target before the source.
const ORDERING: [&str; 7] =
    ["hostedon", "dependson", "deployedon", "runson", "installedon", "containedin", "containedby"];

/// A step from one node template to another, written at an assignment.
struct Step<'g> {
    to: usize,
    assignment: RequirementAssignmentView<'g>,
}

impl<'g> Review<'g> {
    /// Nodes that require themselves, and cycles of nodes that need each other.
    pub(super) fn cycles(&mut self) {
        let Some(service) = self.service else { return };
        let mut steps: Vec<Vec<Step<'g>>> = Vec::with_capacity(service.node_templates().len());
        for node_template in service.node_templates().iter() {
            let mut own = Vec::new();
            for assignment in node_template.requirements().iter().filter(|_| !node_template.is_selected) {
                let Target::Template(to, _) = assignment.target else { continue };
                let firm = assignment.is_optional() == Some(false)
                    && self.relationship_count(assignment).is_some_and(|count| count > 0);
                let target = service.node_template(to);
                if !firm || target.is_selected || self.node_count(target) == Some(0) {
                    continue;
                }
                if to == node_template.id {
                    if self.node_count(node_template) == Some(1)
                        && let Some(name) = assignment.target_name()
                    {
                        let (text, place) = (node_template.name(), node_template.key().span());
                        self.report(name, codes::requirement_cycle::own(name.span(), text, place));
                    }
                } else if !self.is_guarded(assignment)
                    && self.is_ordering(node_template.node_type, assignment)
                {
                    own.push(Step { to: to.index(), assignment });
                }
            }
            steps.push(own);
        }
        let targets: Vec<Vec<usize>> =
            steps.iter().map(|own| own.iter().map(|step| step.to).collect()).collect();
        for circle in circles(&targets) {
            let next = circle.chain.iter().cycle().skip(1);
            let cycle: Vec<(NodeTemplateView<'g>, RequirementAssignmentView<'g>)> = circle
                .chain
                .iter()
                .zip(next)
                .filter_map(|(from, to)| {
                    let step = steps[*from].iter().find(|step| step.to == *to)?;
                    Some((service.node_templates().get(*from)?, step.assignment))
                })
                .collect();
            let names: Vec<&str> = cycle.iter().map(|(from, _)| from.name()).collect();
            let at = |assignment: RequirementAssignmentView<'g>| {
                assignment.target_name().unwrap_or(assignment.key())
            };
            let places: Vec<crate::base::Span> =
                cycle.iter().map(|(_, assignment)| at(*assignment).span()).collect();
            let Some((_, first)) = cycle.first() else { continue };
            let at = at(*first);
            self.report(at, codes::requirement_cycle::found(at.span(), &names, &places));
        }
    }

    /// Whether a relationship puts the target before the source.
    fn is_ordering(&mut self, source: TypeRef, assignment: RequirementAssignmentView<'g>) -> bool {
        let types: &'g Types = self.types;
        let defined = || {
            let source = types.defined(source)?;
            let id = types.member(source, Requirements, assignment.name())?;
            Some(types.requirement(id).relationship.relationship_type?.meaning)
        };
        let meaning = match assignment.connection {
            Connection::Template(id) => {
                Some(assignment.service().relationship_template(id).relationship_type)
            }
            Connection::Type(meaning) => Some(meaning),
            Connection::Open => defined(),
            Connection::Unknown => None,
        };
        let Some(TypeRef::Defined(id)) = meaning else { return false };
        *self.known.ordering.entry(id).or_insert_with(|| types.lineage(types.get(id)).any(orders))
    }
}

/// Whether the name of a relationship type says that the target comes first.
fn orders(of: TypeView<'_>) -> bool {
    let last = of.name().rsplit(['.', ':']).next().unwrap_or_default();
    let letters: String = last.chars().filter(|c| c.is_alphanumeric()).collect();
    ORDERING.contains(&letters.to_lowercase().as_str())
}
