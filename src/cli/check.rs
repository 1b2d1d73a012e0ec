//! `tosca check`

use std::ffi::OsString;
use std::io::{IsTerminal as _, Read as _, Write as _};

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use crate::diagnostics::Level;
use crate::dialects::Dialect;
use crate::host::{Disk, Overlay};
use crate::load::Inputs;
use crate::{Analysis, Options, analyze};

use super::Status;
use super::arguments::{Color, code};
use super::loading::{self, Loading};
use super::render::{self, Look};

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, directories or globs; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<OsString>,

    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,

    /// The lowest level that makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Error, value_name = "LEVEL")]
    fail_on: FailOn,

    /// The path that standard input stands for
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<Utf8PathBuf>,

    /// A YAML or JSON file with values for the inputs of the service templates
    #[arg(long, value_name = "FILE")]
    inputs: Option<Utf8PathBuf>,

    #[command(flatten)]
    loading: Loading,

    /// A code, or the beginning of several (`T90`, `unused-input`), to report although it is off by default;
    /// may be repeated
    #[arg(long, value_name = "CODE", value_parser = code)]
    select: Vec<String>,

    /// A code, or the beginning of several, to leave out; may be repeated
    #[arg(long, value_name = "CODE", value_parser = code)]
    ignore: Vec<String>,

    /// Report what the letter of the standard says where this tool is milder
    #[arg(long)]
    strict: bool,

    /// Tell which service templates can substitute which nodes
    #[arg(long)]
    substitutes: bool,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,

    /// Tell what was read and passed over
    #[arg(long, short)]
    verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Anything
    Info,
    /// Nothing
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The source with the finding under it, and what to do
    Full,
    /// One line a finding
    Concise,
    /// One JSON document
    Json,
}

pub(super) fn run(arguments: &Check) -> Status {
    let disk = Disk::new();
    let mut host = Overlay::new(&disk);
    let mut options = options(arguments);
    for path in &arguments.paths {
        let mut path = disk.known_path(path.clone());
        if path == "-" {
            if host.holds(&stdin_name(arguments)) {
                continue;
            }
            let most = options.load.limits.bytes;
            let mut content = Vec::new();
            if let Err(error) = std::io::stdin().take(most + 1).read_to_end(&mut content) {
                anstream::eprintln!("error: cannot read standard input: {error}");
                return Status::Failure;
            }
            path = stdin_name(arguments);
            host.add(&path, content);
        }
        options.load.paths.push(path);
    }
    if !loading::all_there(&host, &options.load) {
        return Status::Failure;
    }
    let analysis = analyze(&host, &options);
    print(arguments, &analysis)
}

fn stdin_name(arguments: &Check) -> Utf8PathBuf {
    arguments.stdin_filename.clone().unwrap_or_else(|| Utf8PathBuf::from("<stdin>"))
}

fn options(arguments: &Check) -> Options {
    let mut options = arguments.loading.options();
    options.load.strict = arguments.strict;
    options.substitutes = arguments.substitutes;
    options.select.clone_from(&arguments.select);
    options.off.clone_from(&arguments.ignore);
    if let Some(path) = &arguments.inputs {
        options.load.inputs = Inputs::In(path.clone());
    }
    options
}

fn print(arguments: &Check, analysis: &Analysis) -> Status {
    let checked =
        analysis.graph.files.iter().filter(|file| file.asked_for || file.dialect != Dialect::Foreign).count();
    if arguments.verbose {
        for file in &analysis.graph.files {
            anstream::eprintln!("read {}", analysis.sources().get(file.id).path);
        }
        anstream::eprintln!("passed over {} files that are not TOSCA", analysis.graph.skipped);
    }
    let stdout = std::io::stdout();
    let color = match arguments.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never,
    };
    let look = Look::of(color, terminal_size::terminal_size_of(&stdout));
    let mut out = std::io::BufWriter::new(stdout.lock());
    let written = match arguments.format {
        Format::Full => render::human::write(&mut out, analysis, &look),
        Format::Concise => render::concise::write(&mut out, analysis),
        Format::Json => render::json::write(&mut out, analysis, checked),
    };
    // A reader that went away is no fault; a disk that is full is one.
    if let Err(error) = written.and_then(|()| out.flush())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        anstream::eprintln!("error: cannot write the findings: {error}");
        return Status::Failure;
    }
    summary(analysis, checked, arguments.format);
    if analysis.graph.files.is_empty() {
        anstream::eprintln!("error: no TOSCA files found ({} others passed over)", analysis.graph.skipped);
        return Status::Failure;
    }
    let worst = analysis.diagnostics.iter().map(|found| found.level).min();
    let fails = match arguments.fail_on {
        FailOn::Never => false,
        FailOn::Error => worst == Some(Level::Error),
        FailOn::Warning => worst.is_some_and(|level| level <= Level::Warning),
        FailOn::Info => worst.is_some(),
    };
    if fails { Status::Findings } else { Status::Clean }
}

/// One line on standard error; nothing where all is well and nobody looks.
fn summary(analysis: &Analysis, checked: usize, format: Format) {
    let count = |level: Level| analysis.diagnostics.iter().filter(|found| found.level == level).count();
    let (errors, warnings, infos) = (count(Level::Error), count(Level::Warning), count(Level::Info));
    let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let files = plural(checked, "file");
    if analysis.diagnostics.is_empty() {
        if std::io::stderr().is_terminal() && checked > 0 && format == Format::Full {
            anstream::eprintln!("All checks passed: {files}");
        }
        return;
    }
    let infos = if infos > 0 { format!(", {}", plural(infos, "info")) } else { String::new() };
    anstream::eprintln!("{}, {}{infos} in {files}", plural(errors, "error"), plural(warnings, "warning"));
}
