//! Inputs that get the values of properties with the same names: TOSCA 2.0 needs explicit mappings.

use crate::dialects::Applied;
use crate::model::service::ServiceView;
use crate::yaml::{YamlNode, plain};

use super::edits::Edits;

/// Adds an explicit mapping for each property that is mapped by its name.
pub(super) fn by_name(service: Option<ServiceView<'_>>, edits: &mut Edits, applied: &mut Vec<Applied>) {
    let Some(substitution) = service.and_then(ServiceView::substitution) else { return };
    let mut names = substitution.fed_by_name().map(YamlNode::text).peekable();
    if names.peek().is_none() {
        return;
    }
    applied.push(Applied { rule: "L33", span: substitution.node().span() });
    match &substitution.written().properties {
        Some(properties) => {
            for name in names {
                edits.add(properties.node, name, plain(name));
            }
        }
        None => {
            let entries: Vec<String> = names.map(plain).map(|name| format!("{name}: {name}")).collect();
            edits.add(substitution.node().id(), "properties", format!("{{ {} }}", entries.join(", ")));
        }
    }
}
