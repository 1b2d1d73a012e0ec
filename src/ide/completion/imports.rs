//! The import that a name needs.

use crate::base::FileId;
use crate::host::paths;
use crate::load::{File, new_import};
use crate::yaml::plain;

use super::Request;

/// Returns the import of `target`: where it is inserted, and the text. `None` if the file cannot import it.
pub(super) fn of_file(request: &Request<'_, '_>, target: FileId) -> Option<(u32, String)> {
    let graph = &request.model.types.graph;
    let (file, target) = (graph.file(request.file), graph.file(target));
    // The text may be newer than the tree: only what is the same in both is relied on.
    if file.source().text.as_str() != request.text && !request.text.contains("imports:") {
        return None;
    }
    let source = source(file, target)?;
    new_import(request.text, &[source])
}

/// Returns how `file` names `target` in an import.
fn source(file: &File, target: &File) -> Option<String> {
    if target.dialect() != file.dialect() {
        return None;
    }
    if target.is_built_in() {
        return Some(format!("profile: {}", plain(target.profile.as_deref()?)));
    }
    let relative = paths::relative(&target.identity, file.identity.parent()?);
    Some(format!("url: {}", plain(relative.as_str())))
}
