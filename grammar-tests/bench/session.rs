//! Compares the cost of a keystroke in a session with a separate check, and measures whether memory grows
//! with edits.
//!
//! `cargo bench --bench session` prints CPU times of the whole process, each the median of some runs. An answer about
//! a name in a service of 10,000 nodes must come within 10 ms, completion within 10 ms plus the time of parsing the text. A keystroke in
//! a service that imports the Kubernetes profile must cost at most 0.35 of a check, in a service of 10,000 nodes 0.75;
//! in a small file of a workspace of 8,000 files at most 30 ms, and 1.5 times that in one of 800. Memory after 10,000
//! edits must be at most 1.1 times that after 1,000.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use cpu_time::ProcessTime;
use tosca::base::{FileId, Generation};
use tosca::host::{Disk, Host as _, Limits, Memory, Overlay};
use tosca::internals::ide::{self, Surroundings};
use tosca::internals::load::EntryFile;
use tosca::internals::session::Session;
use tosca::{Options, analyze};

mod allocator;

/// The argument that makes this program measure memory only.
const MEMORY: &str = "memory";

#[path = "../shapes.rs"]
#[expect(dead_code, reason = "only one shape is measured here")]
mod shapes;

fn main() {
    if std::env::args().any(|argument| argument == MEMORY) {
        kubernetes().iter().for_each(memory);
        return;
    }
    questions();
    println!("input                           check s  keystroke s  ratio");
    let directory = tempfile::tempdir().expect("a directory");
    let root = Utf8Path::from_path(directory.path()).expect("a UTF-8 path");
    let service = root.join("service.yaml");
    std::fs::write(&service, shapes::service(10_000)).expect("a file");
    let mut options = Options::default();
    options.load.paths = vec![service.clone()];
    row("service of 10,000 nodes", &options, &service, 11);
    for count in [800, 8_000] {
        workspace(count);
    }
    println!();
    let Some(kubernetes) = kubernetes() else {
        println!("skipped, the corpus is not here");
        return;
    };
    let corpus = corpus();
    println!("input                           check s  keystroke s  ratio");
    row("service on Kubernetes", &kubernetes, &kubernetes.load.paths[0].clone(), 41);
    let mut profile = Options::default();
    profile.load.paths = vec![corpus.join("profiles/io/kubernetes/1.35")];
    row("type of Kubernetes", &profile, &corpus.join("profiles/io/kubernetes/1.35/apps.yaml"), 21);
    // What this process did before would count as well.
    let this = std::env::current_exe().expect("the path of the bench");
    let measured = Command::new(this).arg(MEMORY).status().expect("the bench");
    assert!(measured.success(), "{measured}");
    let mut redfish = Options::default();
    redfish.load.paths = vec![corpus.join("redfish")];
    let first = Disk::new().list(&redfish.load.paths[0]).0.into_iter().next().expect("a file");
    row("small file among Redfish", &redfish, &first, 5);
}

/// Returns the directory of real files of TOSCA 2.0.
fn corpus() -> Utf8PathBuf {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus = std::env::var("TOSCA_CORPUS").map_or(corpus, Into::into);
    Utf8PathBuf::from_path_buf(corpus).expect("a UTF-8 path").join("tosca-2.0")
}

/// Returns the options for a service on the Kubernetes profile, or `None` if the corpus is missing.
fn kubernetes() -> Option<Options> {
    let corpus = corpus();
    let mut options = Options::default();
    options.load.paths = vec![corpus.join("examples/substitutions/microservice/main.yaml")];
    options.load.profile_path = vec![corpus.join("profiles")];
    options.load.paths[0].is_file().then_some(options)
}

/// The disk around a document, which has nothing.
struct Nowhere;

impl Surroundings for Nowhere {
    fn files(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn profiles(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Measures answers about the middle of a service of 10,000 nodes.
fn questions() {
    let text = Arc::new(shapes::service(10_000));
    let mut host = Memory::new();
    host.add("service.yaml", text.as_str());
    let analysis = tosca::check(&host, ["service.yaml"]);
    let (model, file) = (analysis.model(), analysis.graph().files[0].id);
    let middle = text.len() / 2;
    let name = middle + text[middle..].find("type: ").expect("a type") + 7;
    let offset = u32::try_from(name).expect("a text of less than 4 GB");
    let parsing = measured(&mut || {
        black_box(tosca::internals::yaml::parse(&text, FileId(0), &Limits::default()));
    });
    println!("question about 10,000 nodes        ms");
    println!("{:30} {:6.1}", "parsing, for comparison", parsing * 1e3);
    let row = |name: &str, question: &mut dyn FnMut()| {
        println!("{name:30} {:6.1}", measured(question) * 1e3);
    };
    row("hover", &mut || {
        black_box(ide::hover(model, file, offset));
    });
    row("definition", &mut || {
        black_box(ide::at(model, file, offset).and_then(|(found, _)| ide::definition(model, found)));
    });
    row("completion", &mut || {
        black_box(ide::completions(model, file, &text, offset, &Nowhere));
    });
    row("signature", &mut || {
        black_box(ide::signature_help(model, file, &text, offset));
    });
    row("references", &mut || {
        black_box(ide::at(model, file, offset).map(|(found, _)| ide::references(model, found, true)));
    });
    row("tokens", &mut || {
        black_box(ide::tokens(model, file));
    });
    row("outline", &mut || {
        black_box(ide::outline(model, file));
    });
    println!();
}

/// Returns the median CPU time of some runs in seconds.
fn measured(work: &mut dyn FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..9)
        .map(|_| {
            let start = ProcessTime::now();
            work();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn text_of(path: &Utf8Path) -> String {
    std::fs::read_to_string(path).expect("a readable file")
}

/// Returns the text after `edits` edits, in which a comment grows and shrinks.
fn edited(text: &str, edit: usize) -> String {
    format!("{text}\n#{}\n", "x".repeat(edit % 40))
}

fn row(name: &str, options: &Options, path: &Utf8Path, times: usize) {
    let (disk, text) = (Disk::new(), text_of(path));
    let mut session = Session::default();
    let (mut checks, mut keystrokes) = (Vec::new(), Vec::new());
    for edit in 0..times {
        let mut host = Overlay::new(&disk);
        host.add(path, edited(&text, edit).into_bytes());
        let start = ProcessTime::now();
        let _ = black_box(session.analyze(&host, options, &Generation::default()));
        keystrokes.push(start.elapsed().as_secs_f64());
        let disk = Disk::new();
        let mut host = Overlay::new(&disk);
        host.add(path, edited(&text, edit).into_bytes());
        let start = ProcessTime::now();
        black_box(analyze(&host, options));
        checks.push(start.elapsed().as_secs_f64());
    }
    let median = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let (check, keystroke) = (median(checks), median(keystrokes));
    println!("{name:30} {check:8.4} {keystroke:12.4} {:6.2}", keystroke / check);
}

/// Measures keystrokes in a file of a workspace, after which the server checks the file and what it imports.
fn workspace(count: usize) {
    let directory = tempfile::tempdir().expect("a directory");
    let root = Utf8Path::from_path(directory.path()).expect("a UTF-8 path");
    for number in 0..count {
        let mut text = "tosca_definitions_version: tosca_2_0\nnode_types:\n".to_owned();
        for ty in 0..14 {
            let _ = writeln!(
                text,
                "  T{number}x{ty}:\n    properties:\n      size: {{ type: integer, default: {ty} }}"
            );
        }
        std::fs::write(root.join(format!("{number}.yaml")), text).expect("a file");
    }
    let mut options = Options::default();
    options.load.paths = vec![root.to_owned()];
    let (path, disk) = (root.join("5.yaml"), Disk::new());
    let text = text_of(&path);
    let mut session = Session::default();
    let _ = session.analyze(&disk, &options, &Generation::default());
    let entry = EntryFile { path: path.clone(), searched: Some(root.to_owned()) };
    let mut edit = 0;
    let keystroke = measured(&mut || {
        for _ in 0..50 {
            edit += 1;
            let mut host = Overlay::new(&disk);
            host.add(&path, edited(&text, edit).into_bytes());
            let entries = vec![entry.clone()];
            let _ = black_box(session.analyze_part(&host, &options, entries, &Generation::default()));
        }
    });
    let name = format!("small file among {count}");
    println!("{name:30} {:>8} {:12.4}", "", keystroke / 50.0);
}

fn memory(options: &Options) {
    let disk = Disk::new();
    let path = options.load.paths[0].clone();
    let text = text_of(&path);
    let mut session = Session::default();
    let mut after = Vec::new();
    for edit in 1..=10_000 {
        let mut host = Overlay::new(&disk);
        host.add(&path, edited(&text, edit).into_bytes());
        let _ = black_box(session.analyze(&host, options, &Generation::default()));
        if edit == 1_000 || edit == 10_000 {
            after.push(resident());
        }
    }
    let [early, late] = after[..] else { return };
    println!("memory after 1,000 edits {early:.0} kB, after 10,000 {late:.0} kB: {:.2}", late / early);
}

/// Returns the memory of this process in kilobytes, or 0 if the system does not report it.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0)
}
