//! `tosca csar unpack`

use std::fs;
use std::io::{self, BufWriter};
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;

use crate::cli::{Status, loading};
use crate::host::{Archive, Disk, reason};

use super::progress::Progress;

/// Unpacks an archive into a new or empty directory.
///
/// Links become copies of the files that they lead to. Nothing is unpacked from an archive that is damaged or that has
/// names that lead out of it.
#[derive(Debug, Args)]
pub(super) struct Unpack {
    /// Archive
    #[arg(value_name = "FILE", value_parser = loading::path())]
    file: Utf8PathBuf,

    /// Directory; created if missing
    #[arg(value_name = "DIR", value_parser = loading::path())]
    directory: Utf8PathBuf,
}

pub(super) fn run(arguments: &Unpack) -> Status {
    let Some(archive) = super::open(&arguments.file) else { return Status::Failure };
    if super::has_serious_faults(&archive) {
        super::report_faults(&arguments.file);
        return Status::Failure;
    }
    match unpack(&archive, &arguments.directory) {
        Ok(()) => Status::Clean,
        Err((path, reason)) => {
            anstream::eprintln!("error: cannot write `{path}`: {reason}");
            Status::Failure
        }
    }
}

/// Writes all files of an archive below `directory`; fails with a path and a reason.
fn unpack(archive: &Archive, directory: &Utf8Path) -> Result<(), (Utf8PathBuf, String)> {
    let root = Disk::new().real_path(directory);
    let failed = |path: &Utf8Path| {
        let path = path.to_owned();
        move |error: io::Error| (path, reason(&error))
    };
    fs::create_dir_all(&root).map_err(failed(directory))?;
    if fs::read_dir(&root).map_err(failed(directory))?.next().is_some() {
        return Err((directory.to_owned(), "the directory is not empty".to_owned()));
    }
    let mut progress = Progress::new(archive.files().map(|(_, size)| size).sum());
    for name in archive.contents() {
        let path = directory.join(name);
        let file = create(&root, name).map_err(failed(&path))?;
        let mut file = BufWriter::new(file);
        let count =
            archive.copy(name.as_str(), &mut file).map_err(|error| (path.clone(), error.to_string()))?;
        let file = file.into_inner().map_err(|error| failed(&path)(error.into_error()))?;
        if archive.is_executable(name.as_str()) {
            make_executable(&file).map_err(failed(&path))?;
        }
        progress.add(count);
    }
    Ok(())
}

/// Creates a file that does not exist, and its directories. The path of a member never leads out of the archive, and
/// the directory was empty, so that there are no links in it.
fn create(root: &Path, name: &Utf8Path) -> io::Result<fs::File> {
    let path = root.join(name);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::File::create_new(path)
}

/// Lets a file be run as a program by all who can read it.
#[cfg(unix)]
fn make_executable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = file.metadata()?.permissions();
    let readers = permissions.mode() & 0o444;
    permissions.set_mode(permissions.mode() | (readers >> 2));
    file.set_permissions(permissions)
}

/// Does nothing: here, the name of a file says whether it is a program.
#[cfg(not(unix))]
fn make_executable(_: &fs::File) -> io::Result<()> {
    Ok(())
}
