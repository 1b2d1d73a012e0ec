//! Tar files that are compressed with gzip: inflated once, in order. Texts are kept; other members are inflated
//! again when they are read.

use std::io::{self, Read, Write};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use camino::Utf8Path;
use flate2::read::MultiGzDecoder;

use crate::host::read_at::InOrder;
use crate::host::{Limits, ReadAt, ReadError};

use super::names::Names;
use super::tar::{self, Blocks};
use super::{ArchiveFault, Place};

/// Extensions of files that are kept, because they are read soon: definitions, metadata and manifests.
const KEPT: [&str; 9] = ["yaml", "yml", "tosca", "json", "xml", "xsd", "meta", "mf", "toml"];
/// How many times the largest file the kept ones may have in bytes, together.
const KEPT_FILES: u64 = 2;

struct Inflating<'c> {
    stream: MultiGzDecoder<io::BufReader<InOrder<&'c dyn ReadAt>>>,
    position: u64,
    /// The position that inflating must not pass.
    limit: u64,
    /// The most bytes of a kept file, and of all further ones together.
    most: u64,
    remaining: u64,
}

impl Inflating<'_> {
    fn skip_to(&mut self, position: u64) -> io::Result<()> {
        if position > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let count = position.saturating_sub(self.position);
        let skipped = io::copy(&mut (&mut self.stream).take(count), &mut io::sink())?;
        self.position += skipped;
        if skipped < count { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

impl Blocks for Inflating<'_> {
    fn block(&mut self, position: u64, block: &mut [u8]) -> io::Result<bool> {
        self.skip_to(position)?;
        let mut length = 0;
        while length < block.len() {
            match self.stream.read(&mut block[length..])? {
                0 if length == 0 => return Ok(false),
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => length += count,
            }
        }
        self.position += length as u64;
        Ok(true)
    }

    fn place(&mut self, name: &[u8], position: u64, size: u64) -> io::Result<Place> {
        let extension = std::str::from_utf8(name).ok().and_then(|name| Utf8Path::new(name).extension());
        let is_kept = extension.is_some_and(|ext| KEPT.iter().any(|kept| ext.eq_ignore_ascii_case(kept)));
        if !is_kept || size > self.most.min(self.remaining) {
            return Ok(Place::Tar(position));
        }
        self.skip_to(position)?;
        let mut content = Vec::new();
        let count = (&mut self.stream).take(size).read_to_end(&mut content)? as u64;
        self.position += count;
        self.remaining -= count;
        if count < size { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(Place::Kept(content)) }
    }
}

fn stream<C: Deref<Target: ReadAt>>(content: C) -> MultiGzDecoder<io::BufReader<InOrder<C>>> {
    MultiGzDecoder::new(io::BufReader::with_capacity(64 * 1024, InOrder::new(content, 0)))
}

/// Adds the members of a compressed tar file to `names`.
pub(super) fn read(content: &dyn ReadAt, limits: &Limits, names: &mut Names) {
    let mut start = [0; 512];
    let mut length = 0;
    let mut beginning = stream(content);
    while let Ok(count @ 1..) = beginning.read(&mut start[length..]) {
        length += count;
    }
    if length == start.len() && !tar::is_header(&start) && start.iter().any(|byte| *byte != 0) {
        let what = "it is compressed, but what it contains is not a tar file";
        return names.fault(ArchiveFault::Damaged(what.to_owned()));
    }
    let remaining = limits.bytes.saturating_mul(KEPT_FILES);
    // Padding of members counts as well.
    let limit = limits.archive_bytes.saturating_mul(2);
    let mut blocks = Inflating { stream: stream(content), position: 0, limit, most: limits.bytes, remaining };
    tar::members(&mut blocks, names);
    if names.are_readable() {
        check_end(blocks, names);
    }
}

/// Reads the padding after the members, and with it the checksum of all bytes.
fn check_end(mut blocks: Inflating<'_>, names: &mut Names) {
    let rest = blocks.limit.saturating_sub(blocks.position);
    let what = match io::copy(&mut (&mut blocks.stream).take(rest), &mut io::sink()) {
        Ok(_) => return,
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => "it is truncated",
        Err(_) => "its compressed data is invalid",
    };
    names.fault(ArchiveFault::Damaged(what.to_owned()));
}

/// A compressed tar file that was inflated up to a position.
pub(super) struct Cursor {
    stream: MultiGzDecoder<io::BufReader<InOrder<Arc<dyn ReadAt>>>>,
    position: u64,
}

/// Writes a member to `to`, by inflating everything before it that `cursor` has not passed yet.
pub(super) fn content(
    content: &Arc<dyn ReadAt>,
    cursor: &Mutex<Option<Cursor>>,
    offset: u64,
    size: u64,
    to: &mut dyn Write,
) -> Result<u64, ReadError> {
    let damaged = |_: io::Error| ReadError::Damaged("its compressed data is invalid".to_owned());
    let truncated = || ReadError::Damaged("it is truncated".to_owned());
    let mut kept = cursor.lock().unwrap_or_else(PoisonError::into_inner);
    let ahead = kept.take().filter(|cursor| cursor.position <= offset);
    let mut cursor = ahead.unwrap_or_else(|| Cursor { stream: stream(Arc::clone(content)), position: 0 });
    let skipped = offset - cursor.position;
    if io::copy(&mut (&mut cursor.stream).take(skipped), &mut io::sink()).map_err(damaged)? < skipped {
        return Err(truncated());
    }
    let count = io::copy(&mut (&mut cursor.stream).take(size), to).map_err(damaged)?;
    if count < size {
        return Err(truncated());
    }
    cursor.position = offset + size;
    *kept = Some(cursor);
    Ok(count)
}
