//! `tosca profile diff`: the impact of each kind of change (`compatibility/*.md`), the version bump needed, and the
//! output.

use camino::Utf8Path;
use serde_json::json;
use tosca::Analysis;
use tosca::diagnostics::Level;
use tosca::host::Memory;
use tosca::internals::compatibility::{Bump, Change, ReleaseVersion, compare, needed};

use crate::cli::Project;
use crate::harness::markdown::CaseFile;
use crate::pairs::{self, Reported};

// ── impact ──

/// Lists the changes between two profiles, one per line, as `impact: definition: what`. `(+2)` is the number of
/// derived types that inherit the change.
fn changes(old: &[CaseFile], new: &[CaseFile]) -> Reported {
    let analysis = |files: &[CaseFile]| {
        let mut host = Memory::new();
        for file in files {
            host.add(&file.name, file.content.clone());
        }
        tosca::check(&host, [&files[0].name])
    };
    let has_errors = |analysis: &Analysis| {
        analysis.diagnostics().iter().any(|diagnostic| diagnostic.level == Level::Error)
    };
    crate::dump_pair(old, new);
    let (old, new) = (analysis(old), analysis(new));
    let line = |change: &Change| {
        let heirs = if change.heirs > 0 { format!(" (+{})", change.heirs) } else { String::new() };
        format!("{}: {}: {}{heirs}", change.impact.name(), change.definition(), change.sentence())
    };
    let lines: Vec<String> = compare(old.model(), new.model()).iter().map(line).collect();
    let text = if lines.is_empty() { "no changes".to_owned() } else { lines.join("\n") };
    Reported { text, has_errors: has_errors(&old) || has_errors(&new) }
}

#[test]
fn cases() {
    pairs::check_all("grammar-tests/suite/compatibility", changes);
}

// ── versions ──

#[track_caller]
fn version(name: &str, expected: Option<&str>) {
    let version = ReleaseVersion::from_file_name(Utf8Path::new(name));
    assert_eq!(version.map(|version| version.text).as_deref(), expected, "{name}");
}

#[test]
fn versions_of_files() {
    version("v1/Chassis.v1_20_4.yaml", Some("1.20.4"));
    version("odata.4.0.0.yaml", Some("4.0.0"));
    version("redfish-schema-v1.yaml", Some("1"));
    version("profile-1.2.0.beta-3.yml", Some("1.2.0.beta-3"));
    version("org/things/2.5", Some("2.5"));
    version("Chassis.yaml", None);
    version("port-8080.yaml", None);
    version("v1.yaml/", Some("1"));
    version("9999999999999999999999.0.yaml", None);
}

#[test]
fn bumps() {
    let read = |text: &str| ReleaseVersion::from_file_name(Utf8Path::new(text)).expect("a version");
    for (old, new, expected) in [
        ("1.2", "2.0", Some(Bump::Major)),
        ("1.2", "1.3", Some(Bump::Minor)),
        ("1.2", "1.2.1", Some(Bump::Patch)),
        ("1.2.0", "1.2.0.rc-1", Some(Bump::Patch)),
        ("1.2", "1.2.0", Some(Bump::None)),
        ("1.10", "1.9", None),
        ("2.0", "1.9", None),
    ] {
        assert_eq!(Bump::between(&read(old), &read(new)), expected, "{old} -> {new}");
    }
    assert_eq!(Bump::Major.from(Some(&read("0.3"))), Bump::Minor);
    assert_eq!(Bump::Major.from(Some(&read("1.3"))), Bump::Major);
    assert_eq!(Bump::Major.from(None), Bump::Major);
    assert_eq!(needed(&[]), Bump::None);
}

// ── the command ──

const OLD: &str = "\
tosca_definitions_version: tosca_2_0
profile: org.example.shop:1.2
node_types:
  Server:
    description: Anything that listens
    properties:
      port: { type: integer, default: 80 }
      size: { type: string }
  WebServer:
    derived_from: Server
";

const NEW: &str = "\
tosca_definitions_version: tosca_2_0
profile: org.example.shop:1.3
node_types:
  Server:
    description: Whatever listens
    properties:
      port: { type: integer, default: 8080 }
      name: { type: string, required: false }
  WebServer:
    derived_from: Server
";

fn project() -> Project {
    Project::new(&[("old.yaml", OLD), ("new.yaml", NEW), ("service.txt", "no TOSCA")])
}

#[test]
fn full_groups_changes_by_definition() {
    let run = project().run(&["profile", "diff", "old.yaml", "new.yaml"]).ended(1);
    assert_eq!(
        run.out,
        "\
node type `Server`
  breaking: property `size` was removed (1 other type inherits it)
    old.yaml:8
    assignments fail: the name is unknown
  addition: property `port` has the default `8080` instead of `80` (1 other type inherits it)
    old.yaml:7 -> new.yaml:7
    existing uses remain valid; unassigned ones get a different value
  addition: property `name` was added (1 other type inherits it)
    new.yaml:8
    it is not required
  compatible: description changed (old.yaml:5 -> new.yaml:5)

major version bump needed: 1 breaking change, 2 additions, 1 compatible change; 1.2 -> 1.3 is only a minor bump
"
    );
    assert_eq!(run.err, "");
}

#[test]
fn concise_is_one_line_a_change() {
    let run = project().run(&["profile", "diff", "--format", "concise", "old.yaml", "new.yaml"]).ended(1);
    assert_eq!(
        run.out,
        "\
old.yaml:8: breaking: node type `Server`: property `size` was removed
new.yaml:7: addition: node type `Server`: property `port` has the default `8080` instead of `80`
new.yaml:8: addition: node type `Server`: property `name` was added
new.yaml:5: compatible: node type `Server`: description changed
major version bump needed: 1 breaking change, 2 additions, 1 compatible change; 1.2 -> 1.3 is only a minor bump
"
    );
}

#[test]
fn json_is_one_document() {
    let run = project().run(&["profile", "diff", "--format", "json", "old.yaml", "new.yaml"]).ended(1);
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("one JSON document");
    assert_eq!(document["format_version"], "1.0");
    assert_eq!(document["old"], json!({ "path": "old.yaml", "version": "1.2", "errors": 0 }));
    assert_eq!(
        document["summary"],
        json!({ "bump": "major", "enough": false, "breaking": 1, "additions": 2, "compatible": 1 })
    );
    assert_eq!(
        document["changes"][1],
        json!({
            "impact": "addition",
            "act": "changed",
            "keyname": "default",
            "kind": "node type",
            "name": "Server",
            "member": "property `port`",
            "what": "has the default `8080` instead of `80`",
            "why": "existing uses remain valid; unassigned ones get a different value",
            "old": { "file": "old.yaml", "line": 7, "column": 39 },
            "new": { "file": "new.yaml", "line": 7, "column": 39 },
            "inherited_by": 1,
            "renamed_to": null,
        })
    );
}

#[test]
fn the_exit_code_says_whether_the_version_is_enough() {
    let run = |old: &str, new: &str, code: i32| {
        let project = Project::new(&[("old.yaml", old), ("new.yaml", new)]);
        project.run(&["profile", "diff", "old.yaml", "new.yaml"]).ended(code)
    };
    let with = |text: &str, version: &str| {
        let (head, rest) = text.split_once("profile: ").expect("a profile");
        let (_, rest) = rest.split_once('\n').expect("a line");
        format!("{head}profile: org.example.shop{version}\n{rest}")
    };
    run(OLD, &with(NEW, ":2.0"), 0);
    run(OLD, &with(NEW, ":1.1"), 1);
    run(OLD, OLD, 0);
    run(&with(OLD, ":0.2"), &with(NEW, ":0.3"), 0);
    run(&with(OLD, ":v1"), &with(NEW, ":v2"), 0);
    let of_url = |text: &str| text.replace("profile: org.example.shop:", "profile: http://example.com/shop/");
    assert!(run(&of_url(OLD), &of_url(NEW), 1).out.ends_with("; 1.2 -> 1.3 is only a minor bump\n"));
    let text = OLD.replace("Anything", "Something");
    assert!(
        run(OLD, &text, 1)
            .out
            .ends_with("patch version bump needed: 1 compatible change; 1.2 -> 1.2 is the same version\n")
    );
    // Without versions there is no bump to compare with.
    let free = run(&with(OLD, ""), &with(NEW, ""), 0);
    assert!(
        free.out
            .ends_with("\nmajor version bump needed: 1 breaking change, 2 additions, 1 compatible change\n")
    );
}

#[test]
fn the_version_may_stand_in_the_file_name() {
    let bare = |text: &str| {
        text.lines()
            .filter(|line| !line.starts_with("profile"))
            .fold(String::new(), |all, line| all + line + "\n")
    };
    let project = Project::new(&[("a.v1_2_0.yaml", &bare(OLD)), ("a.v1_3_0.yaml", &bare(NEW))]);
    let run = project.run(&["profile", "diff", "a.v1_2_0.yaml", "a.v1_3_0.yaml"]).ended(1);
    assert!(run.out.ends_with("; 1.2.0 -> 1.3.0 is only a minor bump\n"), "{}", run.out);
}

#[test]
fn directories_are_profiles_too() {
    let project = Project::new(&[
        ("1.2/nodes.yaml", OLD),
        ("1.3/nodes.yaml", NEW),
        (
            "1.2/data.yaml",
            "tosca_definitions_version: tosca_2_0\ndata_types: { D: { derived_from: string } }\n",
        ),
    ]);
    let run = project.run(&["profile", "diff", "--format", "concise", "1.2", "1.3"]).ended(1);
    assert!(run.out.starts_with("1.2/data.yaml:2: breaking: data type `D` was removed\n"), "{}", run.out);
}

#[test]
fn wrong_usage() {
    let run = project().run(&["profile", "diff", "old.yaml", "none.yaml"]).ended(2);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", "error: no such file or directory: `none.yaml`\n"));
    let run = project().run(&["profile", "diff", "old.yaml", "service.txt"]).ended(2);
    assert_eq!(run.err, "error: `service.txt` has no TOSCA 2.0 files\n");
    project().run(&["profile", "diff", "old.yaml"]).ended(2);
    project().run(&["profile"]).ended(2);
}

#[test]
fn faulty_profiles_are_compared_as_far_as_they_can_be_read() {
    let faulty = format!("{NEW}  Broken: {{ propertys: {{}} }}\n");
    let project = Project::new(&[("old.yaml", OLD), ("new.yaml", &faulty)]);
    let run = project.run(&["profile", "diff", "old.yaml", "new.yaml"]).ended(1);
    assert_eq!(
        run.err,
        "warning: `new.yaml` has errors, and only its readable parts are compared; run `tosca check` to see them\n"
    );
    assert!(run.out.contains("node type `Broken`\n  addition: was added\n"), "{}", run.out);
}

#[test]
fn anything_can_be_compared_with_anything() {
    let mut texts: Vec<String> = Vec::new();
    for (_, example, fixed) in crate::harness::read_pages() {
        for case in [example, fixed].into_iter().flatten() {
            texts.extend(
                case.files.first().map(|file| String::from_utf8_lossy(file.content.as_ref()).into_owned()),
            );
        }
    }
    let analyses: Vec<tosca::Analysis> = texts
        .iter()
        .map(|text| {
            let mut host = Memory::new();
            host.add("p.yaml", text.clone());
            tosca::check(&host, ["p.yaml"])
        })
        .collect();
    for (one, other) in analyses.iter().zip(analyses.iter().skip(1)) {
        let _ = compare(one.model(), other.model());
        let _ = compare(other.model(), one.model());
        let same = compare(one.model(), one.model());
        assert!(same.is_empty(), "{same:?}");
    }
}

// ── examples ──

#[test]
fn an_example_is_valid_with_the_old_version_only() {
    let project = project();
    let run = project.run(&["profile", "diff", "--example", "old.yaml", "new.yaml"]).ended(1);
    assert_eq!(run.err, "");
    assert!(
        run.out.starts_with(
            "# Valid with `old.yaml`, invalid with `new.yaml`:\n\
             # node type `Server`: property `size` was removed\n\
             # line "
        ),
        "{}",
        run.out
    );
    project.add("example.yaml", &run.out);
    project.run(&["check", "example.yaml"]).ended(0);
    project.add("example.yaml", run.out.replace("\"old.yaml\"", "\"new.yaml\""));
    let checked = project.run(&["check", "--format", "concise", "example.yaml"]).ended(1);
    for line in run.out.lines().filter_map(|line| line.strip_prefix("# line ")) {
        let (number, error) = line.split_once(": ").expect("a line and an error");
        let is_it = |found: &str| {
            let error = error.replacen("]: ", "] ", 1);
            found.starts_with(&format!("example.yaml:{number}:")) && found.ends_with(&error)
        };
        assert!(checked.out.lines().any(is_it), "{line} is not in\n{}", checked.out);
    }
}

#[test]
fn an_example_imports_all_files_of_a_directory() {
    let part = |field: &str| {
        format!(
            "tosca_definitions_version: tosca_2_0\nnode_types: {{ A: {{ properties: {{ {field} }} }} }}\n"
        )
    };
    let other = "tosca_definitions_version: tosca_2_0\nnode_types: { B: {} }\n";
    let project = Project::new(&[
        ("one/a.yaml", &part("p: { type: integer }")),
        ("one/b.yaml", other),
        ("two/a.yaml", &part("p: { type: integer, validation: { $less_than: [ $value, 5 ] } }")),
        ("two/b.yaml", other),
    ]);
    let run = project.run(&["profile", "diff", "--example", "one", "two"]).ended(0);
    assert!(run.out.contains("imports: [ \"a.yaml\", \"b.yaml\" ]"), "{}", run.out);
    assert!(run.out.contains("does not satisfy"), "{}", run.out);
}

#[test]
fn there_may_be_no_example() {
    let project = project();
    let run = project.run(&["profile", "diff", "--example", "old.yaml", "old.yaml"]).ended(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", "no breaking changes\n"));
    // Readers of an attribute may get other values, but every file remains valid.
    let attribute = |values: &str| {
        format!(
            "tosca_definitions_version: tosca_2_0\nnode_types:\n  N:\n    attributes: {{ a: {{ type: integer, validation: {{ $less_than: [ $value, {values} ] }} }} }}\n"
        )
    };
    project.add("narrow.yaml", attribute("5"));
    project.add("wide.yaml", attribute("50"));
    let run = project.run(&["profile", "diff", "--example", "narrow.yaml", "wide.yaml"]).ended(0);
    assert_eq!(run.out, "");
    assert!(
        run.err.starts_with("no example found; the first breaking change is: node type `N`: "),
        "{}",
        run.err
    );
    assert!(
        project
            .run(&["profile", "diff", "--example", "--format", "json", "old.yaml", "new.yaml"])
            .ended(2)
            .err
            .contains("cannot be used with")
    );
}
