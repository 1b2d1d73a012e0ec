//! Finds the files of a run, and how they import each other.
//!
//! Input: paths, through a host. Output: a [`FileGraph`]: every file read once, parsed in parallel, with its
//! imports as edges, and diagnostics of areas T01 to T03. What a file defines and what a name refers to is
//! the task of `resolve`. An import that fails is reported once and is an edge without a target; the
//! definitions that it could have brought are unknown, not missing.

mod archive;
mod built_in;
mod cycles;
mod definitions;
mod entries;
mod file;
mod follow;
mod fragments;
mod implicit;
mod libraries;
mod loader;
mod locate;
mod lock;
mod missing;
mod nearby;
mod new_import;
mod parsed;
mod parsed_files;
mod profiles;
mod read;
mod repositories;
mod review;
mod run_inputs;
mod texts;
mod unchanged;
mod unreadable_profiles;
mod urls;

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

use crate::base::{Cancelled, FileId, Generation, Sources, parallel};
use crate::diagnostics::Diagnostic;
use crate::dialects::Spec;
use crate::host::{Host, Limits};
use crate::yaml::{SourceNode, YamlNode};

pub use archive::{is_meta_file, lowered_meta, meta_files};
#[cfg(feature = "lsp")]
pub(crate) use built_in::content as built_in_text;
pub use built_in::{
    BUILT_IN_DIRECTORY, BUILT_IN_PROFILES, BuiltInProfile, built_in_files, built_in_path, former_data_types,
    published_url,
};
pub use entries::{EntryFile, ExpandedPaths, expand};
pub use file::{File, FileLocation, Import};
pub(crate) use loader::read_failure;
pub use locate::looks_like_profile;
pub use nearby::Nearby;
pub use new_import::new_import;
pub use parsed::ParsedFile;
pub use parsed_files::ParsedFiles;
pub use profiles::{KnownProfile, known as known_profiles};
pub use texts::{Texts, texts};
pub use unchanged::{Earlier, PerFile, Unchanged};
pub use urls::Urls;
pub(crate) use urls::given as given_urls;

/// The paths to load, and how to load them.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Files, directories and globs, in order.
    pub paths: Vec<Utf8PathBuf>,
    /// The directory that a leading `/` in an import stands for, and that imports must not leave.
    pub root: Option<Utf8PathBuf>,
    /// The directories to search for profiles, in order.
    pub profile_path: Vec<Utf8PathBuf>,
    /// The directories to search for imported files that are not where their import says, in order.
    pub import_path: Vec<Utf8PathBuf>,
    /// Local copies of URLs: a URL or prefix of URLs, and a path.
    pub url_map: Vec<(String, Utf8PathBuf)>,
    /// How files at other URLs are found.
    pub urls: Urls,
    /// The limits for untrusted input.
    pub limits: Limits,
    /// The text of the standard to follow.
    pub spec: Spec,
    /// The dialect that files are read as if possible.
    pub dialect: Option<String>,
    /// The names of functions of the orchestrator, which need no definition.
    pub functions: Vec<String>,
    /// Whether to apply the strict rules of the standard.
    pub strict: bool,
    /// The mode of variable templates without options.
    pub variability_mode: Option<String>,
    /// Whether files that record the versions of their originals are read like any TOSCA 2.0 file.
    pub ignores_originals: bool,
    /// The source of the values of inputs.
    pub inputs: Inputs<Utf8PathBuf>,
    /// An expression to evaluate in the service template of the first file.
    pub expression: Option<String>,
}

/// The source of the values of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inputs<F> {
    /// The values are given later, so the defaults are not used.
    #[default]
    Later,
    /// No values are given: the defaults are used.
    Defaults,
    /// The values are in a file; defaults are used for the others.
    In(F),
}

impl LoadOptions {
    /// Whether `path` names a file, a directory, a URL, or a pattern that matches some file.
    #[must_use]
    pub fn names_something(&self, host: &dyn Host, path: &Utf8Path) -> bool {
        host.entry(path).is_some()
            || urls::is_url(path.as_str())
            || entries::is_pattern(path) && entries::fits_something(host, path)
    }
}

/// All files of a run and their imports.
#[derive(Debug, Default)]
pub struct FileGraph {
    /// The files by id, in load order.
    pub files: Vec<File>,
    /// The number of files that a directory search skipped because they are not TOSCA.
    pub skipped: usize,
    /// Some of these files that are in a known language, with its description.
    pub foreign: Vec<(Utf8PathBuf, &'static str)>,
    /// The number of files that a directory search skipped because they are excluded.
    pub excluded: usize,
    /// The source of the values of inputs.
    pub inputs: Inputs<FileId>,
    /// Whether some of the files to check are not loaded, so that a definition in no file is not known to be
    /// missing.
    pub is_part: bool,
    /// Whether to apply the strict rules of the standard.
    pub strict: bool,
    /// The mode of variable templates without options.
    pub variability_mode: Option<String>,
    /// The file with the expression, or `None` if there is no expression.
    pub expression: Option<FileId>,
    /// The profiles that files of the run import, by the namespace: of each, the name and the path of the first such
    /// file, or `None` if different profiles have the namespace.
    pub profile_namespaces: BTreeMap<String, Option<(String, String)>>,
}

/// The total size of files, in bytes, up to which one thread works on them: waking others would cost more.
const MAX_SERIAL_BYTES: usize = 1 << 16;

impl FileGraph {
    /// Returns the results of `work` for all files, in the order of the files. Works in parallel if that pays.
    pub fn map_files<'g, R: Send>(&'g self, work: impl Fn(&'g File) -> R + Send + Sync) -> Vec<R> {
        let bytes: usize = self.files.iter().map(|file| file.source().text.len()).sum();
        parallel::map(&self.files, bytes > MAX_SERIAL_BYTES, work)
    }

    /// The file whose names `id` can use: itself, unless it is an expression.
    #[must_use]
    pub fn seen_from(&self, id: FileId) -> FileId {
        self.file(id).seen_from.unwrap_or(id)
    }

    /// The file `id`, or `None` if it is not in this graph because it is a settings file.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(id.index())
    }

    /// Whether the files of an earlier graph were loaded for the same purpose as these.
    fn is_loaded_like(&self, earlier: &Self) -> bool {
        !matches!(self.inputs, Inputs::In(_))
            && self.inputs == earlier.inputs
            && self.is_part == earlier.is_part
            && self.strict == earlier.strict
            && self.variability_mode == earlier.variability_mode
            && self.profile_namespaces == earlier.profile_namespaces
            && self.expression.or(earlier.expression).is_none()
    }

    /// Sets the profiles that files import by the namespace, when all imports are known.
    fn collect_profile_namespaces(&mut self) {
        let mut profiles: BTreeMap<String, Option<(String, String)>> = BTreeMap::new();
        for file in self.files.iter().filter(|file| !file.is_built_in()) {
            let resolved = file.imports.iter().filter(|import| import.target.is_some());
            for import in resolved.filter(|import| file.node(import.value).entry_key().text() == "profile") {
                let Some(namespace) = file.namespace(import) else { continue };
                let name = file.node(import.value).text();
                let first = || Some((name.to_owned(), file.source().path.to_string()));
                let known = profiles.entry(namespace.to_owned()).or_insert_with(first);
                if known.as_ref().is_some_and(|(known, _)| known != name) {
                    *known = None;
                }
            }
        }
        self.profile_namespaces = profiles;
    }

    /// The number of files before the file `id`, which must be in this graph, in load order.
    #[must_use]
    pub fn rank(&self, id: FileId) -> usize {
        id.index()
    }

    /// The file `id`, which must come from this graph.
    #[must_use]
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.index()]
    }

    /// Returns a file and all that it imports, directly or not, nearest first. With `implicit`, includes
    /// profiles that files see without importing them.
    #[must_use]
    pub fn reached(&self, file: FileId, implicit: bool) -> Vec<FileId> {
        let mut reached = vec![file];
        let mut known: FxHashSet<FileId> = reached.iter().copied().collect();
        let mut index = 0;
        while let Some(file) = reached.get(index).map(|id| self.file(*id)) {
            let imported = file.imports.iter().filter_map(|import| import.target);
            let further = file.implicit.iter().copied().filter(|_| implicit);
            reached.extend(imported.chain(further).filter(|target| known.insert(*target)));
            index += 1;
        }
        reached
    }

    /// The node that `source` identifies, in a file of this graph.
    #[must_use]
    pub fn node(&self, source: SourceNode) -> YamlNode<'_> {
        self.file(source.file).node(source.node)
    }
}

/// Loads the paths of `options`, everything they import, and the inputs and expression of the run.
#[must_use]
pub fn load(host: &dyn Host, options: &LoadOptions) -> (FileGraph, Vec<Diagnostic>) {
    let entries = expand(host, &options.paths, &|_| false);
    let (mut sources, mut parsed) = (Sources::default(), ParsedFiles::default());
    // A generation without newer requests, so loading cannot be cancelled.
    let loaded = load_entries(host, options, entries, &mut sources, &mut parsed, &Generation::default());
    loaded.unwrap_or_default()
}

/// Loads `entries` instead of the paths of `options`, everything they import, and the inputs and expression
/// of the run. Their texts are added to `sources`; files in `parsed` are not parsed again. The graph does not
/// change afterwards.
pub fn load_entries(
    host: &dyn Host,
    options: &LoadOptions,
    entries: ExpandedPaths,
    sources: &mut Sources,
    parsed: &mut ParsedFiles,
    generation: &Generation,
) -> Result<(FileGraph, Vec<Diagnostic>), Cancelled> {
    let (mut graph, mut diagnostics) = loader::load(host, options, entries, sources, parsed, generation)?;
    diagnostics.extend(review::review(&mut graph));
    diagnostics.extend(archive::review(host, options, sources, &mut graph));
    diagnostics.extend(run_inputs::load(host, options, sources, &mut graph));
    Ok((graph, diagnostics))
}
