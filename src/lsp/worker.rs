//! The thread that checks: the newest state of things wins, what is older is never checked.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

use crate::base::{Cancelled, Generation};
use crate::host::{Asked, Disk};

use super::findings::Findings;
use super::pages::Pages;
use super::project::{Outside, Project, Snapshot};

/// So long nothing may have come before a check starts, where the editor is typed in.
const QUIET: Duration = Duration::from_millis(40);
/// Everything is checked when nothing came for so long after what was edited.
const IDLE: Duration = Duration::from_millis(400);
/// A check starts after so long even where changes keep coming.
const LONGEST: Duration = Duration::from_millis(250);

/// A check to do.
pub(super) struct Job {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) generation: Generation,
    /// Whether more is likely to come soon.
    pub(super) may_wait: bool,
}

/// What a check gave.
pub(super) struct Outcome {
    pub(super) snapshot: Arc<Snapshot>,
    /// All findings there are, by identity of the file; of a part, those of files in which they are known anew.
    pub(super) findings: ByFile,
    /// What the check asked the disk for, by project.
    pub(super) asked: Vec<Arc<Asked>>,
    /// What went wrong in the tool itself.
    pub(super) fault: Option<String>,
    /// Whether only what was edited was checked; everything comes next.
    pub(super) is_part: bool,
}

/// Findings by the identity of their file.
pub(super) type ByFile = BTreeMap<Utf8PathBuf, Arc<Findings>>;

/// Works until nobody gives work. In large folders what was edited is checked first; everything, when nothing more
/// comes.
pub(super) fn work(jobs: &Receiver<Job>, disk: &Disk, mut done: impl FnMut(Outcome) -> bool) {
    let pages = Pages::new();
    let mut projects: Vec<Project> = Vec::new();
    let mut waiting: Option<Job> = None;
    while let Some(job) = waiting.take().or_else(|| jobs.recv().ok()) {
        let Job { snapshot, generation, .. } = next(job, jobs);
        let outside = Outside { disk, snapshot: &snapshot, pages: &pages };
        let checked = guarded(&mut projects, |projects| {
            disk.look_again();
            arrange(projects, &snapshot);
            let mut told = Vec::new();
            for project in projects.iter_mut() {
                told.extend(project.check_edited(&outside, &generation)?);
            }
            Ok(gather(projects, Some(&told)))
        });
        let Some((findings, fault)) = checked else { continue };
        let is_known = fault.is_some() || !findings.is_empty();
        if is_known {
            let (snapshot, asked) = (Arc::clone(&snapshot), Vec::new());
            if !done(Outcome { snapshot, findings, asked, fault, is_part: true }) {
                return;
            }
            match jobs.recv_timeout(IDLE) {
                Ok(newer) => {
                    waiting = Some(newer);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        let checked = guarded(&mut projects, |projects| {
            arrange(projects, &snapshot);
            for project in projects.iter_mut() {
                project.check(&outside, &generation)?;
            }
            Ok(gather(projects, None))
        });
        let Some((findings, fault)) = checked else { continue };
        let asked = projects.iter().map(|project| Arc::clone(&project.asked)).collect();
        if !done(Outcome { snapshot, findings, asked, fault, is_part: false }) {
            return;
        }
    }
}

/// The findings that a check gives, or what went wrong in it; nothing where something newer is to be checked.
fn guarded(
    projects: &mut Vec<Project>,
    check: impl FnOnce(&mut Vec<Project>) -> Result<ByFile, Cancelled>,
) -> Option<(ByFile, Option<String>)> {
    match catch_unwind(AssertUnwindSafe(|| check(projects))) {
        Ok(Ok(findings)) => Some((findings, None)),
        Ok(Err(Cancelled)) => None,
        Err(fault) => {
            // What was known may be half changed.
            projects.clear();
            Some((ByFile::new(), Some(words(fault.as_ref()))))
        }
    }
}

/// A job, and all that waits behind it, as one.
fn next(mut job: Job, jobs: &Receiver<Job>) -> Job {
    let start = Instant::now();
    loop {
        let wait =
            if job.may_wait { QUIET.min(LONGEST.saturating_sub(start.elapsed())) } else { Duration::ZERO };
        match jobs.recv_timeout(wait) {
            Ok(newer) => job = Job { may_wait: job.may_wait && newer.may_wait, ..newer },
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return job,
        }
    }
}

/// Makes the projects those of the folders, and one for what lies in none.
fn arrange(projects: &mut Vec<Project>, snapshot: &Snapshot) {
    let mut before = std::mem::take(projects);
    let mut keep = |folder: Option<&Utf8PathBuf>| {
        let known = before.iter().position(|project| project.folder() == folder.map(Utf8PathBuf::as_path));
        match known {
            Some(at) => before.swap_remove(at),
            None => Project::new(folder.cloned()),
        }
    };
    projects.extend(snapshot.folders.iter().map(|folder| keep(Some(folder))));
    projects.push(keep(None));
}

/// What all projects found, in these files only if there are some; a file that several of them check has the findings
/// of each once.
fn gather(projects: &[Project], only: Option<&[Utf8PathBuf]>) -> ByFile {
    let mut all = ByFile::new();
    if let Some(only) = only {
        all.extend(only.iter().map(|file| (file.clone(), Arc::default())));
    }
    for project in projects {
        match only {
            None => project.findings.iter().for_each(|(file, findings)| add(&mut all, file, findings)),
            Some(only) => {
                let found = only.iter().filter_map(|file| project.findings.get_key_value(file));
                found.for_each(|(file, findings)| add(&mut all, file, findings));
            }
        }
    }
    all
}

fn add(all: &mut ByFile, file: &Utf8PathBuf, findings: &Arc<Findings>) {
    match all.get_mut(file) {
        None => {
            all.insert(file.clone(), Arc::clone(findings));
        }
        Some(known) if *known == *findings => {}
        Some(known) if known.diagnostics.is_empty() => *known = Arc::clone(findings),
        Some(known) => *known = Arc::new(Findings::merged(known, findings)),
    }
}

/// What a panic says.
pub(super) fn words(fault: &(dyn std::any::Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| fault.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}
