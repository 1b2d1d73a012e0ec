//! Relationship templates that no requirement uses (TOSCA 2.0 §6.9.4).

use crate::diagnostics::codes;
use crate::grammar::Slot;
use crate::model::service::Connection;

use super::Review;

impl Review<'_, '_> {
    /// Reports relationship templates that nothing names.
    pub(super) fn unused_relationship_templates(&mut self) {
        let Some(topology) = self.topology.filter(|topology| !topology.relationships.is_empty()) else {
            return;
        };
        // A template without any requirements is not finished.
        if topology.vertices.iter().all(|vertex| vertex.edges.is_empty()) {
            return;
        }
        let mut used = vec![false; topology.relationships.len()];
        for vertex in &topology.vertices {
            // What could not be read may use any of them.
            match vertex.written.requirements() {
                Slot::Given(list) if !list.is_incomplete => {}
                Slot::Absent => {}
                Slot::Given(_) | Slot::Unreadable => return,
            }
            for edge in &vertex.edges {
                match edge.connection {
                    Connection::Template(number) => used[number as usize] = true,
                    Connection::Unknown => return,
                    Connection::Type(_) | Connection::Open => {}
                }
            }
        }
        let written = self.template.and_then(|template| template.node_templates.as_ref());
        if written.is_some_and(|map| self.node(map.node).entries().count() != topology.vertices.len()) {
            return;
        }
        for relationship in &topology.relationships {
            if let Some(copied) = relationship.copied {
                used[copied as usize] = true;
            }
        }
        for (relationship, used) in topology.relationships.iter().zip(used) {
            if !used {
                let key = relationship.key;
                self.report(key, codes::unused_relationship_template::found(key.span(), key.text()));
            }
        }
    }
}
