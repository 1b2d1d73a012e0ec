//! Outlines of files, line by line.

use std::fmt::Write as _;

use tosca::host::Memory;
use tosca::internals::ide::{self, OutlineEntry};

fn shown(symbols: &[OutlineEntry], depth: usize, text: &mut String) {
    for symbol in symbols {
        let what = symbol.table.map_or("section", |table| table.name);
        let detail = if symbol.detail.is_empty() { String::new() } else { format!(": {}", symbol.detail) };
        let _ = writeln!(text, "{}{} ({what}){detail}", "  ".repeat(depth), symbol.name);
        shown(&symbol.children, depth + 1, text);
    }
}

fn outline(text: &str) -> String {
    let mut host = Memory::new();
    host.add("a.yaml", text);
    let analysis = tosca::check(&host, ["a.yaml"]);
    let mut lines = String::new();
    shown(&ide::outline(analysis.model(), analysis.graph().files[0].id), 0, &mut lines);
    lines
}

#[test]
fn a_file_has_its_sections_with_definitions_and_their_members() {
    let text = "\
tosca_definitions_version: tosca_2_0
metadata: { author: me }
imports:
  - url: other.yaml
  - profile: p
capability_types:
  Endpoint: { properties: { port: { type: integer } } }
node_types:
  Server:
    derived_from: Base
    properties: { cpus: { type: integer } }
    capabilities: { endpoint: Endpoint }
    requirements:
      - host: { capability: Endpoint, relationship: R }
    interfaces:
      Standard:
        type: Standard
        operations: { create: run.sh }
service_template:
  inputs: { size: { type: integer } }
  node_templates:
    web: { type: Server, properties: { cpus: 4 } }
  policies:
    - scale: { type: Scaling }
  workflows:
    deploy:
      steps:
        first: { target: web, activities: [ delegate: other ] }
";
    let wanted = "\
imports (section)
  other.yaml (import definition)
  p (import definition)
capability_types (section)
  Endpoint (capability type)
    port (property definition): integer
node_types (section)
  Server (node type): Base
    cpus (property definition): integer
    endpoint (capability definition): Endpoint
    host (requirement definition)
    Standard (interface definition): Standard
      create (operation definition): run.sh
service_template (section)
  inputs (section)
    size (parameter definition): integer
  node_templates (section)
    web (node template): Server
  policies (section)
    scale (policy definition): Scaling
  workflows (section)
    deploy (workflow definition)
      first (workflow step)
";
    assert_eq!(outline(text), wanted);
}

#[test]
fn a_damaged_file_has_an_outline_of_what_is_left() {
    let text = "\
tosca_definitions_version: tosca_2_0
node_types:
  Server:
    properties:
      cpus: { type: integer
  Other: {}
service_template:
  node_templates:
    web:
      typ
    db: { type: Other }
";
    let outline_text = outline(text);
    for line in ["node_types (section)", "  Other (node type)", "    db (node template): Other"] {
        assert!(outline_text.lines().any(|other| other == line), "{line} in\n{outline_text}");
    }
}

#[test]
fn a_file_of_an_earlier_version_has_its_own_words() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web: { type: tosca.nodes.Compute }
";
    let wanted = "\
topology_template (section)
  node_templates (section)
    web (node template): tosca.nodes.Compute
";
    assert_eq!(outline(text), wanted);
}
