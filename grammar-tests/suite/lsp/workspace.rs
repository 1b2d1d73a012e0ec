//! Several files: imports between them, folders, settings, the disk.

use serde_json::{Value, json};

use super::client::Client;
use super::{CLEAN, ERROR};
use crate::cli::Project;
use crate::network::Server;

const TYPES: &str = "tosca_definitions_version: tosca_2_0\nnode_types: { Web: {} }\n";
const OTHER_TYPES: &str = "tosca_definitions_version: tosca_2_0\nnode_types: { Site: {} }\n";
const SERVICE: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ types.yaml ]
service_template: { node_templates: { web: { type: Web } } }
";

#[test]
fn unsaved_imports_count() {
    let mut client = Client::start(&[("service.yaml", SERVICE), ("types.yaml", TYPES)]);
    client.open("service.yaml", SERVICE);
    assert_eq!(client.slugs("service.yaml", Some(1)), [""; 0]);
    client.open("types.yaml", TYPES);
    client.replace("types.yaml", 2, OTHER_TYPES);
    assert_eq!(client.slugs("types.yaml", Some(2)), [""; 0]);
    client.settles("service.yaml", Some(1), &["unknown-type"]);
    // Closed without saving: the file on disk is used again.
    client.close("types.yaml");
    client.settles("service.yaml", Some(1), &[]);
    client.end();
}

#[test]
fn files_that_import_the_changed_one_are_checked_though_nobody_has_them_open() {
    let middle = "tosca_definitions_version: tosca_2_0\nimports: [ types.yaml ]\n";
    let far = SERVICE.replace("types.yaml", "middle.yaml");
    let files =
        [("service.yaml", far.as_str()), ("middle.yaml", middle), ("types.yaml", TYPES), ("e.yaml", ERROR)];
    let mut client = Client::start(&files);
    assert_eq!(client.slugs("e.yaml", None), ["unknown-keyname"], "of what is on disk");
    client.open("types.yaml", TYPES);
    assert_eq!(client.slugs("types.yaml", Some(1)), [""; 0]);
    client.replace("types.yaml", 2, OTHER_TYPES);
    assert_eq!(client.slugs("service.yaml", None), ["unknown-type"]);
    client.replace("types.yaml", 3, TYPES);
    assert_eq!(client.slugs("service.yaml", None), [""; 0]);
    // Unchanged findings of files are not sent again.
    assert!(
        !client.notifications.iter().any(|message| message["params"]["uri"] == client.uri("e.yaml")),
        "{:?}",
        client.notifications
    );
    client.end();
}

#[test]
fn a_file_that_is_not_saved_yet_can_be_imported() {
    let mut client = Client::start(&[("service.yaml", SERVICE)]);
    assert_eq!(client.slugs("service.yaml", None), ["missing-import"]);
    client.open("types.yaml", TYPES);
    assert_eq!(client.slugs("service.yaml", None), [""; 0]);
    client.close("types.yaml");
    assert_eq!(client.slugs("service.yaml", None), ["missing-import"]);
    client.end();
}

#[test]
fn what_happens_on_disk_is_seen() {
    let mut client = Client::start(&[("service.yaml", SERVICE)]);
    assert_eq!(client.slugs("service.yaml", None), ["missing-import"]);
    client.project.add("types.yaml", OTHER_TYPES);
    client.watched(&[("types.yaml", 1)]);
    assert_eq!(client.slugs("service.yaml", None), ["unknown-type"]);
    client.project.add("types.yaml", TYPES);
    client.watched(&[("types.yaml", 2)]);
    assert_eq!(client.slugs("service.yaml", None), [""; 0]);
    std::fs::remove_file(client.project.path("types.yaml")).expect("a file");
    client.watched(&[("types.yaml", 3)]);
    assert_eq!(client.slugs("service.yaml", None), ["missing-import"]);
    std::fs::remove_file(client.project.path("service.yaml")).expect("a file");
    client.watched(&[("service.yaml", 3)]);
    assert_eq!(client.slugs("service.yaml", None), [""; 0], "findings of a file that is gone");
    client.end();
}

#[test]
fn saving_looks_at_everything_again() {
    let mut client = Client::start(&[("service.yaml", SERVICE)]);
    assert_eq!(client.slugs("service.yaml", None), ["missing-import"]);
    client.open("service.yaml", SERVICE);
    assert_eq!(client.slugs("service.yaml", Some(1)), ["missing-import"]);
    // No notification is sent for this file.
    client.project.add("types.yaml", TYPES);
    client.save("service.yaml");
    assert_eq!(client.slugs("service.yaml", Some(1)), [""; 0]);
    client.end();
}

const PROFILE: &str = "\
tosca_definitions_version: tosca_2_0
profile: org.example:1.0
node_types: { Web: {} }
";
const USER: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ { profile: org.example:1.0 }, /deep/more.yaml ]
service_template: { node_templates: { web: { type: Web }, site: { type: Site } } }
";

#[test]
fn a_changed_file_alone_is_checked_as_in_its_folder() {
    let files = [("lib/profile.yaml", PROFILE), ("deep/er/user.yaml", USER), ("deep/more.yaml", OTHER_TYPES)];
    let mut client = Client::start(&files);
    client.open("deep/er/user.yaml", USER);
    assert_eq!(client.slugs("deep/er/user.yaml", Some(1)), [""; 0]);
    client.edit("deep/er/user.yaml", 2, &[([2, 45, 2, 45], "# Comment")]);
    client.edit("deep/er/user.yaml", 3, &[([0, 0, 0, 0], "# Comment\n")]);
    let _ = client.slugs("deep/er/user.yaml", Some(3));
    client.replace("deep/er/user.yaml", 4, &format!("# Comment\n{USER}"));
    assert_eq!(client.slugs("deep/er/user.yaml", Some(4)), [""; 0]);
    // The profile is renamed in the editor: files that import it lose it.
    client.open("lib/profile.yaml", PROFILE);
    assert_eq!(client.slugs("lib/profile.yaml", Some(1)), [""; 0]);
    client.replace("lib/profile.yaml", 2, &PROFILE.replace("1.0", "1.1"));
    client.settles("deep/er/user.yaml", Some(4), &["unknown-profile"]);
    client.replace("lib/profile.yaml", 3, PROFILE);
    client.save("lib/profile.yaml");
    client.settles("deep/er/user.yaml", Some(4), &[]);
    client.end();
}

#[test]
fn folders_come_and_go() {
    let client =
        Client::spawn(Project::new(&[("one/a.yaml", ERROR), ("two/b.yaml", ERROR), ("three/c.yaml", ERROR)]));
    let mut client = client;
    let folder = |client: &Client, name: &str| json!({ "uri": client.uri(name), "name": name });
    let folders = json!([folder(&client, "one"), folder(&client, "two")]);
    client.request("initialize", json!({ "capabilities": {}, "workspaceFolders": folders }));
    client.notify("initialized", json!({}));
    assert_eq!(client.slugs("one/a.yaml", None), ["unknown-keyname"]);
    assert_eq!(client.slugs("two/b.yaml", None), ["unknown-keyname"]);
    let event = json!({ "added": [folder(&client, "three")], "removed": [folder(&client, "one")] });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!(client.slugs("three/c.yaml", None), ["unknown-keyname"]);
    assert_eq!(client.slugs("one/a.yaml", None), [""; 0]);
    // A document outside of all folders.
    client.open("one/a.yaml", ERROR);
    assert_eq!(client.slugs("one/a.yaml", Some(1)), ["unknown-keyname"]);
    client.close("one/a.yaml");
    client.settles("one/a.yaml", None, &[]);
    client.end();
}

#[test]
fn ignored_files_are_checked_while_they_are_open() {
    let mut client = Client::start(&[(".gitignore", "old/\n"), ("old/a.yaml", ERROR), ("b.yaml", ERROR)]);
    assert_eq!(client.slugs("b.yaml", None), ["unknown-keyname"]);
    client.open("old/a.yaml", ERROR);
    assert_eq!(client.slugs("old/a.yaml", Some(1)), ["unknown-keyname"]);
    client.close("old/a.yaml");
    client.settles("old/a.yaml", None, &[]);
    client.end();
}

#[cfg(unix)]
#[test]
fn a_file_is_one_however_it_is_reached() {
    let project = Project::new(&[("real/service.yaml", SERVICE), ("real/types.yaml", TYPES)]);
    std::os::unix::fs::symlink(project.path("real"), project.path("link")).expect("a link");
    let mut client = Client::spawn(project);
    let folder = json!([{ "uri": client.uri("link"), "name": "link" }]);
    client.request("initialize", json!({ "capabilities": {}, "workspaceFolders": folder }));
    client.notify("initialized", json!({}));
    client.open("real/types.yaml", OTHER_TYPES);
    assert_eq!(client.slugs("real/types.yaml", Some(1)), [""; 0]);
    client.settles("link/service.yaml", None, &["unknown-type"]);
    client.replace("real/types.yaml", 2, TYPES);
    assert_eq!(client.slugs("link/service.yaml", None), [""; 0]);
    client.end();
}

// ── settings ──

const ADVICE: &str = "tosca_definitions_version: tosca_2_0\nservice_template: { node_templates: {}, inputs: { a: { type: string } }, outputs: { b: { value: { $vault: x } } } }\n";

#[test]
fn settings_bear_the_names_of_flags() {
    for (settings, expected) in [
        (json!({}), &["unknown-function"][..]),
        (json!({ "function": ["vault"] }), &[]),
        (json!({ "ignore": "T04" }), &[]),
        (json!({ "ignore": ["unknown-function"], "select": ["unused-input"] }), &["unused-input"]),
        (json!({ "tosca": { "function": "vault" } }), &[]),
        (json!({ "function": null, "strict": true, "spec": "csd07" }), &["unknown-function"]),
        (json!({ "max-nodes": 3 }), &["too-many-nodes"]),
    ] {
        let mut client = Client::with(&[], json!({ "initializationOptions": settings }));
        client.open("a.yaml", ADVICE);
        assert_eq!(client.slugs("a.yaml", Some(1)), expected, "{settings}");
        client.end();
    }
}

#[test]
fn paths_in_settings_count_from_the_folder() {
    let user = "tosca_definitions_version: tosca_2_0\nimports: [ { profile: org.example:1.0 }, https://example.org/x.yaml ]\n";
    let files = [("w/a.yaml", user), ("lib/profile.yaml", PROFILE), ("copies/x.yaml", CLEAN)];
    let settings = json!({ "profile-path": ["../lib"], "map-url": { "https://example.org/": "../copies" } });
    let mut client = Client::spawn(Project::new(&files));
    let folder = json!([{ "uri": client.uri("w"), "name": "w" }]);
    let params = json!({ "capabilities": {}, "workspaceFolders": folder, "initializationOptions": settings });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client.open("w/a.yaml", user);
    assert_eq!(client.slugs("w/a.yaml", Some(1)), [""; 0]);
    client.replace("w/a.yaml", 2, &format!("{user}# More\n"));
    assert_eq!(client.slugs("w/a.yaml", Some(2)), [""; 0]);
    client.end();
}

#[test]
fn settings_may_change() {
    let ask = json!({ "capabilities": { "workspace": {
        "configuration": true,
        "didChangeConfiguration": { "dynamicRegistration": true },
        "didChangeWatchedFiles": { "dynamicRegistration": true },
    } } });
    let mut client = Client::with(&[], ask);
    let registered = client.notification("client/registerCapability", |_| true);
    let methods: Vec<&Value> =
        registered["registrations"].as_array().expect("a list").iter().map(|one| &one["method"]).collect();
    assert_eq!(
        json!(methods),
        json!(["workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"])
    );
    let asked = client.notification("workspace/configuration", |_| true);
    assert_eq!(asked, json!({ "items": [{ "section": "tosca" }] }));
    client.open("a.yaml", ADVICE);
    client.settles("a.yaml", Some(1), &["unknown-function"]);
    client.settings = json!({ "function": ["vault"] });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.settles("a.yaml", Some(1), &[]);
    client.end();
    // An empty object means that nothing is set; without an answer, those of the initialization apply.
    let ask = json!({
        "capabilities": { "workspace": { "configuration": true } },
        "initializationOptions": { "function": ["vault"] },
    });
    let mut client = Client::with(&[], ask);
    client.notification("workspace/configuration", |_| true);
    client.open("a.yaml", ADVICE);
    client.settles("a.yaml", Some(1), &[]);
    for (settings, findings) in [(json!({}), &["unknown-function"][..]), (Value::Null, &[])] {
        client.settings = settings;
        client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
        client.settles("a.yaml", Some(1), findings);
    }
    client.end();
    // A client without support for requests of settings sends them.
    let mut client = Client::start(&[]);
    client.open("a.yaml", ADVICE);
    client.settles("a.yaml", Some(1), &["unknown-function"]);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "tosca": { "function": ["vault"] } } }),
    );
    client.settles("a.yaml", Some(1), &[]);
    client.end();
}

#[test]
fn wrong_settings_are_reported_and_the_others_hold() {
    for (settings, expected) in [
        (json!({ "functon": 1 }), "tosca: unknown setting `functon`: did you mean `function`?"),
        (json!({ "xyz": 1 }), "tosca: unknown setting `xyz`"),
        (json!({ "strict": "yes" }), "tosca: setting `strict` is `true` or `false`, not `\"yes\"`"),
        (json!({ "spec": "csd05" }), "tosca: setting `spec` is one of its words, not `\"csd05\"`"),
        (
            json!({ "ignore": ["nope"] }),
            "tosca: setting `ignore` is a list of codes, or beginnings of codes, not `[\"nope\"]`",
        ),
        (
            json!({ "max-depth": 0 }),
            "tosca: setting `max-depth` is a number that is large enough and not too large, not `0`",
        ),
        (json!([]), "tosca: settings are a map, not `[]`"),
    ] {
        let mut settings = settings;
        if let Value::Object(map) = &mut settings {
            map.insert("function".to_owned(), json!(["vault"]));
        }
        let holds = settings.is_object();
        let mut client = Client::with(&[], json!({ "initializationOptions": settings }));
        assert_eq!(client.notification("window/showMessage", |_| true)["message"], expected);
        client.open("a.yaml", ADVICE);
        assert_eq!(client.slugs("a.yaml", Some(1)).is_empty(), holds, "{expected}");
        client.end();
    }
}

// ── configurations ──

#[test]
fn configurations_count_as_for_the_program() {
    let files = [
        ("tosca.toml", "function = [\"vault\"]\nprofile-path = [\"lib\"]\n"),
        ("lib/p.yaml", "tosca_definitions_version: tosca_2_0\nprofile: p:1.0\nnode_types: { P: {} }\n"),
        ("strict/tosca.toml", "[levels]\nunknown-keyname = \"warning\"\n"),
        ("strict/b.yaml", ERROR),
    ];
    let mut client = Client::start(&files);
    assert_eq!(client.published("strict/b.yaml", None)[0]["severity"], 2);
    client.open("a.yaml", ADVICE);
    assert_eq!(client.slugs("a.yaml", Some(1)), [""; 0]);
    client.edit("a.yaml", 2, &[([0, 0, 0, 0], "# More\n")]);
    assert_eq!(client.slugs("a.yaml", Some(2)), [""; 0]);
    client.replace(
        "a.yaml",
        3,
        &format!("{ADVICE}node_types: {{ Q: {{ derived_from: P }} }}\nimports: [ {{ profile: p:1.0 }} ]\n"),
    );
    assert_eq!(client.slugs("a.yaml", Some(3)), [""; 0]);
    client.open("strict/b.yaml", ERROR);
    client.replace("strict/b.yaml", 2, &format!("\n{ERROR}"));
    assert_eq!(client.published("strict/b.yaml", Some(2))[0]["severity"], 2);
    // A changed configuration is noticed.
    client.project.add("tosca.toml", "");
    client.watched(&[("tosca.toml", 2)]);
    client.settles("a.yaml", Some(3), &["unknown-function"]);
    client.end();
}

#[test]
fn what_is_wrong_with_a_configuration_is_reported_there() {
    let mut client = Client::start(&[("a.yaml", CLEAN), ("tosca.toml", "strct = true\n")]);
    let diagnostics = client.published("tosca.toml", None);
    assert_eq!(diagnostics[0]["range"]["start"], json!({ "line": 0, "character": 0 }), "{diagnostics:?}");
    client.project.add("tosca.toml", "strict = true\n");
    client.watched(&[("tosca.toml", 2)]);
    client.settles("tosca.toml", None, &[]);
    client.end();
}

#[test]
fn settings_win_over_configurations() {
    let files = [("tosca.toml", "[levels]\nunknown-keyname = \"info\"\n")];
    for (settings, severity) in [
        (json!({}), 3),
        (json!({ "levels": { "unknown-keyname": "warning" } }), 2),
        (json!({ "no-config": true }), 1),
        (json!({ "no-config": false, "config": "tosca.toml" }), 3),
    ] {
        let mut client = Client::with(&files, json!({ "initializationOptions": settings }));
        client.open("a.yaml", ERROR);
        assert_eq!(client.published("a.yaml", Some(1))[0]["severity"], severity, "{settings}");
        client.end();
    }
    let mut client =
        Client::with(&files, json!({ "initializationOptions": { "ignore": ["unknown-keyname"] } }));
    client.open("a.yaml", ERROR);
    assert_eq!(client.slugs("a.yaml", Some(1)), [""; 0]);
    client.end();
}

#[test]
fn comments_hide_findings_as_for_the_program() {
    let text = ERROR.replace("node_typs", "# tosca: allow[unknown-keyname] a reason\nnode_typs");
    let mut client = Client::start(&[]);
    client.open("a.yaml", &text);
    assert_eq!(client.slugs("a.yaml", Some(1)), [""; 0]);
    client.end();
}

/// Applies the edits of a response, which are whole lines.
fn edited(text: &str, edits: &Value) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for edit in edits.as_array().expect("edits") {
        let line = |end: &str| {
            let position = &edit["range"][end];
            assert_eq!(position["character"], 0);
            usize::try_from(position["line"].as_u64().expect("a line")).expect("a line")
        };
        lines.splice(line("start")..line("end"), [edit["newText"].as_str().expect("a text").to_owned()]);
    }
    lines.concat()
}

#[test]
fn documents_and_ranges_are_formatted() {
    const ODD: &str =
        "tosca_definitions_version:   tosca_2_0\nprofile:   p\nmetadata:   { b: {}}\nnode_types: {}\n";
    let mut client = Client::start(&[("a.yaml", ""), ("gone/b.yaml", ""), ("compose.yaml", "")]);
    client.open("a.yaml", ODD);
    let parameters = |client: &Client, path: &str, range: Value| json!({ "textDocument": { "uri": client.uri(path) }, "range": range, "options": { "tabSize": 2, "insertSpaces": true } });
    let all = parameters(&client, "a.yaml", Value::Null);
    let edits = client.request("textDocument/formatting", all.clone());
    let formatted = "tosca_definitions_version: tosca_2_0\nprofile: p\nmetadata: { b: {} }\nnode_types: {}\n";
    assert_eq!(edited(ODD, &edits), formatted);
    let range = json!({ "start": { "line": 1, "character": 3 }, "end": { "line": 2, "character": 0 } });
    let second = parameters(&client, "a.yaml", range);
    let edits = client.request("textDocument/rangeFormatting", second);
    assert_eq!(edited(ODD, &edits), ODD.replace("profile:   p", "profile: p"));
    client.replace("a.yaml", 2, formatted);
    assert_eq!(client.request("textDocument/formatting", all), json!([]));
    // Files that are not TOSCA, excluded or broken stay as they are.
    client.project.add("tosca.toml", "exclude = \"gone\"\n");
    client.open("gone/b.yaml", ODD);
    client.open("compose.yaml", "services:   {}\n");
    client.replace("a.yaml", 3, "tosca_definitions_version: [\n");
    for path in ["gone/b.yaml", "compose.yaml", "a.yaml", "closed.yaml"] {
        let parameters = parameters(&client, path, Value::Null);
        assert_eq!(client.request("textDocument/formatting", parameters), Value::Null, "{path}");
    }
    client.end();
}

#[test]
fn members_of_archives_and_built_in_files_are_shown_if_the_client_can() {
    const SERVICE: &str = "\
tosca_definitions_version: tosca_2_0
repositories: { lib: lib.csar }
imports: [ { url: types.yaml, repository: lib } ]
service_template: { node_templates: { web: { type: Web, properties: { port: x } } } }
";
    const MEMBER: &str = "\
tosca_definitions_version: tosca_2_0
node_types: { Web: { properties: { port: { type: integer } } }, Site: { derived_from: Wep } }
";
    let archive = crate::harness::archives::zip(&[("types.yaml", MEMBER.as_bytes())]);
    for can_show in [true, false] {
        let project = Project::new(&[("service.yaml", SERVICE), ("other.yaml", CLEAN)]);
        project.add("lib.csar", &archive);
        let mut client = Client::spawn(project);
        let mut workspace = json!({});
        if can_show {
            workspace["textDocumentContent"] = json!({});
        }
        let capabilities = json!({
            "textDocument": { "publishDiagnostics": { "relatedInformation": true } }, "workspace": workspace,
        });
        let folders = json!([{ "uri": client.uri(""), "name": "project" }]);
        let initialized = client.request(
            "initialize",
            json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "workspaceFolders": folders }),
        );
        assert_eq!(
            initialized["capabilities"]["workspace"]["textDocumentContent"]["schemes"],
            json!(["tosca"])
        );
        client.notify("initialized", json!({}));
        let view = client.uri("lib.csar!/types.yaml").replacen("file:", "tosca:", 1);
        let findings = client.published("service.yaml", None);
        let shown = &findings[0]["relatedInformation"][0]["location"]["uri"];
        assert_eq!(*shown, if can_show { json!(view) } else { Value::Null }, "{findings:?}");
        if !can_show {
            assert!(findings[0]["message"].as_str().expect("a text").contains("lib.csar!/types.yaml:2"));
            assert!(!client.latest.contains_key(&view));
            client.end();
            continue;
        }
        let inside = client.published_at(&view, None);
        assert_eq!(inside[0]["code"], "unknown-type");
        let text = |client: &mut Client, uri: &str| {
            client.request("workspace/textDocumentContent", json!({ "uri": uri }))["text"].take()
        };
        assert_eq!(text(&mut client, &view), MEMBER);
        let built_in = text(&mut client, "tosca:///built-in/simple/2.0/node_types.yaml");
        assert!(built_in.as_str().expect("a text").contains("node_types:"));
        // Editors may drop the empty authority.
        assert_eq!(text(&mut client, "tosca:/built-in/simple/2.0/node_types.yaml"), built_in);
        // Files that editors can open are not shown in this way, nor what does not exist.
        let other = client.uri("other.yaml").replacen("file:", "tosca:", 1);
        for wrong in [&*other, "tosca:///built-in/none.yaml", "tosca:nothing", &view.replace("types", "none")]
        {
            client.refused("workspace/textDocumentContent", json!({ "uri": wrong }));
        }
        let change = json!({ "changes": [{ "uri": client.uri("lib.csar"), "type": 2 }] });
        client.notify("workspace/didChangeWatchedFiles", change);
        client.notification("workspace/textDocumentContent/refresh", |params| params["uri"] == *view);
        client.end();
    }
}

#[test]
fn urls_are_fetched_if_a_flag_allows_it() {
    let server = Server::with(&[("/types.yaml", TYPES)]);
    let service = SERVICE
        .replace("types.yaml", &format!("\"{}\"", server.url("/types.yaml")))
        .replace("Web }", "Wep }");
    let flags = ["--allow-net", "--allow-private-net"];
    for (flags, expected) in [(&[][..], "url-not-fetched"), (&flags, "unknown-type")] {
        let mut client = Client::spawn_with(Project::new(&[("service.yaml", &service)]), flags);
        let folders = json!([{ "uri": client.uri(""), "name": "project" }]);
        client.request(
            "initialize",
            json!({ "processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": folders }),
        );
        client.notify("initialized", json!({}));
        let found = client.slugs("service.yaml", None);
        assert!(found.iter().any(|slug| slug == expected), "{found:?}");
        client.end();
    }
}
