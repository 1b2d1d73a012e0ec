//! Checks how many assignments of a requirement are mapped (TOSCA 2.0 §15.5.4, §15.5.5).

use rustc_hash::FxHashMap;

use crate::base::IndexMap;
use crate::diagnostics::{quoted, rules};
use crate::model::service::{NodeTemplateId, NodeTemplateView, Target};
use crate::model::types::RequirementId;
use crate::syntax::UpperBound;
use crate::yaml::YamlNode;

use super::requirements::MappedTarget;
use super::{Cx, requirements};

/// The number of assignments of its requirement that a mapping is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AssignmentCount {
    /// Not specified: one, or all if it is the only mapping (15.5-12).
    Unkeyed,
    /// This number.
    Count(u64),
    /// All remaining assignments.
    Unbounded,
}

impl AssignmentCount {
    /// Returns its part of a sum: remaining assignments do not count (15.5.4-06).
    pub(super) fn count(self) -> u64 {
        match self {
            AssignmentCount::Unkeyed => 1,
            AssignmentCount::Count(count) => count,
            AssignmentCount::Unbounded => 0,
        }
    }
}

/// A mapping of a requirement.
pub(super) struct RequirementEntry<'g> {
    /// The node that names the requirement.
    pub(super) key: YamlNode<'g>,
    /// The name of the requirement.
    pub(super) name: &'g str,
    /// The requirement of the substituted node.
    pub(super) substituted: Option<RequirementId>,
    /// The number of assignments that it is for.
    pub(super) count: AssignmentCount,
    /// Whether the list of targets is empty.
    pub(super) is_empty: bool,
    /// The targets of the mapping.
    pub(super) targets: Vec<MappedTarget<'g>>,
}

pub(super) fn counts<'g>(cx: &mut Cx<'g>, entries: &[RequirementEntry<'g>]) {
    let mut by_name: IndexMap<&'g str, Vec<&RequirementEntry<'g>>> = IndexMap::default();
    for entry in entries {
        by_name.entry(entry.name).or_default().push(entry);
    }
    // A mapping that could not be read may be for the remaining assignments.
    let is_known = |entry: &RequirementEntry<'g>| {
        !entry.targets.iter().any(|target| matches!(target, MappedTarget::Unknown))
    };
    let is_complete = cx.mapping.requirements().is_complete() && entries.iter().all(is_known);
    for (name, entries) in &by_name {
        check_effect(cx, entries);
        let Some(range) =
            entries[0].substituted.and_then(|substituted| requirements::range(cx.types, substituted))
        else {
            continue;
        };
        check_sums(cx, name, entries, range);
        if is_complete {
            check_remaining(cx, name, entries, range);
        }
    }
    check_targets(cx, entries);
}

/// Reports mappings of no assignments, and mappings after one of all remaining assignments (15.5-04,
/// 15.5-16).
fn check_effect<'g>(cx: &mut Cx<'g>, entries: &[&RequirementEntry<'g>]) {
    let mut unbounded: Option<YamlNode<'g>> = None;
    for entry in entries {
        let what = format!("this mapping of requirement {}", quoted(entry.name));
        let diagnostic = match unbounded {
            Some(unbounded) => {
                let diagnostic = rules::no_effect::new(
                    entry.key.span(),
                    &what,
                    "no assignments left",
                    "remove it, or move it before the other mapping",
                );
                diagnostic.also(unbounded.span(), "maps all remaining assignments")
            }
            None if entry.count == AssignmentCount::Count(0) => rules::no_effect::new(
                entry.key.span(),
                &what,
                "maps 0 assignments",
                "remove it, or use another count",
            ),
            None if entry.is_empty => {
                rules::no_effect::new(entry.key.span(), &what, "no targets", "remove it, or add a target")
            }
            None => {
                if entry.count == AssignmentCount::Unbounded {
                    unbounded = Some(entry.key);
                }
                continue;
            }
        };
        cx.report(entry.key, diagnostic);
    }
}

/// Reports mappings of more assignments than the substituted node can have (15.5.4-01, 15.5.4-02).
fn check_sums<'g>(
    cx: &mut Cx<'g>,
    name: &str,
    entries: &[&RequirementEntry<'g>],
    (least, most, range_node): (u64, UpperBound, YamlNode<'g>),
) {
    let (mut total, mut needed) = (0_u64, 0_u64);
    let mut needs = Needs::default();
    for entry in entries {
        let count = entry.count.count();
        total = total.saturating_add(count);
        if let UpperBound::Most(most) = most
            && total > most
        {
            let diagnostic =
                rules::too_many_mappings::total(entry.key.span(), name, total, most, range_node.span());
            return cx.report(entry.key, diagnostic);
        }
        needed = needed.saturating_add(needs.take(entry));
        if needed > least {
            let diagnostic =
                rules::too_many_mappings::needed(entry.key.span(), name, needed, least, range_node.span());
            return cx.report(entry.key, diagnostic);
        }
    }
}

/// Reports an unbounded requirement without a mapping of all remaining assignments (15.5.5-01).
fn check_remaining<'g>(
    cx: &mut Cx<'g>,
    name: &str,
    entries: &[&RequirementEntry<'g>],
    (_, most, range_node): (u64, UpperBound, YamlNode<'g>),
) {
    let is_unbounded = |entry: &&&RequirementEntry<'g>| entry.count == AssignmentCount::Unbounded;
    let single = entries.len() == 1 && entries[0].count == AssignmentCount::Unkeyed;
    if most != UpperBound::Unbounded || single || entries.iter().any(|entry| is_unbounded(&entry)) {
        return;
    }
    let Some(last) = entries.last() else { return };
    let total = entries.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.count.count()));
    let diagnostic = rules::incomplete_mapping::requirement(last.key.span(), name, total, range_node.span());
    cx.report(last.key, diagnostic);
}

/// Reports mappings of more assignments to a requirement of the service than its upper bound allows
/// (15.5-13).
fn check_targets<'g>(cx: &mut Cx<'g>, entries: &[RequirementEntry<'g>]) {
    let mut sums: FxHashMap<(NodeTemplateId, RequirementId), u64> = FxHashMap::default();
    for entry in entries {
        for target in &entry.targets {
            let MappedTarget::Requirement(node_template, id, name) = *target else { continue };
            let Some((_, UpperBound::Most(most), range)) = requirements::range(cx.types, id) else {
                continue;
            };
            if node_template.count != Some(1) {
                continue;
            }
            let sum = sums.entry((node_template.id, id)).or_default();
            let previous_sum = *sum;
            *sum = sum.saturating_add(entry.count.count());
            let sum = *sum;
            if sum > most && previous_sum <= most {
                let template = node_template.name();
                let diagnostic = rules::too_many_mappings::for_template(
                    name.span(),
                    name.text(),
                    template,
                    sum,
                    most,
                    range.span(),
                );
                cx.report(name, diagnostic);
            }
        }
    }
}

/// The number of relationships that the requirements of a service still need.
#[derive(Default)]
pub(super) struct Needs {
    remaining: FxHashMap<(NodeTemplateId, RequirementId), u64>,
}

impl Needs {
    /// Returns how many of the assignments of a mapping must exist: the maximum that one of its targets still
    /// needs. Subtracts them from the remaining needs.
    pub(super) fn take(&mut self, entry: &RequirementEntry<'_>) -> u64 {
        let count = entry.count.count();
        let mut max_taken = 0;
        for target in &entry.targets {
            let MappedTarget::Requirement(template, id, name) = *target else { continue };
            let remaining = self
                .remaining
                .entry((template.id, id))
                .or_insert_with(|| needed_from_outside(template, id, name.text()));
            let taken = (*remaining).min(count);
            *remaining -= taken;
            max_taken = max_taken.max(taken);
        }
        max_taken
    }
}

/// Returns how many relationships a requirement of a node template needs from outside: its dangling
/// assignments that are not optional, and implicit ones up to the lower bound. Unknown assignments do not
/// count.
fn needed_from_outside(template: NodeTemplateView<'_>, id: RequirementId, name: &str) -> u64 {
    let types = template.service().types();
    let Some((least, ..)) = super::requirements::range(types, id) else { return 0 };
    if template.count != Some(1) {
        return 0;
    }
    let (mut assigned, mut dangling) = (0_u64, 0_u64);
    for assignment in template.requirements().iter().filter(|assignment| assignment.name() == name) {
        let Some(count) = assignment.count else { return 0 };
        assigned = assigned.saturating_add(count);
        if assignment.is_optional() == Some(false)
            && matches!(assignment.target, Target::Open | Target::Type(_))
        {
            dangling = dangling.saturating_add(count);
        }
    }
    dangling.saturating_add(least.saturating_sub(assigned))
}
