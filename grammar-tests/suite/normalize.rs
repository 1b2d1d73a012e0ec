//! The normal form keeps the meaning, is stable, and conforms to its published schema.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::process::Command;
use std::sync::OnceLock;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;
use tosca::base::FileId;
use tosca::diagnostics::{Diagnostic, Level};
use tosca::host::{Disk, Entry, Host, Memory, Overlay};
use tosca::internals::format::{FormatOptions, Order};
use tosca::normalize::{self, IncludedTypes, NormalModel};
use tosca::{Analysis, Options, analyze};

use crate::cli::Project;

/// Returns the rule names of all findings.
fn codes(analysis: &Analysis) -> Vec<&'static str> {
    analysis.diagnostics().iter().map(|diagnostic| diagnostic.rule.name).collect()
}

/// Returns the model of the first requested file, or `None` if it has errors or is not a TOSCA file.
fn model_of(analysis: &Analysis, options: normalize::NormalizeOptions) -> Option<NormalModel> {
    if analysis.diagnostics().iter().any(|diagnostic| diagnostic.level == Level::Error) {
        return None;
    }
    let file = analysis.graph().files.iter().find(|file| file.is_requested && file.syntax().is_some())?;
    let model = analysis.model();
    Some(normalize::model(model, file, options))
}

/// Findings about URLs that are not fetched: without that content, it is unknown whether a file is valid.
const NOT_FETCHED: [&str; 3] = ["url-not-fetched", "not-a-url-path", "repository-url-not-literal"];

/// Warnings that the long form may add if the first of each pair occurs.
const ALLOWED_ADDITIONS: [(&str, &str); 3] = [
    ("non-standard-form", "missing-relationship"),
    ("ambiguous-capability", "repeated-assignment"),
    ("requirement-cycle", "repeated-assignment"),
];

/// Returns the problem of a normal form, if any: it must have no findings, and be its own normal form.
fn problem(name: &str, host: &dyn Host, options: &Options) -> Option<String> {
    if host.entry(&options.load.paths[0]) == Some(Entry::Directory) {
        return None;
    }
    let before = analyze(host, options);
    let first = model_of(&before, normalize::NormalizeOptions::default())?;
    let yaml = first.to_yaml();
    let mut over = Overlay::new(host);
    over.add(&options.load.paths[0], yaml.clone().into_bytes());
    let after = analyze(&over, options);
    let known = codes(&before);
    if NOT_FETCHED.iter().any(|code| known.contains(code)) {
        return None;
    }
    // The normal form has no suppressions.
    if before.suppressed() > 0 {
        return None;
    }
    // If elements exclude each other, only a variant is a complete template.
    if before.graph().files.iter().any(|file| file.is_requested && !file.guards().is_empty()) {
        return None;
    }
    // TOSCA 2.0 may warn about what older versions leave open.
    let mut requested = before.graph().files.iter().filter(|file| file.is_requested);
    let is_old = requested.clone().any(|file| file.policies().literals.is_lenient);
    // What is a warning in XML may be an error in TOSCA 2.0, and a service without its archive lacks its files.
    let is_xml = requested.any(|file| file.source().text.trim_start().starts_with('<'));
    let shown =
        |slug: &str| is_old || ALLOWED_ADDITIONS.iter().any(|(of, more)| *more == slug && known.contains(of));
    // In the notation of the draft no unit needs the multiplier 1, which TOSCA 2.0 cannot express.
    if known.contains(&"old-scalar-keynames") && codes(&after).contains(&"missing-base-unit") {
        return None;
    }
    let is_known_error =
        |finding: &Diagnostic| finding.level == Level::Error && known.contains(&finding.rule.name);
    if is_xml && after.diagnostics().iter().any(is_known_error) {
        return None;
    }
    let fresh: Vec<String> = after
        .diagnostics()
        .iter()
        .filter(|diagnostic| {
            // Advice is about how a file is written.
            let is_advice = diagnostic.rule.is_lint();
            diagnostic.level == Level::Error
                || !is_advice
                    && !is_xml
                    && !known.contains(&diagnostic.rule.name)
                    && !shown(diagnostic.rule.name)
        })
        .map(|diagnostic| {
            let place =
                after.sources().get(diagnostic.primary.span.file).position(diagnostic.primary.span.start);
            let line = yaml.lines().nth(place.line as usize - 1).unwrap_or("");
            format!("  {}: [{}] {}\n    {line}", place.line, diagnostic.rule.name, diagnostic.message)
        })
        .collect();
    if !fresh.is_empty() {
        return Some(format!("{name}: the normal form has findings\n{}", fresh.join("\n")));
    }
    for order in [Order::Preserve, Order::Standard] {
        let options = FormatOptions { order, ..FormatOptions::default() };
        let limits = tosca::host::Limits::default();
        match tosca::internals::format::format(&yaml.clone().into(), FileId(0), &limits, &options) {
            Ok(formatted) if formatted == yaml => {}
            Ok(formatted) => {
                let mut lines = yaml.lines().zip(formatted.lines());
                let line = lines.find(|(one, other)| one != other);
                return Some(format!("{name}: `fmt` changes the normal form: {line:?}"));
            }
            Err(refusal) => return Some(format!("{name}: `fmt` refuses the normal form: {refusal:?}")),
        }
    }
    let wrong = against_schema(&first);
    if !wrong.is_empty() {
        return Some(format!("{name}: not by the schema\n{}", wrong.join("\n")));
    }
    let Some(second) = model_of(&after, normalize::NormalizeOptions::default()) else {
        return Some(format!("{name}: the normal form is no TOSCA"));
    };
    let differs = |what: &str, one: &str, other: &str| {
        let mut lines = one.lines().zip(other.lines()).enumerate().filter(|(_, (one, other))| one != other);
        let first = lines.next().map_or_else(
            || format!("{} and {} bytes", one.len(), other.len()),
            |(at, (one, other))| format!("line {}:\n    {one}\n    {other}", at + 1),
        );
        (one != other).then(|| format!("{name}: {what} is not stable, {first}"))
    };
    if first.head.base.split('/').any(|part| part.ends_with('!')) {
        // The second one is not in the archive.
        return differs("YAML", &yaml, &second.to_yaml());
    }
    differs("YAML", &yaml, &second.to_yaml()).or_else(|| differs("JSON", &first.to_json(), &second.to_json()))
}

fn assert_none(problems: &[String]) {
    let count = problems.len();
    let shown = problems.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(problems.is_empty(), "{count} problems\n{shown}");
}

/// Returns the options for a file on disk.
fn options_for(path: &Utf8Path, profiles: &[Utf8PathBuf]) -> Options {
    let mut options = Options::default();
    options.load.paths = vec![path.to_owned()];
    options.load.profile_path = profiles.to_vec();
    options
}

#[test]
fn the_normal_form_of_every_case_is_stable() {
    let mut problems = Vec::new();
    let mut count = 0;
    for case in crate::harness::read_cases() {
        let (host, mut options) = crate::harness::run::prepared(&case, &[], None);
        // Without given values of inputs, which are only used for folding.
        options.load.inputs = tosca::internals::load::Inputs::Later;
        options.load.paths.truncate(1);
        count += 1;
        problems.extend(problem(&case.place, &host, &options));
    }
    assert!(count > 1_000, "{count}");
    assert_none(&problems);
}

/// Errors of a file must not crash the tool if it is normalized nevertheless.
#[test]
fn files_with_errors_have_a_form_too() {
    let mut count = 0;
    for case in crate::harness::read_cases() {
        let (host, options) = crate::harness::run::prepared(&case, &[], None);
        let analysis = analyze(&host, &options);
        let model = analysis.model();
        for file in &analysis.graph().files {
            let options = normalize::NormalizeOptions::new(IncludedTypes::Used, true, true);
            let form = normalize::model(model, file, options.clone());
            let parts = normalize::yaml(model, file, options.clone());
            assert_eq!(parts.concat(), form.to_yaml(), "{}", case.place);
            let mut json = Vec::new();
            normalize::write_json(model, file, options, &mut json).expect("memory");
            assert_eq!(String::from_utf8(json).expect("UTF-8"), form.to_json(), "{}", case.place);
            count += usize::from(!form.to_yaml().is_empty() && !form.to_json().is_empty());
        }
    }
    assert!(count > 1_000, "{count}");
}

#[test]
fn the_normal_form_of_every_example_is_stable() {
    let mut problems = Vec::new();
    for path in crate::files_below("spec-examples", "yaml") {
        let path = Utf8PathBuf::from_path_buf(crate::project(&path)).expect("UTF-8");
        let folder =
            path.ancestors().find(|one| one.parent().is_some_and(|up| up.ends_with("spec-examples")));
        let profiles = [folder.unwrap_or(&path).to_owned()];
        problems.extend(problem(path.as_str(), &Disk::new(), &options_for(&path, &profiles)));
    }
    assert_none(&problems);
}

#[test]
fn the_normal_form_of_published_files_is_stable() {
    let corpus = crate::project("../shared/corpus/tosca-2.0");
    let Ok(corpus) = Utf8PathBuf::from_path_buf(corpus) else { return };
    let mut problems = Vec::new();
    for folder in ["profiles", "examples"] {
        let (files, _) = Disk::new().list(&corpus.join(folder));
        for path in files {
            let options = options_for(&path, &[corpus.join("profiles")]);
            problems.extend(problem(path.as_str(), &Disk::new(), &options));
        }
    }
    assert_none(&problems);
}

/// Redfish has thousands of files, each with a closure of hundreds: they are read once to find the valid
/// ones.
#[test]
fn the_normal_form_of_redfish_is_stable() {
    let corpus = crate::project("../shared/corpus/tosca-2.0");
    let Ok(corpus) = Utf8PathBuf::from_path_buf(corpus) else { return };
    let options = options_for(&corpus.join("redfish"), &[corpus.join("profiles")]);
    if Disk::new().entry(&options.load.paths[0]).is_none() {
        return;
    }
    let valid = valid_files(&analyze(&Disk::new(), &options));
    assert!(valid.len() > 300, "{} files", valid.len());
    let problems = valid.iter().filter_map(|path| {
        problem(path.as_str(), &Disk::new(), &options_for(path, &options.load.profile_path))
    });
    assert_none(&problems.collect::<Vec<_>>());
}

/// Returns the requested files without errors in them or their imports.
fn valid_files(analysis: &Analysis) -> Vec<Utf8PathBuf> {
    let errors = analysis.diagnostics().iter().filter(|diagnostic| diagnostic.level == Level::Error);
    let mut wrong: HashSet<FileId> = errors.map(|diagnostic| diagnostic.primary.span.file).collect();
    let mut importers: HashMap<FileId, Vec<FileId>> = HashMap::new();
    for file in &analysis.graph().files {
        for target in file.imports.iter().filter_map(|import| import.target) {
            importers.entry(target).or_default().push(file.id);
        }
    }
    let mut waiting: Vec<FileId> = wrong.iter().copied().collect();
    while let Some(id) = waiting.pop() {
        let more = importers.get(&id).into_iter().flatten().filter(|importer| wrong.insert(**importer));
        waiting.extend(more);
    }
    let valid = analysis.graph().files.iter().filter(|file| file.is_requested && !wrong.contains(&file.id));
    valid.map(|file| analysis.sources().get(file.id).path.clone()).collect()
}

// ── the JSON form ──

fn schema() -> &'static jsonschema::Validator {
    static SCHEMA: OnceLock<jsonschema::Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let text = crate::text_of("src/normalize/schema.json");
        let schema = serde_json::from_str(&text).expect("JSON");
        jsonschema::validator_for(&schema).expect("a schema")
    })
}

/// Returns what the published schema does not allow in a model.
fn against_schema(model: &NormalModel) -> Vec<String> {
    let value = serde_json::to_value(model).expect("JSON");
    let errors = schema().iter_errors(&value);
    errors.map(|error| format!("{}: {error}", error.instance_path())).take(3).collect()
}

#[test]
fn the_schema_refuses_what_it_does_not_know() {
    let model = read("tosca_definitions_version: tosca_2_0\nnode_types: { A: {} }\n");
    let mut value = serde_json::to_value(model).expect("JSON");
    assert!(schema().is_valid(&value));
    value["node_types"]["main.A"]["strange"] = true.into();
    assert!(!schema().is_valid(&value));
}

/// A reader of the schema should not need the standard to know what a key means.
#[test]
fn the_schema_describes_every_key() {
    let schema: Value = serde_json::from_str(&crate::text_of("src/normalize/schema.json")).expect("JSON");
    let parts = schema["$defs"].as_object().expect("definitions").iter();
    let mut missing = Vec::new();
    for (name, part) in parts.map(|(name, part)| (name.as_str(), part)).chain([("document", &schema)]) {
        let is_described = |part: &Value| part["description"].as_str().is_some_and(|text| text.len() > 8);
        if !is_described(part) {
            missing.push(name.to_owned());
        }
        let keys = part["properties"].as_object().into_iter().flatten();
        missing.extend(keys.filter(|(_, key)| !is_described(key)).map(|(key, _)| format!("{name} › {key}")));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The schema names of the entities of keyname tables, where they differ; the root has no name.
const DEFS: &[(&str, &str)] = &[
    ("TOSCA file", ""),
    ("repository definition", "repository"),
    ("capability assignment", "capability"),
    ("requirement assignment", "requirement"),
    ("relationship assignment", "relationship"),
    ("property definition", "field"),
    ("attribute definition", "field"),
    ("parameter definition", "field"),
    ("schema definition", "schema"),
    ("function definition", "function"),
    ("function signature", "signature"),
    ("interface assignment", "interface"),
    ("operation assignment", "operation"),
    ("notification definition", "operation_definition"),
    ("notification assignment", "operation"),
    ("implementation definition", "implementation"),
    ("artifact definition", "artifact"),
    ("workflow definition", "workflow"),
    ("workflow step", "step"),
    ("delegate activity", "activity"),
    ("call_operation activity", "activity"),
    ("inline activity", "activity"),
    ("group definition", "group"),
    ("policy definition", "policy"),
    ("trigger definition", "trigger"),
];

/// The keynames that the normal form does not need, or expresses in another way.
const REPLACED_KEYNAMES: &[(&str, &[&str])] = &[
    ("TOSCA file", &["tosca_definitions_version", "dsl_definitions", "imports"]),
    ("service template", &["functions"]),
    ("node template", &["copy"]),
    ("relationship template", &["copy"]),
    ("delegate activity", &["workflow"]),
    ("inline activity", &["workflow"]),
];

/// A keyname that is read but not normalized would be lost silently.
#[test]
fn the_normal_form_has_every_keyname() {
    let schema: Value = serde_json::from_str(&crate::text_of("src/normalize/schema.json")).expect("JSON");
    // Imported definitions are part of the model, and an activity has the form of its kind.
    let none = ["import definition", "activity definition"];
    for table in tosca::internals::syntax::tables().into_iter().filter(|table| !none.contains(&table.name)) {
        let given = DEFS.iter().find(|(name, _)| *name == table.name);
        let name = given.map_or_else(|| table.name.replace(' ', "_"), |(_, name)| (*name).to_owned());
        let part = if name.is_empty() { &schema } else { &schema["$defs"][&name] };
        let properties = part["properties"].as_object();
        let properties = properties.unwrap_or_else(|| panic!("the schema has no `{name}` ({})", table.name));
        let replaced = REPLACED_KEYNAMES.iter().find(|(name, _)| *name == table.name);
        for keyname in table.keynames.iter().filter(|keyname| keyname.non_standard.is_none()) {
            let is_replaced = replaced.is_some_and(|(_, names)| names.contains(&keyname.name));
            let is_there = properties.contains_key(keyname.name);
            let place = format!("`{}` of the {}", keyname.name, table.name);
            assert!(is_there || is_replaced, "the normal form has no {place}");
            assert!(!is_there || !is_replaced, "the normal form has {place}: take it off the list");
        }
    }
}

/// Returns the model of a text without findings.
fn read(text: &str) -> NormalModel {
    let mut host = Memory::new();
    host.add("main.yaml", text);
    let analysis = tosca::check(&host, ["main.yaml"]);
    model_of(&analysis, normalize::NormalizeOptions::default()).expect("a clean text")
}

#[test]
fn the_library_gives_the_same_answers() {
    let mut host = Memory::new();
    host.add("main.yaml", "tosca_definitions_version: tosca_2_0\nnode_types: { A: {} }\n");
    let (model, analysis) = tosca::normalize(&host, "main.yaml");
    assert!(analysis.diagnostics().is_empty());
    assert!(model.is_some_and(|model| model.definitions.node_types.get("main.A").is_some()));
    let (model, analysis) = tosca::normalize(&host, "nowhere.yaml");
    assert!(model.is_none() && !analysis.diagnostics().is_empty());
}

// ── generated services ──

/// Pseudorandom numbers from a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn often(&mut self) -> bool {
        self.below(3) > 0
    }
}

/// Generates a service with types that refine each other, and templates that rely on them.
#[expect(clippy::too_many_lines, reason = "one text")]
pub(crate) fn service(dice: &mut Dice) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_2_0
data_types:
  Size: { derived_from: scalar, units: { B: 1, KB: 1000, MB: 1000000 } }
  Pair: { properties: { x: { type: integer, default: 1 }, y: { type: Size, default: 2 KB } } }
capability_types:
  Host: { properties: { free: { type: Size, default: 1 MB } } }
  Disk: { derived_from: Host, properties: { fast: { type: boolean, default: false } } }
relationship_types:
  On: { properties: { weight: { type: float, default: 1 } } }
  Near: { derived_from: On, properties: { far: { type: integer, default: 0 } } }
interface_types:
  Life:
    inputs: { verbose: { type: boolean, default: false } }
    operations: { start: { inputs: { level: { type: integer, default: 1 } } }, stop: {} }
node_types:
  T0:
    properties:
      n: { type: integer, default: 5 }
      s: { type: Size, default: 3 KB }
      p: { type: Pair, default: {} }
      o: { type: string, required: false }
    capabilities: { host: Host }
    requirements:
      - on: { capability: Host, relationship: On, count_range: [ 0, UNBOUNDED ] }
    interfaces: { life: { type: Life } }
",
    );
    let types = 1 + dice.below(5);
    for number in 1..=types {
        let parent = dice.below(number);
        let _ = writeln!(text, "  T{number}:\n    derived_from: T{parent}\n    properties:");
        let _ = writeln!(
            text,
            "      own{number}: {{ type: list, entry_schema: Size, default: [ {number} KB ] }}"
        );
        if dice.often() {
            let least = dice.below(4);
            let clause = format!(
                "{{ $and: [ {{ $greater_or_equal: [ $value, {least} ] }}, {{ $less_than: [ $value, 99 ] }} ] }}"
            );
            let _ = writeln!(text, "      n: {{ validation: {clause} }}");
        }
        if dice.often() {
            let _ = writeln!(
                text,
                "      s: {{ default: {number}5 B, validation: {{ $less_or_equal: [ $value, 9 MB ] }} }}"
            );
        }
        if dice.often() {
            let _ = writeln!(
                text,
                "    capabilities: {{ host: {{ properties: {{ free: {{ default: {number} MB }} }} }}, disk{number}: Disk }}"
            );
        }
        if dice.often() {
            let filter = format!(
                "{{ $greater_than: [ {{ $get_property: [ SELF, TARGET, n ] }}, {} ] }}",
                dice.below(3)
            );
            let _ = writeln!(text, "    requirements: [ {{ on: {{ node: T0, node_filter: {filter} }} }} ]");
        }
        if dice.often() {
            let _ = writeln!(
                text,
                "    interfaces: {{ life: {{ inputs: {{ verbose: {{ default: true }} }}, operations: {{ start: \"https://example.com/{number}.sh\" }} }} }}"
            );
        }
    }
    text.push_str("service_template:\n  inputs: { i: { type: integer, default: 7 } }\n  node_templates:\n");
    let count = 1 + dice.below(6);
    for number in 0..count {
        if number > 0 && dice.below(4) == 0 {
            let _ = writeln!(text, "    c{number}: {{ copy: t0, properties: {{ o: $$copied }} }}");
        }
        let _ = writeln!(text, "    t{number}:\n      type: T{}\n      properties:", dice.below(types + 1));
        let _ = writeln!(text, "        n: {}", if dice.often() { "{ $get_input: i }" } else { "0x10" });
        if dice.often() {
            let _ = writeln!(text, "        p: {{ y: {}.5 KB }}", dice.below(9));
        }
        if dice.often() {
            let _ = writeln!(
                text,
                "      capabilities: {{ host: {{ properties: {{ free: {} KB }} }} }}",
                dice.below(90)
            );
        }
        let target = dice.below(count);
        if target != number {
            let relationship = match dice.below(3) {
                0 => "",
                1 => ", relationship: Near",
                _ => ", relationship: { properties: { weight: 2 } }",
            };
            let _ = writeln!(
                text,
                "      requirements: [ {{ on: {{ node: t{target}, capability: host{relationship} }} }} ]"
            );
        }
        if dice.often() {
            let _ = writeln!(
                text,
                "      interfaces: {{ life: {{ operations: {{ stop: {{ inputs: {{ extra: [ {number}, a ] }} }} }} }} }}"
            );
        }
    }
    text
}

#[test]
fn the_normal_form_of_generated_services_is_stable() {
    let mut problems = Vec::new();
    let mut valid = 0;
    for seed in 0..150 {
        let text = service(&mut Dice(seed));
        let mut host = Memory::new();
        host.add("main.yaml", text.clone());
        let mut options = Options::default();
        options.load.paths = vec!["main.yaml".into()];
        let analysis = analyze(&host, &options);
        valid +=
            usize::from(analysis.diagnostics().iter().all(|diagnostic| diagnostic.level != Level::Error));
        problems.extend(problem(&format!("seed {seed}\n{text}"), &host, &options));
    }
    assert!(valid > 100, "{valid} services are valid");
    assert_none(&problems);
}

// ── examples ──

const CONSUME: &str = "spec-examples/consume-normalized";

fn example() -> Project {
    let project = Project::new(&[]);
    project.add("service.yaml", crate::text_of(&format!("{CONSUME}/service.yaml")));
    project.add("deploy.py", crate::text_of(&format!("{CONSUME}/deploy.py")));
    project
}

#[test]
fn the_normal_forms_of_the_example() {
    let forms: [(&str, &[&str]); 3] = [
        ("service.normal.yaml", &[]),
        ("service.traced.yaml", &["--provenance"]),
        ("service.normal.json", &["--format", "json"]),
    ];
    for (name, flags) in forms {
        let run = example().run(&[&["normalize", "service.yaml"], flags].concat()).ended(0);
        assert_eq!(run.err, "");
        crate::generated(&format!("{CONSUME}/{name}"), &run.out);
    }
}

/// Returns what the script of the example prints about a file, or `None` if there is no Python.
fn deployed(project: &Project, name: &str) -> Option<(bool, String)> {
    let python = Command::new("python3").arg("--version").output();
    python.ok().filter(|output| output.status.success())?;
    let json = project.run(&["normalize", "--format", "json", name]).ended(0).out;
    project.add("normal.json", json);
    let output = Command::new("python3")
        .arg(project.path("deploy.py"))
        .stdin(std::fs::File::open(project.path("normal.json")).expect("a file"))
        .output()
        .expect("python3 runs");
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8(text).expect("UTF-8")))
}

#[test]
fn a_script_deploys_by_the_json_form_alone() {
    let Some((is_deployed, text)) = deployed(&example(), "service.yaml") else { return };
    assert!(is_deployed, "{text}");
    crate::generated(&format!("{CONSUME}/deploy.txt"), &text);
}

/// Nodes without a count, requirements without a target, and operations without a file.
const UNUSUAL: &str = "\
tosca_definitions_version: tosca_2_0
capability_types: { Host: {} }
relationship_types: { On: { interfaces: { life: { type: Life } } } }
interface_types: { Life: { inputs: { a: { type: integer }, b: { type: integer } }, operations: { go: {} } } }
artifact_types: { Script: {} }
node_types:
  Machine: { capabilities: { host: { type: Host } }, attributes: { state: { type: string } } }
  App:
    requirements: [ { host: { capability: Host, relationship: On, node: Machine, count_range: [ 0, 2 ] } } ]
    interfaces: { life: { type: Life, inputs: { a: { value: 1 }, b: { default: 2 } } } }
service_template:
  node_templates:
    any: { type: App, requirements: [ { host: { node: Machine, optional: true } } ] }
    none: { type: App, requirements: [ { host: { count: 0 } } ] }
    found: { type: Machine, directives: [ select ] }
    dependencies:
      type: App
      interfaces: { life: { operations: { go: { implementation: { dependencies: [ https://example.com/a.sh ] } } } } }
    inline:
      type: App
      requirements:
      - host: { node: found, relationship: link }
      interfaces:
        life:
          operations:
            go:
              inputs: { b: 3, c: { { $concat: [ k ] }: 1 } }
              implementation: { primary: { type: Script, file: https://example.com/b.sh } }
  relationship_templates:
    link: { type: On, interfaces: { life: { inputs: { a: 1, b: 2 }, operations: { go: https://example.com/c.sh } } } }
";

#[test]
fn the_script_understands_every_form() {
    let project = example();
    project.add("unusual.yaml", UNUSUAL);
    let Some((is_deployed, text)) = deployed(&project, "unusual.yaml") else { return };
    assert!(is_deployed, "{text}");
    for line in [
        "found (unusual.Machine, selected)",
        "host -> found.host (unusual.On)",
        "life.go: https://example.com/c.sh a=1 b=2",
        "life.go: https://example.com/b.sh a=1 b=3 c={$concat(k): 1}",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert_eq!(text.matches("host -> ").count(), 2, "{text}");
    project.add("types.yaml", "tosca_definitions_version: tosca_2_0\nnode_types: { A: {} }\n");
    let types = deployed(&project, "types.yaml");
    assert_eq!(types, Some((false, "there are only types\n".to_owned())));
}

// ── the command ──

const SERVICE: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ lib/types.yaml ]
service_template:
  inputs: { k: { type: integer, default: 1 } }
  node_templates:
    a: { type: A, properties: { k: { $get_input: k } } }
";
const TYPES: &str = "\
tosca_definitions_version: tosca_2_0
data_types:
  Length: { derived_from: scalar, units: { m: 1, km: 1000 } }
node_types:
  B: { properties: { k: { type: integer }, l: { type: Length, default: 2 km } } }
  A: { derived_from: B }
  Unused: {}
";

fn files() -> Project {
    Project::new(&[("main.yaml", SERVICE), ("lib/types.yaml", TYPES), ("in.yaml", "k: 4\n")])
}

#[test]
fn origins_are_reported_in_comments_and_in_json() {
    let run = files().run(&["normalize", "--provenance", "main.yaml"]).ended(0);
    let line = |text: &str| {
        let line = run.out.lines().find(|line| line.contains(text));
        line.unwrap_or_else(|| panic!("{text} in\n{}", run.out)).trim().to_owned()
    };
    assert_eq!(line("l: 2000 m"), "l: 2000 m  # lib/types.yaml:5, default of lib.types.B, written `2 km`");
    assert_eq!(
        line("k: { $get_input: [ k ] }"),
        "k: { $get_input: [ k ] }  # main.yaml:6, written `{ $get_input: k }`"
    );
    assert_eq!(line("lib.types.A:"), "lib.types.A:  # lib/types.yaml:6");
    let json = files().run(&["normalize", "--provenance", "--format", "json", "main.yaml"]).ended(0);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let source = &json["service_template"]["node_templates"]["a"]["properties"]["l"]["source"];
    assert_eq!(source["how"], "default");
    assert_eq!(source["from"], "lib.types.B");
    assert_eq!(source["text"], "2 km");
    let inherited = &json["node_types"]["lib.types.A"]["properties"]["k"]["source"];
    assert_eq!((&inherited["how"], &inherited["line"]), (&"inherited".into(), &5.into()));
    assert!(schema().is_valid(&json));
}

#[test]
fn inputs_are_folded_where_they_are_given() {
    let run = files().run(&["normalize", "--inputs", "in.yaml", "main.yaml"]).ended(0);
    assert!(run.out.contains("        k: 4\n"), "{}", run.out);
    assert!(run.out.contains("      default: 4\n"), "{}", run.out);
    // Without them it means the same from now on.
    let project = files();
    project.add("again.yaml", &run.out);
    assert_eq!(project.run(&["normalize", "again.yaml"]).ended(0).out, run.out);
}

#[test]
fn given_inputs_stay_given() {
    let project = files();
    let yaml = project.run(&["normalize", "--inputs", "in.yaml", "main.yaml"]).ended(0).out;
    project.add("again.yaml", &yaml);
    assert_eq!(project.run(&["normalize", "--inputs", "in.yaml", "again.yaml"]).ended(0).out, yaml);
    let given = |arguments: &[&str]| {
        let run = project.run(&[&["normalize", "--format", "json"], arguments].concat()).ended(0);
        let json: Value = serde_json::from_str(&run.out).expect("JSON");
        assert!(schema().is_valid(&json), "{}", run.out);
        json["service_template"]["inputs"]["k"].clone()
    };
    let expected = serde_json::json!({
        "type": "integer",
        "required": true,
        "given": { "type": "integer", "value": 4 }
    });
    assert_eq!(given(&["--inputs", "in.yaml", "main.yaml"]), expected);
    assert_eq!(given(&["again.yaml"]), expected);
    assert_eq!(given(&["--inputs", "in.yaml", "again.yaml"]), expected);
}

#[test]
fn paths_are_relative_to_the_output() {
    let types = "\
tosca_definitions_version: tosca_2_0
artifact_types: { Script: {} }
node_types:
  A: { artifacts: { a: { type: Script, file: scripts/a.sh }, b: { type: Script, file: ../b.sh } } }
";
    let service = "\
tosca_definitions_version: tosca_2_0
imports: [ lib/types.yaml ]
service_template: { node_templates: { a: { type: A } } }
";
    let project = Project::new(&[("shop/main.yaml", service), ("shop/lib/types.yaml", types)]);
    project.add("shop/lib/scripts/a.sh", "");
    project.add("shop/b.sh", "");
    project.add("out/forms/readme", "");
    let document = |arguments: &[&str], output: Option<&str>| {
        let run =
            project.run(&[&["normalize", "--format", "json", "--provenance"], arguments].concat()).ended(0);
        let text = output.map(|path| std::fs::read_to_string(project.path(path)).expect("a file"));
        let json: Value = serde_json::from_str(&text.unwrap_or(run.out)).expect("JSON");
        let node = &json["service_template"]["node_templates"]["a"];
        let file = |name: &str| node["artifacts"][name]["file"]["value"].clone();
        [json["base"].clone(), file("a"), file("b"), node["source"]["file"].clone()]
    };
    assert_eq!(document(&["shop/main.yaml"], None), ["shop", "lib/scripts/a.sh", "b.sh", "main.yaml"]);
    let path = "out/forms/n.json";
    let expected = [".", "../../shop/lib/scripts/a.sh", "../../shop/b.sh", "../../shop/main.yaml"];
    assert_eq!(document(&["shop/main.yaml", "-o", path], Some(path)), expected);
    project.run(&["normalize", "shop/main.yaml", "-o", "out/forms/n.yaml"]).ended(0);
    let checked = project.run(&["check", "out/forms/n.yaml", "--root", "."]).ended(0);
    assert!(!checked.out.contains("missing-file"), "{}", checked.out);
}

#[test]
fn a_document_that_is_incomplete_is_written_only_on_demand() {
    let service = "\
tosca_definitions_version: tosca_2_0
imports: [ https://example.com/types.yaml ]
service_template: { node_templates: { a: { type: A } } }
";
    let project = Project::new(&[("main.yaml", service)]);
    let run = project.run(&["normalize", "main.yaml", "--check-format", "concise"]).ended(2);
    assert_eq!(run.out, "");
    let error =
        "error: the normal form of `main.yaml` is incomplete: 1 import not loaded\nhelp: pass local copies";
    assert!(run.err.contains(error), "{}", run.err);
    let run = project.run(&["normalize", "main.yaml", "--force"]).ended(1);
    project.add("normal.yaml", &run.out);
    project.run(&["check", "normal.yaml"]).ended(0);
    let run = project.run(&["normalize", "main.yaml", "--force", "--format", "json"]).ended(1);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(schema().is_valid(&json), "{}", run.out);
    assert_eq!(json["incomplete"][0]["import"]["url"], "https://example.com/types.yaml");
    project.add("main.yaml", service.replace("type: A", "typ: A"));
    let run = project.run(&["normalize", "main.yaml", "--force", "--format", "json"]).ended(1);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(schema().is_valid(&json), "{}", run.out);
    assert!(json["incomplete"][1]["errors"].as_u64().is_some_and(|errors| errors > 0), "{}", run.out);
}

#[test]
fn origins_have_columns() {
    let run = files().run(&["normalize", "--provenance", "--format", "json", "main.yaml"]).ended(0);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    let source = &json["service_template"]["node_templates"]["a"]["properties"]["k"]["source"];
    let place = ["line", "column", "end_line", "end_column"].map(|key| source[key].as_u64());
    assert_eq!(place, [Some(6), Some(36), Some(6), Some(53)]);
}

#[test]
fn all_types_are_written_where_they_are_asked_for() {
    let run = files().run(&["normalize", "main.yaml"]).ended(0);
    assert!(!run.out.contains("Unused"), "{}", run.out);
    let run = files().run(&["normalize", "--types", "all", "main.yaml"]).ended(0);
    assert!(run.out.contains("  lib.types.Unused:"), "{}", run.out);
}

#[test]
fn the_output_is_the_same_everywhere() {
    let project = files();
    let wanted = project.run(&["normalize", "--provenance", "main.yaml"]).ended(0).out;
    let absolute = project.path("main.yaml");
    let absolute = absolute.to_str().expect("UTF-8");
    let place = project.path("").to_string_lossy().into_owned();
    for threads in ["1", "4"] {
        let mut command = project.command(&["normalize", "--provenance", absolute]);
        command.env("RAYON_NUM_THREADS", threads).current_dir(project.path("lib"));
        let output = command.output().expect("a run");
        assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
    }
    assert!(!wanted.contains(place.trim_end_matches('/')), "{wanted}");
}

#[test]
fn standard_input_stands_for_a_file() {
    let project = files();
    let command = project.command(&["normalize", "-", "--stdin-filename", "shop.yaml"]);
    let run = crate::cli::run(command, SERVICE.as_bytes()).ended(0);
    assert!(run.out.contains("lib/types") || run.out.contains("lib.types.A"), "{}", run.out);
}

#[test]
fn a_file_is_written_as_a_whole_or_not_at_all() {
    let project = files();
    let run = project.run(&["normalize", "main.yaml", "-o", "out.yaml"]).ended(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    let written = std::fs::read_to_string(project.path("out.yaml")).expect("a file");
    assert_eq!(written, project.run(&["normalize", "main.yaml"]).ended(0).out);
    project.add("main.yaml", SERVICE.replace("type: A", "type: Nothing"));
    let run =
        project.run(&["normalize", "main.yaml", "-o", "out.yaml", "--check-format", "concise"]).ended(2);
    assert_eq!(run.out, "");
    assert!(run.err.contains("main.yaml:6:16: error[T0401 unknown-type]"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(project.path("out.yaml")).expect("a file"), written);
    let run = project.run(&["normalize", "main.yaml"]).ended(2);
    assert_eq!(run.out, "");
    project.run(&["normalize", "main.yaml", "-o", "out.yaml", "--force"]).ended(1);
    let forced = std::fs::read_to_string(project.path("out.yaml")).expect("a file");
    assert!(forced.contains("type: Nothing"), "{forced}");
    let run = project.run(&["normalize", "main.yaml", "-o", "nowhere/out.yaml", "--force"]).ended(2);
    assert!(run.err.contains("cannot write `nowhere/out.yaml`"), "{}", run.err);
}

#[test]
fn what_is_not_a_tosca_file_is_reported() {
    let project = Project::new(&[("list.yaml", "- a\n"), ("folder/a.yaml", "a: b\n")]);
    assert!(project.run(&["normalize", "folder"]).ended(2).err.contains("`folder` is a directory"));
    let run = project.run(&["normalize", "nowhere.yaml"]).ended(2);
    assert!(run.err.contains("no such file or directory: `nowhere.yaml`"), "{}", run.err);
    let run = project.run(&["normalize", "list.yaml"]);
    assert!(run.code != Some(0) && run.out.is_empty(), "{}", run.err);
}
