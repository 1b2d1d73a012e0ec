//! The lock file of a project, `tosca.lock`: the URLs that its files import, with the checksums of their contents.

use std::collections::BTreeMap;
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::host::{Entry, Host, paths};

/// The file name of lock files.
pub(super) const NAME: &str = "tosca.lock";
/// The version of the format.
const VERSION: u32 = 1;
/// The first line of each lock file.
const HEAD: &str =
    "# Written by tosca: the files that this project imports by URL. Keep it under version control.";

/// A content that was locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LockedUrl {
    /// The checksum SHA-256, in lowercase hexadecimal digits.
    pub(super) sha256: String,
    /// The copy in the project, relative to the directory of the lock file, if there is one.
    pub(super) file: Option<Utf8PathBuf>,
}

/// The contents that a project has locked, by URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lock {
    /// The contents, by URL.
    pub(super) urls: BTreeMap<String, LockedUrl>,
}

/// Why a lock file cannot be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LockProblem {
    pub(super) place: Range<usize>,
    pub(super) reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LockFile {
    version: Spanned<u32>,
    #[serde(default)]
    url: Vec<Spanned<LockEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LockEntry {
    url: String,
    sha256: Spanned<String>,
    file: Option<String>,
}

#[derive(Serialize)]
struct WrittenFile {
    version: u32,
    url: Vec<WrittenEntry>,
}

#[derive(Serialize)]
struct WrittenEntry {
    url: String,
    sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

impl Lock {
    /// Parses the text of a lock file.
    pub(super) fn parse(text: &str) -> Result<Self, LockProblem> {
        let file: LockFile = toml::from_str(text).map_err(|error| LockProblem {
            place: error.span().unwrap_or(0..0),
            reason: error.message().lines().next().unwrap_or_default().to_owned(),
        })?;
        let problem = |place, reason: String| Err(LockProblem { place, reason });
        if *file.version.get_ref() != VERSION {
            let reason = format!("version {} is not supported", file.version.get_ref());
            return problem(file.version.span(), reason);
        }
        let mut urls = BTreeMap::new();
        for entry in file.url {
            let place = entry.span();
            let LockEntry { url, sha256, file } = entry.into_inner();
            let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            if sha256.get_ref().len() != 64 || !sha256.get_ref().bytes().all(is_digit) {
                return problem(sha256.span(), "expected 64 lowercase hexadecimal digits".to_owned());
            }
            let locked = LockedUrl { sha256: sha256.into_inner(), file: file.map(Utf8PathBuf::from) };
            if urls.insert(url, locked).is_some() {
                return problem(place, "this URL is there twice".to_owned());
            }
        }
        Ok(Self { urls })
    }

    /// Returns the text of the lock file.
    pub(super) fn text(&self) -> String {
        let entry = |(url, locked): (&String, &LockedUrl)| WrittenEntry {
            url: url.clone(),
            sha256: locked.sha256.clone(),
            file: locked.file.as_ref().map(ToString::to_string),
        };
        let file = WrittenFile { version: VERSION, url: self.urls.iter().map(entry).collect() };
        format!("{HEAD}\n{}", toml::to_string(&file).unwrap_or_default())
    }
}

/// Returns the path of the lock file of the project that `path` belongs to, and whether there is one: in the nearest
/// directory with one, or else that with the nearest `tosca.toml`, or else the root of the version control, or else the
/// directory of `path`.
pub(super) fn path_for(host: &dyn Host, path: &Utf8Path) -> (Utf8PathBuf, bool) {
    let start = host.absolute(path);
    let start = match host.entry(&start) {
        Some(Entry::Directory) => &*start,
        _ => start.parent().unwrap_or(&start),
    };
    let has = |directory: &Utf8Path, name: &str| host.entry(&directory.join(name)).is_some();
    let mut root = None;
    for directory in start.ancestors() {
        if has(directory, NAME) {
            return (directory.join(NAME), true);
        }
        if root.is_none() && has(directory, "tosca.toml") {
            root = Some(directory);
        }
        if has(directory, ".git") {
            root = root.or(Some(directory));
            break;
        }
    }
    (paths::join(root.unwrap_or(start), Utf8Path::new(NAME)), false)
}
