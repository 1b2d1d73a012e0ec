//! Verdicts of `profile diff` about generated pairs of profiles: if no change is breaking, then no use of the old
//! version is invalid with the new one.
//!
//! ```sh
//! TOSCA_PROFILES=10000 TOSCA_PROFILES_SEED=1 cargo test --test suite -- generated_profiles --nocapture
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use tosca::Analysis;
use tosca::diagnostics::Level;
use tosca::host::Memory;
use tosca::internals::compatibility::example::{CheckedVersion, Example, FoundErrors, search, uses};
use tosca::internals::compatibility::{Change, Impact, compare};

use crate::variability::Random;

/// A profile: its main file, and a part of it that the main file imports.
#[derive(Clone, Debug, PartialEq)]
struct Profile {
    main: Value,
    part: Value,
}

const MAIN: &str = "profile.yaml";
const PART: &str = "part.yaml";

impl Profile {
    fn host(&self) -> Memory {
        let mut host = Memory::new();
        host.add(MAIN, text(&self.main));
        host.add(PART, text(&self.part));
        host
    }

    fn analysis(&self) -> Analysis {
        tosca::check(&self.host(), [MAIN])
    }

    /// Checks a file that imports the profile.
    fn check(&self, service: &str) -> FoundErrors {
        let mut host = self.host();
        host.add("service.yaml", service.to_owned());
        let analysis = tosca::check(&host, ["service.yaml"]);
        let mut found = FoundErrors::default();
        for diagnostic in analysis.diagnostics().iter().filter(|diagnostic| diagnostic.level == Level::Error)
        {
            let source = analysis.sources().get(diagnostic.primary.span.file);
            if source.path == "service.yaml" {
                let line = source.position(diagnostic.primary.span.start).line;
                found.in_file.push((line, format!("[{}] {}", diagnostic.rule.code, diagnostic.message)));
            } else {
                found.are_elsewhere = true;
            }
        }
        found
    }
}

/// Returns a file as JSON, whose first key is the version.
fn text(value: &Value) -> String {
    const VERSION: &str = "  \"tosca_definitions_version\": \"tosca_2_0\"";
    let text = serde_json::to_string_pretty(value).expect("JSON");
    match text.strip_prefix("{\n") {
        Some(rest) if text.contains(VERSION) => {
            let lines = rest.lines().filter(|line| line.trim_end_matches(',') != VERSION);
            let lines: Vec<&str> = lines.collect();
            // The last entry has no comma.
            let mut rest = lines.join("\n");
            if rest.ends_with(",\n}") {
                rest = rest.replace(",\n}", "\n}");
            }
            format!("{{\n{VERSION},\n{rest}\n")
        }
        _ => text,
    }
}

fn is_valid(analysis: &Analysis) -> bool {
    analysis.diagnostics().iter().all(|diagnostic| diagnostic.level != Level::Error)
}

// ── profiles ──

struct Maker {
    random: Random,
}

const DATA: &[&str] = &[
    "integer", "string", "float", "boolean", "Port", "Word", "Label", "Size", "Point", "Spot", "Words",
    "version",
];

/// What a profile need not have.
const OPTIONAL: &[(&str, &str)] = &[
    ("node_types", "Server"),
    ("node_types", "Store"),
    ("relationship_types", "NearUses"),
    ("group_types", "Rack"),
    ("policy_types", "Rule"),
    ("functions", "pick"),
    ("repositories", "images"),
];

impl Maker {
    fn below(&mut self, most: usize) -> usize {
        self.random.below(most)
    }

    fn one_of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    /// Returns a literal of a data type of all profiles.
    fn literal(&mut self, data_type: &str) -> Value {
        match data_type {
            "integer" | "Port" => json!([5, 6, 80, 3][self.below(4)]),
            "string" | "Word" | "Label" => json!(self.one_of(&["fifo", "lifo", "a"])),
            "float" => json!([1.5, 2.5][self.below(2)]),
            "boolean" => json!(self.below(2) == 0),
            "Size" => json!(self.one_of(&["1 kB", "5 B", "1000 B"])),
            "Point" | "Spot" => json!({ "x": 1 + self.below(3) }),
            "Words" | "list" => json!(["fifo"]),
            "map" => json!({ "a": "fifo" }),
            _ => json!("1.0"),
        }
    }

    fn clause(&mut self, data_type: &str) -> Option<Value> {
        let limit = [3, 5, 80, 90, 7][self.below(5)];
        Some(match data_type {
            "integer" | "Port" => match self.below(3) {
                0 => json!({ "$less_or_equal": ["$value", limit] }),
                1 => json!({ "$greater_or_equal": ["$value", limit] }),
                _ => json!({ "$not": [{ "$equal": ["$value", limit] }] }),
            },
            "string" | "Word" | "Label" => match self.below(2) {
                0 => {
                    let words = &["fifo", "lifo", "a"][..=self.below(3)];
                    json!({ "$valid_values": ["$value", words] })
                }
                _ => json!({ "$less_or_equal": [{ "$length": ["$value"] }, limit] }),
            },
            "list" | "Words" => json!({ "$less_or_equal": [{ "$length": ["$value"] }, limit / 2] }),
            "Size" => {
                let size = self.one_of(&["1 kB", "5 B", "1000 B", "2 kB"]);
                json!({ "$less_or_equal": ["$value", size] })
            }
            "version" => json!({ "$greater_or_equal": ["$value", self.one_of(&["1.0", "0.9", "1.0.0"])] }),
            _ => return None,
        })
    }

    /// Returns the definition of a property, attribute or parameter.
    fn field(&mut self, is_attribute: bool) -> Value {
        let mut data_type = self.one_of(DATA);
        let mut field = Map::new();
        if self.below(6) == 0 {
            data_type = self.one_of(&["list", "map"]);
            field.insert("entry_schema".to_owned(), json!(self.one_of(&["string", "Word"])));
        }
        field.insert("type".to_owned(), json!(data_type));
        if is_attribute {
            return Value::Object(field);
        }
        match self.below(6) {
            0 => drop(field.insert("required".to_owned(), json!(false))),
            1 | 2 => drop(field.insert("default".to_owned(), self.literal(data_type))),
            _ => {}
        }
        if self.below(3) == 0
            && let Some(clause) = self.clause(data_type)
        {
            field.insert("validation".to_owned(), clause);
        }
        Value::Object(field)
    }

    fn fields(&mut self, prefix: &str, most: usize, is_attribute: bool) -> Value {
        let count = self.below(most + 1);
        let fields = (0..count).map(|at| (format!("{prefix}{at}"), self.field(is_attribute)));
        Value::Object(fields.collect())
    }

    /// Returns definitions of operations or notifications, each with a chance of two thirds.
    fn operations(&mut self, names: &[&str]) -> Value {
        let mut operations = Map::new();
        for name in names {
            if self.below(3) > 0 {
                let (inputs, mut outputs) = (self.fields("i", 2, false), self.fields("o", 1, true));
                // An output need not have a type.
                if self.below(3) == 0 && !outputs["o0"].is_null() {
                    outputs["o0"] = json!({});
                }
                operations.insert((*name).to_owned(), json!({ "inputs": inputs, "outputs": outputs }));
            }
        }
        Value::Object(operations)
    }

    fn profile(&mut self) -> Profile {
        let main = json!({
            "tosca_definitions_version": "tosca_2_0",
            "profile": "org.example.shop:1.0",
            "imports": [{ "url": PART, "namespace": "part" }],
            "data_types": {
                "Port": { "derived_from": "integer", "validation": self.clause("integer") },
                "Word": { "derived_from": "string", "validation": self.clause("string") },
                "Size": { "derived_from": "scalar", "units": { "B": 1, "kB": 1000 }, "canonical_unit": "B" },
                "Point": { "properties": { "x": { "type": "integer" }, "y": self.field(false) } },
                "Words": { "derived_from": "list", "entry_schema": "Word" },
                "Spot": { "derived_from": "Point", "properties": { "z": self.field(false) } },
                "Label": { "derived_from": "Word" },
            },
            "artifact_types": { "Image": { "properties": self.fields("p", 2, false) } },
            "interface_types": {
                "Life": {
                    "inputs": self.fields("i", 1, false),
                    "operations": self.operations(&["start", "stop"]),
                    "notifications": self.operations(&["alarm"]),
                },
                "LongLife": { "derived_from": "Life", "operations": self.operations(&["pause"]) },
                "Wire": { "operations": self.operations(&["open"]) },
            },
            "capability_types": {
                "Link": { "properties": self.fields("p", 2, false) },
                "FastLink": { "derived_from": "Link", "properties": self.fields("f", 1, false) },
            },
            "relationship_types": {
                "Uses": {
                    "properties": self.fields("w", 2, false),
                    "interfaces": { "wire": { "type": "Wire" } },
                },
                "NearUses": { "derived_from": "Uses", "properties": self.fields("n", 1, false) },
            },
            "node_types": {
                "Base": {
                    "properties": self.fields("p", 3, false),
                    "attributes": self.fields("a", 1, true),
                    "capabilities": { "link": { "type": "Link" } },
                    "interfaces": { "life": { "type": self.one_of(&["Life", "LongLife"]) } },
                },
                "Server": {
                    "derived_from": "Base",
                    "properties": self.fields("s", 2, false),
                    "requirements": [
                        { "peer": {
                            "capability": "Link",
                            "relationship": "Uses",
                            "node": self.one_of(&["Base", "Server"]),
                            "count_range": [0, 2],
                        } },
                    ],
                },
                "Store": {
                    "properties": self.fields("p", 2, false),
                    "capabilities": { "link": { "type": self.one_of(&["Link", "FastLink"]) } },
                    "requirements": [{ "host": { "capability": "Link", "relationship": "Uses" } }],
                    "artifacts": { "image": { "type": "Image", "file": "https://example.org/image" } },
                },
            },
            "group_types": { "Rack": { "properties": self.fields("p", 1, false) } },
            "policy_types": { "Rule": { "properties": self.fields("p", 1, false) } },
            "functions": {
                "pick": { "signatures": [
                    { "arguments": [{ "type": self.one_of(&["string", "integer"]) }], "result": { "type": "string" } },
                ] },
            },
            "repositories": { "images": { "url": "https://example.org/images" } },
        });
        let part = json!({
            "tosca_definitions_version": "tosca_2_0",
            "profile": "org.example.shop:1.0",
            "node_types": { "Extra": { "properties": { "n": { "type": "integer", "default": 1 } } } },
            "data_types": { "Code": { "derived_from": "string" } },
        });
        let mut profile = Profile { main, part };
        // Small profiles have few uses, which are checked faster.
        for (section, name) in OPTIONAL {
            if self.below(2) == 0
                && let Some(types) = profile.main[section].as_object_mut()
            {
                types.remove(*name);
                if types.is_empty() {
                    profile.main.as_object_mut().expect("a map").remove(*section);
                }
            }
        }
        profile
    }

    // ── changes ──

    /// Changes one thing; returns the key at which that is, or `None` if nothing could be changed.
    fn change(&mut self, profile: &mut Profile) -> Option<String> {
        let file = if self.below(12) == 0 { &mut profile.part } else { &mut profile.main };
        let mut places = Vec::new();
        collect(file, &mut String::new(), &mut places);
        places.retain(|place| !is_kept(place));
        let place = places[self.random.below(places.len())].clone();
        let (above, key) = place.rsplit_once('/')?;
        let old = file.pointer(&place)?.clone();
        let parent = file.pointer_mut(above)?;
        let section = above.rsplit('/').next().unwrap_or_default().to_owned();
        match parent {
            Value::Object(entries) => {
                self.change_entry(entries, key, &old, &section);
            }
            Value::Array(items) => {
                let at: usize = key.parse().ok()?;
                match self.below(3) {
                    0 => drop(items.remove(at)),
                    1 if section != "requirements" && section != "signatures" => items.push(old),
                    _ => items[at] = self.other(&old, &section),
                }
            }
            _ => return None,
        }
        Some(format!("{place} in {section}"))
    }

    fn change_entry(&mut self, entries: &mut Map<String, Value>, key: &str, old: &Value, section: &str) {
        match (self.below(4), section) {
            (0, _) => drop(entries.remove(key)),
            (1, "properties" | "inputs" | "attributes" | "outputs") => {
                let field = self.field(matches!(section, "attributes" | "outputs"));
                entries.insert("added".to_owned(), field);
            }
            (1, "capabilities") => {
                entries.insert("added".to_owned(), json!({ "type": self.one_of(&["Link", "FastLink"]) }));
            }
            (1, "operations" | "notifications") => {
                entries.insert("added".to_owned(), json!({ "inputs": self.fields("i", 1, false) }));
            }
            (1, _) if entries.contains_key("type") && entries.len() < 6 => self.add_keyname(entries),
            (1, _) if section.ends_with("_types") => {
                entries.insert("Added".to_owned(), old.clone());
            }
            (1, "units") => {
                entries.insert("MB".to_owned(), json!(1_000_000));
            }
            (2, "Link" | "FastLink" | "link") => {
                let list = ["valid_source_node_types", "valid_relationship_types"][self.below(2)];
                let types = if list.starts_with("valid_s") {
                    [json!(["Base"]), json!(["Server"]), json!(["Base", "Store"])]
                } else {
                    [json!(["Uses"]), json!(["NearUses"]), json!(["Uses", "NearUses"])]
                };
                entries.insert(list.to_owned(), types[self.below(3)].clone());
            }
            (2, "Uses" | "NearUses") => {
                let list = ["valid_target_node_types", "valid_source_node_types", "valid_capability_types"]
                    [self.below(3)];
                let types = if list.ends_with("capability_types") {
                    [json!(["Link"]), json!(["FastLink"])]
                } else {
                    [json!(["Base"]), json!(["Server", "Store"])]
                };
                entries.insert(list.to_owned(), types[self.below(2)].clone());
            }
            (2, "Rack") => {
                drop(entries.insert("members".to_owned(), json!([self.one_of(&["Base", "Server"])])));
            }
            (2, "Rule") => {
                drop(entries.insert("targets".to_owned(), json!([self.one_of(&["Base", "Server"])])));
            }
            _ => {
                let new = self.other(old, key);
                entries.insert(key.to_owned(), new);
            }
        }
    }

    fn add_keyname(&mut self, field: &mut Map<String, Value>) {
        let data_type = field["type"].as_str().unwrap_or_default().to_owned();
        let (keyname, value) = match self.below(5) {
            0 => ("required", json!(false)),
            1 => ("default", self.literal(&data_type)),
            2 => ("value", self.literal(&data_type)),
            _ => match self.clause(&data_type) {
                Some(clause) => ("validation", clause),
                None => ("description", json!("Changed")),
            },
        };
        field.insert(keyname.to_owned(), value);
    }

    /// Returns another value for a key.
    fn other(&mut self, old: &Value, key: &str) -> Value {
        let word = old.as_str().unwrap_or_default();
        match (key, old) {
            ("required", _) => json!(!old.as_bool().unwrap_or_default()),
            ("count_range", _) => {
                let ranges =
                    [json!([0, 1]), json!([1, 1]), json!([0, "UNBOUNDED"]), json!([1, 3]), json!([0, 3])];
                ranges[self.below(5)].clone()
            }
            ("validation", _) => {
                let written = text(old);
                let kind = if written.contains("fifo") || written.contains("length") {
                    "string"
                } else if written.contains("B\"") {
                    "Size"
                } else if written.contains(".0\"") || written.contains(".9\"") {
                    "version"
                } else {
                    "integer"
                };
                self.clause(kind).unwrap_or_default()
            }
            ("node" | "members" | "targets", _) => json!(self.one_of(&["Base", "Server", "Store"])),
            ("relationship" | "type" | "capability" | "derived_from", _) => {
                const POOLS: &[&[&str]] = &[
                    DATA,
                    &["Link", "FastLink"],
                    &["Uses", "NearUses"],
                    &["Life", "LongLife"],
                    &["Base", "Server", "Store"],
                ];
                let pool = POOLS.iter().find(|pool| pool.contains(&word)).unwrap_or(&DATA);
                json!(self.one_of(pool))
            }
            ("entry_schema", _) => json!(self.one_of(&["string", "Word", "integer"])),
            ("namespace", _) => json!("other"),
            ("canonical_unit", _) => json!(self.one_of(&["B", "kB"])),
            (_, Value::Number(_)) => json!([1, 2, 5, 6, 80, 1000][self.below(6)]),
            (_, Value::Bool(value)) => json!(!value),
            (_, Value::String(_)) => {
                json!(self.one_of(&["fifo", "lifo", "1 kB", "2 kB", "string", "integer"]))
            }
            _ => old.clone(),
        }
    }
}

/// Writes the values in definitions differently, without changing what they mean.
fn respell(definition: &mut Value) {
    match definition {
        Value::Object(entries) => {
            let data_type = entries.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
            for (key, value) in entries.iter_mut() {
                match key.as_str() {
                    "default" | "value" | "validation" => respell_value(value, &data_type),
                    _ => respell(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(respell),
        _ => {}
    }
}

/// Writes a value of a data type, or a clause about such a value, differently.
fn respell_value(value: &mut Value, data_type: &str) {
    match (data_type, &mut *value) {
        (_, Value::Array(items)) => items.iter_mut().for_each(|item| respell_value(item, data_type)),
        (_, Value::Object(entries)) => {
            entries.values_mut().for_each(|entry| respell_value(entry, data_type));
        }
        ("Size", Value::String(text)) => match text.as_str() {
            "1 kB" => *value = json!("1000 B"),
            "2 kB" => *value = json!("0.2e4 B"),
            "1000 B" => *value = json!({ "$sum": ["600 B", "0.4 kB"] }),
            "5 B" => *value = json!("0.005 kB"),
            _ => {}
        },
        ("version", Value::String(text)) if text == "1.0" => *value = json!("1.0.0"),
        ("version", Value::String(text)) if text == "1.0.0" => *value = json!("1.0"),
        ("integer" | "Port", Value::Number(number)) => {
            if let Some(number) = number.as_i64() {
                *value = json!({ "$sum": [number - 1, 1] });
            }
        }
        ("float", Value::Number(number)) => {
            *value = json!({ "$difference": [number.as_f64().unwrap_or_default() + 1.0, 1.0] });
        }
        _ => {}
    }
}

/// Collects pointers to everything in a value.
fn collect(value: &Value, path: &mut String, places: &mut Vec<String>) {
    let mut inner = |key: &str, value: &Value| {
        let length = path.len();
        let _ = write!(path, "/{}", key.replace('~', "~0").replace('/', "~1"));
        places.push(path.clone());
        collect(value, path, places);
        path.truncate(length);
    };
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| inner(key, value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(at, value)| inner(&at.to_string(), value)),
        _ => {}
    }
}

/// Whether a place stays as it is.
fn is_kept(place: &str) -> bool {
    place == "/tosca_definitions_version"
        || place == "/profile"
        || place.ends_with("/url")
        || place.matches('/').count() == 1
}

// ── verdicts ──

/// Searches for a use of `old` that `new` breaks.
fn example(old: &Profile, new: &Profile, analyses: [&Analysis; 2], random: &mut Random) -> Option<Example> {
    const MAX_USES: usize = 5_000;
    // Each of these needs a separate file, so only some are checked.
    const ALONE: usize = 12;
    let mut all = uses(analyses[0].types(), analyses[1].types(), None, MAX_USES);
    all.retain(|one| !one.is_alone() || random.below(ALONE) == 0);
    let imports = format!("[ {MAIN} ]");
    let old_side = CheckedVersion { imports: &imports, check: &mut |text| old.check(text) };
    let new_side = CheckedVersion { imports: &imports, check: &mut |text| new.check(text) };
    search(all, old_side, new_side)
}

#[derive(Default)]
struct Counts {
    pairs: usize,
    compatible: usize,
    breaking: usize,
    shown: usize,
    /// What the breaking changes without an example are about.
    not_shown: BTreeMap<String, usize>,
}

/// Returns the files of the generated profile of a seed, which need not be valid.
pub(crate) fn files(seed: u64) -> Vec<(String, String)> {
    let profile = Maker { random: Random(seed | 1) }.profile();
    vec![(MAIN.to_owned(), text(&profile.main)), (PART.to_owned(), text(&profile.part))]
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

#[test]
fn what_is_compatible_breaks_no_use() {
    const PAIRS: u64 = 100;
    let pairs = number("TOSCA_PROFILES").unwrap_or(PAIRS);
    let first = number("TOSCA_PROFILES_SEED").unwrap_or(1);
    let most = number("TOSCA_PROFILES_REPORTS").unwrap_or(1);
    let mut counts = Counts::default();
    let mut wrong: Vec<String> = Vec::new();
    for seed in first..first + pairs {
        let Some((old, new, places)) = pair(seed) else { continue };
        let analyses = [old.analysis(), new.analysis()];
        let mut random = Random(seed | 1);
        let directions = [(&old, &new, &analyses[0], &analyses[1]), (&new, &old, &analyses[1], &analyses[0])];
        for (from, to, from_analysis, to_analysis) in directions {
            counts.pairs += 1;
            let changes = compare(from_analysis.model(), to_analysis.model());
            let breaking: Vec<&Change> =
                changes.iter().filter(|change| change.impact == Impact::Breaking).collect();
            counts.compatible += usize::from(breaking.is_empty());
            counts.breaking += usize::from(!breaking.is_empty());
            // Examples of breaking changes are searched for in a share of the pairs.
            if !breaking.is_empty() && seed % 4 != 0 {
                continue;
            }
            let found = example(from, to, [from_analysis, to_analysis], &mut random);
            match (found, breaking.first()) {
                (Some(example), None) => wrong.push(report(seed, &places, from, to, &changes, &example)),
                (Some(_), Some(_)) => counts.shown += 1,
                (None, Some(change)) => {
                    *counts.not_shown.entry(format!("{}: {}", change.kind, change.why)).or_default() += 1;
                }
                (None, None) => {}
            }
        }
        if wrong.len() as u64 >= most {
            break;
        }
    }
    let mut summary = format!(
        "{} pairs, {} compatible, {} breaking; {} examples of breaking changes, none for\n",
        counts.pairs, counts.compatible, counts.breaking, counts.shown
    );
    for (why, count) in &counts.not_shown {
        let _ = writeln!(summary, "{count:6} {why}");
    }
    #[expect(clippy::print_stdout, reason = "the long run prints what it covers")]
    if pairs > PAIRS {
        println!("{summary}");
    }
    assert!(wrong.is_empty(), "{}\n{summary}", wrong.join("\n"));
    let is_covered = counts.compatible > 0 && counts.breaking > 0 && counts.shown > 0;
    assert!(is_covered || pairs < PAIRS, "{summary}");
}

#[test]
fn another_spelling_of_values_is_no_change() {
    const PROFILES: u64 = 60;
    let mut compared = 0;
    for seed in 1..=number("TOSCA_PROFILES").unwrap_or(PROFILES) {
        let old = Maker { random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1) }.profile();
        let mut new = old.clone();
        respell(&mut new.main);
        let analyses = [old.analysis(), new.analysis()];
        if !is_valid(&analyses[0]) || old == new {
            continue;
        }
        assert!(is_valid(&analyses[1]), "seed {seed}: {}", text(&new.main));
        compared += 1;
        let changes = compare(analyses[0].model(), analyses[1].model());
        let lines: Vec<String> =
            changes.iter().map(|change| format!("{}: {}", change.definition(), change.sentence())).collect();
        assert!(lines.is_empty(), "seed {seed}: {}\n{}", lines.join("\n"), text(&new.main));
    }
    assert!(compared > 10, "{compared} profiles compared");
}

/// Returns two valid profiles, one a change of the other, and where that is.
fn pair(seed: u64) -> Option<(Profile, Profile, String)> {
    const MAX_TRIES: usize = 20;
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let mut maker = Maker { random };
    let old = (0..MAX_TRIES).map(|_| maker.profile()).find(|profile| is_valid(&profile.analysis()))?;
    for _ in 0..MAX_TRIES {
        let mut new = old.clone();
        let changes = 1 + usize::from(maker.below(4) == 0);
        let places: Vec<String> = (0..changes).filter_map(|_| maker.change(&mut new)).collect();
        if new != old && is_valid(&new.analysis()) {
            return Some((old, new, places.join(", ")));
        }
    }
    None
}

fn report(
    seed: u64,
    places: &str,
    old: &Profile,
    new: &Profile,
    changes: &[Change],
    example: &Example,
) -> String {
    let mut report = format!("seed {seed}: changed at {places}\n");
    for (name, one, other) in [(MAIN, &old.main, &new.main), (PART, &old.part, &new.part)] {
        let (one, other) = (text(one), text(other));
        if one != other {
            let difference = similar::TextDiff::from_lines(&one, &other);
            let _ = writeln!(report, "{}", difference.unified_diff().context_radius(12).header(name, name));
        }
    }
    for change in changes {
        let _ = writeln!(report, "{}: {}: {}", change.impact.name(), change.definition(), change.sentence());
    }
    let _ = writeln!(report, "but this file breaks:\n{}", example.text);
    for (line, error) in &example.errors {
        let _ = writeln!(report, "line {line}: {error}");
    }
    report
}
