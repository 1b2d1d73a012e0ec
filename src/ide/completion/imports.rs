//! The import that a name needs.

use crate::base::FileId;
use crate::host::paths;
use crate::load::File;
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
    insertion(request.text, &source)
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

/// Returns where a file with this text can have an import, and the text to insert there.
fn insertion(text: &str, source: &str) -> Option<(u32, String)> {
    let mut offset = 0;
    let (mut after_version, mut section) = (None, None);
    let mut item: Option<(usize, String)> = None;
    for line in text.split_inclusive('\n') {
        let end = offset + line.len();
        let content = line.trim_end();
        let is_inside = section.is_some() && (content.starts_with([' ', '-']) || content.is_empty());
        if content.starts_with("tosca_definitions_version:") {
            after_version = Some(end);
        }
        if section.is_some() && !is_inside {
            break;
        }
        if is_inside && !content.is_empty() {
            let indent = content.len() - content.trim_start().len();
            let before = content.get(..indent).unwrap_or("").to_owned();
            let first = item.take();
            item = Some(match first {
                Some((_, indent)) => (end, indent),
                None if content.trim_start().starts_with('-') => (end, before),
                None => return None,
            });
        }
        if section.is_none() && content.starts_with("imports:") {
            // A list in brackets has another form.
            if content.trim_start_matches("imports:").trim().starts_with(['[', '{', '*', '&']) {
                return None;
            }
            section = Some(end);
        }
        offset = end;
    }
    let number = |offset: usize| u32::try_from(offset).ok();
    let ends_line = |offset: usize| text.get(..offset).is_some_and(|text| text.ends_with('\n'));
    let at = |offset: usize, new: String| {
        Some((number(offset)?, if ends_line(offset) { format!("{new}\n") } else { format!("\n{new}") }))
    };
    match (item, section, after_version) {
        (Some((end, indent)), ..) => at(end, format!("{indent}- {source}")),
        (None, Some(end), _) => at(end, format!("  - {source}")),
        (None, None, Some(end)) => at(end, format!("imports:\n  - {source}")),
        (None, None, None) => None,
    }
}
