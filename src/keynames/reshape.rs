//! Fixes that give a whole list or map another shape.

use crate::base::Span;
use crate::diagnostics::{Edit, Fix};
use crate::yaml::{Kind, Style, YamlNode};

/// Returns the key and the name in `- name: web`, if an entry of a list starts so and goes on.
pub(super) fn name_of_item(item: YamlNode<'_>) -> Option<(YamlNode<'_>, YamlNode<'_>)> {
    let mut entries = item.entries();
    let (key, name) = entries.next()?;
    let is_name =
        matches!(key.text(), "name" | "id" | "key") && name.as_str().is_some_and(|name| !name.is_empty());
    (is_name && item.style() == Style::Block && entries.next().is_some()).then_some((key, name))
}

/// Returns the edits that indent by two spaces the lines of `text` that start in `span`, but for empty ones.
fn indented(span: Span, text: &str) -> Option<Vec<Edit>> {
    let starts =
        text.get(span.range())?.match_indices('\n').map(|(index, _)| span.start as usize + index + 1);
    let filled = starts.filter(|start| !text[*start..].starts_with(['\n', '\r']));
    let edit = |start| {
        let start = u32::try_from(start).ok()?;
        Some(Edit::new(Span { start, end: start, ..span }, "  "))
    };
    filled.map(edit).collect()
}

/// Returns the fix that makes a list of the entries of a map in block style.
pub(super) fn map_to_list(map: YamlNode<'_>) -> Option<Fix> {
    const MAX_ENTRIES: usize = 1_000;
    let text = map.tree().source().as_str();
    if map.style() != Style::Block || map.is_broken() || map.is_lowered() || map.used_at().is_some() {
        return None;
    }
    let at = |position: u32| Span { start: position, end: position, ..map.span() };
    let mut edits = Vec::new();
    for (index, (key, value)) in map.entries().enumerate() {
        if index >= MAX_ENTRIES || key.used_at().is_some() || key.kind() != Kind::Scalar {
            return None;
        }
        let start = key.span().start;
        edits.push(Edit::new(at(start), "- "));
        edits.extend(indented(Span { start, end: value.span().end.max(start), ..map.span() }, text)?);
    }
    Some(Fix::safe("write a list", edits))
}

/// Returns the fix that makes a map of a list in block style whose entries all have a name, as `- web:` or as
/// `- name: web`.
pub(super) fn list_to_map(list: YamlNode<'_>) -> Option<Fix> {
    const MAX_ITEMS: usize = 1_000;
    let text = list.tree().source().as_str();
    let file = list.span().file;
    let line_of = |position: u32| text[..position as usize].rfind('\n').map_or(0, |index| index + 1);
    let at = |start: usize, end: usize| {
        Some(Span::new(file, u32::try_from(start).ok()?, u32::try_from(end).ok()?))
    };
    if list.style() != Style::Block || list.is_broken() || list.is_lowered() || list.used_at().is_some() {
        return None;
    }
    let start = list.items().next()?.span().start;
    let column = text[line_of(start)..start as usize].find('-')?;
    let key = list.entry_key().span().start;
    let is_deeper = column > key as usize - line_of(key);
    let mut names = Vec::new();
    let mut edits = Vec::new();
    for item in list.items() {
        let start = item.span().start;
        let line = line_of(start);
        let dash = line + column;
        let is_plain_item = item.is_mapping()
            && item.used_at().is_none()
            && names.len() < MAX_ITEMS
            && text[line..start as usize].trim() == "-";
        if !is_plain_item || text.as_bytes().get(dash) != Some(&b'-') {
            return None;
        }
        if let Some((_, name)) = name_of_item(item) {
            names.push(name.text());
            // The other keys of the entry are in the column of the first one.
            let indent = if is_deeper { "" } else { "  " };
            edits
                .push(Edit::new(at(dash, name.span().end as usize)?, format!("{indent}{}:", name.written())));
            if !is_deeper {
                edits.extend(indented(Span { start: name.span().end, ..item.span() }, text)?);
            }
        } else {
            let (name, _) = item.only_entry()?;
            names.push(name.as_str()?);
            let (end, indent) = if is_deeper { (start as usize, "") } else { (dash + 1, " ") };
            edits.push(Edit::new(at(dash, end)?, indent));
        }
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    (count == names.len()).then(|| Fix::safe("write a map", edits))
}

/// Returns the fix that removes the dashes of a list in block style, before other entries of the map that was meant: each
/// item is a name, with its keynames below it or, because of the dash, in the same column.
pub(super) fn without_dashes(list: YamlNode<'_>) -> Option<Fix> {
    const MAX_ITEMS: usize = 1_000;
    let text = list.tree().source().as_str();
    if list.style() != Style::Block || list.is_lowered() || list.used_at().is_some() {
        return None;
    }
    let mut edits = Vec::new();
    for item in list.items() {
        let start = item.span().start;
        let before = &text[..start as usize];
        let line = &before[before.rfind('\n').map_or(0, |index| index + 1)..];
        let mut entries = item.entries();
        let (name, value) = entries.next()?;
        let is_name = name.as_str().is_some() && value.is_null() == entries.next().is_some();
        if !is_name || line.trim() != "-" || item.used_at().is_some() || edits.len() >= MAX_ITEMS {
            return None;
        }
        let dash = start - u32::try_from(line.trim_start().len()).ok()?;
        edits.push(Edit::new(Span { start: dash, end: start, ..item.span() }, ""));
    }
    (!edits.is_empty()).then(|| Fix::safe("remove the dashes", edits))
}

/// Returns the fix that puts the entries of `map` whose values belong there into the new `section`, if nothing is between
/// them; it is safe if that is certain.
pub(super) fn into_section(
    map: YamlNode<'_>,
    section: &str,
    belongs: impl Fn(YamlNode<'_>) -> bool + Copy,
    is_certain: bool,
) -> Option<Fix> {
    let is_inside = |(_, value): &(YamlNode<'_>, YamlNode<'_>)| belongs(*value);
    let mut entries = map.entries().skip_while(|entry| !is_inside(entry));
    let inside: Vec<_> = entries.by_ref().take_while(is_inside).collect();
    let ((first, _), (_, last)) = (inside.first()?, inside.last()?);
    let is_written = |(key, value): &(YamlNode<'_>, YamlNode<'_>)| {
        key.used_at().is_none() && value.used_at().is_none() && !key.is_lowered() && !value.is_lowered()
    };
    if map.entry(section).is_some()
        || map.is_broken()
        || !inside.iter().all(is_written)
        || map.entries().filter(is_inside).count() != inside.len()
    {
        return None;
    }
    let at = |position: u32, text: String| {
        Edit::new(Span { start: position, end: position, ..first.span() }, text)
    };
    let (start, end) = (first.span().start, last.span().end);
    let mut edits = Vec::new();
    if map.style() == Style::Flow {
        edits.push(at(start, format!("{section}: {{ ")));
        edits.push(at(end, " }".to_owned()));
    } else {
        let text = map.tree().source();
        let line = text[..start as usize].rfind('\n').map_or(0, |index| index + 1);
        let indent = &text[line..start as usize];
        if !indent.trim().is_empty() {
            return None;
        }
        edits.push(at(start, format!("{section}:\n{indent}  ")));
        edits.extend(indented(Span { start, end, ..first.span() }, text)?);
    }
    let title = format!("put them under `{section}:`");
    Some(if is_certain { Fix::safe(title, edits) } else { Fix::guess(title, edits) })
}

/// Returns the start of the line after the one that ends a value.
pub(super) fn next_line(text: &str, end: usize) -> usize {
    if text[..end].ends_with('\n') {
        return end;
    }
    text[end..].find('\n').map_or(text.len(), |index| end + index + 1)
}
