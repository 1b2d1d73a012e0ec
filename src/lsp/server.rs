//! Handles the messages of a session and keeps its state.

mod actions;
mod formatting;
mod pulling;
mod requests;

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, FileChangeType,
    FileEvent, Uri,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::base::Generation;
use crate::config;
use crate::dialects::looks_like_tosca;
use crate::host::{Asked, Disk, Entry, Host as _, paths};

use super::checked::Checked;
use super::findings::Findings;
use super::pages::Pages;
use super::positions::Encoding;
use super::project::{OpenDocument, Snapshot};
use super::settings::Settings;
use super::transport::{self, Incoming};
use super::worker::{Job, Outcome, panic_message};
use super::{documents, uris, views};

/// An event of a session.
pub(super) enum Event {
    /// A message was received.
    Incoming(Incoming),
    /// The input has ended.
    Closed,
    /// A check is finished.
    Checked(Box<Outcome>),
}

/// The phase of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    /// Between `initialize` and `shutdown`.
    Running,
    /// After `shutdown`.
    ShutDown,
}

/// An open document and its text.
struct Open {
    uri: Uri,
    version: i32,
    path: Utf8PathBuf,
    identity: Utf8PathBuf,
    text: String,
    /// Whether the editor says that it is TOSCA.
    is_named_tosca: bool,
}

/// The diagnostics that were sent for a file.
#[derive(PartialEq)]
struct SentDiagnostics {
    uri: Uri,
    /// The version of the document, or `None` if it is not open.
    version: Option<i32>,
    findings: Arc<Findings>,
}

/// The capabilities of the client.
#[expect(clippy::struct_excessive_bools, reason = "the protocol has them one by one")]
#[derive(Default)]
struct Client {
    /// Whether it fills in the places of snippets.
    snippets: bool,
    /// Whether edits can name the versions that they are for.
    versioned_edits: bool,
    /// Whether it shows the progress of long work.
    progress: bool,
    /// Whether it opens documents if asked to.
    shows_documents: bool,
    /// Whether it asks for the findings of open documents.
    pulls: bool,
    configuration: bool,
    register_configuration: bool,
    register_watchers: bool,
}

/// The state of a session.
pub(super) struct Server {
    disk: Arc<Disk>,
    jobs: Sender<Job>,
    phase: Phase,
    client: Client,
    /// Whether the client shows related locations of a finding.
    related: bool,
    /// Whether the client shows documents whose texts the server has.
    views: bool,
    encoding: Encoding,
    folders: Vec<Utf8PathBuf>,
    /// The settings of `initialize`, used if the client has no others.
    initial: Value,
    settings: Arc<Settings>,
    /// The open documents, by URI.
    open: BTreeMap<String, Open>,
    /// The input of the last check. `findings` are its result.
    checked: Option<Arc<Snapshot>>,
    findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
    /// The input of the last full check.
    fully_checked: Option<Arc<Snapshot>>,
    /// The paths that this check looked up on disk.
    asked: Vec<Arc<Asked>>,
    /// The results of this check, by project.
    full: Vec<Arc<Checked>>,
    /// The results of checks of edited documents since then.
    part: Vec<Arc<Checked>>,
    /// The questions that wait for the next check.
    waiting: Vec<Request>,
    /// The input of the newest check, which may not have finished.
    newest: Option<Arc<Snapshot>>,
    generation: Generation,
    /// The diagnostics that were sent last, by URI.
    sent: BTreeMap<String, SentDiagnostics>,
    /// The documents whose texts the server sent.
    viewed: BTreeSet<Uri>,
    /// Whether the client shows that the first check runs.
    shows_progress: bool,
    /// The pages of rules.
    pages: Pages,
    next_request: i32,
    /// The pending request for settings.
    asked_for_settings: Option<RequestId>,
}

/// The token of the progress of the first check.
const FIRST_CHECK: &str = "tosca-first-check";

/// The destination of messages.
type Output<'o> = &'o mut dyn Write;

impl Server {
    pub(super) fn new(disk: Arc<Disk>, jobs: Sender<Job>) -> Self {
        Self {
            disk,
            jobs,
            phase: Phase::New,
            client: Client::default(),
            related: false,
            views: false,
            encoding: Encoding::Utf16,
            folders: Vec::new(),
            initial: Value::Null,
            settings: Arc::default(),
            open: BTreeMap::new(),
            checked: None,
            findings: BTreeMap::new(),
            fully_checked: None,
            asked: Vec::new(),
            full: Vec::new(),
            part: Vec::new(),
            waiting: Vec::new(),
            newest: None,
            generation: Generation::default(),
            sent: BTreeMap::new(),
            viewed: BTreeSet::new(),
            shows_progress: false,
            pages: Pages::new(),
            next_request: 0,
            asked_for_settings: None,
        }
    }

    /// Runs until the session ends; returns whether it ended properly. If the client has gone away, there is
    /// nobody to report it to.
    pub(super) fn run(mut self, events: &Receiver<Event>, output: Output<'_>) -> bool {
        let mut queue: VecDeque<Event> = VecDeque::new();
        while let Some(event) = next(&mut queue, events) {
            if let Some(id) = cancelled_before(&event, &mut queue) {
                if refuse(output, id, ErrorCode::RequestCanceled, "cancelled").is_err() {
                    return false;
                }
                continue;
            }
            let is_exit = matches!(&event, Event::Incoming(Incoming::Message(message))
                if matches!(&**message, Message::Notification(notification) if notification.method == "exit"));
            if is_exit || matches!(event, Event::Closed) {
                return self.phase == Phase::ShutDown;
            }
            let handled = catch_unwind(AssertUnwindSafe(|| self.handle(event, output)));
            let written = match handled {
                Ok(written) => written,
                Err(fault) => {
                    self.log(output, &format!("fault of the tool: {}", panic_message(fault.as_ref())))
                }
            };
            if written.is_err() {
                return false;
            }
        }
        false
    }

    fn handle(&mut self, event: Event, output: Output<'_>) -> io::Result<()> {
        match event {
            Event::Closed => Ok(()),
            Event::Checked(outcome) => {
                let published = self.publish(*outcome, output);
                published.and_then(|()| self.answer_waiting(output))
            }
            Event::Incoming(Incoming::Malformed { answer, reason }) => {
                if let Some((id, code)) = answer {
                    transport::write_error(output, &id, code, &reason)?;
                }
                Ok(())
            }
            Event::Incoming(Incoming::Message(message)) => match *message {
                Message::Request(request) => self.request(request, output),
                Message::Response(response) => self.response(response, output),
                Message::Notification(notification) => self.notification(notification, output),
            },
        }
    }

    /// Logs a text that is not a finding in the client.
    fn log(&self, output: Output<'_>, text: &str) -> io::Result<()> {
        if self.phase == Phase::New {
            return Ok(());
        }
        notify(output, "window/logMessage", json!({ "type": 2, "message": text }))
    }

    fn notification(&mut self, notification: Notification, output: Output<'_>) -> io::Result<()> {
        if notification.method == "$/cancelRequest" {
            return self.cancel(&notification.params, output);
        }
        if self.phase != Phase::Running {
            return Ok(());
        }
        let Notification { method, params } = notification;
        let done = match method.as_str() {
            "initialized" => return self.initialized(output),
            "textDocument/didOpen" => parse_params(params).map(|params| self.opened(params)),
            "textDocument/didChange" => parse_params(params).and_then(|params| self.changed(params)),
            "textDocument/didSave" => parse_params(params).map(|params| self.saved(&params)),
            "textDocument/didClose" => parse_params(params).and_then(|params| self.closed(&params)),
            "workspace/didChangeWatchedFiles" => match parse_params(params) {
                Ok(params) => {
                    self.files_changed(&params);
                    return self.refresh_views(&params, output);
                }
                Err(problem) => Err(problem),
            },
            "workspace/didChangeWorkspaceFolders" => {
                parse_params(params).map(|params| self.folders_changed(&params))
            }
            "workspace/didChangeConfiguration" => return self.configuration_changed(&params, output),
            _ => return Ok(()),
        };
        done.or_else(|problem: String| self.log(output, &format!("{method}: {problem}")))
    }

    /// Refuses a request that is cancelled while it waits for a check; others were answered before.
    fn cancel(&mut self, params: &Value, output: Output<'_>) -> io::Result<()> {
        let id = transport::cancelled_id(params);
        let Some(index) = self.waiting.iter().position(|request| Some(&request.id) == id.as_ref()) else {
            return Ok(());
        };
        let request = self.waiting.remove(index);
        refuse(output, request.id, ErrorCode::RequestCanceled, "cancelled")
    }

    // ── documents ──

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let uri = document.uri;
        if !uris::is_document(&uri) {
            return;
        }
        let path = uris::path_of(&uri, &self.disk).unwrap_or_else(|| {
            let directory = self.folders.first().cloned().unwrap_or_else(|| self.disk.working_directory());
            paths::join(&directory, Utf8Path::new(&uris::name_of_untitled(&uri)))
        });
        let identity = self.disk.identity(&path);
        let is_named_tosca = String::from(document.language_id) == "tosca";
        let open =
            Open { version: document.version, text: document.text, path, is_named_tosca, identity, uri };
        self.open.insert(open.uri.to_string(), open);
        self.check(false);
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) -> Result<(), String> {
        let uri = params.text_document.text_document_identifier.uri;
        if !uris::is_document(&uri) {
            return Ok(());
        }
        let encoding = self.encoding;
        let open = self.open.get_mut(uri.as_str()).ok_or_else(|| format!("`{uri}` is not open"))?;
        documents::apply(&mut open.text, params.content_changes, encoding);
        open.version = params.text_document.version;
        self.check(true);
        Ok(())
    }

    /// Checks after a save. The text is already known, but without file watching this is the time to read the
    /// disk again.
    fn saved(&mut self, params: &DidSaveTextDocumentParams) {
        let uri = &params.text_document.uri;
        if let (Some(text), Some(open)) = (&params.text, self.open.get_mut(uri.as_str())) {
            open.text.clone_from(text);
        }
        if uris::is_document(uri) {
            self.check(false);
        }
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) -> Result<(), String> {
        let uri = &params.text_document.uri;
        if !uris::is_document(uri) {
            return Ok(());
        }
        self.open.remove(uri.as_str()).ok_or_else(|| format!("`{uri}` is not open"))?;
        // From now on the text on disk is used.
        self.check(false);
        Ok(())
    }

    // ── the workspace ──

    /// Checks again if a path changed that a check looks up on disk, or that a search of directories may
    /// find.
    fn files_changed(&mut self, params: &DidChangeWatchedFilesParams) {
        let concerns = |change: &FileEvent| {
            let Some(path) = uris::path_of(&change.uri, &self.disk) else { return false };
            let identity = self.disk.identity(&path);
            let is_open = self.open.values().any(|open| open.identity == identity);
            if change.kind == FileChangeType::Changed && is_open {
                return false;
            }
            // The lookups of a running check are not known yet.
            self.is_checking()
                || paths::is_yaml_name(&path)
                || paths::is_xml_name(&path)
                || path
                    .file_name()
                    .is_some_and(|name| [config::NAME, ".gitignore", ".ignore"].contains(&name))
                || change.kind == FileChangeType::Created && self.disk.entry(&path) == Some(Entry::Directory)
                || self.asked.iter().any(|asked| asked.contains(&path) || asked.contains(&identity))
        };
        if params.changes.iter().any(concerns) {
            self.check(true);
        }
    }

    /// Asks the client to get the documents again that are in a changed archive.
    fn refresh_views(&mut self, params: &DidChangeWatchedFilesParams, output: Output<'_>) -> io::Result<()> {
        let changed: Vec<Uri> = self
            .viewed
            .iter()
            .filter(|uri| params.changes.iter().any(|change| views::is_in(uri, &change.uri)))
            .cloned()
            .collect();
        for uri in changed {
            self.ask(output, "workspace/textDocumentContent/refresh", json!({ "uri": uri }))?;
        }
        Ok(())
    }

    fn folders_changed(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let path = |uri: &Uri| uris::path_of(uri, &self.disk);
        let removed: Vec<Utf8PathBuf> =
            params.event.removed.iter().filter_map(|folder| path(&folder.uri)).collect();
        let added: Vec<Utf8PathBuf> =
            params.event.added.iter().filter_map(|folder| path(&folder.uri)).collect();
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in added {
            self.add_folder(folder);
        }
        self.check(false);
    }

    /// Adds a folder, unless it is the root or the home directory, which are too large to be intended.
    fn add_folder(&mut self, folder: Utf8PathBuf) {
        let home = std::env::home_dir().map(|home| self.disk.known_path(home.into_os_string()));
        let is_all = folder.parent().is_none() || home.as_deref() == Some(&*folder);
        if !is_all && !self.folders.contains(&folder) {
            self.folders.push(folder);
        }
    }

    fn configuration_changed(&mut self, params: &Value, output: Output<'_>) -> io::Result<()> {
        if self.client.configuration {
            return self.ask_for_settings(output);
        }
        let settings = params.get("settings").cloned().unwrap_or_default();
        self.set_settings(&settings, output)
    }

    fn set_settings(&mut self, value: &Value, output: Output<'_>) -> io::Result<()> {
        let is_nothing = |value: &Value| match value.get("tosca").unwrap_or(value) {
            Value::Null => true,
            Value::Object(map) => map.is_empty(),
            _ => false,
        };
        let value = if is_nothing(value) { self.initial.clone() } else { value.clone() };
        let (settings, problems) = Settings::read(&value);
        for problem in problems {
            notify(
                output,
                "window/showMessage",
                json!({ "type": 2, "message": format!("tosca: {problem}") }),
            )?;
        }
        self.settings = Arc::new(settings);
        self.check(false);
        Ok(())
    }

    // ── checks ──

    fn check(&mut self, may_wait: bool) {
        let documents = self.open.values().map(|open| OpenDocument {
            uri: open.uri.clone(),
            version: open.version,
            path: open.path.clone(),
            identity: open.identity.clone(),
            is_tosca: open.path.file_name() != Some(config::NAME)
                && (open.is_named_tosca || looks_like_tosca(open.text.as_bytes())),
            text: open.text.as_bytes().into(),
        });
        let snapshot = Arc::new(Snapshot {
            folders: self.folders.clone(),
            documents: documents.collect(),
            settings: Arc::clone(&self.settings),
            encoding: self.encoding,
            related: self.related,
            views: self.views,
        });
        self.newest = Some(Arc::clone(&snapshot));
        self.generation = self.generation.next();
        // Sending cannot fail: the worker runs as long as the session.
        let _ = self.jobs.send(Job { snapshot, generation: self.generation.clone(), may_wait });
    }

    /// Whether a full check is pending.
    fn is_checking(&self) -> bool {
        match (&self.newest, &self.fully_checked) {
            (Some(newest), Some(fully_checked)) => !Arc::ptr_eq(newest, fully_checked),
            (newest, _) => newest.is_some(),
        }
    }

    /// Sends the changed diagnostics to the client. Skips documents that have changed since: their check is
    /// pending.
    fn publish(&mut self, outcome: Outcome, output: Output<'_>) -> io::Result<()> {
        if !outcome.is_part && std::mem::take(&mut self.shows_progress) {
            notify(output, "$/progress", json!({ "token": FIRST_CHECK, "value": { "kind": "end" } }))?;
        }
        if let Some(fault) = outcome.fault {
            // The next check may succeed; until then there is nothing new to answer from.
            self.fully_checked = Some(outcome.snapshot);
            return self.log(output, &format!("fault of the tool, please report it: {fault}"));
        }
        if outcome.is_part {
            return self.publish_part(outcome, output);
        }
        let Outcome { snapshot, findings, asked, checked, .. } = outcome;
        let mut unmatched = std::mem::take(&mut self.sent);
        let (mut now, mut kept) = (BTreeMap::new(), BTreeMap::new());
        for (key, open) in &self.open {
            let seen = snapshot.documents.iter().find(|seen| seen.uri == open.uri);
            if seen.is_some_and(|seen| seen.version == open.version) {
                let findings = findings.get(&open.identity).cloned().unwrap_or_default();
                let sent = SentDiagnostics { uri: open.uri.clone(), version: Some(open.version), findings };
                now.insert(key.clone(), sent);
            } else if let Some(sent) = unmatched.remove(key) {
                kept.insert(key.clone(), sent);
            }
        }
        let open: HashSet<&Utf8Path> = self.open.values().map(|open| open.identity.as_path()).collect();
        for (_, findings) in findings.iter().filter(|(identity, _)| !open.contains(identity.as_path())) {
            let Some(uri) = findings.uri.clone() else { continue };
            now.insert(
                uri.to_string(),
                SentDiagnostics { uri, version: None, findings: Arc::clone(findings) },
            );
        }
        let mut is_changed = false;
        for (key, sent) in &now {
            if unmatched.remove(key).as_ref() != Some(sent) {
                is_changed = true;
                if !self.is_pulled(key) {
                    publish_diagnostics(output, &sent.uri, sent.version, &sent.findings)?;
                }
            }
        }
        for gone in unmatched.into_values() {
            publish_diagnostics(output, &gone.uri, None, &Findings::default())?;
        }
        now.extend(kept);
        self.sent = now;
        self.findings = findings;
        self.checked = Some(Arc::clone(&snapshot));
        self.fully_checked = Some(snapshot);
        self.asked = asked;
        self.full = checked;
        self.part.clear();
        self.refresh_pulled(is_changed, output)
    }

    /// Sends the diagnostics of the edited documents; those of other files stay.
    fn publish_part(&mut self, outcome: Outcome, output: Output<'_>) -> io::Result<()> {
        let mut is_changed = false;
        for (identity, findings) in outcome.findings {
            let open = self.open.iter().find(|(_, open)| open.identity == identity);
            let seen = outcome.snapshot.documents.iter().find(|seen| seen.identity == identity);
            let Some(((key, open), seen)) = open.zip(seen) else { continue };
            if open.version != seen.version {
                continue;
            }
            let findings = if findings.diagnostics.is_empty() { Arc::default() } else { findings };
            let sent = SentDiagnostics { uri: open.uri.clone(), version: Some(open.version), findings };
            if self.sent.get(key) != Some(&sent) {
                is_changed = true;
                if !self.is_pulled(key) {
                    publish_diagnostics(output, &sent.uri, sent.version, &sent.findings)?;
                }
            }
            self.findings.insert(identity, Arc::clone(&sent.findings));
            self.sent.insert(key.clone(), sent);
        }
        self.part = outcome.checked;
        self.checked = Some(outcome.snapshot);
        self.refresh_pulled(is_changed, output)
    }

    fn response(&mut self, response: Response, output: Output<'_>) -> io::Result<()> {
        if self.asked_for_settings.take_if(|asked| *asked == response.id).is_none() {
            return Ok(());
        }
        match response.response_result {
            Ok(Value::Array(items)) => self.set_settings(items.first().unwrap_or(&Value::Null), output),
            Ok(_) => Ok(()),
            Err(error) => self.log(output, &format!("the client gives no settings: {}", error.message)),
        }
    }

    /// Sends a request to the client.
    fn ask(&mut self, output: Output<'_>, method: &str, params: Value) -> io::Result<RequestId> {
        let id = RequestId::from(self.next_request);
        self.next_request += 1;
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        transport::write(output, &request.into())?;
        Ok(id)
    }

    fn ask_for_settings(&mut self, output: Output<'_>) -> io::Result<()> {
        let params = json!({ "items": [{ "section": "tosca" }] });
        self.asked_for_settings = Some(self.ask(output, "workspace/configuration", params)?);
        Ok(())
    }
}

/// Returns the next event. All that have arrived are taken over first, so that a request is known to be cancelled
/// before it is worked on.
fn next(queue: &mut VecDeque<Event>, events: &Receiver<Event>) -> Option<Event> {
    if queue.is_empty() {
        queue.push_back(events.recv().ok()?);
    }
    queue.extend(events.try_iter());
    queue.pop_front()
}

/// Returns the id of a request that one of the next messages cancels, and removes that message.
fn cancelled_before(event: &Event, queue: &mut VecDeque<Event>) -> Option<RequestId> {
    let Message::Request(request) = message(event)? else { return None };
    let index = queue.iter().position(|next| match message(next) {
        Some(Message::Notification(notification)) => {
            notification.method == "$/cancelRequest"
                && transport::cancelled_id(&notification.params).as_ref() == Some(&request.id)
        }
        _ => false,
    })?;
    queue.remove(index);
    Some(request.id.clone())
}

fn message(event: &Event) -> Option<&Message> {
    match event {
        Event::Incoming(Incoming::Message(message)) => Some(message),
        _ => None,
    }
}

fn parse_params<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn publish_diagnostics(
    output: Output<'_>,
    uri: &Uri,
    version: Option<i32>,
    findings: &Findings,
) -> io::Result<()> {
    let mut params = json!({ "uri": uri, "diagnostics": findings.diagnostics });
    if let Some(version) = version {
        params["version"] = json!(version);
    }
    notify(output, "textDocument/publishDiagnostics", params)
}

fn notify(output: Output<'_>, method: &str, params: Value) -> io::Result<()> {
    transport::write(output, &Notification { method: method.to_owned(), params }.into())
}

fn refuse(output: Output<'_>, id: RequestId, code: ErrorCode, reason: &str) -> io::Result<()> {
    transport::write(output, &Response::new_err(id, code as i32, reason.to_owned()).into())
}
