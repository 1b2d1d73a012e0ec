//! Loads the texts of files that were asked for, without their imports: for tools that work on text.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;
use std::sync::Arc;

use crate::base::{FileId, Source, Sources, Span, parallel};
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::looks_like_tosca;
use crate::host::{Host, ReadError, paths};
use crate::yaml;

use super::LoadOptions;
use super::entries;
use super::loader::read_failure;

/// Texts, and the diagnostics of reading them.
#[derive(Debug, Default)]
pub struct Texts {
    /// All files that were found.
    pub sources: Sources,
    /// The files that could not be read or decoded.
    pub unread: FxHashSet<FileId>,
    /// The diagnostics about these files.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of files that a directory search skipped because they are not TOSCA.
    pub skipped: usize,
    /// The number of files that a directory search skipped because they are excluded.
    pub excluded: usize,
}

/// Reads the files that `options` names, each once. A directory search skips files that are `excluded`.
#[must_use]
pub fn texts(host: &dyn Host, options: &LoadOptions, excluded: &dyn Fn(&Utf8Path) -> bool) -> Texts {
    let mut texts = Texts::default();
    let entries = entries::expand(host, &options.paths, excluded);
    texts.excluded = entries.excluded;
    for (path, reason) in entries.failures {
        let id = texts.add(path.clone(), String::new());
        texts.unread.insert(id);
        let span = Span::start_of(id);
        texts.diagnostics.push(rules::unreadable_file::new(
            span,
            path.as_str(),
            reason.as_deref().unwrap_or_default(),
        ));
    }
    let mut seen = FxHashSet::default();
    let mut files = entries.files;
    // Formatting of JSON and XML is left to tools for them, unless the file is named.
    let is_yaml = |path: &Utf8PathBuf| !paths::is_json_name(path) && !paths::is_xml_name(path);
    files.retain(|file| file.searched.is_none() || is_yaml(&file.path));
    files.retain(|file| seen.insert(host.identity(&file.path)));
    let read = |file: &entries::EntryFile| host.read(&file.path, options.limits.bytes);
    let contents: Vec<Result<Vec<u8>, ReadError>> = parallel::map(&files, files.len() > 1, read);
    for (file, content) in files.into_iter().zip(contents) {
        match content {
            Ok(content) if file.searched.is_some() && !looks_like_tosca(&content) => texts.skipped += 1,
            Ok(content) => {
                let id = texts.add(file.path, String::new());
                let (text, diagnostics) = yaml::decode(content, id);
                texts.sources.set_text(id, Arc::new(text));
                if !diagnostics.is_empty() {
                    texts.unread.insert(id);
                }
                texts.diagnostics.extend(diagnostics);
            }
            Err(failure) => {
                let id = texts.add(file.path.clone(), String::new());
                texts.unread.insert(id);
                let most = options.limits.bytes;
                texts.diagnostics.push(read_failure(Span::start_of(id), &file.path, &failure, most));
            }
        }
    }
    texts
}

impl Texts {
    fn add(&mut self, path: Utf8PathBuf, text: String) -> FileId {
        self.sources.push(Source::new(path, Arc::new(text)))
    }
}
