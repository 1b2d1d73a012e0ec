//! Invariants of values and calls: printed values are read again as the same, scalars are computed exactly,
//! and computed values are of the inferred type.

use std::cmp::Ordering;
use std::fmt::Write as _;

use proptest::prelude::*;
use tosca::base::FileId;
use tosca::base::IndexMap;
use tosca::diagnostics::Level;
use tosca::host::Memory;
use tosca::internals::literals::{
    Multipliers, Notation, ScalarTypeId, ScalarValue, Timestamp, Units, Value, Version,
};
use tosca::internals::load::Inputs;
use tosca::internals::values::{UnknownReason, What};
use tosca::{Analysis, Options, analyze};

use crate::harness::run::is_of;

/// Failures are printed, not stored in files.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

// ── printing ──

/// A type as a schema, with the form of its values.
#[derive(Clone, Debug)]
enum Schema {
    Single(&'static str),
    List(Box<Schema>),
    Map(Box<Schema>),
}

impl Schema {
    fn written(&self) -> String {
        match self {
            Schema::Single(name) => format!("{{ type: {name} }}"),
            Schema::List(of) => format!("{{ type: list, entry_schema: {} }}", of.written()),
            Schema::Map(of) => format!("{{ type: map, entry_schema: {} }}", of.written()),
        }
    }
}

const SINGLE: &[&str] =
    &["nil", "boolean", "integer", "float", "string", "bytes", "timestamp", "Length", "version"];

fn schema() -> impl Strategy<Value = Schema> {
    let single = prop::sample::select(SINGLE).prop_map(Schema::Single);
    single.prop_recursive(4, 8, 1, |inner| {
        prop_oneof![
            inner.clone().prop_map(|of| Schema::List(Box::new(of))),
            inner.prop_map(|of| Schema::Map(Box::new(of)))
        ]
    })
}

/// Strings that readers may misinterpret.
fn hostile() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "",
        " ",
        "\t",
        "\n",
        "\r",
        "\0",
        "\u{7f}",
        "\u{85}",
        "\u{a0}",
        "\u{2028}",
        "\u{feff}",
        "\u{ffff}",
        "$",
        "$$",
        ":",
        ": ",
        "#",
        " #",
        "-",
        "- ",
        "---",
        "...",
        "?",
        "|",
        ">",
        "&",
        "*",
        "!",
        "!!str",
        "%",
        "@",
        "`",
        "'",
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        "<<",
        "=",
        "~",
        "null",
        "true",
        "yes",
        "no",
        "0",
        "0x1",
        "0o7",
        "1e3",
        ".inf",
        ".nan",
        "1.0",
        "2026-01-31",
        "12:30",
        "a",
        "\u{e4}",
        "\u{1F600}",
        "e\u{301}",
    ];
    prop_oneof![
        any::<String>(),
        prop::collection::vec(prop::sample::select(PIECES), 0..6).prop_map(|pieces| pieces.concat()),
        prop::sample::select(PIECES).prop_map(|piece| piece.repeat(1_200)),
    ]
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        prop::num::f64::ANY,
        (-1_000_i32..1_000).prop_map(f64::from),
        prop::sample::select(vec![0.0, -0.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::INFINITY, f64::NAN]),
    ]
}

fn value(schema: &Schema) -> BoxedStrategy<Value> {
    match schema {
        Schema::Single("nil") => Just(Value::Nil).boxed(),
        Schema::Single("boolean") => any::<bool>().prop_map(Value::Boolean).boxed(),
        Schema::Single("integer") => any::<i64>().prop_map(Value::Integer).boxed(),
        Schema::Single("float") => number().prop_map(Value::Float).boxed(),
        Schema::Single("string") => hostile().prop_map(Value::String).boxed(),
        Schema::Single("bytes") => any::<Vec<u8>>().prop_map(Value::Bytes).boxed(),
        Schema::Single("timestamp") => {
            let day = (1..=9999_u32, 1..=12_u32, 1..=28_u32, 0..24_u32, 0..60_u32);
            let timestamp = day.prop_map(|(year, month, day, hour, minute)| {
                let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00.5+01:00");
                Value::Timestamp(Timestamp::parse(&text).expect("a timestamp").0)
            });
            timestamp.boxed()
        }
        Schema::Single("version") => {
            let version = "[0-9]{1,3}\\.[0-9]{1,3}(\\.[0-9]{1,3}(\\.[a-z]{1,5}(-[0-9]{1,3})?)?)?";
            let parse = |text: String| Value::Version(Version::parse(&text).expect("a version"));
            version.prop_map(parse).boxed()
        }
        Schema::Single(_) => (any::<i32>(), prop::sample::select(vec!["m", "cm", "km"]))
            .prop_map(|(number, unit)| {
                let id = ScalarTypeId { file: FileId(0), index: 0 };
                let (multipliers, prefixes) = (Multipliers::default(), Multipliers::default());
                let units = Units::new(id, id, false, multipliers, prefixes).into();
                let (amount, text) = (number.into(), format!("{number} {unit}"));
                Value::Scalar(ScalarValue { amount, number: number.into(), units, text })
            })
            .boxed(),
        Schema::List(entries) => prop::collection::vec(value(entries), 0..4).prop_map(Value::List).boxed(),
        Schema::Map(values) => prop::collection::vec((hostile(), value(values)), 0..4)
            .prop_map(|entries| Value::Map(entries.into_iter().collect()))
            .boxed(),
    }
}

/// Whether two values are identical, including order and spelling.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Nil, Value::Nil) => true,
        (Value::Boolean(one), Value::Boolean(other)) => one == other,
        (Value::Integer(one), Value::Integer(other)) => one == other,
        (Value::Float(one), Value::Float(other)) => {
            one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
        }
        (Value::String(one), Value::String(other)) => one == other,
        (Value::Bytes(one), Value::Bytes(other)) => one == other,
        (Value::Timestamp(one), Value::Timestamp(other)) => {
            (one.seconds, &one.fraction, &one.text) == (other.seconds, &other.fraction, &other.text)
        }
        (Value::Version(one), Value::Version(other)) => one.text == other.text,
        (Value::Scalar(one), Value::Scalar(other)) => one.text == other.text,
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Map(one), Value::Map(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|((key, one), (name, other))| key == name && same(one, other))
        }
        _ => false,
    }
}

const LENGTH: &str =
    "  Length: { derived_from: scalar, units: { m: 1, cm: 0.01, km: 1000 }, canonical_unit: m }\n";

/// Analyzes a service template with this section of inputs, values for them and an expression.
fn service(types: &str, inputs: &str, given: Option<&str>, expression: &str) -> Analysis {
    let mut host = Memory::new();
    let text = format!(
        "tosca_definitions_version: tosca_2_0\ndata_types:\n{types}service_template:\n  inputs:\n{inputs}  node_templates: {{}}\n"
    );
    host.add("service.yaml", text);
    let mut options = Options::default();
    options.load.paths = vec!["service.yaml".into()];
    options.load.inputs = Inputs::Defaults;
    if let Some(given) = given {
        host.add("inputs.yaml", given);
        options.load.inputs = Inputs::In("inputs.yaml".into());
    }
    options.load.expression = Some(expression.to_owned());
    analyze(&host, &options)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_value_that_is_printed_is_read_as_the_same(
        (schema, value) in schema().prop_flat_map(|schema| {
            let value = value(&schema);
            (Just(schema), value)
        }),
    ) {
        let given = Value::Map(IndexMap::from_iter([("x".to_owned(), value.clone())])).to_yaml(Notation::Tosca);
        let inputs = format!("    x: {}\n", schema.written());
        let analysis = service(LENGTH, &inputs, Some(&given), "$get_input: x");
        let errors: Vec<&str> = analysis
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.level == Level::Error)
            .map(|diagnostic| diagnostic.message.as_str())
            .collect();
        prop_assert!(errors.is_empty(), "{errors:?} in\n{given}");
        let model = analysis.model();
        let read = tosca::internals::evaluate::expression(model).and_then(|evaluation| evaluation.value);
        let read = read.expect("a value");
        prop_assert!(same(&value, &read), "{value:?}\nis read as {read:?} from\n{given}");
        prop_assert_eq!(value.to_yaml(Notation::Data), read.to_yaml(Notation::Data));
    }

    /// Other YAML readers agree about values that are printed as data.
    #[test]
    fn other_readers_agree(text in hostile(), key in hostile()) {
        use saphyr::LoadableYamlNode as _;
        let value = Value::Map(IndexMap::from_iter([(key.clone(), Value::List(vec![Value::String(text.clone())]))]));
        let printed = value.to_yaml(Notation::Data);
        let read = saphyr::Yaml::load_from_str(&printed);
        let read = read.unwrap_or_else(|error| panic!("{error} in\n{printed}"));
        let map = read[0].as_mapping().expect("a map");
        let (entry_key, list) = map.iter().next().expect("an entry");
        prop_assert_eq!(entry_key.as_str(), Some(key.as_str()));
        prop_assert_eq!(list[0].as_str(), Some(text.as_str()));
        let json: serde_json::Value = value.to_json();
        prop_assert_eq!(&json[key.as_str()][0], &serde_json::Value::String(text));
    }
}

// ── scalars ──

const SCALARS: &str = "  Length: { derived_from: scalar, units: { m: 1, cm: 0.01, km: 1000, in: 0.0254 }, canonical_unit: m }
  Frequency: { derived_from: scalar, units: { Hz: 1 }, prefixes: { \"\": 1, m: 0.001, k: 1000, M: 1000000, u: 0.000001 } }
  Old: { derived_from: scalar, data_value_type: float, unit_symbol_map: { s: 1, ms: 0.001, min: 60 } }
";

/// A unit: its name, its factor without the decimal point, and the number of decimal places.
type Unit = (&'static str, i128, u32);

/// The types and their units.
const UNITS: &[(&str, &[Unit])] = &[
    ("Length", &[("m", 1, 0), ("cm", 1, 2), ("km", 1000, 0), ("in", 254, 4)]),
    ("Frequency", &[("Hz", 1, 0), ("mHz", 1, 3), ("kHz", 1000, 0), ("MHz", 1_000_000, 0), ("uHz", 1, 6)]),
    ("Old", &[("s", 1, 0), ("ms", 1, 3), ("min", 60, 0)]),
];

/// A scalar: its literal, and its amount in millionths of millionths of a thousandth of the canonical unit.
const PLACES: u32 = 15;

fn scalar(units: &'static [Unit]) -> impl Strategy<Value = (String, i128)> {
    let number = (-1_000_000_i64..1_000_000, 0..6_u32, 0..4_u32);
    (number, prop::sample::select(units)).prop_map(|((digits, places, shape), (unit, factor, more))| {
        let scale = 10_i64.pow(places);
        let number = match shape {
            // With an exponent, or with a point.
            0 => format!("{digits}e-{places}"),
            1 => format!("{digits}.0E-{places}"),
            _ => {
                let sign = if digits < 0 { "-" } else { "" };
                let (whole, rest) = (digits.abs() / scale, digits.abs() % scale);
                let width = places as usize;
                if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest:0width$}") }
            }
        };
        let amount = i128::from(digits) * factor * 10_i128.pow(PLACES - places - more);
        (format!("{number} {unit}"), amount)
    })
}

fn exact(amount: i128, unit: &str) -> String {
    let scale = 10_i128.pow(PLACES);
    let sign = if amount < 0 { "-" } else { "" };
    let (whole, rest) = (amount.abs() / scale, amount.abs() % scale);
    format!("{sign}{whole}.{rest:015} {unit}")
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn scalars_are_compared_and_added_exactly(
        (family, pairs) in prop::sample::select(UNITS).prop_flat_map(|(family, units)| {
            let pairs = prop::collection::vec((scalar(units), scalar(units), any::<bool>()), 8);
            (Just((family, units)), pairs)
        }),
    ) {
        let ((family, units), mut inputs, mut expressions, mut wanted) = (family, String::new(), String::new(), Vec::new());
        for (at, (one, other, alike)) in pairs.into_iter().enumerate() {
            let other = if alike { (exact(one.1, units[0].0), one.1) } else { other };
            for (name, text) in [("a", &one.0), ("b", &other.0)] {
                let _ = writeln!(inputs, "    {name}{at}: {{ type: {family}, default: {text} }}");
            }
            let order = one.1.cmp(&other.1);
            let pair = format!("{{ $get_input: a{at} }}, {{ $get_input: b{at} }}");
            for (function, result) in [
                ("less_than", order == Ordering::Less),
                ("less_or_equal", order != Ordering::Greater),
                ("equal", order == Ordering::Equal),
                ("greater_or_equal", order != Ordering::Less),
                ("greater_than", order == Ordering::Greater),
            ] {
                let _ = writeln!(expressions, "- {{ ${function}: [ {pair} ] }}");
                wanted.push(result);
            }
            for (function, amount) in [("sum", one.1 + other.1), ("difference", one.1 - other.1)] {
                let literal = exact(amount, units[0].0);
                let _ = writeln!(expressions, "- {{ $equal: [ {{ ${function}: [ {pair} ] }}, {literal} ] }}");
                wanted.push(true);
            }
        }
        let analysis = service(SCALARS, &inputs, None, &expressions);
        let model = analysis.model();
        let file = analysis.graph().expression.expect("the expressions");
        let root = analysis.graph().file(file).tree().root().expect("a list");
        for (node, wanted) in root.items().zip(wanted) {
            let evaluation = tosca::internals::values::evaluate(model, node, None, What::Named("the", "expression"));
            prop_assert!(
                matches!(evaluation.value, Some(Value::Boolean(value)) if value == wanted),
                "{} is {:?} in\n{inputs}", node.written(), evaluation.value
            );
        }
    }
}

// ── types ──

const TYPED: &str = "    string: { type: string, default: a-bc }
    integer: { type: integer, default: 5 }
    float: { type: float, default: 2.5 }
    boolean: { type: boolean, default: true }
    bytes: { type: bytes, default: AQI= }
    nil: { type: nil, default: null }
    timestamp: { type: timestamp, default: \"2026-01-31T12:00:00Z\" }
    version: { type: version, default: \"1.2\" }
    length: { type: Length, default: 2 m }
    integers: { type: list, entry_schema: integer, default: [ 1, 2, 2 ] }
    strings: { type: list, entry_schema: string, default: [ a, b ] }
    map: { type: map, entry_schema: integer, default: { a: 1, b: 2 } }
";

const KINDS: &[&str] = &[
    "string",
    "integer",
    "float",
    "boolean",
    "bytes",
    "nil",
    "timestamp",
    "version",
    "length",
    "integers",
    "strings",
    "map",
];

/// Generates expressions, sometimes of the wrong type if `wild` is set.
struct Maker {
    state: u64,
    wild: bool,
}

impl Maker {
    fn below(&mut self, most: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % most as u64).expect("a small number")
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn leaf(&mut self, kind: &str) -> String {
        if self.below(3) > 0 {
            return format!("{{ $get_input: {kind} }}");
        }
        match kind {
            "string" => self.pick(&["\"\"", "ab", "\"$$x\"", "\"\u{e4}-b\""]).to_owned(),
            "integer" => self.pick(&["0", "7", "-3", "0x10", "9223372036854775807"]).to_owned(),
            "float" => self.pick(&["0.5", "-3.5", "1e300", ".inf", ".nan"]).to_owned(),
            "boolean" => self.pick(&["true", "false"]).to_owned(),
            _ => format!("{{ $get_input: {kind} }}"),
        }
    }

    fn make(&mut self, kind: &str, depth: usize) -> String {
        let kind = if self.wild && self.below(8) == 0 { self.pick(KINDS) } else { kind };
        if depth == 0 || self.below(5) == 0 {
            return self.leaf(kind);
        }
        let (name, takes): (&str, Vec<&str>) = match kind {
            "boolean" => self.condition(),
            "string" => match self.below(3) {
                0 => ("concat", vec!["string"; 1 + self.below(3)]),
                1 => ("join", vec!["strings", "string"]),
                _ => {
                    return format!(
                        "{{ $token: [ {}, \"-\", {} ] }}",
                        self.make("string", depth - 1),
                        self.below(2)
                    );
                }
            },
            "integer" => match self.below(7) {
                0 => ("length", vec![self.pick(&["string", "bytes", "integers", "strings", "map"])]),
                1 => ("sum", vec!["integer"; 1 + self.below(3)]),
                2 => ("difference", vec!["integer", "integer"]),
                3 => ("product", vec!["integer"; 1 + self.below(3)]),
                4 => ("remainder", vec!["integer", "integer"]),
                _ => (self.pick(&["round", "floor", "ceil"]), vec!["float"]),
            },
            "float" => match self.below(4) {
                0 => ("sum", vec!["float"; 1 + self.below(3)]),
                1 => ("difference", vec!["float", "float"]),
                2 => ("product", vec!["float", self.pick(&["integer", "float"])]),
                _ => ("quotient", vec![self.pick(&["integer", "float"]), self.pick(&["integer", "float"])]),
            },
            "length" => match self.below(5) {
                0 => ("sum", vec!["length"; 1 + self.below(3)]),
                1 => ("difference", vec!["length", "length"]),
                2 => ("product", vec!["length", self.pick(&["integer", "float"])]),
                3 => ("quotient", vec!["length", self.pick(&["integer", "float"])]),
                _ => ("remainder", vec!["length", "integer"]),
            },
            "integers" | "strings" => match self.below(4) {
                0 => {
                    return format!(
                        "[ {}, {} ]",
                        self.make(&kind[..kind.len() - 1], depth - 1),
                        self.make(&kind[..kind.len() - 1], depth - 1)
                    );
                }
                1 => ("concat", vec![kind; 1 + self.below(3)]),
                2 => ("union", vec![kind; 1 + self.below(3)]),
                _ => ("intersection", vec![kind; 1 + self.below(3)]),
            },
            _ => return self.leaf(kind),
        };
        let arguments: Vec<String> = takes.into_iter().map(|kind| self.make(kind, depth - 1)).collect();
        format!("{{ ${name}: [ {} ] }}", arguments.join(", "))
    }

    fn condition(&mut self) -> (&'static str, Vec<&'static str>) {
        match self.below(9) {
            0 => ("and", vec!["boolean"; 2 + self.below(2)]),
            1 => ("or", vec!["boolean"; 2 + self.below(2)]),
            2 => ("not", vec!["boolean"]),
            3 => ("xor", vec!["boolean", "boolean"]),
            4 => {
                let kind = self.pick(KINDS);
                ("equal", vec![kind, kind])
            }
            5 => {
                let kind = self.pick(&["string", "integer", "float", "timestamp", "version", "length"]);
                let name = self.pick(&["greater_than", "greater_or_equal", "less_than", "less_or_equal"]);
                (name, vec![kind, kind])
            }
            6 => {
                let kind = self.pick(&["string", "integers", "strings"]);
                (self.pick(&["has_prefix", "has_suffix", "contains"]), vec![kind, kind])
            }
            7 => (
                self.pick(&["has_all_entries", "has_any_entry"]),
                vec![self.pick(&["integers", "map"]), "integers"],
            ),
            _ => (self.pick(&["has_all_keys", "has_any_key"]), vec!["map", "strings"]),
        }
    }
}

/// Evaluates expressions: each has a value of its type, or a reason why it has none.
fn check_expressions(seed: u64, wild: bool) -> Result<(), TestCaseError> {
    let mut maker = Maker { state: seed | 1, wild };
    let mut expressions = String::new();
    for _ in 0..24 {
        let kind = maker.pick(KINDS);
        let _ = writeln!(expressions, "- {}", maker.make(kind, 4));
    }
    let analysis = service(LENGTH, TYPED, None, &expressions);
    let model = analysis.model();
    let file = analysis.graph().expression.expect("the expressions");
    let root = analysis.graph().file(file).tree().root().expect("a list");
    for node in root.items() {
        let evaluation =
            tosca::internals::values::evaluate(model, node, None, What::Named("the", "expression"));
        let errors: Vec<&str> = evaluation
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.level == Level::Error)
            .map(|diagnostic| diagnostic.rule.name)
            .collect();
        let text = node.written();
        if !wild {
            let computed = ["evaluation-error", "integer-out-of-range"];
            let wrong: Vec<_> = errors.iter().filter(|slug| !computed.contains(slug)).collect();
            prop_assert!(wrong.is_empty(), "{wrong:?} for {text}: {:?}", evaluation.diagnostics);
        }
        match (&evaluation.value, &evaluation.unknown, errors.is_empty()) {
            (Some(value), None, true) => prop_assert!(
                is_of(value, &evaluation.data_type),
                "{text} is {value:?}, but its type {}",
                evaluation.data_type
            ),
            (None, None, false) => {}
            (None, Some(unknown), true) => prop_assert!(
                wild && !matches!(unknown.reason, UnknownReason::NoType),
                "{text} has no value: {:?}",
                unknown.reason
            ),
            other => prop_assert!(false, "{text} comes to {other:?}, errors {errors:?}"),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn right_expressions_have_values_of_their_types(seed in any::<u64>()) {
        check_expressions(seed, false)?;
    }

    #[test]
    fn what_is_accepted_can_be_computed(seed in any::<u64>()) {
        check_expressions(seed, true)?;
    }
}
