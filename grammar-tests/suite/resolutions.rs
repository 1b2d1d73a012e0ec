//! Counts how often a path is resolved: once, no matter how many values read the value that contains it.

use tosca::host::Memory;
use tosca::internals::values;
use tosca::{Analysis, check};

/// Returns the number of paths that are resolved to check `text`.
fn resolved(text: &str) -> (usize, Analysis) {
    // The counter is per thread.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        let mut host = Memory::new();
        host.add("main.yaml", text);
        let before = values::paths_resolved_in_thread();
        let analysis = check(&host, ["main.yaml"]);
        (values::paths_resolved_in_thread() - before, analysis)
    })
}

/// Returns a service whose nodes have some properties, given by `values`.
fn service(values: impl IntoIterator<Item = String>) -> String {
    let head = "\
tosca_definitions_version: tosca_2_0
data_types:
  Box: { properties: { a: { type: integer }, b: { type: integer, default: 2 } } }
node_types:
  Part:
    properties:
      i: { type: integer, validation: { $less_than: [ $value, 100000 ] } }
      l: { type: list, entry_schema: integer, default: [] }
      x: { type: Box, default: { a: 1 } }
service_template:
  node_templates:
";
    let nodes = values.into_iter().enumerate();
    let nodes = nodes.map(|(at, value)| format!("    n{at}: {{ type: Part, properties: {value} }}\n"));
    std::iter::once(head.to_owned()).chain(nodes).collect()
}

/// Checks a service, and asserts that each path is resolved once; returns the findings.
#[track_caller]
fn each_once(values: impl IntoIterator<Item = String>) -> Vec<String> {
    let text = service(values);
    let (resolved, analysis) = resolved(&text);
    assert_eq!(resolved, text.matches("$get_property").count(), "{:?}", analysis.diagnostics());
    analysis
        .diagnostics()
        .iter()
        .map(|finding| format!("{} {}", finding.rule.name, finding.message))
        .collect()
}

#[test]
fn readers_of_a_property_share_its_path() {
    let first = "{ i: { $get_property: [ n1, i ] } }".to_owned();
    let second = "{ i: { $sum: [ { $get_property: [ n2, i ] }, 1 ] } }".to_owned();
    let third = "{ i: 4 }".to_owned();
    let readers = (0..50).map(|_| "{ i: { $product: [ { $get_property: [ n0, i ] }, 2 ] } }".to_owned());
    assert_eq!(each_once([first, second, third].into_iter().chain(readers)), [""; 0]);
}

#[test]
fn parts_of_a_literal_are_resolved_once() {
    let list = "{ i: 1, l: [ { $get_property: [ n1, i ] }, { $get_property: [ n2, x, b ] } ] }".to_owned();
    let complex = "{ i: 2, x: { a: { $get_property: [ n0, l, 0 ] } } }".to_owned();
    let readers = (0..20).map(|at| format!("{{ i: {{ $get_property: [ n0, l, {} ] }} }}", at % 2));
    assert_eq!(each_once([list, complex].into_iter().chain(readers)), [""; 0]);
}

#[test]
fn a_chain_of_any_length_is_resolved_once_and_has_values() {
    const LENGTH: usize = 2_000;
    let link = |at: usize| format!("{{ i: {{ $sum: [ {{ $get_property: [ n{}, i ] }}, 1 ] }} }}", at + 1);
    let values = (0..LENGTH).map(link).chain(["{ i: 98500 }".to_owned()]);
    let findings = each_once(values);
    // Values of 100,000 or more are now invalid for the property.
    assert!(findings.iter().all(|finding| finding.starts_with("failed-validation")), "{findings:?}");
    assert_eq!(findings.len(), 1);
}

#[test]
fn values_in_a_circle_are_resolved_once() {
    let link = |to: usize| format!("{{ i: {{ $get_property: [ n{to}, i ] }} }}");
    let findings = each_once([link(1), link(2), link(0), link(0), link(1)]);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].starts_with("property-cycle"), "{findings:?}");
}
