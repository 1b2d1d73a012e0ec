//! Listings of directories on disk, which are kept until something that they depend on changes.
//!
//! A listing depends on the directories that it visits, and on the ignore files in them and above them. It is
//! kept only when a directory is listed again, so that a single run does not pay for it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};

use super::Stamp;

/// The files that exclude others from listings. The last one belongs to a repository.
const IGNORE_FILES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// The listings of directories that were listed more than once.
#[derive(Debug, Default)]
pub(super) struct Listings {
    known: Mutex<HashMap<Utf8PathBuf, Option<Arc<Listing>>>>,
}

/// The files below a directory, and what they depend on.
#[derive(Debug)]
struct Listing {
    files: Vec<Utf8PathBuf>,
    /// The paths whose content decides what is listed.
    contents: Vec<(PathBuf, Content)>,
    /// Repositories, by whether they exist: ignore files above one have no effect in it.
    repositories: Vec<(PathBuf, bool)>,
    /// The ignore file of the user.
    global: Option<PathBuf>,
}

/// What is at a path.
#[derive(Debug, PartialEq, Eq)]
enum Content {
    Missing,
    /// It has just changed.
    Unsettled,
    Stamped(Stamp),
}

impl Content {
    fn at_path(path: &Path) -> Self {
        match std::fs::metadata(path) {
            Err(_) => Self::Missing,
            Ok(metadata) => Stamp::of_metadata(&metadata).map_or(Self::Unsettled, Self::Stamped),
        }
    }
}

impl Listings {
    /// Returns the files below `directory` if they were kept and are the same as they were.
    pub(super) fn get(&self, directory: &Utf8Path) -> Option<Vec<Utf8PathBuf>> {
        let listing = self.known.lock().ok()?.get(directory)?.clone()?;
        listing.is_current().then(|| listing.files.clone())
    }

    /// Keeps the files below `directory` if it was listed before; `visited` are the directories and links on
    /// the way.
    pub(super) fn keep(&self, directory: &Utf8Path, files: &[Utf8PathBuf], visited: Vec<PathBuf>) {
        let Ok(mut known) = self.known.lock() else { return };
        match known.get_mut(directory) {
            Some(kept) => *kept = Listing::new(files, visited).map(Arc::new),
            None => {
                known.insert(directory.to_owned(), None);
            }
        }
    }
}

impl Listing {
    /// Returns a listing, or `None` if what it depends on has just changed.
    fn new(files: &[Utf8PathBuf], visited: Vec<PathBuf>) -> Option<Self> {
        let top = visited.first()?.canonicalize().ok()?;
        let global = ignore::gitignore::gitconfig_excludes_path();
        let inside = visited.iter().flat_map(|path| IGNORE_FILES.map(|name| path.join(name)));
        let mut paths: Vec<PathBuf> = inside.filter(|path| path.exists()).collect();
        // A new one in a visited directory changes that directory. Those above are not visited.
        let above = top.ancestors().skip(1);
        paths.extend(above.clone().flat_map(|path| IGNORE_FILES.map(|name| path.join(name))));
        paths.extend(global.clone());
        paths.extend(visited);
        let contents = paths.into_iter().map(|path| (Content::at_path(&path), path));
        let contents = contents.map(|(content, path)| (path, content)).collect();
        let repositories = above.map(|path| path.join(".git")).map(|path| (path.exists(), path));
        let repositories = repositories.map(|(exists, path)| (path, exists)).collect();
        let listing = Self { files: files.to_owned(), contents, repositories, global };
        let is_settled = listing.contents.iter().all(|(_, content)| *content != Content::Unsettled);
        is_settled.then_some(listing)
    }

    fn is_current(&self) -> bool {
        self.contents.iter().all(|(path, content)| Content::at_path(path) == *content)
            && self.repositories.iter().all(|(path, exists)| path.exists() == *exists)
            && self.global == ignore::gitignore::gitconfig_excludes_path()
    }
}
