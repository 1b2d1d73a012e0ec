//! What the commands make of a variable service template: pictures, tables, samples, exports.

use std::fmt::Write as _;

use crate::cli::Project;

/// A service with alternatives, a conditional group, and presets.
const SHOP: &str = include_str!("family/shop.yaml");

fn project() -> Project {
    Project::new(&[("shop.yaml", SHOP)])
}

#[test]
fn a_value_of_a_family_is_refused() {
    let run = project().run(&["eval", "shop.yaml", "1"]).ended(2);
    assert!(run.out.is_empty(), "{}", run.out);
    assert!(run.err.contains("`shop.yaml` has several variants; choose one"), "{}", run.err);
    assert!(run.err.contains("--preset` or `-i`"), "{}", run.err);
    // A variant has values.
    let project = project();
    project.run(&["resolve", "shop.yaml", "-i", "mode=dev", "-o", "dev.yaml"]).ended(0);
    assert_eq!(project.run(&["eval", "dev.yaml", "1"]).ended(0).out, "1\n");
}

/// A setting is the mode of templates without options, for all commands.
#[test]
fn a_mode_can_be_set_for_a_project() {
    let template = "tosca_definitions_version: tosca_variability_1_0_rc_1\ntopology_template:\n  variability:\n    \
        inputs: { x: { type: boolean } }\n  node_templates:\n    app: { type: tosca.nodes.Root, requirements: [ \
        dependency: { node: db, capability: feature } ] }\n    db: { type: tosca.nodes.Compute, conditions: { \
        get_variability_input: x } }\n";
    let project = Project::new(&[("service.yaml", template)]);
    let run = project.run(&["check", "service.yaml"]).ended(1);
    assert!(run.out.contains("dangling-relation"), "{}", run.out);
    project.run(&["check", "service.yaml", "--variability-mode", "consistent-strict"]).ended(0);
    project.run(&["resolve", "service.yaml", "-i", "x=false"]).ended(2);
    project.add("tosca.toml", "variability-mode = \"consistent-strict\"\n");
    project.run(&["check", "service.yaml"]).ended(0);
    let run = project.run(&["resolve", "service.yaml", "-i", "x=false"]).ended(0);
    assert!(!run.out.contains("dependency"), "{}", run.out);
    project.run(&["variants", "service.yaml", "--check-each"]).ended(0);
    let run =
        project.run(&["resolve", "service.yaml", "-i", "x=false", "--explain", "app.dependency"]).ended(0);
    assert!(run.out.contains("by pruning, present only if its source and target are present"), "{}", run.out);
    let run = project.run(&["graph", "service.yaml"]).ended(0);
    assert!(run.out.contains("if its target is present"), "{}", run.out);
}

#[test]
fn a_picture_of_a_family_shows_conditions_and_alternatives() {
    for (format, extension) in [("mermaid", "mmd"), ("dot", "dot"), ("svg", "svg")] {
        let run = project().run(&["graph", "shop.yaml", "--format", format]).ended(0);
        crate::generated(&format!("grammar-tests/suite/family/shop.{extension}"), &run.out);
        assert!(run.out.contains("if not production"), "{}", run.out);
        assert!(run.out.contains("alternative if production"), "{}", run.out);
        assert!(run.out.contains("watched if monitored"), "{}", run.out);
    }
}

#[test]
fn requirements_that_can_both_be_present_are_no_alternatives() {
    let both = SHOP.replacen("{ not: { get_variability_condition: production } }", "true", 1);
    let project = Project::new(&[("shop.yaml", &both)]);
    let out = project.run(&["graph", "shop.yaml"]).out;
    assert!(out.contains("if production") && !out.contains("alternative"), "{out}");
}

#[test]
fn a_picture_of_a_variant_has_only_its_elements() {
    let project = project();
    project.add("values.yaml", "mode: prod\n");
    let shown = |arguments: &[&str]| project.run(&[&["graph", "shop.yaml"], arguments].concat()).ended(0).out;
    let (development, production) = (shown(&["-i", "mode=dev"]), shown(&["--preset", "production"]));
    assert!(development.contains("laptop") && !development.contains("cluster"), "{development}");
    assert!(production.contains("cluster") && production.contains("monitor"), "{production}");
    assert!(!shown(&["--inputs", "values.yaml"]).contains("laptop"));
    for picture in [development, production] {
        assert!(!picture.contains(" if ") && !picture.contains("conditional"), "{picture}");
    }
    let run = project.run(&["graph", "shop.yaml", "-i", "mode=test"]).ended(2);
    assert!(run.out.is_empty() && run.err.contains("T1113"), "{}", run.err);
    let run = project.run(&["graph", "shop.yaml", "-i", "monitored=true"]).ended(2);
    assert!(run.err.contains("variability input `mode` has no value"), "{}", run.err);
}

#[test]
fn inputs_of_variants_ask_for_a_variant() {
    let project = project();
    project.add("values.yaml", "mode: prod\n");
    let run = project.run(&["check", "shop.yaml", "--inputs", "values.yaml"]).ended(1);
    assert!(run.out.contains("variability input: selects a variant"), "{}", run.out);
    assert!(run.out.contains("tosca resolve shop.yaml --inputs FILE -o variant.yaml"), "{}", run.out);
    // Other inputs are still unknown.
    project.add("values.yaml", "node: prod\n");
    let run = project.run(&["check", "shop.yaml", "--inputs", "values.yaml"]).ended(1);
    assert!(run.out.contains("unknown input `node`") && !run.out.contains("tosca resolve"), "{}", run.out);
    for flag in ["-i", "--preset"] {
        let run = project.run(&["check", "shop.yaml", flag, "mode=prod"]).ended(2);
        assert!(run.err.contains(&format!("help: use `tosca resolve {flag}`")), "{}", run.err);
    }
}

fn variants(arguments: &[&str]) -> String {
    project().run(&[&["variants", "shop.yaml"], arguments].concat()).ended(0).out
}

fn variants_as_json(arguments: &[&str]) -> serde_json::Value {
    let text = variants(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn decided_inputs_restrict_the_variants() {
    assert_eq!(variants(&[]), "4 variants, from 4 combinations of values\n");
    assert_eq!(variants(&["-i", "mode=prod"]), "2 variants, from 2 combinations of values\n");
    assert_eq!(variants(&["--preset", "production"]), "1 variant, from 1 combination of values\n");
    // A default decides nothing, and an argument counts more than a preset.
    assert_eq!(
        variants(&["--preset", "production", "-i", "monitored=false", "--list", "9"]),
        "# variant 1\nmode: prod\nmonitored: false  # default\n"
    );
    let listed = variants_as_json(&["-i", "mode=dev", "--count", "--list", "9"]);
    assert_eq!(listed["count"]["variants"], 2);
    assert_eq!(listed["given"], serde_json::json!({ "mode": "dev" }));
    for variant in listed["variants"].as_array().expect("variants") {
        assert_eq!(variant["inputs"]["mode"], "dev");
    }
    let run = project().run(&["variants", "shop.yaml", "-i", "mode=test"]).ended(2);
    assert!(run.err.contains("T1113") && run.out.is_empty(), "{}", run.err);
    let run = project().run(&["variants", "shop.yaml", "--preset", "produktion"]).ended(2);
    assert!(run.err.contains("did you mean `production`?"), "{}", run.err);
}

#[test]
fn a_matrix_shows_elements_and_variants() {
    let matrix = variants(&["--matrix"]);
    crate::generated("grammar-tests/suite/family/matrix.txt", &matrix);
    let row = |name: &str| matrix.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    let signs = |name: &str| row(name).split_whitespace().skip(1).collect::<String>();
    assert_eq!(signs("shop.host.0"), signs("laptop"));
    assert_eq!(signs("cluster").replace('x', "o").replace('-', "x").replace('o', "-"), signs("laptop"));
    assert!(row("shop ").is_empty() && matrix.contains("1 more element in all"), "{matrix}");
}

#[test]
fn elements_are_counted_and_grouped() {
    let summary = variants_as_json(&["--elements"]);
    let element = |name: &str| {
        let elements = summary["elements"].as_array().expect("elements");
        elements.iter().find(|element| element["name"] == name).expect("the element").clone()
    };
    assert_eq!(element("shop")["present"], "always");
    assert_eq!((&element("cluster")["variants"], &element("cluster")["share"]), (&2.into(), &0.5.into()));
    assert_eq!(element("monitor")["variants"], 1);
    assert_eq!(element("cluster")["same_as"], "shop.host.1");
    assert_eq!(element("monitor.host")["same_as"], "monitor");
    assert_eq!(element("watched")["same_as"], serde_json::Value::Null);
    // Under a decision, other elements occur together.
    let summary = variants_as_json(&["--elements", "-i", "mode=prod"]);
    let elements = summary["elements"].as_array().expect("elements").clone();
    let watched = elements.iter().find(|element| element["name"] == "watched").expect("the group");
    assert_eq!(watched["same_as"], "monitor");
    assert!(variants(&["--elements"]).contains("monitor       25 % (1 variant)\n"));
}

#[test]
fn what_is_decided_and_open_is_listed() {
    assert_eq!(
        variants(&["--open", "-i", "mode=dev"]),
        "\
decided inputs:
  mode  dev
open inputs:
  monitored  false or true
present elements:
  shop
  shop.host.0
  laptop
absent elements:
  shop.host.1
  cluster
  monitor
  monitor.host
open elements:
  watched  if monitored
"
    );
    // An input may lose its effect.
    let without_group = SHOP.split("  groups:").next().expect("a template");
    let project = Project::new(&[("shop.yaml", without_group)]);
    let run = project.run(&["variants", "shop.yaml", "--open", "-i", "mode=dev"]).ended(0);
    assert!(run.out.contains("inputs without effect:\n  monitored\n"), "{}", run.out);
    let run = project.run(&["variants", "shop.yaml", "--open"]).ended(0);
    assert!(!run.out.contains("without effect"), "{}", run.out);
}

#[test]
fn each_variant_is_written_and_can_be_resolved_again() {
    let project = project();
    project.run(&["variants", "shop.yaml", "--write-each", "all", "-i", "mode=prod"]).ended(0);
    for number in [1, 2] {
        let (file, inputs) =
            (format!("all/variant-{number}.yaml"), format!("all/variant-{number}.inputs.yaml"));
        let resolved = project.run(&["resolve", "shop.yaml", "--inputs", &inputs]).ended(0).out;
        assert_eq!(std::fs::read_to_string(project.path(&file)).expect("a variant"), resolved);
        project.run(&["check", &file]).ended(0);
    }
    assert!(!project.path("all/variant-3.yaml").exists());
    // A variant with errors is not written.
    project.add(
        "shop.yaml",
        SHOP.replace(
            "  - host: { node: cluster, conditions: { get_source_presence: SELF } }",
            "  - host: { node: cluster }",
        ),
    );
    let run = project.run(&["variants", "shop.yaml", "--write-each", "some"]).ended(1);
    assert!(run.err.contains("variant 1 was not written: [dangling-relation]"), "{}", run.err);
    assert!(!project.path("some/variant-1.yaml").exists() && project.path("some/variant-4.yaml").exists());
}

/// Returns the sample of `strength` of a template with `count` independent elements, as strings of `x` and `-`.
fn sample_of_independent(count: usize, strength: &str) -> Vec<String> {
    let mut text = String::from(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n",
    );
    for number in 0..count {
        let _ = writeln!(text, "      i{number}: {{ type: boolean }}");
    }
    text.push_str("  node_templates:\n");
    for number in 0..count {
        let _ = writeln!(
            text,
            "    n{number}: {{ type: tosca.nodes.Compute, conditions: {{ get_variability_input: i{number} }} }}"
        );
    }
    let project = Project::new(&[("family.yaml", &text)]);
    let out =
        project.run(&["variants", "family.yaml", "--sample", strength, "--format", "json"]).ended(0).out;
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let variants = document["variants"].as_array().expect("variants").iter().map(|variant| {
        let present: Vec<&str> =
            variant["present"].as_array().expect("names").iter().filter_map(|name| name.as_str()).collect();
        (0..count).map(|number| if present.contains(&&*format!("n{number}")) { 'x' } else { '-' }).collect()
    });
    variants.collect()
}

#[test]
fn samples_cover_all_combinations_of_elements_with_few_variants() {
    // The sizes of the smallest known covering arrays of 10 columns with two values are 2, 6 and 12.
    for (strength, name, known, most) in [(1, "elements", 2, 2), (2, "pairs", 6, 9), (3, "triples", 12, 18)] {
        let sample = sample_of_independent(10, name);
        assert!((known..=most).contains(&sample.len()), "{name}: {}", sample.len());
        let mut covered = std::collections::BTreeSet::new();
        for row in &sample {
            let signs: Vec<char> = row.chars().collect();
            for first in 0..10 {
                for second in first..10 {
                    for third in second..10 {
                        covered.insert([
                            (first, signs[first]),
                            (second, signs[second]),
                            (third, signs[third]),
                        ]);
                    }
                }
            }
        }
        let of = |columns: &[usize]| {
            let is_of = |tuple: &&[(usize, char); 3]| {
                tuple.iter().map(|(column, _)| *column).eq(columns.iter().copied())
            };
            covered.iter().filter(is_of).count()
        };
        assert_eq!(of(&[2, 2, 2]), 2);
        if strength >= 2 {
            assert!((0..9).all(|column| of(&[column, column + 1, column + 1]) == 4), "{name}");
        }
        if strength == 3 {
            assert!((0..8).all(|column| of(&[column, column + 1, column + 2]) == 8), "{name}");
        }
    }
}

#[test]
fn each_of_several_requirements_can_be_explained() {
    let project = project();
    let explained = |name: &str| project.run(&["resolve", "shop.yaml", "-i", "mode=prod", "--explain", name]);
    let run = explained("shop.host").ended(0);
    assert!(run.err.contains("`shop.host` is `shop.host.0` and `shop.host.1`"), "{}", run.err);
    assert!(
        run.out.contains("(index 0) of `shop` is absent")
            && run.out.contains("(index 1) of `shop` is present")
    );
    for name in ["shop.host.1", "shop.1"] {
        let run = explained(name).ended(0);
        assert!(
            run.out.starts_with("requirement assignment `host` (index 1) of `shop` is present"),
            "{}",
            run.out
        );
        assert!(!run.out.contains("index 0") && run.err.is_empty(), "{}", run.err);
    }
    assert!(explained("shop.host.2").ended(2).err.contains("unknown element `shop.host.2`"));
    let run = project.run(&[
        "resolve",
        "shop.yaml",
        "-i",
        "mode=prod",
        "--explain",
        "monitor.host",
        "--format",
        "json",
    ]);
    let document: serde_json::Value = serde_json::from_str(&run.ended(0).out).expect("JSON");
    assert_eq!((&document[0]["element"], &document[0]["present"]), (&"monitor.host".into(), &false.into()));
    let reason = &document[0]["because"][0]["because"][0];
    assert_eq!(reason["text"], "node template `monitor` is absent");
    assert_eq!(reason["location"]["line"], 25);
    assert!(project.run(&["resolve", "shop.yaml", "--format", "json"]).ended(2).err.contains("--explain"));
}

/// Returns the texts at the labels of the only finding of the rule `name`, except its own.
fn labels_of(text: &str, name: &str) -> Vec<String> {
    let project = Project::new(&[("family.yaml", text)]);
    let out = project.run(&["check", "family.yaml", "--format", "json"]).out;
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let findings = document["diagnostics"].as_array().expect("findings").iter();
    let findings: Vec<&serde_json::Value> = findings.filter(|finding| finding["slug"] == name).collect();
    assert_eq!(findings.len(), 1, "{out}");
    let byte =
        |place: &serde_json::Value| usize::try_from(place["byte"].as_u64().expect("a byte")).expect("a byte");
    let labels = findings[0]["secondary"].as_array().expect("labels").iter();
    labels.map(|label| text[byte(&label["start"])..byte(&label["end"])].to_owned()).collect()
}

#[test]
fn an_element_that_is_never_present_shows_the_conditions_that_exclude_each_other() {
    let family = |conditions: &str, others: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n      \
             a: {{ type: boolean }}\n      b: {{ type: boolean }}\n      c: {{ type: boolean }}\n    expressions:\n      \
             is_a: {{ get_variability_input: a }}\n  node_templates:\n    dead: {{ type: tosca.nodes.Compute, \
             conditions: {conditions} }}\n{others}"
        )
    };
    let labels = |conditions: &str, others: &str| labels_of(&family(conditions, others), "never-present");
    // What has nothing to do with it is not marked.
    let [a, b, c] = ["a", "b", "c"].map(|name| format!("{{ get_variability_input: {name} }}"));
    let not_a = format!("{{ not: {a} }}");
    let node = |name: &str, conditions: &str| {
        format!("    {name}: {{ type: tosca.nodes.Compute, conditions: {conditions} }}\n")
    };
    let uses = node("other", &format!("[ {c}, {b} ]"));
    assert_eq!(labels(&format!("[ {a}, {b}, {not_a} ]"), &uses), [&*a, &not_a]);
    // Neither are other parts of `and`.
    let inner = format!("{{ and: [ {{ get_variability_condition: is_a }}, {b} ] }}");
    assert_eq!(
        labels(&format!("[ {inner}, {not_a} ]"), &uses),
        ["{ get_variability_condition: is_a }", &*not_a]
    );
    // A single condition may be impossible.
    let impossible = "{ equal: [ { concat: [ x, y ] }, z ] }";
    assert_eq!(labels(&format!("[ {a}, {impossible} ]"), &uses), [impossible]);
    // The reasons may be those of elements that it needs.
    let others = node("first", &format!("[ {c}, {{ get_element_presence: second }} ]"))
        + &node("second", &format!("[ {b}, {a} ]"));
    assert_eq!(labels(&format!("[ {{ get_element_presence: first }}, {not_a} ]"), &others), [&*not_a, &a]);
    // Three conditions can exclude each other although no two do.
    let one = format!("{{ or: [ {a}, {b} ] }}");
    let two = format!("{{ or: [ {a}, {{ not: {b} }} ] }}");
    assert_eq!(labels(&format!("[ {one}, {c}, {two}, {not_a} ]"), ""), [&*one, &two, &not_a]);
}

/// Inputs of all kinds, shared conditions, and elements that are always or never present.
const KINDS: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      mode: { type: string, constraints: [ valid_values: [ dev, \"te st\", 'p.q' ] ] }
      size: { type: integer, constraints: [ in_range: [ 1, 4 ] ] }
      mode_2: { type: boolean }
      unused: { type: boolean }
      fixed: { type: string, constraints: [ valid_values: [ only ] ] }
    expressions:
      large: { and: [ { greater_than: [ { get_variability_input: size }, 2 ] }, { get_variability_input: mode_2 } ] }
      odd: { xor: [ { get_variability_condition: large }, { equal: [ { get_variability_input: mode }, dev ] } ] }
  node_templates:
    mode: { type: tosca.nodes.Compute, conditions: { get_variability_condition: large } }
    one: { type: tosca.nodes.Compute, conditions: { get_variability_condition: odd } }
    two: { type: tosca.nodes.Compute, conditions: { not: { get_variability_condition: odd } } }
    three: { type: tosca.nodes.Compute, conditions: [ { get_variability_condition: odd }, { get_element_presence: mode } ] }
    always: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: fixed }, only ] } }
    never: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: mode }, prod ] } }
";

#[test]
fn exports_to_other_tools_are_stable() {
    let project = Project::new(&[("kinds.yaml", KINDS)]);
    for (format, extension) in [("uvl", "uvl"), ("dimacs", "cnf")] {
        let run = project.run(&["variants", "kinds.yaml", "--format", format]).ended(0);
        assert_eq!(run.err, "");
        crate::generated(&format!("grammar-tests/suite/family/kinds.{extension}"), &run.out);
    }
    // A condition that is not analyzed is a variable.
    let text = KINDS
        .replace(
            "{ get_variability_input: size }, 2",
            "{ mul: [ { get_variability_input: size }, { get_variability_input: size } ] }, 9",
        )
        .replace("in_range: [ 1, 4 ]", "greater_than: 0");
    let project = Project::new(&[("kinds.yaml", &text)]);
    for (format, sign) in [("uvl", "\"condition 1\""), ("dimacs", "a condition that was not analyzed")] {
        let run = project.run(&["variants", "kinds.yaml", "--format", format]).ended(0);
        assert!(
            run.err.contains("some conditions were not analyzed") && run.out.contains(sign),
            "{}",
            run.out
        );
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test should say so")]
fn an_independent_library_reads_the_exports_and_counts_the_same() {
    let python = std::env::var("TOSCA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_library = |name: &str| {
        let run = std::process::Command::new(&python).args(["-c", &format!("import {name}")]).output();
        run.is_ok_and(|output| output.status.success())
    };
    if !has_library("flamapy.metamodels.pysat_metamodel") || !has_library("flamapy.metamodels.fm_metamodel") {
        eprintln!("skipped: flamapy-fm and flamapy-sat are not installed");
        return;
    }
    let project = Project::new(&[("kinds.yaml", KINDS), ("shop.yaml", SHOP)]);
    for (file, decided, expected) in
        [("shop.yaml", "mode=dev", 2), ("kinds.yaml", "unused=true", 24), ("kinds.yaml", "mode=dev", 16)]
    {
        for (format, output) in [("uvl", "model.uvl"), ("dimacs", "model.cnf")] {
            project.run(&["variants", file, "-i", decided, "--format", format, "-o", output]).ended(0);
        }
        let count = project.run(&["variants", file, "-i", decided]).ended(0).out;
        assert!(count.contains(&format!("from {expected} combinations")), "{count}");
        let output = std::process::Command::new(&python)
            .arg(crate::project("grammar-tests/suite/family/count_configurations.py"))
            .args([project.path("model.uvl"), project.path("model.cnf")])
            .output()
            .expect("Python runs");
        let counts = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(
            counts,
            format!("{expected}\n{expected}\n"),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn tests_of_a_template_compare_variants() {
    let project = project();
    project.add("tests/dev/inputs.yaml", "mode: dev\n");
    // The order of maps and the layout do not matter.
    project.add(
        "tests/dev/expected.yaml",
        "topology_template: { node_templates: { laptop: { type: tosca.nodes.Compute }, shop: { type: \
         tosca.nodes.SoftwareComponent, requirements: [ host: { node: laptop } ] } } }\n\
         tosca_definitions_version: tosca_simple_yaml_1_3\n",
    );
    let resolved = project.run(&["resolve", "shop.yaml", "--preset", "production"]).ended(0).out;
    project.add("tests/prod/test.yaml", "description: For customers.\npresets: [ production ]\n");
    project.add("tests/prod/expected.yaml", &resolved);
    project.add("tests/wrong/inputs.yaml", "mode: test\n");
    project.add("tests/wrong/test.yaml", "error: invalid-variability-value\n");
    let run = project.run(&["variants", "shop.yaml", "--test", "tests"]).ended(0);
    assert_eq!(run.out, "passed  dev\npassed  prod\npassed  wrong\n3 tests, 0 failed\n");

    // Each kind of difference is reported.
    let failure = |name: &str| {
        let out = project.run(&["variants", "shop.yaml", "--test", "tests", "--format", "json"]).ended(1).out;
        let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let tests = document["tests"].as_array().expect("tests").clone();
        let test = tests.iter().find(|test| test["name"] == name).expect("the test").clone();
        assert_eq!(test["passed"], false);
        test["failure"].as_str().expect("a reason").to_owned()
    };
    let nodes = "`topology_template.node_templates";
    project.add("tests/prod/expected.yaml", resolved.replace("monitor:", "watcher:"));
    assert_eq!(failure("prod"), format!("{nodes}.watcher` is missing"));
    project.add(
        "tests/prod/expected.yaml",
        resolved.replacen("- host: { node: cluster }", "- host: { node: laptop }", 1),
    );
    assert_eq!(
        failure("prod"),
        format!("{nodes}.shop.requirements[0].host.node` is `cluster`; expected `laptop`")
    );
    project
        .add("tests/prod/expected.yaml", resolved.replace("members: [ shop, monitor ]", "members: [ shop ]"));
    assert_eq!(failure("prod"), "`topology_template.groups.watched.members` has 2 entries; expected 1");
    project.add("tests/prod/expected.yaml", resolved.split("  groups:").next().expect("a template"));
    assert_eq!(failure("prod"), "`groups` of `topology_template` is not expected");
    project.add("tests/prod/expected.yaml", &resolved);
    project.add("tests/dev/inputs.yaml", "monitored: true\n");
    assert!(
        failure("dev").starts_with("cannot be resolved; [missing-variability-value]"),
        "{}",
        failure("dev")
    );
    project.add("tests/dev/inputs.yaml", "mode: dev\n");
    project.add("tests/wrong/inputs.yaml", "mode: dev\n");
    assert_eq!(failure("wrong"), "has no error `invalid-variability-value`");
    project.add("tests/none/inputs.yaml", "mode: dev\n");
    assert!(failure("none").starts_with("has neither `expected.yaml` nor `error`"), "{}", failure("none"));
    project.add("tests/none/test.yaml", "presetz: [ production ]\n");
    assert_eq!(failure("none"), "unknown keyname `presetz` in `test.yaml`");
    let run = project.run(&["variants", "shop.yaml", "--test", "tests/dev"]).ended(2);
    assert!(run.err.contains("no tests in `tests/dev`"), "{}", run.err);
}

#[test]
fn the_reference_is_generated_from_the_tables() {
    let reference = tosca::internals::dialects::variability::reference();
    crate::generated("docs/variability-reference.md", &reference);
    assert_eq!(project().run(&["explain", "variability"]).ended(0).out, reference);
    // Each operator has a meaning.
    let rows = reference.lines().filter(|line| line.starts_with("| `"));
    assert!(rows.clone().count() > 60, "{reference}");
    assert!(rows.clone().all(|row| !row.contains("|  |")), "{reference}");
}

#[test]
fn all_places_that_refer_to_an_absent_element_are_marked() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      big: { type: boolean }
  inputs:
    cores: { type: integer, default: 1, conditions: { get_variability_input: big } }
  node_templates:
    big: { type: tosca.nodes.Compute, conditions: { get_variability_input: big } }
  outputs:
    one: { value: { get_input: cores } }
    two: { value: { get_input: cores } }
    three: { value: { get_input: cores } }
";
    assert_eq!(labels_of(text, "dangling-reference"), ["cores", "cores", "cores"]);
    // A single place has no others.
    let single = text.split("    two:").next().expect("a template");
    assert_eq!(labels_of(single, "dangling-reference"), ["cores"]);
}

#[test]
fn added_keynames_are_among_the_expected_ones() {
    let wrong = |old: &str, new: &str| {
        let project = Project::new(&[("shop.yaml", &SHOP.replacen(old, new, 1))]);
        project.run(&["check", "shop.yaml"]).ended(1).out
    };
    let out = wrong("conditions:", "conditins:");
    assert!(
        out.contains("unknown keyname `conditins`") && out.contains("did you mean `conditions`?"),
        "{out}"
    );
    let out = wrong("variability:", "varability:");
    assert!(out.contains("did you mean `variability`?"), "{out}");
    let out = wrong(
        "  node_templates:\n",
        "  node_templates:\n    other: { type: tosca.nodes.Compute, colour: red }\n",
    );
    let words: Vec<&str> = out.split_whitespace().collect();
    assert!(words.join(" ").contains("`node_filter`, `copy` or `conditions`"), "{out}");
    // A keyname that may be there already is not written.
    let out = wrong("conditions:", "conditins: true, conditions:");
    assert!(!out.contains("[*]"), "{out}");
}
