//! Questions about names and files, over the protocol: places are right in the units of the client, in the text as it
//! is now, and in all files.

use serde_json::{Value, json};

use super::Client;

/// Before the names on a line there is a character of two UTF-16 units.
const SHOP: &str = "\
tosca_definitions_version: tosca_2_0
imports:
  - url: types.yaml
service_template:
  inputs:
    size: { type: integer, default: 4 }
  node_templates:
    \"𝄞\": { type: Server, properties: { port: { $sum: [ { $get_property: [ web, port ] }, 1 ] } } }
    web: { type: Server, properties: { port: 80 } }
  workflows:
    deploy:
      steps:
        one: { target: web, activities: [ { call_operation: life.start } ] }
";
const TYPES: &str = "\
tosca_definitions_version: tosca_2_0
interface_types:
  Life: { operations: { start: {} } }
node_types:
  Server:
    properties: { port: { type: integer } }
    interfaces: { life: { type: Life } }
  Large: { derived_from: Server }
";

fn shop() -> Client {
    let mut client = Client::start(&[("shop.yaml", SHOP), ("types.yaml", TYPES)]);
    client.open("shop.yaml", SHOP);
    client.checked("shop.yaml", 1);
    client
}

/// The parameters of a request for a position in a document.
fn at(client: &Client, path: &str, line: u32, column: u32) -> Value {
    json!({
        "textDocument": { "uri": client.uri(path) },
        "position": { "line": line, "character": column },
    })
}

fn range(line: u32, from: u32, to: u32) -> Value {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

#[test]
fn names_lead_to_their_definitions_types_and_uses() {
    let mut client = shop();
    // `Server` after the clef.
    let place = at(&client, "shop.yaml", 7, 20);
    let types = client.uri("types.yaml");
    let server = json!({ "uri": types, "range": range(4, 2, 8) });
    for method in ["definition", "declaration"] {
        assert_eq!(client.request(&format!("textDocument/{method}"), place.clone()), server);
    }
    let large = json!([{ "uri": types, "range": range(7, 2, 7) }]);
    assert_eq!(client.request("textDocument/implementation", place.clone()), large);
    let mut with_context = place.clone();
    with_context["context"] = json!({ "includeDeclaration": false });
    let uses = client.request("textDocument/references", with_context);
    let shop = client.uri("shop.yaml");
    assert_eq!(
        uses,
        json!([
            { "uri": shop, "range": range(7, 18, 24) },
            { "uri": shop, "range": range(8, 17, 23) },
            { "uri": types, "range": range(7, 25, 31) },
        ])
    );
    let web = at(&client, "shop.yaml", 12, 24);
    assert_eq!(client.request("textDocument/typeDefinition", web.clone()), server);
    assert_eq!(
        client.request("textDocument/documentHighlight", web),
        json!([{ "range": range(7, 75, 78), "kind": 2 }, { "range": range(8, 4, 7), "kind": 3 }, { "range": range(12, 23, 26), "kind": 2 }])
    );
    let hover = client.request("textDocument/hover", place);
    assert_eq!(hover["range"], range(7, 18, 24));
    assert_eq!(hover["contents"]["kind"], "markdown");
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.starts_with("Node type `Server`\n\n```yaml\n"), "{text}");
    assert_eq!(client.request("textDocument/hover", at_start(&client)), Value::Null);
    client.end();
}

fn at_start(client: &Client) -> Value {
    at(client, "shop.yaml", 3, 17)
}

#[test]
fn new_names_are_written_in_all_files() {
    let mut client = shop();
    let mut place = at(&client, "shop.yaml", 7, 20);
    assert_eq!(
        client.request("textDocument/prepareRename", place.clone()),
        json!({ "range": range(7, 18, 24), "placeholder": "Server" })
    );
    place["newName"] = json!("Machine");
    let edit = |line, from, to| json!({ "range": range(line, from, to), "newText": "Machine" });
    let (shop, types) = (client.uri("shop.yaml"), client.uri("types.yaml"));
    assert_eq!(
        client.request("textDocument/rename", place.clone()),
        json!({ "changes": {
            shop: [edit(7, 18, 24), edit(8, 17, 23)],
            types: [edit(4, 2, 8), edit(7, 25, 31)],
        } })
    );
    place["newName"] = json!("Large");
    assert_eq!(client.refused("textDocument/rename", place), REQUEST_FAILED);
    let integer = at(&client, "types.yaml", 5, 35);
    assert_eq!(client.refused("textDocument/prepareRename", integer), REQUEST_FAILED);
    client.end();
}

const REQUEST_FAILED: i64 = -32803;

#[test]
fn what_can_be_written_is_listed_with_the_edits() {
    let files = [("shop.yaml", SHOP), ("types.yaml", TYPES)];
    let snippets = json!({ "capabilities": { "textDocument": { "completion": {
        "completionItem": { "snippetSupport": true },
    } } } });
    let mut client = Client::with(&files, snippets);
    client.open("shop.yaml", SHOP);
    client.checked("shop.yaml", 1);
    // A new line that is not checked yet.
    client.edit("shop.yaml", 2, &[([8, 0, 8, 0], "    new: { type: Ser }\n")]);
    let list = client.request("textDocument/completion", at(&client, "shop.yaml", 8, 20));
    let items = list["items"].as_array().expect("a list");
    let labels: Vec<&str> = items.iter().map(|item| item["label"].as_str().expect("a label")).collect();
    assert_eq!(labels, ["Large", "Server"]);
    assert_eq!(items[1]["textEdit"], json!({ "range": range(8, 17, 20), "newText": "Server" }));
    client.edit("shop.yaml", 3, &[([9, 0, 9, 0], "    other:\n      pro\n")]);
    let list = client.request("textDocument/completion", at(&client, "shop.yaml", 10, 9));
    let items = list["items"].as_array().expect("a list");
    let properties = items.iter().find(|item| item["label"] == "properties").expect("an item");
    assert_eq!(properties["textEdit"]["newText"], "properties:\n  $0");
    assert_eq!(properties["insertTextFormat"], 2);
    let help = client.request("textDocument/signatureHelp", at(&client, "shop.yaml", 7, 90));
    assert_eq!(help["signatures"][0]["label"], "$sum: [ integer or float or scalar, … ]");
    client.end();
}

#[test]
fn clients_without_snippets_get_plain_text() {
    let mut client = shop();
    client.edit("shop.yaml", 2, &[([8, 0, 8, 0], "    other:\n      pro\n")]);
    let list = client.request("textDocument/completion", at(&client, "shop.yaml", 9, 9));
    let items = list["items"].as_array().expect("a list");
    let properties = items.iter().find(|item| item["label"] == "properties").expect("an item");
    assert_eq!(properties["textEdit"]["newText"], "properties:");
    assert!(properties.get("insertTextFormat").is_none());
    client.end();
}

#[test]
fn a_document_has_symbols_folds_links_tokens_and_hints() {
    let mut client = shop();
    let document = json!({ "textDocument": { "uri": client.uri("shop.yaml") } });
    let symbols = client.request("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> =
        symbols.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["imports", "service_template"]);
    let templates = &symbols[1]["children"][1];
    assert_eq!(templates["name"], "node_templates");
    assert_eq!(templates["children"][1]["detail"], "Server");
    assert_eq!(templates["children"][1]["selectionRange"], range(8, 4, 7));
    let folds = client.request("textDocument/foldingRange", document.clone());
    assert!(folds.as_array().expect("a list").contains(&json!({ "startLine": 6, "endLine": 8 })), "{folds}");
    let links = client.request("textDocument/documentLink", document.clone());
    assert_eq!(links, json!([{ "range": range(2, 9, 19), "target": client.uri("types.yaml") }]));
    let mut selection = document.clone();
    selection["positions"] = json!([{ "line": 8, "character": 18 }]);
    let chains = client.request("textDocument/selectionRange", selection);
    assert_eq!(chains[0]["range"], range(8, 17, 23));
    assert_eq!(chains[0]["parent"]["range"], range(8, 11, 23));
    let mut part = document.clone();
    part["range"] = json!({
        "start": { "line": 7, "character": 0 }, "end": { "line": 8, "character": 0 },
    });
    let hints = client.request("textDocument/inlayHint", part.clone());
    assert_eq!(hints, json!([{ "position": { "line": 7, "character": 95 }, "label": " = 81" }]));
    let some = client.request("textDocument/semanticTokens/range", part);
    let all = client.request("textDocument/semanticTokens/full", document.clone());
    let (some, all) = (some["data"].as_array().expect("a list"), all["data"].as_array().expect("a list"));
    // Line and column relative to the token before, length, type, modifiers: the keyname of the version.
    assert_eq!(all[..5], [0, 0, 25, 9, 2].map(|number| json!(number)));
    assert_eq!((some.len() % 5, all.len() % 5), (0, 0));
    assert!(some.len() < all.len());
    let lenses = client.request("textDocument/codeLens", document);
    assert_eq!(lenses[0]["command"]["title"], "show topology");
    let document = json!({ "textDocument": { "uri": client.uri("types.yaml") } });
    let lenses = client.request("textDocument/codeLens", document);
    let titles: Vec<&Value> =
        lenses.as_array().expect("a list").iter().map(|lens| &lens["command"]["title"]).collect();
    assert_eq!(titles, ["1 use", "3 uses", "no uses"]);
    let workspace = client.request("workspace/symbol", json!({ "query": "srv" }));
    let names: Vec<&Value> = workspace.as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Server"]);
    client.end();
}

#[test]
fn hierarchies_are_followed_in_both_directions() {
    let mut client = shop();
    let items = client.request("textDocument/prepareTypeHierarchy", at(&client, "shop.yaml", 8, 20));
    let server = items[0].clone();
    assert_eq!(server["selectionRange"], range(4, 2, 8));
    let below = client.request("typeHierarchy/subtypes", json!({ "item": server }));
    assert_eq!(below[0]["name"], "Large");
    let above = client.request("typeHierarchy/supertypes", json!({ "item": below[0] }));
    assert_eq!(above, json!([server]));
    let items = client.request("textDocument/prepareCallHierarchy", at(&client, "shop.yaml", 10, 6));
    let calls = client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] }));
    assert_eq!(calls[0]["to"]["name"], "start");
    assert_eq!(calls[0]["fromRanges"], json!([range(12, 65, 70)]));
    let callers = client.request("callHierarchy/incomingCalls", json!({ "item": calls[0]["to"] }));
    assert_eq!(callers[0]["from"]["name"], "deploy");
    client.end();
}

#[test]
fn answers_are_about_the_text_as_it_is_now() {
    let mut client = shop();
    // The check of this text has not ended when the question comes.
    client.edit("shop.yaml", 2, &[([3, 0, 3, 0], "# one\n# two\n")]);
    let hover = client.request("textDocument/hover", at(&client, "shop.yaml", 10, 20));
    assert_eq!(hover["range"], range(10, 17, 23));
    client.edit("shop.yaml", 3, &[([10, 17, 10, 23], "Large")]);
    let mut place = at(&client, "shop.yaml", 10, 19);
    place["context"] = json!({ "includeDeclaration": true });
    let uses = client.request("textDocument/references", place);
    let (shop, types) = (client.uri("shop.yaml"), client.uri("types.yaml"));
    assert_eq!(
        uses,
        json!([{ "uri": shop, "range": range(10, 17, 22) }, { "uri": types, "range": range(7, 2, 7) }])
    );
    client.end();
}

#[test]
fn a_line_after_a_colon_is_indented() {
    let mut client = shop();
    client.edit("shop.yaml", 2, &[([9, 0, 9, 0], "    other:\n\n")]);
    let mut place = at(&client, "shop.yaml", 10, 0);
    place["ch"] = json!("\n");
    place["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    let edits = client.request("textDocument/onTypeFormatting", place);
    assert_eq!(edits, json!([{ "range": range(10, 0, 0), "newText": "      " }]));
    client.end();
}

#[test]
fn a_question_that_waits_can_be_cancelled() {
    let mut client = shop();
    client.edit("shop.yaml", 2, &[([3, 0, 3, 0], "# one\n")]);
    let params = json!({ "query": "" });
    client.send(&json!({ "jsonrpc": "2.0", "id": 900, "method": "workspace/symbol", "params": params }));
    client.notify("$/cancelRequest", json!({ "id": 900 }));
    let answer = client.answer(&json!(900));
    assert_eq!(answer["error"]["code"], -32800, "{answer}");
    client.end();
}

#[test]
fn findings_can_be_asked_for() {
    let pulls = json!({ "capabilities": {
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    } });
    let mut client = Client::with(&[("a.yaml", super::CLEAN), ("b.yaml", super::ERROR)], pulls);
    client.open("a.yaml", super::ERROR);
    let document = json!({ "textDocument": { "uri": client.uri("a.yaml") } });
    let answer = client.request("textDocument/diagnostic", document.clone());
    assert_eq!(answer["kind"], "full");
    assert_eq!(answer["items"][0]["code"], "unknown-keyname");
    // Those of other files are sent.
    assert_eq!(client.slugs("b.yaml", None), ["unknown-keyname"]);
    client.replace("a.yaml", 2, super::CLEAN);
    let answer = client.request("textDocument/diagnostic", document);
    assert_eq!(answer["items"], json!([]));
    assert!(!client.latest.contains_key(&client.uri("a.yaml")));
    client.end();
}

#[test]
fn findings_that_were_sent_are_removed_when_they_are_asked_for() {
    let pulls = json!({ "capabilities": {
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    } });
    let mut client = Client::with(&[("a.yaml", super::ERROR)], pulls);
    assert_eq!(client.slugs("a.yaml", None), ["unknown-keyname"]);
    client.open("a.yaml", super::ERROR);
    let document = json!({ "textDocument": { "uri": client.uri("a.yaml") } });
    let answer = client.request("textDocument/diagnostic", document);
    assert_eq!(answer["items"][0]["code"], "unknown-keyname");
    client.settles("a.yaml", None, &[]);
    client.close("a.yaml");
    client.settles("a.yaml", None, &["unknown-keyname"]);
    client.end();
}

#[test]
fn what_is_shown_is_asked_for_again_after_checks() {
    let can = |part: &str| json!({ "capabilities": { "workspace": { part: { "refreshSupport": true } } } });
    let mut client = Client::with(&[("a.yaml", super::ERROR)], can("codeLens"));
    assert_eq!(client.slugs("a.yaml", None), ["unknown-keyname"]);
    client.notification("workspace/codeLens/refresh", |_| true);
    // The command finds what has changed on disk without a message.
    std::fs::write(client.project.path("a.yaml"), "tosca_definitions_version: tosca_2_0\n").expect("a file");
    let command = json!({ "command": "tosca.check" });
    assert_eq!(client.request("workspace/executeCommand", command), Value::Null);
    client.settles("a.yaml", None, &[]);
    client.end();
}

#[test]
fn the_first_check_shows_its_progress() {
    let progress = json!({ "capabilities": { "window": { "workDoneProgress": true } } });
    let mut client = Client::with(&[("a.yaml", super::CLEAN)], progress);
    let created = client.notification("window/workDoneProgress/create", |_| true);
    let begin = client.notification("$/progress", |params| params["value"]["kind"] == "begin");
    assert_eq!(begin["token"], created["token"]);
    client.notification("$/progress", |params| params["value"]["kind"] == "end");
    client.end();
}

#[test]
fn findings_are_hidden_explained_and_fixed_together() {
    let text = "\
tosca_definitions_version: tosca_2_0
node_typs: {}
data_type: {}
";
    let mut client = Client::start(&[("a.yaml", text)]);
    client.open("a.yaml", text);
    client.checked("a.yaml", 1);
    let document = json!({ "uri": client.uri("a.yaml") });
    let mut params = json!({
        "textDocument": document, "range": range(1, 0, 0), "context": { "diagnostics": [] },
    });
    let actions = client.request("textDocument/codeAction", params.clone());
    let titles: Vec<&str> =
        actions.as_array().expect("a list").iter().filter_map(|action| action["title"].as_str()).collect();
    assert_eq!(
        titles,
        [
            "Write `node_types`",
            "Hide `unknown-keyname` here with a comment",
            "Explain `unknown-keyname`",
            "Fix all that can be fixed safely",
        ]
    );
    let hidden = &actions[1]["edit"]["changes"][client.uri("a.yaml")];
    assert_eq!(
        *hidden,
        json!([{ "range": range(1, 0, 0), "newText": "# tosca: allow[unknown-keyname] TODO: say why\n" }])
    );
    params["context"]["only"] = json!(["source.fixAll"]);
    let all = client.request("textDocument/codeAction", params);
    let edits = &all[0]["edit"]["changes"][client.uri("a.yaml")];
    assert_eq!(edits.as_array().map(Vec::len), Some(2), "{all}");
    let explain = json!({ "command": "tosca.explain", "arguments": ["unknown-keyname"] });
    let page = client.request("workspace/executeCommand", explain);
    assert!(page.as_str().is_some_and(|page| page.contains("unknown-keyname")), "{page}");
    let unknown = json!({ "command": "tosca.explain", "arguments": ["nothing"] });
    assert_eq!(client.refused("workspace/executeCommand", unknown), -32602);
    client.end();
}

#[test]
fn what_is_shown_between_the_lines_can_be_switched_off() {
    let settings = json!({ "initializationOptions": { "hint-values": false, "lenses": false } });
    let mut client = Client::with(&[("shop.yaml", SHOP), ("types.yaml", TYPES)], settings);
    client.open("shop.yaml", SHOP);
    client.checked("shop.yaml", 1);
    let document = json!({ "uri": client.uri("shop.yaml") });
    let lines = json!({
        "textDocument": document,
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 20, "character": 0 } },
    });
    assert_eq!(client.request("textDocument/inlayHint", lines), json!([]));
    assert_eq!(client.request("textDocument/codeLens", json!({ "textDocument": document })), json!([]));
    client.end();
}
