//! Finds signatures that are never used, since an earlier one accepts all their calls (TOSCA 2.0 §10.4).

use crate::diagnostics::rules;
use crate::load::File;
use crate::model::Truth;
use crate::model::types::{Schema, Signature};
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;

/// Maximum number of signatures of one function that are compared with each other.
const MAX_COMPARED_SIGNATURES: usize = 64;

/// Reports signatures that are never used since an earlier one accepts all their calls (10.4-15).
pub(super) fn check_unreachable_signatures<'g>(cx: &mut Checker<'g>, file: &'g File) {
    for id in cx.types.functions_of_file(file) {
        let Some(signatures) = cx.types.signatures(id) else { continue };
        let definition = cx.types.names.definition(id);
        // A function that changes inherited signatures is reported at that change.
        let is_kept = |signature: Signature<'_>| signatures.iter().all(|known| !known.is(signature));
        let mut own_signatures = cx.types.own_signatures(id);
        if definition.in_template
            && own_signatures.any(|signature| is_kept(signature) && signature.has_arguments())
        {
            continue;
        }
        for (index, later) in signatures.iter().enumerate().skip(1).take(MAX_COMPARED_SIGNATURES) {
            let key = file.node(definition.key);
            let node = later.node();
            let here = key.entry_value().holds(node);
            if !here || node.tree().file() != file.id {
                continue;
            }
            if let Some(earlier) = signatures[..index].iter().find(|earlier| covers(cx, **earlier, *later)) {
                let earlier_span = earlier.node().span();
                let diagnostic = rules::unreachable_signature::new(node.span(), key.text(), earlier_span);
                cx.report(node, diagnostic);
            }
        }
    }
}

/// Whether a signature certainly accepts all calls that another accepts.
fn covers<'g>(cx: &Checker<'g>, one: Signature<'g>, other: Signature<'g>) -> bool {
    let most = other.arity().most;
    if !one.arity().covers(other.arity()) {
        return false;
    }
    let count = |signature: Signature<'g>| signature.arguments().len() + signature.optional().len();
    // After the last argument that either names, both repeat.
    let named = count(one).max(count(other));
    let named = most.map_or(named + 1, |most| named.min(most));
    (0..named).all(|index| match (one.schema(index), other.schema(index)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(one), Some(other)) => covers_schema(cx, one, other),
    })
}

fn covers_schema<'g>(cx: &Checker<'g>, one: Schema<'g>, other: Schema<'g>) -> bool {
    if one.definition.validation.is_some() {
        return false;
    }
    let types = match (one.type_ref(cx.types), other.type_ref(cx.types)) {
        (Some(one), Some(other)) => cx.types.relation(other, one) == Truth::Yes,
        _ => false,
    };
    let inner = |one: Option<Schema<'g>>, other: Option<Schema<'g>>| match (one, other) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(one), Some(other)) => covers_schema(cx, one, other),
    };
    types && inner(one.key_schema(), other.key_schema()) && inner(one.entry_schema(), other.entry_schema())
}
