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
            let here = key.entry_value().contains(node);
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
fn covers<'g>(cx: &Checker<'g>, earlier: Signature<'g>, later: Signature<'g>) -> bool {
    let most = later.arity().most;
    if !earlier.arity().covers(later.arity()) {
        return false;
    }
    let count = |signature: Signature<'g>| signature.arguments().len() + signature.optional().len();
    // After the last argument that either names, both repeat.
    let named = count(earlier).max(count(later));
    let named = most.map_or(named + 1, |most| named.min(most));
    (0..named).all(|index| match (earlier.schema(index), later.schema(index)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(earlier), Some(later)) => covers_schema(cx, earlier, later),
    })
}

fn covers_schema<'g>(cx: &Checker<'g>, earlier: Schema<'g>, later: Schema<'g>) -> bool {
    if earlier.definition.validation.is_some() {
        return false;
    }
    let types = match (earlier.type_ref(cx.types), later.type_ref(cx.types)) {
        (Some(earlier), Some(later)) => cx.types.relation(later, earlier) == Truth::Yes,
        _ => false,
    };
    let inner = |earlier: Option<Schema<'g>>, later: Option<Schema<'g>>| match (earlier, later) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(earlier), Some(later)) => covers_schema(cx, earlier, later),
    };
    types
        && inner(earlier.key_schema(), later.key_schema())
        && inner(earlier.entry_schema(), later.entry_schema())
}
