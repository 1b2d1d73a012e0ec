//! Merges the configurations of the checked files into the options of a run.

use std::sync::Arc;

use crate::config::keys::{KEYS, Reach, SettingKind};
use crate::config::{Configuration, Configurations, Setting, SettingValue, Settings};
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::Spec;
use crate::host::Limits;
use crate::load::{self, ExpandedPaths, Inputs};

use super::Options;

/// The options of a run after all configurations are read.
pub(super) struct RunOptions {
    pub(super) load: load::LoadOptions,
    pub(super) substitutes: bool,
    /// The settings of the configuration of the first path, extended by the lists of the others.
    pub(super) settings: Settings,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Merges the configurations of `entries`. Settings with a single value come from the configuration of the
/// first path; lists of all configurations are concatenated.
pub(super) fn merge_settings(
    configurations: &Configurations<'_>,
    options: &Options,
    entries: &ExpandedPaths,
) -> RunOptions {
    let mut all: Vec<Arc<Configuration>> = Vec::new();
    let first = options.load.paths.first().map(|path| configurations.of_path(path));
    let of_files = entries.files.iter().map(|file| configurations.of_file(&file.path));
    for configuration in first.into_iter().chain(of_files) {
        if !all.iter().any(|known| known.path == configuration.path) {
            all.push(configuration);
        }
    }
    let mut settings = all.first().map(|first| first.settings.clone()).unwrap_or_default();
    let mut diagnostics = Vec::new();
    for configuration in all.iter().skip(1) {
        for key in KEYS.iter().filter(|key| key.reach == Reach::Load) {
            let is_list = matches!(
                key.kind,
                SettingKind::Files | SettingKind::Directories | SettingKind::Names | SettingKind::Urls
            );
            let mut theirs =
                configuration.settings.for_key(key.name).filter(|setting| setting.span.is_some());
            if is_list {
                settings.all.extend(theirs.cloned());
            } else if let Some(theirs) = theirs.next_back() {
                let ours = all[0].settings.last(key.name);
                let our_span = ours.and_then(|ours| ours.span);
                // A flag applies to all files.
                let is_given = ours.is_some_and(|ours| ours.span.is_none());
                let differs = ours.is_none_or(|ours| shown(ours) != shown(theirs));
                if differs
                    && !is_given
                    && let Some(span) = theirs.span
                {
                    diagnostics.push(rules::conflicting_settings::new(span, key.name, our_span));
                }
            }
        }
    }
    let load = load_options(&options.load, &settings);
    let substitutes = settings.switch("substitutes").unwrap_or(options.substitutes);
    RunOptions { load, substitutes, settings, diagnostics }
}

fn shown(setting: &Setting) -> String {
    format!("{:?}", setting.value)
}

/// Returns `base`, changed as `settings` say. Paths from flags are searched before configured ones.
pub(super) fn load_options(base: &load::LoadOptions, settings: &Settings) -> load::LoadOptions {
    let mut options = base.clone();
    options.root = settings.paths("root").next_back().cloned().or(options.root);
    let (given, configured): (Vec<&Setting>, Vec<&Setting>) =
        settings.all.iter().partition(|setting| setting.span.is_none());
    for setting in given.into_iter().chain(configured) {
        match (setting.key, &setting.value) {
            ("profile-path", SettingValue::Path(path)) if !options.profile_path.contains(path) => {
                options.profile_path.push(path.clone());
            }
            ("import-path", SettingValue::Path(path)) if !options.import_path.contains(path) => {
                options.import_path.push(path.clone());
            }
            ("map-url", SettingValue::Mapped(url, path)) => options.url_map.push((url.clone(), path.clone())),
            ("function", SettingValue::Text(name)) if !options.functions.contains(name) => {
                options.functions.push(name.clone());
            }
            _ => {}
        }
    }
    if let Some(mode) = settings.text("variability-mode") {
        options.variability_mode = Some(mode.to_owned());
    }
    options.strict = settings.switch("strict").unwrap_or(options.strict);
    options.spec = match settings.text("spec") {
        Some("csd06") => Spec::Csd06,
        Some("csd07") => Spec::Csd07,
        Some(_) => Spec::Os,
        None => options.spec,
    };
    // Inputs that were already chosen, as defaults or as a file, win over the setting.
    if let (Inputs::Later, Some(path)) = (&options.inputs, settings.paths("inputs").next_back()) {
        options.inputs = Inputs::In(path.clone());
    }
    let count = |key, default: usize| {
        settings.number(key).map_or(default, |number| usize::try_from(number).unwrap_or(usize::MAX))
    };
    let limits = &options.limits;
    options.limits = Limits {
        bytes: settings.number("max-file-size").unwrap_or(limits.bytes),
        nodes: count("max-nodes", limits.nodes),
        depth: count("max-depth", limits.depth),
        alias_nodes: count("max-alias-nodes", limits.alias_nodes),
        files: count("max-files", limits.files),
        members: count("max-members", limits.members),
        archive_bytes: settings.number("max-archive-size").unwrap_or(limits.archive_bytes),
        ratio: settings.number("max-ratio").unwrap_or(limits.ratio),
    };
    options
}
