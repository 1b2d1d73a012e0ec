//! A client of the language server: framed messages over pipes.

#![expect(clippy::needless_pass_by_value, reason = "parameters are written where they are passed")]

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::Project;

/// The maximum time to wait for an answer.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// A running server and the messages that it sent.
pub(super) struct Client {
    pub(super) project: Project,
    child: Child,
    input: Option<ChildStdin>,
    received: Receiver<Value>,
    /// The notifications that no test has read yet.
    pub(super) notifications: VecDeque<Value>,
    /// The last findings of each file, by URI, with the version that they belong to.
    pub(super) latest: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    next_id: i32,
    /// The answer to requests for settings.
    pub(super) settings: Value,
}

impl Client {
    /// Starts a server that has not been initialized.
    pub(super) fn spawn(project: Project) -> Self {
        Self::spawn_with(project, &[])
    }

    /// Starts a server with these flags that has not been initialized.
    pub(super) fn spawn_with(project: Project, flags: &[&str]) -> Self {
        let mut command = project.command(&[&["lsp"], flags].concat());
        command.env("TOSCA_CACHE_DIR", project.path("cache")).env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the binary starts");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, received) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).expect("a header") == 0 {
                        return;
                    }
                    assert!(line.ends_with("\r\n"), "{line:?}");
                    if line == "\r\n" {
                        break;
                    }
                    if let Some(value) = line.strip_prefix("Content-Length: ") {
                        length = value.trim().parse().expect("a length");
                    }
                }
                let mut body = vec![0; length];
                output.read_exact(&mut body).expect("a body");
                let message: Value = serde_json::from_slice(&body).expect("JSON");
                assert_eq!(message["jsonrpc"], "2.0");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (notifications, latest, settings) = (VecDeque::new(), BTreeMap::new(), Value::Null);
        Self { project, child, input, received, notifications, latest, next_id: 1, settings }
    }

    /// A server for the directory of the project as workspace folder.
    pub(super) fn start(files: &[(&str, &str)]) -> Self {
        Self::with(files, json!({}))
    }

    /// Like [`Self::start`], with additional parameters of `initialize`.
    pub(super) fn with(files: &[(&str, &str)], more: Value) -> Self {
        let mut client = Self::spawn(Project::new(files));
        let folder = json!([{ "uri": client.uri(""), "name": "project" }]);
        let mut params = json!({ "processId": null, "rootUri": null, "capabilities": {
            "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        }, "workspaceFolders": folder });
        merge(&mut params, more);
        client.request("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    /// Returns the process ID.
    pub(super) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn uri(&self, path: &str) -> String {
        let path = self.project.path(path);
        url::Url::from_file_path(path).expect("an absolute path").into()
    }

    /// Sends raw bytes.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("a pipe");
        input.write_all(bytes).and_then(|()| input.flush()).expect("a server that reads");
    }

    pub(super) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Returns the result of a request, which must succeed.
    #[track_caller]
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Returns the error code of a request, which must fail.
    #[track_caller]
    pub(super) fn refused(&mut self, method: &str, params: Value) -> i64 {
        let answer = self.ask(method, params);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"]["code"].as_i64().expect("a code")
    }

    #[track_caller]
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.answer(&json!(id))
    }

    /// Returns the next answer to `id`.
    #[track_caller]
    pub(super) fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("no answer to {id}"));
            if message.get("method").is_none() {
                assert_eq!(message["id"], *id, "{message}");
                return message;
            }
            self.notifications.push_back(message);
        }
    }

    /// Returns the next message; answers requests of the server.
    fn next(&mut self) -> Option<Value> {
        let message = self.received.recv_timeout(MAX_WAIT).ok()?;
        if let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) {
            let result = match method {
                "workspace/configuration" => json!([self.settings]),
                _ => Value::Null,
            };
            let (id, mut seen) = (id.clone(), message.clone());
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
            seen["id"].take();
            return Some(seen);
        }
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let uri = params["uri"].as_str().expect("a URI").to_owned();
            let diagnostics = params["diagnostics"].as_array().expect("a list").clone();
            self.latest.insert(uri, (params["version"].as_i64(), diagnostics));
        }
        Some(message)
    }

    /// Waits until a version of a document is checked, and all its findings have been received.
    #[track_caller]
    pub(super) fn checked(&mut self, path: &str, version: i32) {
        let uri = self.uri(path);
        while self.latest.get(&uri).is_none_or(|(of, _)| *of != Some(i64::from(version))) {
            self.next().unwrap_or_else(|| panic!("version {version} of {path} is not checked"));
        }
        // Everything that the server wrote before this answer has then been received.
        let nowhere = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
        let document = json!({ "uri": uri });
        self.request(
            "textDocument/codeAction",
            json!({ "textDocument": document, "range": nowhere, "context": { "diagnostics": [] } }),
        );
        self.notifications.clear();
    }

    /// Returns the rule names of the last findings of a file.
    pub(super) fn last(&self, path: &str) -> Vec<&str> {
        let diagnostics =
            self.latest.get(&self.uri(path)).into_iter().flat_map(|(_, diagnostics)| diagnostics);
        diagnostics.map(|diagnostic| diagnostic["code"].as_str().expect("a code")).collect()
    }

    /// Returns the next notification or request with this method for which `wanted` holds.
    #[track_caller]
    pub(super) fn notification(&mut self, method: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let fits = |message: &Value| message["method"] == method && wanted(&message["params"]);
        if let Some(at) = self.notifications.iter().position(fits) {
            return self.notifications.remove(at).expect("a message")["params"].take();
        }
        loop {
            let mut message = self.next().unwrap_or_else(|| panic!("no {method}"));
            if fits(&message) {
                return message["params"].take();
            }
            self.notifications.push_back(message);
        }
    }

    /// Returns the next findings of a file, for a version of a document or for any.
    #[track_caller]
    pub(super) fn published(&mut self, path: &str, version: Option<i32>) -> Vec<Value> {
        let uri = self.uri(path);
        self.published_at(&uri, version)
    }

    #[track_caller]
    pub(super) fn published_at(&mut self, uri: &str, version: Option<i32>) -> Vec<Value> {
        let params = self.notification("textDocument/publishDiagnostics", |params| {
            params["uri"] == uri && version.is_none_or(|version| params["version"] == version)
        });
        params["diagnostics"].as_array().expect("a list").clone()
    }

    /// Returns the rule names of the next findings of a file.
    #[track_caller]
    pub(super) fn slugs(&mut self, path: &str, version: Option<i32>) -> Vec<String> {
        let diagnostics = self.published(path, version);
        diagnostics.iter().map(|diagnostic| diagnostic["code"].as_str().expect("a code").to_owned()).collect()
    }

    /// Waits until the findings of a file have these names.
    #[track_caller]
    pub(super) fn settles(&mut self, path: &str, version: Option<i32>, wanted: &[&str]) {
        while self.slugs(path, version) != wanted {}
    }

    /// Opens a document in its first version.
    pub(super) fn open(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        self.open_at(&uri, "yaml", text);
    }

    pub(super) fn open_at(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces ranges of a document, each as start line, start column, end line, end column and text.
    pub(super) fn edit(&mut self, path: &str, version: i32, changes: &[([u32; 4], &str)]) {
        let changes: Vec<Value> = changes
            .iter()
            .map(|([from_line, from, to_line, to], text)| {
                json!({ "range": {
                    "start": { "line": from_line, "character": from },
                    "end": { "line": to_line, "character": to },
                }, "text": text })
            })
            .collect();
        self.change(path, version, json!(changes));
    }

    /// Replaces the whole text of a document.
    pub(super) fn replace(&mut self, path: &str, version: i32, text: &str) {
        self.change(path, version, json!([{ "text": text }]));
    }

    fn change(&mut self, path: &str, version: i32, changes: Value) {
        let document = json!({ "uri": self.uri(path), "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    pub(super) fn save(&mut self, path: &str) {
        let document = json!({ "uri": self.uri(path) });
        self.notify("textDocument/didSave", json!({ "textDocument": document }));
    }

    pub(super) fn close(&mut self, path: &str) {
        let document = json!({ "uri": self.uri(path) });
        self.notify("textDocument/didClose", json!({ "textDocument": document }));
    }

    /// Notifies the server that files changed on disk: 1 created, 2 changed, 3 deleted.
    pub(super) fn watched(&mut self, changes: &[(&str, u32)]) {
        let changes: Vec<Value> =
            changes.iter().map(|(path, kind)| json!({ "uri": self.uri(path), "type": kind })).collect();
        self.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    }

    /// Closes standard input.
    pub(super) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Returns the exit code.
    #[track_caller]
    pub(super) fn ended(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < MAX_WAIT {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the server goes on");
    }

    /// Ends the session as a client should.
    #[track_caller]
    pub(super) fn end(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.ended(), Some(0));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Merges the entries of one map into another, recursively.
fn merge(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more,
    }
}
