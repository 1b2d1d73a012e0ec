//! Signatures that no call can reach, since an earlier one takes all that they take (TOSCA 2.0 §10.4).

use crate::diagnostics::codes;
use crate::keynames::NameKind;
use crate::load::File;
use crate::model::Truth;
use crate::model::types::Schema;
use crate::resolve::DefinitionId;
use crate::syntax::FunctionSignature;
use crate::values::check::Checker;
use crate::values::judge::Judge;

use super::signatures::{Signature, signatures_of};

/// So many signatures of one function are compared with each other.
const MOST_COMPARED: usize = 64;

/// Signatures that earlier ones leave nothing to (10.4-15).
pub(super) fn unreachable_signatures<'g>(cx: &mut Checker<'g>, file: &'g File) {
    let definitions = cx.types.names.definitions(file.id).iter().zip(0..);
    let functions = definitions.filter(|(definition, _)| definition.kind == NameKind::Function);
    for (definition, index) in functions {
        let id = DefinitionId { file: file.id, index };
        let (Some(signatures), Some((.., own))) = (signatures_of(cx.types, id), cx.types.function(id)) else {
            continue;
        };
        // One that changes signatures is told where it does.
        let kept = |written: &FunctionSignature| {
            signatures.iter().all(|known| !std::ptr::eq(known.written, written))
        };
        let mut own = own.signatures.iter().flat_map(|list| &list.items);
        if definition.in_template && own.any(|own| kept(own) && own.arguments.is_some()) {
            continue;
        }
        for (at, later) in signatures.iter().enumerate().skip(1).take(MOST_COMPARED) {
            let own = file.node(definition.key);
            let node = later.tree.node(later.written.node);
            let here = own.entry_value().holds(node);
            if !here || later.tree.file() != file.id {
                continue;
            }
            if let Some(earlier) = signatures[..at].iter().find(|earlier| covers(cx, **earlier, *later)) {
                let place = earlier.tree.node(earlier.written.node).span();
                let found = codes::unreachable_signature::found(node.span(), own.text(), place);
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
    let types = match (one.data_type(), other.data_type()) {
        (Some(one), Some(other)) => {
            cx.types.relation(cx.types.meaning(other), cx.types.meaning(one)) == Truth::Yes
        }
        _ => false,
    };
    let inner = |one: Option<Schema<'g>>, other: Option<Schema<'g>>| match (one, other) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(one), Some(other)) => covers_schema(cx, one, other),
    };
    types && inner(one.key_schema(), other.key_schema()) && inner(one.entry_schema(), other.entry_schema())
}
