//! Why a request to the outside world failed, in words that follow "cannot read `path`: ".

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The path does not exist.
    Missing,
    /// It is a directory.
    Directory,
    /// It is larger than the limit; with the size in bytes if known.
    TooLarge(Option<u64>),
    /// It is in a damaged archive; the text says how.
    Damaged(String),
    /// The operating system refused, with its reason.
    Refused(String),
}

/// Why a file could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The host is read-only.
    ReadOnly,
    /// The path stands for a text that is not a file.
    NotAFile,
    /// The operating system refused, with its reason.
    Refused(String),
}

/// Why the changes cannot be determined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangesError {
    /// The directory is not under version control.
    NoVersionControl,
    /// The version control program could not be run: its name, and the reason of the operating system.
    NotRun(&'static str, String),
    /// The version control program failed: its name, and its message.
    Refused(&'static str, String),
}

impl Display for ReadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "no such file",
            Self::Directory => "it is a directory",
            Self::TooLarge(_) => "it is larger than the limit",
            Self::Damaged(reason) | Self::Refused(reason) => reason,
        })
    }
}

impl Display for WriteError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ReadOnly => "files cannot be written here",
            Self::NotAFile => "it is not a file",
            Self::Refused(reason) => reason,
        })
    }
}

impl Display for ChangesError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersionControl => f.write_str("not in a version control repository"),
            Self::NotRun(program, reason) => write!(f, "cannot run {program}: {reason}"),
            Self::Refused(program, message) => write!(f, "{program} reported: {message}"),
        }
    }
}

impl Error for ReadError {}
impl Error for WriteError {}
impl Error for ChangesError {}
