//! Refinements that earlier versions allow and TOSCA 2.0 does not: they cannot be written in another way.
//!
//! Each of them becomes an open point. The file then records the version that they follow, so that they keep their
//! meaning.

use crate::diagnostics::quoted;
use crate::dialects::{Decisions, Rewrite};
use crate::load::File;
use crate::model::Truth;
use crate::model::types::{
    FieldView, Listed, RESTRICTIONS, RequirementView, TypeUse, TypeView, Types, meanings,
};
use crate::yaml::YamlNode;

use super::OpenPoint;

/// Returns the refinements of `file` that other processors of TOSCA 2.0 refuse or ignore.
pub(super) fn refinements(types: &Types, file: &File, decisions: &Decisions) -> Vec<OpenPoint> {
    if !types.keeps_refinements(file.id) {
        return Vec::new();
    }
    let replaces = file.policies().refinements.replace_requirements;
    let mut kept: Vec<(YamlNode<'_>, String)> = Vec::new();
    for ty in types.of_file(file.id) {
        of_type(types, ty, replaces, &mut kept);
    }
    let point = |(node, what): (YamlNode<'_>, String)| OpenPoint {
        span: node.span(),
        reason: format!("TOSCA 2.0 does not allow {what} to refine the inherited one like this"),
    };
    let impossible = decisions.of_file(file.id).filter(|(_, rewrite)| **rewrite == Rewrite::Impossible);
    let clauses = impossible.map(|(id, _)| OpenPoint {
        span: file.node(id).span(),
        reason: "TOSCA 2.0 adds this validation to the inherited one, which values here do not satisfy"
            .to_owned(),
    });
    kept.into_iter().map(point).chain(clauses).collect()
}

fn of_type<'g>(types: &'g Types, ty: TypeView<'g>, replaces: bool, kept: &mut Vec<(YamlNode<'g>, String)>) {
    for restriction in RESTRICTIONS {
        let own = (restriction.list)(ty.body()).map(|list| ty.key().tree().node(list));
        let inherited = restriction.inherited(types, ty);
        kept.extend(
            own.filter(|own| is_longer(types, *own, inherited)).map(|own| (own, "this list".to_owned())),
        );
    }
    for field in ty.own_fields().filter(|field| changes(types, *field)) {
        kept.push((field.key(), format!("{} {}", field.kind.name(), quoted(field.key().text()))));
    }
    for capability in ty.own_capabilities() {
        let base = capability.inherited.map(|id| types.capability(id));
        if is_other(types, capability.capability_type, base.and_then(|base| base.capability_type)) {
            kept.push((capability.key(), format!("capability {}", quoted(capability.key().text()))));
        }
    }
    for requirement in ty.own_requirements() {
        let Some(base) = requirement.inherited.map(|id| types.requirement(id)) else { continue };
        if changes_requirement(types, requirement, base, replaces) {
            kept.push((requirement.key(), format!("requirement {}", quoted(requirement.key().text()))));
        }
    }
    for interface in ty.own_interfaces() {
        let base = interface.inherited.map(|id| types.interface(id));
        if is_other(types, interface.interface_type, base.and_then(|base| base.interface_type)) {
            kept.push((interface.key(), format!("interface {}", quoted(interface.key().text()))));
        }
    }
}

/// Whether a list of types allows one that the inherited list does not.
fn is_longer(types: &Types, own: YamlNode<'_>, inherited: Option<YamlNode<'_>>) -> bool {
    let Some(listed) = inherited.map(|inherited| Listed::new(types, inherited)) else { return false };
    let is_new = |ty: TypeView<'_>| listed.admit(types, ty) == Truth::No;
    own.items().flat_map(|entry| meanings(types, entry)).filter_map(|ty| types.defined(ty)).any(is_new)
}

/// Whether a field has another type than the one that it refines, or another value than its fixed one.
fn changes(types: &Types, field: FieldView<'_>) -> bool {
    let parts = field.parts();
    field.replaces_inherited()
        || parts.value.or(parts.mapping).is_some_and(|new| {
            let inherited = field.inherited().map(|id| types.field(id).effective());
            let fixed = inherited.and_then(|inherited| inherited.value.or(inherited.mapping));
            fixed.is_some_and(|fixed| fixed.written() != field.tree().node(new).written())
        })
}

fn changes_requirement(
    types: &Types,
    requirement: RequirementView<'_>,
    base: RequirementView<'_>,
    replaces: bool,
) -> bool {
    let relationship = |of: RequirementView<'_>| of.relationship.relationship_type;
    let is_wider =
        requirement.count_range.zip(base.count_range).is_some_and(|(new, old)| !new.0.is_within(old.0));
    is_wider
        || is_other(types, requirement.node_type, base.node_type)
        || is_other(types, relationship(requirement), relationship(base))
        || replaces && requirement.node_type.is_none() && base.node_type.is_some()
}

/// Whether a type is neither the inherited one nor derived from it.
fn is_other(types: &Types, new: Option<TypeUse>, inherited: Option<TypeUse>) -> bool {
    let both = new.zip(inherited);
    both.is_some_and(|(new, inherited)| types.relation(new.meaning, inherited.meaning) == Truth::No)
}
