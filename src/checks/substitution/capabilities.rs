//! Checks capability mappings: capabilities of nodes of the service replace those of the substituted node
//! (TOSCA 2.0 §15.4). Values of their properties and attributes are mapped separately.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::Advice;
use crate::diagnostics::{Level, list, quoted, rules, suggest};
use crate::keynames::Map;
use crate::model::Truth;
use crate::model::service::NodeTemplateView;
use crate::model::types::Capabilities;
use crate::syntax::{MappingKey, NamePair};
use crate::yaml::YamlNode;

use super::{Cx, describe_type, member, node_template};

/// The maximum number of unknown capabilities that are compared with the known ones.
const MAX_SUGGESTIONS: usize = 100;

pub(super) fn capabilities(cx: &mut Cx<'_>) {
    let section = cx.mapping.capabilities.as_ref();
    for (key, mapping) in section.into_iter().flat_map(|map| &map.entries) {
        check_capability(cx, cx.node(*key), &mapping.0);
    }
    check_unmapped(cx);
}

fn check_capability<'g>(cx: &mut Cx<'g>, key: YamlNode<'g>, pair: &NamePair) {
    let types = cx.types;
    let substituted =
        cx.substituted_type.and_then(|ty| member(cx, ty, Capabilities, (key, true), key.text()));
    let Some((template, template_type)) = node_template(cx, pair.template.node) else { return };
    let name = cx.node(pair.name);
    let Some(target) = template_type.and_then(|ty| member(cx, ty, Capabilities, (name, false), name.text()))
    else {
        return;
    };
    check_internal(cx, template, name);
    let Some(substituted) = substituted else { return };
    let [inner, outer] = [target, substituted].map(|id| types.capability(id).capability_type);
    let (Some(inner), Some(outer)) = (inner, outer) else { return };
    if types.relation(inner.meaning, outer.meaning) != Truth::No {
        return;
    }
    let template = quoted(cx.node(pair.template.node).text());
    let diagnostic = rules::incompatible_mapping::new(
        name.span(),
        &format!("capability {} of node template {template}", quoted(name.text())),
        &format!("capability {}", quoted(key.text())),
        &format!("has type {}", quoted(types.name(inner.meaning))),
    );
    let expected = format!("expected {} or a type derived from it", quoted(types.name(outer.meaning)));
    let diagnostic = diagnostic.at_level(Level::Warning).also(types.node(outer.node).span(), expected);
    cx.report(name, diagnostic.help("map a capability of a compatible type"));
}

/// Reports a mapping to a capability that allows relationships only from inside the service (15.4-06).
fn check_internal<'g>(cx: &mut Cx<'g>, template: NodeTemplateView<'g>, name: YamlNode<'g>) {
    let internal = cx.internal.entry(template.id).or_insert_with(|| only_internal(template));
    let Some(directives) = internal.get(name.text()).copied() else { return };
    let what = format!("capability {} does not allow external relationships", quoted(name.text()));
    let diagnostic = rules::unmappable_target::new(name.span(), &what, directives.span(), "internal only");
    let diagnostic = diagnostic.help(Advice::MapOutside);
    cx.report(name, diagnostic.at_level(Level::Warning));
}

/// Reports capabilities that are not mapped: no node of the service is the target of their relationships
/// (15.4-05). A mapping of their properties or attributes is enough.
fn check_unmapped(cx: &mut Cx<'_>) {
    let Some(ty) = cx.substituted_type.filter(|ty| !ty.is_incomplete) else { return };
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
    let members = cx.types.members(ty, Capabilities);
    // An unknown name was probably intended for a capability; without a near one, for any.
    let unknown: Vec<&str> = mapped.iter().copied().filter(|name| members.get(name).is_none()).collect();
    let near = unknown.iter().take(MAX_SUGGESTIONS);
    let near: Vec<&str> = near.filter_map(|name| suggest(name, members.names())).collect();
    let unclear = unknown.len() - near.len();
    mapped.extend(near);
    // Capabilities that every node inherits from a built-in root type need no mapping.
    let root = cx.types.lineage(ty).last();
    let root = root.filter(|root| cx.types.graph.file(root.id.file).is_built_in());
    let is_of_every_node =
        |name: &str| root.is_some_and(|root| cx.types.member(root, Capabilities, name).is_some());
    // A mapping at the wrong level is reported there.
    let is_elsewhere = |name: &str| cx.file.unknown_keys().may_define(name);
    let is_unmapped = |name: &str| !mapped.contains(name) && !is_of_every_node(name) && !is_elsewhere(name);
    let unmapped: Vec<_> = members.iter().filter(|(name, _)| is_unmapped(name)).collect();
    let Some(node_type) = cx.mapping.node_type.filter(|_| unmapped.len() > unclear) else { return };
    let names: Vec<String> = unmapped.iter().map(|(name, _)| quoted(name)).collect();
    let reported =
        section.map_or_else(|| cx.node(node_type.node), |section| cx.node(section.node).entry_key());
    let definitions = unmapped.iter().map(|(_, id)| cx.types.key_of(*id));
    let diagnostic = rules::incomplete_mapping::capabilities(
        reported.span(),
        &list(&names, "and"),
        unmapped.len(),
        &describe_type(ty),
        definitions.map(YamlNode::span),
    );
    cx.report(reported, diagnostic.misses(unmapped.iter().map(|(name, _)| *name)));
}

/// Returns the capabilities of a node template that allow relationships only from inside the service, with
/// their directives.
fn only_internal(template: NodeTemplateView<'_>) -> FxHashMap<&str, YamlNode<'_>> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut internal = FxHashMap::default();
    let service = template.service();
    for section in template.layers().filter_map(|layer| layer.capabilities.as_ref()) {
        seen.extend(section.unread.iter().map(|key| service.node(*key).text()));
        for (key, assignment) in &section.entries {
            let key = service.node(*key);
            // An assignment of the template replaces the copied one.
            if !seen.insert(key.text()) {
                continue;
            }
            let Some(directives) = &assignment.directives else { continue };
            let directives = service.node(directives.node);
            let mut names = directives.items().map(YamlNode::text).peekable();
            if names.peek().is_some() && names.all(|word| word == "internal") {
                internal.insert(key.text(), directives);
            }
        }
    }
    internal
}
