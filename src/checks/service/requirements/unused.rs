//! Relationship templates that no requirement uses (TOSCA 2.0 §6.9.4).

use rustc_hash::FxHashSet;

use crate::diagnostics::{Level, rules};
use crate::model::service::Connection;

use super::Cx;

/// Reports relationship templates that nothing names.
pub(super) fn report_unused(cx: &mut Cx<'_>) {
    let Some(service) = cx.service.filter(|service| !service.relationship_templates().is_empty()) else {
        return;
    };
    // A service template without any requirements is probably unfinished.
    if service.requirements().is_empty() {
        return;
    }
    let mut used = FxHashSet::default();
    for node_template in service.node_templates().iter() {
        // An unreadable assignment may use any of them.
        if !node_template.written().requirements().is_complete() {
            return;
        }
        for assignment in node_template.own_requirements().iter() {
            match assignment.connection {
                Connection::Template(id) => {
                    used.insert(id);
                }
                Connection::Unknown => return,
                Connection::Type(_) | Connection::Open => {}
            }
        }
    }
    // What could not be read may use any of them.
    let is_unread = cx.file.parsed().diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
    if is_unread || !service.has_all_node_templates() {
        return;
    }
    used.extend(service.relationship_templates().iter().filter_map(|relationship| relationship.copied));
    for relationship in service.relationship_templates().iter() {
        if !used.contains(&relationship.id) {
            let key = relationship.key();
            cx.report(key, rules::unused_relationship_template::new(key.span(), key.text()));
        }
    }
}
