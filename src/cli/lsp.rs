//! `tosca lsp`

use std::io::IsTerminal as _;

use clap::Args;

use super::Status;

/// Runs the language server on standard input and output. Editors start it themselves.
#[derive(Debug, Args)]
pub(super) struct Lsp {
    /// Use standard input and output (always; accepted for editors that pass it)
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(super) fn run(arguments: &Lsp) -> Status {
    let Lsp { stdio: _ } = arguments;
    if std::io::stdin().is_terminal() {
        anstream::eprintln!("tosca lsp is waiting for an editor on standard input");
        anstream::eprintln!(
            "help: editors start it themselves, see docs/editors.md; to check files, run: tosca check"
        );
    }
    if crate::lsp::serve() { Status::Clean } else { Status::Findings }
}
