//! Finds the files to check from the given paths.

use camino::{Utf8Path, Utf8PathBuf};
use globset::GlobBuilder;

use crate::host::{Entry, Host, paths};

use super::archive;

/// A file to check.
#[derive(Clone, Debug)]
pub struct EntryFile {
    /// The path as displayed.
    pub path: Utf8PathBuf,
    /// The directory that was searched, absolute and clean, or `None` if the file was named.
    pub searched: Option<Utf8PathBuf>,
}

/// The result of expanding paths.
#[derive(Clone, Debug, Default)]
pub struct ExpandedPaths {
    /// Files that were named, and all YAML files of directories.
    pub files: Vec<EntryFile>,
    /// Directories and files that could not be read, with the reason; URLs without a local copy have none.
    pub failures: Vec<(Utf8PathBuf, Option<String>)>,
    /// The number of files of directories that were skipped because they are excluded.
    pub excluded: usize,
    /// Whether some of the files to check are not loaded.
    pub is_part: bool,
}

/// Expands directories and globs. A directory search skips files that are `excluded`.
pub fn expand(host: &dyn Host, given: &[Utf8PathBuf], excluded: &dyn Fn(&Utf8Path) -> bool) -> ExpandedPaths {
    let mut entries = ExpandedPaths::default();
    for path in given {
        match host.entry(path) {
            Some(Entry::Directory) => {
                let mut excluded_count = 0;
                let is_included = |path: &Utf8Path| {
                    let is_kept = !excluded(path);
                    excluded_count += usize::from(!is_kept);
                    is_kept
                };
                search(host, path, is_included, &mut entries);
                entries.excluded += excluded_count;
            }
            None if is_pattern(path) => glob(host, path, &mut entries),
            _ => match host.archive(path) {
                Some(archive) => {
                    let inside = |name: String| EntryFile {
                        path: paths::join(Utf8Path::new(&format!("{path}!")), Utf8Path::new(&name)),
                        searched: Some(archive.root.clone()),
                    };
                    entries.files.extend(archive::definitions(host, &archive).into_iter().map(inside));
                }
                None => entries.files.push(EntryFile { path: path.clone(), searched: None }),
            },
        }
    }
    entries
}

fn search(
    host: &dyn Host,
    directory: &Utf8Path,
    mut is_included: impl FnMut(&Utf8Path) -> bool,
    entries: &mut ExpandedPaths,
) {
    let (files, failures) = host.list(directory);
    let below = |path: Utf8PathBuf| path.strip_prefix("./").map_or_else(|_| path.clone(), Utf8Path::to_owned);
    entries.failures.extend(failures.into_iter().map(|(path, reason)| (below(path), Some(reason))));
    let working = host.working_directory();
    let searched = host.absolute(directory);
    for path in files.into_iter().filter(|path| is_included(path)) {
        let path = if paths::is_absolute(directory) { path } else { paths::below(&path, &working) };
        let path = below(path);
        entries.files.push(EntryFile { path, searched: Some(searched.clone()) });
    }
}

/// Expands a pattern, from its last directory without a special character; files that match count as named.
fn glob(host: &dyn Host, pattern: &Utf8Path, entries: &mut ExpandedPaths) {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let plain: Utf8PathBuf =
        pattern.components().take_while(|part| !part.as_str().contains(['*', '?', '[', '{'])).collect();
    let start = if plain.as_str().is_empty() { Utf8PathBuf::from(".") } else { plain };
    let matcher = GlobBuilder::new(pattern.as_str())
        .literal_separator(true)
        // In a file name that is not UTF-8, a backslash precedes the numbers of its bytes.
        .backslash_escape(!host.is_escaped(pattern))
        .build();
    let Ok(matcher) = matcher.map(|glob| glob.compile_matcher()) else {
        entries.files.push(EntryFile { path: pattern.to_owned(), searched: None });
        return;
    };
    let working = host.working_directory();
    let count_before = entries.files.len();
    let fits = |path: &Utf8Path| {
        let path = path.strip_prefix("./").unwrap_or(path);
        matcher.is_match(path) || path.strip_prefix(&working).is_ok_and(|path| matcher.is_match(path))
    };
    search(host, &start, fits, entries);
    for file in &mut entries.files[count_before..] {
        file.searched = None;
    }
    if entries.files.len() == count_before {
        entries.files.push(EntryFile { path: pattern.to_owned(), searched: None });
    }
}

/// Whether a path is a pattern.
pub(super) fn is_pattern(path: &Utf8Path) -> bool {
    path.as_str().contains(['*', '?', '[', '{'])
}

/// Whether a pattern matches some file.
pub(super) fn fits_something(host: &dyn Host, pattern: &Utf8Path) -> bool {
    let mut entries = ExpandedPaths::default();
    glob(host, pattern, &mut entries);
    entries.files.iter().any(|file| host.entry(&file.path).is_some())
}
