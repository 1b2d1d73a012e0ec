//! How many assignments of a requirement are mapped (TOSCA 2.0 §15.5.4, §15.5.5).

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::diagnostics::{codes, quoted};
use crate::model::service::{NodeTemplateId, NodeTemplateView, Target};
use crate::model::types::RequirementId;
use crate::syntax::Bound;
use crate::yaml::Node;

use super::requirements::Place;
use super::{Cx, requirements};

/// For how many assignments of its requirement a mapping is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Units {
    /// It does not say: for one, or for all where it is the only one (15.5-12).
    Unkeyed,
    /// For so many.
    Count(u64),
    /// For all that are left.
    Unbounded,
}

impl Units {
    /// What it adds to sums: what is left adds nothing (15.5.4-06).
    pub(super) fn count(self) -> u64 {
        match self {
            Units::Unkeyed => 1,
            Units::Count(count) => count,
            Units::Unbounded => 0,
        }
    }
}

/// One mapping of a requirement.
pub(super) struct Entry<'g> {
    /// Where the requirement is named.
    pub(super) key: Node<'g>,
    /// The name of the requirement.
    pub(super) name: &'g str,
    /// The requirement of the substituted node.
    pub(super) own: Option<RequirementId>,
    /// For how many assignments.
    pub(super) units: Units,
    /// Whether there is a target at all.
    pub(super) is_empty: bool,
    /// Where their targets go.
    pub(super) places: Vec<Place<'g>>,
}

pub(super) fn counts<'g>(cx: &mut Cx<'g>, entries: &[Entry<'g>]) {
    let mut by_name: IndexMap<&'g str, Vec<&Entry<'g>>> = IndexMap::new();
    for entry in entries {
        by_name.entry(entry.name).or_default().push(entry);
    }
    // A mapping that could not be read may be for the rest.
    let known = |entry: &Entry<'g>| !entry.places.iter().any(|place| matches!(place, Place::Unknown));
    let whole = cx.mapping.requirements().is_complete() && entries.iter().all(known);
    for (name, entries) in &by_name {
        without_effect(cx, entries);
        let Some(range) = entries[0].own.and_then(|own| requirements::range(cx.types, own)) else { continue };
        sums(cx, name, entries, range);
        if whole {
            rest(cx, name, entries, range);
        }
    }
    onto_targets(cx, entries);
}

/// Mappings that are for nothing, and those behind one that takes all that is left (15.5-04, 15.5-16).
fn without_effect<'g>(cx: &mut Cx<'g>, entries: &[&Entry<'g>]) {
    let mut all: Option<Node<'g>> = None;
    for entry in entries {
        let what = format!("this mapping of requirement {}", quoted(entry.name));
        let found = match all {
            Some(all) => {
                let found = codes::no_effect::new(
                    entry.key.span(),
                    &what,
                    "no assignments left",
                    "remove it, or move it before the other mapping",
                );
                found.also(all.span(), "maps all remaining assignments")
            }
            None if entry.units == Units::Count(0) => codes::no_effect::new(
                entry.key.span(),
                &what,
                "maps 0 assignments",
                "remove it, or use another count",
            ),
            None if entry.is_empty => {
                codes::no_effect::new(entry.key.span(), &what, "no targets", "remove it, or add a target")
            }
            None => {
                if entry.units == Units::Unbounded {
                    all = Some(entry.key);
                }
                continue;
            }
        };
        cx.report(entry.key, found);
    }
}

/// How many mappings the substituted node has assignments for (15.5.4-01, 15.5.4-02).
fn sums<'g>(
    cx: &mut Cx<'g>,
    name: &str,
    entries: &[&Entry<'g>],
    (least, most, place): (u64, Bound, Node<'g>),
) {
    let (mut total, mut needed) = (0_u64, 0_u64);
    let mut needs = Needs::default();
    for entry in entries {
        let units = entry.units.count();
        total = total.saturating_add(units);
        if let Bound::Most(most) = most
            && total > most
        {
            let found = codes::too_many_mappings::total(entry.key.span(), name, total, most, place.span());
            return cx.report(entry.key, found);
        }
        needed = needed.saturating_add(needs.take(entry));
        if needed > least {
            let found = codes::too_many_mappings::needed(entry.key.span(), name, needed, least, place.span());
            return cx.report(entry.key, found);
        }
    }
}

/// Where there is no upper bound, one mapping should take what is left (15.5.5-01).
fn rest<'g>(cx: &mut Cx<'g>, name: &str, entries: &[&Entry<'g>], (_, most, place): (u64, Bound, Node<'g>)) {
    let all = |entry: &&&Entry<'g>| entry.units == Units::Unbounded;
    let single = entries.len() == 1 && entries[0].units == Units::Unkeyed;
    if most != Bound::Unbounded || single || entries.iter().any(|entry| all(&entry)) {
        return;
    }
    let Some(last) = entries.last() else { return };
    let total = entries.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.units.count()));
    let found = codes::incomplete_mapping::rest(last.key.span(), name, total, place.span());
    cx.report(last.key, found);
}

/// A requirement of the service takes no more than its upper bound says (15.5-13).
fn onto_targets<'g>(cx: &mut Cx<'g>, entries: &[Entry<'g>]) {
    let mut sums: FxHashMap<(NodeTemplateId, RequirementId), u64> = FxHashMap::default();
    for entry in entries {
        for place in &entry.places {
            let Place::Requirement(node_template, id, name) = *place else { continue };
            let Some((_, Bound::Most(most), range)) = requirements::range(cx.types, id) else { continue };
            if node_template.count != Some(1) {
                continue;
            }
            let sum = sums.entry((node_template.id, id)).or_default();
            let before = *sum;
            *sum = sum.saturating_add(entry.units.count());
            let sum = *sum;
            if sum > most && before <= most {
                let template = node_template.name();
                let found = codes::too_many_mappings::onto(
                    name.span(),
                    name.text(),
                    template,
                    sum,
                    most,
                    range.span(),
                );
                cx.report(name, found);
            }
        }
    }
}

/// How many relationships the requirements of a service still need.
#[derive(Default)]
pub(super) struct Needs {
    left: FxHashMap<(NodeTemplateId, RequirementId), u64>,
}

impl Needs {
    /// How many of the assignments that a mapping is for certainly must be there: the most that one of its
    /// targets still needs. What it needs is taken from what is left.
    pub(super) fn take(&mut self, entry: &Entry<'_>) -> u64 {
        let units = entry.units.count();
        let mut most = 0;
        for place in &entry.places {
            let Place::Requirement(template, id, name) = *place else { continue };
            let left =
                self.left.entry((template.id, id)).or_insert_with(|| needed(template, id, name.text()));
            let taken = (*left).min(units);
            *left -= taken;
            most = most.max(taken);
        }
        most
    }
}

/// How many relationships a requirement of a node template needs from outside: assignments that lead
/// nowhere yet and are not optional, and implicit ones up to the lower bound. What is not known counts as
/// not needed.
fn needed(template: NodeTemplateView<'_>, id: RequirementId, name: &str) -> u64 {
    let types = template.service().types();
    let Some((least, ..)) = super::requirements::range(types, id) else { return 0 };
    if template.count != Some(1) {
        return 0;
    }
    let (mut assigned, mut open) = (0_u64, 0_u64);
    for assignment in template.requirements().iter().filter(|assignment| assignment.name() == name) {
        let Some(count) = assignment.count else { return 0 };
        assigned = assigned.saturating_add(count);
        if assignment.is_optional() == Some(false)
            && matches!(assignment.target, Target::Open | Target::Type(_))
        {
            open = open.saturating_add(count);
        }
    }
    open.saturating_add(least.saturating_sub(assigned))
}
