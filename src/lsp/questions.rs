//! Answers the questions of editors about names and files, from the last check.
//!
//! Input: the state of a session, and a request. Output: the answer in the form of the protocol. Each answer
//! is a query of `ide`, with positions converted. What a question is about may have changed since the check:
//! positions are moved with the text around them, and questions whose answer must be exact wait for the next
//! check.

mod files;
mod hierarchies;
mod names;
mod writing;

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::{Location, Position, Range, Uri};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::base::{FileId, LineIndex, Span};
use crate::host::{Disk, Entry, Host as _, paths};
use crate::load::File;
use crate::model::Model;

use super::checked::{Checked, Shift};
use super::positions::{Encoding, Lines};
use super::{uris, views};

/// The state that questions are answered from.
pub(super) struct State<'s> {
    pub(super) disk: &'s Disk,
    pub(super) encoding: Encoding,
    /// The open documents.
    pub(super) open: Vec<OpenText<'s>>,
    /// The results of the last full checks, by project.
    pub(super) full: &'s [Arc<Checked>],
    /// The results of checks of edited documents since then.
    pub(super) part: &'s [Arc<Checked>],
    /// Whether the last full check is of the current texts.
    pub(super) is_current: bool,
    /// Whether the client fills in the places of snippets.
    pub(super) snippets: bool,
    pub(super) hints: super::settings::Shown,
}

/// An open document.
#[derive(Clone, Copy)]
pub(super) struct OpenText<'s> {
    pub(super) uri: &'s Uri,
    pub(super) identity: &'s Utf8Path,
    pub(super) text: &'s str,
}

/// The answer to a question.
#[derive(Debug)]
pub(super) enum Answer {
    /// The answer.
    Known(Value),
    /// The question must be asked again after the next check.
    Later,
    /// The request is refused for this reason.
    Refused(String),
    /// The parameters are invalid.
    Invalid(String),
    /// There is no such question.
    NoQuestion,
}

impl From<Option<Value>> for Answer {
    fn from(value: Option<Value>) -> Self {
        Answer::Known(value.unwrap_or(Value::Null))
    }
}

/// Answers a request.
pub(super) fn answer(state: &State<'_>, method: &str, params: &Value) -> Answer {
    let exact = |question: fn(&State<'_>, &Value) -> Answer| {
        if state.is_current { question(state, params) } else { Answer::Later }
    };
    match method {
        "textDocument/hover" => names::hover(state, params),
        "textDocument/definition" | "textDocument/declaration" => names::definition(state, params),
        "textDocument/typeDefinition" => names::type_definition(state, params),
        "textDocument/implementation" => exact(names::implementation),
        "textDocument/references" => exact(names::references),
        "textDocument/documentHighlight" => names::highlights(state, params),
        "textDocument/prepareRename" => exact(names::prepare_rename),
        "textDocument/rename" => exact(names::rename),
        "textDocument/completion" => writing::completion(state, params),
        "textDocument/signatureHelp" => writing::signature_help(state, params),
        "textDocument/onTypeFormatting" => writing::on_type(state, params),
        "textDocument/documentSymbol" => files::symbols(state, params),
        "workspace/symbol" => exact(files::workspace_symbols),
        "textDocument/foldingRange" => files::folding(state, params),
        "textDocument/selectionRange" => files::selection(state, params),
        "textDocument/documentLink" => files::links(state, params),
        "textDocument/semanticTokens/full" => files::all_tokens(state, params),
        "textDocument/semanticTokens/range" => files::some_tokens(state, params),
        "textDocument/inlayHint" => files::hints(state, params),
        "textDocument/codeLens" => files::lenses(state, params),
        "textDocument/prepareTypeHierarchy" => exact(hierarchies::types),
        "typeHierarchy/supertypes" => exact(hierarchies::supertypes),
        "typeHierarchy/subtypes" => exact(hierarchies::subtypes),
        "textDocument/prepareCallHierarchy" => exact(hierarchies::calls),
        "callHierarchy/incomingCalls" => exact(hierarchies::incoming),
        "callHierarchy/outgoingCalls" => exact(hierarchies::outgoing),
        _ => Answer::NoQuestion,
    }
}

/// Returns the capabilities of the server that concern these questions.
pub(super) fn capabilities() -> Value {
    json!({
        "hoverProvider": true,
        "definitionProvider": true,
        "declarationProvider": true,
        "typeDefinitionProvider": true,
        "implementationProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [":", " ", "$", "/", "-", "[", ","] },
        "signatureHelpProvider": { "triggerCharacters": ["[", ","], "retriggerCharacters": [","] },
        "documentOnTypeFormattingProvider": { "firstTriggerCharacter": "\n" },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "documentLinkProvider": {},
        "semanticTokensProvider": {
            "legend": { "tokenTypes": files::TOKEN_TYPES, "tokenModifiers": files::TOKEN_MODIFIERS },
            "full": true,
            "range": true,
        },
        "inlayHintProvider": true,
        "codeLensProvider": {},
        "typeHierarchyProvider": true,
        "callHierarchyProvider": true,
    })
}

/// A file of a check, and its text now.
struct Document<'s> {
    state: &'s State<'s>,
    checked: &'s Checked,
    file: &'s File,
    /// The current text.
    text: &'s str,
    index: LineIndex,
    /// The change since the check, or `None` if there is none.
    shift: Option<Shift>,
    /// Whether the text is the one on disk.
    on_disk: bool,
}

impl<'s> Document<'s> {
    /// Returns the document of a request, in the newest check that has it.
    fn named(state: &'s State<'s>, params: &Value) -> Option<Self> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str)?;
        let identity = match state.open.iter().find(|open| open.uri.as_str() == uri) {
            Some(open) => open.identity.to_owned(),
            None => identity_of(&Uri::parse(uri).ok()?, state.disk)?,
        };
        let checks = state.part.iter().chain(state.full);
        let (checked, file) = checks
            .filter_map(|checked| Some((&**checked, checked.file(&identity)?)))
            // A file that is open in its own project is known best there.
            .max_by_key(|(checked, file)| {
                (
                    checked.text(file.id) == state.text_of(&file.identity).unwrap_or_default(),
                    file.is_requested,
                )
            })?;
        Some(Self::new(state, checked, file))
    }

    fn new(state: &'s State<'s>, checked: &'s Checked, file: &'s File) -> Self {
        let known = checked.text(file.id);
        let open = state.text_of(&file.identity);
        let text = open.unwrap_or(known);
        let shift = (text != known).then(|| Shift::between(known, text));
        Self { state, checked, file, text, index: LineIndex::new(text), shift, on_disk: open.is_none() }
    }

    fn model(&self) -> &'s Model {
        self.checked.model()
    }

    /// Whether the check is of the current text.
    fn is_current(&self) -> bool {
        self.shift.is_none()
    }

    fn lines(&self) -> Lines<'_> {
        Lines::new(self.text, &self.index, self.state.encoding, self.on_disk)
    }

    /// Returns the byte of the current text at a position.
    fn current_offset(&self, position: Position) -> u32 {
        u32::try_from(self.lines().offset(position)).unwrap_or(u32::MAX)
    }

    /// Returns the byte of the checked text at a position, or `None` inside of a change.
    fn offset(&self, position: Position) -> Option<u32> {
        let offset = self.current_offset(position);
        self.shift.as_ref().map_or(Some(offset), |shift| shift.to_checked(offset))
    }

    /// Returns the range of a span of the checked text, or `None` if it was changed.
    fn range(&self, span: Span) -> Option<Range> {
        let span = match &self.shift {
            Some(shift) => shift.to_current(span)?,
            None => span,
        };
        Some(self.lines().range(span.start..span.end))
    }

    /// Returns the location of a span in any file of the check.
    fn location(&self, span: Span) -> Option<Location> {
        if span.file == self.file.id {
            return Some(Location {
                uri: self.state.uri_of(self.checked, self.file)?,
                range: self.range(span)?,
            });
        }
        let file = self.checked.analysis.graph.get(span.file)?;
        let other = Document::new(self.state, self.checked, file);
        Some(Location { uri: self.state.uri_of(self.checked, file)?, range: other.range(span)? })
    }
}

impl State<'_> {
    /// Returns the current text of an open file.
    fn text_of(&self, identity: &Utf8Path) -> Option<&str> {
        self.open.iter().find(|open| open.identity == identity).map(|open| open.text)
    }

    /// Returns the URI of a file in the editor, or `None` if editors cannot open it.
    fn uri_of(&self, checked: &Checked, file: &File) -> Option<Uri> {
        if let Some(open) = self.open.iter().find(|open| open.identity == file.identity) {
            return Some(open.uri.clone());
        }
        let path = paths::clean(&paths::join(&checked.working, &file.source().path));
        if self.disk.entry(&path) == Some(Entry::File) {
            return uris::uri_of(&path, self.disk);
        }
        views::uri_of(&file.identity, self.disk)
    }
}

/// Returns the identity of the file that a URI names.
fn identity_of(uri: &Uri, disk: &Disk) -> Option<Utf8PathBuf> {
    match views::identity_of(uri, disk) {
        Some(identity) => Some(identity),
        None => Some(disk.identity(&uris::path_of(uri, disk)?)),
    }
}

/// Reads a part of the parameters.
fn read<T: DeserializeOwned>(params: &Value, name: &str) -> Result<T, Answer> {
    let value = params.get(name).cloned().unwrap_or_default();
    serde_json::from_value(value).map_err(|error| Answer::Invalid(format!("{name}: {error}")))
}

/// Answers a question about a position in a document.
fn at_position(
    state: &State<'_>,
    params: &Value,
    question: impl FnOnce(&Document<'_>, u32) -> Option<Value>,
) -> Answer {
    let position: Position = match read(params, "position") {
        Ok(position) => position,
        Err(invalid) => return invalid,
    };
    let Some(document) = Document::named(state, params) else {
        return if state.is_current { Answer::Known(Value::Null) } else { Answer::Later };
    };
    document.offset(position).and_then(|offset| question(&document, offset)).into()
}

/// Answers a question about a whole document, whose check must be of the current text.
fn about_file(state: &State<'_>, params: &Value, question: impl FnOnce(&Document<'_>) -> Value) -> Answer {
    match Document::named(state, params) {
        Some(document) if document.is_current() => Answer::Known(question(&document)),
        None if state.is_current => Answer::Known(json!([])),
        _ => Answer::Later,
    }
}

/// Returns the file with this id.
fn file_of(checked: &Checked, id: FileId) -> Option<&File> {
    checked.analysis.graph.get(id)
}
