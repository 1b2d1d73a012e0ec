//! Finds keys in a wrong section of a template, such as a property under `attributes`: they were reported.

use rustc_hash::FxHashSet;

use crate::keynames::{Map, Named, Slot};
use crate::load::File;
use crate::model::types::{Capabilities, Fields, Interfaces, Requirements, TypeView, Types};
use crate::syntax::NodeTemplate;
use crate::yaml::NodeId;

/// Returns the keys in sections of `template` that its type `ty` does not have there: they are meant for other sections.
pub(super) fn in_wrong_sections<'g>(
    types: &'g Types,
    file: &'g File,
    template: &'g NodeTemplate,
    ty: TypeView<'g>,
) -> FxHashSet<&'g str> {
    let (properties, attributes) =
        (types.members(ty, Fields::Properties), types.members(ty, Fields::Attributes));
    let (capabilities, interfaces) = (types.members(ty, Capabilities), types.members(ty, Interfaces));
    let requirements = types.members(ty, Requirements);
    let mut wrong = FxHashSet::default();
    let mut add = |keys: Vec<NodeId>, is_known: &dyn Fn(&str) -> bool| {
        wrong.extend(keys.into_iter().map(|key| file.node(key).text()).filter(|name| !is_known(name)));
    };
    add(keys(template.properties()), &|name| properties.contains(name));
    add(keys(template.attributes()), &|name| attributes.contains(name) || properties.contains(name));
    add(keys(template.capabilities()), &|name| capabilities.contains(name));
    add(keys(template.interfaces()), &|name| interfaces.contains(name));
    add(named_keys(template.requirements()), &|name| requirements.contains(name));
    wrong
}

fn keys<T>(section: Slot<&Map<T>>) -> Vec<NodeId> {
    section.given().map(|map| map.keys().collect()).unwrap_or_default()
}

fn named_keys<T>(section: Slot<&Named<T>>) -> Vec<NodeId> {
    section.given().map(|list| list.keys().collect()).unwrap_or_default()
}
