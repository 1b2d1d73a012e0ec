//! Draws the boundary of a substituting service (TOSCA 2.0 §15): a frame with ports.

use rustc_hash::FxHashSet;

use crate::base::DenseId as _;
use crate::base::IndexMap;
use crate::keynames::Ref;
use crate::model::service::{Member, NodeTemplateId, ServiceView, SubstitutionView};
use crate::syntax::{MappingKey, NodeTemplateName, RequirementTarget};
use crate::yaml::NodeId;

use super::super::picture::{Figure, FigureStyle, Frame, FrameSide, LinkStyle, Picture, PictureLink};

/// Returns the mapped requirements, as template and name.
pub(super) fn mapped(service: ServiceView<'_>) -> FxHashSet<(NodeTemplateId, &str)> {
    let passed_on = service.substitution().into_iter().flat_map(SubstitutionView::passed_on);
    passed_on.map(|(template, name)| (template.id, name)).collect()
}

/// Adds the frame and the ports.
pub(super) fn draw(service: ServiceView<'_>, picture: &mut Picture) {
    let Some(mapping) = service.substitution().map(SubstitutionView::written) else { return };
    let text = |id: NodeId| service.node(id).text();
    let template_index = |name: Ref<NodeTemplateName>| match service.member(name.node)? {
        Member::NodeTemplate(template) => Some(template.id.index()),
        Member::Group(_) => None,
    };
    let mut ports: IndexMap<(FrameSide, &str), usize> = IndexMap::default();
    let mut port = |side, name, picture: &mut Picture| {
        *ports.entry((side, name)).or_insert_with(|| {
            let kind = if side == FrameSide::Entry { "capability" } else { "requirement" };
            picture.figures.push(Figure::new(name, kind, FigureStyle::Port(side)));
            picture.figures.len() - 1
        })
    };
    for (key, pair) in mapping.capabilities.iter().flat_map(|map| &map.entries) {
        let from = port(FrameSide::Entry, text(*key), picture);
        if let Some(to) = template_index(pair.0.template) {
            let name = text(pair.0.name);
            let name = if name == text(*key) { "" } else { name };
            picture.links.push(link(from, to, name));
        }
    }
    for entry in mapping.requirements.iter().flat_map(|list| &list.entries) {
        let key = requirement_name(text(entry.name));
        let to = port(FrameSide::Exit, key, picture);
        for target in &entry.targets {
            match target {
                RequirementTarget::Requirement(pair) => {
                    if let Some(from) = template_index(pair.template) {
                        let name = text(pair.name);
                        picture.links.push(link(from, to, if name == key { "" } else { name }));
                    }
                }
                RequirementTarget::Selected(name) => {
                    if let Some(from) = template_index(*name) {
                        picture.links.push(link(from, to, "selected"));
                    }
                }
            }
        }
    }
    let mut notes = Vec::new();
    for (what, entries) in [("properties", &mapping.properties), ("attributes", &mapping.attributes)] {
        let pairs: Vec<String> = entries
            .iter()
            .flat_map(|list| &list.entries)
            .map(|(key, value)| {
                let (key, value) = (mapping_key(service, key), text(*value));
                let arrow = if what == "properties" { "→" } else { "←" };
                if key == value { key } else { format!("{key} {arrow} {value}") }
            })
            .collect();
        if !pairs.is_empty() {
            notes.push(format!("{what}: {}", pairs.join(", ")));
        }
    }
    let operations: Vec<String> = mapping
        .interfaces
        .iter()
        .flat_map(|map| &map.entries)
        .flat_map(|(interface, operations)| operations.0.entries.iter().map(move |entry| (interface, entry)))
        .map(|(interface, (operation, workflow))| {
            format!("{}.{} → {}", text(*interface), text(*operation), text(workflow.node))
        })
        .collect();
    if !operations.is_empty() {
        notes.push(format!("operations: {}", operations.join(", ")));
    }
    let stands_for = mapping.node_type.map_or("?", |name| text(name.node));
    picture.frame = Some(Frame { title: format!("substitutes a node of type {stands_for}"), notes });
}

fn link(from: usize, to: usize, name: &str) -> PictureLink {
    PictureLink {
        from,
        to,
        name: name.to_owned(),
        detail: String::new(),
        condition: None,
        style: LinkStyle::Mapped,
    }
}

/// Returns the requirement of a key such as `"[ requirement, 2 ]"`, which may also be the text of a list.
fn requirement_name(key: &str) -> &str {
    match key.strip_prefix('[').and_then(|key| key.split_once(',')) {
        Some((name, _)) => name.trim(),
        None => key,
    }
}

fn mapping_key(service: ServiceView<'_>, key: &MappingKey) -> String {
    let text = |id: NodeId| service.node(id).text();
    match key {
        MappingKey::Own(name) => text(*name).to_owned(),
        MappingKey::Capability(capability, name) => format!("{}.{}", text(*capability), text(*name)),
        MappingKey::Relationship(requirement, index, name) => {
            let index = index.map(|index| format!("[{}]", text(index))).unwrap_or_default();
            format!("{}{index}.{}", text(*requirement), text(*name))
        }
    }
}
