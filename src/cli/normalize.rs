//! The command `tosca normalize`.
//!
//! Input: the arguments, and the file that they name. Output: the normal form, on standard output or in a
//! file; findings, on standard error. If there are errors or imports that were not loaded, the normal form is
//! written only with `--force`.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, ValueEnum};

use crate::diagnostics::Level;
use crate::host::{Disk, Entry, Host as _, Overlay};
use crate::load::{File, Inputs};
use crate::normalize::{self, IncludedTypes, NormalizeOptions};
use crate::{Analysis, analyze};

use super::Status;
use super::destination::Destination;
use super::loading::{self, Loading};
use super::render::{self, Format, Report, Summary, plural};
use super::terminal::Look;

/// Prints the normal form of a file: effective types, assigned defaults, extended notation, requirements with
/// their targets, and no imports.
///
/// Paths of artifacts are relative to the directory of the output file, or else to that of FILE, which is `base` in
/// JSON. If FILE has errors, or imports that are not loaded, they are reported on standard error and nothing is
/// written.
#[derive(Debug, Args)]
pub(super) struct Normalize {
    /// File with a service template or types; `-` is standard input
    #[arg(value_name = "FILE")]
    file: OsString,

    /// Output format
    #[arg(long, value_enum, default_value_t = NormalFormat::Yaml)]
    format: NormalFormat,

    #[command(flatten)]
    destination: Destination,

    /// YAML or JSON file with input values; expressions that become constant are computed
    #[arg(long, value_name = "FILE")]
    inputs: Option<Utf8PathBuf>,

    /// Types to include
    #[arg(long, value_enum, default_value_t = TypesArgument::Used, value_name = "WHICH")]
    types: TypesArgument,

    /// Add the origin of each line: as comments, or as `source` in JSON
    #[arg(long)]
    provenance: bool,

    /// File or directory with services that may substitute nodes; named in JSON (repeatable)
    #[arg(long, value_name = "PATH", value_parser = loading::path())]
    substitutes: Vec<Utf8PathBuf>,

    /// Write the known parts of a file that has errors or imports that are not loaded
    #[arg(long)]
    force: bool,

    /// Output format of findings on standard error
    #[arg(long, value_enum, default_value_t = Format::Full, value_name = "FORMAT")]
    check_format: Format,

    /// Path to assume for standard input
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<Utf8PathBuf>,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NormalFormat {
    /// TOSCA 2.0
    Yaml,
    /// JSON model for programs
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TypesArgument {
    /// Types that the service template needs, or that FILE defines
    Used,
    /// All types that FILE defines and imports
    All,
}

pub(super) fn run(arguments: &Normalize) -> Status {
    let disk = Disk::new();
    let mut host = Overlay::new(&disk);
    let mut options = arguments.loading.options();
    let mut path = disk.known_path(arguments.file.clone());
    if path == "-" {
        let Some(content) = loading::standard_input(options.load.limits.bytes) else {
            return Status::Failure;
        };
        path = arguments.stdin_filename.clone().unwrap_or_else(|| Utf8PathBuf::from("<stdin>"));
        host.add(&path, content);
    }
    options.load.paths = vec![path.clone()];
    options.load.paths.extend(arguments.substitutes.iter().cloned());
    if let Some(inputs) = &arguments.inputs {
        options.load.inputs = Inputs::In(inputs.clone());
    }
    if !loading::all_there(&host, &options) {
        return Status::Failure;
    }
    if host.entry(&path) == Some(Entry::Directory) {
        anstream::eprintln!("error: `{path}` is a directory");
        anstream::eprintln!("help: pass a single file");
        return Status::Failure;
    }
    let analysis = analyze(&host, &options);
    let errors = print_report(&analysis, arguments.check_format).errors;
    let Some(file) = loading::requested_file(&analysis) else {
        if errors == 0 {
            anstream::eprintln!("error: `{path}` is not a TOSCA file");
        }
        return Status::Failure;
    };
    if errors > 0 && !arguments.force {
        return Status::Failure;
    }
    let has_missing_imports = normalize::missing_imports(analysis.model(), file) > 0;
    if has_missing_imports && !arguments.force {
        report_missing_imports(&analysis, file);
        return Status::Failure;
    }
    if !arguments.force && loading::report_undecided_variants(&analysis) {
        return Status::Failure;
    }
    loading::note_terms(file, loading::ITS_MEANING);
    let options = normalize_options(arguments, &disk, errors);
    let status = write_normal_form(arguments, &analysis, file, options);
    status.with_errors(errors > 0 || has_missing_imports)
}

/// Prints that imports were not loaded.
fn report_missing_imports(analysis: &Analysis, file: &File) {
    let count = plural(normalize::missing_imports(analysis.model(), file), "import");
    anstream::eprintln!(
        "error: the normal form of `{}` is incomplete: {count} not loaded",
        file.source().path
    );
    anstream::eprintln!("help: pass local copies with `--map-url`, or write the known parts with `--force`");
}

/// Returns the content of the normal form; `errors` is the number of errors.
fn normalize_options(arguments: &Normalize, disk: &Disk, errors: usize) -> NormalizeOptions {
    let types = match arguments.types {
        TypesArgument::Used => IncludedTypes::Used,
        TypesArgument::All => IncludedTypes::All,
    };
    let mut options = NormalizeOptions::new(types, arguments.provenance, arguments.inputs.is_some());
    options.errors = errors;
    options.base = arguments.destination.file().map(|output| {
        let output = disk.known_path(output.as_os_str().to_owned());
        disk.identity(
            output.parent().filter(|parent| !parent.as_str().is_empty()).unwrap_or(Utf8Path::new(".")),
        )
    });
    options
}

/// Writes the normal form of `file` to the requested output.
fn write_normal_form(
    arguments: &Normalize,
    analysis: &Analysis,
    file: &File,
    options: NormalizeOptions,
) -> Status {
    let model = analysis.model();
    arguments.destination.write("the normal form", |out| match arguments.format {
        NormalFormat::Yaml => {
            normalize::yaml(model, file, options).iter().try_for_each(|part| out.write_all(part.as_bytes()))
        }
        NormalFormat::Json => normalize::write_json(model, file, options, out),
    })
}

/// Prints all findings on standard error, and returns their counts.
pub(super) fn print_report(analysis: &Analysis, format: Format) -> Summary {
    let files = analysis.graph.files.iter().filter(|file| file.is_requested).count();
    let mut summary = Summary::new(&analysis.diagnostics, files);
    summary.fails = Some(Level::Error);
    if !analysis.diagnostics.is_empty() {
        let look = Look::of_stderr();
        let mut err = BufWriter::new(io::stderr().lock());
        // If standard error is closed, the error cannot be reported.
        let _ = render::write(&mut err, &Report::new(analysis, &summary), format, &look);
        let _ = err.flush();
    }
    summary
}
