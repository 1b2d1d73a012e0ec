//! Measures the cost of very many findings in each format: the time must be proportional to their number.
//!
//! `cargo bench --bench formats` prints the CPU seconds of the program, including the check, for growing
//! numbers of findings, and the factor for twice the findings. Findings are on separate lines, all on one
//! line, and with one related location each.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tosca::internals::config::keys::FORMATS;

const COUNTS: [usize; 4] = [12_500, 25_000, 50_000, 100_000];

/// Creates a file with the given number of findings.
type Generator = fn(usize) -> String;

fn main() {
    let directory = tempfile::tempdir().expect("a directory");
    let inputs: [(&str, Generator); 3] =
        [("a line each", lines), ("one line", one_line), ("two places", two_places)];
    for (name, generated) in inputs {
        print!("{name:11}");
        for count in COUNTS {
            print!("{count:>9}");
        }
        println!("   twice the findings, x times the time");
        for count in COUNTS {
            std::fs::write(directory.path().join(format!("{count}.yaml")), generated(count)).expect("a file");
        }
        for format in ["statistics"].iter().chain(FORMATS) {
            let times = COUNTS.map(|count| time(directory.path(), format, count));
            print!("{format:11}");
            for time in times {
                print!("{time:>9.2}");
            }
            let growth: Vec<String> =
                times.windows(2).map(|pair| format!("{:.2}", pair[1] / pair[0].max(0.01))).collect();
            println!("   {}", growth.join(" "));
        }
    }
}

/// Returns the CPU seconds of a run.
fn time(directory: &Path, format: &str, count: usize) -> f64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tosca"));
    match format {
        "statistics" => command.args(["check", "--statistics"]),
        _ => command.args(["check", "--format", format]),
    };
    command.arg(format!("{count}.yaml")).current_dir(directory);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let before = of_children();
    let status = command.status().expect("the program");
    assert_eq!(status.code(), Some(1), "findings");
    of_children() - before
}

/// Returns the CPU seconds of all child processes that have ended: user and system, in ticks of 10 ms.
fn of_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("figures of this process");
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    fields.skip(13).take(2).map(|ticks| ticks.parse::<f64>().expect("ticks") / 100.0).sum()
}

const HEAD: &str = "tosca_definitions_version: tosca_2_0\n";

fn lines(count: usize) -> String {
    let mut text = format!("{HEAD}node_types:\n");
    for number in 0..count {
        let _ = writeln!(text, "  T{number}: {{ nope: 1 }}");
    }
    text
}

fn one_line(count: usize) -> String {
    let mut text = format!("{HEAD}node_types: {{ ");
    for number in 0..count {
        let _ = write!(text, "T{number}: {{ nope: 1 }}, ");
    }
    text.push_str("}\n");
    text
}

/// Writes duplicate keys that are far apart.
fn two_places(count: usize) -> String {
    let mut text = format!("{HEAD}node_types:\n");
    for number in (0..count).chain(0..count) {
        let _ = writeln!(text, "  T{number}: {{}}");
    }
    text
}
