//! Checks capability definitions of node types (TOSCA 2.0 §8.2).

use crate::diagnostics::{Level, quoted};
use crate::keynames::Entity as _;
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityView, Restriction, TypeView,
};
use crate::syntax::CapabilityDefinition;
use crate::yaml::{NodeId, YamlNode};

use super::fields::FieldContext;
use super::{Cx, check_is_derived, fields, lists, missing_keyname, report_empty_refinement};

pub(super) fn capabilities<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) {
    for capability in ty.own_capabilities() {
        check_capability(cx, ty, capability);
    }
}

fn check_capability<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, capability: CapabilityView<'g>) {
    let Some(definition) = capability.written() else { return };
    let key = capability.key();
    let base = capability.inherited.map(|id| cx.types.capability(id));
    if base.is_some() {
        report_empty_refinement(cx, key, "capability", definition.unread);
    }
    let has_no_type = definition.unread.lacks(&definition.capability_type());
    if base.is_none() && has_no_type && ty.parent.is_some() {
        let meta = CapabilityDefinition::meta();
        missing_keyname(cx, ty, Capabilities, key, "type", meta);
    }
    if let Some(derived) = definition.capability_type
        && let Some(inherited) = base.and_then(|base| base.capability_type)
    {
        let node = key.tree().node(derived.node);
        let what = format!("capability {}", quoted(key.text()));
        if !check_is_derived(cx, node, inherited, &what) {
            return;
        }
    }
    let refined = capability.capability_type.and_then(|used| cx.types.defined(used.meaning));
    // An ancestor may have a narrower type that could not be read.
    let is_incomplete = refined.is_none_or(|capability_type| capability_type.is_incomplete)
        || base.is_some() && ty.is_incomplete;
    let context =
        FieldContext { owner: ty, refined: capability.capability_type, is_incomplete, allows_new: false };
    fields::fields(cx, capability.properties, context);
    fields::fields(cx, capability.attributes, context);
    let sources = definition.valid_source_node_types.as_ref().map(|names| names.0.node);
    let inherited_list = base.and_then(CapabilityView::valid_source_node_types);
    check_list(cx, sources, capability, refined, inherited_list, CAPABILITY_SOURCES);
    let relationships = definition.valid_relationship_types.as_ref().map(|names| names.0.node);
    let inherited_relationships = base.and_then(CapabilityView::valid_relationship_types);
    check_list(cx, relationships, capability, refined, inherited_relationships, CAPABILITY_RELATIONSHIPS);
    if let (Some(type_name), Some(refined), Some(base)) = (definition.capability_type, refined, base) {
        let type_node = key.tree().node(type_name.node);
        let old_type = base.capability_type.and_then(|used| cx.types.defined(used.meaning));
        let inherited = [
            (inherited_list.filter(|_| sources.is_none()), CAPABILITY_SOURCES),
            (inherited_relationships.filter(|_| relationships.is_none()), CAPABILITY_RELATIONSHIPS),
        ];
        for (list, restriction) in inherited {
            if let Some(list) = list {
                lists::within_new_type(cx, list, (old_type, refined), type_node, restriction);
            }
        }
    }
}

/// Checks a list of types of a capability definition against the list of its capability type, and against the
/// list of the definition that it refines.
fn check_list<'g>(
    cx: &mut Cx<'g>,
    list: Option<NodeId>,
    capability: CapabilityView<'g>,
    refined: Option<TypeView<'g>>,
    inherited: Option<YamlNode<'g>>,
    restriction: Restriction,
) {
    let Some(list) = list else { return };
    let list = capability.key().tree().node(list);
    lists::repeated(cx, list);
    let count_before = cx.diagnostics.len();
    if let Some(allowed) = refined.and_then(|refined| restriction.effective(cx.types, refined)) {
        lists::within(cx, list, allowed, |diagnostic| diagnostic, restriction.keyname);
    }
    if cx.diagnostics.len() == count_before
        && let Some(allowed) = inherited
    {
        lists::within(
            cx,
            list,
            allowed,
            |diagnostic| diagnostic.at_level(Level::Warning),
            restriction.keyname,
        );
    }
}
