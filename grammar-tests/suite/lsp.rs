//! The language server, used over pipes as by editors.

#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/edits.rs"]
mod edits;
#[path = "lsp/protocol.rs"]
mod protocol;
#[path = "lsp/questions.rs"]
mod questions;
#[path = "lsp/speed.rs"]
mod speed;
#[path = "lsp/stale.rs"]
mod stale;
#[path = "lsp/workspace.rs"]
mod workspace;
#[path = "lsp/xml.rs"]
mod xml;

use serde_json::{Value, json};

use client::Client;

const CLEAN: &str = "tosca_definitions_version: tosca_2_0\n";
const ERROR: &str = "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n";

// ── findings ──

#[test]
fn a_finding_has_place_code_page_and_help() {
    let mut client = Client::start(&[("a.yaml", ERROR)]);
    client.open("a.yaml", ERROR);
    let diagnostics = client.published("a.yaml", Some(1));
    let mut one = diagnostics[0].clone();
    let page = one["codeDescription"].take();
    assert_eq!(
        one,
        json!({
            "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 9 } },
            "severity": 1,
            "code": "unknown-keyname",
            "codeDescription": null,
            "source": "tosca",
            "message": "unknown keyname `node_typs` in a TOSCA file\nhelp: did you mean `node_types`?",
        })
    );
    let page = url::Url::parse(page["href"].as_str().expect("a link")).expect("a URI");
    let page = std::fs::read_to_string(page.to_file_path().expect("a file")).expect("a page");
    assert!(page.starts_with("# unknown-keyname\n"), "{page}");
    client.end();
}

#[test]
fn findings_have_their_levels_and_what_is_unused_is_marked() {
    let text = "tosca_definitions_version: tosca_2_0\nmetadata: { a: &b c, d: &e { f: g }, h: { <<: *e } }\n";
    let mut client = Client::start(&[]);
    client.open("a.yaml", text);
    let diagnostics = client.published("a.yaml", Some(1));
    let reported: Vec<(&Value, &Value, &Value)> = diagnostics
        .iter()
        .map(|diagnostic| (&diagnostic["code"], &diagnostic["severity"], &diagnostic["tags"]))
        .collect();
    assert_eq!(
        json!(reported),
        json!([["unused-anchor", 2, [1]], ["merge-key", 3, null]]),
        "{diagnostics:?}"
    );
    client.end();
}

const TWICE: &str = "tosca_definitions_version: tosca_2_0\ndescription: a\ndescription: b\n";

#[test]
fn places_that_belong_to_a_finding_are_reported() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", TWICE);
    let uri = client.uri("a.yaml");
    let diagnostics = client.published("a.yaml", Some(1));
    assert_eq!(
        diagnostics[0]["relatedInformation"],
        json!([{
            "location": { "uri": uri, "range": {
                "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 11 },
            }},
            "message": "first defined here",
        }])
    );
    client.end();
}

#[test]
fn they_are_part_of_the_message_where_the_editor_does_not_show_them() {
    let no = json!({ "capabilities": { "textDocument": { "publishDiagnostics": { "relatedInformation": false } } } });
    let mut client = Client::with(&[], no);
    client.open("a.yaml", TWICE);
    let diagnostics = client.published("a.yaml", Some(1));
    assert!(diagnostics[0].get("relatedInformation").is_none(), "{diagnostics:?}");
    let message = diagnostics[0]["message"].as_str().expect("a text");
    assert!(message.contains("\na.yaml:2: first defined here"), "{message}");
    client.end();
}

#[test]
fn findings_come_and_go_with_the_text() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", CLEAN);
    assert_eq!(client.slugs("a.yaml", Some(1)), [""; 0]);
    client.edit("a.yaml", 2, &[([1, 0, 1, 0], "node_typs: {}\n")]);
    assert_eq!(client.slugs("a.yaml", Some(2)), ["unknown-keyname"]);
    client.edit("a.yaml", 3, &[([1, 8, 1, 8], "e")]);
    assert_eq!(client.slugs("a.yaml", Some(3)), [""; 0]);
    client.edit("a.yaml", 4, &[([1, 0, 2, 0], "")]);
    assert_eq!(client.slugs("a.yaml", Some(4)), [""; 0]);
    client.end();
}

#[test]
fn the_newest_text_wins() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", CLEAN);
    for version in 2..200 {
        client.edit("a.yaml", version, &[([1, 0, 1, 0], "x")]);
    }
    client.replace("a.yaml", 200, ERROR);
    assert_eq!(client.slugs("a.yaml", Some(200)), ["unknown-keyname"]);
    let reported: Vec<i64> =
        client.notifications.iter().filter_map(|message| message["params"]["version"].as_i64()).collect();
    assert!(reported.len() < 50, "not each of 200 changes is checked: {reported:?}");
    assert!(reported.is_sorted(), "{reported:?}");
    client.end();
}

#[test]
fn what_is_no_tosca_has_no_findings() {
    let compose = "services:\n  web: { image: nginx }\n";
    let mut client = Client::start(&[("compose.yaml", compose)]);
    client.open("compose.yaml", compose);
    assert_eq!(client.slugs("compose.yaml", Some(1)), [""; 0]);
    client.edit("compose.yaml", 2, &[([0, 0, 0, 0], "- ")]);
    assert_eq!(client.slugs("compose.yaml", Some(2)), [""; 0]);
    client.replace("compose.yaml", 3, ERROR);
    assert_eq!(client.slugs("compose.yaml", Some(3)), ["unknown-keyname"]);
    client.replace("compose.yaml", 4, compose);
    assert_eq!(client.slugs("compose.yaml", Some(4)), [""; 0]);
    client.end();
}

#[test]
#[expect(clippy::format_collect, reason = "the text is small")]
fn very_many_findings_of_a_file_are_cut_off() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", &format!("{CLEAN}{}", (0..3000).map(|n| format!("n{n}: 1\n")).collect::<String>()));
    let diagnostics = client.published("a.yaml", Some(1));
    assert_eq!(diagnostics.len(), 1001);
    assert_eq!(diagnostics[1000]["message"], "2000 more findings are not shown");
    client.end();
}

// ── fixes ──

#[test]
fn fixes_are_offered_where_the_finding_is() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", ERROR);
    let diagnostics = client.published("a.yaml", Some(1));
    let uri = client.uri("a.yaml");
    let at = |line: u32| {
        json!({
            "textDocument": { "uri": uri },
            "range": { "start": { "line": line, "character": 3 }, "end": { "line": line, "character": 3 } },
            "context": { "diagnostics": [] },
        })
    };
    let actions = client.request("textDocument/codeAction", at(1));
    let place = &diagnostics[0]["range"];
    assert_eq!(
        actions[0],
        json!({
            "title": "Write `node_types`",
            "kind": "quickfix",
            "diagnostics": diagnostics,
            "isPreferred": true,
            "edit": { "changes": { &uri: [{ "range": place, "newText": "node_types" }] } },
        })
    );
    assert_eq!(client.request("textDocument/codeAction", at(0)), json!([]));
    let mut refactorings = at(1);
    refactorings["context"]["only"] = json!(["refactor"]);
    assert_eq!(client.request("textDocument/codeAction", refactorings), json!([]));
    let mut elsewhere = at(1);
    elsewhere["textDocument"]["uri"] = json!(client.uri("b.yaml"));
    assert_eq!(client.request("textDocument/codeAction", elsewhere), json!([]));
    client.end();
}

// ── positions ──

/// A text with characters of one to four bytes before the finding, and its line.
const WIDE: &str = "tosca_definitions_version: tosca_2_0\r\nnode_types:\r\n  \"ä€😀\": { größe😀: 1 }\r\n";

#[test]
fn columns_are_counted_as_the_client_wants() {
    for (offered, chosen, start, end) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 17, 28),
        (json!(["utf-16", "utf-8"]), "utf-8", 17, 28),
        (json!(["utf-16", "utf-32"]), "utf-16", 12, 19),
        (json!(["utf-32", "utf-16"]), "utf-32", 11, 17),
        (json!(["latin-1"]), "utf-16", 12, 19),
        (json!("utf-8"), "utf-16", 12, 19),
        (Value::Null, "utf-16", 12, 19),
    ] {
        let mut client = Client::spawn(crate::cli::Project::new(&[]));
        let capabilities = json!({ "general": { "positionEncodings": offered } });
        let result = client.request("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(result["capabilities"]["positionEncoding"], chosen, "{offered}");
        client.notify("initialized", json!({}));
        client.open("a.yaml", WIDE);
        let diagnostics = client.published("a.yaml", Some(1));
        assert_eq!(diagnostics[0]["range"]["start"], json!({ "line": 2, "character": start }), "{offered}");
        assert_eq!(diagnostics[0]["range"]["end"], json!({ "line": 2, "character": end }), "{offered}");
        // The finding is fixed in the same columns, from the last change to the first.
        client.edit("a.yaml", 2, &[([2, end, 2, end + 3], ""), ([2, start, 2, end], "derived_from: Root")]);
        assert_eq!(client.slugs("a.yaml", Some(2)), ["unknown-type"], "{offered}");
        client.end();
    }
}

#[test]
fn positions_behind_the_end_are_the_end() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", "tosca_definitions_version: tosca_2_0");
    client.edit("a.yaml", 2, &[([99, 7, 99, 9], "\r\nnode_typs: {}\r\n")]);
    assert_eq!(client.slugs("a.yaml", Some(2)), ["unknown-keyname"]);
    // A column after the end of a line means its end, before the line break.
    client.edit("a.yaml", 3, &[([1, 999, 1, 4_000_000_000], " # é"), ([1, 4, 1, 9], "_types")]);
    assert_eq!(client.slugs("a.yaml", Some(3)), [""; 0]);
    // Start and end are swapped.
    client.edit("a.yaml", 4, &[([1, 10, 1, 5], "typs")]);
    assert_eq!(client.slugs("a.yaml", Some(4)), ["unknown-keyname"]);
    client.edit("a.yaml", 5, &[([0, 0, 4_000_000_000, 0], "")]);
    assert_eq!(client.slugs("a.yaml", Some(5)), [""; 0]);
    client.end();
}

#[test]
fn a_column_within_a_character_is_its_start() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", "tosca_definitions_version: tosca_2_0\ndescription: 😀😀\n");
    // In UTF-16 the first one reaches from 13 to 15.
    client.edit("a.yaml", 2, &[([1, 14, 1, 16], "x"), ([2, 0, 2, 0], "nope: 1\n")]);
    let diagnostics = client.published("a.yaml", Some(2));
    assert_eq!(diagnostics[0]["range"]["start"], json!({ "line": 2, "character": 0 }));
    client.end();
}

#[test]
fn many_changes_in_one_message_count_from_the_text_before_each() {
    let mut client = Client::start(&[]);
    client.open("a.yaml", CLEAN);
    let mut changes: Vec<([u32; 4], String)> = Vec::new();
    // Each one adds a line at the end, then changes the line before it.
    for line in 1..500 {
        changes.push(([line, 0, line, 0], format!("n{line}: 1\n")));
        changes.push(([line, 0, line, 1], "m".to_owned()));
    }
    // Lines that are added and removed, also from the end.
    changes.push(([9999, 0, 9999, 0], "last: 1\nlast2: 1\n".to_owned()));
    changes.push(([501, 0, 502, 0], String::new()));
    let changes: Vec<([u32; 4], &str)> =
        changes.iter().map(|(range, text)| (*range, text.as_str())).collect();
    client.edit("a.yaml", 2, &changes);
    let diagnostics = client.published("a.yaml", Some(2));
    assert_eq!(diagnostics.len(), 500);
    for (number, one) in (1..500).zip(&diagnostics) {
        let start = format!("unknown keyname `m{number}` ");
        assert!(one["message"].as_str().is_some_and(|message| message.starts_with(&start)), "{one}");
        assert_eq!(one["range"]["start"]["line"], number, "{one}");
    }
    assert!(
        diagnostics[499]["message"].as_str().is_some_and(|message| message.contains("`last`")),
        "{diagnostics:?}"
    );
    client.end();
}

#[test]
fn a_mark_at_the_start_of_a_file_is_no_column() {
    let text = "\u{feff}tosca_definitions_version: tosca_9_0\n";
    let mut client = Client::start(&[("a.yaml", text)]);
    let diagnostics = client.published("a.yaml", None);
    assert_eq!(diagnostics[0]["range"]["start"], json!({ "line": 0, "character": 27 }), "{diagnostics:?}");
    client.end();
}

// ── earlier versions ──

#[test]
fn findings_in_earlier_versions_stand_where_they_are_written_and_speak_their_words() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    db:
      type: tosca:DBMS
      properties: { root_password: x }
      requirements: [ { host: servr } ]
    server: { type: Compute, capabilities: { host: { properties: { mem_size: 4 gigs } } } }
";
    let mut client = Client::start(&[]);
    client.open("a.yaml", text);
    let diagnostics = client.published("a.yaml", Some(1));
    let place = |one: &Value| one["range"]["start"].clone();
    let reported: Vec<(Value, &Value)> = diagnostics.iter().map(|one| (place(one), &one["code"])).collect();
    assert_eq!(
        json!(reported),
        json!([
            [{ "line": 5, "character": 35 }, "hardcoded-secret"],
            [{ "line": 6, "character": 30 }, "unknown-template"],
            [{ "line": 7, "character": 77 }, "unknown-unit"],
        ])
    );
    let secret = diagnostics[0]["message"].as_str().expect("a text");
    assert!(secret.contains("`{ get_input: … }`"), "{secret}");
    client.edit("a.yaml", 2, &[([6, 34, 6, 34], "e")]);
    assert_eq!(client.slugs("a.yaml", Some(2)), ["hardcoded-secret", "unknown-unit"]);
    client.end();
}

#[test]
fn what_holds_of_all_variants_follows_the_conditions() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      mode: { type: string, constraints: [ valid_values: [ dev, prod ] ] }
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
      - host: { node: ünder, conditions: { get_variability_input: made } }
      - dependency: { node: ünder, capability: feature }
    ünder:
      type: tosca.nodes.Compute
      conditions: { equal: [ { get_variability_input: mode }, test ] }
";
    let mut client = Client::start(&[]);
    client.open("a.yaml", text);
    let reported = |client: &mut Client, version| -> Vec<Value> {
        let diagnostics = client.published("a.yaml", Some(version));
        diagnostics
            .iter()
            .map(|one| json!([one["code"], one["range"]["start"], one["range"]["end"]]))
            .collect()
    };
    let at = |code: &str, line: u32, first: u32, end: u32| json!([code, { "line": line, "character": first }, { "line": line, "character": end }]);
    // While there are errors, variants are not analyzed.
    assert_eq!(reported(&mut client, 1), [at("unknown-variability-input", 9, 66, 70)]);
    client.edit("a.yaml", 2, &[([9, 27, 9, 72], "")]);
    let dangling = |down: u32| {
        [at("dangling-relation", 9 + down, 8, 12), at("dangling-relation", 10 + down, 8, 18)].to_vec()
    };
    let never = at("never-present", 11, 4, 9);
    assert_eq!(reported(&mut client, 2), [dangling(0), vec![never]].concat());
    client.edit("a.yaml", 3, &[([13, 62, 13, 66], "dev")]);
    assert_eq!(reported(&mut client, 3), dangling(0));
    client.edit("a.yaml", 4, &[([1, 0, 1, 0], "# moved\n")]);
    assert_eq!(reported(&mut client, 4), dangling(1));
    client.edit("a.yaml", 5, &[([14, 0, 15, 0], "")]);
    assert_eq!(reported(&mut client, 5), [at("unused-variability", 5, 6, 10)]);
    client.edit("a.yaml", 6, &[([3, 0, 6, 0], "")]);
    assert_eq!(reported(&mut client, 6), [json!(null); 0]);
    client.end();
}
