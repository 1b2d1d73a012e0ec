//! `tosca completions`

use clap::{Args, CommandFactory as _, ValueEnum};
use clap_complete::Shell as Known;
use clap_complete_nushell::Nushell;

use super::Status;
use super::arguments::Arguments;
use super::destination::Destination;

/// Prints a completion script for commands, options and values, to be loaded at the start of the shell.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,

    #[command(flatten)]
    destination: Destination,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shell {
    /// GNU Bash
    Bash,
    /// Z shell
    Zsh,
    /// fish
    Fish,
    /// PowerShell
    #[value(name = "powershell", alias = "pwsh")]
    Power,
    /// Nushell
    #[value(alias = "nu")]
    Nushell,
    /// Elvish
    Elvish,
}

pub(super) fn run(arguments: &Completions) -> Status {
    let mut command = Arguments::command();
    let mut script = Vec::new();
    let mut known = |shell: Known| clap_complete::generate(shell, &mut command, "tosca", &mut script);
    match arguments.shell {
        Shell::Bash => known(Known::Bash),
        Shell::Zsh => known(Known::Zsh),
        Shell::Fish => known(Known::Fish),
        Shell::Power => known(Known::PowerShell),
        Shell::Elvish => known(Known::Elvish),
        Shell::Nushell => clap_complete::generate(Nushell, &mut command, "tosca", &mut script),
    }
    arguments.destination.write("the script", |out| out.write_all(&script))
}
