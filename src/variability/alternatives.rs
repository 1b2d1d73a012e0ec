//! Rules about alternatives in lists: at most one of a name is present, and of types exactly one.

use crate::dialects::variability::{ElementId, ElementKind, VariabilityModel};

use super::consistency::{CountDeviation, Instance, ViolationKind};

/// Returns the instances for all alternatives that have a name in common.
pub(super) fn alternatives(model: &VariabilityModel<'_>) -> Vec<Instance> {
    let placed = model.all().filter(|(_, element)| element.place.is_some()).map(|(id, _)| id);
    let mut instances = Vec::new();
    for id in placed {
        let all = model.alternatives(id);
        if all.first() != Some(&id) {
            continue;
        }
        let is_type = model.element(id).kind == ElementKind::Type;
        let node = model.owner(id).filter(|_| is_type);
        if let Some(node) = node {
            let what = ViolationKind::Types { node };
            let (present, counted) = (vec![node], all.to_vec());
            instances.push(Instance { what, present, counted, count: CountDeviation::Zero });
        }
        if all.len() > 1 {
            instances.push(at_most_one(all, node));
        }
    }
    instances
}

fn at_most_one(all: &[ElementId], node: Option<ElementId>) -> Instance {
    let what = match node {
        Some(node) => ViolationKind::Types { node },
        None => ViolationKind::SeveralAlternatives { first: all[0] },
    };
    Instance { what, present: Vec::new(), counted: all.to_vec(), count: CountDeviation::MoreThan(1) }
}
