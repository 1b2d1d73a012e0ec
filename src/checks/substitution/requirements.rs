//! Checks requirement mappings: requirements of nodes of the service, and nodes that it selects, get the
//! targets of the requirements of the substituted node (TOSCA 2.0 §15.5).

use crate::diagnostics::{Level, quoted, rules};
use crate::model::Truth;
use crate::model::service::{NodeTemplateView, Target};
use crate::model::types::{RequirementId, Requirements, TypeUse};
use crate::syntax::{NamePair, RequirementMapping, RequirementTarget, UpperBound};
use crate::yaml::{NodeId, YamlNode};

use super::counts::{AssignmentCount, RequirementEntry};
use super::{Cx, counts, member, node_template};

/// The target of a requirement mapping.
#[derive(Clone, Copy)]
pub(super) enum MappedTarget<'g> {
    /// A requirement of a node template: the template, the requirement, and the node that names it.
    Requirement(NodeTemplateView<'g>, RequirementId, YamlNode<'g>),
    /// A node template that is selected.
    Selected,
    /// A name that is not known.
    Unknown,
}

pub(super) fn requirements<'g>(cx: &mut Cx<'g>) {
    let entries: Vec<&'g RequirementMapping> =
        cx.mapping.requirements.iter().flat_map(|mappings| &mappings.entries).collect();
    let mut read: Vec<RequirementEntry<'g>> = Vec::new();
    for mapping in entries {
        let key = cx.node(mapping.name);
        let name = requirement_name(key, mapping);
        let count_before = cx.diagnostics.len();
        let substituted = cx.substituted_type.and_then(|ty| member(cx, ty, Requirements, (key, true), name));
        let is_wrong = cx.diagnostics.len() > count_before;
        let count = assignment_count(cx.node(mapping.count.unwrap_or(mapping.name)), mapping);
        let mut targets: Vec<MappedTarget<'g>> =
            mapping.targets.iter().flat_map(|target| check_target(cx, substituted, target)).collect();
        if is_wrong {
            targets = vec![MappedTarget::Unknown];
        }
        let value = cx.node(mapping.value);
        let is_empty = value.is_sequence() && value.items().next().is_none();
        read.push(RequirementEntry { key, name, substituted, count, is_empty, targets });
    }
    counts::counts(cx, &read);
}

/// Resolves and checks a target. A list of two strings may also be two selected nodes (15.5-06).
fn check_target<'g>(
    cx: &mut Cx<'g>,
    substituted: Option<RequirementId>,
    target: &RequirementTarget,
) -> Vec<MappedTarget<'g>> {
    match target {
        RequirementTarget::Selected(name) => vec![check_selected(cx, substituted, name.node)],
        RequirementTarget::Requirement(pair) => {
            let Some((template, Some(ty))) = node_template(cx, pair.template.node) else {
                return vec![MappedTarget::Unknown];
            };
            let name = cx.node(pair.name);
            if cx.types.member(ty, Requirements, name.text()).is_none()
                && cx.service.node_template_named(name.text()).is_some()
            {
                return [pair.template.node, pair.name]
                    .map(|name| check_selected(cx, substituted, name))
                    .into();
            }
            let Some(id) = member(cx, ty, Requirements, (name, false), name.text()) else {
                return vec![MappedTarget::Unknown];
            };
            check_dangling(cx, template, pair, name);
            check_types(cx, substituted, id, pair);
            vec![MappedTarget::Requirement(template, id, name)]
        }
    }
}

/// Checks a target that is only a node template: it must have the directive `select` (15.5-08).
fn check_selected<'g>(cx: &mut Cx<'g>, substituted: Option<RequirementId>, name: NodeId) -> MappedTarget<'g> {
    let Some((node_template, ty)) = node_template(cx, name) else { return MappedTarget::Unknown };
    let name = cx.node(name);
    let directives = node_template.directives();
    if directives.is_some_and(|names| !names.contains(&"select")) {
        let first = ty.and_then(|ty| cx.types.members(ty, Requirements).names().next());
        let diagnostic =
            rules::not_selectable::new(name.span(), name.text(), node_template.key().span(), first);
        cx.report(name, diagnostic);
        return MappedTarget::Unknown;
    }
    let (Some(ty), Some(expected)) =
        (ty, substituted.and_then(|substituted| cx.types.requirement(substituted).node_type))
    else {
        return MappedTarget::Selected;
    };
    if !cx.types.may_be_related(crate::model::types::TypeRef::Defined(ty.id), expected.meaning) {
        let diagnostic = rules::incompatible_mapping::new(
            name.span(),
            "the node of the requirement",
            &format!("node template {}", quoted(name.text())),
            &format!("selects nodes of type {}", quoted(ty.name())),
        );
        let expected_words =
            format!("requirement targets nodes of type {}", quoted(cx.types.name(expected.meaning)));
        let diagnostic =
            diagnostic.at_level(Level::Warning).also(cx.types.node(expected.node).span(), expected_words);
        cx.report(name, diagnostic.help("use the node type of the requirement for the node template"));
    }
    MappedTarget::Selected
}

/// Reports a requirement that already has a target, so it cannot be fulfilled from outside (15.5-09, 7.2-36).
fn check_dangling<'g>(
    cx: &mut Cx<'g>,
    node_template: NodeTemplateView<'g>,
    pair: &NamePair,
    name: YamlNode<'g>,
) {
    let template = quoted(cx.node(pair.template.node).text());
    let what = format!(
        "requirement {} of node template {template} cannot be fulfilled from outside",
        quoted(name.text())
    );
    if node_template.is_selected {
        let span = node_template.directives_place().unwrap_or(node_template.key()).span();
        let diagnostic = rules::unmappable_target::new(
            name.span(),
            &what,
            span,
            "selected nodes have their own relationships",
        );
        let diagnostic = diagnostic.help(format!("map to the node itself: `{}`", node_template.name()));
        return cx.report(name, diagnostic.at_level(Level::Warning));
    }
    let assigned: Vec<_> =
        node_template.requirements().iter().filter(|assignment| assignment.name() == name.text()).collect();
    let Some(first) = assigned.first() else { return };
    if assigned.iter().all(|assignment| matches!(assignment.target, Target::Template(..))) {
        let node = match first.written().target {
            Some(_) => first.body(),
            None => first.key(),
        };
        let diagnostic =
            rules::unmappable_target::new(name.span(), &what, node.span(), "targets a node of this service");
        cx.report(
            name,
            diagnostic.help("map another requirement, or remove the node template from the assignment"),
        );
    }
}

/// Checks that the requirement of the service allows the targets of the substituted node's requirement
/// (15.5-10).
fn check_types(cx: &mut Cx<'_>, substituted: Option<RequirementId>, target: RequirementId, pair: &NamePair) {
    let Some(substituted) = substituted else { return };
    let (outer, inner) = (cx.types.requirement(substituted), cx.types.requirement(target));
    let relationships = (outer.relationship.relationship_type, inner.relationship.relationship_type);
    let parts: [(&str, Option<TypeUse>, Option<TypeUse>); 3] = [
        ("node", outer.node_type, inner.node_type),
        ("capability", outer.capability, inner.capability),
        ("relationship", relationships.0, relationships.1),
    ];
    let name = cx.node(pair.name);
    let outer_name = quoted(outer.key().text());
    for (what, actual, expected) in parts {
        let (Some(actual), Some(expected)) = (actual, expected) else { continue };
        if cx.types.relation(actual.meaning, expected.meaning) != Truth::No {
            continue;
        }
        let template = quoted(cx.node(pair.template.node).text());
        let diagnostic = rules::incompatible_mapping::new(
            name.span(),
            &format!("requirement {outer_name}"),
            &format!("requirement {} of node template {template}", quoted(name.text())),
            &format!("expected a {what} of type {}", quoted(cx.types.name(expected.meaning))),
        );
        let actual_words = format!("found a {what} of type {}", quoted(cx.types.name(actual.meaning)));
        let diagnostic = diagnostic
            .at_level(Level::Warning)
            .also(cx.types.node(actual.node).span(), actual_words)
            .also(cx.types.node(expected.node).span(), "required here");
        cx.report(name, diagnostic.help("map a requirement that allows the same types or more"));
        return;
    }
}

/// Returns the bounds of a requirement with their node or the requirement's key, or `None` if they could not
/// be read.
pub(super) fn range(
    types: &crate::model::types::Types,
    id: RequirementId,
) -> Option<(u64, UpperBound, YamlNode<'_>)> {
    let requirement = types.requirement(id);
    let mut chain = std::iter::successors(Some(id), |id| types.requirement(*id).inherited);
    let is_unreadable = chain.any(|id| types.requirement(id).written().count_range().is_unreadable());
    match requirement.count_range {
        _ if is_unreadable => None,
        Some((range, range_node)) => Some((range.least, range.most, types.node(range_node))),
        None => Some((0, UpperBound::Unbounded, requirement.key())),
    }
}

/// Returns the name of the requirement of a mapping; its key may be a list in flow style.
pub(super) fn requirement_name<'g>(key: YamlNode<'g>, mapping: &RequirementMapping) -> &'g str {
    let text = key.text();
    if mapping.count != Some(mapping.name) {
        return text;
    }
    let name = text.strip_prefix('[').and_then(|rest| rest.split_once(','));
    name.map_or(text, |(name, _)| name.trim().trim_matches(['"', '\'']))
}

/// Returns the number of assignments that a mapping is for; `count` is the node of that number.
pub(super) fn assignment_count(count: YamlNode<'_>, mapping: &RequirementMapping) -> AssignmentCount {
    if mapping.count.is_none() {
        return AssignmentCount::Unkeyed;
    }
    let text = if mapping.count == Some(mapping.name) {
        let unbracketed = count.text().trim_end_matches(']');
        unbracketed.split_once(',').map_or("", |(_, count)| count.trim())
    } else {
        if let Some(number) = crate::syntax::integer(count) {
            return AssignmentCount::Count(number);
        }
        count.text()
    };
    match text {
        "UNBOUNDED" => AssignmentCount::Unbounded,
        text => AssignmentCount::Count(text.parse().unwrap_or(u64::MAX)),
    }
}
