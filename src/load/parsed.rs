//! One file as far as its text decides, whatever the run is about.
//!
//! In: a text and how to read it. Out: a [`ParsedFile`], which never changes, so that runs can share it.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use camino::Utf8PathBuf;

use crate::base::{FileId, Source};
use crate::diagnostics::Diagnostic;
use crate::dialects::{Applied, Dialect, Guards, Marks, Policies};
use crate::host::Limits;
use crate::syntax::SyntaxFile;
use crate::yaml::{self, Builder, Node, Tree};

/// What the text of a file alone decides.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// The text, and the path under which it is shown.
    pub source: Arc<Source>,
    /// The tree of plain TOSCA 2.0: what all node ids refer to.
    pub plain: Tree,
    /// The language of the file. Only files of TOSCA 2.0 have imports and definitions.
    pub dialect: Dialect,
    /// What later phases should know of its spelling.
    pub policies: Policies,
    /// What later phases must decide about it.
    pub marks: Marks,
    /// Which rules rewrote what in it.
    pub applied: Vec<Applied>,
    /// What in it may be absent.
    pub guards: Guards,
    /// The names of the dialects that it was rewritten from, in this order.
    pub languages: Vec<&'static str>,
    /// The records, references and values of the file.
    pub syntax: Arc<SyntaxFile>,
    /// What is wrong with the file by itself.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the text is that of the file, byte by byte: not where bytes are no text.
    pub(super) is_verbatim: bool,
    /// The tree that `plain` was made from; none where that is the parsed one.
    pub(super) written: Option<Box<Written>>,
}

/// The tree of a file as it is written, parsed for those who ask for it: `plain` was made from it, and then it was
/// dropped.
#[derive(Clone, Debug)]
pub(super) struct Written {
    limits: Limits,
    tree: OnceLock<Tree>,
}

impl Written {
    /// The written tree of a file whose plain tree is `plain`; none where `plain` was parsed.
    pub(super) fn of(plain: &Tree, limits: &Limits) -> Option<Box<Self>> {
        let written = || Box::new(Self { limits: limits.clone(), tree: OnceLock::new() });
        plain.is_rewritten().then(written)
    }
}

impl ParsedFile {
    /// The tree of the file as it is written: `plain` itself where no dialect rewrote it. Otherwise it is parsed
    /// at the first call and kept.
    #[must_use]
    pub fn written(&self) -> &Tree {
        let Some(written) = &self.written else { return &self.plain };
        written.tree.get_or_init(|| self.parse_again(&written.limits))
    }

    /// The same for one use: a tree that has to be parsed for it is not kept.
    #[must_use]
    pub fn written_once(&self) -> Cow<'_, Tree> {
        match &self.written {
            None => Cow::Borrowed(&self.plain),
            Some(written) => match written.tree.get() {
                Some(tree) => Cow::Borrowed(tree),
                None => Cow::Owned(self.parse_again(&written.limits)),
            },
        }
    }

    fn parse_again(&self, limits: &Limits) -> Tree {
        yaml::parse(&self.source.text, self.plain.file(), limits).0
    }

    /// A file without a tree: not read yet, or not YAML.
    pub(super) fn unread(source: Arc<Source>, id: FileId) -> Arc<Self> {
        let empty = Builder::new(&source.text, id).finish();
        Arc::new(Self::foreign(source, empty))
    }

    /// A file with this tree that is not TOSCA.
    pub(super) fn foreign(source: Arc<Source>, plain: Tree) -> Self {
        Self {
            written: Written::of(&plain, &Limits::default()),
            source,
            plain,
            dialect: Dialect::Foreign,
            policies: Policies::default(),
            marks: Marks::default(),
            applied: Vec::new(),
            guards: Guards::default(),
            languages: Vec::new(),
            syntax: Arc::default(),
            diagnostics: Vec::new(),
            is_verbatim: false,
        }
    }

    /// Whether a file of these bytes is read as this one.
    pub(super) fn is_read_from(&self, bytes: &[u8]) -> bool {
        self.is_verbatim && self.source.text.as_bytes() == bytes
    }

    /// The same file in another run: with the id that it has there, shown as `path`.
    pub(super) fn in_run(mut self: Arc<Self>, id: FileId, path: Utf8PathBuf) -> Arc<Self> {
        if self.plain.file() == id && self.source.path == path {
            return self;
        }
        let file = Arc::make_mut(&mut self);
        file.source = Arc::new(Source::new(path, Arc::clone(&file.source.text)));
        file.plain.set_file(id);
        if let Some(written) = file.written.as_mut().and_then(|written| written.tree.get_mut()) {
            written.set_file(id);
        }
        for applied in &mut file.applied {
            applied.place.file = id;
        }
        for found in &mut file.diagnostics {
            found.set_file(id);
        }
        self
    }

    /// The name of the profile that the file declares.
    #[must_use]
    pub fn profile(&self) -> Option<&str> {
        self.profile_name().map(Node::text)
    }

    /// The scalar that names that profile.
    #[must_use]
    pub fn profile_name(&self) -> Option<Node<'_>> {
        let profile = self.syntax.root.as_ref()?.profile?;
        Some(self.plain.node(profile.0))
    }
}
