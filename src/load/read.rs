//! Reads one file, from bytes to syntax. Runs in parallel; has no side effects other than reading.

use std::borrow::Cow;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::{FileId, Source, Span};
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::dialects::{self, Dialect, Spec, XmlSurroundings};
use crate::host::{Host, Limits, ReadError, Stamp};
use crate::keynames::remove_explained;
use crate::syntax::{self, SyntaxFile};
use crate::xml;
use crate::yaml::{self, Style, Tree};

use super::parsed::Written;
use super::parsed_files::KnownFile;
use super::{LoadOptions, ParsedFile, built_in};

/// How files are read: the options that, together with the bytes of a file, determine its [`ParsedFile`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reading {
    limits: Limits,
    spec: Spec,
    dialect: Option<String>,
    strict: bool,
    ignores_originals: bool,
}

impl Reading {
    pub(super) fn new(options: &LoadOptions) -> Self {
        Self {
            limits: options.limits.clone(),
            spec: options.spec,
            dialect: options.dialect.clone(),
            strict: options.strict,
            ignores_originals: options.ignores_originals,
        }
    }
}

/// The content of a file, and the stamp that the file had before it was read.
pub(super) struct Content {
    pub(super) bytes: Vec<u8>,
    pub(super) stamp: Option<Stamp>,
}

/// A file that was read.
pub(super) struct ReadFile {
    pub(super) parsed: Arc<ParsedFile>,
    /// The stamp of the file before it was read.
    pub(super) stamp: Option<Stamp>,
    /// The error if the file could not be read.
    pub(super) failure: Option<ReadError>,
}

/// A file to read: its id and displayed path in the run, and what is known about it.
pub(super) struct FileToRead<'r> {
    pub(super) id: FileId,
    /// The displayed path.
    pub(super) path: Utf8PathBuf,
    pub(super) reading: &'r Reading,
    /// The version in which a file without one is read.
    pub(super) inherited_version: Option<String>,
    /// The file of an earlier run, which was read in the same version.
    pub(super) known: Option<&'r KnownFile>,
    /// The files that it is lowered with, if it is XML.
    pub(super) surroundings: Option<XmlSurroundings>,
}

/// A file that was read, or one that is only read with all others that it belongs to.
pub(super) enum Step {
    Read(ReadFile),
    Waits(Content),
}

/// Reads and parses the file at `path`, from `host` or built in, unless the known file has the same stamp.
pub(super) fn read(host: &dyn Host, path: &Utf8Path, file: FileToRead<'_>) -> Step {
    let built_in = built_in::content(path);
    // Built-in files never change.
    let never = Stamp::of_revision(0);
    if let Some(known) = file.known {
        let stamp = if built_in.is_some() { Some(never.clone()) } else { host.stamp(path) };
        if stamp.is_some() && known.stamp == stamp && known.parsed.surroundings.is_none() {
            let parsed = Arc::clone(&known.parsed).in_run(file.id, file.path);
            return Step::Read(ReadFile { parsed, stamp, failure: None });
        }
    }
    let content = match built_in {
        Some(content) => Ok((content.as_bytes().to_vec(), Some(never))),
        None => host.read_stamped(path, file.reading.limits.bytes),
    };
    match content {
        Ok((bytes, stamp)) => parse_alone(Content { bytes, stamp }, file),
        Err(failure) => Step::Read(parse(Err(failure), file)),
    }
}

/// Parses a file, unless it has to be read with others.
pub(super) fn parse_alone(content: Content, file: FileToRead<'_>) -> Step {
    if dialects::is_read_with_others(&content.bytes) {
        Step::Waits(content)
    } else {
        Step::Read(parse(Ok(content), file))
    }
}

/// Parses, recognizes and lowers a file, unless the known file has the same content.
pub(super) fn parse(content: Result<Content, ReadError>, file: FileToRead<'_>) -> ReadFile {
    let FileToRead { id, path, reading, inherited_version, known, surroundings } = file;
    let fingerprint = surroundings.as_ref().map(|surroundings| surroundings.repository.fingerprint());
    let (Content { bytes, stamp }, failure) = match content {
        Ok(content) => (content, None),
        Err(failure) => (Content { bytes: Vec::new(), stamp: None }, Some(failure)),
    };
    let is_same = |known: &&KnownFile| {
        failure.is_none() && known.parsed.surroundings == fingerprint && known.parsed.is_read_from(&bytes)
    };
    if let Some(known) = known.filter(is_same) {
        return ReadFile { parsed: Arc::clone(&known.parsed).in_run(id, path), stamp, failure };
    }
    let read_before = surroundings.as_ref().and_then(|given| given.repository.tree_of(&given.path, &bytes));
    let (text, mut diagnostics) = match &read_before {
        Some(tree) => (Arc::clone(tree.source()), Vec::new()),
        None => {
            let (text, diagnostics) = xml::decode_any(bytes, id);
            (Arc::new(text), diagnostics)
        }
    };
    let undecodable = text.is_empty() && !diagnostics.is_empty();
    let is_text =
        diagnostics.iter().all(|diagnostic: &Diagnostic| diagnostic.rule.code != rules::not_utf8::RULE.code);
    let (tree, mut findings) = match read_before {
        Some(tree) if tree.file() == id => (Cow::Borrowed(tree), Vec::new()),
        Some(tree) => {
            let mut tree = tree.clone();
            tree.set_file(id);
            (Cow::Owned(tree), Vec::new())
        }
        None => {
            let again = known.and_then(|known| {
                let old = known.parsed.tree_to_parse_again()?;
                yaml::parse_again(old, &text, id, &reading.limits)
            });
            let (tree, findings) = again.unwrap_or_else(|| xml::parse_any(&text, id, &reading.limits));
            (Cow::Owned(tree), findings)
        }
    };
    let has_yaml_findings = !findings.is_empty();
    if reading.strict {
        let unindented = findings.iter_mut().filter(|found| found.rule == &rules::unindented_line::RULE);
        unindented.for_each(|found| found.level = Level::Error);
    }
    let empty = tree.root().is_none_or(|root| root.is_null() && root.written().is_empty());
    diagnostics.extend(findings);
    let damaged = tree.is_damaged();
    let tree = match &inherited_version {
        Some(version) => {
            let level = if reading.strict { Level::Error } else { Level::Warning };
            diagnostics
                .extend(without_version(&tree, &text, version).map(|diagnostic| diagnostic.at_level(level)));
            Cow::Owned(dialects::with_version(&tree, version))
        }
        None => tree,
    };
    let (dialect, mut lowered, findings) =
        dialects::lower(tree, reading.spec, reading.dialect.as_deref(), surroundings.as_ref());
    if dialect == Dialect::Tosca2 && !reading.ignores_originals {
        dialects::restore_levels(&mut lowered);
    }
    if dialect == Dialect::Unsupported {
        diagnostics.clear();
    }
    diagnostics.extend(findings);
    if empty && !undecodable && failure.is_none() && !damaged {
        diagnostics.push(rules::empty_file::new(Span::start_of(id)));
    }
    let dialects::Lowered { tree: plain, parts } = lowered;
    let dialects::LoweredParts { policies, marks, applied, guards, languages } = parts;
    let (syntax, findings, explained) = if dialect == Dialect::Unsupported {
        (SyntaxFile::default(), Vec::new(), Vec::new())
    } else {
        syntax::read(&plain, reading.strict, policies.added)
    };
    if !explained.is_empty() {
        remove_explained(explained, &mut diagnostics);
    }
    diagnostics.extend(findings);
    let parsed = ParsedFile {
        source: Arc::new(Source::new(path, text)),
        written: Written::for_plain(&plain, &reading.limits),
        plain,
        dialect,
        policies,
        marks,
        applied,
        guards,
        languages,
        inherited_version,
        surroundings: fingerprint,
        syntax: Arc::new(syntax),
        diagnostics,
        is_verbatim: is_text && failure.is_none(),
        has_yaml_findings,
    };
    ReadFile { parsed: Arc::new(parsed), stamp, failure }
}

/// Reports a file without a version that is read in `version`.
fn without_version(tree: &Tree, text: &str, version: &str) -> Option<Diagnostic> {
    let root = tree.root()?;
    let span = root.entries().next()?.0.span();
    let diagnostic = rules::missing_version::inherited(span, version);
    let before = text.get(..span.start as usize).unwrap_or_default();
    let is_at_start = before.is_empty() || before.ends_with('\n');
    let start = Span { end: span.start, ..span };
    Some(match root.style() {
        Style::Block if is_at_start => {
            diagnostic.fix("add the version", start, format!("tosca_definitions_version: {version}\n"))
        }
        _ => diagnostic,
    })
}
