//! Capabilities of nodes of the service, which stand for those of the substituted node (TOSCA 2.0 §15.4).
//! They carry service only: values of properties and attributes are mapped on their own.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::Advice;
use crate::diagnostics::{Level, codes, list, quoted};
use crate::keynames::Map;
use crate::model::Truth;
use crate::model::service::NodeTemplateView;
use crate::model::types::Capabilities;
use crate::syntax::{MappingKey, NamePair};
use crate::yaml::Node;

use super::{Cx, member, node_template, words};

pub(super) fn capabilities(cx: &mut Cx<'_>) {
    let section = cx.mapping.capabilities.as_ref();
    for (key, mapping) in section.into_iter().flat_map(|map| &map.entries) {
        capability(cx, cx.node(*key), &mapping.0);
    }
    unmapped_capabilities(cx);
}

fn capability<'g>(cx: &mut Cx<'g>, key: Node<'g>, pair: &NamePair) {
    let types = cx.types;
    let own = cx.of.and_then(|of| member(cx, of, Capabilities, key, key.text()));
    let Some((template, holder)) = node_template(cx, pair.template.node) else { return };
    let name = cx.node(pair.name);
    let Some(target) = holder.and_then(|of| member(cx, of, Capabilities, name, name.text())) else {
        return;
    };
    is_internal(cx, template, name);
    let Some(own) = own else { return };
    let [inner, outer] = [target, own].map(|id| types.capability(id).capability_type);
    let (Some(inner), Some(outer)) = (inner, outer) else { return };
    if types.relation(inner.meaning, outer.meaning) != Truth::No {
        return;
    }
    let template = quoted(cx.node(pair.template.node).text());
    let found = codes::incompatible_mapping::new(
        name.span(),
        &format!("capability {} of node template {template}", quoted(name.text())),
        &format!("capability {}", quoted(key.text())),
        &format!("has type {}", quoted(types.name(inner.meaning))),
    );
    let expected = format!("expected {} or a type derived from it", quoted(types.name(outer.meaning)));
    let found = found.at_level(Level::Warning).also(types.node(outer.node).span(), expected);
    cx.report(name, found.help("map a capability of a compatible type"));
}

/// A capability that only takes relationships from inside the service is of no use to others (15.4-06).
fn is_internal<'g>(cx: &mut Cx<'g>, template: NodeTemplateView<'g>, name: Node<'g>) {
    let internal = cx.internal.entry(template.id).or_insert_with(|| only_internal(template));
    let Some(directives) = internal.get(name.text()).copied() else { return };
    let what = format!("capability {} does not allow external relationships", quoted(name.text()));
    let found = codes::unmappable_target::new(name.span(), &what, directives.span(), "internal only");
    let found = found.help(Advice::MapOutside);
    cx.report(name, found.at_level(Level::Warning));
}

/// Relationships to a capability that is not mapped end at the node: nothing in the service takes them
/// (15.4-05). Where its properties or attributes are mapped that is meant.
fn unmapped_capabilities(cx: &mut Cx<'_>) {
    let Some(of) = cx.of.filter(|of| !of.is_open) else { return };
    let section = cx.mapping.capabilities();
    if !section.is_complete() || cx.mapping.unread.is_cut_short() {
        return;
    }
    let section = section.given();
    let keys = section.into_iter().flat_map(Map::keys);
    let mut mapped: FxHashSet<&str> = keys.map(|key| cx.node(key).text()).collect();
    let sections = [&cx.mapping.properties, &cx.mapping.attributes];
    let keys = sections.into_iter().flatten().flat_map(|mappings| &mappings.entries);
    mapped.extend(keys.filter_map(|(key, _)| match key {
        MappingKey::Capability(capability, _) => Some(cx.node(*capability).text()),
        _ => None,
    }));
    let members = cx.types.members(of, Capabilities);
    // What every node has, by a type that comes with the tool, needs no mapping.
    let root = cx.types.lineage(of).last();
    let root = root.filter(|root| cx.types.graph.file(root.id.file).is_built_in());
    let every = |name: &str| root.is_some_and(|root| cx.types.member(root, Capabilities, name).is_some());
    let unmapped: Vec<_> =
        members.iter().filter(|(name, _)| !mapped.contains(name) && !every(name)).collect();
    let Some(node_type) = cx.mapping.node_type.filter(|_| !unmapped.is_empty()) else { return };
    let names: Vec<String> = unmapped.iter().map(|(name, _)| quoted(name)).collect();
    let at = section.map_or_else(|| cx.node(node_type.node), |section| cx.node(section.node).entry_key());
    let places = unmapped.iter().map(|(_, id)| cx.types.key_of(*id));
    let found = codes::incomplete_mapping::capabilities(
        at.span(),
        &list(&names, "and"),
        unmapped.len(),
        &words(of),
        places.map(Node::span),
    );
    cx.report(at, found);
}

/// The capabilities of a node template that only take relationships from inside the service, with the
/// directives that say so.
fn only_internal(template: NodeTemplateView<'_>) -> FxHashMap<&str, Node<'_>> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut found = FxHashMap::default();
    let service = template.service();
    for section in template.layers().filter_map(|layer| layer.capabilities.as_ref()) {
        seen.extend(section.unread.iter().map(|key| service.node(*key).text()));
        for (key, assignment) in &section.entries {
            let key = service.node(*key);
            // An own assignment replaces the copied one.
            if !seen.insert(key.text()) {
                continue;
            }
            let Some(directives) = &assignment.directives else { continue };
            let directives = service.node(directives.node);
            let mut words = directives.items().map(Node::text).peekable();
            if words.peek().is_some() && words.all(|word| word == "internal") {
                found.insert(key.text(), directives);
            }
        }
    }
    found
}
