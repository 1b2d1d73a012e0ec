//! `Variability4TOSCA`: compares the analysis of all variants with each single variant.

#[path = "variability/reported.rs"]
mod reported;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use proptest::prelude::*;
use tosca::diagnostics::Diagnostic;
use tosca::internals::dialects::variability::{ElementId, ElementKind, VariabilityModel, read, rewrite};
use tosca::internals::variability::analysis::{
    Batsat, Domain, Family, Prover, Satisfiability, WorkLimit, count, list, pairwise, review, values_of,
};
use tosca::internals::variability::{
    ConsistencyCheck, CountDeviation, Equations, InputValues, Instance, Origin, ValuesByInput, ViolationKind,
    arguments_as_text, consistency, references, resolve, solve, violation,
};

use crate::cli::Project;
use crate::harness::run::canonical;
use crate::harness::variants::tree_of;

/// A pseudorandom sequence.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).expect("a number") % most
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Generates a condition; `nodes` are the node templates it may refer to, `deep` its maximum nesting.
fn condition(random: &mut Random, nodes: usize, deep: usize, in_relation: bool) -> String {
    let atoms = if nodes == 0 { 5 } else { 6 };
    if deep > 0 && random.below(2) == 0 {
        let one = condition(random, nodes, deep - 1, in_relation);
        let other = condition(random, nodes, deep - 1, in_relation);
        return match random.below(6) {
            0 => format!("{{ and: [ {one}, {other} ] }}"),
            1 => format!("{{ or: [ {one}, {other} ] }}"),
            2 => format!("{{ not: {one} }}"),
            3 => format!("{{ implies: [ {one}, {other} ] }}"),
            4 => format!("{{ xor: [ {one}, {other} ] }}"),
            _ => format!("{{ equal: [ {one}, {other} ] }}"),
        };
    }
    match random.below(atoms) {
        0 => "{ get_variability_input: flag }".to_owned(),
        1 => {
            format!("{{ equal: [ {{ get_variability_input: mode }}, {} ] }}", random.one_of(&["a", "b", "c"]))
        }
        2 => {
            let operator =
                random.one_of(&["greater_than", "less_than", "greater_or_equal", "less_or_equal", "equal"]);
            format!(
                "{{ {operator}: [ {{ add: [ {{ get_variability_input: size }}, 1 ] }}, {} ] }}",
                random.below(6)
            )
        }
        3 => format!(
            "{{ in_range: [ {{ mod: [ {{ get_variability_input: size }}, 3 ] }}, [ 1, {} ] ] }}",
            random.below(3)
        ),
        4 if nodes > 0 && random.below(3) == 0 => "{ get_variability_expression: asking }".to_owned(),
        4 => "{ get_variability_expression: named }".to_owned(),
        _ if in_relation && random.below(2) == 0 => random
            .one_of(&[
                "{ get_source_presence: SELF }",
                "{ get_target_presence: SELF }",
                "{ get_variability_expression: both }",
            ])
            .to_owned(),
        _ => format!("{{ get_element_presence: n{} }}", random.below(nodes)),
    }
}

/// Generates a template with everything that may refer to absent elements, as TOSCA 1.3 or 2.0.
fn template(seed: u64) -> String {
    let mut random = Random(seed | 1);
    let count = 2 + random.below(5);
    let newer = random.below(2) == 0;
    let call = if newer { "$" } else { "" };
    let body = if newer { "service_template" } else { "topology_template" };
    let mut text = format!("tosca_definitions_version: tosca_variability_1_0\n{body}:\n");
    text.push_str("  variability:\n    inputs:\n      flag: { type: boolean }\n");
    let default = random.one_of(&["", "", "default: b, "]);
    let _ =
        writeln!(text, "      mode: {{ type: string, {default}constraints: [ valid_values: [ a, b, c ] ] }}");
    text.push_str("      size: { type: integer, constraints: [ in_range: [ 0, 4 ] ] }\n");
    text.push_str(
        "    presets:\n      one: { inputs: { mode: a, size: 1 } }\n      two: { inputs: { flag: true } }\n",
    );
    let (mode, size) = (random.one_of(&["a", "b", "c"]), random.below(5));
    let _ = writeln!(text, "      three: {{ inputs: {{ flag: false, mode: {mode}, size: {size} }} }}");
    text.push_str("    expressions:\n");
    let asking = condition(&mut random, 1, 1, false).replace("expression: asking", "expression: named");
    let _ = writeln!(text, "      asking: {asking}");
    let named = condition(&mut random, 0, 2, false).replace("{ get_variability_expression: named }", "true");
    let _ = writeln!(text, "      named: {named}");
    text.push_str("      both: { and: [ { get_source_presence: SELF }, { get_target_presence: SELF } ] }\n");
    text.push_str("  inputs:\n    port: { type: integer, conditions: { get_variability_input: flag } }\n");
    text.push_str("  node_templates:\n");
    let rarely = |random: &mut Random| random.below(4) == 0;
    for node in 0..count {
        let _ = writeln!(text, "    n{node}:\n      type: T");
        // Mostly without cycles; templates with cycles must also agree.
        let asked = if random.below(8) == 0 { count } else { node };
        if random.below(3) > 0 {
            let _ = writeln!(text, "      conditions: {}", condition(&mut random, asked, 2, false));
        }
        let reads = random.below(16);
        if reads < 4 {
            let _ = writeln!(text, "      properties: {{ port: {{ {call}get_input: port }} }}");
        } else if reads < 7 {
            let other = random.below(count);
            let path = match random.below(4) {
                0 => format!("n{other}, p"),
                1 if newer => format!("n{other}, RELATIONSHIP, link, TARGET, p"),
                2 if newer => "SELF, RELATIONSHIP, link, TARGET, RELATIONSHIP, host, TARGET, p".to_owned(),
                1 => format!("n{other}, link, p"),
                2 => "HOST, p".to_owned(),
                _ => "SELF, p".to_owned(),
            };
            let _ = writeln!(text, "      properties: {{ q: {{ {call}get_property: [ {path} ] }} }}");
        }
        let relations = random.below(3);
        if relations > 0 {
            text.push_str("      requirements:\n");
        }
        for _ in 0..relations {
            let name = random.one_of(&["host", "host", "link"]);
            let target = random.below(count);
            let conditions = match random.below(3) {
                0 => String::new(),
                _ => format!(", conditions: {}", condition(&mut random, node, 1, true)),
            };
            let _ = writeln!(text, "      - {name}: {{ node: n{target}{conditions} }}");
        }
    }
    let mut groups = String::new();
    if random.below(2) == 0 {
        let condition = condition(&mut random, 0, 1, false);
        let _ = writeln!(
            groups,
            "    g:\n      type: variability.groups.ConditionalMembers\n      members: [ n0, n1 ]\n      conditions: {condition}"
        );
    }
    if rarely(&mut random) {
        let condition = condition(&mut random, 0, 1, false);
        let _ = writeln!(groups, "    h: {{ type: G, members: [ n0 ], conditions: {condition} }}");
    }
    if !groups.is_empty() {
        let _ = write!(text, "  groups:\n{groups}");
    }
    if rarely(&mut random) {
        let condition = condition(&mut random, count, 1, false);
        let target = random.one_of(&["n0", "n1", "n0, n1"]);
        let _ = writeln!(
            text,
            "  policies:\n  - p: {{ type: P, targets: [ {target} ], conditions: {condition} }}"
        );
    }
    if rarely(&mut random) {
        let _ = writeln!(text, "  outputs:\n    o: {{ value: {{ {call}get_attribute: [ n0, state ] }} }}");
    }
    if rarely(&mut random) {
        text.push_str("  workflows:\n    w: { steps: { s: { target: n1, activities: [] } } }\n");
    }
    if rarely(&mut random) {
        text.push_str("  substitution_mappings: { node_type: T, capabilities: { c: [ n1, c ] } }\n");
    }
    text
}

/// Returns what a type could require of some node templates.
fn demanded(model: &VariabilityModel<'_>) -> Vec<Instance> {
    let links = |node: ElementId| -> Vec<ElementId> {
        model.relations(node).filter(|&id| model.element(id).key.text() == "link").collect()
    };
    let nodes = model.all().filter(|(_, element)| element.kind == ElementKind::Node);
    let limits = [("too few", CountDeviation::FewerThan(1)), ("too many", CountDeviation::MoreThan(1))];
    let demands = nodes.flat_map(|(node, element)| {
        let (name, counted, span) = ("link".to_owned(), links(node), element.key.span());
        limits.map(|(deviation, count)| Instance {
            what: ViolationKind::Count { node, name: name.clone(), deviation, span },
            present: vec![node],
            counted: counted.clone(),
            count,
        })
    });
    demands.filter(|demand| !demand.counted.is_empty()).collect()
}

/// Calls `visit` with every combination of values.
fn each(domains: &[Domain], mut visit: impl FnMut(ValuesByInput)) {
    let mut at = vec![0; domains.len()];
    loop {
        visit(domains.iter().zip(&at).map(|(domain, &at)| Some(domain.values[at].clone())).collect());
        let Some(digit) = (0..at.len()).find(|&digit| at[digit] + 1 < domains[digit].values.len()) else {
            return;
        };
        at[..digit].fill(0);
        at[digit] += 1;
    }
}

/// Enumerates the variants: which instances are violated, and which elements are present.
fn enumerate(
    model: &VariabilityModel<'_>,
    equations: &Equations<'_, '_>,
    domains: &[Domain],
    instances: &[Instance],
) -> (Vec<bool>, BTreeSet<Vec<bool>>) {
    let mut violated = vec![false; instances.len()];
    let mut seen = BTreeSet::new();
    each(domains, |values| {
        let mut diagnostics = Vec::new();
        let solution = solve(equations, &values, &mut diagnostics);
        assert!(solution.is_complete(), "{diagnostics:?}");
        let present: Vec<bool> = model.all().map(|(id, _)| solution.is_present(id) == Some(true)).collect();
        for (instance, violated) in instances.iter().zip(&mut violated) {
            *violated |= instance.is_violated(|id| present[id.index()]);
        }
        seen.insert(present);
    });
    (violated, seen)
}

/// Returns the number of templates to try; `PROPTEST_CASES` may increase it.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn all_variants_at_once_agree_with_each_one_by_itself(seed in any::<u64>()) {
        let text = template(seed);
        let tree = tree_of(&text);
        let (model, diagnostics) = read(&tree);
        prop_assert!(!model.is_broken, "{diagnostics:?}\n{text}");
        let equations = Equations::new(&model);
        if !equations.report_cycles(&mut Vec::new()) {
            return Ok(());
        }
        let mut family = Family::new(&equations, &WorkLimit::default());
        let domains = family.domains.clone();
        let mut instances = consistency(&model, ConsistencyCheck::ALL);
        instances.extend(demanded(&model));
        instances.extend(references(&model));
        let (violated, seen) = enumerate(&model, &equations, &domains, &instances);
        let counted = count(&family);
        prop_assert!(counted.is_exact);
        prop_assert_eq!(counted.variants, Some(seen.len().to_string()), "{}", text);
        let presence: Vec<_> = model.all().map(|(id, _)| family.presence(id)).collect();
        let mut prover = Prover::new(&mut family, Box::new(Batsat::new(&WorkLimit::default())));
        for (at, formula) in presence.into_iter().enumerate() {
            let ever = seen.iter().any(|variant| variant[at]);
            prop_assert_eq!(prover.can(&[formula]) == Satisfiability::Yes, ever, "{}: {}", at, &text);
            let always = seen.iter().all(|variant| variant[at]);
            prop_assert_eq!(prover.can(&[!formula]) == Satisfiability::No, always, "{}: {}", at, &text);
        }
        for (instance, violated) in instances.iter().zip(violated) {
            let formula = prover.family.violation(instance).expect("within the bound");
            let witness = prover.witness(formula).expect("within the bound");
            prop_assert_eq!(witness.is_some(), violated, "{:?}\n{}", instance, &text);
            let Some(witness) = witness else { continue };
            prop_assert!(witness.is_certain);
            // The listed inputs are sufficient, whatever values the others have.
            for shift in 0..3 {
                let mut variant = witness.variant.clone();
                for (input, at) in variant.iter_mut().enumerate() {
                    if witness.needed.iter().all(|(needed, _)| *needed != input) {
                        *at = (*at + shift) % domains[input].values.len();
                    }
                }
                let values = values_of(prover.family, &variant);
                let solution = solve(&equations, &values, &mut Vec::new());
                prop_assert!(
                    instance.is_violated(|id| solution.is_present(id) == Some(true)),
                    "{:?} {:?}\n{}", instance, witness, &text
                );
            }
        }
        let listing = list(prover.family, 10_000, &WorkLimit::default());
        prop_assert_eq!(listing.stopped, None);
        prop_assert_eq!(listing.variants.len(), seen.len());
        let sample = pairwise(prover.family, &WorkLimit::default()).expect("few pairs");
        prop_assert!(sample.len() <= 15 * 2);
        let sizes: Vec<usize> = domains.iter().map(|domain| domain.values.len()).collect();
        for (second, &size) in sizes.iter().enumerate() {
            for first in 0..second {
                let pairs: BTreeSet<_> = sample.iter().map(|variant| (variant[first], variant[second])).collect();
                prop_assert_eq!(pairs.len(), sizes[first] * size, "{}", &text);
            }
        }
    }

    #[test]
    fn what_is_reported_is_what_each_variant_shows(seed in any::<u64>()) {
        let text = template(seed);
        let tree = tree_of(&text);
        let (model, _) = read(&tree);
        let equations = Equations::new(&model);
        if !equations.report_cycles(&mut Vec::new()) {
            return Ok(());
        }
        let family = Family::new(&equations, &WorkLimit::default());
        let mut instances = consistency(&model, ConsistencyCheck::ALL);
        instances.extend(demanded(&model));
        instances.extend(references(&model));
        let diagnostics = review(&model, demanded(&model), &WorkLimit::default());
        let (violated, _) = enumerate(&model, &equations, &family.domains, &instances);
        let is_of = |diagnostic: &Diagnostic, instance: &Instance| {
            let expected = violation(&model, instance);
            expected.rule == diagnostic.rule && expected.primary.span == diagnostic.primary.span && expected.message == diagnostic.message
        };
        let mut shown = vec![false; instances.len()];
        for diagnostic in &diagnostics {
            let of: Vec<usize> = (0..instances.len()).filter(|&at| is_of(diagnostic, &instances[at])).collect();
            if of.is_empty() {
                continue;
            }
            // The reported inputs are a file of inputs for such a variant.
            let note = diagnostic.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            let inputs = note.split_once(":\n").map_or("", |(_, inputs)| inputs);
            let mut given = InputValues::defaults(&model);
            let problems = given.take(&model, &tree_of(inputs), &Origin::File);
            prop_assert!(problems.is_empty(), "{problems:?}\n{note}\n{text}");
            let solution = solve(&equations, &given.values, &mut Vec::new());
            prop_assert!(solution.is_complete(), "{note}\n{text}");
            let is_present = |id: ElementId| solution.is_present(id) == Some(true);
            prop_assert!(of.iter().any(|&at| instances[at].is_violated(is_present)), "{diagnostic:?}\n{text}");
            for (shown, instance) in shown.iter_mut().zip(&instances) {
                *shown |= instance.is_violated(is_present);
            }
        }
        for (at, instance) in instances.iter().enumerate() {
            let is_reported = diagnostics.iter().any(|diagnostic| is_of(diagnostic, instance));
            prop_assert!(!is_reported || violated[at], "not so: {instance:?}\n{text}");
            // One cause is reported once: an instance that is not reported shares its cause with one that is.
            let cause = |of: &Instance| (of.counted.clone(), matches!(of.count, CountDeviation::MoreThan(_)));
            let same = instances.iter().filter(|other| cause(other) == cause(instance));
            let elsewhere = same.into_iter().any(|other| diagnostics.iter().any(|diagnostic| is_of(diagnostic, other)));
            prop_assert!(!violated[at] || is_reported || shown[at] || elsewhere, "not told: {instance:?}\n{text}");
        }
    }

    #[test]
    fn what_is_cut_is_what_is_printed(seed in any::<u64>(), keep in any::<u64>()) {
        let text = template(seed);
        let tree = tree_of(&text);
        let (model, _) = read(&tree);
        let left = rewrite(&model, &|id| keep >> (id.index() % 64) & 1 == 1, true);
        let cut = tosca::internals::yaml::cut(&tree, &left).expect("nothing that cannot be cut");
        prop_assert_eq!(canonical(&cut), canonical(&tosca::internals::yaml::print(&left)), "{}", cut);
    }

    #[test]
    fn what_is_left_is_read_as_plain(seed in any::<u64>()) {
        let text = template(seed);
        let tree = tree_of(&text);
        let (model, _) = read(&tree);
        let left = rewrite(&model, &|_| true, false);
        prop_assert!(left.root().is_some());
        let mut waiting: Vec<_> = left.root().into_iter().collect();
        while let Some(node) = waiting.pop() {
            waiting.extend(node.items());
            for (key, value) in node.entries() {
                prop_assert!(!matches!(key.text(), "conditions" | "variability"));
                waiting.push(value);
            }
        }
    }
}

// ── the corpus ──

fn corpus(path: &str) -> Option<String> {
    let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/variability");
    std::fs::read_to_string(place.join(path)).ok()
}

#[test]
fn the_templates_of_the_corpus_come_to_what_is_expected() {
    let cases = [
        ("opera-getting-started", "first", vec!["mode=first"], None),
        ("opera-getting-started", "second", vec!["mode=second"], None),
        ("opera-motivation", "dev", vec![], Some("dev")),
        ("opera-motivation", "prod", vec![], Some("prod")),
    ];
    for (template, test, values, preset) in cases {
        let Some(text) = corpus(&format!("{template}/variable-service-template.yaml")) else { return };
        let expected = corpus(&format!("{template}/tests/{test}/est.yaml")).expect("the expected template");
        let tree = tree_of(&text);
        let (model, diagnostics) = read(&tree);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut given = InputValues::defaults(&model);
        assert!(preset.is_none_or(|preset| given.take_preset(&model, preset)));
        let values: Vec<(String, String)> = values
            .iter()
            .filter_map(|value| value.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let problems = given.take(&model, &tree_of(&arguments_as_text(&model, &values)), &Origin::Argument);
        assert!(problems.is_empty(), "{problems:?}");
        let resolved = resolve(&model, &given.values, ConsistencyCheck::ALL);
        assert!(resolved.diagnostics.is_empty(), "{:?}", resolved.diagnostics);
        let printed = resolved.text(&tree).expect("a template");
        assert_eq!(canonical(&printed), canonical(&expected), "{template} {test}");
    }
}

// ── bounds ──

#[test]
fn a_bound_that_is_reached_is_reported() {
    let mut text = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n".to_owned();
    text.push_str("  variability:\n    inputs:\n");
    for input in 0..12 {
        let _ = writeln!(text, "      i{input}: {{ type: boolean }}");
    }
    text.push_str("  node_templates:\n    n: { type: T }\n");
    for node in 0..12 {
        let _ = writeln!(
            text,
            "    n{node}: {{ type: T, conditions: {{ xor: [ {{ get_variability_input: i{node} }}, {{ get_variability_input: i{} }} ] }} }}",
            (node + 5) % 12
        );
    }
    let tree = tree_of(&text);
    let (model, _) = read(&tree);
    let slugs = |bound: WorkLimit| -> Vec<&str> {
        review(&model, Vec::new(), &bound).iter().map(|diagnostic| diagnostic.rule.name).collect()
    };
    assert_eq!(slugs(WorkLimit::default()), Vec::<&str>::new());
    assert_eq!(slugs(WorkLimit { formulas: 5, ..WorkLimit::default() }), ["analysis-incomplete"]);
}

#[test]
fn long_chains_and_deep_circles_do_not_recurse() {
    let mut text = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n".to_owned();
    text.push_str("  variability:\n    inputs:\n      on: { type: boolean }\n    expressions:\n");
    text.push_str("      e0: { get_variability_input: on }\n");
    for at in 1..20_000 {
        let _ = writeln!(text, "      e{at}: {{ get_variability_expression: e{} }}", at - 1);
    }
    text.push_str(
        "  node_templates:\n    n0: { type: T, conditions: { get_variability_expression: e19999 } }\n",
    );
    for at in 1..20_000 {
        let _ =
            writeln!(text, "    n{at}: {{ type: T, conditions: {{ get_element_presence: n{} }} }}", at - 1);
    }
    let _ = writeln!(text, "    r0: {{ type: T, conditions: {{ get_element_presence: r19999 }} }}");
    for at in 1..20_000 {
        let _ =
            writeln!(text, "    r{at}: {{ type: T, conditions: {{ get_element_presence: r{} }} }}", at - 1);
    }
    let tree = tree_of(&text);
    let (model, diagnostics) = read(&tree);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    for on in [true, false] {
        let values = vec![Some(tosca::internals::dialects::variability::VariabilityValue::Boolean(on))];
        let resolved = resolve(&model, &values, ConsistencyCheck::ALL);
        assert_eq!(resolved.present.iter().filter(|present| **present).count(), if on { 20_000 } else { 0 });
    }
}

// ── the commands ──

const SHOP: &str = "\
tosca_definitions_version: tosca_variability_1_0

topology_template:
  variability:
    inputs:
      mode: { type: string, constraints: [ valid_values: [ dev, prod ] ] }
      cache: { type: boolean, default: false }
    presets:
      live: { inputs: { mode: prod, cache: true } }
  node_templates:
    # what customers see
    shop:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: { node: laptop, conditions: { get_target_presence: SELF } }
        - host: { node: cluster, conditions: { get_target_presence: SELF } } # many
        - dependency: { node: redis, capability: feature }
    laptop: # small
      type: tosca.nodes.Compute
      conditions: { equal: [ { get_variability_input: mode }, dev ] }
    cluster:
      type: tosca.nodes.Compute
      conditions: { equal: [ { get_variability_input: mode }, prod ] }
    redis:
      type: tosca.nodes.Compute
      conditions: { get_variability_input: cache }
";

/// The variant `live`.
const LIVE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3

topology_template:
  node_templates:
    # what customers see
    shop:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: { node: cluster } # many
        - dependency: { node: redis, capability: feature }
    cluster:
      type: tosca.nodes.Compute
    redis:
      type: tosca.nodes.Compute
";

fn shop() -> Project {
    Project::new(&[("shop.yaml", SHOP), ("values.yaml", "mode: dev\ncache: true\n")])
}

#[test]
fn one_variant_is_written_with_its_comments() {
    let project = shop();
    let run = project.run(&["resolve", "shop.yaml", "--preset", "live"]).ended(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), (LIVE, ""));
    project.run(&["resolve", "shop.yaml", "--preset", "live", "-o", "live.yaml"]).ended(0);
    assert_eq!(std::fs::read_to_string(project.path("live.yaml")).expect("a file"), LIVE);
    project.run(&["check", "live.yaml"]).ended(0);
    // Later layers win.
    let both = ["resolve", "shop.yaml", "--preset", "live", "--inputs", "values.yaml"];
    assert!(project.run(&both).ended(0).out.contains("node: laptop"));
    let all = ["resolve", "shop.yaml", "--preset", "live", "--inputs", "values.yaml", "-i", "mode=prod"];
    assert_eq!(project.run(&all).ended(0).out, LIVE);
    let newer = project.run(&["resolve", "shop.yaml", "--preset", "live", "--to", "tosca_2_0"]).ended(0);
    assert!(newer.out.starts_with("tosca_definitions_version: tosca_2_0\n"), "{}", newer.out);
    assert!(newer.out.contains("\nservice_template:\n"), "{}", newer.out);
}

#[test]
fn values_are_spelled_as_the_version_that_is_written_has_them() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
node_types:
  Web:
    derived_from: tosca.nodes.Root
    properties: { memory: { type: scalar-unit.size } }
topology_template:
  node_templates:
    web: { type: Web, properties: { memory: 4gb } }
";
    let project = Project::new(&[("web.yaml", text)]);
    let newer = project.run(&["resolve", "web.yaml", "--to", "tosca_2_0"]).ended(0);
    assert!(newer.out.contains("{ memory: 4 GB }"), "{}", newer.out);
    let same = project.run(&["resolve", "web.yaml"]).ended(0);
    assert!(same.out.contains("{ memory: 4gb }"), "{}", same.out);
}

#[test]
fn a_variant_that_is_wrong_is_not_written() {
    let project = shop();
    let run = project.run(&["resolve", "shop.yaml", "-i", "mode=prod"]).ended(2);
    assert!(run.out.is_empty() && run.err.contains("dangling-relation"), "{}", run.err);
    // Without the consistency checks, the check of plain TOSCA reports it in the template.
    let skipped = ["resolve", "shop.yaml", "-i", "mode=prod", "--skip", "target"];
    let run = project.run(&skipped).ended(2);
    assert!(run.out.is_empty() && run.err.contains("shop.yaml:17:31"), "{}", run.err);
    let unchecked = [&skipped[..], &["--no-check"]].concat();
    assert!(project.run(&unchecked).ended(1).out.contains("node: redis"));
    assert!(project.run(&["resolve", "shop.yaml"]).ended(2).err.contains("missing-variability-value"));
    let run = project.run(&["resolve", "shop.yaml", "-i", "mode=test"]).ended(2);
    assert!(run.err.contains("invalid-variability-value"), "{}", run.err);
}

#[test]
fn findings_that_the_template_has_do_not_stop_a_variant() {
    let project = shop();
    project
        .add("odd.yaml", SHOP.replace("node_templates:\n", "node_templates:\n    odd: { type: Unknown }\n"));
    assert!(project.run(&["check", "odd.yaml"]).ended(1).out.contains("unknown-type"));
    let run = project.run(&["resolve", "odd.yaml", "--preset", "live"]).ended(1);
    assert!(run.out.contains("type: Unknown"), "{}", run.out);
    // They are reported all the same, because the result has them.
    assert!(run.err.contains("unknown-type") && run.err.contains("the result has 1 error"), "{}", run.err);
    let run = project.run(&["resolve", "odd.yaml", "--preset", "live", "--no-check"]).ended(1);
    assert_eq!(run.err, "warning: the result has 1 error; run without `--no-check` to see more\n");
}

#[test]
fn resolve_says_that_there_was_nothing_to_resolve() {
    let plain = "tosca_definitions_version: tosca_2_0\nservice_template: { node_templates: {} }\n";
    let old = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates: { web: { type: tosca.nodes.Compute } }
";
    let project = shop();
    for (name, text) in [("plain.yaml", plain), ("old.yaml", old)] {
        project.add(name, text);
        let run = project.run(&["resolve", name]).ended(0);
        assert_eq!(run.out, text.replace("tosca_variability_1_0", "tosca_simple_yaml_1_3"));
        assert_eq!(run.err, format!("note: `{name}` has nothing to resolve\n"));
    }
    // A template with a condition has something to resolve, even if all elements stay.
    project.add("all.yaml", old.replace("Compute }", "Compute, conditions: true }"));
    assert_eq!(project.run(&["resolve", "all.yaml"]).ended(0).err, "");
}

/// A library of types has no variability: only its version changes.
#[test]
fn a_file_without_a_service_template_is_resolved() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
node_types:
  Web: { derived_from: tosca.nodes.Root } # a comment
group_types:
  variability.groups.Root: { derived_from: tosca.groups.Root }
";
    let project = Project::new(&[("web.yaml", text), ("none.yaml", "a: 1\n")]);
    let run = project.run(&["resolve", "web.yaml"]).ended(0);
    assert_eq!(run.out, text.replace("tosca_variability_1_0", "tosca_simple_yaml_1_3"));
    project.run(&["resolve", "none.yaml"]).ended(2);
    project.run(&["variants", "web.yaml"]).ended(2);
}

/// The specification calls pruning of all elements forced.
#[test]
fn forced_pruning_has_the_names_of_the_specification() {
    let project = shop();
    for (forced, all) in
        [("--force-prune-nodes", "--prune-nodes=all"), ("--force-prune-relations", "--prune-relations=all")]
    {
        let resolve = |option| project.run(&["resolve", "shop.yaml", "-i", "mode=dev", option]);
        let (forced, all) = (resolve(forced), resolve(all));
        assert_eq!((forced.out, forced.err), (all.out, all.err));
    }
}

/// All pairs of the values of 12 or 60 Booleans are in 7 or 10 variants at the least.
#[test]
fn few_variants_have_all_pairs_of_values() {
    for (count, most) in [(12, 10), (60, 14)] {
        let input = |number| format!("      i{number}: {{ type: boolean }}\n");
        let inputs: String = (0..count).map(input).collect();
        let node = |number| {
            format!(
                "    n{number}: {{ type: tosca.nodes.Root, conditions: {{ get_variability_input: i{number} }} }}\n"
            )
        };
        let nodes: String = (0..count).map(node).collect();
        let project = Project::new(&[(
            "family.yaml",
            &format!(
                "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n{inputs}  node_templates:\n{nodes}"
            ),
        )]);
        let out = project.run(&["variants", "family.yaml", "--sample", "pairwise"]).ended(0).out;
        assert_eq!(out.matches("# variant").count(), most, "{count} inputs");
    }
}

#[test]
fn wrong_arguments_are_reported() {
    let project = shop();
    let run = project.run(&["resolve", "shop.yaml", "--preset", "life"]).ended(2);
    assert!(run.err.contains("unknown preset `life`") && run.err.contains("`live`"), "{}", run.err);
    project.run(&["resolve", "nothing.yaml"]).ended(2);
    project.run(&["resolve", "shop.yaml", "--inputs", "nothing.yaml"]).ended(2);
    project.run(&["resolve", "shop.yaml", "-i", "mode"]).ended(2);
    project.run(&["resolve", "shop.yaml", "--explain", "shp", "-i", "mode=dev"]).ended(2);
    project.run(&["variants", "nothing.yaml"]).ended(2);
}

#[test]
fn presence_is_explained_down_to_the_inputs() {
    let project = shop();
    let run = project.run(&["resolve", "shop.yaml", "-i", "mode=prod", "--explain", "shop.0"]).ended(0);
    let expected = "\
requirement assignment `host` (index 0) of `shop` is absent  (shop.yaml:15:11)
  `{ get_target_presence: SELF }` is false  (shop.yaml:15:45)
    node template `laptop` is absent  (shop.yaml:18:5)
      `{ equal: [ { get_variability_input: mode }, dev ] }` is false  (shop.yaml:20:19)
        input `mode` is prod (from `-i`)  (shop.yaml:6:7)
";
    assert_eq!(run.out, expected);
}

#[test]
fn variants_are_counted_listed_and_checked() {
    let project = shop();
    let out = |arguments: &[&str], code| {
        project.run(&[&["variants", "shop.yaml"], arguments].concat()).ended(code).out
    };
    // Some variants have errors, so the template has.
    assert_eq!(out(&[], 1), "4 variants, from 4 combinations of values\n");
    let listed = out(&["--list", "9"], 1);
    assert_eq!(listed.matches("# variant").count(), 4, "{listed}");
    assert_eq!(out(&["--sample", "pairwise"], 1).matches("# variant").count(), 4);
    let checked = out(&["--check-each"], 1);
    assert!(checked.contains("4 variants checked, 2 with errors"), "{checked}");
    // Each example is a file of inputs.
    let first = listed.split("# variant").nth(1).expect("an example");
    let (_, first) = first.split_once('\n').expect("lines");
    project.add("first.yaml", first);
    let resolved = project.run(&[
        "resolve",
        "shop.yaml",
        "--inputs",
        "first.yaml",
        "--prune-nodes",
        "--skip",
        "all",
        "--no-check",
    ]);
    assert!(matches!(resolved.code, Some(0 | 1)), "{}", resolved.err);
}

#[test]
fn the_inputs_of_a_finding_show_it() {
    let project = shop();
    let run = project.run(&["check", "shop.yaml", "--format", "jsonl"]).ended(1);
    let finding: serde_json::Value =
        serde_json::from_str(run.out.lines().next().expect("a finding")).expect("JSON");
    let text = finding.to_string();
    let (_, values) = text.split_once("with these inputs:\\n").expect("inputs");
    let values = values.split('"').next().unwrap_or_default().replace("\\n", "\n");
    project.add("shown.yaml", values);
    let run = project.run(&["resolve", "shop.yaml", "--inputs", "shown.yaml"]).ended(2);
    assert!(run.err.contains("dangling-relation"), "{}", run.err);
}
