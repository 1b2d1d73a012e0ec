//! Access to the outside world through one trait.
//!
//! Input: paths. Output: bytes, listings, identities. This is the only module of the library that uses the
//! file system. All others get a `&dyn Host`, so the same code works with disks, editors, archives and tests.
//! Paths are UTF-8 with `/` on every system. In names that are not printable UTF-8, the other bytes are
//! escaped; such a file is found under its escaped name.

mod archive;
mod archives;
#[cfg(feature = "disk")]
mod atomic;
#[cfg(feature = "disk")]
mod cache_directory;
mod checksum;
#[cfg(feature = "disk")]
mod disk;
mod errors;
mod fetch;
mod forward;
#[cfg(feature = "disk")]
mod git;
mod limits;
#[cfg(feature = "disk")]
mod listings;
mod memory;
#[cfg(feature = "network")]
mod network;
mod other_files;
mod overlay;
pub mod paths;
mod read_at;
mod recorder;
mod stamp;

use std::io::{self, BufReader, Write};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

pub use archive::{Archive, ArchiveFault, ArchiveFormat};
pub use archives::Archives;
#[cfg(feature = "disk")]
pub use atomic::AtomicFile;
#[cfg(feature = "disk")]
pub use cache_directory::cache_directory;
pub use checksum::ChecksumAlgorithm;
#[cfg(feature = "disk")]
pub use disk::{Disk, reason};
pub use errors::{ChangesError, ReadError, WriteError};
pub use fetch::{Fetch, FetchError, FetchedFile};
pub use limits::Limits;
pub use memory::Memory;
#[cfg(feature = "network")]
pub use network::{Network, NetworkOptions};
pub(crate) use other_files::XML_NAMESPACE;
pub use other_files::xml_root;
pub use overlay::Overlay;
pub use read_at::{InOrder, ReadAt};
pub use recorder::{Asked, Recorder};
pub use stamp::Stamp;

/// The bytes of a file that are read at once when it is copied.
const COPY_BYTES: usize = 64 * 1024;

/// The kind of thing at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entry {
    /// A file, or a symbolic link to one.
    File,
    /// A directory.
    Directory,
}

/// The changes in a working directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The files that are new or different, as absolute paths.
    pub files: Vec<Utf8PathBuf>,
    /// Whether any file was removed; which one is not recorded.
    pub removed: bool,
}

/// Access to files. Paths may be relative, unless stated otherwise.
pub trait Host: Sync {
    /// Reads a file, or returns an error if it is larger than `max_bytes`.
    fn read(&self, path: &Utf8Path, max_bytes: u64) -> Result<Vec<u8>, ReadError>;

    /// Reads a file as [`read`](Host::read) does, and returns it with the stamp that it had before. A host can look at the
    /// file once for both.
    fn read_stamped(&self, path: &Utf8Path, max_bytes: u64) -> Result<(Vec<u8>, Option<Stamp>), ReadError> {
        let stamp = self.stamp(path);
        Ok((self.read(path, max_bytes)?, stamp))
    }

    /// Opens a file that is read at any position, such as an archive. The default reads all of it.
    fn open(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, ReadError> {
        Ok(Box::new(self.read(path, u64::MAX)?))
    }

    /// Writes the content of a file, of any size, to `to`, and returns the number of its bytes.
    fn copy(&self, path: &Utf8Path, to: &mut dyn Write) -> Result<u64, ReadError> {
        let content = self.open(path)?;
        let mut reader = BufReader::with_capacity(COPY_BYTES, InOrder::new(&*content, 0));
        io::copy(&mut reader, to).map_err(|error| ReadError::Refused(error.to_string()))
    }

    /// Whether the system of the file says that it can be run as a program, which not all systems do.
    fn is_executable(&self, path: &Utf8Path) -> bool {
        let _ = path;
        false
    }

    /// Returns the archive that the file `path` is, or `None` if it is not one, or this host does not open archives.
    fn archive(&self, path: &Utf8Path) -> Option<Arc<Archive>> {
        let _ = path;
        None
    }

    /// Returns the directory that stands for the archive that `path` is inside of, or `None` if it is in none.
    fn archive_root(&self, path: &Utf8Path) -> Option<Utf8PathBuf> {
        let _ = path;
        None
    }

    /// Returns a mark of the content of a file, or `None` if it has to be read to know whether it changed.
    fn stamp(&self, path: &Utf8Path) -> Option<Stamp> {
        let _ = path;
        None
    }

    /// Returns what is at `path`, following symbolic links, or `None` if it does not exist.
    fn entry(&self, path: &Utf8Path) -> Option<Entry>;

    /// Lists the YAML files (`.yaml`, `.yml`, `.tosca`) below a directory, and the JSON files that begin with
    /// `tosca_definitions_version`, sorted, without those that files such as `.gitignore` exclude. The second list has
    /// the directories that could not be read, with the reason.
    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>);

    /// Lists the YAML files below a directory and those without an extension, sorted, like [`list`](Host::list), but
    /// including hidden files and those that files such as `.gitignore` exclude.
    fn list_whole(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        self.list(directory)
    }

    /// Returns the absolute path that identifies a file however it is reached, with `.`, `..` and symbolic
    /// links resolved. A path that does not exist is made absolute and cleaned.
    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf;

    /// Whether the path is escaped, because the real name is not printable UTF-8.
    fn is_escaped(&self, path: &Utf8Path) -> bool {
        let _ = path;
        false
    }

    /// Returns the absolute path of the directory that relative paths start from.
    fn working_directory(&self) -> Utf8PathBuf;

    /// Returns the absolute form of `path`, with `.` and `..` resolved.
    fn absolute(&self, path: &Utf8Path) -> Utf8PathBuf {
        paths::clean(&paths::join(&self.working_directory(), path))
    }

    /// Whether file names that differ only in case name the same file.
    fn ignores_case(&self) -> bool {
        cfg!(any(windows, target_os = "macos"))
    }

    /// Whether paths can start with a drive or a share.
    fn is_windows(&self) -> bool {
        cfg!(windows)
    }

    /// Returns the changes since the commit `since`, or since the last commit, including uncommitted changes
    /// and untracked files.
    fn changes(&self, since: Option<&str>) -> Result<Changes, ChangesError> {
        let _ = since;
        Err(ChangesError::NoVersionControl)
    }

    /// Writes a file, which is replaced if it exists: completely, or not at all.
    fn write(&self, path: &Utf8Path, content: &[u8]) -> Result<(), WriteError> {
        let _ = (path, content);
        Err(WriteError::ReadOnly)
    }
}
