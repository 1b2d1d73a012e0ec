//! The outside world, behind one trait.
//!
//! In: paths. Out: bytes, listings, identities. The only module of the library that touches the file
//! system; everything else gets a `&dyn Host`, so that the same core serves disks, editors, archives and
//! tests. Paths are UTF-8 here, with `/` on every system; a name that is not is shown, and found again, with its
//! odd bytes escaped.

#[cfg(feature = "disk")]
mod atomic;
#[cfg(feature = "disk")]
mod disk;
mod errors;
#[cfg(feature = "disk")]
mod git;
mod limits;
mod memory;
mod overlay;
pub mod paths;
mod recorder;

use camino::{Utf8Path, Utf8PathBuf};

#[cfg(feature = "disk")]
pub use atomic::AtomicFile;
#[cfg(feature = "disk")]
pub use disk::{Disk, reason};
pub use errors::{ChangesError, ReadError, WriteError};
pub use limits::Limits;
pub use memory::Memory;
pub use overlay::Overlay;
pub use recorder::{Asked, Recorder};

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entry {
    /// A file, or a symbolic link to one.
    File,
    /// A directory.
    Directory,
}

/// What changed in a working directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The files that are new or different, absolute.
    pub files: Vec<Utf8PathBuf>,
    /// Whether a file was removed.
    pub removed: bool,
}

/// Access to files.
pub trait Host: Sync {
    /// The bytes of a file of at most `most` bytes.
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError>;

    /// What is at `path`, symbolic links followed; none where there is nothing.
    fn entry(&self, path: &Utf8Path) -> Option<Entry>;

    /// The YAML files (`.yaml`, `.yml`, `.tosca`) below a directory, sorted, without those that ignore
    /// files exclude; and the directories that could not be read, with the reason.
    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>);

    /// The absolute path that identifies a file however it is reached: `.`, `..` and symbolic links
    /// resolved. A path that does not exist is made absolute and cleaned.
    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf;

    /// Whether the path is shown escaped, because the real name is not printable UTF-8.
    fn is_odd(&self, path: &Utf8Path) -> bool {
        let _ = path;
        false
    }

    /// The directory that relative paths count from, absolute.
    fn working_directory(&self) -> Utf8PathBuf;

    /// `path` counted from the working directory, with `.` and `..` resolved.
    fn absolute(&self, path: &Utf8Path) -> Utf8PathBuf {
        paths::clean(&paths::join(&self.working_directory(), path))
    }

    /// Whether names of files that differ in upper and lower case only name the same file.
    fn ignores_case(&self) -> bool {
        cfg!(any(windows, target_os = "macos"))
    }

    /// Whether paths have drives and shares.
    fn is_windows(&self) -> bool {
        cfg!(windows)
    }

    /// What changed since the commit `since`, or since the last one, that is not in it: also files that no
    /// commit knows. Or why that cannot be told.
    fn changes(&self, since: Option<&str>) -> Result<Changes, ChangesError> {
        let _ = since;
        Err(ChangesError::NoVersionControl)
    }

    /// Replaces the content of a file, or makes a new one, as a whole or not at all; or tells why not.
    fn write(&self, path: &Utf8Path, content: &[u8]) -> Result<(), WriteError> {
        let _ = (path, content);
        Err(WriteError::ReadOnly)
    }
}
