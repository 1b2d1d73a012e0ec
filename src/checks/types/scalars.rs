//! Checks scalar types: units, prefixes and what a derived type may add (TOSCA 2.0 §9.1.2.2).

use crate::diagnostics::{list, quoted, rules, suggest};
use crate::model::Truth;
use crate::model::types::{Body, BuiltIn, TypeRef, TypeView, UnitLayer, is_draft};
use crate::syntax::{DataType, UnitMap};
use crate::yaml::{NodeId, Scalar, YamlNode};

use super::units::{InheritedUnits, is_one, number};
use super::{Cx, prefixed_units};

pub(super) fn scalar_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, body: &'g DataType) {
    let tree = ty.key().tree();
    let first = matches!(ty.parent, Some(parent) if matches!(parent.meaning, TypeRef::BuiltIn(_)));
    let parent = cx.types.parent(&ty);
    let units = InheritedUnits::new(cx.types, parent, |layer| layer.units);
    let prefixes = InheritedUnits::new(cx.types, parent, |layer| layer.prefixes);
    let allows_missing_units = is_draft(tree.node(body.node));
    if first && body.unread.lacks(&body.units()) && !allows_missing_units {
        let diagnostic = rules::missing_keyname::absent(ty.key().span(), "units", "scalar type");
        cx.report(ty.key(), diagnostic);
    }
    check_number_type(cx, ty, body, parent);
    let layers = cx.types.unit_layers(ty);
    let entries_of = |read: fn(&UnitLayer<'g>) -> Option<&'g UnitMap>| {
        let map = layers.last().and_then(read);
        map.map(|map| (tree.node(map.node), &*map.entries))
    };
    let (own_units, own_prefixes) = (entries_of(|layer| layer.units), entries_of(|layer| layer.prefixes));
    for (added, inherited, what) in [(own_units, &units, "unit"), (own_prefixes, &prefixes, "prefix")] {
        for &(name, factor) in added.map(|(_, entries)| entries).unwrap_or_default() {
            check_unit(cx, ty, tree.node(name), tree.node(factor), inherited, what);
        }
    }
    if let (Some((node, _)), false) = (own_prefixes, first)
        && prefixes.is_empty()
    {
        let span = parent.map_or(ty.key(), TypeView::key).span();
        let diagnostic = rules::changed_scalar::new(
            node.span(),
            "add `prefixes`",
            "the parent has no `prefixes`",
            span,
            "add units that include the prefix, or add `prefixes` to the parent",
        );
        cx.report(node, diagnostic);
        return;
    }
    let all_units = units.with(own_units, tree);
    let all_prefixes = prefixes.with(own_prefixes, tree);
    let owner = tree.node(body.node);
    if has_several_units_for_prefixes(cx, owner, own_units, own_prefixes, &units, &all_units, &all_prefixes) {
        return;
    }
    if !cx.types.has_all_units(ty) {
        return;
    }
    if let Some((node, _)) = own_units
        && first
        && !allows_missing_units
        && !all_units.is_empty()
        && !all_units.entries.values().any(|(_, factor)| is_one(*factor))
    {
        cx.report(node, rules::missing_base_unit::new(node.span(), "unit", "m: 1"));
        return;
    }
    if let Some((node, _)) = own_prefixes
        && prefixes.is_empty()
        && !all_prefixes.is_empty()
        && !all_prefixes.entries.values().any(|(_, factor)| is_one(*factor))
    {
        cx.report(node, rules::missing_base_unit::new(node.span(), "prefix", "\"\": 1"));
        return;
    }
    check_canonical_unit(cx, ty, body, parent, own_units.map(|(node, _)| node), &all_units, &all_prefixes);
}

/// Checks the keyname `data_type`: it must be a number type, and the same in all derived types.
fn check_number_type<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    body: &'g DataType,
    parent: Option<TypeView<'g>>,
) {
    let Some(type_name) = body.data_type.map(|name| ty.key().tree().node(name.node)) else { return };
    let meaning = cx.types.meaning(type_name);
    if cx.types.is_one_of(meaning, &[BuiltIn::Integer, BuiltIn::Float]) == Truth::No {
        cx.report(type_name, rules::not_a_number_type::new(type_name.span(), type_name.text()));
        return;
    }
    let Some(parent) = parent else { return };
    let (inherited, inherited_node) = match number_type_node(cx, parent) {
        Some(node) => (cx.types.meaning(node), node),
        None => (TypeRef::BuiltIn(BuiltIn::Float), parent.key()),
    };
    if meaning != inherited && meaning != TypeRef::Unknown && inherited != TypeRef::Unknown {
        let diagnostic = rules::changed_scalar::new(
            type_name.span(),
            "change the type of its number",
            &format!("inherited: {}", quoted(cx.types.name(inherited))),
            inherited_node.span(),
            "remove `data_type`, or derive the type from `scalar`",
        );
        cx.report(type_name, diagnostic);
    }
}

/// Returns the node that names the number type of a scalar type, in the type itself or the nearest ancestor.
fn number_type_node<'g>(cx: &Cx<'g>, ty: TypeView<'g>) -> Option<YamlNode<'g>> {
    cx.types.lineage(ty).find_map(|ancestor| match ancestor.body() {
        Body::Data(body) => body.data_type.map(|name| ancestor.key().tree().node(name.node)),
        _ => None,
    })
}

/// Checks one unit or prefix and its multiplier.
fn check_unit<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    name: YamlNode<'g>,
    factor: YamlNode<'g>,
    inherited: &InheritedUnits<'g>,
    what: &str,
) {
    if name.text().contains(char::is_whitespace) {
        let message = format!("{what} {} contains whitespace", quoted(name.text()));
        let diagnostic = rules::invalid_unit::new(
            name.span(),
            &message,
            "rename it; whitespace separates number and unit",
        );
        cx.report(name, diagnostic);
    }
    let inherited_factor = inherited.entries.get(name.text());
    if let Some((_, inherited_factor)) = inherited_factor {
        if number(*inherited_factor) != number(factor) {
            let diagnostic = rules::changed_scalar::new(
                factor.span(),
                &format!("change the multiplier of {what} {}", quoted(name.text())),
                &format!("inherited: {}", inherited_factor.text()),
                inherited_factor.span(),
                "remove this line, or rename the unit",
            );
            cx.report(factor, diagnostic);
        }
        return;
    }
    let is_integer = number_type_node(cx, ty)
        .is_some_and(|node| cx.types.is_one_of(cx.types.meaning(node), &[BuiltIn::Integer]) == Truth::Yes);
    if is_integer && !matches!(factor.scalar(), Some(Scalar::Integer(_))) {
        let message = format!("the multiplier of {what} {} must be an integer", quoted(name.text()));
        let help =
            "write an integer, or choose a smaller base unit; the `data_type` of the scalar is an integer";
        cx.report(factor, rules::invalid_unit::new(factor.span(), &message, help));
        return;
    }
    // The validation of a derived number type decides whether the number may be negative.
    let has_derived_number_type =
        number_type_node(cx, ty).is_some_and(|node| matches!(cx.types.meaning(node), TypeRef::Defined(_)));
    if !has_derived_number_type && number(factor).is_some_and(|number| number <= 0.0 || !number.is_finite()) {
        let message = format!("the multiplier of {what} {} should be positive", quoted(name.text()));
        let diagnostic = rules::invalid_unit::new(
            factor.span(),
            &message,
            "write the size as a multiple of the base unit",
        );
        cx.report(factor, diagnostic.at_level(crate::diagnostics::Level::Warning));
    }
}

/// Returns whether the type has prefixes and several units, which is not allowed; reports it if this type
/// causes it.
fn has_several_units_for_prefixes<'g>(
    cx: &mut Cx<'g>,
    owner: YamlNode<'g>,
    own_units: Option<(YamlNode<'g>, &[(NodeId, NodeId)])>,
    own_prefixes: Option<(YamlNode<'g>, &[(NodeId, NodeId)])>,
    inherited: &InheritedUnits<'g>,
    units: &InheritedUnits<'g>,
    prefixes: &InheritedUnits<'g>,
) -> bool {
    if prefixes.is_empty() || units.entries.len() < 2 {
        return false;
    }
    let count = format!("has {} units", units.entries.len());
    match (own_prefixes, own_units) {
        (Some((node, _)), Some((units, entries))) => {
            let last = entries.last().map_or(units, |(key, _)| units.tree().node(*key));
            let mut diagnostic =
                rules::prefixes_need_one_unit::new(node.span(), &count, last.span(), "another unit");
            if inherited.is_empty() {
                diagnostic.fixes.extend(prefixed_units::expansion(units, node, owner));
            }
            cx.report(node, diagnostic);
        }
        (None, Some((node, _))) if inherited.entries.len() < 2 => {
            let Some(span) = prefixes.entries.first().map(|(_, (node, ..))| node.span()) else {
                return false;
            };
            let label = "adds another unit";
            cx.report(
                node,
                rules::prefixes_need_one_unit::new(node.span(), label, span, "inherited prefixes"),
            );
        }
        _ => {}
    }
    true
}

fn check_canonical_unit<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    body: &'g DataType,
    parent: Option<TypeView<'g>>,
    own_units: Option<YamlNode<'g>>,
    units: &InheritedUnits<'g>,
    prefixes: &InheritedUnits<'g>,
) {
    let adds_one = own_units.is_some_and(|node| node.entries().any(|(_, factor)| is_one(factor)));
    if body.canonical_unit().is_unreadable() || body.canonical_unit.is_none() && !adds_one && parent.is_some()
    {
        return;
    }
    let full_units = units.with_prefixes(prefixes);
    let ones: Vec<&str> =
        full_units.iter().filter(|(_, factor)| *factor == Some(1.0)).map(|(name, _)| &**name).collect();
    let inherited = parent.and_then(|parent| {
        cx.types.lineage(parent).find_map(|ancestor| match ancestor.body() {
            Body::Data(body) => body.canonical_unit.map(|name| ancestor.key().tree().node(name.0)),
            _ => None,
        })
    });
    let Some(canonical_unit) = body.canonical_unit.map(|name| ty.key().tree().node(name.0)) else {
        if inherited.is_none()
            && !ty.is_incomplete
            && ones.len() > 1
            && let Some(node) = own_units
            && (parent.is_none() || node.entries().any(|(_, factor)| is_one(factor)))
        {
            let names: Vec<String> = ones.iter().map(|name| quoted(name)).collect();
            let diagnostic =
                rules::wrong_canonical_unit::missing(node.span(), &list(&names, "and"), parent.is_none());
            cx.report(node, diagnostic);
        }
        return;
    };
    if let Some(parent) = parent {
        // Repeating the inherited unit is allowed.
        if inherited.map(YamlNode::text) != Some(canonical_unit.text()) {
            let span = inherited.unwrap_or(parent.key()).span();
            let diagnostic = rules::changed_scalar::new(
                canonical_unit.span(),
                "change the canonical unit",
                "differs from the parent type",
                span,
                "remove `canonical_unit`, or derive the type from `scalar`",
            );
            cx.report(canonical_unit, diagnostic);
        }
        return;
    }
    let unit = full_units.iter().find(|(name, _)| name == canonical_unit.text());
    let reason = match unit {
        Some((_, Some(1.0))) => return,
        Some(_) => "multiplier is not 1",
        None if full_units.is_empty() => return,
        None => "not one of the units",
    };
    let suggestion = suggest(canonical_unit.text(), ones.iter().copied()).or(ones.first().copied());
    let example = suggestion.map_or_else(String::new, |unit| format!(", such as {}", quoted(unit)));
    cx.report(
        canonical_unit,
        rules::wrong_canonical_unit::new(canonical_unit.span(), canonical_unit.text(), reason, &example),
    );
}
