//! Imports that lead nowhere.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::diagnostics::{codes, suggest_spelling};
use crate::dialects::Dialect;
use crate::host::paths;

use super::loader::Loader;
use super::locate;

/// So many missing files get a did-you-mean; each costs a look at all files of a directory.
const MOST_SUGGESTIONS: usize = 50;

impl Loader<'_> {
    /// Reports the imports of files that do not exist, with the names of files that do as help.
    pub(super) fn report_missing(&mut self) {
        if self.missing.is_empty() {
            return;
        }
        let mut near: FxHashMap<Utf8PathBuf, Option<String>> = FxHashMap::default();
        let mut names: FxHashMap<&Utf8Path, Vec<&str>> = FxHashMap::default();
        let known = self.by_path.iter().filter(|(_, id)| id.is_some());
        let mut known: Vec<&str> = known.map(|(path, _)| path.as_str()).collect();
        known.sort_unstable();
        for path in known.into_iter().map(Utf8Path::new) {
            if let (Some(directory), Some(name)) = (path.parent(), path.file_name()) {
                names.entry(directory).or_default().push(name);
            }
        }
        for (span, url, path) in &self.missing {
            let found = if locate::looks_like_profile(url) {
                let help = format!("write `- profile: {url}` to import a profile by name");
                codes::missing_import::new(*span, url, url, Some(help))
            } else {
                let most = near.len() < MOST_SUGGESTIONS;
                let near = near.entry(path.clone()).or_insert_with(|| {
                    let names = path.parent().and_then(|directory| names.get(directory)).filter(|_| most)?;
                    suggest_spelling(path.file_name()?, names.iter().copied()).map(str::to_owned)
                });
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if url.starts_with('/') => {
                        "check the path; with a leading `/`, it is relative to the root directory (`--root`)"
                            .to_owned()
                    }
                    None => "check the path; it is relative to the importing file".to_owned(),
                };
                let shown = paths::shown(path, &self.working);
                codes::missing_import::new(*span, url, shown.as_str(), Some(help))
            };
            self.diagnostics.push(found);
        }
    }

    /// Imports of files that hold nothing to import are reported and lead nowhere.
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
                let unread = self.surroundings[target.index()].failure.is_some();
                let asked_for = self.graph.file(target).asked_for;
                if dialect == Dialect::Foreign && !unread && !asked_for {
                    let span = file.span(import.value);
                    let text = file.node(import.value).text();
                    let empty = self.graph.file(target).source().text.trim().is_empty();
                    let reason = if empty { "empty file" } else { "not a TOSCA file" };
                    self.diagnostics.push(codes::import_not_tosca::new(span, text, reason));
                }
                self.graph.files[index].imports[position].target = None;
            }
        }
    }
}
