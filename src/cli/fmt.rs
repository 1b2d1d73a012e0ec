//! `tosca fmt`

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write};

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, ValueEnum};
use rayon::prelude::*;

use crate::Options;
use crate::base::{FileId, Source};
use crate::config::keys::LINE_WIDTHS;
use crate::config::{Configurations, Search, Setting, SettingValue};
use crate::diagnostics::{Diagnostic, Level};
use crate::format::{FormatOptions, LineRange, Refusal, format};
use crate::host::{AtomicFile, Disk, Host, Overlay};
use crate::load::{self, Texts};

use super::check::skipped_files;
use super::render::{Findings, human, plural};
use super::settings;
use super::terminal::{Color, Look};
use super::{Status, loading, text_diff, written};

/// Formats files: indentation, spaces, blank lines and quotes. Comments, anchors and names stay, and keynames
/// keep their order unless `--order standard` sorts them; the meaning never changes. Files that are not valid YAML
/// are skipped.
#[derive(Debug, Args)]
pub(super) struct Format {
    /// Files, directories or globs; `-` formats standard input to standard output
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<OsString>,

    /// Only list the files that would change; the exit code is 1 if there are any
    #[arg(long)]
    check: bool,

    /// Only print what would change; the exit code is 1 if there are changes
    #[arg(long)]
    diff: bool,

    /// Order of keynames [default: preserve]
    #[arg(long, value_enum, value_name = "ORDER")]
    order: Option<OrderName>,

    /// Maximum width of lines with brackets, 20 to 320 [default: only the author breaks lines]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(LINE_WIDTHS))]
    line_width: Option<u64>,

    /// Only format these lines of a single file, with the whole entries that they are part of
    #[arg(long, value_name = "START:END", value_parser = line_range)]
    range: Option<LineRange>,

    /// Files to skip when searching directories, as in `.gitignore` (repeatable)
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,

    /// Path to assume for standard input
    #[arg(long, value_name = "PATH", value_parser = loading::path())]
    stdin_filename: Option<Utf8PathBuf>,

    /// When to use colors
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OrderName {
    /// That of the author
    Preserve,
    /// That of the tables of the standard
    Standard,
}

/// Parses `START:END`; a single number is a range of one line.
fn line_range(text: &str) -> Result<LineRange, &'static str> {
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first >= 1 && first <= last => Ok(LineRange { first, last }),
        _ => Err("expected START:END, two line numbers in ascending order, starting at 1"),
    }
}

/// The result of formatting a text.
enum Outcome {
    Same,
    Changed(String),
    Skipped,
    Refused(Refusal),
}

pub(super) fn run(arguments: &Format) -> Status {
    match format_files(arguments) {
        Ok(status) => status,
        Err(problem) => {
            anstream::eprintln!("error: {problem}");
            Status::Failure
        }
    }
}

impl Format {
    /// Returns the settings from flags; fails with a message if they are not valid.
    fn settings(&self, host: &dyn Host) -> Result<Vec<Setting>, String> {
        let mut given = settings::excluded(&self.exclude, host)?;
        if let Some(order) = self.order.and_then(|order| order.to_possible_value()) {
            given.push(Setting::given("order", SettingValue::Text(order.get_name().to_owned())));
        }
        given.extend(self.line_width.map(|width| Setting::given("line-width", SettingValue::Number(width))));
        Ok(given)
    }
}

fn format_files(arguments: &Format) -> Result<Status, String> {
    let disk = Disk::new();
    let mut host = Overlay::new(&disk);
    let mut options = load::LoadOptions::default();
    let stdin = arguments.stdin_filename.clone().unwrap_or_else(|| Utf8PathBuf::from("<stdin>"));
    let mut reads_stdin = false;
    for path in &arguments.paths {
        let mut path = disk.known_path(path.clone());
        if path == "-" {
            if std::mem::replace(&mut reads_stdin, true) {
                continue;
            }
            let Some(content) = loading::standard_input(options.limits.bytes) else {
                return Ok(Status::Failure);
            };
            path.clone_from(&stdin);
            host.add(&path, content);
        }
        options.paths.push(path);
    }
    let run_options = Options { load: options.clone(), ..Options::default() };
    if !loading::all_there(&host, &run_options) {
        return Ok(Status::Failure);
    }
    let given = arguments.settings(&disk)?;
    let configurations = Configurations::new(&host, &Search::Nearest, &given);
    let texts = load::texts(&host, &options, &|path| configurations.excludes(path));
    if texts.sources.is_empty() {
        anstream::eprintln!("warning: no TOSCA files found{}", skipped_files(texts.skipped, texts.excluded));
        return Ok(Status::Clean);
    }
    if arguments.range.is_some() && texts.sources.iter().nth(1).is_some() {
        return Err("`--range` needs a single file".to_owned());
    }
    let options_of = |source: &Source| {
        let configuration = configurations.of_file(&source.path);
        FormatOptions { range: arguments.range, ..configuration.settings.format_options() }
    };
    let files: Vec<(FileId, &Source, FormatOptions)> =
        texts.sources.iter().map(|(id, source)| (id, source, options_of(source))).collect();
    if !are_valid(configurations) {
        return Ok(Status::Failure);
    }
    let outcomes = files.par_iter().map(|(id, source, format_options)| {
        if texts.unread.contains(id) {
            return Outcome::Skipped;
        }
        match format(&source.text, *id, &options.limits, format_options) {
            Ok(formatted) if formatted == *source.text => Outcome::Same,
            Ok(formatted) => Outcome::Changed(formatted),
            Err(refusal) => Outcome::Refused(refusal),
        }
    });
    let outcomes: Vec<Outcome> = outcomes.collect();
    Ok(finish(arguments, &disk, reads_stdin.then_some(&*stdin), texts, outcomes))
}

/// Whether no configuration that was read has errors; prints them otherwise.
fn are_valid(configurations: Configurations<'_>) -> bool {
    let (sources, diagnostics) = configurations.finish();
    let errors: Vec<Diagnostic> =
        diagnostics.into_iter().filter(|diagnostic| diagnostic.level == Level::Error).collect();
    let findings = Findings::in_texts(&sources, &errors);
    let _ = human::write(&mut std::io::stderr().lock(), findings, &Look::of_stderr());
    errors.is_empty()
}

/// Writes, lists or shows the changes, and reports files that could not be formatted.
fn finish(
    arguments: &Format,
    disk: &Disk,
    stdin: Option<&Utf8Path>,
    texts: Texts,
    outcomes: Vec<Outcome>,
) -> Status {
    let dry = arguments.check || arguments.diff;
    let mut out = std::io::stdout().lock();
    let look = Look::of_stdout(arguments.color);
    let (mut changed, mut same, mut skipped) = (0, 0, 0);
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut status = Status::Clean;
    let mut printed = Ok(());
    for ((_, source), outcome) in texts.sources.iter().zip(outcomes) {
        let is_stdin = stdin.is_some_and(|stdin| source.path == stdin);
        match outcome {
            Outcome::Same if is_stdin && !dry => {
                same += 1;
                printed = printed.and_then(|()| out.write_all(source.text.as_bytes()));
            }
            Outcome::Same => same += 1,
            Outcome::Changed(formatted) => {
                changed += 1;
                let result = if arguments.diff {
                    text_diff::write(&mut out, &source.path, &source.text, &formatted, "formatted", &look)
                } else if arguments.check {
                    writeln!(out, "{}", source.path)
                } else if is_stdin {
                    out.write_all(formatted.as_bytes())
                } else {
                    if let Err(error) =
                        AtomicFile::replace(&disk.real_path(&source.path), formatted.as_bytes())
                    {
                        anstream::eprintln!("error: cannot write `{}`: {error}", source.path);
                        status = Status::Failure;
                    }
                    Ok(())
                };
                printed = printed.and(result);
            }
            Outcome::Skipped => skipped += 1,
            Outcome::Refused(Refusal::NotYaml(problems)) => {
                skipped += 1;
                diagnostics.extend(problems.into_iter().filter(|problem| problem.level == Level::Error));
            }
            Outcome::Refused(Refusal::NotTheSame) => {
                skipped += 1;
                status = Status::Failure;
                anstream::eprintln!(
                    "error: formatting `{}` would change its meaning: this is a bug in tosca; please report it",
                    source.path
                );
            }
        }
    }
    if written(printed.and_then(|()| out.flush()), "the result") == Status::Failure {
        status = Status::Failure;
    }
    print_diagnostics(texts, diagnostics);
    if std::io::stderr().is_terminal() || changed + skipped > 0 {
        anstream::eprintln!("{}", summary(dry, changed, same, skipped));
    }
    match status {
        Status::Failure => Status::Failure,
        _ if skipped > 0 => Status::Failure,
        _ if dry && changed > 0 => Status::Findings,
        _ => Status::Clean,
    }
}

/// `2 files formatted, 1 file unchanged, 1 file skipped`
fn summary(dry: bool, changed: usize, same: usize, skipped: usize) -> String {
    let would = if dry { "would be formatted" } else { "formatted" };
    let parts = [(changed, would), (same, "unchanged"), (skipped, "skipped")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    parts.map(|(count, what)| format!("{} {what}", plural(*count, "file"))).collect::<Vec<_>>().join(", ")
}

/// Prints why files were skipped.
fn print_diagnostics(texts: Texts, more: Vec<Diagnostic>) {
    let mut diagnostics = texts.diagnostics;
    diagnostics.extend(more);
    diagnostics
        .sort_by_key(|diagnostic| (texts.sources.order(diagnostic.primary.span), diagnostic.rule.code));
    let findings = Findings::in_texts(&texts.sources, &diagnostics);
    let _ = human::write(&mut std::io::stderr().lock(), findings, &Look::of_stderr());
}
