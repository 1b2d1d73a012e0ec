//! `tosca init`

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::host::{Disk, reason};

use super::Status;

/// Creates an initial service template or profile without findings. Existing files are never overwritten.
#[derive(Debug, Args)]
pub(super) struct Init {
    /// Directory, or file that ends in `.yaml` or `.yml`
    #[arg(value_name = "PATH", default_value = ".")]
    path: OsString,

    /// Create a profile (reusable types) instead of a service template
    #[arg(long)]
    profile: bool,
}

const SERVICE: &str = include_str!("init/service.yaml");
const PROFILE: &str = include_str!("init/profile.yaml");

pub(super) fn run(arguments: &Init) -> Status {
    let (name, content) =
        if arguments.profile { ("profile.yaml", PROFILE) } else { ("service.yaml", SERVICE) };
    let given = Path::new(&arguments.path);
    let is_file = given.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    let path = match () {
        () if is_file && !given.is_dir() => given.to_owned(),
        () if given == Path::new(".") => PathBuf::from(name),
        () => given.join(name),
    };
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    let made = directory.map_or(Ok(()), std::fs::create_dir_all);
    let opened = made.and_then(|()| OpenOptions::new().write(true).create_new(true).open(&path));
    let shown = Disk::new().known_path(path.clone().into_os_string());
    match opened.and_then(|mut file| file.write_all(content.as_bytes())) {
        Ok(()) => {
            anstream::eprintln!("wrote {shown}");
            anstream::eprintln!("next: tosca check {shown}");
            Status::Clean
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.exists() => {
            anstream::eprintln!("error: `{shown}` already exists");
            anstream::eprintln!("help: use another file name: tosca init NAME.yaml");
            Status::Failure
        }
        Err(error) => {
            anstream::eprintln!("error: cannot write `{shown}`: {}", reason(&error));
            Status::Failure
        }
    }
}
