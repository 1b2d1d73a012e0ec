//! Measures how the cost of a check grows with its input, for each shape of [`shapes`].
//!
//! `cargo bench --bench growth` prints the CPU time of a check of each shape, that of ten times the size, and how
//! many times longer that takes: at most 12 times. 8,000 imports must take at most 9 times as long as 1,000.
//! `cargo bench --bench growth -- imports` measures the shapes whose name contains `imports`.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::hint::black_box;

use cpu_time::ProcessTime;
use tosca::diagnostics::Level;

#[path = "../shapes.rs"]
mod shapes;

use shapes::{SHAPES, Shape};

/// By how many times the size grows, and how many times the cost may grow.
const GROWTH: (usize, f64) = (10, 12.0);
/// The same for imports, of which projects have thousands.
const GROWTH_OF_IMPORTS: (usize, f64) = (8, 9.0);

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!(
        "{:38} {:>7} {:>10} {:>7} {:>10} {:>7}",
        "shape", "size", "check ms", "times", "check ms", "growth"
    );
    let mut is_slow = false;
    for shape in SHAPES.iter().filter(|shape| wanted.iter().all(|name| shape.name.contains(name.as_str()))) {
        let growths =
            if shape.name == "wide imports" { vec![GROWTH, GROWTH_OF_IMPORTS] } else { vec![GROWTH] };
        for (times, max_growth) in growths {
            let [once, more] = [shape.size, times * shape.size].map(|size| milliseconds(shape, size));
            let growth = more / once;
            let mark = if growth > max_growth { "  grows faster than its input" } else { "" };
            is_slow |= growth > max_growth;
            println!(
                "{:38} {:7} {once:10.2} {times:7} {more:10.2} {growth:7.1}{mark}",
                shape.name, shape.size
            );
        }
    }
    if is_slow {
        std::process::exit(1);
    }
}

/// Returns the CPU time of a check of a project: the best of several runs.
fn milliseconds(shape: &Shape, size: usize) -> f64 {
    const RUNS: usize = 3;
    let (host, paths) = shape.project(size);
    let mut best = f64::MAX;
    for _ in 0..RUNS {
        let start = ProcessTime::now();
        let analysis = tosca::check(&host, paths.iter().map(String::as_str));
        let has_findings =
            black_box(&analysis).diagnostics().iter().any(|finding| finding.level < Level::Info);
        assert_eq!(has_findings, (shape.findings)(size) > 0, "{}", shape.name);
        drop(analysis);
        best = best.min(start.elapsed().as_secs_f64());
    }
    1000.0 * best
}
