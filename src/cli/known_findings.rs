//! Arguments for projects with known findings: baselines, suppressions, and checks of changed files only.

use camino::Utf8PathBuf;
use clap::Args;

use crate::config::{Setting, SettingValue};
use crate::host::{Host, ReadError};
use crate::session::{allow, baseline};
use crate::{Analysis, Options};

use super::Status;
use super::loading::path;
use super::render::plural;

#[derive(Debug, Args)]
pub(super) struct KnownFindings {
    /// Baseline file with known findings that are not reported again (repeatable)
    #[arg(long, help_heading = "Known findings and changes", value_name = "FILE", value_parser = path())]
    baseline: Vec<Utf8PathBuf>,

    /// Write all findings to a baseline file
    #[arg(
        long,
        help_heading = "Known findings and changes",
        value_name = "FILE",
        conflicts_with = "add_allow"
    )]
    pub(super) write_baseline: Option<Utf8PathBuf>,

    /// Only check files that changed since the last commit, and files that import them
    #[arg(long, help_heading = "Known findings and changes")]
    changed: bool,

    /// Like `--changed`, but compare with this commit, branch or tag
    #[arg(long, help_heading = "Known findings and changes", value_name = "REF")]
    since: Option<String>,

    /// Add comments to the files that suppress the findings
    #[arg(long, help_heading = "Known findings and changes", requires = "reason")]
    pub(super) add_allow: bool,

    /// With `--add-allow`: why the findings are accepted
    #[arg(long, help_heading = "Known findings and changes", value_name = "TEXT", requires = "add_allow", value_parser = reason)]
    reason: Option<String>,
}

fn reason(text: &str) -> Result<String, String> {
    let text: Vec<&str> = text.split_whitespace().collect();
    if text.iter().any(|word| word.contains(char::is_alphanumeric)) {
        Ok(text.join(" "))
    } else {
        Err("expected a reason".to_owned())
    }
}

impl KnownFindings {
    /// Applies the arguments to `options`; fails with a message if they are not valid.
    pub(super) fn add(&self, options: &mut Options, host: &dyn Host) -> Result<(), String> {
        for path in &self.baseline {
            options.given.push(Setting::given("baseline", SettingValue::Path(path.clone())));
        }
        options.no_baseline = self.write_baseline.is_some();
        if self.add_allow {
            options.keeps = crate::Keeps::Written;
        }
        if self.changed || self.since.is_some() {
            let changes = host.changes(self.since.as_deref());
            options.changes = Some(
                changes
                    .map_err(|reason| format!("`--changed` cannot determine the changed files: {reason}"))?,
            );
        }
        Ok(())
    }

    /// Writes all findings to the baseline at `path`.
    pub(super) fn write(path: &Utf8PathBuf, host: &dyn Host, analysis: &mut Analysis) -> Status {
        let failure = |problem: String| {
            anstream::eprintln!("error: {problem}");
            Status::Failure
        };
        let previous = match host.read(path, u64::MAX - 1) {
            Ok(bytes) => match baseline::parse(&String::from_utf8_lossy(&bytes)) {
                Ok(previous) => previous,
                Err(reason) => return failure(format!("`{path}` exists and is not a baseline: {reason}")),
            },
            Err(ReadError::Missing) => Vec::new(),
            Err(_) => return failure(format!("cannot read `{path}`")),
        };
        let (text, count) = baseline::text(host, analysis, &previous);
        if let Err(reason) = host.write(path, text.as_bytes()) {
            return failure(format!("cannot write `{path}`: {reason}"));
        }
        let Analysis { graph, diagnostics, .. } = analysis;
        diagnostics.retain(|diagnostic| graph.get(diagnostic.primary.span.file).is_none());
        anstream::eprintln!("{} written to {path}", plural(count, "finding"));
        Status::Clean
    }

    /// Adds comments that suppress the findings to the files.
    pub(super) fn allow(&self, host: &dyn Host, analysis: &Analysis) -> Status {
        let edited = allow::edit(analysis, self.reason.as_deref().unwrap_or_default());
        let (mut comments, mut files) = (0, 0);
        for file in edited {
            let id = file.id;
            let path = &analysis.graph.file(id).identity;
            if let Err(reason) = host.write(path, file.text.as_bytes()) {
                let shown = &analysis.sources().get(id).path;
                anstream::eprintln!("error: cannot write `{shown}`: {reason}");
                return Status::Failure;
            }
            comments += file.comments;
            files += 1;
        }
        anstream::eprintln!("{} added in {}", plural(comments, "comment"), plural(files, "file"));
        Status::Clean
    }
}

/// The maximum number of obsolete baseline entries that are listed.
const MAX_NAMED_ENTRIES: usize = 5;

/// Prints how many findings the baselines hide, and which of their entries no longer occur.
pub(super) fn report_baseline(analysis: &Analysis) {
    let effect = &analysis.baseline;
    if effect.hidden > 0 {
        anstream::eprintln!("{} in the baseline, not shown", plural(effect.hidden, "finding"));
    }
    if effect.gone.is_empty() {
        return;
    }
    let count = plural(effect.gone.len(), "baseline finding");
    let (occurs, it) = if effect.gone.len() == 1 { ("occurs", "it") } else { ("occur", "them") };
    anstream::eprintln!("info: {count} no longer {occurs}; run `--write-baseline` to remove {it}");
    for entry in effect.gone.iter().take(MAX_NAMED_ENTRIES) {
        anstream::eprintln!("  {}: [{}] {}", entry.file, entry.code, entry.message);
    }
    if effect.gone.len() > MAX_NAMED_ENTRIES {
        anstream::eprintln!("  and {} more", effect.gone.len() - MAX_NAMED_ENTRIES);
    }
}
