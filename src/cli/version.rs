//! `tosca version`, and the text of `tosca --version`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::OnceLock;

use clap::Args;

use crate::config::keys::SPECS;
use crate::diagnostics::ALL;
use crate::dialects;

use super::{Status, written};

/// Prints the version.
#[derive(Debug, Args)]
pub(super) struct Version {
    /// Add what a report of a mistake in tosca should contain
    #[arg(long, short)]
    verbose: bool,
}

pub(super) fn run(arguments: &Version) -> Status {
    let mut out = format!("tosca {}\n", text());
    if arguments.verbose {
        out.push_str(&details());
    }
    written(std::io::stdout().write_all(out.as_bytes()), "the version")
}

/// Returns the version, and the commit if `TOSCA_COMMIT` was set for the build.
pub(super) fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    let version = env!("CARGO_PKG_VERSION");
    TEXT.get_or_init(|| match option_env!("TOSCA_COMMIT").map(str::trim) {
        None | Some("") => version.to_owned(),
        Some(commit) => format!("{version} ({})", commit.get(..12).unwrap_or(commit)),
    })
}

/// Returns the system, the features of the build, and what it supports, one per line.
fn details() -> String {
    let features = [
        ("jemalloc", cfg!(feature = "jemalloc")),
        ("lsp", cfg!(feature = "lsp")),
        ("network", cfg!(feature = "network")),
        ("variability", cfg!(feature = "variability")),
    ];
    let features = features.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| *name);
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let mut text = String::new();
    for (name, value) in [
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("build", build.to_owned()),
        ("features", features.collect::<Vec<_>>().join(", ")),
        ("rules", ALL.len().to_string()),
        ("editions", SPECS.join(", ")),
        ("dialects", dialects::names().collect::<Vec<_>>().join(", ")),
    ] {
        let _ = writeln!(text, "{name:9} {value}");
    }
    text
}
