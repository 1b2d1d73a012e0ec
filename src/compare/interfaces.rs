//! Interfaces, operations and notifications (TOSCA 2.0 §11).

use crate::model::types::{
    DeclaredOperation, FieldKind, FieldView, InterfaceView, MemberId, OperationView, Section, TypeRef,
    TypeView, Types,
};
use crate::yaml::Node;

use super::change::Gravity;
use super::comparison::{Comparison, Edit, Side};
use super::kinship::{Kinship, instead};
use super::members::{ByName, Family};
use super::usage::usage;
use super::values::{same, shown};

/// A member and the version that it is of.
type Of<'g> = (&'g Types, MemberId);

fn interface((types, id): Of<'_>) -> InterfaceView<'_> {
    types.interface(id)
}

fn operation((types, id): Of<'_>) -> OperationView<'_> {
    types.operation(id)
}

/// The definitions of an interface, nearest first.
fn chain<'g>(of: Of<'g>) -> Vec<(MemberId, InterfaceView<'g>)> {
    let next =
        |(_, known): &(MemberId, InterfaceView<'g>)| known.inherited.map(|id| (id, interface((of.0, id))));
    std::iter::successors(Some((of.1, interface(of))), next).collect()
}

/// The definitions of an operation, nearest first.
fn operations<'g>(of: Of<'g>) -> Vec<(MemberId, OperationView<'g>)> {
    let next =
        |(_, known): &(MemberId, OperationView<'g>)| known.inherited.map(|id| (id, operation((of.0, id))));
    std::iter::successors(Some((of.1, operation(of))), next).collect()
}

fn of_section<'g>(types: &'g Types, of: TypeView<'g>, section: Section) -> ByName<'g, Of<'g>> {
    types.members(of, section).into_iter().map(|(name, id)| (name, (types, id))).collect()
}

const OPERATIONS: [(Section, &str); 2] =
    [(Section::Operation, "operation"), (Section::Notification, "notification")];

impl<'g> Comparison<'g> {
    /// Compares the operations and notifications of interface types.
    pub(super) fn interface_types(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        for (section, noun) in OPERATIONS {
            let (before, after) = (of_section(self.old, old, section), of_section(self.new, new, section));
            self.operations(noun, &before, &after);
        }
    }

    /// Compares the interfaces of node types and relationship types.
    pub(super) fn interfaces(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let named = |types: &'g Types, of: TypeView<'g>| of_section(types, of, Section::Interface);
        self.interfaces_by_name(&named(self.old, old), &named(self.new, new));
    }

    /// Compares interfaces.
    pub(super) fn interfaces_by_name(&mut self, old: &ByName<'g, Of<'g>>, new: &ByName<'g, Of<'g>>) {
        self.members(
            old,
            new,
            &Family {
                noun: "interface",
                key: &|of| chain(of).last().map_or(interface(of).key(), |(_, first)| first.key()),
                compare: &|this, one, other| this.interface(one, other),
                added: &|_| (Gravity::Addition, "users need not know of it"),
                removed: "whoever calls or implements its operations finds nothing",
            },
        );
    }

    fn interface(&mut self, old: Of<'g>, new: Of<'g>) {
        let (before, after) = (chain(old), chain(new));
        let (one, other) = (before[0].1, after[0].1);
        let mut comparable = true;
        let mut meanings = (TypeRef::Unknown, TypeRef::Unknown);
        if let (Some(one), Some(other)) = (one.interface_type, other.interface_type) {
            meanings = (one.meaning, other.meaning);
            let kinship = self.kinship(one, other);
            let (gravity, why) = match kinship {
                Kinship::Derived => (Gravity::Addition, "it still has all operations that it had"),
                _ => (Gravity::Breaking, "it may lack operations that it had"),
            };
            if kinship != Kinship::Same {
                let (first, second) = (self.old.node(one.node), self.new.node(other.node));
                let edit = Edit::changed("type", Side::At(first), Side::At(second));
                self.tell(gravity, &edit, instead(first, second, kinship), why);
            }
            comparable = matches!(kinship, Kinship::Same | Kinship::Derived);
        }
        if comparable {
            let inputs = |types: &'g Types, chain: &[(MemberId, InterfaceView<'g>)]| {
                let mut found = ByName::<'g, FieldView<'g>>::new();
                for (id, known) in chain {
                    super::fields::add(types, *id, &known.inputs, &mut found);
                }
                found
            };
            let (mut first, mut second) = (inputs(old.0, &before), inputs(new.0, &after));
            complete_inputs(old.0, meanings.0, &second, &mut first);
            complete_inputs(new.0, meanings.1, &first, &mut second);
            self.fields(&first, &second, FieldKind::Input, usage(FieldKind::Input));
            for (section, noun) in OPERATIONS {
                let (mut first, mut second) =
                    (refined(old.0, &before, section), refined(new.0, &after, section));
                complete(old.0, meanings.0, section, &second, &mut first);
                complete(new.0, meanings.1, section, &first, &mut second);
                self.operations(noun, &first, &second);
            }
        }
        let nodes = |chain: &[(MemberId, InterfaceView<'g>)]| {
            let written =
                chain.iter().filter_map(|(_, known)| Some(known.key().tree().node(known.written()?.node)));
            written.collect::<Vec<_>>()
        };
        self.words(&nodes(&before), &nodes(&after), one.key(), other.key());
    }

    fn operations(&mut self, noun: &'static str, old: &ByName<'g, Of<'g>>, new: &ByName<'g, Of<'g>>) {
        let removed = if noun == "operation" {
            "whoever calls or implements it finds nothing"
        } else {
            "whoever waits for it waits in vain"
        };
        self.members(
            old,
            new,
            &Family {
                noun,
                key: &|of| operations(of).last().map_or(operation(of).key(), |(_, first)| first.key()),
                compare: &|this, one, other| this.operation(one, other),
                added: &|_| (Gravity::Addition, "users need not know of it"),
                removed,
            },
        );
    }

    fn operation(&mut self, old: Of<'g>, new: Of<'g>) {
        let (before, after) = (operations(old), operations(new));
        let (one, other) = (before[0].1, after[0].1);
        for kind in [FieldKind::Input, FieldKind::Output] {
            let fields = |types: &'g Types, chain: &[(MemberId, OperationView<'g>)]| {
                let mut found = ByName::<'g, FieldView<'g>>::new();
                for (id, known) in chain {
                    let part = if kind == FieldKind::Input { &known.inputs } else { &known.outputs };
                    super::fields::add(types, *id, part, &mut found);
                }
                found
            };
            self.fields(&fields(old.0, &before), &fields(new.0, &after), kind, usage(kind));
        }
        self.implementation(one, other);
        let nodes = |chain: &[(MemberId, OperationView<'g>)]| {
            let written = chain.iter().filter_map(|(_, known)| {
                let node = match known.written() {
                    DeclaredOperation::Operation(written) => written.node,
                    DeclaredOperation::Notification(written) => written.node,
                    DeclaredOperation::Unreadable => return None,
                };
                Some(known.key().tree().node(node))
            });
            written.collect::<Vec<_>>()
        };
        self.words(&nodes(&before), &nodes(&after), one.key(), other.key());
    }

    fn implementation(&mut self, old: OperationView<'g>, new: OperationView<'g>) {
        let (one, other) = (old.implementation(), new.implementation());
        let edit = Edit::changed("implementation", Side::new(one, old.key()), Side::new(other, new.key()));
        let primary = |node: Node<'g>| shown(node.get("primary").unwrap_or(node));
        match (one, other) {
            (Some(one), None) => {
                let what = format!("is no longer implemented by {}", primary(one));
                self.tell(Gravity::Breaking, &edit, what, "nothing is done unless users implement it");
            }
            (None, Some(other)) => {
                let what = format!("is implemented by {} now", primary(other));
                self.tell(Gravity::Addition, &edit, what, "users can still implement it themselves");
            }
            (Some(one), Some(other)) if !same(one, other) => {
                let (before, after) = (primary(one), primary(other));
                let what = if before == after {
                    format!("is implemented otherwise by {after}")
                } else {
                    format!("is implemented by {after} instead of {before}")
                };
                let why = "everything stays valid, but what happens may be something else";
                self.tell(Gravity::Addition, &edit, what, why);
            }
            _ => {}
        }
    }
}

/// The operations or notifications that an interface refines, each as the nearest definition has it.
fn refined<'g>(
    types: &'g Types,
    chain: &[(MemberId, InterfaceView<'g>)],
    section: Section,
) -> ByName<'g, Of<'g>> {
    let mut found = ByName::new();
    for (id, known) in chain {
        let range = if section == Section::Operation { &known.operations } else { &known.notifications };
        // Of definitions that are applied again the last one counts.
        for (member, index) in types.get(id.owner).operations_in(range).zip(range.clone()).rev() {
            found.entry(member.key().text()).or_insert((types, MemberId { owner: id.owner, index }));
        }
    }
    found
}

/// Adds the members of a refined type that only the other version refines.
pub(super) fn complete<'g>(
    types: &'g Types,
    of: TypeRef,
    section: Section,
    others: &ByName<'g, Of<'g>>,
    found: &mut ByName<'g, Of<'g>>,
) {
    let Some(of) = types.defined(of) else { return };
    for &name in others.keys() {
        if !found.contains_key(name)
            && let Some(id) = types.member(of, section, name)
        {
            found.insert(name, (types, id));
        }
    }
}

/// Adds the inputs of the interface type that only the other version refines.
fn complete_inputs<'g>(
    types: &'g Types,
    of: TypeRef,
    others: &ByName<'g, FieldView<'g>>,
    found: &mut ByName<'g, FieldView<'g>>,
) {
    let Some(of) = types.defined(of) else { return };
    for &name in others.keys() {
        if !found.contains_key(name)
            && let Some(id) = types.member(of, Section::Input, name)
        {
            found.insert(name, types.field(id));
        }
    }
}
