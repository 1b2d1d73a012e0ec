//! Output formats for diagnostics: one module per format, each a function from a report to bytes on a writer.

mod agent;
mod azure;
pub(super) mod changes;
mod checkstyle;
pub(super) mod concise;
pub(super) mod difference;
mod github;
mod gitlab;
mod grouped;
pub(super) mod human;
mod json;
mod jsonl;
mod junit;
mod locations;
mod pylint;
mod rdjson;
mod sarif;
mod source;
pub(super) mod statistics;

use std::io::{self, Write};

use camino::Utf8Path;
use clap::ValueEnum;

use crate::Analysis;
use crate::base::{FileId, Sources, parallel};
use crate::diagnostics::{Diagnostic, Level, LocatedDiagnostic};
use crate::session::Elements;

pub(super) use human::{RESET, style};

use super::terminal::Look;

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The source of each finding, with help
    Full,
    /// One line per finding
    Concise,
    /// One line per finding, grouped by file
    Grouped,
    /// A single JSON document
    Json,
    /// One JSON document per finding and line
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// GitHub Actions annotations
    Github,
    /// GitLab code quality report
    Gitlab,
    /// Azure Pipelines issues
    Azure,
    /// JUnit XML, for test reports
    Junit,
    /// Checkstyle XML, for build servers
    Checkstyle,
    /// Lines of Pylint, for build servers
    Pylint,
    /// Diagnostic format of reviewdog
    Rdjson,
    /// Short text for coding agents
    Agent,
}

/// The name and version of this tool, as in machine-readable formats.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(super) struct Tool {
    name: &'static str,
    version: &'static str,
}

pub(super) const TOOL: Tool = Tool { name: "tosca", version: env!("CARGO_PKG_VERSION") };

/// Findings with the context that readable formats show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Findings<'a> {
    /// The texts that the findings point into.
    pub(super) sources: &'a Sources,
    /// The findings, in order.
    pub(super) diagnostics: &'a [Diagnostic],
    /// The analysis that loaded the files, or `None` if only texts were read.
    analysis: Option<&'a Analysis>,
}

impl<'a> Findings<'a> {
    /// Creates findings in texts that were read without an analysis.
    pub(super) fn in_texts(sources: &'a Sources, diagnostics: &'a [Diagnostic]) -> Self {
        Self { sources, diagnostics, analysis: None }
    }

    /// Creates findings in the files of an analysis.
    pub(super) fn in_files(analysis: &'a Analysis, diagnostics: &'a [Diagnostic]) -> Self {
        Self { sources: analysis.sources(), diagnostics, analysis: Some(analysis) }
    }

    /// Returns the lookup for the elements that contain the findings.
    fn elements(self) -> Elements<'a> {
        Elements::new(self.analysis.map(|analysis| &*analysis.graph))
    }

    /// Returns the identity of a file on disk, or `None` if only texts are known.
    fn identity(&self, file: FileId) -> Option<&'a Utf8Path> {
        let analysis = self.analysis.filter(|analysis| !analysis.graph.files.is_empty());
        analysis.map(|analysis| analysis.identity(file))
    }
}

/// The number of files whose elements are looked up before their findings are written.
const MAX_FILES_AHEAD: usize = 256;

/// The reported findings of an analysis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report<'a> {
    pub(super) analysis: &'a Analysis,
    /// The findings, in order.
    pub(super) diagnostics: &'a [Diagnostic],
    pub(super) summary: &'a Summary,
    /// The number of findings at the end that are not shown.
    pub(super) hidden: usize,
}

/// The counts of findings, including those that are not shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// The number of checked files.
    pub(super) files: usize,
    pub(super) errors: usize,
    pub(super) warnings: usize,
    pub(super) infos: usize,
    /// The lowest level that makes the run fail.
    pub(super) fails: Option<Level>,
}

impl Summary {
    pub(super) fn new(diagnostics: &[Diagnostic], files: usize) -> Self {
        let mut summary = Self { files, ..Self::default() };
        for diagnostic in diagnostics {
            match diagnostic.level {
                Level::Error => summary.errors += 1,
                Level::Warning => summary.warnings += 1,
                Level::Info => summary.infos += 1,
            }
        }
        summary
    }

    /// `1 error, 2 warnings in 3 files`
    pub(super) fn sentence(&self) -> String {
        let infos = if self.infos > 0 { format!(", {}", plural(self.infos, "info")) } else { String::new() };
        let (errors, warnings) = (plural(self.errors, "error"), plural(self.warnings, "warning"));
        format!("{errors}, {warnings}{infos}; {} checked", plural(self.files, "file"))
    }
}

pub(super) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl<'a> Report<'a> {
    /// Creates a report of all findings of an analysis.
    pub(super) fn new(analysis: &'a Analysis, summary: &'a Summary) -> Self {
        Self { analysis, diagnostics: &analysis.diagnostics, summary, hidden: 0 }
    }

    pub(super) fn sources(&self) -> &'a Sources {
        self.analysis.sources()
    }

    /// Returns the number of findings in configurations, which come first.
    pub(super) fn in_settings(&self) -> usize {
        let is_in_settings =
            |diagnostic: &&Diagnostic| self.analysis.graph.get(diagnostic.primary.span.file).is_none();
        self.diagnostics.iter().take_while(is_in_settings).count()
    }

    /// Returns the findings that are shown, for readable formats.
    pub(super) fn findings(&self) -> Findings<'a> {
        Findings::in_files(self.analysis, self.shown())
    }

    /// Calls `write` with each finding that is shown, in order, until it fails. Lines and elements of several
    /// files are looked up in parallel.
    fn for_each_located<E>(
        &self,
        mut write: impl FnMut(&LocatedDiagnostic<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let by_file: Vec<&[Diagnostic]> = self
            .shown()
            .chunk_by(|first, second| first.primary.span.file == second.primary.span.file)
            .collect();
        let elements_in = |in_file: &&[Diagnostic]| -> Vec<Vec<&str>> {
            if let Some(first) = in_file.first() {
                self.sources().get(first.primary.span.file).lines();
            }
            let mut elements = self.findings().elements();
            in_file.iter().map(|diagnostic| elements.names(diagnostic.primary.span)).collect()
        };
        for batch in by_file.chunks(MAX_FILES_AHEAD) {
            let elements = parallel::map(batch, batch.len() > 1, elements_in);
            for (diagnostic, element) in batch.iter().copied().flatten().zip(elements.into_iter().flatten()) {
                write(&diagnostic.located(self.sources(), element))?;
            }
        }
        Ok(())
    }

    /// Returns the findings that are shown.
    pub(super) fn shown(&self) -> &'a [Diagnostic] {
        &self.diagnostics[..self.diagnostics.len() - self.hidden.min(self.diagnostics.len())]
    }
}

impl Format {
    /// Whether the format is text for people.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Full | Self::Concise | Self::Grouped | Self::Agent)
    }
}

/// Returns the message, with a mark if `tosca check --fix` fixes the finding.
fn marked_message(diagnostic: &Diagnostic) -> String {
    let mark = if diagnostic.fix_to_apply(false).is_some() { " [*]" } else { "" };
    format!("{}{mark}", diagnostic.message)
}

/// Returns the message followed by each help, with `between` before it.
fn with_help(diagnostic: &Diagnostic, between: &str) -> String {
    let mut text = diagnostic.message.to_string();
    for help in &diagnostic.help {
        text.push_str(between);
        text.push_str("help: ");
        text.push_str(help);
    }
    text
}

/// Writes a report.
pub(super) fn write(out: &mut dyn Write, report: &Report<'_>, format: Format, look: &Look) -> io::Result<()> {
    match format {
        Format::Full => human::write(out, report.findings(), look),
        Format::Concise => concise::write(out, report),
        Format::Grouped => grouped::write(out, report, look),
        Format::Json => json::write(out, report),
        Format::Jsonl => jsonl::write(out, report),
        Format::Sarif => sarif::write(out, report),
        Format::Github => github::write(out, report),
        Format::Gitlab => gitlab::write(out, report),
        Format::Azure => azure::write(out, report),
        Format::Checkstyle => checkstyle::write(out, report),
        Format::Pylint => pylint::write(out, report),
        Format::Junit => junit::write(out, report),
        Format::Rdjson => rdjson::write(out, report),
        Format::Agent => agent::write(out, report),
    }
}
