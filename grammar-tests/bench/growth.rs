//! Measures how the cost of a check grows with its input, for each shape of [`shapes`].
//!
//! `cargo bench --bench growth` prints the CPU time of a check of each shape, that of ten times the size, and how
//! many times longer that takes: at most 12 times. 8,000 imports must take at most 9 times as long as 1,000.
//! `cargo bench --bench growth -- imports` measures the shapes whose name contains `imports`.
//!
//! After them, it prints time, memory and the answer for templates whose variants are hard to analyze (`-- hard`).

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::hint::black_box;
use std::process::Command;

use cpu_time::ProcessTime;
use tosca::diagnostics::Level;

#[path = "../shapes.rs"]
mod shapes;

use shapes::{SHAPES, Shape};

mod allocator;
mod hard;

/// By how many times the size grows, and how many times the cost may grow.
const GROWTH: (usize, f64) = (10, 12.0);
/// The same for imports, of which projects have thousands.
const GROWTH_OF_IMPORTS: (usize, f64) = (8, 9.0);

/// The argument after which the bench measures one shape once, in a separate process.
const ONCE: &str = "once";
/// The same for one template that is hard to analyze.
const ONCE_HARD: &str = "once-hard";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [once, name, size] = &arguments[..]
        && once == ONCE
    {
        let shape = SHAPES.iter().find(|shape| shape.name == name).expect("a shape");
        return println!("{}", milliseconds(shape, size.parse().expect("a size")));
    }
    if let [once, name, size] = &arguments[..]
        && once == ONCE_HARD
    {
        return println!("{}", measure_hard(name, size.parse().expect("a size")));
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    println!(
        "{:38} {:>7} {:>10} {:>7} {:>10} {:>7}",
        "shape", "size", "check ms", "times", "check ms", "growth"
    );
    let mut is_slow = false;
    for shape in SHAPES.iter().filter(|shape| wanted.iter().all(|name| shape.name.contains(name.as_str()))) {
        let growths =
            if shape.name == "wide imports" { vec![GROWTH, GROWTH_OF_IMPORTS] } else { vec![GROWTH] };
        for (times, max_growth) in growths {
            let [once, more] = [shape.size, times * shape.size].map(|size| best(shape, size));
            let growth = more / once;
            let mark = if growth > max_growth { "  grows faster than its input" } else { "" };
            is_slow |= growth > max_growth;
            println!(
                "{:38} {:7} {once:10.2} {times:7} {more:10.2} {growth:7.1}{mark}",
                shape.name, shape.size
            );
        }
    }
    if wanted.iter().all(|name| "hard".contains(name.as_str())) {
        print_hard();
    }
    if is_slow {
        std::process::exit(1);
    }
}

/// Prints a line for each template that is hard to analyze. Each is checked once, in a separate process.
fn print_hard() {
    println!("\n{:38} {:>7} {:>10} {:>7}  answer", "hard", "size", "check ms", "peak MB");
    let this = std::env::current_exe().expect("the path of the bench");
    for instance in hard::HARD {
        for size in instance.sizes {
            let output = Command::new(&this).args([ONCE_HARD, instance.name, &size.to_string()]).output();
            let output = output.expect("a process");
            let answer = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{}, {size}", instance.name);
            println!("{:38} {size:7} {}", instance.name, answer.trim_end());
        }
    }
}

/// Returns time, memory and the answer of one check.
fn measure_hard(name: &str, size: usize) -> String {
    let instance = hard::HARD.iter().find(|instance| instance.name == name).expect("a kind");
    let mut host = tosca::host::Memory::new();
    host.add("family.yaml", instance.template(size));
    let start = ProcessTime::now();
    let analysis = tosca::check(&host, ["family.yaml"]);
    let milliseconds = 1000.0 * start.elapsed().as_secs_f64();
    let found =
        |name: &str| analysis.diagnostics().iter().filter(|finding| finding.rule.name == name).count();
    let answer = match (found("analysis-incomplete"), found("never-present")) {
        (0, 0) => "complete".to_owned(),
        (0, dead) => format!("complete, {dead} never present"),
        (open, dead) => format!("incomplete ({open}), {dead} never present"),
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok());
    let megabytes = kilobytes.map_or("?".to_owned(), |kilobytes| (kilobytes / 1024).to_string());
    format!("{milliseconds:10.2} {megabytes:>7}  {answer}")
}

/// Returns the best of several runs, in milliseconds. Each is a separate process, as for users: in one that repeats
/// its work, a small project would find its memory and caches ready, and a large one would not.
fn best(shape: &Shape, size: usize) -> f64 {
    const RUNS: usize = 5;
    let this = std::env::current_exe().expect("the path of the bench");
    let milliseconds = || {
        let output = Command::new(&this).args([ONCE, shape.name, &size.to_string()]).output();
        let output = output.expect("a process");
        assert!(output.status.success(), "{}: {}", shape.name, String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().parse::<f64>().expect("milliseconds")
    };
    (0..RUNS).map(|_| milliseconds()).fold(f64::MAX, f64::min)
}

/// Returns the CPU time of a check of a project, in milliseconds.
fn milliseconds(shape: &Shape, size: usize) -> f64 {
    let (host, paths) = shape.project(size);
    let start = ProcessTime::now();
    let analysis = tosca::check(&host, paths.iter().map(String::as_str));
    let has_findings = black_box(&analysis).diagnostics().iter().any(|finding| finding.level < Level::Info);
    let milliseconds = 1000.0 * start.elapsed().as_secs_f64();
    assert_eq!(has_findings, (shape.findings)(size) > 0, "{}", shape.name);
    milliseconds
}
