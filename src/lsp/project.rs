//! What is checked together: a workspace folder, or the documents that lie in none.
//!
//! At first all of it is checked. Later, where texts change, only the changed files and those that import them,
//! directly or not: the findings of the others stay.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::Uri;

use crate::host::{Disk, Entry, Host as _, Overlay, paths};
use crate::load::{Around, DeclaredProfile, declared_profiles};
use crate::{Analysis, Options, analyze};

use super::findings::{self, Findings, Telling};
use super::pages::Pages;
use super::places;
use super::positions::Encoding;
use super::settings::Settings;

/// An open document.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) path: Utf8PathBuf,
    /// What identifies it, however it is reached.
    pub(super) identity: Utf8PathBuf,
    pub(super) text: Arc<[u8]>,
    /// Whether it is TOSCA, and so to be checked; others are there for imports.
    pub(super) is_tosca: bool,
}

/// All that a check depends on but for the disk.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// The directories of the workspace, as the client names them.
    pub(super) folders: Vec<Utf8PathBuf>,
    pub(super) documents: Vec<Document>,
    pub(super) settings: Arc<Settings>,
    pub(super) encoding: Encoding,
    pub(super) related: bool,
}

/// A part of the workspace that is checked alone.
#[derive(Debug, Default)]
pub(super) struct Project {
    /// The directory; none for what lies in no folder.
    folder: Option<Utf8PathBuf>,
    /// The files of the last checks, by identity.
    files: BTreeMap<Utf8PathBuf, Known>,
    /// What was found in them.
    pub(super) findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
    /// The profiles on the profile path.
    on_path: Vec<DeclaredProfile>,
    is_checked: bool,
}

/// What is known of a file.
#[derive(Debug)]
struct Known {
    path: Utf8PathBuf,
    /// The files that it imports.
    imports: Vec<Utf8PathBuf>,
    profile: Option<String>,
    /// Whether it is checked for its own sake, rather than imported only.
    asked_for: bool,
}

/// The outside of a project, for one check.
pub(super) struct Outside<'a> {
    pub(super) disk: &'a Disk,
    pub(super) snapshot: &'a Snapshot,
    pub(super) pages: &'a Pages,
}

impl Outside<'_> {
    fn options(&self, working: &Utf8Path) -> Options {
        let mut options = Options::default();
        // What is wrong with settings was told when they came.
        let _ = self.snapshot.settings.apply(&mut options, &self.disk.identity(working));
        options
    }
}

impl Project {
    pub(super) fn new(folder: Option<Utf8PathBuf>) -> Self {
        Self { folder, ..Self::default() }
    }

    pub(super) fn folder(&self) -> Option<&Utf8Path> {
        self.folder.as_deref()
    }

    /// Checks everything, or what depends on the files with these identities.
    pub(super) fn check(&mut self, outside: &Outside<'_>, changed: Option<&BTreeSet<Utf8PathBuf>>) {
        match changed.filter(|_| self.is_checked) {
            None => self.check_all(outside),
            Some(changed) => {
                let news = changed.iter().any(|file| {
                    !self.files.contains_key(file)
                        && self.documents(outside).any(|open| open.is_tosca && open.identity == *file)
                });
                if news { self.check_all(outside) } else { self.check_some(outside, changed) }
            }
        }
    }

    /// The open documents of this project.
    fn documents<'a>(&self, outside: &Outside<'a>) -> impl Iterator<Item = &'a Document> + use<'a> {
        let own = self.folder.clone().map(|folder| outside.disk.identity(&folder));
        let (disk, snapshot) = (outside.disk, outside.snapshot);
        let others: Vec<Utf8PathBuf> = snapshot.folders.iter().map(|folder| disk.identity(folder)).collect();
        snapshot.documents.iter().filter(move |open| match &own {
            Some(folder) => open.identity.starts_with(folder),
            None => !others.iter().any(|folder| open.identity.starts_with(folder)),
        })
    }

    fn check_all(&mut self, outside: &Outside<'_>) {
        self.files.clear();
        self.findings.clear();
        self.is_checked = true;
        let mut options = outside.options(&self.working(outside));
        let folder = self.folder.iter().filter(|folder| outside.disk.entry(folder) == Some(Entry::Directory));
        options.load.paths = folder.cloned().collect();
        let open = self.documents(outside).filter(|open| open.is_tosca);
        options.load.paths.extend(open.map(|open| self.path_here(outside, open)));
        if options.load.paths.is_empty() {
            return;
        }
        let host = self.host(outside);
        let analysis = analyze(&host, &options);
        options.load.profile_path = analysis.settings.paths("profile-path").cloned().collect();
        self.on_path = declared_profiles(&host, &options.load);
        self.remember(&analysis, outside);
        self.findings = self.tell(&analysis, outside, |_| true).into_iter().collect();
    }

    fn check_some(&mut self, outside: &Outside<'_>, changed: &BTreeSet<Utf8PathBuf>) {
        let affected = self.affected(changed);
        if affected.is_empty() {
            return;
        }
        let mut options = outside.options(&self.working(outside));
        let open: BTreeMap<&Utf8Path, &Document> =
            self.documents(outside).map(|open| (open.identity.as_path(), open)).collect();
        for identity in &affected {
            let known = self.files.get(identity).filter(|known| known.asked_for);
            match (open.get(identity.as_path()), known) {
                (Some(open), _) if !open.is_tosca && self.folder.is_none() => {}
                (Some(open), _) => options.load.paths.push(self.path_here(outside, open)),
                (None, Some(known)) => options.load.paths.push(known.path.clone()),
                (None, None) => {}
            }
        }
        let checked = self.files.values().filter(|known| known.asked_for);
        let declared = checked.filter_map(|known| {
            Some(DeclaredProfile { name: known.profile.clone()?, path: known.path.clone(), level: 0 })
        });
        options.load.around = Some(Arc::new(Around {
            directory: self.folder.clone(),
            profiles: declared.chain(self.on_path.iter().cloned()).collect(),
        }));
        let before: BTreeSet<Utf8PathBuf> = self.files.keys().cloned().collect();
        for identity in &affected {
            self.files.remove(identity);
            self.findings.remove(identity);
        }
        if options.load.paths.is_empty() {
            return;
        }
        let analysis = analyze(&self.host(outside), &options);
        self.remember(&analysis, outside);
        let is_new = |file: &Utf8Path| affected.contains(file) || !before.contains(file);
        let told = self.tell(&analysis, outside, is_new);
        self.findings.extend(told);
    }

    /// The files that changes of some bear on: these, and all that import them.
    fn affected(&self, changed: &BTreeSet<Utf8PathBuf>) -> BTreeSet<Utf8PathBuf> {
        let mut importers: BTreeMap<&Utf8Path, Vec<&Utf8PathBuf>> = BTreeMap::new();
        for (file, known) in &self.files {
            for target in &known.imports {
                importers.entry(target).or_default().push(file);
            }
        }
        let own = changed.iter().filter(|file| self.files.contains_key(*file));
        let mut affected: BTreeSet<Utf8PathBuf> = own.cloned().collect();
        let mut waiting: Vec<Utf8PathBuf> = affected.iter().cloned().collect();
        while let Some(file) = waiting.pop() {
            for importer in importers.get(file.as_path()).into_iter().flatten() {
                if affected.insert((*importer).clone()) {
                    waiting.push((*importer).clone());
                }
            }
        }
        affected
    }

    /// The disk under the open documents; relative paths count from the folder.
    fn host<'a>(&self, outside: &Outside<'a>) -> Overlay<'a> {
        let mut host = Overlay::new(outside.disk);
        if let Some(folder) = &self.folder {
            host = host.working_in(folder);
        }
        for open in &outside.snapshot.documents {
            host.add(&open.path, Arc::clone(&open.text));
        }
        host
    }

    /// The path of a document as seen from the folder, where that is reached by a link.
    fn path_here(&self, outside: &Outside<'_>, open: &Document) -> Utf8PathBuf {
        let Some(folder) = &self.folder else { return open.path.clone() };
        if open.path.starts_with(folder) {
            return open.path.clone();
        }
        let below = open.identity.strip_prefix(outside.disk.identity(folder));
        below.map_or_else(|_| open.path.clone(), |below| paths::join(folder, below))
    }

    fn working(&self, outside: &Outside<'_>) -> Utf8PathBuf {
        self.folder.clone().unwrap_or_else(|| outside.disk.working_directory())
    }

    fn remember(&mut self, analysis: &Analysis, outside: &Outside<'_>) {
        let working = self.working(outside);
        let graph = &analysis.graph;
        for (id, source) in analysis.sources().iter() {
            // Configurations import nothing; they are known, so that a part of the files says nothing of them.
            let file = graph.get(id);
            let targets = file.into_iter().flat_map(|file| &file.imports).filter_map(|import| import.target);
            let known = Known {
                path: paths::clean(&paths::join(&working, &source.path)),
                imports: targets.map(|target| graph.file(target).identity.clone()).collect(),
                profile: file.and_then(|file| file.profile.clone()),
                asked_for: file.is_some_and(|file| file.asked_for),
            };
            match self.files.get_mut(analysis.identity(id)) {
                Some(before) => {
                    // A file that is only imported this time may have been checked before.
                    let asked_for = before.asked_for || known.asked_for;
                    *before = Known { asked_for, ..known };
                }
                None => {
                    self.files.insert(analysis.identity(id).to_owned(), known);
                }
            }
        }
    }

    fn tell(
        &self,
        analysis: &Analysis,
        outside: &Outside<'_>,
        wanted: impl Fn(&Utf8Path) -> bool,
    ) -> Vec<(Utf8PathBuf, Arc<Findings>)> {
        let open: BTreeMap<&Utf8Path, &Document> =
            outside.snapshot.documents.iter().map(|open| (open.identity.as_path(), open)).collect();
        let uri = |identity: &Utf8Path, path: &Utf8Path| match open.get(identity) {
            Some(open) => Some((open.uri.clone(), true)),
            None if outside.disk.entry(path) == Some(Entry::File) => {
                places::uri_of(path, outside.disk).map(|uri| (uri, false))
            }
            None => None,
        };
        let telling = Telling {
            analysis,
            encoding: outside.snapshot.encoding,
            working: &self.working(outside),
            uri: &uri,
            related: outside.snapshot.related,
            pages: outside.pages,
        };
        findings::by_file(&telling, wanted)
    }
}
