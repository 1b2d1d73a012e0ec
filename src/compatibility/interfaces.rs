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
use super::comparison::{Comparison, Edit, Side};
use super::fields::by_name;
use super::members::{ByName, Family};
use super::type_relation::{TypeRelation, type_change};
use super::usage::usage;
use super::values::{same, shown};

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
            let (before, after) = (named(self.old, old), named(self.new, new));
            self.operations(noun, &before, &after);
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
                compare: &|this, one, other| this.interface(one, other),
                added: &|_| (Impact::Addition, "existing uses are unaffected"),
                removed: "calls and implementations of its operations fail",
            },
        );
    }

    fn interface(
        &mut self,
        (old_types, old): VersionedMember<'g, Interface>,
        (new_types, new): VersionedMember<'g, Interface>,
    ) {
        let (one, other) = (old_types.interface(old), new_types.interface(new));
        let mut comparable = true;
        // Members of a different type are reported here; those that both versions inherit, at their type.
        let mut compares_all = false;
        let mut meanings = (TypeRef::Unknown, TypeRef::Unknown);
        if let (Some(one), Some(other)) = (one.interface_type, other.interface_type) {
            meanings = (one.meaning, other.meaning);
            let relation = self.relation(one, other);
            let (impact, why) = match relation {
                TypeRelation::Derived => (Impact::Addition, "it still has all previous operations"),
                _ => (Impact::Breaking, "previous operations may be missing"),
            };
            if relation != TypeRelation::Same {
                let (first, second) = (self.old.node(one.node), self.new.node(other.node));
                let edit = Edit::changed("type", Side::At(first), Side::At(second));
                self.report(impact, &edit, type_change(first, second, relation), why);
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
            let (mut before, mut after) = (inputs(old_types, old), inputs(new_types, new));
            complete_inputs(old_types, meanings.0, &after, &mut before);
            complete_inputs(new_types, meanings.1, &before, &mut after);
            self.fields(&before, &after, FieldKind::Input, usage(FieldKind::Input));
            for (section, noun) in OPERATIONS {
                let refined = |types: &'g Types, id| {
                    if compares_all {
                        with_types(types, &types.interface_operations(id, section))
                    } else {
                        with_types(types, &types.refined_interface_operations(id, section))
                    }
                };
                let (mut before, mut after) = (refined(old_types, old), refined(new_types, new));
                complete(old_types, meanings.0, section, &after, &mut before);
                complete(new_types, meanings.1, section, &before, &mut after);
                self.operations(noun, &before, &after);
            }
        }
        let nodes = |types: &'g Types, id| -> Vec<YamlNode<'g>> {
            let written = types.interface_chain(id);
            written.filter_map(|interface| Some(interface.tree().node(interface.written()?.node))).collect()
        };
        self.descriptions(&nodes(old_types, old), &nodes(new_types, new), one.key(), other.key());
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
                compare: &|this, one, other| this.operation(one, other),
                added: &|_| (Impact::Addition, "existing uses are unaffected"),
                removed,
            },
        );
    }

    fn operation(
        &mut self,
        (old_types, old): VersionedMember<'g, Operation>,
        (new_types, new): VersionedMember<'g, Operation>,
    ) {
        let inputs = |types: &'g Types, id| by_name(types, &types.operation_inputs(id));
        let (before, after) = (inputs(old_types, old), inputs(new_types, new));
        self.fields(&before, &after, FieldKind::Input, usage(FieldKind::Input));
        let outputs = |types: &'g Types, id| by_name(types, &types.operation_outputs(id));
        let (before, after) = (outputs(old_types, old), outputs(new_types, new));
        self.fields(&before, &after, FieldKind::Output, usage(FieldKind::Output));
        let (one, other) = (old_types.operation(old), new_types.operation(new));
        self.implementation(one, other);
        let nodes = |types: &'g Types, id| -> Vec<YamlNode<'g>> {
            let written = types.operation_chain(id).filter_map(|operation| {
                let node = match operation.written() {
                    DeclaredOperation::Operation(written) => written.node,
                    DeclaredOperation::Notification(written) => written.node,
                    DeclaredOperation::Unreadable => return None,
                };
                Some(operation.tree().node(node))
            });
            written.collect()
        };
        self.descriptions(&nodes(old_types, old), &nodes(new_types, new), one.key(), other.key());
    }

    fn implementation(&mut self, old: OperationView<'g>, new: OperationView<'g>) {
        let [one, other] = [old, new].map(OperationView::implementation);
        let node = |(file, written): Written<'g>| file.node(written.node);
        let same = |one: Written<'g>, other: Written<'g>| same(node(one), node(other));
        let edit = Edit::changed(
            "implementation",
            Side::new(one.map(node), old.key()),
            Side::new(other.map(node), new.key()),
        );
        let primary = |(file, written): Written<'g>| {
            let primary = match &written.primary {
                Some(Either::Short(name)) => name.0,
                Some(Either::Long(artifact)) => artifact.node,
                None => written.node,
            };
            shown(file.node(primary))
        };
        match (one, other) {
            (Some(one), None) => {
                let what = format!("is no longer implemented by {}", primary(one));
                self.report(Impact::Breaking, &edit, what, "it does nothing unless users implement it");
            }
            (None, Some(other)) => {
                let what = format!("is now implemented by {}", primary(other));
                self.report(Impact::Addition, &edit, what, "users can still implement it themselves");
            }
            (Some(one), Some(other)) if !same(one, other) => {
                let (before, after) = (primary(one), primary(other));
                let what = if before == after {
                    format!("is implemented differently by {after}")
                } else {
                    format!("is implemented by {after} instead of {before}")
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

/// Adds the members of an interface or relationship type that only the other version refines.
pub(super) fn complete<'g, S: Section>(
    types: &'g Types,
    ty: TypeRef,
    section: S,
    others: &ByName<'g, VersionedMember<'g, S::Member>>,
    members: &mut ByName<'g, VersionedMember<'g, S::Member>>,
) {
    let Some(ty) = types.defined(ty) else { return };
    for &name in others.keys() {
        if !members.contains_key(name)
            && let Some(id) = types.member(ty, section, name)
        {
            members.insert(name, (types, id));
        }
    }
}

/// Adds the inputs of the interface type that only the other version refines.
fn complete_inputs<'g>(
    types: &'g Types,
    ty: TypeRef,
    others: &ByName<'g, FieldView<'g>>,
    inputs: &mut ByName<'g, FieldView<'g>>,
) {
    let Some(ty) = types.defined(ty) else { return };
    for &name in others.keys() {
        if !inputs.contains_key(name)
            && let Some(id) = types.member(ty, Fields::Inputs, name)
        {
            inputs.insert(name, types.field(id));
        }
    }
}
