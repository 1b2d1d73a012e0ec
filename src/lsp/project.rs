//! Checks a unit of files: a workspace folder, or the documents outside of all folders.
//!
//! After any change everything is checked, because the findings of a file may depend on any other file. The
//! session caches unchanged files. In large folders the edited documents and their imports are checked first;
//! findings that need all files are kept until everything is checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::Uri;

use crate::base::{Cancelled, Generation};
use crate::host::{Asked, Disk, Entry, Host, Overlay, Recorder, paths};
use crate::load::{File, FileGraph, Urls};
use crate::session::Session;
use crate::{Analysis, Options};

use super::checked::Checked;
use super::findings::{self, Conversion, Findings};
use super::pages::Pages;
use super::part::{self, Part};
use super::positions::Encoding;
use super::settings::Settings;
use super::{uris, views};

/// An open document.
#[derive(Clone, Debug)]
pub(super) struct OpenDocument {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) path: Utf8PathBuf,
    /// The identity of the file, however it is reached.
    pub(super) identity: Utf8PathBuf,
    pub(super) text: Arc<[u8]>,
    /// Whether it is TOSCA and therefore checked; other documents are only imported.
    pub(super) is_tosca: bool,
}

/// The input of a check, except for the disk.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// The folders of the workspace, as the client names them.
    pub(super) folders: Vec<Utf8PathBuf>,
    pub(super) documents: Vec<OpenDocument>,
    pub(super) settings: Arc<Settings>,
    pub(super) encoding: Encoding,
    pub(super) related: bool,
    /// Whether the client shows documents whose texts the server has.
    pub(super) views: bool,
}

/// A part of the workspace that is checked separately.
#[derive(Debug, Default)]
pub(super) struct Project {
    /// The folder, or `None` for documents outside of all folders.
    folder: Option<Utf8PathBuf>,
    session: Session,
    /// The findings of the files, by identity.
    pub(super) findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
    /// The last full check.
    full_check: Option<FullCheck>,
    /// The result of the last check of edited documents, if it is newer than the last full check.
    pub(super) part: Option<Arc<Checked>>,
    /// The paths that the last check looked up on disk.
    pub(super) asked: Arc<Asked>,
}

/// The result of a full check.
#[derive(Debug)]
struct FullCheck {
    snapshot: Arc<Snapshot>,
    checked: Arc<Checked>,
    findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
}

impl FullCheck {
    fn graph(&self) -> &Arc<FileGraph> {
        &self.checked.analysis.graph
    }
}

/// What one check of a project depends on.
pub(super) struct CheckContext<'a> {
    pub(super) disk: &'a Disk,
    pub(super) urls: &'a Urls,
    pub(super) snapshot: &'a Arc<Snapshot>,
    pub(super) pages: &'a Pages,
}

impl CheckContext<'_> {
    fn options(&self, working: &Utf8Path) -> Options {
        let mut options = Options::default();
        // Problems of settings were reported when they were received.
        let _ = self.snapshot.settings.apply(&mut options, &self.disk.identity(working));
        options.load.urls = self.urls.clone();
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

    /// Returns the open documents of this project.
    fn documents<'a>(&self, context: &CheckContext<'a>) -> impl Iterator<Item = &'a OpenDocument> + use<'a> {
        let own_folder = self.folder.clone().map(|folder| context.disk.identity(&folder));
        let (disk, snapshot) = (context.disk, context.snapshot);
        let folders: Vec<Utf8PathBuf> = snapshot.folders.iter().map(|folder| disk.identity(folder)).collect();
        snapshot.documents.iter().filter(move |open| match &own_folder {
            Some(folder) => open.identity.starts_with(folder),
            None => !folders.iter().any(|folder| open.identity.starts_with(folder)),
        })
    }

    /// Checks everything, as `tosca check` does in the folder. A cancelled check has no effect.
    pub(super) fn check(
        &mut self,
        context: &CheckContext<'_>,
        generation: &Generation,
    ) -> Result<(), Cancelled> {
        let options = self.options(context);
        if options.load.paths.is_empty() {
            *self = Self::new(self.folder.take());
            return Ok(());
        }
        let disk = Recorder::new(context.disk);
        let analysis = self.session.analyze(&self.host(context, &disk), &options, generation)?;
        self.findings = self.collect_findings(&analysis, context);
        self.asked = Arc::new(disk.asked());
        self.full_check = Some(FullCheck {
            snapshot: Arc::clone(context.snapshot),
            checked: Arc::new(Checked { analysis, working: self.working_directory(context) }),
            findings: self.findings.clone(),
        });
        self.part = None;
        Ok(())
    }

    /// Returns the result of the last full check.
    pub(super) fn checked(&self) -> Option<Arc<Checked>> {
        self.full_check.as_ref().map(|full_check| Arc::clone(&full_check.checked))
    }

    /// Checks the documents of a large folder that were edited since the last full check, with their imports.
    /// Returns the files whose findings are now known; the list is empty if everything is to be checked at
    /// once.
    pub(super) fn check_edited(
        &mut self,
        context: &CheckContext<'_>,
        generation: &Generation,
    ) -> Result<Vec<Utf8PathBuf>, Cancelled> {
        let Some(full_check) = &self.full_check else { return Ok(Vec::new()) };
        let Some(edited) = part::edited(&full_check.snapshot, context.snapshot) else {
            return Ok(Vec::new());
        };
        let open: Vec<&OpenDocument> = self.documents(context).filter(|open| open.is_tosca).collect();
        if edited.is_empty() && part::is_large(full_check.graph()) {
            // All edits were undone.
            self.findings.clone_from(&full_check.findings);
            self.part = None;
            return Ok(open.into_iter().map(|open| open.identity.clone()).collect());
        }
        let is_of_project = |document: &&OpenDocument| open.iter().any(|open| open.uri == document.uri);
        let edited: Vec<&OpenDocument> = edited.into_iter().filter(is_of_project).collect();
        let folder = self.folder.as_deref().map(|folder| context.disk.absolute(folder));
        let part = Part::for_documents(full_check.graph(), &edited, &open, folder.as_deref())
            .filter(|_| !edited.is_empty());
        let Some(Part { reported, entries }) = part else { return Ok(Vec::new()) };
        let (old_graph, snapshot) = (Arc::clone(full_check.graph()), Arc::clone(&full_check.snapshot));
        let old_findings: Vec<Arc<Findings>> = reported
            .iter()
            .map(|identity| full_check.findings.get(identity).cloned().unwrap_or_default())
            .collect();
        let options = self.options(context);
        let host = self.host(context, context.disk);
        let analysis = self.session.analyze_part(&host, &options, entries, generation)?;
        for identity in &reported {
            let old = file_by_identity(&old_graph, identity);
            if file_by_identity(&analysis.graph, identity)
                .is_none_or(|new| part::has_more_unresolved_imports(old, new))
            {
                return Ok(Vec::new());
            }
        }
        let mut new_findings = self.collect_findings(&analysis, context);
        self.part = Some(Arc::new(Checked { analysis, working: self.working_directory(context) }));
        for (identity, old) in reported.iter().zip(old_findings) {
            let mut findings = new_findings
                .remove(identity)
                .map_or_else(Findings::default, |known| Arc::try_unwrap(known).unwrap_or_default());
            let text = |snapshot: &Snapshot| {
                let document = snapshot.documents.iter().find(|open| open.identity == *identity);
                document.map(|open| Arc::clone(&open.text)).unwrap_or_default()
            };
            findings.carry_over(&old, &text(&snapshot), &text(context.snapshot));
            if findings.diagnostics.is_empty() {
                self.findings.remove(identity);
            } else {
                self.findings.insert(identity.clone(), Arc::new(findings));
            }
        }
        Ok(reported)
    }

    /// Returns what to check: the folder, and the open documents.
    fn options(&self, context: &CheckContext<'_>) -> Options {
        let mut options = context.options(&self.working_directory(context));
        let folder = self.folder.iter().filter(|folder| context.disk.entry(folder) == Some(Entry::Directory));
        options.load.paths = folder.cloned().collect();
        let open = self.documents(context).filter(|open| open.is_tosca);
        options.load.paths.extend(open.map(|open| self.path_in_folder(context, open)));
        options
    }

    /// Returns the disk overlaid by the open documents; paths are relative to the folder.
    fn host<'h>(&self, context: &CheckContext<'_>, disk: &'h dyn Host) -> Overlay<'h> {
        let mut host = Overlay::new(disk);
        if let Some(folder) = &self.folder {
            host = host.working_in(folder);
        }
        for open in &context.snapshot.documents {
            host.add(&open.path, Arc::clone(&open.text));
        }
        host
    }

    /// Returns the path of a document inside the folder, also if it was opened through a link.
    fn path_in_folder(&self, context: &CheckContext<'_>, open: &OpenDocument) -> Utf8PathBuf {
        let Some(folder) = &self.folder else { return open.path.clone() };
        if open.path.starts_with(folder) {
            return open.path.clone();
        }
        let below = open.identity.strip_prefix(context.disk.identity(folder));
        below.map_or_else(|_| open.path.clone(), |below| paths::join(folder, below))
    }

    fn working_directory(&self, context: &CheckContext<'_>) -> Utf8PathBuf {
        self.folder.clone().unwrap_or_else(|| context.disk.working_directory())
    }

    /// Returns the findings of all files, by identity.
    fn collect_findings(
        &self,
        analysis: &Analysis,
        context: &CheckContext<'_>,
    ) -> BTreeMap<Utf8PathBuf, Arc<Findings>> {
        let open: BTreeMap<&Utf8Path, &OpenDocument> =
            context.snapshot.documents.iter().map(|open| (open.identity.as_path(), open)).collect();
        let uri = |identity: &Utf8Path, path: &Utf8Path| match open.get(identity) {
            Some(open) => Some((open.uri.clone(), true)),
            None if context.disk.entry(path) == Some(Entry::File) => {
                uris::uri_of(path, context.disk).map(|uri| (uri, false))
            }
            None if context.snapshot.views => views::uri_of(identity, context.disk).map(|uri| (uri, false)),
            None => None,
        };
        let conversion = Conversion {
            analysis,
            encoding: context.snapshot.encoding,
            working: &self.working_directory(context),
            uri: &uri,
            related: context.snapshot.related,
            pages: context.pages,
            disk: context.disk,
        };
        findings::by_file(&conversion)
    }
}

/// Returns the file of a graph with this identity.
fn file_by_identity<'g>(graph: &'g FileGraph, identity: &Utf8Path) -> Option<&'g File> {
    graph.files.iter().find(|file| file.identity == identity)
}
