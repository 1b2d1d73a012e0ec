//! Lists the content of a file: its sections, their definitions, and the members of these.

use crate::base::{FileId, Span};
use crate::keynames::{Expected, Meta};
use crate::model::Model;
use crate::yaml::YamlNode;

use super::keynames::{Entry, ROOT, entries, items};
use super::referent::unquoted;

/// A section, a definition or a member.
#[derive(Clone, Debug)]
pub struct OutlineEntry {
    /// The name as written.
    pub name: String,
    /// The table of the definition; `None` for sections, and for entries without keynames.
    pub table: Option<&'static Meta>,
    /// The keyname of the section that contains it, or its own keyname.
    pub keyname: &'static str,
    /// The type that it names or derives from.
    pub detail: String,
    /// The whole entry.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// The entries that it contains.
    pub children: Vec<OutlineEntry>,
}

/// The maximum number of nested levels: sections, definitions, members, and so on.
const MAX_DEPTH: usize = 8;

/// Returns the sections of a file in file order.
#[must_use]
pub fn outline(model: &Model, file: FileId) -> Vec<OutlineEntry> {
    let Some(root) = model.types.graph.get(file).and_then(|file| file.tree().root()) else {
        return Vec::new();
    };
    sections(root, &ROOT, 0)
}

/// Returns an entry for each keyname of a map that has definitions below it.
fn sections(node: YamlNode<'_>, expected: &'static Expected, depth: usize) -> Vec<OutlineEntry> {
    if depth > MAX_DEPTH {
        return Vec::new();
    }
    let all = entries(node, expected).into_iter();
    let sections = all.filter_map(|entry| {
        let keyname = entry.keyname?.keyname.name;
        let children = match entry.expected {
            // A service template, or its substitution mapping.
            Expected::Entity(_) => sections(entry.value, entry.expected, depth + 1),
            _ => definitions(&entry, keyname, depth + 1),
        };
        let is_section = !children.is_empty() || has_definitions(entry.expected) && depth == 0;
        is_section.then(|| outline_entry(&entry, keyname, None, String::new(), children))?
    });
    sections.collect()
}

/// Returns the definitions of a section.
fn definitions(section: &Entry<'_>, keyname: &'static str, depth: usize) -> Vec<OutlineEntry> {
    if !has_definitions(section.expected) {
        return Vec::new();
    }
    if let Some(inner) = items(section.value, section.expected) {
        return section.value.items().filter_map(|item| listed(item, inner, keyname)).collect();
    }
    let all = entries(section.value, section.expected).into_iter();
    all.filter_map(|entry| {
        let members = entries(entry.value, entry.expected);
        let text = |name: &str| {
            members.iter().find(|member| member.key.text() == name).map(|member| member.value.text())
        };
        let detail = ["type", "derived_from", "node"].iter().find_map(|name| text(name));
        let detail = detail.or_else(|| entry.value.as_str()).unwrap_or_default().to_owned();
        let children = if depth > MAX_DEPTH {
            Vec::new()
        } else {
            let inner = members.iter().filter_map(|member| Some((member, member.keyname?.keyname.name)));
            inner.flat_map(|(member, keyname)| definitions(member, keyname, depth + 1)).collect()
        };
        outline_entry(&entry, keyname, table(entry.expected), detail, children)
    })
    .collect()
}

/// Returns an entry for an import, the item of a list of definitions without names.
fn listed(item: YamlNode<'_>, expected: &'static Expected, keyname: &'static str) -> Option<OutlineEntry> {
    let table = table(expected)?;
    let named = entries(item, expected)
        .into_iter()
        .find(|entry| matches!(entry.key.text(), "url" | "profile" | "file"));
    let name = named.map_or(item, |entry| entry.value);
    let text = name.as_str()?;
    item.tree().origin(item.id())?;
    Some(OutlineEntry {
        name: text.to_owned(),
        table: Some(table),
        keyname,
        detail: String::new(),
        span: item.span(),
        name_span: unquoted(name).0,
        children: Vec::new(),
    })
}

/// Whether a keyname contains definitions that have a keyname table.
fn has_definitions(expected: &'static Expected) -> bool {
    match expected {
        Expected::Map(inner) | Expected::Named(inner) | Expected::List(inner) => table(inner).is_some(),
        _ => false,
    }
}

/// Returns the keyname table of definitions.
fn table(expected: &'static Expected) -> Option<&'static Meta> {
    match expected {
        Expected::Entity(meta) => Some(meta()),
        Expected::Either(short, long) => table(long).or_else(|| table(short)),
        _ => None,
    }
}

fn outline_entry(
    entry: &Entry<'_>,
    keyname: &'static str,
    table: Option<&'static Meta>,
    detail: String,
    children: Vec<OutlineEntry>,
) -> Option<OutlineEntry> {
    // Nodes that a dialect added are not in the file.
    entry.key.tree().origin(entry.key.id())?;
    let (name_span, name) = unquoted(entry.key);
    let value = entry.value.span();
    let end = if value.end > name_span.end { value.end } else { entry.key.span().end };
    let span = Span::new(name_span.file, entry.key.span().start, end);
    Some(OutlineEntry { name: name.to_owned(), table, keyname, detail, span, name_span, children })
}
