//! `tosca man`

use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use clap::{Args, CommandFactory as _};
use clap_mangen::Man;

use crate::host::Disk;

use super::arguments::Arguments;
use super::{Status, written};

/// Prints the manual page of `tosca`, or writes the pages of all commands to a directory.
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// Directory for one page per command; created if missing
    #[arg(value_name = "DIR")]
    directory: Option<OsString>,
}

pub(super) fn run(arguments: &Manual) -> Status {
    let command = Arguments::command();
    match &arguments.directory {
        None => {
            let mut page = Vec::new();
            let rendered = Man::new(command).render(&mut page);
            written(rendered.and_then(|()| std::io::stdout().write_all(&page)), "the page")
        }
        Some(directory) => {
            let directory = Path::new(directory);
            let made = std::fs::create_dir_all(directory);
            let made = made.and_then(|()| clap_mangen::generate_to(command, directory));
            written(
                made,
                &format!("pages into `{}`", Disk::new().known_path(directory.as_os_str().to_owned())),
            )
        }
    }
}
