//! `tosca diff` compares the meaning of two files, not their notation.

use serde_json::{Value, json};

use crate::cli::{self, Project};
use crate::harness::markdown::CaseFile;
use crate::printer::files_at_hand;

const OLD: &str = "\
tosca_definitions_version: tosca_2_0
data_types:
  Size:
    derived_from: scalar
    data_type: integer
    units: { B: 1 }
    prefixes: { \"\": 1, k: 1000, M: 1000000 }
capability_types:
  Host: { properties: { size: { type: Size, default: 1 kB } } }
  Port:
relationship_types: { On: }
interface_types: { Life: { operations: { start:, stop: } } }
node_types:
  Machine: { capabilities: { host: Host } }
  App:
    properties:
      size: { type: Size, default: 1 kB }
      tags: { type: map, entry_schema: string, required: false }
    requirements: [ host: { capability: Host, relationship: On, count_range: [ 1, 2 ] } ]
    interfaces: { life: { type: Life } }
  Web: { derived_from: App }
  Unused: { properties: { a: { type: integer } } }
policy_types: { Keep: { properties: { times: { type: integer } } } }
service_template:
  inputs: { n: { type: integer, default: 1, validation: { $greater_than: [ $value, 0 ] } } }
  outputs: { o: { value: { $get_property: [ web, size ] } } }
  node_templates:
    machine: { type: Machine }
    other: { type: Machine }
    web:
      type: Web
      properties: { size: 2 kB, tags: { a: b, c: d } }
      requirements: [ host: machine ]
      interfaces: { life: { operations: { start: { implementation: { primary: start.sh } } } } }
  groups: {}
  policies: [ k: { type: Keep, properties: { times: 3 }, targets: [ web ] } ]
  workflows:
    w: { steps: { s: { target: web, activities: [ call_operation: life.start ] } } }
";

/// Returns the output for the change from `old` to `new`.
#[track_caller]
fn diff_of(old: &str, new: &str) -> String {
    let file = |name: &str, text: &str| CaseFile { name: name.to_owned(), content: text.into() };
    let files = |text: &str| [file("service.yaml", text), file("start.sh", ""), file("stop.sh", "")];
    crate::dump_pair(&files(old), &files(new));
    let project = Project::new(&[("old.yaml", old), ("new.yaml", new), ("start.sh", ""), ("stop.sh", "")]);
    let run = project.run(&["diff", "old.yaml", "new.yaml"]);
    assert_eq!(run.err, "");
    assert_eq!(run.code, Some(i32::from(run.out != "no differences\n")), "{}", run.out);
    run.out
}

/// Returns the output for the old text with `from` replaced.
#[track_caller]
fn changed(from: &str, to: &str) -> String {
    assert!(OLD.contains(from), "{from}");
    let text = diff_of(OLD, &OLD.replacen(from, to, 1));
    let end = text.rfind("\n\n").unwrap_or(0);
    text[..end].to_owned()
}

#[test]
fn how_something_is_written_makes_no_difference() {
    let project = Project::new(&[("old.yaml", OLD), ("start.sh", "")]);
    let formatted = cli::run(project.command(&["fmt", "-"]), OLD.as_bytes()).ended(0).out;
    assert_ne!(formatted, OLD);
    assert_eq!(diff_of(OLD, &formatted), "no differences\n");
    let same = OLD
        .replace("size: 2 kB", "size: 2000 B")
        .replace("host: Host }", "host: { type: Host } }")
        .replace("[ host: machine ]", "[ host: { node: machine } ]")
        .replace(
            "machine: { type: Machine }",
            "machine: { type: Machine, capabilities: { host: { properties: { size: 1000 B } } } }",
        )
        .replace("{ implementation: { primary: start.sh } }", "start.sh")
        .replace("a: b, c: d", "c: d, a: b");
    assert_ne!(same, OLD);
    assert_eq!(diff_of(OLD, &same), "no differences\n");
}

#[test]
fn each_part_is_compared() {
    let cases = [
        ("    other: { type: Machine }\n", "", "node template `other`\n  removed (old.yaml:29)"),
        (
            "    other: { type: Machine }\n",
            "    other: { type: Machine }\n    third: { type: Machine }\n",
            "node template `third`\n  added (new.yaml:30)",
        ),
        (
            "size: 2 kB",
            "size: 3 kB",
            "node template `web`\n  changed: property `size`: 2 kB -> 3 kB (old.yaml:32 -> new.yaml:32)",
        ),
        (
            "c: d",
            "c: e, f: g",
            "node template `web`\n  changed: entry `c` of property `tags`: d -> e (old.yaml:32 -> new.yaml:32)\n  added: entry `f` of property `tags`: g (new.yaml:32)",
        ),
        (
            "[ host: machine ]",
            "[ host: other ]",
            "node template `web`\n  changed: `node` of requirement `host`: machine -> other (old.yaml:33 -> new.yaml:33)",
        ),
        (
            "[ host: machine ]",
            "[ host: machine, host: other ]",
            "node template `web`\n  added: requirement `host` (2) (new.yaml:33)",
        ),
        (
            "primary: start.sh",
            "primary: stop.sh",
            "node template `web`\n  changed: `implementation` of operation `start` of interface `life`: start.sh -> stop.sh (old.yaml:34 -> new.yaml:34)",
        ),
        (
            "default: 1, validation: { $greater_than: [ $value, 0 ] }",
            "default: 2, validation: { $greater_than: [ $value, 1 ] }",
            "input `n`\n  changed: `default`: 1 -> 2 (old.yaml:25 -> new.yaml:25)\n  removed: condition of `validation`: { $greater_than: [ $value, 0 ] } (old.yaml:25)\n  added: condition of `validation`: { $greater_than: [ $value, 1 ] } (new.yaml:25)",
        ),
        (
            "value: { $get_property: [ web, size ] }",
            "value: 1",
            "output `o`\n  changed: `value`: { $get_property: [ web, size ] } -> 1 (old.yaml:26 -> new.yaml:26)",
        ),
        (
            "times: 3",
            "times: 4",
            "policy `k`\n  changed: property `times`: 3 -> 4 (old.yaml:36 -> new.yaml:36)",
        ),
        (
            "call_operation: life.start",
            "call_operation: life.stop",
            "workflow `w`\n  changed: `activities` of step `s`: [ call_operation life.start ] -> [ call_operation life.stop ] (old.yaml:38 -> new.yaml:38)",
        ),
        (
            "groups: {}",
            "relationship_templates: { r: { type: On } }",
            "relationship template `r`\n  added (new.yaml:35)",
        ),
        (
            "count_range: [ 1, 2 ]",
            "count_range: [ 1, 3 ]",
            "node type `App`\n  changed: `count_range` of requirement `host`: { least: 1, most: 2 } -> { least: 1, most: 3 } (old.yaml:19 -> new.yaml:19)",
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(changed(from, to), expected, "{to}");
    }
}

#[test]
fn what_follows_is_not_reported_again() {
    // `Web` inherits the property, and nothing uses `Unused`.
    let output = changed(
        "tags: { type: map, entry_schema: string, required: false }",
        "tags: { type: map, entry_schema: string }",
    );
    assert_eq!(
        output,
        "node type `App`\n  changed: `required` of property `tags`: false -> true (old.yaml:18 -> new.yaml:18)"
    );
    assert_eq!(
        changed(
            "Unused: { properties: { a: { type: integer } } }",
            "Unused: { properties: { a: { type: string } } }"
        ),
        ""
    );
    // An unused type is still there.
    let output = changed("    other: { type: Machine }\n", "");
    assert!(!output.contains("node type"), "{output}");
    // A default applies to nodes, so a node without the property has another value.
    let output = changed(
        "size: { type: Size, default: 1 kB } } }\n  Port",
        "size: { type: Size, default: 9 kB } } }\n  Port",
    );
    assert!(output.contains("capability type `Host`\n  changed: `default` of property `size`: "), "{output}");
    assert!(
        output.contains("node template `machine`\n  changed: property `size` of capability `host`: "),
        "{output}"
    );
}

#[test]
fn profiles_count_without_their_version() {
    let profile = |version: &str, times: u8| {
        format!(
            "tosca_definitions_version: tosca_2_0\nprofile: org.keep:{version}\nnode_types: {{ N: {{ properties: {{ p: {{ type: integer, default: {times} }} }} }} }}\n"
        )
    };
    let service = |version: &str| {
        format!(
            "tosca_definitions_version: tosca_2_0\nimports: [ {{ profile: 'org.keep:{version}', namespace: k }} ]\nservice_template: {{ node_templates: {{ n: {{ type: 'k:N' }} }} }}\n"
        )
    };
    let project = Project::new(&[
        ("p/one.yaml", &profile("1.0", 1)),
        ("p/two.yaml", &profile("2.0", 1)),
        ("a/service.yaml", &service("1.0")),
        ("b/other.yaml", &service("2.0")),
    ]);
    let run = project.run(&["diff", "a/service.yaml", "b/other.yaml", "--profile-path", "p"]).ended(1);
    assert_eq!(run.out, "profile `org.keep`\n  changed: version: 1.0 -> 2.0\n\n1 difference: 1 changed\n");
    project.add("p/two.yaml", profile("2.0", 2));
    let run = project.run(&["diff", "a/service.yaml", "b/other.yaml", "--profile-path", "p"]).ended(1);
    assert!(run.out.contains("node type `org.keep:N`\n  changed: `default` of property `p`: 1 -> 2 (p/one.yaml:3 -> p/two.yaml:3)"), "{}", run.out);
}

#[test]
fn json_has_values_and_places() {
    let project = Project::new(&[
        ("old.yaml", OLD),
        ("new.yaml", &OLD.replace("times: 3", "times: 4")),
        ("start.sh", ""),
    ]);
    let run = project.run(&["diff", "--format", "json", "old.yaml", "new.yaml"]).ended(1);
    let mut document: Value = serde_json::from_str(&run.out).expect("JSON");
    document["tool"].take();
    let side = |file: &str, value: &str| json!({ "value": value, "place": { "file": file, "line": 36 } });
    let expected = json!({
        "format_version": "1.0",
        "tool": null,
        "old": { "path": "old.yaml" },
        "new": { "path": "new.yaml" },
        "summary": { "removed": 0, "added": 0, "changed": 1 },
        "differences": [{
            "act": "changed",
            "kind": "policy",
            "name": "k",
            "member": "property `times`",
            "old": side("old.yaml", "3"),
            "new": side("new.yaml", "4"),
        }],
    });
    assert_eq!(document, expected);
}

#[test]
fn failures_are_reported() {
    let project =
        Project::new(&[("old.yaml", OLD), ("bad.yaml", "tosca_definitions_version: tosca_2_0\na: 1\n")]);
    let run = project.run(&["diff", "old.yaml", "bad.yaml"]).ended(2);
    assert_eq!(run.err, "error: `bad.yaml` has 1 error\nhelp: run `tosca check bad.yaml` to see them\n");
    let run = project.run(&["diff", "old.yaml", "missing.yaml"]).ended(2);
    assert_eq!(run.err, "error: no such file or directory: `missing.yaml`\n");
    let run = project.run(&["diff", "old.yaml", "."]).ended(2);
    assert_eq!(run.err, "error: `.` is a directory\nhelp: pass a single file\n");
    let run = project.run(&["diff", "-", "-"]).ended(2);
    assert_eq!(run.err, "error: only one of the files can be standard input\n");
    let new = OLD.replace("times: 3", "times: 4");
    let run = cli::run(project.command(&["diff", "old.yaml", "-"]), new.as_bytes()).ended(1);
    assert!(run.out.contains("(old.yaml:36 -> <stdin>:36)"), "{}", run.out);
}

#[test]
fn inputs_make_values_of_calls() {
    let text = "\
tosca_definitions_version: tosca_2_0
node_types: { A: { properties: { n: { type: integer } } } }
service_template:
  inputs: { n: { type: integer } }
  node_templates:
    a: { type: A, properties: { n: { $get_input: n } } }
";
    let project = Project::new(&[
        ("old.yaml", text),
        ("new.yaml", &text.replace("{ $get_input: n }", "5")),
        ("four.yaml", "n: 4\n"),
        ("five.yaml", "n: 5\n"),
        ("bad.yaml", "n: a\n"),
    ]);
    let run = |arguments: &[&str]| project.run(&[&["diff"], arguments].concat());
    assert!(run(&["old.yaml", "new.yaml"]).ended(1).out.contains("{ $get_input: n } -> 5"));
    let same_value = run(&["old.yaml", "new.yaml", "--inputs", "five.yaml"]).ended(0);
    assert_eq!(same_value.out, "no differences\n");
    let other = run(&["old.yaml", "new.yaml", "--inputs", "four.yaml"]).ended(1);
    assert!(other.out.contains("changed: property `n`: 4 -> 5"), "{}", other.out);
    // One service with two sets of values.
    let both = ["old.yaml", "old.yaml", "--old-inputs", "four.yaml", "--new-inputs", "five.yaml"];
    assert!(run(&both).ended(1).out.contains("changed: property `n`: 4 -> 5"));
    let twice = run(&["old.yaml", "old.yaml", "--inputs", "four.yaml", "--new-inputs", "five.yaml"]);
    assert!(twice.ended(2).err.contains("cannot be used with"));
    let bad = run(&["old.yaml", "old.yaml", "--inputs", "bad.yaml"]).ended(2);
    assert!(bad.err.contains("run `tosca normalize old.yaml --inputs bad.yaml` to see them"), "{}", bad.err);
}

/// Formatting never changes the meaning: the normal form stays. To the order of its lines.
#[test]
fn formatting_keeps_the_normal_form() {
    use std::sync::Arc;

    use tosca::base::FileId;
    use tosca::host::{Limits, Memory};
    use tosca::internals::format::format;
    use tosca::normalize::{self, UsedTypes};

    let normal = |text: &str| {
        let mut host = Memory::new();
        host.add("file.yaml", text.to_owned());
        let analysis = tosca::check(&host, ["file.yaml"]);
        let file = analysis.graph().files.first()?;
        let model = analysis.model();
        let options =
            normalize::NormalizeOptions { types: UsedTypes::All, ..normalize::NormalizeOptions::default() };
        Some(normalize::model(model, file, options).to_json())
    };
    // All files take minutes: set `TOSCA_ALL=1` after changes of the formatter or the normal form.
    let step = if std::env::var_os("TOSCA_ALL").is_some() { 1 } else { 10 };
    let (mut compared, mut faults) = (0, Vec::new());
    for (name, text) in files_at_hand().into_iter().step_by(step) {
        let Ok(formatted) = format(&Arc::new(text.clone()), FileId(0), &Limits::default()) else { continue };
        if formatted != text {
            let before = normal(&text);
            if before != normal(&formatted) {
                faults.push(name);
            }
            compared += usize::from(before.is_some());
        }
    }
    assert!(faults.is_empty(), "{} files: {}", faults.len(), faults.join("\n"));
    assert!(compared > 500 / step, "{compared} files");
}
