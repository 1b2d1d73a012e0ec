//! Measures the time of a keystroke: `cargo test --release --test suite -- --ignored keystroke --nocapture`.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::client::Client;
use crate::edits::given;

/// Writes a service template of `lines` lines, with types of a profile.
fn service(lines: usize) -> String {
    let mut text =
        "tosca_definitions_version: tosca_2_0\nimports:\n  - profile: org.oasis-open.tosca.simple:2.0\n\
        service_template:\n  node_templates:\n"
            .to_owned();
    for number in 0..lines / 15 {
        let _ = write!(
            text,
            "    server{number}:\n      type: tosca.nodes.WebServer\n      capabilities:\n        data_endpoint:\n          properties:\n            port: {}\n      requirements:\n        - host: machine{number}\n    machine{number}:\n      type: tosca.nodes.Compute\n      capabilities:\n        host:\n          properties:\n            num_cpus: 2\n            mem_size: 4 GB\n",
            1024 + number
        );
    }
    text
}

#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stdout, reason = "the figures are what it is for")]
fn a_keystroke_in_a_file_of_10_000_lines() {
    let text = service(10_000);
    let mut client = Client::start(&[("a.yaml", &text)]);
    client.open("a.yaml", &text);
    assert_eq!(client.slugs("a.yaml", Some(1)), [""; 0]);
    let mut times: Vec<Duration> = (2..62)
        .map(|version| {
            let start = Instant::now();
            let letter = if version % 2 == 0 { "#" } else { "" };
            client.edit("a.yaml", version, &[([5000, 0, 5000, u32::from(version % 2 != 0)], letter)]);
            let _ = client.published("a.yaml", Some(version));
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let lines = text.lines().count();
    println!("{lines} lines, {} bytes: median {:?}, slowest {:?}", text.len(), times[30], times[59]);
    client.end();
}

/// Writes a small service, one of many that use the same types.
fn small(number: u64) -> String {
    let mut text = format!(
        "tosca_definitions_version: tosca_2_0\nimports:\n  - url: types/t{}.yaml\nservice_template:\n  node_templates:\n",
        number % 40
    );
    for node in 0..8 {
        let _ = write!(
            text,
            "    node{node}:\n      type: Server{}\n      properties:\n        port: {}\n        name: a name\n",
            number % 40,
            1024 + node
        );
    }
    text
}

fn types(number: usize) -> String {
    format!(
        "tosca_definitions_version: tosca_2_0\nnode_types:\n  Server{number}:\n    properties:\n      port: {{ type: integer }}\n      name: {{ type: string }}\n"
    )
}

/// Returns the processor time of a process, in hundredths of a second.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind = stat.rsplit(") ").next().unwrap_or_default();
    behind.split(' ').skip(11).take(2).filter_map(|number| number.parse::<u64>().ok()).sum()
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stdout, reason = "the figures are what it is for")]
fn a_keystroke_in_a_small_file_among_many() {
    const STROKES: i32 = 60;
    let services =
        (0..given("TOSCA_FILES", 8_000)).map(|number| (format!("services/s{number}.yaml"), small(number)));
    let types = (0..40).map(|number| (format!("services/types/t{number}.yaml"), types(number)));
    let files: Vec<(String, String)> = services.chain(types).collect();
    let all: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut client = Client::start(&all);
    let (path, text) = all[0];
    client.open(path, text);
    client.checked(path, 1);
    let before = processor_time(client.process());
    let mut times: Vec<Duration> = (2..STROKES + 2)
        .map(|version| {
            let start = Instant::now();
            // A different digit each time, which the file on disk does not have.
            let digit = (version % 10).to_string();
            client.edit(path, version, &[([8, 14, 8, 14 + u32::from(version > 2)], &digit)]);
            let _ = client.published(path, Some(version));
            start.elapsed()
        })
        .collect();
    let spent = processor_time(client.process()) - before;
    times.sort_unstable();
    let per_stroke = spent * 10 / u64::from(STROKES.unsigned_abs());
    println!("median {:?}, slowest {:?}, {per_stroke} ms of processor time each", times[30], times[59]);
    client.end();
}
