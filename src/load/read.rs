//! One file, from bytes to syntax. Pure but for the reading itself; runs in parallel.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::{FileId, Source, Span};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialects::{self, Dialect};
use crate::host::{Host, ReadError};
use crate::syntax::{self, SyntaxFile};
use crate::yaml;

use super::parsed::Written;
use super::{Options, ParsedFile, built_in};

/// A file that was read.
pub(super) struct ReadFile {
    pub(super) parsed: ParsedFile,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Why there is nothing to read, where that is so.
    pub(super) failure: Option<ReadError>,
}

/// The bytes of `path`, from the host or built in.
pub(super) fn bytes(host: &dyn Host, path: &Utf8Path, options: &Options) -> Result<Vec<u8>, ReadError> {
    match built_in::content(path) {
        Some(content) => Ok(content.as_bytes().to_vec()),
        None => host.read(path, options.limits.bytes),
    }
}

/// Reads, parses, recognises and lowers the file `id`, shown as `path`, whose content is `bytes`.
pub(super) fn parse(
    bytes: Result<Vec<u8>, ReadError>,
    id: FileId,
    path: Utf8PathBuf,
    options: &Options,
) -> ReadFile {
    let (bytes, failure) = match bytes {
        Ok(bytes) => (bytes, None),
        Err(failure) => (Vec::new(), Some(failure)),
    };
    let (text, mut diagnostics) = yaml::decode(bytes, id);
    let undecodable = text.is_empty() && !diagnostics.is_empty();
    let text = Arc::new(text);
    let (tree, found) = yaml::parse(&text, id, &options.limits);
    let empty = tree.root().is_none_or(|root| root.is_null() && root.written().is_empty());
    diagnostics.extend(found);
    let damaged = tree.is_damaged();
    let (dialect, lowered, found) = dialects::lower(tree, options.spec, options.dialect.as_deref());
    if dialect == Dialect::Unsupported {
        diagnostics.clear();
    }
    diagnostics.extend(found);
    if empty && !undecodable && failure.is_none() && !damaged {
        diagnostics.push(codes::empty_file::found(Span::start_of(id)));
    }
    let dialects::Lowered { tree: plain, traits, marks, applied, guards, review } = lowered;
    let (syntax, found) = if dialect == Dialect::Unsupported {
        (SyntaxFile::default(), Vec::new())
    } else {
        syntax::read(&plain, options.strict)
    };
    diagnostics.extend(found);
    let source = Arc::new(Source::new(path, text));
    let written = Written::of(&plain, &options.limits);
    let parsed =
        ParsedFile { source, plain, dialect, traits, marks, applied, guards, review, syntax, written };
    ReadFile { parsed, diagnostics, failure }
}
