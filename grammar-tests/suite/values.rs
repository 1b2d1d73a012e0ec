//! Values of generated projects, compared with a reference that is independent of the tool.
//!
//! ```sh
//! TOSCA_VALUES=20000 TOSCA_VALUES_SEED=1 TOSCA_VALUES_SIZE=0 cargo test --test suite -- values:: --nocapture
//! ```
//!
//! A project with a difference is made smaller before it is reported. `TOSCA_VALUES_REPORTS` is the number of projects
//! that are reported before the test ends; with `TOSCA_VALUES_NOT_KNOWN=allow`, values that the tool calls known at run
//! time only are only counted.

#[path = "values/expressions.rs"]
mod expressions;
#[path = "values/functions.rs"]
mod functions;
#[path = "values/generator.rs"]
mod generator;
#[path = "values/project.rs"]
mod project;
#[path = "values/questions.rs"]
mod questions;
#[path = "values/reference.rs"]
mod reference;
#[path = "values/repair.rs"]
mod repair;
#[path = "values/shrink.rs"]
mod shrink;
#[path = "values/text.rs"]
mod text;
#[path = "values/tool.rs"]
mod tool;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use project::Project;
use questions::{Question, questions};

/// The functions of §10.2.
const FUNCTIONS: &[&str] = &[
    "get_input",
    "get_property",
    "get_attribute",
    "get_artifact",
    "value",
    "node_index",
    "relationship_index",
    "available_allocation",
    "and",
    "or",
    "not",
    "xor",
    "equal",
    "greater_than",
    "greater_or_equal",
    "less_than",
    "less_or_equal",
    "valid_values",
    "matches",
    "has_suffix",
    "has_prefix",
    "contains",
    "has_entry",
    "has_key",
    "has_all_entries",
    "has_all_keys",
    "has_any_entry",
    "has_any_key",
    "length",
    "concat",
    "join",
    "token",
    "union",
    "intersection",
    "sum",
    "difference",
    "product",
    "quotient",
    "remainder",
    "round",
    "floor",
    "ceil",
];

/// What the projects contain.
#[derive(Default)]
struct Counts {
    projects: usize,
    given_up: usize,
    broken: usize,
    values: usize,
    later: usize,
    functions: BTreeMap<&'static str, usize>,
}

impl Counts {
    fn add(&mut self, questions: &[Question], files: &[(String, String)]) {
        self.values += questions.len();
        self.later +=
            questions.iter().filter(|question| reference::unknown(&question.value).is_some()).count();
        for name in FUNCTIONS {
            let call = format!("${name}");
            let is_call = |text: &str, at: usize| {
                !text[at + call.len()..]
                    .starts_with(|letter: char| letter == '_' || letter.is_ascii_alphanumeric())
                    && !text[..at].ends_with('$')
            };
            let uses = files
                .iter()
                .map(|(_, text)| text.match_indices(&call).filter(|(at, _)| is_call(text, *at)).count());
            *self.functions.entry(name).or_default() += uses.sum::<usize>();
        }
    }
}

/// Returns the files of the generated project of a seed, or `None` if there is none that is valid.
pub(crate) fn files(seed: u64) -> Option<Vec<(String, String)>> {
    const MAX_SIZE: u64 = 3;
    let size = usize::try_from(seed % MAX_SIZE).ok()?;
    generator::project(seed, size)
        .filter(|project| project.broken.is_none())
        .map(|project| text::files(&project))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

#[test]
fn values_are_those_of_the_reference() {
    const SEEDS: u64 = 200;
    let seeds = number("TOSCA_VALUES").unwrap_or(SEEDS);
    let first = number("TOSCA_VALUES_SEED").unwrap_or(1);
    let mut counts = Counts::default();
    let is_allowed = std::env::var_os("TOSCA_VALUES_NOT_KNOWN").is_some();
    let mut not_known = tool::NotKnown { is_allowed, count: 0 };
    let mut different: Vec<String> = Vec::new();
    for at in 0..seeds {
        // Small projects come first.
        let size = number("TOSCA_VALUES_SIZE").unwrap_or(at * 5 / seeds);
        let size = usize::try_from(size).expect("a small number");
        let seed = first.wrapping_add(at);
        let Some(project) = generator::project(seed, size) else {
            counts.given_up += 1;
            continue;
        };
        counts.projects += 1;
        if project.broken.is_some() {
            counts.broken += 1;
        } else {
            let files = text::files(&project);
            for given in [false, true] {
                counts.add(&questions(&project, given), &files);
            }
        }
        if !difference(&project, &mut not_known).is_empty() {
            let mut is_different = |smaller: &Project| !difference(smaller, &mut not_known).is_empty();
            let smallest = match project.broken {
                Some(_) => project,
                None => shrink::shrunk(&project, &mut is_different),
            };
            let problem = difference(&smallest, &mut not_known);
            different.push(report(seed, size, &smallest, &problem));
            if different.len() >= usize::try_from(number("TOSCA_VALUES_REPORTS").unwrap_or(1)).unwrap_or(1) {
                break;
            }
        }
    }
    let mut summary = format!(
        "{} projects, {} given up, {} with a wrong value; {} values, {} of them known later\n",
        counts.projects, counts.given_up, counts.broken, counts.values, counts.later
    );
    let _ = writeln!(summary, "{} values are known to the reference, but not to the tool", not_known.count);
    for (name, count) in &counts.functions {
        let _ = writeln!(summary, "{count:8} ${name}");
    }
    #[expect(clippy::print_stdout, reason = "the long run prints what it covers")]
    if seeds > SEEDS {
        println!("{summary}");
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    if seeds < SEEDS {
        return;
    }
    let unused: Vec<&&str> = FUNCTIONS
        .iter()
        .filter(|name| counts.functions.get(**name).is_none_or(|count| *count == 0))
        .collect();
    assert!(unused.is_empty(), "no project uses {unused:?}");
    assert!(counts.later * 5 <= counts.values, "more than 20 % of the values are known later\n{summary}");
    assert!(counts.given_up * 20 <= usize::try_from(seeds).expect("a number"), "{summary}");
    assert!(counts.broken > 0, "{summary}");
}

/// Describes how the tool differs from the reference about a project; empty if it does not.
fn difference(project: &Project, not_known: &mut tool::NotKnown) -> String {
    if project.broken.is_some() {
        return tool::problem_of_broken(project);
    }
    let problems = [false, true]
        .into_iter()
        .map(|given| tool::problem(project, &questions(project, given), given, not_known));
    problems.into_iter().find(|problem| !problem.is_empty()).unwrap_or_default()
}

/// Describes a difference: the seed, the project and what differs.
fn report(seed: u64, size: usize, project: &Project, problem: &str) -> String {
    let mut report = format!("seed {seed}, size {size}\n");
    for (name, text) in text::files(project) {
        let _ = writeln!(report, "── {name}\n{text}");
    }
    let _ = writeln!(report, "── inputs.yaml\n{}\n{problem}", text::inputs(project));
    report
}
