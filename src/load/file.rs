//! One file of a run, and its imports.

use camino::Utf8PathBuf;

use crate::base::{FileId, Span};
use crate::dialects::{Applied, Dialect, Guards, Marks, Review, Traits};
use crate::grammar::Reference;
use crate::syntax::{SyntaxFile, ToscaFile};
use crate::yaml::{Node, NodeId, Tree};

use super::built_in;
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

/// One loaded file.
#[derive(Debug)]
pub struct File {
    /// Its id.
    pub id: FileId,
    /// What identifies it, however it is reached.
    pub identity: Utf8PathBuf,
    /// What local paths in it count from; none where it is built in, or the copy of something far.
    pub home: Option<Home>,
    /// What it is written in. Only files of TOSCA 2.0 have imports and definitions.
    pub(super) dialect: Dialect,
    /// Its content.
    pub(super) syntax: SyntaxFile,
    /// What later phases should know of its spelling.
    pub(super) traits: Traits,
    /// What later phases must decide about it.
    pub(super) marks: Marks,
    /// Which rules rewrote what in it.
    pub(super) applied: Vec<Applied>,
    /// What in it may be absent.
    pub(super) guards: Guards,
    /// Whether its dialect says more about it when all phases are done.
    pub(super) review: Option<Review>,
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
    /// The language of the file. Only files of TOSCA 2.0 have imports and definitions.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The tree of plain TOSCA 2.0: what all node ids refer to.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.syntax.tree
    }

    /// The records of the file, or `None` if nothing could be read.
    #[must_use]
    pub fn syntax(&self) -> Option<&ToscaFile> {
        self.syntax.root.as_ref()
    }

    /// All names that refer to something, in the order of reading.
    #[must_use]
    pub fn references(&self) -> &[Reference] {
        &self.syntax.references
    }

    /// All values in which functions may be called.
    #[must_use]
    pub fn values(&self) -> &[NodeId] {
        &self.syntax.values
    }

    /// Lenient references that must be types after all, sorted.
    #[must_use]
    pub fn must_be_types(&self) -> &[NodeId] {
        &self.syntax.must_be_types
    }

    /// What later phases should know of its spelling.
    #[must_use]
    pub fn traits(&self) -> &Traits {
        &self.traits
    }

    /// What later phases must decide about it.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Which rules rewrote what in it.
    #[must_use]
    pub fn applied(&self) -> &[Applied] {
        &self.applied
    }

    /// What in it may be absent.
    #[must_use]
    pub fn guards(&self) -> &Guards {
        &self.guards
    }

    /// The check that its dialect adds when all phases are done.
    #[must_use]
    pub fn review(&self) -> Option<Review> {
        self.review
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
