//! Builds interfaces, operations and notifications (TOSCA 2.0 §11).
//!
//! Input: the definitions of a type, and the members of its ancestors. Output: records, each linked to the
//! record that it refines. If a refinement uses a narrower type than the inherited one, the inherited
//! refinements are *rebased*: for each of them that the narrower type also defines, a record without a
//! definition merges both. Rebased records come before the written ones, which refine them. A narrower
//! relationship type of a requirement can refine its interfaces, whether or not it changes their types; these
//! refinements are merged in the same way.

use std::sync::Arc;

use crate::base::IndexMap;
use crate::diagnostics::{quoted, rules};
use crate::keynames::{Entity as _, Map};
use crate::model::Truth;
use crate::syntax::{InterfaceDefinition, NotificationDefinition, OperationDefinition};
use crate::yaml::{NodeId, SourceNode};

use super::{Builder, Owner, all_keys};
use crate::model::types::field::{Field, FieldKind};
use crate::model::types::ids::{
    FieldId, Fields, InterfaceId, Interfaces, MemberId, OperationId, Operations, Part, RequirementId,
};
use crate::model::types::members::{DeclaredOperation, Interface, Operation};
use crate::model::types::store::{TypeRef, TypeUse};

/// What an interface brings that comes from elsewhere than from the interface that it refines.
#[derive(Clone, Copy)]
struct Narrower {
    /// The inherited interface type; the new one is this type, or is derived from it.
    old_type: TypeRef,
    /// The interface of the narrower relationship type, if there is one.
    new: Option<InterfaceId>,
    /// The interface of the previous relationship type, which `new` and the inherited interface both refine.
    old: Option<InterfaceId>,
    /// The node that names the narrower type.
    type_node: SourceNode,
}

impl<'g> Builder<'_, 'g> {
    /// Adds the interfaces of a node type or relationship type.
    pub(super) fn own_interfaces(&mut self, map: Option<&Map<Arc<InterfaceDefinition>>>) {
        for (key, written) in all_keys(map) {
            let inherited = self.scope.interfaces.get(Interfaces, self.node(key).text());
            let is_hidden = inherited.is_none() && self.scope.interfaces.hides(Interfaces);
            self.add_interface(key, written, inherited, is_hidden);
        }
    }

    /// Adds the interfaces of the relationship of a requirement. Each refines an interface that was rebased
    /// (from the index `rebased_start` on), one of the requirement `inherited`, or one of the relationship
    /// type `ty`.
    pub(super) fn relationship_interfaces(
        &mut self,
        map: Option<&Map<Arc<InterfaceDefinition>>>,
        inherited: Option<RequirementId>,
        ty: TypeRef,
        rebased_start: Option<usize>,
    ) {
        for (key, written) in all_keys(map) {
            let name = self.node(key).text();
            let base = rebased_start
                .and_then(|start| self.last_own_named(&self.further.interfaces, start, name))
                .or_else(|| self.interface_in_relationships(inherited, name))
                .or_else(|| self.member_of(ty, Interfaces, name));
            self.add_interface(key, written, base, false);
        }
    }

    /// Adds a written interface, which refines `inherited`, or what `is_hidden`.
    fn add_interface(
        &mut self,
        key: NodeId,
        written: Option<&Arc<InterfaceDefinition>>,
        inherited: Option<InterfaceId>,
        is_hidden: bool,
    ) {
        const PARTS: [&str; 4] = ["type", "inputs", "operations", "notifications"];
        let is_unread = is_hidden
            || written.is_none_or(|written| {
                written.unread.may_hide(InterfaceDefinition::meta(), &PARTS) || written.unread.is_cut_short()
            });
        let name = written.and_then(|written| written.interface_type);
        let own_type = self.own_type(key, name.map(|name| name.node), is_unread);
        let inherited_type = inherited.and_then(|id| self.interface(id).interface_type);
        let interface_type = self.narrowed(own_type, inherited_type);
        let narrower = self.narrows(own_type, inherited_type);
        let narrower =
            narrower.map(|(old_type, type_node)| Narrower { old_type, new: None, old: None, type_node });
        let interface = Interface {
            key: self.node(key).source(),
            written: written.cloned(),
            inherited,
            narrower_type_node: None,
            interface_type,
            inputs: Part::default(),
            operations: Part::default(),
            notifications: Part::default(),
        };
        self.complete_interface(interface, narrower);
    }

    /// Adds an interface that merges an inherited refinement with the interface `type_member` of a narrower
    /// relationship type, which `type_node` names. Both refine `base`, the interface of the previous
    /// relationship type.
    pub(super) fn rebase_interface(
        &mut self,
        refinement: InterfaceId,
        base: Option<InterfaceId>,
        type_member: InterfaceId,
        type_node: SourceNode,
    ) {
        let (inherited_interface, type_interface) = (self.interface(refinement), self.interface(type_member));
        let (key, inherited_type, new_type) =
            (inherited_interface.key, inherited_interface.interface_type, type_interface.interface_type);
        let new_type = new_type.map(|used| TypeUse { node: type_node, ..used });
        if let (Some(new), Some(inherited)) = (new_type, inherited_type)
            && !self.types.may_be_related(new.meaning, inherited.meaning)
        {
            let what = format!("interface {}", quoted(self.text(key)));
            let node = self.types.node(type_node);
            let file = node.tree().file();
            let inherited_span = Some(self.types.node(inherited.node).span());
            self.diagnostics.push(rules::incompatible_type::new(
                node.span(),
                &what,
                &self.types.name_in(new.meaning, file),
                &self.types.name_in(inherited.meaning, file),
                inherited_span,
            ));
        }
        let interface = Interface {
            key,
            written: None,
            inherited: Some(refinement),
            narrower_type_node: Some(type_node),
            interface_type: self.narrowed(new_type, inherited_type),
            inputs: Part::default(),
            operations: Part::default(),
            notifications: Part::default(),
        };
        let old_type = inherited_type.map_or(TypeRef::Unknown, |used| used.meaning);
        let is_related = new_type.is_some_and(|new| self.types.relation(new.meaning, old_type) == Truth::Yes);
        let narrower =
            is_related.then_some(Narrower { old_type, new: Some(type_member), old: base, type_node });
        self.complete_interface(interface, narrower);
    }

    /// Adds `interface`, after building its inputs, operations and notifications; those that are `narrower`
    /// are merged with the inherited ones.
    fn complete_interface(&mut self, mut interface: Interface, narrower: Option<Narrower>) {
        let (written, inherited) = (interface.written.clone(), interface.inherited);
        let written = written.as_deref();
        let ty = interface.interface_type.map_or(TypeRef::Unknown, |used| used.meaning);
        let owner = Owner::Interface(inherited, ty);
        let inputs = self.fields.len();
        if let Some(narrower) = narrower {
            self.rebase_inputs(inherited, ty, narrower);
        }
        self.inputs(written.and_then(|written| written.inputs.as_ref()), owner, narrower.map(|_| inputs));
        interface.inputs = Part::new(inputs, self.fields.len());

        let operations = self.further.operations.len();
        self.rebase_operations(Operations::Operations, inherited, ty, narrower);
        for (key, operation) in all_keys(written.and_then(|written| written.operations.as_ref())) {
            let written =
                operation.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Operation);
            let rebased_start = narrower.map(|_| operations);
            let base = self.base_operation(
                Operations::Operations,
                inherited,
                ty,
                rebased_start,
                self.node(key).text(),
            );
            self.add_operation(key, written, base);
        }
        let notifications = self.further.operations.len();
        interface.operations = Part::new(operations, notifications);
        self.rebase_operations(Operations::Notifications, inherited, ty, narrower);
        for (key, notification) in all_keys(written.and_then(|written| written.notifications.as_ref())) {
            let written =
                notification.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Notification);
            let rebased_start = narrower.map(|_| notifications);
            let base = self.base_operation(
                Operations::Notifications,
                inherited,
                ty,
                rebased_start,
                self.node(key).text(),
            );
            self.add_operation(key, written, base);
        }
        interface.notifications = Part::new(notifications, self.further.operations.len());
        self.further.interfaces.push(interface);
    }

    /// Adds inputs that merge inherited refinements with those of a narrower interface; `new` is its type.
    fn rebase_inputs(&mut self, inherited: Option<InterfaceId>, new: TypeRef, narrower: Narrower) {
        let Narrower { old_type, old, type_node, .. } = narrower;
        let mut inputs: IndexMap<&'g str, FieldId> = IndexMap::default();
        for id in self.interfaces_between(narrower) {
            for input in self.interface(id).inputs.ids(id.owner()) {
                inputs.entry(self.text(self.field(input).key)).or_insert(input);
            }
        }
        let of_interface = inputs.len();
        for (name, id) in self.members_between(Fields::Inputs, new, old_type) {
            inputs.entry(name).or_insert(id);
        }
        for (index, (name, type_field)) in inputs.into_iter().enumerate() {
            let base =
                self.in_interfaces(old, name).or_else(|| self.member_of(old_type, Fields::Inputs, name));
            match self.in_interfaces(inherited, name) {
                Some(refinement) => self.rebase(refinement, base, type_field, type_node),
                // Inputs of the type need no record.
                None if index < of_interface => self.take_over(type_field, type_node),
                None => {}
            }
        }
    }

    /// Returns the interfaces of narrower relationship types, nearest first.
    fn interfaces_between(&self, narrower: Narrower) -> Vec<InterfaceId> {
        let mut between = Vec::new();
        let mut next = narrower.new;
        while let Some(id) = next.filter(|id| Some(*id) != narrower.old) {
            between.push(id);
            next = self.interface(id).inherited;
        }
        between
    }

    /// Adds operations that merge inherited refinements with the operations of a `narrower` interface, if
    /// there is one; `new` is its type.
    fn rebase_operations(
        &mut self,
        section: Operations,
        inherited: Option<InterfaceId>,
        new: TypeRef,
        narrower: Option<Narrower>,
    ) {
        let Some(narrower) = narrower else { return };
        let Narrower { old_type, old, type_node, .. } = narrower;
        let mut operations: IndexMap<&'g str, OperationId> = IndexMap::default();
        for id in self.interfaces_between(narrower) {
            for operation in self.interface(id).operations_in(section).ids(id.owner()) {
                operations.entry(self.text(self.operation(operation).key)).or_insert(operation);
            }
        }
        let of_interface = operations.len();
        for (name, id) in self.members_between(section, new, old_type) {
            operations.entry(name).or_insert(id);
        }
        for (index, (name, type_member)) in operations.into_iter().enumerate() {
            let base = self
                .operation_in_interfaces(section, old, name)
                .or_else(|| self.member_of(old_type, section, name));
            match self.operation_in_interfaces(section, inherited, name) {
                Some(refinement) if Some(refinement) != base => {
                    self.rebase_operation(refinement, base, type_member, type_node);
                }
                _ if index < of_interface => self.take_over_operation(type_member, type_node),
                Some(refinement) => self.rebase_operation(refinement, base, type_member, type_node),
                // Operations of the type need no record.
                None => {}
            }
        }
    }

    /// Adds an operation that merges an inherited refinement with the operation `type_member` of a narrower
    /// type, which `type_node` names. Both refine `base`.
    fn rebase_operation(
        &mut self,
        refinement: OperationId,
        base: Option<OperationId>,
        type_member: OperationId,
        type_node: SourceNode,
    ) {
        let inputs = self.fields.len();
        self.rebase_parameters(FieldKind::Input, refinement, base, type_member, type_node);
        let outputs = self.fields.len();
        self.rebase_parameters(FieldKind::Output, refinement, base, type_member, type_node);
        let end = self.fields.len();
        let own = self.operation(refinement);
        let of_base = base.and_then(|base| self.operation(base).implementation);
        let of_type = self.operation(type_member).implementation;
        let implementation = match own.implementation {
            Some(own) if Some(own) != of_base => Some(own),
            own => of_type.or(own),
        };
        let operation = Operation {
            key: own.key,
            written: DeclaredOperation::Undeclared,
            inherited: Some(refinement),
            narrower_type_node: Some(type_node),
            implementation,
            inputs: Part::new(inputs, outputs),
            outputs: Part::new(outputs, end),
        };
        self.further.operations.push(operation);
    }

    /// Adds an operation of a narrower type, which `type_node` names, without any change.
    fn take_over_operation(&mut self, type_member: OperationId, type_node: SourceNode) {
        let end = self.fields.len();
        let of_type = self.operation(type_member);
        let operation = Operation {
            key: of_type.key,
            written: DeclaredOperation::Undeclared,
            inherited: Some(type_member),
            narrower_type_node: Some(type_node),
            implementation: of_type.implementation,
            inputs: Part::new(end, end),
            outputs: Part::new(end, end),
        };
        self.further.operations.push(operation);
    }

    /// Adds parameters that merge the refinements of the operation `refinement` with the parameters of
    /// `type_member`, the operation of the narrower type; both refine `base`.
    fn rebase_parameters(
        &mut self,
        kind: FieldKind,
        refinement: OperationId,
        base: Option<OperationId>,
        type_member: OperationId,
        type_node: SourceNode,
    ) {
        let mut parameters: IndexMap<&'g str, FieldId> = IndexMap::default();
        let mut next = Some(type_member);
        while let Some(id) = next.filter(|id| Some(*id) != base) {
            let operation = self.operation(id);
            let part = if kind == FieldKind::Input { operation.inputs } else { operation.outputs };
            for parameter in part.ids(id.owner()) {
                parameters.entry(self.text(self.field(parameter).key)).or_insert(parameter);
            }
            next = operation.inherited;
        }
        for (name, parameter) in parameters {
            match self.in_operations(Some(refinement), kind, name) {
                Some(refined_parameter) => {
                    let base = self.in_operations(base, kind, name);
                    self.rebase(refined_parameter, base, parameter, type_node);
                }
                None => self.take_over(parameter, type_node),
            }
        }
    }

    /// Adds a field of a narrower type, which `type_node` names, without any change.
    fn take_over(&mut self, type_field: FieldId, type_node: SourceNode) {
        let field = Field::from_narrower_type(type_field, self.field(type_field), type_node);
        self.fields.push(field);
    }

    /// Returns the operation or notification that an operation of an interface definition refines: one that
    /// was merged for a narrower type (from the index `rebased_start` on), an inherited refinement, or one of
    /// the interface type.
    fn base_operation(
        &self,
        section: Operations,
        inherited: Option<InterfaceId>,
        ty: TypeRef,
        rebased_start: Option<usize>,
        name: &str,
    ) -> Option<OperationId> {
        rebased_start
            .and_then(|start| self.last_own_named(&self.further.operations, start, name))
            .or_else(|| self.operation_in_interfaces(section, inherited, name))
            .or_else(|| self.member_of(ty, section, name))
    }

    /// Returns the operation or notification `name` of the interface `next`, or of one that it refines.
    fn operation_in_interfaces(
        &self,
        section: Operations,
        mut next: Option<InterfaceId>,
        name: &str,
    ) -> Option<OperationId> {
        while let Some(id) = next {
            let interface = self.interface(id);
            let part = interface.operations_in(section);
            if let Some(operation) = self.in_part(id.owner(), part, &self.further.operations, name) {
                return Some(operation);
            }
            next = interface.inherited;
        }
        None
    }

    /// Adds the operations of an interface type.
    pub(super) fn own_operations(&mut self, map: Option<&Map<Arc<OperationDefinition>>>) -> Part<Operation> {
        let start = self.further.operations.len();
        for (key, operation) in all_keys(map) {
            let inherited = self.scope.operations.get(Operations::Operations, self.node(key).text());
            let written =
                operation.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Operation);
            self.add_operation(key, written, inherited);
        }
        Part::new(start, self.further.operations.len())
    }

    /// Adds the notifications of an interface type.
    pub(super) fn own_notifications(
        &mut self,
        map: Option<&Map<Arc<NotificationDefinition>>>,
    ) -> Part<Operation> {
        let start = self.further.operations.len();
        for (key, notification) in all_keys(map) {
            let inherited = self.scope.operations.get(Operations::Notifications, self.node(key).text());
            let written =
                notification.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Notification);
            self.add_operation(key, written, inherited);
        }
        Part::new(start, self.further.operations.len())
    }

    /// Adds a written operation or notification, which refines `inherited`.
    fn add_operation(&mut self, key: NodeId, written: DeclaredOperation, inherited: Option<OperationId>) {
        let owner = Owner::Operation(inherited);
        let inputs = self.inputs(written.inputs(), owner, None);
        let outputs = self.outputs(written.outputs(), owner, None);
        let id = MemberId::new(self.id, self.further.operations.len());
        let own_implementation = written.implementation().map(|_| id);
        let implementation = own_implementation.or_else(|| self.operation(inherited?).implementation);
        self.further.operations.push(Operation {
            key: self.node(key).source(),
            written,
            inherited,
            narrower_type_node: None,
            implementation,
            inputs,
            outputs,
        });
    }

    /// Returns the input `name` of the interface `inherited`, or of one that it refines.
    pub(super) fn in_interfaces(&self, mut inherited: Option<InterfaceId>, name: &str) -> Option<FieldId> {
        while let Some(id) = inherited {
            let interface = self.interface(id);
            if let Some(input) = self.in_part(id.owner(), interface.inputs, &self.fields, name) {
                return Some(input);
            }
            inherited = interface.inherited;
        }
        None
    }
}
