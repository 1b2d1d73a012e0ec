//! Measures the program as users run it: how long it takes to start, the memory of `diff` and `check`, and what a second thread
//! brings.
//!
//! `cargo bench --bench process` prints each figure with its limit. Start-up is the median of 200 runs in turn with a
//! program that does nothing; threads are compared by the best of nine runs in turn, and only on a machine that does
//! nothing else.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

#[path = "../shapes.rs"]
#[expect(dead_code, reason = "only one shape is measured here")]
mod shapes;

const TOSCA: &str = env!("CARGO_BIN_EXE_tosca");
/// A machine with a higher load is busy with something else.
const MAX_LOAD: f64 = 0.5;

fn main() {
    let directory = tempfile::tempdir().expect("a directory");
    start_up(directory.path());
    memory_of_diff(directory.path());
    memory_of_check();
    threads();
}

/// Prints the time above that of a program which does nothing.
fn start_up(directory: &Path) {
    let Some(empty) = empty_program(directory) else {
        println!("start-up: not measured, there is no compiler");
        return;
    };
    for (version, limit) in [("tosca_2_0", 2.5), ("tosca_simple_yaml_1_3", 3.0)] {
        let path = directory.join(format!("{version}.yaml"));
        fs::write(&path, format!("tosca_definitions_version: {version}\n")).expect("a written file");
        let mut check = Command::new(TOSCA);
        // Users have no path for the libraries of a compiler, which the loader would search.
        check.args(["check", "--no-config"]).arg(&path).current_dir(directory).env_remove("LD_LIBRARY_PATH");
        let mut nothing = Command::new(&empty);
        let (mut checks, mut nothings) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            checks.push(seconds(&mut check));
            nothings.push(seconds(&mut nothing));
        }
        let milliseconds = 1000.0 * (median(checks) - median(nothings));
        println!("start-up for {version}: {milliseconds:.2} ms, at most {limit} ms");
    }
}

/// A program without a runtime library that has to be linked when it starts.
fn empty_program(directory: &Path) -> Option<PathBuf> {
    let (source, program) = (directory.join("empty.rs"), directory.join("empty"));
    fs::write(&source, "fn main() {}\n").expect("a written file");
    let mut compile = Command::new("rustc");
    compile.args(["-O", "-C", "target-feature=+crt-static", "-o"]).arg(&program).arg(&source);
    compile.status().is_ok_and(|status| status.success()).then_some(program)
}

/// Prints the peak memory of `diff` in units of that of `check`.
fn memory_of_diff(directory: &Path) {
    let text = shapes::service(10_000);
    fs::write(directory.join("old.yaml"), &text).expect("a written file");
    let changed = text.replace("owner: \"owner", "owner: \"keeper");
    fs::write(directory.join("new.yaml"), changed).expect("a written file");
    match (peak(directory, &["check", "old.yaml"]), peak(directory, &["diff", "old.yaml", "new.yaml"])) {
        (Some(check), Some(diff)) => {
            println!("memory of diff, 10,000 nodes: {diff:.1} MB, {:.2} x check, at most 3 x", diff / check);
        }
        _ => println!("memory of diff: not measured, there is no `time`"),
    }
}

/// Prints the peak memory of `check` of Redfish.
fn memory_of_check() {
    let corpus = redfish();
    match corpus.is_dir().then(|| peak(&corpus, &["check", "--no-config", "--format=json", "."])).flatten() {
        Some(check) => println!("memory of check, Redfish: {check:.1} MB, at most 300 MB"),
        None => println!("memory of check: not measured, the corpus or `time` is not here"),
    }
}

/// Returns the peak memory of a command, in megabytes.
fn peak(directory: &Path, arguments: &[&str]) -> Option<f64> {
    let mut time = Command::new("/usr/bin/time");
    time.args(["-f", "%M", TOSCA]).args(arguments).current_dir(directory).stdout(Stdio::null());
    let output = time.stderr(Stdio::piped()).output().ok()?;
    let kilobytes = String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse::<f64>().ok()?;
    Some(kilobytes / 1e3)
}

fn redfish() -> PathBuf {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    std::env::var("TOSCA_CORPUS").map_or(corpus, Into::into).join("tosca-2.0/redfish")
}

/// Prints how many times faster two threads are than one.
fn threads() {
    let corpus = redfish();
    if !corpus.is_dir() {
        println!("two threads: not measured, the corpus is not here");
        return;
    }
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(f64::MAX);
    if load > MAX_LOAD {
        println!("two threads: not measured, the load is {load}");
        return;
    }
    let mut best = [f64::MAX; 2];
    for _ in 0..9 {
        for (best, count) in best.iter_mut().zip(["1", "2"]) {
            let mut check = Command::new(TOSCA);
            check.args(["check", "--no-config", "--format=json", "."]).current_dir(&corpus);
            *best = best.min(seconds(check.env("RAYON_NUM_THREADS", count)));
        }
    }
    println!("two threads, Redfish: {:.2} x as fast as one, at least 1.6 x", best[0] / best[1]);
}

fn seconds(command: &mut Command) -> f64 {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    command.status().expect("a program that runs");
    start.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
