//! The work list: files are read wave by wave, each wave in parallel, ids given in a fixed order.

use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Source, Span};
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialects::{Dialect, looks_like_tosca};
use crate::host::{Entry, Host, ReadError, paths};
use crate::yaml::{Node, NodeId};

use super::entries::{self, EntryFile};
use super::locate::{self, Base, Place, Surroundings};
use super::read::{self, ReadFile};
use super::{File, FileGraph, Import, Options, built_in, profiles};

/// Loads what `options` names and everything it imports.
pub(super) fn load(host: &dyn Host, options: &Options) -> (FileGraph, Vec<Diagnostic>) {
    let working = host.working_directory();
    let root = options.root.as_ref().map(|root| host.identity(root));
    let mut loader = Loader {
        host,
        options,
        working,
        root,
        graph: FileGraph::default(),
        diagnostics: Vec::new(),
        surroundings: Vec::new(),
        by_path: FxHashMap::default(),
        by_identity: FxHashMap::default(),
        waiting: Vec::new(),
        profile_imports: Vec::new(),
        on_path: None,
        repository_imports: Vec::new(),
        full: false,
    };
    loader.entries();
    loader.run();
    loader.finish()
}

/// A file that waits to be read.
struct Waiting {
    id: FileId,
    path: Utf8PathBuf,
    /// The content, where it is known already.
    content: Option<Vec<u8>>,
}

/// Where a file lies: its base for relative urls, and its root.
struct Surrounding {
    base: Base,
    root: Utf8PathBuf,
    /// Found by searching a directory: its profile can be imported by name.
    searched: bool,
    /// The import that reached it first.
    reached: Option<Span>,
    failure: Option<ReadError>,
}

struct Loader<'h> {
    host: &'h dyn Host,
    options: &'h Options,
    working: Utf8PathBuf,
    root: Option<Utf8PathBuf>,
    graph: FileGraph,
    diagnostics: Vec<Diagnostic>,
    surroundings: Vec<Surrounding>,
    /// Absolute clean paths that were asked for; none where there is nothing.
    by_path: FxHashMap<Utf8PathBuf, Option<FileId>>,
    by_identity: FxHashMap<Utf8PathBuf, FileId>,
    waiting: Vec<Waiting>,
    /// Imports by profile name: importing file and position of the import.
    profile_imports: Vec<(FileId, usize)>,
    on_path: Option<Vec<profiles::Declared>>,
    /// Imports whose repository is defined elsewhere.
    repository_imports: Vec<(FileId, usize)>,
    full: bool,
}

impl Loader<'_> {
    // ── what to check ──

    fn entries(&mut self) {
        let found = entries::expand(self.host, &self.options.paths);
        for (path, reason) in found.failures {
            let id = self.add_file(path.clone(), path.clone(), None, None);
            self.mark_read(id);
            let span = Span::start_of(id);
            self.diagnostics.push(codes::unreadable_file::found(span, path.as_str(), &reason));
        }
        let (host, options) = (self.host, self.options);
        let contents: Vec<Option<Result<Vec<u8>, ReadError>>> = found
            .files
            .par_iter()
            .map(|entry| entry.searched.as_ref().map(|_| host.read(&entry.path, options.limits.bytes)))
            .collect();
        for (entry, content) in found.files.into_iter().zip(contents) {
            let content = match content {
                Some(Ok(content)) if !may_be_tosca(&content) => {
                    self.graph.skipped += 1;
                    continue;
                }
                Some(Ok(content)) => Some(content),
                _ => None,
            };
            self.entry(entry, content);
        }
    }

    fn entry(&mut self, entry: EntryFile, content: Option<Vec<u8>>) {
        let path = paths::clean(&self.working.join(&entry.path));
        if let Some(Some(known)) = self.by_path.get(&path) {
            self.graph.files[known.index()].asked_for = true;
            return;
        }
        let directory = parent(&path);
        let root = match (&self.root, &entry.searched) {
            (Some(root), _) => root.clone(),
            (None, Some(searched)) => paths::clean(&self.working.join(searched)),
            (None, None) => self.project_root(&directory),
        };
        let shown = paths::shown(&entry.path, &self.working);
        let Some(id) = self.request(&path, shown, Base::Directory(directory), &root, None) else {
            return;
        };
        self.graph.files[id.index()].asked_for = true;
        self.surroundings[id.index()].searched = entry.searched.is_some();
        if let Some(waiting) = self.waiting.iter_mut().rev().find(|waiting| waiting.id == id) {
            waiting.content = content;
        }
    }

    /// The root of a file that was named: the nearest directory above it with a sign of one, else its
    /// own.
    fn project_root(&self, directory: &Utf8Path) -> Utf8PathBuf {
        const SIGNS: [&str; 4] = ["TOSCA.meta", "TOSCA-Metadata", "tosca.toml", ".git"];
        let marked =
            |place: &&Utf8Path| SIGNS.iter().any(|sign| self.host.entry(&place.join(sign)).is_some());
        directory.ancestors().find(marked).unwrap_or(directory).to_owned()
    }

    // ── files ──

    /// The file at `path`, absolute and clean; it is put on the work list where it is new. None where
    /// the limit is reached.
    fn request(
        &mut self,
        path: &Utf8Path,
        shown: Utf8PathBuf,
        base: Base,
        root: &Utf8Path,
        reached: Option<Span>,
    ) -> Option<FileId> {
        if let Some(known) = self.by_path.get(path) {
            return *known;
        }
        let identity = self.identity(path);
        let id = match self.by_identity.get(&identity) {
            Some(&known) => known,
            None if self.graph.files.len() >= self.options.limits.files => {
                if !self.full {
                    self.full = true;
                    let span = reached.unwrap_or(Span::start_of(FileId(0)));
                    self.diagnostics.push(codes::too_many_files::found(span, self.options.limits.files));
                }
                return None;
            }
            None => {
                let id = self.add_file(shown, identity.clone(), Some((base, root.to_owned())), reached);
                self.by_identity.insert(identity, id);
                self.waiting.push(Waiting { id, path: path.to_owned(), content: None });
                id
            }
        };
        self.by_path.insert(path.to_owned(), Some(id));
        Some(id)
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        if path.as_str().starts_with(built_in::PREFIX) {
            return path.to_owned();
        }
        self.host.identity(path)
    }

    fn add_file(
        &mut self,
        shown: Utf8PathBuf,
        identity: Utf8PathBuf,
        place: Option<(Base, Utf8PathBuf)>,
        reached: Option<Span>,
    ) -> FileId {
        let id = self.graph.sources.push(Source::new(shown, "".into()));
        let empty = read::parse(Ok(Vec::new()), id, self.options);
        self.graph.files.push(File {
            id,
            identity,
            dialect: Dialect::Foreign,
            syntax: empty.syntax,
            traits: empty.traits,
            imports: Vec::new(),
            profile: None,
            asked_for: false,
        });
        let (base, root) = place.unwrap_or((Base::Directory("/".into()), "/".into()));
        self.surroundings.push(Surrounding { base, root, searched: false, reached, failure: None });
        id
    }

    fn mark_read(&mut self, id: FileId) {
        self.waiting.retain(|waiting| waiting.id != id);
        self.graph.files[id.index()].asked_for = true;
    }

    // ── waves ──

    fn run(&mut self) {
        loop {
            while !self.waiting.is_empty() {
                self.wave();
            }
            let progress = self.request_profiles() | self.deferred_repositories();
            if !progress && self.waiting.is_empty() {
                return;
            }
        }
    }

    /// Reads all waiting files in parallel, then follows their imports in order.
    fn wave(&mut self) {
        let wave = std::mem::take(&mut self.waiting);
        let (host, options) = (self.host, self.options);
        let read: Vec<(FileId, ReadFile)> = wave
            .into_par_iter()
            .map(|waiting| {
                let bytes = match waiting.content {
                    Some(content) => Ok(content),
                    None => read::bytes(host, &waiting.path, options),
                };
                (waiting.id, read::parse(bytes, waiting.id, options))
            })
            .collect();
        let mut ids = Vec::with_capacity(read.len());
        for (id, read) in read {
            ids.push(id);
            self.settle(id, read);
        }
        for id in ids {
            self.follow_imports(id);
        }
    }

    /// Stores what was read; a file that is not TOSCA is reported where it was asked for or imported.
    fn settle(&mut self, id: FileId, read: ReadFile) {
        let path = self.graph.sources.get(id).path.clone();
        let reached = self.surroundings[id.index()].reached;
        let asked_for = self.graph.files[id.index()].asked_for;
        let place = reached.unwrap_or(Span::start_of(id));
        self.graph.sources.set_text(id, read.text);
        if path.as_str().contains("\\x") && asked_for {
            self.diagnostics.push(codes::file_name_not_utf8::found(Span::start_of(id), path.as_str()));
        }
        if let Some(failure) = &read.failure {
            self.diagnostics.push(failed(place, &path, failure, self.options.limits.bytes));
        } else if asked_for || read.dialect != Dialect::Foreign {
            self.diagnostics.extend(read.diagnostics);
        }
        self.surroundings[id.index()].failure = read.failure;
        let file = &mut self.graph.files[id.index()];
        file.dialect = read.dialect;
        file.syntax = read.syntax;
        file.traits = read.traits;
        file.profile = declared_profile(file);
    }

    fn follow_imports(&mut self, id: FileId) {
        if self.graph.files[id.index()].dialect == Dialect::Unsupported {
            return;
        }
        let count = self.find_imports(id);
        for position in 0..count {
            self.follow(id, position, None);
        }
    }

    /// Makes the edges of a file, as yet without targets.
    fn find_imports(&mut self, id: FileId) -> usize {
        let file = &mut self.graph.files[id.index()];
        let Some(root) = &file.syntax.root else { return 0 };
        let definitions = root.imports.iter().flat_map(|list| &list.items);
        let imports: Vec<Import> = definitions
            .map(|import| Import {
                entry: import.node,
                value: import
                    .url
                    .map(|url| url.0)
                    .or(import.profile.map(|profile| profile.0))
                    .unwrap_or(import.node),
                namespace: import.namespace.map(|namespace| namespace.0),
                target: None,
            })
            .collect();
        file.imports = imports;
        file.imports.len()
    }

    /// Follows one import. `repository` is the place of a repository that is defined in another file.
    fn follow(&mut self, id: FileId, position: usize, repository: Option<(String, Base)>) {
        let file = &self.graph.files[id.index()];
        let Some(root) = &file.syntax.root else { return };
        let Some(definition) = root.imports.as_ref().and_then(|list| list.items.get(position)) else {
            return;
        };
        let Some(url) = definition.url else {
            if definition.profile.is_some() {
                self.profile_imports.push((id, position));
            }
            return;
        };
        let node = file.node(url.0);
        let (mut text, span) = (node.text(), node.span());
        let mut found = Vec::new();
        let better = locate::windows_path(text);
        if let Some(better) = &better {
            found.push(codes::not_a_url_path::found(span, text, better));
            text = better;
        }
        let own = &self.surroundings[id.index()];
        let repository = match (&definition.repository, repository) {
            (None, _) => None,
            (Some(_), Some(known)) => Some(known),
            (Some(name), None) => match own_repository(file, file.node(name.0)) {
                Some(url) => {
                    if crate::grammar::call_name(url).is_some() {
                        let name = file.node(name.0);
                        found.push(codes::repository_url_not_literal::found(
                            url.span(),
                            name.text(),
                            name.span(),
                        ));
                        self.diagnostics.extend(found);
                        return;
                    }
                    Some((url.text().to_owned(), own.base.clone()))
                }
                None => {
                    self.repository_imports.push((id, position));
                    return;
                }
            },
        };
        let surroundings = Surroundings {
            base: &own.base,
            root: &own.root,
            working: &self.working,
            url_map: &self.options.url_map,
        };
        let contradiction = definition.repository.is_some() && crate::syntax::scheme(text).is_some();
        let repository = repository.as_ref().map(|(url, base)| (url.as_str(), base));
        let place = surroundings.locate(text, repository);
        let profile = locate::looks_like_profile(text);
        let text = text.to_owned();
        let target = match place {
            _ if contradiction => None,
            Place::Remote(_) if profile => {
                let help = format!("this looks like the name of a profile: write `- profile: {text}`");
                found.push(codes::missing_import::found(span, &text, &text, Some(help)));
                None
            }
            Place::Remote(url) => {
                found.push(codes::url_not_fetched::found(span, &url));
                None
            }
            Place::Local(path, root) => {
                let base = Base::Directory(parent(&path));
                let root = root.unwrap_or_else(|| self.surroundings[id.index()].root.clone());
                self.local((id, &root), span, &text, &path, base, &mut found)
            }
            Place::Copy(path, base) => {
                let root = self.surroundings[id.index()].root.clone();
                self.local((id, &root), span, &text, &path, base, &mut found)
            }
        };
        if better.is_some() {
            // Where there is no such file, the warning has said why.
            found.retain(|found| found.code.slug != codes::missing_import::CODE.slug);
        }
        self.diagnostics.extend(found);
        self.graph.files[id.index()].imports[position].target = target;
    }

    /// The file at a local path, if there is one that may be imported.
    fn local(
        &mut self,
        from: (FileId, &Utf8Path),
        span: Span,
        url: &str,
        path: &Utf8Path,
        base: Base,
        found: &mut Vec<Diagnostic>,
    ) -> Option<FileId> {
        if let Some(known) = self.by_path.get(path) {
            if known.is_none() {
                found.push(self.missing(span, url, path));
            }
            return *known;
        }
        if let Some(root) = &self.root
            && !path.as_str().starts_with(built_in::PREFIX)
            && !(path.starts_with(root) && self.host.identity(path).starts_with(root))
        {
            let shown = paths::shown(path, &self.working);
            found.push(codes::outside_root::found(span, url, shown.as_str(), root.as_str()));
            return None;
        }
        let exists = built_in::content(path).is_some() || self.host.entry(path).is_some();
        if !exists {
            if let Some(decoded) = locate::percent_decoded(path)
                && self.host.entry(&decoded).is_some()
            {
                let base = Base::Directory(parent(&decoded));
                return self.local(from, span, url, &decoded, base, found);
            }
            self.by_path.insert(path.to_owned(), None);
            found.push(self.missing(span, url, path));
            return None;
        }
        if self.host.entry(path) == Some(Entry::Directory) {
            found.push(codes::unreadable_file::found(span, url, "it is a directory"));
            return None;
        }
        let shown = self.shown_from(from.0, path);
        self.request(path, shown, base, from.1, Some(span))
    }

    fn missing(&self, span: Span, url: &str, path: &Utf8Path) -> Diagnostic {
        if locate::looks_like_profile(url) {
            let help = format!("this looks like the name of a profile: write `- profile: {url}`");
            return codes::missing_import::found(span, url, url, Some(help));
        }
        let directory = parent(path);
        let siblings = self.by_path.iter().filter(|(_, id)| id.is_some());
        let mut names: Vec<&str> = siblings
            .filter(|(other, _)| other.parent() == Some(directory.as_path()))
            .filter_map(|(other, _)| other.file_name())
            .collect();
        names.sort_unstable();
        let near = suggest(path.file_name().unwrap_or(""), names);
        let help = near.map(|near| format!("did you mean `{near}`?"));
        let help = help.unwrap_or_else(|| "check the path: it counts from the importing file".to_owned());
        let shown = paths::shown(path, &self.working);
        codes::missing_import::found(span, url, shown.as_str(), Some(help))
    }

    /// The path as it is shown: like the importing file's.
    fn shown_from(&self, from: FileId, path: &Utf8Path) -> Utf8PathBuf {
        if let Some(name) = path.as_str().strip_prefix(built_in::PREFIX) {
            return Utf8PathBuf::from(format!("<built-in>/{name}"));
        }
        let below = paths::shown(path, &self.working);
        let importer = &self.graph.sources.get(from).path;
        if below.is_relative() || importer.is_absolute() {
            return below;
        }
        // Outside of the working directory, as the importing file is: with the same `..`.
        let up = importer.components().take_while(|part| part.as_str() == "..").count();
        let start = self.working.ancestors().nth(up);
        match start.and_then(|start| path.strip_prefix(start).ok()) {
            Some(rest) if up > 0 => Utf8PathBuf::from("../".repeat(up)).join(rest),
            _ => below,
        }
    }

    // ── profiles ──

    /// Puts the files on the work list that declare a profile which is imported and not yet known.
    fn request_profiles(&mut self) -> bool {
        if self.profile_imports.is_empty() {
            return false;
        }
        let before = self.graph.files.len();
        let names: Vec<(FileId, usize, String)> = self
            .profile_imports
            .iter()
            .map(|&(id, position)| (id, position, self.profile_name(id, position).to_owned()))
            .collect();
        let mut done: FxHashSet<String> = FxHashSet::default();
        for (id, position, name) in names {
            if !done.insert(name.clone()) || self.has_searched(&name) && self.options.profile_path.is_empty()
            {
                continue;
            }
            let span = {
                let file = &self.graph.files[id.index()];
                file.span(file.imports[position].value)
            };
            let paths: Vec<Utf8PathBuf> = {
                let on_path = self.on_path.get_or_insert_with(|| profiles::on_path(self.host, self.options));
                on_path.iter().filter(|file| file.name == name).map(|file| file.path.clone()).collect()
            };
            for path in paths {
                let absolute = paths::clean(&self.working.join(&path));
                let (base, root) = (Base::Directory(parent(&absolute)), parent(&absolute));
                let root = self.root.clone().unwrap_or(root);
                let shown = paths::shown(&path, &self.working);
                self.request(&absolute, shown, base, &root, Some(span));
            }
            if let Some(path) = built_in::profile(&name) {
                let path = Utf8PathBuf::from(path);
                let base = Base::Directory(parent(&path));
                let shown = self.shown_from(id, &path);
                self.request(&path, shown, base, Utf8Path::new(built_in::PREFIX), Some(span));
            }
        }
        self.graph.files.len() > before
    }

    fn profile_name(&self, id: FileId, position: usize) -> &str {
        let file = &self.graph.files[id.index()];
        file.node(file.imports[position].value).text()
    }

    fn has_searched(&self, name: &str) -> bool {
        self.graph
            .files
            .iter()
            .any(|file| self.surroundings[file.id.index()].searched && file.profile.as_deref() == Some(name))
    }

    /// Gives every import by name its file, once all files are known.
    fn link_profiles(&mut self) {
        let levels = self.profile_levels();
        for (id, position) in std::mem::take(&mut self.profile_imports) {
            let name = self.profile_name(id, position).to_owned();
            let span = {
                let file = &self.graph.files[id.index()];
                file.span(file.imports[position].value)
            };
            let mut candidates: Vec<(usize, FileId)> = levels
                .iter()
                .filter(|(_, file, declared)| *declared == name && *file != id)
                .map(|(level, file, _)| (*level, *file))
                .collect();
            candidates.sort_unstable();
            let Some(&(best, _)) = candidates.first() else {
                let names: FxHashSet<&str> = levels.iter().map(|(_, _, name)| name.as_str()).collect();
                let built_in = super::BUILT_IN_PROFILES.iter().map(|profile| profile.name);
                let mut names: Vec<&str> = names.into_iter().chain(built_in).collect();
                names.sort_unstable();
                let near = suggest(&name, names);
                self.diagnostics.push(codes::unknown_profile::found(span, &name, near));
                continue;
            };
            let at_best: Vec<FileId> =
                candidates.iter().filter(|(level, _)| *level == best).map(|(_, file)| *file).collect();
            let main = self.main_files(&at_best);
            if main.len() > 1 {
                let places: Vec<Span> = main.iter().map(|&file| self.profile_span(file)).collect();
                let found = codes::ambiguous_profile::found(span, &name, &places);
                self.diagnostics.push(found);
            } else if let Some((_, hidden)) = candidates.iter().find(|(level, _)| *level != best) {
                let found = codes::hidden_profile::found(
                    span,
                    &name,
                    self.profile_span(main[0]),
                    self.profile_span(*hidden),
                );
                self.diagnostics.push(found);
            }
            self.graph.files[id.index()].imports[position].target = Some(main[0]);
        }
    }

    /// Every file that declares a profile and can be found by it: level of the search, file, name.
    fn profile_levels(&self) -> Vec<(usize, FileId, String)> {
        let on_path = self.on_path.as_deref().unwrap_or(&[]);
        let mut levels = Vec::new();
        for file in &self.graph.files {
            let Some(name) = file.profile.clone() else { continue };
            if self.surroundings[file.id.index()].searched {
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
                if let Some(declared) = declared {
                    levels.push((declared.level + 1, file.id, name));
                }
            }
        }
        levels
    }

    /// Those of `files` that none of the others imports; all of them where that leaves none.
    fn main_files(&self, files: &[FileId]) -> Vec<FileId> {
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

    fn profile_span(&self, id: FileId) -> Span {
        let file = self.graph.file(id);
        let profile = file.syntax.root.as_ref().and_then(|root| root.profile);
        profile.map_or(Span::start_of(id), |profile| file.span(profile.0))
    }

    // ── repositories of other files ──

    /// Follows imports whose repository another import brings; says whether one was found.
    fn deferred_repositories(&mut self) -> bool {
        let mut progress = false;
        for (id, position) in std::mem::take(&mut self.repository_imports) {
            let name = {
                let file = &self.graph.files[id.index()];
                let list = file.syntax.root.as_ref().and_then(|root| root.imports.as_ref());
                let import = list.and_then(|list| list.items.get(position));
                let repository = import.and_then(|import| import.repository);
                repository.map(|repository| file.node(repository.0).text().to_owned())
            };
            let Some(name) = name else { continue };
            match self.imported_repository(id, &name, Some(position), &mut FxHashSet::default()) {
                Some(repository) => {
                    progress = true;
                    self.follow(id, position, Some(repository));
                }
                None => self.repository_imports.push((id, position)),
            }
        }
        progress
    }

    /// The url of the repository `name` as `id` sees it through imports other than its import `except`,
    /// with the base of the file that defines it.
    fn imported_repository(
        &self,
        id: FileId,
        name: &str,
        except: Option<usize>,
        seen: &mut FxHashSet<FileId>,
    ) -> Option<(String, Base)> {
        if !seen.insert(id) {
            return None;
        }
        let file = self.graph.file(id);
        let root = file.syntax.root.as_ref()?;
        if except.is_none() {
            let own = root.repositories.iter().flat_map(|map| &map.entries);
            for (key, repository) in own {
                if file.node(*key).text() == name
                    && let Some(url) = repository.url
                {
                    return Some((
                        file.node(url.0).text().to_owned(),
                        self.surroundings[id.index()].base.clone(),
                    ));
                }
            }
        }
        for (position, import) in file.imports.iter().enumerate() {
            let Some(target) = import.target.filter(|_| Some(position) != except) else { continue };
            let rest = match file.namespace(import) {
                None => name,
                Some(namespace) => match name.strip_prefix(namespace).and_then(|rest| rest.strip_prefix(':'))
                {
                    Some(rest) => rest,
                    None => continue,
                },
            };
            if let Some(found) = self.imported_repository(target, rest, None, seen) {
                return Some(found);
            }
        }
        None
    }

    /// Reports repositories that no file defines, unless a failed import could have brought them.
    fn report_repositories(&mut self) {
        for (id, position) in std::mem::take(&mut self.repository_imports) {
            let file = self.graph.file(id);
            let Some(root) = &file.syntax.root else { continue };
            let Some(imports) = &root.imports else { continue };
            let Some(repository) = imports.items[position].repository else { continue };
            let failed = file.imports.iter().enumerate().any(|(other, import)| {
                let by_repository = imports.items[other].repository.is_some();
                other != position && import.target.is_none() && !by_repository
            });
            if failed || file.syntax.tree.is_damaged() {
                continue;
            }
            let node = file.node(repository.0);
            let own = root.repositories.iter().flat_map(|map| &map.entries);
            let near = suggest(node.text(), own.map(|(key, _)| file.node(*key).text()));
            let namespace = node.text().split_once(':').map(|(namespace, _)| namespace);
            let stray = namespace.filter(|namespace| {
                !file.imports.iter().any(|import| file.namespace(import) == Some(namespace))
            });
            let found = match stray {
                Some(namespace) => codes::unknown_namespace::found(node.span(), namespace, None),
                None => codes::unknown_repository::found(node.span(), node.text(), near),
            };
            self.diagnostics.push(found);
        }
    }

    fn finish(mut self) -> (FileGraph, Vec<Diagnostic>) {
        self.report_repositories();
        self.link_profiles();
        self.drop_useless_targets();
        (self.graph, self.diagnostics)
    }

    /// Imports of files that hold nothing to import are reported and lead nowhere.
    fn drop_useless_targets(&mut self) {
        for index in 0..self.graph.files.len() {
            for position in 0..self.graph.files[index].imports.len() {
                let file = &self.graph.files[index];
                let import = file.imports[position];
                let Some(target) = import.target else { continue };
                let dialect = self.graph.file(target).dialect;
                if dialect == Dialect::Tosca2 {
                    continue;
                }
                let unread = self.surroundings[target.index()].failure.is_some();
                let asked_for = self.graph.file(target).asked_for;
                if dialect == Dialect::Foreign && !unread && !asked_for {
                    let span = file.span(import.value);
                    let text = file.node(import.value).text();
                    let empty = self.graph.sources.get(target).text.trim().is_empty();
                    let reason = if empty { "the file is empty" } else { "the file is no TOSCA file" };
                    self.diagnostics.push(codes::import_not_tosca::found(span, text, reason));
                }
                self.graph.files[index].imports[position].target = None;
            }
        }
    }
}

fn parent(path: &Utf8Path) -> Utf8PathBuf {
    path.parent().map_or_else(|| path.to_owned(), Utf8Path::to_owned)
}

/// Whether a file found by searching may be meant for us; what cannot be decoded is no YAML.
fn may_be_tosca(content: &[u8]) -> bool {
    looks_like_tosca(&String::from_utf8_lossy(content))
}

fn failed(span: Span, path: &Utf8Path, failure: &ReadError, most: u64) -> Diagnostic {
    let reason = match failure {
        ReadError::TooLarge(size) => return codes::file_too_large::found(span, path.as_str(), *size, most),
        ReadError::Missing => "there is no such file",
        ReadError::Directory => "it is a directory",
        ReadError::Refused(reason) => reason,
    };
    codes::unreadable_file::found(span, path.as_str(), reason)
}

fn declared_profile(file: &File) -> Option<String> {
    let profile = file.syntax.root.as_ref()?.profile?;
    Some(file.node(profile.0).text().to_owned())
}

/// The url of the repository that `file` itself defines under the text of `name`.
fn own_repository<'f>(file: &'f File, name: Node<'f>) -> Option<Node<'f>> {
    let repositories = file.syntax.root.as_ref()?.repositories.as_ref()?;
    let url: NodeId = repositories
        .entries
        .iter()
        .find(|(key, _)| file.node(*key).text() == name.text())
        .and_then(|(_, repository)| repository.url)?
        .0;
    Some(file.node(url))
}
