//! Writes archives that depend only on their files: on names, contents, and whether they can be run as programs.

use std::io::{self, Read as _, Write};

use camino::{Utf8Path, Utf8PathBuf};
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, GzBuilder};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::host::{ArchiveFormat, Host, InOrder, ReadAt, paths};

use super::progress::Progress;

/// The permissions of files, and of those that can be run as programs.
const MODE: u32 = 0o644;
const EXECUTABLE_MODE: u32 = 0o755;

/// The format of an archive to write.
#[derive(Clone, Copy)]
pub(in crate::cli) enum Packing {
    Zip,
    Tar,
    TarGz,
}

impl Packing {
    /// Returns the format that the extension of a file says, if it is that of an archive.
    pub(in crate::cli) fn of(path: &Utf8Path) -> Option<Self> {
        Some(match ArchiveFormat::of_name(path)? {
            ArchiveFormat::Tar => Self::Tar,
            ArchiveFormat::TarGz => Self::TarGz,
            _ => Self::Zip,
        })
    }
}

/// The files to pack.
pub(in crate::cli) struct Contents<'a> {
    pub(in crate::cli) host: &'a dyn Host,
    /// The directory that they are in.
    pub(in crate::cli) directory: &'a Utf8Path,
    /// Their paths in the directory, sorted.
    pub(in crate::cli) names: &'a [Utf8PathBuf],
}

impl Contents<'_> {
    /// Writes an archive to `out`.
    pub(in crate::cli) fn write(&self, packing: Packing, out: &mut dyn Write) -> io::Result<()> {
        match packing {
            Packing::Zip => self.zip(out),
            Packing::Tar => self.tar(out),
            Packing::TarGz => {
                let mut gzip: GzEncoder<_> = GzBuilder::new().mtime(0).write(out, Compression::default());
                self.tar(&mut gzip)?;
                gzip.finish()?;
                Ok(())
            }
        }
    }

    fn open(&self, name: &Utf8Path) -> io::Result<Box<dyn ReadAt>> {
        let path = paths::join(self.directory, name);
        self.host.open(&path).map_err(|error| io::Error::other(format!("{path}: {error}")))
    }

    fn mode(&self, name: &Utf8Path) -> u32 {
        let is_executable = self.host.is_executable(&paths::join(self.directory, name));
        if is_executable { EXECUTABLE_MODE } else { MODE }
    }

    fn progress(&self) -> Progress {
        Progress::new(self.names.iter().filter_map(|name| self.open(name).ok()).map(|file| file.size()).sum())
    }

    fn zip(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut progress = self.progress();
        let mut zip = ZipArchiveWriter::new(out);
        let earliest = UtcDateTime::from_components(1980, 1, 1, 0, 0, 0, 0);
        for name in self.names {
            let mut builder = zip.new_file(name.as_str()).compression_method(CompressionMethod::DEFLATE);
            if let Some(earliest) = earliest {
                builder = builder.last_modified(earliest);
            }
            let (mut entry, configuration) =
                builder.unix_permissions(self.mode(name)).start().map_err(io::Error::other)?;
            let encoder = DeflateEncoder::new(&mut entry, Compression::default());
            let mut writer = configuration.wrap(encoder);
            progress.add(self.copy(name, &mut writer)?);
            let (encoder, output) = writer.finish().map_err(io::Error::other)?;
            encoder.finish()?;
            entry.finish(output).map_err(io::Error::other)?;
        }
        zip.finish().map_err(io::Error::other)?;
        Ok(())
    }

    fn copy(&self, name: &Utf8Path, to: &mut dyn Write) -> io::Result<u64> {
        let path = paths::join(self.directory, name);
        self.host.copy(&path, to).map_err(|error| io::Error::other(format!("{path}: {error}")))
    }

    fn tar(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut progress = self.progress();
        let mut tar = tar::Builder::new(out);
        for name in self.names {
            let content = self.open(name)?;
            let mut header = tar::Header::new_ustar();
            header.set_size(content.size());
            header.set_mode(self.mode(name));
            header.set_mtime(0);
            let size = content.size();
            tar.append_data(&mut header, name, InOrder::new(&*content, 0).take(size))?;
            progress.add(size);
        }
        tar.finish()
    }
}
