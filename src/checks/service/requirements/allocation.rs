//! Shares of the capacity of the other node (TOSCA 2.0 §8.5.5).

use bigdecimal::{BigDecimal, Signed as _};
use rustc_hash::FxHashMap;

use crate::checks::service::names;
use crate::diagnostics::{Instead, Level, codes};
use crate::literals::Value;
use crate::model::Truth;
use crate::model::service::{Given, NodeTemplateId, NodeTemplateView, Target};
use crate::model::types::{BuiltIn, CapabilityId, FieldId, Fields, TypeRef, Types};
use crate::syntax::integer;
use crate::values::{ValueType, What};
use crate::yaml::Node;

use super::super::assignments::describe;
use super::super::entries;
use super::capabilities::Offer;
use super::numbers::is_node_index;
use super::{Assigned, Cx, is_guarded, node_count, relationship_count};

/// What relationships take of one property.
struct Pool<'g> {
    /// What one node has, what all of them have, and where that is said.
    capacity: Option<(BigDecimal, BigDecimal, Node<'g>)>,
    taken: BigDecimal,
    is_reported: bool,
}

/// The capability of a node template, its property, and which of the nodes is meant, where one is.
type Place<'g> = (NodeTemplateId, CapabilityId, FieldId, &'g str);

/// All pools of a service template.
#[derive(Default)]
pub(super) struct Pools<'g> {
    pools: FxHashMap<Place<'g>, Pool<'g>>,
}

/// The allocations of an assignment; `capability` is the one that it leads to, where that is known.
pub(super) fn allocation<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    offer: &Offer<'g>,
    capability: Option<CapabilityId>,
) {
    let types: &'g Types = cx.types;
    for (name, value) in entries(assigned.assignment.written().allocation.as_ref()) {
        let (name, value) = (cx.node(name), cx.node(value.0));
        let names = match (capability, offer.capability_type) {
            (Some(id), _) => names::capability_members(cx, id, Fields::Properties),
            (None, Some(ty)) => names::members_of(cx, ty.id, Fields::Properties),
            (None, None) => continue,
        };
        let Some(id) = names.get(name.text()) else {
            if let Some(capability) = capability {
                unknown_share(cx, assigned, capability, name, &names.names().collect::<Vec<_>>());
            }
            continue;
        };
        let field = types.field(id);
        let Some(ty) = field.data_type else { continue };
        if types.is_one_of(ty, &[BuiltIn::Integer, BuiltIn::Float, BuiltIn::Scalar]) == Truth::No {
            let place = field.effective().data_type.unwrap_or(field.key()).span();
            let diagnostic = codes::not_allocatable::new(name.span(), name.text(), types.name(ty), place);
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
            cx.report(value, codes::negative_allocation::new(value.span(), name.text()));
        } else if let Some(capability) = capability.filter(|_| !is_guarded(cx, assigned.assignment)) {
            take(cx, assigned, (capability, id), ty, &amount, value);
        }
    }
}

/// A share of something that the capability does not have.
fn unknown_share<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    capability: CapabilityId,
    name: Node<'g>,
    names: &[&'g str],
) {
    let types: &'g Types = cx.types;
    let used = types.capability(capability).capability_type;
    let Some(ty) = used.and_then(|used| types.defined(used.meaning)).filter(|ty| !ty.is_open) else {
        return;
    };
    let alternatives = Instead::of(name.text(), names.iter().copied());
    let diagnostic = codes::unknown_property::new(
        name.span(),
        "property",
        name.text(),
        &describe(ty).to_string(),
        &alternatives,
    );
    let mut diagnostic = diagnostic.also(ty.key().span(), "type defined here");
    let of_node = |target| types.member(target, Fields::Properties, name.text());
    if let Some(target) = assigned.target.filter(|target| of_node(*target).is_some()) {
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

/// Takes a share, where all that counts is known.
fn take<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    (capability, id): (CapabilityId, FieldId),
    ty: TypeRef,
    amount: &BigDecimal,
    at: Node<'g>,
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
    let each = amount * BigDecimal::from(count);
    let all = &each * BigDecimal::from(sources);
    let one = match index {
        Some(index) if integer(index).is_some() => Some((index.text(), all.clone())),
        // Each source has a target of its own.
        Some(index) if is_node_index(cx.types, index) => Some(("$node_index", each)),
        _ => None,
    };
    let place = (target, capability, id);
    let told = one.is_some_and(|(which, share)| add(cx, place, which, (&share, amount), ty, at));
    if !told {
        add(cx, place, "", (&all, amount), ty, at);
    }
}

/// Adds to what is taken; says whether that is more than there is.
fn add<'g>(
    cx: &mut Cx<'g>,
    (target, capability, id): (NodeTemplateView<'g>, CapabilityId, FieldId),
    which: &'g str,
    (share, single): (&BigDecimal, &BigDecimal),
    ty: TypeRef,
    at: Node<'g>,
) -> bool {
    let place = (target.id, capability, id, which);
    if !cx.memo.requirements.pools.pools.contains_key(&place) {
        let capacity = capacity(cx, target, capability, id);
        let nodes = if which.is_empty() { node_count(cx, target) } else { Some(1) };
        let capacity = capacity.zip(nodes).map(|((one, node), nodes)| {
            let all = &one * BigDecimal::from(nodes);
            (one, all, node)
        });
        let pool = Pool { capacity, taken: BigDecimal::from(0), is_reported: false };
        cx.memo.requirements.pools.pools.insert(place, pool);
    }
    let Some(pool) = cx.memo.requirements.pools.pools.get_mut(&place) else { return false };
    pool.taken += share;
    let Some((one, all, node)) = &pool.capacity else { return false };
    let (taken, capacity) = if single > one { (single, one) } else { (&pool.taken, all) };
    if taken <= capacity || pool.is_reported {
        return pool.is_reported;
    }
    pool.is_reported = true;
    let (taken, capacity, node) = (taken.clone(), capacity.clone(), *node);
    let shown = [taken, capacity].map(|amount| shown(cx.types, ty, &amount));
    let name = cx.types.field(id).name();
    let diagnostic =
        codes::over_allocated::new(at.span(), (name, target.name()), (&shown[0], &shown[1]), node.span());
    cx.report(at, diagnostic);
    true
}

/// How much one node has of a property of a capability, and where that is said.
fn capacity<'g>(
    cx: &Cx<'g>,
    target: NodeTemplateView<'g>,
    capability: CapabilityId,
    id: FieldId,
) -> Option<(BigDecimal, Node<'g>)> {
    let types: &'g Types = cx.types;
    let name = types.capability(capability).key().text();
    let Given::Value(node) = target.capability_property(name, id) else {
        return None;
    };
    let value = cx.checker.value_of(node, &ValueType::Field(types.field(id)))?;
    Some((decimal(&value)?, node))
}

/// A number or scalar as an exact number.
fn decimal(value: &Value) -> Option<BigDecimal> {
    match value {
        Value::Integer(number) => Some(BigDecimal::from(*number)),
        // As it is written, not as it is stored.
        Value::Float(number) => number.to_string().parse().ok(),
        Value::Scalar(scalar) => Some(scalar.amount.clone()),
        _ => None,
    }
}

/// An amount for people, with the canonical unit of a scalar type.
fn shown(types: &Types, ty: TypeRef, amount: &BigDecimal) -> String {
    let number = amount.normalized().to_plain_string();
    let units = types.defined(ty).and_then(|ty| types.units(ty));
    let unit = units.and_then(|units| units.canonical());
    unit.map_or(number.clone(), |unit| format!("{number} {unit}"))
}
