//! Interface, operation and notification assignments (TOSCA 2.0 §11.3, §11.5, §11.7).

use crate::derive::{MemberId, MemberNames, Section};
use crate::diagnostics::{Level, codes, quoted, suggest};
use crate::grammar::{Map, Value};
use crate::syntax::InterfaceAssignment;
use crate::yaml::{Node, NodeId};

use super::assignments::Owner;
use super::{Review, entries};

impl<'g> Review<'_, 'g> {
    /// The interfaces of a template; `lenient` where an unknown interface is only doubtful.
    pub(super) fn interfaces(
        &mut self,
        map: Option<&'g Map<InterfaceAssignment>>,
        names: &MemberNames<'g>,
        owner: Owner<'_, 'g>,
        lenient: bool,
    ) {
        for (key, assignment) in entries(map) {
            let key = self.node(key);
            let Some(id) = names.get(key.text()).copied() else {
                if !owner.open {
                    let near = suggest(key.text(), names.keys().copied());
                    let mut found =
                        codes::unknown_member::found(key.span(), "interface", key.text(), owner.words, near);
                    if let Some(place) = owner.defined {
                        found = found.also(place.span(), "the type is defined here");
                    }
                    self.report(key, if lenient { found.at_level(Level::Warning) } else { found });
                }
                continue;
            };
            self.interface(id, key, assignment);
        }
    }

    fn interface(&mut self, id: MemberId, key: Node<'g>, assignment: &'g InterfaceAssignment) {
        let common = self.types.interface_inputs(id);
        self.inputs(assignment.inputs.as_ref(), &common);
        let used = self.types.interface(id).interface_type;
        let open = used.and_then(|used| self.types.defined(used.meaning)).is_none_or(|of| of.is_open);
        let operations = entries(assignment.operations.as_ref())
            .map(|(key, operation)| (key, operation.inputs.as_ref()))
            .collect::<Vec<_>>();
        self.operations(id, key, Section::Operation, &operations, &common, open);
        let notifications = entries(assignment.notifications.as_ref())
            .map(|(key, notification)| (key, notification.inputs.as_ref()))
            .collect::<Vec<_>>();
        self.operations(id, key, Section::Notification, &notifications, &common, open);
    }

    fn operations(
        &mut self,
        id: MemberId,
        interface: Node<'g>,
        section: Section,
        assigned: &[(NodeId, Option<&'g Map<Value>>)],
        common: &MemberNames<'g>,
        open: bool,
    ) {
        if assigned.is_empty() {
            return;
        }
        let names = self.types.interface_operations(id, section);
        let kind = if section == Section::Operation { "operation" } else { "notification" };
        for (key, inputs) in assigned {
            let key = self.node(*key);
            let Some(operation) = names.get(key.text()).copied() else {
                if !open {
                    let near = suggest(key.text(), names.keys().copied());
                    let holder = format!("interface {}", quoted(interface.text()));
                    let found = codes::unknown_member::found(key.span(), kind, key.text(), &holder, near);
                    self.report(key, found);
                }
                continue;
            };
            // An input of the operation wins over one of the interface (11.2-09).
            let mut known = common.clone();
            known.extend(self.types.operation_fields(operation, true));
            self.inputs(*inputs, &known);
        }
    }
}
