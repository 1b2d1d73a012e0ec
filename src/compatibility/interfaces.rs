//! Interfaces, operations and notifications (TOSCA 2.0 §11).

use crate::keynames::Either;
use crate::load::File;
use crate::model::types::{
    DeclaredOperation, FieldKind, FieldView, Fields, Interface, Interfaces, MemberId, Operation,
    OperationView, Operations, Record, Section, Table, TypeRef, TypeView, Types,
};
use crate::syntax::ImplementationDefinition;
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::{Comparison, Edit, Site};
use super::fields::by_name;
use super::members::{ByName, Family};
use super::type_relation::{PREVIOUS_TYPE, TypeRelation, type_change};
use super::usage::usage;
use super::values::{is_same_value, shown};

/// A member with the types of the version that it belongs to.
pub(super) type VersionedMember<'g, T> = (&'g Types, MemberId<T>);

/// Returns the members of a table, each with the types of its version.
pub(super) fn with_types<'g, T: Record>(
    types: &'g Types,
    members: &Table<'g, T>,
) -> ByName<'g, VersionedMember<'g, T>> {
    members.iter().map(|(name, id)| (name, (types, id))).collect()
}

const OPERATIONS: [(Operations, &str); 2] =
    [(Operations::Operations, "operation"), (Operations::Notifications, "notification")];

impl<'g> Comparison<'g> {
    /// Compares the operations and notifications of interface types.
    pub(super) fn interface_types(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        for (section, noun) in OPERATIONS {
            let named = |types: &'g Types, ty: TypeView<'g>| with_types(types, &types.members(ty, section));
            let (old_operations, new_operations) = (named(self.old, old), named(self.new, new));
            self.operations(noun, &old_operations, &new_operations);
        }
    }

    /// Compares the interfaces of node types and relationship types.
    pub(super) fn interfaces(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let named = |types: &'g Types, ty: TypeView<'g>| with_types(types, &types.members(ty, Interfaces));
        self.interfaces_by_name(&named(self.old, old), &named(self.new, new));
    }

    /// Compares interfaces.
    pub(super) fn interfaces_by_name(
        &mut self,
        old: &ByName<'g, VersionedMember<'g, Interface>>,
        new: &ByName<'g, VersionedMember<'g, Interface>>,
    ) {
        self.members(
            old,
            new,
            &Family {
                noun: "interface",
                key: &|(types, id)| types.interface_chain(id).last().unwrap_or(types.interface(id)).key(),
                compare: &|this, old, new| this.interface(old, new),
                added: &|_| (Impact::Addition, "existing uses are unaffected"),
                removed: "calls and implementations of its operations fail",
            },
        );
    }

    fn interface(
        &mut self,
        (old_types, old_id): VersionedMember<'g, Interface>,
        (new_types, new_id): VersionedMember<'g, Interface>,
    ) {
        let (old, new) = (old_types.interface(old_id), new_types.interface(new_id));
        let mut comparable = true;
        // Members of a different type are reported here; those that both versions inherit, at their type.
        let mut compares_all = false;
        let mut meanings = (TypeRef::Unknown, TypeRef::Unknown);
        if let (Some(old_use), Some(new_use)) = (old.interface_type, new.interface_type) {
            meanings = (old_use.meaning, new_use.meaning);
            let relation = self.relation(old_use, new_use);
            let why = match relation {
                TypeRelation::Derived => PREVIOUS_TYPE,
                _ => "previous operations may be missing",
            };
            if relation != TypeRelation::Same {
                let (old_node, new_node) = (self.old.node(old_use.node), self.new.node(new_use.node));
                let edit = Edit::changed("type", Site::At(old_node), Site::At(new_node));
                self.report(Impact::Breaking, &edit, type_change(old_node, new_node, relation), why);
            }
            comparable = matches!(relation, TypeRelation::Same | TypeRelation::Derived);
            compares_all = relation == TypeRelation::Derived;
        }
        if comparable {
            let inputs = |types: &'g Types, id| {
                if compares_all {
                    by_name(types, &types.interface_inputs(id))
                } else {
                    by_name(types, &types.refined_interface_inputs(id))
                }
            };
            let (mut old_inputs, mut new_inputs) = (inputs(old_types, old_id), inputs(new_types, new_id));
            complete_inputs(old_types, meanings.0, &new_inputs, &mut old_inputs);
            complete_inputs(new_types, meanings.1, &old_inputs, &mut new_inputs);
            self.fields(&old_inputs, &new_inputs, FieldKind::Input, usage(FieldKind::Input));
            for (section, noun) in OPERATIONS {
                let refined = |types: &'g Types, id| {
                    if compares_all {
                        with_types(types, &types.interface_operations(id, section))
                    } else {
                        with_types(types, &types.refined_interface_operations(id, section))
                    }
                };
                let (mut old_operations, mut new_operations) =
                    (refined(old_types, old_id), refined(new_types, new_id));
                complete(old_types, meanings.0, section, &new_operations, &mut old_operations);
                complete(new_types, meanings.1, section, &old_operations, &mut new_operations);
                self.operations(noun, &old_operations, &new_operations);
            }
        }
        let nodes = |types: &'g Types, id| -> Vec<YamlNode<'g>> {
            let written = types.interface_chain(id);
            written.filter_map(|interface| Some(interface.tree().node(interface.written()?.node))).collect()
        };
        self.descriptions(&nodes(old_types, old_id), &nodes(new_types, new_id), old.key(), new.key());
    }

    fn operations(
        &mut self,
        noun: &'static str,
        old: &ByName<'g, VersionedMember<'g, Operation>>,
        new: &ByName<'g, VersionedMember<'g, Operation>>,
    ) {
        let removed = if noun == "operation" {
            "calls and implementations fail"
        } else {
            "listeners no longer receive it"
        };
        self.members(
            old,
            new,
            &Family {
                noun,
                key: &|(types, id)| types.operation_chain(id).last().unwrap_or(types.operation(id)).key(),
                compare: &|this, old, new| this.operation(old, new),
                added: &|_| (Impact::Addition, "existing uses are unaffected"),
                removed,
            },
        );
    }

    fn operation(
        &mut self,
        (old_types, old_id): VersionedMember<'g, Operation>,
        (new_types, new_id): VersionedMember<'g, Operation>,
    ) {
        let inputs = |types: &'g Types, id| by_name(types, &types.operation_inputs(id));
        let (old_inputs, new_inputs) = (inputs(old_types, old_id), inputs(new_types, new_id));
        self.fields(&old_inputs, &new_inputs, FieldKind::Input, usage(FieldKind::Input));
        let outputs = |types: &'g Types, id| by_name(types, &types.operation_outputs(id));
        let (old_outputs, new_outputs) = (outputs(old_types, old_id), outputs(new_types, new_id));
        self.fields(&old_outputs, &new_outputs, FieldKind::Output, usage(FieldKind::Output));
        let (old, new) = (old_types.operation(old_id), new_types.operation(new_id));
        self.implementation(old, new);
        let nodes = |types: &'g Types, id| -> Vec<YamlNode<'g>> {
            let written = types.operation_chain(id).filter_map(|operation| {
                let node = match operation.written() {
                    DeclaredOperation::Operation(written) => written.node,
                    DeclaredOperation::Notification(written) => written.node,
                    DeclaredOperation::Unreadable | DeclaredOperation::Undeclared => return None,
                };
                Some(operation.tree().node(node))
            });
            written.collect()
        };
        self.descriptions(&nodes(old_types, old_id), &nodes(new_types, new_id), old.key(), new.key());
    }

    fn implementation(&mut self, old: OperationView<'g>, new: OperationView<'g>) {
        let [old_implementation, new_implementation] = [old, new].map(OperationView::implementation);
        let node = |(file, written): Written<'g>| file.node(written.node);
        let is_same = |old: Written<'g>, new: Written<'g>| is_same_value(node(old), node(new));
        let edit = Edit::changed(
            "implementation",
            Site::new(old_implementation.map(node), old.key()),
            Site::new(new_implementation.map(node), new.key()),
        );
        let primary = |(file, written): Written<'g>| {
            let primary = match &written.primary {
                Some(Either::Short(name)) => name.0,
                Some(Either::Long(artifact)) => artifact.node,
                None => written.node,
            };
            shown(file.node(primary))
        };
        match (old_implementation, new_implementation) {
            (Some(old_implementation), None) => {
                let what = format!("is no longer implemented by {}", primary(old_implementation));
                self.report(Impact::Breaking, &edit, what, "it does nothing unless users implement it");
            }
            (None, Some(new_implementation)) => {
                let what = format!("is now implemented by {}", primary(new_implementation));
                self.report(Impact::Addition, &edit, what, "users can still implement it themselves");
            }
            (Some(old_implementation), Some(new_implementation))
                if !is_same(old_implementation, new_implementation) =>
            {
                let (old_primary, new_primary) = (primary(old_implementation), primary(new_implementation));
                let what = if old_primary == new_primary {
                    format!("is implemented differently by {new_primary}")
                } else {
                    format!("is implemented by {new_primary} instead of {old_primary}")
                };
                let why = "existing uses remain valid; the behavior may change";
                self.report(Impact::Addition, &edit, what, why);
            }
            _ => {}
        }
    }
}

/// An implementation and its file.
type Written<'g> = (&'g File, &'g ImplementationDefinition);

/// Adds to `members` of one version, as its type `ty` defines them, those that only the other version
/// refines; `counterparts` are the members of the other version.
pub(super) fn complete<'g, S: Section>(
    types: &'g Types,
    ty: TypeRef,
    section: S,
    counterparts: &ByName<'g, VersionedMember<'g, S::Member>>,
    members: &mut ByName<'g, VersionedMember<'g, S::Member>>,
) {
    let Some(ty) = types.defined(ty) else { return };
    for &name in counterparts.keys() {
        if !members.contains_key(name)
            && let Some(id) = types.member(ty, section, name)
        {
            members.insert(name, (types, id));
        }
    }
}

/// Adds to `inputs` of one version, as its type `ty` defines them, those that only the other version refines;
/// `counterparts` are the inputs of the other version.
fn complete_inputs<'g>(
    types: &'g Types,
    ty: TypeRef,
    counterparts: &ByName<'g, FieldView<'g>>,
    inputs: &mut ByName<'g, FieldView<'g>>,
) {
    let Some(ty) = types.defined(ty) else { return };
    for &name in counterparts.keys() {
        if !inputs.contains_key(name)
            && let Some(id) = types.member(ty, Fields::Inputs, name)
        {
            inputs.insert(name, types.field(id));
        }
    }
}
