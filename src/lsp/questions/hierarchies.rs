//! The hierarchies of types, and of calls of workflows and operations.

use gen_lsp_types::Range;
use serde_json::{Value, json};

use crate::base::Span;
use crate::ide::{self, Referent, RelatedCall};
use crate::resolve::DefinitionId;

use super::{Answer, Document, State, at_position};

/// Returns an item for something, which names its place, so that later requests can find it again.
fn item(document: &Document<'_>, referent: Referent) -> Option<Value> {
    let model = document.model();
    let (whole, name) = ide::definition_range(model, referent)?;
    let location = document.location(name)?;
    // The end of the definition may be in a changed line; its name is enough.
    let range = document.location(whole).map_or(location.range, |whole| whole.range);
    let kind = if matches!(referent, Referent::Type(_)) { 5 } else { 6 };
    Some(json!({
        "name": referent.name(model),
        "kind": kind,
        "detail": referent.in_words(model),
        "uri": location.uri,
        "range": range,
        "selectionRange": location.range,
    }))
}

/// Returns the parameters of a request for the place of an item.
fn place_of(params: &Value) -> Value {
    let uri = params.pointer("/item/uri").cloned().unwrap_or_default();
    let position = params.pointer("/item/selectionRange/start").cloned().unwrap_or_default();
    json!({ "textDocument": { "uri": uri }, "position": position })
}

pub(super) fn types(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, params, |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        let Referent::Type(_) = referent else { return None };
        Some(json!([item(document, referent)?]))
    })
}

pub(super) fn supertypes(state: &State<'_>, params: &Value) -> Answer {
    about_type(state, params, |document, id| {
        let types = &document.model().types;
        types.parent(types.get(id).record()).map(|parent| parent.id).into_iter().collect()
    })
}

pub(super) fn subtypes(state: &State<'_>, params: &Value) -> Answer {
    about_type(state, params, |document, id| ide::subtypes(document.model(), id))
}

fn about_type(
    state: &State<'_>,
    params: &Value,
    related: impl FnOnce(&Document<'_>, DefinitionId) -> Vec<DefinitionId>,
) -> Answer {
    at_position(state, &place_of(params), |document, offset| {
        let (Referent::Type(id), _) = ide::at(document.model(), document.file.id, offset)? else {
            return None;
        };
        let all = related(document, id).into_iter();
        Some(all.filter_map(|id| item(document, Referent::Type(id))).collect())
    })
}

pub(super) fn calls(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, params, |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        ide::is_callable(referent).then_some(())?;
        Some(json!([item(document, referent)?]))
    })
}

pub(super) fn incoming(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, &place_of(params), |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        let calls = ide::incoming_calls(document.model(), referent).into_iter();
        Some(calls.filter_map(|call| converted(document, &call, "from")).collect())
    })
}

pub(super) fn outgoing(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, &place_of(params), |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        let calls = ide::outgoing_calls(document.model(), referent).into_iter();
        Some(calls.filter_map(|call| converted(document, &call, "to")).collect())
    })
}

fn converted(document: &Document<'_>, call: &RelatedCall, end: &str) -> Option<Value> {
    let range = |span: &Span| document.location(*span).map(|location| location.range);
    let ranges: Vec<Range> = call.spans.iter().filter_map(range).collect();
    Some(json!({ end: item(document, call.referent)?, "fromRanges": ranges }))
}
