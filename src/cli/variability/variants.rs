//! `tosca variants`

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};

use clap::{Args, ValueEnum};

use crate::diagnostics::Level;
use crate::dialects::variability::VariabilityModel;
use crate::host::Disk;
use crate::variability::analysis::{
    Batsat, Family, Prover, Variant, WorkLimit, count, inputs_file, list, pairwise, values_of,
};
use crate::variability::{ConsistencyCheck, Equations, Pruning, resolve};

use super::super::loading::Loading;
use super::{Status, model_of, print_diagnostics, read_template, recheck};

/// Counts the variants of a variable service template and prints examples: values of its variability inputs, each
/// as a file for `tosca resolve --inputs`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Variants {
    /// Variable service template
    #[arg(value_name = "FILE")]
    file: std::ffi::OsString,

    /// Only print the number of variants
    #[arg(long, conflicts_with_all = ["list", "sample"])]
    count: bool,

    /// Print up to N variants with different elements
    #[arg(long, value_name = "N", conflicts_with = "sample")]
    list: Option<usize>,

    /// Print a small set of variants that covers every choice
    #[arg(long, value_enum, value_name = "HOW")]
    sample: Option<Sample>,

    /// Resolve and check each of these variants
    #[arg(long)]
    check_each: bool,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sample {
    /// Covers every pair of values of two inputs
    Pairwise,
}

/// The number of variants that `--check-each` checks by default.
const DEFAULT_CHECKED: usize = 1_000;

pub(in crate::cli) fn run(arguments: &Variants) -> Status {
    let disk = Disk::new();
    let Some(mut texts) = read_template(&disk, &arguments.file, &arguments.loading) else {
        return Status::Failure;
    };
    let mut diagnostics = std::mem::take(&mut texts.diagnostics);
    let sources = std::mem::take(&mut texts.sources);
    let Some((model, problems)) = model_of(&disk, &texts, &arguments.loading) else { return Status::Failure };
    if model.body.is_none() && !texts.tree.is_damaged() {
        anstream::eprintln!("error: `{}` has no service template", texts.path);
        return Status::Failure;
    }
    diagnostics.extend(problems);
    let equations = Equations::new(&model, Pruning::default());
    let is_acyclic = equations.report_cycles(&mut diagnostics);
    if model.is_broken || !is_acyclic || diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    {
        print_diagnostics(&sources, diagnostics);
        return Status::Failure;
    }
    let work_limit = WorkLimit::default();
    let mut family = Family::new(&equations, &work_limit);
    if family.is_too_large {
        anstream::eprintln!("error: too many interdependent conditions to enumerate the variants");
        return Status::Failure;
    }
    let mut text = String::new();
    if arguments.count || arguments.list.is_none() && arguments.sample.is_none() {
        let counts = count(&family);
        let qualifier = if counts.is_exact { "" } else { "at most " };
        match counts.variants {
            Some(variants) => {
                let _ = writeln!(
                    text,
                    "{qualifier}{variants} {}, from {} {} of values",
                    noun(&variants, "variant"),
                    counts.combinations,
                    noun(&counts.combinations, "combination")
                );
            }
            None => {
                let _ = writeln!(
                    text,
                    "too many variants to count, from {} combinations of values",
                    counts.combinations
                );
            }
        }
    }
    let variants = match (arguments.list, arguments.sample) {
        (None, None) if !arguments.check_each => Vec::new(),
        (None, Some(Sample::Pairwise)) => match pairwise(&family) {
            Some(variants) => variants,
            None => {
                anstream::eprintln!("error: the inputs have too many values to cover all pairs");
                anstream::eprintln!("help: use `--list 100` to print variants with different elements");
                return Status::Failure;
            }
        },
        (limit, _) => {
            let mut prover = Prover::new(&mut family, Box::new(Batsat::new(&work_limit)));
            list(&mut prover, limit.unwrap_or(DEFAULT_CHECKED))
        }
    };
    let mut invalid = 0;
    if arguments.check_each {
        invalid = check_each(&disk, arguments, &model, &family, &variants, (&texts, &mut text));
        let _ = writeln!(text, "{} variants checked, {invalid} with errors", variants.len());
    } else {
        for (number, variant) in variants.iter().enumerate() {
            let _ = writeln!(text, "# variant {}", number + 1);
            text.push_str(&inputs_of(&model, &family, variant));
        }
    }
    match crate::cli::written(std::io::stdout().write_all(text.as_bytes()), "the variants") {
        Status::Clean if invalid > 0 => Status::Findings,
        status => status,
    }
}

/// Returns the singular or plural of `word`.
fn noun(number: &str, word: &str) -> String {
    if number == "1" { word.to_owned() } else { format!("{word}s") }
}

fn inputs_of(model: &VariabilityModel<'_>, family: &Family<'_, '_, '_>, variant: &Variant) -> String {
    let values = values_of(family, variant);
    let values: Vec<_> =
        values.into_iter().enumerate().filter_map(|(input, value)| Some((input, value?))).collect();
    inputs_file(model, &values, &[])
}

/// Resolves and checks each variant; returns the number of invalid ones.
fn check_each(
    disk: &Disk,
    arguments: &Variants,
    model: &VariabilityModel<'_>,
    family: &Family<'_, '_, '_>,
    variants: &[Variant],
    (texts, text): (&super::Texts, &mut String),
) -> usize {
    let mut invalid = 0;
    let shows = std::io::stderr().is_terminal();
    for (number, variant) in variants.iter().enumerate() {
        if shows {
            const WIDTH: usize = 30;
            let done = (number + 1) * WIDTH / variants.len();
            let bar = format!("{}{}", "#".repeat(done), "-".repeat(WIDTH - done));
            anstream::eprint!("\r[{bar}] {}/{}", number + 1, variants.len());
        }
        let values = values_of(family, variant);
        let resolved = resolve(model, &values, Pruning::default(), ConsistencyCheck::ALL);
        let errors = resolved.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
        let mut messages: Vec<String> =
            errors.map(|diagnostic| format!("[{}] {}", diagnostic.rule.name, diagnostic.message)).collect();
        let printed = resolved.text(&texts.tree).filter(|_| messages.is_empty());
        if let (Some(printed), Some(tree)) = (printed, resolved.tree) {
            let result = recheck::errors(disk, &texts.path, &printed, &tree, &arguments.loading);
            let new_errors = result.errors.into_iter().filter(|(_, is_new)| *is_new);
            messages.extend(
                new_errors
                    .map(|(diagnostic, _)| format!("[{}] {}", diagnostic.rule.name, diagnostic.message)),
            );
        }
        if messages.is_empty() {
            continue;
        }
        invalid += 1;
        let _ = writeln!(text, "# errors:");
        for message in messages {
            let _ = writeln!(text, "#   {message}");
        }
        text.push_str(&inputs_of(model, family, variant));
    }
    if shows {
        anstream::eprintln!();
    }
    invalid
}
