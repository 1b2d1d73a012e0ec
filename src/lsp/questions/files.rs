//! Questions about whole documents.

use gen_lsp_types::{Position, Range};
use serde_json::{Value, json};

use crate::base::{FileId, Span};
use crate::host::{Entry, Host as _};
use crate::ide::{self, HintKind, LinkTarget, OutlineEntry, Referent, TokenKind};
use crate::lsp::uris;

use super::names::locations;
use super::{Answer, Document, State, about_file, file_of, read};

/// The kinds of names in semantic tokens, in the order of [`TokenKind`].
pub(in crate::lsp) const TOKEN_TYPES: [&str; 10] = [
    "namespace",
    "type",
    "property",
    "member",
    "interface",
    "method",
    "function",
    "variable",
    "parameter",
    "keyword",
];
/// The modifiers of names in semantic tokens, by bit.
pub(in crate::lsp) const TOKEN_MODIFIERS: [&str; 2] = ["definition", "defaultLibrary"];

pub(super) fn symbols(state: &State<'_>, params: &Value) -> Answer {
    about_file(state, params, |document| {
        let outline = ide::outline(document.model(), document.file.id);
        outline.iter().filter_map(|entry| symbol(document, entry)).collect()
    })
}

fn symbol(document: &Document<'_>, entry: &OutlineEntry) -> Option<Value> {
    let children: Vec<Value> = entry.children.iter().filter_map(|child| symbol(document, child)).collect();
    let mut symbol = json!({
        "name": if entry.name.is_empty() { "(no name)" } else { &entry.name },
        "kind": symbol_kind(entry),
        "range": document.range(entry.span)?,
        "selectionRange": document.range(entry.name_span)?,
        "children": children,
    });
    if !entry.detail.is_empty() {
        symbol["detail"] = json!(entry.detail);
    }
    Some(symbol)
}

/// Returns the number of the protocol for the kind of an entry.
fn symbol_kind(entry: &OutlineEntry) -> u8 {
    const MODULE: u8 = 2;
    const NAMESPACE: u8 = 3;
    const PACKAGE: u8 = 4;
    const CLASS: u8 = 5;
    const METHOD: u8 = 6;
    const PROPERTY: u8 = 7;
    const FIELD: u8 = 8;
    const INTERFACE: u8 = 11;
    const FUNCTION: u8 = 12;
    const VARIABLE: u8 = 13;
    const OBJECT: u8 = 19;
    const STRUCT: u8 = 23;
    const EVENT: u8 = 24;
    if entry.table.is_none() && !entry.children.is_empty() {
        return NAMESPACE;
    }
    match entry.keyname {
        "data_types" => STRUCT,
        "interface_types" | "interfaces" => INTERFACE,
        name if name.ends_with("_types") => CLASS,
        "properties" | "attributes" => PROPERTY,
        "inputs" | "outputs" => VARIABLE,
        "capabilities" | "requirements" | "artifacts" => FIELD,
        "operations" | "notifications" | "workflows" | "steps" => METHOD,
        "functions" => FUNCTION,
        "triggers" => EVENT,
        "repositories" => PACKAGE,
        "imports" => MODULE,
        // Templates, groups and policies.
        _ => OBJECT,
    }
}

/// The maximum number of symbols of a search.
const MAX_SYMBOLS: usize = 500;

pub(super) fn workspace_symbols(state: &State<'_>, params: &Value) -> Answer {
    let query = params.get("query").and_then(Value::as_str).unwrap_or_default().to_lowercase();
    let mut found_symbols: Vec<(bool, Value)> = Vec::new();
    for checked in state.full {
        for file in checked.analysis.graph.files.iter().filter(|file| file.is_checked()) {
            let document = Document::new(state, checked, file);
            let Some(uri) = state.uri_of(checked, file) else { continue };
            for section in ide::outline(document.model(), file.id) {
                let inner = if section.keyname == "service_template" || section.keyname == "topology_template"
                {
                    section.children
                } else {
                    vec![section]
                };
                for entry in inner.iter().flat_map(|section| &section.children) {
                    let name = entry.name.to_lowercase();
                    if entry.keyname == "imports" || !is_subsequence(&query, &name) {
                        continue;
                    }
                    let Some(range) = document.range(entry.name_span) else { continue };
                    let symbol = json!({
                        "name": entry.name,
                        "kind": symbol_kind(entry),
                        "location": { "uri": uri, "range": range },
                        "containerName": file.source().path.as_str(),
                    });
                    if !found_symbols.iter().any(|(_, known)| *known == symbol) {
                        found_symbols.push((!name.contains(&query), symbol));
                    }
                }
            }
            if found_symbols.len() >= MAX_SYMBOLS {
                break;
            }
        }
    }
    found_symbols.sort_by_key(|(is_worse, _)| *is_worse);
    Answer::Known(found_symbols.into_iter().take(MAX_SYMBOLS).map(|(_, symbol)| symbol).collect())
}

/// Whether the characters of `short` occur in `long` in their order.
fn is_subsequence(short: &str, long: &str) -> bool {
    let mut rest = long.chars();
    short.chars().all(|c| rest.any(|other| other == c))
}

pub(super) fn folding(state: &State<'_>, params: &Value) -> Answer {
    about_file(state, params, |document| {
        let folds = ide::folds(document.model(), document.file.id).into_iter();
        let ranges = folds.filter_map(|fold| {
            let range = document.range(fold.span)?;
            let mut value = json!({ "startLine": range.start.line, "endLine": range.end.line });
            if fold.is_comment {
                value["kind"] = json!("comment");
            }
            Some(value)
        });
        ranges.collect()
    })
}

pub(super) fn selection(state: &State<'_>, params: &Value) -> Answer {
    let positions: Vec<Position> = match read(params, "positions") {
        Ok(positions) => positions,
        Err(invalid) => return invalid,
    };
    about_file(state, params, |document| {
        let chain = |position: &Position| {
            let offset = document.offset(*position).unwrap_or(0);
            let spans = ide::selections(document.model(), document.file.id, offset);
            let ranges = spans.into_iter().rev().filter_map(|span| document.range(span));
            let nest = |parent: Option<Value>, range: Range| {
                let mut value = json!({ "range": range });
                if let Some(parent) = parent {
                    value["parent"] = parent;
                }
                Some(value)
            };
            let empty = json!({ "range": { "start": position, "end": position } });
            ranges.fold(None, nest).unwrap_or(empty)
        };
        positions.iter().map(chain).collect()
    })
}

pub(super) fn links(state: &State<'_>, params: &Value) -> Answer {
    about_file(state, params, |document| {
        let links = ide::links(document.model(), document.file.id).into_iter();
        let converted = links.filter_map(|link| {
            let target = match link.target {
                LinkTarget::File(id) => {
                    state.uri_of(document.checked, file_of(document.checked, id)?)?.to_string()
                }
                LinkTarget::Path(path) => {
                    (state.disk.entry(&path) == Some(Entry::File)).then_some(())?;
                    uris::uri_of(&path, state.disk)?.to_string()
                }
                LinkTarget::Url(url) => url,
            };
            Some(json!({ "range": document.range(link.span)?, "target": target }))
        });
        converted.collect()
    })
}

pub(super) fn all_tokens(state: &State<'_>, params: &Value) -> Answer {
    about_file(state, params, |document| tokens(document, None))
}

pub(super) fn some_tokens(state: &State<'_>, params: &Value) -> Answer {
    let range: Range = match read(params, "range") {
        Ok(range) => range,
        Err(invalid) => return invalid,
    };
    about_file(state, params, |document| tokens(document, Some(range)))
}

/// Returns the tokens of a document, relative to each other, as the protocol has them.
fn tokens(document: &Document<'_>, only: Option<Range>) -> Value {
    let key = |position: Position| (position.line, position.character);
    let is_inside = |range: &Range| {
        only.is_none_or(|only| key(only.start) <= key(range.end) && key(range.start) <= key(only.end))
    };
    let (mut data, mut last) = (Vec::new(), Position::default());
    for token in ide::tokens(document.model(), document.file.id) {
        let Some(range) = document.range(token.span).filter(is_inside) else { continue };
        if range.start.line != range.end.line {
            continue;
        }
        let lines = range.start.line - last.line;
        let columns = if lines == 0 { range.start.character - last.character } else { range.start.character };
        let modifiers = u32::from(token.is_definition) | u32::from(token.is_standard) << 1;
        let kind = token_type(token.kind);
        data.extend([lines, columns, range.end.character - range.start.character, kind, modifiers]);
        last = range.start;
    }
    json!({ "data": data })
}

/// Returns the index of a kind in [`TOKEN_TYPES`].
fn token_type(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Namespace => 0,
        TokenKind::Type => 1,
        TokenKind::Property => 2,
        TokenKind::Member => 3,
        TokenKind::Interface => 4,
        TokenKind::Method => 5,
        TokenKind::Function => 6,
        TokenKind::Variable => 7,
        TokenKind::Parameter => 8,
        TokenKind::Keyword => 9,
    }
}

pub(super) fn hints(state: &State<'_>, params: &Value) -> Answer {
    let range: Range = match read(params, "range") {
        Ok(range) => range,
        Err(invalid) => return invalid,
    };
    about_file(state, params, |document| {
        let offset = |position| document.offset(position).unwrap_or(u32::MAX);
        let span = Span::new(document.file.id, offset(range.start), offset(range.end));
        let hints = ide::hints(document.model(), span).into_iter();
        let is_shown = |hint: &ide::Hint| match hint.kind {
            HintKind::InheritedType => state.hints.types,
            HintKind::Value => state.hints.values,
            HintKind::Target => state.hints.targets,
        };
        let converted = hints.filter(is_shown).map(|hint| {
            let position = document.lines().position(hint.offset);
            let mut value = json!({ "position": position, "label": hint.text });
            if hint.kind == HintKind::InheritedType {
                value["kind"] = json!(1);
            }
            value
        });
        converted.collect()
    })
}

/// Returns how often each type of the file is used, and a button for the picture of the service template.
pub(super) fn lenses(state: &State<'_>, params: &Value) -> Answer {
    if !state.hints.lenses {
        return Answer::Known(json!([]));
    }
    if !state.is_current {
        return Answer::Later;
    }
    about_file(state, params, |document| {
        let model = document.model();
        let uri = params.pointer("/textDocument/uri").cloned().unwrap_or_default();
        let mut lenses: Vec<Value> = Vec::new();
        for ty in model.types.of_file(document.file.id) {
            let referent = Referent::Type(ty.id);
            let Some(name) = ide::definition(model, referent) else { continue };
            let Some(range) = document.range(name) else { continue };
            let uses = ide::references(model, referent, false);
            let places = locations(document, uses.iter().map(|used| used.span));
            let title = match places.len() {
                0 => "no uses".to_owned(),
                1 => "1 use".to_owned(),
                count => format!("{count} uses"),
            };
            lenses.push(json!({
                "range": range,
                "command": {
                    "title": title,
                    "command": "tosca.showReferences",
                    "arguments": [uri, range.start, places],
                },
            }));
        }
        if let Some(range) = service_key(document).and_then(|span| document.range(span)) {
            lenses.push(json!({
                "range": range,
                "command": { "title": "show topology", "command": "tosca.showTopology", "arguments": [uri] },
            }));
        }
        json!(lenses)
    })
}

/// Returns the span of the keyname of the service template.
fn service_key(document: &Document<'_>) -> Option<Span> {
    let file: FileId = document.file.id;
    let outline = ide::outline(document.model(), file);
    let is_service =
        |entry: &&OutlineEntry| matches!(entry.keyname, "service_template" | "topology_template");
    outline.iter().find(is_service).map(|entry| entry.name_span)
}
