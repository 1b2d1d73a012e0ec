//! Files that are read at any position, such as archives: never as a whole.

use std::io::{self, Read};
use std::ops::Deref;

/// A file whose bytes can be read at any position.
pub trait ReadAt: Send + Sync {
    /// Reads bytes from the position `offset` on, and returns how many; 0 is the end of the file.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;

    /// The number of bytes.
    fn size(&self) -> u64;
}

impl ReadAt for Vec<u8> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(self.len());
        let mut remaining = &self[start..];
        remaining.read(buffer)
    }

    fn size(&self) -> u64 {
        self.len() as u64
    }
}

/// A file on disk.
#[cfg(feature = "disk")]
pub(super) struct OpenFile {
    file: std::sync::Mutex<std::fs::File>,
    size: u64,
}

#[cfg(feature = "disk")]
impl OpenFile {
    /// Takes a file that was opened for reading.
    pub(super) fn new(file: std::fs::File) -> io::Result<Self> {
        let size = file.metadata()?.len();
        Ok(Self { file: std::sync::Mutex::new(file), size })
    }
}

#[cfg(feature = "disk")]
impl ReadAt for OpenFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        use std::io::{Seek as _, SeekFrom};

        let Ok(mut file) = self.file.lock() else {
            return Err(io::Error::other("an earlier read failed"));
        };
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }

    fn size(&self) -> u64 {
        self.size
    }
}

/// Reads a file in order, from a position on.
pub struct InOrder<C> {
    content: C,
    position: u64,
}

impl<C: Deref<Target: ReadAt>> InOrder<C> {
    /// Returns a reader of `content` from `position` on.
    pub fn new(content: C, position: u64) -> Self {
        Self { content, position }
    }
}

impl<C: Deref<Target: ReadAt>> Read for InOrder<C> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read_at(buffer, self.position)?;
        self.position += count as u64;
        Ok(count)
    }
}
