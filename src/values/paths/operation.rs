//! What the functions of TOSCA 1.x that TOSCA 2.0 does not have refer to: outputs of operations, and nodes of a type.
//!
//! A built-in profile defines both, so that their arguments are strings for the rest of the model.

use crate::diagnostics::{Alternatives, Level, list, quoted, rules};
use crate::dialects::is_normative_profile;
use crate::functions::PathEnd;
use crate::keynames::{Map, NameKind};
use crate::model::Lookup;
use crate::model::types::{Interfaces, Operations, TypeView};
use crate::resolve::DefinitionId;
use crate::values::check_context::CheckContext;
use crate::values::typing::Typer;
use crate::yaml::YamlNode;

use super::context::find_path_context;
use super::entity::{Entity, Kinds};
use super::legacy::legacy_start;
use super::walk::report_unknown_name;

/// Checks what the arguments of a call of the function `id` refer to, if the function is one of these.
pub(in crate::values) fn check_old_function<'g>(
    cx: &mut Typer<'g>,
    call: YamlNode<'g>,
    name: YamlNode<'g>,
    id: DefinitionId,
    arguments: &[YamlNode<'g>],
) {
    let file = cx.types.graph.file(id.file);
    if !file.is_built_in() || !file.profile.as_deref().is_some_and(is_normative_profile) {
        return;
    }
    match (name.text().trim_start_matches('$'), arguments) {
        ("get_operation_output", &[entity, interface, operation, _]) => {
            operation_output(cx, call, entity, interface, operation);
        }
        ("get_nodes_of_type", &[ty]) => nodes_of_type(cx, ty),
        _ => {}
    }
}

fn operation_output<'g>(
    cx: &mut Typer<'g>,
    call: YamlNode<'g>,
    entity: YamlNode<'g>,
    interface: YamlNode<'g>,
    operation: YamlNode<'g>,
) {
    // Which host is meant depends on the output that it has.
    let Some(word) = entity.as_str().filter(|word| *word != "HOST") else { return };
    let context = find_path_context(cx, call);
    let Some((entity, _)) = legacy_start(cx, entity, word, None, PathEnd::Attribute, &context) else {
        return;
    };
    let (Some(interface_name), Some(operation_name)) = (interface.as_str(), operation.as_str()) else {
        return;
    };
    let kinds = entity.kinds().clone();
    let types = cx.types;
    let id = match kinds.member(types, Interfaces, interface_name) {
        Lookup::Found(id) => id,
        Lookup::Unknown => return,
        Lookup::Absent => {
            let all = kinds.ids().iter().map(|id| types.members(types.get(*id), Interfaces));
            let names: Vec<&str> = all.flat_map(|members| members.names()).collect();
            if !may_be_own(&entity, interface_name, None) && !interface_name.contains('.') {
                report_unknown_name(cx, interface, interface_name, "interface", &kinds, &names, Level::Error);
            }
            return;
        }
    };
    let is_whole = types
        .interface(id)
        .interface_type
        .is_some_and(|used| types.defined(used.meaning).is_some_and(|ty| !ty.is_incomplete));
    let operations = types.interface_operations(id, Operations::Operations);
    let is_known =
        || operations.contains(operation_name) || may_be_own(&entity, interface_name, Some(operation_name));
    if is_whole && !is_known() {
        let alternatives = Alternatives::new(operation_name, operations.names());
        let owner = format!("interface {}", quoted(interface_name));
        let diagnostic =
            rules::unknown_in_path::new(operation.span(), "operation", operation_name, &owner, &alternatives);
        cx.report(operation, diagnostic);
    }
}

/// Whether the template of a node assigns an interface with this name, or in it an operation, which may be its own.
fn may_be_own(entity: &Entity<'_>, interface: &str, operation: Option<&str>) -> bool {
    let Entity::Node(node) = entity else { return false };
    let Some(template) = node.template else { return matches!(node.kinds, Kinds::Each(_)) };
    let text = |key| template.service().node(key).text();
    template.layers().any(|layer| {
        let entries = layer.interfaces.iter().flat_map(|interfaces| &interfaces.entries);
        let mut assigned = entries.filter(|(key, _)| text(*key) == interface);
        assigned.any(|(_, assigned)| {
            let mut operations = assigned.operations.iter().flat_map(Map::keys);
            operation.is_none_or(|operation| operations.any(|key| text(key) == operation))
        })
    })
}

fn nodes_of_type<'g>(cx: &mut Typer<'g>, ty: YamlNode<'g>) {
    let Some(name) = ty.as_str() else { return };
    let types = cx.types;
    let file = types.graph.file(ty.tree().file());
    let has_unknown_imports = file.imports.iter().any(|import| import.target.is_none());
    let bare = name.rsplit(':').next().unwrap_or(name);
    let is_it = |known: &str| {
        known == name || known == bare || known.strip_suffix(bare).is_some_and(|family| family.ends_with('.'))
    };
    let node_types = || types.iter().filter(|ty| ty.kind == NameKind::NodeType);
    if has_unknown_imports || node_types().any(|ty| is_it(ty.name())) {
        return;
    }
    let names: Vec<&str> = node_types().map(TypeView::name).collect();
    let suggestion = crate::diagnostics::suggest(name, names.iter().copied());
    let help = suggestion.map(|known| format!("did you mean {}?", list(&[quoted(known)], "or")));
    let label = "no node type has this name";
    cx.report(ty, rules::unknown_type::new(ty.span(), "node type", name, label, help));
}
