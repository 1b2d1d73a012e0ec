//! Inputs that nothing reads: advice, which is given only where it is asked for.

use rustc_hash::FxHashSet;

use crate::diagnostics::codes;
use crate::functions::Source;
use crate::grammar::call_name;
use crate::syntax::ServiceTemplate;
use crate::yaml::{Kind, Node};

use super::{Review, entries};

impl<'g> Review<'_, 'g> {
    pub(super) fn unused_inputs(&mut self, template: &'g ServiceTemplate) {
        if template.inputs.is_none() || self.file.tree().is_damaged() {
            return;
        }
        let mut used: FxHashSet<&str> = FxHashSet::default();
        let mut waiting: Vec<Node<'g>> = self.file.values().iter().map(|value| self.node(*value)).collect();
        while let Some(node) = waiting.pop() {
            if call_name(node).is_some_and(|name| Source::Input.is_read_by(name.text())) {
                let arguments = node.only_entry().map(|(_, arguments)| arguments);
                let first = arguments.map(|arguments| arguments.items().next().unwrap_or(arguments));
                let Some(name) = first.filter(|first| call_name(*first).is_none()).and_then(Node::as_str)
                else {
                    // A computed name may be any.
                    return;
                };
                used.insert(name);
            }
            waiting.extend(node.items());
            for (key, value) in node.entries() {
                if key.kind() != Kind::Scalar {
                    waiting.push(key);
                }
                waiting.push(value);
            }
        }
        // Properties of a substituted node are given to inputs by name.
        let substitution = template.substitution_mappings.as_ref();
        waiting.extend(substitution.map(|substitution| self.node(substitution.node)));
        while let Some(node) = waiting.pop() {
            used.extend(node.as_str());
            waiting.extend(node.items());
            for (key, value) in node.entries() {
                used.extend(key.as_str());
                waiting.push(value);
            }
        }
        for (key, _) in entries(template.inputs.as_ref()) {
            let key = self.node(key);
            if !used.contains(key.text()) {
                self.report(key, codes::unused_input::found(key.span(), key.text()));
            }
        }
    }
}
