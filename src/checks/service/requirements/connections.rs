//! The relationship type or template that an assignment names (TOSCA 2.0 §8.5.2).

use crate::checks::distinct_types;
use crate::diagnostics::{quoted, rules};
use crate::model::service::Connection;
use crate::model::types::{TypeRef, TypeView, Types};

use super::{Assigned, Cx, is_not};

/// Checks the named relationship against the definition. Returns the type of the relationship, or `None` if
/// it is unknown or wrong.
pub(super) fn check_connection<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) -> Option<TypeView<'g>> {
    let types: &'g Types = cx.types;
    let expected = assigned.definition.relationship.relationship_type;
    let (meaning, is_template) = match assigned.assignment.connection {
        Connection::Template(id) => {
            let template = assigned.assignment.service().relationship_template(id);
            (template.relationship_type, true)
        }
        Connection::Type(meaning) => (meaning, false),
        Connection::Open => return types.defined(expected?.meaning),
        Connection::Unknown => return None,
    };
    let ty = types.defined(meaning)?;
    let (Some(expected), Some(name)) = (expected, assigned.assignment.relationship_name()) else {
        return Some(ty);
    };
    if !is_not(cx, TypeRef::Defined(ty.id), expected.meaning) {
        return Some(ty);
    }
    let described = if is_template {
        format!("of type {}", quoted(ty.name()))
    } else {
        "another relationship type".to_owned()
    };
    let what = (assigned.name(), name.text(), described.as_str());
    let diagnostic = rules::wrong_relationship::new(
        name.span(),
        what,
        &types.name_in(expected.meaning, name.tree().file()),
        types.node(expected.node).span(),
    );
    let diagnostic = distinct_types::explain(types, diagnostic, TypeRef::Defined(ty.id), expected.meaning);
    cx.report(name, diagnostic);
    None
}
