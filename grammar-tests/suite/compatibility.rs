//! `tosca profile diff`: the impact of each kind of change, the version bump needed, and the output.

use camino::Utf8Path;
use serde_json::json;
use tosca::host::Memory;
use tosca::internals::compatibility::{Bump, Version, compare, needed};

use crate::cli::Project;
use crate::harness::markdown::CaseFile;

// ── impact ──

/// Returns the changes between two profiles, each as `impact: definition: what`.
fn changes(old: &[(&str, &str)], new: &[(&str, &str)]) -> Vec<String> {
    let files = |files: &[(&str, &str)]| -> Vec<CaseFile> {
        let text = |text: &str| format!("tosca_definitions_version: tosca_2_0\n{text}").into_bytes();
        files
            .iter()
            .map(|&(name, content)| CaseFile { name: name.to_owned(), content: text(content) })
            .collect()
    };
    let analysis = |files: &[CaseFile]| {
        let mut host = Memory::new();
        for file in files {
            host.add(&file.name, file.content.clone());
        }
        tosca::check(&host, [&files[0].name])
    };
    let (old, new) = (files(old), files(new));
    crate::dump_pair(&old, &new);
    let (old, new) = (analysis(&old), analysis(&new));
    let changes = compare(old.types(), new.types());
    let line = |change: &tosca::internals::compatibility::Change| {
        let heirs = if change.heirs > 0 { format!(" (+{})", change.heirs) } else { String::new() };
        format!("{}: {}: {}{heirs}", change.impact.name(), change.definition(), change.sentence())
    };
    changes.iter().map(line).collect()
}

/// Compares two profiles of one file.
#[track_caller]
fn check(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(changes(&[("p.yaml", old)], &[("p.yaml", new)]), expected);
}

/// Compares definitions of one property, attribute or the like; `around` is the enclosing text.
#[track_caller]
fn member(around: &str, old: &str, new: &str, expected: &str) {
    let expected: Vec<&str> = expected.split('\n').filter(|line| !line.is_empty()).collect();
    check(&around.replace("…", old), &around.replace("…", new), &expected);
}

const PROPERTY: &str = "\
data_types:
  Base: { derived_from: integer }
  Small: { derived_from: Base, validation: { $less_than: [ $value, 10 ] } }
  Pair: { properties: { a: { type: string } } }
  Triple: { derived_from: Pair, properties: { b: { type: string, required: false } } }
node_types:
  N: { properties: { p: … } }
";

const ATTRIBUTE: &str = "\
data_types:
  Base: { derived_from: integer }
  Small: { derived_from: Base, validation: { $less_than: [ $value, 10 ] } }
  Pair: { properties: { a: { type: string } } }
  Triple: { derived_from: Pair, properties: { b: { type: string, required: false } } }
node_types:
  N: { attributes: { p: … } }
";

#[test]
fn nothing_changed() {
    check(PROPERTY, PROPERTY, &[]);
    // Order, layout and notation are ignored.
    check(
        "node_types: { A: {}, B: { properties: { p: { type: list, entry_schema: string } } } }",
        "node_types:\n  B: { properties: { p: { entry_schema: { type: string }, type: list } } }\n  A: {}\n",
        &[],
    );
}

#[test]
fn types_of_all_kinds_are_removed_and_added() {
    for (section, kind) in [
        ("artifact_types", "artifact type"),
        ("data_types", "data type"),
        ("capability_types", "capability type"),
        ("interface_types", "interface type"),
        ("relationship_types", "relationship type"),
        ("node_types", "node type"),
        ("group_types", "group type"),
        ("policy_types", "policy type"),
    ] {
        let none = format!("{section}: {{}}\n");
        let some = format!("{section}: {{ T: {{ properties: {{ p: {{ type: string }} }} }} }}\n");
        if kind != "interface type" {
            check(&some, &none, &[&format!("breaking: {kind} `T`: was removed")]);
            check(&none, &some, &[&format!("addition: {kind} `T`: was added")]);
        }
    }
    check("interface_types: { T: {} }", "{}", &["breaking: interface type `T`: was removed"]);
}

#[test]
fn a_type_under_another_name_is_perhaps_renamed() {
    check(
        "node_types: { Servr: { properties: { p: { type: string } } }, App: { derived_from: Servr } }",
        "node_types: { Server: { properties: { p: { type: string } } }, App: { derived_from: Server } }",
        &["breaking: node type `Servr`: was removed, perhaps renamed to `Server`"],
    );
    check(
        "node_types: { A: { properties: { p: { type: string } } } }",
        "node_types: { B: { properties: { p: { type: integer } } } }",
        &["breaking: node type `A`: was removed", "addition: node type `B`: was added"],
    );
}

#[test]
fn parents() {
    let types = |parents: &str| {
        format!("node_types: {{ A: {{ properties: {{ p: {{ type: string }} }} }}, B: {{}}, N: {parents} }}")
    };
    check(
        &types("{ derived_from: A }"),
        &types("{ derived_from: B }"),
        &["breaking: node type `N`: is no longer derived from `A`; this removes property `p`"],
    );
    check(
        &types("{}"),
        &types("{ derived_from: B }"),
        &["addition: node type `N`: is also derived from `B`"],
    );
    check(
        &types("{}"),
        &types("{ derived_from: A }"),
        &[
            "breaking: node type `N`: property `p` was added",
            "addition: node type `N`: is also derived from `A`",
        ],
    );
    check(
        "data_types: { D: { derived_from: string } }",
        "data_types: { D: { derived_from: integer } }",
        &["breaking: data type `D`: is derived from `integer` instead of `string`"],
    );
}

#[test]
fn properties_come_and_go() {
    let with = |properties: &str| format!("node_types: {{ N: {{ properties: {{ {properties} }} }} }}");
    let (none, p) = (with("o: { type: boolean }"), "breaking: node type `N`: property `p`");
    check(&with("o: { type: boolean }, p: { type: string }"), &none, &[&format!("{p} was removed")]);
    check(&none, &with("o: { type: boolean }, p: { type: string }"), &[&format!("{p} was added")]);
    for compatible in ["required: false", "default: x", "value: x"] {
        let new = with(&format!("o: {{ type: boolean }}, p: {{ type: string, {compatible} }}"));
        check(&none, &new, &["addition: node type `N`: property `p` was added"]);
    }
    check(
        &with("port: { type: integer, default: 1 }"),
        &with("http-port: { type: integer, default: 1 }"),
        &["breaking: node type `N`: property `port` was removed, perhaps renamed to `http-port`"],
    );
}

#[test]
fn whether_a_property_is_required() {
    let p = |impact: &str, what: &str| format!("{impact}: node type `N`: property `p` {what}");
    let optional = "{ type: string, required: false }";
    let default = "{ type: string, default: x }";
    let required = "{ type: string }";
    member(PROPERTY, optional, required, &p("breaking", "is now required and has no default"));
    member(PROPERTY, required, optional, &p("addition", "is no longer required"));
    member(PROPERTY, default, required, &p("breaking", "no longer has a default and is required"));
    member(PROPERTY, required, default, &p("addition", "now has the default `x`"));
    member(PROPERTY, optional, default, &p("addition", "now has the default `x`"));
    let other = "{ type: string, default: y }";
    member(PROPERTY, default, other, &p("addition", "has the default `y` instead of `x`"));
    let both = "{ type: string, default: x, required: false }";
    member(PROPERTY, both, optional, &p("addition", "no longer has the default `x`"));
    member(PROPERTY, default, both, &p("compatible", "is no longer required"));
}

#[test]
fn fixed_values() {
    let p = |impact: &str, what: &str| format!("{impact}: node type `N`: property `p` {what}");
    let free = "{ type: string, required: false }";
    let fixed = "{ type: string, required: false, value: x }";
    member(PROPERTY, free, fixed, &p("breaking", "now has the fixed value `x`"));
    member(PROPERTY, fixed, free, &p("addition", "no longer has the fixed value `x`"));
    let other = "{ type: string, required: false, value: y }";
    member(PROPERTY, fixed, other, &p("breaking", "has the fixed value `y` instead of `x`"));
    member(
        PROPERTY,
        "{ type: string, value: x }",
        "{ type: string }",
        &p("breaking", "no longer has the fixed value `x`"),
    );
}

#[test]
fn types_of_properties_may_widen() {
    let p = |impact: &str, what: &str| format!("{impact}: node type `N`: property `p` has type {what}");
    let typed = |name: &str| format!("{{ type: {name} }}");
    for (old, new, expected) in [
        ("string", "integer", p("breaking", "`integer` instead of `string`")),
        ("Pair", "Triple", p("breaking", "`Triple` instead of `Pair`, which is derived from it")),
        ("Triple", "Pair", p("addition", "`Pair` instead of `Triple`, which it is derived from")),
        (
            "Base",
            "Small",
            p(
                "breaking",
                "`Small` instead of `Base`, which is derived from it: now has the validation `{ $less_than: [ $value, 10 ] }`",
            ),
        ),
        (
            "Small",
            "integer",
            p(
                "addition",
                "`integer` instead of `Small`, which it is derived from: no longer has the validation `{ $less_than: [ $value, 10 ] }`",
            ),
        ),
        ("integer", "Base", p("addition", "`Base` instead of `integer`, which is derived from it")),
    ] {
        member(PROPERTY, &typed(old), &typed(new), &expected);
    }
    // The condition is in another place, but allows the same values.
    member(
        PROPERTY,
        "{ type: Small }",
        "{ type: integer, validation: { $less_than: [ $value, 10 ] } }",
        &p("addition", "`integer` instead of `Small`, which it is derived from"),
    );
}

#[test]
fn types_of_attributes_may_narrow() {
    let p = |impact: &str, what: &str| format!("{impact}: node type `N`: attribute `p` has type {what}");
    member(
        ATTRIBUTE,
        "{ type: Pair }",
        "{ type: Triple }",
        &p("addition", "`Triple` instead of `Pair`, which is derived from it"),
    );
    member(
        ATTRIBUTE,
        "{ type: Triple }",
        "{ type: Pair }",
        &p("breaking", "`Pair` instead of `Triple`, which it is derived from"),
    );
    member(ATTRIBUTE, "{ type: Pair }", "{ type: string }", &p("breaking", "`string` instead of `Pair`"));
}

#[test]
fn attributes_come_and_go() {
    let with = |attributes: &str| format!("node_types: {{ N: {{ attributes: {{ {attributes} }} }} }}");
    check(&with("a: { type: string }"), &with(""), &["breaking: node type `N`: attribute `a` was removed"]);
    check(&with(""), &with("a: { type: string }"), &["addition: node type `N`: attribute `a` was added"]);
}

#[test]
fn conditions() {
    let p = |impact: &str, what: &str| format!("{impact}: node type `N`: property `p` {what}");
    let plain = "{ type: integer }";
    let with = |clause: &str| format!("{{ type: integer, validation: {clause} }}");
    let least = |number: &str| with(&format!("{{ $greater_or_equal: [ $value, {number} ] }}"));
    let most = |number: &str| with(&format!("{{ $less_or_equal: [ $value, {number} ] }}"));
    let values = |list: &str| with(&format!("{{ $valid_values: [ $value, {list} ] }}"));
    let shown = "`{ $greater_or_equal: [ $value, 1 ] }`";
    for (old, new, expected) in [
        (plain.to_owned(), least("1"), p("breaking", &format!("now has the validation {shown}"))),
        (least("1"), plain.to_owned(), p("addition", &format!("no longer has the validation {shown}"))),
        (least("1"), least("2"), p("breaking", "has the lower bound `2` instead of `1`")),
        (least("2"), least("1"), p("addition", "has the lower bound `1` instead of `2`")),
        (most("1"), most("2"), p("addition", "has the upper bound `2` instead of `1`")),
        (most("2"), most("1"), p("breaking", "has the upper bound `1` instead of `2`")),
        (least("1"), least("1.0"), String::new()),
        (values("[ 1, 2 ]"), values("[ 2, 1 ]"), String::new()),
        (values("[ 1, 2 ]"), values("[ 1 ]"), p("breaking", "no longer allows `2`")),
        (values("[ 1 ]"), values("[ 1, 2, 3 ]"), p("addition", "also allows `2` and `3`")),
        (values("[ 1, 2 ]"), values("[ 1, 3 ]"), p("breaking", "no longer allows `2`, only `3`")),
        (
            with("{ $matches: [ $value, a ] }"),
            with("{ $matches: [ $value, b ] }"),
            p(
                "breaking",
                "has the validation `{ $matches: [ $value, b ] }` instead of `{ $matches: [ $value, a ] }`",
            ),
        ),
        (
            least("1"),
            with("{ $and: [ { $greater_or_equal: [ $value, 1 ] }, { $less_than: [ $value, 9 ] } ] }"),
            p("breaking", "now has the validation `{ $less_than: [ $value, 9 ] }`"),
        ),
    ] {
        member(PROPERTY, &old, &new, &expected);
    }
    // Readers of the value get what they expect.
    let a = |impact: &str, what: &str| format!("{impact}: node type `N`: attribute `p` {what}");
    member(ATTRIBUTE, &values("[ 1 ]"), &values("[ 1, 2 ]"), &a("breaking", "also allows `2`"));
    member(ATTRIBUTE, &values("[ 1, 2 ]"), &values("[ 1 ]"), &a("addition", "no longer allows `2`"));
}

#[test]
fn schemas() {
    let p = |impact: &str, what: &str| format!("{impact}: node type `N`: {what}");
    let list = |schema: &str| format!("{{ type: list, entry_schema: {schema} }}");
    member(
        PROPERTY,
        &list("string"),
        &list("integer"),
        &p("breaking", "entry schema of property `p` has type `integer` instead of `string`"),
    );
    member(
        PROPERTY,
        &list("Triple"),
        &list("Pair"),
        &p(
            "addition",
            "entry schema of property `p` has type `Pair` instead of `Triple`, which it is derived from",
        ),
    );
    let map = |clause: &str| {
        format!("{{ type: map, entry_schema: string, key_schema: {{ type: string, validation: {clause} }} }}")
    };
    member(
        PROPERTY,
        &map("{ $valid_values: [ $value, [ a, b ] ] }"),
        &map("{ $valid_values: [ $value, [ a ] ] }"),
        &p("breaking", "key schema of property `p` no longer allows `b`"),
    );
    let nested = |inner: &str| list(&list(inner));
    member(
        PROPERTY,
        &nested("string"),
        &nested("float"),
        &p("breaking", "entry schema of entry schema of property `p` has type `float` instead of `string`"),
    );
}

#[test]
fn what_only_people_read() {
    member(
        PROPERTY,
        "{ type: string, description: one }",
        "{ type: string, description: two, metadata: { a: b } }",
        "compatible: node type `N`: description of property `p` changed\n\
         compatible: node type `N`: metadata of property `p` was added",
    );
    check(
        "node_types: { N: { version: '1.0', description: one } }",
        "node_types: { N: { version: '1.1' } }",
        &["compatible: node type `N`: description was removed", "compatible: node type `N`: version changed"],
    );
}

#[test]
fn a_change_is_reported_where_it_is_made() {
    let types = |p: &str| {
        format!(
            "node_types:\n  A: {{ properties: {{ {p} }} }}\n  B: {{ derived_from: A }}\n  C: {{ derived_from: B }}\n  \
             D: {{ derived_from: A, properties: {{ p: {{ default: x }} }} }}\n"
        )
    };
    let some = types("p: { type: string, description: one }");
    check(
        &some,
        &types("p: { type: integer, description: two }"),
        &[
            "breaking: node type `A`: property `p` has type `integer` instead of `string` (+3)",
            "compatible: node type `A`: description of property `p` changed (+3)",
        ],
    );
    check(
        &some,
        &types("p: { type: string, description: one }, q: { type: string }"),
        &["breaking: node type `A`: property `q` was added (+3)"],
    );
    // A change in a derived type is reported there.
    let heir = |p: &str| {
        format!(
            "node_types:\n  A: {{ properties: {{ o: {{ type: string }}{p} }} }}\n  B: {{ derived_from: A, properties: {{ p: {{ type: string }} }} }}\n"
        )
    };
    check(
        &heir(""),
        &heir(", p: { type: string, required: false }"),
        &[
            "addition: node type `A`: property `p` was added",
            "addition: node type `B`: property `p` is no longer required",
        ],
    );
    // Changes of a capability type are reported there, not at the nodes that have it.
    let capability = |impact: &str| {
        format!(
            "capability_types: {{ C: {{ properties: {{ p: {{ type: {impact} }} }} }} }}\n\
             node_types: {{ N: {{ capabilities: {{ c: {{ type: C, properties: {{ p: {{ required: true }} }} }} }} }} }}\n"
        )
    };
    check(
        &capability("string"),
        &capability("integer"),
        &["breaking: capability type `C`: property `p` has type `integer` instead of `string`"],
    );
}

#[test]
fn data_types_are_judged_by_their_use() {
    let used = |values: &str, uses: &str| {
        format!(
            "data_types:\n  D: {{ derived_from: string, validation: {{ $valid_values: [ $value, [ {values} ] ] }} }}\n\
             node_types: {{ N: {{ {uses} }} }}\n"
        )
    };
    let property = "properties: { p: { type: D } }";
    let attribute = "attributes: { a: { type: list, entry_schema: D } }";
    let both = "properties: { p: { type: D } }, attributes: { a: { type: D } }";
    for (uses, wider, narrower) in [
        ("", "addition", "breaking"),
        (property, "addition", "breaking"),
        (attribute, "breaking", "addition"),
        (both, "breaking", "breaking"),
    ] {
        let (few, many) = (used("x", uses), used("x, y", uses));
        check(&few, &many, &[&format!("{wider}: data type `D`: also allows `y`")]);
        check(&many, &few, &[&format!("{narrower}: data type `D`: no longer allows `y`")]);
    }
}

#[test]
fn properties_of_data_types() {
    let with = |properties: &str| format!("data_types: {{ D: {{ properties: {{ {properties} }} }} }}");
    check(
        &with("a: { type: string }"),
        &with("a: { type: string }, b: { type: string, required: false }"),
        &["addition: data type `D`: property `b` was added"],
    );
    check(
        &with("a: { type: string }"),
        &with("a: { type: string }, b: { type: integer }"),
        &["breaking: data type `D`: property `b` was added"],
    );
}

#[test]
fn scalar_types() {
    let with = |keynames: &str| {
        format!("data_types: {{ D: {{ derived_from: scalar, data_type: float, {keynames} }} }}")
    };
    let d = |impact: &str, what: &str| format!("{impact}: data type `D`: {what}");
    let one = with("units: { m: 1 }");
    check(&one, &with("units: { m: 1, km: 1000 }"), &[&d("addition", "unit `km` was added")]);
    check(&with("units: { m: 1, km: 1000 }"), &one, &[&d("breaking", "unit `km` was removed")]);
    check(
        &with("units: { m: 1, ft: 0.3 }"),
        &with("units: { m: 1, ft: 0.3048 }"),
        &[&d("breaking", "unit `ft` has the factor `0.3048` instead of `0.3`")],
    );
    check(
        &with("units: { m: 1 }, prefixes: { '': 1, k: 1000 }"),
        &with("units: { m: 1 }, prefixes: { '': 1 }"),
        &[&d("breaking", "prefix `k` was removed")],
    );
    check(
        &with("units: { m: 1, M: 1 }, canonical_unit: m"),
        &with("units: { m: 1, M: 1 }, canonical_unit: M"),
        &[&d("breaking", "has the canonical unit `M` instead of `m`")],
    );
    check(
        &one,
        "data_types: { D: { derived_from: scalar, data_type: integer, units: { m: 1 } } }",
        &[&d("breaking", "number has type `integer` instead of `float`")],
    );
}

const NODES: &str = "\
capability_types:
  Feature: { properties: { size: { type: integer, required: false } } }
  Better: { derived_from: Feature }
  Strict:
    derived_from: Feature
    valid_source_node_types: [ Any ]
    properties: { size: { required: true, validation: { $less_than: [ $value, 5 ] } }, name: { type: string } }
relationship_types:
  Uses: { properties: { weight: { type: integer, required: false } } }
  Needs: { derived_from: Uses }
  Weighs: { derived_from: Uses, properties: { weight: { required: true } } }
interface_types:
  Control:
    operations:
      start: { inputs: { speed: { type: integer, required: false } }, outputs: { result: { type: string } } }
    notifications:
      alarm: {}
  More: { derived_from: Control }
  Keyed: { derived_from: Control, operations: { start: { inputs: { key: { type: string } } } } }
artifact_types: { Any: {}, Script: { derived_from: Any } }
node_types:
  Any: {}
  Some: { derived_from: Any }
  N: { … }
";

#[track_caller]
fn node(old: &str, new: &str, expected: &str) {
    let lines: Vec<String> = expected
        .split('\n')
        .filter_map(|line| line.split_once(": "))
        .map(|(impact, what)| format!("{impact}: node type `N`: {what}"))
        .collect();
    member(NODES, old, new, &lines.join("\n"));
}

#[test]
fn capabilities() {
    let with = |capability: &str| format!("capabilities: {{ c: {capability} }}");
    node("", &with("Feature"), "addition: capability `c` was added");
    node(&with("Feature"), "", "breaking: capability `c` was removed");
    node(
        &with("Feature"),
        &with("Better"),
        "addition: capability `c` has type `Better` instead of `Feature`, which is derived from it",
    );
    node(
        &with("Better"),
        &with("Feature"),
        "breaking: capability `c` has type `Feature` instead of `Better`, which it is derived from",
    );
    node(
        &with("Feature"),
        &with("Strict"),
        "breaking: property `size` of capability `c` now has the validation `{ $less_than: [ $value, 5 ] }`
breaking: property `size` of capability `c` is now required and has no default
breaking: property `name` of capability `c` was added
breaking: `valid_source_node_types` of capability `c` was added and allows only `Any`
addition: capability `c` has type `Strict` instead of `Feature`, which is derived from it",
    );
    let listed = |list: &str| with(&format!("{{ type: Feature, valid_source_node_types: {list} }}"));
    let list = "`valid_source_node_types` of capability `c`";
    node(&with("Feature"), &listed("[ Any ]"), &format!("breaking: {list} was added and allows only `Any`"));
    node(
        &listed("[ Any ]"),
        &with("Feature"),
        &format!("addition: {list} was removed and no longer allows only `Any`"),
    );
    node(&listed("[ Any ]"), &listed("[ Some ]"), &format!("breaking: {list} no longer allows `Any`"));
    node(&listed("[ Some ]"), &listed("[ Any ]"), &format!("addition: {list} also allows `Any`"));
    node(&listed("[ Any, Some ]"), &listed("[ Any ]"), "");
    node(
        &with("Feature"),
        &with("{ type: Feature, properties: { size: { required: true } } }"),
        "breaking: property `size` of capability `c` is now required and has no default",
    );
}

#[test]
fn requirements() {
    let with = |keynames: &str| format!("requirements: [ {{ r: {{ {keynames} }} }} ]");
    let base = with("capability: Feature, relationship: Uses");
    let optional = with("capability: Feature, relationship: Uses, count_range: [ 0, 1 ]");
    let many = with("capability: Feature, relationship: Uses, count_range: [ 0, UNBOUNDED ]");
    node(&base, "", "breaking: requirement `r` was removed");
    let exact = with("capability: Feature, relationship: Uses, count_range: [ 1, 1 ]");
    node("", &base, "addition: requirement `r` was added");
    node("", &exact, "breaking: requirement `r` was added");
    node("", &optional, "addition: requirement `r` was added");
    let r = "requirement `r`";
    node(&exact, &optional, &format!("addition: {r} has the count range `[ 0, 1 ]` instead of `[ 1, 1 ]`"));
    node(&optional, &exact, &format!("breaking: {r} has the count range `[ 1, 1 ]` instead of `[ 0, 1 ]`"));
    // Without a count range there may be any number.
    node(
        &base,
        &exact,
        &format!("breaking: {r} has the count range `[ 1, 1 ]` instead of `[ 0, UNBOUNDED ]`"),
    );
    node(
        &base,
        &optional,
        &format!("breaking: {r} has the count range `[ 0, 1 ]` instead of `[ 0, UNBOUNDED ]`"),
    );
    node(
        &optional,
        &base,
        &format!("addition: {r} has the count range `[ 0, UNBOUNDED ]` instead of `[ 0, 1 ]`"),
    );
    node(&base, &many, "");
    node(&many, &base, "");
    node(
        &optional,
        &many,
        &format!("addition: {r} has the count range `[ 0, UNBOUNDED ]` instead of `[ 0, 1 ]`"),
    );
    node(
        &many,
        &optional,
        &format!("breaking: {r} has the count range `[ 0, 1 ]` instead of `[ 0, UNBOUNDED ]`"),
    );
    let target = |node: &str| with(&format!("capability: Feature, relationship: Uses, node: {node}"));
    node(&base, &target("Any"), &format!("breaking: {r} now requires node `Any`"));
    node(&target("Any"), &base, &format!("addition: {r} no longer requires node `Any`"));
    node(
        &target("Any"),
        &target("Some"),
        &format!("breaking: {r} requires node `Some` instead of `Any`, which is derived from it"),
    );
    node(
        &target("Some"),
        &target("Any"),
        &format!("addition: {r} requires node `Any` instead of `Some`, which it is derived from"),
    );
    node(
        &base,
        &with("capability: Better, relationship: Uses"),
        &format!("breaking: {r} requires capability `Better` instead of `Feature`, which is derived from it"),
    );
    node(
        &base,
        &with("capability: Feature, relationship: Needs"),
        &format!("breaking: {r} requires relationship `Needs` instead of `Uses`, which is derived from it"),
    );
    node(
        &base,
        &with("capability: Feature, relationship: Weighs"),
        &format!(
            "breaking: {r} requires relationship `Weighs` instead of `Uses`, which is derived from it
breaking: property `weight` of relationship of {r} is now required and has no default"
        ),
    );
    let filtered = with("capability: Feature, relationship: Uses, node_filter: { $equal: [ 1, 1 ] }");
    node(&base, &filtered, &format!("breaking: {r} now has the node filter `{{ $equal: [ 1, 1 ] }}`"));
    node(&filtered, &base, &format!("addition: {r} no longer has the node filter `{{ $equal: [ 1, 1 ] }}`"));
    node(
        &base,
        &with("capability: Feature, relationship: { type: Uses, properties: { weight: { default: 1 } } }"),
        &format!("addition: property `weight` of relationship of {r} now has the default `1`"),
    );
}

#[test]
fn interfaces() {
    let with = |interface: &str| format!("interfaces: {{ i: {interface} }}");
    let base = with("{ type: Control }");
    node("", &base, "addition: interface `i` was added");
    node(&base, "", "breaking: interface `i` was removed");
    node(
        &base,
        &with("{ type: More }"),
        "addition: interface `i` has type `More` instead of `Control`, which is derived from it",
    );
    node(
        &base,
        &with("{ type: Keyed }"),
        "breaking: input `key` of operation `start` of interface `i` was added
addition: interface `i` has type `Keyed` instead of `Control`, which is derived from it",
    );
    node(
        &with("{ type: More }"),
        &base,
        "breaking: interface `i` has type `Control` instead of `More`, which it is derived from",
    );
    let implemented = |by: &str| with(&format!("{{ type: Control, operations: {{ start: {by} }} }}"));
    let start = "operation `start` of interface `i`";
    node(&base, &implemented("a.sh"), &format!("addition: {start} is now implemented by `a.sh`"));
    node(&implemented("a.sh"), &base, &format!("breaking: {start} is no longer implemented by `a.sh`"));
    node(
        &implemented("a.sh"),
        &implemented("b.sh"),
        &format!("addition: {start} is implemented by `b.sh` instead of `a.sh`"),
    );
    node(
        &base,
        &implemented("{ inputs: { speed: { default: 1 } } }"),
        &format!("addition: input `speed` of {start} now has the default `1`"),
    );
    let notified = with("{ type: Control, notifications: { alarm: n.sh } }");
    node(
        &notified,
        &base,
        "breaking: notification `alarm` of interface `i` is no longer implemented by `n.sh`",
    );
}

/// Writing out a default of the standard changes nothing.
#[test]
fn defaults_of_the_language() {
    let properties = |inside: &str| format!("properties: {{ {inside} }}");
    let map = |more: &str| properties(&format!("p: {{ type: map, entry_schema: integer{more} }}"));
    node(&map(""), &map(", key_schema: string"), "");
    node(&map(", key_schema: { type: string }"), &map(""), "");
    node(
        &map(""),
        &map(", key_schema: { type: string, validation: { $equal: [ $value, a ] } }"),
        "breaking: key schema of property `p` was added, of type `string`",
    );
    let scalar = |more: &str| {
        format!("data_types: {{ S: {{ derived_from: scalar, units: {{ m: 1, km: 1000 }}{more} }} }}")
    };
    check(&scalar(""), &scalar(", canonical_unit: m, data_type: float"), &[]);
    check(&scalar(", data_type: float"), &scalar(""), &[]);
    check(
        &scalar(""),
        &scalar(", data_type: integer"),
        &["breaking: data type `S`: number now has type `integer`"],
    );
}

#[test]
fn interface_types() {
    let with = |inside: &str| format!("interface_types: {{ I: {{ {inside} }} }}");
    let i = |impact: &str, what: &str| format!("{impact}: interface type `I`: {what}");
    let both = with("operations: { a: {}, b: {} }, notifications: { n: {} }");
    let one = with("operations: { a: {} }, notifications: { n: {} }");
    check(&both, &one, &[&i("breaking", "operation `b` was removed")]);
    check(&one, &both, &[&i("addition", "operation `b` was added")]);
    check(&one, &with("operations: { a: {} }"), &[&i("breaking", "notification `n` was removed")]);
    let operation = |inside: &str| with(&format!("operations: {{ a: {{ {inside} }} }}"));
    check(
        &operation(""),
        &operation("inputs: { x: { type: string } }"),
        &[&i("breaking", "input `x` of operation `a` was added")],
    );
    check(
        &operation(""),
        &operation("inputs: { x: { type: string, required: false } }"),
        &[&i("addition", "input `x` of operation `a` was added")],
    );
    check(
        &operation("outputs: { x: { type: string } }"),
        &operation(""),
        &[&i("breaking", "output `x` of operation `a` was removed")],
    );
    check(
        &operation(""),
        &operation("outputs: { x: { type: string } }"),
        &[&i("addition", "output `x` of operation `a` was added")],
    );
    check(
        &with("inputs: { x: { type: string }, y: { type: float } }, operations: { a: {} }"),
        &with("inputs: { y: { type: float } }, operations: { a: {} }"),
        &[&i("breaking", "input `x` was removed")],
    );
}

#[test]
fn artifacts() {
    let with = |artifact: &str| format!("artifacts: {{ a: {artifact} }}");
    let base = with("{ type: Any, file: a }");
    node("", &base, "addition: artifact `a` was added");
    node(&base, "", "breaking: artifact `a` was removed");
    node(
        &base,
        &with("{ type: Script, file: a }"),
        "addition: artifact `a` has type `Script` instead of `Any`, which is derived from it",
    );
    node(&base, &with("{ type: Any, file: b }"), "addition: file of artifact `a` changed");
    let types = |keynames: &str| format!("artifact_types: {{ A: {{ {keynames} }} }}");
    let a = |impact: &str, what: &str| format!("{impact}: artifact type `A`: {what}");
    check(
        &types("mime_type: a/b"),
        &types("mime_type: a/c"),
        &[&a("breaking", "has the MIME type `a/c` instead of `a/b`")],
    );
    check(
        &types("file_ext: [ a, b ]"),
        &types("file_ext: [ a ]"),
        &[&a("breaking", "no longer has the file extensions `b`")],
    );
    check(
        &types("file_ext: [ a ]"),
        &types("file_ext: [ a, b ]"),
        &[&a("addition", "also has the file extensions `b`")],
    );
}

#[test]
fn lists_of_types() {
    let types = |section: &str, keyname: &str, list: &str| {
        format!(
            "{section}: {{ T: {{ {keyname}: [ {list} ] }} }}\nnode_types: {{ A: {{}}, B: {{ derived_from: A }}, C: {{}} }}\n"
        )
    };
    for (section, kind, keyname) in [
        ("capability_types", "capability type", "valid_source_node_types"),
        ("relationship_types", "relationship type", "valid_target_node_types"),
        ("relationship_types", "relationship type", "valid_source_node_types"),
        ("group_types", "group type", "members"),
        ("policy_types", "policy type", "targets"),
    ] {
        let t = |impact: &str, what: &str| format!("{impact}: {kind} `T`: `{keyname}` {what}");
        let list = |names: &str| types(section, keyname, names);
        check(&list("A"), &list("A, C"), &[&t("addition", "also allows `C`")]);
        check(&list("A, C"), &list("A"), &[&t("breaking", "no longer allows `C`")]);
        check(&list("A"), &list("B"), &[&t("breaking", "no longer allows `A`")]);
        check(&list("B"), &list("A"), &[&t("addition", "also allows `A`")]);
    }
    let capabilities = |list: &str| {
        format!(
            "capability_types: {{ A: {{}}, B: {{}} }}\nrelationship_types: {{ R: {{ valid_capability_types: [ {list} ] }} }}\n"
        )
    };
    check(
        &capabilities("A, B"),
        &capabilities("A"),
        &["breaking: relationship type `R`: `valid_capability_types` no longer allows `B`"],
    );
}

#[test]
fn triggers() {
    let with = |triggers: &str| format!("policy_types: {{ P: {{ triggers: {{ {triggers} }} }} }}");
    let t = "t: { event: a, action: [ inline: w ] }";
    check(&with(t), &with(""), &["breaking: policy type `P`: trigger `t` was removed"]);
    check(&with(""), &with(t), &["addition: policy type `P`: trigger `t` was added"]);
    check(
        &with(t),
        &with("t: { event: b, action: [ inline: w ] }"),
        &["addition: policy type `P`: event of trigger `t` changed"],
    );
}

#[test]
fn functions() {
    let with = |signature: &str| format!("functions: {{ f: {{ signatures: [ {{ {signature} }} ] }} }}");
    let f = |impact: &str, what: &str| format!("{impact}: function `f`: {what}");
    let base = with("arguments: [ integer ], result: string");
    check(&base, "functions: {}", &["breaking: function `f`: was removed"]);
    check("functions: {}", &base, &["addition: function `f`: was added"]);
    check(
        &base,
        &with("arguments: [ integer, integer ], result: string"),
        &[&f("breaking", "signature has 2 mandatory arguments instead of 1")],
    );
    check(
        &base,
        &with("arguments: [ integer ], optional_arguments: [ integer ], result: string"),
        &[&f("addition", "signature can also be called with other numbers of arguments")],
    );
    check(
        &base,
        &with("arguments: [], result: string"),
        &[&f("breaking", "signature has at most 0 arguments instead of 1")],
    );
    check(
        &base,
        &with("arguments: [ string ], result: string"),
        &[&f("breaking", "argument 1 of signature has type `string` instead of `integer`")],
    );
    check(
        &base,
        &with("arguments: [ integer ], result: float"),
        &[&f("breaking", "result of signature has type `float` instead of `string`")],
    );
    check(
        &base,
        &with("arguments: [ integer ], variadic: true, result: string"),
        &[&f("addition", "signature accepts repeated last arguments")],
    );
    check(
        &base,
        &with("arguments: [ integer ], result: string, implementation: f.py"),
        &[&f("addition", "implementation of signature was added")],
    );
    check(
        "functions: { f: { signatures: [ { result: string }, { arguments: [ float ], result: string } ] } }",
        &with("result: string"),
        &[&f("breaking", "signature 2 was removed")],
    );
}

#[test]
fn repositories() {
    let at = |url: &str| format!("repositories: {{ r: {url} }}");
    check(&at("https://a.org"), "{}", &["breaking: repository `r`: was removed"]);
    check("repositories: {}", &at("https://a.org"), &["addition: repository `r`: was added"]);
    check(
        &at("https://a.org"),
        &at("https://b.org"),
        &["addition: repository `r`: is at `https://b.org` instead of `https://a.org`"],
    );
}

#[test]
fn profiles_of_several_files() {
    let data = "data_types: { D: { derived_from: string } }";
    let other = "data_types: { D: { derived_from: string }, E: { derived_from: string } }";
    // Imports without a namespace belong to the profile.
    let main = "imports: [ data.yaml ]\nnode_types: { N: { properties: { p: { type: D } } } }";
    assert_eq!(
        changes(&[("p.yaml", main), ("data.yaml", data)], &[("p.yaml", main), ("data.yaml", other)]),
        ["addition: data type `E`: was added"]
    );
    // With a namespace, an import belongs to the profile only if it is a part of the same named profile; its
    // names are then reported as names of the profile.
    let apart = "imports: [ { url: data.yaml, namespace: d } ]";
    assert_eq!(
        changes(&[("p.yaml", apart), ("data.yaml", data)], &[("p.yaml", apart), ("data.yaml", other)]),
        [""; 0]
    );
    let named = "profile: org.a:1.0\nimports: [ { url: data.yaml, namespace: d } ]";
    assert_eq!(
        changes(&[("p.yaml", named), ("data.yaml", data)], &[("p.yaml", named), ("data.yaml", other)]),
        ["addition: data type `d:E`: was added"]
    );
    // A definition may move from one file to the other.
    let one = format!("{data}\nnode_types: {{ N: {{ properties: {{ p: {{ type: D }} }} }} }}");
    assert_eq!(changes(&[("p.yaml", &one)], &[("p.yaml", main), ("data.yaml", data)]), [""; 0]);
}

#[test]
fn a_type_of_the_same_name_elsewhere_is_looked_at() {
    let data = |values: &str| {
        format!(
            "data_types: {{ D: {{ derived_from: string, validation: {{ $valid_values: [ $value, [ {values} ] ] }} }} }}"
        )
    };
    let main = "imports: [ { url: data.yaml, namespace: d } ]\nnode_types: { N: { properties: { p: { type: 'd:D' } } } }";
    let own = |values: &str| {
        format!("{}\nnode_types: {{ N: {{ properties: {{ p: {{ type: D }} }} }} }}", data(values))
    };
    let imported = data("x, y");
    let old = [("p.yaml", main), ("data.yaml", imported.as_str())];
    assert_eq!(changes(&old, &[("p.yaml", &own("x, y"))]), ["addition: data type `D`: was added"]);
    assert_eq!(
        changes(&old, &[("p.yaml", &own("x"))]),
        [
            "breaking: node type `N`: property `p` has type `D` instead of `d:D`, another type of the same name: no longer allows `y`",
            "addition: data type `D`: was added",
        ]
    );
}

#[test]
fn a_renamed_profile_is_another_one() {
    check("profile: org.a:1.0", "profile: org.a:2.0", &[]);
    check("profile: org.a:1.0", "profile: org.b:1.0", &["breaking: profile `org.a`: is now called `org.b`"]);
}

#[test]
fn what_is_not_known_is_passed_over() {
    // The new parent is missing: its members are unknown.
    check(
        "node_types: { A: { properties: { p: { type: string } } }, N: { derived_from: A } }",
        "node_types: { A: { properties: { p: { type: string } } }, N: { derived_from: Nowhere } }",
        &[],
    );
    check(
        "node_types: { N: { properties: { p: 1 } } }",
        "node_types: { N: 1, M: [] }",
        &["addition: node type `M`: was added"],
    );
}

// ── versions ──

#[track_caller]
fn version(name: &str, expected: Option<&str>) {
    let version = Version::of_file(Utf8Path::new(name));
    assert_eq!(version.map(|version| version.text).as_deref(), expected, "{name}");
}

#[test]
fn versions_of_files() {
    version("v1/Chassis.v1_20_4.yaml", Some("1.20.4"));
    version("odata.4.0.0.yaml", Some("4.0.0"));
    version("redfish-schema-v1.yaml", Some("1"));
    version("profile-1.2.0.beta-3.yml", Some("1.2.0.beta-3"));
    version("org/things/2.5", Some("2.5"));
    version("Chassis.yaml", None);
    version("port-8080.yaml", None);
    version("v1.yaml/", Some("1"));
    version("9999999999999999999999.0.yaml", None);
}

#[test]
fn bumps() {
    let read = |text: &str| Version::of_file(Utf8Path::new(text)).expect("a version");
    for (old, new, expected) in [
        ("1.2", "2.0", Some(Bump::Major)),
        ("1.2", "1.3", Some(Bump::Minor)),
        ("1.2", "1.2.1", Some(Bump::Patch)),
        ("1.2.0", "1.2.0.rc-1", Some(Bump::Patch)),
        ("1.2", "1.2.0", Some(Bump::None)),
        ("1.10", "1.9", None),
        ("2.0", "1.9", None),
    ] {
        assert_eq!(Bump::between(&read(old), &read(new)), expected, "{old} -> {new}");
    }
    assert_eq!(Bump::Major.from(Some(&read("0.3"))), Bump::Minor);
    assert_eq!(Bump::Major.from(Some(&read("1.3"))), Bump::Major);
    assert_eq!(Bump::Major.from(None), Bump::Major);
    assert_eq!(needed(&[]), Bump::None);
}

// ── the command ──

const OLD: &str = "\
tosca_definitions_version: tosca_2_0
profile: org.example.shop:1.2
node_types:
  Server:
    description: Anything that listens
    properties:
      port: { type: integer, default: 80 }
      size: { type: string }
  WebServer:
    derived_from: Server
";

const NEW: &str = "\
tosca_definitions_version: tosca_2_0
profile: org.example.shop:1.3
node_types:
  Server:
    description: Whatever listens
    properties:
      port: { type: integer, default: 8080 }
      name: { type: string, required: false }
  WebServer:
    derived_from: Server
";

fn project() -> Project {
    Project::new(&[("old.yaml", OLD), ("new.yaml", NEW), ("service.txt", "no TOSCA")])
}

#[test]
fn full_groups_changes_by_definition() {
    let run = project().run(&["profile", "diff", "old.yaml", "new.yaml"]).ended(1);
    assert_eq!(
        run.out,
        "\
node type `Server`
  breaking: property `size` was removed (1 other type inherits it)
    old.yaml:8
    assignments fail: the name is unknown
  addition: property `port` has the default `8080` instead of `80` (1 other type inherits it)
    old.yaml:7 -> new.yaml:7
    existing uses remain valid; unassigned ones get a different value
  addition: property `name` was added (1 other type inherits it)
    new.yaml:8
    it is not required
  compatible: description changed (old.yaml:5 -> new.yaml:5)

major version bump needed: 1 breaking change, 2 additions, 1 compatible change; 1.2 -> 1.3 is only a minor bump
"
    );
    assert_eq!(run.err, "");
}

#[test]
fn concise_is_one_line_a_change() {
    let run = project().run(&["profile", "diff", "--format", "concise", "old.yaml", "new.yaml"]).ended(1);
    assert_eq!(
        run.out,
        "\
old.yaml:8: breaking: node type `Server`: property `size` was removed
new.yaml:7: addition: node type `Server`: property `port` has the default `8080` instead of `80`
new.yaml:8: addition: node type `Server`: property `name` was added
new.yaml:5: compatible: node type `Server`: description changed
major version bump needed: 1 breaking change, 2 additions, 1 compatible change; 1.2 -> 1.3 is only a minor bump
"
    );
}

#[test]
fn json_is_one_document() {
    let run = project().run(&["profile", "diff", "--format", "json", "old.yaml", "new.yaml"]).ended(1);
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("one JSON document");
    assert_eq!(document["format_version"], "1.0");
    assert_eq!(document["old"], json!({ "path": "old.yaml", "version": "1.2", "errors": 0 }));
    assert_eq!(
        document["summary"],
        json!({ "bump": "major", "enough": false, "breaking": 1, "additions": 2, "compatible": 1 })
    );
    assert_eq!(
        document["changes"][1],
        json!({
            "impact": "addition",
            "act": "changed",
            "keyname": "default",
            "kind": "node type",
            "name": "Server",
            "member": "property `port`",
            "what": "has the default `8080` instead of `80`",
            "why": "existing uses remain valid; unassigned ones get a different value",
            "old": { "file": "old.yaml", "line": 7, "column": 39 },
            "new": { "file": "new.yaml", "line": 7, "column": 39 },
            "inherited_by": 1,
            "renamed_to": null,
        })
    );
}

#[test]
fn the_exit_code_says_whether_the_version_is_enough() {
    let run = |old: &str, new: &str, code: i32| {
        let project = Project::new(&[("old.yaml", old), ("new.yaml", new)]);
        project.run(&["profile", "diff", "old.yaml", "new.yaml"]).ended(code)
    };
    let with = |text: &str, version: &str| {
        let (head, rest) = text.split_once("profile: ").expect("a profile");
        let (_, rest) = rest.split_once('\n').expect("a line");
        format!("{head}profile: org.example.shop{version}\n{rest}")
    };
    run(OLD, &with(NEW, ":2.0"), 0);
    run(OLD, &with(NEW, ":1.1"), 1);
    run(OLD, OLD, 0);
    run(&with(OLD, ":0.2"), &with(NEW, ":0.3"), 0);
    run(&with(OLD, ":v1"), &with(NEW, ":v2"), 0);
    let text = OLD.replace("Anything", "Something");
    assert!(
        run(OLD, &text, 1)
            .out
            .ends_with("patch version bump needed: 1 compatible change; 1.2 -> 1.2 is the same version\n")
    );
    // Without versions there is no bump to compare with.
    let free = run(&with(OLD, ""), &with(NEW, ""), 0);
    assert!(
        free.out
            .ends_with("\nmajor version bump needed: 1 breaking change, 2 additions, 1 compatible change\n")
    );
}

#[test]
fn the_version_may_stand_in_the_file_name() {
    let bare = |text: &str| {
        text.lines()
            .filter(|line| !line.starts_with("profile"))
            .fold(String::new(), |all, line| all + line + "\n")
    };
    let project = Project::new(&[("a.v1_2_0.yaml", &bare(OLD)), ("a.v1_3_0.yaml", &bare(NEW))]);
    let run = project.run(&["profile", "diff", "a.v1_2_0.yaml", "a.v1_3_0.yaml"]).ended(1);
    assert!(run.out.ends_with("; 1.2.0 -> 1.3.0 is only a minor bump\n"), "{}", run.out);
}

#[test]
fn directories_are_profiles_too() {
    let project = Project::new(&[
        ("1.2/nodes.yaml", OLD),
        ("1.3/nodes.yaml", NEW),
        (
            "1.2/data.yaml",
            "tosca_definitions_version: tosca_2_0\ndata_types: { D: { derived_from: string } }\n",
        ),
    ]);
    let run = project.run(&["profile", "diff", "--format", "concise", "1.2", "1.3"]).ended(1);
    assert!(run.out.starts_with("1.2/data.yaml:2: breaking: data type `D` was removed\n"), "{}", run.out);
}

#[test]
fn wrong_usage() {
    let run = project().run(&["profile", "diff", "old.yaml", "none.yaml"]).ended(2);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", "error: no such file or directory: `none.yaml`\n"));
    let run = project().run(&["profile", "diff", "old.yaml", "service.txt"]).ended(2);
    assert_eq!(run.err, "error: `service.txt` has no TOSCA 2.0 files\n");
    project().run(&["profile", "diff", "old.yaml"]).ended(2);
    project().run(&["profile"]).ended(2);
}

#[test]
fn faulty_profiles_are_compared_as_far_as_they_can_be_read() {
    let faulty = format!("{NEW}  Broken: {{ propertys: {{}} }}\n");
    let project = Project::new(&[("old.yaml", OLD), ("new.yaml", &faulty)]);
    let run = project.run(&["profile", "diff", "old.yaml", "new.yaml"]).ended(1);
    assert_eq!(
        run.err,
        "warning: `new.yaml` has errors, and only its readable parts are compared; run `tosca check` to see them\n"
    );
    assert!(run.out.contains("node type `Broken`\n  addition: was added\n"), "{}", run.out);
}

#[test]
fn anything_can_be_compared_with_anything() {
    let mut texts: Vec<String> = Vec::new();
    for (_, example, fixed) in crate::harness::read_pages() {
        for case in [example, fixed].into_iter().flatten() {
            texts.extend(
                case.files.first().map(|file| String::from_utf8_lossy(file.content.as_ref()).into_owned()),
            );
        }
    }
    let analyses: Vec<tosca::Analysis> = texts
        .iter()
        .map(|text| {
            let mut host = Memory::new();
            host.add("p.yaml", text.clone());
            tosca::check(&host, ["p.yaml"])
        })
        .collect();
    for (one, other) in analyses.iter().zip(analyses.iter().skip(1)) {
        let _ = compare(one.types(), other.types());
        let _ = compare(other.types(), one.types());
        let same = compare(one.types(), one.types());
        assert!(same.is_empty(), "{same:?}");
    }
}
