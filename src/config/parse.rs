//! Reads the settings of one configuration.

use std::borrow::Cow;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use semver::{Prerelease, Version, VersionReq};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::base::{FileId, Span};
use crate::diagnostics::{ALL, Diagnostic, Level, list, renamed, rules, suggest};
use crate::host::paths;

use super::keys::{self, KEYS, Key, Reach, SettingKind};
use super::pattern::Pattern;
use super::setting::{Codes, Setting, SettingValue, To};

/// What `required-version` expects.
const REQUIREMENT: &str = "a version requirement, such as `>=1.2, <2`";

type YamlNode<'t> = Spanned<DeValue<'t>>;
type Name<'t> = Spanned<Cow<'t, str>>;

/// The content of one configuration file, without the files that it extends.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// Its settings; layers count from 0.
    pub(super) settings: Vec<Setting>,
    /// The configurations that it extends.
    pub(super) extends: Vec<(Utf8PathBuf, Span)>,
    /// The findings about it.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads `text`, the configuration `file` in `directory`, an absolute path.
pub(super) fn parse(text: &str, file: FileId, directory: &Utf8Path) -> Content {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { file, directory, content: Content::default(), layer: 0, only: None };
    let mut lines = Vec::new();
    for error in errors {
        let span = reader.span(error.span().unwrap_or(0..0));
        // Follow-up errors of a mistake are on the same line.
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = before.matches('\n').count();
        if lines.contains(&line) {
            continue;
        }
        lines.push(line);
        let start = before.rfind('\n').map_or(0, |index| index + 1);
        let written = text[start..].lines().next().unwrap_or_default();
        if let Some(entry) = entry_with_equals_sign(written) {
            // The whole file is probably written so.
            let span = reader.span(start..start + written.trim_end().len());
            reader.content.diagnostics = vec![rules::invalid_toml::with_colon(span, &entry)];
            break;
        }
        let reason = error.message().lines().next().unwrap_or("");
        reader.content.diagnostics.push(rules::invalid_toml::new(span, reason));
    }
    // The valid part of a damaged file still applies, so that other findings keep their level.
    let damaged = !lines.is_empty();
    reader.table(table.get_ref(), |_| true);
    let retain_only = |content: &mut Content, rule| {
        content.diagnostics.retain(|diagnostic| diagnostic.rule == rule);
    };
    if damaged {
        retain_only(&mut reader.content, &rules::invalid_toml::RULE);
    } else if reader.content.diagnostics.iter().any(|found| found.rule == &rules::required_version::RULE) {
        // Another version may have other settings and rules.
        retain_only(&mut reader.content, &rules::required_version::RULE);
    }
    reader.content
}

/// Returns the entry of TOML that a line of YAML, such as `strict: true`, stands for.
fn entry_with_equals_sign(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':')?;
    let value = value.split(" #").next().unwrap_or(value).trim();
    let key = KEYS.iter().find(|known| known.name == key.trim())?.name;
    let is_written_the_same = value == "true"
        || value == "false"
        || value.parse::<u64>().is_ok()
        || value.starts_with(['"', '\'', '[']);
    Some(match value {
        "" => format!("{key} = [ … ]"),
        _ if is_written_the_same => format!("{key} = {value}"),
        _ => format!("{key} = \"{value}\""),
    })
}

struct Reader<'d> {
    file: FileId,
    directory: &'d Utf8Path,
    content: Content,
    layer: u32,
    only: Option<Arc<[Pattern]>>,
}

impl Reader<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        Span::new(self.file, number(range.start), number(range.end))
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.content.diagnostics.push(diagnostic);
    }

    fn set(&mut self, key: &'static str, value: SettingValue, span: Span) {
        let (only, layer) = (self.only.clone(), self.layer);
        self.content.settings.push(Setting { key, value, span: Some(span), only, layer, reason: None });
    }

    /// Reads the keys of a table that are `allowed`.
    fn table(&mut self, table: &DeTable<'_>, allowed: fn(&Key) -> bool) {
        let known = || KEYS.iter().filter(|key| allowed(key));
        for (name, value) in table {
            if known().any(|key| key.name == name.get_ref()) {
                continue;
            }
            let is_setting = |name: &Name<'_>| KEYS.iter().any(|key| key.name == name.get_ref());
            if let DeValue::Table(inner) = value.get_ref()
                && !inner.is_empty()
                && inner.keys().all(is_setting)
            {
                self.report(rules::unknown_setting::section(self.span(name.span()), name.get_ref()));
            } else {
                self.unknown(name, known().map(|key| key.name));
            }
        }
        // In the order of the keys: `ignore` wins over an equally specific `select`.
        for key in known() {
            if let Some((_, value)) = table.iter().find(|(name, _)| name.get_ref() == key.name) {
                self.value(key, value);
            }
        }
    }

    fn unknown<'k>(&mut self, name: &Name<'_>, known: impl Iterator<Item = &'k str>) {
        let known: Vec<&str> = known.collect();
        let all: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let span = self.span(name.span());
        let suggestion = suggest(name.get_ref(), known);
        self.report(rules::unknown_setting::new(span, name.get_ref(), suggestion, &list(&all, "and")));
    }

    fn wrong(&mut self, key: &str, value: &YamlNode<'_>, expected: &str) {
        let span = self.span(value.span());
        self.report(rules::invalid_setting::new(span, key, expected));
    }

    fn value(&mut self, key: &'static Key, value: &YamlNode<'_>) {
        let span = self.span(value.span());
        match (key.kind, value.get_ref()) {
            (SettingKind::Switch, DeValue::Boolean(on)) => {
                self.set(key.name, SettingValue::Switch(*on), span);
            }
            (SettingKind::Switch, _) => self.wrong(key.name, value, "`true` or `false`"),
            (SettingKind::Number(least, most), DeValue::Integer(number)) => {
                let digits = number.as_str().replace('_', "");
                match u64::from_str_radix(&digits, number.radix()) {
                    Ok(number) if (least..=most).contains(&number) => {
                        self.set(key.name, SettingValue::Number(number), span);
                    }
                    _ => self.wrong(key.name, value, &range(least, most)),
                }
            }
            (SettingKind::Number(least, most), _) => self.wrong(key.name, value, &range(least, most)),
            (SettingKind::Most, DeValue::String(word)) if word == "none" => {
                self.set(key.name, SettingValue::Number(u64::MAX), span);
            }
            (SettingKind::Most, DeValue::Integer(number)) => match number.as_str().replace('_', "").parse() {
                Ok(number) if number > 0 && number < u64::MAX => {
                    self.set(key.name, SettingValue::Number(number), span);
                }
                _ => self.wrong(key.name, value, "a number of at least 1, or `\"none\"`"),
            },
            (SettingKind::Most, _) => self.wrong(key.name, value, "a number of at least 1, or `\"none\"`"),
            (SettingKind::Word(words), DeValue::String(word)) => {
                if self.word(key.name, word, words, span) {
                    self.set(key.name, SettingValue::Text(word.to_string()), span);
                }
            }
            (SettingKind::Word(words), _) => self.wrong(key.name, value, &words_of(words)),
            (SettingKind::File | SettingKind::Directory, DeValue::String(path)) => self.path(key, path, span),
            (SettingKind::File | SettingKind::Directory, _) => self.wrong(key.name, value, "a path"),
            (SettingKind::Version, DeValue::String(text)) => self.required_version(key, text, value),
            (SettingKind::Version, _) => self.wrong(key.name, value, REQUIREMENT),
            (SettingKind::Levels, DeValue::Table(table)) => self.levels(table),
            (SettingKind::Levels, _) => self.wrong(key.name, value, "a table that maps rules to levels"),
            (SettingKind::Urls, DeValue::Table(table)) => self.urls(key.name, table),
            (SettingKind::Urls, _) => self.wrong(key.name, value, "a table that maps URLs to paths"),
            (SettingKind::PerPath, DeValue::Array(tables)) => {
                for table in tables {
                    self.per_path(table);
                }
            }
            (SettingKind::PerPath, _) => self.wrong(key.name, value, "a list of `[[per-path]]` tables"),
            (_, DeValue::Array(items)) => {
                for item in items {
                    self.item(key, item);
                }
            }
            // A list with one element may be written as the element alone.
            (_, _) => self.item(key, value),
        }
    }

    /// Reads an element of a list.
    fn item(&mut self, key: &'static Key, item: &YamlNode<'_>) {
        let span = self.span(item.span());
        let DeValue::String(text) = item.get_ref() else {
            let what = match key.kind {
                SettingKind::Codes => "a list of rules",
                SettingKind::Patterns => "a list of patterns",
                SettingKind::Names => "a list of names",
                SettingKind::Outputs(_) => "a list of formats",
                _ => "a list of paths",
            };
            return self.wrong(key.name, item, what);
        };
        match key.kind {
            SettingKind::Codes => {
                let to = if key.name == "ignore" { To::Off } else { To::Own };
                if self.code(text, span) && !(to == To::Off && self.needs_reason(text, span)) {
                    self.set(key.name, SettingValue::Level(Codes(text.to_string()), to), span);
                }
            }
            SettingKind::Patterns => {
                if let Some(pattern) = self.pattern(key.name, text, span) {
                    self.set(key.name, SettingValue::Pattern(pattern), span);
                }
            }
            SettingKind::Outputs(words) => {
                let word = text.split('=').next().unwrap_or(text);
                if self.word(key.name, word, words, span) {
                    let text = match text.split_once('=') {
                        Some((word, file)) => format!("{word}={}", self.absolute(file)),
                        None => text.to_string(),
                    };
                    self.set(key.name, SettingValue::Text(text), span);
                }
            }
            SettingKind::Names => self.set(key.name, SettingValue::Text(text.to_string()), span),
            _ if key.reach == Reach::Configuration => {
                let path = self.absolute(text);
                self.content.extends.push((path, span));
            }
            _ => self.path(key, text, span),
        }
    }

    fn word(&mut self, key: &str, word: &str, words: &'static [&'static str], span: Span) -> bool {
        let known = words.contains(&word);
        if !known {
            let suggestion = suggest(word, words.iter().copied());
            self.report(rules::invalid_setting::word(span, key, word, suggestion, &words_of(words)));
        }
        known
    }

    fn absolute(&self, path: &str) -> Utf8PathBuf {
        paths::clean(&paths::join(self.directory, path.as_ref()))
    }

    /// Checks that this version of the tool satisfies the requirement `text`.
    fn required_version(&mut self, key: &'static Key, text: &str, value: &YamlNode<'_>) {
        let Ok(required) = VersionReq::parse(text) else { return self.wrong(key.name, value, REQUIREMENT) };
        let running = env!("CARGO_PKG_VERSION");
        // A preview has the settings and rules of the version that it precedes.
        let release = Version::parse(running).map(|version| Version { pre: Prerelease::EMPTY, ..version });
        if release.is_ok_and(|release| !required.matches(&release)) {
            let span = self.span(value.span());
            self.report(rules::required_version::new(span, text, running));
        }
    }

    fn path(&mut self, key: &'static Key, path: &str, span: Span) {
        if path.is_empty() {
            return self.report(rules::invalid_setting::new(span, key.name, "a path"));
        }
        let path = self.absolute(path);
        self.set(key.name, SettingValue::Path(path), span);
    }

    fn pattern(&mut self, key: &str, text: &str, span: Span) -> Option<Pattern> {
        match Pattern::new(text, self.directory) {
            Ok(pattern) => Some(pattern),
            Err(reason) => {
                let expected = format!("a pattern as in `.gitignore` ({reason})");
                self.report(rules::invalid_setting::new(span, key, &expected));
                None
            }
        }
    }

    /// Checks that `text` is a rule or a prefix of codes, and reports it if not.
    fn code(&mut self, text: &str, span: Span) -> bool {
        let known = ALL.iter().any(|rule| rule.is_named(text));
        if !known {
            self.report(rules::unknown_code::new(span, text, similar_code(text)));
        } else if let Some(current) = renamed(text) {
            self.report(rules::unknown_code::renamed(span, text, current));
        }
        known
    }

    /// Whether turning off `text` needs a reason, because it includes an error; this is reported.
    fn needs_reason(&mut self, text: &str, span: Span) -> bool {
        let needed = ALL.iter().any(|rule| rule.level == Level::Error && rule.is_named(text));
        if needed {
            self.report(rules::missing_reason::setting(span, text));
        }
        needed
    }

    fn levels(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let span = self.span(name.span());
            if self.code(name.get_ref(), span) {
                self.level(name, value);
            }
        }
    }

    /// Reads `"warning"`, or `{ level = "off", reason = "…" }`.
    fn level(&mut self, name: &Name<'_>, value: &YamlNode<'_>) {
        let (mut level, mut reason) = (Some(value), None);
        if let DeValue::Table(table) = value.get_ref() {
            level = table.get("level");
            reason = table.get("reason");
            for (key, _) in table {
                if !["level", "reason"].contains(&key.get_ref().as_ref()) {
                    self.unknown(key, ["level", "reason"].into_iter());
                }
            }
        }
        let expected = "a level, or `{ level = …, reason = … }`";
        let Some(level) = level else { return self.wrong(name.get_ref(), value, expected) };
        let DeValue::String(word) = level.get_ref() else {
            return self.wrong(name.get_ref(), level, expected);
        };
        let span = self.span(level.span());
        if !self.word(name.get_ref(), word, keys::LEVELS, span) {
            return;
        }
        let reason = match reason.map(|reason| (reason, reason.get_ref())) {
            Some((_, DeValue::String(text))) => {
                Some(text).filter(|text| text.contains(char::is_alphanumeric))
            }
            Some((unexpected, _)) => return self.wrong("reason", unexpected, "a string"),
            None => None,
        };
        let to = match word.as_ref() {
            "error" => To::Level(Level::Error),
            "warning" => To::Level(Level::Warning),
            "info" => To::Level(Level::Info),
            _ => To::Off,
        };
        if to != To::Off || reason.is_some() || !self.needs_reason(name.get_ref(), span) {
            self.set("levels", SettingValue::Level(Codes(name.get_ref().to_string()), to), span);
            if let Some(setting) = self.content.settings.last_mut() {
                setting.reason = reason.map(|reason| Arc::from(&**reason));
            }
        }
    }

    fn urls(&mut self, key: &'static str, table: &DeTable<'_>) {
        for (url, path) in table {
            if url.get_ref().is_empty() {
                let span = self.span(url.span());
                self.report(rules::invalid_setting::new(span, key, "a URL as the key of each path"));
                continue;
            }
            let span = self.span(path.span());
            match path.get_ref() {
                DeValue::String(text) if !text.is_empty() => {
                    let path = self.absolute(text);
                    self.set(key, SettingValue::Mapped(url.get_ref().to_string(), path), span);
                }
                _ => self.wrong(url.get_ref(), path, "a path"),
            }
        }
    }

    /// Reads a table with `paths` and the settings for these paths.
    fn per_path(&mut self, entry: &YamlNode<'_>) {
        let DeValue::Table(table) = entry.get_ref() else {
            return self.wrong("per-path", entry, "a table");
        };
        let mut patterns = Vec::new();
        match table.get("paths").map(|paths| (paths, paths.get_ref())) {
            Some((_, DeValue::Array(items))) => {
                for item in items {
                    patterns.extend(self.one_pattern(item));
                }
            }
            Some((item, _)) => patterns.extend(self.one_pattern(item)),
            None => {
                let span = self.span(entry.span());
                self.report(rules::invalid_setting::new(span, "per-path", "`paths` with a list of patterns"));
            }
        }
        self.layer += 1;
        self.only = Some(patterns.into());
        let allowed: Vec<&'static str> =
            KEYS.iter().filter(|key| per_path(key)).map(|key| key.name).collect();
        for (name, _) in table {
            if name.get_ref() != "paths" && !allowed.contains(&name.get_ref().as_ref()) {
                self.unknown(name, allowed.iter().copied().chain(["paths"]));
            }
        }
        for key in KEYS.iter().filter(|key| per_path(key)) {
            if let Some(value) = table.get(key.name) {
                self.value(key, value);
            }
        }
        self.only = None;
    }

    fn one_pattern(&mut self, item: &YamlNode<'_>) -> Option<Pattern> {
        let span = self.span(item.span());
        match item.get_ref() {
            DeValue::String(text) => self.pattern("paths", text, span),
            _ => {
                self.wrong("paths", item, "a list of patterns");
                None
            }
        }
    }
}

/// Whether a setting is allowed in `per-path`.
pub(super) fn per_path(key: &Key) -> bool {
    matches!(key.name, "levels" | "select" | "ignore" | "no-suppressions")
}

/// Returns the rule name that is most similar to `text`.
pub(crate) fn similar_code(text: &str) -> Option<&'static str> {
    let looks_like_number = text.starts_with(['T', 't']) && text.contains(|c: char| c.is_ascii_digit());
    // Similar numbers do not mean similar rules.
    if looks_like_number { None } else { suggest(text, ALL.iter().map(|rule| rule.name)) }
}

fn range(least: u64, most: u64) -> String {
    if most > u64::from(u32::MAX) {
        format!("a number of at least {least}")
    } else {
        format!("a number from {least} to {most}")
    }
}

fn words_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    list(&words, "or")
}
