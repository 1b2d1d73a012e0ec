//! Compares the cost of a check with a bare YAML event scan of the same bytes.
//!
//! `cargo bench --bench check` prints the ratios (CPU time of the whole process, both in one run; peak
//! memory of a process that does nothing else).

#![expect(clippy::print_stdout, reason = "the ratios are what the bench is for")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use camino::Utf8PathBuf;
use cpu_time::ProcessTime;
use saphyr_parser::Parser;
use tosca::host::{Disk, Host, Memory};
use tosca::internals::load::{Earlier, Unchanged};
use tosca::{Options, analyze};

#[path = "../shapes.rs"]
#[expect(dead_code, reason = "only one shape is measured here")]
mod shapes;

const CHILD: &str = "TOSCA_BENCH_CHILD";

fn main() {
    if let Ok(job) = std::env::var(CHILD) {
        return child(&job);
    }
    ratios();
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
            let text = if input == "profile" { of_a_profile(10_000) } else { shapes::service(10_000) };
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

// ── inputs ──

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
