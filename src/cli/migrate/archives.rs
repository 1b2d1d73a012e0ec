//! Archives whose files are migrated: they are written anew, with all other files as they are.

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::csar::{Contents, Packing};
use crate::host::{Archive, ArchiveFormat, Archives, AtomicFile, Host as _, Overlay, reason};

use super::ChangedFile;

/// Writes the archives that contain changed files, each completely or not at all. Returns the path of an archive that
/// could not be written, with the reason.
pub(super) fn rewrite(archives: &Archives<'_>, changed: &[ChangedFile]) -> Result<(), (Utf8PathBuf, String)> {
    let mut roots: Vec<Utf8PathBuf> =
        changed.iter().filter_map(|file| archives.archive_root(&file.real)).collect();
    roots.sort();
    roots.dedup();
    for root in roots {
        let path = Archive::path_of(&root);
        let failed = |reason: String| (path.to_owned(), reason);
        let archive = archives.archive(path).ok_or_else(|| failed("it is gone".to_owned()))?;
        if archive.faults.iter().any(|fault| !fault.is_harmless()) {
            return Err(failed("the archive is damaged, unsafe or too large".to_owned()));
        }
        let packing = match archive.format {
            ArchiveFormat::Tar => Packing::Tar,
            ArchiveFormat::TarGz => Packing::TarGz,
            _ => Packing::Zip,
        };
        let mut overlay = Overlay::new(archives);
        for file in changed.iter().filter(|file| file.real.starts_with(&root)) {
            overlay.add(&file.renamed(&file.real), file.new.clone().into_bytes());
        }
        let mut names: Vec<Utf8PathBuf> = archive.contents().into_iter().map(Utf8Path::to_owned).collect();
        let inside = changed.iter().filter_map(|file| Some((file, file.real.strip_prefix(&root).ok()?)));
        let inside: Vec<(&ChangedFile, &Utf8Path)> = inside.collect();
        names.retain(|name| !inside.iter().any(|(file, path)| file.new_name.is_some() && path == name));
        names.extend(inside.into_iter().map(|(file, path)| file.renamed(path)));
        names.sort();
        names.dedup();
        let mut out = AtomicFile::create(path.as_std_path()).map_err(|error| failed(reason(&error)))?;
        let contents = Contents { host: &overlay, directory: &root, names: &names };
        contents.write(packing, &mut out).map_err(|error| failed(reason(&error)))?;
        out.commit().map_err(|error| failed(reason(&error)))?;
    }
    Ok(())
}
