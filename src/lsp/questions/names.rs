//! Questions about the name at a position.

use std::collections::BTreeMap;

use gen_lsp_types::{Location, Position};
use serde_json::{Value, json};

use crate::base::Span;
use crate::ide::{self, Referent};

use super::{Answer, Document, State, at_position, read};

pub(super) fn hover(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, params, |document, offset| {
        let hover = ide::hover(document.model(), document.file.id, offset)?;
        let range = document.range(hover.span)?;
        Some(json!({ "contents": { "kind": "markdown", "value": hover.text }, "range": range }))
    })
}

pub(super) fn definition(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, params, |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        let span = ide::definition(document.model(), referent)?;
        Some(json!(document.location(span)?))
    })
}

pub(super) fn type_definition(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, params, |document, offset| {
        let model = document.model();
        let (referent, _) = ide::at(model, document.file.id, offset)?;
        let span = ide::definition(model, ide::type_of(model, referent)?)?;
        Some(json!(document.location(span)?))
    })
}

pub(super) fn implementation(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, params, |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        Some(json!(locations(document, ide::implementations(document.model(), referent))))
    })
}

pub(super) fn references(state: &State<'_>, params: &Value) -> Answer {
    let with_definition = params.pointer("/context/includeDeclaration").and_then(Value::as_bool);
    at_position(state, params, |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        let uses = ide::references(document.model(), referent, with_definition.unwrap_or(true));
        Some(json!(locations(document, uses.into_iter().map(|used| used.span))))
    })
}

/// Returns the locations of spans that editors can show, in order.
pub(super) fn locations(document: &Document<'_>, spans: impl IntoIterator<Item = Span>) -> Vec<Location> {
    spans.into_iter().filter_map(|span| document.location(span)).collect()
}

pub(super) fn highlights(state: &State<'_>, params: &Value) -> Answer {
    at_position(state, params, |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        let uses = ide::highlights(document.model(), document.file.id, referent).into_iter();
        let highlights = uses.filter_map(|used| {
            // A definition writes, other uses read.
            let kind = if used.is_definition { 3 } else { 2 };
            Some(json!({ "range": document.range(used.span)?, "kind": kind }))
        });
        Some(highlights.collect())
    })
}

pub(super) fn prepare_rename(state: &State<'_>, params: &Value) -> Answer {
    let mut refused = None;
    let answer = at_position(state, params, |document, offset| {
        let (referent, span) = ide::at(document.model(), document.file.id, offset)?;
        refused = ide::refusal(document.model(), referent);
        let placeholder = document.text.get(span.range())?;
        Some(json!({ "range": document.range(span)?, "placeholder": placeholder }))
    });
    refused.map_or(answer, Answer::Refused)
}

pub(super) fn rename(state: &State<'_>, params: &Value) -> Answer {
    let new_name: String = match read(params, "newName") {
        Ok(name) => name,
        Err(invalid) => return invalid,
    };
    if let Err(invalid) = read::<Position>(params, "position") {
        return invalid;
    }
    let mut refused = None;
    let answer = at_position(state, params, |document, offset| {
        let (referent, _) = ide::at(document.model(), document.file.id, offset)?;
        match edits(document, referent, &new_name) {
            Ok(changes) => Some(json!({ "changes": changes })),
            Err(reason) => {
                refused = Some(reason);
                None
            }
        }
    });
    refused.map_or(answer, Answer::Refused)
}

/// Returns the edits of a new name, by URI.
fn edits(
    document: &Document<'_>,
    referent: Referent,
    new_name: &str,
) -> Result<BTreeMap<String, Vec<Value>>, String> {
    let mut changes: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for edit in ide::rename(document.model(), referent, new_name)? {
        let location = document.location(edit.span).ok_or("a file with the name cannot be opened")?;
        let edits = changes.entry(location.uri.to_string()).or_default();
        edits.push(json!({ "range": location.range, "newText": edit.text }));
    }
    Ok(changes)
}
