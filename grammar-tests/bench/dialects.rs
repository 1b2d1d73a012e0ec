//! Compares the cost of reading TOSCA 1.3 with the same service in TOSCA 2.0, and how both grow with size.
//!
//! `cargo bench --bench dialects` prints CPU times of the whole process, the best of five. The ratio at 20,000
//! lines must be at most 1.30. Sizes in lines may be given: `cargo bench --bench dialects -- 500`.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fmt::Write as _;
use std::hint::black_box;

use cpu_time::ProcessTime;
use tosca::diagnostics::Level;
use tosca::host::Memory;
use tosca::internals::migrate;
use tosca::{Analysis, Options, analyze};

const PATH: &str = "service.yaml";

/// Writes a 1.3 file of about `lines` lines: a fifth of them types, and a typical template.
fn template(lines: usize) -> String {
    let units = lines / (TYPE_LINES + 4 * NODE_LINES);
    let mut text = "tosca_definitions_version: tosca_simple_yaml_1_3\n\nnode_types:\n".to_owned();
    for of in 0..units {
        node_type(&mut text, of);
    }
    text.push_str(
        "\ntopology_template:\n  inputs:\n    size: { type: integer, default: 4 }\n  node_templates:\n",
    );
    for unit in 0..units {
        for part in 0..4 {
            node_template(&mut text, unit, part);
        }
    }
    let _ = writeln!(text, "  outputs:\n    port: {{ value: {{ get_property: [ app_0_0, port ] }} }}");
    text
}

const TYPE_LINES: usize = 22;

fn node_type(text: &mut String, index: usize) {
    let _ = writeln!(
        text,
        "  my.nodes.App{index}:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      port:
        type: integer
        constraints: [ {{ in_range: [ 1, 65535 ] }} ]
      memory:
        type: scalar-unit.size
        default: 512mb
      mode:
        type: string
        required: false
        constraints: [ {{ valid_values: [ fast, safe ] }} ]
    capabilities:
      endpoint: {{ type: tosca.capabilities.Endpoint, occurrences: [ 0, UNBOUNDED ] }}
    requirements:
      - peer:
          capability: tosca.capabilities.Endpoint
          relationship: tosca.relationships.ConnectsTo
          occurrences: [ 0, 1 ]
    interfaces:
      Standard: {{ create: scripts/create.sh, configure: {{ implementation: scripts/configure.py }} }}
    attributes: {{ url: {{ type: string }} }}"
    );
}

const NODE_LINES: usize = 20;

fn node_template(text: &mut String, unit: usize, part: usize) {
    let _ = writeln!(
        text,
        "    host_{unit}_{part}:
      type: Compute
      capabilities:
        host:
          properties: {{ num_cpus: {{ get_input: size }}, mem_size: 4gb, disk_size: 20 GB }}
    app_{unit}_{part}:
      type: my.nodes.App{unit}
      properties:
        port: {}
        memory: 256 mb
        mode: fast
        component_version: 1.{part}
      requirements:
        - host: host_{unit}_{part}
        - peer: {{ node: app_{unit}_{}, capability: endpoint }}
      interfaces:
        Standard:
          start:
            implementation: scripts/start.sh
            inputs: {{ url: {{ concat: [ http://, {{ get_attribute: [ SELF, url ] }} ] }}, cpus: {{ get_property: [ host_{unit}_{part}, host, num_cpus ] }} }}",
        8000 + part,
        (part + 1) % 4,
    );
}

fn checked(text: &str, mut options: Options) -> Analysis {
    let mut host = Memory::new();
    host.add(PATH, text);
    options.load.paths = vec![PATH.into()];
    analyze(&host, &options)
}

/// Converts the service to TOSCA 2.0.
fn twin(text: &str) -> String {
    let analysis = checked(text, Options::default());
    migrate::lower(&analysis, analysis.graph().files[0].id).text
}

/// Returns the CPU time of a check in seconds.
fn cost(text: &str) -> f64 {
    let run = |_| {
        let start = ProcessTime::now();
        drop(black_box(checked(text, Options::default())));
        start.elapsed().as_secs_f64()
    };
    (0..5).map(run).fold(f64::MAX, f64::min)
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![10_000, 20_000, 40_000] } else { sizes };
    println!("   lines    1.3 ms    2.0 ms   ratio   ms per 1,000 lines");
    for size in sizes {
        let old = template(size);
        let new = twin(&old);
        for text in [&old, &new] {
            let checked = checked(text, Options::default());
            let error = checked.diagnostics().iter().find(|diagnostic| diagnostic.level == Level::Error);
            assert!(error.is_none(), "{error:?}");
        }
        let lines = old.lines().count();
        let [before, after] = [&old, &new].map(|text| cost(text) * 1e3);
        println!(
            "{lines:8} {before:9.1} {after:9.1} {:7.2} {:20.2}",
            before / after,
            before * 1e3 / f64::from(u32::try_from(lines).unwrap_or(u32::MAX)),
        );
    }
}
