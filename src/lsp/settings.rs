//! Reads the settings of an editor, named like flags and keys of `tosca.toml`. They override configurations.

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value as Json};

use crate::Options;
use crate::config::keys::{self, KEYS, Reach, SettingKind};
use crate::config::{Codes, Pattern, Search, Setting, SettingValue, To};
use crate::diagnostics::{ALL, Level, renamed, suggest};

/// The settings of an editor; paths are relative to the workspace folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    given: Map<String, Json>,
    /// What is shown between the lines.
    pub(super) shown: Shown,
}

/// What the editor shows between the lines of a text.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// The types that refinements inherit.
    pub(super) types: bool,
    /// The values of calls.
    pub(super) values: bool,
    /// The targets of requirements that name none.
    pub(super) targets: bool,
    /// How often types are used, and the button for the picture.
    pub(super) lenses: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Self { types: true, values: true, targets: true, lenses: true }
    }
}

impl Shown {
    /// The settings that choose it.
    const NAMES: [&str; 4] = ["hint-types", "hint-values", "hint-targets", "lenses"];

    /// Sets what `name` chooses; fails if the value is not a switch.
    fn set(&mut self, name: &str, value: &Json) -> Result<(), &'static str> {
        let switch = value.as_bool().ok_or(SWITCH)?;
        match name {
            "hint-types" => self.types = switch,
            "hint-values" => self.values = switch,
            "hint-targets" => self.targets = switch,
            _ => self.lenses = switch,
        }
        Ok(())
    }
}

impl Settings {
    /// Reads settings, which may be nested in `tosca`; also returns messages about problems.
    pub(super) fn read(value: &Json) -> (Self, Vec<String>) {
        let value = value.get("tosca").unwrap_or(value);
        let mut problems = Vec::new();
        let mut given = Map::new();
        match value {
            Json::Object(map) => given.clone_from(map),
            Json::Null => {}
            other => problems.push(format!("settings are a map, not `{other}`")),
        }
        given.retain(|name, value| {
            if !names().any(|known| known == name) {
                let suggestion = suggest(name, names());
                let suggestion = suggestion
                    .map_or_else(String::new, |suggestion| format!(": did you mean `{suggestion}`?"));
                problems.push(format!("unknown setting `{name}`{suggestion}"));
                return false;
            }
            !value.is_null()
        });
        let mut shown = Shown::default();
        given.retain(|name, value| {
            if !Shown::NAMES.contains(&name.as_str()) {
                return true;
            }
            if let Err(expected) = shown.set(name, value) {
                problems.push(format!("setting `{name}` is {expected}, not `{value}`"));
            }
            false
        });
        let settings = Self { given, shown };
        problems.extend(settings.apply(&mut Options::default(), Utf8Path::new("/")));
        problems.extend(settings.renamed());
        (settings, problems)
    }

    /// Returns messages about rules that are given by a former name.
    fn renamed(&self) -> Vec<String> {
        let value = |key| self.given.get(key);
        let listed = ["select", "ignore"].into_iter().filter_map(value).filter_map(|list| texts(list).ok());
        let levels = value("levels").and_then(Json::as_object).into_iter().flat_map(Map::keys);
        let names = listed.flatten().chain(levels.map(String::as_str));
        let renamed = names
            .filter_map(|name| renamed(name).map(|current| format!("`{name}` was renamed to `{current}`")));
        renamed.collect()
    }

    /// Applies the settings for `folder` to `options`; returns messages about problems.
    pub(super) fn apply(&self, options: &mut Options, folder: &Utf8Path) -> Vec<String> {
        options.search = Search::Nearest;
        let mut problems = Vec::new();
        for (name, value) in &self.given {
            if let Err(expected) = set(options, name, value, folder) {
                problems.push(format!("setting `{name}` is {expected}, not `{value}`"));
            }
        }
        problems
    }
}

/// Returns the names of settings: those that affect findings and formatting, the choice of the configuration, and what
/// is shown between the lines.
fn names() -> impl Iterator<Item = &'static str> {
    let keys = KEYS.iter().filter(|key| {
        matches!(key.reach, Reach::File | Reach::Load | Reach::Format)
            && !matches!(key.kind, SettingKind::PerPath)
    });
    keys.map(|key| key.name).chain(["config", "no-config"]).chain(Shown::NAMES)
}

/// Applies one setting; fails with a description of the expected value.
fn set(options: &mut Options, name: &str, value: &Json, folder: &Utf8Path) -> Result<(), &'static str> {
    match name {
        "config" => {
            options.search = Search::File(text(value)?.into());
            return Ok(());
        }
        "no-config" => {
            if value.as_bool().ok_or(SWITCH)? {
                options.search = Search::Nowhere;
            }
            return Ok(());
        }
        _ => {}
    }
    let Some(key) = keys::find(name) else { return Ok(()) };
    let values: Vec<SettingValue> = match key.kind {
        SettingKind::Switch => vec![SettingValue::Switch(value.as_bool().ok_or(SWITCH)?)],
        SettingKind::Word(words) => {
            let word = value.as_str().filter(|word| words.contains(word)).ok_or("one of its words")?;
            vec![SettingValue::Text(word.to_owned())]
        }
        SettingKind::Number(least, most) => {
            let number = value.as_u64().filter(|number| (least..=most).contains(number));
            vec![SettingValue::Number(number.ok_or("a number that is large enough and not too large")?)]
        }
        SettingKind::File | SettingKind::Directory => vec![SettingValue::Path(text(value)?.into())],
        SettingKind::Files | SettingKind::Directories => {
            texts(value)?.into_iter().map(|path| SettingValue::Path(path.into())).collect()
        }
        SettingKind::Names => {
            texts(value)?.into_iter().map(|name| SettingValue::Text(name.to_owned())).collect()
        }
        SettingKind::Patterns => {
            let pattern = |text| Pattern::new(text, folder).map(SettingValue::Pattern);
            let patterns: Result<_, String> = texts(value)?.into_iter().map(pattern).collect();
            patterns.map_err(|_| "a list of patterns as in `.gitignore`")?
        }
        SettingKind::Codes => {
            let to = if name == "ignore" { To::Off } else { To::Own };
            let codes =
                texts(value)?.into_iter().map(|name| Some(SettingValue::Level(parse_code(name)?, to)));
            codes.collect::<Option<_>>().ok_or("a list of codes, or beginnings of codes")?
        }
        SettingKind::Levels => {
            let map = value.as_object().ok_or(LEVELS)?;
            let level = |(name, word): (&String, &Json)| {
                Some(SettingValue::Level(parse_code(name)?, parse_level(word.as_str()?)?))
            };
            map.iter().map(level).collect::<Option<_>>().ok_or(LEVELS)?
        }
        SettingKind::Urls => pairs(value)?,
        SettingKind::Outputs(_) | SettingKind::Most | SettingKind::Version | SettingKind::PerPath => {
            Vec::new()
        }
    };
    options.given.extend(values.into_iter().map(|value| Setting::given(key.name, value)));
    Ok(())
}

const SWITCH: &str = "`true` or `false`";
const LEVELS: &str = "a map from codes to `error`, `warning`, `info` or `off`";

fn parse_code(name: &str) -> Option<Codes> {
    ALL.iter().any(|rule| rule.is_named(name)).then(|| Codes(name.to_owned()))
}

fn parse_level(word: &str) -> Option<To> {
    match word {
        "error" => Some(To::Level(Level::Error)),
        "warning" => Some(To::Level(Level::Warning)),
        "info" => Some(To::Level(Level::Info)),
        "off" => Some(To::Off),
        _ => None,
    }
}

fn text(value: &Json) -> Result<&str, &'static str> {
    value.as_str().filter(|text| !text.is_empty()).ok_or("a path")
}

/// Returns a list of strings; a single string is a list of one.
fn texts(value: &Json) -> Result<Vec<&str>, &'static str> {
    let texts = match value {
        Json::String(text) => Some(vec![text.as_str()]),
        Json::Array(list) => list.iter().map(Json::as_str).collect(),
        _ => None,
    };
    texts.ok_or("a list of texts")
}

/// Returns the pairs of a map from URLs to paths, or of a list of `URL=PATH`.
fn pairs(value: &Json) -> Result<Vec<SettingValue>, &'static str> {
    let mapped = |url: &str, path: &str| SettingValue::Mapped(url.to_owned(), Utf8PathBuf::from(path));
    let pairs: Option<Vec<SettingValue>> = match value {
        Json::Object(map) => map.iter().map(|(url, path)| Some(mapped(url, path.as_str()?))).collect(),
        _ => {
            let split = |text: &str| text.rsplit_once('=').map(|(url, path)| mapped(url, path));
            texts(value).unwrap_or_default().into_iter().map(split).collect()
        }
    };
    pairs.filter(|pairs| !pairs.is_empty() || value.is_object()).ok_or("a map from URLs to paths")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Settings;

    #[test]
    fn former_names_of_rules_are_taken_with_a_hint() {
        let hint = "`input-circle` was renamed to `input-cycle`";
        for settings in [
            json!({ "select": ["input-circle"] }),
            json!({ "ignore": "input-circle" }),
            json!({ "levels": { "input-circle": "info", "unknown-type": "info" } }),
        ] {
            assert_eq!(Settings::read(&settings).1, [hint], "{settings}");
        }
        assert!(Settings::read(&json!({ "ignore": ["input-cycle"] })).1.is_empty());
    }
}
