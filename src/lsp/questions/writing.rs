//! Questions about what can be written at a position. They are about the current text: the check may be of an
//! older one.

use camino::Utf8Path;
use gen_lsp_types::Position;
use serde_json::{Value, json};

use crate::host::{Entry, paths};
use crate::ide::{self, Completion, CompletionKind, Referent, Surroundings};
use crate::load;
use crate::model::types::TypeRef;

use super::{Answer, Document, State, read};

/// The maximum number of items: editors become slow with more.
const MAX_ITEMS: usize = 1000;

pub(super) fn completion(state: &State<'_>, params: &Value) -> Answer {
    let position: Position = match read(params, "position") {
        Ok(position) => position,
        Err(invalid) => return invalid,
    };
    let Some(document) = Document::named(state, params) else {
        return if state.is_current { Answer::Known(Value::Null) } else { Answer::Later };
    };
    let offset = document.current_offset(position);
    let outside = Outside { document: &document };
    let known = ide::completions(document.model(), document.file.id, document.text, offset, &outside);
    let Some(known) = known else { return Answer::Known(Value::Null) };
    let is_complete = known.items.len() <= MAX_ITEMS;
    let range = document.lines().range(known.span.start..known.span.end);
    let shown = known.items.iter().take(MAX_ITEMS).enumerate();
    let items: Vec<Value> =
        shown.map(|(index, item)| converted(&document, item, index, &json!(range))).collect();
    Answer::Known(json!({ "isIncomplete": !is_complete, "items": items }))
}

/// Returns the item at an index of the list in the form of the protocol.
fn converted(document: &Document<'_>, item: &Completion, index: usize, range: &Value) -> Value {
    let is_snippet = item.snippet.contains(['\\', '$', '\n']);
    let text = if document.state.snippets { item.snippet.clone() } else { without_places(&item.snippet) };
    let mut value = json!({
        "label": item.label,
        "kind": kind(document, item.kind),
        "sortText": format!("{index:04}"),
        "filterText": item.label,
        "textEdit": { "range": range, "newText": text },
        // Lines after the first one are indented as the first one is.
        "insertTextMode": 2,
    });
    if is_snippet && document.state.snippets {
        value["insertTextFormat"] = json!(2);
    }
    if !item.detail.is_empty() {
        value["detail"] = json!(item.detail);
    }
    if !item.documentation.is_empty() {
        value["documentation"] = json!({ "kind": "markdown", "value": item.documentation });
    }
    if let Some((offset, text)) = &item.import {
        let range = document.lines().range(*offset..*offset);
        value["additionalTextEdits"] = json!([{ "range": range, "newText": text }]);
    }
    value
}

/// Returns the text of a snippet for editors that cannot fill in places.
fn without_places(snippet: &str) -> String {
    let (mut text, mut chars) = (String::new(), snippet.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            '$' => {
                chars.next();
            }
            other => text.push(other),
        }
    }
    text.trim_end().to_owned()
}

/// Returns the number of the protocol for a kind of item.
fn kind(document: &Document<'_>, kind: CompletionKind) -> u8 {
    const METHOD: u8 = 2;
    const FUNCTION: u8 = 3;
    const FIELD: u8 = 5;
    const VARIABLE: u8 = 6;
    const CLASS: u8 = 7;
    const INTERFACE: u8 = 8;
    const MODULE: u8 = 9;
    const PROPERTY: u8 = 10;
    const UNIT: u8 = 11;
    const VALUE: u8 = 12;
    const KEYWORD: u8 = 14;
    const FILE: u8 = 17;
    const REFERENCE: u8 = 18;
    const STRUCT: u8 = 22;
    match kind {
        CompletionKind::Keyname | CompletionKind::Word => KEYWORD,
        CompletionKind::Value => VALUE,
        CompletionKind::Unit => UNIT,
        CompletionKind::Function => FUNCTION,
        CompletionKind::File => FILE,
        CompletionKind::Profile => MODULE,
        CompletionKind::Name(referent) => match referent {
            Referent::Type(id) => match document.model().types.defined(TypeRef::Defined(id)) {
                Some(ty) if ty.kind == crate::keynames::NameKind::DataType => STRUCT,
                _ => CLASS,
            },
            Referent::BuiltInType(_) => STRUCT,
            Referent::Field(_) => PROPERTY,
            Referent::Capability(_) | Referent::Artifact(_) | Referent::Trigger(_) => FIELD,
            Referent::Requirement(_) => REFERENCE,
            Referent::Interface(_) => INTERFACE,
            Referent::Operation(_) => METHOD,
            Referent::Function(_) | Referent::BuiltInFunction(_) => FUNCTION,
            Referent::File(_) => FILE,
            Referent::Keyname(_) => KEYWORD,
            Referent::Part(..) => VARIABLE,
        },
    }
}

/// The disk around a document.
struct Outside<'d> {
    document: &'d Document<'d>,
}

impl Surroundings for Outside<'_> {
    fn files(&self, directory: &str) -> Vec<String> {
        let disk = self.document.state.disk;
        let Some(own) = self.document.file.identity.parent() else { return Vec::new() };
        let directory = paths::clean(&paths::join(own, Utf8Path::new(directory)));
        let listed = disk.children(&directory).into_iter().filter_map(|(path, entry)| {
            let name = path.file_name()?;
            match entry {
                Entry::Directory if !name.starts_with('.') => Some(format!("{name}/")),
                Entry::File if paths::is_yaml_name(&path) && path != self.document.file.identity => {
                    Some(name.to_owned())
                }
                _ => None,
            }
        });
        let mut names: Vec<String> = listed.collect();
        names.sort();
        names
    }

    fn profiles(&self) -> Vec<String> {
        let graph = &self.document.checked.analysis.graph;
        let mut names: Vec<String> = graph.files.iter().filter_map(|file| file.profile.clone()).collect();
        names.extend(load::BUILT_IN_PROFILES.iter().map(|profile| profile.name.to_owned()));
        let own = self.document.file.profile.as_deref();
        names.retain(|name| Some(name.as_str()) != own);
        names.sort();
        names.dedup();
        names
    }
}

pub(super) fn signature_help(state: &State<'_>, params: &Value) -> Answer {
    let position: Position = match read(params, "position") {
        Ok(position) => position,
        Err(invalid) => return invalid,
    };
    let Some(document) = Document::named(state, params) else { return Answer::Known(Value::Null) };
    let offset = document.current_offset(position);
    let help = ide::signature_help(document.model(), document.file.id, document.text, offset);
    let help = help.map(|help| {
        let signatures: Vec<Value> = help
            .signatures
            .iter()
            .map(|signature| {
                // Offsets in labels are always counted in UTF-16.
                let units = |byte: usize| signature.label.get(..byte).unwrap_or("").encode_utf16().count();
                let parameters: Vec<Value> = signature
                    .parameters
                    .iter()
                    .map(|(start, end)| json!({ "label": [units(*start), units(*end)] }))
                    .collect();
                json!({
                    "label": signature.label,
                    "documentation": { "kind": "markdown", "value": signature.documentation },
                    "parameters": parameters,
                })
            })
            .collect();
        json!({
            "signatures": signatures,
            "activeSignature": help.active,
            "activeParameter": help.argument,
        })
    });
    help.into()
}

/// Indents the line after one that ends with a colon.
pub(super) fn on_type(state: &State<'_>, params: &Value) -> Answer {
    let position: Position = match read(params, "position") {
        Ok(position) => position,
        Err(invalid) => return invalid,
    };
    let Some(document) = Document::named(state, params) else { return Answer::Known(Value::Null) };
    let offset = document.current_offset(position) as usize;
    let (Some(before), Some(after)) = (document.text.get(..offset), document.text.get(offset..)) else {
        return Answer::Known(Value::Null);
    };
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    let (above, line) = (before.get(..start).unwrap_or(""), before.get(start..).unwrap_or(""));
    let rest = after.split('\n').next().unwrap_or("");
    let previous = above.trim_end_matches('\n').rsplit('\n').next().unwrap_or("").trim_end_matches('\r');
    let is_blank = line.trim().is_empty() && rest.trim().is_empty();
    let content = previous.trim_start();
    if !is_blank || !content.ends_with(':') || content.starts_with('#') {
        return Answer::Known(json!([]));
    }
    let dashes = content.len() - content.trim_start_matches(['-', ' ']).len();
    let wanted = " ".repeat(previous.len() - content.len() + dashes + 2);
    if line == wanted {
        return Answer::Known(json!([]));
    }
    let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    let range = document.lines().range(number(start)..number(offset));
    Answer::Known(json!([{ "range": range, "newText": wanted }]))
}
