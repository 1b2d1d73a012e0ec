//! The copies of fetched files on this machine.
//!
//! Each URL has a directory, whose name is a checksum of the URL, and in it a directory for each content that it had,
//! whose name is the checksum of the content. So old and new contents do not replace each other.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use url::Url;

use super::{FetchError, FetchedFile};
use crate::host::{AtomicFile, ChecksumAlgorithm, Disk, paths, reason};

/// The name of the file with the checksum of the content that was fetched last.
const LATEST: &str = "latest";
/// The maximum length of the name of a copy, in characters.
const MAX_NAME: usize = 100;

/// A directory with copies.
#[derive(Debug)]
pub(super) struct Cache {
    pub(super) directory: Utf8PathBuf,
}

/// A writer that also computes the checksum of what it writes.
struct Summed<W> {
    out: W,
    sum: Sha256,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Cache {
    /// Returns the copy of `url` with a checksum, if there is one and it is not damaged.
    pub(super) fn file(&self, url: &Url, sha256: &str) -> Option<FetchedFile> {
        let is_sum = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
        let path = self.of_url(url).join(Some(sha256).filter(|_| is_sum)?).join(file_name(url));
        let is_whole = ChecksumAlgorithm::Sha256.of_file(&Disk::new(), &path).is_ok_and(|sum| sum == sha256);
        is_whole.then(|| FetchedFile { path, sha256: sha256.to_owned() })
    }

    /// Returns the copy of `url` that was fetched last.
    pub(super) fn latest(&self, url: &Url) -> Option<FetchedFile> {
        let mut sha256 = String::new();
        File::open(self.of_url(url).join(LATEST)).ok()?.take(64).read_to_string(&mut sha256).ok()?;
        self.file(url, &sha256)
    }

    /// Adds the content that `get` writes as a copy of `url`.
    pub(super) fn add(
        &self,
        url: &Url,
        get: impl FnOnce(&mut dyn Write) -> Result<(), FetchError>,
    ) -> Result<FetchedFile, FetchError> {
        let failed = |error: io::Error| {
            FetchError::Failed(format!(
                "the cache `{}` cannot be written: {}",
                self.directory,
                reason(&error)
            ))
        };
        let directory = self.of_url(url);
        fs::create_dir_all(&directory).map_err(failed)?;
        let arrived = directory.join(format!("arrived-{}", std::process::id()));
        let out = AtomicFile::create(arrived.as_std_path()).map_err(failed)?;
        let mut out = Summed { out, sum: Sha256::new() };
        get(&mut out)?;
        let sha256 = HEXLOWER.encode(&out.sum.finalize());
        out.out.commit().map_err(failed)?;
        let path = directory.join(&sha256).join(file_name(url));
        let place = |path: &Utf8Path| {
            fs::create_dir_all(path.parent().unwrap_or(path))?;
            fs::rename(&arrived, path)?;
            AtomicFile::replace(Path::new(directory.join(LATEST).as_str()), sha256.as_bytes())
        };
        place(&path).map_err(failed)?;
        Ok(FetchedFile { path, sha256 })
    }

    fn of_url(&self, url: &Url) -> Utf8PathBuf {
        let name = HEXLOWER.encode(&Sha256::digest(url.as_str().as_bytes()));
        self.directory.join("urls").join(&name[..32])
    }
}

/// Returns the last part of the path of a URL as the name of a file.
fn file_name(url: &Url) -> String {
    let last = url.path().rsplit('/').find(|part| !part.is_empty()).unwrap_or("file");
    // The end has the extension.
    let tail = last.char_indices().rev().take(MAX_NAME).last().map_or(0, |(index, _)| index);
    paths::plain_name(&last[tail..])
}
