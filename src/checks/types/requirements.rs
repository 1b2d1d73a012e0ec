//! Checks requirements of node types and their refinements (TOSCA 2.0 §8.4).
//!
//! Input: the requirement definitions of a node type. Output: findings about duplicates, about keynames that
//! a new requirement must have, and about refinements that are incompatible with the inherited definition.

use crate::diagnostics::{Level, quoted, rules};
use crate::keynames::{Either, Entity as _};
use crate::model::Truth;
use crate::model::types::{RequirementView, Requirements, TypeRef, TypeUse, TypeView};
use crate::syntax::{CountRange, RelationshipDefinition, RequirementDefinition, UpperBound};
use crate::yaml::{Kind, YamlNode};

use super::fields::FieldContext;
use super::fulfillment::NamedCapability;
use super::{
    Cx, check_is_derived, fields, fulfillment, interfaces, missing_keyname, report_empty_refinement,
};

use rustc_hash::FxHashMap;

/// Checks the requirements that a node type itself defines.
pub(super) fn requirements<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) {
    let mut first_keys: FxHashMap<&str, YamlNode<'g>> = FxHashMap::default();
    for requirement in ty.own_requirements() {
        let key = requirement.key();
        let first_key = *first_keys.entry(key.text()).or_insert(key);
        if first_key.id() == key.id() {
            check_requirement(cx, ty, requirement);
        } else {
            cx.report(key, rules::duplicate_requirement::new(key.span(), key.text(), first_key.span()));
        }
    }
}

/// Reports a definition that is only the name of a capability type, unless the name is unknown: that is reported.
fn check_notation<'g>(cx: &mut Cx<'g>, requirement: RequirementView<'g>) {
    let node = requirement.key().entry_value();
    let is_known = requirement.capability.is_some_and(|used| used.meaning != TypeRef::Unknown);
    if node.kind() == Kind::Scalar && !node.is_null() && is_known {
        let (name, capability) = (requirement.key().text(), node.text());
        let diagnostic = rules::non_standard_form::new(
            node.span(),
            "a requirement definition without keynames",
            "the capability type",
            format!("write `{name}: {{ capability: {capability}, relationship: … }}`"),
        );
        cx.report(node, diagnostic);
    }
}

/// Checks one requirement, and the members of its relationship.
fn check_requirement<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, requirement: RequirementView<'g>) {
    check_notation(cx, requirement);
    let base = requirement.inherited.map(|id| cx.types.requirement(id));
    if base.is_some() {
        report_empty_refinement(cx, requirement.key(), "requirement", requirement.written().unread);
    }
    let count_before = cx.diagnostics.len();
    match base {
        Some(base) => check_refinement(cx, requirement, base),
        None if ty.is_incomplete => {}
        None => check_new_requirement(cx, ty, requirement),
    }
    let is_compatible = cx.diagnostics.len() == count_before || base.is_none();
    let relationship = &requirement.relationship;
    let relationship_type = relationship.relationship_type;
    // Fields that an unknown or incomplete relationship type may define are not reported.
    let is_incomplete =
        relationship_type.and_then(|used| cx.types.defined(used.meaning)).is_none_or(|ty| ty.is_incomplete);
    let context = FieldContext { owner: ty, refined: relationship_type, is_incomplete, allows_new: false };
    fields::fields(cx, relationship.properties, context);
    fields::fields(cx, relationship.attributes, context);
    interfaces::relationship_interfaces(cx, ty, relationship.interfaces, relationship_type);
    // An incompatible refinement cannot be fulfilled, and is already reported.
    if is_compatible {
        fulfillment::check_parts(cx, ty, requirement, base);
    }
}

/// Checks a requirement that refines nothing: keynames that are mandatory only in new requirements, and a
/// count range that allows no relationship.
fn check_new_requirement<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, requirement: RequirementView<'g>) {
    let (key, written) = (requirement.key(), requirement.written());
    let body = key.tree().node(written.node);
    if ty.parent.is_some() {
        if written.unread.lacks(&written.capability()) {
            let meta = RequirementDefinition::meta();
            missing_keyname(cx, ty, Requirements, key, "capability", meta);
        }
        if written.unread.lacks(&written.relationship()) && body.is_mapping() && written.capability.is_some()
        {
            let diagnostic = rules::missing_relationship::new(key.span(), key.text());
            let strict = cx.strict;
            cx.report(key, if strict { diagnostic.at_level(Level::Error) } else { diagnostic });
        }
        check_relationship_type(cx, key, written);
    }
    if let Some(CountRange { node, most: UpperBound::Most(0), .. }) = written.count_range {
        let node = key.tree().node(node);
        let diagnostic = rules::no_effect::new(
            node.span(),
            &format!("requirement {}", quoted(key.text())),
            "allows 0 relationships",
            "raise the upper bound, or remove the requirement",
        );
        cx.report(node, diagnostic);
    }
}

/// Reports a relationship definition without a type: a new requirement inherits none.
fn check_relationship_type<'g>(cx: &mut Cx<'g>, key: YamlNode<'g>, written: &'g RequirementDefinition) {
    let Some(Either::Long(definition)) = &written.relationship else { return };
    if definition.unread.lacks(&definition.relationship_type()) {
        let meta = RelationshipDefinition::meta();
        let keyname_node = key.tree().node(definition.node).entry_key();
        cx.report(keyname_node, rules::missing_keyname::absent(keyname_node.span(), "type", meta.name));
    }
}

/// Checks that a requirement does not widen the requirement that it refines.
fn check_refinement<'g>(cx: &mut Cx<'g>, requirement: RequirementView<'g>, base: RequirementView<'g>) {
    let (key, written) = (requirement.key(), requirement.written());
    let tree = key.tree();
    let what = |part: &str| format!("the {part} of requirement {}", quoted(key.text()));
    if let (Some(derived), Some(inherited)) = (written.node_type, base.node_type) {
        check_is_derived(cx, tree.node(derived.node), inherited, &what("node type"));
    }
    let derived = match &written.relationship {
        Some(Either::Short(name)) => Some(*name),
        Some(Either::Long(definition)) => definition.relationship_type,
        None => None,
    };
    if let (Some(derived), Some(inherited)) = (derived, base.relationship.relationship_type) {
        check_is_derived(cx, tree.node(derived.node), inherited, &what("relationship type"));
    }
    if let (Some(derived), Some(inherited)) = (written.capability, base.capability) {
        check_capability(cx, tree.node(derived.node), inherited, requirement, base);
    }
    if let (Some(derived), Some((inherited, inherited_node))) = (written.count_range, base.count_range)
        && !derived.is_within(inherited)
    {
        let node = tree.node(derived.node);
        let diagnostic = rules::wider_count_range::new(
            node.span(),
            key.text(),
            &display_range(derived),
            &display_range(inherited),
            cx.types.node(inherited_node).span(),
        );
        cx.report(node, diagnostic);
    }
}

/// Checks the capability of a refinement (8.6-02, 8.6-03, 8.6-10). An inherited name of a capability must be
/// unchanged; an inherited type may become a derived type, or the name of a capability of such a type.
fn check_capability<'g>(
    cx: &mut Cx<'g>,
    derived: YamlNode<'g>,
    inherited: TypeUse,
    requirement: RequirementView<'g>,
    base: RequirementView<'g>,
) {
    let name = requirement.key().text();
    match fulfillment::named_capability(cx, base) {
        NamedCapability::Capability(_) => {
            if derived.text() != cx.types.node(inherited.node).text() {
                let (inherited_name, span) =
                    (cx.types.node(inherited.node).text(), cx.types.node(inherited.node).span());
                cx.report(
                    derived,
                    rules::changed_capability::new(
                        derived.span(),
                        name,
                        derived.text(),
                        inherited_name,
                        span,
                    ),
                );
            }
        }
        NamedCapability::Type(_) => {
            let what = format!("the capability of requirement {}", quoted(name));
            if let NamedCapability::Capability(capability) = fulfillment::named_capability(cx, requirement) {
                let Some(used) = capability.capability_type else { return };
                if cx.types.relation(used.meaning, inherited.meaning) == Truth::No {
                    let expected = cx.types.name_in(inherited.meaning, derived.tree().file());
                    let span = Some(cx.types.node(inherited.node).span());
                    let has_type = format!("has type {}", quoted(cx.types.name(used.meaning)));
                    let diagnostic =
                        rules::incompatible_type::new(derived.span(), &what, derived.text(), &expected, span);
                    cx.report(derived, diagnostic.also(capability.key().span(), has_type));
                }
            } else {
                check_is_derived(cx, derived, inherited, &what);
            }
        }
        NamedCapability::Unknown | NamedCapability::Nothing => {}
    }
}

/// Returns a count range as it is written.
fn display_range(range: CountRange) -> String {
    match range.most {
        UpperBound::Most(most) => format!("[{}, {most}]", range.least),
        UpperBound::Unbounded => format!("[{}, UNBOUNDED]", range.least),
    }
}
