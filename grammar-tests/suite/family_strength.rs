//! What the analysis of all variants proves about many inputs, and what it says where it proves nothing.

use std::fmt::Write as _;

use crate::cli::Project;

/// Returns a template with inputs, each with a declaration, and node templates, each with conditions.
fn family(inputs: &[(String, String)], expressions: &[(String, String)], nodes: &[(&str, String)]) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n",
    );
    for (name, declaration) in inputs {
        let _ = writeln!(text, "      {name}: {{ {declaration} }}");
    }
    if !expressions.is_empty() {
        text.push_str("    expressions:\n");
    }
    for (name, expression) in expressions {
        let _ = writeln!(text, "      {name}: {expression}");
    }
    text.push_str("  node_templates:\n");
    for (name, conditions) in nodes {
        let _ = writeln!(text, "    {name}: {{ type: tosca.nodes.Compute, conditions: {conditions} }}");
    }
    text
}

/// Returns the findings as `rule subject`, in order.
fn findings(text: &str) -> Vec<String> {
    let out = Project::new(&[("family.yaml", text)]).run(&["check", "--format", "json", "family.yaml"]).out;
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let findings = document["diagnostics"].as_array().expect("findings").iter();
    let line = |finding: &serde_json::Value| {
        let line = finding["primary"]["start"]["line"].as_u64().expect("a line");
        let line = text.lines().nth(usize::try_from(line).expect("a line") - 1).expect("a line");
        let subject = line.trim().split(':').next().unwrap_or_default().to_owned();
        format!("{} {subject}", finding["slug"].as_str().expect("a rule"))
    };
    findings.map(line).collect()
}

fn integers(count: usize, most: usize) -> Vec<(String, String)> {
    let declared = format!("type: integer, constraints: [ in_range: [ 0, {most} ] ]");
    (0..count).map(|number| (format!("i{number}"), declared.clone())).collect()
}

fn sum(count: usize, factor: impl Fn(usize) -> usize) -> String {
    let terms = (0..count)
        .map(|number| format!("{{ mul: [ {}, {{ get_variability_input: i{number} }} ] }}", factor(number)));
    format!("{{ add: [ {} ] }}", terms.collect::<Vec<_>>().join(", "))
}

#[test]
fn sums_of_many_small_numbers_are_exact() {
    let sum = sum(40, |_| 1);
    let nodes = [
        ("cheap", format!("{{ less_or_equal: [ {sum}, 1 ] }}")),
        ("affordable", format!("{{ less_or_equal: [ {sum}, 2 ] }}")),
        (
            "never",
            "[ { get_element_presence: cheap }, { not: { get_element_presence: affordable } } ]".to_owned(),
        ),
    ];
    assert_eq!(findings(&family(&integers(40, 1), &[], &nodes)), ["never-present never"]);
}

#[test]
fn each_comparison_of_sums_changes_where_it_should() {
    // From 0 to 3 * (1 + … + 12) = 234.
    let (inputs, sum) = (integers(12, 3), sum(12, |number| number + 1));
    for (comparison, never, always) in [
        ("greater_than: [ SUM, 234 ]", true, false),
        ("greater_than: [ SUM, 233 ]", false, false),
        ("greater_than: [ SUM, 0 ]", false, false),
        ("greater_or_equal: [ SUM, 0 ]", false, true),
        ("greater_or_equal: [ SUM, 1 ]", false, false),
        ("greater_or_equal: [ SUM, 235 ]", true, false),
        ("less_than: [ SUM, 0 ]", true, false),
        ("less_than: [ SUM, 1 ]", false, false),
        ("less_than: [ SUM, 235 ]", false, true),
        ("less_or_equal: [ SUM, 234 ]", false, true),
        ("less_or_equal: [ 235, SUM ]", true, false),
        ("equal: [ SUM, 234 ]", false, false),
        ("equal: [ SUM, 235 ]", true, false),
        ("equal: [ { mul: [ 2, SUM ] }, 3 ]", true, false),
        ("equal: [ { sub: [ SUM, SUM ] }, 0 ]", false, true),
        ("in_range: [ SUM, [ 0, 234 ] ]", false, true),
        ("in_range: [ SUM, [ 1, 234 ] ]", false, false),
        ("in_range: [ SUM, [ 235, UNBOUNDED ] ]", true, false),
    ] {
        let conditions = format!("{{ {} }}", comparison.replace("SUM", &sum));
        let expected: &[&str] = match (never, always) {
            (true, _) => &["never-present node"],
            (_, true) => &["always-true-condition node"],
            _ => &[],
        };
        assert_eq!(findings(&family(&inputs, &[], &[("node", conditions)])), expected, "{comparison}");
    }
}

#[test]
fn a_condition_that_is_not_analyzed_is_reported_where_it_is() {
    let inputs = ["first", "second"].map(|name| (name.to_owned(), "type: string".to_owned()));
    let joined = "{ concat: [ { get_variability_input: first }, { get_variability_input: second } ] }";
    let nodes = [
        ("known", "{ equal: [ { get_variability_input: first }, ab ] }".to_owned()),
        ("unknown", format!("{{ equal: [ {joined}, ab ] }}")),
    ];
    assert_eq!(findings(&family(&inputs, &[], &nodes)), ["analysis-incomplete unknown"]);
}

#[test]
fn parities_in_two_orders_are_proved_equal() {
    let count = 60;
    let inputs: Vec<(String, String)> =
        (0..count).map(|number| (format!("i{number}"), "type: boolean".to_owned())).collect();
    let chain = |name: &str, order: &mut dyn Iterator<Item = usize>| {
        let mut expressions = Vec::new();
        for (position, input) in order.enumerate() {
            let input = format!("{{ get_variability_input: i{input} }}");
            let body = match position {
                0 => input,
                _ => {
                    format!("{{ xor: [ {{ get_variability_condition: {name}{} }}, {input} ] }}", position - 1)
                }
            };
            expressions.push((format!("{name}{position}"), body));
        }
        expressions
    };
    let mut expressions = chain("up", &mut (0..count));
    expressions.extend(chain("down", &mut (0..count).rev()));
    let last = |name: &str| format!("{{ get_variability_condition: {name}{} }}", count - 1);
    let nodes = [
        ("differs", format!("{{ xor: [ {}, {} ] }}", last("up"), last("down"))),
        ("odd", last("up")),
        ("even", format!("{{ not: {} }}", last("down"))),
    ];
    let text = family(&inputs, &expressions, &nodes);
    assert_eq!(findings(&text), ["never-present differs"]);
    let project = Project::new(&[("family.yaml", &text)]);
    let listed = project.run(&["variants", "--list", "9", "family.yaml"]).ended(0);
    assert_eq!((listed.out.matches("# variant").count(), &*listed.err), (2, ""));
}

#[test]
fn many_independent_choices_are_counted() {
    for (count, variants) in [(15, "32768"), (60, "1152921504606846976")] {
        let inputs: Vec<_> =
            (0..count).map(|number| (format!("b{number}"), "type: boolean".to_owned())).collect();
        let names: Vec<String> = (0..count).map(|number| format!("n{number}")).collect();
        let condition = |number: usize| format!("{{ get_variability_input: b{number} }}");
        let nodes: Vec<_> =
            names.iter().enumerate().map(|(number, name)| (name.as_str(), condition(number))).collect();
        let project = Project::new(&[("family.yaml", &family(&inputs, &[], &nodes))]);
        let out = project.run(&["variants", "family.yaml"]).ended(0).out;
        assert_eq!(out, format!("{variants} variants, from {variants} combinations of values\n"));
        // A list of some says so.
        let run = project.run(&["variants", "family.yaml", "--list", "5"]).ended(0);
        assert_eq!(run.out.matches("# variant").count(), 5);
        assert!(run.err.contains(&format!("note: 5 of {variants} variants listed")), "{}", run.err);
    }
}
