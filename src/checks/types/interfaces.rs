//! Interfaces, operations and notifications (TOSCA 2.0 §11).

use crate::diagnostics::{codes, quoted};
use crate::keynames::Entity as _;
use crate::model::Truth;
use crate::model::types::{
    DeclaredOperation, Interface, InterfaceView, Interfaces, OperationView, Operations, Part, TypeUse,
    TypeView,
};
use crate::syntax::InterfaceDefinition;

use super::fields::Home;
use super::{Cx, fields, missing_keyname, null_changes_nothing};

/// The interfaces of a node type or relationship type.
pub(super) fn own_interfaces<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) {
    for interface in of.records_in(of.members.own_interfaces) {
        if interface.inherited.is_none() {
            dot(cx, interface.key(), "interface");
        }
        if let Some(written) = interface.written()
            && interface.inherited.is_none()
            && written.unread.lacks(&written.interface_type())
            && of.parent.is_some()
        {
            let meta = InterfaceDefinition::meta();
            missing_keyname(cx, of, Interfaces, interface.key(), "type", meta);
        }
        check_interface(cx, of, interface);
    }
}

/// The interfaces of the relationship of a requirement, whose type is `refined`: they add nothing.
pub(super) fn relationship_interfaces<'g>(
    cx: &mut Cx<'g>,
    of: TypeView<'g>,
    interfaces: Part<Interface>,
    refined: Option<TypeUse>,
) {
    let open = refined.and_then(|used| cx.types.defined(used.meaning)).is_none_or(|found| found.is_open);
    for interface in of.records_in(interfaces) {
        if interface.inherited.is_none() {
            if !open && interface.again.is_none() {
                fields::nothing_to_refine(cx, interface.key(), "interface", Interfaces, refined);
            }
            continue;
        }
        check_interface(cx, of, interface);
    }
}

fn check_interface<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, interface: InterfaceView<'g>) {
    let Some(written) = interface.written() else { return };
    let inherited = interface.inherited.map(|id| cx.types.interface(id));
    if inherited.is_some() {
        null_changes_nothing(cx, interface.key(), "interface");
    }
    if let Some(own) = written.interface_type
        && let Some(inherited) = inherited.and_then(|base| base.interface_type)
        && interface.again.is_none()
    {
        let node = interface.key().tree().node(own.node);
        if cx.types.relation(cx.types.meaning(node), inherited.meaning) == Truth::No {
            let what = format!("interface {}", quoted(interface.key().text()));
            let name = cx.types.name(inherited.meaning);
            let place = Some(cx.types.node(inherited.node).span());
            cx.report(node, codes::incompatible_type::new(node.span(), &what, node.text(), name, place));
            return;
        }
    }
    let refined = interface.interface_type;
    let open = refined.and_then(|used| cx.types.defined(used.meaning)).is_none_or(|found| found.is_open);
    let home = Home { owner: of, refined, open, adds: true };
    fields::fields(cx, interface.inputs, home);
    let lists = [
        (interface.operations, "operation", Operations::Operations),
        (interface.notifications, "notification", Operations::Notifications),
    ];
    for (list, kind, section) in lists {
        for operation in of.records_in(list) {
            if operation.inherited.is_none() {
                if !open && operation.again.is_none() {
                    fields::nothing_to_refine(cx, operation.key(), kind, section, refined);
                }
                continue;
            }
            check_operation(cx, home, operation, kind);
        }
    }
}

pub(super) fn interface_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) {
    let members = &of.members;
    let home = Home { owner: of, refined: None, open: of.is_open, adds: true };
    for operation in of.records_in(members.own_operations) {
        if operation.inherited.is_none() {
            dot(cx, operation.key(), "operation");
        }
        check_operation(cx, home, operation, "operation");
    }
    for notification in of.records_in(members.own_notifications) {
        if notification.inherited.is_none() {
            dot(cx, notification.key(), "notification");
        }
        check_operation(cx, home, notification, "notification");
    }
    shared_names(cx, of);
}

/// An operation and a notification of one name, one of which is new here (11.1-08).
fn shared_names<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) {
    let members = &of.members;
    let sides = [
        (members.own_operations, Operations::Notifications),
        (members.own_notifications, Operations::Operations),
    ];
    for (list, other) in sides {
        for operation in of.records_in(list) {
            let Some(found) = cx.types.member(of, other, operation.key().text()) else { continue };
            if operation.inherited.is_some() {
                continue;
            }
            // Of two in one type, the later one is told.
            let place = cx.types.key_of(found).span();
            if found.owner() != of.id || place < operation.key().span() {
                let key = operation.key();
                cx.report(key, codes::shared_name::new(key.span(), key.text(), place));
            }
        }
    }
}

fn check_operation<'g>(cx: &mut Cx<'g>, home: Home<'g>, operation: OperationView<'g>, kind: &str) {
    if matches!(operation.written(), DeclaredOperation::Unreadable) {
        return;
    }
    let open = home.open;
    let home = Home { open, adds: true, ..home };
    fields::fields(cx, operation.inputs, home);
    fields::fields(cx, operation.outputs, home);
    let Some(own) = operation.written().implementation() else { return };
    let own = operation.key().tree().node(own.node);
    let empty = own.is_mapping() && own.entries().next().is_none();
    let inherited = operation.inherited.and_then(|id| cx.types.operation(id).implementation());
    if let Some((file, inherited)) = inherited
        && empty
        && operation.again.is_none()
    {
        let what = format!("the empty implementation of {kind} {}", quoted(operation.key().text()));
        let (reason, help) = ("no longer runs anything", "remove it to keep the inherited implementation");
        let mut found = codes::no_effect::new(own.span(), &what, reason, help);
        found.message = format!("{what} replaces the inherited one").into();
        cx.report(own, found.also(file.node(inherited.node).span(), "inherited implementation"));
    }
}

fn dot<'g>(cx: &mut Cx<'g>, key: crate::yaml::Node<'g>, kind: &str) {
    if key.text().contains('.') {
        cx.report(key, codes::dot_in_name::new(key.span(), kind, key.text()));
    }
}
