//! Queries of later phases: members by id, meanings of names, lists of allowed types, schemas of data types.

use crate::base::FileId;
use crate::keynames::{Ref, Slot};
use crate::load::File;
use crate::model::Truth;
use crate::resolve::{DefinitionId, Meaning};
use crate::syntax::{FunctionDefinition, RepositoryDefinition};
use crate::yaml::YamlNode;

use super::field::Schema;
use super::ids::{ArtifactId, CapabilityId, FieldId, InterfaceId, OperationId, RequirementId, TriggerId};
use super::store::{Body, TypeRef, Types};
use super::view::{
    ArtifactView, CapabilityView, FieldView, InterfaceView, OperationView, RequirementView, TriggerView,
    TypeView,
};
use crate::model::View;

impl Types {
    /// Whether refinements in `file` that TOSCA 2.0 does not allow are effective anyway.
    #[must_use]
    pub fn keeps_refinements(&self, file: FileId) -> bool {
        self.graph.file(file).policies().refinements.are_in_force && !self.graph.strict
    }

    /// Returns the file, key and definition of the function `id`, which a file or its service template
    /// defines.
    #[must_use]
    pub fn function(&self, id: DefinitionId) -> Option<(&File, YamlNode<'_>, &FunctionDefinition)> {
        let file = self.graph.file(id.file);
        let definition = self.names.definition(id);
        let root = file.syntax()?;
        let map = if definition.in_template {
            &root.service_template.as_ref()?.functions.as_ref()?.0
        } else {
            root.functions.as_ref()?
        };
        let (key, function) = map.entries.get(definition.entry? as usize)?;
        Some((file, file.node(*key), function))
    }

    /// Returns the file, key and definition of the repository `id`.
    #[must_use]
    pub fn repository(&self, id: DefinitionId) -> Option<(&File, YamlNode<'_>, &RepositoryDefinition)> {
        let file = self.graph.file(id.file);
        let repositories = file.syntax()?.repositories.as_ref()?;
        let (key, repository) = repositories.entries.get(self.names.definition(id).entry? as usize)?;
        Some((file, file.node(*key), repository))
    }

    /// Returns the field `id`.
    #[must_use]
    pub fn field(&self, id: FieldId) -> FieldView<'_> {
        View::new(self, self.member_record(id))
    }

    /// Returns the capability `id`.
    #[must_use]
    pub fn capability(&self, id: CapabilityId) -> CapabilityView<'_> {
        View::new(self, self.member_record(id))
    }

    /// Returns the requirement `id`.
    #[must_use]
    pub fn requirement(&self, id: RequirementId) -> RequirementView<'_> {
        View::new(self, self.member_record(id))
    }

    /// Returns the interface `id`.
    #[must_use]
    pub fn interface(&self, id: InterfaceId) -> InterfaceView<'_> {
        View::new(self, self.member_record(id))
    }

    /// Returns the operation or notification `id`.
    #[must_use]
    pub fn operation(&self, id: OperationId) -> OperationView<'_> {
        View::new(self, self.member_record(id))
    }

    /// Returns the artifact `id` of a node type.
    #[must_use]
    pub fn artifact(&self, id: ArtifactId) -> ArtifactView<'_> {
        View::new(self, self.member_record(id))
    }

    /// Returns the trigger `id` of a policy type.
    #[must_use]
    pub fn trigger(&self, id: TriggerId) -> TriggerView<'_> {
        View::new(self, self.member_record(id))
    }

    /// Returns the type that a name in `file` means.
    #[must_use]
    pub fn type_named<T>(&self, file: &File, name: Option<Ref<T>>) -> TypeRef {
        name.map_or(TypeRef::Unknown, |name| self.meaning(file.node(name.node)))
    }

    /// Returns the definition that a name means, or that its key refines, or `None` if it is built-in or not
    /// known.
    #[must_use]
    pub fn definition_named(&self, name: YamlNode<'_>) -> Option<DefinitionId> {
        match self.names.meaning(name.tree().file(), name.id())? {
            Meaning::Definition(id) => Some(id),
            _ => None,
        }
    }

    /// Returns whether a name that may be a type is certainly not one.
    #[must_use]
    pub fn is_nothing(&self, node: YamlNode<'_>) -> bool {
        self.names.meaning(node.tree().file(), node.id()) == Some(Meaning::Nothing)
    }

    /// Returns the list of types that a group type allows as members, or a policy type as targets, and the
    /// type that has it: the type itself, or else the nearest ancestor. `None` if all types are allowed, or
    /// if the list could not be read.
    #[must_use]
    pub fn allowed<'m>(&'m self, ty: TypeView<'m>) -> Option<(TypeView<'m>, YamlNode<'m>)> {
        self.lineage(ty).find_map(|ancestor| {
            let list = match ancestor.body() {
                Body::Group(body) => body.members().map(|names| names.0.node),
                Body::Policy(body) => body.targets().map(|names| names.0.node),
                _ => return None,
            };
            match list {
                Slot::Given(list) => Some(Some((ancestor, ancestor.tree().node(list)))),
                Slot::Unreadable => Some(None),
                Slot::Absent => None,
            }
        })?
    }

    /// Returns the types that an entry of a list means: two if a node type and a group type have the same
    /// name.
    fn meanings(&self, entry: YamlNode<'_>) -> impl Iterator<Item = TypeRef> {
        let second = self.names.second_meaning(entry.tree().file(), entry.id()).map(TypeRef::Defined);
        std::iter::once(self.meaning(entry)).chain(second)
    }

    /// Returns whether a list of types names `ty` or an ancestor of it.
    #[must_use]
    pub fn allows(&self, list: YamlNode<'_>, ty: TypeRef) -> Truth {
        let mut truth = if list.is_broken() { Truth::Unknown } else { Truth::No };
        for entry in list.items().flat_map(|entry| self.meanings(entry)) {
            match self.relation(ty, entry) {
                Truth::Yes => return Truth::Yes,
                Truth::Unknown => truth = Truth::Unknown,
                Truth::No => {}
            }
        }
        truth
    }

    /// Returns whether a list of types names a type of this kind.
    #[must_use]
    pub fn allows_kind(&self, list: YamlNode<'_>, kind: crate::keynames::NameKind) -> bool {
        let mut meanings = list.items().flat_map(|entry| self.meanings(entry));
        meanings.any(|meaning| self.defined(meaning).is_some_and(|ty| ty.kind == kind))
    }

    /// Returns the key schemas (if `keys` is set) or entry schemas that a data type and its ancestors define,
    /// nearest first.
    pub fn schemas_of_type(&self, data_type: TypeRef, keys: bool) -> impl Iterator<Item = Schema<'_>> {
        self.defined(data_type).into_iter().flat_map(|ty| self.lineage(ty)).filter_map(move |ancestor| {
            let Body::Data(body) = ancestor.body() else { return None };
            let schema = if keys { &body.key_schema } else { &body.entry_schema };
            let definition = schema.as_deref()?;
            Some(Schema { tree: ancestor.tree(), definition })
        })
    }

    /// Whether a key schema (if `keys` is set) or entry schema of a data type or its ancestors could not be read, and
    /// comes before those that could be.
    pub(crate) fn may_hide_schema(&self, data_type: TypeRef, keys: bool) -> bool {
        let mut lineage = self.defined(data_type).into_iter().flat_map(|ty| self.lineage(ty));
        let nearest = lineage.find_map(|ancestor| {
            let Body::Data(body) = ancestor.body() else { return None };
            let schema = if keys { body.key_schema() } else { body.entry_schema() };
            (!schema.is_absent()).then(|| schema.is_unreadable())
        });
        nearest == Some(true)
    }
}
