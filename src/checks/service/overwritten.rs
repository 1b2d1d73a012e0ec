//! Assigned attributes that outputs of operations overwrite (TOSCA 2.0 §9.6).

use crate::diagnostics::rules;
use crate::model::service::AssignedOperation;
use crate::model::types::{Interfaces, Operations, TypeView};
use crate::syntax::NodeTemplate;
use crate::yaml::YamlNode;

use super::{Cx, entries};

/// Reports attribute assignments of a node template that output mappings overwrite (9.6-03).
pub(super) fn report_overwritten<'g>(cx: &mut Cx<'g>, template: &'g NodeTemplate, ty: TypeView<'g>) {
    if template.attributes.as_ref().is_none_or(|map| map.entries.is_empty()) {
        return;
    }
    let types = cx.types;
    let mut stored: Vec<(&'g str, YamlNode<'g>)> = Vec::new();
    for (_, interface) in types.members(ty, Interfaces).iter() {
        for section in [Operations::Operations, Operations::Notifications] {
            for (_, operation) in types.interface_operations(interface, section).iter() {
                for (_, output) in types.operation_outputs(operation).iter() {
                    let mapping = types.field(output).each(|parts| parts.mapping).next();
                    stored.extend(mapping.and_then(own_attribute));
                }
            }
        }
    }
    for (_, interface) in entries(template.interfaces.as_ref()) {
        let outputs = AssignedOperation::all_in(interface).filter_map(|assigned| assigned.outputs.given());
        for (_, mapping) in outputs.flat_map(|outputs| &outputs.entries) {
            stored.extend(own_attribute(cx.node(mapping.0)));
        }
    }
    for (key, _) in entries(template.attributes.as_ref()) {
        let key = cx.node(key);
        if let Some((name, mapping)) = stored.iter().find(|(name, _)| *name == key.text()) {
            let diagnostic = rules::overwritten_attribute::new(key.span(), name, mapping.span());
            cx.report(key, diagnostic);
        }
    }
}

/// Returns the attribute of the same node (`SELF`) that a mapping stores an output in, as a whole.
fn own_attribute(mapping: YamlNode<'_>) -> Option<(&str, YamlNode<'_>)> {
    let mut items = mapping.items();
    let is_self = items.next()?.as_str()? == "SELF";
    let name = items.next()?.as_str()?;
    (is_self && items.next().is_none()).then_some((name, mapping))
}
