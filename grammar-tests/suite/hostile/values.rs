//! Values, calls and patterns that would use all memory or time. Each check ends soon, and limits are
//! reported.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tosca::Analysis;
use tosca::host::Memory;
use tosca::internals::load::Inputs;
use tosca::{Options, analyze};

use super::{HEAD, check};

/// The maximum time of a check in a debug build.
const MAX_CHECK_TIME: Duration = Duration::from_secs(60);

/// Checks a file within the time limit; `given` are values of its inputs.
fn timed(text: String, given: Option<&str>) -> Analysis {
    let mut host = Memory::new();
    host.add("main.yaml", text);
    let mut options = Options::default();
    options.load.paths = vec!["main.yaml".into()];
    if let Some(given) = given {
        host.add("inputs.yaml", given);
        options.load.inputs = Inputs::In("inputs.yaml".into());
    }
    let start = Instant::now();
    let analysis = analyze(&host, &options);
    assert!(start.elapsed() < MAX_CHECK_TIME, "it takes {:?}", start.elapsed());
    analysis
}

/// Checks a service template with these inputs, all of which have their defaults.
fn with_inputs(inputs: &str, nodes: &str, outputs: &str) -> Analysis {
    let outputs = if outputs.is_empty() { String::new() } else { format!("  outputs:\n{outputs}") };
    let types = "node_types: { N: { properties: { p: { type: string, required: false }, l: { type: list, entry_schema: integer, required: false }, m: { type: boolean, required: false } } } }\n";
    let text = format!(
        "{HEAD}{types}service_template:\n  inputs:\n{inputs}  node_templates:\n    none: {{ type: N }}\n{nodes}{outputs}"
    );
    timed(text, Some("{}\n"))
}

/// Returns the names of the rules with findings, without duplicates.
fn slugs(analysis: &Analysis) -> Vec<&'static str> {
    let mut slugs: Vec<&str> = analysis.diagnostics().iter().map(|diagnostic| diagnostic.rule.name).collect();
    slugs.sort_unstable();
    slugs.dedup();
    slugs
}

/// Returns inputs that each call a function with the previous input twice.
fn doubling(keynames: &str, first: &str, call: impl Fn(&str) -> String) -> String {
    let mut inputs = format!("    i0: {{ {keynames}, default: {first} }}\n");
    for at in 1..=60 {
        let before = format!("{{ $get_input: i{} }}", at - 1);
        let _ = writeln!(inputs, "    i{at}: {{ {keynames}, default: {} }}", call(&before));
    }
    inputs
}

#[test]
fn a_value_that_doubles_at_each_step() {
    let string = "type: string";
    let list = "type: list, entry_schema: integer";
    let strings = doubling(string, "0123456789abcdef", |it| format!("{{ $concat: [ {it}, {it} ] }}"));
    assert_eq!(slugs(&with_inputs(&strings, "", "")), ["value-too-large"]);
    let joined = doubling(string, "0123456789abcdef", |it| format!("{{ $join: [ [ {it}, {it} ], {it} ] }}"));
    assert_eq!(slugs(&with_inputs(&joined, "", "")), ["value-too-large"]);
    let lists = doubling(list, "[ 1, 2, 3, 4 ]", |it| format!("{{ $concat: [ {it}, {it} ] }}"));
    assert_eq!(slugs(&with_inputs(&lists, "", "")), ["value-too-large"]);
    // A union does not grow where nothing is new.
    let sets = doubling(list, "[ 1, 2, 3, 4 ]", |it| format!("{{ $union: [ {it}, {it} ] }}"));
    assert_eq!(slugs(&with_inputs(&sets, "", "")), Vec::<&str>::new());
}

/// Without calls there is no doubling either: lists that contain a list twice.
#[test]
fn a_list_that_doubles_at_each_step() {
    let inputs = doubling("type: list, entry_schema: list", "[ [] ]", |it| format!("[ {it}, {it} ]"));
    let analysis = with_inputs(&inputs, "", "    o: { $get_input: i60 }\n");
    let codes = slugs(&analysis);
    assert!(codes.iter().all(|slug| ["value-too-large", "missing-entry-schema"].contains(slug)), "{codes:?}");
    assert!(codes.contains(&"value-too-large"), "{codes:?}");
}

#[test]
fn a_value_that_is_nested_through_inputs() {
    let mut inputs = String::from("    i0: { type: list, default: [] }\n");
    for at in 1..=5_000 {
        let _ = writeln!(
            inputs,
            "    i{at}: {{ type: list, entry_schema: list, default: [ {{ $get_input: i{} }} ] }}",
            at - 1
        );
    }
    let codes = slugs(&with_inputs(&inputs, "", "    o: { $get_input: i5000 }\n"));
    assert!(codes.contains(&"value-too-large"), "{codes:?}");
}

#[test]
fn a_long_chain_of_inputs() {
    let mut inputs = String::new();
    for at in 0..20_000 {
        let _ = writeln!(
            inputs,
            "    i{at}: {{ type: integer, default: {{ $sum: [ {{ $get_input: i{} }}, 1 ] }} }}",
            at + 1
        );
    }
    inputs.push_str("    i20000: { type: integer, default: 9223372036854755807 }\n");
    assert_eq!(slugs(&with_inputs(&inputs, "", "")), Vec::<&str>::new());
    let inputs = inputs.replace("9223372036854755807", "9223372036854755808");
    let analysis = with_inputs(&inputs, "", "");
    assert_eq!(slugs(&analysis), ["evaluation-error"]);
    assert_eq!(analysis.diagnostics().len(), 1);
}

#[test]
fn many_large_values_in_one_file() {
    let mut inputs = String::from("    i0: { type: string, default: 0123456789abcdef }\n");
    for at in 1..=16 {
        let before = format!("{{ $get_input: i{} }}", at - 1);
        let _ =
            writeln!(inputs, "    i{at}: {{ type: string, default: {{ $concat: [ {before}, {before} ] }} }}");
    }
    let mut nodes = String::new();
    for at in 0..2_000 {
        let _ = writeln!(
            nodes,
            "    n{at}: {{ type: N, properties: {{ p: {{ $concat: [ {{ $get_input: i16 }}, {{ $get_input: i16 }}, \"{at}\" ] }} }} }}"
        );
    }
    let analysis = with_inputs(&inputs, &nodes, "");
    assert_eq!(slugs(&analysis), ["value-too-large"]);
    assert_eq!(analysis.diagnostics().len(), 1, "told once");
}

#[test]
fn sets_and_parts_of_long_lists() {
    let numbers: Vec<String> = (0..20_000).map(|number| number.to_string()).collect();
    let same = vec!["7"; 20_000].join(", ");
    let inputs = format!(
        "    a: {{ type: list, entry_schema: integer, default: [ {} ] }}\n    b: {{ type: list, entry_schema: integer, default: [ {same}, 8 ] }}\n    c: {{ type: list, entry_schema: integer, default: [ {same}, 9 ] }}\n",
        numbers.join(", ")
    );
    let call = |function: &str, one: &str, other: &str| {
        format!("{{ ${function}: [ {{ $get_input: {one} }}, {{ $get_input: {other} }} ] }}")
    };
    let mut nodes = String::new();
    for (at, function) in ["union", "intersection"].iter().enumerate() {
        let _ =
            writeln!(nodes, "    s{at}: {{ type: N, properties: {{ l: {} }} }}", call(function, "a", "a"));
    }
    for (at, function) in ["contains", "has_all_entries", "has_any_entry", "has_suffix"].iter().enumerate() {
        let _ =
            writeln!(nodes, "    t{at}: {{ type: N, properties: {{ m: {} }} }}", call(function, "b", "c"));
        let _ =
            writeln!(nodes, "    u{at}: {{ type: N, properties: {{ m: {} }} }}", call(function, "a", "a"));
    }
    assert_eq!(slugs(&with_inputs(&inputs, &nodes, "")), Vec::<&str>::new());
}

#[test]
fn tokens_of_a_large_string() {
    let text = "a.b".repeat(300_000);
    let separators: String = ('\u{4e00}'..'\u{9000}').collect();
    let inputs = format!(
        "    text: {{ type: string, default: {text} }}\n    separators: {{ type: string, default: \"{separators}\" }}\n"
    );
    let nodes = "    one: { type: N, properties: { p: { $token: [ { $get_input: text }, { $get_input: separators }, 0 ] } } }\n    two: { type: N, properties: { p: { $token: [ { $get_input: text }, \".\", 299999 ] } } }\n    three: { type: N, properties: { p: { $token: [ { $get_input: text }, \".\", 300001 ] } } }\n";
    let analysis = with_inputs(&inputs, nodes, "");
    assert_eq!(slugs(&analysis), ["evaluation-error"]);
    assert_eq!(analysis.diagnostics().len(), 1);
}

// ── patterns ──

/// Checks a property with this pattern and this text.
fn matched(pattern: &str, text: &str) -> Analysis {
    let text = format!(
        "{HEAD}node_types:\n  N:\n    properties:\n      p:\n        type: string\n        validation: {{ $matches: [ $value, '{pattern}' ] }}\n        default: '{text}'\n"
    );
    timed(text, None)
}

#[test]
fn patterns_that_make_others_hang() {
    let text = "a".repeat(60_000);
    for pattern in
        ["(a+)+b", "(a|a)*b", "(a|aa)+$b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*(.*)*(.*)*b", "(a*)*(a*)*b"]
    {
        assert_eq!(slugs(&matched(pattern, &text)), ["failed-validation"], "{pattern}");
    }
    for pattern in ["(a?){500}a{500}b", "a{0,1000}b", "(a{0,30}){0,30}b"] {
        assert_eq!(slugs(&matched(pattern, &text)), ["failed-validation"], "{pattern}");
    }
}

#[test]
fn patterns_that_take_all_memory() {
    for pattern in [
        "a{1000000}",
        "((a{100}){100}){100}",
        "(((a{1,100}){1,100}){1,100}){1,100}",
        r"\p{L}{5000}",
        r"(?i)[\w\W]{90000}",
    ] {
        let codes = slugs(&matched(pattern, "a"));
        assert_eq!(codes, ["invalid-pattern"], "{pattern}");
    }
    let nested = format!("{}a{}", "(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(slugs(&matched(&nested, "a")), ["invalid-pattern"]);
    let long = "a|b".repeat(350_000);
    let codes = slugs(&matched(&long, "a"));
    assert!(codes.is_empty() || codes == ["invalid-pattern"], "{codes:?}");
    let class = format!("[{}]", "a-z".repeat(350_000));
    let codes = slugs(&matched(&class, "a"));
    assert!(codes.is_empty() || codes == ["invalid-pattern"], "{codes:?}");
}

#[test]
fn a_text_that_is_too_long_to_be_matched() {
    let analysis = matched("^b+$", &"a".repeat(70_000));
    assert_eq!(slugs(&analysis), ["value-too-large"]);
}

// ── numbers ──

#[test]
fn numbers_of_many_digits() {
    let digits = "9".repeat(100_000);
    let types = "data_types:\n  L: { derived_from: scalar, units: { m: 1, km: 1000 }, canonical_unit: m }\n  I: { derived_from: scalar, data_type: integer, units: { B: 1 }, canonical_unit: B }\nnode_types:\n  N:\n    properties:\n";
    let property = |name: &str, type_name: &str, value: &str| {
        format!(
            "      {name}: {{ type: {type_name}, default: {value}, validation: {{ $less_than: [ $value, {value} ] }} }}\n"
        )
    };
    let mut text = format!("{HEAD}{types}");
    let zeros = "0".repeat(100_000);
    for (at, (of, value)) in [
        ("integer", digits.clone()),
        ("integer", format!("0x{}", "F".repeat(100_000))),
        ("integer", format!("{zeros}1")),
        ("float", digits.clone()),
        ("float", format!("1.{digits}")),
        ("float", "1e999999999".to_owned()),
        ("float", "-1e-999999999".to_owned()),
        ("float", format!("1e{digits}")),
        ("float", format!("0x{}", "F".repeat(100_000))),
        ("L", format!("{digits} m")),
        ("L", format!("0.{zeros}1 km")),
        ("L", "1e999999999 m".to_owned()),
        ("L", "1e-999999999 km".to_owned()),
        ("L", format!("1e{digits} m")),
        ("L", format!("{digits}m")),
        ("I", format!("{digits} B")),
        ("I", format!("0x{} B", "F".repeat(100_000))),
        ("version", format!("\"{digits}.{digits}\"")),
        ("timestamp", format!("\"2026-01-31T12:00:00.{digits}Z\"")),
    ]
    .iter()
    .enumerate()
    {
        text.push_str(&property(&format!("p{at}"), of, value));
    }
    let analysis = timed(text, None);
    assert!(slugs(&analysis).contains(&"integer-out-of-range"));
}

#[test]
fn units_with_monstrous_factors() {
    let mut text = format!(
        "{HEAD}data_types:\n  L:\n    derived_from: scalar\n    canonical_unit: m\n    units:\n      m: 1\n"
    );
    let _ = writeln!(
        text,
        "      a: 1e999999999\n      b: 1e-999999999\n      c: {}\n      d: 1e900",
        "9".repeat(100_000)
    );
    text.push_str("node_types:\n  N:\n    properties:\n");
    for unit in ["a", "b", "c", "d"] {
        let _ = writeln!(
            text,
            "      {unit}: {{ type: L, default: 1e900 {unit}, validation: {{ $greater_than: [ {{ $product: [ $value, 1e300 ] }}, {{ $quotient: [ $value, 3 ] }} ] }} }}"
        );
    }
    timed(text, None);
}

#[test]
fn deep_nesting_of_calls() {
    let deep = |levels: usize| {
        let call = "{ $not: [ ".repeat(levels) + "true" + &" ] }".repeat(levels);
        format!("{HEAD}node_types:\n  N:\n    properties:\n      p: {{ type: boolean, default: {call} }}\n")
    };
    check(deep(55), &[]);
    let sums = "{ $sum: [ ".repeat(55) + "1" + &", 1 ] }".repeat(55);
    check(
        format!(
            "{HEAD}node_types:\n  N:\n    properties:\n      p: {{ type: integer, default: {sums}, validation: {{ $equal: [ $value, 56 ] }} }}\n"
        ),
        &[],
    );
}
