//! Finds keys in a wrong section of a template, such as a property under `attributes`: they were reported.

use crate::keynames::{Map, Named, Slot};
use crate::model::types::{Capabilities, Fields, Interfaces, Requirements, TypeView};
use crate::syntax::NodeTemplate;
use crate::yaml::NodeId;

use super::Cx;

/// Whether a section of `template` has a key `name` that its type `ty` does not have there: it is meant for another
/// section.
pub(super) fn is_in_wrong_section<'g>(
    cx: &Cx<'g>,
    template: &'g NodeTemplate,
    ty: TypeView<'g>,
    name: &str,
) -> bool {
    let has = |keys: Vec<NodeId>| keys.iter().any(|&key| cx.node(key).text() == name);
    let is_property = cx.types.members(ty, Fields::Properties).contains(name);
    let is_attribute = is_property || cx.types.members(ty, Fields::Attributes).contains(name);
    has(keys(template.properties())) && !is_property
        || has(keys(template.attributes())) && !is_attribute
        || has(keys(template.capabilities())) && !cx.types.members(ty, Capabilities).contains(name)
        || has(keys(template.interfaces())) && !cx.types.members(ty, Interfaces).contains(name)
        || has(named_keys(template.requirements())) && !cx.types.members(ty, Requirements).contains(name)
}

fn keys<T>(section: Slot<&Map<T>>) -> Vec<NodeId> {
    section.given().map(|map| map.keys().collect()).unwrap_or_default()
}

fn named_keys<T>(section: Slot<&Named<T>>) -> Vec<NodeId> {
    section.given().map(|list| list.keys().collect()).unwrap_or_default()
}
