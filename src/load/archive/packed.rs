//! Archives that are files: which of their members are checked, and faults of the archives themselves.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::{FileId, Source, Sources, Span};
use crate::diagnostics::{Diagnostic, quoted, rules};
use crate::dialects::{MODEL_FILE, looks_like_model, looks_like_tosca};
use crate::host::{Archive, ArchiveFault, Entry, Host, Limits, paths};
use crate::load::{File, FileGraph, ParsedFile};
use crate::xml::begins_as_xml;
use crate::yaml;

use super::{ENTRY, META_FILE_PATHS, NAME, OTHERS, meta, meta_files};

/// Returns the paths of the members to check: the entry, then the files of substituting service templates. Without
/// an entry, these are all TOSCA files in the root, or in the whole archive if there are none.
pub(in crate::load) fn definitions(host: &dyn Host, archive: &Archive) -> Vec<String> {
    let max_bytes = Limits::default().bytes;
    let text = meta_files(host, &archive.root).first().and_then(|path| host.read(path, max_bytes).ok());
    let text = text.map(|bytes| yaml::decode(bytes, FileId(0)).0).unwrap_or_default();
    let (meta, _) = meta::parse(&text, FileId(0));
    let existing = |name: &str| {
        let name = paths::clean(Utf8Path::new(name.trim_start_matches('/'))).into_string();
        (archive.entry(&name) == Some(Entry::File)).then_some(name)
    };
    let mut definitions = match meta.get(ENTRY) {
        Some(entry) => existing(&entry.value).into_iter().collect(),
        None if is_model(host, archive, MODEL_FILE) => vec![MODEL_FILE.to_owned()],
        None => {
            let tosca = tosca_files(host, archive);
            let in_root: Vec<String> = tosca.iter().filter(|path| !path.contains('/')).cloned().collect();
            if in_root.is_empty() { tosca } else { in_root }
        }
    };
    if let Some(others) = meta.get(OTHERS) {
        // Their spans are not needed, so spaces need not be as written.
        let names = meta::names(&others.value).into_iter().filter_map(|(.., name)| existing(name?));
        for name in names {
            if !definitions.contains(&name) {
                definitions.push(name);
            }
        }
    }
    definitions
}

/// Whether the file at a path in an archive is a model, whose archive has no meta file.
fn is_model(host: &dyn Host, archive: &Archive, path: &str) -> bool {
    let content = host.read(&paths::join(&archive.root, Utf8Path::new(path)), Limits::default().bytes);
    content.is_ok_and(|content| looks_like_model(&content))
}

/// Returns the TOSCA files of an archive, relative to its root. A file that cannot be read may be one.
fn tosca_files(host: &dyn Host, archive: &Archive) -> Vec<String> {
    let max_bytes = Limits::default().bytes;
    let is_tosca =
        |path: &Utf8PathBuf| host.read(path, max_bytes).map_or(true, |content| looks_like_tosca(&content));
    let files = host.list(&archive.root).0.into_iter().filter(is_tosca);
    files.filter_map(|path| Some(path.strip_prefix(&archive.root).ok()?.to_string())).collect()
}

/// Reports the faults of the archive at the path `given`, and what is missing in it.
pub(super) fn review(
    host: &dyn Host,
    given: &Utf8Path,
    archive: &Archive,
    sources: &mut Sources,
    graph: &mut FileGraph,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let shown = paths::below(given, &host.working_directory());
    let mut place = |path: Utf8PathBuf, identity: Utf8PathBuf| {
        let id = sources.push(Source::new(path, Arc::default()));
        graph.files.push(File::new(id, identity, ParsedFile::unread(sources.share(id), id)));
        Span::start_of(id)
    };
    let span = place(shown.clone(), host.identity(given));
    let mut in_member = |name: &str| {
        place(
            Utf8PathBuf::from(format!("{shown}!/{name}")),
            Utf8PathBuf::from(format!("{}/{name}", archive.root)),
        )
    };
    for fault in &archive.faults {
        let span = member(fault).map_or(span, &mut in_member);
        diagnostics.push(describe(fault, span));
    }
    if archive.format.is_misnamed(&shown) {
        let format = archive.format.to_string();
        diagnostics.push(rules::unportable_archive::misnamed(span, &format, archive.format.extensions()));
    }
    let is_incomplete = archive.faults.iter().any(|fault| member(fault).is_none());
    if is_incomplete {
        return;
    }
    let misplaced = archive.files().map(|(path, _)| path).filter(|path| {
        path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(NAME))
            && !META_FILE_PATHS.contains(&path.as_str())
    });
    diagnostics.extend(
        misplaced.map(|path| rules::misplaced_meta_file::new(in_member(path.as_str()), path.as_str())),
    );
    if meta_files(host, &archive.root).is_empty() {
        root_files(host, archive, span, diagnostics);
    }
}

/// Checks that the root has a model, or exactly one TOSCA file and no other YAML file.
fn root_files(host: &dyn Host, archive: &Archive, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    if is_model(host, archive, MODEL_FILE) {
        return;
    }
    let tosca = tosca_files(host, archive);
    if let Some(model) = tosca.iter().find(|path| is_model(host, archive, path)) {
        return diagnostics.push(rules::missing_model::new(span, model));
    }
    let in_root: Vec<&str> = tosca.iter().map(String::as_str).filter(|path| !path.contains('/')).collect();
    let [entry] = *in_root else {
        let names: Vec<String> = in_root.into_iter().map(quoted).collect();
        return diagnostics.push(rules::ambiguous_entry::without_meta_file(span, &names));
    };
    // Only TOSCA 2.0 does without a meta file.
    let content = host.read(&paths::join(&archive.root, Utf8Path::new(entry)), Limits::default().bytes);
    if content.is_ok_and(|content| begins_as_xml(&content)) {
        return diagnostics.push(rules::ambiguous_entry::in_xml(span, entry));
    }
    let further = archive
        .files()
        .map(|(path, _)| path.as_str())
        .filter(|path| !path.contains('/') && *path != entry && paths::is_yaml_name(Utf8Path::new(path)));
    let further: Vec<String> = further.map(quoted).collect();
    if !further.is_empty() {
        diagnostics.push(rules::ambiguous_entry::further_files(span, entry, &further));
    }
}

/// Returns the member that a fault is about, or `None` if further members may be unknown.
fn member(fault: &ArchiveFault) -> Option<&str> {
    match fault {
        ArchiveFault::Unsupported(_, member) => member.as_deref(),
        ArchiveFault::UnsafeName(name, _)
        | ArchiveFault::UnsafeLink(name, _)
        | ArchiveFault::Duplicate(name)
        | ArchiveFault::Similar(_, name)
        | ArchiveFault::UnmarkedName(name)
        | ArchiveFault::BeyondUstar(name) => Some(name),
        _ => None,
    }
}

/// Returns the diagnostic for a fault of the archive at `span`.
fn describe(fault: &ArchiveFault, span: Span) -> Diagnostic {
    match fault {
        ArchiveFault::Damaged(how) => rules::damaged_archive::new(span, how),
        ArchiveFault::Unsupported(what, member) => {
            rules::unsupported_archive::new(span, what, member.as_deref())
        }
        ArchiveFault::UnsafeName(name, why) => rules::unsafe_member::name(span, name, why),
        ArchiveFault::UnsafeLink(name, target) => rules::unsafe_member::link(span, name, target),
        ArchiveFault::Duplicate(name) => rules::duplicate_member::new(span, name),
        ArchiveFault::Similar(name, other) => rules::duplicate_member::similar(span, name, other),
        ArchiveFault::UnmarkedName(name) => rules::unportable_archive::unmarked_name(span, name),
        ArchiveFault::BeyondUstar(name) => rules::unportable_archive::beyond_ustar(span, name),
        ArchiveFault::TooManyMembers(max) => rules::too_many_members::new(span, *max),
        ArchiveFault::TooLarge(max) => rules::archive_too_large::new(span, *max),
        ArchiveFault::TooCompressed(max) => rules::suspicious_compression::new(span, *max),
    }
}
