//! The files that a file names.

use camino::Utf8PathBuf;

use crate::base::{FileId, Span};
use crate::host::paths;
use crate::model::Model;

use super::referent::{Referent, unquoted};
use super::uses::uses;

/// A name that leads to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLink {
    /// The name.
    pub span: Span,
    /// What it leads to.
    pub target: LinkTarget,
}

/// The file that a name leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// An imported file.
    File(FileId),
    /// A path, which may not exist.
    Path(Utf8PathBuf),
    /// An address on the network.
    Url(String),
}

/// Returns the imports and the artifact files of a file.
#[must_use]
pub fn links(model: &Model, file: FileId) -> Vec<FileLink> {
    let Some(file) = model.types.graph.get(file) else { return Vec::new() };
    let mut links = Vec::new();
    for used in uses(model, file.id) {
        let target = match used.referent {
            Referent::File(target) => target,
            Referent::Part(super::PartKind::Profile, key) if !used.is_definition => key.file,
            _ => continue,
        };
        links.push(FileLink { span: used.span, target: LinkTarget::File(target) });
    }
    let files = super::keynames::values(file.tree(), |table, keyname| {
        table.name.contains("artifact") && keyname.name == "file"
    });
    for node in files {
        let (Some(text), true) = (node.as_str(), node.tree().origin(node.id()).is_some()) else { continue };
        let span = unquoted(node).0;
        let target = if text.contains("://") {
            LinkTarget::Url(text.to_owned())
        } else {
            let Some(directory) = file.identity.parent() else { continue };
            LinkTarget::Path(paths::clean(&paths::join(directory, text.into())))
        };
        links.push(FileLink { span, target });
    }
    links.sort_by_key(|link| link.span.start);
    links
}
