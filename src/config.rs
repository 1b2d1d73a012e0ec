//! Configurations: `tosca.toml`, found beside the files and read with places.
//!
//! In: a host, where to look, and what was given otherwise (flags, settings of an editor). Out: for each file
//! the settings of the configuration nearest to it, and what is wrong with the configurations. The nearest one
//! is the first `tosca.toml` from the directory of the file upward, as far as the repository goes. Paths in a
//! configuration count from its directory. Decides nothing: what settings do is for `session`, and for those
//! who print.

mod findings;
pub mod keys;
mod pattern;
mod read;
mod schema;
mod setting;

use std::cell::RefCell;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Source, Sources, Span};
use crate::diagnostics::{Diagnostic, codes};
use crate::host::{Entry, Host, ReadError, paths};
use crate::load;

pub use pattern::Pattern;
pub(crate) use read::near_code;
pub use schema::schema;
pub use setting::{Codes, Setting, Settings, To, Value};

/// The name of configurations.
pub const NAME: &str = "tosca.toml";

/// Where configurations are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Nowhere.
    #[default]
    Nowhere,
    /// Beside each file, and above.
    Nearest,
    /// This one is for all files.
    File(Utf8PathBuf),
}

/// The settings for some files.
#[derive(Debug, Default)]
pub struct Configuration {
    /// The file; none where there is none.
    pub path: Option<Utf8PathBuf>,
    /// What it sets, with that which it builds upon, and what was given otherwise.
    pub settings: Settings,
}

/// All configurations of a run.
pub struct Configurations<'h> {
    host: &'h dyn Host,
    search: &'h Search,
    given: &'h [Setting],
    working: Utf8PathBuf,
    known: RefCell<Known>,
}

#[derive(Default)]
struct Known {
    read: Sources,
    contents: FxHashMap<Utf8PathBuf, Arc<read::Content>>,
    diagnostics: Vec<Diagnostic>,
    /// By the path of the file; the empty one stands for none.
    configurations: FxHashMap<Utf8PathBuf, Arc<Configuration>>,
    by_directory: FxHashMap<Utf8PathBuf, Arc<Configuration>>,
}

/// The longest chain of configurations that build upon each other.
const LONGEST_CHAIN: usize = 32;
/// The most bytes of a configuration.
const LARGEST: u64 = 4 * 1024 * 1024;

impl<'h> Configurations<'h> {
    /// Those that `search` leads to, with `given` above them all.
    #[must_use]
    pub fn new(host: &'h dyn Host, search: &'h Search, given: &'h [Setting]) -> Self {
        let working = host.working_directory();
        Self { host, search, given, working, known: RefCell::default() }
    }

    /// The configuration for the file at `path`.
    #[must_use]
    pub fn of_file(&self, path: &Utf8Path) -> Arc<Configuration> {
        let directory = path.parent().unwrap_or(path);
        self.of_directory(directory)
    }

    /// The configuration for what lies directly in a directory.
    #[must_use]
    pub fn of_directory(&self, directory: &Utf8Path) -> Arc<Configuration> {
        if let Some(known) = self.known.borrow().by_directory.get(directory) {
            return Arc::clone(known);
        }
        let file = match self.search {
            Search::Nowhere => None,
            Search::File(path) => Some(self.host.absolute(path)),
            Search::Nearest => {
                let directory = self.host.identity(&self.host.absolute(directory));
                self.nearest(&directory)
            }
        };
        let found = self.configuration(file);
        self.known.borrow_mut().by_directory.insert(directory.to_owned(), Arc::clone(&found));
        found
    }

    /// The configuration for a path that was given: a file, a directory or a pattern.
    #[must_use]
    pub fn of_path(&self, path: &Utf8Path) -> Arc<Configuration> {
        if self.host.entry(path) == Some(Entry::Directory) {
            return self.of_directory(path);
        }
        let is_special = |part: &str| part.contains(['*', '?', '[', '{']);
        let plain: Utf8PathBuf = path.components().take_while(|part| !is_special(part.as_str())).collect();
        let is_pattern = plain != *path && self.host.entry(path).is_none();
        if is_pattern { self.of_directory(&plain) } else { self.of_file(path) }
    }

    /// Whether a search passes over the file at `path`.
    #[must_use]
    pub fn excludes(&self, path: &Utf8Path) -> bool {
        let configuration = self.of_file(path);
        let mut patterns = configuration.settings.of("exclude").peekable();
        if patterns.peek().is_none() {
            return false;
        }
        let directory = path.parent().unwrap_or(path);
        let directory = self.host.identity(&self.host.absolute(directory));
        let path = path.file_name().map_or_else(|| directory.clone(), |name| directory.join(name));
        let patterns: Vec<&Pattern> = patterns
            .filter_map(|setting| match &setting.value {
                Value::Pattern(pattern) => Some(pattern),
                _ => None,
            })
            .collect();
        Pattern::any(patterns.into_iter(), &path)
    }

    fn nearest(&self, directory: &Utf8Path) -> Option<Utf8PathBuf> {
        for place in directory.ancestors() {
            let file = place.join(NAME);
            if self.host.entry(&file) == Some(Entry::File) {
                return Some(file);
            }
            if self.host.entry(&place.join(".git")).is_some() {
                return None;
            }
        }
        None
    }

    fn configuration(&self, path: Option<Utf8PathBuf>) -> Arc<Configuration> {
        let key = path.clone().unwrap_or_default();
        if let Some(known) = self.known.borrow().configurations.get(&key) {
            return Arc::clone(known);
        }
        let mut all = Vec::new();
        if let Some(path) = &path {
            let mut layer = 0;
            let (mut chain, mut done) = (Vec::new(), FxHashSet::default());
            self.gather(path, None, &mut chain, &mut done, &mut layer, &mut all);
        }
        all.extend_from_slice(self.given);
        let found = Arc::new(Configuration { path, settings: Settings { all } });
        self.known.borrow_mut().configurations.insert(key, Arc::clone(&found));
        found
    }

    /// Adds what the file at `path` sets, after what it builds upon.
    fn gather(
        &self,
        path: &Utf8Path,
        reached: Option<Span>,
        chain: &mut Vec<Utf8PathBuf>,
        done: &mut FxHashSet<Utf8PathBuf>,
        layer: &mut u32,
        all: &mut Vec<Setting>,
    ) {
        let identity = self.host.identity(path);
        if let (Some(at), Some(span)) = (chain.iter().position(|known| *known == identity), reached) {
            let shown: Vec<String> = chain[at..]
                .iter()
                .chain([&identity])
                .map(|path| paths::shown(path, &self.working).into_string())
                .collect();
            return self.report(codes::extends_cycle::new(span, &shown));
        }
        if !done.insert(identity.clone()) {
            return;
        }
        let content = match self.content(path, &identity) {
            Ok(content) => content,
            Err(failure) => return self.failed(path, &failure, reached),
        };
        chain.push(identity);
        for (base, span) in &content.extends {
            if chain.len() > LONGEST_CHAIN {
                let expected = format!("a chain of at most {LONGEST_CHAIN} configurations");
                self.report(codes::invalid_setting::new(*span, "extends", &expected));
            } else {
                self.gather(base, Some(*span), chain, done, layer, all);
            }
        }
        chain.pop();
        let first = *layer;
        for setting in &content.settings {
            *layer = (*layer).max(first + setting.layer + 1);
            all.push(Setting { layer: first + setting.layer, ..setting.clone() });
        }
    }

    fn report(&self, found: Diagnostic) {
        let mut known = self.known.borrow_mut();
        let same = |other: &Diagnostic| other.code == found.code && other.primary.span == found.primary.span;
        // Several configurations may build upon the one that is wrong.
        if !known.diagnostics.iter().any(same) {
            known.diagnostics.push(found);
        }
    }

    fn failed(&self, path: &Utf8Path, failure: &ReadError, reached: Option<Span>) {
        let span = reached.unwrap_or_else(|| Span::start_of(self.add(path, String::new())));
        let shown = paths::shown(path, &self.working);
        self.report(load::failed(span, &shown, failure, LARGEST));
    }

    fn add(&self, path: &Utf8Path, text: String) -> FileId {
        let mut known = self.known.borrow_mut();
        known.read.push_settings(Source::new(paths::shown(path, &self.working), Arc::new(text)))
    }

    /// What the file at `path` says by itself.
    fn content(&self, path: &Utf8Path, identity: &Utf8Path) -> Result<Arc<read::Content>, ReadError> {
        if let Some(known) = self.known.borrow().contents.get(identity) {
            return Ok(Arc::clone(known));
        }
        let bytes = self.host.read(path, LARGEST)?;
        let text =
            String::from_utf8(bytes).map_err(|_| ReadError::Refused("it is not valid UTF-8".to_owned()))?;
        let file = self.add(path, text.clone());
        let directory = path.parent().unwrap_or(path);
        let mut content = read::read(&text, file, directory);
        findings::look(self.host, &mut content, &self.working);
        for found in std::mem::take(&mut content.diagnostics) {
            self.report(found);
        }
        let content = Arc::new(content);
        self.known.borrow_mut().contents.insert(identity.to_owned(), Arc::clone(&content));
        Ok(content)
    }

    /// What was given alone: for files that no configuration is for.
    #[must_use]
    pub fn none(&self) -> Arc<Configuration> {
        self.configuration(None)
    }

    /// The files that were read so far, and their absolute paths.
    pub(crate) fn read(&self) -> Vec<(FileId, Utf8PathBuf)> {
        let known = self.known.borrow();
        known.read.iter().map(|(id, source)| (id, self.host.absolute(&source.path))).collect()
    }

    /// The files that were read and what is wrong with them.
    pub(crate) fn finish(self) -> (Sources, Vec<Diagnostic>) {
        let known = self.known.into_inner();
        (known.read, known.diagnostics)
    }
}
