//! The thread that runs checks. Newer input replaces older input that is not checked yet.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

use crate::base::{Cancelled, Generation};
use crate::host::{Asked, Disk};
use crate::load::Urls;

use super::checked::Checked;
use super::findings::Findings;
use super::pages::Pages;
use super::project::{CheckContext, Project, Snapshot};

/// The pause in typing before a check starts.
const DEBOUNCE: Duration = Duration::from_millis(40);
/// The pause after the check of edited documents before the full check starts.
const FULL_CHECK_DELAY: Duration = Duration::from_millis(400);
/// The maximum delay of a check if changes keep coming.
const MAX_DEBOUNCE: Duration = Duration::from_millis(250);

/// A check to do.
pub(super) struct Job {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) generation: Generation,
    /// Whether more changes are likely to follow soon.
    pub(super) may_wait: bool,
}

/// The result of a check.
pub(super) struct Outcome {
    pub(super) snapshot: Arc<Snapshot>,
    /// All findings, by identity of the file; after a partial check, those of the checked files.
    pub(super) findings: FindingsByFile,
    /// The paths that the check looked up on disk, by project.
    pub(super) asked: Vec<Arc<Asked>>,
    /// The results, by project.
    pub(super) checked: Vec<Arc<Checked>>,
    /// The message of an internal error.
    pub(super) fault: Option<String>,
    /// Whether only edited documents were checked; a full check follows.
    pub(super) is_part: bool,
}

/// Findings by the identity of their file.
pub(super) type FindingsByFile = BTreeMap<Utf8PathBuf, Arc<Findings>>;

/// Runs until the channel of jobs is closed. In large folders edited documents are checked first, and
/// everything after a pause.
pub(super) fn work(jobs: &Receiver<Job>, disk: &Disk, urls: &Urls, mut done: impl FnMut(Outcome) -> bool) {
    let pages = Pages::new();
    let mut projects: Vec<Project> = Vec::new();
    let mut next_job: Option<Job> = None;
    while let Some(job) = next_job.take().or_else(|| jobs.recv().ok()) {
        let Job { snapshot, generation, .. } = merge_waiting_jobs(job, jobs);
        let context = CheckContext { disk, urls, snapshot: &snapshot, pages: &pages };
        let checked = guarded(&mut projects, |projects| {
            disk.look_again();
            arrange(projects, &snapshot);
            let mut reported = Vec::new();
            for project in projects.iter_mut() {
                reported.extend(project.check_edited(&context, &generation)?);
            }
            Ok(gather(projects, Some(&reported)))
        });
        let Some((findings, fault)) = checked else { continue };
        let is_known = fault.is_some() || !findings.is_empty();
        if is_known {
            let (snapshot, asked) = (Arc::clone(&snapshot), Vec::new());
            let checked = projects.iter().filter_map(|project| project.part.clone()).collect();
            if !done(Outcome { snapshot, findings, asked, checked, fault, is_part: true }) {
                return;
            }
            match jobs.recv_timeout(FULL_CHECK_DELAY) {
                Ok(newer) => {
                    next_job = Some(newer);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        let checked = guarded(&mut projects, |projects| {
            arrange(projects, &snapshot);
            for project in projects.iter_mut() {
                project.check(&context, &generation)?;
            }
            Ok(gather(projects, None))
        });
        let Some((findings, fault)) = checked else { continue };
        let asked = projects.iter().map(|project| Arc::clone(&project.asked)).collect();
        let checked = projects.iter().filter_map(Project::checked).collect();
        if !done(Outcome { snapshot, findings, asked, checked, fault, is_part: false }) {
            return;
        }
    }
}

/// Runs a check; returns its findings or the message of its panic, or `None` if it was cancelled.
fn guarded(
    projects: &mut Vec<Project>,
    check: impl FnOnce(&mut Vec<Project>) -> Result<FindingsByFile, Cancelled>,
) -> Option<(FindingsByFile, Option<String>)> {
    match catch_unwind(AssertUnwindSafe(|| check(projects))) {
        Ok(Ok(findings)) => Some((findings, None)),
        Ok(Err(Cancelled)) => None,
        Err(fault) => {
            // The state may be inconsistent after a panic.
            projects.clear();
            Some((FindingsByFile::new(), Some(panic_message(fault.as_ref()))))
        }
    }
}

/// Merges a job with all jobs that are waiting after it.
fn merge_waiting_jobs(mut job: Job, jobs: &Receiver<Job>) -> Job {
    let start = Instant::now();
    loop {
        let wait = if job.may_wait {
            DEBOUNCE.min(MAX_DEBOUNCE.saturating_sub(start.elapsed()))
        } else {
            Duration::ZERO
        };
        match jobs.recv_timeout(wait) {
            Ok(newer) => job = Job { may_wait: job.may_wait && newer.may_wait, ..newer },
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return job,
        }
    }
}

/// Updates the projects: one per folder, and one for documents outside of all folders.
fn arrange(projects: &mut Vec<Project>, snapshot: &Snapshot) {
    let mut old_projects = std::mem::take(projects);
    let mut keep = |folder: Option<&Utf8PathBuf>| {
        let known =
            old_projects.iter().position(|project| project.folder() == folder.map(Utf8PathBuf::as_path));
        match known {
            Some(index) => old_projects.swap_remove(index),
            None => Project::new(folder.cloned()),
        }
    };
    projects.extend(snapshot.folders.iter().map(|folder| keep(Some(folder))));
    projects.push(keep(None));
}

/// Merges the findings of all projects, of the files in `only` if it is given. A file in several projects has
/// each finding once.
fn gather(projects: &[Project], only: Option<&[Utf8PathBuf]>) -> FindingsByFile {
    let mut all = FindingsByFile::new();
    if let Some(only) = only {
        all.extend(only.iter().map(|file| (file.clone(), Arc::default())));
    }
    for project in projects {
        match only {
            None => {
                project.findings.iter().for_each(|(file, findings)| add_findings(&mut all, file, findings));
            }
            Some(only) => {
                let findings = only.iter().filter_map(|file| project.findings.get_key_value(file));
                findings.for_each(|(file, findings)| add_findings(&mut all, file, findings));
            }
        }
    }
    all
}

fn add_findings(all: &mut FindingsByFile, file: &Utf8PathBuf, findings: &Arc<Findings>) {
    match all.get_mut(file) {
        None => {
            all.insert(file.clone(), Arc::clone(findings));
        }
        Some(known) if *known == *findings => {}
        Some(known) if known.diagnostics.is_empty() => *known = Arc::clone(findings),
        Some(known) => *known = Arc::new(Findings::merged(known, findings)),
    }
}

/// Returns the message of a panic.
pub(super) fn panic_message(fault: &(dyn std::any::Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| fault.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}
