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

    #[cfg(feature = "network")]
    #[command(flatten)]
    network: super::network::NetworkArguments,
}

pub(super) fn run(arguments: &Lsp) -> Status {
    let Lsp { stdio: _, .. } = arguments;
    #[cfg(feature = "network")]
    let urls = arguments.network.urls();
    #[cfg(not(feature = "network"))]
    let urls = crate::load::Urls::default();
    if std::io::stdin().is_terminal() {
        anstream::eprintln!("tosca lsp is waiting for an editor on standard input");
        anstream::eprintln!(
            "help: editors start it themselves, see docs/editors.md; to check files, run: tosca check"
        );
    }
    if crate::lsp::serve(urls) { Status::Clean } else { Status::Findings }
}
