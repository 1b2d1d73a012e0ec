//! Zip files, read by their central directory (ISO/IEC 21320-1).

use std::io::{self, Read, Write};

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator};

use crate::host::{ReadAt, ReadError, paths};

use super::names::Names;
use super::{ArchiveFault, EXECUTABLE_BIT, MemberKind, Place};

/// The longest record of the central directory: a name, extra fields and a comment of 64 KiB each.
const BUFFER_BYTES: usize = 4 * 65536;
/// The longest target of a symbolic link, in bytes.
const MAX_LINK_BYTES: u64 = 4096;
/// The bytes of a local header without the name.
const LOCAL_HEADER_BYTES: u64 = 30;
/// The flag of members that are a difference to another file.
const IS_PATCH: u16 = 1 << 5;
/// The bits of a Unix mode for the kind of file, and those of a symbolic link.
const KIND_BITS: u32 = 0o170_000;
const SYMBOLIC_LINK: u32 = 0o120_000;

/// Reads from a file at a position.
struct Source<'c>(&'c dyn ReadAt);

impl rawzip::ReaderAt for Source<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(buffer, offset)
    }
}

fn open<'c>(content: &'c dyn ReadAt, buffer: &mut [u8]) -> Result<ZipArchive<Source<'c>>, rawzip::Error> {
    let locator = ZipLocator::new();
    locator.locate_in_reader(Source(content), buffer, content.size()).map_err(|(_, error)| error)
}

/// Adds the members of a zip file to `names`.
pub(super) fn read(content: &dyn ReadAt, names: &mut Names) {
    let mut buffer = vec![0; BUFFER_BYTES.max(RECOMMENDED_BUFFER_SIZE)];
    let archive = match open(content, &mut buffer) {
        Ok(archive) => archive,
        Err(error) => return names.fault(ArchiveFault::Damaged(reason(&error))),
    };
    if is_split(content, archive.eocd_offset()) {
        return names.fault(ArchiveFault::Unsupported("a zip file in several volumes".to_owned(), None));
    }
    let mut ranges = Vec::new();
    let mut entries = archive.entries(&mut buffer);
    loop {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(error) => {
                names.fault(ArchiveFault::Damaged(format!("in the central directory: {}", reason(&error))));
                break;
            }
        };
        let size = entry.uncompressed_size_hint();
        if !names.count(size) {
            return;
        }
        let path = entry.file_path();
        let name = path.as_bytes();
        let flags = entry.flags();
        let start = entry.local_header_offset();
        let least = LOCAL_HEADER_BYTES.saturating_add(entry.compressed_size_hint());
        ranges.push((start, start.saturating_add(least), ranges.len()));
        let shown = paths::escape(name);
        if !name.is_ascii() && !flags.is_utf8() {
            names.fault(ArchiveFault::UnmarkedName(shown.clone()));
        }
        let method = entry.compression_method();
        let unsupported = if flags.is_encrypted() || flags.is_masked() || flags.has_strong_encryption() {
            Some("encryption".to_owned())
        } else if flags.bits() & IS_PATCH != 0 {
            Some("patch data".to_owned())
        } else if method != CompressionMethod::STORE && method != CompressionMethod::DEFLATE {
            Some(match method.name() {
                Some(name) => format!("{} compression", name.to_lowercase()),
                None => format!("compression method {}", method.as_u16()),
            })
        } else {
            None
        };
        let mode = entry.mode().value();
        let file = MemberKind::File { is_executable: mode & EXECUTABLE_BIT != 0 };
        let place = Place::Zip(entry.wayfinder(), method == CompressionMethod::DEFLATE);
        if let Some(what) = unsupported {
            names.fault(ArchiveFault::Unsupported(what, Some(shown)));
            names.add(name, file, size, Place::Unreadable);
        } else if mode & KIND_BITS == SYMBOLIC_LINK && !entry.is_dir() {
            let is_deflated = method == CompressionMethod::DEFLATE;
            let mut target = Vec::new();
            match self::content(content, entry.wayfinder(), is_deflated, MAX_LINK_BYTES, &mut target) {
                Ok(_) => names.add_link(name, &target, true),
                Err(_) => names.fault(ArchiveFault::Damaged(format!("the link `{shown}` cannot be read"))),
            }
        } else {
            names.add(name, file, size, place);
        }
    }
    ranges.sort_unstable();
    let end = archive.directory_offset();
    if ranges.windows(2).any(|pair| pair[0].1 > pair[1].0) || ranges.last().is_some_and(|last| last.1 > end) {
        names.fault(ArchiveFault::Damaged("members overlap".to_owned()));
    }
}

/// Whether the record at the end of a zip file says that there are further files.
fn is_split(content: &dyn ReadAt, end_record: u64) -> bool {
    let mut numbers = [0; 4];
    let count = content.read_at(&mut numbers, end_record.saturating_add(4)).unwrap_or(0);
    // Zip64 writes the largest number in place of small ones.
    count == 4 && numbers.chunks(2).any(|number| !matches!(number, [0, 0] | [0xFF, 0xFF]))
}

/// Writes a member of at most `most` bytes to `to`, and compares its checksum and size.
pub(super) fn content(
    content: &dyn ReadAt,
    place: ZipArchiveEntryWayfinder,
    is_deflated: bool,
    most: u64,
    to: &mut dyn Write,
) -> Result<u64, ReadError> {
    let damaged = |error: &rawzip::Error| ReadError::Damaged(reason(error));
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = open(content, &mut buffer).map_err(|error| damaged(&error))?;
    let entry = archive.get_entry(place).map_err(|error| damaged(&error))?;
    let reader = entry.reader();
    let limit = most.saturating_add(1);
    let result = if is_deflated {
        io::copy(&mut entry.verifying_reader(DeflateDecoder::new(reader)).take(limit), to)
    } else {
        io::copy(&mut entry.verifying_reader(reader).take(limit), to)
    };
    match result {
        Ok(count) if count > most => Err(ReadError::TooLarge(None)),
        Ok(count) => Ok(count),
        Err(error) => Err(ReadError::Damaged(match error.get_ref().and_then(|error| error.downcast_ref()) {
            Some(error) => reason(error),
            None => "its compressed data is invalid".to_owned(),
        })),
    }
}

/// Returns what is wrong, in words.
fn reason(error: &rawzip::Error) -> String {
    use rawzip::ErrorKind;
    match error.kind() {
        ErrorKind::MissingEndOfCentralDirectory => "the end is missing",
        ErrorKind::InvalidSignature { .. } => "a header is missing",
        ErrorKind::InvalidChecksum { .. } => "wrong checksum",
        ErrorKind::InvalidSize { .. } => "wrong size",
        ErrorKind::InvalidEndOfCentralDirectory => "the record at the end is invalid",
        ErrorKind::Eof => "it is truncated",
        ErrorKind::IO(error) if error.kind() == io::ErrorKind::UnexpectedEof => "it is truncated",
        _ => "its structure is invalid",
    }
    .to_owned()
}
