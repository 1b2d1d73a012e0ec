//! Finds profiles by name: those below the checked directories, on the profile path, and built in.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, IndexMap, Span};
use crate::diagnostics::{rules, suggest_profile};
use crate::dialects::looks_like_tosca;
use crate::host::{Host, paths};

use super::loader::{Loader, parent};
use super::locate::Base;
use super::parsed_files::Stamped;
use super::unreadable_profiles::Unreadable;
use super::{LoadOptions, built_in};

/// Each suggestion compares the name with those of all profiles.
const MAX_SUGGESTIONS: usize = 50;

/// A profile that can be imported by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownProfile {
    /// The name that it declares.
    pub name: String,
    /// Other names of the same profile.
    pub aliases: &'static [&'static str],
    /// The files that declare it, in the first directory of the profile path that has any; empty if it is built in.
    pub paths: Vec<Utf8PathBuf>,
}

/// Returns the profiles on the profile path, in its order, and the built-in ones; each name once.
#[must_use]
pub fn known(host: &dyn Host, options: &LoadOptions) -> Vec<KnownProfile> {
    let mut profiles = IndexMap::<String, (usize, KnownProfile)>::default();
    for file in on_path(host, options, &mut Stamped::default()) {
        let new = || KnownProfile { name: file.name.clone(), aliases: &[], paths: Vec::new() };
        let (level, profile) = profiles.entry(file.name.clone()).or_insert_with(|| (file.level, new()));
        if *level == file.level {
            profile.paths.push(file.path);
        }
    }
    for profile in super::BUILT_IN_PROFILES {
        let name = profile.name.to_owned();
        let new = || KnownProfile { name: name.clone(), aliases: profile.aliases, paths: Vec::new() };
        profiles.entry(name.clone()).or_insert_with(|| (0, new()));
    }
    profiles.into_values().map(|(_, profile)| profile).collect()
}

/// A file that declares a profile.
pub(super) struct DeclaredProfile {
    /// The profile.
    name: String,
    /// The file.
    path: Utf8PathBuf,
    /// The index of its directory on the profile path, from 1.
    level: usize,
}

/// Returns all files on the profile path that declare a profile, according to their lines. Those that `known`
/// has are not read again.
fn on_path(
    host: &dyn Host,
    options: &LoadOptions,
    known: &mut Stamped<Option<String>>,
) -> Vec<DeclaredProfile> {
    let (mut profiles, previously_known) = (Vec::new(), std::mem::take(known));
    for (level, directory) in (1..).zip(&options.profile_path) {
        let (files, _) = host.list_whole(directory);
        for path in files.iter().map(|path| paths::clean(path)) {
            let stamp = host.stamp(&path);
            let name = match previously_known.get(&path, stamp.as_ref()) {
                Some(name) => name.clone(),
                None => {
                    let Ok(content) = host.read(&path, options.limits.bytes) else { continue };
                    let may_be_tosca = paths::is_yaml_name(&path) || looks_like_tosca(&content);
                    declared_name(&content).filter(|_| may_be_tosca)
                }
            };
            known.keep(&path, stamp, name.clone());
            profiles.extend(name.map(|name| DeclaredProfile { name, path, level }));
        }
    }
    profiles
}

/// Returns the profile that a text declares at its top level, read from the line alone.
fn declared_name(text: &[u8]) -> Option<String> {
    const KEY: &[u8] = b"profile:";
    let mut matches = memchr::memmem::find_iter(text, KEY);
    let start = matches.find(|&index| index == 0 || text.get(index - 1) == Some(&b'\n'))? + KEY.len();
    let line = text.get(start..)?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    let line = line.trim();
    let name = match line.chars().next()? {
        quote @ ('"' | '\'') => line.get(1..)?.split(quote).next()?,
        _ => line.split(" #").next()?.trim(),
    };
    Some(name.to_owned())
}

impl Loader<'_> {
    /// Queues the files that declare an imported profile which is not yet known. Returns whether there are
    /// any.
    pub(super) fn request_profiles(&mut self) -> bool {
        if self.profile_imports.is_empty() {
            return false;
        }
        let count_before = self.graph.files.len();
        let names: Vec<(FileId, usize, String)> = self
            .profile_imports
            .iter()
            .map(|&(id, position)| (id, position, self.profile_name(id, position).to_owned()))
            .collect();
        let searched = self.graph.files.iter().filter(|file| self.contexts[file.id.index()].searched);
        let searched: FxHashSet<String> = searched.filter_map(|file| file.profile.clone()).collect();
        let mut done: FxHashSet<String> = FxHashSet::default();
        for (id, position, name) in names {
            let all_known = self.options.profile_path.is_empty();
            if !done.insert(name.clone()) || searched.contains(&name) && all_known {
                continue;
            }
            let span = {
                let file = &self.graph.files[id.index()];
                file.span(file.imports[position].value)
            };
            let on_path = self
                .on_path
                .get_or_insert_with(|| on_path(self.host, self.options, &mut self.parsed.profiles));
            let files = on_path.iter().filter(|file| file.name == name);
            let paths: Vec<Utf8PathBuf> = files.map(|file| file.path.clone()).collect();
            for path in paths {
                let absolute = self.host.absolute(&path);
                let base = Base::Directory(parent(&absolute));
                let root = self.root.clone().unwrap_or_else(|| parent(&absolute));
                let shown = paths::shown(&path, &self.working_directory);
                self.request(&absolute, shown, base, &root, Some(span));
            }
            let is_on_path = self.on_path.iter().flatten().any(|file| file.name == name);
            if !is_on_path && built_in::profile(&name).is_none() && !searched.contains(&name) {
                let root = self.contexts[id.index()].root.clone();
                for path in self.files_of_project(id, &name) {
                    let shown = paths::shown(&path, &self.working_directory);
                    self.request(&path, shown, Base::Directory(parent(&path)), &root, Some(span));
                }
            }
            if let Some(path) = built_in::profile(&name) {
                let path = Utf8PathBuf::from(path);
                let base = Base::Directory(parent(&path));
                let shown = self.shown_from(id, &path);
                self.request(&path, shown, base, Utf8Path::new(built_in::PREFIX), Some(span));
            }
        }
        self.graph.files.len() > count_before
    }

    pub(super) fn profile_name(&self, id: FileId, position: usize) -> &str {
        let file = &self.graph.files[id.index()];
        file.node(file.imports[position].value).text()
    }

    /// Sets the target of every import by name, when all files are known.
    pub(super) fn link_profiles(&mut self) {
        if self.profile_imports.is_empty() {
            return;
        }
        let levels = self.profile_levels();
        let mut by_name: FxHashMap<&str, Vec<(usize, FileId)>> = FxHashMap::default();
        for (level, file, name) in &levels {
            by_name.entry(name).or_default().push((*level, *file));
        }
        let unreadable = self.with_unreadable_profiles();
        let mut suggestions: FxHashMap<String, Option<String>> = FxHashMap::default();
        for (id, position) in std::mem::take(&mut self.profile_imports) {
            let name = self.profile_name(id, position).to_owned();
            let span = {
                let file = &self.graph.files[id.index()];
                file.span(file.imports[position].value)
            };
            let declaring = by_name.get(&*name).into_iter().flatten();
            let mut candidates: Vec<(usize, FileId)> =
                declaring.copied().filter(|(_, file)| *file != id).collect();
            candidates.sort_unstable();
            let Some(&(best, _)) = candidates.first() else {
                match self.find_unreadable_profile(&unreadable, &name) {
                    Unreadable::In(file) if file != id => {
                        self.graph.files[id.index()].imports[position].target = Some(file);
                        continue;
                    }
                    Unreadable::Possible => continue,
                    _ => {}
                }
                let may_suggest = suggestions.len() < MAX_SUGGESTIONS;
                let suggestion = suggestions.entry(name.clone()).or_insert_with(|| {
                    let on_path = self.on_path.iter().flatten().map(|file| file.name.as_str());
                    let built_in = super::BUILT_IN_PROFILES.iter().map(|profile| profile.name);
                    let names = by_name.keys().copied().chain(on_path).chain(built_in);
                    let mut names: Vec<&str> = names.filter(|_| may_suggest).collect();
                    names.sort_unstable();
                    names.dedup();
                    suggest_profile(&name, &names).map(str::to_owned)
                });
                let suggestion = suggestion.clone();
                let diagnostic = match self.file_below_working_directory(id, &name) {
                    Some(path) => {
                        let directory = path.parent().filter(|directory| *directory != "");
                        let directory = directory.map_or(".", Utf8Path::as_str);
                        rules::unknown_profile::elsewhere(span, &name, path.as_str(), directory)
                    }
                    None => rules::unknown_profile::new(span, &name, suggestion.as_deref()),
                };
                self.diagnostics.push(diagnostic);
                continue;
            };
            let at_best: Vec<FileId> =
                candidates.iter().filter(|(level, _)| *level == best).map(|(_, file)| *file).collect();
            let main = self.main_files(&at_best);
            if main.len() > 1 {
                let declarations: Vec<Span> = main.iter().map(|&file| self.profile_span(file)).collect();
                let diagnostic = rules::ambiguous_profile::new(span, &name, &declarations);
                self.diagnostics.push(diagnostic);
            } else if let Some((_, hidden)) = candidates.iter().find(|(level, _)| *level != best) {
                let diagnostic = rules::hidden_profile::new(
                    span,
                    &name,
                    self.profile_span(main[0]),
                    self.profile_span(*hidden),
                );
                self.diagnostics.push(diagnostic);
            }
            if let Some(path) = self.odd_name(main[0]) {
                self.diagnostics.push(rules::profile_without_extension::new(span, &name, path.as_str()));
            }
            self.graph.files[id.index()].imports[position].target = Some(main[0]);
        }
    }

    /// Returns the paths of the files below the root of the project of `id` that declare the profile `name`: files that
    /// are named alone find what belongs to them.
    fn files_of_project(&mut self, id: FileId, name: &str) -> Vec<Utf8PathBuf> {
        let root = self.contexts[id.index()].root.clone();
        // A text without a path has no project.
        if root.parent().is_none() {
            return Vec::new();
        }
        if self.of_project.as_ref().is_none_or(|(searched, _)| *searched != root) {
            let declared = self.declared_below(&root);
            self.of_project = Some((root, declared));
        }
        let declared = self.of_project.iter().flat_map(|(_, declared)| declared);
        declared.filter(|(declared, _)| declared == name).map(|(_, path)| path.clone()).collect()
    }

    /// Returns the profiles that files below a directory declare, with the paths.
    fn declared_below(&self, directory: &Utf8Path) -> Vec<(String, Utf8PathBuf)> {
        const MAX_FILES: usize = 1_000;
        let (files, _) = self.host.list(directory);
        let declared = files.into_iter().take(MAX_FILES).filter_map(|path| {
            let content = self.host.read(&path, self.options.limits.bytes).ok()?;
            Some((declared_name(&content)?, path))
        });
        declared.collect()
    }

    /// Returns the displayed path of a file that declares the profile `name`, which the file `id` imports: a file without
    /// a project does not find what is elsewhere below the working directory.
    fn file_below_working_directory(&mut self, id: FileId, name: &str) -> Option<Utf8PathBuf> {
        let working = self.working_directory.clone();
        let root = &self.contexts[id.index()].root;
        if working.parent().is_none() || *root == working || !root.starts_with(&working) {
            return None;
        }
        if self.below_working_directory.is_none() {
            self.below_working_directory = Some(self.declared_below(&working));
        }
        let mut declared = self.below_working_directory.iter().flatten();
        let (_, path) = declared.find(|(declared, _)| declared == name)?;
        Some(paths::shown(path, &working))
    }

    /// Returns the path of a file if it was found on the profile path although its name has no extension.
    fn odd_name(&self, id: FileId) -> Option<Utf8PathBuf> {
        let file = self.graph.file(id);
        let is_odd = !file.is_requested && !file.is_built_in() && !paths::is_yaml_name(&file.identity);
        is_odd.then(|| file.source().path.clone())
    }

    /// Returns every file that declares a profile and can be found by it: level of the search, file, name.
    pub(super) fn profile_levels(&self) -> Vec<(usize, FileId, String)> {
        let on_path = self.on_path.as_deref().unwrap_or(&[]);
        let mut levels = Vec::new();
        for file in &self.graph.files {
            let Some(name) = file.profile.clone() else { continue };
            if self.contexts[file.id.index()].searched {
                levels.push((0, file.id, name));
            } else if file.identity.as_str().starts_with(built_in::PREFIX) {
                let level = self.options.profile_path.len() + 1;
                let profile = super::BUILT_IN_PROFILES.iter().find(|profile| profile.name == name);
                for alias in profile.map_or(&[][..], |profile| profile.aliases) {
                    levels.push((level, file.id, (*alias).to_owned()));
                }
                levels.push((level, file.id, name));
            } else {
                let declared = on_path
                    .iter()
                    .find(|declared| declared.name == name && self.identity(&declared.path) == file.identity);
                let of_project = self.of_project.iter().flat_map(|(_, declared)| declared);
                if let Some(declared) = declared {
                    levels.push((declared.level, file.id, name));
                } else if of_project.into_iter().any(|(_, path)| self.identity(path) == file.identity) {
                    levels.push((self.options.profile_path.len() + 2, file.id, name));
                }
            }
        }
        levels
    }

    /// Returns those of `files` that no other one imports, or all of them if there are none.
    pub(super) fn main_files(&self, files: &[FileId]) -> Vec<FileId> {
        let imported: FxHashSet<FileId> = files
            .iter()
            .flat_map(|&file| {
                let targets = self.graph.file(file).imports.iter().filter_map(|import| import.target);
                targets.filter(move |&target| target != file)
            })
            .collect();
        let main: Vec<FileId> = files.iter().copied().filter(|file| !imported.contains(file)).collect();
        if main.is_empty() { files[..1].to_vec() } else { main }
    }

    pub(super) fn profile_span(&self, id: FileId) -> Span {
        let file = self.graph.file(id);
        let profile = file.syntax().and_then(|root| root.profile);
        profile.map_or(Span::start_of(id), |profile| file.span(profile.0))
    }
}
