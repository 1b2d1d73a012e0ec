//! Which level the findings of a file have.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::config::{Configuration, To, Value};
use crate::diagnostics::{Code, Diagnostic};

/// Judges the findings of one file.
pub(super) struct Judge {
    configuration: Arc<Configuration>,
    path: Utf8PathBuf,
    /// What the settings come to, for each code that was asked for.
    known: FxHashMap<&'static str, Option<To>>,
}

impl Judge {
    /// The judge for the file at `path`, absolute.
    pub(super) fn new(configuration: &Arc<Configuration>, path: &Utf8Path) -> Self {
        let configuration = Arc::clone(configuration);
        Self { configuration, path: path.to_owned(), known: FxHashMap::default() }
    }

    fn rule(&mut self, code: &Code) -> Option<To> {
        let Self { configuration, path, known } = self;
        let settings = &configuration.settings;
        *known.entry(code.id).or_insert_with(|| settings.rule(code, path).map(|(_, to)| to))
    }

    /// Whether findings of this code are told at all.
    pub(super) fn admits(&mut self, code: &Code) -> bool {
        match self.rule(code) {
            None => !code.is_lint(),
            Some(to) => to != To::Off,
        }
    }

    /// Gives a finding its level.
    pub(super) fn judge(&mut self, found: &mut Diagnostic) {
        if let Some(To::Level(level)) = self.rule(found.code) {
            found.level = level;
        }
    }

    /// Whether comments in the file count for nothing.
    pub(super) fn no_suppressions(&self) -> bool {
        let settings = &self.configuration.settings;
        let said = settings.of("no-suppressions").rfind(|setting| setting.is_for(&self.path));
        said.is_some_and(|setting| matches!(setting.value, Value::Switch(true)))
    }
}
