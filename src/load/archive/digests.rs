//! Checks the digests of files that an archive lists: in blocks of its meta file, and in the manifest of ETSI NFV packages
//! (SOL004 §4.3).
//!
//! Input: the meta file, and the text of the manifest. Output: findings about files that do not exist or have another
//! digest. The signature and certificates are not checked.

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};
use crate::host::{ChecksumAlgorithm, Entry, paths};

use super::meta::Pair;
use super::{Archive, ENTRY};

/// The keynames of the meta file that name a manifest: that of SOL004, and an older one.
const MANIFEST: [&str; 2] = ["ETSI-Entry-Manifest", "Entry-Manifest"];

/// The line before a signature: what follows is not about files.
const SIGNATURE: &str = "-----BEGIN";

/// A text with its span.
type Written<'t> = (&'t str, Span);

/// What is said about one file.
#[derive(Clone, Copy)]
struct Listed<'t> {
    name: Written<'t>,
    algorithm: Option<Written<'t>>,
    hash: Option<Written<'t>>,
}

/// Returns the path of the manifest of an archive: the file that the meta file names, or the file next to the entry with
/// its name and the extension `mf`.
pub(super) fn manifest(archive: &Archive<'_>) -> Option<Utf8PathBuf> {
    let path = match MANIFEST.iter().find_map(|name| archive.meta.get(name)) {
        Some(pair) => archive.path(&pair.value),
        None => archive.path(&archive.meta.get(ENTRY)?.value).with_extension("mf"),
    };
    (path.starts_with(&archive.root) && archive.host.entry(&path) == Some(Entry::File)).then_some(path)
}

/// Checks that the file exists that the meta file names as the manifest.
pub(super) fn review_manifest_name(archive: &Archive<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for pair in MANIFEST.iter().filter_map(|name| archive.meta.get(name)) {
        let listed = Listed { name: (&pair.value, pair.value_span), algorithm: None, hash: None };
        review(archive, listed, diagnostics);
    }
}

/// Checks the files that blocks of the meta file list by `Name`.
pub(super) fn review_blocks<'a>(archive: &Archive<'a>, diagnostics: &mut Vec<Diagnostic>) {
    for block in archive.meta.blocks.iter().skip(1) {
        let find = |name: &str| block.iter().find(|pair| pair.name.eq_ignore_ascii_case(name));
        let written = |pair: &'a Pair| (&*pair.value, pair.value_span);
        let (Some(name), Some(hash)) = (find("Name"), find("Hash")) else { continue };
        let algorithm = find("Algorithm").map(written);
        let listed = Listed { name: written(name), algorithm, hash: Some(written(hash)) };
        review(archive, listed, diagnostics);
    }
}

/// Checks the files that a manifest lists by `Source`; `text` is the content of `file`.
pub(super) fn review_manifest(
    archive: &Archive<'_>,
    text: &str,
    file: FileId,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut listed: Option<Listed<'_>> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        if line.starts_with(SIGNATURE) {
            break;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let position = line_start + key.len() + 1 + (value.len() - value.trim_start().len());
        let value = value.trim();
        let offset = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let written = (value, Span::new(file, offset(position), offset(position + value.len())));
        match key.trim().trim_start_matches("- ").to_ascii_lowercase().as_str() {
            "source" => {
                let before = listed.replace(Listed { name: written, algorithm: None, hash: None });
                if let Some(before) = before {
                    review(archive, before, diagnostics);
                }
            }
            key @ ("algorithm" | "hash") => {
                if let Some(listed) = &mut listed {
                    let part = if key == "hash" { &mut listed.hash } else { &mut listed.algorithm };
                    *part = Some(written);
                }
            }
            _ => {}
        }
    }
    if let Some(last) = listed {
        review(archive, last, diagnostics);
    }
}

/// Checks one file: it must exist, and have the digest that is listed.
fn review(archive: &Archive<'_>, listed: Listed<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let (name, span) = listed.name;
    // Packages may refer to files elsewhere.
    if name.is_empty() || crate::syntax::scheme(name).is_some() {
        return;
    }
    let path = archive.path(name);
    if !path.starts_with(&archive.root) {
        return diagnostics.push(rules::outside_root::file(span, name, "archive"));
    }
    match archive.host.entry(&path) {
        Some(Entry::File) => diagnostics.extend(digest(archive, listed, &path)),
        Some(Entry::Directory) => {}
        None => {
            let shown = paths::shown(&path, &archive.host.working_directory());
            diagnostics.push(rules::missing_file::in_archive(span, name, shown.as_str()));
        }
    }
}

/// Compares the digest of the file at `path`.
fn digest(archive: &Archive<'_>, listed: Listed<'_>, path: &Utf8Path) -> Option<Diagnostic> {
    let ((algorithm, _), (hash, span)) = (listed.algorithm?, listed.hash?);
    let known = ChecksumAlgorithm::named(algorithm)?;
    if hash.len() != known.digits() {
        let is_hexadecimal = hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        return is_hexadecimal
            .then(|| rules::checksum_length::new(span, algorithm, hash.len(), known.digits()));
    }
    let actual = known.other_than(hash, archive.host, path)?;
    let (name, name_span) = listed.name;
    Some(rules::wrong_checksum::new(span, algorithm, &actual, name, name_span))
}
