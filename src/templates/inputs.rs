//! Inputs that operations and notifications need (TOSCA 2.0 §11.3, §11.5, §11.7): each is given by the type,
//! or should be by the template that is created.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostics::{Missing, codes, quoted, suggest, suggest_typo};
use crate::grammar::Entity as _;
use crate::model::Truth;
use crate::model::types::{FieldId, FieldTable, InterfaceId, InterfaceTable, Operations, Types};
use crate::syntax::InterfaceAssignment;
use crate::yaml::Node;

use super::Review;

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
                let is_implemented = implementation.is_some_and(implements);
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

/// Whether an implementation names something to run.
fn implements(implementation: Node<'_>) -> bool {
    implementation.as_str().is_some() || implementation.entry("primary").is_some()
}

/// Inputs without any value.
fn required<'g>(types: &'g Types, names: &FieldTable<'g>) -> Vec<(&'g str, FieldId)> {
    names.iter().filter(|(_, id)| types.field(*id).value_needed() == Truth::Yes).collect()
}

/// Whether a key of a section is none of the `names`, and was probably meant for `name`.
fn means<'n>(section: Node<'_>, name: &str, names: &(impl Iterator<Item = &'n str> + Clone)) -> bool {
    section.entries().take(MOST).any(|(key, _)| {
        names.clone().all(|known| known != key.text()) && suggest(key.text(), names.clone()) == Some(name)
    })
}

/// Where the inputs of an assignment stand or, without any, the key of the assignment.
fn inputs_of<'g>((key, assignment): (Node<'g>, Node<'g>)) -> Node<'g> {
    assignment.entry("inputs").map_or(key, |(inputs, _)| inputs)
}

/// Whether the section `inputs` of an assignment gives an input, perhaps misspelled.
fn gives(assignment: Option<Node<'_>>, name: &str) -> bool {
    let inputs = assignment.and_then(|assignment| assignment.get("inputs"));
    inputs.is_some_and(|inputs| {
        inputs.entry(name).is_some()
            || inputs.entries().any(|(key, _)| suggest_typo(key.text(), [name]).is_some())
    })
}

impl<'g> Review<'g> {
    fn needs(&mut self, id: InterfaceId) -> Rc<Needs<'g>> {
        let types = self.types;
        self.needs.entry(id).or_insert_with(|| Rc::new(Needs::of(types, id))).clone()
    }

    /// Inputs that a template leaves without value (11.5-09, 8.7.2-25). `bodies` are the template, called
    /// `key`, and the one that it copies, where all that it lacks `is_told`.
    pub(super) fn missing_inputs(
        &mut self,
        key: Node<'g>,
        bodies: [Option<Node<'g>>; 2],
        names: &InterfaceTable<'g>,
        is_told: bool,
    ) {
        let sections: Vec<(Node<'g>, bool)> = bodies
            .into_iter()
            .zip([true, false])
            .filter_map(|(body, own)| Some((body?.get("interfaces")?, own)))
            .collect();
        if sections.iter().any(|(section, _)| !section.is_mapping() || section.is_broken()) {
            return;
        }
        let mut missing: Vec<(Node<'g>, Missing)> = Vec::new();
        for (name, id) in names.iter() {
            let needs = self.needs(id);
            if needs.is_nothing() {
                continue;
            }
            let given = sections.iter().find_map(|(section, own)| Some((section.entry(name)?, *own)));
            if given.is_none() && sections.iter().any(|(section, _)| means(*section, name, &names.names())) {
                continue;
            }
            let own = given.filter(|(_, own)| *own).map(|((key, _), _)| key);
            if own.is_none() && is_told {
                continue;
            }
            let assignment = given.map(|((_, assignment), _)| assignment);
            if assignment.is_some_and(|assignment| !is_readable(assignment)) {
                continue;
            }
            self.interface_needs(&needs, name, assignment, own, key, &mut missing);
        }
        self.report_inputs(&missing);
    }

    fn interface_needs(
        &self,
        needs: &Needs<'g>,
        interface: &str,
        assignment: Option<Node<'g>>,
        own: Option<Node<'g>>,
        key: Node<'g>,
        missing: &mut Vec<(Node<'g>, Missing)>,
    ) {
        let mut common = needs.common.clone();
        common.retain(|(name, _)| !gives(assignment, name));
        let mut left = Vec::new();
        for operation in &needs.operations {
            let keyname =
                if operation.section == Operations::Operations { "operations" } else { "notifications" };
            let section = assignment.and_then(|assignment| assignment.get(keyname));
            let entry = section.and_then(|section| section.entry(operation.name));
            let names = needs.operations.iter().filter(|other| other.section == operation.section);
            let names = names.map(|other| other.name);
            if entry.is_none() && section.is_some_and(|section| means(section, operation.name, &names)) {
                continue;
            }
            let body = entry.map(|(_, body)| body);
            let implementation = body.map(|body| body.get("implementation").unwrap_or(body));
            let is_implemented = match implementation {
                Some(own)
                    if body.is_some_and(|body| {
                        body.as_str().is_some() || body.entry("implementation").is_some()
                    }) =>
                {
                    implements(own)
                }
                _ => operation.is_implemented,
            };
            if !is_implemented {
                continue;
            }
            left.extend(common.iter().filter(|(name, _)| !gives(body, name)).copied());
            let at = entry.filter(|_| own.is_some()).or(own.zip(assignment)).map_or(key, inputs_of);
            for (name, id) in &operation.inputs {
                if gives(body, name) || gives(assignment, name) {
                    continue;
                }
                let mut lack = self.lack(name, *id);
                lack.words =
                    format!("{} of {}", quoted(name), quoted(&format!("{interface}.{}", operation.name)));
                missing.push((at, lack));
            }
        }
        common.retain(|one| left.contains(one));
        for (name, id) in common {
            let mut lack = self.lack(name, id);
            lack.words = format!("{} of interface {}", quoted(name), quoted(interface));
            missing.push((own.zip(assignment).map_or(key, inputs_of), lack));
        }
    }

    /// Reports inputs without value, those at one place together.
    fn report_inputs(&mut self, missing: &[(Node<'g>, Missing)]) {
        let mut places: Vec<Node<'g>> = Vec::new();
        for (at, _) in missing {
            if !places.iter().any(|place| place.id() == at.id()) {
                places.push(*at);
            }
        }
        for place in places {
            let here = missing.iter().filter(|(at, _)| at.id() == place.id());
            let here: Vec<Missing> = here.map(|(_, lack)| lack.clone()).collect();
            self.report(place, codes::input_without_value::found(place.span(), &here));
        }
    }

    /// Reports the inputs or outputs of an assignment that are not declared, but nearly (11.5-10): `declared`
    /// are those that may be meant, `elsewhere` tells names that are right or given beside them.
    pub(super) fn nearly_declared(
        &mut self,
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
            let place = place.map(|(_, id)| self.types.field(*id).key().span());
            self.report(key, codes::nearly_declared_name::found(key.span(), kind, key.text(), near, place));
        }
    }
}

/// Whether all of an interface assignment could be read.
fn is_readable(assignment: Node<'_>) -> bool {
    let known = |key: Node<'_>| InterfaceAssignment::meta().keyname(key.text()).is_some();
    !assignment.is_broken() && assignment.entries().all(|(key, _)| known(key))
}
