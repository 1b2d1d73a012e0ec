//! `tosca variants`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::analyze;
use crate::diagnostics::Level;
use crate::host::Disk;
use crate::variability::analysis::{
    Family, Variant, WorkLimit, count, cover, dimacs, effective_inputs, elements, list, pairwise, present_in,
    uvl,
};
use crate::variability::{Equations, InputValues, Origin};

use super::super::destination::Destination;
use super::super::loading::Loading;
use super::{Given, Status, Texts, gather_inputs, model_of, print_diagnostics, read_template};

mod each;
mod json;
mod tests;
mod text;

/// Counts the variants of a variable service template and prints examples: values of its variability inputs, each
/// as a file for `tosca resolve --inputs`.
///
/// With `--preset`, `--inputs` or `-i`, some inputs are decided: everything that is printed is about the variants with
/// these values. Defaults decide nothing.
#[expect(clippy::struct_excessive_bools, reason = "each flag is one")]
#[derive(Debug, Args)]
pub(in crate::cli) struct Variants {
    /// Variable service template
    #[arg(value_name = "FILE")]
    file: std::ffi::OsString,

    #[command(flatten)]
    given: Given,

    /// Print the number of variants
    #[arg(long)]
    count: bool,

    /// Print up to N variants with different elements
    #[arg(long, value_name = "N", conflicts_with = "sample")]
    list: Option<usize>,

    /// Print a small set of variants that covers every choice
    #[arg(long, value_enum, value_name = "HOW")]
    sample: Option<Sample>,

    /// Print the variants as a table: a row for each input and element, a column for each variant
    #[arg(long)]
    matrix: bool,

    /// Print how many variants have each element, and which elements always occur together
    #[arg(long)]
    elements: bool,

    /// Print which inputs and elements are decided, and which are open
    #[arg(long)]
    open: bool,

    /// Resolve and check each of these variants
    #[arg(long)]
    check_each: bool,

    /// Write each of these variants to DIR as plain TOSCA, with a file of its inputs
    #[arg(long, value_name = "DIR")]
    write_each: Option<PathBuf>,

    /// Run the tests in DIR: for each directory in it, resolve the variant for `inputs.yaml`, and compare it with
    /// `expected.yaml`; `test.yaml` may have `presets`, and an expected `error`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["count", "list", "sample", "matrix", "elements", "open", "check_each", "write_each", "preset", "inputs", "input"])]
    test: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    loading: Loading,
}

impl Variants {
    /// Whether single variants are asked for.
    fn has_variants(&self) -> bool {
        let prints = self.list.is_some() || self.sample.is_some() || self.matrix;
        prints || self.check_each || self.write_each.is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sample {
    /// Covers every pair of values of two inputs
    Pairwise,
    /// Covers the presence and the absence of every element
    Elements,
    /// Covers presence and absence of every two elements
    Pairs,
    /// Covers presence and absence of every three elements
    Triples,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// Feature model in the Universal Variability Language: inputs and elements as features
    Uvl,
    /// Formula in conjunctive normal form, for solvers
    Dimacs,
}

/// The number of variants that are printed or checked by default.
const DEFAULT_VARIANTS: usize = 1_000;

/// A variant, and what is printed about it.
struct ShownVariant {
    variant: Variant,
    /// Whether each element is present, or `None` if that is not known.
    present: Option<Vec<bool>>,
    /// The errors of the variant, if it was checked.
    errors: Vec<String>,
}

/// The variants that are asked for.
#[derive(Default)]
struct Selection {
    variants: Vec<ShownVariant>,
    /// Why there may be more, or `None` if these are all.
    stopped: Option<String>,
}

impl Selection {
    fn invalid(&self) -> usize {
        self.variants.iter().filter(|variant| !variant.errors.is_empty()).count()
    }
}

pub(in crate::cli) fn run(arguments: &Variants) -> Status {
    let disk = Disk::new();
    let Some(mut texts) = read_template(&disk, &arguments.file, &arguments.loading) else {
        return Status::Failure;
    };
    let mut diagnostics = std::mem::take(&mut texts.diagnostics);
    let mut sources = std::mem::take(&mut texts.sources);
    let Some((model, problems)) = model_of(&disk, &texts, &arguments.loading) else { return Status::Failure };
    if model.body.is_none() && !texts.tree.is_damaged() {
        anstream::eprintln!("error: `{}` has no service template", texts.path);
        return Status::Failure;
    }
    diagnostics.extend(problems);
    let given =
        gather_inputs(&disk, (&arguments.given, &arguments.loading), &model, &mut sources, &mut diagnostics);
    let Some(given) = given else { return Status::Failure };
    let equations = Equations::new(&model);
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
    if let Some(directory) = &arguments.test {
        return tests::run(&disk, arguments, directory, &model, &texts.tree);
    }
    let work_limit = WorkLimit::default();
    let mut family = Family::with(&equations, &decided(&given), &work_limit);
    if family.is_too_large {
        anstream::eprintln!("error: too many interdependent conditions to enumerate the variants");
        return Status::Failure;
    }
    let selection = match select(arguments, &mut family, &work_limit) {
        Ok(selection) => selection,
        Err(status) => return status,
    };
    let mut selection = selection.unwrap_or_default();
    let mut is_unwritten = false;
    if arguments.check_each || arguments.write_each.is_some() {
        match each::resolve(&disk, arguments, &model, &family, &mut selection, &texts) {
            Ok(is_complete) => is_unwritten = !is_complete,
            Err(status) => return status,
        }
    }
    let answer = Answer {
        counts: (arguments.count || !arguments.has_variants() && !arguments.elements && !arguments.open)
            .then(|| count(&family)),
        elements: (arguments.elements || arguments.open).then(|| elements(&mut family, &work_limit)),
        effective_inputs: if arguments.open { effective_inputs(&family) } else { Vec::new() },
        family: &family,
        given: &given,
        selection,
    };
    let printed = match arguments.format {
        Format::Text => text::print(arguments, &answer),
        Format::Json => json::print(arguments, &answer),
        Format::Uvl => {
            uvl(&family, &format!("variants of {}", texts.path.file_name().unwrap_or("a template")))
        }
        Format::Dimacs => dimacs(&family),
    };
    if matches!(arguments.format, Format::Uvl | Format::Dimacs) && !family.is_exact() {
        anstream::eprintln!(
            "note: some conditions were not analyzed; they are variables without a definition"
        );
    }
    let selection = &answer.selection;
    let is_partial =
        selection.stopped.is_some() && arguments.list.is_none_or(|max| max > selection.variants.len());
    if let Some(reason) = &selection.stopped {
        let shown = text::listed(&answer);
        let how = if arguments.check_each { "checked" } else { "listed" };
        anstream::eprintln!("note: {shown} {how}; {reason}");
    }
    let status = arguments.destination.write_text(&printed, "the variants");
    status.with_errors(has_errors || selection.invalid() > 0 || is_partial || is_unwritten)
}

/// What is printed.
struct Answer<'a, 'e, 'm, 't> {
    family: &'a Family<'e, 'm, 't>,
    given: &'a InputValues,
    counts: Option<crate::variability::analysis::Counts>,
    elements: Option<Vec<crate::variability::analysis::ElementSummary>>,
    /// Whether any element depends on each input.
    effective_inputs: Vec<bool>,
    selection: Selection,
}

/// Returns the values that are decided, not by default.
fn decided(given: &InputValues) -> crate::variability::ValuesByInput {
    let is_decided =
        |origin: &Origin| !matches!(origin, Origin::Default | Origin::DefaultExpression | Origin::Nowhere);
    let values = given.values.iter().zip(&given.origins);
    values.map(|(value, origin)| value.clone().filter(|_| is_decided(origin))).collect()
}

/// Returns the variants that are asked for, if any, or prints why there are none.
fn select(
    arguments: &Variants,
    family: &mut Family<'_, '_, '_>,
    limit: &WorkLimit,
) -> Result<Option<Selection>, Status> {
    if !arguments.has_variants() {
        return Ok(None);
    }
    let strength = match arguments.sample {
        Some(Sample::Pairwise) => {
            let Some(variants) = pairwise(family, limit) else {
                anstream::eprintln!("error: the inputs have too many values to cover all pairs");
                anstream::eprintln!("help: use `--list 100` to print variants with different elements");
                return Err(Status::Failure);
            };
            let shown = variants.into_iter().map(|variant| ShownVariant {
                present: present_in(family, &variant),
                variant,
                errors: Vec::new(),
            });
            return Ok(Some(Selection { variants: shown.collect(), stopped: None }));
        }
        Some(Sample::Elements) => Some(1),
        Some(Sample::Pairs) => Some(2),
        Some(Sample::Triples) => Some(3),
        None => None,
    };
    let listing = match strength {
        Some(strength) => cover(family, strength, DEFAULT_VARIANTS, limit),
        None => list(family, arguments.list.unwrap_or(DEFAULT_VARIANTS), limit),
    };
    let shown = listing.variants.into_iter().map(|listed| ShownVariant {
        variant: listed.variant,
        present: Some(listed.present),
        errors: Vec::new(),
    });
    Ok(Some(Selection { variants: shown.collect(), stopped: listing.stopped }))
}

/// Whether the template, with all its elements, or a file that it imports has errors.
fn has_errors(disk: &Disk, texts: &Texts, loading: &Loading) -> bool {
    let mut options = loading.options();
    options.load.paths = vec![texts.path.clone()];
    let analysis = analyze(disk, &options);
    analysis.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
}
