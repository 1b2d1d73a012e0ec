//! Required inputs of operations and notifications (TOSCA 2.0 §11.3, §11.5, §11.7): each needs a value, from
//! the type or from the template.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostics::{MissingValue, quoted, rules, suggest, suggest_typo};
use crate::keynames::{Map, Slot, ValueNode};
use crate::model::Truth;
use crate::model::service::AssignedOperation;
use crate::model::types::{FieldId, FieldTable, InterfaceId, InterfaceTable, Operations, Types};
use crate::syntax::{ImplementationDefinition, InterfaceAssignment};
use crate::yaml::YamlNode;

use super::workflows::callees::AssignedInterfaces;
use super::{Cx, assignments};

/// Limit on the inputs of one assignment that get a suggestion.
const MAX_SUGGESTIONS: usize = 100;

/// The inputs of an interface that a template must assign.
pub(super) struct RequiredInputs<'g> {
    /// Inputs of the interface, which all its operations and notifications have.
    common: Vec<(&'g str, FieldId)>,
    /// The operations and notifications, with their own inputs.
    operations: Vec<OperationInputs<'g>>,
}

struct OperationInputs<'g> {
    name: &'g str,
    section: Operations,
    /// Whether the type defines an implementation for it.
    is_implemented: bool,
    inputs: Vec<(&'g str, FieldId)>,
}

impl<'g> RequiredInputs<'g> {
    fn new(types: &'g Types, id: InterfaceId) -> Self {
        let common = types.interface_inputs(id);
        let mut operations = Vec::new();
        for section in [Operations::Operations, Operations::Notifications] {
            for (name, operation) in types.interface_operations(id, section).iter() {
                let inputs = types.operation_inputs(operation);
                let implementation = types.operation(operation).implementation();
                let is_implemented = implementation.is_some_and(|(_, written)| implements(written));
                operations.push(OperationInputs {
                    name,
                    section,
                    is_implemented,
                    inputs: without_value(types, &inputs),
                });
            }
        }
        Self { common: without_value(types, &common), operations }
    }

    fn is_empty(&self) -> bool {
        self.common.is_empty() && self.operations.iter().all(|operation| operation.inputs.is_empty())
    }
}

/// The assignment of an interface in a template.
struct AssignedInterface<'a, 'g> {
    /// The name of the interface.
    interface: &'a str,
    /// The key of the interface if the template assigns it itself, else the key of the template.
    key: YamlNode<'g>,
    /// Whether the template assigns it itself, instead of copying the assignment.
    is_own: bool,
    /// The assignment, if there is one.
    written: Option<&'g InterfaceAssignment>,
}

/// Whether an implementation has a primary artifact.
fn implements(implementation: &ImplementationDefinition) -> bool {
    implementation.primary.is_some()
}

/// Returns the inputs that have no value.
fn without_value<'g>(types: &'g Types, names: &FieldTable<'g>) -> Vec<(&'g str, FieldId)> {
    names.iter().filter(|(_, id)| types.field(*id).value_needed() == Truth::Yes).collect()
}

/// Whether one of the `keys` is not among the `names`, and is probably a typo of `name`.
fn has_typo_of<'k, 'n>(
    mut keys: impl Iterator<Item = &'k str>,
    name: &str,
    names: &(impl Iterator<Item = &'n str> + Clone),
) -> bool {
    keys.by_ref()
        .take(MAX_SUGGESTIONS)
        .any(|key| names.clone().all(|known| known != key) && suggest(key, names.clone()) == Some(name))
}

/// Returns the keyname `inputs` of an assignment, or the key of the assignment if it has none.
fn inputs_node<'g>(key: YamlNode<'g>, inputs: Slot<&Map<ValueNode>>) -> YamlNode<'g> {
    inputs.given().map_or(key, |inputs| key.tree().node(inputs.node).entry_key())
}

/// Returns the inputs of an interface that templates must assign; the result is cached.
fn required_inputs<'g>(cx: &mut Cx<'g>, id: InterfaceId) -> Rc<RequiredInputs<'g>> {
    let types = cx.types;
    cx.memo.required_inputs.entry(id).or_insert_with(|| Rc::new(RequiredInputs::new(types, id))).clone()
}

/// Reports the inputs that a template leaves without a value (11.5-09, 8.7.2-25). `sections` are the
/// interface assignments of the template `key` and of the template that it copies; if `is_reported`, missing
/// values of the copied template are reported there.
pub(super) fn report_missing_inputs<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    sections: [AssignedInterfaces<'g>; 2],
    names: &InterfaceTable<'g>,
    is_reported: bool,
) {
    if !sections.iter().all(Slot::is_complete) {
        return;
    }
    let keys = |section: AssignedInterfaces<'g>| section.given().into_iter().flat_map(Map::keys);
    let template = key;
    let mut missing: Vec<(YamlNode<'g>, (&'g str, MissingValue))> = Vec::new();
    for (name, id) in names.iter() {
        let needs = required_inputs(cx, id);
        let used = cx.types.interface(id).interface_type.and_then(|used| cx.types.defined(used.meaning));
        if needs.is_empty() || used.is_none_or(|interface_type| interface_type.is_incomplete) {
            continue;
        }
        let mut given = sections.iter().zip([true, false]).filter_map(|(section, is_own)| {
            let entry = section.given()?.entry(key.tree(), name);
            (!entry.is_absent()).then_some((entry, is_own))
        });
        let given = given.next();
        let names = names.names();
        if given.is_none()
            && sections
                .iter()
                .any(|section| has_typo_of(keys(*section).map(|key| cx.node(key).text()), name, &names))
        {
            continue;
        }
        let is_own = given.is_some_and(|(_, is_own)| is_own);
        if !is_own && is_reported {
            continue;
        }
        let assignment = match given {
            Some((Slot::Given(entry), _)) if entry.1.unread.has_keynames_only() => Some(entry),
            Some(_) => continue,
            None => None,
        };
        let key = assignment.filter(|_| is_own).map_or(key, |(key, _)| cx.node(*key));
        let assigned = AssignedInterface {
            interface: name,
            key,
            is_own,
            written: assignment.map(|(_, written)| written),
        };
        add_missing_interface_inputs(cx, &needs, &assigned, &mut missing);
    }
    let unknown_keys = cx.types.graph.file(template.tree().file()).unknown_keys();
    missing.retain(|(_, (name, _))| !unknown_keys.may_define_inside(template.entry_value(), name));
    let missing: Vec<_> = missing.into_iter().map(|(node, (_, missing))| (node, missing)).collect();
    report_inputs(cx, &missing);
}

/// Adds the inputs of an interface without a value to `missing`, each with the node to report it at and its name.
fn add_missing_interface_inputs<'g>(
    cx: &Cx<'g>,
    needs: &RequiredInputs<'g>,
    assigned: &AssignedInterface<'_, 'g>,
    missing: &mut Vec<(YamlNode<'g>, (&'g str, MissingValue))>,
) {
    let interface = assigned.interface;
    let common_inputs = assigned.written.map_or(Slot::Absent, InterfaceAssignment::inputs);
    let interface_node =
        if assigned.is_own { inputs_node(assigned.key, common_inputs) } else { assigned.key };
    let mut common = needs.common.clone();
    common.retain(|(name, _)| !may_give(cx, common_inputs, name));
    let mut unassigned = Vec::new();
    for operation in &needs.operations {
        let tree = assigned.key.tree();
        let entry = assigned.written.map_or(Slot::Absent, |written| {
            AssignedOperation::named(written, operation.section, tree, operation.name)
        });
        let names = needs.operations.iter().filter(|sibling| sibling.section == operation.section);
        let names = names.map(|sibling| sibling.name);
        let is_misspelled = || {
            let written = assigned.written.into_iter();
            let keys = written.flat_map(|written| AssignedOperation::names(written, operation.section));
            has_typo_of(keys.map(|key| cx.node(key).text()), operation.name, &names)
        };
        if entry.is_unreadable() || entry.is_absent() && is_misspelled() {
            continue;
        }
        let entry = entry.given();
        let is_implemented = match entry.map_or(Slot::Absent, |entry| entry.implementation) {
            Slot::Given(implementation) => implements(implementation),
            Slot::Unreadable => continue,
            Slot::Absent => operation.is_implemented,
        };
        if !is_implemented {
            continue;
        }
        let own_inputs = entry.map_or(Slot::Absent, |entry| entry.inputs);
        unassigned.extend(common.iter().filter(|(name, _)| !may_give(cx, own_inputs, name)).copied());
        let operation_node = match entry.filter(|_| assigned.is_own) {
            Some(entry) => inputs_node(cx.node(entry.key), own_inputs),
            None => interface_node,
        };
        for (name, id) in &operation.inputs {
            if may_give(cx, own_inputs, name) || may_give(cx, common_inputs, name) {
                continue;
            }
            let mut missing_input = assignments::missing_value(cx, name, *id);
            missing_input.description =
                format!("{} of {}", quoted(name), quoted(&format!("{interface}.{}", operation.name)));
            missing.push((operation_node, (*name, missing_input)));
        }
    }
    common.retain(|input| unassigned.contains(input));
    for (name, id) in common {
        let mut missing_input = assignments::missing_value(cx, name, id);
        missing_input.description = format!("{} of interface {}", quoted(name), quoted(interface));
        missing.push((interface_node, (name, missing_input)));
    }
}

/// Whether input assignments may contain a value for `name`: its key may be misspelled, or the inputs
/// unreadable.
fn may_give(cx: &Cx<'_>, inputs: Slot<&Map<ValueNode>>, name: &str) -> bool {
    let mut keys = match inputs {
        Slot::Given(map) => map.keys().map(|key| cx.node(key).text()),
        Slot::Unreadable => return true,
        Slot::Absent => return false,
    };
    keys.any(|key| key == name || suggest_typo(key, [name]).is_some())
}

/// Reports inputs without a value, one finding per node.
fn report_inputs<'g>(cx: &mut Cx<'g>, missing: &[(YamlNode<'g>, MissingValue)]) {
    let mut nodes: Vec<YamlNode<'g>> = Vec::new();
    for (node, _) in missing {
        if !nodes.iter().any(|known| known.id() == node.id()) {
            nodes.push(*node);
        }
    }
    for node in nodes {
        let inputs = missing.iter().filter(|(missing_node, _)| missing_node.id() == node.id());
        let inputs: Vec<MissingValue> = inputs.map(|(_, input)| input.clone()).collect();
        cx.report(node, rules::input_without_value::new(node.span(), &inputs));
    }
}

/// Reports the inputs or outputs of an assignment whose names are similar to those `declared` (11.5-10).
/// `is_elsewhere` is whether a name is declared or assigned at the enclosing interface.
pub(super) fn report_nearly_declared<'g>(
    cx: &mut Cx<'g>,
    kind: &'static str,
    section: Option<YamlNode<'g>>,
    declared: &FieldTable<'g>,
    is_elsewhere: impl Fn(&str) -> bool,
) {
    let Some(section) = section else { return };
    let mut unassigned: Option<Vec<(&str, FieldId)>> = None;
    for (key, _) in section.entries().take(MAX_SUGGESTIONS) {
        if declared.contains(key.text()) || is_elsewhere(key.text()) {
            continue;
        }
        let unassigned = unassigned.get_or_insert_with(|| {
            let given: FxHashSet<&str> = section.entries().map(|(key, _)| key.text()).collect();
            let unassigned =
                declared.iter().filter(|(name, _)| !given.contains(*name) && !is_elsewhere(name));
            unassigned.collect()
        });
        let Some(suggestion) = suggest_typo(key.text(), unassigned.iter().map(|(name, _)| *name)) else {
            continue;
        };
        let definition = unassigned.iter().find(|(name, _)| *name == suggestion);
        let definition_span = definition.map(|(_, id)| cx.types.field(*id).key().span());
        cx.report(
            key,
            rules::nearly_declared_name::new(key.span(), kind, key.text(), suggestion, definition_span),
        );
    }
}
