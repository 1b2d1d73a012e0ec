//! What groups, policies and artifacts have in common: a type, properties and attributes (TOSCA 2.0 §12.2,
//! §16.2, §16.4).

use crate::grammar::{Entity as _, Map, Meta, Slot, Unread, Value};
use crate::model::types::{BuiltIn, Fields, TypeView, Types};
use crate::syntax::ArtifactDefinition;
use crate::values::{ValueType, What};
use crate::yaml::{Node, NodeId};

use super::Review;
use super::assignments::{Owner, is_whole, keys, words};

impl<'g> Review<'g> {
    pub(super) fn artifact(&mut self, artifact: &'g ArtifactDefinition, demanded: bool) {
        let node = self.node(artifact.node);
        let name = artifact.artifact_type.map(|name| name.node);
        let at = name.map_or(node, |name| self.node(name));
        if let Some(file) = artifact
            .file
            .map(|file| self.node(file.0))
            .filter(|file| self.types.expressions.call(*file).is_some())
        {
            let string = ValueType::built_in(BuiltIn::String);
            self.checker.check(file, &string, What::Named("keyname", "file"));
        }
        self.typed(
            at,
            "the artifact",
            (artifact.node, ArtifactDefinition::meta(), artifact.unread),
            name,
            (artifact.properties(), None),
            demanded,
        );
        self.extension(artifact);
    }

    /// Something with a type, properties and attributes; gives the type.
    pub(super) fn typed(
        &mut self,
        key: Node<'g>,
        who: impl std::fmt::Display,
        (body, meta, unread): (NodeId, &'static Meta, Unread),
        type_name: Option<NodeId>,
        (properties, attributes): (Slot<&'g Map<Value>>, Option<&'g Map<Value>>),
        demanded: bool,
    ) -> Option<TypeView<'g>> {
        let types: &'g Types = self.types;
        let of = types.defined(types.meaning(self.node(type_name?)))?;
        let said = words(of);
        let body = self.node(body);
        let owner = Owner::of(of, &said).given_in(body, meta);
        let names = self.members_of(of.id, Fields::Properties);
        let meant = self.properties(properties.given(), &names, owner);
        let known = self.members_of(of.id, Fields::Attributes);
        self.attributes(attributes, &known, &names, owner);
        if demanded && !names.demanded.is_empty() && !owner.open && is_whole(unread, properties) {
            let given = keys(properties.given().map(|section| self.node(section.node)));
            let missing = self.missing(&names, |name| meant.contains(&name) || given.contains(name));
            self.report_missing(key, who, &said, &missing);
        }
        Some(of)
    }
}
