//! Reports imports without a target.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{rules, split_version, suggest_spelling};
use crate::dialects::Dialect;
use crate::host::{Entry, paths};
use crate::yaml::plain;

use super::loader::{Loader, parent};
use super::locate::{self, Base};

/// Each suggestion compares the name with all files of a directory.
const MAX_SUGGESTIONS: usize = 50;

/// The number of imports from directories with one name from which a single finding reports them all.
const MIN_GROUPED: usize = 5;

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
        for path in known.iter().map(Utf8Path::new) {
            if let (Some(directory), Some(name)) = (path.parent(), path.file_name()) {
                names.entry(directory).or_default().push(name);
            }
        }
        let loaded = self.graph.files.iter().filter_map(|file| file.profile.as_deref());
        let mut profiles: Vec<&str> =
            loaded.chain(super::BUILT_IN_PROFILES.iter().map(|profile| profile.name)).collect();
        profiles.sort_unstable();
        let profile_of = |url: &str| profiles.iter().rev().copied().find(|name| split_version(name).0 == url);
        let mut in_directories = self.in_missing_directories();
        for (span, url, path) in &self.missing {
            let directory = self.missing_directory(path);
            // The first one takes the number, and leaves none.
            let count = directory.and_then(|directory| in_directories.get_mut(directory)).map(std::mem::take);
            if count == Some(0) {
                continue;
            }
            let is_plain = self.graph.file(span.file).policies().dialect.is_none();
            let profile =
                profile_of(url).or_else(|| Some(url.as_str()).filter(|url| locate::looks_like_profile(url)));
            if let Some((file, namespace)) = url.split_once(" as ")
                && is_plain
            {
                let (file, namespace) = (plain(file.trim()), plain(namespace.trim()));
                let entry = format!("{{ url: {file}, namespace: {namespace} }}");
                self.diagnostics.push(rules::missing_import::with_as(*span, url, &entry));
                continue;
            }
            if let Some(profile) = profile.filter(|_| is_plain) {
                let help = format!("write `- profile: {profile}` to import a profile by name");
                self.diagnostics.push(rules::missing_import::new(*span, url, url, Some(help)));
                continue;
            }
            let suggests = suggestions.len() < MAX_SUGGESTIONS;
            let suggestion = suggestions.entry(path.clone()).or_insert_with(|| {
                let names = path.parent().and_then(|directory| names.get(directory)).filter(|_| suggests)?;
                suggest_spelling(path.file_name()?, names.iter().copied()).map(str::to_owned)
            });
            let shown = |path: &Utf8Path| {
                let is_here = path == self.working_directory;
                if is_here {
                    ".".to_owned()
                } else {
                    paths::shown(path, &self.working_directory).into_string()
                }
            };
            let missing = |help| rules::missing_import::new(*span, url, &shown(path), help);
            let diagnostic = if let Some(suggestion) = suggestion {
                missing(Some(format!("did you mean `{suggestion}`?")))
            } else if let Some((importer, right)) = self.relative_to_importer(*span, url, path) {
                rules::missing_import::relative_to(missing(None), &importer, &right, plain(&right))
            } else if let Some((place, file)) = self.elsewhere(*span, url, path, &known) {
                rules::missing_import::elsewhere(missing(None), &shown(place), &shown(file))
            } else if url.starts_with('/') {
                let help =
                    "check the path; with a leading `/`, it is relative to the root directory (`--root`)";
                missing(Some(help.to_owned()))
            } else if count.is_some() {
                missing(None)
            } else {
                missing(Some("check the path; it is relative to the importing file".to_owned()))
            };
            let diagnostic = match (directory, count) {
                (Some(directory), Some(count)) => {
                    rules::missing_import::with_others(diagnostic, directory, count - 1)
                }
                _ => diagnostic,
            };
            self.diagnostics.push(diagnostic);
        }
    }

    /// Returns the name of the directory that a missing file would be in, or in a directory of: the uppermost that does
    /// not exist either.
    fn missing_directory<'p>(&self, path: &'p Utf8Path) -> Option<&'p str> {
        let above = path.ancestors().skip(1).take_while(|path| self.host.entry(path).is_none());
        above.last()?.file_name()
    }

    /// Returns the number of imports that lead into directories that do not exist, by the name of the directory, if there
    /// are many.
    fn in_missing_directories(&self) -> FxHashMap<String, usize> {
        let mut counts = FxHashMap::default();
        for directory in self.missing.iter().filter_map(|(_, _, path)| self.missing_directory(path)) {
            *counts.entry(directory.to_owned()).or_default() += 1;
        }
        counts.retain(|_, count| *count >= MIN_GROUPED);
        counts
    }

    /// Whether the import at `span` of the file at `path` is relative to the importing file.
    fn is_relative(&self, span: Span, url: &str, path: &Utf8Path) -> bool {
        let Base::Directory(directory) = &self.contexts[span.file.index()].base else { return false };
        !url.starts_with('/') && locate::join(directory, url) == path
    }

    /// Looks for a missing file in the directories of the files that led to the importing one. Returns the path of that
    /// file, and the right URL.
    fn relative_to_importer(&self, span: Span, url: &str, path: &Utf8Path) -> Option<(String, String)> {
        if !self.is_relative(span, url, path) {
            return None;
        }
        let from = parent(&self.graph.file(span.file).identity);
        let mut file = span.file;
        while let Some(import) = self.contexts[file.index()].first_import {
            file = import.file;
            let Base::Directory(directory) = &self.contexts[file.index()].base else { continue };
            let other = locate::join(directory, url);
            if self.host.entry(&other) == Some(Entry::File) {
                let right = paths::relative(&self.host.identity(&other), &from);
                return Some((self.graph.file(file).source().path.to_string(), right.into_string()));
            }
        }
        None
    }

    /// Looks for a missing file among the `known` ones: in which directory the URL of its import leads to one, and to
    /// which. URLs that go up or are only a name lead to files by chance.
    fn elsewhere<'k>(
        &self,
        span: Span,
        url: &str,
        path: &Utf8Path,
        known: &[&'k str],
    ) -> Option<(&'k Utf8Path, &'k Utf8Path)> {
        let url = url.strip_prefix("./").unwrap_or(url);
        if !self.is_relative(span, url, path) || !url.contains('/') || url.starts_with("..") {
            return None;
        }
        let mut files = known.iter().filter_map(|file| {
            let directory = file.strip_suffix(url)?.strip_suffix('/')?;
            Some((Utf8Path::new(directory), Utf8Path::new(*file)))
        });
        files.next()
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
