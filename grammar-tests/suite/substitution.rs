//! The reasons why similar services do not fit, which are shown next to a node without a substituting service
//! template.

use tosca::diagnostics::Diagnostic;
use tosca::host::Memory;
use tosca::{Options, analyze};

const TYPES: &str = "\
tosca_definitions_version: tosca_2_0
capability_types: { Vault: {} }
relationship_types: { Pays: {} }
node_types:
  Bank: { capabilities: { vault: Vault } }
  Shop:
    properties:
      size: { type: integer }
      title: { type: string, required: false }
    requirements:
    - bank: { capability: Vault, relationship: Pays, node: Bank, count_range: [ 1, 3 ] }
  Kiosk: { derived_from: Shop }
";

const SHOP: &str = "shop: { type: Shop, directives: [ substitute ], properties: { size: 50 } }";

/// Returns the findings for a service with one node, and other services that substitute nodes: node type,
/// rest of the mapping, rest of the template.
fn diagnostics_for(node: &str, services: &[(&str, &str, &str)], list: bool) -> Vec<Diagnostic> {
    let head = "tosca_definitions_version: tosca_2_0\nimports: [ types.yaml ]\nservice_template:\n";
    let mut host = Memory::new();
    host.add("types.yaml", TYPES);
    host.add("main.yaml", format!("{head}  node_templates:\n    bank: {{ type: Bank }}\n    {node}\n"));
    for (number, (of, mapping, rest)) in services.iter().enumerate() {
        let text = format!("{head}  substitution_mappings: {{ node_type: {of}, {mapping} }}\n  {rest}\n");
        host.add(format!("service-{number}.yaml"), text);
    }
    let mut options = Options { substitutes: list, ..Options::default() };
    options.load.paths = vec![".".into()];
    let wanted = ["no-substitute", "possible-substitutes"];
    let diagnostics = analyze(&host, &options).into_diagnostics();
    diagnostics.into_iter().filter(|diagnostic| wanted.contains(&diagnostic.rule.name)).collect()
}

#[track_caller]
fn assert_reason(node: &str, service: (&str, &str, &str), reason: &str) {
    let diagnostics = diagnostics_for(node, &[service], false);
    let reasons: Vec<&str> = diagnostics[0].secondary.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(reasons, [reason]);
}

const EMPTY: &str = "node_templates: {}";

#[test]
fn a_filter_is_shown_where_it_does_not_hold() {
    let filter = "substitution_filter: { $and: [ { $greater_than: [ { $get_property: [ SELF, size ] }, 10 ] }, { $less_than: [ { $get_property: [ SELF, size ] }, 20 ] } ] }";
    let reason = "the node does not satisfy this condition: `size` is `50`";
    assert_reason(SHOP, ("Shop", filter, EMPTY), reason);
    let diagnostics = diagnostics_for(SHOP, &[("Shop", filter, EMPTY)], false);
    let at = diagnostics[0].secondary[0].span;
    let text = format!("  substitution_mappings: {{ node_type: Shop, {filter} }}");
    let expected = text.find("$less_than").unwrap_or(0);
    let before = "tosca_definitions_version: tosca_2_0\nimports: [ types.yaml ]\nservice_template:\n".len();
    assert!((at.start as usize) >= before + expected - 2 && (at.start as usize) <= before + expected);
}

#[test]
fn an_input_is_shown_that_does_not_take_the_value() {
    let rest = "inputs: { size: { type: integer, validation: { $less_than: [ $value, 20 ] } } }\n  node_templates: {}";
    assert_reason(SHOP, ("Shop", "properties: { size: size }", rest), "input `size` does not accept `50`");
}

#[test]
fn an_input_is_shown_that_would_have_no_value() {
    let rest = "inputs: { title: { type: string } }\n  node_templates: {}";
    let reason = "input `title` would have no value";
    assert_reason(SHOP, ("Shop", "properties: { title: title }", rest), reason);
}

#[test]
fn a_service_for_a_narrower_type_is_shown() {
    assert_reason(SHOP, ("Kiosk", "", EMPTY), "only substitutes `Kiosk`, which is derived from `Shop`");
}

#[test]
fn services_that_do_not_fit_are_counted() {
    let filter = "substitution_filter: { $equal: [ { $get_property: [ SELF, size ] }, 1 ] }";
    let services = [("Shop", filter, EMPTY); 8];
    let diagnostics = diagnostics_for(SHOP, &services, false);
    assert_eq!(diagnostics[0].secondary.len(), 5);
    assert_eq!(diagnostics[0].notes[0], "3 more are not compatible");
}

#[test]
fn services_that_fit_are_listed_beside_those_that_do_not() {
    let filter = "substitution_filter: { $equal: [ { $get_property: [ SELF, size ] }, 1 ] }";
    let services = [("Shop", "", EMPTY), ("Shop", filter, EMPTY)];
    assert_eq!(diagnostics_for(SHOP, &services, false).len(), 0);
    let diagnostics = diagnostics_for(SHOP, &services, true);
    let labels: Vec<&str> = diagnostics[0].secondary.iter().map(|label| label.text.as_str()).collect();
    let reason = "not compatible: the node does not satisfy this condition: `size` is `50`";
    assert_eq!(labels, ["compatible", reason]);
}

/// 5,000 nodes, and 1,000 services that do not fit: not every pair is tried.
#[test]
fn many_nodes_and_services_are_matched_in_time() {
    let filter = "substitution_filter: { $equal: [ { $get_property: [ SELF, size ] }, 1 ] }";
    let nodes: Vec<String> =
        (0..5_000).map(|number| SHOP.replacen("shop", &format!("shop-{number}"), 1)).collect();
    let services = vec![("Shop", filter, EMPTY); 1_000];
    let start = std::time::Instant::now();
    diagnostics_for(&nodes.join("\n    "), &services, false);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
