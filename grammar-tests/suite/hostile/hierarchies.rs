//! Extreme hierarchies: deep, cyclic, wide. Each check ends, with the correct findings.

use std::fmt::Write as _;

use super::{HEAD, analysis, check, count};

/// `first`, then types that `body` writes, each derived from the one before.
fn chain(section: &str, first: &str, length: usize, body: impl Fn(usize) -> String) -> String {
    let mut text = format!("{section}:\n  T0: {first}\n");
    for number in 1..length {
        let _ = writeln!(text, "  T{number}: {{ derived_from: T{}, {} }}", number - 1, body(number));
    }
    text
}

#[test]
fn a_deep_chain_that_adds_a_property_at_each_level() {
    let types = chain("node_types", "{}", 5_000, |at| format!("properties: {{ p{at}: {{ type: string }} }}"));
    let text = format!(
        "{HEAD}{types}  Last:\n    derived_from: T4999\n    properties: {{ p1: {{ required: false }} }}\n"
    );
    check(text, &["5005:35 loosened-required"]);
}

#[test]
fn a_deep_chain_that_refines_one_property_at_each_level() {
    let first = "{ properties: { p: { type: integer, default: 5 } } }";
    let types = chain("node_types", first, 5_000, |at| {
        format!("properties: {{ p: {{ validation: {{ $less_than: [ $value, {} ] }} }} }}", 10_000 - at)
    });
    let text = format!(
        "{HEAD}{types}  Last:\n    derived_from: T4999\n    properties: {{ p: {{ type: string }} }}\n"
    );
    check(text, &["5005:30 incompatible-type"]);
}

#[test]
fn a_chain_of_capabilities_whose_type_changes_at_each_level() {
    let capabilities = chain("capability_types", "{ properties: { p: { type: string } } }", 2_000, |at| {
        format!("properties: {{ p: {{ description: d{at} }} }}")
    });
    let mut nodes = String::from("node_types:\n  N0: { capabilities: { c: T0 } }\n");
    for at in 1..2_000 {
        let _ = writeln!(
            nodes,
            "  N{at}: {{ derived_from: N{}, capabilities: {{ c: {{ type: T{at}, properties: {{ p: {{ description: e }} }} }} }} }}",
            at - 1
        );
    }
    check(format!("{HEAD}{capabilities}{nodes}"), &[]);
}

/// Relationship types and interface types that narrow together once took memory by the cube.
#[test]
fn relationships_and_interfaces_that_narrow_together() {
    let interfaces = chain("interface_types", "{ operations: { o: { inputs: { p: 5 } } } }", 400, |_| {
        "description: narrower".to_owned()
    });
    let mut text = format!("{HEAD}capability_types: {{ C: {{}} }}\n{interfaces}relationship_types:\n");
    text.push_str("  R0: { interfaces: { i: { type: T0 } } }\n");
    for at in 1..400 {
        let _ = writeln!(
            text,
            "  R{at}: {{ derived_from: R{}, interfaces: {{ i: {{ type: T{at} }} }} }}",
            at - 1
        );
    }
    text.push_str("node_types:\n  N0: { requirements: [ r: { capability: C, relationship: R0 } ] }\n");
    for at in 1..400 {
        let _ = writeln!(
            text,
            "  N{at}: {{ derived_from: N{}, requirements: [ r: {{ relationship: {{ type: R{at}, interfaces: {{ i: {{ type: T{at}, operations: {{ o: {{ description: d }} }} }} }} }} }} ] }}",
            at - 1
        );
    }
    check(text, &[]);
}

#[test]
fn a_chain_of_scalars_that_adds_a_unit_at_each_level() {
    let types = chain("data_types", "{ derived_from: scalar, units: { u0: 1 } }", 1_000, |at| {
        format!("units: {{ u{at}: {} }}", at + 1)
    });
    check(format!("{HEAD}{types}"), &[]);
}

#[test]
fn a_cycle_of_a_thousand_types_is_reported_once() {
    let mut text = format!("{HEAD}node_types:\n");
    for at in 0..1_000 {
        let _ = writeln!(
            text,
            "  T{at}: {{ derived_from: T{}, properties: {{ p: {{ required: false }} }} }}",
            (at + 1) % 1_000
        );
    }
    count(&[("main.yaml", text.as_bytes())], &[("derivation-cycle", 1)]);
}

#[test]
fn a_hundred_thousand_types_in_one_file() {
    let mut text = format!("{HEAD}node_types:\n");
    for at in 0..100_000 {
        let _ = writeln!(text, "  T{at}: {{ properties: {{ p: {{ type: string }} }} }}");
    }
    assert!(analysis(&[("main.yaml", text.as_bytes())]).diagnostics().is_empty());
}

#[test]
fn a_wide_type_refined_in_a_child() {
    let wide = |body: &str| {
        (0..20_000).fold(String::new(), |mut text, at| {
            let _ = writeln!(text, "      p{at}: {body}");
            text
        })
    };
    let text = format!(
        "{HEAD}node_types:\n  A:\n    properties:\n{}  B:\n    derived_from: A\n    properties:\n{}",
        wide("{ type: string }"),
        wide("{ default: x }"),
    );
    check(text, &[]);
}

#[test]
fn data_types_that_contain_each_other_in_a_cycle_are_reported_once() {
    let mut text = format!("{HEAD}data_types:\n");
    for at in 0..2_000 {
        let _ = writeln!(text, "  T{at}: {{ properties: {{ next: {{ type: T{} }} }} }}", (at + 1) % 2_000);
    }
    count(&[("main.yaml", text.as_bytes())], &[("infinite-value", 1)]);
}

/// A default that needs itself, and defaults that double at each level.
#[test]
fn defaults_without_end() {
    let mut text = format!(
        "{HEAD}data_types:\n  T: {{ properties: {{ p: {{ type: T, default: {{}} }} }} }}\n  D0: {{ properties: {{ x: {{ type: integer, default: 1 }} }} }}\n"
    );
    for at in 1..100 {
        let one = format!("{{ type: D{}, default: {{}} }}", at - 1);
        let _ = writeln!(text, "  D{at}: {{ properties: {{ a: {one}, b: {one} }} }}");
    }
    text.push_str("node_types:\n  N:\n    properties:\n      t: { type: T, default: {} }\n      d: { type: D99, default: {} }\n");
    count(&[("main.yaml", text.as_bytes())], &[("infinite-value", 1)]);
}
