//! Builds interfaces, operations and notifications (TOSCA 2.0 §11).

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

    /// Adds the interfaces of the relationship of a requirement: `inherited` is the requirement that it
    /// refines, `ty` the relationship type; interfaces from `earlier` on come first.
    pub(super) fn relationship_interfaces(
        &mut self,
        map: Option<&Map<Arc<InterfaceDefinition>>>,
        inherited: Option<RequirementId>,
        ty: TypeRef,
        earlier: Option<usize>,
    ) {
        for (key, written) in all_keys(map) {
            let name = self.node(key).text();
            let base = earlier
                .and_then(|start| self.last_own(&self.interfaces, start, name))
                .or_else(|| self.interface_in_relationships(inherited, name))
                .or_else(|| self.member_of(ty, Interfaces, name));
            self.add_interface(key, written, base);
        }
    }

    fn add_interface(
        &mut self,
        key: NodeId,
        written: Option<&Arc<InterfaceDefinition>>,
        inherited: Option<InterfaceId>,
    ) {
        let own_type = written.and_then(|written| written.interface_type);
        let own_type = own_type.map(|name| self.type_use(self.tree(), name.node));
        let inherited_type = inherited.and_then(|id| self.interface(id).interface_type);
        let interface_type = self.narrowed(own_type, inherited_type);
        let narrower = self.narrows(own_type, inherited_type);
        let interface = Interface {
            key: self.node(key).source(),
            written: written.cloned(),
            inherited,
            again: None,
            interface_type,
            inputs: Part::default(),
            operations: Part::default(),
            notifications: Part::default(),
        };
        self.fill_interface(interface, narrower);
    }

    /// Merges an inherited refinement of an interface with the interface of a narrower relationship type,
    /// which `type_node` names.
    pub(super) fn rebase_interface(&mut self, before: InterfaceId, also: InterfaceId, type_node: SourceNode) {
        let (inherited_interface, type_interface) = (self.interface(before), self.interface(also));
        let (key, inherited_type, own_type) =
            (inherited_interface.key, inherited_interface.interface_type, type_interface.interface_type);
        let own_type = own_type.map(|used| TypeUse { node: type_node, ..used });
        if let (Some(own), Some(before)) = (own_type, inherited_type)
            && !self.types.could_meet(own.meaning, before.meaning)
        {
            let (what, name) =
                (format!("interface {}", quoted(self.text(key))), self.types.name(before.meaning));
            let own_name = self.types.name(own.meaning);
            let before_span = Some(self.types.node(before.node).span());
            self.diagnostics.push(rules::incompatible_type::new(
                self.types.node(type_node).span(),
                &what,
                own_name,
                name,
                before_span,
            ));
        }
        let interface = Interface {
            key,
            written: None,
            inherited: Some(before),
            again: Some(type_node),
            interface_type: self.narrowed(own_type, inherited_type),
            inputs: Part::default(),
            operations: Part::default(),
            notifications: Part::default(),
        };
        let narrower = self.narrows(own_type, inherited_type);
        self.fill_interface(interface, narrower);
    }

    /// Adds an interface with its inputs, operations and notifications.
    fn fill_interface(&mut self, mut interface: Interface, narrower: Option<(TypeRef, SourceNode)>) {
        let (written, chain) = (interface.written.clone(), interface.inherited);
        let written = written.as_deref();
        let meaning = interface.interface_type.map_or(TypeRef::Unknown, |used| used.meaning);
        let owner = Owner::Interface(chain, meaning);
        let inputs = self.fields.len();
        if let Some((old, type_node)) = narrower {
            self.rebase_fields(FieldKind::Input, owner, old, type_node);
        }
        self.inputs(written.and_then(|written| written.inputs.as_ref()), owner, narrower.map(|_| inputs));
        interface.inputs = Part::new(inputs, self.fields.len());

        let operations = self.operations.len();
        self.rebase_operations(Operations::Operations, chain, meaning, narrower);
        for (key, operation) in all_keys(written.and_then(|written| written.operations.as_ref())) {
            let written =
                operation.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Operation);
            let earlier = narrower.map(|_| operations);
            let base =
                self.base_operation(Operations::Operations, chain, meaning, earlier, self.node(key).text());
            self.add_operation(key, written, base);
        }
        let notifications = self.operations.len();
        interface.operations = Part::new(operations, notifications);
        self.rebase_operations(Operations::Notifications, chain, meaning, narrower);
        for (key, notification) in all_keys(written.and_then(|written| written.notifications.as_ref())) {
            let written =
                notification.cloned().map_or(DeclaredOperation::Unreadable, DeclaredOperation::Notification);
            let earlier = narrower.map(|_| notifications);
            let base = self.base_operation(
                Operations::Notifications,
                chain,
                meaning,
                earlier,
                self.node(key).text(),
            );
            self.add_operation(key, written, base);
        }
        interface.notifications = Part::new(notifications, self.operations.len());
        self.interfaces.push(interface);
    }

    /// Merges inherited refinements of operations with the operations of a narrower interface type.
    fn rebase_operations(
        &mut self,
        section: Operations,
        chain: Option<InterfaceId>,
        new: TypeRef,
        narrower: Option<(TypeRef, SourceNode)>,
    ) {
        let Some((old, type_node)) = narrower else { return };
        for (name, also) in self.gained(section, new, old) {
            let Some(before) = self.operation_in_interfaces(section, chain, name) else { continue };
            let inputs = self.fields.len();
            self.rebase_parameters(FieldKind::Input, before, also, type_node);
            let outputs = self.fields.len();
            self.rebase_parameters(FieldKind::Output, before, also, type_node);
            let end = self.fields.len();
            let (inherited_operation, type_operation) = (self.operation(before), self.operation(also));
            let operation = Operation {
                key: inherited_operation.key,
                written: DeclaredOperation::Unreadable,
                inherited: Some(before),
                again: Some(type_node),
                implementation: inherited_operation.implementation.or(type_operation.implementation),
                inputs: Part::new(inputs, outputs),
                outputs: Part::new(outputs, end),
            };
            self.operations.push(operation);
        }
    }

    /// Merges the inherited refinements of parameters with the parameters of an operation of a narrower type.
    fn rebase_parameters(
        &mut self,
        kind: FieldKind,
        before: OperationId,
        also: OperationId,
        type_node: SourceNode,
    ) {
        let operation = self.operation(also);
        let part = if kind == FieldKind::Input { operation.inputs } else { operation.outputs };
        for new in part.ids(also.owner()) {
            let name = self.text(self.field(new).key);
            match self.in_chain(Owner::Operation(Some(before)), kind, name) {
                Some(refinement) => {
                    let first = self.field(new).inherited;
                    self.rebase(refinement, first, new, type_node);
                }
                None => {
                    let field = Field::taken_over(new, self.field(new), type_node);
                    self.fields.push(field);
                }
            }
        }
    }

    /// Returns the operation or notification that an operation of an interface definition refines.
    fn base_operation(
        &self,
        section: Operations,
        chain: Option<InterfaceId>,
        ty: TypeRef,
        earlier: Option<usize>,
        name: &str,
    ) -> Option<OperationId> {
        earlier
            .and_then(|start| self.last_own(&self.operations, start, name))
            .or_else(|| self.operation_in_interfaces(section, chain, name))
            .or_else(|| self.member_of(ty, section, name))
    }

    /// Returns the operation or notification `name` among the refinements of an inherited interface.
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

    fn add_operation(&mut self, key: NodeId, written: DeclaredOperation, inherited: Option<OperationId>) {
        let owner = Owner::Operation(inherited);
        let inputs = self.inputs(written.inputs(), owner, None);
        let outputs = self.outputs(written.outputs(), owner, None);
        let own = MemberId::new(self.id, self.operations.len());
        let own = written.implementation().map(|_| own);
        let implementation = own.or_else(|| self.operation(inherited?).implementation);
        self.operations.push(Operation {
            key: self.node(key).source(),
            written,
            inherited,
            again: None,
            implementation,
            inputs,
            outputs,
        });
    }

    /// Returns the input `name` of an inherited interface.
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
