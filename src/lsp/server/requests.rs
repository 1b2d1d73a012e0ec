//! Answers the requests of the client.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gen_lsp_types::{
    CodeActionParams, DocumentFormattingParams, DocumentRangeFormattingParams, ServerCapabilities,
    TextDocumentContentOptions, TextDocumentContentParams, TextDocumentContentResult, TextDocumentSyncKind,
    TextDocumentSyncOptions, Uri, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};
use lsp_server::{ErrorCode, Request, Response};
use serde_json::{Value, json};

use super::{
    FIRST_CHECK, Output, Phase, Server, notify, panic_message, parse_params, refuse, transport, uris, views,
};
use super::{actions, pulling};
use crate::lsp::positions::Encoding;
use crate::lsp::questions::{self, Answer, OpenText};
use crate::lsp::settings::Settings;

impl Server {
    pub(super) fn request(&mut self, request: Request, output: Output<'_>) -> io::Result<()> {
        let Request { id, method, params } = request;
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
            (Phase::Running, "textDocument/codeAction") => {
                match parse_params::<CodeActionParams>(params.clone()) {
                    Ok(action) if self.is_document_checked(action.text_document.uri.as_str()) => {
                        transport::write(output, &Response::new_ok(id, self.code_actions(&action)).into())
                    }
                    Ok(_) => {
                        self.waiting.push(Request { id, method, params });
                        Ok(())
                    }
                    Err(error) => refuse(output, id, ErrorCode::InvalidParams, &error),
                }
            }
            (Phase::Running, "workspace/executeCommand") => self.execute(id, &params, output),
            (Phase::Running, "textDocument/diagnostic") => {
                self.diagnose(Request { id, method, params }, output)
            }
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
            (Phase::Running, _) => self.question(Request { id, method, params }, output),
        }
    }

    /// Answers a question about names or files, now or after the next check.
    fn question(&mut self, request: Request, output: Output<'_>) -> io::Result<()> {
        let state = questions::State {
            disk: &self.disk,
            encoding: self.encoding,
            open: self
                .open
                .values()
                .map(|open| OpenText { uri: &open.uri, identity: &open.identity, text: &open.text })
                .collect(),
            full: &self.full,
            part: &self.part,
            is_current: !self.is_checking(),
            snippets: self.client.snippets,
            hints: self.settings.shown,
        };
        let answered =
            catch_unwind(AssertUnwindSafe(|| questions::answer(&state, &request.method, &request.params)));
        let Request { id, method, params } = request;
        match answered {
            Ok(Answer::Known(value)) => transport::write(output, &Response::new_ok(id, value).into()),
            Ok(Answer::Later) => {
                self.waiting.push(Request { id, method, params });
                Ok(())
            }
            Ok(Answer::Refused(reason)) => refuse(output, id, ErrorCode::RequestFailed, &reason),
            Ok(Answer::Invalid(reason)) => refuse(output, id, ErrorCode::InvalidParams, &reason),
            Ok(Answer::NoQuestion) => {
                refuse(output, id, ErrorCode::MethodNotFound, &format!("there is no method `{method}`"))
            }
            Err(fault) => {
                let reason = format!("fault of the tool: {}", panic_message(fault.as_ref()));
                refuse(output, id, ErrorCode::InternalError, &reason)?;
                self.log(output, &format!("{method}: {reason}"))
            }
        }
    }

    /// Answers the questions that waited for a check; some may have to wait again.
    pub(super) fn answer_waiting(&mut self, output: Output<'_>) -> io::Result<()> {
        for request in std::mem::take(&mut self.waiting) {
            self.request(request, output)?;
        }
        Ok(())
    }

    /// Reads the capabilities of the client, leniently; returns those of this server.
    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Running;
        let can = |pointer: &str| {
            params.pointer(&format!("/capabilities/{pointer}")).and_then(Value::as_bool) == Some(true)
        };
        self.client.versioned_edits = can("workspace/workspaceEdit/documentChanges");
        self.client.progress = can("window/workDoneProgress");
        self.client.shows_documents = can("window/showDocument/support");
        self.client.pulls = can("workspace/diagnostics/refreshSupport")
            && params.pointer("/capabilities/textDocument/diagnostic").is_some();
        self.client.refreshes = pulling::REFRESHES
            .iter()
            .filter(|(part, _)| can(&format!("workspace/{part}/refreshSupport")))
            .map(|(_, request)| *request)
            .collect();
        self.client.snippets = can("textDocument/completion/completionItem/snippetSupport");
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
        let mut capabilities = json!(capabilities);
        if let (Value::Object(all), Value::Object(questions)) = (&mut capabilities, questions::capabilities())
        {
            all.extend(questions);
            all.extend(actions::capabilities());
            if self.client.pulls {
                all.insert(
                    "diagnosticProvider".to_owned(),
                    json!({
                        "identifier": "tosca",
                        "interFileDependencies": true,
                        "workspaceDiagnostics": false,
                    }),
                );
            }
        }
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
        if self.client.progress {
            self.ask(output, "window/workDoneProgress/create", json!({ "token": FIRST_CHECK }))?;
            let value = json!({ "kind": "begin", "title": "Checking TOSCA files" });
            notify(output, "$/progress", json!({ "token": FIRST_CHECK, "value": value }))?;
            self.shows_progress = true;
        }
        if !registrations.is_empty() {
            self.ask(output, "client/registerCapability", json!({ "registrations": registrations }))?;
        }
        let initial = self.initial.clone();
        self.set_settings(&initial, output)?;
        if self.client.configuration { self.ask_for_settings(output) } else { Ok(()) }
    }
}
