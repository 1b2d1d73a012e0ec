//! Commands take what users write: names of built-in profiles, versions in any order, names of other files.

use std::collections::BTreeSet;

use tosca::diagnostics::find_rule;

use crate::cli::Project;
use crate::harness::read_cases;

const SIMPLE: [&str; 2] = ["org.oasis-open.tosca.simple:1.3", "org.oasis-open.tosca.simple:2.0"];

#[test]
fn profiles_are_compared_by_their_names() {
    let run = Project::new(&[]).run(&["profile", "diff", SIMPLE[0], SIMPLE[1]]).ended(0);
    assert!(run.out.contains("major version bump needed: "), "{}", run.out);
    assert!(run.out.contains("1.3 -> 2.0 is enough"), "{}", run.out);
}

#[test]
fn an_older_version_as_the_second_one_goes_back() {
    let profile = |version: &str| {
        format!("tosca_definitions_version: tosca_2_0\nprofile: a.b:{version}\nnode_types: {{ A: {{}} }}\n")
    };
    let project = Project::new(&[("new.yaml", &profile("1.3")), ("old.yaml", &profile("1.2"))]);
    let run = project.run(&["profile", "diff", "new.yaml", "old.yaml"]).ended(1);
    assert_eq!(run.out, "no version bump needed: no changes; 1.3 -> 1.2 goes back\n");
}

#[test]
fn types_of_a_profile_are_shown_by_its_name() {
    let run = Project::new(&[]).run(&["show", "tosca.nodes.Compute", "--profile", SIMPLE[1]]).ended(0);
    assert!(run.out.starts_with("# node type tosca.nodes.Compute ("), "{}", run.out);
}

#[test]
fn the_version_is_told_with_the_build_and_what_it_supports() {
    let run = Project::new(&[]).run(&["version", "--verbose"]).ended(0);
    for word in ["tosca ", "\nsystem ", "\nbuild ", "\nfeatures ", "\nrules ", "\neditions "] {
        assert!(run.out.contains(word), "{word:?} in {}", run.out);
    }
}

#[test]
fn a_file_of_another_kind_is_not_made_a_directory() {
    let run = Project::new(&[]).run(&["init", "foo.txt"]).ended(2);
    assert!(
        run.err.contains("help: use `foo.yaml` for a file, or `foo.txt/` for a new directory"),
        "{}",
        run.err
    );
}

#[test]
fn results_are_written_to_a_file() {
    let service = "tosca_definitions_version: tosca_2_0\nnode_types: { N: {} }\n\
        service_template: { node_templates: { n: { type: N } }, outputs: { o: { value: 1 } } }\n";
    let project = Project::new(&[("a.yaml", service), ("b.yaml", &service.replace("value: 1", "value: 2"))]);
    project.add("d/a.yaml", service);
    project.run(&["csar", "pack", "d", "-o", "a.csar"]).ended(0);
    for (command, code) in [
        ("check a.yaml", 0),
        ("diff a.yaml b.yaml", 1),
        ("normalize a.yaml", 0),
        ("show N a.yaml", 0),
        ("eval a.yaml", 0),
        ("graph a.yaml", 0),
        ("profile list", 0),
        ("profile show org.oasis-open.tosca.simple:2.0", 0),
        ("profile diff a.yaml b.yaml", 0),
        ("lower a.yaml", 0),
        ("resolve a.yaml", 0),
        ("variants a.yaml", 0),
        ("csar ls a.csar", 0),
        ("csar cat a.csar a.yaml", 0),
        ("explain unknown-type", 0),
        ("explain T04", 0),
        ("rules", 0),
        ("completions fish", 0),
    ] {
        let mut words: Vec<&str> = command.split(' ').collect();
        let printed = project.run(&words).ended(code);
        words.extend(["-o", "result"]);
        let written = project.run(&words).ended(code);
        assert!(written.out.is_empty() && written.err == printed.err, "{command}: {}", written.out);
        let result = std::fs::read_to_string(project.path("result")).expect("a file");
        assert!(result == printed.out, "{command}: {result}");
        words.pop();
        let refused = project.run(&[words, vec!["missing/result"]].concat()).ended(2);
        assert!(refused.err.contains("error: cannot write `missing/result`: "), "{command}: {}", refused.err);
    }
}

#[test]
fn pages_say_how_the_level_is_changed_and_since_when_there_is_a_rule() {
    let run = Project::new(&[]).run(&["explain", "unknown-type"]).ended(0);
    assert!(run.out.contains("unknown-type = { level = \"off\", reason = \"…\" }"), "{}", run.out);
    assert!(run.out.contains("Available since tosca "), "{}", run.out);
}

#[test]
fn the_page_of_no_effect_tells_what_a_selected_node_ignores() {
    let run = Project::new(&[]).run(&["explain", "no-effect"]).ended(0);
    let page = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains("whose only directive is `select`"), "{page}");
    assert!(page.contains("`properties`"), "{page}");
}

#[test]
fn pages_about_hosts_and_cycles_tell_why() {
    for name in ["several-hosts", "lost-host", "property-circle"] {
        let page = Project::new(&[]).run(&["explain", name]).ended(0).out;
        let (_, why) = page.split_once("## Why\n").expect(name);
        let why = why.split("\n## ").next().unwrap_or_default();
        let reason = why.split("This is a").next().unwrap_or_default();
        assert!(reason.split_whitespace().count() >= 20, "{name}: {reason}");
    }
}

/// A page names all levels that cases expect of its rule, unless they set the level.
#[test]
fn pages_name_the_levels_of_their_findings() {
    let mut wrong = BTreeSet::new();
    for case in read_cases().iter().filter(|case| !case.name.starts_with("settings/")) {
        for finding in &case.expected {
            let Some(rule) = find_rule(&finding.slug) else { continue };
            let text = rule.page.split("\n## Example").next().unwrap_or_default();
            let (_, why) = text.split_once("## Why\n").unwrap_or(("", text));
            let is_advice = why.contains("This is advice") && finding.level != "error";
            let levels = why.find("This is a").map_or(why, |start| &why[start..]);
            if !is_advice && !levels.contains(&finding.level) {
                wrong.insert(format!("{} {} in {}", rule.name, finding.level, case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Of files with errors, commands report them; without a result that can be relied on, they say so.
#[test]
fn commands_end_alike_for_files_with_errors() {
    let broken = "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n\
        node_types: { N: {} }\n\
        service_template: { node_templates: { n: { type: N } }, outputs: { o: { value: 1 } } }\n";
    let project = Project::new(&[("a.yaml", broken)]);
    for (command, code) in [
        ("check a.yaml", 1),
        ("check --exit-zero a.yaml", 0),
        ("diff a.yaml a.yaml", 2),
        ("normalize a.yaml", 2),
        ("show N a.yaml", 1),
        ("show M a.yaml", 2),
        ("eval a.yaml", 1),
        ("graph a.yaml", 1),
        ("profile diff a.yaml a.yaml", 1),
        ("lower a.yaml", 1),
        ("resolve a.yaml", 1),
        ("variants a.yaml", 1),
        ("fmt --check a.yaml", 0),
        ("migrate a.yaml", 0),
    ] {
        let run = project.run(&command.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(code), "{command}: {}{}", run.out, run.err);
    }
}

#[test]
fn schemas_of_output_have_identifiers() {
    for name in ["findings", "rules", "statistics"] {
        let text = std::fs::read_to_string(crate::project(&format!("src/cli/schemas/{name}.schema.json")));
        let schema: serde_json::Value = serde_json::from_str(&text.expect("a file")).expect("JSON");
        assert_eq!(schema["$id"], format!("urn:tosca:{name}:1"));
    }
}

#[test]
fn labels_in_pictures_hide_the_lines_behind_them() {
    let file = "tosca_definitions_version: tosca_2_0\ncapability_types: { C: {} }\n\
        relationship_types: { R: {} }\nnode_types:\n  A: { capabilities: { c: C } }\n  \
        B: { requirements: [ r: { capability: C, relationship: R } ] }\nservice_template:\n  node_templates:\n    \
        a: { type: A }\n    b: { type: B, requirements: [ r: a ] }\n";
    let run = Project::new(&[("a.yaml", file)]).run(&["graph", "--format", "svg", "a.yaml"]).ended(0);
    assert!(run.out.contains("<rect class=\"lb\""), "{}", run.out);
    let rules = run.out.lines().filter(|line| line.contains(".lb"));
    assert!(rules.clone().any(|rule| rule.contains("fill:#ffffff")), "{}", run.out);
    assert!(!rules.into_iter().any(|rule| rule.contains("opacity")), "{}", run.out);
}

#[test]
fn the_released_program_has_no_tables_of_lines() {
    let manifest = std::fs::read_to_string(crate::project("Cargo.toml")).expect("a file");
    let release = manifest.split("[profile.release]").nth(1).expect("a profile");
    assert!(release.split("\n[").next().is_some_and(|profile| profile.contains("strip = true")));
}
