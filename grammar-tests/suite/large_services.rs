//! In a large service, each mistake is found once, and also what concerns node templates far from each other.

use std::fmt::Write as _;

use tosca::diagnostics::Diagnostic;
use tosca::host::Memory;

const COUNT: usize = 2_500;

#[test]
fn a_large_service_is_checked_as_a_whole() {
    let mut text = String::from(
        "tosca_definitions_version: tosca_2_0
node_types:
  Server: { properties: { port: { type: integer }, other: { type: integer, required: false } } }
service_template:
  node_templates:
",
    );
    for number in 0..COUNT {
        let port = if number % 100 == 7 { "http" } else { "80" };
        // The value of each of two nodes is that of the other.
        let other = match number {
            10 => ", other: { $get_property: [ n2000, other ] }",
            2000 => ", other: { $get_property: [ n10, other ] }",
            _ => "",
        };
        let _ = writeln!(text, "    n{number}: {{ type: Server, properties: {{ port: {port}{other} }} }}");
    }
    let mut host = Memory::new();
    host.add("main.yaml", text);
    let analysis = tosca::check(&host, ["main.yaml"]);
    let line = |finding: &Diagnostic| {
        let span = finding.primary.span;
        analysis.sources().get(span.file).position(span.start).line
    };
    let lines = |name: &str| -> Vec<u32> {
        let findings = analysis.diagnostics().iter().filter(|finding| finding.rule.name == name);
        findings.map(line).collect()
    };
    assert_eq!(lines("wrong-value-type"), (0..25).map(|index| 6 + 7 + 100 * index).collect::<Vec<_>>());
    assert_eq!(lines("property-cycle"), [16]);
    assert_eq!(analysis.diagnostics().len(), 26);
}

#[test]
fn what_follows_from_a_mistake_does_not_depend_on_the_size_of_the_maps_around_it() {
    let mistakes = [
        ("requirements:\n      - store", "requirments:\n      - store"),
        ("properties:\n      port", "propertys:\n      port"),
        ("port: { type: integer }", "port: { typ: integer }"),
        ("properties: { port: 80 }", "properties: { port: 80"),
        ("        - store: disk", "        - stor: disk"),
        ("        - store: disk", "        - store disk"),
        ("    disk: { type: Disk }", "    disk { type: Disk }"),
        ("  Server:", "  Disk: {}\n  Server:"),
        ("  node_templates:", "  node_template:"),
    ];
    for (written, mistaken) in mistakes {
        let [few, many] = [0, 300].map(|filler| {
            let text = service_with(filler);
            assert_eq!(text.matches(written).count(), 1, "{written}");
            findings(&text.replace(written, mistaken))
        });
        assert!(!few.is_empty(), "{mistaken}");
        assert_eq!(few, many, "{mistaken}");
    }
    assert_eq!(findings(&service_with(300)), Vec::<String>::new());
}

/// Returns a service whose maps and lists have `filler` parts before and after those that count.
fn service_with(filler: usize) -> String {
    let many = |line: &dyn Fn(String) -> String, name: &str| -> String {
        (0..filler).map(|number| line(format!("{name}{number}"))).collect()
    };
    let [types_before, types_after] = ["A", "Z"].map(|name| many(&|name| format!("  {name}: {{}}\n"), name));
    let properties = many(&|name| format!("      {name}: {{ type: string, required: false }}\n"), "p");
    let [nodes_before, nodes_after] =
        ["a", "z"].map(|name| many(&|name| format!("    {name}: {{ type: Disk }}\n"), name));
    let requirements = many(&|name| format!("        - more: {name}\n"), "a");
    format!(
        "tosca_definitions_version: tosca_2_0
node_types:
{types_before}  Disk: {{ capabilities: {{ store: Store }} }}
  Server:
    properties:
      port: {{ type: integer }}
{properties}    requirements:
      - store: {{ capability: Store, relationship: Uses, count_range: [ 0, 1 ] }}
      - more: {{ capability: Store, relationship: Uses, count_range: [ 0, UNBOUNDED ] }}
{types_after}capability_types: {{ Store: {{}} }}
relationship_types: {{ Uses: {{}} }}
service_template:
  node_templates:
{nodes_before}    disk: {{ type: Disk }}
    server:
      type: Server
      properties: {{ port: 80 }}
      requirements:
{requirements}        - store: disk
{nodes_after}"
    )
}

/// Returns the findings in a text, without their places.
fn findings(text: &str) -> Vec<String> {
    let mut host = Memory::new();
    host.add("main.yaml", text);
    let analysis = tosca::check(&host, ["main.yaml"]);
    let shown = |finding: &Diagnostic| format!("{} {}", finding.rule.name, finding.message);
    analysis.diagnostics().iter().map(shown).collect()
}
