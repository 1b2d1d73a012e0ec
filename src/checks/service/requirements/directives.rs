//! Directives of requirements and capabilities that contradict the target (TOSCA 2.0 §8.3, §8.5.2).

use crate::diagnostics::rules;
use crate::model::service::Target;
use crate::model::types::{CapabilityId, Types};
use crate::yaml::YamlNode;

use super::{Assigned, Cx};

/// Reports an `external` requirement that targets a node of this service template.
pub(super) fn check_external_requirement<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let assignment = assigned.assignment;
    let (Target::Template(id, _), Some(name)) = (assignment.target, assignment.target_name()) else {
        return;
    };
    let Some(directives) = &assignment.written().directives else { return };
    let list = assignment.service().node(directives.node);
    let target = assignment.service().node_template(id);
    if !target.may_be_selected && is_only(list, "external") {
        let diagnostic = rules::contradicting_directive::external(name.span(), name.text(), list.span());
        cx.report(name, diagnostic);
    }
}

/// Reports an `external` capability that is the only matching capability of the target.
pub(super) fn check_external_capability<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    capability: CapabilityId,
) {
    let types: &'g Types = cx.types;
    let Target::Template(id, _) = assigned.assignment.target else { return };
    let target = assigned.assignment.service().node_template(id);
    let name = types.capability(capability).key().text();
    let directives = target.capability(name).given().and_then(|assignment| assignment.directives.as_ref());
    let list = directives.map(|list| cx.node(list.node)).filter(|list| is_only(*list, "external"));
    let Some(list) = list else { return };
    let (node, target) = (assigned.capability_node(), target.name());
    let diagnostic = rules::contradicting_directive::capability(node.span(), name, target, list.span());
    cx.report(node, diagnostic);
}

/// Whether a list has entries, and all of them are `word`.
pub(super) fn is_only(list: YamlNode<'_>, word: &str) -> bool {
    let mut items = list.items().peekable();
    items.peek().is_some() && items.all(|item| item.as_str() == Some(word))
}
