//! `tosca diff`

use std::ffi::OsString;

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use crate::analyze;
use crate::diagnostics::Level;
use crate::difference::{Difference, Normalized, difference};
use crate::host::{Disk, Entry, Host as _, Overlay};
use crate::load::Inputs;
use crate::normalize::{self, Definitions, IncludedTypes, NormalModel, NormalizeOptions};

use super::Status;
use super::destination::Destination;
use super::loading::{self, Loading};
use super::render::{difference as render, plural};
use super::terminal::Color;

/// Compares two service templates, or files of types, by meaning: nodes, values, requirements, relationships,
/// inputs, outputs, policies, workflows and types. Layout and notation are ignored. The exit code is 1 if they
/// differ, or have errors and are compared with `--force`.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// Old file; `-` is standard input
    #[arg(value_name = "OLD")]
    old: OsString,

    /// New file; `-` is standard input
    #[arg(value_name = "NEW")]
    new: OsString,

    /// YAML or JSON file with input values for both files; expressions that become constant are compared by value
    #[arg(long, value_name = "FILE", conflicts_with_all = ["old_inputs", "new_inputs"])]
    inputs: Option<Utf8PathBuf>,

    /// Input values for the old file
    #[arg(long, value_name = "FILE")]
    old_inputs: Option<Utf8PathBuf>,

    /// Input values for the new file
    #[arg(long, value_name = "FILE")]
    new_inputs: Option<Utf8PathBuf>,

    /// Compare the readable parts of files that have errors
    #[arg(long)]
    force: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Full, value_name = "FORMAT")]
    format: Format,

    /// When to use colors
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,

    #[command(flatten)]
    destination: Destination,

    /// Path to assume for standard input
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<Utf8PathBuf>,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Grouped by definition, with locations
    Full,
    /// A single JSON document
    Json,
}

/// Two files and their differences.
pub(super) struct FileComparison {
    pub(super) old: Utf8PathBuf,
    pub(super) new: Utf8PathBuf,
    pub(super) differences: Vec<Difference>,
}

pub(super) fn run(arguments: &Diff) -> Status {
    let disk = Disk::new();
    if arguments.old == "-" && arguments.new == "-" {
        anstream::eprintln!("error: only one of the files can be standard input");
        return Status::Failure;
    }
    let shared_inputs = arguments.inputs.as_ref();
    let sides = [(&arguments.old, &arguments.old_inputs), (&arguments.new, &arguments.new_inputs)];
    let sides =
        sides.map(|(path, inputs)| read_side(arguments, &disk, path, inputs.as_ref().or(shared_inputs)));
    let [Some(old), Some(new)] = sides else { return Status::Failure };
    let has_errors = old.has_errors || new.has_errors;
    let differences = difference(old.normalized(), new.normalized());
    let compared = FileComparison { old: old.path, new: new.path, differences };
    let destination = &arguments.destination;
    let status = destination.write("the differences", |out| match arguments.format {
        Format::Full => render::full(out, &compared, &destination.look(arguments.color)),
        Format::Json => render::json(out, &compared),
    });
    match status {
        Status::Failure => Status::Failure,
        _ if compared.differences.is_empty() => Status::Clean.with_errors(has_errors),
        _ => Status::Findings,
    }
}

/// One of the two files.
struct DiffSide {
    path: Utf8PathBuf,
    has_errors: bool,
    used: NormalModel,
    all: Definitions,
}

impl DiffSide {
    fn normalized(&self) -> Normalized<'_> {
        Normalized { used: &self.used, all: &self.all }
    }
}

/// Reads one of the files, or prints why that is not possible.
fn read_side(
    arguments: &Diff,
    disk: &Disk,
    path: &OsString,
    inputs: Option<&Utf8PathBuf>,
) -> Option<DiffSide> {
    let mut host = Overlay::new(disk);
    let mut options = arguments.loading.options();
    let mut path = disk.known_path(path.clone());
    if path == "-" {
        let content = loading::standard_input(options.load.limits.bytes)?;
        path = arguments.stdin_filename.clone().unwrap_or_else(|| Utf8PathBuf::from("<stdin>"));
        host.add(&path, content);
    }
    options.load.paths = vec![path.clone()];
    if let Some(inputs) = inputs {
        options.load.inputs = Inputs::In(inputs.clone());
    }
    if !loading::all_there(&host, &options) {
        return None;
    }
    if host.entry(&path) == Some(Entry::Directory) {
        anstream::eprintln!("error: `{path}` is a directory\nhelp: pass a single file");
        return None;
    }
    let analysis = analyze(&host, &options);
    let errors = analysis.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error).count();
    if errors > 0 {
        let errors = plural(errors, "error");
        let command = match inputs {
            Some(inputs) => format!("tosca normalize {path} --inputs {inputs}"),
            None => format!("tosca check {path}"),
        };
        if !arguments.force {
            anstream::eprintln!("error: `{path}` has {errors}");
            anstream::eprintln!(
                "help: run `{command}` to see them, or compare the readable parts with `--force`"
            );
            return None;
        }
        anstream::eprintln!("warning: `{path}` has {errors}; only its readable parts are compared");
    }
    if !arguments.force && loading::report_undecided_variants(&analysis) {
        return None;
    }
    let Some(file) = loading::requested_file(&analysis) else {
        anstream::eprintln!("error: `{path}` is not a TOSCA file");
        return None;
    };
    let options = |types, provenance| NormalizeOptions::new(types, provenance, inputs.is_some());
    let used = normalize::model(analysis.model(), file, options(IncludedTypes::Used, true));
    let all = normalize::definitions(analysis.model(), file, options(IncludedTypes::All, false));
    Some(DiffSide { path, has_errors: errors > 0, used, all })
}
