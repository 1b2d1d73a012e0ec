//! `tosca check`

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use crate::diagnostics::Level;
use crate::dialects::Dialect;
use crate::host::{Disk, Overlay};
use crate::load::Inputs;
use crate::session::analyze_telling;
use crate::{Analysis, Options};

use super::Status;
use super::arguments::code;
use super::loading::{self, Loading};
use super::output::{Output, Target};
use super::render::{Report, Summary, plural};

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, directories or globs; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<OsString>,

    #[command(flatten)]
    output: Output,

    /// The lowest level that makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Error, value_name = "LEVEL")]
    fail_on: FailOn,

    /// The path that standard input stands for
    #[arg(long, value_name = "PATH", value_parser = loading::path())]
    stdin_filename: Option<Utf8PathBuf>,

    /// A YAML or JSON file with values for the inputs of the service templates
    #[arg(long, value_name = "FILE", value_parser = loading::path())]
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

impl FailOn {
    /// The least level that fails.
    fn level(self) -> Option<Level> {
        match self {
            FailOn::Never => None,
            FailOn::Error => Some(Level::Error),
            FailOn::Warning => Some(Level::Warning),
            FailOn::Info => Some(Level::Info),
        }
    }
}

pub(super) fn run(arguments: &Check) -> Status {
    let targets = match arguments.output.targets() {
        Ok(targets) => targets,
        Err(problem) => return problem.told(),
    };
    let disk = Disk::new();
    let mut host = Overlay::new(&disk);
    let mut options = options(arguments);
    for path in &arguments.paths {
        let mut path = disk.known_path(path.clone());
        if path == "-" {
            if host.holds(&stdin_name(arguments)) {
                continue;
            }
            let content = loading::standard_input(options.load.limits.bytes);
            let Some(content) = content else { return Status::Failure };
            path = stdin_name(arguments);
            host.add(&path, content);
        }
        options.load.paths.push(path);
    }
    if !loading::all_there(&host, &options.load) {
        return Status::Failure;
    }
    let mut times = Times::default();
    let analysis = analyze_telling(&host, &options, &mut |phase| times.begin(phase));
    times.end();
    if arguments.output.verbose {
        told_what_was_read(&analysis, &times);
    }
    print(arguments, &targets, &analysis)
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

fn print(arguments: &Check, targets: &[Target], analysis: &Analysis) -> Status {
    let checked =
        analysis.graph.files.iter().filter(|file| file.asked_for || file.dialect != Dialect::Foreign).count();
    let mut summary = Summary::of(&analysis.diagnostics, checked);
    summary.fails = arguments.fail_on.level();
    if let Err(problem) = arguments.output.write(&Report::of(analysis, &summary), targets) {
        return problem.told();
    }
    if !arguments.output.quiet {
        tell(&summary, analysis, targets);
    }
    if analysis.graph.files.is_empty() {
        anstream::eprintln!("error: no TOSCA files found ({} others passed over)", analysis.graph.skipped);
        if analysis.graph.skipped == 0 {
            anstream::eprintln!("help: `tosca init` writes one to start from");
        } else {
            anstream::eprintln!(
                "help: a TOSCA file starts with `tosca_definitions_version`; one that is named is checked"
            );
        }
        return Status::Failure;
    }
    let worst = analysis.diagnostics.iter().map(|found| found.level).min();
    let fails = worst.is_some_and(|worst| summary.fails.is_some_and(|level| worst <= level));
    if fails { Status::Findings } else { Status::Clean }
}

/// One line on standard error; nothing where all is well and nobody looks.
fn tell(summary: &Summary, analysis: &Analysis, targets: &[Target]) {
    if !analysis.diagnostics.is_empty() {
        anstream::eprintln!("{}", summary.sentence());
    } else if std::io::stderr().is_terminal()
        && summary.files > 0
        && targets.iter().all(|target| target.is_text() || target.is_file())
    {
        anstream::eprintln!("All checks passed: {}", plural(summary.files, "file"));
    }
}

fn told_what_was_read(analysis: &Analysis, times: &Times) {
    for file in &analysis.graph.files {
        anstream::eprintln!("read {}", analysis.sources().get(file.id).path);
    }
    anstream::eprintln!("passed over {} that are not TOSCA", plural(analysis.graph.skipped, "file"));
    for (phase, time) in &times.phases {
        anstream::eprintln!("{phase}: {:.1} ms", time.as_secs_f64() * 1000.0);
    }
}

/// How long each phase took.
#[derive(Default)]
struct Times {
    phases: Vec<(&'static str, Duration)>,
    running: Option<(&'static str, Instant)>,
}

impl Times {
    fn begin(&mut self, phase: &'static str) {
        self.end();
        self.running = Some((phase, Instant::now()));
    }

    fn end(&mut self) {
        if let Some((phase, start)) = self.running.take() {
            self.phases.push((phase, start.elapsed()));
        }
    }
}
