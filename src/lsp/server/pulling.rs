//! Findings of open documents for clients that ask for them. All other findings are sent when they change.

use std::io;

use lsp_server::{ErrorCode, Request, Response};
use serde_json::{Value, json};

use super::{Output, Server, refuse, transport};

/// What clients show between the lines or in colors, by its name in the capabilities of clients, and the request to ask
/// for it again.
pub(super) const REFRESHES: [(&str, &str); 3] = [
    ("codeLens", "workspace/codeLens/refresh"),
    ("inlayHint", "workspace/inlayHint/refresh"),
    ("semanticTokens", "workspace/semanticTokens/refresh"),
];

impl Server {
    /// Whether the client asks for the findings of the document with this URI.
    pub(super) fn is_pulled(&self, uri: &str) -> bool {
        self.client.pulls && self.open.contains_key(uri)
    }

    /// Whether the current text of a document was checked; true if it is not open.
    pub(super) fn is_document_checked(&self, uri: &str) -> bool {
        self.open.get(uri).is_none_or(|open| {
            let checked = self.checked.iter().flat_map(|checked| &checked.documents);
            checked.into_iter().any(|seen| seen.uri == open.uri && seen.version == open.version)
        })
    }

    /// Asks the client to ask again, if findings changed.
    pub(super) fn refresh_pulled(&mut self, is_changed: bool, output: Output<'_>) -> io::Result<()> {
        if self.client.pulls && is_changed {
            self.ask(output, "workspace/diagnostic/refresh", Value::Null)?;
        }
        Ok(())
    }

    /// Asks the client to ask again for what depends on other files and on settings.
    pub(super) fn refresh_shown(&mut self, output: Output<'_>) -> io::Result<()> {
        for request in self.client.refreshes.clone() {
            self.ask(output, request, Value::Null)?;
        }
        Ok(())
    }

    /// Answers with the findings of a document, after the check of its current text.
    pub(super) fn diagnose(&mut self, request: Request, output: Output<'_>) -> io::Result<()> {
        let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str);
        let Some(uri) = uri.map(str::to_owned) else {
            return refuse(output, request.id, ErrorCode::InvalidParams, "`textDocument/uri` is missing");
        };
        if !self.is_document_checked(&uri) {
            self.waiting.push(request);
            return Ok(());
        }
        let findings = self.open.get(&uri).and_then(|open| self.findings.get(&open.identity));
        let items = findings.map(|findings| findings.diagnostics.as_slice()).unwrap_or_default();
        transport::write(
            output,
            &Response::new_ok(request.id, json!({ "kind": "full", "items": items })).into(),
        )
    }
}
