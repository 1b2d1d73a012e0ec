//! `tosca lower` for a directory or archive of definitions in XML.

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostics::Level;
use crate::dialects;
use crate::host::{Archives, AtomicFile, Disk, Host, Overlay, paths, reason};
use crate::migrate::{self, NewFile};
use crate::{Analysis, Options, analyze};

use super::super::Status;
use super::super::render::plural;
use super::{Lower, explained};

/// Converts all XML files below `path` to a project.
pub(super) fn lower(arguments: &Lower, host: &Archives<'_>, options: &Options, path: &Utf8Path) -> Status {
    let Some(directory) = arguments.destination.file() else {
        anstream::eprintln!("error: name the directory of the new project: `-o DIR`");
        return Status::Failure;
    };
    let directory = Disk::new().known_path(directory.as_os_str().to_owned());
    let separate = separate_services(host, &analyze(host, options));
    let mut options = options.clone();
    options.load.paths.extend(separate.iter().map(|(path, _)| path.clone()));
    let mut overlay = Overlay::new(host);
    for (path, text) in separate {
        overlay.add(&path, text.into_bytes());
    }
    let analysis = analyze(&overlay, &options);
    let root = host
        .archive_root(&host.absolute(path))
        .or_else(|| host.archive(path).map(|archive| archive.root.clone()));
    let root = root.unwrap_or_else(|| host.absolute(path));
    let project = migrate::project(&analysis, &root);
    for NewFile { path: name, text } in &project.files {
        if let Err((path, reason)) = write(&directory.join(name), text.as_bytes()) {
            anstream::eprintln!("error: cannot write `{path}`: {reason}");
            return Status::Failure;
        }
    }
    let mut copied = 0;
    for name in &project.artifacts {
        let Ok(content) = host.read(&paths::join(&root, name), options.load.limits.bytes) else { continue };
        if let Err((path, reason)) = write(&directory.join(name), &content) {
            anstream::eprintln!("error: cannot write `{path}`: {reason}");
            return Status::Failure;
        }
        copied += 1;
    }
    if arguments.explain {
        for file in &analysis.graph.files {
            let lowered = migrate::lower(&analysis, file.id);
            anstream::print!("{}", explained(&analysis, file.id, &lowered));
        }
    }
    let (from, to) = (project.converted, project.files.len());
    let (from, artifacts) = (plural(from, "file"), plural(copied, "artifact"));
    anstream::eprintln!("{from} became {to}; {artifacts} copied to `{directory}`");
    report(&analysis)
}

/// Returns new texts of files with several service templates, and a file for each of these.
fn separate_services(host: &dyn Host, analysis: &Analysis) -> Vec<(Utf8PathBuf, String)> {
    let mut separate = Vec::new();
    for file in analysis.graph.files.iter().filter(|file| !file.is_built_in()) {
        let path = &file.identity;
        let Some(parts) = dialects::separate_services(&file.parsed().written_once()) else { continue };
        separate.push((path.clone(), parts.definitions));
        let (stem, extension) = (path.file_stem().unwrap_or("service"), path.extension().unwrap_or("tosca"));
        for (name, text) in parts.services {
            let new = path.with_file_name(format!("{stem}.{name}.{extension}"));
            if host.entry(&new).is_none() {
                separate.push((new, text));
            }
        }
    }
    separate
}

/// Says how many findings the original files have.
fn report(analysis: &Analysis) -> Status {
    let errors = analysis.diagnostics.iter().filter(|found| found.level == Level::Error).count();
    if errors > 0 {
        let errors = plural(errors, "error");
        anstream::eprintln!("warning: the files have {errors}; run `tosca check` to see them");
        return Status::Findings;
    }
    Status::Clean
}

fn write(path: &Utf8Path, content: &[u8]) -> Result<(), (Utf8PathBuf, String)> {
    let failed = |error: std::io::Error| (path.to_owned(), reason(&error));
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    AtomicFile::replace(path.as_std_path(), content).map_err(failed)
}
