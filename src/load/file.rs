//! One file of a run, and its imports.

use std::sync::Arc;

use camino::Utf8PathBuf;

use crate::base::{FileId, Source, Span};
use crate::dialects::{Applied, Dialect, Guards, Marks, Policies};
use crate::keynames::Reference;
use crate::syntax::ToscaFile;
use crate::yaml::{Node, NodeId, Tree};

use super::{ParsedFile, built_in};
/// An import of a file.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// The entry of the list `imports`.
    pub entry: NodeId,
    /// The scalar that names the file or profile.
    pub value: NodeId,
    /// The namespace, if there is one.
    pub namespace: Option<NodeId>,
    /// The imported file; none where it could not be loaded.
    pub target: Option<FileId>,
}

/// Where a local file lies.
#[derive(Clone, Debug)]
pub struct Home {
    /// Its directory, absolute.
    pub directory: Utf8PathBuf,
    /// The directory that nothing in it may leave.
    pub root: Utf8PathBuf,
}

/// One file of a run: what its text says, and what the run makes of it.
#[derive(Debug)]
pub struct File {
    /// Its id.
    pub id: FileId,
    /// What its text alone decides.
    pub(super) parsed: Arc<ParsedFile>,
    /// What identifies it, however it is reached.
    pub identity: Utf8PathBuf,
    /// What local paths in it count from; none where it is built in, or the copy of something far.
    pub home: Option<Home>,
    /// What it imports without asking: profiles that it alone sees.
    pub implicit: Vec<FileId>,
    /// Its imports, in order.
    pub imports: Vec<Import>,
    /// The profile it belongs to: declared, else that of its importers (§6.7.1).
    pub profile: Option<String>,
    /// Whether it was asked for, rather than imported only.
    pub asked_for: bool,
    /// The file as which it sees names and inputs, where it has none of its own: an expression.
    pub seen_from: Option<FileId>,
}

impl File {
    /// A file of which nothing is known but its text.
    pub(super) fn new(id: FileId, identity: Utf8PathBuf, parsed: Arc<ParsedFile>) -> Self {
        Self {
            id,
            parsed,
            identity,
            home: None,
            implicit: Vec::new(),
            imports: Vec::new(),
            profile: None,
            asked_for: false,
            seen_from: None,
        }
    }

    /// What its text alone decides.
    #[must_use]
    pub fn parsed(&self) -> &Arc<ParsedFile> {
        &self.parsed
    }

    /// The text of the file, and the path under which it is shown.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.parsed.source
    }

    /// The language of the file. Only files of TOSCA 2.0 have imports and definitions.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.parsed.dialect
    }

    /// The tree of plain TOSCA 2.0: what all node ids refer to.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.parsed.plain
    }

    /// The records of the file, or `None` if nothing could be read.
    #[must_use]
    pub fn syntax(&self) -> Option<&ToscaFile> {
        self.parsed.syntax.root.as_ref()
    }

    /// Whether anything of it could be read as TOSCA.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.syntax().is_some()
    }

    /// All names that refer to something, in the order of reading.
    #[must_use]
    pub fn references(&self) -> &[Reference] {
        &self.parsed.syntax.references
    }

    /// All values in which functions may be called.
    #[must_use]
    pub fn values(&self) -> &[NodeId] {
        &self.parsed.syntax.values
    }

    /// Lenient references that must be types after all, sorted.
    #[must_use]
    pub fn must_be_types(&self) -> &[NodeId] {
        &self.parsed.syntax.must_be_types
    }

    /// What later phases should know of its spelling.
    #[must_use]
    pub fn policies(&self) -> &Policies {
        &self.parsed.policies
    }

    /// What later phases must decide about it.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.parsed.marks
    }

    /// Which rules rewrote what in it.
    #[must_use]
    pub fn applied(&self) -> &[Applied] {
        &self.parsed.applied
    }

    /// What in it may be absent.
    #[must_use]
    pub fn guards(&self) -> &Guards {
        &self.parsed.guards
    }

    /// The names of the dialects that it was rewritten from, in this order.
    #[must_use]
    pub fn languages(&self) -> &[&'static str] {
        &self.parsed.languages
    }

    /// A node of the file.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        self.tree().node(id)
    }

    /// Where a node is written.
    #[must_use]
    pub fn span(&self, id: NodeId) -> Span {
        self.node(id).span()
    }

    /// The namespace of an import.
    #[must_use]
    pub fn namespace(&self, import: &Import) -> Option<&str> {
        import.namespace.map(|id| self.node(id).text())
    }

    /// Whether it comes with this tool.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.identity.as_str().starts_with(built_in::PREFIX)
    }
}
