//! `tosca lsp`

use std::io::IsTerminal as _;

use clap::Args;

use super::Status;

/// Serves an editor over standard input and output, by the Language Server Protocol. Editors start this
/// themselves.
#[derive(Debug, Args)]
pub(super) struct Lsp {
    /// Use standard input and output, as is done anyway: some editors say so
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(super) fn run(arguments: &Lsp) -> Status {
    let Lsp { stdio: _ } = arguments;
    if std::io::stdin().is_terminal() {
        anstream::eprintln!("tosca lsp waits for an editor that speaks the Language Server Protocol");
        anstream::eprintln!("help: editors start it themselves, see README.md; to check files: tosca check");
    }
    if crate::lsp::serve() { Status::Clean } else { Status::Findings }
}
