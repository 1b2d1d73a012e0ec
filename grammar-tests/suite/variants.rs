//! Variable templates for users: findings of other commands, types of other files, bounds.

use std::fmt::Write as _;
use std::time::Instant;

use crate::cli::Project;

const HEAD: &str =
    "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n";

/// One node template that may be absent, and one that refers to it.
pub(crate) const SMALL_SERVICE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      big: { type: boolean }
  node_templates:
    one: { type: tosca.nodes.Compute, conditions: { get_variability_input: big } }
";

#[test]
fn what_needs_one_service_asks_for_a_variant() {
    let project = Project::new(&[("small.yaml", SMALL_SERVICE)]);
    for arguments in
        [&["normalize", "small.yaml"][..], &["lower", "small.yaml"], &["diff", "small.yaml", "small.yaml"]]
    {
        let run = project.run(arguments).ended(2);
        assert!(run.out.is_empty(), "{}", run.out);
        assert!(run.err.contains("`small.yaml` has several variants"), "{}", run.err);
        assert!(run.err.contains("tosca resolve small.yaml"), "{}", run.err);
    }
    project.run(&["resolve", "small.yaml", "-i", "big=true", "-o", "variant.yaml"]).ended(0);
    project.run(&["normalize", "variant.yaml"]).ended(0);
    project.run(&["lower", "variant.yaml"]).ended(0);
    project.run(&["diff", "variant.yaml", "variant.yaml"]).ended(0);
    // Without conditional elements there is nothing to choose.
    project.add("plain.yaml", SMALL_SERVICE.replace(", conditions: { get_variability_input: big }", ""));
    project.run(&["normalize", "plain.yaml"]).ended(0);
}

#[test]
fn pictures_types_and_layout_need_no_variant() {
    let project = Project::new(&[("small.yaml", SMALL_SERVICE)]);
    assert!(project.run(&["graph", "small.yaml"]).ended(0).out.contains("one"));
    project.run(&["show", "tosca.nodes.Compute", "small.yaml"]).ended(0);
    let run = project.run(&["fmt", "--check", "small.yaml"]);
    assert!(run.err.is_empty() || run.code == Some(0), "{}", run.err);
}

#[test]
fn variants_of_a_template_with_errors_are_findings() {
    let unknown = format!("{SMALL_SERVICE}    two: {{ type: my.Unknown }}\n");
    let project = Project::new(&[("small.yaml", SMALL_SERVICE), ("unknown.yaml", &unknown)]);
    let run = project.run(&["variants", "small.yaml"]).ended(0);
    let with_errors = project.run(&["variants", "unknown.yaml"]).ended(1);
    assert!(run.err.is_empty() && with_errors.out == run.out, "{}{}", run.err, with_errors.out);
    assert!(with_errors.err.contains("warning: `unknown.yaml` has errors"), "{}", with_errors.err);
}

#[test]
fn keynames_of_the_dialect_are_ordered() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates:
    one:
      conditions: { get_variability_input: big }
      type: tosca.nodes.Compute
  variability:
    expressions:
      small: { not: { get_variability_input: big } }
    presets:
      live:
        inputs: { big: true }
        name: Live
    inputs:
      big:
        default: true
        type: boolean
";
    let expected = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      big:
        type: boolean
        default: true
    presets:
      live:
        name: Live
        inputs: { big: true }
    expressions:
      small: { not: { get_variability_input: big } }
  node_templates:
    one:
      type: tosca.nodes.Compute
      conditions: { get_variability_input: big }
";
    let project = Project::new(&[("odd.yaml", text)]);
    project.run(&["fmt", "--order", "standard", "odd.yaml"]).ended(0);
    assert_eq!(std::fs::read_to_string(project.path("odd.yaml")).expect("a file"), expected);
    // Also for TOSCA 2.0.
    let newer = |text: &str| {
        text.replace("topology_template", "service_template").replace("tosca.nodes.Compute", "N")
    };
    project.add("newer.yaml", newer(text));
    project.run(&["fmt", "--order", "standard", "newer.yaml"]).ended(0);
    assert_eq!(std::fs::read_to_string(project.path("newer.yaml")).expect("a file"), newer(expected));
}

const TYPES: &str = "\
tosca_definitions_version: tosca_variability_1_0
group_types:
  my.Optional: { derived_from: variability.groups.ConditionalMembers }
  my.Plain: { derived_from: tosca.groups.Root }
";

/// A group of a type of another file.
fn grouped(group: &str) -> String {
    format!(
        "\
tosca_definitions_version: tosca_variability_1_0
imports: [ types.yaml ]
group_types:
  my.Own: {{ derived_from: my.Optional }}
topology_template:
  variability:
    inputs:
      big: {{ type: boolean }}
  node_templates:
    one: {{ type: tosca.nodes.Compute }}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
      - host: {{ node: one }}
  groups:
    g:
      type: {group}
      members: [ one ]
      conditions: {{ get_variability_input: big }}
"
    )
}

#[test]
fn group_types_of_other_files_are_followed() {
    let project = Project::new(&[("types.yaml", TYPES)]);
    for group in ["my.Optional", "my.Own", "variability.groups.Root"] {
        project.add("shop.yaml", grouped(group));
        let run = project.run(&["check", "shop.yaml"]).ended(1);
        assert!(run.out.contains("dangling-relation"), "{group}: {}", run.out);
        let run = project.run(&["resolve", "shop.yaml", "-i", "big=false"]).ended(2);
        assert!(run.err.contains("dangling-relation"), "{group}: {}", run.err);
        let run = project.run(&["resolve", "shop.yaml", "-i", "big=true"]).ended(0);
        assert!(!run.out.contains("groups:"), "{group}: {}", run.out);
    }
    project.add("shop.yaml", grouped("my.Plain"));
    let run = project.run(&["check", "shop.yaml"]).ended(0);
    assert!(!run.out.contains("dangling-relation"), "{}", run.out);
    let run = project.run(&["resolve", "shop.yaml", "-i", "big=false"]).ended(0);
    assert!(!run.out.contains("  g:") && run.out.contains("one:"), "{}", run.out);
    project.run(&["variants", "shop.yaml", "--count"]).ended(0);
}

/// Returns a template in which a relation is dangling if `condition` holds, over the inputs `declared`.
fn lost(declared: &str, condition: &str) -> String {
    format!(
        "{HEAD}{declared}  node_templates:
    one: {{ type: tosca.nodes.Compute, conditions: {condition} }}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
      - host: {{ node: one, conditions: {{ get_target_presence: SELF }} }}
"
    )
}

#[test]
fn what_is_proved_is_distinguished_from_what_is_possible() {
    let texts = "      s: { type: string }\n      t: { type: string }\n";
    let long = "{ not: { equal: [ { concat: [ { get_variability_input: s }, { get_variability_input: t } ] }, abc ] } }";
    let project = Project::new(&[
        // Concatenated texts are not analyzed; this is not shown by tries.
        ("possible.yaml", &lost(texts, long)),
        // Here it is shown.
        (
            "tried.yaml",
            &lost(texts, &long.replace("{ not: ", "{ and: [ ").replace("abc ] } }", "abc ] } ] }")),
        ),
        ("proved.yaml", &lost("      big: { type: boolean }\n", "{ get_variability_input: big }")),
    ]);
    for (file, possible) in [("possible.yaml", true), ("tried.yaml", false), ("proved.yaml", false)] {
        let run = project.run(&["check", file]).ended(i32::from(!possible));
        assert!(run.out.contains("missing-host"), "{file}: {}", run.out);
        assert_eq!(
            run.out.contains("depends on conditions that were not analyzed"),
            possible,
            "{file}: {}",
            run.out
        );
        // Leaving out a value is possible only if nothing else is open.
        assert!(!run.out.contains("cannot have such a value"), "{file}: {}", run.out);
    }
}

#[test]
fn inputs_of_findings_are_files_of_inputs() {
    let cases = [
        (
            "      x: { type: float }\n",
            "{ not: { equal: [ { mul: [ { get_variability_input: x }, 3 ] }, 0.6 ] } }",
        ),
        ("      x: { type: float }\n", "{ less_than: [ { mul: [ { get_variability_input: x }, 3 ] }, 1 ] }"),
        (
            "      x: { type: float }\n",
            "{ not: { and: [ { greater_than: [ { mul: [ { get_variability_input: x }, 3 ] }, 1 ] }, { less_than: [ { mul: [ { get_variability_input: x }, 3000000 ] }, 1000001 ] } ] } }",
        ),
        (
            "      \"yes\": { type: string }\n",
            "{ not: { equal: [ { get_variability_input: \"yes\" }, \"a: #ü\\n€\" ] } }",
        ),
        ("      x: { type: list }\n", "{ max_length: [ { get_variability_input: x }, 3 ] }"),
        ("      x: { type: map }\n", "{ min_length: [ { get_variability_input: x }, 2 ] }"),
        ("      x: { type: list }\n", "{ not: { equal: [ { get_variability_input: x }, [ a, 1 ] ] } }"),
        (
            "      x: { type: string, constraints: [ min_length: 2 ] }\n",
            "{ length: [ { get_variability_input: x }, 3 ] }",
        ),
        (
            "      x: { type: integer }\n",
            "{ less_than: [ { get_variability_input: x }, 170141183460469231731687303715884105727 ] }",
        ),
        (
            "      x: { type: float }\n",
            "{ greater_than: [ { get_variability_input: x }, 0.00000000000000000001 ] }",
        ),
        (
            "      x: { type: timestamp }\n",
            "{ equal: [ { get_variability_input: x }, 2001-12-14T21:59:43Z ] }",
        ),
        ("      x: { type: boolean, default: true }\n", "{ get_variability_input: x }"),
    ];
    for (declared, condition) in cases {
        let text = lost(declared, condition);
        let project = Project::new(&[("shop.yaml", &text)]);
        let run = project.run(&["check", "shop.yaml", "--format", "json"]).ended(1);
        let report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        let findings = report["diagnostics"].as_array().expect("findings");
        let finding =
            findings.iter().find(|finding| finding["slug"] == "missing-host").unwrap_or_else(|| {
                panic!("{condition}: {}", run.out);
            });
        let notes = finding["notes"].as_array().expect("notes");
        let note =
            notes.iter().filter_map(|note| note.as_str()).find(|note| note.contains("with these inputs"));
        let (_, inputs) = note.expect("inputs").split_once(":\n").expect("lines");
        project.add("inputs.yaml", inputs);
        let run = project.run(&["resolve", "shop.yaml", "--inputs", "inputs.yaml"]).ended(2);
        assert!(run.err.contains("missing-host"), "{condition}\n{inputs}\n{}", run.err);
    }
}

/// The pigeonhole problem: no variant has the element `all`, which is hard to prove.
fn pigeons(holes: usize) -> String {
    let mut text = HEAD.to_owned();
    for pigeon in 0..=holes {
        for hole in 0..holes {
            let _ = writeln!(text, "      p{pigeon}_{hole}: {{ type: boolean }}");
        }
    }
    text.push_str("  node_templates:\n    all:\n      type: tosca.nodes.Compute\n      conditions:\n");
    let sits = |pigeon, hole| format!("{{ get_variability_input: p{pigeon}_{hole} }}");
    for pigeon in 0..=holes {
        let places: Vec<String> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
        let _ = writeln!(text, "      - {{ or: [ {} ] }}", places.join(", "));
    }
    for hole in 0..holes {
        for one in 0..=holes {
            for other in 0..one {
                let both = (sits(one, hole), sits(other, hole));
                let _ = writeln!(text, "      - {{ not: {{ and: [ {}, {} ] }} }}", both.0, both.1);
            }
        }
    }
    text
}

#[test]
fn hard_questions_end_at_a_bound_that_is_reported() {
    let project = Project::new(&[("hard.yaml", &pigeons(12)), ("easy.yaml", &pigeons(4))]);
    assert!(project.run(&["check", "easy.yaml"]).ended(0).out.contains("never-present"));
    let run = project.run(&["check", "hard.yaml"]).ended(0);
    assert!(run.out.contains("analysis-incomplete") && run.out.contains("solver steps"), "{}", run.out);
    assert_eq!(project.run(&["check", "hard.yaml"]).ended(0).out, run.out, "the same each time");
    let start = Instant::now();
    let run = project.run(&["check", "hard.yaml", "--variant-time", "1"]).ended(0);
    assert!(run.out.contains("reached the time limit"), "{}", run.out);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    let run = project.run(&["check", "hard.yaml", "--variant-time", "0"]).ended(0);
    assert!(!run.out.contains("analysis-incomplete"), "{}", run.out);
}

#[test]
fn huge_and_entangled_templates_are_looked_at_in_time() {
    let inputs = |count: usize| -> String {
        (0..count).fold(String::new(), |mut text, at| {
            let _ = writeln!(text, "      a{at}: {{ type: boolean }}");
            text
        })
    };
    let read = |at: usize| format!("{{ get_variability_input: a{at} }}");
    let node = |name: &str, condition: &str| {
        format!("    {name}: {{ type: tosca.nodes.Compute, conditions: {condition} }}\n")
    };
    let many = |count: usize, each: &dyn Fn(usize) -> String| (0..count).map(each).collect::<String>();
    let sums = many(80, &|at| match at {
        0 => "      e0: { get_variability_input: n }\n".to_owned(),
        _ => {
            let below = format!("{{ get_variability_expression: e{} }}", at - 1);
            format!("      e{at}: {{ add: [ {below}, {below} ] }}\n")
        }
    });
    let listed = (0..3_000).map(|at| format!("v{at}")).collect::<Vec<_>>().join(", ");
    let cases = [
        // Shared expressions, with an expanded size of two to the power of eighty.
        format!(
            "      n: {{ type: integer }}\n    expressions:\n{sums}  node_templates:\n{}",
            many(200, &|at| node(
                &format!("n{at}"),
                &format!("{{ greater_than: [ {{ get_variability_expression: e{} }}, {at} ] }}", at % 80)
            ))
        ),
        // One of thousands of values.
        format!(
            "      s: {{ type: string, constraints: [ valid_values: [ {listed} ] ] }}\n  node_templates:\n{}",
            many(200, &|at| node(
                &format!("n{at}"),
                &format!("{{ equal: [ {{ get_variability_input: s }}, v{at} ] }}")
            ))
        ),
        // Thousands of operands, thousands of conditions.
        format!(
            "{}  node_templates:\n{}    all:\n      type: tosca.nodes.Compute\n      conditions:\n{}",
            inputs(3),
            node("any", &format!("{{ or: [ {} ] }}", vec![read(0); 3_000].join(", "))),
            many(3_000, &|at| format!("      - {}\n", read(at % 3)))
        ),
        // Thousands of relations of one name.
        format!(
            "{}  node_templates:\n{}    app:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n{}",
            inputs(1),
            node("one", &read(0)),
            many(2_000, &|_| "      - dependency: { node: one, capability: feature }\n".to_owned())
        ),
        // Thousands of names that do not exist.
        format!(
            "{}  node_templates:\n{}",
            inputs(1),
            many(1_000, &|at| node(
                &format!("template_{at}"),
                &format!("{{ get_element_presence: tmplate_{at} }}")
            ))
        ),
        // A cycle against the order of the file, and a knot of cycles.
        format!(
            "{}  node_templates:\n{}{}",
            inputs(1),
            many(2_000, &|at| node(&format!("n{at}"), &format!("{{ get_element_presence: n{} }}", at + 1))),
            node("n2000", &format!("{{ or: [ {{ get_element_presence: n0 }}, {} ] }}", read(0)))
        ),
        format!(
            "{}  node_templates:\n{}",
            inputs(40),
            many(40, &|at| {
                let other = |by: usize| format!("{{ get_element_presence: n{} }}", (at * by + 1) % 40);
                let condition = format!(
                    "{{ or: [ {{ and: [ {}, {} ] }}, {{ and: [ {}, {} ] }}, {} ] }}",
                    read(at),
                    other(7),
                    other(11),
                    other(3),
                    read((at * 13) % 40)
                );
                node(&format!("n{at}"), &condition)
            })
        ),
    ];
    for text in cases {
        let project = Project::new(&[("large.yaml", &format!("{HEAD}{text}"))]);
        for arguments in [&["check", "large.yaml"][..], &["variants", "large.yaml"]] {
            let run = project.run(arguments);
            // Without a model of the variants, there is nothing to count.
            assert!(matches!(run.code, Some(0..=2)), "{:?}: {}", run.code, run.err);
            assert!(!run.err.contains("this is a bug"), "{}", run.err);
        }
    }
}

/// A variable template has no equivalent in TOSCA 2.0: only its variants have.
#[test]
fn a_variable_template_stays_one_when_it_is_migrated() {
    let later = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    \
        inputs: { a: { type: boolean }, b: { type: boolean }, c: { type: boolean } }\n  node_templates:\n    \
        # the first\n    one: { type: tosca.nodes.Compute, conditions: { variability_input: a } }\n    \
        two: { type: tosca.nodes.Compute, conditions: { xor: [ { variability_input: a }, { variability_input: b }, { \
        variability_input: c } ] } }\n";
    let project = Project::new(&[("small.yaml", SMALL_SERVICE), ("later.yaml", later)]);
    let run = project.run(&["migrate", "small.yaml"]).ended(0);
    assert!(run.out.is_empty(), "{}", run.out);
    assert!(run.err.contains("small.yaml:2:1: this template has several variants"), "{}", run.err);
    let run = project.run(&["migrate", "later.yaml", "--in-place"]).ended(0);
    assert!(run.err.contains("later.yaml:8:53: this `xor` is true for an odd number"), "{}", run.err);
    assert!(run.err.contains("1 file migrated"), "{}", run.err);
    let renamed = later.replace("variability_input", "get_variability_input");
    let (first, second) = renamed.split_once("    two:").expect("two lines");
    let text = std::fs::read_to_string(project.path("later.yaml")).expect("the file");
    assert!(text.starts_with(first) && text.ends_with(&format!("\n    two:{second}")), "{text}");
    assert!(
        text.contains("    # TODO: this `xor` is true for an odd number of operands in the later draft"),
        "{text}"
    );
    project.run(&["check", "later.yaml"]).ended(0);
    // Nothing is left to do.
    let run = project.run(&["migrate", "later.yaml"]).ended(0);
    assert!(run.out.is_empty(), "{}", run.out);
}

// ── default expressions ──

const COMPUTED: &str = "\
tosca_definitions_version: tosca_variability_1_0
node_types:
  Server: { properties: { name: { type: string } } }
service_template:
  variability:
    inputs:
      mode: { type: string, constraints: [ valid_values: [ dev, prod ] ] }
      backup: { type: boolean, default_expression: { equal: [ { get_variability_input: mode }, prod ] } }
    presets:
      live: { inputs: { mode: prod } }
  node_templates:
    shop: { type: Server, properties: { name: shop } }
    store: { type: Server, properties: { name: store }, conditions: { get_variability_input: backup } }
  outputs:
    name: { value: { $get_property: [ store, name ] }, conditions: { get_element_presence: store } }
";

#[test]
fn commands_that_select_a_variant_use_default_expressions() {
    let project = Project::new(&[("shop.yaml", COMPUTED)]);
    let run = |arguments: &[&str]| project.run(arguments).ended(0).out;
    assert!(run(&["resolve", "shop.yaml", "--preset", "live"]).contains("store"));
    assert!(!run(&["resolve", "shop.yaml", "-i", "mode=dev"]).contains("store"));
    let explanation = run(&["resolve", "shop.yaml", "-i", "mode=prod", "--explain", "store"]);
    assert_eq!(
        explanation,
        "node template `store` is present  (shop.yaml:13:5)\n  \
         `{ get_variability_input: backup }` is true  (shop.yaml:13:69)\n    \
         input `backup` is true (from its default expression)  (shop.yaml:8:7)\n      \
         `{ equal: [ { get_variability_input: mode }, prod ] }` is true  (shop.yaml:8:52)\n        \
         input `mode` is prod (from `-i`)  (shop.yaml:7:7)\n"
    );
    let explanation =
        run(&["resolve", "shop.yaml", "-i", "mode=prod", "-i", "backup=false", "--explain", "store"]);
    assert!(explanation.contains("input `backup` is false (from `-i`)"), "{explanation}");
    assert!(run(&["graph", "shop.yaml", "--preset", "live"]).contains("store"));
    assert!(!run(&["graph", "shop.yaml", "-i", "mode=dev"]).contains("store"));
    // A default restricts no variant.
    assert!(run(&["variants", "shop.yaml", "-i", "mode=prod", "--count"]).starts_with("2 variants"));
    let open = run(&["variants", "shop.yaml", "-i", "mode=prod", "--open"]);
    assert!(open.contains("backup"), "{open}");
    project.add("tests/live/inputs.yaml", "mode: prod\n");
    project.add("tests/live/expected.yaml", run(&["resolve", "shop.yaml", "--preset", "live"]));
    assert!(run(&["variants", "shop.yaml", "--test", "tests"]).contains("passed  live"));
}

#[test]
fn a_picture_has_all_types_of_a_node_template() {
    let text = COMPUTED.replace(
        "shop: { type: Server,",
        "shop: { type: [ Server: { conditions: { get_variability_input: backup } }, Other: { default_alternative: true } ],",
    );
    let text =
        text.replace("node_types:\n", "node_types:\n  Other: { properties: { name: { type: string } } }\n");
    let project = Project::new(&[("shop.yaml", &text)]);
    let picture = project.run(&["graph", "shop.yaml", "--format", "dot"]).ended(0).out;
    assert!(picture.contains("Server if backup, Other if no other type is present"), "{picture}");
    let picture = project.run(&["graph", "shop.yaml", "--format", "dot", "--preset", "live"]).ended(0).out;
    assert!(picture.contains("Server") && !picture.contains("Other"), "{picture}");
}
