//! Finds the file that an import by name refers to if the line that declares its profile has a mistake, which is
//! reported there.

use crate::base::FileId;
use crate::keynames::Slot;
use crate::yaml::YamlNode;

use super::File;
use super::loader::Loader;

/// Keynames of earlier versions that name what a file defines.
const FORMER_KEYNAMES: [&str; 3] = ["namespace", "namespace_uri", "tosca_default_namespace"];

/// The file of a profile whose declaration could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// This file declares the profile.
    In(FileId),
    /// Some file may declare it.
    Possible,
    /// No file may declare it.
    Absent,
}

impl Loader<'_> {
    /// Returns the searched files that may declare a profile in a line that could not be read.
    pub(super) fn with_unreadable_profiles(&self) -> Vec<FileId> {
        let searched = self.graph.files.iter().filter(|file| self.contexts[file.id.index()].searched);
        searched.filter(|file| may_declare(file)).map(|file| file.id).collect()
    }

    /// Returns whether one of `files` declares the profile `name` in a line that could not be read.
    pub(super) fn find_unreadable_profile(&self, files: &[FileId], name: &str) -> Unreadable {
        let mut result = Unreadable::Absent;
        for file in files.iter().map(|id| self.graph.file(*id)) {
            match declares(file, name) {
                Some(true) => return Unreadable::In(file.id),
                Some(false) => result = Unreadable::Possible,
                None => {}
            }
        }
        result
    }
}

/// Whether a file has keys that could not be read, or that name what files of earlier versions define.
fn may_declare(file: &File) -> bool {
    let root = file.syntax().filter(|_| file.profile.is_none());
    root.is_some_and(|root| {
        let is_former = |key: &str| file.node(root.node).entry(key).is_some();
        root.unread.has_unknown_key()
            || matches!(root.profile(), Slot::Unreadable)
            || FORMER_KEYNAMES.into_iter().any(is_former)
    })
}

/// Returns whether a file declares `name` in a line that could not be read, or `None` if it has no such line.
fn declares(file: &File, name: &str) -> Option<bool> {
    let root = file.syntax().filter(|_| file.profile.is_none())?;
    let is_unread = matches!(root.profile(), Slot::Unreadable);
    let keys = root.unread.has_unknown_key() || is_unread;
    let mut entries = file.node(root.node).entries().filter(|_| keys);
    let is_declaration = |(key, value): (YamlNode<'_>, YamlNode<'_>)| {
        let may_declare = key.text() == "profile"
            || FORMER_KEYNAMES.contains(&key.text())
            || crate::diagnostics::suggest(key.text(), ["profile"]).is_some();
        may_declare.then(|| declared(value)).flatten()
    };
    if entries.any(|entry| is_declaration(entry).is_some_and(|declared| declared == name)) {
        return Some(true);
    }
    let is_former = FORMER_KEYNAMES.iter().any(|key| file.node(root.node).entry(key).is_some());
    (is_unread || is_former).then_some(false)
}

/// Returns the name that a line declares: a string, or a map with name and version.
fn declared(value: YamlNode<'_>) -> Option<String> {
    if let Some(name) = value.as_str() {
        return Some(name.to_owned());
    }
    let name = value.get("name")?.as_str()?;
    match value.get("version").filter(|version| version.scalar().is_some()) {
        Some(version) => Some(format!("{name}:{}", version.text())),
        None => Some(name.to_owned()),
    }
}
