//! Service templates that substitute nodes which no checked service template has.

use rustc_hash::FxHashSet;

use crate::diagnostics::{Diagnostic, rules};
use crate::load::File;
use crate::model::Model;
use crate::model::service::SubstitutionView;
use crate::model::types::TypeRef;
use crate::resolve::DefinitionId;

use crate::yaml;

use super::Choice;

/// Reports service templates that substitute no node of the checked files, if these have nodes that need to be
/// substituted: otherwise, the other services are not among them.
pub(super) fn review(model: &Model, choices: &[(&File, Choice)]) -> Vec<Diagnostic> {
    let rule = &rules::unused_substitution::RULE;
    let mut diagnostics = Vec::new();
    if !choices.iter().any(|(_, choice)| choice.includes(rule)) {
        return diagnostics;
    }
    let Some(substituted) = substituted_types(model) else { return diagnostics };
    if substituted.is_empty() {
        return diagnostics;
    }
    for (file, _) in choices.iter().filter(|(_, choice)| choice.includes(rule)) {
        let service = model.service(file.id).and_then(|service| service.substitution());
        let Some(substitution) = service.filter(|_| file.is_requested) else { continue };
        let (Some(node_type), Some(name)) = (substitution.node_type(), name_of_type(file, substitution))
        else {
            continue;
        };
        if !node_type.is_incomplete && !substituted.contains(&node_type.id) {
            let diagnostic = rules::unused_substitution::new(name.span(), node_type.name());
            yaml::report(&mut diagnostics, name, diagnostic);
        }
    }
    diagnostics
}

fn name_of_type<'g>(file: &'g File, substitution: SubstitutionView<'g>) -> Option<yaml::YamlNode<'g>> {
    substitution.written().node_type.map(|name| file.node(name.node))
}

/// Returns the types of all nodes that need to be substituted, and the ancestors of these types. `None` if some
/// are not known.
fn substituted_types(model: &Model) -> Option<FxHashSet<DefinitionId>> {
    let types = &model.types;
    let mut substituted = FxHashSet::default();
    for file in &types.graph.files {
        if !file.is_readable() || file.tree().is_damaged() {
            return None;
        }
        let Some(service) = model.service(file.id) else { continue };
        if !service.has_all_node_templates() {
            return None;
        }
        for template in service.node_templates().iter() {
            let directives = template.directives();
            // Without `substitute`, nodes are created or selected.
            if directives.is_some_and(|directives| !directives.contains(&"substitute")) {
                continue;
            }
            let TypeRef::Defined(id) = template.node_type else { return None };
            let ty = types.get(id);
            if ty.has_unknown_ancestor {
                return None;
            }
            substituted.extend(types.lineage(ty).map(|ancestor| ancestor.id));
        }
    }
    Some(substituted)
}
