//! Interfaces, operations and notifications (TOSCA 2.0 §11).

use crate::model::Truth;
use crate::model::types::{InterfaceView, OperationView, TypeView};

use crate::diagnostics::{codes, quoted};
use crate::keynames::Entity as _;
use crate::syntax::InterfaceDefinition;

use super::Review;
use super::fields::Home;
use crate::model::types::TypeUse;
use crate::model::types::{DeclaredOperation, Interface};
use crate::model::types::{Interfaces, Operations, Part};

impl<'g> Review<'g> {
    /// The interfaces of a node type or relationship type.
    pub(super) fn own_interfaces(&mut self, of: TypeView<'g>) {
        for interface in of.records_in(of.members.own_interfaces) {
            if interface.inherited.is_none() {
                self.dot(interface.key(), "interface");
            }
            if let Some(written) = interface.written()
                && interface.inherited.is_none()
                && written.unread.lacks(&written.interface_type())
                && of.parent.is_some()
            {
                let meta = InterfaceDefinition::meta();
                self.missing_keyname(of, Interfaces, interface.key(), "type", meta);
            }
            self.interface(of, interface);
        }
    }

    /// The interfaces of the relationship of a requirement, whose type is `refined`: they add nothing.
    pub(super) fn relationship_interfaces(
        &mut self,
        of: TypeView<'g>,
        interfaces: Part<Interface>,
        refined: Option<TypeUse>,
    ) {
        let open =
            refined.and_then(|used| self.types.defined(used.meaning)).is_none_or(|found| found.is_open);
        for interface in of.records_in(interfaces) {
            if interface.inherited.is_none() {
                if !open && interface.again.is_none() {
                    self.nothing_to_refine(interface.key(), "interface", Interfaces, refined);
                }
                continue;
            }
            self.interface(of, interface);
        }
    }

    fn interface(&mut self, of: TypeView<'g>, interface: InterfaceView<'g>) {
        let Some(written) = interface.written() else { return };
        let inherited = interface.inherited.map(|id| self.types.interface(id));
        if let Some(own) = written.interface_type
            && let Some(inherited) = inherited.and_then(|base| base.interface_type)
            && interface.again.is_none()
        {
            let node = interface.key().tree().node(own.node);
            if self.types.relation(self.types.meaning(node), inherited.meaning) == Truth::No {
                let what = format!("interface {}", quoted(interface.key().text()));
                let name = self.types.name(inherited.meaning);
                let place = Some(self.types.node(inherited.node).span());
                self.report(
                    node,
                    codes::incompatible_type::found(node.span(), &what, node.text(), name, place),
                );
                return;
            }
        }
        let refined = interface.interface_type;
        let open =
            refined.and_then(|used| self.types.defined(used.meaning)).is_none_or(|found| found.is_open);
        let home = Home { owner: of, refined, open, adds: true };
        self.fields(interface.inputs, home);
        let lists = [
            (interface.operations, "operation", Operations::Operations),
            (interface.notifications, "notification", Operations::Notifications),
        ];
        for (list, kind, section) in lists {
            for operation in of.records_in(list) {
                if operation.inherited.is_none() {
                    if !open && operation.again.is_none() {
                        self.nothing_to_refine(operation.key(), kind, section, refined);
                    }
                    continue;
                }
                self.operation(home, operation, kind);
            }
        }
    }

    pub(super) fn interface_type(&mut self, of: TypeView<'g>) {
        let members = &of.members;
        let home = Home { owner: of, refined: None, open: of.is_open, adds: true };
        for operation in of.records_in(members.own_operations) {
            if operation.inherited.is_none() {
                self.dot(operation.key(), "operation");
            }
            self.operation(home, operation, "operation");
        }
        for notification in of.records_in(members.own_notifications) {
            if notification.inherited.is_none() {
                self.dot(notification.key(), "notification");
            }
            self.operation(home, notification, "notification");
        }
        self.shared_names(of);
    }

    /// An operation and a notification of one name, one of which is new here (11.1-08).
    fn shared_names(&mut self, of: TypeView<'g>) {
        let members = &of.members;
        let sides = [
            (members.own_operations, Operations::Notifications),
            (members.own_notifications, Operations::Operations),
        ];
        for (list, other) in sides {
            for operation in of.records_in(list) {
                let Some(found) = self.types.member(of, other, operation.key().text()) else { continue };
                if operation.inherited.is_some() {
                    continue;
                }
                // Of two in one type, the later one is told.
                let place = self.types.key_of(found).span();
                if found.owner() != of.id || place < operation.key().span() {
                    let key = operation.key();
                    self.report(key, codes::shared_name::found(key.span(), key.text(), place));
                }
            }
        }
    }

    fn operation(&mut self, home: Home<'g>, operation: OperationView<'g>, kind: &str) {
        if matches!(operation.written(), DeclaredOperation::Unreadable) {
            return;
        }
        let open = home.open;
        let home = Home { open, adds: true, ..home };
        self.fields(operation.inputs, home);
        self.fields(operation.outputs, home);
        let Some(own) = operation.written().implementation() else { return };
        let own = operation.key().tree().node(own.node);
        let empty = own.is_mapping() && own.entries().next().is_none();
        let inherited = operation.inherited.and_then(|id| self.types.operation(id).implementation());
        if let Some((file, inherited)) = inherited
            && empty
            && operation.again.is_none()
        {
            let what = format!("the empty implementation of {kind} {}", quoted(operation.key().text()));
            let (reason, help) =
                ("nothing is run any more", "remove it to keep the inherited implementation");
            let mut found = codes::no_effect::found(own.span(), &what, reason, help);
            found.message = format!("{what} replaces the inherited one");
            self.report(own, found.also(file.node(inherited.node).span(), "the inherited implementation"));
        }
    }

    fn dot(&mut self, key: crate::yaml::Node<'g>, kind: &str) {
        if key.text().contains('.') {
            self.report(key, codes::dot_in_name::found(key.span(), kind, key.text()));
        }
    }
}
