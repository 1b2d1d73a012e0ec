//! The levels and suppressions that the settings of one file define.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::config::{Configuration, SettingValue, To};
use crate::diagnostics::{Diagnostic, Rule};

/// Filters the findings of one file by its settings.
pub(super) struct FileFilter {
    configuration: Arc<Configuration>,
    path: Utf8PathBuf,
    /// The level setting of each rule that was looked up.
    cache: FxHashMap<&'static str, Option<To>>,
}

impl FileFilter {
    /// Creates the filter for the file at the absolute `path`.
    pub(super) fn new(configuration: &Arc<Configuration>, path: &Utf8Path) -> Self {
        let configuration = Arc::clone(configuration);
        Self { configuration, path: path.to_owned(), cache: FxHashMap::default() }
    }

    fn level_setting(&mut self, rule: &Rule) -> Option<To> {
        let Self { configuration, path, cache } = self;
        let settings = &configuration.settings;
        *cache.entry(rule.code).or_insert_with(|| settings.rule(rule, path).map(|(_, to)| to))
    }

    /// Whether findings of this rule are reported.
    pub(super) fn reports(&mut self, rule: &Rule) -> bool {
        match self.level_setting(rule) {
            None => !rule.is_lint(),
            Some(to) => to != To::Off,
        }
    }

    /// Sets the level of a diagnostic as configured.
    pub(super) fn set_level(&mut self, diagnostic: &mut Diagnostic) {
        if let Some(To::Level(level)) = self.level_setting(diagnostic.rule) {
            diagnostic.level = level;
        }
    }

    /// Whether suppressions in the file are ignored.
    pub(super) fn ignores_suppressions(&self) -> bool {
        let settings = &self.configuration.settings;
        let last = settings.for_key("no-suppressions").rfind(|setting| setting.is_for(&self.path));
        last.is_some_and(|setting| matches!(setting.value, SettingValue::Switch(true)))
    }
}
