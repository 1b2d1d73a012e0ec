//! The place and text of a new import.

/// Returns where a file with this text can have an import in block style with the entries `keynames`, and the text to
/// insert there.
#[must_use]
pub fn new_import(text: &str, keynames: &[String]) -> Option<(u32, String)> {
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
    let entry = |indent: &str| format!("{indent}- {}", keynames.join(&format!("\n{indent}  ")));
    match (item, section, after_version) {
        (Some((end, indent)), ..) => at(end, entry(&indent)),
        (None, Some(end), _) => at(end, entry("  ")),
        (None, None, Some(end)) => at(end, format!("imports:\n{}", entry("  "))),
        (None, None, None) => None,
    }
}
