//! `tosca check --fix`

use std::io::Write as _;

use clap::Args;

use crate::diagnostics::Diagnostic;
use crate::host::{AtomicFile, Disk, Overlay};
use crate::session::{self, FixedFiles};
use crate::{Analysis, Options};

use super::render::plural;
use super::terminal::Look;
use super::{Status, text_diff, written};

#[derive(Debug, Args)]
pub(super) struct Fixing {
    /// Apply the safe fixes of findings, then print what remains
    #[arg(long, help_heading = "Fixes")]
    pub(super) fix: bool,

    /// Also apply fixes that choose among possible names or values
    #[arg(long, requires = "fix", help_heading = "Fixes")]
    unsafe_fixes: bool,

    /// Only print what the fixes would change; the exit code is 1 if there are changes
    #[arg(long, requires = "fix", help_heading = "Fixes")]
    diff: bool,
}

impl Fixing {
    /// Applies fixes in `host` and, unless only the differences are wanted, on disk. Returns the analysis of the fixed
    /// files, or the status if the command ends here.
    pub(super) fn run(
        &self,
        host: &mut Overlay<'_>,
        disk: &Disk,
        options: &Options,
        analysis: Analysis,
        look: &Look,
    ) -> Result<Analysis, Status> {
        let (fixed, analysis) = session::fix(host, options, analysis, self.unsafe_fixes);
        for (path, title) in &fixed.left_out {
            anstream::eprintln!(
                "warning: `{path}` would not be right with the fix to {title}, which is left out"
            );
        }
        if self.diff {
            return Err(print_differences(&fixed, look));
        }
        for (identity, file) in &fixed.files {
            if let Err(error) = AtomicFile::replace(&disk.real_path(identity), file.after().as_bytes()) {
                anstream::eprintln!("error: cannot write `{}`: {}", file.path, crate::host::reason(&error));
                return Err(Status::Failure);
            }
        }
        if !fixed.files.is_empty() {
            let (findings, files) = (plural(fixed.count(), "finding"), plural(fixed.files.len(), "file"));
            anstream::eprintln!("{findings} fixed in {files}");
        }
        Ok(analysis)
    }

    /// Prints how many of the findings have fixes that were not applied.
    pub(super) fn report_remaining(&self, diagnostics: &[Diagnostic]) {
        let count = |with_unsafe| {
            let can_be_fixed = |finding: &&Diagnostic| finding.fix_to_apply(with_unsafe).is_some();
            diagnostics.iter().filter(can_be_fixed).count()
        };
        let safe = if self.fix { 0 } else { count(false) };
        let with_unsafe = if self.unsafe_fixes { 0 } else { count(true) - count(false) };
        match (safe, with_unsafe) {
            (0, 0) => {}
            (safe, 0) => anstream::eprintln!("[*] {} fixable with `--fix`", plural(safe, "finding")),
            (0, more) => {
                anstream::eprintln!("{} fixable with `--fix --unsafe-fixes`", plural(more, "finding"));
            }
            (safe, more) => {
                anstream::eprintln!(
                    "[*] {} fixable with `--fix`, {more} more with `--unsafe-fixes`",
                    plural(safe, "finding")
                );
            }
        }
    }
}

fn print_differences(fixed: &FixedFiles, look: &Look) -> Status {
    let mut out = std::io::stdout().lock();
    let write = |file: &session::FixedFile| {
        text_diff::write(&mut out, &file.path, &file.before, file.after(), "fixed", look)
    };
    let result = fixed.files.values().try_for_each(write).and_then(|()| std::io::stdout().flush());
    if written(result, "the differences") == Status::Failure {
        return Status::Failure;
    }
    if fixed.files.is_empty() {
        return Status::Clean;
    }
    let (findings, files) = (plural(fixed.count(), "finding"), plural(fixed.files.len(), "file"));
    anstream::eprintln!("{findings} would be fixed in {files}");
    Status::Findings
}
