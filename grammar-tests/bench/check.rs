//! Compares the cost of a check with a bare YAML event scan of the same bytes, and measures how cost grows
//! with size.
//!
//! `cargo bench --bench check` prints the ratios (CPU time of the whole process, both in one run; peak
//! memory of a process that does nothing else), then criterion's times.

#![expect(clippy::print_stdout, reason = "the ratios are what the bench is for")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use camino::Utf8PathBuf;
use cpu_time::ProcessTime;
use criterion::{BenchmarkId, Criterion, Throughput};
use saphyr_parser::Parser;
use tosca::host::{Disk, Host, Memory};
use tosca::internals::load::{Earlier, Unchanged};
use tosca::{Options, analyze};

const CHILD: &str = "TOSCA_BENCH_CHILD";

fn main() {
    if let Ok(job) = std::env::var(CHILD) {
        return child(&job);
    }
    ratios();
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    growth(&mut criterion);
    criterion.final_summary();
}

// ── ratios ──

fn redfish() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/tosca-2.0/redfish")
}

fn ratios() {
    println!(
        "input                      MB   scan s  check s   ratio  = load + derive + values + templates   cores   peak MB   peak/input"
    );
    if redfish().is_dir() {
        row("redfish", "redfish");
    } else {
        println!("redfish: skipped, the corpus is not here");
    }
    row("10,000 node templates", "service");
    println!();
    println!(
        "normal form, 10,000 nodes   check s, YAML s on top, JSON s on top, peak MB (times the input) of each"
    );
    normal_form("of types of its own", "service");
    normal_form("of a profile", "profile");
}

/// Compares the cost of the normal form with a check: additional CPU time, and the peak memory of both.
fn normal_form(name: &str, job: &str) {
    let measured = run_child(&format!("normalize {job}"));
    let [bytes, check, yaml, json] = measured[..] else { panic!("four figures") };
    let peaks = ["peak-yaml", "peak-json"].map(|what| run_child(&format!("{what} {job}"))[0]);
    println!(
        "{name:22} {check:8.3} {yaml:8.3} ({:.0} %) {json:8.3} ({:.0} %) {:9.1} ({:.1}) {:9.1} ({:.1})",
        100.0 * yaml / check,
        100.0 * json / check,
        peaks[0] / 1e6,
        peaks[0] / bytes,
        peaks[1] / 1e6,
        peaks[1] / bytes,
    );
}

/// Prints one line of the table, measured in child processes.
fn row(name: &str, job: &str) {
    let measured = run_child(&format!("time {job}"));
    let [bytes, scan, load, derive, values, templates, wall] = measured[..] else { panic!("seven figures") };
    let check = load + derive + values + templates;
    let peak = run_child(&format!("peak {job}"))[0];
    println!(
        "{name:22} {:7.1} {scan:8.3} {check:8.3} {:7.2} {:8.2} {:8.2} {:8.2} {:11.2} {:7.2} {:9.1} {:12.2}",
        bytes / 1e6,
        check / scan,
        load / scan,
        derive / scan,
        values / scan,
        templates / scan,
        check / wall,
        peak / 1e6,
        peak / bytes,
    );
}

fn run_child(job: &str) -> Vec<f64> {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program).env(CHILD, job).output().expect("a child process");
    let text = String::from_utf8(output.stdout).expect("figures");
    let last = text.lines().last().unwrap_or("");
    last.split_whitespace().map(|figure| figure.parse().expect("a figure")).collect()
}

fn child(job: &str) {
    let (what, input) = job.split_once(' ').expect("a job");
    let (host, path): (Box<dyn Host>, Utf8PathBuf) = match input {
        "redfish" => {
            let path = Utf8PathBuf::from_path_buf(redfish()).expect("a UTF-8 path");
            (Box::new(Disk::new()), path)
        }
        _ => {
            let mut memory = Memory::new();
            let text = if input == "profile" { of_a_profile(10_000) } else { service(10_000) };
            memory.add("service.yaml", text);
            (Box::new(memory), "service.yaml".into())
        }
    };
    let mut options = Options::default();
    options.load.paths = vec![path.clone()];
    if what == "peak" {
        black_box(analyze(&*host, &options));
        println!("{}", peak_bytes());
        return;
    }
    if let Some(form) = what.strip_prefix("peak-") {
        normal(&analyze(&*host, &options), form);
        println!("{}", peak_bytes());
        return;
    }
    if what == "normalize" {
        return normalize_child(&*host, &options);
    }
    let texts = texts(&*host, &path);
    let bytes: usize = texts.iter().map(String::len).sum();
    // The best counts: the first run pays for the page cache and the allocator.
    let mut best = [f64::MAX; 6];
    let mut keep = |at: usize, seconds: f64| best[at] = best[at].min(seconds);
    for _ in 0..3 {
        let start = ProcessTime::now();
        for text in &texts {
            scan(text);
        }
        keep(0, start.elapsed().as_secs_f64());
        let (start, wall) = (ProcessTime::now(), std::time::Instant::now());
        let (graph, _) = tosca::internals::load::load(&*host, &options.load);
        let (names, ..) = tosca::internals::resolve::resolve(&graph, &[], &Earlier::none());
        let expressions =
            Arc::new(tosca::internals::expressions::parse(&graph, &names, None, &Unchanged::default()));
        let (graph, names) = (Arc::new(graph), Arc::new(names));
        keep(1, start.elapsed().as_secs_f64());
        let start = ProcessTime::now();
        let (types, _) = tosca::model::types::derive(&graph, &names, &expressions);
        keep(2, start.elapsed().as_secs_f64());
        let start = ProcessTime::now();
        let model = tosca::model::Model::new(types);
        black_box(tosca::internals::values::review(&model, &Earlier::none()));
        keep(3, start.elapsed().as_secs_f64());
        let start = ProcessTime::now();
        black_box(tosca::internals::checks::service::review(&model, &*host));
        keep(4, start.elapsed().as_secs_f64());
        keep(5, wall.elapsed().as_secs_f64());
    }
    let figures: Vec<String> = best.iter().map(f64::to_string).collect();
    println!("{bytes} {}", figures.join(" "));
}

/// Creates a form of the first file as the command does, and drops it.
fn normal(analysis: &tosca::Analysis, form: &str) {
    let model = analysis.model();
    let (file, options) = (&analysis.graph().files[0], tosca::normalize::NormalizeOptions::default());
    if form == "yaml" {
        black_box(tosca::normalize::yaml(model, file, options));
    } else {
        let mut nowhere = std::io::BufWriter::new(std::io::sink());
        tosca::normalize::write_json(model, file, options, &mut nowhere).expect("no fault of a writer");
    }
}

fn normalize_child(host: &dyn Host, options: &Options) {
    let mut best = [f64::MAX; 3];
    let mut keep = |at: usize, start: ProcessTime| best[at] = best[at].min(start.elapsed().as_secs_f64());
    let mut bytes = 0;
    for _ in 0..3 {
        let start = ProcessTime::now();
        let analysis = analyze(host, options);
        keep(0, start);
        bytes = analysis.sources().iter().map(|(_, source)| source.text.len()).sum();
        let start = ProcessTime::now();
        normal(&analysis, "yaml");
        keep(1, start);
        let start = ProcessTime::now();
        normal(&analysis, "json");
        keep(2, start);
    }
    let [check, yaml, json] = best;
    println!("{bytes} {check} {yaml} {json}");
}

fn texts(host: &dyn Host, path: &Utf8PathBuf) -> Vec<String> {
    let files = if path.extension() == Some("yaml") { vec![path.clone()] } else { host.list(path).0 };
    let read = |path: &Utf8PathBuf| host.read(path, u64::MAX).expect("a readable file");
    files.iter().map(|path| String::from_utf8(read(path)).expect("UTF-8")).collect()
}

fn scan(text: &str) {
    let mut parser = Parser::new_from_str(text);
    while let Some(Ok(event)) = parser.next_event() {
        black_box(event);
    }
}

/// Returns the peak memory of this process as the kernel reports it, or 0 if it does not.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

// ── growth ──

type Generated = fn(usize) -> String;

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("service");
    for count in [1_000, 2_000, 4_000, 8_000] {
        let text = service(count);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("scan", count), &text, |b, text| b.iter(|| scan(text)));
        let mut host = Memory::new();
        host.add("service.yaml", text.clone());
        group.bench_with_input(BenchmarkId::new("check", count), &host, |b, host| {
            b.iter(|| tosca::check(host, ["service.yaml"]));
        });
    }
    group.finish();
    let kinds: [(&str, Generated); 11] = [
        ("chain", chain),
        ("chain of refinements", refinements),
        ("cycle", cycle),
        ("flat", flat),
        ("properties of one type", properties),
        ("requirements of one node", requirements),
        ("copies of a node with 500 properties", copies),
        ("entries of one list", list),
        ("inputs that need each other", inputs),
        ("indices", indices),
        ("functions", functions),
    ];
    for (name, generated) in kinds {
        let mut group = criterion.benchmark_group(name);
        for count in [2_500, 5_000, 10_000, 20_000] {
            let mut host = Memory::new();
            host.add("types.yaml", generated(count));
            group.throughput(Throughput::Elements(count as u64));
            group.bench_with_input(BenchmarkId::new("check", count), &host, |b, host| {
                b.iter(|| tosca::check(host, ["types.yaml"]));
            });
        }
        group.finish();
    }
}

/// Node types that each derive from the one before and add a property.
fn chain(count: usize) -> String {
    types(count, |text, number| {
        let _ = write!(
            text,
            "    derived_from: T{}\n    properties: {{ p{number}: {{ type: string }} }}\n",
            number - 1
        );
    })
}

/// Node types that each derive from the one before and refine its property.
fn refinements(count: usize) -> String {
    types(count, |text, number| {
        let clause = format!("{{ $greater_than: [ $value, {number} ] }}");
        let _ = write!(
            text,
            "    derived_from: T{}\n    properties: {{ p: {{ validation: {clause} }} }}\n",
            number - 1
        );
    })
}

/// Node types that derive from each other in a cycle.
fn cycle(count: usize) -> String {
    types(count, |text, number| {
        let _ = writeln!(text, "    derived_from: T{}", (number + 1) % count);
    })
    .replacen(
        "    properties: { p: { type: integer } }\n",
        &format!("    derived_from: T{}\n", 1 % count),
        1,
    )
}

/// Node types without any parent.
fn flat(count: usize) -> String {
    types(count, |text, _| text.push_str("    properties: { p: { type: string } }\n"))
}

/// One node type with `count` properties, and a template that gives them all.
fn properties(count: usize) -> String {
    let mut text = String::from("tosca_definitions_version: tosca_2_0\nnode_types:\n  T:\n    properties:\n");
    lines(&mut text, count, |number| format!("      p{number}: {{ type: integer }}"));
    text.push_str("service_template:\n  node_templates:\n    t:\n      type: T\n      properties:\n");
    lines(&mut text, count, |number| format!("        p{number}: {number}"));
    text
}

/// A node template with `count` requirements, all to the same node.
fn requirements(count: usize) -> String {
    let mut text = format!(
        "{SMALL_TYPES}service_template:\n  node_templates:\n    b: {{ type: T }}\n    a:\n      type: T\n      requirements:\n"
    );
    lines(&mut text, count, |_| "        - peer: b".to_owned());
    text
}

/// A node template with 500 properties, and `count / 10` copies of it.
fn copies(count: usize) -> String {
    let mut text = properties(500);
    lines(&mut text, count / 10, |number| format!("    t{number}: {{ copy: t }}"));
    text
}

/// A list of `count` entries.
fn list(count: usize) -> String {
    let mut text = format!(
        "{SMALL_TYPES}service_template:\n  node_templates:\n    a:\n      type: T\n      properties:\n        list:\n"
    );
    lines(&mut text, count, |number| format!("          - {number}"));
    text
}

/// Inputs whose defaults each read the one before.
fn inputs(count: usize) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_2_0\nservice_template:\n  inputs:\n    i0: { type: string, default: a }\n",
    );
    lines(&mut text, count, |number| {
        format!("    i{}: {{ type: string, default: {{ $get_input: i{number} }} }}", number + 1)
    });
    text.push_str("  node_templates: {}\n");
    text
}

/// Node templates with calls whose place decides whether they are legal.
fn indices(count: usize) -> String {
    let mut text = format!("{SMALL_TYPES}service_template:\n  node_templates:\n");
    lines(&mut text, count, |number| {
        format!("    t{number}: {{ type: T, properties: {{ number: $node_index }} }}")
    });
    text
}

/// Functions with two signatures each.
fn functions(count: usize) -> String {
    let mut text = String::from("tosca_definitions_version: tosca_2_0\nfunctions:\n");
    let signature = |kind| format!("{{ arguments: [ {kind} ], result: string, implementation: f.py }}");
    let (one, other) = (signature("string"), signature("integer"));
    lines(&mut text, count, |number| format!("  f{number}: {{ signatures: [ {one}, {other} ] }}"));
    text
}

const SMALL_TYPES: &str = "tosca_definitions_version: tosca_2_0
capability_types:
  C: {}
relationship_types:
  R: {}
node_types:
  T:
    properties:
      number: { type: integer, required: false }
      list: { type: list, entry_schema: integer, required: false }
    capabilities:
      here: C
    requirements:
      - peer: { capability: C, relationship: R, count_range: [ 0, UNBOUNDED ] }
";

fn lines(text: &mut String, count: usize, line: impl Fn(usize) -> String) {
    for number in 0..count {
        let _ = writeln!(text, "{}", line(number));
    }
}

fn types(count: usize, body: impl Fn(&mut String, usize)) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_2_0\nnode_types:\n  T0:\n    properties: { p: { type: integer } }\n",
    );
    for number in 1..count {
        let _ = writeln!(text, "  T{number}:");
        body(&mut text, number);
    }
    text
}

/// A service of `count` node templates with properties, capabilities, requirements and artifacts.
fn service(count: usize) -> String {
    let mut text = String::from(TYPES);
    for number in 0..count {
        let (host, peer) = (number / 10, (number + 1) % count);
        let _ = write!(
            text,
            "    node-{number}:
      type: Server
      description: Node number {number} of a generated service
      metadata: {{ team: team-{}, tier: '{}' }}
      properties:
        name: node-{number}
        port: {}
        labels: {{ zone: zone-{}, owner: \"owner {number}\" }}
        address: {{ $concat: [ {{ $get_input: prefix }}, '-{number}' ] }}
      capabilities:
        endpoint:
          properties:
            port: {}
      requirements:
        - host: node-{host}
        - peer:
            node: node-{peer}
            capability: endpoint
            relationship:
              type: ConnectsTo
              properties: {{ timeout: {} }}
      artifacts:
        image: {{ type: Image, file: \"https://example.com/images/{number}.tar\" }}
",
            number % 7,
            number % 3,
            1024 + number % 60_000,
            number % 5,
            1024 + number % 60_000,
            number % 30,
        );
    }
    text
}

/// A service of `count` node templates whose types come from a profile, and which leave most to these.
fn of_a_profile(count: usize) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_2_0
imports: [ profile: org.oasis-open.simple:2.0 ]
service_template:
  node_templates:
",
    );
    for number in 0..count / 2 {
        let _ = write!(
            text,
            "    server-{number}:
      type: tosca.nodes.Compute
      capabilities: {{ host: {{ properties: {{ num_cpus: 4, mem_size: {number} MB }} }} }}
    web-{number}:
      type: tosca.nodes.WebServer
      requirements: [ {{ host: server-{number} }} ]
      interfaces: {{ Standard: {{ operations: {{ create: https://example.com/create.sh }} }} }}
",
        );
    }
    text
}

const TYPES: &str = "tosca_definitions_version: tosca_2_0
artifact_types:
  Image: {}
capability_types:
  Endpoint:
    properties:
      port: { type: integer }
relationship_types:
  ConnectsTo:
    properties:
      timeout: { type: integer, default: 10 }
node_types:
  Server:
    properties:
      name: { type: string }
      port: { type: integer }
      labels: { type: map, entry_schema: string }
      address: { type: string }
    capabilities:
      endpoint: Endpoint
    requirements:
      - host: { capability: Endpoint, relationship: ConnectsTo, count_range: [ 0, 1 ] }
      - peer: { capability: Endpoint, relationship: ConnectsTo, count_range: [ 0, UNBOUNDED ] }
service_template:
  inputs:
    prefix: { type: string, default: net }
  node_templates:
";
