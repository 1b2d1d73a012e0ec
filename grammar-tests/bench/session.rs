//! Compares the cost of a keystroke in a session with a separate check, and measures whether memory grows
//! with edits.
//!
//! `cargo bench --bench session` prints CPU times of the whole process, each the median of some runs. A keystroke in
//! a service that imports the Kubernetes profile must cost at most 0.35 of a check, and memory after 10,000 edits
//! must be at most 1.1 times that after 1,000.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::hint::black_box;
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use cpu_time::ProcessTime;
use tosca::base::Generation;
use tosca::host::{Disk, Host as _, Overlay};
use tosca::internals::session::Session;
use tosca::{Options, analyze};

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus = std::env::var("TOSCA_CORPUS").map_or(corpus, Into::into);
    let corpus = Utf8PathBuf::from_path_buf(corpus).expect("a UTF-8 path").join("tosca-2.0");
    if !corpus.join("redfish").is_dir() {
        println!("skipped, the corpus is not here");
        return;
    }
    println!("input                           check s  keystroke s  ratio");
    let mut kubernetes = Options::default();
    kubernetes.load.paths = vec![corpus.join("examples/substitutions/microservice/main.yaml")];
    kubernetes.load.profile_path = vec![corpus.join("profiles")];
    row("service on Kubernetes", &kubernetes, &kubernetes.load.paths[0].clone(), 41);
    let mut profile = Options::default();
    profile.load.paths = vec![corpus.join("profiles/io/kubernetes/1.35")];
    row("type of Kubernetes", &profile, &corpus.join("profiles/io/kubernetes/1.35/apps.yaml"), 21);
    memory(&kubernetes);
    let mut redfish = Options::default();
    redfish.load.paths = vec![corpus.join("redfish")];
    let first = Disk::new().list(&redfish.load.paths[0]).0.into_iter().next().expect("a file");
    row("small file among Redfish", &redfish, &first, 5);
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
