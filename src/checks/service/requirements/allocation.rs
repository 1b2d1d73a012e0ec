//! Allocations: the capacity that relationships reserve at the target node (TOSCA 2.0 §8.5.5).

use bigdecimal::{BigDecimal, Signed as _};
use rustc_hash::FxHashMap;

use crate::checks::service::names;
use crate::diagnostics::{Alternatives, Level, rules};
use crate::literals::Value;
use crate::model::Truth;
use crate::model::service::{NodeTemplateId, NodeTemplateView, Target, ValueOrigin};
use crate::model::types::{BuiltIn, CapabilityId, FieldId, Fields, TypeRef, Types};
use crate::syntax::integer;
use crate::values::{ValueType, What};
use crate::yaml::YamlNode;

use super::super::assignments::describe;
use super::super::entries;
use super::capabilities::TargetCapabilities;
use super::numbers::is_node_index;
use super::{Assigned, Cx, is_guarded, node_count, relationship_count};

/// The sum of the allocations of one property.
struct Pool<'g> {
    /// The capacity of one node, the capacity of all nodes, and the node of the value.
    capacity: Option<(BigDecimal, BigDecimal, YamlNode<'g>)>,
    allocated: BigDecimal,
    is_reported: bool,
}

/// A property of a capability of a node template, and the index of the node or an empty string.
type PoolKey<'g> = (NodeTemplateId, CapabilityId, FieldId, &'g str);

/// All pools of a service template.
#[derive(Default)]
pub(super) struct Pools<'g> {
    pools: FxHashMap<PoolKey<'g>, Pool<'g>>,
}

/// Checks the allocations of an assignment; `capability` is the target capability, if it is known.
pub(super) fn check_allocations<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    candidates: &TargetCapabilities<'g>,
    capability: Option<CapabilityId>,
) {
    let types: &'g Types = cx.types;
    for (name, value) in entries(assigned.assignment.written().allocation.as_ref()) {
        let (name, value) = (cx.node(name), cx.node(value.0));
        let names = match (capability, candidates.capability_type) {
            (Some(id), _) => names::capability_members(cx, id, Fields::Properties),
            (None, Some(ty)) => names::members_of(cx, ty.id, Fields::Properties),
            (None, None) => continue,
        };
        let Some(id) = names.get(name.text()) else {
            if let Some(capability) = capability {
                report_unknown_property(cx, assigned, capability, name, &names.names().collect::<Vec<_>>());
            }
            continue;
        };
        let field = types.field(id);
        let Some(ty) = field.data_type else { continue };
        if types.is_one_of(ty, &[BuiltIn::Integer, BuiltIn::Float, BuiltIn::Scalar]) == Truth::No {
            let type_span = field.effective().data_type.unwrap_or(field.key()).span();
            let diagnostic = rules::not_allocatable::new(name.span(), name.text(), types.name(ty), type_span);
            cx.report(name, diagnostic);
            continue;
        }
        let what = What::Named("allocation", name.text());
        let Some(amount) =
            cx.checker.check_type(value, &ValueType::Field(field), what).and_then(|value| decimal(&value))
        else {
            continue;
        };
        if amount.is_negative() {
            cx.report(value, rules::negative_allocation::new(value.span(), name.text()));
        } else if let Some(capability) = capability.filter(|_| !is_guarded(cx, assigned.assignment)) {
            allocate(cx, assigned, (capability, id), ty, &amount, value);
        }
    }
}

/// Reports an allocation of a property that the capability does not have.
fn report_unknown_property<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    capability: CapabilityId,
    name: YamlNode<'g>,
    names: &[&'g str],
) {
    let types: &'g Types = cx.types;
    let used = types.capability(capability).capability_type;
    let Some(ty) = used.and_then(|used| types.defined(used.meaning)).filter(|ty| !ty.is_incomplete) else {
        return;
    };
    let alternatives = Alternatives::new(name.text(), names.iter().copied());
    let diagnostic = rules::unknown_property::new(
        name.span(),
        "property",
        name.text(),
        &describe(ty).to_string(),
        &alternatives,
    );
    let mut diagnostic = diagnostic.also(ty.key().span(), "type defined here");
    let property_of = |target| types.member(target, Fields::Properties, name.text());
    if let Some(target) = assigned.target.filter(|target| property_of(*target).is_some()) {
        diagnostic = diagnostic.note(format!(
            "{} has such a property, but only capability properties can be allocated",
            describe(target)
        ));
    } else if names::capability_members(cx, capability, Fields::Attributes).contains(name.text()) {
        diagnostic = diagnostic
            .note("the capability has an attribute of this name, but attributes cannot be allocated");
    }
    let strict = types.graph.strict;
    cx.report(name, if strict { diagnostic } else { diagnostic.at_level(Level::Warning) });
}

/// Adds an allocation to its pools, if all counts are known.
fn allocate<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    (capability, id): (CapabilityId, FieldId),
    ty: TypeRef,
    amount: &BigDecimal,
    value: YamlNode<'g>,
) {
    let assignment = assigned.assignment;
    let Target::Template(target, index) = assignment.target else { return };
    let (source, index) = (assigned.node_template, index.map(|index| cx.types.node(index)));
    let (Some(count), Some(sources)) = (relationship_count(cx, assignment), node_count(cx, source)) else {
        return;
    };
    let target = assignment.service().node_template(target);
    if source.is_selected || assignment.is_optional() != Some(false) || count == 0 || sources == 0 {
        return;
    }
    let per_source = amount * BigDecimal::from(count);
    let total = &per_source * BigDecimal::from(sources);
    let single_node = match index {
        Some(index) if integer(index).is_some() => Some((index.text(), total.clone())),
        // Each source has a separate target.
        Some(index) if is_node_index(cx.types, index) => Some(("$node_index", per_source)),
        _ => None,
    };
    let property = (target, capability, id);
    let is_reported = single_node
        .is_some_and(|(index, share)| add_to_pool(cx, property, index, (&share, amount), ty, value));
    if !is_reported {
        add_to_pool(cx, property, "", (&total, amount), ty, value);
    }
}

/// Adds an allocation to a pool. Returns whether the pool is over-allocated, and reports the first time.
fn add_to_pool<'g>(
    cx: &mut Cx<'g>,
    (target, capability, id): (NodeTemplateView<'g>, CapabilityId, FieldId),
    index: &'g str,
    (share, single): (&BigDecimal, &BigDecimal),
    ty: TypeRef,
    value: YamlNode<'g>,
) -> bool {
    let key = (target.id, capability, id, index);
    if !cx.memo.requirements.pools.pools.contains_key(&key) {
        let capacity = capacity(cx, target, capability, id);
        let nodes = if index.is_empty() { node_count(cx, target) } else { Some(1) };
        let capacity = capacity.zip(nodes).map(|((per_node, node), nodes)| {
            let total = &per_node * BigDecimal::from(nodes);
            (per_node, total, node)
        });
        let pool = Pool { capacity, allocated: BigDecimal::from(0), is_reported: false };
        cx.memo.requirements.pools.pools.insert(key, pool);
    }
    let Some(pool) = cx.memo.requirements.pools.pools.get_mut(&key) else { return false };
    pool.allocated += share;
    let Some((per_node, total, node)) = &pool.capacity else { return false };
    let (allocated, capacity) = if single > per_node { (single, per_node) } else { (&pool.allocated, total) };
    if allocated <= capacity || pool.is_reported {
        return pool.is_reported;
    }
    pool.is_reported = true;
    let (allocated, capacity, node) = (allocated.clone(), capacity.clone(), *node);
    let shown = [allocated, capacity].map(|amount| format_amount(cx.types, ty, &amount));
    let name = cx.types.field(id).name();
    let diagnostic =
        rules::over_allocated::new(value.span(), (name, target.name()), (&shown[0], &shown[1]), node.span());
    cx.report(value, diagnostic);
    true
}

/// Returns the value of a capability property of one node, and the node of the value.
fn capacity<'g>(
    cx: &Cx<'g>,
    target: NodeTemplateView<'g>,
    capability: CapabilityId,
    id: FieldId,
) -> Option<(BigDecimal, YamlNode<'g>)> {
    let types: &'g Types = cx.types;
    let name = types.capability(capability).key().text();
    let ValueOrigin::Value(node) = target.capability_property(name, id) else {
        return None;
    };
    let value = cx.checker.value_of(node, &ValueType::Field(types.field(id)))?;
    Some((decimal(&value)?, node))
}

/// Converts a number or scalar to an exact number.
fn decimal(value: &Value) -> Option<BigDecimal> {
    match value {
        Value::Integer(number) => Some(BigDecimal::from(*number)),
        // The decimal form of the file, not the binary approximation.
        Value::Float(number) => number.to_string().parse().ok(),
        Value::Scalar(scalar) => Some(scalar.amount.clone()),
        _ => None,
    }
}

/// Formats an amount for messages, with the canonical unit of a scalar type.
fn format_amount(types: &Types, ty: TypeRef, amount: &BigDecimal) -> String {
    let number = amount.normalized().to_plain_string();
    let units = types.defined(ty).and_then(|ty| types.units(ty));
    let unit = units.and_then(|units| units.canonical());
    unit.map_or(number.clone(), |unit| format!("{number} {unit}"))
}
