//! Builds the members of types from their definitions, each linked to the definition that it refines.

mod capabilities;
mod fields;
mod interfaces;
mod requirements;
mod scope;

use std::sync::Arc;

use crate::diagnostics::{Diagnostic, rules};
use crate::keynames::Map;
use crate::load::FileGraph;
use crate::model::Keyed;
use crate::model::Truth;
use crate::resolve::DefinitionId;
use crate::syntax::NodeType;
use crate::yaml::{NodeId, SourceNode, Tree, YamlNode};

use super::field::{Field, FieldKind};
use super::ids::{
    CapabilityId, FieldId, Fields, InterfaceId, MemberId, OperationId, Part, Record, RequirementId, Section,
};
use super::members::{Artifact, FurtherMembers, Interface, Members, Operation, Trigger};
use super::store::{Body, TypeNumber, TypeRef, TypeUse, Types};
use scope::Scope;

/// Builds the members of all types in `order`: parents before children. Returns findings in entries that are
/// known to be definitions only after their ancestors were built.
pub(super) fn build(types: &mut Types, order: &[TypeNumber]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let graph = Arc::clone(&types.graph);
    let mut scope = Scope::default();
    let mut kind = None;
    for (position, &number) in order.iter().enumerate() {
        // Types have parts of kinds that come before theirs.
        if kind.replace(types.all.at(number).kind) != Some(types.all.at(number).kind) {
            index(types, order, position);
        }
        scope.leave_all_but(types.all.at(number).extent.0);
        let mut builder = Builder::new(types, &graph, &scope, number, &mut diagnostics);
        builder.build();
        let members = builder.finish();
        types.all.at_mut(number).members = members;
        let ty = types.all.at(number);
        if ty.extent.1 > ty.extent.0 + 1 {
            scope.enter(&graph, ty);
        }
    }
    index(types, order, order.len());
    diagnostics
}

/// Adds the types in `order` up to `end`, which are complete, to the index of deep hierarchies.
fn index(types: &mut Types, order: &[TypeNumber], end: usize) {
    let mut deep = std::mem::take(&mut types.deep);
    deep.add(types, order, end);
    types.deep = deep;
}

/// The owner of fields, which determines what they may refine.
#[derive(Clone, Copy)]
enum Owner {
    /// The type itself: its fields refine inherited ones.
    Type,
    /// The members of an inherited capability, then those of a capability type.
    Capability(Option<CapabilityId>, TypeRef),
    /// The members of the relationship of an inherited requirement, then those of a relationship type.
    Relationship(Option<RequirementId>, TypeRef),
    /// The members of an inherited interface, then those of an interface type.
    Interface(Option<InterfaceId>, TypeRef),
    /// The parameters of an inherited operation.
    Operation(Option<OperationId>),
}

/// Builds the members of one type.
struct Builder<'b, 'g> {
    types: &'b Types,
    graph: &'g FileGraph,
    scope: &'b Scope<'g>,
    id: DefinitionId,
    diagnostics: &'b mut Vec<Diagnostic>,
    fields: Vec<Field>,
    members: Members,
    further: FurtherMembers,
}

impl<'b, 'g> Builder<'b, 'g> {
    fn new(
        types: &'b Types,
        graph: &'g FileGraph,
        scope: &'b Scope<'g>,
        number: TypeNumber,
        diagnostics: &'b mut Vec<Diagnostic>,
    ) -> Self {
        let ty = types.all.at(number);
        Self {
            types,
            graph,
            scope,
            id: ty.id,
            diagnostics,
            fields: Vec::new(),
            members: Members::default(),
            further: FurtherMembers::NONE,
        }
    }

    fn tree(&self) -> &'g Tree {
        self.graph.file(self.id.file).tree()
    }

    fn node(&self, id: NodeId) -> YamlNode<'g> {
        self.tree().node(id)
    }

    /// Returns the text of a node of any file.
    fn text(&self, node: SourceNode) -> &'g str {
        self.graph.node(node).text()
    }

    fn type_use(&self, tree: &Tree, name: NodeId) -> TypeUse {
        self.types.type_use(tree.node(name))
    }

    /// Returns the type that a definition at `key` gives or refines. It is unknown if it, or a part of the definition that
    /// refines members of the type, `is_unread`.
    fn own_type(&self, key: NodeId, name: Option<NodeId>, is_unread: bool) -> Option<TypeUse> {
        if is_unread {
            return Some(TypeUse { meaning: TypeRef::Unknown, node: self.node(key).source() });
        }
        name.map(|name| self.type_use(self.tree(), name))
    }

    /// Reports a new name that differs from an inherited name only in spelling (9.3b-26).
    fn nearly_inherited(&mut self, kind: FieldKind, section: Fields, key: YamlNode<'g>) {
        let Some(name) = self.scope.spelled_like(section, key.text()) else { return };
        if let Some(id) = self.scope.fields.get(section, name) {
            let span = self.types.node(self.field(id).key).span();
            let diagnostic =
                rules::nearly_inherited_name::new(key.span(), kind.name(), key.text(), name, span);
            self.diagnostics.push(diagnostic);
        }
    }

    fn build(&mut self) {
        let body = &self.types.record(self.id).body;
        let (properties, attributes) = match body {
            Body::Artifact(body) => (&body.properties, None),
            Body::Data(body) => (&body.properties, None),
            Body::Capability(body) => (&body.properties, body.attributes.as_ref()),
            Body::Relationship(body) => (&body.properties, body.attributes.as_ref()),
            Body::Node(body) => (&body.properties, body.attributes.as_ref()),
            Body::Group(body) => (&body.properties, body.attributes.as_ref()),
            Body::Policy(body) => (&body.properties, None),
            Body::Interface(_) | Body::Unreadable => (&None, None),
        };
        self.members.properties = self.properties(properties.as_ref(), Owner::Type, None);
        self.members.attributes = self.attributes(attributes, Owner::Type, None);
        match body {
            Body::Node(body) => self.node_type(body),
            Body::Relationship(body) => {
                let start = self.further.interfaces.len();
                self.own_interfaces(body.interfaces.as_ref());
                self.further.own_interfaces = Part::new(start, self.further.interfaces.len());
            }
            Body::Interface(body) => {
                self.further.inputs = self.inputs(body.inputs.as_ref(), Owner::Type, None);
                let operations = body.operations.as_ref().map(|map| &map.0);
                self.further.own_operations = self.own_operations(operations);
                let notifications = body.notifications.as_ref().map(|map| &map.0);
                self.further.own_notifications = self.own_notifications(notifications);
            }
            Body::Policy(body) => {
                self.further.triggers =
                    self.keys(body.triggers.as_ref(), |key, written| Trigger { key, written });
            }
            _ => {}
        }
    }

    fn node_type(&mut self, body: &NodeType) {
        self.own_capabilities(body.capabilities.as_ref());
        // Interfaces of relationships follow those of the type.
        self.own_interfaces(body.interfaces.as_ref());
        self.further.own_interfaces = Part::new(0, self.further.interfaces.len());
        for entry in body.requirements.iter().flat_map(|named| &named.entries) {
            self.requirement(entry.key, &entry.value);
        }
        self.further.artifacts = self.keys(body.artifacts.as_ref(), |key, written| Artifact { key, written });
    }

    fn keys<T, R>(
        &self,
        map: Option<&Map<Arc<T>>>,
        record: impl Fn(SourceNode, Option<Arc<T>>) -> R,
    ) -> Vec<R> {
        all_keys(map).map(|(key, written)| record(self.node(key).source(), written.cloned())).collect()
    }

    fn finish(self) -> Members {
        Members { fields: self.fields.into(), ..self.members }.with(self.further)
    }

    /// Returns a field of this type, or of a type that is already built.
    fn field(&self, id: FieldId) -> &Field {
        self.record(id, &self.fields)
    }

    fn operation(&self, id: OperationId) -> &Operation {
        self.record(id, &self.further.operations)
    }

    fn interface(&self, id: InterfaceId) -> &Interface {
        self.record(id, &self.further.interfaces)
    }

    /// Returns a record of this type, from `own_records`, or of a type that is already built.
    fn record<'r, T: Record>(&'r self, id: MemberId<T>, own_records: &'r [T]) -> &'r T {
        if id.owner() == self.id { id.record_in(own_records) } else { self.types.member_record(id) }
    }

    /// Returns the member `name` of a type that is already built.
    fn member_of<S: Section>(&self, ty: TypeRef, section: S, name: &str) -> Option<MemberId<S::Member>> {
        self.types.member(self.types.defined(ty)?, section, name)
    }

    /// Returns the last record called `name` among those that this type has built so far, from the index
    /// `start` on.
    fn last_own_named<T: Record>(&self, own_records: &[T], start: usize, name: &str) -> Option<MemberId<T>> {
        let later = own_records.get(start..)?;
        let index = later.iter().rposition(|record| self.text(record.source()) == name)?;
        Some(MemberId::new(self.id, start + index))
    }

    /// Returns the field that a field called `name` refines; fields of the same owner from `start` on come
    /// first.
    fn base(&self, owner: Owner, kind: FieldKind, start: Option<usize>, name: &'g str) -> Option<FieldId> {
        let rebased_field = start.and_then(|start| {
            let later = self.fields.get(start..)?;
            let index = later.iter().rposition(|field| field.kind == kind && self.text(field.key) == name)?;
            Some(MemberId::new(self.id, start + index))
        });
        if rebased_field.is_some() {
            return rebased_field;
        }
        let ty = match owner {
            Owner::Type | Owner::Operation(_) => return self.in_chain(owner, kind, name),
            Owner::Capability(_, ty) | Owner::Relationship(_, ty) | Owner::Interface(_, ty) => ty,
        };
        self.in_chain(owner, kind, name).or_else(|| self.member_of(ty, section(kind)?, name))
    }

    /// Returns the field `name` among the refinements that an owner inherits.
    fn in_chain(&self, owner: Owner, kind: FieldKind, name: &'g str) -> Option<FieldId> {
        match owner {
            Owner::Type => self.scope.fields.get(section(kind)?, name),
            Owner::Capability(inherited, _) => self.in_capabilities(inherited, kind, name),
            Owner::Relationship(inherited, _) => self.in_relationships(inherited, kind, name),
            Owner::Interface(inherited, _) => self.in_interfaces(inherited, name),
            Owner::Operation(inherited) => self.in_operations(inherited, kind, name),
        }
    }

    /// Returns the members in a section that `new` and its ancestors below `old` define: the nearest
    /// definition of each name. `old` is an ancestor of `new`.
    fn members_between<S: Section>(
        &self,
        section: S,
        new: TypeRef,
        old: TypeRef,
    ) -> Vec<(&'g str, MemberId<S::Member>)> {
        let mut names: crate::base::IndexMap<&'g str, MemberId<S::Member>> = crate::base::IndexMap::default();
        let Some(new) = self.types.defined(new) else { return Vec::new() };
        for ancestor in self.types.lineage(new).take_while(|ty| TypeRef::Defined(ty.id) != old) {
            for id in section.own_members(ancestor.members()).ids(ancestor.id) {
                names.entry(self.text(self.types.member_record(id).source())).or_insert(id);
            }
            if ancestor.hides(section) {
                break;
            }
        }
        names.into_iter().collect()
    }

    /// Merges the refinements that an owner inherits with the fields of a narrower type, which `type_node`
    /// names (8.3-06, A-70).
    fn rebase_fields(&mut self, kind: FieldKind, owner: Owner, old: TypeRef, type_node: SourceNode) {
        let (Owner::Capability(_, new) | Owner::Relationship(_, new)) = owner else { return };
        let Some(section) = section(kind) else { return };
        for (name, type_member) in self.members_between(section, new, old) {
            let Some(refinement) = self.in_chain(owner, kind, name) else { continue };
            let base = self.member_of(old, section, name);
            self.rebase(refinement, base, type_member, type_node);
        }
    }

    fn rebase(
        &mut self,
        refinement: FieldId,
        base: Option<FieldId>,
        type_member: FieldId,
        type_node: SourceNode,
    ) {
        let (inherited_field, type_field) = (self.field(refinement), self.field(type_member));
        let narrower = match (inherited_field.data_type, type_field.data_type) {
            (Some(inherited), Some(new)) => self.types.relation(new, inherited) == Truth::Yes,
            (inherited, _) => inherited.is_none(),
        };
        let base = base.map(|id| (id, self.field(id)));
        let field = Field::rebase(
            (refinement, inherited_field),
            base,
            (type_member, type_field),
            narrower,
            type_node,
        );
        self.fields.push(field);
    }

    /// Returns the last record called `name` in a part of the records of a type.
    fn in_part<T: Record>(
        &self,
        owner: DefinitionId,
        part: Part<T>,
        own_records: &[T],
        name: &str,
    ) -> Option<MemberId<T>> {
        part.ids(owner).rev().find(|id| self.text(self.record(*id, own_records).source()) == name)
    }
}

/// Returns the section for a kind of field, or `None` for outputs, which types do not have.
fn section(kind: FieldKind) -> Option<Fields> {
    match kind {
        FieldKind::Property => Some(Fields::Properties),
        FieldKind::Attribute => Some(Fields::Attributes),
        FieldKind::Input => Some(Fields::Inputs),
        FieldKind::Output => None,
    }
}

/// Iterates over the keys of a map, each with its entry, or with `None` if the entry could not be read.
fn all_keys<T>(map: Option<&Map<T>>) -> impl Iterator<Item = (NodeId, Option<&T>)> {
    let read = map.into_iter().flat_map(|map| &map.entries).map(|(key, entry)| (*key, Some(entry)));
    read.chain(map.into_iter().flat_map(|map| &map.unread).map(|key| (*key, None)))
}
