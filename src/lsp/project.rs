//! What is checked together: a workspace folder, or the documents that lie in none.
//!
//! Whatever changed, all of it is checked: what a file means, and what is said of it, may depend on any other one.
//! The session knows the files that stay the same. Where these are many, the documents that were edited are checked
//! first with what they import; what needs all files stays as it was until everything is checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::Uri;

use crate::base::{Cancelled, Generation};
use crate::host::{Asked, Disk, Entry, Host, Overlay, Recorder, paths};
use crate::load::{File, FileGraph};
use crate::session::Session;
use crate::{Analysis, Options};

use super::findings::{self, Findings, Telling};
use super::pages::Pages;
use super::part::{self, Part};
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
    session: Session,
    /// What was found in the files, by identity.
    pub(super) findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
    /// The last check of everything.
    whole: Option<Whole>,
    /// What the last check asked the disk for.
    pub(super) asked: Arc<Asked>,
}

/// A check of everything.
#[derive(Debug)]
struct Whole {
    snapshot: Arc<Snapshot>,
    graph: Arc<FileGraph>,
    findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
}

/// The outside of a project, for one check.
pub(super) struct Outside<'a> {
    pub(super) disk: &'a Disk,
    pub(super) snapshot: &'a Arc<Snapshot>,
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

    /// Checks everything, as `tosca check` does in the folder. Where something newer is to be checked, nothing
    /// changes.
    pub(super) fn check(&mut self, outside: &Outside<'_>, generation: &Generation) -> Result<(), Cancelled> {
        let options = self.options(outside);
        if options.load.paths.is_empty() {
            *self = Self::new(self.folder.take());
            return Ok(());
        }
        let disk = Recorder::new(outside.disk);
        let analysis = self.session.analyze(&self.host(outside, &disk), &options, generation)?;
        self.findings = self.tell(&analysis, outside);
        self.asked = Arc::new(disk.asked());
        self.whole = Some(Whole {
            snapshot: Arc::clone(outside.snapshot),
            graph: Arc::clone(&analysis.graph),
            findings: self.findings.clone(),
        });
        Ok(())
    }

    /// Where documents of a folder of many files were edited since everything was checked, checks these with what
    /// they import. Gives the files whose findings are known now; none where everything is to be checked at once.
    pub(super) fn check_edited(
        &mut self,
        outside: &Outside<'_>,
        generation: &Generation,
    ) -> Result<Vec<Utf8PathBuf>, Cancelled> {
        let Some(whole) = &self.whole else { return Ok(Vec::new()) };
        let Some(edited) = part::edited(&whole.snapshot, outside.snapshot) else { return Ok(Vec::new()) };
        let open: Vec<&Document> = self.documents(outside).filter(|open| open.is_tosca).collect();
        if edited.is_empty() && part::is_large(&whole.graph) {
            // What was edited is as it was.
            self.findings.clone_from(&whole.findings);
            return Ok(open.into_iter().map(|open| open.identity.clone()).collect());
        }
        let own = |document: &&Document| open.iter().any(|open| open.uri == document.uri);
        let edited: Vec<&Document> = edited.into_iter().filter(own).collect();
        let folder = self.folder.as_deref().map(|folder| outside.disk.absolute(folder));
        let part = Part::of(&whole.graph, &edited, &open, folder.as_deref()).filter(|_| !edited.is_empty());
        let Some(Part { told, entries }) = part else { return Ok(Vec::new()) };
        let (before, snapshot) = (Arc::clone(&whole.graph), Arc::clone(&whole.snapshot));
        let found: Vec<Arc<Findings>> =
            told.iter().map(|identity| whole.findings.get(identity).cloned().unwrap_or_default()).collect();
        let options = self.options(outside);
        let host = self.host(outside, outside.disk);
        let analysis = self.session.analyze_part(&host, &options, entries, generation)?;
        for identity in &told {
            let old = in_graph(&before, identity);
            if in_graph(&analysis.graph, identity).is_none_or(|now| part::lost_imports(old, now)) {
                return Ok(Vec::new());
            }
        }
        let mut now = self.tell(&analysis, outside);
        for (identity, found) in told.iter().zip(found) {
            let mut findings = now
                .remove(identity)
                .map_or_else(Findings::default, |known| Arc::try_unwrap(known).unwrap_or_default());
            let text = |snapshot: &Snapshot| {
                let document = snapshot.documents.iter().find(|open| open.identity == *identity);
                document.map(|open| Arc::clone(&open.text)).unwrap_or_default()
            };
            findings.carry_over(&found, &text(&snapshot), &text(outside.snapshot));
            if findings.diagnostics.is_empty() {
                self.findings.remove(identity);
            } else {
                self.findings.insert(identity.clone(), Arc::new(findings));
            }
        }
        Ok(told)
    }

    /// What to check: the folder, and the open documents.
    fn options(&self, outside: &Outside<'_>) -> Options {
        let mut options = outside.options(&self.working(outside));
        let folder = self.folder.iter().filter(|folder| outside.disk.entry(folder) == Some(Entry::Directory));
        options.load.paths = folder.cloned().collect();
        let open = self.documents(outside).filter(|open| open.is_tosca);
        options.load.paths.extend(open.map(|open| self.path_here(outside, open)));
        options
    }

    /// The disk under the open documents; relative paths count from the folder.
    fn host<'h>(&self, outside: &Outside<'_>, disk: &'h dyn Host) -> Overlay<'h> {
        let mut host = Overlay::new(disk);
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

    /// The findings of all files, by identity.
    fn tell(&self, analysis: &Analysis, outside: &Outside<'_>) -> BTreeMap<Utf8PathBuf, Arc<Findings>> {
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
            disk: outside.disk,
        };
        findings::by_file(&telling)
    }
}

/// The file of a graph that is known by an identity.
fn in_graph<'g>(graph: &'g FileGraph, identity: &Utf8Path) -> Option<&'g File> {
    graph.files.iter().find(|file| file.identity == identity)
}
