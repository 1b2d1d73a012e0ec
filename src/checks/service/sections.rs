//! Finds the section of a template that a key belongs into, and keys in a wrong section, such as a property under
//! `attributes`.

use rustc_hash::FxHashSet;

use crate::keynames::{Map, Meta, Named, Slot};
use crate::load::File;
use crate::model::types::{
    Artifacts, Capabilities, Fields, Interfaces, Requirements, Section, TypeView, Types,
};
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

/// Returns the sections in the table `meta` of an entity of the type `ty` whose members include `name`.
pub(in crate::checks) fn with_member(
    types: &Types,
    ty: TypeView<'_>,
    name: &str,
    meta: &Meta,
) -> Vec<&'static str> {
    // Each name is looked up in every ancestor: only few types have more.
    const MAX_ANCESTORS: usize = 100;
    fn has<S: Section>(types: &Types, ty: TypeView<'_>, section: S, name: &str) -> bool {
        types.member(ty, section, name).is_some()
    }
    if types.lineage(ty).nth(MAX_ANCESTORS).is_some() {
        return Vec::new();
    }
    let is_property = has(types, ty, Fields::Properties, name);
    let sections = [
        ("properties", is_property),
        // Each property is also an attribute (9.6-01).
        ("attributes", !is_property && has(types, ty, Fields::Attributes, name)),
        ("capabilities", has(types, ty, Capabilities, name)),
        ("requirements", has(types, ty, Requirements, name)),
        ("interfaces", has(types, ty, Interfaces, name)),
        ("artifacts", has(types, ty, Artifacts, name)),
    ];
    let belongs = |(section, has): &(&'static str, bool)| *has && meta.keyname(section).is_some();
    sections.iter().filter(|section| belongs(section)).map(|(section, _)| *section).collect()
}
