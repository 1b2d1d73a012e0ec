//! Requirements of nodes of the service, and nodes that it selects, which get the targets of the
//! requirements of the substituted node (TOSCA 2.0 §15.5).

use crate::diagnostics::{Level, codes, quoted};
use crate::model::Truth;
use crate::model::service::{NodeTemplateView, Target};
use crate::model::types::{RequirementId, Requirements, TypeUse};
use crate::syntax::{Bound, NamePair, RequirementMapping, RequirementTarget};
use crate::yaml::{Node, NodeId};

use super::counts::{Entry, Units};
use super::{Cx, counts, member, node_template};

/// Where the target of a requirement goes.
#[derive(Clone, Copy)]
pub(super) enum Place<'g> {
    /// A requirement of a node template: the template, the requirement, where it is named.
    Requirement(NodeTemplateView<'g>, RequirementId, Node<'g>),
    /// A node template that is selected.
    Selected,
    /// What is written means nothing that is known.
    Unknown,
}

pub(super) fn requirements<'g>(cx: &mut Cx<'g>) {
    let entries: Vec<&'g RequirementMapping> =
        cx.mapping.requirements.iter().flat_map(|mappings| &mappings.entries).collect();
    let mut read: Vec<Entry<'g>> = Vec::new();
    for mapping in entries {
        let key = cx.node(mapping.name);
        let name = requirement_name(key, mapping);
        let own = cx.of.and_then(|of| member(cx, of, Requirements, key, name));
        let units = units(cx.node(mapping.count.unwrap_or(mapping.name)), mapping);
        let places: Vec<Place<'g>> =
            mapping.targets.iter().flat_map(|target| check_target(cx, own, target)).collect();
        let value = cx.node(mapping.value);
        let is_empty = value.is_sequence() && value.items().next().is_none();
        read.push(Entry { key, name, own, units, is_empty, places });
    }
    counts::counts(cx, &read);
}

/// Where a target leads; a list of two strings may be two selected nodes as well (15.5-06).
fn check_target<'g>(
    cx: &mut Cx<'g>,
    own: Option<RequirementId>,
    target: &RequirementTarget,
) -> Vec<Place<'g>> {
    match target {
        RequirementTarget::Selected(name) => vec![selected(cx, own, name.node)],
        RequirementTarget::Requirement(pair) => {
            let Some((template, Some(of))) = node_template(cx, pair.template.node) else {
                return vec![Place::Unknown];
            };
            let name = cx.node(pair.name);
            if cx.types.member(of, Requirements, name.text()).is_none()
                && cx.service.node_template_named(name.text()).is_some()
            {
                return [pair.template.node, pair.name].map(|name| selected(cx, own, name)).into();
            }
            let Some(id) = member(cx, of, Requirements, name, name.text()) else {
                return vec![Place::Unknown];
            };
            is_dangling(cx, template, pair, name);
            accepts(cx, own, id, pair);
            vec![Place::Requirement(template, id, name)]
        }
    }
}

/// A node template alone must be one that is selected (15.5-08).
fn selected<'g>(cx: &mut Cx<'g>, own: Option<RequirementId>, name: NodeId) -> Place<'g> {
    let Some((node_template, of)) = node_template(cx, name) else { return Place::Unknown };
    let name = cx.node(name);
    let directives = node_template.directives();
    if directives.is_some_and(|words| !words.contains(&"select")) {
        let first = of.and_then(|of| cx.types.members(of, Requirements).names().next());
        let found = codes::not_selectable::new(name.span(), name.text(), node_template.key().span(), first);
        cx.report(name, found);
        return Place::Unknown;
    }
    let (Some(of), Some(wanted)) = (of, own.and_then(|own| cx.types.requirement(own).node_type)) else {
        return Place::Selected;
    };
    if !cx.types.could_meet(crate::model::types::TypeRef::Defined(of.id), wanted.meaning) {
        let found = codes::incompatible_mapping::new(
            name.span(),
            "the node of the requirement",
            &format!("node template {}", quoted(name.text())),
            &format!("selects nodes of type {}", quoted(of.name())),
        );
        let wants = format!("requirement targets nodes of type {}", quoted(cx.types.name(wanted.meaning)));
        let found = found.at_level(Level::Warning).also(cx.types.node(wanted.node).span(), wants);
        cx.report(name, found.help("use the node type of the requirement for the node template"));
    }
    Place::Selected
}

/// Only a requirement that leads nowhere yet can be filled from outside (15.5-09, 7.2-36).
fn is_dangling<'g>(cx: &mut Cx<'g>, node_template: NodeTemplateView<'g>, pair: &NamePair, name: Node<'g>) {
    let template = quoted(cx.node(pair.template.node).text());
    let what = format!(
        "requirement {} of node template {template} cannot be fulfilled from outside",
        quoted(name.text())
    );
    if node_template.is_selected {
        let place = node_template.directives_place();
        let place = place.unwrap_or(node_template.key()).span();
        let found = codes::unmappable_target::new(
            name.span(),
            &what,
            place,
            "selected nodes have their own relationships",
        );
        let found = found.help(format!("map to the node itself: `{}`", node_template.name()));
        return cx.report(name, found.at_level(Level::Warning));
    }
    let assigned: Vec<_> =
        node_template.requirements().iter().filter(|assignment| assignment.name() == name.text()).collect();
    let Some(first) = assigned.first() else { return };
    if assigned.iter().all(|assignment| matches!(assignment.target, Target::Template(..))) {
        let place = match first.written().target {
            Some(_) => first.body(),
            None => first.key(),
        };
        let found =
            codes::unmappable_target::new(name.span(), &what, place.span(), "targets a node of this service");
        cx.report(
            name,
            found.help("map another requirement, or remove the node template from the assignment"),
        );
    }
}

/// What the requirement of the substituted node leads to must do for that of the service (15.5-10).
fn accepts(cx: &mut Cx<'_>, own: Option<RequirementId>, target: RequirementId, pair: &NamePair) {
    let Some(own) = own else { return };
    let (outer, inner) = (cx.types.requirement(own), cx.types.requirement(target));
    let relationships = (outer.relationship.relationship_type, inner.relationship.relationship_type);
    let parts: [(&str, Option<TypeUse>, Option<TypeUse>); 3] = [
        ("node", outer.node_type, inner.node_type),
        ("capability", outer.capability, inner.capability),
        ("relationship", relationships.0, relationships.1),
    ];
    let name = cx.node(pair.name);
    let outer_name = quoted(outer.key().text());
    for (what, provided, wanted) in parts {
        let (Some(provided), Some(wanted)) = (provided, wanted) else { continue };
        if cx.types.relation(provided.meaning, wanted.meaning) != Truth::No {
            continue;
        }
        let template = quoted(cx.node(pair.template.node).text());
        let found = codes::incompatible_mapping::new(
            name.span(),
            &format!("requirement {outer_name}"),
            &format!("requirement {} of node template {template}", quoted(name.text())),
            &format!("expected a {what} of type {}", quoted(cx.types.name(wanted.meaning))),
        );
        let provided_words = format!("found a {what} of type {}", quoted(cx.types.name(provided.meaning)));
        let found = found
            .at_level(Level::Warning)
            .also(cx.types.node(provided.node).span(), provided_words)
            .also(cx.types.node(wanted.node).span(), "required here");
        cx.report(name, found.help("map a requirement that allows the same types or more"));
        return;
    }
}

/// The bounds of a requirement, and where they or the requirement stand; none where they could not be read.
pub(super) fn range(types: &crate::model::types::Types, id: RequirementId) -> Option<(u64, Bound, Node<'_>)> {
    let requirement = types.requirement(id);
    let mut chain = std::iter::successors(Some(id), |id| types.requirement(*id).inherited);
    let lost = chain.any(|id| types.requirement(id).written().count_range().is_unreadable());
    match requirement.count_range {
        _ if lost => None,
        Some((range, place)) => Some((range.least, range.most, types.node(place))),
        None => Some((0, Bound::Unbounded, requirement.key())),
    }
}

/// The requirement that a mapping names; its key may be flow text.
pub(super) fn requirement_name<'g>(key: Node<'g>, mapping: &RequirementMapping) -> &'g str {
    let text = key.text();
    if mapping.count != Some(mapping.name) {
        return text;
    }
    let name = text.strip_prefix('[').and_then(|rest| rest.split_once(','));
    name.map_or(text, |(name, _)| name.trim().trim_matches(['"', '\'']))
}

/// How many assignments a mapping is for; `count` is where that is written.
pub(super) fn units(count: Node<'_>, mapping: &RequirementMapping) -> Units {
    if mapping.count.is_none() {
        return Units::Unkeyed;
    }
    let text = if mapping.count == Some(mapping.name) {
        let rest = count.text().trim_end_matches(']');
        rest.split_once(',').map_or("", |(_, count)| count.trim())
    } else {
        if let Some(number) = crate::syntax::integer(count) {
            return Units::Count(number);
        }
        count.text()
    };
    match text {
        "UNBOUNDED" => Units::Unbounded,
        text => Units::Count(text.parse().unwrap_or(u64::MAX)),
    }
}
