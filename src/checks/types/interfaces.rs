//! Checks interfaces, operations and notifications (TOSCA 2.0 §11).

use crate::diagnostics::{quoted, rules};
use crate::keynames::{Entity as _, Unread};
use crate::model::types::{
    DeclaredOperation, Interface, InterfaceView, Interfaces, OperationView, Operations, Part, TypeUse,
    TypeView,
};
use crate::syntax::InterfaceDefinition;

use super::fields::FieldContext;
use super::{Cx, check_is_derived, fields, missing_keyname, report_empty_refinement};

/// Checks the interfaces of a node type or relationship type.
pub(super) fn own_interfaces<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) {
    for interface in ty.records_in(ty.members.further().own_interfaces) {
        if interface.inherited.is_none() {
            report_dot(cx, interface.key(), "interface");
        }
        if let Some(written) = interface.written()
            && interface.inherited.is_none()
            && written.unread.lacks(&written.interface_type())
            && ty.parent.is_some()
        {
            let meta = InterfaceDefinition::meta();
            missing_keyname(cx, ty, Interfaces, interface.key(), "type", meta);
        }
        check_interface(cx, ty, interface);
    }
}

/// Checks the interfaces of the relationship of a requirement, whose type is `refined`: they refine, but add
/// nothing.
pub(super) fn relationship_interfaces<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    interfaces: Part<Interface>,
    refined: Option<TypeUse>,
) {
    let is_incomplete = refined
        .and_then(|used| cx.types.defined(used.meaning))
        .is_none_or(|interface_type| interface_type.is_incomplete);
    for interface in ty.records_in(interfaces) {
        if interface.inherited.is_none() {
            if !is_incomplete && interface.narrower_type_node.is_none() {
                fields::nothing_to_refine(cx, interface.key(), "interface", Interfaces, refined);
            }
            continue;
        }
        check_interface(cx, ty, interface);
    }
}

fn check_interface<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, interface: InterfaceView<'g>) {
    if interface.written().is_none() && interface.narrower_type_node.is_none() {
        return;
    }
    let inherited = interface.inherited.map(|id| cx.types.interface(id));
    if inherited.is_some() && interface.narrower_type_node.is_none() {
        let unread = interface.written().map_or(Unread::default(), |written| written.unread);
        report_empty_refinement(cx, interface.key(), "interface", unread);
    }
    if let Some(derived) = interface.written().and_then(|written| written.interface_type)
        && let Some(inherited) = inherited.and_then(|base| base.interface_type)
    {
        let node = interface.key().tree().node(derived.node);
        let what = format!("interface {}", quoted(interface.key().text()));
        if !check_is_derived(cx, node, inherited, &what) {
            return;
        }
    }
    let refined = interface.interface_type;
    let is_incomplete = refined
        .and_then(|used| cx.types.defined(used.meaning))
        .is_none_or(|interface_type| interface_type.is_incomplete);
    let context = FieldContext { owner: ty, refined, is_incomplete, allows_new: true };
    fields::fields(cx, interface.inputs, context);
    let policies = cx.types.graph.file(ty.id.file).policies();
    let adds_operations = policies.refinements.add_operations && !cx.types.graph.strict;
    let lists = [
        (interface.operations, "operation", Operations::Operations),
        (interface.notifications, "notification", Operations::Notifications),
    ];
    for (list, kind, section) in lists {
        for operation in ty.records_in(list) {
            if operation.inherited.is_none() {
                // A misplaced keyname is not meant as an operation.
                let may_be_added = adds_operations && operation.key().text() != "implementation";
                if !is_incomplete && operation.narrower_type_node.is_none() && !may_be_added {
                    fields::nothing_to_refine(cx, operation.key(), kind, section, refined);
                }
                continue;
            }
            check_operation(cx, context, operation, kind);
        }
    }
}

pub(super) fn interface_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) {
    let members = &ty.members;
    let context =
        FieldContext { owner: ty, refined: None, is_incomplete: ty.is_incomplete, allows_new: true };
    for operation in ty.records_in(members.further().own_operations) {
        if operation.inherited.is_none() {
            report_dot(cx, operation.key(), "operation");
        }
        check_operation(cx, context, operation, "operation");
    }
    for notification in ty.records_in(members.further().own_notifications) {
        if notification.inherited.is_none() {
            report_dot(cx, notification.key(), "notification");
        }
        check_operation(cx, context, notification, "notification");
    }
    check_shared_names(cx, ty);
}

/// Reports an operation and a notification with the same name if one of them is new in this type (11.1-08).
fn check_shared_names<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) {
    let members = &ty.members;
    let lists = [
        (members.further().own_operations, Operations::Notifications),
        (members.further().own_notifications, Operations::Operations),
    ];
    for (list, other_section) in lists {
        for operation in ty.records_in(list) {
            let Some(same_name) = cx.types.member(ty, other_section, operation.key().text()) else {
                continue;
            };
            if operation.inherited.is_some() {
                continue;
            }
            // If both are in this type, the second one is reported.
            let span = cx.types.key_of(same_name).span();
            if same_name.owner() != ty.id || span < operation.key().span() {
                let key = operation.key();
                cx.report(key, rules::shared_name::new(key.span(), key.text(), span));
            }
        }
    }
}

fn check_operation<'g>(cx: &mut Cx<'g>, context: FieldContext<'g>, operation: OperationView<'g>, kind: &str) {
    if matches!(operation.written(), DeclaredOperation::Unreadable) {
        return;
    }
    let context = FieldContext { allows_new: true, ..context };
    fields::fields(cx, operation.inputs, context);
    fields::fields(cx, operation.outputs, context);
    let Some(implementation) = operation.written().implementation() else { return };
    let implementation = operation.key().tree().node(implementation.node);
    let empty = implementation.is_mapping() && implementation.entries().next().is_none();
    let inherited = operation.inherited.and_then(|id| cx.types.operation(id).implementation());
    if let Some((file, inherited)) = inherited
        && empty
        && operation.narrower_type_node.is_none()
    {
        let what = format!("the empty implementation of {kind} {}", quoted(operation.key().text()));
        let (reason, help) = ("no longer runs anything", "remove it to keep the inherited implementation");
        let mut diagnostic = rules::no_effect::new(implementation.span(), &what, reason, help);
        diagnostic.message = format!("{what} replaces the inherited one").into();
        cx.report(
            implementation,
            diagnostic.also(file.node(inherited.node).span(), "inherited implementation"),
        );
    }
}

fn report_dot<'g>(cx: &mut Cx<'g>, key: crate::yaml::YamlNode<'g>, kind: &str) {
    if key.text().contains('.') {
        cx.report(key, rules::dot_in_name::new(key.span(), kind, key.text()));
    }
}
