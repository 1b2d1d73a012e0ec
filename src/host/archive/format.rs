//! Which kind of archive a file is, by its first bytes.

use camino::Utf8Path;

use crate::host::ReadAt;

use super::tar;

/// How an archive is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveFormat {
    /// A zip file.
    Zip,
    /// A tar file.
    Tar,
    /// A tar file that is compressed with gzip.
    TarGz,
    /// A file that is compressed in another way, which has this name.
    Other(&'static str),
}

/// The first bytes of compressed files that are not supported, and how they are called.
const OTHERS: [(&[u8], &str); 7] = [
    (b"\xFD7zXZ\0", "xz"),
    (b"BZh", "bzip2"),
    (b"\x28\xB5\x2F\xFD", "Zstandard"),
    (b"7z\xBC\xAF\x27\x1C", "7z"),
    (b"LZIP", "lzip"),
    (b"\x04\x22\x4D\x18", "LZ4"),
    (b"Rar!\x1A\x07", "RAR"),
];

impl ArchiveFormat {
    /// Returns the format of a file, or `None` if it is not an archive.
    pub(super) fn of(content: &dyn ReadAt) -> Option<Self> {
        let mut start = [0; 512];
        let mut length = 0;
        while let Ok(count @ 1..) = content.read_at(&mut start[length..], length as u64) {
            length += count;
        }
        let start = &start[..length];
        match start {
            // A file in several volumes starts with a separate mark.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Some(Self::Zip),
            [0x1F, 0x8B, ..] => Some(Self::TarGz),
            _ if tar::is_header(start) => Some(Self::Tar),
            _ => {
                let is_other = |(first, _): &&(&[u8], _)| {
                    // Text may start with letters such as `BZh`.
                    start.starts_with(first) && std::str::from_utf8(start).is_err()
                };
                OTHERS.iter().find(is_other).map(|(_, name)| Self::Other(name))
            }
        }
    }

    /// Returns the extensions that a file of this format should have, or an empty list if it does not matter.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Zip => &[".zip", ".csar"],
            Self::Tar => &[".tar"],
            Self::TarGz => &[".tar.gz", ".tgz"],
            Self::Other(_) => &[],
        }
    }

    /// Returns the format that the extension of a file says, if it is that of an archive.
    #[must_use]
    pub fn of_name(path: &Utf8Path) -> Option<Self> {
        let name = path.file_name()?.to_ascii_lowercase();
        let has = |format: &Self| format.extensions().iter().any(|extension| name.ends_with(extension));
        [Self::Zip, Self::Tar, Self::TarGz].into_iter().find(has)
    }

    /// Whether the name of a file has the extension of another format.
    #[must_use]
    pub fn is_misnamed(self, path: &Utf8Path) -> bool {
        !self.extensions().is_empty() && Self::of_name(path).is_some_and(|named| named != self)
    }
}

impl std::fmt::Display for ArchiveFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Zip => "zip",
            Self::Tar => "tar",
            Self::TarGz => "tar.gz",
            Self::Other(name) => name,
        })
    }
}
