//! Builds interfaces, operations and notifications (TOSCA 2.0 §11).
//!
//! Input: the definitions of a type, and the members of its ancestors. Output: records, each linked to the
//! record that it refines. If a refinement uses a narrower type than the inherited one, the inherited
//! refinements are *rebased*: for each of them that the narrower type also defines, a record without a
//! definition merges both. Rebased records come before the written ones, which refine them.

use std::sync::Arc;

use crate::diagnostics::{quoted, rules};
use crate::keynames::Map;
use crate::syntax::{InterfaceDefinition, NotificationDefinition, OperationDefinition};
use crate::yaml::{NodeId, SourceNode};

use super::{Builder, Owner, all_keys};
use crate::model::types::field::{Field, FieldKind};
use crate::model::types::ids::{
    FieldId, InterfaceId, Interfaces, MemberId, OperationId, Operations, Part, RequirementId,
};
use crate::model::types::members::{DeclaredOperation, Interface, Operation};
use crate::model::types::store::{TypeRef, TypeUse};

impl Builder<'_, '_> {
    /// Adds the interfaces of a node type or relationship type.
    pub(super) fn own_interfaces(&mut self, map: Option<&Map<Arc<InterfaceDefinition>>>) {
        for (key, written) in all_keys(map) {
            let inherited = self.scope.interfaces.get(Interfaces, self.node(key).text());
            self.add_interface(key, written, inherited);
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
                .and_then(|start| self.last_own_named(&self.interfaces, start, name))
                .or_else(|| self.interface_in_relationships(inherited, name))
                .or_else(|| self.member_of(ty, Interfaces, name));
            self.add_interface(key, written, base);
        }
    }

    /// Adds a written interface, which refines `inherited`.
    fn add_interface(
        &mut self,
        key: NodeId,
        written: Option<&Arc<InterfaceDefinition>>,
        inherited: Option<InterfaceId>,
    ) {
        let own_name = written.and_then(|written| written.interface_type);
        let own_type = own_name.map(|name| self.type_use(self.tree(), name.node));
        let inherited_type = inherited.and_then(|id| self.interface(id).interface_type);
        let interface_type = self.narrowed(own_type, inherited_type);
        let narrower = self.narrows(own_type, inherited_type);
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

    /// Adds an interface that merges an inherited refinement with the interface of a narrower relationship
    /// type, which `type_node` names.
    pub(super) fn rebase_interface(
        &mut self,
        refinement: InterfaceId,
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
            let inherited_name = self.types.name(inherited.meaning);
            let new_name = self.types.name(new.meaning);
            let inherited_span = Some(self.types.node(inherited.node).span());
            self.diagnostics.push(rules::incompatible_type::new(
                self.types.node(type_node).span(),
                &what,
                new_name,
                inherited_name,
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
        let narrower = self.narrows(new_type, inherited_type);
        self.complete_interface(interface, narrower);
    }

    /// Adds `interface`, after building its inputs, operations and notifications. If its type is narrower
    /// than the inherited one, `narrower` is the inherited type, with the node that names the new one.
    fn complete_interface(&mut self, mut interface: Interface, narrower: Option<(TypeRef, SourceNode)>) {
        let (written, inherited) = (interface.written.clone(), interface.inherited);
        let written = written.as_deref();
        let ty = interface.interface_type.map_or(TypeRef::Unknown, |used| used.meaning);
        let owner = Owner::Interface(inherited, ty);
        let inputs = self.fields.len();
        if let Some((old, type_node)) = narrower {
            self.rebase_fields(FieldKind::Input, owner, old, type_node);
        }
        self.inputs(written.and_then(|written| written.inputs.as_ref()), owner, narrower.map(|_| inputs));
        interface.inputs = Part::new(inputs, self.fields.len());

        let operations = self.operations.len();
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
        let notifications = self.operations.len();
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
        interface.notifications = Part::new(notifications, self.operations.len());
        self.interfaces.push(interface);
    }

    /// Adds operations that merge inherited refinements with the operations of a narrower interface type, if
    /// there is one: `narrower` is the inherited type, with the node that names the new one.
    fn rebase_operations(
        &mut self,
        section: Operations,
        inherited: Option<InterfaceId>,
        new: TypeRef,
        narrower: Option<(TypeRef, SourceNode)>,
    ) {
        let Some((old, type_node)) = narrower else { return };
        for (name, type_member) in self.members_between(section, new, old) {
            let Some(refinement) = self.operation_in_interfaces(section, inherited, name) else { continue };
            let inputs = self.fields.len();
            self.rebase_parameters(FieldKind::Input, refinement, type_member, type_node);
            let outputs = self.fields.len();
            self.rebase_parameters(FieldKind::Output, refinement, type_member, type_node);
            let end = self.fields.len();
            let (inherited_operation, type_operation) =
                (self.operation(refinement), self.operation(type_member));
            let operation = Operation {
                key: inherited_operation.key,
                written: DeclaredOperation::Undeclared,
                inherited: Some(refinement),
                narrower_type_node: Some(type_node),
                implementation: inherited_operation.implementation.or(type_operation.implementation),
                inputs: Part::new(inputs, outputs),
                outputs: Part::new(outputs, end),
            };
            self.operations.push(operation);
        }
    }

    /// Adds parameters that merge the refinements of the operation `refinement` with the parameters of
    /// `type_member`, the operation of the narrower type.
    fn rebase_parameters(
        &mut self,
        kind: FieldKind,
        refinement: OperationId,
        type_member: OperationId,
        type_node: SourceNode,
    ) {
        let operation = self.operation(type_member);
        let part = if kind == FieldKind::Input { operation.inputs } else { operation.outputs };
        for parameter in part.ids(type_member.owner()) {
            let name = self.text(self.field(parameter).key);
            match self.in_chain(Owner::Operation(Some(refinement)), kind, name) {
                Some(refined_parameter) => {
                    let base = self.field(parameter).inherited;
                    self.rebase(refined_parameter, base, parameter, type_node);
                }
                None => {
                    let field = Field::from_narrower_type(parameter, self.field(parameter), type_node);
                    self.fields.push(field);
                }
            }
        }
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
            .and_then(|start| self.last_own_named(&self.operations, start, name))
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
            let part = match section {
                Operations::Operations => interface.operations,
                Operations::Notifications => interface.notifications,
            };
            if let Some(operation) = self.in_part(id.owner(), part, &self.operations, name) {
                return Some(operation);
            }
            next = interface.inherited;
        }
        None
    }

    /// Adds the operations of an interface type.
    pub(super) fn own_operations(&mut self, map: Option<&Map<Arc<OperationDefinition>>>) -> Part<Operation> {
        let start = self.operations.len();
        for (key, operation) in all_keys(map) {
            let inherited = self.scope.operations.get(Operations::Operations, self.node(key).text());
            let written =
                operation.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Operation);
            self.add_operation(key, written, inherited);
        }
        Part::new(start, self.operations.len())
    }

    /// Adds the notifications of an interface type.
    pub(super) fn own_notifications(
        &mut self,
        map: Option<&Map<Arc<NotificationDefinition>>>,
    ) -> Part<Operation> {
        let start = self.operations.len();
        for (key, notification) in all_keys(map) {
            let inherited = self.scope.operations.get(Operations::Notifications, self.node(key).text());
            let written =
                notification.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Notification);
            self.add_operation(key, written, inherited);
        }
        Part::new(start, self.operations.len())
    }

    /// Adds a written operation or notification, which refines `inherited`.
    fn add_operation(&mut self, key: NodeId, written: DeclaredOperation, inherited: Option<OperationId>) {
        let owner = Owner::Operation(inherited);
        let inputs = self.inputs(written.inputs(), owner, None);
        let outputs = self.outputs(written.outputs(), owner, None);
        let id = MemberId::new(self.id, self.operations.len());
        let own_implementation = written.implementation().map(|_| id);
        let implementation = own_implementation.or_else(|| self.operation(inherited?).implementation);
        self.operations.push(Operation {
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
