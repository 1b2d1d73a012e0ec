//! Rules about alternatives in lists: at most one of a name is present.

use crate::dialects::variability::{ElementId, VariabilityModel};

use super::consistency::{CountDeviation, Instance, ViolationKind};

/// Returns the instances for all alternatives that have a name in common.
pub(super) fn alternatives(model: &VariabilityModel<'_>) -> Vec<Instance> {
    let placed = model.all().filter(|(_, element)| element.place.is_some()).map(|(id, _)| id);
    let several = placed.filter_map(|id| {
        let all = model.alternatives(id);
        (all.len() > 1 && all[0] == id).then(|| at_most_one(all))
    });
    several.collect()
}

fn at_most_one(all: &[ElementId]) -> Instance {
    Instance {
        what: ViolationKind::SeveralAlternatives { first: all[0] },
        present: Vec::new(),
        counted: all.to_vec(),
        count: CountDeviation::MoreThan(1),
    }
}
