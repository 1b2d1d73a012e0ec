//! Variable templates for users: findings of other commands, types of other files, bounds.

use std::fmt::Write as _;
use std::time::Instant;

use tosca::diagnostics::{Diagnostic, Level};
use tosca::host::Memory;
use tosca::internals::dialects::variability::read;
use tosca::internals::variability::{ConsistencyCheck, InputValues, Origin, Pruning, resolve};

use crate::cli::Project;
use crate::harness::variants::tree_of;
use crate::variability::Random;

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
        let run = project.run(&["check", "shop.yaml"]).ended(0);
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
        let run = project.run(&["check", file]).ended(0);
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
        let run = project.run(&["check", "shop.yaml", "--format", "json"]).ended(0);
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

/// Generates a TOSCA 2.0 template with one or two places where something may be missing in some variant.
/// Relations are removed with both of their ends, so that the rules of the document hold.
fn service(seed: &mut Random) -> String {
    let mut text = "\
tosca_definitions_version: tosca_variability_1_0
relationship_types: { R: {} }
capability_types: { C: {} }
group_types: { G: {} }
policy_types: { P: {} }
node_types:
  N:
    properties: { p: { type: integer, default: 1 }, q: { type: integer, default: 2 } }
    capabilities: { c: { type: C } }
    requirements:
    - link: { capability: C, relationship: R, count_range: [ 0, UNBOUNDED ] }
  K:
    derived_from: N
    requirements:
    - need: { capability: C, relationship: R, count_range: [ 1, 2 ] }
service_template:
  variability:
    inputs:
      flag: { type: boolean }
      mode: { type: string, constraints: [ valid_values: [ a, b, c ] ] }
  inputs:
    size: { type: integer, default: 1, conditions: { get_variability_input: flag } }
    sure: { type: integer, default: 1 }
  node_templates:
"
    .to_owned();
    let condition = |seed: &mut Random| match seed.below(6) {
        0 => "{ get_variability_input: flag }".to_owned(),
        1 => "{ not: { get_variability_input: flag } }".to_owned(),
        2 => "{ equal: [ { get_variability_input: mode }, a ] }".to_owned(),
        3 => "{ not: { equal: [ { get_variability_input: mode }, b ] } }".to_owned(),
        _ => "true".to_owned(),
    };
    let ends = "conditions: [ { get_source_presence: SELF }, { get_target_presence: SELF } ]";
    let count = 3;
    for node in 0..count {
        let kind = if seed.below(4) == 0 { "K" } else { "N" };
        let own = condition(seed);
        let _ = writeln!(text, "    n{node}:\n      type: {kind}\n      conditions: {own}");
        let other = seed.below(node + 1).min(node.saturating_sub(1));
        let read = match seed.below(8) {
            0 => "{ $get_input: size }".to_owned(),
            1 => "{ $get_input: sure }".to_owned(),
            2 if node > 0 => format!("{{ $get_property: [ n{other}, p ] }}"),
            3 if node > 0 => "{ $get_property: [ SELF, RELATIONSHIP, link, TARGET, p ] }".to_owned(),
            _ => "7".to_owned(),
        };
        let _ = writeln!(text, "      properties: {{ q: {read} }}");
        let mut relations = String::new();
        if node > 0 && (read.contains("link") || seed.below(2) == 0) {
            let _ = writeln!(relations, "      - link: {{ node: n{other}, {ends} }}");
        }
        if kind == "K" {
            for _ in 0..=seed.below(3) {
                let _ = writeln!(relations, "      - need: {{ node: n{}, {ends} }}", seed.below(count));
            }
        }
        if !relations.is_empty() {
            let _ = write!(text, "      requirements:\n{relations}");
        }
    }
    let section = match seed.below(6) {
        0 => "  outputs: { o: { value: { $get_property: [ n0, p ] } } }\n".to_owned(),
        1 => "  workflows: { w: { steps: { s: { target: n1, activities: [ set_state: started ] } } } }\n"
            .to_owned(),
        2 => format!(
            "  policies: [ x: {{ type: P, targets: [ n0, n1 ], conditions: {} }} ]\n",
            condition(seed)
        ),
        3 => format!(
            "  groups: {{ g: {{ type: G, members: [ n0, n2 ], conditions: {} }} }}\n",
            condition(seed)
        ),
        _ => String::new(),
    };
    text + &section
}

/// Returns the rule names of the errors that plain TOSCA has in a text.
fn errors(text: &str) -> Vec<&'static str> {
    let mut host = Memory::new();
    host.add("service.yaml", text);
    let diagnostics = tosca::check(&host, ["service.yaml"]).into_diagnostics();
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.level == Level::Error)
        .map(|diagnostic| diagnostic.rule.name)
        .collect()
}

#[test]
fn all_variants_are_valid_exactly_if_each_one_is() {
    let cases: u64 =
        std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(80);
    let mut wrong = 0_u64;
    for case in 1..=cases {
        let mut seed = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(case));
        let text = service(&mut seed);
        assert_eq!(errors(&text), Vec::<&str>::new(), "{text}");
        let mut host = Memory::new();
        host.add("service.yaml", text.as_str());
        let diagnostics = tosca::check(&host, ["service.yaml"]).into_diagnostics();
        let reported_slugs = ["dangling-relation", "dangling-reference", "count-in-variant", "missing-host"];
        let reported: Vec<_> =
            diagnostics.iter().filter(|diagnostic| reported_slugs.contains(&diagnostic.rule.name)).collect();
        // Empty policies and groups, unresolved paths and unassigned requirements cause warnings, but are not
        // errors in plain TOSCA.
        let doubtful = |diagnostic: &Diagnostic| {
            diagnostic.message.starts_with("all elements") || diagnostic.rule.name == "count-in-variant"
        };
        let tree = tree_of(&text);
        let (model, _) = read(&tree);
        let resolved = |given: &InputValues| {
            let resolved = resolve(&model, &given.values, Pruning::default(), ConsistencyCheck::ALL);
            let text = resolved.text(&tree).expect("a template");
            let mut wrong: Vec<&str> =
                resolved.diagnostics.iter().map(|diagnostic| diagnostic.rule.name).collect();
            wrong.extend(errors(&text));
            (wrong, text)
        };
        let mut any = None;
        for flag in ["true", "false"] {
            for mode in ["a", "b", "c"] {
                let mut given = InputValues::defaults(&model);
                let inputs = tree_of(&format!("flag: {flag}\nmode: {mode}\n"));
                assert!(given.take(&model, &inputs, &Origin::File).is_empty());
                let (wrong, variant) = resolved(&given);
                any = any.or((!wrong.is_empty()).then(|| format!("{flag} {mode} {wrong:?}\n{variant}")));
            }
        }
        wrong += u64::from(any.is_some());
        if let (Some(wrong), []) = (&any, &reported[..]) {
            panic!("nothing is told of {wrong}\n{text}");
        }
        for diagnostic in reported.into_iter().filter(|diagnostic| !doubtful(diagnostic)) {
            let note = diagnostic.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            let inputs = note.split_once(":\n").map_or("", |(_, inputs)| inputs);
            let mut given = InputValues::defaults(&model);
            assert!(given.take(&model, &tree_of(inputs), &Origin::File).is_empty(), "{note}");
            let (wrong, variant) = resolved(&given);
            assert!(!wrong.is_empty(), "not shown: {diagnostic:?}\n{variant}\n{text}");
        }
    }
    assert!(wrong * 5 > cases && wrong < cases, "{wrong} of {cases}");
}
