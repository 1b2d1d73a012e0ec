//! The command line: arguments in, text out.
//!
//! Input: arguments, standard input and the disk. Output: diagnostics on standard output, summaries and
//! progress on standard error, and an exit code: 0 clean, 1 findings, 2 if the command could not do its work.
//! The only module that prints.

mod arguments;
mod check;
mod completions;
mod csar;
mod destination;
mod diff;
mod eval;
mod examples;
mod explain;
mod fixing;
mod fmt;
mod graph;
mod hints;
mod init;
mod known_findings;
mod loading;
mod lower;
#[cfg(feature = "lsp")]
mod lsp;
mod man;
mod migrate;
#[cfg(feature = "network")]
mod network;
#[cfg(not(feature = "variability"))]
mod no_variants;
mod normalize;
mod output;
mod pager;
mod pages;
mod panics;
mod profile;
mod render;
mod rules;
mod settings;
mod show;
mod terminal;
mod text_diff;
#[cfg(feature = "variability")]
mod variability;
#[cfg(feature = "network")]
mod vendor;
mod version;
mod watch;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::host::Disk;

use arguments::{Arguments, Command};
#[cfg(not(feature = "variability"))]
use no_variants as pictures;
#[cfg(feature = "variability")]
use variability::{features, pictures};

/// How a run ended: the same for all commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// There are no findings.
    Clean,
    /// There are findings or differences; a result was written although its files have errors.
    Findings,
    /// The command could not do its work: there is no result, because of wrong arguments, settings or files.
    Failure,
}

impl Status {
    /// Returns the status of a command whose files have errors, unless it failed otherwise.
    fn with_errors(self, has_errors: bool) -> Self {
        if has_errors && self == Status::Clean { Status::Findings } else { self }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(match status {
            Status::Clean => 0,
            Status::Findings => 1,
            Status::Failure => 2,
        })
    }
}

/// Returns the status after writing `what`. A closed pipe is not a failure, unlike a full disk.
fn written(result: std::io::Result<()>, what: &str) -> Status {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            anstream::eprintln!("error: cannot write {what}: {}", crate::host::reason(&error));
            Status::Failure
        }
        _ => Status::Clean,
    }
}

/// Removes the tip to put `--` before an unknown flag: hardly any file has such a name.
fn remove_escape_tip(error: &mut clap::Error) {
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().starts_with("to pass "));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
}

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(mut error) => {
            remove_escape_tip(&mut error);
            let hint = hints::for_error(&mut error, &std::env::args_os().collect::<Vec<_>>());
            let _ = error.print();
            if let Some(hint) = hint {
                anstream::eprintln!("\nhelp: use `{hint}`");
            }
            if error.kind() == ErrorKind::InvalidSubcommand
                && let Some(path) = std::env::args_os().nth(1).filter(|path| Path::new(path).exists())
            {
                anstream::eprintln!(
                    "\nhelp: to check the file, run: tosca check {}",
                    Disk::new().known_path(path)
                );
            }
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    panics::install();
    let run = || match &arguments.command {
        Command::Check(check) => check::run(check),
        Command::Normalize(normalize) => normalize::run(normalize),
        Command::Show(show) => show::run(show),
        Command::Graph(graph) => graph::run(graph),
        Command::Profile(profile) => profile::run(profile),
        Command::Eval(eval) => eval::run(eval),
        Command::Diff(diff) => diff::run(diff),
        Command::Csar(csar) => csar::run(csar),
        Command::Fmt(format) => fmt::run(format),
        Command::Lower(lower) => lower::run(lower),
        Command::Migrate(migrate) => migrate::run(migrate),
        Command::Explain(explain) => explain::run(explain),
        Command::Rules(rules) => rules::run(rules),
        #[cfg(feature = "variability")]
        Command::Resolve(resolve) => variability::resolve::run(resolve),
        #[cfg(feature = "variability")]
        Command::Variants(variants) => variability::variants::run(variants),
        #[cfg(feature = "network")]
        Command::Vendor(vendor) => vendor::run(vendor),
        Command::Init(init) => init::run(init),
        #[cfg(feature = "lsp")]
        Command::Lsp(lsp) => lsp::run(lsp),
        Command::Completions(completions) => completions::run(completions),
        Command::Man(manual) => man::run(manual),
        Command::Version(version) => version::run(version),
    };
    match std::panic::catch_unwind(run) {
        Ok(status) => status.into(),
        Err(_) => {
            panics::ask_for_report();
            Status::Failure.into()
        }
    }
}
