//! The commands, and the arguments that several of them share. What one command takes stands beside its
//! `run`.

use clap::{Parser, Subcommand};

use super::diff;
use super::fmt;
#[cfg(feature = "lsp")]
use super::lsp;
#[cfg(feature = "variability")]
use super::variability;
use super::{
    check, completions, eval, explain, graph, init, lower, man, migrate, normalize, profile, rules, show,
};

/// Checks TOSCA 2.0 service templates and profiles.
#[derive(Debug, Parser)]
#[command(name = "tosca", version = super::version::text(), max_term_width = 100, arg_required_else_help = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Report every mistake in files, directories or standard input
    #[command(aliases = ["lint", "validate"])]
    Check(Box<check::Check>),
    /// Tell what differs between two files by their meaning
    Diff(diff::Diff),
    /// Write files in the canonical layout
    Fmt(fmt::Format),
    /// Print what a file means as one file without imports, or as JSON
    Normalize(normalize::Normalize),
    /// Show the effective definition of a type
    Show(show::Show),
    /// Print the value of an expression, or of the outputs of a service
    Eval(eval::Eval),
    /// Draw a service template, types or imports
    Graph(graph::Graph),
    /// List profiles, show one, or compare versions of one
    Profile(profile::Profile),
    /// Print a file of an earlier version in TOSCA 2.0
    Lower(lower::Lower),
    /// Move a project of an earlier version to TOSCA 2.0
    Migrate(migrate::Migrate),
    /// Write one variant of a variable service template
    #[cfg(feature = "variability")]
    Resolve(Box<variability::resolve::Resolve>),
    /// Count, list and check the variants of a variable service template
    #[cfg(feature = "variability")]
    Variants(variability::variants::Variants),
    /// Explain a diagnostic code
    #[command(alias = "rule")]
    Explain(explain::Explain),
    /// List all diagnostic codes
    Rules(rules::Rules),
    /// Write a service template to start from
    Init(init::Init),
    /// Serve editors: findings while you type
    #[cfg(feature = "lsp")]
    Lsp(lsp::Lsp),
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// Print the manual page
    Man(man::Manual),
    /// Print the version
    Version,
}

pub(super) fn code(text: &str) -> Result<String, String> {
    if crate::diagnostics::ALL.iter().any(|code| code.is_named(text)) {
        Ok(text.to_owned())
    } else {
        Err("there is no such code: `tosca rules` lists all".to_owned())
    }
}
