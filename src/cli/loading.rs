//! Arguments that determine which files are loaded, and how.

use std::ffi::OsStr;
use std::io::Read as _;

use camino::{Utf8Path, Utf8PathBuf};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::config::keys::{self, SettingKind};
use crate::config::{Search, Setting, SettingValue};
use crate::diagnostics::suggest_spelling;
use crate::dialects::Dialect;
use crate::host::{Disk, Entry, Host, Limits, ReadError};
use crate::load::{self, File};
use crate::{Analysis, Options};

use super::arguments::dialect;
use super::output::after;

/// What to load, and how: the same for all commands that read files.
#[derive(Debug, Args)]
pub(super) struct Loading {
    /// Root directory for imports that start with `/`; imports cannot leave it
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub(super) root: Option<Utf8PathBuf>,

    /// Directory to search for profiles (repeatable)
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub(super) profile_path: Vec<Utf8PathBuf>,

    /// Directory to search for imported files that are not next to the importing file, such as those that a
    /// build puts in place (repeatable)
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub(super) import_path: Vec<Utf8PathBuf>,

    /// Local file or directory to use instead of a URL (repeatable)
    #[arg(long, value_name = "URL=PATH", value_parser = OsStringValueParser::new().try_map(|text| url_and_path(&text)))]
    pub(super) map_url: Vec<(String, Utf8PathBuf)>,

    /// Function provided by the orchestrator (repeatable)
    #[arg(long, value_name = "NAME")]
    pub(super) function: Vec<String>,

    /// Edition of the standard to check against [default: os]
    #[arg(long, value_enum)]
    pub(super) spec: Option<SpecName>,

    /// Configuration for all files [default: nearest `tosca.toml` of each file]
    #[arg(long, value_name = "FILE", value_parser = path(), help_heading = "Configuration")]
    pub(super) config: Option<Utf8PathBuf>,

    /// Ignore all configuration files
    #[arg(long, conflicts_with = "config", help_heading = "Configuration")]
    pub(super) no_config: bool,

    /// Dialect to assume, such as `amp`
    #[arg(long, value_name = "NAME", value_parser = dialect(), hide_possible_values = true)]
    pub(super) dialect: Option<String>,

    /// Maximum file size in bytes
    #[arg(
        long,
        value_name = "BYTES",
        help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX))
    )]
    pub(super) max_file_size: Option<u64>,

    /// Maximum number of YAML nodes per file
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_nodes: Option<usize>,

    /// Maximum nesting depth of maps and lists, up to 255
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = depth)]
    pub(super) max_depth: Option<usize>,

    /// Maximum number of nodes that aliases may add per file
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_alias_nodes: Option<usize>,

    /// Maximum number of files per run
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_files: Option<usize>,

    /// Maximum number of members of an archive
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_members: Option<usize>,

    /// Maximum number of bytes of all members of an archive
    #[arg(long, value_name = "BYTES", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_archive_size: Option<u64>,

    /// Maximum growth of an archive when unpacked
    #[arg(long, value_name = "FACTOR", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_ratio: Option<u64>,

    #[cfg(feature = "network")]
    #[command(flatten)]
    network: super::network::NetworkArguments,
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

/// Parses a path, which may contain any bytes.
pub(super) fn path() -> impl TypedValueParser<Value = Utf8PathBuf> {
    OsStringValueParser::new().map(|path| Disk::new().known_path(path))
}

fn url_and_path(text: &OsStr) -> Result<(String, Utf8PathBuf), &'static str> {
    const EXPECTED: &str = "expected URL=PATH";
    let separator = text.as_encoded_bytes().iter().rposition(|&byte| byte == b'=').ok_or(EXPECTED)?;
    let url = std::str::from_utf8(&text.as_encoded_bytes()[..separator]).map_err(|_| EXPECTED)?;
    let path = Disk::new().known_path(after(text, separator + 1).into_os_string());
    if url.is_empty() || path.as_str().is_empty() { Err(EXPECTED) } else { Ok((url.to_owned(), path)) }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("expected a number".to_owned()),
    }
}

fn depth(text: &str) -> Result<usize, String> {
    let depth = at_least_one(text)?;
    if depth > Limits::MAX_DEPTH {
        return Err(format!("expected at most {}", Limits::MAX_DEPTH));
    }
    Ok(depth)
}

impl Loading {
    /// Returns the options for the arguments, without paths.
    pub(super) fn options(&self) -> Options {
        let mut given = Vec::new();
        let mut set = |key, value| given.push(Setting::given(key, value));
        self.root.iter().for_each(|path| set("root", SettingValue::Path(path.clone())));
        self.profile_path.iter().for_each(|path| set("profile-path", SettingValue::Path(path.clone())));
        self.import_path.iter().for_each(|path| set("import-path", SettingValue::Path(path.clone())));
        self.map_url
            .iter()
            .for_each(|(url, path)| set("map-url", SettingValue::Mapped(url.clone(), path.clone())));
        self.function.iter().for_each(|name| set("function", SettingValue::Text(name.clone())));
        if let Some(name) = self.spec.and_then(|spec| spec.to_possible_value()) {
            set("spec", SettingValue::Text(name.get_name().to_owned()));
        }
        let limits = [
            ("max-nodes", self.max_nodes),
            ("max-depth", self.max_depth),
            ("max-alias-nodes", self.max_alias_nodes),
            ("max-files", self.max_files),
            ("max-members", self.max_members),
        ];
        let limits = limits.map(|(key, limit)| (key, limit.map(|limit| limit as u64)));
        let sizes = [
            ("max-file-size", self.max_file_size),
            ("max-archive-size", self.max_archive_size),
            ("max-ratio", self.max_ratio),
        ];
        for (key, limit) in sizes.into_iter().chain(limits) {
            if let Some(limit) = limit {
                set(key, SettingValue::Number(limit));
            }
        }
        let mut options = Options { given, search: self.search(), ..Options::default() };
        options.load.dialect.clone_from(&self.dialect);
        #[cfg(feature = "network")]
        {
            options.load.urls = self.network.urls();
        }
        options
    }

    fn search(&self) -> Search {
        let named = std::env::var_os("TOSCA_CONFIG").filter(|name| !name.is_empty() && !self.no_config);
        match (&self.config, named) {
            (Some(path), _) => Search::File(path.clone()),
            (None, Some(path)) => Search::File(Disk::new().known_path(path)),
            (None, None) if self.no_config => Search::Nowhere,
            (None, None) => Search::Nearest,
        }
    }
}

/// Returns the requested file, not counting a file of inputs, or `None` if it is not a TOSCA file.
pub(super) fn requested_file(analysis: &Analysis) -> Option<&File> {
    let inputs = match analysis.graph.inputs {
        load::Inputs::In(id) => Some(id),
        _ => None,
    };
    let mut files = analysis.graph.files.iter().filter(|file| file.is_requested && Some(file.id) != inputs);
    files.find(|file| file.dialect() == Dialect::Tosca2)
}

/// The answer of most commands.
pub(super) const ITS_MEANING: &str = "this is its meaning";

/// Prints that the answer about a file is in terms of TOSCA 2.0, if the file has those of another language.
pub(super) fn note_terms(file: &File, answer: &str) {
    if let Some(version) = file.policies().dialect {
        let path = &file.source().path;
        anstream::eprintln!("note: `{path}` is written for `{version}`; {answer} in the terms of TOSCA 2.0");
    }
}

/// Reads standard input up to one byte more than `limit`, or prints why it cannot be read.
pub(super) fn standard_input(limit: u64) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    if let Err(error) = std::io::stdin().take(limit + 1).read_to_end(&mut content) {
        anstream::eprintln!("error: cannot read standard input: {error}");
        return None;
    }
    Some(content)
}

/// Prints an error and returns true if a requested file has several variants, none of which was chosen.
pub(super) fn report_undecided_variants(analysis: &Analysis) -> bool {
    let Some(file) = analysis.graph.files.iter().find(|file| file.is_requested && !file.guards().is_empty())
    else {
        return false;
    };
    let path = &analysis.sources().get(file.id).path;
    anstream::eprintln!("error: `{path}` has several variants; choose one");
    anstream::eprintln!(
        "help: run `tosca resolve {path} -o variant.yaml`, with `--preset` or `-i` to set variability inputs"
    );
    true
}

/// Returns the path that is spelled nearly like a missing one, in the same directory.
fn near_path(path: &Utf8Path) -> Option<Utf8PathBuf> {
    let directory = path.parent().filter(|parent| *parent != "").unwrap_or(Utf8Path::new("."));
    let entries = std::fs::read_dir(directory).ok()?.flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let others = names.iter().map(String::as_str).filter(|name| Some(*name) != path.file_name());
    let near = suggest_spelling(path.file_name()?, others)?;
    Some(path.with_file_name(near))
}

/// Whether all given paths exist; prints an error for each that does not.
pub(super) fn all_there(host: &dyn Host, options: &Options) -> bool {
    let mut problems = Vec::new();
    for path in &options.load.paths {
        if !options.load.names_something(host, path) {
            problems.push(match host.read(path, 0) {
                Err(ReadError::Refused(reason)) => format!("cannot read `{path}`: {reason}"),
                _ => format!("no such file or directory: `{path}`"),
            });
        }
    }
    let mut named: Vec<(&Utf8PathBuf, Entry)> = Vec::new();
    if let load::Inputs::In(path) = &options.load.inputs {
        named.push((path, Entry::File));
    }
    if let Search::File(path) = &options.search {
        named.push((path, Entry::File));
    }
    for setting in &options.given {
        let kind = keys::find(setting.key).map(|key| key.kind);
        match (&setting.value, kind) {
            (SettingValue::Path(path), Some(SettingKind::Directory | SettingKind::Directories)) => {
                named.push((path, Entry::Directory));
            }
            (SettingValue::Path(path), _) => named.push((path, Entry::File)),
            _ => {}
        }
    }
    for (path, expected) in named {
        if host.entry(path) != Some(expected) {
            let what = if expected == Entry::File { "file" } else { "directory" };
            problems.push(format!("no such {what}: `{path}`"));
        }
    }
    for problem in &problems {
        anstream::eprintln!("error: {problem}");
    }
    let mut missing = options.load.paths.iter().filter(|path| host.entry(path).is_none());
    if let ([_], Some(meant)) = (&problems[..], missing.find_map(|path| near_path(path))) {
        anstream::eprintln!("help: did you mean `{meant}`?");
    }
    problems.is_empty()
}
