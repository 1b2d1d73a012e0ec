//! `tosca check`

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;

use crate::base::AnalysisBudget;
use crate::diagnostics::{Diagnostic, Level};
use crate::host::{Disk, Host, Limits, Overlay};
use crate::session::{self, analyze_with_progress};
use crate::{Analysis, Options, analyze};

use super::Status;
use super::fixing::Fixing;
use super::known_findings::{self, KnownFindings};
use super::loading::{self, Loading};
use super::output::{Output, Target};
use super::render::{self, Report, Summary, plural};
use super::settings::{self, CheckSettings};
use super::watch;

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, directories or globs; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<OsString>,

    /// Check again whenever a file changes, until interrupted
    #[arg(long, short, conflicts_with_all = ["fix", "show_settings", "show_files", "write_baseline", "add_allow"])]
    watch: bool,

    #[command(flatten)]
    output: Output,

    /// Path to assume for standard input
    #[arg(long, value_name = "PATH", value_parser = loading::path())]
    stdin_filename: Option<Utf8PathBuf>,

    #[command(flatten)]
    settings: CheckSettings,

    #[command(flatten)]
    loading: Loading,

    #[command(flatten)]
    known_findings: KnownFindings,

    #[command(flatten)]
    fixing: Fixing,

    /// Time limit in seconds for analyzing all variants of a variable template; 0 skips the analysis [default:
    /// a fixed amount of work, for reproducible results]
    #[arg(long, value_name = "SECONDS", help_heading = "Limits")]
    variant_time: Option<u64>,

    /// Print the effective settings for the first path, with their origin
    #[arg(long, help_heading = "Configuration")]
    show_settings: bool,

    /// Print the files to check
    #[arg(long, help_heading = "Configuration", conflicts_with = "show_settings")]
    show_files: bool,
}

pub(super) fn run(arguments: &Check) -> Status {
    match check(arguments) {
        Ok(status) => status,
        Err(problem) => {
            anstream::eprintln!("error: {problem}");
            Status::Failure
        }
    }
}

fn check(arguments: &Check) -> Result<Status, String> {
    let disk = Disk::new();
    let mut host = Overlay::new(&disk);
    let mut options = arguments.loading.options();
    options.keeps = crate::Keeps::Diagnostics;
    arguments.settings.add(&mut options.given, &disk)?;
    arguments.known_findings.add(&mut options, &disk)?;
    options.budget = match arguments.variant_time {
        None => AnalysisBudget::Fixed,
        Some(0) => AnalysisBudget::Nothing,
        Some(seconds) => {
            let (start, time) = (Instant::now(), Duration::from_secs(seconds));
            AnalysisBudget::Until(Arc::new(move || start.elapsed() >= time))
        }
    };
    let name = |path: &OsString| match disk.known_path(path.clone()) {
        path if path == "-" => stdin_name(arguments),
        path => path,
    };
    options.load.paths = arguments.paths.iter().map(name).collect();
    let settings = session::settings(&disk, &options);
    let targets = match arguments.output.targets(&settings) {
        Ok(targets) => targets,
        Err(problem) => return Ok(problem.report()),
    };
    if arguments.paths.iter().any(|path| path == "-") {
        let max_bytes = settings.number("max-file-size").unwrap_or(Limits::default().bytes);
        let Some(content) = loading::standard_input(max_bytes) else { return Ok(Status::Failure) };
        host.add(&stdin_name(arguments), content);
    }
    if !loading::all_there(&host, &options) {
        return Ok(Status::Failure);
    }
    if arguments.watch {
        if arguments.paths.iter().any(|path| path == "-") {
            return Err("`--watch` checks files, not standard input".to_owned());
        }
        return watch::run(&disk, &options, &mut |analysis| print(arguments, &targets, analysis));
    }
    let mut times = Times::default();
    let mut analysis = analyze_with_progress(&host, &options, &mut |phase| times.begin(phase));
    times.end();
    if arguments.output.verbose {
        print_read_files(&analysis, &times);
    }
    if arguments.show_settings {
        return show_settings(&host, &options, &analysis);
    }
    if arguments.show_files {
        return show_files(&analysis);
    }
    if arguments.fixing.fix {
        if arguments.paths.iter().any(|path| path == "-") {
            return Err("`--fix` changes files, not standard input".to_owned());
        }
        let look = arguments.output.look();
        analysis = match arguments.fixing.run(&mut host, &disk, &options, analysis, &look) {
            Ok(analysis) => analysis,
            Err(status) => return Ok(status),
        };
    }
    if let Some(path) = &arguments.known_findings.write_baseline
        && KnownFindings::write(path, &host, &mut analysis) == Status::Failure
    {
        return Ok(Status::Failure);
    }
    if arguments.known_findings.add_allow {
        if arguments.known_findings.allow(&host, &analysis) == Status::Failure {
            return Ok(Status::Failure);
        }
        // Findings that could not be suppressed are reported as usual.
        analysis = analyze(&host, &options);
    }
    let status = print(arguments, &targets, &analysis);
    // The process ends here, and the system frees its memory at once.
    std::mem::forget(analysis);
    Ok(status)
}

fn show_settings(host: &dyn Host, options: &Options, analysis: &Analysis) -> Result<Status, String> {
    let path = options.load.paths.first().map_or(Utf8Path::new("."), |path| path);
    let mut text = Vec::new();
    let identity = host.identity(path);
    let shown = settings::show(&mut text, &analysis.settings, analysis.sources(), host, &identity);
    shown.map_err(|error| error.to_string())?;
    let status = print_text(&text);
    print_configuration_findings(analysis)?;
    Ok(if has_configuration_errors(analysis) { Status::Failure } else { status })
}

/// Returns the findings in configurations and baselines.
fn configuration_findings(analysis: &Analysis) -> impl Iterator<Item = &Diagnostic> {
    let in_settings = |diagnostic: &&Diagnostic| analysis.graph.get(diagnostic.primary.span.file).is_none();
    analysis.diagnostics.iter().filter(in_settings)
}

/// Whether a configuration or baseline has errors: the effective settings may not be those that it is meant to have.
fn has_configuration_errors(analysis: &Analysis) -> bool {
    configuration_findings(analysis).any(|diagnostic| diagnostic.level == Level::Error)
}

/// Prints the findings in configurations and baselines on standard error.
fn print_configuration_findings(analysis: &Analysis) -> Result<(), String> {
    let mut lines = Vec::new();
    let result = configuration_findings(analysis)
        .try_for_each(|diagnostic| render::concise::line(&mut lines, analysis.sources(), diagnostic));
    result.map_err(|error| error.to_string())?;
    anstream::eprint!("{}", String::from_utf8_lossy(&lines));
    Ok(())
}

fn show_files(analysis: &Analysis) -> Result<Status, String> {
    let mut text = Vec::new();
    for file in analysis.checked() {
        writeln!(text, "{}", analysis.sources().get(file.id).path).map_err(|error| error.to_string())?;
    }
    let status = print_text(&text);
    if analysis.graph.files.is_empty() {
        warn_of_no_files(analysis);
    }
    print_configuration_findings(analysis)?;
    Ok(if has_configuration_errors(analysis) { Status::Failure } else { status })
}

fn print_text(text: &[u8]) -> Status {
    match std::io::stdout().write_all(text) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            anstream::eprintln!("error: cannot write to standard output: {error}");
            Status::Failure
        }
        _ => Status::Clean,
    }
}

/// Returns ` (2 files skipped, 1 excluded)`, or an empty string if both numbers are 0.
pub(super) fn skipped_files(skipped: usize, excluded: usize) -> String {
    match (skipped, excluded) {
        (0, 0) => String::new(),
        (_, 0) => format!(" ({} skipped)", plural(skipped, "file")),
        (0, _) => format!(" ({} excluded)", plural(excluded, "file")),
        _ => format!(" ({} skipped, {excluded} excluded)", plural(skipped, "file")),
    }
}

/// Warns that nothing was checked. It does not fail: a project may not have any TOSCA files yet.
fn warn_of_no_files(analysis: &Analysis) {
    let (skipped, excluded) = (analysis.graph.skipped, analysis.graph.excluded);
    anstream::eprintln!("warning: no TOSCA files found{}", skipped_files(skipped, excluded));
    for (path, language) in &analysis.graph.foreign {
        anstream::eprintln!("note: `{path}` is {language}");
    }
    if skipped + analysis.graph.excluded == 0 {
        anstream::eprintln!("help: run `tosca init` to create one");
    } else if skipped == 0 {
        anstream::eprintln!("help: `exclude` leaves the files out; files passed by name are always checked");
    } else {
        anstream::eprintln!(
            "help: a TOSCA file starts with `tosca_definitions_version`; files passed by name are always checked"
        );
    }
}

fn stdin_name(arguments: &Check) -> Utf8PathBuf {
    arguments.stdin_filename.clone().unwrap_or_else(|| Utf8PathBuf::from("<stdin>"))
}

fn print(arguments: &Check, targets: &[Target], analysis: &Analysis) -> Status {
    let mut summary = Summary::new(&analysis.diagnostics, analysis.checked().count());
    summary.fails = settings::failing_level(&analysis.settings);
    if let Err(problem) = arguments.output.write(&Report::new(analysis, &summary), targets) {
        return problem.report();
    }
    if !arguments.output.quiet {
        print_summary(&summary, analysis, targets);
        known_findings::report_baseline(analysis);
        if arguments.output.prints_sources(targets) {
            arguments.fixing.report_remaining(&analysis.diagnostics);
            refer_to_pages(&analysis.diagnostics);
            if analysis.baseline.hidden == 0 {
                suggest_baseline(&summary);
            }
        }
    }
    if analysis.graph.files.is_empty() {
        warn_of_no_files(analysis);
    }
    if has_configuration_errors(analysis) {
        return Status::Failure;
    }
    let worst = analysis.diagnostics.iter().map(|diagnostic| diagnostic.level).min();
    let fails = worst.is_some_and(|worst| summary.fails.is_some_and(|level| worst <= level));
    if fails { Status::Findings } else { Status::Clean }
}

/// Prints a one-line summary on standard error, unless there are no findings and standard error is not a
/// terminal.
fn print_summary(summary: &Summary, analysis: &Analysis, targets: &[Target]) {
    if !analysis.diagnostics.is_empty() {
        anstream::eprintln!("{}", summary.sentence());
    } else if std::io::stderr().is_terminal()
        && summary.files > 0
        && targets.iter().all(|target| target.is_text() || target.is_file())
    {
        anstream::eprintln!("All checks passed: {}", plural(summary.files, "file"));
    }
}

/// Prints how to get the page of a rule, with the first of the most serious findings as the example.
fn refer_to_pages(diagnostics: &[Diagnostic]) {
    if let Some(diagnostic) = diagnostics.iter().min_by_key(|diagnostic| diagnostic.level) {
        anstream::eprintln!("for more: tosca explain {}", diagnostic.rule.name);
    }
}

/// The number of errors above which it is hard to fix all of them at once.
const MANY_ERRORS: usize = 100;

/// Prints how to start with a project that has many errors.
fn suggest_baseline(summary: &Summary) {
    if summary.errors > MANY_ERRORS {
        anstream::eprintln!(
            "to report only new findings: tosca check --write-baseline FILE, later tosca check --baseline FILE"
        );
    }
}

fn print_read_files(analysis: &Analysis, times: &Times) {
    for (_, source) in analysis.sources().iter() {
        anstream::eprintln!("read {}", source.path);
    }
    let are = |count: usize| if count == 1 { "is" } else { "are" };
    let (skipped, excluded) = (analysis.graph.skipped, analysis.graph.excluded);
    anstream::eprintln!("skipped {} that {} not TOSCA", plural(skipped, "file"), are(skipped));
    if excluded > 0 {
        anstream::eprintln!("skipped {} that {} excluded", plural(excluded, "file"), are(excluded));
    }
    if analysis.suppressed > 0 {
        anstream::eprintln!("{} suppressed by comments", plural(analysis.suppressed, "finding"));
    }
    for (phase, time) in &times.phases {
        anstream::eprintln!("{phase}: {:.1} ms", time.as_secs_f64() * 1000.0);
    }
}

/// The time that each phase took.
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
