//! The real file system.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};

use super::listings::Listings;
use super::other_files::{BEGINNING, is_listed};
use super::read_at::OpenFile;
use super::{
    AtomicFile, Changes, ChangesError, Entry, Host, ReadAt, ReadError, Stamp, WriteError, git, paths,
};

/// The real names of path components, by their escaped spelling. It is shared, so that every [`Disk`] finds
/// the names of arguments and listings.
static ESCAPED: Mutex<BTreeMap<String, OsString>> = Mutex::new(BTreeMap::new());

/// The files on disk. Names that are not UTF-8 or contain control characters are remembered under their
/// escaped spelling.
#[derive(Debug, Default)]
pub struct Disk {
    /// The identities of directories that were resolved so far.
    directories: Mutex<HashMap<String, Utf8PathBuf>>,
    working_directory: OnceLock<Utf8PathBuf>,
    listings: Listings,
    /// The listings that include hidden and excluded files.
    whole_listings: Listings,
}

impl Disk {
    /// The file system of this machine.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the path as this host writes it; odd names are escaped and remembered.
    #[must_use]
    pub fn known_path(&self, path: OsString) -> Utf8PathBuf {
        let path = match path.into_string() {
            Ok(path) if !path.contains(char::is_control) && self.is_windows() => {
                return paths::from_windows(&path).into();
            }
            Ok(path) if !path.contains(char::is_control) => return path.into(),
            path => PathBuf::from(path.map_or_else(|path| path, OsString::from)),
        };
        let mut known = Utf8PathBuf::new();
        for component in path.components() {
            let name = component.as_os_str();
            match name.to_str().filter(|name| !name.contains(char::is_control)) {
                Some(name) => known.push(name),
                None => {
                    let shown = paths::escape(name.as_encoded_bytes());
                    known.push(&shown);
                    if let Ok(mut escaped) = ESCAPED.lock() {
                        escaped.insert(shown, name.to_owned());
                    }
                }
            }
        }
        known
    }

    /// Returns the path as the operating system writes it.
    #[must_use]
    pub fn real_path(&self, path: &Utf8Path) -> PathBuf {
        real(path)
    }

    /// Forgets the identities of directories, because symbolic links may have changed.
    pub fn look_again(&self) {
        if let Ok(mut known) = self.directories.lock() {
            known.clear();
        }
    }

    fn canonical(&self, path: &Utf8Path) -> Utf8PathBuf {
        match std::fs::canonicalize(real(path)) {
            Ok(canonical) => self.known_path(canonical.into_os_string()),
            Err(_) => self.absolute(path),
        }
    }

    fn directory(&self, path: &Utf8Path) -> Utf8PathBuf {
        let path = if path.as_str().is_empty() { Utf8Path::new(".") } else { path };
        let known = self.directories.lock().ok().and_then(|known| known.get(path.as_str()).cloned());
        known.unwrap_or_else(|| {
            let identity = self.identity(path);
            if let Ok(mut known) = self.directories.lock() {
                known.insert(path.to_string(), identity.clone());
            }
            identity
        })
    }

    /// Lists all files below a directory, sorted, except for those of version control.
    #[must_use]
    pub fn list_all(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        self.walk(directory, &Listings::default(), without_filters, |_| true)
    }

    /// Lists the files below a directory, sorted, which `configure` includes and whose names are to be listed.
    /// Returns the files and directories in a directory, in no particular order; an empty list if it is unreadable.
    #[must_use]
    pub fn children(&self, directory: &Utf8Path) -> Vec<(Utf8PathBuf, Entry)> {
        let entries = std::fs::read_dir(real(directory)).into_iter().flatten().flatten();
        let named = entries.filter_map(|entry| Some(directory.join(entry.file_name().to_str()?)));
        named.filter_map(|path| self.entry(&path).map(|entry| (path, entry))).collect()
    }

    fn walk(
        &self,
        directory: &Utf8Path,
        listings: &Listings,
        configure: fn(&mut ignore::WalkBuilder),
        is_listed: fn(&Utf8Path) -> bool,
    ) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        if let Some(files) = listings.get(directory) {
            return (files, Vec::new());
        }
        let (mut files, mut failures, mut visited) = (Vec::new(), Vec::new(), Vec::new());
        let mut walk = ignore::WalkBuilder::new(real(directory));
        walk.follow_links(false).sort_by_file_name(OsStr::cmp);
        configure(&mut walk);
        let walk = walk.build();
        for entry in walk {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    failures.push(failure(directory, &error));
                    continue;
                }
            };
            if entry.file_type().is_none_or(|kind| !kind.is_file()) {
                visited.push(entry.path().to_owned());
            }
            if is_file(&entry) {
                let path = self.known_path(entry.into_path().into_os_string());
                if is_listed(&path) {
                    files.push(path);
                }
            }
        }
        if failures.is_empty() {
            listings.keep(directory, &files, visited);
        }
        (files, failures)
    }
}

impl Host for Disk {
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError> {
        Ok(self.read_stamped(path, most)?.0)
    }

    fn read_stamped(&self, path: &Utf8Path, most: u64) -> Result<(Vec<u8>, Option<Stamp>), ReadError> {
        let real = real(path);
        let refused = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => ReadError::Missing,
            std::io::ErrorKind::IsADirectory => ReadError::Directory,
            _ => ReadError::Refused(reason(&error)),
        };
        let metadata = std::fs::metadata(&real).map_err(refused)?;
        // A pipe would wait for its writer; one that the shell created is below `/dev` or `/proc`.
        let special = real.starts_with("/dev") || real.starts_with("/proc");
        if !metadata.is_file() && !metadata.is_dir() && !special {
            return Err(ReadError::Refused("it is not a regular file".to_owned()));
        }
        let file = File::open(&real).map_err(refused)?;
        if metadata.is_dir() {
            return Err(ReadError::Directory);
        }
        if metadata.len() > most {
            return Err(ReadError::TooLarge(Some(metadata.len())));
        }
        let mut content = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
        file.take(most.saturating_add(1)).read_to_end(&mut content).map_err(refused)?;
        if content.len() as u64 > most {
            return Err(ReadError::TooLarge(None));
        }
        let stamp = metadata.is_file().then(|| Stamp::of_metadata(&metadata)).flatten();
        Ok((content, stamp))
    }

    fn open(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, ReadError> {
        let refused = |error: std::io::Error| ReadError::Refused(reason(&error));
        let real = real(path);
        // A pipe would wait for its writer.
        if !std::fs::metadata(&real).map_err(refused)?.is_file() {
            return Err(ReadError::Refused("it is not a regular file".to_owned()));
        }
        Ok(Box::new(File::open(&real).and_then(OpenFile::new).map_err(refused)?))
    }

    #[cfg(unix)]
    fn is_executable(&self, path: &Utf8Path) -> bool {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = std::fs::metadata(real(path));
        metadata.is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o100 != 0)
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        let metadata = std::fs::metadata(real(path)).ok()?;
        Some(if metadata.is_dir() { Entry::Directory } else { Entry::File })
    }

    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let walk = |walk: &mut ignore::WalkBuilder| {
            walk.require_git(false);
        };
        let is_listed = |path: &Utf8Path| is_listed(path, || beginning(&real(path)).into());
        self.walk(directory, &self.listings, walk, is_listed)
    }

    fn list_whole(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let is_listed = |path: &Utf8Path| paths::is_yaml_name(path) || paths::has_no_extension(path);
        self.walk(directory, &self.whole_listings, without_filters, is_listed)
    }

    fn stamp(&self, path: &Utf8Path) -> Option<Stamp> {
        let metadata = std::fs::metadata(real(path)).ok()?;
        if metadata.is_file() { Stamp::of_metadata(&metadata) } else { None }
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
            return self.canonical(path);
        };
        // Most files are not links: then the directory and the name suffice, unless names ignore case.
        let is_plain = || std::fs::symlink_metadata(real(path)).is_ok_and(|metadata| !metadata.is_symlink());
        if !self.ignores_case() && is_plain() {
            paths::join(&self.directory(directory), Utf8Path::new(name))
        } else {
            self.canonical(path)
        }
    }

    fn is_escaped(&self, path: &Utf8Path) -> bool {
        path.as_str().contains("\\x")
            && ESCAPED.lock().is_ok_and(|escaped| {
                path.components().any(|component| escaped.contains_key(component.as_str()))
            })
    }

    fn changes(&self, since: Option<&str>) -> Result<Changes, ChangesError> {
        let here = real(&self.working_directory());
        let top = git::names(&here, &["rev-parse", "--show-toplevel"])?.pop().unwrap_or_default();
        let top = PathBuf::from(top.to_string_lossy().trim_end_matches(['\n', '\r']));
        // Compares with the common ancestor, so that commits of others do not count as changes.
        let base = match since {
            Some(since) => vec!["--merge-base", "--end-of-options", since],
            None if git::names(&here, &["rev-parse", "--verify", "--quiet", "HEAD"]).is_ok() => vec!["HEAD"],
            // Before the first commit all staged files are changes.
            None => vec!["--cached"],
        };
        let list = |filter| {
            let start = ["diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", filter];
            let arguments: Vec<&str> = start.iter().chain(&base).chain(&["--"]).copied().collect();
            git::names(&top, &arguments)
        };
        let mut names = list("--diff-filter=d")?;
        let removed = !list("--diff-filter=D")?.is_empty();
        names.extend(git::names(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?);
        let known = |name: OsString| self.canonical(&self.known_path(top.join(name).into_os_string()));
        Ok(Changes { files: names.into_iter().map(known).collect(), removed })
    }

    fn write(&self, path: &Utf8Path, content: &[u8]) -> Result<(), WriteError> {
        AtomicFile::replace(&real(path), content).map_err(|error| WriteError::Refused(reason(&error)))
    }

    fn working_directory(&self) -> Utf8PathBuf {
        let current = || {
            std::env::current_dir()
                .map_or_else(|_| Utf8PathBuf::from("/"), |path| self.known_path(path.into_os_string()))
        };
        self.working_directory.get_or_init(current).clone()
    }
}

/// Makes a walk find all files, except for those of version control, which are not those of the user.
fn without_filters(walk: &mut ignore::WalkBuilder) {
    walk.standard_filters(false).filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git");
}

/// Returns the beginning of a regular file; empty if the file cannot be read.
fn beginning(path: &Path) -> Vec<u8> {
    let mut content = Vec::new();
    // Opening a pipe would wait for its writer.
    if std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        && let Ok(file) = File::open(path)
    {
        // What cannot be read is not recognized.
        let _ = file.take(BEGINNING).read_to_end(&mut content);
    }
    content
}

/// Returns the path as the operating system writes it.
fn real(path: &Utf8Path) -> PathBuf {
    if !path.as_str().contains("\\x") {
        return path.as_std_path().to_owned();
    }
    let Ok(escaped) = ESCAPED.lock() else {
        return path.as_std_path().to_owned();
    };
    let real = |name: &str| escaped.get(name).cloned().unwrap_or_else(|| name.into());
    path.components().map(|component| real(component.as_str())).collect()
}

/// Whether a search found a file or a link to one. Links to directories are not followed; their files are
/// found at their real location.
fn is_file(entry: &ignore::DirEntry) -> bool {
    let is_directory = match entry.file_type() {
        Some(kind) if kind.is_symlink() => entry.path().is_dir(),
        Some(kind) => kind.is_dir(),
        None => true,
    };
    !is_directory
}

fn failure(directory: &Utf8Path, error: &ignore::Error) -> (Utf8PathBuf, String) {
    let mut path = directory.to_owned();
    let mut inner = error;
    loop {
        match inner {
            ignore::Error::WithPath { path: failed_path, err } => {
                path = Utf8PathBuf::from(paths::escape(failed_path.as_os_str().as_encoded_bytes()));
                inner = err;
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                inner = err;
            }
            ignore::Error::Io(error) => return (path, reason(error)),
            other => return (path, other.to_string()),
        }
    }
}

/// The reason of an error in lower case; that of the operating system without its number.
#[must_use]
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = match text.split_once(" (os error") {
        // Errors that wrap the system's error repeat the path.
        Some((system, _)) => system.rsplit(": ").next().unwrap_or(system),
        None => &text,
    };
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
