//! Archives: their members, found without reading them, and the faults of their structure.
//!
//! Input: the bytes of a zip or tar file, at any position. Output: an [`Archive`], whose members are read in
//! place. Nothing is unpacked, members inside of members are not opened, and nothing depends on what members
//! contain.

mod format;
mod gzip;
mod names;
mod tar;
mod zip;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};

use super::{Entry, Limits, ReadAt, ReadError, paths};
pub use format::ArchiveFormat;
use names::Names;

/// The end of the directory that stands for an archive.
pub(super) const MARK: char = '!';
/// The bit of a Unix mode for a file that its owner can run as a program.
const EXECUTABLE_BIT: u32 = 0o100;
/// How many links are followed to a member.
const MAX_LINKS: usize = 16;

/// An archive and its members.
pub struct Archive {
    /// How it is written.
    pub format: ArchiveFormat,
    /// The directory that stands for it: its absolute path with `!`.
    pub root: Utf8PathBuf,
    /// What is wrong with it.
    pub faults: Vec<ArchiveFault>,
    content: Arc<dyn ReadAt>,
    /// Where a compressed tar file was inflated to: members are mostly read in order.
    cursor: Mutex<Option<gzip::Cursor>>,
    /// The members by their clean path.
    members: BTreeMap<String, Member>,
}

/// A file, directory or link in an archive.
#[derive(Debug)]
struct Member {
    kind: MemberKind,
    /// The number of bytes, as the archive declares it.
    size: u64,
    place: Place,
}

#[derive(Debug, PartialEq)]
enum MemberKind {
    /// A file, and whether it can be run as a program.
    File {
        is_executable: bool,
    },
    Directory,
    /// A symbolic or hard link to a path in the archive.
    Link(String),
}

/// Where the content of a member is.
enum Place {
    /// There is none.
    Nowhere,
    /// It cannot be read, because of a fault that is reported.
    Unreadable,
    /// In a zip file.
    Zip(rawzip::ZipArchiveEntryWayfinder, bool),
    /// At this position of the tar file, which may be compressed.
    Tar(u64),
    /// It was kept when the archive was inflated.
    Kept(Vec<u8>),
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nowhere => "Nowhere",
            Self::Unreadable => "Unreadable",
            Self::Zip(..) => "Zip",
            Self::Tar(_) => "Tar",
            Self::Kept(_) => "Kept",
        })
    }
}

/// A fault in the structure of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveFault {
    /// It is damaged; the text says how.
    Damaged(String),
    /// It needs something that is not supported: what, and the member, or `None` for the whole archive.
    Unsupported(String, Option<String>),
    /// The name of a member leads out of the archive or is not portable: the name and why.
    UnsafeName(String, &'static str),
    /// A link leads out of the archive, or to nothing in it: the name and the target.
    UnsafeLink(String, String),
    /// Two members have the same name.
    Duplicate(String),
    /// The names of two members differ only in letter case or in Unicode normal form.
    Similar(String, String),
    /// The name of a member in a zip file is neither ASCII nor marked as UTF-8.
    UnmarkedName(String),
    /// A member in a tar file needs records that `UStar` does not have.
    BeyondUstar(String),
    /// There are more members than this limit.
    TooManyMembers(usize),
    /// The members have more bytes together than this limit.
    TooLarge(u64),
    /// The members are more times larger than the archive than this limit.
    TooCompressed(u64),
}

impl ArchiveFault {
    /// Whether all members can be read and written elsewhere nevertheless.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        matches!(self, Self::Duplicate(_) | Self::Similar(..) | Self::UnmarkedName(_) | Self::BeyondUstar(_))
    }
}

impl Archive {
    /// Returns the archive in `content`, or `None` if it is not an archive. `root` is the directory that stands for it.
    #[must_use]
    pub fn open(content: Box<dyn ReadAt>, root: Utf8PathBuf, limits: &Limits) -> Option<Self> {
        let format = ArchiveFormat::of(&*content)?;
        let mut names = Names::new(limits, content.size());
        match format {
            ArchiveFormat::Zip => zip::read(&*content, &mut names),
            ArchiveFormat::Tar => tar::read(&*content, &mut names),
            ArchiveFormat::TarGz => gzip::read(&*content, limits, &mut names),
            ArchiveFormat::Other(name) => {
                names.fault(ArchiveFault::Unsupported(format!("{name} compression"), None));
            }
        }
        let (members, faults) = names.finish();
        Some(Self { format, root, faults, content: content.into(), cursor: Mutex::default(), members })
    }

    /// Returns the path of the archive for which the directory `root` stands.
    #[must_use]
    pub fn path_of(root: &Utf8Path) -> &Utf8Path {
        Utf8Path::new(root.as_str().strip_suffix(MARK).unwrap_or(root.as_str()))
    }

    /// Reads a member. `path` is clean, and relative to the root of the archive.
    pub fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadError> {
        let member = self.file(path)?;
        if member.size > most {
            return Err(ReadError::TooLarge(Some(member.size)));
        }
        let mut bytes = Vec::new();
        self.write(member, most, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes the content of a member to `to`, and returns the number of its bytes, which are those that the archive
    /// declares.
    pub fn copy(&self, path: &str, to: &mut dyn Write) -> Result<u64, ReadError> {
        let member = self.file(path)?;
        self.write(member, member.size, to)
    }

    /// Returns the member that is the file `path`.
    fn file(&self, path: &str) -> Result<&Member, ReadError> {
        match self.find(path) {
            Some((_, member)) if member.kind == MemberKind::Directory => Err(ReadError::Directory),
            Some((_, member)) => Ok(member),
            None if self.entry(path).is_some() => Err(ReadError::Directory),
            None => Err(ReadError::Missing),
        }
    }

    fn write(&self, member: &Member, most: u64, to: &mut dyn Write) -> Result<u64, ReadError> {
        match &member.place {
            Place::Nowhere => Ok(0),
            Place::Unreadable => Err(ReadError::Damaged("its content cannot be read".to_owned())),
            Place::Zip(place, is_deflated) => zip::content(&*self.content, *place, *is_deflated, most, to),
            Place::Tar(offset) if self.format == ArchiveFormat::TarGz => {
                gzip::content(&self.content, &self.cursor, *offset, member.size, to)
            }
            Place::Tar(offset) => tar::content(&*self.content, *offset, member.size, to),
            Place::Kept(content) => {
                to.write_all(content).map_err(|error| ReadError::Refused(error.to_string()))?;
                Ok(content.len() as u64)
            }
        }
    }

    /// Whether the member that is the file `path` can be run as a program, as far as the archive says.
    #[must_use]
    pub fn is_executable(&self, path: &str) -> bool {
        self.find(path).is_some_and(|(_, member)| member.kind == MemberKind::File { is_executable: true })
    }

    /// Returns what is at a path of the archive.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<Entry> {
        if path.is_empty() {
            return Some(Entry::Directory);
        }
        if let Some((name, member)) = self.find(path) {
            let is_directory = member.kind == MemberKind::Directory || self.has_below(name);
            return Some(if is_directory { Entry::Directory } else { Entry::File });
        }
        self.has_below(&self.resolved(path)?).then_some(Entry::Directory)
    }

    /// Returns the paths of all files, sorted, with the number of their bytes.
    pub fn files(&self) -> impl Iterator<Item = (&Utf8Path, u64)> {
        let files = self.members.iter().filter(|(_, member)| matches!(member.kind, MemberKind::File { .. }));
        files.map(|(name, member)| (Utf8Path::new(name.as_str()), member.size))
    }

    /// Returns the paths of all files and of the links to files, in the order in which reading them is fast.
    #[must_use]
    pub fn contents(&self) -> Vec<&Utf8Path> {
        let is_file = |name: &str| self.entry(name) == Some(Entry::File);
        let mut contents: Vec<_> = self.members.iter().filter(|(name, _)| is_file(name)).collect();
        contents.sort_by_key(|(_, member)| match member.place {
            Place::Tar(offset) => offset,
            _ => 0,
        });
        contents.into_iter().map(|(name, _)| Utf8Path::new(name.as_str())).collect()
    }

    /// Returns the path of the member that `path` leads to, following links.
    #[must_use]
    pub fn resolved(&self, path: &str) -> Option<String> {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            let Some((link, target)) = self.first_link(&path) else { return Some(path) };
            path = paths::clean(Utf8Path::new(&format!("{target}{}", &path[link..]))).into_string();
        }
        None
    }

    /// Returns the first part of a path that is a link, as its length and its target.
    fn first_link(&self, path: &str) -> Option<(usize, &str)> {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        ends.into_iter().find_map(|end| match &self.members.get(&path[..end])?.kind {
            MemberKind::Link(target) => Some((end, target.as_str())),
            _ => None,
        })
    }

    fn find(&self, path: &str) -> Option<(&str, &Member)> {
        let (name, member) = self.members.get_key_value(&self.resolved(path)?)?;
        Some((name, member))
    }

    fn has_below(&self, directory: &str) -> bool {
        let start = format!("{directory}/");
        self.members.range(start.clone()..).next().is_some_and(|(name, _)| name.starts_with(&start))
    }
}
