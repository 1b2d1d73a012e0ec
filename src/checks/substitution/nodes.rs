//! Checks node templates that are substituted (TOSCA 2.0 §7.2.1).

use crate::diagnostics::Advice;
use crate::diagnostics::{Diagnostic, quoted, rules};
use crate::keynames::Slot;
use crate::model::service::{AssignedOperation, NodeTemplateView, ServiceView};
use crate::model::types::Section as _;
use crate::yaml;

/// Checks the node templates of a service that are substituted.
pub(super) fn review(service: ServiceView<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for node_template in service.node_templates().iter() {
        let is_substituted = node_template
            .directives()
            .is_some_and(|directives| directives.contains(&"substitute") && !directives.contains(&"create"));
        if is_substituted {
            report_ignored_implementations(node_template, &mut diagnostics);
        }
    }
    diagnostics
}

/// The substituting service carries out the operations, whatever the template says (7.2-22).
fn report_ignored_implementations(node_template: NodeTemplateView<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let service = node_template.service();
    for (_, interface) in node_template.written().interfaces.iter().flat_map(|map| &map.entries) {
        for assigned in AssignedOperation::all_in(interface) {
            let Slot::Given(implementation) = assigned.implementation else { continue };
            let written = service.node(implementation.node);
            // In the short notation the assignment is the implementation.
            let node = if implementation.node == assigned.node { written } else { written.entry_key() };
            let kind = assigned.section.noun();
            let diagnostic = rules::no_effect::new(
                node.span(),
                &format!("the implementation of {kind} {}", quoted(service.node(assigned.key).text())),
                "replaced by the substituting service",
                &format!("remove it, or {advice}", advice = Advice::CreateNode),
            );
            yaml::report(diagnostics, node, diagnostic);
        }
    }
}
