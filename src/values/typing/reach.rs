//! Signatures that no call can reach, since an earlier one takes all that they take (TOSCA 2.0 §10.4).

use crate::diagnostics::codes;
use crate::load::File;
use crate::model::Truth;
use crate::model::types::{Schema, Signature};
use crate::values::check::Checker;
use crate::values::judge::Judge;

/// So many signatures of one function are compared with each other.
const MOST_COMPARED: usize = 64;

/// Signatures that earlier ones leave nothing to (10.4-15).
pub(super) fn unreachable_signatures<'g>(cx: &mut Checker<'g>, file: &'g File) {
    for id in cx.types.functions_of_file(file) {
        let Some(signatures) = cx.types.signatures(id) else { continue };
        let definition = cx.types.names.definition(id);
        // One that changes signatures is told where it does.
        let is_kept = |own: Signature<'_>| signatures.iter().all(|known| !known.is(own));
        let mut own = cx.types.own_signatures(id);
        if definition.in_template && own.any(|own| is_kept(own) && own.has_arguments()) {
            continue;
        }
        for (at, later) in signatures.iter().enumerate().skip(1).take(MOST_COMPARED) {
            let own = file.node(definition.key);
            let node = later.node();
            let here = own.entry_value().holds(node);
            if !here || node.tree().file() != file.id {
                continue;
            }
            if let Some(earlier) = signatures[..at].iter().find(|earlier| covers(cx, **earlier, *later)) {
                let place = earlier.node().span();
                let found = codes::unreachable_signature::new(node.span(), own.text(), place);
                cx.report(node, found);
            }
        }
    }
}

/// Whether a signature certainly takes all that another takes.
fn covers<'g>(cx: &Checker<'g>, one: Signature<'g>, other: Signature<'g>) -> bool {
    let most = other.arity().most;
    if !one.arity().covers(other.arity()) {
        return false;
    }
    let count = |signature: Signature<'g>| signature.arguments().len() + signature.optional().len();
    // Behind the last argument that either names, both repeat.
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
