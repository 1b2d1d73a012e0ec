//! `tosca lower`

mod project;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;

use camino::Utf8Path;
use clap::{Args, ValueEnum};

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::{Dialect, rule_words};
use crate::host::{Archives, Disk, Entry, Host, Limits};
use crate::load::{is_meta_file, lowered_meta};
use crate::migrate::{self, LoweredFile};
use crate::{Analysis, Options, analyze};

use super::destination::Destination;
use super::loading::{self, Loading};
use super::{Status, written};

/// Converts a file of an earlier version or a dialect to TOSCA 2.0.
///
/// Comments stay at their entries. Parts that have no equivalent in TOSCA 2.0 are moved to `metadata` and
/// reported on standard error. A TOSCA 2.0 file is printed unchanged. In the `TOSCA.meta` of an archive, only the
/// version changes. A directory or archive of definitions in XML becomes a project in the directory that `-o` names,
/// with a file for each namespace and each service.
#[derive(Debug, Args)]
pub(super) struct Lower {
    /// File to convert, or a directory or archive with definitions in XML
    #[arg(value_name = "FILE")]
    file: OsString,

    /// Target version
    #[arg(long, value_enum, default_value_t = To::Tosca2, value_name = "VERSION")]
    to: To,

    #[command(flatten)]
    destination: Destination,

    /// List the conversion rule of each changed line instead of printing the file
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// TOSCA 2.0
    #[value(name = "tosca_2_0")]
    Tosca2,
}

/// Returns the options for converting files.
pub(super) fn options(loading: &Loading) -> Options {
    let mut options = loading.options();
    options.keeps = crate::Keeps::Written;
    options
}

pub(super) fn run(arguments: &Lower) -> Status {
    let To::Tosca2 = arguments.to;
    let disk = Disk::new();
    let mut options = options(&arguments.loading);
    let path = disk.known_path(arguments.file.clone());
    options.load.paths = vec![path.clone()];
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    if is_meta_file(&path) {
        return lower_meta(arguments, &disk, &path);
    }
    let archives = Archives::new(&disk, options.load.limits.clone());
    let analysis = analyze(&disk, &options);
    let has_several = disk.entry(&path) == Some(Entry::Directory) || archives.archive(&path).is_some();
    if has_several && migrate::is_in_xml(&analysis) {
        return project::lower(arguments, &archives, &options, &path);
    }
    let is_requested: Vec<_> = analysis.graph.files.iter().filter(|file| file.is_requested).collect();
    let [file] = is_requested[..] else {
        anstream::eprintln!("error: pass a single file; use `tosca migrate` for projects");
        return Status::Failure;
    };
    if file.dialect() != Dialect::Tosca2 || file.tree().is_damaged() {
        let name = arguments.file.display();
        anstream::eprintln!("error: `{name}` cannot be read as TOSCA; run `tosca check {name}` to see why");
        return Status::Failure;
    }
    if loading::report_undecided_variants(&analysis) {
        return Status::Failure;
    }
    let lowered = migrate::lower(&analysis, file.id);
    if lowered.applied.is_empty() {
        anstream::eprintln!("note: `{path}` needs no conversion");
    }
    let status = report_open_points(&analysis, file.id, &lowered);
    let explained = arguments.explain.then(|| explained(&analysis, file.id, &lowered));
    write_result(arguments, &lowered.text, explained.as_deref(), status)
}

/// Writes the text to its target, and prints the explanation.
fn write_result(arguments: &Lower, text: &str, explained: Option<&str>, status: Status) -> Status {
    let destination = &arguments.destination;
    let is_written = explained.is_none() || destination.file().is_some();
    let mut result = if is_written { destination.write_text(text, "the text") } else { Status::Clean };
    if let Some(explained) = explained.filter(|_| result != Status::Failure) {
        result = written(std::io::stdout().write_all(explained.as_bytes()), "the explanation");
    }
    result.with_errors(status == Status::Findings)
}

/// Converts the meta file of an archive.
fn lower_meta(arguments: &Lower, disk: &Disk, path: &Utf8Path) -> Status {
    let Some((text, lowered)) = read_meta(disk, path) else {
        anstream::eprintln!("error: `{path}` cannot be read");
        return Status::Failure;
    };
    let explained =
        arguments.explain.then(|| lowered.as_ref().map(|_| explained_meta(path)).unwrap_or_default());
    write_result(arguments, &lowered.unwrap_or(text), explained.as_deref(), Status::Clean)
}

/// Returns the text of a meta file, and its TOSCA 2.0 form if that differs.
pub(super) fn read_meta(host: &dyn Host, path: &Utf8Path) -> Option<(String, Option<String>)> {
    let text = String::from_utf8(host.read(path, Limits::default().bytes).ok()?).ok()?;
    let lowered = lowered_meta(&text);
    Some((text, lowered))
}

pub(super) fn explained_meta(path: &Utf8Path) -> String {
    format!("{path}: L36 {}\n", rule_words("L36"))
}

/// Prints the places that need a hand, and a warning if the file has errors.
fn report_open_points(analysis: &Analysis, file: FileId, lowered: &LoweredFile) -> Status {
    let source = analysis.sources().get(file);
    for point in &lowered.open {
        let position = source.position(point.span.start);
        anstream::eprintln!("{}:{}:{}: {}", source.path, position.line, position.column, point.reason);
    }
    let is_error =
        |diagnostic: &Diagnostic| diagnostic.level == Level::Error && diagnostic.primary.span.file == file;
    if analysis.diagnostics.iter().any(is_error) {
        anstream::eprintln!("warning: the file has errors; run `tosca check` to see them");
        return Status::Findings;
    }
    Status::Clean
}

/// Lists the conversion rules that were applied, by line.
pub(super) fn explained(analysis: &Analysis, file: FileId, lowered: &LoweredFile) -> String {
    let source = analysis.sources().get(file);
    let mut text = String::new();
    let mut last = None;
    for applied in &lowered.applied {
        let line = source.position(applied.span.start).line;
        if last.replace((line, applied.rule)) == Some((line, applied.rule)) {
            continue;
        }
        let _ = writeln!(text, "{}:{line}: {} {}", source.path, applied.rule, rule_words(applied.rule));
    }
    text
}
