//! The protocol itself: order of messages, and invalid messages.

use serde_json::{Value, json};

use super::client::Client;
use super::{CLEAN, ERROR};
use crate::cli::Project;

const NOT_INITIALIZED: i64 = -32002;
const INVALID_REQUEST: i64 = -32600;
const NO_METHOD: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const CANCELLED: i64 = -32800;

#[test]
fn a_session_has_its_order() {
    let mut client = Client::spawn(Project::new(&[]));
    assert_eq!(client.refused("textDocument/codeAction", json!({})), NOT_INITIALIZED);
    assert_eq!(client.refused("shutdown", Value::Null), NOT_INITIALIZED);
    // Notifications before the start are dropped.
    client.open("a.yaml", ERROR);
    let result = client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(result["serverInfo"], json!({ "name": "tosca", "version": env!("CARGO_PKG_VERSION") }));
    assert_eq!(
        result["capabilities"],
        json!({
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", "source.fixAll.tosca", "source.organizeImports.tosca"],
            },
            "executeCommandProvider": { "commands": ["tosca.explain", "tosca.check"] },
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
                "legend": {
                    "tokenTypes": [
                        "namespace", "type", "property", "member", "interface", "method", "function",
                        "variable", "parameter", "keyword",
                    ],
                    "tokenModifiers": ["definition", "defaultLibrary"],
                },
                "full": true,
                "range": true,
            },
            "inlayHintProvider": true,
            "codeLensProvider": {},
            "typeHierarchyProvider": true,
            "callHierarchyProvider": true,
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "workspace": {
                "workspaceFolders": { "supported": true, "changeNotifications": true },
                "textDocumentContent": { "schemes": ["tosca"] },
            },
        })
    );
    assert_eq!(client.refused("initialize", json!({ "capabilities": {} })), INVALID_REQUEST);
    client.notify("initialized", json!({}));
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    assert_eq!(client.refused("textDocument/codeAction", json!({})), INVALID_REQUEST);
    assert_eq!(client.refused("shutdown", Value::Null), INVALID_REQUEST);
    client.open("b.yaml", ERROR);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(0));
    let documents =
        client.notifications.iter().filter(|message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(documents.count(), 0, "{:?}", client.notifications);
}

#[test]
fn an_end_that_was_not_announced_is_a_fault() {
    let mut client = Client::start(&[]);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(1));
    let mut client = Client::start(&[]);
    client.hang_up();
    assert_eq!(client.ended(), Some(1));
    let mut client = Client::spawn(Project::new(&[]));
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(1));
    let mut client = Client::spawn(Project::new(&[]));
    client.raw(b"Content-Length: 4000\r\n\r\n{\"jsonrpc\"");
    client.hang_up();
    assert_eq!(client.ended(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_session_ends_with_the_process_of_its_client() {
    let mut editor = std::process::Command::new("true").spawn().expect("a program of each system");
    editor.wait().expect("a program that ends");
    let mut client = Client::spawn(Project::new(&[]));
    client.request("initialize", json!({ "processId": editor.id(), "rootUri": null, "capabilities": {} }));
    assert_eq!(client.ended(), Some(1));
    let mut client = Client::with(&[], json!({ "processId": std::process::id() }));
    client.request("textDocument/foldingRange", json!({ "textDocument": { "uri": client.uri("a.yaml") } }));
    client.end();
}

#[test]
fn unknown_methods_are_refused_or_passed_over() {
    let mut client = Client::start(&[]);
    assert_eq!(client.refused("textDocument/nothing", json!({})), NO_METHOD);
    assert_eq!(client.refused("$/nothing", Value::Null), NO_METHOD);
    client.notify("$/setTrace", json!({ "value": "verbose" }));
    client.notify("workspace/nothing", json!([1, 2]));
    client.end();
}

#[test]
fn wrong_parameters_are_reported() {
    let mut client = Client::start(&[]);
    assert_eq!(client.refused("textDocument/codeAction", json!({ "range": 1 })), INVALID_PARAMS);
    assert_eq!(client.refused("textDocument/codeAction", Value::Null), INVALID_PARAMS);
    for (method, params) in [
        ("textDocument/didOpen", json!({ "textDocument": { "uri": 1 } })),
        ("textDocument/didOpen", Value::Null),
        ("textDocument/didChange", json!({ "textDocument": { "uri": "file:///x", "version": 1 } })),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "file:///x", "version": 1 }, "contentChanges": [] }),
        ),
        ("textDocument/didClose", json!({ "textDocument": { "uri": "file:///never-opened" } })),
        ("textDocument/didSave", json!([])),
        ("workspace/didChangeWatchedFiles", json!({ "changes": 5 })),
        ("workspace/didChangeWorkspaceFolders", json!({})),
    ] {
        client.notify(method, params);
        let logged = client.notification("window/logMessage", |_| true);
        let text = logged["message"].as_str().expect("a text");
        assert!(text.starts_with(&format!("{method}: ")), "{text}");
    }
    client.open("a.yaml", ERROR);
    assert_eq!(client.slugs("a.yaml", Some(1)), ["unknown-keyname"]);
    client.end();
}

#[test]
fn messages_that_are_none_are_answered_as_far_as_they_can_be() {
    let mut client = Client::start(&[]);
    for (body, id, code) in [
        (&b"{ nonsense"[..], Value::Null, -32700),
        (b"", Value::Null, -32700),
        (b"\"text\" \xff", Value::Null, -32700),
        (b"[1]", Value::Null, INVALID_REQUEST),
        (b"true", Value::Null, INVALID_REQUEST),
        (br#"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#, json!(1.5), INVALID_REQUEST),
        (br#"{"jsonrpc":"2.0","id":[],"method":7}"#, json!([]), INVALID_REQUEST),
    ] {
        let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        frame.extend(body);
        client.raw(&frame);
        let answer = client.answer(&id);
        assert_eq!(answer["error"]["code"], code, "{}", String::from_utf8_lossy(body));
    }
    // A response without a request gets no answer.
    client.send(&json!({ "jsonrpc": "2.0", "id": 77, "result": null }));
    client.send(&json!({ "jsonrpc": "2.0", "id": 78 }));
    client.open("a.yaml", ERROR);
    assert_eq!(client.slugs("a.yaml", Some(1)), ["unknown-keyname"]);
    client.end();
}

#[test]
fn reading_goes_on_at_the_next_header() {
    let mut client = Client::start(&[]);
    let body = r#"{"jsonrpc":"2.0","id":"x","method":"nothing"}"#;
    let length = body.len();
    for header in [
        "junk\r\n".to_owned(),
        "Content-Length: many\r\n\r\n{\"jsonrpc\": 1}".to_owned(),
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n".to_owned(),
        "\r\n\r\n".to_owned(),
        "Content-Length: -5\r\n\r\n".to_owned(),
    ] {
        client.raw(format!("{header}Content-Length: {length}\r\n\r\n{body}").as_bytes());
        assert_eq!(client.answer(&json!("x"))["error"]["code"], NO_METHOD, "{header:?}");
    }
    // Other spellings of a header.
    client.raw(format!("content-length:{length}\nX: y\n\n{body}").as_bytes());
    assert_eq!(client.answer(&json!("x"))["error"]["code"], NO_METHOD);
    client.end();
}

#[test]
fn a_message_may_come_in_pieces() {
    let mut client = Client::start(&[]);
    let body = r#"{"jsonrpc":"2.0","id":"é","method":"nothing"}"#;
    for byte in format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes() {
        client.raw(&[*byte]);
    }
    assert_eq!(client.answer(&json!("é"))["error"]["code"], NO_METHOD);
    client.end();
}

#[test]
fn an_id_that_was_cancelled_can_be_used_again() {
    let mut client = Client::start(&[]);
    client.notify("$/cancelRequest", json!({ "id": "later" }));
    client.notify("$/cancelRequest", json!({ "id": {} }));
    let params = json!({ "query": "" });
    client.send(&json!({ "jsonrpc": "2.0", "id": "later", "method": "workspace/symbol", "params": params }));
    assert_eq!(client.answer(&json!("later"))["result"], json!([]));
    client.end();
}

#[test]
fn messages_that_arrive_together_are_seen_together() {
    let mut client = Client::start(&[]);
    let message = |value: Value| {
        let body = value.to_string();
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    };
    let cancelled =
        json!({ "jsonrpc": "2.0", "id": 7, "method": "workspace/symbol", "params": { "query": "" } });
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 7 } });
    client.raw(format!("{}{}", message(cancelled), message(cancel)).as_bytes());
    // The server may have answered before it read the second message.
    let answer = client.answer(&json!(7));
    assert!(answer["error"]["code"] == CANCELLED || answer["result"].is_array(), "{answer}");
    client.end();
}

#[test]
fn a_client_that_says_little_is_served() {
    for params in
        [Value::Null, json!({}), json!({ "capabilities": null, "rootUri": 5, "workspaceFolders": [1] })]
    {
        let mut client = Client::spawn(Project::new(&[]));
        client.request("initialize", params);
        client.notify("initialized", json!({}));
        client.open("a.yaml", ERROR);
        assert_eq!(client.slugs("a.yaml", Some(1)), ["unknown-keyname"]);
        client.end();
    }
}

#[test]
fn documents_without_a_file_are_checked() {
    let mut client = Client::start(&[("types.yaml", CLEAN)]);
    let text = format!("{CLEAN}imports: [ types.yaml, typs.yaml ]\n");
    for uri in ["untitled:Untitled-1", "untitled:/home/me/new.yaml", "buffer://3/x"] {
        client.open_at(uri, "yaml", &text);
        let diagnostics = client.published_at(uri, Some(1));
        assert_eq!(diagnostics.len(), 1, "{uri}: {diagnostics:?}");
        assert_eq!(diagnostics[0]["code"], "missing-import", "{uri}");
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        assert_eq!(client.published_at(uri, None), [Value::Null; 0], "{uri}");
    }
    client.end();
}

#[test]
fn what_editors_show_of_other_things_is_skipped() {
    let mut client = Client::start(&[("a.yaml", CLEAN)]);
    client.open_at("git:/project/a.yaml?HEAD", "yaml", ERROR);
    client.open("a.yaml", CLEAN);
    assert_eq!(client.slugs("a.yaml", Some(1)), [""; 0]);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": "git:/project/a.yaml?HEAD" } }));
    let others = client
        .notifications
        .iter()
        .filter(|message| message["params"]["uri"].as_str().is_some_and(|uri| uri.starts_with("git:")));
    assert_eq!(others.count(), 0);
    client.end();
}

#[test]
fn names_that_are_not_plain_are_the_same_in_uris() {
    let mut client = Client::start(&[
        ("a b/ü#%.yaml", ERROR),
        ("c.yaml", "tosca_definitions_version: tosca_2_0\nimports: [ \"a b/ü#%.yaml\" ]\n"),
    ]);
    let uri = client.uri("a b/ü#%.yaml");
    assert!(uri.ends_with("a%20b/%C3%BC%23%25.yaml"), "{uri}");
    assert_eq!(client.slugs("a b/ü#%.yaml", None), ["unknown-keyname"]);
    client.open("a b/ü#%.yaml", CLEAN);
    assert_eq!(client.slugs("a b/ü#%.yaml", Some(1)), [""; 0]);
    client.end();
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_the_same_in_uris() {
    use std::os::unix::ffi::OsStrExt as _;
    let project = Project::new(&[]);
    project.add(std::ffi::OsStr::from_bytes(b"a\xff.yaml"), ERROR);
    let mut client = Client::spawn(project);
    let folder = json!([{ "uri": client.uri(""), "name": "project" }]);
    client.request("initialize", json!({ "capabilities": {}, "workspaceFolders": folder }));
    client.notify("initialized", json!({}));
    let uri = client.uri("a.yaml").replace("a.yaml", "a%FF.yaml");
    let diagnostics = client.published_at(&uri, None);
    assert!(diagnostics.iter().any(|diagnostic| diagnostic["code"] == "unknown-keyname"), "{diagnostics:?}");
    client.open_at(&uri, "yaml", CLEAN);
    let diagnostics = client.published_at(&uri, Some(1));
    assert!(diagnostics.iter().all(|diagnostic| diagnostic["code"] != "unknown-keyname"), "{diagnostics:?}");
    client.end();
}
