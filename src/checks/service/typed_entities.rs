//! Checks shared by groups, policies and artifacts: properties and attributes against their type (TOSCA 2.0
//! §12.2, §16.2, §16.4).

use crate::keynames::{Entity as _, Map, Meta, Slot, Unread, ValueNode};
use crate::model::service::Assignments;
use crate::model::types::{BuiltIn, Fields, TypeView};
use crate::syntax::ArtifactDefinition;
use crate::values::{ValueType, What};
use crate::yaml::{NodeId, YamlNode};

use super::assignments::{Owner, describe, is_whole};
use super::{Cx, artifacts, assignments, names};

/// Checks an artifact; reports missing properties if `needs_values`.
pub(super) fn check_artifact<'g>(cx: &mut Cx<'g>, artifact: &'g ArtifactDefinition, needs_values: bool) {
    let node = cx.node(artifact.node);
    let type_name = artifact.artifact_type.map_or(node, |name| cx.node(name.node));
    let ty = cx.types.defined(cx.types.type_named(cx.file, artifact.artifact_type));
    if let Some(file) =
        artifact.file.map(|file| cx.node(file.0)).filter(|file| cx.types.expressions.call(*file).is_some())
    {
        let string = ValueType::built_in(BuiltIn::String);
        cx.checker.check(file, &string, What::Named("keyname", "file"));
    }
    check_typed_entity(
        cx,
        type_name,
        "the artifact",
        (artifact.node, ArtifactDefinition::meta(), artifact.unread),
        ty,
        (artifact.properties(), Slot::Absent),
        needs_values,
    );
    artifacts::check_file(cx, artifact, ty);
}

/// Checks the properties and attributes of an entity of a type, if the type is known.
pub(super) fn check_typed_entity<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    owner_name: impl std::fmt::Display,
    (body, meta, unread): (NodeId, &'static Meta, Unread),
    ty: Option<TypeView<'g>>,
    (properties, attributes): (Slot<&'g Map<ValueNode>>, Slot<&'g Map<ValueNode>>),
    needs_values: bool,
) {
    let Some(ty) = ty else { return };
    let description = describe(ty);
    let body = cx.node(body);
    let owner = Owner::new(ty, &description).with_body(body, meta);
    let names = names::members_of(cx, ty.id, Fields::Properties);
    let assigned = Assignments::new(cx.file, properties);
    let intended = assignments::check_properties(cx, assigned, &names, owner);
    let attribute_names = names::members_of(cx, ty.id, Fields::Attributes);
    assignments::check_attributes(cx, Assignments::new(cx.file, attributes), &attribute_names, &names, owner);
    if needs_values && !names.required.is_empty() && !owner.is_incomplete && is_whole(unread, properties) {
        let given = assigned.names();
        let missing =
            assignments::missing(cx, &names, |name| intended.contains(&name) || given.contains(name));
        assignments::report_missing(cx, key, owner_name, &description, &missing);
    }
}
