//! Relationship templates that no requirement uses (TOSCA 2.0 §6.9.4).

use crate::diagnostics::codes;
use crate::grammar::Slot;
use crate::model::service::Connection;

use super::Review;

impl Review<'_> {
    /// Reports relationship templates that nothing names.
    pub(super) fn unused_relationship_templates(&mut self) {
        let Some(service) = self.service.filter(|service| !service.relationship_templates().is_empty())
        else {
            return;
        };
        // A template without any requirements is not finished.
        if service.requirements().is_empty() {
            return;
        }
        let mut used = vec![false; service.relationship_templates().len()];
        for node_template in service.node_templates().iter() {
            // What could not be read may use any of them.
            match node_template.written().requirements() {
                Slot::Given(list) if !list.is_incomplete => {}
                Slot::Absent => {}
                Slot::Given(_) | Slot::Unreadable => return,
            }
            for assignment in node_template.own_requirements().iter() {
                match assignment.connection {
                    Connection::Template(id) => used[id.place()] = true,
                    Connection::Unknown => return,
                    Connection::Type(_) | Connection::Open => {}
                }
            }
        }
        let written = self.template.and_then(|template| template.node_templates.as_ref());
        if written.is_some_and(|map| self.node(map.node).entries().count() != service.node_templates().len())
        {
            return;
        }
        for relationship in service.relationship_templates().iter() {
            if let Some(copied) = relationship.copied {
                used[copied.place()] = true;
            }
        }
        for (relationship, used) in service.relationship_templates().iter().zip(used) {
            if !used {
                let key = relationship.key();
                self.report(key, codes::unused_relationship_template::found(key.span(), key.text()));
            }
        }
    }
}
