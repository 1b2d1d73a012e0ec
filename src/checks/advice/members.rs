//! Members of archives that nothing refers to.
//!
//! A member is used if it was loaded, or if a text in a loaded file, the meta file or a manifest is its path, or that of a
//! directory around it: relative to the root of the archive, or to the file with the text.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};
use crate::host::{Archive, Host, paths};
use crate::load::File;
use crate::model::Model;

use super::Choice;

/// The names of files about the archive itself, without extension. Files with these names are for readers.
const FOR_READERS: [&str; 8] =
    ["authors", "changelog", "changes", "copying", "license", "licence", "notice", "readme"];
/// The extensions of metadata, and of signatures and certificates next to what they sign.
const METADATA: [&str; 7] = ["asc", "cert", "cms", "crt", "meta", "mf", "sig"];
/// Directories of ETSI NFV packages (SOL004 §4.2) for those who get them.
const DIRECTORIES: [&str; 4] = ["TOSCA-Metadata", "Files/Licenses", "Files/Certificates", "Files/Tests"];
/// The largest metadata file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Reports the archives with unused members, if the settings of a file in them choose that.
pub(super) fn review(model: &Model, host: &dyn Host, choices: &[(&File, Choice)]) -> Vec<Diagnostic> {
    let mut archives: BTreeMap<Utf8PathBuf, bool> = BTreeMap::new();
    for (file, choice) in choices {
        let home = file.home.as_ref().filter(|_| choice.includes(&rules::unused_member::RULE));
        if let Some(root) = home.and_then(|home| host.archive_root(&home.directory)) {
            // What a damaged file refers to is not known.
            *archives.entry(root).or_default() |= file.tree().is_damaged();
        }
    }
    let mut diagnostics = Vec::new();
    for (root, _) in archives.iter().filter(|(_, is_damaged)| !**is_damaged) {
        let path = Archive::path_of(root);
        let identity = host.identity(path);
        let place = model.types.graph.files.iter().find(|file| file.identity == identity);
        let (Some(place), Some(archive)) = (place, host.archive(path)) else { continue };
        let used = used_paths(model, &archive);
        let is_used = |member: &Utf8Path| member.ancestors().any(|path| used.contains(path));
        let members = archive.contents();
        let mut unused: Vec<&str> = members
            .into_iter()
            .filter(|member| !is_for_readers(member) && !is_used(member))
            .map(Utf8Path::as_str)
            .collect();
        unused.sort_unstable();
        if !unused.is_empty() {
            diagnostics.push(rules::unused_member::new(Span::start_of(place.id), &unused));
        }
    }
    diagnostics
}

/// Whether a member is metadata, or for people who read about the archive.
fn is_for_readers(member: &Utf8Path) -> bool {
    let stem = member.file_stem().unwrap_or_default().to_ascii_lowercase();
    FOR_READERS.contains(&&*stem)
        || member.extension().is_some_and(|extension| METADATA.contains(&extension))
        || DIRECTORIES.iter().any(|directory| member.starts_with(directory))
}

/// Returns the paths in the archive that texts may refer to.
fn used_paths(model: &Model, archive: &Archive) -> FxHashSet<Utf8PathBuf> {
    let mut used = FxHashSet::default();
    let root = &archive.root;
    let mut add = |directory: &Utf8Path, text: &str| {
        for start in [directory, &**root] {
            let path = paths::clean(&paths::join(start, Utf8Path::new(text.trim_start_matches('/'))));
            let inside = path.strip_prefix(root).ok().filter(|inside| !inside.as_str().is_empty());
            used.extend(inside.map(Utf8Path::to_owned));
        }
    };
    for file in &model.types.graph.files {
        let home = file.home.as_ref().filter(|home| home.directory.starts_with(root));
        let Some(home) = home else { continue };
        let name = file.identity.file_name().unwrap_or_default();
        add(&home.directory, name);
        file.parsed().written_once().texts().for_each(|text| add(&home.directory, text));
    }
    for (member, _) in archive
        .files()
        .filter(|(member, _)| member.extension().is_some_and(|extension| matches!(extension, "meta" | "mf")))
    {
        let content = archive.read(member.as_str(), MAX_BYTES).unwrap_or_default();
        for line in String::from_utf8_lossy(&content).lines() {
            let value = line.split_once(": ").map_or(line, |(_, value)| value).trim();
            let names = value.split_whitespace().map(|name| name.trim_matches('"'));
            std::iter::once(value.trim_matches('"')).chain(names).for_each(|name| add(root, name));
        }
    }
    used
}
