//! `tosca diff` compares the meaning of two files, not their notation (`difference/*.md`).

use serde_json::{Value, json};

use crate::cli::{self, Project};
use crate::harness::markdown::CaseFile;
use crate::pairs::{self, Reported};
use crate::printer::files_at_hand;

/// Returns the context of the cases about a service.
fn service() -> String {
    let text = crate::text_of("grammar-tests/suite/difference/service.md");
    pairs::context_of(&text).expect("a context").remove(0).1
}

/// Returns the output for two versions of a file.
fn differences(old: &[CaseFile], new: &[CaseFile]) -> Reported {
    let scripts = ["start.sh", "stop.sh"];
    let scripts = scripts.map(|name| CaseFile { name: name.to_owned(), content: Vec::new() });
    crate::dump_pair(&[old, &scripts].concat(), &[new, &scripts].concat());
    let project = Project::new(&[("start.sh", ""), ("stop.sh", "")]);
    for (path, files) in [("old.yaml", old), ("new.yaml", new)] {
        let [file] = files else { panic!("several files") };
        project.add(path, &file.content);
    }
    let run = project.run(&["diff", "old.yaml", "new.yaml"]);
    assert_eq!(run.err, "");
    assert_eq!(run.code, Some(i32::from(run.out != "no differences\n")), "{}", run.out);
    Reported { text: run.out, has_errors: false }
}

#[test]
fn cases() {
    pairs::check_all("grammar-tests/suite/difference", differences);
}

#[test]
fn formatting_makes_no_difference() {
    let old = service();
    let project = Project::new(&[("old.yaml", &old), ("start.sh", "")]);
    let formatted =
        cli::run(project.command(&["fmt", "--order", "standard", "-"]), old.as_bytes()).ended(0).out;
    assert_ne!(formatted, old);
    let file = |text: String| CaseFile { name: "main.yaml".to_owned(), content: text.into() };
    assert_eq!(differences(&[file(old)], &[file(formatted)]).text, "no differences\n");
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
    let old = service();
    let new = old.replace("times: 3", "times: 4");
    let project = Project::new(&[("old.yaml", &old), ("new.yaml", &new), ("start.sh", "")]);
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
    let old = service();
    let project =
        Project::new(&[("old.yaml", &old), ("bad.yaml", "tosca_definitions_version: tosca_2_0\na: 1\n")]);
    let run = project.run(&["diff", "old.yaml", "bad.yaml"]).ended(2);
    let help = "help: run `tosca check bad.yaml` to see them, or compare the readable parts with `--force`";
    assert_eq!(run.err, format!("error: `bad.yaml` has 1 error\n{help}\n"));
    let run = project.run(&["diff", "bad.yaml", "bad.yaml", "--force"]).ended(1);
    let warning = "warning: `bad.yaml` has 1 error; only its readable parts are compared\n";
    assert_eq!((run.out.as_str(), run.err), ("no differences\n", warning.repeat(2)));
    assert!(project.run(&["diff", "old.yaml", "bad.yaml", "--force"]).ended(1).out.contains("removed"));
    let run = project.run(&["diff", "old.yaml", "missing.yaml"]).ended(2);
    assert_eq!(run.err, "error: no such file or directory: `missing.yaml`\n");
    let run = project.run(&["diff", "old.yaml", "."]).ended(2);
    assert_eq!(run.err, "error: `.` is a directory\nhelp: pass a single file\n");
    let run = project.run(&["diff", "-", "-"]).ended(2);
    assert_eq!(run.err, "error: only one of the files can be standard input\n");
    let new = old.replace("times: 3", "times: 4");
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
    use tosca::internals::format::{FormatOptions, Order, format};
    use tosca::normalize::{self, IncludedTypes};

    let normal = |text: &str| {
        let mut host = Memory::new();
        host.add("file.yaml", text.to_owned());
        let analysis = tosca::check(&host, ["file.yaml"]);
        let file = analysis.graph().files.first()?;
        let model = analysis.model();
        let options = normalize::NormalizeOptions {
            types: IncludedTypes::All,
            ..normalize::NormalizeOptions::default()
        };
        Some(normalize::model(model, file, options).to_json())
    };
    // All files take minutes: set `TOSCA_ALL=1` after changes of the formatter or the normal form.
    let step = if std::env::var_os("TOSCA_ALL").is_some() { 1 } else { 10 };
    let sorted = FormatOptions { order: Order::Standard, ..FormatOptions::default() };
    let (mut compared, mut faults) = (0, Vec::new());
    for (name, text) in files_at_hand().into_iter().step_by(step) {
        let Ok(formatted) = format(&Arc::new(text.clone()), FileId(0), &Limits::default(), &sorted) else {
            continue;
        };
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
