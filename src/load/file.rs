//! A file of a run, and its imports.

use std::sync::Arc;

use camino::Utf8PathBuf;
use url::Url;

use crate::base::{FileId, Source, Span};
use crate::dialects::{Applied, Dialect, Guards, Marks, Policies};
use crate::keynames::{Reference, UnknownKeys};
use crate::syntax::ToscaFile;
use crate::yaml::{NodeId, Tree, YamlNode};

use super::{Nearby, ParsedFile, built_in};

/// An import of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// The entry of the list `imports`.
    pub entry: NodeId,
    /// The scalar that names the file or profile.
    pub value: NodeId,
    /// The namespace, if there is one.
    pub namespace: Option<NodeId>,
    /// The imported file, or `None` if it could not be loaded.
    pub target: Option<FileId>,
}

/// The location of a local file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLocation {
    /// Its directory, absolute.
    pub directory: Utf8PathBuf,
    /// The directory that its imports must not leave.
    pub root: Utf8PathBuf,
}

/// A file of a run: what its text determines, and what the run adds.
#[derive(Debug)]
pub struct File {
    /// Its id.
    pub id: FileId,
    /// The part that its text alone determines.
    pub(super) parsed: Arc<ParsedFile>,
    /// The path that identifies it, however it is reached.
    pub identity: Utf8PathBuf,
    /// The location that its local paths are relative to, or `None` if it is built in or the copy of a remote
    /// file.
    pub home: Option<FileLocation>,
    /// The URL of which it is the local copy.
    pub url: Option<Url>,
    /// The profiles that it sees without importing them, and that other files do not see.
    pub implicit: Vec<FileId>,
    /// The files that it sees without importing them if nothing else has a name.
    pub nearby: Nearby,
    /// Its imports, in order.
    pub imports: Vec<Import>,
    /// The profile it belongs to: the declared one, else that of its importers (§6.7.1).
    pub profile: Option<String>,
    /// Whether it was asked for, and not only imported.
    pub is_requested: bool,
    /// The file whose names and inputs it uses, if it is an expression.
    pub seen_from: Option<FileId>,
}

impl File {
    /// Returns a file of which only the text is known.
    pub(super) fn new(id: FileId, identity: Utf8PathBuf, parsed: Arc<ParsedFile>) -> Self {
        Self {
            id,
            parsed,
            identity,
            home: None,
            url: None,
            implicit: Vec::new(),
            nearby: Nearby::default(),
            imports: Vec::new(),
            profile: None,
            is_requested: false,
            seen_from: None,
        }
    }

    /// Whether a file of an earlier run is the same as this one, apart from what it imports.
    pub(super) fn is_same(&self, earlier: &Self) -> bool {
        // What is nearby is shared by many files, and compared once for all of them.
        let Self {
            id,
            parsed,
            identity,
            home,
            url,
            implicit,
            nearby: _,
            imports,
            profile,
            is_requested,
            seen_from,
        } = self;
        *id == earlier.id
            && Arc::ptr_eq(parsed, &earlier.parsed)
            && *imports == earlier.imports
            && *implicit == earlier.implicit
            && *is_requested == earlier.is_requested
            && *seen_from == earlier.seen_from
            && *profile == earlier.profile
            && *home == earlier.home
            && *url == earlier.url
            && *identity == earlier.identity
    }

    /// The files whose names it uses: those that it imports, and those that it sees without an
    /// import.
    pub(super) fn uses(&self) -> impl Iterator<Item = FileId> {
        let imported = self.imports.iter().filter_map(|import| import.target);
        imported.chain(self.implicit.iter().copied()).chain(self.seen_from)
    }

    /// The part that its text alone determines.
    #[must_use]
    pub fn parsed(&self) -> &Arc<ParsedFile> {
        &self.parsed
    }

    /// The text of the file, and its displayed path.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.parsed.source
    }

    /// The dialect of the file. Only TOSCA 2.0 files have imports and definitions.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.parsed.dialect
    }

    /// The tree of plain TOSCA 2.0: what all node ids refer to.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.parsed.plain
    }

    /// The structure of the file, or `None` if nothing could be read.
    #[must_use]
    pub fn syntax(&self) -> Option<&ToscaFile> {
        self.parsed.syntax.root.as_ref()
    }

    /// Whether any part of it could be read as TOSCA.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.syntax().is_some()
    }

    /// All names that refer to definitions, in the order of reading.
    #[must_use]
    pub fn references(&self) -> &[Reference] {
        &self.parsed.syntax.references
    }

    /// All values in which functions may be called.
    #[must_use]
    pub fn values(&self) -> &[NodeId] {
        &self.parsed.syntax.values
    }

    /// Lenient references that must refer to types after all, sorted.
    #[must_use]
    pub fn must_be_types(&self) -> &[NodeId] {
        &self.parsed.syntax.must_be_types
    }

    /// The keys that are not keynames where they are, and may hide definitions.
    #[must_use]
    pub fn unknown_keys(&self) -> &UnknownKeys {
        &self.parsed.syntax.unknown_keys
    }

    /// How later phases should read its literals and names.
    #[must_use]
    pub fn policies(&self) -> &Policies {
        &self.parsed.policies
    }

    /// What later phases must decide about it.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.parsed.marks
    }

    /// The conversion rules that rewrote parts of it.
    #[must_use]
    pub fn applied(&self) -> &[Applied] {
        &self.parsed.applied
    }

    /// The conditions under which parts of it are absent.
    #[must_use]
    pub fn guards(&self) -> &Guards {
        &self.parsed.guards
    }

    /// The names of the dialects that it was converted from, in this order.
    #[must_use]
    pub fn languages(&self) -> &[&'static str] {
        &self.parsed.languages
    }

    /// A node of the file.
    #[must_use]
    pub fn node(&self, id: NodeId) -> YamlNode<'_> {
        self.tree().node(id)
    }

    /// The span of a node.
    #[must_use]
    pub fn span(&self, id: NodeId) -> Span {
        self.node(id).span()
    }

    /// The namespace of an import.
    #[must_use]
    pub fn namespace(&self, import: &Import) -> Option<&str> {
        // The colon that follows it in names was reported.
        import.namespace.map(|id| self.node(id).text().trim_end_matches(':'))
    }

    /// Whether it is a built-in file.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.identity.as_str().starts_with(built_in::PREFIX)
    }

    /// Whether definitions and values in it are checked: it is a TOSCA file, and not a built-in one, which has no
    /// mistakes.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.dialect() == Dialect::Tosca2 && !self.is_built_in()
    }
}
