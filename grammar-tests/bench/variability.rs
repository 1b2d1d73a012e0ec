//! What one variant costs beside a bare YAML event scan of the same bytes, and all variants beside one.
//!
//! `cargo bench --bench variability` prints CPU times of the whole process, the best of five.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use cpu_time::ProcessTime;
use saphyr_parser::Parser;
use tosca::base::FileId;
use tosca::dialects::variability::analysis::{Bound, review};
use tosca::dialects::variability::{Check, Given, Pruning, read, resolve};
use tosca::host::{Limits, Memory};
use tosca::{Options, analyze, yaml};

/// A template of `nodes` conditional node templates, each hosted by another one, over `inputs` booleans.
fn template(nodes: usize, inputs: usize) -> String {
    let mut text = "tosca_definitions_version: tosca_variability_1_0\n\ntopology_template:\n".to_owned();
    text.push_str("  variability:\n    inputs:\n");
    for input in 0..inputs {
        let _ = writeln!(text, "      feature_{input}: {{ type: boolean, default: {} }}", input % 8 != 3);
    }
    text.push_str("    expressions:\n");
    for input in 0..inputs {
        let _ = writeln!(
            text,
            "      both_{input}: {{ and: [ {{ get_variability_input: feature_{input} }}, {{ get_variability_input: feature_{} }} ] }}",
            (input + 1) % inputs
        );
    }
    text.push_str("\n  node_templates:\n");
    for node in 0..nodes {
        let feature = node % inputs;
        let _ = writeln!(text, "    component_{node}:\n      type: tosca.nodes.SoftwareComponent");
        let _ = writeln!(
            text,
            "      metadata: {{ owner: team-{}, purpose: Serves requests of customers }}",
            node % 7
        );
        let condition = match node % 4 {
            0 => format!("{{ get_variability_input: feature_{feature} }}"),
            1 => format!("{{ get_variability_expression: both_{feature} }}"),
            2 => format!(
                "{{ or: [ {{ get_variability_expression: both_{feature} }}, {{ not: {{ get_variability_input: feature_{feature} }} }} ] }}"
            ),
            _ => format!("{{ get_element_presence: component_{} }}", node - 1),
        };
        let _ = writeln!(text, "      conditions: {condition}");
        if node > 0 {
            let _ = writeln!(
                text,
                "      requirements:\n        - dependency:\n            node: component_{}\n            capability: feature\n            conditions: [ {{ get_source_presence: SELF }}, {{ get_target_presence: SELF }} ]",
                node - 1
            );
        }
    }
    text
}

fn best(mut job: impl FnMut()) -> f64 {
    let run = |job: &mut dyn FnMut()| {
        let start = ProcessTime::now();
        job();
        start.elapsed().as_secs_f64()
    };
    (0..5).map(|_| run(&mut job)).fold(f64::MAX, f64::min)
}

fn scan(text: &str) {
    let mut parser = Parser::new_from_str(text);
    while let Some(Ok(event)) = parser.next_event() {
        black_box(event);
    }
}

/// One variant, from text to text, without a check of the result.
fn one_variant(text: &Arc<String>) -> String {
    let (tree, _) = yaml::parse(text, FileId(0), &Limits::default());
    let (model, _) = read(&tree);
    let given = Given::defaults(&model);
    let resolved = resolve(&model, &given.values, Pruning::default(), Check::ALL);
    assert!(resolved.diagnostics.is_empty(), "{:?}", resolved.diagnostics.first());
    yaml::print_rewritten(&resolved.tree.expect("a template"), &tree)
}

fn main() {
    println!(
        "one variant              MB    scan ms   resolve ms   ratio   = parse + read + resolve + print   check ms"
    );
    for nodes in [1_250, 2_500, 5_000, 10_000] {
        let text = Arc::new(template(nodes, 8));
        let scanned = best(|| scan(&text));
        let whole = best(|| drop(black_box(one_variant(&text))));
        let parsed = best(|| drop(black_box(yaml::parse(&text, FileId(0), &Limits::default()))));
        let (tree, _) = yaml::parse(&text, FileId(0), &Limits::default());
        let reading = best(|| drop(black_box(read(&tree))));
        let (model, _) = read(&tree);
        let given = Given::defaults(&model);
        let resolving =
            best(|| drop(black_box(resolve(&model, &given.values, Pruning::default(), Check::ALL))));
        let left = resolve(&model, &given.values, Pruning::default(), Check::ALL).tree.expect("a template");
        let printing = best(|| drop(black_box(yaml::print_rewritten(&left, &tree))));
        let mut host = Memory::new();
        host.add("service.yaml", one_variant(&text));
        let mut options = Options::default();
        options.load.paths = vec!["service.yaml".into()];
        let checking = best(|| drop(black_box(analyze(&host, &options))));
        println!(
            "{nodes:6} node templates {:8.2} {:10.1} {:12.1} {:7.2} {:8.1} {:6.1} {:9.1} {:7.1} {:14.1}",
            megabytes(&text),
            scanned * 1e3,
            whole * 1e3,
            whole / scanned,
            parsed * 1e3,
            reading * 1e3,
            resolving * 1e3,
            printing * 1e3,
            checking * 1e3
        );
    }
    println!("\nall variants                    s   of one variant");
    for (nodes, inputs) in [(250, 20), (500, 20), (1_000, 20)] {
        // Each node template has a requirement assignment: two elements.
        let text = Arc::new(template(nodes / 2, inputs));
        let whole = best(|| drop(black_box(one_variant(&text))));
        let (tree, _) = yaml::parse(&text, FileId(0), &Limits::default());
        let (model, _) = read(&tree);
        let analysis = best(|| drop(black_box(review(&model, Vec::new(), Bound::default()))));
        println!("{nodes:5} elements, {inputs} inputs {analysis:8.3} {:16.1}", analysis / whole);
    }
}

/// How large a text is.
fn megabytes(text: &str) -> f64 {
    f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX)) / 1e6
}
