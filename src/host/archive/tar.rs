//! Tar files: `UStar`, and the records of pax and GNU for long names and sizes.

use std::io::{self, BufReader, Read, Write};

use tar::{EntryType, Header, PaxExtensions};

use crate::host::read_at::InOrder;
use crate::host::{ReadAt, ReadError, paths};

use super::names::Names;
use super::{ArchiveFault, EXECUTABLE_BIT, MemberKind, Place};

/// The size of a header, and of what contents are padded to.
const BLOCK: u64 = 512;
/// The most bytes of a record with a long name or pax entries.
const MAX_RECORD_BYTES: u64 = 64 * 1024;

/// What headers and records are read from.
pub(super) trait Blocks {
    /// Reads a block at a position; false at the end.
    fn block(&mut self, position: u64, block: &mut [u8]) -> io::Result<bool>;

    /// Returns the place of a content of `size` bytes at `position`; it may read it.
    fn place(&mut self, name: &[u8], position: u64, size: u64) -> io::Result<Place>;
}

/// A tar file that is not compressed.
struct Plain<'c>(&'c dyn ReadAt);

impl Blocks for Plain<'_> {
    fn block(&mut self, position: u64, block: &mut [u8]) -> io::Result<bool> {
        if position >= self.0.size() {
            return Ok(false);
        }
        InOrder::new(self.0, position).read_exact(block)?;
        Ok(true)
    }

    fn place(&mut self, _: &[u8], position: u64, size: u64) -> io::Result<Place> {
        if position.saturating_add(size) > self.0.size() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Place::Tar(position))
    }
}

/// Whether the bytes are the header of a member.
pub(super) fn is_header(start: &[u8]) -> bool {
    let Ok(block) = <&[u8; 512]>::try_from(start) else { return false };
    let header = Header::from_byte_slice(block);
    header.cksum().is_ok_and(|sum| sum == checksum(block))
}

fn checksum(block: &[u8; 512]) -> u32 {
    let bytes = block[..148].iter().chain(&block[156..]);
    bytes.map(|byte| u32::from(*byte)).sum::<u32>() + 8 * u32::from(b' ')
}

/// Adds the members of a tar file to `names`.
pub(super) fn read(content: &dyn ReadAt, names: &mut Names) {
    members(&mut Plain(content), names);
}

/// Writes a member of a tar file that is not compressed to `to`.
pub(super) fn content(
    content: &dyn ReadAt,
    offset: u64,
    size: u64,
    to: &mut dyn Write,
) -> Result<u64, ReadError> {
    let mut reader = BufReader::with_capacity(64 * 1024, InOrder::new(content, offset)).take(size);
    match io::copy(&mut reader, to) {
        Ok(count) if count == size => Ok(count),
        Ok(_) => Err(ReadError::Damaged("it is truncated".to_owned())),
        Err(error) => Err(ReadError::Refused(error.to_string())),
    }
}

/// What records say about the next member.
#[derive(Default)]
struct Records {
    name: Option<Vec<u8>>,
    link: Option<Vec<u8>>,
    size: Option<u64>,
    /// Whether the content is not the member itself, but where its parts belong, and the parts.
    is_sparse: bool,
}

/// Adds the members to `names`.
pub(super) fn members(blocks: &mut impl Blocks, names: &mut Names) {
    if let Err(error) = all_members(blocks, names) {
        let reason = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it is truncated".to_owned(),
            // The limit that was exceeded is reported.
            io::ErrorKind::FileTooLarge => return,
            _ => error.to_string(),
        };
        names.fault(ArchiveFault::Damaged(reason));
    }
}

fn all_members(blocks: &mut impl Blocks, names: &mut Names) -> io::Result<()> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let (mut position, mut records) = (0, Records::default());
    let mut block = [0; 512];
    while blocks.block(position, &mut block)? {
        if block.iter().all(|byte| *byte == 0) {
            return Ok(());
        }
        let header = Header::from_byte_slice(&block);
        if header.cksum().ok() != Some(checksum(&block)) {
            return Err(invalid("the checksum of a header is wrong"));
        }
        let kind = header.entry_type();
        let declared = header.entry_size().map_err(|_| invalid("the size of a member is invalid"))?;
        let is_record = kind.is_gnu_longname()
            || kind.is_gnu_longlink()
            || kind.is_pax_local_extensions()
            || kind.is_pax_global_extensions();
        let size = if is_record { declared } else { records.size.unwrap_or(declared) };
        let start = position + BLOCK;
        let padded = size.checked_next_multiple_of(BLOCK);
        let next = padded.and_then(|size| start.checked_add(size));
        let next = next.ok_or_else(|| invalid("the size of a member is invalid"))?;
        if is_record {
            if size > MAX_RECORD_BYTES {
                return Err(invalid("the name of a member is too long"));
            }
            let mut content = vec![0; usize::try_from(next - start).unwrap_or(0)];
            if !content.is_empty() && !blocks.block(start, &mut content)? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            content.truncate(usize::try_from(size).unwrap_or(0));
            if !names.count(0) {
                return Ok(());
            }
            note(kind, content, &mut records);
        } else {
            let records = std::mem::take(&mut records);
            if !names.count(size) {
                return Ok(());
            }
            member(blocks, names, header, records, start, size)?;
        }
        position = next;
    }
    // Blocks of zeros end the file.
    Err(if position == 0 { invalid("it has no members") } else { io::ErrorKind::UnexpectedEof.into() })
}

/// Notes a record for the next member.
fn note(kind: EntryType, mut content: Vec<u8>, records: &mut Records) {
    if kind.is_gnu_longname() || kind.is_gnu_longlink() {
        if content.last() == Some(&0) {
            content.pop();
        }
        let place = if kind.is_gnu_longname() { &mut records.name } else { &mut records.link };
        *place = Some(content);
    } else if kind.is_pax_local_extensions() {
        for extension in PaxExtensions::new(&content).flatten() {
            let value = extension.value_bytes();
            match extension.key() {
                Ok("path") if !records.is_sparse => records.name = Some(value.to_vec()),
                Ok("GNU.sparse.name") => records.name = Some(value.to_vec()),
                Ok("linkpath") => records.link = Some(value.to_vec()),
                Ok("size") => {
                    records.size = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                }
                _ => {}
            }
            records.is_sparse |= extension.key().is_ok_and(|key| key.starts_with("GNU.sparse."));
        }
    }
}

/// Adds one member.
fn member(
    blocks: &mut impl Blocks,
    names: &mut Names,
    header: &Header,
    records: Records,
    start: u64,
    size: u64,
) -> io::Result<()> {
    let is_extended = records.name.is_some() || records.link.is_some() || records.size.is_some();
    let file = MemberKind::File { is_executable: header.mode().is_ok_and(|mode| mode & EXECUTABLE_BIT != 0) };
    let is_sparse = records.is_sparse || header.entry_type().is_gnu_sparse();
    let name = records.name.unwrap_or_else(|| header.path_bytes().into_owned());
    if is_extended {
        names.fault(ArchiveFault::BeyondUstar(paths::escape(&name)));
    }
    let kind = header.entry_type();
    let link = records.link.or_else(|| header.link_name_bytes().map(std::borrow::Cow::into_owned));
    match (kind, link) {
        (EntryType::Symlink, Some(target)) => names.add_link(&name, &target, true),
        (EntryType::Link, Some(target)) => names.add_link(&name, &target, false),
        (EntryType::Directory, _) => names.add(&name, MemberKind::Directory, 0, Place::Nowhere),
        (EntryType::Regular | EntryType::Continuous, _) if !is_sparse => {
            let place = blocks.place(&name, start, size)?;
            names.add(&name, file, size, place);
        }
        _ => {
            let what = if is_sparse { "a sparse file" } else { "a special file" };
            names.fault(ArchiveFault::Unsupported(what.to_owned(), Some(paths::escape(&name))));
            names.add(&name, file, size, Place::Unreadable);
        }
    }
    Ok(())
}
