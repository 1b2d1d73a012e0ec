//! What groups, policies and artifacts have in common: a type, properties and attributes (TOSCA 2.0 §12.2,
//! §16.2, §16.4).

use crate::keynames::{Entity as _, Map, Meta, Slot, Unread, Value};
use crate::model::service::Assignments;
use crate::model::types::{BuiltIn, Fields, TypeView};
use crate::syntax::ArtifactDefinition;
use crate::values::{ValueType, What};
use crate::yaml::{Node, NodeId};

use super::assignments::{Owner, is_whole, words};
use super::{Cx, artifacts, assignments, names};

pub(super) fn artifact<'g>(cx: &mut Cx<'g>, artifact: &'g ArtifactDefinition, demanded: bool) {
    let node = cx.node(artifact.node);
    let at = artifact.artifact_type.map_or(node, |name| cx.node(name.node));
    let of = cx.types.defined(cx.types.type_named(cx.file, artifact.artifact_type));
    if let Some(file) =
        artifact.file.map(|file| cx.node(file.0)).filter(|file| cx.types.expressions.call(*file).is_some())
    {
        let string = ValueType::built_in(BuiltIn::String);
        cx.checker.check(file, &string, What::Named("keyname", "file"));
    }
    typed(
        cx,
        at,
        "the artifact",
        (artifact.node, ArtifactDefinition::meta(), artifact.unread),
        of,
        (artifact.properties(), Slot::Absent),
        demanded,
    );
    if let Some(of) = of {
        artifacts::extension(cx, artifact, of);
    }
}

/// Something of a type that is known, with properties and attributes.
pub(super) fn typed<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    who: impl std::fmt::Display,
    (body, meta, unread): (NodeId, &'static Meta, Unread),
    of: Option<TypeView<'g>>,
    (properties, attributes): (Slot<&'g Map<Value>>, Slot<&'g Map<Value>>),
    demanded: bool,
) {
    let Some(of) = of else { return };
    let said = words(of);
    let body = cx.node(body);
    let owner = Owner::of(of, &said).given_in(body, meta);
    let names = names::members_of(cx, of.id, Fields::Properties);
    let given = Assignments::of(cx.file, properties);
    let meant = assignments::properties(cx, given, &names, owner);
    let known = names::members_of(cx, of.id, Fields::Attributes);
    assignments::attributes(cx, Assignments::of(cx.file, attributes), &known, &names, owner);
    if demanded && !names.demanded.is_empty() && !owner.open && is_whole(unread, properties) {
        let given = given.names();
        let missing = assignments::missing(cx, &names, |name| meant.contains(&name) || given.contains(name));
        assignments::report_missing(cx, key, who, &said, &missing);
    }
}
