//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::diagnostics::{Level, codes, quoted};
use crate::keynames::Entity as _;
use crate::model::Truth;
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityView, Restriction, TypeView,
};
use crate::syntax::CapabilityDefinition;
use crate::yaml::{Node, NodeId};

use super::fields::Home;
use super::{Cx, fields, lists, missing_keyname, null_changes_nothing};

pub(super) fn capabilities<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) {
    for capability in of.own_capabilities() {
        check_capability(cx, of, capability);
    }
}

fn check_capability<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, capability: CapabilityView<'g>) {
    let Some(written) = capability.written() else { return };
    let key = capability.key();
    let base = capability.inherited.map(|id| cx.types.capability(id));
    if base.is_some() {
        null_changes_nothing(cx, key, "capability");
    }
    let untyped = written.unread.lacks(&written.capability_type());
    if base.is_none() && untyped && of.parent.is_some() {
        let meta = CapabilityDefinition::meta();
        missing_keyname(cx, of, Capabilities, key, "type", meta);
    }
    if let Some(own) = written.capability_type
        && let Some(inherited) = base.and_then(|base| base.capability_type)
    {
        let node = key.tree().node(own.node);
        if cx.types.relation(cx.types.meaning(node), inherited.meaning) == Truth::No {
            let what = format!("capability {}", quoted(key.text()));
            let name = cx.types.name(inherited.meaning);
            let place = Some(cx.types.node(inherited.node).span());
            cx.report(node, codes::incompatible_type::new(node.span(), &what, node.text(), name, place));
            return;
        }
    }
    let refined = capability.capability_type.and_then(|used| cx.types.defined(used.meaning));
    let open = refined.is_none_or(|found| found.is_open);
    let home = Home { owner: of, refined: capability.capability_type, open, adds: false };
    fields::fields(cx, capability.properties, home);
    fields::fields(cx, capability.attributes, home);
    let sources = written.valid_source_node_types.as_ref().map(|names| names.0.node);
    let before = base.and_then(CapabilityView::valid_source_node_types);
    capability_list(cx, sources, capability, refined, before, CAPABILITY_SOURCES);
    let relationships = written.valid_relationship_types.as_ref().map(|names| names.0.node);
    let before = base.and_then(CapabilityView::valid_relationship_types);
    capability_list(cx, relationships, capability, refined, before, CAPABILITY_RELATIONSHIPS);
}

/// A list of a capability definition against that of the capability type, and that of the definition
/// that it refines.
fn capability_list<'g>(
    cx: &mut Cx<'g>,
    list: Option<NodeId>,
    capability: CapabilityView<'g>,
    refined: Option<TypeView<'g>>,
    before: Option<Node<'g>>,
    restriction: Restriction,
) {
    let Some(list) = list else { return };
    let list = capability.key().tree().node(list);
    lists::repeated(cx, list);
    let told = cx.found.len();
    if let Some(outer) = refined.and_then(|refined| restriction.in_force(cx.types, refined)) {
        lists::within(cx, list, outer, |found| found, restriction.keyname);
    }
    if cx.found.len() == told
        && let Some(outer) = before
    {
        lists::within(cx, list, outer, |found| found.at_level(Level::Warning), restriction.keyname);
    }
}
