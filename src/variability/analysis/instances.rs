//! Checks the instances of all rules, and reports each cause once.

use rustc_hash::FxHashMap;

use crate::diagnostics::Label;
use crate::dialects::variability::ElementId;

use super::super::consistency::{CountDeviation, Instance, ViolationKind};
use super::VariantChecker;

/// The maximum number of places that are marked in one diagnostic.
const MAX_PLACES: usize = 16;

/// What a reference needs: the elements that must be present for it to count, those that it refers to, and the numbers of
/// them that are too few.
type Needed<'i> = (&'i [ElementId], &'i [ElementId], CountDeviation);

impl VariantChecker<'_, '_, '_, '_, '_> {
    /// Checks the instances of all rules, and reports each cause once.
    pub(super) fn check_instances(&mut self, instances: &[Instance]) {
        // What references need, with the diagnostic about the first place, if it is absent.
        let mut reported: FxHashMap<Needed<'_>, Option<usize>> = FxHashMap::default();
        // The numbers of elements that were reported: of too many, and of others.
        let mut reported_counts: FxHashMap<(&[ElementId], bool), Vec<CountDeviation>> = FxHashMap::default();
        for instance in instances {
            let counted = (&instance.counted[..], matches!(instance.count, CountDeviation::MoreThan(_)));
            let key = (&instance.present[..], &instance.counted[..], instance.count);
            let place = match instance.what {
                ViolationKind::NoneOf { span, .. } | ViolationKind::Reference { span, .. } => Some(span),
                _ => None,
            };
            let known = reported_counts.get(&counted);
            let is_counted = match instance.what {
                ViolationKind::Count { .. } => known.is_some(),
                ViolationKind::NoneOf { .. } => known.is_some_and(|known| {
                    let mut numbers = (0..).take_while(|number| instance.count.contains(*number));
                    numbers.all(|number| known.iter().any(|count| count.contains(number)))
                }),
                _ => false,
            };
            if is_counted {
                continue;
            }
            // One cause, one diagnostic: elements that several places name are reported at the first place.
            if let Some(place) = place
                && let Some(first) = reported.get(&key)
            {
                if let Some(diagnostic) = first.and_then(|first| self.diagnostics.get_mut(first))
                    && diagnostic.secondary.len() < MAX_PLACES
                {
                    diagnostic.secondary.push(Label { span: place, text: "also here".into() });
                }
                continue;
            }
            let violated = self.check_instance(instance);
            if place.is_some() {
                reported.insert(key, violated.then(|| self.diagnostics.len() - 1));
            }
            let decides_others = matches!(
                instance.what,
                ViolationKind::NoHost { .. }
                    | ViolationKind::SeveralHosts { .. }
                    | ViolationKind::Count { .. }
            );
            if violated && decides_others {
                reported_counts.entry(counted).or_default().push(instance.count);
            }
        }
    }
}
