//! Requirements of node types and their refinements (TOSCA 2.0 §8.4).

use crate::diagnostics::{Level, codes, quoted};
use crate::keynames::{Either, Entity as _};
use crate::model::Truth;
use crate::model::types::{RequirementView, Requirements, TypeUse, TypeView};
use crate::syntax::{Bound, CountRange, RelationshipDefinition, RequirementDefinition};
use crate::yaml::Node;

use super::fields::Home;
use super::fulfilment::Named;
use super::{Cx, fields, fulfilment, interfaces, missing_keyname, null_changes_nothing};

use rustc_hash::FxHashMap;

pub(super) fn requirements<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) {
    let mut first: FxHashMap<&str, Node<'g>> = FxHashMap::default();
    for requirement in of.own_requirements() {
        let key = requirement.key();
        let before = *first.entry(key.text()).or_insert(key);
        if before.id() == key.id() {
            check_requirement(cx, of, requirement);
        } else {
            cx.report(key, codes::duplicate_requirement::new(key.span(), key.text(), before.span()));
        }
    }
}

fn check_requirement<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, requirement: RequirementView<'g>) {
    let base = requirement.inherited.map(|id| cx.types.requirement(id));
    if base.is_some() {
        null_changes_nothing(cx, requirement.key(), "requirement");
    }
    let told = cx.found.len();
    match base {
        Some(base) => requirement_refinement(cx, requirement, base),
        None if of.is_open => {}
        None => first_requirement(cx, of, requirement),
    }
    let fits = cx.found.len() == told || base.is_none();
    let relationship = &requirement.relationship;
    let refined = relationship.relationship_type;
    let open = refined.and_then(|used| cx.types.defined(used.meaning)).is_none_or(|found| found.is_open);
    let home = Home { owner: of, refined, open, adds: false };
    fields::fields(cx, relationship.properties, home);
    fields::fields(cx, relationship.attributes, home);
    interfaces::relationship_interfaces(cx, of, relationship.interfaces, refined);
    if fits {
        fulfilment::can_be_met(cx, of, requirement, base);
    }
}

/// A requirement that refines nothing: what the grammar could not demand below a parent type.
fn first_requirement<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, requirement: RequirementView<'g>) {
    let (key, written) = (requirement.key(), requirement.written());
    let body = key.tree().node(written.node);
    if of.parent.is_some() {
        if written.unread.lacks(&written.capability()) {
            let meta = RequirementDefinition::meta();
            missing_keyname(cx, of, Requirements, key, "capability", meta);
        }
        if written.unread.lacks(&written.relationship()) && body.is_mapping() && written.capability.is_some()
        {
            let found = codes::missing_relationship::new(key.span(), key.text());
            let strict = cx.strict;
            cx.report(key, if strict { found.at_level(Level::Error) } else { found });
        }
        relationship_without_type(cx, key, written);
    }
    if let Some(CountRange { node, most: Bound::Most(0), .. }) = written.count_range {
        let node = key.tree().node(node);
        let found = codes::no_effect::new(
            node.span(),
            &format!("requirement {}", quoted(key.text())),
            "allows 0 relationships",
            "raise the upper bound, or remove the requirement",
        );
        cx.report(node, found);
    }
}

/// A relationship definition of a new requirement inherits no type.
fn relationship_without_type<'g>(cx: &mut Cx<'g>, key: Node<'g>, written: &'g RequirementDefinition) {
    let Some(Either::Long(definition)) = &written.relationship else { return };
    if definition.unread.lacks(&definition.relationship_type()) {
        let meta = RelationshipDefinition::meta();
        let named = key.tree().node(definition.node).entry_key();
        cx.report(named, codes::missing_keyname::absent(named.span(), "type", meta.name));
    }
}

fn requirement_refinement<'g>(cx: &mut Cx<'g>, requirement: RequirementView<'g>, base: RequirementView<'g>) {
    let (key, written) = (requirement.key(), requirement.written());
    let tree = key.tree();
    let what = |part: &str| format!("the {part} of requirement {}", quoted(key.text()));
    if let (Some(own), Some(inherited)) = (written.node_type, base.node_type) {
        type_refinement(cx, tree.node(own.node), inherited, &what("node type"));
    }
    let own = match &written.relationship {
        Some(Either::Short(name)) => Some(*name),
        Some(Either::Long(definition)) => definition.relationship_type,
        None => None,
    };
    if let (Some(own), Some(inherited)) = (own, base.relationship.relationship_type) {
        type_refinement(cx, tree.node(own.node), inherited, &what("relationship type"));
    }
    if let (Some(own), Some(inherited)) = (written.capability, base.capability) {
        capability_refinement(cx, tree.node(own.node), inherited, requirement, base);
    }
    if let (Some(own), Some((inherited, place))) = (written.count_range, base.count_range)
        && !own.is_within(inherited)
    {
        let node = tree.node(own.node);
        let found = codes::wider_count_range::new(
            node.span(),
            key.text(),
            &shown(own),
            &shown(inherited),
            cx.types.node(place).span(),
        );
        cx.report(node, found);
    }
}

/// A type that a refinement names must derive from the inherited one.
fn type_refinement<'g>(cx: &mut Cx<'g>, own: Node<'g>, inherited: TypeUse, what: &str) {
    if cx.types.relation(cx.types.meaning(own), inherited.meaning) == Truth::No {
        let name = cx.types.name(inherited.meaning);
        let place = Some(cx.types.node(inherited.node).span());
        cx.report(own, codes::incompatible_type::new(own.span(), what, own.text(), name, place));
    }
}

/// A capability stays the same, or becomes a derived type, or one of a node by name (8.6-02, 8.6-03,
/// 8.6-10).
fn capability_refinement<'g>(
    cx: &mut Cx<'g>,
    own: Node<'g>,
    inherited: TypeUse,
    requirement: RequirementView<'g>,
    base: RequirementView<'g>,
) {
    let name = requirement.key().text();
    match fulfilment::named_capability(cx, base) {
        Named::Capability(_) => {
            if own.text() != cx.types.node(inherited.node).text() {
                let (old, place) =
                    (cx.types.node(inherited.node).text(), cx.types.node(inherited.node).span());
                cx.report(own, codes::changed_capability::new(own.span(), name, own.text(), old, place));
            }
        }
        Named::Type(_) => {
            let what = format!("the capability of requirement {}", quoted(name));
            if let Named::Capability(capability) = fulfilment::named_capability(cx, requirement) {
                let Some(used) = capability.capability_type else { return };
                if cx.types.relation(used.meaning, inherited.meaning) == Truth::No {
                    let wanted = cx.types.name(inherited.meaning);
                    let place = Some(cx.types.node(inherited.node).span());
                    let has_type = format!("has type {}", quoted(cx.types.name(used.meaning)));
                    let found = codes::incompatible_type::new(own.span(), &what, own.text(), wanted, place);
                    cx.report(own, found.also(capability.key().span(), has_type));
                }
            } else {
                type_refinement(cx, own, inherited, &what);
            }
        }
        Named::Unknown | Named::Nothing => {}
    }
}

fn shown(range: CountRange) -> String {
    match range.most {
        Bound::Most(most) => format!("[{}, {most}]", range.least),
        Bound::Unbounded => format!("[{}, UNBOUNDED]", range.least),
    }
}
