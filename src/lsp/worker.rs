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
    /// All findings there are, by identity of the file.
    pub(super) findings: BTreeMap<Utf8PathBuf, Arc<Findings>>,
    /// What the check asked the disk for, by project.
    pub(super) asked: Vec<Arc<Asked>>,
    /// What went wrong in the tool itself.
    pub(super) fault: Option<String>,
}

/// Works until nobody gives work.
pub(super) fn work(jobs: &Receiver<Job>, disk: &Disk, mut done: impl FnMut(Outcome) -> bool) {
    let pages = Pages::new();
    let mut projects: Vec<Project> = Vec::new();
    while let Some(job) = next(jobs) {
        let Job { snapshot, generation, .. } = job;
        let checked = catch_unwind(AssertUnwindSafe(|| {
            disk.look_again();
            arrange(&mut projects, &snapshot);
            let outside = Outside { disk, snapshot: &snapshot, pages: &pages };
            for project in &mut projects {
                project.check(&outside, &generation)?;
            }
            Ok(gather(&projects))
        }));
        let (findings, fault) = match checked {
            Ok(Ok(findings)) => (findings, None),
            Ok(Err(Cancelled)) => continue,
            Err(fault) => {
                // What was known may be half changed.
                projects.clear();
                (BTreeMap::new(), Some(words(fault.as_ref())))
            }
        };
        let asked = projects.iter().map(|project| Arc::clone(&project.asked)).collect();
        if !done(Outcome { snapshot, findings, asked, fault }) {
            return;
        }
    }
}

/// The next job: all that waits as one.
fn next(jobs: &Receiver<Job>) -> Option<Job> {
    let mut job = jobs.recv().ok()?;
    let start = Instant::now();
    loop {
        let wait =
            if job.may_wait { QUIET.min(LONGEST.saturating_sub(start.elapsed())) } else { Duration::ZERO };
        match jobs.recv_timeout(wait) {
            Ok(newer) => job = Job { may_wait: job.may_wait && newer.may_wait, ..newer },
            Err(RecvTimeoutError::Timeout) => return Some(job),
            Err(RecvTimeoutError::Disconnected) => return None,
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

/// What all projects found; a file that several of them check has the findings of each once.
fn gather(projects: &[Project]) -> BTreeMap<Utf8PathBuf, Arc<Findings>> {
    let mut all: BTreeMap<Utf8PathBuf, Arc<Findings>> = BTreeMap::new();
    for (file, findings) in projects.iter().flat_map(|project| &project.findings) {
        match all.get_mut(file) {
            None => {
                all.insert(file.clone(), Arc::clone(findings));
            }
            Some(known) if *known == *findings => {}
            Some(known) => *known = Arc::new(Findings::merged(known, findings)),
        }
    }
    all
}

/// What a panic says.
pub(super) fn words(fault: &(dyn std::any::Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| fault.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}
