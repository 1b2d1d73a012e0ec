//! Configurations: the `tosca.toml` files of a run, read with locations.
//!
//! Input: a host, where to search, and settings from elsewhere (flags, settings of an editor). Output: the
//! settings for each file, from the nearest configuration, and findings about the configurations. The nearest
//! one is the first `tosca.toml` from the directory of the file upward, within the repository. Paths in a
//! configuration are relative to its directory. This module only reads settings; `session` and the modules
//! that print apply them.

mod findings;
pub mod keys;
mod parse;
mod pattern;
mod schema;
mod setting;

use std::cell::RefCell;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Source, Sources, Span};
use crate::diagnostics::{Diagnostic, rules};
use crate::host::{Entry, Host, ReadError, paths};
use crate::load;

pub(crate) use parse::similar_code;
pub use pattern::Pattern;
pub use schema::schema;
pub use setting::{Codes, Setting, SettingValue, Settings, To};

/// The file name of configurations.
pub const NAME: &str = "tosca.toml";

/// Where to search for configurations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Nowhere.
    #[default]
    Nowhere,
    /// In the directory of each file and its parent directories.
    Nearest,
    /// Nowhere: this configuration applies to all files.
    File(Utf8PathBuf),
}

/// The effective settings of some files.
#[derive(Debug, Default)]
pub struct Configuration {
    /// The configuration file, or `None` if no configuration applies.
    pub path: Option<Utf8PathBuf>,
    /// The settings of the file, those that it extends, and those from elsewhere.
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
    contents: FxHashMap<Utf8PathBuf, Arc<parse::Content>>,
    diagnostics: Vec<Diagnostic>,
    /// The configurations by file path; the empty path stands for no configuration.
    configurations: FxHashMap<Utf8PathBuf, Arc<Configuration>>,
    by_directory: FxHashMap<String, Arc<Configuration>>,
    /// The nearest configuration file of each directory.
    nearest: FxHashMap<String, Option<Utf8PathBuf>>,
}

/// The longest chain of configurations that extend each other.
const MAX_CHAIN: usize = 32;
/// The largest size of a configuration, in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

impl<'h> Configurations<'h> {
    /// Returns the configurations that `search` finds; the `given` settings take precedence over all of them.
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

    /// The configuration for the files directly in `directory`.
    #[must_use]
    pub fn of_directory(&self, directory: &Utf8Path) -> Arc<Configuration> {
        if let Some(known) = self.known.borrow().by_directory.get(directory.as_str()) {
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
        let configuration = self.configuration(file);
        self.known.borrow_mut().by_directory.insert(directory.to_string(), Arc::clone(&configuration));
        configuration
    }

    /// The configuration for a path from the command line: a file, a directory or a pattern.
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

    /// Whether a search skips the file at `path`.
    #[must_use]
    pub fn excludes(&self, path: &Utf8Path) -> bool {
        let configuration = self.of_file(path);
        let mut patterns = configuration.settings.for_key("exclude").peekable();
        if patterns.peek().is_none() {
            return false;
        }
        let directory = path.parent().unwrap_or(path);
        let directory = self.host.identity(&self.host.absolute(directory));
        let path = path.file_name().map_or_else(|| directory.clone(), |name| directory.join(name));
        let patterns: Vec<&Pattern> = patterns
            .filter_map(|setting| match &setting.value {
                SettingValue::Pattern(pattern) => Some(pattern),
                _ => None,
            })
            .collect();
        Pattern::any(patterns.into_iter(), &path)
    }

    /// Returns the configuration file in `directory` or the nearest one above it, up to the root of a repository.
    fn nearest(&self, directory: &Utf8Path) -> Option<Utf8PathBuf> {
        let mut passed: Vec<&Utf8Path> = Vec::new();
        let mut nearest = None;
        for directory in directory.ancestors() {
            if let Some(known) = self.known.borrow().nearest.get(directory.as_str()) {
                nearest.clone_from(known);
                break;
            }
            passed.push(directory);
            let file = directory.join(NAME);
            if self.host.entry(&file) == Some(Entry::File) {
                nearest = Some(file);
                break;
            }
            if self.host.entry(&directory.join(".git")).is_some() {
                break;
            }
        }
        let known = passed.into_iter().map(|directory| (directory.to_string(), nearest.clone()));
        self.known.borrow_mut().nearest.extend(known);
        nearest
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
        let configuration = Arc::new(Configuration { path, settings: Settings { all } });
        self.known.borrow_mut().configurations.insert(key, Arc::clone(&configuration));
        configuration
    }

    /// Adds the settings of the file at `path`, after those of the configurations that it extends.
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
        if let (Some(start), Some(span)) = (chain.iter().position(|known| *known == identity), reached) {
            let shown: Vec<String> = chain[start..]
                .iter()
                .chain([&identity])
                .map(|path| paths::shown(path, &self.working).into_string())
                .collect();
            return self.report(rules::extends_cycle::new(span, &shown));
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
            if chain.len() > MAX_CHAIN {
                let expected = format!("a chain of at most {MAX_CHAIN} configurations");
                self.report(rules::invalid_setting::new(*span, "extends", &expected));
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

    fn report(&self, diagnostic: Diagnostic) {
        let mut known = self.known.borrow_mut();
        let same = |reported: &Diagnostic| {
            reported.rule == diagnostic.rule && reported.primary.span == diagnostic.primary.span
        };
        // Several configurations may extend the one that is wrong.
        if !known.diagnostics.iter().any(same) {
            known.diagnostics.push(diagnostic);
        }
    }

    fn failed(&self, path: &Utf8Path, failure: &ReadError, reached: Option<Span>) {
        let span = reached.unwrap_or_else(|| Span::start_of(self.add(path, String::new())));
        let shown = paths::shown(path, &self.working);
        self.report(load::read_failure(span, &shown, failure, MAX_BYTES));
    }

    fn add(&self, path: &Utf8Path, text: String) -> FileId {
        let mut known = self.known.borrow_mut();
        known.read.push_settings(Source::new(paths::shown(path, &self.working), Arc::new(text)))
    }

    /// The content of the file at `path`, without the configurations that it extends.
    fn content(&self, path: &Utf8Path, identity: &Utf8Path) -> Result<Arc<parse::Content>, ReadError> {
        if let Some(known) = self.known.borrow().contents.get(identity) {
            return Ok(Arc::clone(known));
        }
        let bytes = self.host.read(path, MAX_BYTES)?;
        let text =
            String::from_utf8(bytes).map_err(|_| ReadError::Refused("it is not valid UTF-8".to_owned()))?;
        let file = self.add(path, text.clone());
        let directory = path.parent().unwrap_or(path);
        let mut content = parse::parse(&text, file, directory);
        findings::check_paths(self.host, &mut content, &self.working);
        for diagnostic in std::mem::take(&mut content.diagnostics) {
            self.report(diagnostic);
        }
        let content = Arc::new(content);
        self.known.borrow_mut().contents.insert(identity.to_owned(), Arc::clone(&content));
        Ok(content)
    }

    /// The configuration for files without a configuration file: only the given settings.
    #[must_use]
    pub fn none(&self) -> Arc<Configuration> {
        self.configuration(None)
    }

    /// The files that were read so far, and their absolute paths.
    pub(crate) fn read(&self) -> Vec<(FileId, Utf8PathBuf)> {
        let known = self.known.borrow();
        known.read.iter().map(|(id, source)| (id, self.host.absolute(&source.path))).collect()
    }

    /// The files that were read, and the findings about them.
    pub(crate) fn finish(self) -> (Sources, Vec<Diagnostic>) {
        let known = self.known.into_inner();
        (known.read, known.diagnostics)
    }
}
