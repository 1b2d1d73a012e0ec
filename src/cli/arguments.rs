//! The commands, and functions for arguments that several of them share. The arguments of a single command
//! are next to its `run` function.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Parser, Subcommand};

use crate::diagnostics::{ALL, AREAS, suggest};
use crate::dialects;
use crate::load::BUILT_IN_PROFILES;

use super::diff;
use super::fmt;
#[cfg(feature = "lsp")]
use super::lsp;
#[cfg(feature = "variability")]
use super::variability;
#[cfg(feature = "network")]
use super::vendor;
use super::{
    check, completions, csar, eval, explain, graph, init, lower, man, migrate, normalize, profile, rules,
    show, version,
};

/// The exit codes of all commands.
pub(super) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Success, without findings that fail the run"),
    ("1", "Findings: errors in files, even if there is a result; differences; files that need formatting"),
    ("2", "No result: wrong usage or settings, unknown names, files that cannot be read or written"),
];

/// Returns the exit codes as the end of the help.
fn exit_codes() -> String {
    let lines = EXIT_CODES.iter().map(|(code, what)| format!("\n  {code}  {what}"));
    format!("Exit codes:{}", lines.collect::<String>())
}

/// Checks TOSCA 2.0 service templates and profiles.
#[derive(Debug, Parser)]
#[command(name = "tosca", version = super::version::text(), max_term_width = 100, arg_required_else_help = true, after_help = exit_codes())]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find mistakes in files, directories or standard input
    #[command(aliases = ["lint", "validate"])]
    Check(Box<check::Check>),
    /// Compare two files by meaning
    #[command(alias = "compare")]
    Diff(diff::Diff),
    /// List, print, pack and unpack archives (CSAR)
    Csar(csar::Csar),
    /// Format files
    #[command(alias = "format")]
    Fmt(fmt::Format),
    /// Print the normal form of a file: complete and without imports, as YAML or JSON
    Normalize(normalize::Normalize),
    /// Show the effective definition of a type
    Show(show::Show),
    /// Compute an expression or the outputs of a service
    #[command(alias = "evaluate")]
    Eval(eval::Eval),
    /// Draw a service template, types or imports
    Graph(graph::Graph),
    /// List or show profiles, or check the compatibility of a new version
    Profile(profile::Profile),
    /// Convert a file to TOSCA 2.0
    Lower(lower::Lower),
    /// Migrate a project to TOSCA 2.0
    Migrate(migrate::Migrate),
    /// Copy what a project imports by URL into the project
    #[cfg(feature = "network")]
    Vendor(vendor::Vendor),
    /// Resolve a variable service template to one variant
    #[cfg(feature = "variability")]
    Resolve(Box<variability::resolve::Resolve>),
    /// Count, list and check the variants of a variable service template
    #[cfg(feature = "variability")]
    Variants(variability::variants::Variants),
    /// Explain a rule
    #[command(alias = "rule")]
    Explain(explain::Explain),
    /// List all rules
    Rules(rules::Rules),
    /// Create an initial service template or profile
    Init(init::Init),
    /// Run the language server
    #[cfg(feature = "lsp")]
    Lsp(lsp::Lsp),
    /// Print a completion script for a shell
    #[command(alias = "completion")]
    Completions(completions::Completions),
    /// Print the manual page
    Man(man::Manual),
    /// Print the version
    Version(version::Version),
}

/// Warns on standard error about rules that are given by a former name.
pub(super) fn warn_of_renamed<'a>(names: impl IntoIterator<Item = &'a String>) {
    for name in names {
        if let Some(current) = crate::diagnostics::renamed(name) {
            anstream::eprintln!("warning: `{name}` was renamed to `{current}`");
        }
    }
}

/// Checks the name of a rule: its code, the start of its code, or its name.
pub(super) fn code(text: &str) -> Result<String, String> {
    if ALL.iter().any(|rule| rule.is_named(text)) {
        return Ok(text.to_owned());
    }
    Err(match suggest(text, ALL.iter().flat_map(|rule| [rule.name, rule.code])) {
        Some(suggestion) => format!("unknown rule; did you mean `{suggestion}`?"),
        None => "unknown rule; run `tosca rules` to list them".to_owned(),
    })
}

/// A parser of values that shells complete to one of some names, though other values are valid.
#[derive(Clone)]
pub(super) struct Completed<T> {
    pub(super) parse: fn(&str) -> Result<T, String>,
    pub(super) names: fn() -> Vec<PossibleValue>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Completed<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

/// Returns a parser of arguments that name one rule or several: names, codes, and areas.
pub(super) fn rules() -> Completed<String> {
    Completed { parse: code, names: names_of_rules_and_areas }
}

pub(super) fn names_of_rules_and_areas() -> Vec<PossibleValue> {
    let areas = AREAS.iter().map(|(area, what)| PossibleValue::new(*area).help(*what));
    names_of_rules().into_iter().chain(areas).collect()
}

/// Returns a parser of arguments that name one rule, which need not exist.
pub(super) fn rule() -> Completed<String> {
    Completed { parse: |name| Ok(name.to_owned()), names: names_of_rules }
}

fn names_of_rules() -> Vec<PossibleValue> {
    let names = ALL.iter().map(|rule| PossibleValue::new(rule.name).help(rule.code));
    names.chain(ALL.iter().map(|rule| PossibleValue::new(rule.code).help(rule.name))).collect()
}

/// Returns a parser of names of profiles, which need not be built in.
pub(super) fn profile() -> Completed<String> {
    let names = || {
        let names = BUILT_IN_PROFILES
            .iter()
            .flat_map(|profile| [profile.name].into_iter().chain(profile.aliases.iter().copied()));
        names.map(PossibleValue::new).collect()
    };
    Completed { parse: |name| Ok(name.to_owned()), names }
}

/// Returns a parser of names of dialects.
pub(super) fn dialect() -> Completed<String> {
    Completed { parse: dialect_name, names: || dialects::names().map(PossibleValue::new).collect() }
}

fn dialect_name(text: &str) -> Result<String, String> {
    if dialects::names().any(|name| name == text) {
        return Ok(text.to_owned());
    }
    let names: Vec<String> = dialects::names().map(|name| format!("`{name}`")).collect();
    Err(format!("expected {}", crate::diagnostics::list(&names, "or")))
}
