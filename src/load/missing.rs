//! Reports imports without a target.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::diagnostics::{rules, split_version, suggest_spelling};
use crate::dialects::Dialect;
use crate::host::paths;

use super::loader::Loader;
use super::locate;

/// Each suggestion compares the name with all files of a directory.
const MAX_SUGGESTIONS: usize = 50;

impl Loader<'_> {
    /// Reports the imports of files that do not exist, and suggests names of files that do.
    pub(super) fn report_missing(&mut self) {
        if self.missing.is_empty() {
            return;
        }
        let mut suggestions: FxHashMap<Utf8PathBuf, Option<String>> = FxHashMap::default();
        let mut names: FxHashMap<&Utf8Path, Vec<&str>> = FxHashMap::default();
        let known = self.by_path.iter().filter(|(_, id)| id.is_some());
        let mut known: Vec<&str> = known.map(|(path, _)| path.as_str()).collect();
        known.sort_unstable();
        for path in known.into_iter().map(Utf8Path::new) {
            if let (Some(directory), Some(name)) = (path.parent(), path.file_name()) {
                names.entry(directory).or_default().push(name);
            }
        }
        let loaded = self.graph.files.iter().filter_map(|file| file.profile.as_deref());
        let mut profiles: Vec<&str> =
            loaded.chain(super::BUILT_IN_PROFILES.iter().map(|profile| profile.name)).collect();
        profiles.sort_unstable();
        let profile_of = |url: &str| profiles.iter().rev().copied().find(|name| split_version(name).0 == url);
        for (span, url, path) in &self.missing {
            let profile =
                profile_of(url).or_else(|| Some(url.as_str()).filter(|url| locate::looks_like_profile(url)));
            let diagnostic = if let Some(profile) = profile {
                let help = format!("write `- profile: {profile}` to import a profile by name");
                rules::missing_import::new(*span, url, url, Some(help))
            } else {
                let suggests = suggestions.len() < MAX_SUGGESTIONS;
                let suggestion = suggestions.entry(path.clone()).or_insert_with(|| {
                    let names =
                        path.parent().and_then(|directory| names.get(directory)).filter(|_| suggests)?;
                    suggest_spelling(path.file_name()?, names.iter().copied()).map(str::to_owned)
                });
                let help = match suggestion {
                    Some(suggestion) => format!("did you mean `{suggestion}`?"),
                    None if url.starts_with('/') => {
                        "check the path; with a leading `/`, it is relative to the root directory (`--root`)"
                            .to_owned()
                    }
                    None => "check the path; it is relative to the importing file".to_owned(),
                };
                let shown = paths::shown(path, &self.working_directory);
                rules::missing_import::new(*span, url, shown.as_str(), Some(help))
            };
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports imports of files without definitions, and removes their targets.
    pub(super) fn drop_useless_targets(&mut self) {
        for index in 0..self.graph.files.len() {
            for position in 0..self.graph.files[index].imports.len() {
                let file = &self.graph.files[index];
                let import = file.imports[position];
                let Some(target) = import.target else { continue };
                let dialect = self.graph.file(target).dialect();
                if dialect == Dialect::Tosca2 {
                    continue;
                }
                let unread = self.contexts[target.index()].failure.is_some();
                let is_requested = self.graph.file(target).is_requested;
                if dialect == Dialect::Foreign && !unread && !is_requested {
                    let span = file.span(import.value);
                    let text = file.node(import.value).text();
                    let empty = self.graph.file(target).source().text.trim().is_empty();
                    let reason = if empty { "empty file" } else { "not a TOSCA file" };
                    self.diagnostics.push(rules::import_not_tosca::new(span, text, reason));
                }
                self.graph.files[index].imports[position].target = None;
            }
        }
    }
}
