//! From arguments to what is loaded.

use std::ffi::OsStr;
use std::io::Read as _;

use camino::Utf8PathBuf;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::Options;
use crate::dialects::{self, Spec};
use crate::host::{Disk, Entry, Host, Limits, ReadError};
use crate::load;

use super::output::after;

/// What to load, and how: the same for all commands that read files.
#[derive(Debug, Args)]
pub(super) struct Loading {
    /// The directory that a leading `/` in an import means, and that no import may leave
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub(super) root: Option<Utf8PathBuf>,

    /// A directory to look for profiles in; may be repeated
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub(super) profile_path: Vec<Utf8PathBuf>,

    /// A local file or directory for a URL; may be repeated
    #[arg(long, value_name = "URL=PATH", value_parser = OsStringValueParser::new().try_map(|text| url_and_path(&text)))]
    pub(super) map_url: Vec<(String, Utf8PathBuf)>,

    /// A function that the processor brings, which needs no definition; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(super) function: Vec<String>,

    /// The text of the standard that decides where texts differ
    #[arg(long, value_enum, default_value_t = SpecName::Os)]
    pub(super) spec: SpecName,

    /// The language that files are first taken for, such as `amp`
    #[arg(long, value_name = "NAME", value_parser = dialect_name)]
    pub(super) dialect: Option<String>,

    /// The most bytes of one file
    #[arg(
        long,
        value_name = "BYTES",
        help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX))
    )]
    pub(super) max_file_size: Option<u64>,

    /// The most YAML nodes of one file
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_nodes: Option<usize>,

    /// The deepest nesting of maps and lists
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_depth: Option<usize>,

    /// The most nodes that the aliases of one file may add
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_alias_nodes: Option<usize>,

    /// The most files of one run
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_files: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SpecName {
    /// Committee Specification Draft 06, June 2024
    Csd06,
    /// Committee Specification Draft 07, October 2024
    Csd07,
    /// The OASIS Standard, July 2025
    Os,
}

impl From<SpecName> for Spec {
    fn from(name: SpecName) -> Self {
        match name {
            SpecName::Csd06 => Spec::Csd06,
            SpecName::Csd07 => Spec::Csd07,
            SpecName::Os => Spec::Os,
        }
    }
}

/// A path as the host knows it, whatever bytes it has.
pub(super) fn path() -> impl TypedValueParser<Value = Utf8PathBuf> {
    OsStringValueParser::new().map(|path| Disk::new().known_path(path))
}

fn url_and_path(text: &OsStr) -> Result<(String, Utf8PathBuf), &'static str> {
    const WANTED: &str = "expected URL=PATH";
    let at = text.as_encoded_bytes().iter().rposition(|&byte| byte == b'=').ok_or(WANTED)?;
    let url = std::str::from_utf8(&text.as_encoded_bytes()[..at]).map_err(|_| WANTED)?;
    let path = Disk::new().known_path(after(text, at + 1).into_os_string());
    if url.is_empty() || path.as_str().is_empty() { Err(WANTED) } else { Ok((url.to_owned(), path)) }
}

/// The name of a dialect.
fn dialect_name(text: &str) -> Result<String, String> {
    if dialects::names().any(|name| name == text) {
        return Ok(text.to_owned());
    }
    let names: Vec<String> = dialects::names().map(|name| format!("`{name}`")).collect();
    Err(format!("expected {}", crate::diagnostics::list(&names, "or")))
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("expected a number".to_owned()),
    }
}

impl Loading {
    /// The options that the arguments give; paths are still missing.
    pub(super) fn options(&self) -> Options {
        let mut options = Options::default();
        let load = &mut options.load;
        load.root.clone_from(&self.root);
        load.profile_path.clone_from(&self.profile_path);
        load.url_map.clone_from(&self.map_url);
        load.functions.clone_from(&self.function);
        load.spec = self.spec.into();
        load.dialect.clone_from(&self.dialect);
        let default = Limits::default();
        load.limits = Limits {
            bytes: self.max_file_size.unwrap_or(default.bytes),
            nodes: self.max_nodes.unwrap_or(default.nodes),
            depth: self.max_depth.unwrap_or(default.depth),
            alias_nodes: self.max_alias_nodes.unwrap_or(default.alias_nodes),
            files: self.max_files.unwrap_or(default.files),
        };
        options
    }
}

/// What standard input holds, and a byte more than the limit where it holds more; says why where it cannot be
/// read.
pub(super) fn standard_input(most: u64) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    if let Err(error) = std::io::stdin().take(most + 1).read_to_end(&mut content) {
        anstream::eprintln!("error: cannot read standard input: {error}");
        return None;
    }
    Some(content)
}

/// Whether all paths and directories exist; says which do not.
pub(super) fn all_there(host: &dyn Host, options: &load::Options) -> bool {
    let mut wrong = Vec::new();
    for path in &options.paths {
        if !options.names_something(host, path) {
            wrong.push(match host.read(path, 0) {
                Err(ReadError::Refused(reason)) => format!("cannot read `{path}`: {reason}"),
                _ => format!("there is no file or directory `{path}`"),
            });
        }
    }
    if let load::Inputs::In(path) = &options.inputs
        && host.entry(path) != Some(Entry::File)
    {
        wrong.push(format!("there is no file `{path}`"));
    }
    for directory in options.root.iter().chain(&options.profile_path) {
        if host.entry(directory) != Some(Entry::Directory) {
            wrong.push(format!("there is no directory `{directory}`"));
        }
    }
    for problem in &wrong {
        anstream::eprintln!("error: {problem}");
    }
    wrong.is_empty()
}
