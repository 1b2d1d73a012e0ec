//! `tosca csar pack`

use std::io;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;

use crate::analyze;
use crate::cli::Status;
use crate::cli::loading::{self, Loading};
use crate::cli::normalize::print_report;
use crate::cli::render::Format;
use crate::dialects::looks_like_tosca;
use crate::host::{AtomicFile, Disk, Entry, Host as _, Overlay, paths, reason};
use crate::load::meta_files;

use super::contents::{Contents, Packing};

/// Packs a directory into an archive, if it has no errors.
///
/// The extension of the archive determines its format: `.csar` and `.zip`, `.tar`, `.tgz` and `.tar.gz`. All files are
/// packed, except for `.git`. If the directory has no `TOSCA.meta`, one is added. The result depends only on names,
/// contents, and whether a file can be run as a program: times are always the same.
#[derive(Debug, Args)]
pub(super) struct Pack {
    /// Directory to pack
    #[arg(value_name = "DIR", value_parser = loading::path())]
    directory: Utf8PathBuf,

    /// Archive to write (atomically); must not be inside DIR
    #[arg(long, short, value_name = "FILE", value_parser = loading::path())]
    output: Utf8PathBuf,

    /// File for `Entry-Definitions`, relative to DIR [default: the only TOSCA file in DIR itself]
    #[arg(long, value_name = "FILE")]
    entry: Option<Utf8PathBuf>,

    /// Output format of findings on standard error
    #[arg(long, value_enum, default_value_t = Format::Full, value_name = "FORMAT")]
    check_format: Format,

    #[command(flatten)]
    loading: Loading,
}

/// A problem, and what to do.
struct Refusal(String, &'static str);

pub(super) fn run(arguments: &Pack) -> Status {
    let disk = Disk::new();
    match pack(arguments, &disk) {
        Ok(status) => status,
        Err(Refusal(problem, help)) => {
            anstream::eprintln!("error: {problem}");
            if !help.is_empty() {
                anstream::eprintln!("help: {help}");
            }
            Status::Failure
        }
    }
}

fn pack(arguments: &Pack, disk: &Disk) -> Result<Status, Refusal> {
    let (directory, output) = (&arguments.directory, &arguments.output);
    if disk.entry(directory) != Some(Entry::Directory) {
        return Err(Refusal(format!("`{directory}` is not a directory"), ""));
    }
    let Some(packing) = Packing::of(output) else {
        let problem = format!("`{output}` has no extension of an archive");
        return Err(Refusal(problem, "use `.csar`, `.zip`, `.tar`, `.tgz` or `.tar.gz`"));
    };
    let root = disk.identity(directory);
    if disk.identity(output).starts_with(&root) {
        let problem = format!("`{output}` is inside the directory to pack");
        return Err(Refusal(problem, "write the archive to another directory"));
    }
    let mut names = names(disk, directory, &root)?;
    let mut host = Overlay::new(disk);
    if meta_files(disk, directory).is_empty() {
        let (name, text) = meta_file(arguments, disk)?;
        host.add(&paths::join(directory, Utf8Path::new(name)), text.into_bytes());
        names.push(name.into());
        names.sort();
    } else if arguments.entry.is_some() {
        let problem = format!("`--entry` is given, but `{directory}` has a `TOSCA.meta`");
        return Err(Refusal(problem, "set `Entry-Definitions` in that file"));
    }
    let mut options = arguments.loading.options();
    options.load.paths = vec![directory.clone()];
    if !loading::all_there(&host, &options) {
        return Ok(Status::Failure);
    }
    if print_report(&analyze(&host, &options), arguments.check_format).errors > 0 {
        return Ok(Status::Failure);
    }
    let failed = |error: io::Error| Refusal(format!("cannot write `{output}`: {}", reason(&error)), "");
    let mut file = AtomicFile::create(&disk.real_path(output)).map_err(failed)?;
    let contents = Contents { host: &host, directory, names: &names };
    contents.write(packing, &mut file).map_err(failed)?;
    file.commit().map_err(failed)?;
    Ok(Status::Clean)
}

/// Returns the paths of the files to pack, relative to the directory, sorted.
fn names(disk: &Disk, directory: &Utf8Path, root: &Utf8Path) -> Result<Vec<Utf8PathBuf>, Refusal> {
    let (files, failures) = disk.list_all(directory);
    if let Some((path, reason)) = failures.first() {
        return Err(Refusal(format!("cannot read `{path}`: {reason}"), ""));
    }
    let mut names = Vec::new();
    for path in files {
        if disk.is_escaped(&path) {
            return Err(Refusal(format!("the name of `{path}` is not printable UTF-8"), "rename the file"));
        }
        if !disk.identity(&path).starts_with(root) {
            let problem = format!("`{path}` is a link that leads out of `{directory}`");
            return Err(Refusal(problem, "replace the link with the file"));
        }
        names.extend(path.strip_prefix(directory).map(Utf8Path::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Returns the path and the text of the meta file to add.
fn meta_file(arguments: &Pack, disk: &Disk) -> Result<(&'static str, String), Refusal> {
    let directory = &arguments.directory;
    let entry = match &arguments.entry {
        Some(entry) => entry.clone(),
        None => only_entry(disk, directory)?,
    };
    let path = paths::join(directory, &entry);
    let text = match disk.read(&path, u64::MAX) {
        Ok(content) => String::from_utf8_lossy(&content).into_owned(),
        Err(error) => return Err(Refusal(format!("cannot read `{path}`: {error}"), "")),
    };
    let is_current =
        text.lines().any(|line| line.contains("tosca_definitions_version") && line.contains("tosca_2_0"));
    let rest = format!("Created-By: tosca {}\nEntry-Definitions: {entry}\n", env!("CARGO_PKG_VERSION"));
    Ok(if is_current {
        ("TOSCA.meta", format!("CSAR-Version: 2.0\n{rest}"))
    } else {
        ("TOSCA-Metadata/TOSCA.meta", format!("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\n{rest}"))
    })
}

/// Returns the name of the only TOSCA file in the directory itself.
fn only_entry(disk: &Disk, directory: &Utf8Path) -> Result<Utf8PathBuf, Refusal> {
    let (files, _) = disk.list(directory);
    let is_tosca =
        |path: &Utf8Path| disk.read(path, u64::MAX).is_ok_and(|content| looks_like_tosca(&content));
    let names =
        files.iter().filter(|path| is_tosca(path)).filter_map(|path| path.strip_prefix(directory).ok());
    let names: Vec<&Utf8Path> = names.filter(|name| !name.as_str().contains('/')).collect();
    match names[..] {
        [name] => Ok(name.to_owned()),
        [] => {
            Err(Refusal(format!("`{directory}` itself has no TOSCA file"), "name the entry with `--entry`"))
        }
        _ => {
            let problem = format!("`{directory}` itself has several TOSCA files");
            Err(Refusal(problem, "name the entry with `--entry`"))
        }
    }
}
