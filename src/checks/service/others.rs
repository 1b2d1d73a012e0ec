//! What groups, policies and artifacts have in common: a type, properties and attributes (TOSCA 2.0 §12.2,
//! §16.2, §16.4).

use crate::keynames::{Entity as _, Map, Meta, Slot, Unread, Value};
use crate::model::service::Assignments;
use crate::model::types::{BuiltIn, Fields, TypeView};
use crate::syntax::ArtifactDefinition;
use crate::values::{ValueType, What};
use crate::yaml::{Node, NodeId};

use super::Review;
use super::assignments::{Owner, is_whole, words};

impl<'g> Review<'g> {
    pub(super) fn artifact(&mut self, artifact: &'g ArtifactDefinition, demanded: bool) {
        let node = self.node(artifact.node);
        let at = artifact.artifact_type.map_or(node, |name| self.node(name.node));
        let of = self.types.defined(self.types.type_named(self.file, artifact.artifact_type));
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
            of,
            (artifact.properties(), Slot::Absent),
            demanded,
        );
        if let Some(of) = of {
            self.extension(artifact, of);
        }
    }

    /// Something of a type that is known, with properties and attributes.
    pub(super) fn typed(
        &mut self,
        key: Node<'g>,
        who: impl std::fmt::Display,
        (body, meta, unread): (NodeId, &'static Meta, Unread),
        of: Option<TypeView<'g>>,
        (properties, attributes): (Slot<&'g Map<Value>>, Slot<&'g Map<Value>>),
        demanded: bool,
    ) {
        let Some(of) = of else { return };
        let said = words(of);
        let body = self.node(body);
        let owner = Owner::of(of, &said).given_in(body, meta);
        let names = self.members_of(of.id, Fields::Properties);
        let given = Assignments::of(self.file, properties);
        let meant = self.properties(given, &names, owner);
        let known = self.members_of(of.id, Fields::Attributes);
        self.attributes(Assignments::of(self.file, attributes), &known, &names, owner);
        if demanded && !names.demanded.is_empty() && !owner.open && is_whole(unread, properties) {
            let given = given.names();
            let missing = self.missing(&names, |name| meant.contains(&name) || given.contains(name));
            self.report_missing(key, who, &said, &missing);
        }
    }
}
