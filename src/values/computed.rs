//! Checks values that are computed for each node or relationship: defaults and copied values that read `SELF`,
//! and values that depend on an index (TOSCA 2.0 §7.2, §9.3, §14.2).

use crate::model::types::FieldId;
use crate::yaml::YamlNode;

use super::check::Checker;
use super::instance::{EntityInstance, PropertyOwner, RelationshipInstance};
use super::paths::count_of_nodes;
use super::typing::Typing;
use super::value_type::ValueType;
use super::what::What;

/// The maximum number of nodes or relationships for which one value is computed.
const MAX_INSTANCES: u64 = 256;

/// The maximum number of times that values are computed for one of several nodes or relationships of a file.
pub(super) const MAX_COMPUTATIONS: u32 = 50_000;

/// A value with calls, and the property to which it is given.
#[derive(Clone, Copy)]
pub struct ComputedValue<'g> {
    /// The entity that has the property.
    pub owner: PropertyOwner<'g>,
    /// The property.
    pub id: FieldId,
    /// The value.
    pub value: YamlNode<'g>,
    /// Whether a validation clause of the property reads other values.
    pub is_condition_computed: bool,
    /// Where the value is used and why, if it is not written there.
    pub used_at: Option<(YamlNode<'g>, &'static str)>,
    /// What `SELF` refers to where the value is written; findings that occur there are not repeated.
    pub home: Option<EntityInstance<'g>>,
}

/// Checks a value for each entity that has it, until there is a finding.
pub fn check_computed<'g>(cx: &mut Checker<'g>, computed: ComputedValue<'g>) {
    let ComputedValue { owner, id, value, is_condition_computed, used_at, home } = computed;
    let field = cx.types.field(id);
    let what = What::Named(field.kind.name(), field.name());
    let expected = ValueType::Field(field);
    let (_, known) = cx.check_aside(home, value, &expected, what);
    let check = |instance| {
        let (value, mut findings) = cx.check_aside(Some(instance), value, &expected, what);
        findings.retain(|finding| !known.iter().any(|known| known.is_same_finding(finding)));
        (value.is_some(), findings)
    };
    let (is_known, mut findings) = check(owner.instance());
    let mut index = None;
    if findings.is_empty() && (!is_known || is_condition_computed) {
        for number in 0..count(cx, owner).unwrap_or(0).min(MAX_INSTANCES) {
            if !cx.spend_instance() {
                break;
            }
            let (is_known, found) = check(with_index(owner.instance(), number));
            if !is_known {
                (findings, index) = (found, Some(number));
                break;
            }
        }
    } else if used_at.is_none() {
        // The value was checked for all entities at once.
        return;
    }
    for mut finding in findings {
        if let Some(index) = index {
            finding.primary.text = format!("{}, for index {index}", finding.primary.text).into();
        }
        cx.diagnostics.push(match used_at {
            Some((place, reason)) => finding.moved_to(place.span(), reason),
            None => finding,
        });
    }
}

/// Returns the number of nodes or relationships that have the value, if it is one of several and their number is
/// known.
fn count<'g>(cx: &Checker<'g>, owner: PropertyOwner<'g>) -> Option<u64> {
    match owner.instance() {
        EntityInstance::Relationship(relationship) if relationship.source.index.is_some() => {
            relationship.assignment.count.filter(|_| relationship.index.is_none())
        }
        instance => {
            let node = instance.node();
            let count = count_of_nodes(&cx.evaluator(&Typing::default(), None), node.template);
            count.filter(|_| node.index.is_none())
        }
    }
}

/// Returns one of several nodes or relationships.
fn with_index(instance: EntityInstance<'_>, index: u64) -> EntityInstance<'_> {
    match instance {
        EntityInstance::Node(node) => EntityInstance::Node(node.at(index)),
        EntityInstance::Relationship(relationship) if relationship.source.index.is_some() => {
            let index = relationship.first_index().and_then(|first| first.checked_add(index));
            EntityInstance::Relationship(RelationshipInstance { index, ..relationship })
        }
        EntityInstance::Relationship(relationship) => {
            let source = relationship.source.at(index);
            EntityInstance::Relationship(RelationshipInstance { source, ..relationship })
        }
    }
}
