//! Interfaces, operations and notifications (TOSCA 2.0 §11).

use crate::grammar::Map;
use crate::syntax::{InterfaceDefinition, NotificationDefinition, OperationDefinition};
use crate::yaml::NodeId;

use super::{Builder, Holder, Layer, Layers, all_keys, number, part_from};
use crate::derive::members::{Interface, MemberId, Operation, OperationWritten, Part, Section};
use crate::derive::types::TypeRef;

impl<'g> Builder<'_, 'g> {
    /// Adds the interfaces of a node type or relationship type.
    pub(super) fn own_interfaces(&mut self, map: Option<&'g Map<InterfaceDefinition>>) {
        let layer = Layer { tree: self.tree(), start: None, again: false };
        for (key, written) in all_keys(map) {
            let inherited = self.inherited(Section::Interface, self.node(key).text());
            self.add_interface(key, written, inherited, layer);
        }
    }

    /// Adds the interfaces of the relationship of a requirement: `inherited` is the requirement that it
    /// refines, `of` the relationship type.
    pub(super) fn relationship_interfaces(
        &mut self,
        map: Option<&'g Map<InterfaceDefinition>>,
        inherited: Option<MemberId>,
        of: TypeRef,
        layer: Layer<'g>,
    ) {
        for (key, written) in all_keys(map) {
            let name = layer.tree.node(key).text();
            let own = layer.start.and_then(|start| {
                (start..self.interfaces.len()).rev().find(|&at| self.interfaces[at].key.text() == name)
            });
            let base = own
                .map(|at| MemberId { owner: self.id, index: number(at) })
                .or_else(|| self.interface_in_relationships(inherited, name))
                .or_else(|| self.member_of(of, Section::Interface, name));
            self.add_interface(key, written, base, layer);
        }
    }

    fn add_interface(
        &mut self,
        key: NodeId,
        written: Option<&'g InterfaceDefinition>,
        inherited: Option<MemberId>,
        layer: Layer<'g>,
    ) {
        let own_type = written.and_then(|written| written.interface_type);
        let own_type = own_type.map(|name| self.type_use(layer.tree, name.node));
        let inherited_type = inherited.and_then(|id| self.interface(id).interface_type);
        let interface_type = own_type.or(inherited_type);

        let again = self.narrows(own_type, inherited_type);
        let mut layers: Layers<'g, InterfaceDefinition> = Vec::new();
        let mut next = inherited.filter(|_| again);
        while let Some(id) = next {
            let ancestor = self.interface(id);
            let before = Layer { tree: ancestor.key.tree(), start: None, again };
            layers.extend(ancestor.written.map(|written| (before, written)));
            next = ancestor.inherited;
        }
        layers.reverse();
        layers.extend(written.map(|written| (layer, written)));

        let meaning = interface_type.map_or(TypeRef::Unknown, |found| found.meaning);
        let chain = inherited.filter(|_| !again);
        let inputs = self.fields.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(inputs), ..layer };
            self.inputs(written.inputs.as_ref(), Holder::Interface(chain, meaning), layer);
        }
        let inputs = part_from(inputs, self.fields.len());
        let operations = self.operations.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(operations), ..layer };
            for (key, operation) in all_keys(written.operations.as_ref()) {
                let written = operation.map_or(OperationWritten::Unread, OperationWritten::Operation);
                let base = self.base_operation(Section::Operation, chain, meaning, layer, key);
                self.add_operation(key, written, base, layer);
            }
        }
        let notifications = self.operations.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(notifications), ..layer };
            for (key, notification) in all_keys(written.notifications.as_ref()) {
                let written = notification.map_or(OperationWritten::Unread, OperationWritten::Notification);
                let base = self.base_operation(Section::Notification, chain, meaning, layer, key);
                self.add_operation(key, written, base, layer);
            }
        }
        let end = self.operations.len();
        self.interfaces.push(Interface {
            key: layer.tree.node(key),
            written,
            inherited,
            again: layer.again,
            interface_type,
            inputs,
            operations: part_from(operations, notifications),
            notifications: part_from(notifications, end),
        });
    }

    /// The operation or notification that one of an interface definition refines.
    fn base_operation(
        &self,
        section: Section,
        chain: Option<MemberId>,
        of: TypeRef,
        layer: Layer<'g>,
        key: NodeId,
    ) -> Option<MemberId> {
        let name = layer.tree.node(key).text();
        let own = layer.start.and_then(|start| {
            (start..self.operations.len()).rev().find(|&at| self.operations[at].key.text() == name)
        });
        if let Some(at) = own {
            return Some(MemberId { owner: self.id, index: number(at) });
        }
        let mut next = chain;
        while let Some(id) = next {
            let interface = self.interface(id);
            let part =
                if section == Section::Operation { &interface.operations } else { &interface.notifications };
            for index in part.clone().rev() {
                let found = MemberId { owner: id.owner, index };
                if self.operation(found).key.text() == name {
                    return Some(found);
                }
            }
            next = interface.inherited;
        }
        self.member_of(of, section, name)
    }

    /// Adds the operations of an interface type.
    pub(super) fn own_operations(&mut self, map: Option<&'g Map<OperationDefinition>>) -> Part {
        let start = self.operations.len();
        let layer = Layer { tree: self.tree(), start: None, again: false };
        for (key, operation) in all_keys(map) {
            let inherited = self.inherited(Section::Operation, self.node(key).text());
            let written = operation.map_or(OperationWritten::Unread, OperationWritten::Operation);
            self.add_operation(key, written, inherited, layer);
        }
        part_from(start, self.operations.len())
    }

    /// Adds the notifications of an interface type.
    pub(super) fn own_notifications(&mut self, map: Option<&'g Map<NotificationDefinition>>) -> Part {
        let start = self.operations.len();
        let layer = Layer { tree: self.tree(), start: None, again: false };
        for (key, notification) in all_keys(map) {
            let inherited = self.inherited(Section::Notification, self.node(key).text());
            let written = notification.map_or(OperationWritten::Unread, OperationWritten::Notification);
            self.add_operation(key, written, inherited, layer);
        }
        part_from(start, self.operations.len())
    }

    fn add_operation(
        &mut self,
        key: NodeId,
        written: OperationWritten<'g>,
        inherited: Option<MemberId>,
        layer: Layer<'g>,
    ) {
        let holder = Holder::Operation(inherited);
        let fields = Layer { start: None, ..layer };
        let inputs = self.inputs(written.inputs(), holder, fields);
        let outputs = self.outputs(written.outputs(), holder, fields);
        let own = written.implementation().map(|implementation| layer.tree.node(implementation));
        let implementation = own.or_else(|| self.operation(inherited?).implementation);
        self.operations.push(Operation {
            key: layer.tree.node(key),
            written,
            inherited,
            again: layer.again,
            implementation,
            inputs,
            outputs,
        });
    }

    /// The input `name` of an inherited interface.
    pub(super) fn in_interfaces(&self, mut inherited: Option<MemberId>, name: &str) -> Option<MemberId> {
        while let Some(id) = inherited {
            let interface = self.interface(id);
            if let Some(found) = self.in_part(id.owner, &interface.inputs, name) {
                return Some(found);
            }
            inherited = interface.inherited;
        }
        None
    }
}
