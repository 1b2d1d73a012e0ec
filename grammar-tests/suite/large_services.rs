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
