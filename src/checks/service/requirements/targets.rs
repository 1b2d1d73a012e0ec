//! The target node of a requirement (TOSCA 2.0 §8.5.2).

use crate::checks::distinct_types;
use crate::checks::service::nodes;
use crate::diagnostics::{quoted, rules};
use crate::model::service::Target;
use crate::model::types::{TypeRef, Types};

use super::{Assigned, Cx, is_not};

/// Checks the named node template or node type against the definition. Returns whether it matches.
pub(super) fn check_target<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) -> bool {
    let Some(name) = assigned.assignment.target_name() else { return true };
    check_short_form(cx, assigned);
    let (Some(target), Some(expected)) = (assigned.target, assigned.definition.node_type) else {
        return true;
    };
    if !is_not(cx, TypeRef::Defined(target.id), expected.meaning) {
        return true;
    }
    let types: &'g Types = cx.types;
    let described = if assigned.is_direct() {
        format!("of type {}", quoted(target.name()))
    } else {
        "another node type".to_owned()
    };
    let what = (assigned.name(), name.text(), described.as_str());
    let expected_name = types.name_in(expected.meaning, name.tree().file());
    let meaning = expected.meaning;
    let fitting_nodes = nodes::list_fitting(
        cx,
        types.node(expected.node),
        |types, ty| types.relation(ty, meaning),
        |id| id == assigned.node_template.id,
    );
    let diagnostic = rules::wrong_target::new(
        name.span(),
        what,
        &expected_name,
        types.node(expected.node).span(),
        &fitting_nodes,
    );
    let diagnostic = distinct_types::explain(types, diagnostic, TypeRef::Defined(target.id), meaning);
    cx.report(name, diagnostic);
    false
}

/// Reports a node type in short form: the short form is for node templates, but a node type is accepted
///
fn check_short_form<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let body = assigned.body();
    if !matches!(assigned.assignment.target, Target::Type(_)) || body.is_mapping() {
        return;
    }
    let text = format!("{{ node: {} }}", body.written());
    let diagnostic = rules::non_standard_form::new(
        body.span(),
        "a node type as the short form of a requirement",
        &quoted(&text),
        format!("write {}", quoted(&text)),
    );
    cx.report(body, diagnostic.fix(format!("write {}", quoted(&text)), body.span(), text));
}
