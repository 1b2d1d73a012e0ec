//! The fix that moves an entry from one section of an entity to another.

use crate::base::Span;
use crate::diagnostics::{Edit, Fix, quoted};
use crate::yaml::{Style, YamlNode};

use super::reshape;

/// Returns the fix that moves the entry of `key` from its section of `entity` to the section `to`; `None` if it is not a
/// matter of a few lines.
pub(crate) fn moved_to_section(key: YamlNode<'_>, entity: YamlNode<'_>, to: &str) -> Option<Fix> {
    let (section, from) = entity.entries().find(|(_, value)| value.is_mapping() && value.contains(key))?;
    let value = key.entry_value();
    let is_written = |node: YamlNode<'_>| node.used_at().is_none() && !node.is_lowered() && !node.is_broken();
    let is_own = from.entries().any(|(own, _)| own.id() == key.id());
    if to == "requirements" || !is_own || ![key, value, section, from, entity].into_iter().all(is_written) {
        return None;
    }
    let lines = Lines { text: key.tree().source(), key };
    let target = entity.get(to);
    let is_only = from.entries().nth(1).is_none();
    let edits = match target {
        None if is_only => vec![Edit::new(section.span(), to)],
        None => {
            let mut edits = vec![lines.without(from)?];
            edits.push(match (from.style(), entity.style()) {
                (Style::Flow, Style::Flow) => {
                    lines.insert(from.span().end, format!(", {to}: {{ {} }}", lines.inline()?))
                }
                (Style::Flow, _) => {
                    let indent = lines.indent(section)?;
                    let end = lines.next_line(from.span().end);
                    lines.insert(end, format!("{indent}{to}: {{ {} }}\n", lines.inline()?))
                }
                _ => {
                    let (indent, whole) = (lines.indent(section)?, lines.whole()?);
                    let (_, last) = from.entries().last()?;
                    let text = format!("{indent}{to}:\n{}", lines.at(whole));
                    lines.insert(lines.next_line(last.span().end), text)
                }
            });
            edits
        }
        Some(target) if target.is_mapping() && is_written(target) && target.entry(key.text()).is_none() => {
            let (first, _) = target.entries().next()?;
            let (_, last) = target.entries().last()?;
            let removed =
                if is_only { lines.without_section(section, entity)? } else { lines.without(from)? };
            let added = if target.style() == Style::Flow {
                lines.insert(last.span().end, format!(", {}", lines.inline()?))
            } else {
                let text = match from.style() {
                    Style::Flow => format!("{}{}\n", lines.indent(first)?, lines.inline()?),
                    _ if lines.indent(first)? == lines.indent(key)? => lines.at(lines.whole()?).to_owned(),
                    _ => return None,
                };
                lines.insert(lines.next_line(last.span().end), text)
            };
            vec![removed, added]
        }
        Some(_) => return None,
    };
    let title = format!("move {} under `{to}:`", quoted(key.text()));
    // The section may be right, and what the type defines wrong.
    let are_in_place = edits.iter().all(|edit| lines.is_in_place(edit));
    are_in_place.then(|| Fix::guess(title, edits))
}

/// The lines of the entry of a key.
struct Lines<'t> {
    text: &'t str,
    key: YamlNode<'t>,
}

impl<'t> Lines<'t> {
    /// Returns what is before a node on its line, if that is only whitespace.
    fn indent(&self, node: YamlNode<'_>) -> Option<&'t str> {
        let before = &self.text[..node.span().start as usize];
        let line = &before[before.rfind('\n').map_or(0, |index| index + 1)..];
        line.trim().is_empty().then_some(line)
    }

    /// Returns the start of the line after `position`, which the line after a block may be already.
    fn next_line(&self, position: u32) -> u32 {
        u32::try_from(reshape::next_line(self.text, position as usize)).unwrap_or(u32::MAX)
    }

    /// Returns the span of the whole lines of the entry.
    fn whole(&self) -> Option<Span> {
        let indent = u32::try_from(self.indent(self.key)?.len()).ok()?;
        let end = self.next_line(self.key.entry_value().span().end.max(self.key.span().end));
        Some(Span { start: self.key.span().start - indent, end, ..self.key.span() })
    }

    fn at(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the entry as it can be written in brackets, if it is on one line.
    fn inline(&self) -> Option<&'t str> {
        let value = self.key.entry_value();
        let text = self.at(self.key.span().to(value.span()));
        let is_plain = value.style() == Style::Plain && value.written().contains([',', '[', ']', '{', '}']);
        let is_block = value.style() == Style::Block || value.written().is_empty();
        (!is_plain && !is_block && !text.contains(['\n', '#'])).then_some(text)
    }

    /// Returns the edit that removes the entry from a map with others.
    fn without(&self, map: YamlNode<'_>) -> Option<Edit> {
        if map.style() != Style::Flow {
            return Some(Edit::new(self.whole()?, ""));
        }
        let entries: Vec<_> = map.entries().collect();
        let index = entries.iter().position(|(key, _)| key.id() == self.key.id())?;
        let (own_key, own_value) = entries[index];
        // The comma before the entry goes with it, or that after the first one.
        let span = match (index.checked_sub(1), entries.get(index + 1)) {
            (Some(before), _) => {
                Span { start: entries[before].1.span().end, end: own_value.span().end, ..own_key.span() }
            }
            (None, Some((next, _))) => Span { end: next.span().start, ..own_key.span() },
            (None, None) => return None,
        };
        (!self.at(span).contains('#')).then(|| Edit::new(span, ""))
    }

    /// Returns the edit that removes a whole section of an entity.
    fn without_section(&self, section: YamlNode<'_>, entity: YamlNode<'_>) -> Option<Edit> {
        Lines { text: self.text, key: section }.without(entity)
    }

    fn insert(&self, position: u32, text: String) -> Edit {
        Edit::new(Span { start: position, end: position, ..self.key.span() }, text)
    }

    /// Whether an edit that writes whole lines is at the start of one.
    fn is_in_place(&self, edit: &Edit) -> bool {
        let start = edit.span.start as usize;
        !edit.text.ends_with('\n') || start == 0 || self.text[..start].ends_with('\n')
    }
}
