//! Files at URLs: copies in the project, which its lock file names, or fetched ones if the user allows it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};
use url::Url;

use crate::base::{Source, Sources, Span};
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::host::{ChecksumAlgorithm, Fetch, FetchError, Host, ReadError, WriteError, paths};

use super::loader::read_failure;
use super::locate::Base;
use super::lock::{self, Lock, LockProblem, LockedUrl};

/// The maximum size of a lock file, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// How a run gets files at URLs. Clones share what was fetched.
#[derive(Clone, Debug, Default)]
pub struct Urls {
    fetch: Option<Arc<dyn Fetch>>,
    /// Whether only what is locked is fetched.
    is_locked: bool,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The path of the lock file, which may not exist.
    path: Utf8PathBuf,
    /// The displayed path of the lock file.
    shown: Utf8PathBuf,
    lock: Lock,
    /// Why the lock file cannot be used.
    problem: Option<(String, LockProblem)>,
    /// Why the lock file cannot be read.
    unread: Option<ReadError>,
    /// Why the lock file could not be written.
    unwritten: Option<WriteError>,
    /// The results so far, by URL.
    known: BTreeMap<String, Result<Utf8PathBuf, UrlFault>>,
    /// The URLs by the paths of their copies.
    urls: BTreeMap<Utf8PathBuf, String>,
    is_changed: bool,
}

impl State {
    /// The copies in the project, and their URLs.
    fn copies(&self) -> impl Iterator<Item = (Utf8PathBuf, String)> {
        let directory = self.path.parent().unwrap_or(&self.path);
        let files = self.lock.urls.iter().filter_map(|(url, locked)| Some((locked.file.as_ref()?, url)));
        files.map(move |(file, url)| (paths::clean(&paths::join(directory, file)), url.clone()))
    }

    /// Whether the project has its own copy of the file at `url`.
    fn has_copy(&self, url: &str) -> bool {
        self.lock.urls.get(url).is_some_and(|locked| locked.file.is_some())
    }
}

/// Why there is no file for a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UrlFault {
    /// It could not be fetched.
    Fetch(FetchError),
    /// The lock file does not have it, but only locked URLs are allowed.
    NotLocked,
    /// The content has another checksum than the locked one; with the path of the copy in the project, if it is that.
    Changed(Option<Utf8PathBuf>, String),
    /// The lock file cannot be read, which is reported by itself.
    BadLock,
}

impl Urls {
    /// Returns access by `fetch`; if `is_locked`, only to what the lock file of the project has.
    #[must_use]
    pub fn new(fetch: Arc<dyn Fetch>, is_locked: bool) -> Self {
        Self { fetch: Some(fetch), is_locked, state: Arc::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the lock file of the project that `path` belongs to.
    pub(crate) fn begin(&self, host: &dyn Host, path: &Utf8Path) {
        let mut state = self.state();
        let path = if is_url(path.as_str()) { Utf8Path::new(".") } else { path };
        let (path, exists) = lock::path_for(host, path);
        state.shown = paths::shown(&path, &host.working_directory());
        state.unwritten = None;
        let text = if exists { host.read(&path, MAX_BYTES) } else { Err(ReadError::Missing) };
        let lock = match &text {
            Ok(bytes) => Lock::parse(&String::from_utf8_lossy(bytes)),
            Err(_) => Ok(Lock::default()),
        };
        state.unread = text.as_ref().err().filter(|error| **error != ReadError::Missing).cloned();
        let (lock, problem) = match lock {
            Ok(lock) => (lock, None),
            Err(problem) => (
                Lock::default(),
                Some((String::from_utf8_lossy(&text.unwrap_or_default()).into_owned(), problem)),
            ),
        };
        if (&state.path, &state.lock, &state.problem) != (&path, &lock, &problem) {
            (state.path, state.lock, state.problem) = (path, lock, problem);
            state.known.clear();
            state.urls = state.copies().collect();
        }
    }

    /// Returns a local copy of the file at `url`, or `None` if the project has none and nothing may be fetched.
    pub(super) fn file(&self, host: &dyn Host, url: &str) -> Option<Result<Utf8PathBuf, UrlFault>> {
        let url = normal(url)?;
        let mut state = self.state();
        if let Some(known) = state.known.get(&url) {
            return Some(known.clone());
        }
        let file = self.find(host, &url, &mut state)?;
        if let Ok(path) = &file {
            let path = host.absolute(path);
            state.urls.insert(path, url.clone());
        }
        state.known.insert(url, file.clone());
        Some(file)
    }

    fn find(&self, host: &dyn Host, url: &str, state: &mut State) -> Option<Result<Utf8PathBuf, UrlFault>> {
        let locked = state.lock.urls.get(url);
        if let Some(LockedUrl { sha256, file: Some(file) }) = locked {
            let path = paths::clean(&paths::join(state.path.parent()?, file));
            return Some(match ChecksumAlgorithm::Sha256.other_than(sha256, host, &path) {
                Some(actual) => Err(UrlFault::Changed(Some(path), actual)),
                None => Ok(path),
            });
        }
        if state.problem.is_some() || state.unread.is_some() {
            return Some(Err(UrlFault::BadLock));
        }
        let fetch = self.fetch.as_ref()?;
        if self.is_locked && locked.is_none() {
            return Some(Err(UrlFault::NotLocked));
        }
        let fetched = fetch.fetch(url, locked.map(|locked| &*locked.sha256));
        Some(match fetched {
            Ok(fetched) => {
                if locked.is_none() {
                    let entry = LockedUrl { sha256: fetched.sha256, file: None };
                    state.lock.urls.insert(url.to_owned(), entry);
                    state.is_changed = true;
                }
                Ok(fetched.path)
            }
            Err(FetchError::Changed(actual)) => Err(UrlFault::Changed(None, actual)),
            Err(error) => Err(UrlFault::Fetch(error)),
        })
    }

    /// Whether the project has its own copy of the file at `url`.
    fn has_copy(&self, url: &str) -> bool {
        normal(url).is_some_and(|url| self.state().has_copy(&url))
    }

    /// Returns how a path is shown that is the fetched copy of a file at a URL, or inside of such an archive: as the URL.
    pub(super) fn shown(&self, path: &Utf8Path) -> Option<Utf8PathBuf> {
        let state = self.state();
        if state.urls.is_empty() {
            return None;
        }
        let shown = |path: &str| state.urls.get(Utf8Path::new(path)).filter(|url| !state.has_copy(url));
        match path.as_str().split_once('!') {
            Some((archive, inside)) => Some(format!("{}!{inside}", shown(archive)?).into()),
            None => shown(path.as_str()).map(Into::into),
        }
    }

    /// Returns the base of the relative URLs of a file, if it is the copy of a file at a URL.
    pub(super) fn base(&self, path: &Utf8Path) -> Option<Base> {
        let file = Url::parse(self.state().urls.get(path)?).ok()?;
        Some(Base::of_url(file, None))
    }

    /// Writes the lock file if something new was fetched.
    pub(crate) fn end(&self, host: &dyn Host) {
        let mut state = self.state();
        if std::mem::take(&mut state.is_changed) {
            let text = state.lock.text();
            let error = host.write(&state.path, text.as_bytes()).err();
            // Such a host is for answers, not for changes.
            state.unwritten = error.filter(|error| *error != WriteError::ReadOnly);
        }
    }

    /// Returns the finding about the lock file, if it cannot be used. Its text is added to `sources`.
    pub(crate) fn problem(&self, sources: &mut Sources) -> Option<Diagnostic> {
        let state = self.state();
        let mut add =
            |text: &str| sources.push_settings(Source::new(state.shown.clone(), Arc::new(text.to_owned())));
        if let Some(failure) = &state.unread {
            return Some(read_failure(Span::start_of(add("")), &state.shown, failure, MAX_BYTES));
        }
        if let Some(error) = &state.unwritten {
            return Some(rules::invalid_lock::unwritten(Span::start_of(add("")), &error.to_string()));
        }
        let (text, problem) = state.problem.as_ref()?;
        let file = add(text);
        let byte = |index: usize| u32::try_from(index.min(text.len())).unwrap_or(u32::MAX);
        let span = Span::new(file, byte(problem.place.start), byte(problem.place.end));
        Some(rules::invalid_lock::new(span, &problem.reason))
    }

    /// Returns the URLs with a file, with the paths of their copies.
    #[cfg(feature = "network")]
    pub(crate) fn files(&self) -> Vec<(String, Utf8PathBuf)> {
        let state = self.state();
        let known = state.known.iter();
        known.filter_map(|(url, path)| Some((url.clone(), path.as_ref().ok()?.clone()))).collect()
    }

    /// Sets the copies in the project of some URLs with a file; their paths are absolute.
    #[cfg(feature = "network")]
    pub(crate) fn set_copies(&self, copies: Vec<(String, Utf8PathBuf)>) {
        let mut state = self.state();
        let directory = state.path.parent().map(Utf8Path::to_owned).unwrap_or_default();
        for (url, path) in copies {
            if let Some(locked) = state.lock.urls.get_mut(&url) {
                locked.file = Some(paths::relative(&path, &directory));
            }
        }
        state.is_changed = true;
    }
}

/// Returns a local copy of the file at the URL that is written at `span`, or adds the finding that there is none.
pub(super) fn local_file(
    host: &dyn Host,
    urls: &Urls,
    span: Span,
    url: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Utf8PathBuf> {
    let file = urls.file(host, url);
    let url = &*without_credentials(url);
    let fault = match file {
        None => {
            diagnostics.push(rules::url_not_fetched::new(span, url));
            return None;
        }
        Some(Ok(path)) => {
            if !urls.has_copy(url) && url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http:"))
            {
                diagnostics.push(rules::unencrypted_url::new(span, url));
            }
            return Some(path);
        }
        Some(Err(fault)) => fault,
    };
    diagnostics.push(match fault {
        UrlFault::Fetch(error) => {
            let help = error.help().map(str::to_owned);
            rules::failed_fetch::new(span, url, &error.to_string(), help)
        }
        UrlFault::NotLocked => rules::unlocked_url::new(span, url),
        UrlFault::Changed(None, actual) => rules::changed_content::at_url(span, url, &actual),
        UrlFault::Changed(Some(path), actual) => {
            let shown = paths::shown(&path, &host.working_directory());
            rules::changed_content::of_copy(span, url, shown.as_str(), &actual)
        }
        UrlFault::BadLock => return None,
    });
    None
}

/// Adds the finding that a URL which was passed has no local copy.
pub(super) fn report_given(
    host: &dyn Host,
    urls: &Urls,
    span: Span,
    url: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if urls.file(host, url).is_some() {
        local_file(host, urls, span, url, diagnostics);
    } else {
        // The level of a URL in a file is lower, because the rest of the file can be checked.
        diagnostics.push(
            rules::url_not_fetched::new(span, without_credentials(url).as_ref()).at_level(Level::Error),
        );
    }
}

/// Returns `paths`, with local copies in place of URLs, and the URLs that have none.
pub(crate) fn given(
    host: &dyn Host,
    urls: &Urls,
    paths: &[Utf8PathBuf],
) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, Option<String>)>) {
    let mut failures = Vec::new();
    let mut local = |path: &Utf8PathBuf| {
        if !is_url(path.as_str()) {
            return Some(path.clone());
        }
        if let Some(Ok(local)) = urls.file(host, path.as_str()) {
            return Some(local);
        }
        failures.push((path.clone(), None));
        None
    };
    let paths = paths.iter().filter_map(&mut local).collect();
    (paths, failures)
}

/// Whether `path` is a URL that can be fetched.
pub(super) fn is_url(path: &str) -> bool {
    normal(path).is_some()
}

/// Returns a URL of the schemes that can be fetched as the lock file has it: without a fragment.
fn normal(url: &str) -> Option<String> {
    let mut url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "https" | "http"))?;
    url.set_fragment(None);
    Some(url.into())
}

/// Returns a URL as it is shown: names and passwords are not.
fn without_credentials(url: &str) -> Cow<'_, str> {
    let parsed = Url::parse(url).ok().filter(|url| !url.username().is_empty() || url.password().is_some());
    let Some(mut parsed) = parsed else { return Cow::Borrowed(url) };
    let _ = parsed.set_username("");
    let _ = parsed.set_password(None);
    Cow::Owned(parsed.into())
}
