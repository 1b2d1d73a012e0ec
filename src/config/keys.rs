//! The one table of settings: keys of `tosca.toml`, flags of `tosca check` and settings of editors bear these
//! names.

/// A setting.
#[derive(Debug)]
pub struct Key {
    /// The name: `strict` in a configuration and in an editor, `--strict` on the command line.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// What it decides.
    pub reach: Reach,
    /// What it says, in one line.
    pub what: &'static str,
}

/// What a setting may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// One of some words.
    Word(&'static [&'static str]),
    /// A list of some words, each with `=FILE` behind it or not.
    Outputs(&'static [&'static str]),
    /// A number, from the least to the greatest.
    Number(u64, u64),
    /// A number from 1 on, or `"none"`.
    Most,
    /// A file; its path counts from the directory of the configuration.
    File,
    /// A list of files.
    Files,
    /// A directory.
    Directory,
    /// A list of directories.
    Directories,
    /// A list of names.
    Names,
    /// A list of patterns for paths, as in `.gitignore`.
    Patterns,
    /// A list of codes, or beginnings of their numbers.
    Codes,
    /// A table from codes to levels.
    Levels,
    /// A table from URLs to files or directories.
    Urls,
    /// A list of tables with settings for some paths.
    PerPath,
}

/// What a setting decides, and from which configuration it is taken where there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Findings: each obeys the configuration nearest to the file that it is in.
    File,
    /// What is loaded: the configurations of all checked files together.
    Load,
    /// How the run goes: the configuration of the first path.
    Run,
    /// The configuration itself.
    Configuration,
}

/// The words for levels.
pub const LEVELS: &[&str] = &["error", "warning", "info", "off"];
/// The words for the texts of the standard.
pub const SPECS: &[&str] = &["csd06", "csd07", "os"];
/// The words for what fails.
pub const FAIL_ON: &[&str] = &["error", "warning", "info", "never"];
/// The words for formats.
pub const FORMATS: &[&str] =
    &["full", "concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "agent"];

const ANY: u64 = u64::MAX >> 1;

const fn key(name: &'static str, kind: Kind, reach: Reach, what: &'static str) -> Key {
    Key { name, kind, reach, what }
}

/// All settings.
pub const KEYS: &[Key] = &[
    key(
        "extends",
        Kind::Files,
        Reach::Configuration,
        "Configurations that this one builds upon; its own settings win",
    ),
    key("levels", Kind::Levels, Reach::File, "The level of a code, or of all whose number begins like this"),
    key("select", Kind::Codes, Reach::File, "Codes to report although they are off by default"),
    key("ignore", Kind::Codes, Reach::File, "Codes to leave out"),
    key("per-path", Kind::PerPath, Reach::File, "Other levels for some paths"),
    key(
        "no-suppressions",
        Kind::Switch,
        Reach::File,
        "Report what comments of the form `# tosca: allow[…]` hide, too",
    ),
    key(
        "exclude",
        Kind::Patterns,
        Reach::File,
        "Paths that a search of directories passes over, as in `.gitignore`",
    ),
    key(
        "root",
        Kind::Directory,
        Reach::Load,
        "The directory that a leading `/` in an import means, and that no import may leave",
    ),
    key("profile-path", Kind::Directories, Reach::Load, "Directories to look for profiles in"),
    key("map-url", Kind::Urls, Reach::Load, "Local files or directories for URLs"),
    key(
        "function",
        Kind::Names,
        Reach::Load,
        "Functions that the processor brings, which need no definition",
    ),
    key("spec", Kind::Word(SPECS), Reach::Load, "The text of the standard that decides where texts differ"),
    key(
        "strict",
        Kind::Switch,
        Reach::Load,
        "Report what the letter of the standard says where this tool is milder",
    ),
    key("substitutes", Kind::Switch, Reach::Load, "Tell which service templates can substitute which nodes"),
    key(
        "inputs",
        Kind::File,
        Reach::Load,
        "A YAML or JSON file with values for the inputs of the service templates",
    ),
    key("max-file-size", Kind::Number(0, u32::MAX as u64), Reach::Load, "The most bytes of one file"),
    key("max-nodes", Kind::Number(1, ANY), Reach::Load, "The most YAML nodes of one file"),
    key("max-depth", Kind::Number(1, ANY), Reach::Load, "The deepest nesting of maps and lists"),
    key(
        "max-alias-nodes",
        Kind::Number(1, ANY),
        Reach::Load,
        "The most nodes that the aliases of one file may add",
    ),
    key("max-files", Kind::Number(1, ANY), Reach::Load, "The most files of one run"),
    key("baseline", Kind::Files, Reach::Load, "Files with findings that are known and not told again"),
    key("format", Kind::Outputs(FORMATS), Reach::Run, "How findings are printed"),
    key("fail-on", Kind::Word(FAIL_ON), Reach::Run, "The lowest level that makes the exit code 1"),
    key("exit-zero", Kind::Switch, Reach::Run, "End with exit code 0 whatever is found"),
    key("max-diagnostics", Kind::Most, Reach::Run, "The most findings on standard output, or \"none\""),
];

/// The setting with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}
