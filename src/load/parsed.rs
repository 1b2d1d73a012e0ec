//! The part of a file that its text alone determines, independent of the run.
//!
//! Input: a text and how to read it. Output: a [`ParsedFile`], which never changes, so that runs can share
//! it.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use camino::Utf8PathBuf;

use crate::base::{FileId, Source};
use crate::diagnostics::Diagnostic;
use crate::dialects::{self, Applied, Dialect, Guards, Marks, Policies};
use crate::host::Limits;
use crate::syntax::SyntaxFile;
use crate::xml;
use crate::yaml::{Builder, Tree, YamlNode};

/// The part of a file that its text alone determines.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// The text, and its displayed path.
    pub source: Arc<Source>,
    /// The tree of plain TOSCA 2.0: what all node ids refer to.
    pub plain: Tree,
    /// The dialect of the file. Only TOSCA 2.0 files have imports and definitions.
    pub dialect: Dialect,
    /// How later phases should read its literals and names.
    pub policies: Arc<Policies>,
    /// What later phases must decide about it.
    pub marks: Marks,
    /// The conversion rules that rewrote parts of it.
    pub applied: Vec<Applied>,
    /// The conditions under which parts of it are absent.
    pub guards: Guards,
    /// The names of the dialects that it was converted from, in this order.
    pub languages: Vec<&'static str>,
    /// The version of the files that import it, if it has no version and is read in theirs.
    pub inherited_version: Option<String>,
    /// The number of the files that it was lowered with, if it was.
    pub(super) surroundings: Option<u64>,
    /// The structure, references and values of the file.
    pub syntax: Arc<SyntaxFile>,
    /// The diagnostics about the file by itself.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the text has the same bytes as the file, which is not the case if they are not valid UTF-8.
    pub(super) is_verbatim: bool,
    /// Whether the parser found anything, also if a later finding explains it.
    pub(super) has_yaml_findings: bool,
    /// The tree that `plain` was converted from, or `None` if `plain` is the parsed tree.
    pub(super) written: Option<Box<Written>>,
}

/// The tree of a file as written, parsed again on demand. The first one was dropped after conversion to
/// `plain`.
#[derive(Clone, Debug)]
pub(super) struct Written {
    limits: Limits,
    tree: OnceLock<Tree>,
}

impl Written {
    /// Returns the written tree of a file whose plain tree is `plain`, or `None` if `plain` was parsed.
    pub(super) fn for_plain(plain: &Tree, limits: &Limits) -> Option<Box<Self>> {
        let written = || Box::new(Self { limits: limits.clone(), tree: OnceLock::new() });
        plain.is_rewritten().then(written)
    }
}

impl ParsedFile {
    /// The tree of the text, if it can serve to parse the text after an edit: the file is in TOSCA 2.0 and valid YAML.
    pub(crate) fn tree_to_parse_again(&self) -> Option<&Tree> {
        let is_plain = self.dialect == Dialect::Tosca2
            && self.is_verbatim
            && self.languages.is_empty()
            && self.inherited_version.is_none()
            && self.surroundings.is_none()
            && !self.has_yaml_findings
            && dialects::written_version(&self.plain).is_some();
        is_plain.then_some(&self.plain)
    }

    /// The tree of the file as written: `plain` itself if no dialect rewrote it. Otherwise, it is parsed at
    /// the first call and kept.
    #[must_use]
    pub fn written(&self) -> &Tree {
        let Some(written) = &self.written else { return &self.plain };
        written.tree.get_or_init(|| self.parse_again(&written.limits))
    }

    /// The tree of the file as written, for a single use: a tree that has to be parsed is not kept.
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
        xml::parse_any(&self.source.text, self.plain.file(), limits).0
    }

    /// Returns a file without a tree, because it is not read yet or not YAML.
    pub(super) fn unread(source: Arc<Source>, id: FileId) -> Arc<Self> {
        let empty = Builder::new(&source.text, id).finish();
        Arc::new(Self::foreign(source, empty))
    }

    /// Returns a file with this tree that is not TOSCA.
    pub(super) fn foreign(source: Arc<Source>, plain: Tree) -> Self {
        Self {
            written: Written::for_plain(&plain, &Limits::default()),
            source,
            plain,
            dialect: Dialect::Foreign,
            policies: Policies::of_plain_files(),
            marks: Marks::default(),
            applied: Vec::new(),
            guards: Guards::default(),
            languages: Vec::new(),
            inherited_version: None,
            surroundings: None,
            syntax: Arc::default(),
            diagnostics: Vec::new(),
            is_verbatim: false,
            has_yaml_findings: false,
        }
    }

    /// Whether a file with these bytes has the same content as this one.
    pub(super) fn is_read_from(&self, bytes: &[u8]) -> bool {
        self.is_verbatim && self.source.text.as_bytes() == bytes
    }

    /// Returns the same file for another run, with the id `id` and the displayed path `path`.
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
            applied.span.file = id;
        }
        for diagnostic in &mut file.diagnostics {
            diagnostic.set_file(id);
        }
        self
    }

    /// Returns the version in which files without one are read that this file imports, or `None` if it is a file of
    /// TOSCA 2.0, where each file needs its own.
    pub(super) fn version_for_imports(&self) -> Option<String> {
        if self.languages.is_empty() {
            return None;
        }
        let own = || dialects::written_version(&self.written_once()).map(str::to_owned);
        self.inherited_version.clone().or_else(own)
    }

    /// The name of the profile that the file declares.
    #[must_use]
    pub fn profile(&self) -> Option<&str> {
        self.profile_name().map(YamlNode::text)
    }

    /// The scalar that names that profile.
    #[must_use]
    pub fn profile_name(&self) -> Option<YamlNode<'_>> {
        let profile = self.syntax.root.as_ref()?.profile?;
        Some(self.plain.node(profile.0))
    }
}
