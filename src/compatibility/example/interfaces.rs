//! Uses of interfaces: inputs, implementations and outputs of operations and notifications, and calls in workflows.

use crate::model::Truth;
use crate::model::types::{FieldView, Fields, InterfaceId, Operations, RequirementId, TypeView};

use super::refinements::derived_from;
use super::text::Tree;
use super::uses::{Entry, FILE, MAX_COMBINED, Uses, local_type, node, typed};

impl<'g> Uses<'g> {
    /// Assigns inputs of the operations of a relationship; `plain` is an assignment of the requirement to `target`.
    pub(super) fn relationship_inputs(
        &mut self,
        base: &Tree,
        requirement: &str,
        id: RequirementId,
        plain: &Tree,
        target: &Entry,
    ) {
        let types = self.types;
        let Some(used) = types.requirement(id).relationship.relationship_type else { return };
        for (interface, id) in types.relationship_interfaces(id, used.meaning).iter() {
            for (operation, id) in types.interface_operations(id, Operations::Operations).iter() {
                let inputs = self.fields(&types.operation_inputs(id));
                let path = ["relationship", "interfaces", interface, "operations", operation, "inputs"];
                for one in self.vary(plain, &path, &inputs) {
                    let list = Tree::List(vec![(requirement.to_owned(), one)]);
                    self.add(vec![node(base.clone().with(&["requirements"], list)), target.clone()]);
                }
            }
        }
    }

    pub(super) fn interface(
        &mut self,
        name: &str,
        base: &Tree,
        interface: &str,
        id: InterfaceId,
        attributes: &[String],
    ) {
        let types = self.types;
        let add = |this: &mut Self, tree: Tree| this.add(vec![node(tree)]);
        let inputs = self.fields(&types.interface_inputs(id));
        for tree in self.vary(base, &["interfaces", interface, "inputs"], &inputs) {
            add(self, tree);
        }
        for (section, keyname) in
            [(Operations::Operations, "operations"), (Operations::Notifications, "notifications")]
        {
            for (operation, id) in types.interface_operations(id, section).iter() {
                let path = ["interfaces", interface, keyname, operation];
                let implementation = [path.as_slice(), &["implementation"]].concat();
                add(self, base.clone().with(&implementation, Tree::value(FILE)));
                let inputs = self.fields(&types.operation_inputs(id));
                for tree in self.vary(base, &[path.as_slice(), &["inputs"]].concat(), &inputs) {
                    add(self, tree);
                }
                self.stored_outputs(&derived_from(name), base, &path, id);
                for (output, _) in types.operation_outputs(id).iter() {
                    let path = [path.as_slice(), &["outputs", output]].concat();
                    for attribute in attributes.iter().take(MAX_COMBINED) {
                        add(self, base.clone().with(&path, Tree::value(format!("[ SELF, {attribute} ]"))));
                    }
                }
                if section == Operations::Operations {
                    self.calls(base, &format!("{interface}.{operation}"), &inputs);
                }
            }
        }
    }

    /// Calls an operation in a workflow: with the required inputs, and with each other one in addition.
    fn calls(&mut self, base: &Tree, operation: &str, inputs: &[(String, FieldView<'g>)]) {
        let mut call = Tree::empty().with(&["operation"], Tree::value(operation));
        self.fill(&mut call, &["inputs"], inputs);
        let mut calls = vec![call.clone()];
        for (name, field) in inputs.iter().filter(|(_, field)| field.value_needed() == Truth::No) {
            let literals = self.literals(*field);
            if !literals.is_empty() {
                calls.push(call.clone().with(&["inputs", name], Tree::Value(literals)));
            }
        }
        for call in calls {
            let activity = Tree::List(vec![("call_operation".to_owned(), call)]);
            let step = Tree::empty().with(&["target"], Tree::value("node\0")).with(&["activities"], activity);
            let workflow = Tree::empty().with(&["steps", "call"], step);
            self.add(vec![node(base.clone()), ("workflows", "run\0".to_owned(), workflow)]);
        }
    }

    pub(super) fn interface_type(&mut self, name: &str, ty: TypeView<'g>) {
        let local = Tree::empty().with(&["interfaces", "life", "type"], Tree::value(name));
        let mut base = typed("Local\0");
        let inputs = self.fields(&self.types.members(ty, Fields::Inputs));
        self.fill(&mut base, &["interfaces", "life", "inputs"], &inputs);
        for (operation, id) in self.types.members(ty, Operations::Operations).iter() {
            let inputs = self.fields(&self.types.operation_inputs(id));
            self.fill(&mut base, &["interfaces", "life", "operations", operation, "inputs"], &inputs);
        }
        self.add(vec![local_type(local.clone()), node(base.clone())]);
        for tree in self.vary(&base, &["interfaces", "life", "inputs"], &inputs) {
            self.add(vec![local_type(local.clone()), node(tree)]);
        }
        for (section, keyname) in
            [(Operations::Operations, "operations"), (Operations::Notifications, "notifications")]
        {
            for (operation, id) in self.types.members(ty, section).iter() {
                let path = ["interfaces", "life", keyname, operation];
                let implemented = [path.as_slice(), &["implementation"]].concat();
                let tree = base.clone().with(&implemented, Tree::value(FILE));
                self.add(vec![local_type(local.clone()), node(tree)]);
                let inputs = self.fields(&self.types.operation_inputs(id));
                for tree in self.vary(&base, &[path.as_slice(), &["inputs"]].concat(), &inputs) {
                    self.add(vec![local_type(local.clone()), node(tree)]);
                }
                self.stored_outputs(&local, &base, &path, id);
            }
        }
    }
}
