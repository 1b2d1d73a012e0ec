//! Reads one file, from bytes to syntax. Runs in parallel; has no side effects other than reading.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::{FileId, Source, Span};
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::{self, Dialect, Spec};
use crate::host::{Host, Limits, ReadError};
use crate::syntax::{self, SyntaxFile};
use crate::yaml;

use super::parsed::Written;
use super::{LoadOptions, ParsedFile, built_in};

/// How files are read: the options that, together with the bytes of a file, determine its [`ParsedFile`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reading {
    limits: Limits,
    spec: Spec,
    dialect: Option<String>,
    strict: bool,
}

impl Reading {
    pub(super) fn of(options: &LoadOptions) -> Self {
        Self {
            limits: options.limits.clone(),
            spec: options.spec,
            dialect: options.dialect.clone(),
            strict: options.strict,
        }
    }
}

/// A file that was read.
pub(super) struct ReadFile {
    pub(super) parsed: Arc<ParsedFile>,
    /// The error if the file could not be read.
    pub(super) failure: Option<ReadError>,
}

/// Returns the bytes of `path`, from the host or built in.
pub(super) fn bytes(host: &dyn Host, path: &Utf8Path, options: &LoadOptions) -> Result<Vec<u8>, ReadError> {
    match built_in::content(path) {
        Some(content) => Ok(content.as_bytes().to_vec()),
        None => host.read(path, options.limits.bytes),
    }
}

/// Reads, parses, recognizes and lowers the file `id`, displayed as `path`, with the content `bytes`, unless
/// `known` has the same content.
pub(super) fn parse(
    bytes: Result<Vec<u8>, ReadError>,
    id: FileId,
    path: Utf8PathBuf,
    reading: &Reading,
    known: Option<Arc<ParsedFile>>,
) -> ReadFile {
    let (bytes, failure) = match bytes {
        Ok(bytes) => (bytes, None),
        Err(failure) => (Vec::new(), Some(failure)),
    };
    if let Some(known) = known.filter(|known| failure.is_none() && known.is_read_from(&bytes)) {
        return ReadFile { parsed: known.in_run(id, path), failure };
    }
    let (text, mut diagnostics) = yaml::decode(bytes, id);
    let undecodable = text.is_empty() && !diagnostics.is_empty();
    let is_text =
        diagnostics.iter().all(|diagnostic: &Diagnostic| diagnostic.rule.code != rules::not_utf8::RULE.code);
    let text = Arc::new(text);
    let (tree, findings) = yaml::parse(&text, id, &reading.limits);
    let empty = tree.root().is_none_or(|root| root.is_null() && root.written().is_empty());
    diagnostics.extend(findings);
    let damaged = tree.is_damaged();
    let (dialect, lowered, findings) = dialects::lower(tree, reading.spec, reading.dialect.as_deref());
    if dialect == Dialect::Unsupported {
        diagnostics.clear();
    }
    diagnostics.extend(findings);
    if empty && !undecodable && failure.is_none() && !damaged {
        diagnostics.push(rules::empty_file::new(Span::start_of(id)));
    }
    let dialects::Lowered { tree: plain, policies, marks, applied, guards, languages } = lowered;
    let (syntax, findings) = if dialect == Dialect::Unsupported {
        (SyntaxFile::default(), Vec::new())
    } else {
        syntax::read(&plain, reading.strict)
    };
    diagnostics.extend(findings);
    let parsed = ParsedFile {
        source: Arc::new(Source::new(path, text)),
        written: Written::of(&plain, &reading.limits),
        plain,
        dialect,
        policies,
        marks,
        applied,
        guards,
        languages,
        syntax: Arc::new(syntax),
        diagnostics,
        is_verbatim: is_text && failure.is_none(),
    };
    ReadFile { parsed: Arc::new(parsed), failure }
}
