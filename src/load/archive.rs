//! Checks archives (TOSCA 2.0 §17), as a file or unpacked in a directory, by their `TOSCA.meta`.
//!
//! Input: the directories and archives that were asked for, and the files that were loaded from them. Output: findings
//! about the meta file, by itself and compared with those files. A directory without one is not an archive,
//! and is not checked. Also converts the meta file of an earlier version to TOSCA 2.0.

mod digests;
mod meta;
mod packed;
mod xml;

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Source, Sources, Span};
use crate::diagnostics::{Diagnostic, Level, quoted, rules, suggest};
use crate::dialects::{Dialect, looks_like_tosca};
use crate::host::{Entry, Host, paths};
use crate::yaml;

use super::loader::read_failure;
use super::{File, FileGraph, LoadOptions, ParsedFile};
use meta::{Meta, Pair};
pub(super) use packed::definitions;

/// The possible paths of a meta file, relative to the root of the archive.
const META_FILE_PATHS: [&str; 2] = ["TOSCA-Metadata/TOSCA.meta", "TOSCA.meta"];
const NAME: &str = "TOSCA.meta";
const ENTITY: &str = "meta file of an archive";

const VERSION: &str = "CSAR-Version";
const CREATOR: &str = "Created-By";
const ENTRY: &str = "Entry-Definitions";
const OTHERS: &str = "Other-Definitions";
const KEYNAMES: [&str; 4] = [VERSION, CREATOR, ENTRY, OTHERS];
/// The keyname of the first line before TOSCA 2.0.
const OLD_VERSION: &str = "TOSCA-Meta-File-Version";

/// Returns the meta files of the archive whose root is `directory`.
pub fn meta_files(host: &dyn Host, directory: &Utf8Path) -> Vec<Utf8PathBuf> {
    let paths = META_FILE_PATHS.iter().map(|path| paths::join(directory, Utf8Path::new(path)));
    paths.filter(|path| host.entry(path) == Some(Entry::File)).collect()
}

/// Whether `path` has the name of a meta file.
#[must_use]
pub fn is_meta_file(path: &Utf8Path) -> bool {
    path.file_name() == Some(NAME)
}

/// Converts the text of a meta file to TOSCA 2.0 (L36): only its version changes. Returns `None` if it does
/// not have an earlier version.
#[must_use]
pub fn lowered_meta(text: &str) -> Option<String> {
    let (meta, _) = meta::parse(text, FileId(0));
    let version = meta.get(VERSION).filter(|version| is_old(&version.value))?;
    let mut text = text.to_owned();
    text.replace_range(version.value_span.start as usize..version.value_span.end as usize, "2.0");
    Some(text)
}

fn is_old(version: &str) -> bool {
    matches!(version, "1.0" | "1.1")
}

/// Checks the archives among the directories that `options` names.
pub(super) fn review(
    host: &dyn Host,
    options: &LoadOptions,
    sources: &mut Sources,
    graph: &mut FileGraph,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for given in &options.paths {
        let archive = host.archive(given);
        let directory = match &archive {
            Some(archive) => {
                packed::review(host, given, archive, sources, graph, &mut diagnostics);
                archive.root.clone()
            }
            None if host.entry(given) == Some(Entry::Directory) => given.clone(),
            None => continue,
        };
        let metas = meta_files(host, &directory);
        let Some(path) = metas.first() else { continue };
        let (id, text) = read(host, options, path, sources, graph, &mut diagnostics);
        if let Some(second) = metas.get(1) {
            let (second, _) = read(host, options, second, sources, graph, &mut diagnostics);
            diagnostics.push(rules::duplicate_meta_file::new(Span::start_of(second), Span::start_of(id)));
        }
        let Some(text) = text else { continue };
        let (meta, problems) = meta::parse(&text, id);
        diagnostics.extend(problems);
        let max_bytes = options.limits.bytes;
        let root = host.absolute(&directory);
        let archive = Archive { host, graph, root: root.clone(), id, text: &text, meta: &meta, max_bytes };
        archive.review(&mut diagnostics);
        let Some(path) = digests::manifest(&archive) else { continue };
        if let (id, Some(text)) = read(host, options, &path, sources, graph, &mut diagnostics) {
            let archive = Archive { host, graph, root, id, text: &text, meta: &meta, max_bytes };
            digests::review_manifest(&archive, &text, id, &mut diagnostics);
        }
    }
    diagnostics
}

/// Adds a meta file to the files. The text is `None` if it cannot be read.
fn read(
    host: &dyn Host,
    options: &LoadOptions,
    path: &Utf8Path,
    sources: &mut Sources,
    graph: &mut FileGraph,
    diagnostics: &mut Vec<Diagnostic>,
) -> (FileId, Option<Arc<String>>) {
    let max_bytes = options.limits.bytes;
    let shown = paths::shown(&host.absolute(path), &host.working_directory());
    let id = sources.push(Source::new(shown.clone(), Arc::default()));
    let text = match host.read(path, max_bytes) {
        Ok(bytes) => {
            let (text, odd) = yaml::decode(bytes, id);
            let text = Arc::new(text);
            sources.set_text(id, Arc::clone(&text));
            let unreadable = text.is_empty() && !odd.is_empty();
            diagnostics.extend(odd);
            (!unreadable).then_some(text)
        }
        Err(failure) => {
            diagnostics.push(read_failure(Span::start_of(id), path, &failure, max_bytes));
            None
        }
    };
    graph.files.push(File::new(id, shown, ParsedFile::unread(sources.share(id), id)));
    (id, text)
}

/// The archive that is being checked.
struct Archive<'a> {
    host: &'a dyn Host,
    graph: &'a FileGraph,
    root: Utf8PathBuf,
    id: FileId,
    text: &'a str,
    meta: &'a Meta,
    /// The maximum size of a file.
    max_bytes: u64,
}

impl Archive<'_> {
    fn review(&self, diagnostics: &mut Vec<Diagnostic>) {
        let version = self.meta.get(VERSION);
        // Older archives have other keynames, and user-defined ones between them.
        let is_new = version.is_none_or(|version| !is_old(&version.value));
        self.keynames(is_new, diagnostics);
        let entry = self.meta.get(ENTRY);
        let is_of_xml = self.is_of_xml();
        if is_of_xml {
            self.review_xml(diagnostics);
        }
        match entry {
            Some(entry) => self.definitions(&entry.value, entry.value_span, diagnostics),
            None if self.is_silent_about(ENTRY) || is_of_xml => {}
            None => self.only_root_file(diagnostics),
        }
        self.other_definitions(entry, diagnostics);
        digests::review_manifest_name(self, diagnostics);
        digests::review_blocks(self, diagnostics);
        match version {
            Some(version) => diagnostics.extend(self.version(version, entry)),
            None if self.is_silent_about(VERSION) => {}
            None => {
                diagnostics.push(rules::missing_keyname::absent(Span::start_of(self.id), VERSION, ENTITY));
            }
        }
        if self.meta.get(CREATOR).is_none() && !self.is_silent_about(CREATOR) {
            let span = self.meta.block_0().first().map_or(Span::start_of(self.id), |pair| pair.key);
            let missing = rules::missing_keyname::absent(span, CREATOR, ENTITY);
            diagnostics.push(missing.label("recommended").at_level(Level::Warning));
        }
    }

    /// Whether a missing keyname is not reported, because a related line is reported already.
    fn is_silent_about(&self, name: &str) -> bool {
        self.meta.is_damaged || self.meta.block_0().iter().any(|pair| pair.name.eq_ignore_ascii_case(name))
    }

    /// Checks the keynames: each once in the first block; user-defined ones in other blocks.
    fn keynames(&self, is_new: bool, diagnostics: &mut Vec<Diagnostic>) {
        let mut first_spans: FxHashMap<&str, Span> = FxHashMap::default();
        for pair in self.meta.block_0() {
            let first_span = *first_spans.entry(&pair.name).or_insert(pair.key);
            if first_span != pair.key {
                diagnostics.push(rules::duplicate_key::new(pair.key, &pair.name, first_span));
            }
            if pair.value.is_empty() {
                diagnostics.push(rules::empty_meta_value::new(pair.key, &pair.name));
            }
            let spelled = KEYNAMES.iter().any(|name| name.eq_ignore_ascii_case(&pair.name));
            if KEYNAMES.contains(&&*pair.name) || !is_new && !spelled {
                continue;
            }
            let suggestion =
                suggest(&pair.name, KEYNAMES.into_iter().filter(|name| self.meta.get(name).is_none()));
            let help = match suggestion {
                _ if pair.name == OLD_VERSION => "remove it; TOSCA 2.0 has only `CSAR-Version`".to_owned(),
                Some(suggestion) => format!("did you mean `{suggestion}`?"),
                None => "move it to a separate block, after an empty line".to_owned(),
            };
            let unknown = Self::unknown(pair, help);
            diagnostics.push(match suggestion {
                Some(suggestion) => unknown.fix(format!("write `{suggestion}`"), pair.key, suggestion),
                None => unknown,
            });
        }
        for pair in self.meta.blocks.iter().skip(1).flatten().filter(|_| is_new) {
            let reserved = pair.name.starts_with("TOSCA") || pair.name.starts_with("tosca");
            if reserved || KEYNAMES.contains(&&*pair.name) {
                let help = if reserved {
                    "use another prefix; names that start with `TOSCA` are reserved"
                } else {
                    "move it into the first block; it has no effect here"
                };
                diagnostics.push(Self::unknown(pair, help.to_owned()));
            }
        }
    }

    fn unknown(pair: &Pair, help: String) -> Diagnostic {
        rules::unknown_keyname::new(pair.key, &pair.name, ENTITY, Some(help)).at_level(Level::Warning)
    }

    /// Checks the version of the archive; the version of the entry file determines which one is valid
    ///
    fn version(&self, version: &Pair, entry: Option<&Pair>) -> Option<Diagnostic> {
        if version.value == "2.0" {
            return None;
        }
        let entry = entry.and_then(|entry| self.file(&entry.value));
        let is_new = entry.is_some_and(|entry| {
            entry.dialect() == Dialect::Tosca2
                && entry.policies().names.implicit.is_none()
                && !xml::is_xml(entry)
        });
        let is_old = is_old(&version.value);
        (is_new || !is_old)
            .then(|| rules::wrong_csar_version::new(version.value_span, &version.value, is_old))
    }

    /// The loaded file `name`, relative to the root.
    fn file(&self, name: &str) -> Option<&File> {
        let identity = self.host.identity(&self.path(name));
        self.graph.files.iter().find(|file| file.identity == identity && file.is_requested)
    }

    fn path(&self, name: &str) -> Utf8PathBuf {
        paths::clean(&paths::join(&self.root, Utf8Path::new(name.trim_start_matches('/'))))
    }

    /// Checks that a file exists in the archive and is TOSCA.
    fn definitions(&self, name: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        let path = self.path(name);
        if name.starts_with('/') {
            diagnostics.push(rules::missing_definitions_file::absolute(span, name));
        }
        let inside = path.starts_with(&self.root);
        if !inside || self.host.entry(&path) != Some(Entry::File) {
            let shown = paths::shown(&path, &self.host.working_directory());
            diagnostics.push(rules::missing_definitions_file::new(span, name, shown.as_str(), inside));
        } else if self.file(name).is_none()
            && self.host.read(&path, u64::MAX).is_ok_and(|content| !looks_like_tosca(&content))
        {
            diagnostics.push(rules::missing_definitions_file::not_tosca(span, name));
        }
    }

    /// Checks the files of substituting service templates, which are separated by spaces or in quotes.
    fn other_definitions(&self, entry: Option<&Pair>, diagnostics: &mut Vec<Diagnostic>) {
        let Some(other_definitions) = self.meta.get(OTHERS) else { return };
        let (start, end) =
            (other_definitions.whole_span.start as usize, other_definitions.whole_span.end as usize);
        let written = self.text.get(start..end).unwrap_or_default();
        let mut seen: Vec<&str> = entry.map(|entry| &*entry.value).into_iter().collect();
        for (position, length, name) in meta::names(written) {
            let span_of = |length: usize| {
                let offset = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
                Span::new(
                    other_definitions.whole_span.file,
                    offset(start + position),
                    offset(start + position + length),
                )
            };
            let Some(name) = name else {
                diagnostics.push(rules::malformed_meta_line::unclosed_quote(span_of(1)));
                return;
            };
            if seen.contains(&name) {
                diagnostics.push(rules::unused_definitions_file::listed_twice(
                    span_of(length),
                    name,
                    entry.map(|entry| entry.value_span),
                ));
            } else {
                seen.push(name);
                self.definitions(name, span_of(length), diagnostics);
                let root = self.file(name).and_then(|file| file.syntax());
                let mappings = |root: &crate::syntax::ToscaFile| {
                    root.service_template
                        .as_ref()
                        .is_some_and(|template| template.substitution_mappings.is_some())
                };
                if root.is_some_and(|root| !mappings(root)) {
                    diagnostics.push(rules::unused_definitions_file::new(span_of(length), name));
                }
            }
        }
    }

    /// Checks that the root has only one TOSCA file if the meta file does not name an entry.
    fn only_root_file(&self, diagnostics: &mut Vec<Diagnostic>) {
        let in_root = |file: &&File| {
            file.is_requested
                && file.dialect() != Dialect::Foreign
                && file.home.as_ref().is_some_and(|home| home.directory == self.root)
        };
        let names = self.graph.files.iter().filter(in_root).filter_map(|file| file.identity.file_name());
        let mut names: Vec<String> = names.map(quoted).collect();
        names.extend(self.excluded_root_files().iter().filter_map(|path| path.file_name()).map(quoted));
        if names.len() != 1 {
            diagnostics.push(rules::ambiguous_entry::new(Span::start_of(self.id), &names));
        }
    }

    /// Returns the TOSCA files in the root that were not checked, because they are hidden or excluded.
    fn excluded_root_files(&self) -> Vec<Utf8PathBuf> {
        let (files, _) = self.host.list_whole(&self.root);
        let in_root = files.into_iter().map(|path| self.host.identity(&path));
        let in_root = in_root.filter(|path| path.parent() == Some(&self.root) && paths::is_yaml_name(path));
        let checked: FxHashSet<&Utf8Path> = self.graph.files.iter().map(|file| &*file.identity).collect();
        let unchecked = in_root.filter(|path| !checked.contains(&**path));
        let is_tosca = |path: &Utf8PathBuf| {
            self.host.read(path, self.max_bytes).is_ok_and(|content| looks_like_tosca(&content))
        };
        unchecked.filter(is_tosca).collect()
    }
}
