//! Compares the cost of one variant with a bare YAML event scan of the same bytes, and that of all variants
//! with one.
//!
//! `cargo bench --bench variability` prints CPU times of the whole process, the best of five.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use cpu_time::ProcessTime;
use saphyr_parser::Parser;
use tosca::base::FileId;
use tosca::host::{Limits, Memory};
use tosca::internals::dialects::variability::read;
use tosca::internals::variability::analysis::{Work, WorkLimit, review, review_counting};
use tosca::internals::variability::{ConsistencyCheck, InputValues, resolve};
use tosca::internals::yaml;
use tosca::{Options, analyze};

/// A pseudorandom sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % most
    }
}

/// A template of `nodes` conditional node templates, each with a requirement assignment, over `inputs` inputs. By
/// default, about two of three node templates are present.
fn template(nodes: usize, inputs: usize) -> String {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut text = "tosca_definitions_version: tosca_variability_1_0\n\ntopology_template:\n".to_owned();
    text.push_str("  variability:\n    inputs:\n");
    for input in 0..inputs {
        let _ = match input % 4 {
            3 => writeln!(
                text,
                "      mode_{input}: {{ type: string, default: b, constraints: [ valid_values: [ a, b, c ] ] }}"
            ),
            2 => writeln!(
                text,
                "      size_{input}: {{ type: integer, default: 5, constraints: [ in_range: [ 0, 9 ] ] }}"
            ),
            _ => writeln!(text, "      feature_{input}: {{ type: boolean, default: {} }}", input % 8 != 0),
        };
    }
    let read = |random: &mut Random| {
        let input = random.below(inputs);
        match input % 4 {
            3 => format!("{{ not: {{ equal: [ {{ get_variability_input: mode_{input} }}, a ] }} }}"),
            2 => format!(
                "{{ greater_than: [ {{ get_variability_input: size_{input} }}, {} ] }}",
                random.below(6)
            ),
            _ => format!("{{ get_variability_input: feature_{input} }}"),
        }
    };
    text.push_str("    expressions:\n");
    for name in 0..inputs {
        let (one, other) = (read(&mut random), read(&mut random));
        let _ = writeln!(text, "      either_{name}: {{ or: [ {one}, {other} ] }}");
    }
    text.push_str("\n  node_templates:\n");
    for node in 0..nodes {
        let _ = writeln!(text, "    component_{node}:\n      type: tosca.nodes.SoftwareComponent");
        let _ = writeln!(
            text,
            "      metadata: {{ owner: team-{}, purpose: Serves requests of customers }}",
            node % 7
        );
        let either = format!("{{ get_variability_expression: either_{} }}", random.below(inputs));
        let condition = match node % 4 {
            0 => either,
            1 => format!("{{ or: [ {either}, {} ] }}", read(&mut random)),
            2 => format!("{{ implies: [ {}, {either} ] }}", read(&mut random)),
            _ => format!("{{ or: [ {{ get_element_presence: component_{} }}, {either} ] }}", node - 1),
        };
        let _ = writeln!(text, "      conditions: {condition}");
        if node > 0 {
            let target = random.below(node);
            let _ = writeln!(
                text,
                "      requirements:\n        - dependency:\n            node: component_{target}\n            capability: feature\n            conditions: [ {{ get_source_presence: SELF }}, {{ get_target_presence: SELF }} ]"
            );
        }
        // Some are not guarded, which the analysis must report.
        if node % 50 == 49 {
            let _ = writeln!(
                text,
                "        - dependency: {{ node: component_{}, capability: feature }}",
                random.below(node)
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

/// Resolves one variant, from text to text, without checking the result.
fn one_variant(text: &Arc<String>) -> String {
    let (tree, _) = yaml::parse(text, FileId(0), &Limits::default());
    let (model, _) = read(&tree);
    let given = InputValues::defaults(&model);
    let resolved = resolve(&model, &given.values, ConsistencyCheck::ALL);
    resolved.text(&tree).expect("a template")
}

fn main() {
    println!(
        "one variant              MB    scan ms   resolve ms   ratio   = parse + read + resolve + cut   check ms   present"
    );
    for nodes in [1_250, 2_500, 5_000, 10_000] {
        let text = Arc::new(template(nodes, 8));
        let scanned = best(|| scan(&text));
        let whole = best(|| drop(black_box(one_variant(&text))));
        let parsed = best(|| drop(black_box(yaml::parse(&text, FileId(0), &Limits::default()))));
        let (tree, _) = yaml::parse(&text, FileId(0), &Limits::default());
        let reading = best(|| drop(black_box(read(&tree))));
        let (model, _) = read(&tree);
        let given = InputValues::defaults(&model);
        let resolving = best(|| {
            drop(black_box(resolve(&model, &given.values, ConsistencyCheck::ALL)));
        });
        let left = resolve(&model, &given.values, ConsistencyCheck::ALL);
        let printing = best(|| drop(black_box(left.text(&tree))));
        let stay = 100 * left.present.iter().filter(|present| **present).count() / left.present.len();
        let mut host = Memory::new();
        host.add("service.yaml", one_variant(&text));
        let mut options = Options::default();
        options.load.paths = vec!["service.yaml".into()];
        let checking = best(|| drop(black_box(analyze(&host, &options))));
        println!(
            "{nodes:6} node templates {:8.2} {:10.1} {:12.1} {:7.2} {:8.1} {:6.1} {:9.1} {:7.1} {:14.1} {:8}%",
            megabytes(&text),
            scanned * 1e3,
            whole * 1e3,
            whole / scanned,
            parsed * 1e3,
            reading * 1e3,
            resolving * 1e3,
            printing * 1e3,
            checking * 1e3,
            stay
        );
    }
    println!(
        "\nall variants                    s   of one variant   questions   asked of the solver   findings"
    );
    for (elements, inputs) in [(250, 20), (500, 20), (1_000, 20), (4_000, 20)] {
        // Each node template has a requirement assignment: two elements.
        let text = Arc::new(template(elements / 2, inputs));
        let whole = best(|| drop(black_box(one_variant(&text))));
        let (tree, _) = yaml::parse(&text, FileId(0), &Limits::default());
        let (model, _) = read(&tree);
        let bound = WorkLimit::default();
        let analysis = best(|| drop(black_box(review(&model, Vec::new(), &bound))));
        let mut work = Work::default();
        let count = review_counting(&model, Vec::new(), &bound, &mut work).len();
        println!(
            "{elements:5} elements, {inputs} inputs {analysis:8.3} {:16.1} {:11} {:21} {count:10}",
            analysis / whole,
            work.questions,
            work.solved
        );
    }
}

/// Returns the size of a text.
fn megabytes(text: &str) -> f64 {
    f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX)) / 1e6
}
