//! The node at the other end (TOSCA 2.0 §8.5.2).

use crate::checks::service::nodes;
use crate::diagnostics::{Diagnostic, codes, quoted};
use crate::model::service::Target;
use crate::model::types::{TypeRef, Types};

use super::{Assigned, Cx, is_not};

/// The named node template or node type against the definition; says whether it fits.
pub(super) fn named_target<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) -> bool {
    let Some(name) = assigned.assignment.target_name() else { return true };
    short_form(cx, assigned);
    let (Some(target), Some(wanted)) = (assigned.target, assigned.definition.node_type) else {
        return true;
    };
    if !is_not(cx, TypeRef::Defined(target.id), wanted.meaning) {
        return true;
    }
    let types: &'g Types = cx.types;
    let described = if assigned.is_direct() {
        format!("of type {}", quoted(target.name()))
    } else {
        "another node type".to_owned()
    };
    let what = (assigned.name(), name.text(), described.as_str());
    let wanted_name = types.name(wanted.meaning);
    let meaning = wanted.meaning;
    let others = nodes::fitting(
        cx,
        types.node(wanted.node),
        |types, ty| types.relation(ty, meaning),
        |id| id == assigned.node_template.id,
    );
    let mut diagnostic =
        codes::wrong_target::new(name.span(), what, wanted_name, types.node(wanted.node).span(), &others);
    if let Some(wanted) = types.defined(wanted.meaning) {
        let same = types.lineage(target).find(|ty| ty.name() == wanted.name());
        if let Some(same) = same {
            diagnostic = two_types(diagnostic, (same.key().span(), wanted.key().span()), wanted.name());
        }
    }
    cx.report(name, diagnostic);
    false
}

/// The short form is for node templates; a node type is understood.
fn short_form<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let body = assigned.body();
    if !matches!(assigned.assignment.target, Target::Type(_)) || body.is_mapping() {
        return;
    }
    let text = format!("{{ node: {} }}", body.written());
    let diagnostic = codes::non_standard_form::new(
        body.span(),
        "a node type as the short form of a requirement",
        &quoted(&text),
        format!("write {}", quoted(&text)),
    );
    cx.report(body, diagnostic.fix(format!("write {}", quoted(&text)), body.span(), text));
}

/// Says that two types of one name are two types.
pub(super) fn two_types(
    diagnostic: Diagnostic,
    (one, other): (crate::base::Span, crate::base::Span),
    name: &str,
) -> Diagnostic {
    diagnostic
        .also(one, "type of the node")
        .also(other, "required type")
        .note(format!("types named {} of different profile versions are distinct", quoted(name)))
}
