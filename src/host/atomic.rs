//! Files that are written completely or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that replaces its target when all of it is written. If writing fails, the target is unchanged.
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    /// The temporary file and its target, or `None` for devices and pipes.
    paths: Option<(PathBuf, PathBuf)>,
}

impl AtomicFile {
    /// Starts to write `path`, in a directory that exists.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A symbolic link is kept.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if let Ok(metadata) = std::fs::metadata(&path) {
            if metadata.is_dir() {
                return Err(io::Error::other("it is a directory"));
            }
            if !metadata.is_file() {
                return Ok(Self { file: File::options().write(true).open(&path)?, paths: None });
            }
        }
        let name = path.file_name().ok_or_else(|| io::Error::other("it has no file name"))?;
        let mut number = 0;
        loop {
            let mut temporary = std::ffi::OsString::from(".");
            temporary.push(name);
            temporary.push(format!(".{}-{number}.tmp", std::process::id()));
            let temporary = path.with_file_name(temporary);
            match File::options().write(true).create_new(true).open(&temporary) {
                Ok(file) => return Ok(Self { file, paths: Some((temporary, path)) }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Replaces the content of the file `path`.
    pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(content)?;
        file.commit()
    }

    /// Moves the file to its target, and keeps the permissions of the old file.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((temporary, path)) = &self.paths else { return Ok(()) };
        if let Ok(metadata) = std::fs::metadata(path) {
            std::fs::set_permissions(temporary, metadata.permissions())?;
        }
        std::fs::rename(temporary, path)?;
        self.paths = None;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.paths {
            let _ = std::fs::remove_file(temporary);
        }
    }
}
