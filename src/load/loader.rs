//! Loads files and everything that they import.
//!
//! Input: the files to check. Output: a [`FileGraph`], and findings. Files are read wave by wave: all queued
//! files in parallel, then their imports in order, which queue the next wave. So the ids of files do not
//! depend on threads. Targets of imports are found in `follow`, `repositories` and `profiles`; failures are
//! reported in `missing`.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Cancelled, FileId, Generation, Source, Sources, Span, parallel};
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::{Dialect, foreign_language, looks_like_tosca};
use crate::host::{Host, ReadError, Stamp, paths};

use super::definitions::{Definitions, WaitingFile};
use super::entries::{EntryFile, ExpandedPaths};
use super::locate::Base;
use super::parsed_files::Stamped;
use super::profiles::DeclaredProfile;
use super::read::{self, Content, FileToRead, ReadFile, Reading, Step};
use super::unchanged::MAX_SERIAL_FILES;
use super::urls;
use super::{File, FileGraph, FileLocation, LoadOptions, ParsedFile, ParsedFiles, built_in};

/// Loads `entries` and everything that they import. Files in `parsed` are not parsed again. Stops early if
/// there is a newer request than `generation`.
pub(super) fn load(
    host: &dyn Host,
    options: &LoadOptions,
    entries: ExpandedPaths,
    sources: &mut Sources,
    parsed: &mut ParsedFiles,
    generation: &Generation,
) -> Result<(FileGraph, Vec<Diagnostic>), Cancelled> {
    let reading = Reading::new(options);
    parsed.begin(&reading);
    let working_directory = host.working_directory();
    let root = options.root.as_ref().map(|root| host.identity(root));
    let mut loader = Loader {
        host,
        options,
        reading,
        parsed,
        generation,
        working_directory,
        root,
        of_project: None,
        below_working_directory: None,
        sources,
        graph: FileGraph::default(),
        diagnostics: Vec::new(),
        contexts: Vec::new(),
        by_path: FxHashMap::default(),
        by_identity: FxHashMap::default(),
        queue: Vec::new(),
        profile_imports: Vec::new(),
        on_path: None,
        repository_imports: Vec::new(),
        library_imports: Vec::new(),
        templates_on_path: None,
        is_limit_reported: false,
        used_starts: FxHashSet::default(),
        remote_archives: FxHashSet::default(),
        repositories: Vec::new(),
        definitions: Definitions::default(),
        searched: Vec::new(),
        missing: Vec::new(),
    };
    loader.add_entries(entries);
    loader.load_all()?;
    Ok(loader.finish())
}

/// A file that is queued for reading.
pub(super) struct QueuedFile {
    pub(super) id: FileId,
    /// The path to read from.
    pub(super) path: Utf8PathBuf,
    /// The content, if it was read already.
    pub(super) content: Option<Content>,
}

/// The absolute, clean path of a file, and the path that identifies it.
type Location = (Utf8PathBuf, Utf8PathBuf);

/// A file of a searched directory.
struct SearchedFile {
    stamp: Option<Stamp>,
    /// Where it is, if it looks like TOSCA or cannot be read: reading it as part of a wave reports why.
    location: Option<Location>,
    /// The content, if it had to be read.
    content: Option<Content>,
    /// Whether it is a link to nothing.
    leads_nowhere: bool,
}

impl SearchedFile {
    /// Reads the file, unless `known` has it with the same stamp.
    fn new(host: &dyn Host, path: &Utf8Path, options: &LoadOptions, known: &Stamped<bool>) -> Self {
        let location = || {
            let path = host.absolute(path);
            let identity = host.identity(&path);
            (path, identity)
        };
        if known.knows(path) {
            let stamp = host.stamp(path);
            if let Some(&may_be_tosca) = known.get(path, stamp.as_ref()) {
                let location = may_be_tosca.then(location);
                return Self { stamp, location, content: None, leads_nowhere: false };
            }
        }
        match host.read_stamped(path, options.limits.bytes) {
            Err(error) => {
                let leads_nowhere = matches!(error, ReadError::Missing);
                Self { stamp: None, location: Some(location()), content: None, leads_nowhere }
            }
            Ok((bytes, stamp)) => {
                let location = looks_like_tosca(&bytes).then(location);
                let content = Content { bytes, stamp: stamp.clone() };
                Self { stamp, location, content: Some(content), leads_nowhere: false }
            }
        }
    }
}

/// The maximum number of skipped files whose language is noted.
const MAX_FOREIGN: usize = 3;

/// What the loader knows about a file, besides its content.
pub(super) struct FileContext {
    /// The base of relative URLs in the file.
    pub(super) base: Base,
    /// The root of URLs in the file that start with `/`.
    pub(super) root: Utf8PathBuf,
    /// The directory of the file that was given, if the root is only known by `.git`.
    pub(super) start: Option<Utf8PathBuf>,
    /// Whether it was given, by its name or that of a directory, or found in the project. Then its profile can be
    /// imported by name.
    pub(super) searched: bool,
    /// The import that caused the file to be loaded, or `None` if it was given.
    pub(super) first_import: Option<Span>,
    /// Why the file could not be read.
    pub(super) failure: Option<ReadError>,
}

/// The files so far, and the remaining work.
pub(super) struct Loader<'h> {
    pub(super) host: &'h dyn Host,
    pub(super) options: &'h LoadOptions,
    /// The options that the content of a parsed file depends on.
    pub(super) reading: Reading,
    /// Files that are already parsed, from earlier runs.
    pub(super) parsed: &'h mut ParsedFiles,
    generation: &'h Generation,
    pub(super) working_directory: Utf8PathBuf,
    /// The root of a project that was searched for profiles, and the files that declare one.
    pub(super) of_project: Option<(Utf8PathBuf, Vec<(String, Utf8PathBuf)>)>,
    /// The files below the working directory that declare a profile, if they were looked for.
    pub(super) below_working_directory: Option<Vec<(String, Utf8PathBuf)>>,
    /// The root that the options set for all files.
    pub(super) root: Option<Utf8PathBuf>,
    pub(super) sources: &'h mut Sources,
    pub(super) graph: FileGraph,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The contexts of the files in `graph`, by index.
    pub(super) contexts: Vec<FileContext>,
    /// The files by absolute clean path, or `None` if the path does not exist. Keys are strings, because
    /// comparing paths is slower.
    pub(super) by_path: FxHashMap<String, Option<FileId>>,
    /// The files by identity: several paths may name one file.
    pub(super) by_identity: FxHashMap<String, FileId>,
    pub(super) queue: Vec<QueuedFile>,
    /// Imports by profile name that are not yet followed: the importing file and the index of the import.
    pub(super) profile_imports: Vec<(FileId, usize)>,
    /// The files on the profile path that declare a profile, or `None` if they were not needed yet.
    pub(super) on_path: Option<Vec<DeclaredProfile>>,
    /// Imports whose repository is not defined in the importing file: that file and the index of the import.
    pub(super) repository_imports: Vec<(FileId, usize)>,
    /// Imports by name and version that are not yet followed: the importing file, the index of the import, and its text.
    pub(super) library_imports: Vec<(FileId, usize, String)>,
    /// The files on the profile path by the name and version of their template, or `None` if they were not needed yet.
    pub(super) templates_on_path: Option<FxHashMap<String, Utf8PathBuf>>,
    /// Whether it is already reported that there are too many files.
    pub(super) is_limit_reported: bool,
    /// The directories that were used in place of roots that are only known by `.git`; each is reported once.
    pub(super) used_starts: FxHashSet<Utf8PathBuf>,
    /// The URLs of archives that are repositories; each is reported once.
    pub(super) remote_archives: FxHashSet<String>,
    /// The roots of the repositories by folders whose files are queued.
    pub(super) repositories: Vec<Utf8PathBuf>,
    /// The XML definitions so far.
    pub(super) definitions: Definitions,
    /// The files to check, if they are all files of the searched directories.
    pub(super) searched: Vec<EntryFile>,
    /// Imports of files that do not exist: the span, the URL, and the absolute path.
    pub(super) missing: Vec<(Span, String, Utf8PathBuf)>,
}

impl Loader<'_> {
    /// Adds the files to check, and reports those that cannot be read. Skips files of searched directories
    /// that are not TOSCA.
    fn add_entries(&mut self, entries: ExpandedPaths) {
        self.graph.excluded = entries.excluded;
        self.graph.is_part = entries.is_part;
        let is_whole = !entries.is_part && entries.excluded == 0 && entries.failures.is_empty();
        for (path, reason) in entries.failures {
            let id = self.add_file(path.clone(), path.clone(), None, None);
            self.graph.files[id.index()].is_requested = true;
            let span = Span::start_of(id);
            let Some(reason) = reason else {
                urls::report_given(self.host, &self.options.urls, span, path.as_str(), &mut self.diagnostics);
                continue;
            };
            self.diagnostics.push(rules::unreadable_file::new(span, path.as_str(), &reason));
        }
        let (host, options, generation) = (self.host, self.options, self.generation);
        let known = &self.parsed.searched;
        let search = |entry: &EntryFile| {
            entry.searched.as_ref().filter(|_| !generation.is_old())?;
            Some(SearchedFile::new(host, &entry.path, options, known))
        };
        let searched = parallel::map(&entries.files, entries.files.len() > 1, search);
        if !entries.is_part {
            self.parsed.searched = Stamped::default();
        }
        for (entry, searched) in entries.files.iter().zip(searched) {
            let Some(searched) = searched else {
                let path = self.host.absolute(&entry.path);
                let identity = self.identity(&path);
                self.add_entry(entry, (path, identity), None);
                continue;
            };
            if searched.leads_nowhere {
                self.pass_over(&entry.path);
                continue;
            }
            self.parsed.searched.keep(&entry.path, searched.stamp, searched.location.is_some());
            if let Some(location) = searched.location {
                self.add_entry(entry, location, searched.content);
            } else {
                self.graph.skipped += 1;
                let content = searched.content.filter(|_| self.graph.foreign.len() < MAX_FOREIGN);
                let language = content.and_then(|content| foreign_language(&content.bytes));
                self.graph.foreign.extend(language.map(|language| (entry.path.clone(), language)));
            }
        }
        if is_whole {
            self.searched = entries.files;
        }
    }

    /// Reports a link to nothing in a searched directory, which does not fail the check.
    fn pass_over(&mut self, path: &Utf8Path) {
        let id = self.add_file(path.to_owned(), path.to_owned(), None, None);
        self.graph.files[id.index()].is_requested = true;
        self.diagnostics.push(rules::unreadable_file::link(Span::start_of(id), path.as_str()));
    }

    /// Queues a file to check.
    fn add_entry(&mut self, entry: &EntryFile, (path, identity): Location, content: Option<Content>) {
        if let Some(Some(known)) = self.by_path.get(path.as_str()) {
            self.graph.files[known.index()].is_requested = true;
            self.contexts[known.index()].searched = true;
            return;
        }
        let directory = parent(&path);
        let (root, is_certain) = match (&self.root, &entry.searched) {
            (Some(root), _) => (root.clone(), true),
            (None, Some(searched)) => (searched.clone(), true),
            (None, None) => self.project_root(&directory),
        };
        let shown = paths::below(&entry.path, &self.working_directory);
        let base = self.options.urls.base(&path).unwrap_or_else(|| Base::Directory(directory.clone()));
        let Some(id) = self.request_identified((&path, identity), shown, (base, &root), None) else {
            return;
        };
        self.contexts[id.index()].start = Some(directory).filter(|_| !is_certain);
        self.graph.files[id.index()].is_requested = true;
        self.contexts[id.index()].searched = true;
        if let Some(queued) = self.queue.iter_mut().rev().find(|queued| queued.id == id) {
            queued.content = content;
        }
    }

    /// Returns the root of a file that was given by name: the nearest of `directory`, which contains it, and
    /// its ancestors that looks like a project, or else `directory`. The second value is false if only
    /// `.git` shows that it is one.
    fn project_root(&self, directory: &Utf8Path) -> (Utf8PathBuf, bool) {
        const SIGNS: [&str; 3] = ["TOSCA.meta", "TOSCA-Metadata", "tosca.toml"];
        let has = |directory: &Utf8Path, sign: &str| {
            self.host.entry(&paths::join(directory, Utf8Path::new(sign))).is_some()
        };
        if let Some(archive) = self.host.archive_root(directory) {
            return (archive, true);
        }
        for ancestor in directory.ancestors() {
            if SIGNS.iter().any(|sign| has(ancestor, sign)) {
                return (ancestor.to_owned(), true);
            }
            if has(ancestor, ".git") {
                return (ancestor.to_owned(), false);
            }
        }
        (directory.to_owned(), true)
    }

    /// Returns the file at the absolute, clean `path`, and queues it if it is new; `shown` is its path in
    /// findings. Returns `None` if the path does not exist or the limit of files is reached.
    pub(super) fn request(
        &mut self,
        path: &Utf8Path,
        shown: Utf8PathBuf,
        base: Base,
        root: &Utf8Path,
        first_import: Option<Span>,
    ) -> Option<FileId> {
        if let Some(known) = self.by_path.get(path.as_str()) {
            return *known;
        }
        self.request_identified((path, self.identity(path)), shown, (base, root), first_import)
    }

    /// Returns the file at `path` with an identity, as `request`, if the path is new.
    fn request_identified(
        &mut self,
        (path, identity): (&Utf8Path, Utf8PathBuf),
        shown: Utf8PathBuf,
        (base, root): (Base, &Utf8Path),
        first_import: Option<Span>,
    ) -> Option<FileId> {
        let shown = self.options.urls.shown(path).unwrap_or(shown);
        let id = match self.by_identity.get(identity.as_str()) {
            Some(&known) => known,
            None if self.graph.files.len() >= self.options.limits.files => {
                if !self.is_limit_reported {
                    self.is_limit_reported = true;
                    let span = first_import.unwrap_or(Span::start_of(FileId(0)));
                    self.diagnostics.push(rules::too_many_files::new(span, self.options.limits.files));
                }
                return None;
            }
            None => {
                let id = self.add_file(shown, identity.clone(), Some((base, root.to_owned())), first_import);
                self.by_identity.insert(identity.into_string(), id);
                self.queue.push(QueuedFile { id, path: path.to_owned(), content: None });
                id
            }
        };
        self.by_path.insert(path.as_str().to_owned(), Some(id));
        Some(id)
    }

    /// Returns the path that identifies a file; built-in files identify themselves.
    pub(super) fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        if path.as_str().starts_with(built_in::PREFIX) {
            return path.to_owned();
        }
        self.host.identity(path)
    }

    /// Adds a file without content, and returns its id.
    fn add_file(
        &mut self,
        shown: Utf8PathBuf,
        identity: Utf8PathBuf,
        location: Option<(Base, Utf8PathBuf)>,
        first_import: Option<Span>,
    ) -> FileId {
        let id = self.sources.push(Source::new(shown, Arc::default()));
        let unread = ParsedFile::unread(self.sources.share(id), id);
        self.graph.files.push(File::new(id, identity, unread));
        let (base, root) = location.unwrap_or((Base::Directory("/".into()), "/".into()));
        self.contexts.push(FileContext {
            base,
            root,
            start: None,
            searched: false,
            first_import,
            failure: None,
        });
        id
    }

    /// Loads wave by wave until no import adds a file. Imports that need all files are followed when the
    /// queue is empty.
    fn load_all(&mut self) -> Result<(), Cancelled> {
        loop {
            while !self.queue.is_empty() {
                self.load_wave()?;
            }
            let progress = self.read_in_versions_of_importers()
                || self.request_profiles()
                    | self.request_libraries()
                    | self.deferred_repositories()
                    | self.repositories_by_folders()
                    | self.implicit_profiles();
            if !progress && self.queue.is_empty() {
                return self.generation.check();
            }
        }
    }

    /// Reads all queued files, in parallel if many are new, then follows their imports in order. If a newer request stops
    /// this, the files that are already parsed are kept for it.
    fn load_wave(&mut self) -> Result<(), Cancelled> {
        let wave = std::mem::take(&mut self.queue);
        let (host, reading) = (self.host, &self.reading);
        let (graph, sources, parsed, generation) =
            (&self.graph, &*self.sources, &*self.parsed, self.generation);
        let known = |id| parsed.get(&graph.file(id).identity, None);
        let read = |queued: QueuedFile| {
            let QueuedFile { id, path, content } = queued;
            if generation.is_old() {
                return None;
            }
            let path_shown = sources.get(id).path.clone();
            let file = FileToRead {
                id,
                path: path_shown,
                reading,
                inherited_version: None,
                known: known(id),
                surroundings: None,
            };
            let read = match content {
                Some(content) => read::parse_alone(content, file),
                None => read::read(host, &path, file),
            };
            Some((id, path, read))
        };
        let is_new = |queued: &&QueuedFile| known(queued.id).is_none_or(|known| known.stamp.is_none());
        let are_few_new = wave.iter().filter(is_new).nth(MAX_SERIAL_FILES).is_none();
        // Built-in files are small and in memory.
        let are_several =
            wave.iter().filter(|file| !file.path.starts_with(built_in::PREFIX)).nth(1).is_some();
        let in_parallel = are_several && (!are_few_new || parsed.is_first_run());
        let read = parallel::map(wave, in_parallel, read);
        let mut ids = Vec::with_capacity(read.len());
        let mut waiting = Vec::new();
        for (id, path, read) in read.into_iter().flatten() {
            ids.push(id);
            match read {
                Step::Read(read) => self.store(id, read),
                Step::Waits(content) => waiting.push(WaitingFile { id, path, content }),
            }
        }
        for (id, read) in self.read_definitions(waiting) {
            self.store(id, read);
        }
        self.generation.check()?;
        for id in ids {
            self.follow_imports(id);
        }
        Ok(())
    }

    /// Stores a file that was read, with its findings, or reports that it could not be read.
    pub(super) fn store(&mut self, id: FileId, read: ReadFile) {
        let path = &read.parsed.source.path;
        let first_import = self.contexts[id.index()].first_import;
        let is_requested = self.graph.files[id.index()].is_requested;
        let span = first_import.unwrap_or(Span::start_of(id));
        self.sources.replace(id, &read.parsed.source);
        if is_requested && self.host.is_escaped(path) {
            self.diagnostics.push(rules::file_name_not_utf8::new(Span::start_of(id), path.as_str()));
        }
        if let Some(failure) = &read.failure {
            self.diagnostics.push(read_failure(span, path, failure, self.options.limits.bytes));
        } else if is_requested || read.parsed.dialect != Dialect::Foreign {
            // Lints about built-in files are not useful for authors.
            let is_built_in = self.graph.files[id.index()].identity.as_str().starts_with(built_in::PREFIX);
            let diagnostics = read
                .parsed
                .diagnostics
                .iter()
                .filter(|diagnostic| !is_built_in || !diagnostic.rule.is_lint());
            self.diagnostics.extend(diagnostics.cloned());
        }
        let stamp = read.stamp.filter(|_| read.failure.is_none());
        self.contexts[id.index()].failure = read.failure;
        let file = &mut self.graph.files[id.index()];
        file.profile = read.parsed.profile().map(str::to_owned);
        file.parsed = read.parsed;
        self.parsed.keep(&file.identity, &file.parsed, stamp);
    }

    /// Reports imports that were not found, and returns the files.
    fn finish(mut self) -> (FileGraph, Vec<Diagnostic>) {
        self.link_libraries();
        self.report_missing();
        self.report_repositories();
        self.link_profiles();
        self.drop_useless_targets();
        self.set_nearby();
        self.keep_definitions();
        self.graph.collect_profile_namespaces();
        // A partial run keeps the files that it did not need, because later runs need them.
        if !self.graph.is_part {
            self.parsed.end();
        }
        for (file, context) in self.graph.files.iter_mut().zip(self.contexts) {
            let is_local = !file.identity.as_str().starts_with(built_in::PREFIX);
            match context.base {
                Base::Directory(directory) if is_local => {
                    file.home = Some(FileLocation { directory, root: context.root });
                }
                Base::Directory(_) => {}
                Base::Url { file: url, .. } => file.url = Some(url),
            }
        }
        (self.graph, self.diagnostics)
    }
}

/// Returns the directory of a file.
pub(super) fn parent(path: &Utf8Path) -> Utf8PathBuf {
    path.parent().map_or_else(|| path.to_owned(), Utf8Path::to_owned)
}

/// Returns the diagnostic for a file that cannot be read.
pub(crate) fn read_failure(span: Span, path: &Utf8Path, failure: &ReadError, max_bytes: u64) -> Diagnostic {
    match failure {
        ReadError::TooLarge(size) => rules::file_too_large::new(span, path.as_str(), *size, max_bytes),
        ReadError::Damaged(reason) => rules::damaged_archive::member(span, path.as_str(), reason),
        other => rules::unreadable_file::new(span, path.as_str(), &other.to_string()),
    }
}
