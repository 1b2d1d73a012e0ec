//! Settings as flags, and the output of `--show-settings`. Every flag here is also a key of `tosca.toml`.

use std::io::{self, Write};

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, ValueEnum};

use crate::base::Sources;
use crate::config::keys::{KEYS, NAME_STYLES, SettingKind, VARIABILITY_MODES};
use crate::config::{Codes, Pattern, Setting, SettingValue, Settings, To};
use crate::diagnostics::{ALL, Level, find_rule};
use crate::host::{Host, Limits, paths};

use super::arguments::{Completed, code, names_of_rules_and_areas, rules, warn_of_renamed};
use super::loading::path;

#[derive(Debug, Args)]
pub(super) struct CheckSettings {
    /// Level of a rule, by code, code prefix or name: error, warning, info or off (repeatable)
    #[arg(long, value_name = "CODE=LEVEL", value_parser = levels(), hide_possible_values = true, value_delimiter = ',')]
    levels: Vec<(String, To)>,

    /// Rules to turn on that are off by default, by code, code prefix or name, such as
    /// `T900`, the recommended advice, or `unused-input` (repeatable)
    #[arg(long, value_name = "CODE", value_parser = rules(), hide_possible_values = true, value_delimiter = ',')]
    select: Vec<String>,

    /// Rules to turn off, by code, code prefix or name (repeatable)
    #[arg(long, value_name = "CODE", value_parser = rules(), hide_possible_values = true, value_delimiter = ',')]
    ignore: Vec<String>,

    /// Also report findings that `# tosca: allow[…]` comments suppress
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", hide_possible_values = true)]
    no_suppressions: Option<bool>,

    /// Style of names that the advice `name-style` expects [default: kebab-case]
    #[arg(long, value_name = "STYLE", value_parser = NAME_STYLES.to_vec())]
    name_style: Option<String>,

    /// Files to skip when searching directories, as in `.gitignore` (repeatable)
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,

    /// Also report what the standard forbids but tosca accepts by default
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", hide_possible_values = true)]
    strict: Option<bool>,

    /// Report which service templates can substitute which nodes
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", hide_possible_values = true)]
    substitutes: Option<bool>,

    /// Which elements of variable templates without `options` need others to be present
    #[arg(long, value_name = "MODE", value_parser = clap::builder::PossibleValuesParser::new(VARIABILITY_MODES))]
    variability_mode: Option<String>,

    /// YAML or JSON file with values for the inputs of the service templates
    #[arg(long, value_name = "FILE", value_parser = path())]
    inputs: Option<Utf8PathBuf>,

    /// Lowest level that results in exit code 1 [default: error]
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<FailOn>,

    /// Always exit with 0
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", hide_possible_values = true)]
    exit_zero: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// All findings
    Info,
    /// No findings
    Never,
}

/// The levels of rules, as they are written.
pub(super) const LEVELS: [(&str, To); 4] = [
    ("error", To::Level(Level::Error)),
    ("warning", To::Level(Level::Warning)),
    ("info", To::Level(Level::Info)),
    ("off", To::Off),
];

/// Returns a parser of a rule and its level; shells complete the rule.
fn levels() -> Completed<(String, To)> {
    Completed { parse: code_and_level, names: names_of_rules_and_areas }
}

fn code_and_level(text: &str) -> Result<(String, To), String> {
    let (name, word) = text.split_once('=').ok_or("expected CODE=LEVEL")?;
    match LEVELS.iter().find(|(level, _)| *level == word) {
        Some((_, to)) => Ok((code(name)?, *to)),
        None => Err(format!("unknown level `{word}`; use `error`, `warning`, `info` or `off`")),
    }
}

impl CheckSettings {
    /// Adds the flags to `given`; fails with a message if they are not valid.
    pub(super) fn add(&self, given: &mut Vec<Setting>, host: &dyn Host) -> Result<(), String> {
        let levels = self.levels.iter().map(|(name, _)| name);
        warn_of_renamed(self.select.iter().chain(levels).chain(&self.ignore));
        let mut set = |key, value| given.push(Setting::given(key, value));
        for name in &self.select {
            set("select", SettingValue::Level(Codes(name.clone()), To::Own));
        }
        for (name, to) in &self.levels {
            set("levels", SettingValue::Level(Codes(name.clone()), *to));
        }
        for name in &self.ignore {
            set("ignore", SettingValue::Level(Codes(name.clone()), To::Off));
        }
        given.extend(excluded(&self.exclude, host)?);
        let mut set = |key, value| given.push(Setting::given(key, value));
        let switches = [
            ("no-suppressions", self.no_suppressions),
            ("strict", self.strict),
            ("substitutes", self.substitutes),
            ("exit-zero", self.exit_zero),
        ];
        for (key, on) in switches {
            if let Some(on) = on {
                set(key, SettingValue::Switch(on));
            }
        }
        self.name_style.iter().for_each(|style| set("name-style", SettingValue::Text(style.clone())));
        self.inputs.iter().for_each(|path| set("inputs", SettingValue::Path(path.clone())));
        if let Some(mode) = &self.variability_mode {
            set("variability-mode", SettingValue::Text(mode.clone()));
        }
        if let Some(level) = self.fail_on.and_then(|level| level.to_possible_value()) {
            set("fail-on", SettingValue::Text(level.get_name().to_owned()));
        }
        Ok(())
    }
}

/// Returns the settings of `--exclude`; fails with a message if a pattern is not valid.
pub(super) fn excluded(patterns: &[String], host: &dyn Host) -> Result<Vec<Setting>, String> {
    let setting = |text: &String| {
        let pattern = Pattern::new(text, &host.identity(".".into()));
        let invalid = |reason| format!("`--exclude {text}` is not a valid `.gitignore` pattern: {reason}");
        Ok(Setting::given("exclude", SettingValue::Pattern(pattern.map_err(invalid)?)))
    };
    patterns.iter().map(setting).collect()
}

/// Returns the lowest level that makes a run fail, or `None` if it never fails.
pub(super) fn failing_level(settings: &Settings) -> Option<Level> {
    if settings.switch("exit-zero") == Some(true) {
        return None;
    }
    match settings.text("fail-on") {
        Some("never") => None,
        Some("warning") => Some(Level::Warning),
        Some("info") => Some(Level::Info),
        _ => Some(Level::Error),
    }
}

/// Writes the effective settings for `path` as a configuration, with the origin of each line.
pub(super) fn show(
    out: &mut dyn Write,
    settings: &Settings,
    sources: &Sources,
    host: &dyn Host,
    path: &Utf8Path,
) -> io::Result<()> {
    let working = host.working_directory();
    let origin = |setting: &Setting| match setting.span {
        Some(span) => {
            let source = sources.get(span.file);
            format!("{}:{}", source.path, source.position(span.start).line)
        }
        None => format!("--{}", setting.key),
    };
    let line = |text: &str, from: &str| format!("{text:<40} # {from}");
    for key in KEYS {
        match key.kind {
            SettingKind::Switch
            | SettingKind::Number(..)
            | SettingKind::Most
            | SettingKind::Word(_)
            | SettingKind::File
            | SettingKind::Directory => {
                let last = settings.for_key(key.name).rfind(|setting| setting.is_for(path));
                if let Some(setting) = last {
                    let text = format!("{} = {}", key.name, shown(&setting.value, &working));
                    writeln!(out, "{}", line(&text, &origin(setting)))?;
                } else if let Some(default) = default_value(key.name) {
                    writeln!(out, "{}", line(&format!("{} = {default}", key.name), "default"))?;
                }
            }
            SettingKind::PerPath | SettingKind::Levels | SettingKind::Codes | SettingKind::Urls => {}
            _ => {
                let mut items = settings.for_key(key.name).peekable();
                if items.peek().is_none() {
                    continue;
                }
                writeln!(out, "{} = [", key.name)?;
                for setting in items {
                    let text = format!("  {},", shown(&setting.value, &working));
                    writeln!(out, "{}", line(&text, &origin(setting)))?;
                }
                writeln!(out, "]")?;
            }
        }
    }
    let mut urls = settings.for_key("map-url").peekable();
    if urls.peek().is_some() {
        writeln!(out, "\n[map-url]")?;
    }
    for setting in urls {
        writeln!(out, "{}", line(&shown(&setting.value, &working), &origin(setting)))?;
    }
    let mut title = Some("\n[levels]");
    for rule in ALL {
        let Some((setting, to)) = settings.rule(rule, path) else { continue };
        let level = match to {
            To::Level(level) => level.name(),
            To::Off => "off",
            To::Own => rule.level.name(),
        };
        if let Some(title) = title.take() {
            writeln!(out, "{title}")?;
        }
        let text = match &setting.reason {
            Some(reason) => {
                let reason = serde_json::Value::from(&**reason);
                format!("{} = {{ level = \"{level}\", reason = {reason} }}", rule.name)
            }
            None => format!("{} = \"{level}\"", rule.name),
        };
        writeln!(out, "{}", line(&text, &origin(setting)))?;
    }
    Ok(())
}

/// Returns the default value of a setting.
fn default_value(key: &str) -> Option<String> {
    let limits = Limits::default();
    Some(match key {
        "spec" => "\"os\"".to_owned(),
        "fail-on" => "\"error\"".to_owned(),
        "name-style" => "\"kebab-case\"".to_owned(),
        "order" => "\"preserve\"".to_owned(),
        "variability-mode" => "\"manual\"".to_owned(),
        "no-suppressions" | "strict" | "substitutes" | "exit-zero" => "false".to_owned(),
        "max-file-size" => limits.bytes.to_string(),
        "max-nodes" => limits.nodes.to_string(),
        "max-depth" => limits.depth.to_string(),
        "max-alias-nodes" => limits.alias_nodes.to_string(),
        "max-files" => limits.files.to_string(),
        "max-members" => limits.members.to_string(),
        "max-archive-size" => limits.archive_bytes.to_string(),
        "max-ratio" => limits.ratio.to_string(),
        _ => return None,
    })
}

fn shown(value: &SettingValue, working: &Utf8Path) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let relative = |path: &Utf8Path| quoted(paths::shown(path, working).as_str());
    match value {
        SettingValue::Switch(on) => on.to_string(),
        SettingValue::Number(u64::MAX) => quoted("none"),
        SettingValue::Number(number) => number.to_string(),
        SettingValue::Text(text) => quoted(text),
        SettingValue::Path(path) => relative(path),
        SettingValue::Mapped(url, path) => format!("{} = {}", quoted(url), relative(path)),
        SettingValue::Level(codes, _) => quoted(find_rule(&codes.0).map_or(&codes.0, |rule| rule.name)),
        SettingValue::Pattern(pattern) => quoted(&pattern.text),
    }
}
