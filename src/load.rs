//! Which files make up the input, and how they import each other.
//!
//! In: paths, through a host. Out: a [`FileGraph`]: every file read once, parsed in parallel, with its
//! imports turned into edges, and diagnostics of areas T01 to T03. Assumes nothing of names: what a file
//! defines and what a name means is for `resolve`. An import that fails is an edge to nowhere, reported
//! once; what it could have brought is unknown, not missing.

mod archive;
mod beside;
mod built_in;
mod cycles;
mod entries;
mod file;
mod follow;
mod implicit;
mod loader;
mod locate;
mod missing;
mod parsed;
mod parsed_files;
mod profiles;
mod read;
mod repositories;
mod review;
mod texts;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

use crate::base::{Cancelled, FileId, Generation, Sources};
use crate::diagnostics::Diagnostic;
use crate::dialects::Spec;
use crate::host::{Host, Limits};
use crate::yaml::{Node, SourceNode};

pub use archive::{is_meta_file, lowered_meta, meta_files};
pub use built_in::{BUILT_IN_PROFILES, BuiltInProfile};
pub use entries::{Entries, EntryFile, expand};
pub use file::{File, Home, Import};
pub(crate) use loader::failed;
pub use parsed::ParsedFile;
pub use parsed_files::ParsedFiles;
pub use profiles::{KnownProfile, known as known_profiles};
pub use texts::{Texts, texts};

/// What to load, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Files, directories and globs, in order.
    pub paths: Vec<Utf8PathBuf>,
    /// The directory that a leading `/` in an import means, and that no import may leave.
    pub root: Option<Utf8PathBuf>,
    /// Directories to look for profiles in, in order.
    pub profile_path: Vec<Utf8PathBuf>,
    /// Local copies of URLs: URL or beginning of URLs, and path.
    pub url_map: Vec<(String, Utf8PathBuf)>,
    /// How much untrusted input may cost.
    pub limits: Limits,
    /// Which text of the standard decides.
    pub spec: Spec,
    /// The language that files are tried to be read as before others.
    pub dialect: Option<String>,
    /// Names of functions that the processor brings: they need no definition.
    pub functions: Vec<String>,
    /// Report what the letter of the standard says where its readers are milder.
    pub strict: bool,
    /// Where the values of inputs come from.
    pub inputs: Inputs<Utf8PathBuf>,
    /// An expression that stands for a value in the service template of the first file.
    pub expression: Option<String>,
}

/// Where the values of inputs come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inputs<F> {
    /// They are given later, whatever the defaults are.
    #[default]
    Later,
    /// None are given: the defaults count.
    Defaults,
    /// They are in a file, or else the defaults count.
    In(F),
}

impl Options {
    /// Whether `path` names a file, a directory, or a pattern that fits some file.
    #[must_use]
    pub fn names_something(&self, host: &dyn Host, path: &Utf8Path) -> bool {
        host.entry(path).is_some() || entries::is_pattern(path) && entries::fits_something(host, path)
    }
}

/// All files of a run and their imports.
#[derive(Debug, Default)]
pub struct FileGraph {
    /// The files by id, in load order.
    pub files: Vec<File>,
    /// How many files a directory search passed over because they are not TOSCA.
    pub skipped: usize,
    /// How many files a directory search passed over because they are excluded.
    pub excluded: usize,
    /// Where the values of inputs come from.
    pub inputs: Inputs<FileId>,
    /// Whether files are left out that belong to what is checked: what no file has is not known then.
    pub is_part: bool,
    /// Whether the letter of the standard counts where its readers are milder.
    pub strict: bool,
    /// The file that holds the expression, where one is asked for.
    pub expression: Option<FileId>,
}

impl FileGraph {
    /// The file as which `id` sees names: itself, unless it is an expression.
    #[must_use]
    pub fn seen_from(&self, id: FileId) -> FileId {
        self.file(id).seen_from.unwrap_or(id)
    }

    /// The file `id`, or `None` if it is not one of this graph: a file of settings.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(id.index())
    }

    /// How many files come before the file `id`, of this graph, in load order.
    #[must_use]
    pub fn rank(&self, id: FileId) -> usize {
        id.index()
    }

    /// The file `id`, which must come from this graph.
    #[must_use]
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.index()]
    }

    /// A file and all that it imports, directly or not, nearest first; also what comes without being imported,
    /// where `implicit` is asked for.
    #[must_use]
    pub fn reached(&self, file: FileId, implicit: bool) -> Vec<FileId> {
        let mut reached = vec![file];
        let mut known: FxHashSet<FileId> = reached.iter().copied().collect();
        let mut at = 0;
        while let Some(file) = reached.get(at).map(|id| self.file(*id)) {
            let imported = file.imports.iter().filter_map(|import| import.target);
            let further = file.implicit.iter().copied().filter(|_| implicit);
            reached.extend(imported.chain(further).filter(|target| known.insert(*target)));
            at += 1;
        }
        reached
    }

    /// The node at a place in a file of this graph.
    #[must_use]
    pub fn node(&self, place: SourceNode) -> Node<'_> {
        self.file(place.file).node(place.node)
    }
}

/// Loads what `options` names, everything it imports, and what stands beside it.
#[must_use]
pub fn load(host: &dyn Host, options: &Options) -> (FileGraph, Vec<Diagnostic>) {
    let entries = expand(host, &options.paths, &|_| false);
    let (mut sources, mut parsed) = (Sources::default(), ParsedFiles::default());
    // Nobody asks anything newer.
    let loaded = load_entries(host, options, entries, &mut sources, &mut parsed, &Generation::default());
    loaded.unwrap_or_default()
}

/// Loads `entries`, whatever the paths of `options` are, everything they import, and what stands beside them.
/// Their texts are added to `sources`; what is in `parsed` already is not parsed again. From then on the graph does not change.
pub fn load_entries(
    host: &dyn Host,
    options: &Options,
    entries: Entries,
    sources: &mut Sources,
    parsed: &mut ParsedFiles,
    generation: &Generation,
) -> Result<(FileGraph, Vec<Diagnostic>), Cancelled> {
    let (mut graph, mut diagnostics) = loader::load(host, options, entries, sources, parsed, generation)?;
    diagnostics.extend(review::review(&mut graph));
    diagnostics.extend(archive::review(host, options, sources, &mut graph));
    diagnostics.extend(beside::load(host, options, sources, &mut graph));
    Ok((graph, diagnostics))
}
