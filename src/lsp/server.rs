//! The state of a session, and what each message does to it.

mod requests;

use std::collections::{BTreeMap, HashSet};
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

use super::findings::Findings;
use super::positions::Encoding;
use super::project::{Document, Snapshot};
use super::settings::Settings;
use super::transport::{self, Incoming};
use super::worker::{Job, Outcome, words};
use super::{documents, places};

/// What happens to a session.
pub(super) enum Event {
    /// Something came in.
    Incoming(Incoming),
    /// Nothing more comes in.
    Closed,
    /// A check was done.
    Checked(Box<Outcome>),
}

/// How far a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing has been agreed.
    New,
    /// Working.
    Running,
    /// Only the end is to come.
    ShutDown,
}

/// A document and its text.
struct Open {
    uri: Uri,
    version: i32,
    path: Utf8PathBuf,
    identity: Utf8PathBuf,
    text: String,
    /// The editor says that it is TOSCA.
    is_named_tosca: bool,
}

/// What the client was told of a file.
#[derive(PartialEq)]
struct Told {
    uri: Uri,
    /// The version of the document; none where it is not open.
    version: Option<i32>,
    findings: Arc<Findings>,
}

/// What the client can do.
#[derive(Default)]
struct Client {
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
    /// Whether the client shows places that belong to a finding.
    related: bool,
    encoding: Encoding,
    folders: Vec<Utf8PathBuf>,
    /// Settings of the start, which hold where the client has no others.
    initial: Value,
    settings: Arc<Settings>,
    /// By URI.
    open: BTreeMap<String, Open>,
    /// The findings of the last check and what it saw.
    checked: Option<Arc<Snapshot>>,
    findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
    /// What the last check of everything saw.
    settled: Option<Arc<Snapshot>>,
    /// What that check asked the disk for.
    asked: Vec<Arc<Asked>>,
    /// What the newest check sees, which may be to come.
    newest: Option<Arc<Snapshot>>,
    generation: Generation,
    /// What the client was told last, by URI.
    told: BTreeMap<String, Told>,
    cancelled: HashSet<RequestId>,
    next_request: i32,
    /// The request for settings that is to be answered.
    asked_for_settings: Option<RequestId>,
}

/// Where messages go.
type Output<'o> = &'o mut dyn Write;

impl Server {
    pub(super) fn new(disk: Arc<Disk>, jobs: Sender<Job>) -> Self {
        Self {
            disk,
            jobs,
            phase: Phase::New,
            client: Client::default(),
            related: false,
            encoding: Encoding::Utf16,
            folders: Vec::new(),
            initial: Value::Null,
            settings: Arc::default(),
            open: BTreeMap::new(),
            checked: None,
            findings: BTreeMap::new(),
            settled: None,
            asked: Vec::new(),
            newest: None,
            generation: Generation::default(),
            told: BTreeMap::new(),
            cancelled: HashSet::new(),
            next_request: 0,
            asked_for_settings: None,
        }
    }

    /// Works until the session ends; gives whether it ended as it should. A client that went away is no
    /// fault that could be told to anybody.
    pub(super) fn run(mut self, events: &Receiver<Event>, output: Output<'_>) -> bool {
        while let Ok(event) = events.recv() {
            let is_exit = matches!(&event, Event::Incoming(Incoming::Message(message))
                if matches!(&**message, Message::Notification(told) if told.method == "exit"));
            if is_exit || matches!(event, Event::Closed) {
                return is_exit && self.phase == Phase::ShutDown;
            }
            let handled = catch_unwind(AssertUnwindSafe(|| self.handle(event, output)));
            let written = match handled {
                Ok(written) => written,
                Err(fault) => self.log(output, &format!("fault of the tool: {}", words(fault.as_ref()))),
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
            Event::Checked(outcome) => self.publish(*outcome, output),
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

    /// Tells the client about something that is no finding.
    fn log(&self, output: Output<'_>, text: &str) -> io::Result<()> {
        if self.phase == Phase::New {
            return Ok(());
        }
        notify(output, "window/logMessage", json!({ "type": 2, "message": text }))
    }

    fn notification(&mut self, told: Notification, output: Output<'_>) -> io::Result<()> {
        if told.method == "$/cancelRequest" {
            self.cancelled.extend(transport::cancelled(&told.params));
            return Ok(());
        }
        if self.phase != Phase::Running {
            return Ok(());
        }
        let Notification { method, params } = told;
        let done = match method.as_str() {
            "initialized" => return self.initialized(output),
            "textDocument/didOpen" => read(params).map(|params| self.opened(params)),
            "textDocument/didChange" => read(params).and_then(|params| self.changed(params)),
            "textDocument/didSave" => read(params).map(|params| self.saved(&params)),
            "textDocument/didClose" => read(params).and_then(|params| self.closed(&params)),
            "workspace/didChangeWatchedFiles" => read(params).map(|params| self.files_changed(&params)),
            "workspace/didChangeWorkspaceFolders" => read(params).map(|params| self.folders_changed(&params)),
            "workspace/didChangeConfiguration" => return self.configuration_changed(&params, output),
            _ => return Ok(()),
        };
        done.or_else(|problem: String| self.log(output, &format!("{method}: {problem}")))
    }

    // ── documents ──

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let uri = document.uri;
        if !places::is_document(&uri) {
            return;
        }
        let path = places::path_of(&uri, &self.disk).unwrap_or_else(|| {
            let directory = self.folders.first().cloned().unwrap_or_else(|| self.disk.working_directory());
            paths::join(&directory, Utf8Path::new(&places::name_of_untitled(&uri)))
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
        if !places::is_document(&uri) {
            return Ok(());
        }
        let encoding = self.encoding;
        let open = self.open.get_mut(uri.as_str()).ok_or_else(|| format!("`{uri}` is not open"))?;
        documents::apply(&mut open.text, params.content_changes, encoding);
        open.version = params.text_document.version;
        self.check(true);
        Ok(())
    }

    /// What was saved is known already; but where nobody watches the disk, now is the time to look at it.
    fn saved(&mut self, params: &DidSaveTextDocumentParams) {
        let uri = &params.text_document.uri;
        if let (Some(text), Some(open)) = (&params.text, self.open.get_mut(uri.as_str())) {
            open.text.clone_from(text);
        }
        if places::is_document(uri) {
            self.check(false);
        }
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) -> Result<(), String> {
        let uri = &params.text_document.uri;
        if !places::is_document(uri) {
            return Ok(());
        }
        self.open.remove(uri.as_str()).ok_or_else(|| format!("`{uri}` is not open"))?;
        // What is on disk counts again.
        self.check(false);
        Ok(())
    }

    // ── the workspace ──

    /// Checks again where something changed that a check asks the disk for, or that a search of directories may
    /// find.
    fn files_changed(&mut self, params: &DidChangeWatchedFilesParams) {
        let concerns = |change: &FileEvent| {
            let Some(path) = places::path_of(&change.uri, &self.disk) else { return false };
            let identity = self.disk.identity(&path);
            let is_open = self.open.values().any(|open| open.identity == identity);
            if change.kind == FileChangeType::Changed && is_open {
                return false;
            }
            // What a check that is under way asks for is not known yet.
            self.is_checking()
                || paths::is_yaml_name(&path)
                || path
                    .file_name()
                    .is_some_and(|name| [config::NAME, ".gitignore", ".ignore"].contains(&name))
                || change.kind == FileChangeType::Created && self.disk.entry(&path) == Some(Entry::Directory)
                || self.asked.iter().any(|asked| asked.holds(&path) || asked.holds(&identity))
        };
        if params.changes.iter().any(concerns) {
            self.check(true);
        }
    }

    fn folders_changed(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let path = |uri: &Uri| places::path_of(uri, &self.disk);
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

    /// Adds a folder, unless it is so large that nobody means all of it: the root, or the home directory.
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
        self.set(&settings, output)
    }

    fn set(&mut self, value: &Value, output: Output<'_>) -> io::Result<()> {
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
        let documents = self.open.values().map(|open| Document {
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
        });
        self.newest = Some(Arc::clone(&snapshot));
        self.generation = self.generation.next();
        // The worker ends with the session only.
        let _ = self.jobs.send(Job { snapshot, generation: self.generation.clone(), may_wait });
    }

    /// Whether a check of everything is to come whose findings are not known.
    fn is_checking(&self) -> bool {
        match (&self.newest, &self.settled) {
            (Some(newest), Some(settled)) => !Arc::ptr_eq(newest, settled),
            (newest, _) => newest.is_some(),
        }
    }

    /// Tells the client what changed in the findings. Documents that have changed since are passed over:
    /// their check is on its way.
    fn publish(&mut self, outcome: Outcome, output: Output<'_>) -> io::Result<()> {
        if let Some(fault) = outcome.fault {
            return self.log(output, &format!("fault of the tool, please report it: {fault}"));
        }
        if outcome.is_part {
            return self.publish_part(outcome, output);
        }
        let Outcome { snapshot, findings, asked, .. } = outcome;
        let mut before = std::mem::take(&mut self.told);
        let (mut now, mut kept) = (BTreeMap::new(), BTreeMap::new());
        for (key, open) in &self.open {
            let seen = snapshot.documents.iter().find(|seen| seen.uri == open.uri);
            if seen.is_some_and(|seen| seen.version == open.version) {
                let findings = findings.get(&open.identity).cloned().unwrap_or_default();
                let told = Told { uri: open.uri.clone(), version: Some(open.version), findings };
                now.insert(key.clone(), told);
            } else if let Some(told) = before.remove(key) {
                kept.insert(key.clone(), told);
            }
        }
        let open: HashSet<&Utf8Path> = self.open.values().map(|open| open.identity.as_path()).collect();
        for (_, found) in findings.iter().filter(|(identity, _)| !open.contains(identity.as_path())) {
            let Some(uri) = found.uri.clone() else { continue };
            now.insert(uri.to_string(), Told { uri, version: None, findings: Arc::clone(found) });
        }
        for (key, told) in &now {
            if before.remove(key).as_ref() != Some(told) {
                tell(output, &told.uri, told.version, &told.findings)?;
            }
        }
        for gone in before.into_values() {
            tell(output, &gone.uri, None, &Findings::default())?;
        }
        now.extend(kept);
        self.told = now;
        self.findings = findings;
        self.checked = Some(Arc::clone(&snapshot));
        self.settled = Some(snapshot);
        self.asked = asked;
        Ok(())
    }

    /// The same for the documents that were edited: those of the other files stay.
    fn publish_part(&mut self, outcome: Outcome, output: Output<'_>) -> io::Result<()> {
        for (identity, findings) in outcome.findings {
            let open = self.open.iter().find(|(_, open)| open.identity == identity);
            let seen = outcome.snapshot.documents.iter().find(|seen| seen.identity == identity);
            let Some(((key, open), seen)) = open.zip(seen) else { continue };
            if open.version != seen.version {
                continue;
            }
            let findings = if findings.diagnostics.is_empty() { Arc::default() } else { findings };
            let told = Told { uri: open.uri.clone(), version: Some(open.version), findings };
            if self.told.get(key) != Some(&told) {
                tell(output, &told.uri, told.version, &told.findings)?;
            }
            self.findings.insert(identity, Arc::clone(&told.findings));
            self.told.insert(key.clone(), told);
        }
        self.checked = Some(outcome.snapshot);
        Ok(())
    }

    fn response(&mut self, response: Response, output: Output<'_>) -> io::Result<()> {
        if self.asked_for_settings.take_if(|asked| *asked == response.id).is_none() {
            return Ok(());
        }
        match response.response_result {
            Ok(Value::Array(items)) => self.set(items.first().unwrap_or(&Value::Null), output),
            Ok(_) => Ok(()),
            Err(error) => self.log(output, &format!("the client gives no settings: {}", error.message)),
        }
    }

    /// Asks the client for something.
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

fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn tell(output: Output<'_>, uri: &Uri, version: Option<i32>, found: &Findings) -> io::Result<()> {
    let mut params = json!({ "uri": uri, "diagnostics": found.diagnostics });
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
