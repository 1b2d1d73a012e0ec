//! One file as far as its text decides, whatever the run is about.
//!
//! In: a text and how to read it. Out: a [`ParsedFile`], which never changes, so that runs can share it.

use std::sync::Arc;

use crate::base::{FileId, Source};
use crate::dialects::{Applied, Dialect, Guards, Marks, Review, Traits};
use crate::syntax::SyntaxFile;
use crate::yaml::{Builder, Tree};

/// What the text of a file alone decides.
#[derive(Debug)]
pub struct ParsedFile {
    /// The text, and the path under which it is shown.
    pub source: Arc<Source>,
    /// The tree of plain TOSCA 2.0: what all node ids refer to.
    pub plain: Tree,
    /// The language of the file. Only files of TOSCA 2.0 have imports and definitions.
    pub dialect: Dialect,
    /// What later phases should know of its spelling.
    pub traits: Traits,
    /// What later phases must decide about it.
    pub marks: Marks,
    /// Which rules rewrote what in it.
    pub applied: Vec<Applied>,
    /// What in it may be absent.
    pub guards: Guards,
    /// Whether its dialect says more about it when all phases are done.
    pub review: Option<Review>,
    /// The records, references and values of the file.
    pub syntax: SyntaxFile,
}

impl ParsedFile {
    /// A file without a tree: not read yet, or not YAML.
    pub(super) fn unread(source: Arc<Source>, id: FileId) -> Self {
        let empty = Builder::new(&source.text, id).finish();
        Self::foreign(source, empty)
    }

    /// A file with this tree that is not TOSCA.
    pub(super) fn foreign(source: Arc<Source>, plain: Tree) -> Self {
        Self {
            source,
            plain,
            dialect: Dialect::Foreign,
            traits: Traits::default(),
            marks: Marks::default(),
            applied: Vec::new(),
            guards: Guards::default(),
            review: None,
            syntax: SyntaxFile::default(),
        }
    }

    /// The name of the profile that the file declares.
    #[must_use]
    pub fn profile(&self) -> Option<&str> {
        let profile = self.syntax.root.as_ref()?.profile?;
        Some(self.plain.node(profile.0).text())
    }
}
