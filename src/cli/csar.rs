//! `tosca csar`: lists, prints, packs and unpacks archives.

mod contents;
mod pack;
mod progress;
mod unpack;

use std::io;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, Subcommand};

use crate::host::{Archive, Archives, Disk, Host as _, Limits};

use super::destination::Destination;
use super::{Status, loading};
pub(super) use contents::{Contents, Packing};

#[derive(Debug, Args)]
pub(super) struct Csar {
    #[command(subcommand)]
    command: CsarCommand,
}

#[derive(Debug, Subcommand)]
enum CsarCommand {
    /// List the files of an archive
    #[command(alias = "list")]
    Ls(List),
    /// Print a file of an archive
    Cat(Print),
    /// Pack a directory into an archive
    Pack(Box<pack::Pack>),
    /// Unpack an archive into a new directory
    Unpack(unpack::Unpack),
}

/// Lists the files of an archive with their sizes in bytes.
#[derive(Debug, Args)]
struct List {
    /// Archive
    #[arg(value_name = "FILE", value_parser = loading::path())]
    file: Utf8PathBuf,

    #[command(flatten)]
    destination: Destination,
}

/// Prints a file of an archive as it is.
#[derive(Debug, Args)]
struct Print {
    /// Archive
    #[arg(value_name = "FILE", value_parser = loading::path())]
    file: Utf8PathBuf,

    /// Path of the file in the archive
    #[arg(value_name = "MEMBER")]
    member: Utf8PathBuf,

    #[command(flatten)]
    destination: Destination,
}

pub(super) fn run(arguments: &Csar) -> Status {
    match &arguments.command {
        CsarCommand::Ls(list) => self::list(list),
        CsarCommand::Cat(print) => self::print(print),
        CsarCommand::Pack(pack) => pack::run(pack),
        CsarCommand::Unpack(unpack) => unpack::run(unpack),
    }
}

/// Opens an archive, or prints why it cannot be.
fn open(path: &Utf8Path) -> Option<Arc<Archive>> {
    let disk = Disk::new();
    let archive = Archives::new(&disk, Limits::default()).archive(path);
    if archive.is_none() {
        match disk.open(path) {
            Ok(_) => anstream::eprintln!("error: `{path}` is not an archive"),
            Err(error) => anstream::eprintln!("error: cannot read `{path}`: {error}"),
        }
    }
    archive
}

fn list(arguments: &List) -> Status {
    let Some(archive) = open(&arguments.file) else { return Status::Failure };
    let sizes: Vec<_> = archive.files().map(|(path, size)| (path, size.to_string())).collect();
    let width = sizes.iter().map(|(_, size)| size.len()).max().unwrap_or(0);
    let status = arguments.destination.write("the list", |out| {
        sizes.iter().try_for_each(|(path, size)| writeln!(out, "{size:>width$}  {path}"))
    });
    match status {
        Status::Clean if has_serious_faults(&archive) => {
            report_faults(&arguments.file);
            Status::Findings
        }
        status => status,
    }
}

fn print(arguments: &Print) -> Status {
    let Some(archive) = open(&arguments.file) else { return Status::Failure };
    let member = &arguments.member;
    let path = member.as_str().trim_start_matches('/');
    arguments.destination.write("the file", |out| match archive.copy(path, out) {
        Ok(_) => Ok(()),
        Err(error) => {
            let archive = &arguments.file;
            Err(io::Error::other(format!("`{member}` of `{archive}` cannot be read ({error})")))
        }
    })
}

fn has_serious_faults(archive: &Archive) -> bool {
    archive.faults.iter().any(|fault| !fault.is_harmless())
}

fn report_faults(path: &Utf8Path) {
    anstream::eprintln!("error: `{path}` is damaged, unsafe or too large");
    anstream::eprintln!("help: run `tosca check {path}` to see why");
}
