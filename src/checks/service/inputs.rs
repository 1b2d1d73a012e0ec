//! Inputs that operations and notifications need (TOSCA 2.0 §11.3, §11.5, §11.7): each is given by the type,
//! or should be by the template that is created.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostics::{Missing, codes, quoted, suggest, suggest_typo};
use crate::keynames::{Map, Slot, Value};
use crate::model::Truth;
use crate::model::service::AssignedOperation;
use crate::model::types::{FieldId, FieldTable, InterfaceId, InterfaceTable, Operations, Types};
use crate::syntax::{ImplementationDefinition, InterfaceAssignment};
use crate::yaml::Node;

use super::workflows::callees::AssignedInterfaces;
use super::{Cx, assignments};

/// So many inputs of one assignment get a did-you-mean.
const MOST: usize = 100;

/// The inputs of an interface that a template must give.
pub(super) struct Needs<'g> {
    /// Those of all operations and notifications.
    common: Vec<(&'g str, FieldId)>,
    /// Those of each.
    operations: Vec<OperationNeeds<'g>>,
}

struct OperationNeeds<'g> {
    name: &'g str,
    section: Operations,
    /// Whether the type says what carries it out.
    is_implemented: bool,
    inputs: Vec<(&'g str, FieldId)>,
}

impl<'g> Needs<'g> {
    fn of(types: &'g Types, id: InterfaceId) -> Self {
        let common = types.interface_inputs(id);
        let mut operations = Vec::new();
        for section in [Operations::Operations, Operations::Notifications] {
            for (name, operation) in types.interface_operations(id, section).iter() {
                let inputs = types.operation_inputs(operation);
                let implementation = types.operation(operation).implementation();
                let is_implemented = implementation.is_some_and(|(_, written)| implements(written));
                operations.push(OperationNeeds {
                    name,
                    section,
                    is_implemented,
                    inputs: required(types, &inputs),
                });
            }
        }
        Self { common: required(types, &common), operations }
    }

    fn is_nothing(&self) -> bool {
        self.common.is_empty() && self.operations.iter().all(|operation| operation.inputs.is_empty())
    }
}

/// What a template assigns to an interface.
struct Assigned<'a, 'g> {
    /// The name of the interface.
    interface: &'a str,
    /// What names it: the interface where the template assigns it itself, else the template.
    key: Node<'g>,
    /// Whether the template assigns it itself.
    own: bool,
    /// What is written.
    written: Option<&'g InterfaceAssignment>,
}

/// Whether an implementation names something to run.
fn implements(implementation: &ImplementationDefinition) -> bool {
    implementation.primary.is_some()
}

/// Inputs without any value.
fn required<'g>(types: &'g Types, names: &FieldTable<'g>) -> Vec<(&'g str, FieldId)> {
    names.iter().filter(|(_, id)| types.field(*id).value_needed() == Truth::Yes).collect()
}

/// Whether one of the `keys` is none of the `names`, and was probably meant for `name`.
fn means<'k, 'n>(
    mut keys: impl Iterator<Item = &'k str>,
    name: &str,
    names: &(impl Iterator<Item = &'n str> + Clone),
) -> bool {
    keys.by_ref()
        .take(MOST)
        .any(|key| names.clone().all(|known| known != key) && suggest(key, names.clone()) == Some(name))
}

/// Where the inputs of an assignment stand or, without any, the key of the assignment.
fn inputs_of<'g>(key: Node<'g>, inputs: Slot<&Map<Value>>) -> Node<'g> {
    inputs.given().map_or(key, |inputs| key.tree().node(inputs.node).entry_key())
}

fn needs<'g>(cx: &mut Cx<'g>, id: InterfaceId) -> Rc<Needs<'g>> {
    let types = cx.types;
    cx.memo.needs.entry(id).or_insert_with(|| Rc::new(Needs::of(types, id))).clone()
}

/// Inputs that a template leaves without value (11.5-09, 8.7.2-25). `sections` are the interfaces that the
/// template called `key` assigns, and those of the one that it copies, where all that it lacks `is_told`.
pub(super) fn missing_inputs<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    sections: [AssignedInterfaces<'g>; 2],
    names: &InterfaceTable<'g>,
    is_told: bool,
) {
    if !sections.iter().all(Slot::is_complete) {
        return;
    }
    let keys = |section: AssignedInterfaces<'g>| section.given().into_iter().flat_map(Map::keys);
    let mut missing: Vec<(Node<'g>, Missing)> = Vec::new();
    for (name, id) in names.iter() {
        let needs = needs(cx, id);
        if needs.is_nothing() {
            continue;
        }
        let mut given = sections.iter().zip([true, false]).filter_map(|(section, own)| {
            let entry = section.given()?.entry(key.tree(), name);
            (!entry.is_absent()).then_some((entry, own))
        });
        let given = given.next();
        let names = names.names();
        if given.is_none()
            && sections
                .iter()
                .any(|section| means(keys(*section).map(|key| cx.node(key).text()), name, &names))
        {
            continue;
        }
        let own = given.is_some_and(|(_, own)| own);
        if !own && is_told {
            continue;
        }
        let assignment = match given {
            Some((Slot::Given(entry), _)) if entry.1.unread.has_keynames_only() => Some(entry),
            Some(_) => continue,
            None => None,
        };
        let key = assignment.filter(|_| own).map_or(key, |(key, _)| cx.node(*key));
        let assigned = Assigned { interface: name, key, own, written: assignment.map(|(_, one)| one) };
        interface_needs(cx, &needs, &assigned, &mut missing);
    }
    report_inputs(cx, &missing);
}

fn interface_needs<'g>(
    cx: &Cx<'g>,
    needs: &Needs<'g>,
    assigned: &Assigned<'_, 'g>,
    missing: &mut Vec<(Node<'g>, Missing)>,
) {
    let interface = assigned.interface;
    let common_inputs = assigned.written.map_or(Slot::Absent, InterfaceAssignment::inputs);
    let place = if assigned.own { inputs_of(assigned.key, common_inputs) } else { assigned.key };
    let mut common = needs.common.clone();
    common.retain(|(name, _)| !gives(cx, common_inputs, name));
    let mut left = Vec::new();
    for operation in &needs.operations {
        let tree = assigned.key.tree();
        let entry = assigned.written.map_or(Slot::Absent, |written| {
            AssignedOperation::named(written, operation.section, tree, operation.name)
        });
        let names = needs.operations.iter().filter(|other| other.section == operation.section);
        let names = names.map(|other| other.name);
        let is_meant = || {
            let written = assigned.written.into_iter();
            let keys = written.flat_map(|written| AssignedOperation::names(written, operation.section));
            means(keys.map(|key| cx.node(key).text()), operation.name, &names)
        };
        if entry.is_unreadable() || entry.is_absent() && is_meant() {
            continue;
        }
        let entry = entry.given();
        let is_implemented = match entry.map_or(Slot::Absent, |entry| entry.implementation) {
            Slot::Given(own) => implements(own),
            Slot::Unreadable => continue,
            Slot::Absent => operation.is_implemented,
        };
        if !is_implemented {
            continue;
        }
        let own_inputs = entry.map_or(Slot::Absent, |entry| entry.inputs);
        left.extend(common.iter().filter(|(name, _)| !gives(cx, own_inputs, name)).copied());
        let at = match entry.filter(|_| assigned.own) {
            Some(entry) => inputs_of(cx.node(entry.key), own_inputs),
            None => place,
        };
        for (name, id) in &operation.inputs {
            if gives(cx, own_inputs, name) || gives(cx, common_inputs, name) {
                continue;
            }
            let mut lack = assignments::lack(cx, name, *id);
            lack.words =
                format!("{} of {}", quoted(name), quoted(&format!("{interface}.{}", operation.name)));
            missing.push((at, lack));
        }
    }
    common.retain(|one| left.contains(one));
    for (name, id) in common {
        let mut lack = assignments::lack(cx, name, id);
        lack.words = format!("{} of interface {}", quoted(name), quoted(interface));
        missing.push((place, lack));
    }
}

/// Whether the inputs of an assignment give one, perhaps misspelled or in a way that could not be read.
fn gives(cx: &Cx<'_>, inputs: Slot<&Map<Value>>, name: &str) -> bool {
    let mut keys = match inputs {
        Slot::Given(map) => map.keys().map(|key| cx.node(key).text()),
        Slot::Unreadable => return true,
        Slot::Absent => return false,
    };
    keys.any(|key| key == name || suggest_typo(key, [name]).is_some())
}

/// Reports inputs without value, those at one place together.
fn report_inputs<'g>(cx: &mut Cx<'g>, missing: &[(Node<'g>, Missing)]) {
    let mut places: Vec<Node<'g>> = Vec::new();
    for (at, _) in missing {
        if !places.iter().any(|place| place.id() == at.id()) {
            places.push(*at);
        }
    }
    for place in places {
        let here = missing.iter().filter(|(at, _)| at.id() == place.id());
        let here: Vec<Missing> = here.map(|(_, lack)| lack.clone()).collect();
        cx.report(place, codes::input_without_value::new(place.span(), &here));
    }
}

/// Reports the inputs or outputs of an assignment that are not declared, but nearly (11.5-10): `declared`
/// are those that may be meant, `elsewhere` tells names that are right or given beside them.
pub(super) fn nearly_declared<'g>(
    cx: &mut Cx<'g>,
    kind: &'static str,
    section: Option<Node<'g>>,
    declared: &FieldTable<'g>,
    elsewhere: impl Fn(&str) -> bool,
) {
    let Some(section) = section else { return };
    let mut free: Option<Vec<(&str, FieldId)>> = None;
    for (key, _) in section.entries().take(MOST) {
        if declared.contains(key.text()) || elsewhere(key.text()) {
            continue;
        }
        let free = free.get_or_insert_with(|| {
            let given: FxHashSet<&str> = section.entries().map(|(key, _)| key.text()).collect();
            let left = declared.iter().filter(|(name, _)| !given.contains(*name) && !elsewhere(name));
            left.collect()
        });
        let Some(near) = suggest_typo(key.text(), free.iter().map(|(name, _)| *name)) else { continue };
        let place = free.iter().find(|(name, _)| *name == near);
        let place = place.map(|(_, id)| cx.types.field(*id).key().span());
        cx.report(key, codes::nearly_declared_name::new(key.span(), kind, key.text(), near, place));
    }
}
