//! The findings of a file change with other files: imports, files that can be imported by name, services that
//! substitute its nodes, configurations and scripts.

use serde_json::Value;

use super::client::Client;

const TYPES: &str = "\
tosca_definitions_version: tosca_2_0
node_types: { A: { properties: { p: { type: integer } } } }
";
const USER: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ types.yaml ]
service_template: { node_templates: { a: { type: A, properties: { p: x } } } }
";

#[test]
fn an_importer_is_looked_at_again_when_its_import_is_whole_again() {
    let broken = [
        String::new(),
        TYPES.replacen("tosca_definitions_version: tosca_2_0\n", "", 1),
        TYPES.replacen("version:", "version", 1),
        TYPES.replacen(" tosca_2_0", "", 1),
        format!("<<<<<<< HEAD\n{TYPES}"),
        format!("[{TYPES}"),
        format!("\"{TYPES}"),
        format!("#{TYPES}"),
        format!("\t{TYPES}"),
    ];
    let mut client = Client::start(&[("types.yaml", TYPES), ("s.yaml", USER)]);
    client.open("types.yaml", TYPES);
    client.checked("types.yaml", 1);
    for (at, text) in (2..).step_by(2).zip(&broken) {
        assert_eq!(client.last("s.yaml"), ["wrong-value-type"], "before {text:?}");
        client.replace("types.yaml", at, text);
        client.checked("types.yaml", at);
        client.replace("types.yaml", at + 1, TYPES);
        client.checked("types.yaml", at + 1);
    }
    assert_eq!(client.last("s.yaml"), ["wrong-value-type"]);
    client.end();
}

#[test]
fn an_importer_is_looked_at_again_when_its_import_begins() {
    let mut client = Client::start(&[("types.yaml", ""), ("s.yaml", USER)]);
    client.open("types.yaml", "");
    client.checked("types.yaml", 1);
    assert_eq!(client.last("s.yaml"), ["import-not-tosca"]);
    client.replace("types.yaml", 2, TYPES);
    client.checked("types.yaml", 2);
    assert_eq!(client.last("s.yaml"), ["wrong-value-type"]);
    client.end();
}

fn profile(name: &str) -> String {
    format!("tosca_definitions_version: tosca_2_0\nprofile: {name}\nnode_types: {{ N: {{}} }}\n")
}

#[test]
fn profiles_appear_and_are_doubled() {
    let user = "tosca_definitions_version: tosca_2_0\nimports: [ { profile: org.x:2 } ]\n\
        service_template: { node_templates: { n: { type: N } } }\n";
    let first = profile("org.x:1");
    let mut client = Client::start(&[("p.yaml", &first), ("q.yaml", &first), ("s.yaml", user)]);
    client.open("p.yaml", &first);
    client.open("q.yaml", &first);
    client.checked("q.yaml", 1);
    assert_eq!(client.last("s.yaml"), ["unknown-profile"]);
    client.replace("p.yaml", 2, &profile("org.x:2"));
    client.checked("p.yaml", 2);
    assert_eq!(client.last("s.yaml"), [""; 0]);
    client.replace("q.yaml", 2, &profile("org.x:2"));
    client.checked("q.yaml", 2);
    assert_eq!(client.last("s.yaml"), ["ambiguous-profile"]);
    client.replace("q.yaml", 3, &first);
    client.checked("q.yaml", 3);
    assert_eq!(client.last("s.yaml"), [""; 0]);
    client.end();
}

#[test]
fn services_of_the_whole_folder_can_stand_for_a_node() {
    let types = "tosca_definitions_version: tosca_2_0\nnode_types: { T: {}, U: {} }\n";
    let node = "tosca_definitions_version: tosca_2_0\nimports: [ types.yaml ]\n\
        service_template: { node_templates: { n: { type: T, directives: [ substitute ] } } }\n";
    let service = "tosca_definitions_version: tosca_2_0\nimports: [ types.yaml ]\nservice_template:\n\
        \x20 substitution_mappings: { node_type: T }\n  node_templates: { m: { type: U } }\n";
    let mut client = Client::start(&[("types.yaml", types), ("a.yaml", node), ("b.yaml", service)]);
    client.open("a.yaml", node);
    client.open("b.yaml", service);
    client.checked("b.yaml", 1);
    assert_eq!(client.last("a.yaml"), [""; 0]);
    client.replace("b.yaml", 2, &service.replace("node_type: T", "node_type: U"));
    client.checked("b.yaml", 2);
    assert_eq!(client.last("a.yaml"), ["no-substitute"]);
    client.replace("a.yaml", 2, &format!("{node}# More\n"));
    client.checked("a.yaml", 2);
    assert_eq!(client.last("a.yaml"), ["no-substitute"]);
    client.replace("b.yaml", 3, service);
    client.checked("b.yaml", 3);
    assert_eq!(client.last("a.yaml"), [""; 0]);
    client.end();
}

#[test]
fn configurations_count_before_they_are_saved() {
    let text = "tosca_definitions_version: tosca_2_0\nnode_types: { A: { derived_from: C } }\n";
    let mut client = Client::start(&[("tosca.toml", "[levels]\n"), ("a.yaml", text)]);
    client.open("a.yaml", text);
    client.open("tosca.toml", "[levels]\n");
    client.checked("tosca.toml", 1);
    let severity = |client: &Client| client.latest[&client.uri("a.yaml")].1[0]["severity"].clone();
    assert_eq!(severity(&client), 1);
    client.replace("tosca.toml", 2, "[levels]\nunknown-type = \"warning\"\n");
    client.checked("tosca.toml", 2);
    assert_eq!(severity(&client), 2);
    client.replace("tosca.toml", 3, "[levels]\nunknown-typ = \"warning\"\n");
    client.checked("tosca.toml", 3);
    assert_eq!(client.last("tosca.toml"), ["unknown-code"]);
    assert_eq!(severity(&client), 1);
    // Its name makes it a configuration.
    client.replace("tosca.toml", 4, super::ERROR);
    client.checked("tosca.toml", 4);
    assert_eq!(client.last("tosca.toml")[0], "invalid-toml");
    assert!(!client.last("tosca.toml").contains(&"unknown-keyname"), "{:?}", client.last("tosca.toml"));
    client.end();
}

#[test]
fn scripts_that_come_and_go_are_seen() {
    let text = "tosca_definitions_version: tosca_2_0\ninterface_types: { L: { operations: { go: {} } } }\n\
        node_types: { N: { interfaces: { l: { type: L, operations: { go: { implementation: bin/go.sh } } } } } }\n";
    let watches = serde_json::json!({ "capabilities": { "workspace": {
        "didChangeWatchedFiles": { "dynamicRegistration": true },
    } } });
    let mut client = Client::with(&[("a.yaml", text)], watches);
    let registered = client.notification("client/registerCapability", |_| true);
    let patterns = &registered["registrations"][0]["registerOptions"]["watchers"];
    let is_all = |watcher: &Value| watcher["globPattern"] == "**/*";
    assert!(patterns.as_array().expect("a list").iter().any(is_all), "scripts are watched: {patterns}");
    assert_eq!(client.slugs("a.yaml", None), ["missing-file"]);
    client.project.add("bin/go.sh", "");
    client.watched(&[("bin/go.sh", 1)]);
    assert_eq!(client.slugs("a.yaml", None), [""; 0]);
    std::fs::remove_dir_all(client.project.path("bin")).expect("a directory");
    client.watched(&[("bin", 3)]);
    assert_eq!(client.slugs("a.yaml", None), ["missing-file"]);
    client.end();
}
