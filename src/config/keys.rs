//! The table of settings, whose names are keys of `tosca.toml`, flags of `tosca check` or `tosca fmt`, and
//! settings of editors.

use std::ops::RangeInclusive;

use crate::host::Limits;

/// A setting.
#[derive(Debug)]
pub struct Key {
    /// The name, such as `strict`, which is `--strict` on the command line.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: SettingKind,
    /// What it affects.
    pub reach: Reach,
    /// Its description, in one line.
    pub what: &'static str,
}

/// The kind of value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of these words, each optionally followed by `=FILE`.
    Outputs(&'static [&'static str]),
    /// A number between a minimum and a maximum.
    Number(u64, u64),
    /// A number of at least 1, or `"none"`.
    Most,
    /// A file; its path is relative to the directory of the configuration.
    File,
    /// A list of files.
    Files,
    /// A directory.
    Directory,
    /// A list of directories.
    Directories,
    /// A list of names.
    Names,
    /// A list of path patterns, as in `.gitignore`.
    Patterns,
    /// A list of rules, or prefixes of their codes.
    Codes,
    /// A table from rules to levels.
    Levels,
    /// A table from URLs to files or directories.
    Urls,
    /// A requirement for a semantic version.
    Version,
    /// A list of tables with settings for some paths.
    PerPath,
}

/// What a setting affects, and which configuration it is taken from if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Findings: each follows the configuration nearest to its file.
    File,
    /// Loading: the configurations of all checked files apply together.
    Load,
    /// The run: the configuration of the first path applies.
    Run,
    /// Formatting: each file follows the configuration nearest to it.
    Format,
    /// The configuration itself.
    Configuration,
}

/// The names of levels.
pub const LEVELS: &[&str] = &["error", "warning", "info", "off"];
/// The names of the published texts of the standard.
pub const SPECS: &[&str] = &["csd06", "csd07", "os"];
/// The values of `variability-mode`.
pub const VARIABILITY_MODES: &[&str] =
    &["manual", "consistent-strict", "consistent-loose", "semantic-strict", "semantic-loose"];
/// The values of `name-style`.
pub const NAME_STYLES: &[&str] = &["kebab-case", "snake_case", "camelCase"];
/// The values of `order`.
pub const ORDERS: &[&str] = &["preserve", "standard"];
/// The values of `line-width`.
pub const LINE_WIDTHS: RangeInclusive<u64> = 20..=320;
/// The values of `fail-on`.
pub const FAIL_ON: &[&str] = &["error", "warning", "info", "never"];
/// The names of output formats.
pub const FORMATS: &[&str] = &[
    "full",
    "concise",
    "grouped",
    "json",
    "jsonl",
    "sarif",
    "github",
    "gitlab",
    "azure",
    "junit",
    "checkstyle",
    "pylint",
    "rdjson",
    "agent",
];

const ANY: u64 = u64::MAX >> 1;

const fn key(name: &'static str, kind: SettingKind, reach: Reach, what: &'static str) -> Key {
    Key { name, kind, reach, what }
}

/// All settings.
pub const KEYS: &[Key] = &[
    key(
        "extends",
        SettingKind::Files,
        Reach::Configuration,
        "Configuration files to extend; settings in this file take precedence",
    ),
    key(
        "required-version",
        SettingKind::Version,
        Reach::Configuration,
        "Versions of tosca that may use this file, such as \">=1.2, <2\"",
    ),
    key("levels", SettingKind::Levels, Reach::File, "Levels of rules, by code, code prefix or name"),
    key(
        "select",
        SettingKind::Codes,
        Reach::File,
        "Rules to turn on that are off by default, by code, code prefix or name",
    ),
    key("ignore", SettingKind::Codes, Reach::File, "Rules to turn off, by code, code prefix or name"),
    key("per-path", SettingKind::PerPath, Reach::File, "Levels of rules for some paths"),
    key(
        "no-suppressions",
        SettingKind::Switch,
        Reach::File,
        "Also report findings that `# tosca: allow[…]` comments suppress",
    ),
    key(
        "name-style",
        SettingKind::Word(NAME_STYLES),
        Reach::File,
        "Style of names that the advice `name-style` expects",
    ),
    key(
        "exclude",
        SettingKind::Patterns,
        Reach::File,
        "Files to skip when searching directories, as in `.gitignore`",
    ),
    key(
        "root",
        SettingKind::Directory,
        Reach::Load,
        "Root directory for imports that start with `/`; imports cannot leave it",
    ),
    key("profile-path", SettingKind::Directories, Reach::Load, "Directories to search for profiles"),
    key(
        "import-path",
        SettingKind::Directories,
        Reach::Load,
        "Directories to search for imported files that are not next to the importing file",
    ),
    key("map-url", SettingKind::Urls, Reach::Load, "Local files or directories to use instead of URLs"),
    key("function", SettingKind::Names, Reach::Load, "Functions provided by the orchestrator"),
    key("spec", SettingKind::Word(SPECS), Reach::Load, "Edition of the standard to check against"),
    key(
        "strict",
        SettingKind::Switch,
        Reach::Load,
        "Also report what the standard forbids but tosca accepts by default",
    ),
    key(
        "substitutes",
        SettingKind::Switch,
        Reach::Load,
        "Report which service templates can substitute which nodes",
    ),
    key(
        "variability-mode",
        SettingKind::Word(VARIABILITY_MODES),
        Reach::Load,
        "Which elements of variable templates without `options` need others to be present",
    ),
    key(
        "inputs",
        SettingKind::File,
        Reach::Load,
        "YAML or JSON file with values for the inputs of the service templates",
    ),
    key("max-file-size", SettingKind::Number(0, (1 << 31) - 1), Reach::Load, "Maximum file size in bytes"),
    key("max-nodes", SettingKind::Number(1, ANY), Reach::Load, "Maximum number of YAML nodes per file"),
    key(
        "max-depth",
        SettingKind::Number(1, Limits::MAX_DEPTH as u64),
        Reach::Load,
        "Maximum nesting depth of maps and lists, up to 255",
    ),
    key(
        "max-alias-nodes",
        SettingKind::Number(1, ANY),
        Reach::Load,
        "Maximum number of nodes that aliases may add per file",
    ),
    key("max-files", SettingKind::Number(1, ANY), Reach::Load, "Maximum number of files per run"),
    key("max-members", SettingKind::Number(1, ANY), Reach::Load, "Maximum number of members of an archive"),
    key(
        "max-archive-size",
        SettingKind::Number(1, ANY),
        Reach::Load,
        "Maximum number of bytes of all members of an archive",
    ),
    key("max-ratio", SettingKind::Number(1, ANY), Reach::Load, "Maximum growth of an archive when unpacked"),
    key(
        "baseline",
        SettingKind::Files,
        Reach::Load,
        "Baseline files with known findings that are not reported again",
    ),
    key("format", SettingKind::Outputs(FORMATS), Reach::Run, "Output formats, optionally to a file"),
    key("fail-on", SettingKind::Word(FAIL_ON), Reach::Run, "Lowest level that results in exit code 1"),
    key("exit-zero", SettingKind::Switch, Reach::Run, "Always exit with 0"),
    key("max-diagnostics", SettingKind::Most, Reach::Run, "Maximum number of findings to print, or \"none\""),
    key(
        "order",
        SettingKind::Word(ORDERS),
        Reach::Format,
        "Order of keynames in formatted files: that of the author, or of the tables of the standard",
    ),
    key(
        "line-width",
        SettingKind::Number(*LINE_WIDTHS.start(), *LINE_WIDTHS.end()),
        Reach::Format,
        "Maximum width of lines with brackets in formatted files; by default only the author breaks lines",
    ),
];

/// The setting with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}
