//! `tosca variants`

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use clap::{Args, ValueEnum};

use crate::analyze;
use crate::diagnostics::Level;
use crate::dialects::variability::VariabilityModel;
use crate::host::Disk;
use crate::variability::analysis::{
    Counts, Family, Variant, WorkLimit, count, inputs_file, list, pairwise, values_of,
};
use crate::variability::{ConsistencyCheck, Equations, Pruning, resolve};

use super::super::destination::Destination;
use super::super::loading::Loading;
use super::{Status, Texts, model_of, print_diagnostics, read_template, recheck};

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
    destination: Destination,

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
    let has_errors = has_errors(&disk, &texts, &arguments.loading);
    if has_errors {
        anstream::eprintln!("warning: `{}` has errors; run `tosca check` to see them", texts.path);
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
        let _ = writeln!(text, "{}", counted(&counts));
    }
    let (variants, stopped): (Vec<Variant>, Option<String>) = match (arguments.list, arguments.sample) {
        (None, None) if !arguments.check_each => (Vec::new(), None),
        (None, Some(Sample::Pairwise)) => match pairwise(&mut family, &work_limit) {
            Some(variants) => (variants, None),
            None => {
                anstream::eprintln!("error: the inputs have too many values to cover all pairs");
                anstream::eprintln!("help: use `--list 100` to print variants with different elements");
                return Status::Failure;
            }
        },
        (limit, _) => {
            let listing = list(&mut family, limit.unwrap_or(DEFAULT_CHECKED), &work_limit);
            (listing.variants.into_iter().map(|listed| listed.variant).collect(), listing.stopped)
        }
    };
    let mut invalid = 0;
    if arguments.check_each {
        invalid = check_each(&disk, arguments, &model, &family, &variants, (&texts, &mut text));
        let _ = writeln!(
            text,
            "{} checked, {invalid} with errors",
            listed(variants.len(), &family, stopped.as_ref())
        );
    } else {
        for (number, variant) in variants.iter().enumerate() {
            let _ = writeln!(text, "# variant {}", number + 1);
            text.push_str(&inputs_of(&model, &family, variant));
        }
    }
    let is_partial = stopped.is_some() && arguments.list.is_none_or(|max| max > variants.len());
    if let Some(reason) = &stopped {
        let shown = listed(variants.len(), &family, stopped.as_ref());
        anstream::eprintln!(
            "note: {shown} {}; {reason}",
            if arguments.check_each { "checked" } else { "listed" }
        );
    }
    let status = arguments.destination.write_text(&text, "the variants");
    status.with_errors(has_errors || invalid > 0 || is_partial)
}

/// Whether the template, with all its elements, or a file that it imports has errors.
fn has_errors(disk: &Disk, texts: &Texts, loading: &Loading) -> bool {
    let mut options = loading.options();
    options.load.paths = vec![texts.path.clone()];
    let analysis = analyze(disk, &options);
    analysis.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
}

/// Returns the number of variants in words. The number of combinations of values is left out if not all are known.
fn counted(counts: &Counts) -> String {
    let combinations =
        || format!("from {} {} of values", counts.combinations, noun(&counts.combinations, "combination"));
    match &counts.variants {
        Some(variants) if counts.is_exact => {
            format!("{variants} {}, {}", noun(variants, "variant"), combinations())
        }
        Some(variants) => format!("at most {variants} {}", noun(variants, "variant")),
        None => format!("too many variants to count, {}", combinations()),
    }
}

/// Returns `shown` as a number of variants, of their total number if that is known and larger.
fn listed(shown: usize, family: &Family<'_, '_, '_>, stopped: Option<&String>) -> String {
    let shown = shown.to_string();
    let counts = stopped.map(|_| count(family)).filter(|counts| counts.is_exact);
    match counts.and_then(|counts| counts.variants) {
        Some(total) => format!("{shown} of {total} variants"),
        None => format!("{shown} {}", noun(&shown, "variant")),
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
    (texts, text): (&Texts, &mut String),
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
            // Errors in other files are those of these files, in any variant.
            let errors = result.errors.into_iter().filter(|error| error.is_new || error.is_own);
            let errors = errors.map(|error| error.diagnostic);
            messages.extend(
                errors.map(|diagnostic| format!("[{}] {}", diagnostic.rule.name, diagnostic.message)),
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
