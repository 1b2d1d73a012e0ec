//! Why the outside world did not do what it was asked for, in words that follow "cannot read `path`: ".

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// There is nothing at that path.
    Missing,
    /// It is a directory.
    Directory,
    /// It is larger than the limit; the size in bytes where it is known.
    TooLarge(Option<u64>),
    /// The operating system refused, with its reason.
    Refused(String),
}

/// Why a file could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// Nothing can be written there.
    ReadOnly,
    /// The path stands for a text that is no file.
    NotAFile,
    /// The operating system refused, with its reason.
    Refused(String),
}

/// Why nobody can tell what changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangesError {
    /// There is no version control.
    NoVersionControl,
    /// The program that knows could not be run: its name, and the reason of the operating system.
    NotRun(&'static str, String),
    /// The program that knows refused: its name, and what it said.
    Refused(&'static str, String),
}

impl Display for ReadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "no such file",
            Self::Directory => "it is a directory",
            Self::TooLarge(_) => "it is larger than the limit",
            Self::Refused(reason) => reason,
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
            Self::Refused(program, said) => write!(f, "{program} reported: {said}"),
        }
    }
}

impl Error for ReadError {}
impl Error for WriteError {}
impl Error for ChangesError {}
