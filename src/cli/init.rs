//! `tosca init`

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use clap::Args;

use crate::host::{Disk, reason};

#[cfg(feature = "variability")]
use super::features;
use super::{Status, written};

/// Creates an initial service template or profile without findings, and in a directory settings, unless some apply
/// there already. Existing files are never overwritten.
#[derive(Debug, Args)]
pub(super) struct Init {
    /// Directory, file that ends in `.yaml`, `.yml` or `.tosca`, or `-` for standard output
    #[arg(value_name = "PATH", default_value = ".")]
    path: OsString,

    /// Create a profile (reusable types) instead of a service template
    #[arg(long)]
    profile: bool,

    /// Create a variable service template: one file for several variants
    #[cfg(feature = "variability")]
    #[arg(long, conflicts_with = "profile")]
    variability: bool,

    /// Create a variable service template with the features of a feature model as inputs: UVL or XML
    #[cfg(feature = "variability")]
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["profile", "variability"])]
    features: Option<OsString>,
}

const SERVICE: &str = include_str!("init/service.yaml");
const PROFILE: &str = include_str!("init/profile.yaml");
#[cfg(feature = "variability")]
const FAMILY: &str = include_str!("init/family.yaml");
const SETTINGS: &str = include_str!("init/tosca.toml");

/// The extensions of TOSCA files.
const EXTENSIONS: [&str; 3] = ["yaml", "yml", "tosca"];

pub(super) fn run(arguments: &Init) -> Status {
    let (name, content) =
        if arguments.profile { ("profile.yaml", PROFILE) } else { ("service.yaml", SERVICE) };
    #[cfg(feature = "variability")]
    let (name, content) = if arguments.variability { ("family.yaml", FAMILY) } else { (name, content) };
    #[cfg(feature = "variability")]
    let template = match &arguments.features {
        Some(model) => match features::template(model) {
            Some(template) => Some(template),
            None => return Status::Failure,
        },
        None => None,
    };
    #[cfg(feature = "variability")]
    let (name, content) = template.as_deref().map_or((name, content), |template| ("family.yaml", template));
    let given = Path::new(&arguments.path);
    if given == Path::new("-") {
        return written(std::io::stdout().lock().write_all(content.as_bytes()), "the template");
    }
    let ends_with_slash = arguments.path.as_encoded_bytes().ends_with(b"/");
    let extension = given.extension().filter(|_| !given.is_dir() && !ends_with_slash);
    let mut files = Vec::new();
    if extension.is_none() {
        let directory = if given == Path::new(".") { Path::new("") } else { given };
        files.push((directory.join(name), content));
        if !has_settings(given) {
            files.push((directory.join("tosca.toml"), SETTINGS));
        }
    } else if extension.is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known)) {
        files.push((given.to_owned(), content));
    } else {
        let (given, file) = (shown(given), shown(&given.with_extension("yaml")));
        anstream::eprintln!("error: `{given}` is neither a directory nor the name of a TOSCA file");
        anstream::eprintln!("help: use `{file}` for a file, or `{given}/` for a new directory");
        return Status::Failure;
    }
    for (path, content) in &files {
        if let Err(error) = create(path, content) {
            return report(path, &error);
        }
        anstream::eprintln!("wrote {}", shown(path));
    }
    anstream::eprintln!("next: tosca check {}", shown(&files[0].0));
    Status::Clean
}

/// Creates a file and its directory; fails if the file exists.
fn create(path: &Path, content: &str) -> std::io::Result<()> {
    if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        std::fs::create_dir_all(directory)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(content.as_bytes())
}

/// Whether settings apply to the files in a directory: there is a `tosca.toml` in it, or above it in its repository.
fn has_settings(directory: &Path) -> bool {
    let Ok(directory) = std::path::absolute(directory) else { return false };
    for directory in directory.ancestors() {
        if directory.join("tosca.toml").exists() {
            return true;
        }
        if directory.join(".git").exists() {
            return false;
        }
    }
    false
}

/// Reports that a file cannot be created.
fn report(path: &Path, error: &std::io::Error) -> Status {
    let shown = shown(path);
    if error.kind() == ErrorKind::AlreadyExists && path.exists() {
        anstream::eprintln!("error: `{shown}` already exists");
        anstream::eprintln!("help: use another file name: tosca init NAME.yaml");
    } else {
        anstream::eprintln!("error: cannot write `{shown}`: {}", reason(error));
    }
    Status::Failure
}

fn shown(path: &Path) -> String {
    Disk::new().known_path(path.as_os_str().to_owned()).into_string()
}
