//! Answers the requests of the client.

use std::collections::HashMap;
use std::io;

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionParams, DocumentFormattingParams,
    DocumentRangeFormattingParams, Range, ServerCapabilities, TextDocumentContentOptions,
    TextDocumentContentParams, TextDocumentContentResult, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};
use lsp_server::{ErrorCode, Request, Response};
use serde_json::{Value, json};

use super::{Output, Phase, Server, parse_params, refuse, transport, uris, views};
use crate::lsp::positions::Encoding;
use crate::lsp::settings::Settings;

impl Server {
    pub(super) fn request(&mut self, request: Request, output: Output<'_>) -> io::Result<()> {
        let Request { id, method, params } = request;
        if self.cancelled.remove(&id) {
            return refuse(output, id, ErrorCode::RequestCanceled, "cancelled");
        }
        match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => {
                let result = self.initialize(&params);
                transport::write(output, &Response::new_ok(id, result).into())
            }
            (Phase::New, _) => {
                refuse(output, id, ErrorCode::ServerNotInitialized, "`initialize` comes first")
            }
            (Phase::ShutDown, _) => {
                refuse(output, id, ErrorCode::InvalidRequest, "the session was shut down")
            }
            (Phase::Running, "initialize") => {
                refuse(output, id, ErrorCode::InvalidRequest, "the session is initialized already")
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                transport::write(output, &Response::new_ok(id, Value::Null).into())
            }
            (Phase::Running, "textDocument/codeAction") => match parse_params(params) {
                Ok(params) => {
                    transport::write(output, &Response::new_ok(id, self.code_actions(&params)).into())
                }
                Err(error) => refuse(output, id, ErrorCode::InvalidParams, &error),
            },
            (Phase::Running, "textDocument/formatting") => {
                match parse_params::<DocumentFormattingParams>(params) {
                    Ok(params) => {
                        let edits = self.formatting(&params.text_document.uri, None);
                        transport::write(output, &Response::new_ok(id, json!(edits)).into())
                    }
                    Err(error) => refuse(output, id, ErrorCode::InvalidParams, &error),
                }
            }
            (Phase::Running, "textDocument/rangeFormatting") => {
                match parse_params::<DocumentRangeFormattingParams>(params) {
                    Ok(params) => {
                        let edits = self.formatting(&params.text_document.uri, Some(params.range));
                        transport::write(output, &Response::new_ok(id, json!(edits)).into())
                    }
                    Err(error) => refuse(output, id, ErrorCode::InvalidParams, &error),
                }
            }
            (Phase::Running, "workspace/textDocumentContent") => {
                match parse_params::<TextDocumentContentParams>(params) {
                    Ok(params) => match views::text_of(&params.uri, &self.disk) {
                        Some(text) => {
                            self.viewed.insert(params.uri);
                            let result = TextDocumentContentResult::new(text);
                            transport::write(output, &Response::new_ok(id, result).into())
                        }
                        None => {
                            let reason = format!("there is no text for `{}`", params.uri);
                            refuse(output, id, ErrorCode::InvalidParams, &reason)
                        }
                    },
                    Err(error) => refuse(output, id, ErrorCode::InvalidParams, &error),
                }
            }
            (Phase::Running, _) => {
                refuse(output, id, ErrorCode::MethodNotFound, &format!("there is no method `{method}`"))
            }
        }
    }

    /// Reads the capabilities of the client, leniently; returns those of this server.
    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Running;
        let can = |pointer: &str| {
            params.pointer(&format!("/capabilities/{pointer}")).and_then(Value::as_bool) == Some(true)
        };
        self.client.configuration = can("workspace/configuration");
        self.client.register_configuration = can("workspace/didChangeConfiguration/dynamicRegistration");
        self.client.register_watchers = can("workspace/didChangeWatchedFiles/dynamicRegistration");
        self.views = params.pointer("/capabilities/workspace/textDocumentContent").is_some();
        self.related = can("textDocument/publishDiagnostics/relatedInformation");
        self.encoding = Encoding::negotiate(params.pointer("/capabilities/general/positionEncodings"));
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let folders = folders.into_iter().flatten().filter_map(|folder| folder.get("uri"));
        let mut uris: Vec<&Value> = folders.collect();
        if uris.is_empty() {
            uris.extend(params.get("rootUri"));
        }
        for uri in uris {
            let uri = uri.as_str().and_then(|uri| Uri::parse(uri).ok());
            if let Some(folder) = uri.and_then(|uri| uris::path_of(&uri, &self.disk)) {
                self.add_folder(folder);
            }
        }
        self.initial = params.get("initializationOptions").cloned().unwrap_or_default();
        self.settings = std::sync::Arc::new(Settings::read(&self.initial).0);
        let capabilities = ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::Incremental),
                    will_save: None,
                    will_save_wait_until: None,
                    save: Some(true.into()),
                }
                .into(),
            ),
            code_action_provider: Some(
                CodeActionOptions {
                    code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
                    ..CodeActionOptions::default()
                }
                .into(),
            ),
            document_formatting_provider: Some(true.into()),
            document_range_formatting_provider: Some(true.into()),
            workspace: Some(WorkspaceOptions {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(true.into()),
                }),
                text_document_content: Some(
                    TextDocumentContentOptions::new(vec![views::SCHEME.to_owned()]).into(),
                ),
                ..WorkspaceOptions::default()
            }),
            ..ServerCapabilities::default()
        };
        json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "tosca", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Registers for notifications of changes, and starts the first check.
    pub(super) fn initialized(&mut self, output: Output<'_>) -> io::Result<()> {
        let mut registrations = Vec::new();
        if self.client.register_watchers {
            // Any file may be an artifact that a template refers to.
            let watchers = json!([{ "globPattern": "**/*" }]);
            registrations.push(json!({
                "id": "tosca-files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": watchers },
            }));
        }
        if self.client.register_configuration {
            registrations.push(json!({
                "id": "tosca-settings",
                "method": "workspace/didChangeConfiguration",
                "registerOptions": { "section": "tosca" },
            }));
        }
        if !registrations.is_empty() {
            self.ask(output, "client/registerCapability", json!({ "registrations": registrations }))?;
        }
        let initial = self.initial.clone();
        self.set_settings(&initial, output)?;
        if self.client.configuration { self.ask_for_settings(output) } else { Ok(()) }
    }

    /// Returns the fixes of findings in a range, if the document is still the checked version.
    fn code_actions(&self, params: &CodeActionParams) -> Value {
        let wants_fixes = params.context.only.as_ref().is_none_or(|only| {
            only.iter().any(|kind| matches!(kind, CodeActionKind::Empty | CodeActionKind::QuickFix))
        });
        let current = self.open.get(params.text_document.uri.as_str()).filter(|open| {
            let checked = self.checked.iter().flat_map(|checked| &checked.documents);
            checked.into_iter().any(|seen| seen.uri == open.uri && seen.version == open.version)
        });
        let findings = current.filter(|_| wants_fixes).and_then(|open| self.findings.get(&open.identity));
        let Some(findings) = findings else { return json!([]) };
        let touches = |range: &Range| {
            let key = |position: gen_lsp_types::Position| (position.line, position.character);
            key(range.start) <= key(params.range.end) && key(params.range.start) <= key(range.end)
        };
        let fixes = findings.fixes.iter().filter_map(|fix| {
            let diagnostic =
                findings.diagnostics.get(fix.diagnostic).filter(|diagnostic| touches(&diagnostic.range))?;
            let changes: HashMap<_, _> = fix.edits.clone();
            let is_only_fix =
                findings.fixes.iter().filter(|candidate| candidate.diagnostic == fix.diagnostic).count() == 1;
            Some(CodeAction {
                title: capitalized(&fix.title),
                kind: Some(CodeActionKind::QuickFix),
                diagnostics: Some(vec![diagnostic.clone()]),
                is_preferred: is_only_fix.then_some(true),
                edit: Some(gen_lsp_types::WorkspaceEdit { changes: Some(changes), ..Default::default() }),
                ..CodeAction::default()
            })
        });
        json!(fixes.collect::<Vec<_>>())
    }
}

/// Returns a title with a capital letter, for menus.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
