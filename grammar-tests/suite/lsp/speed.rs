//! How long a keystroke takes: `cargo test --release --test suite -- --ignored keystroke --nocapture`.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::client::Client;

/// A service template of so many lines, with types of a profile.
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
