//! Inputs that take the values of properties with the same names: TOSCA 2.0 wants that in words.

use crate::dialects::Applied;
use crate::load::File;
use crate::model::types::Types;
use crate::substitution;
use crate::yaml::plain;

use super::edits::Edits;

/// Maps what is mapped by its name.
pub(super) fn by_name<'g>(types: &'g Types, file: &'g File, edits: &mut Edits, applied: &mut Vec<Applied>) {
    let names = substitution::fed_by_name(types, file);
    let root = file.syntax().filter(|_| !names.is_empty());
    let mapping = root.and_then(|root| root.service_template.as_ref()?.substitution_mappings.as_ref());
    let Some(mapping) = mapping else { return };
    let body = file.node(mapping.node);
    applied.push(Applied { rule: "L33", place: body.span() });
    match body.get("properties") {
        Some(properties) => {
            for name in names {
                edits.add(properties.id(), name.text(), plain(name.text()));
            }
        }
        None => {
            let entries: Vec<String> = names
                .into_iter()
                .map(|name| plain(name.text()))
                .map(|name| format!("{name}: {name}"))
                .collect();
            edits.add(body.id(), "properties", format!("{{ {} }}", entries.join(", ")));
        }
    }
}
