//! Parts of the result.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::dialects::{KEPT_KEY, Rewriter};
use crate::yaml::YamlNode;

use super::super::element::{Element, WINERY};

/// A value of the result, and the node that it stands for.
#[derive(Clone, Debug)]
pub(super) enum Part<'t> {
    Text(Cow<'t, str>, YamlNode<'t>),
    Plain(Cow<'t, str>, YamlNode<'t>),
    List(Vec<Part<'t>>, YamlNode<'t>),
    Map(Map<'t>),
}

/// A map of the result.
#[derive(Clone, Debug)]
pub(super) struct Map<'t> {
    at: YamlNode<'t>,
    entries: Vec<Entry<'t>>,
    metadata: Option<Box<Metadata<'t>>>,
}

/// A key, the node that it stands for, and its value.
type Entry<'t> = (Cow<'t, str>, YamlNode<'t>, Part<'t>);

/// The metadata of a map.
#[derive(Clone, Debug, Default)]
struct Metadata<'t> {
    entries: Numbered<'t>,
    /// What TOSCA 2.0 has no equivalent of.
    kept: Numbered<'t>,
}

/// Entries whose keys may repeat: then they get a number.
#[derive(Clone, Debug, Default)]
struct Numbered<'t> {
    entries: Vec<Entry<'t>>,
    counts: FxHashMap<Cow<'t, str>, usize>,
}

impl<'t> Part<'t> {
    /// A value that no function call is read from.
    pub(super) fn literal(text: impl Into<Cow<'t, str>>, at: YamlNode<'t>) -> Self {
        let text = text.into();
        Self::Text(if text.starts_with('$') { format!("${text}").into() } else { text }, at)
    }

    pub(super) fn text(text: impl Into<Cow<'t, str>>, at: YamlNode<'t>) -> Self {
        Self::Text(text.into(), at)
    }

    pub(super) fn plain(text: impl Into<Cow<'t, str>>, at: YamlNode<'t>) -> Self {
        Self::Plain(text.into(), at)
    }

    fn write(&self, rewriter: &mut Rewriter<'t>) {
        match self {
            Self::Text(text, at) => rewriter.string(text, *at),
            Self::Plain(text, at) => rewriter.plain(text, *at),
            Self::List(items, at) => {
                rewriter.open_list(*at);
                for item in items {
                    item.write(rewriter);
                }
                rewriter.close();
            }
            Self::Map(map) => map.write(rewriter),
        }
    }
}

impl<'t> Map<'t> {
    pub(super) fn new(at: YamlNode<'t>) -> Self {
        Self { at, entries: Vec::new(), metadata: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.metadata.is_none()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(known, ..)| known == key)
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, key: impl Into<Cow<'t, str>>, at: YamlNode<'t>, part: Part<'t>) {
        self.entries.push((key.into(), at, part));
    }

    pub(super) fn add_text(
        &mut self,
        key: impl Into<Cow<'t, str>>,
        text: impl Into<Cow<'t, str>>,
        at: YamlNode<'t>,
    ) {
        self.add(key, at, Part::text(text, at));
    }

    /// Adds a map, unless it is empty.
    pub(super) fn add_map(&mut self, key: impl Into<Cow<'t, str>>, map: Map<'t>) {
        if !map.is_empty() {
            self.add(key, map.at, Part::Map(map));
        }
    }

    /// Adds a list, unless it is empty.
    pub(super) fn add_list(&mut self, key: impl Into<Cow<'t, str>>, at: YamlNode<'t>, items: Vec<Part<'t>>) {
        if !items.is_empty() {
            self.add(key, at, Part::List(items, at));
        }
    }

    /// Returns the map at `key`, which is added if it is missing.
    pub(super) fn map(&mut self, key: &'static str, at: YamlNode<'t>) -> &mut Map<'t> {
        let index = self.entries.iter().position(|(known, ..)| known == key).unwrap_or_else(|| {
            self.add(key, at, Part::Map(Map::new(at)));
            self.entries.len() - 1
        });
        let (_, _, part) = &mut self.entries[index];
        if !matches!(part, Part::Map(_)) {
            *part = Part::Map(Map::new(at));
        }
        match part {
            Part::Map(map) => map,
            _ => unreachable!("it was just made a map"),
        }
    }

    /// Sets the entry at `key`.
    pub(super) fn set(&mut self, key: impl Into<Cow<'t, str>>, at: YamlNode<'t>, part: Part<'t>) {
        let key = key.into();
        match self.entries.iter_mut().find(|(known, ..)| *known == key) {
            Some(entry) => entry.2 = part,
            None => self.add(key, at, part),
        }
    }

    /// Adds an entry to `metadata`.
    pub(super) fn note(&mut self, key: impl Into<Cow<'t, str>>, at: YamlNode<'t>, part: Part<'t>) {
        self.metadata.get_or_insert_default().entries.push(key.into(), at, part);
    }

    /// Keeps a part that TOSCA 2.0 cannot express.
    pub(super) fn keep(&mut self, key: impl Into<Cow<'t, str>>, at: YamlNode<'t>, part: Part<'t>) {
        self.metadata.get_or_insert_default().kept.push(key.into(), at, part);
    }

    /// Adds all entries of another map to this one.
    pub(super) fn append(&mut self, other: Map<'t>) {
        self.entries.extend(other.entries);
        let Some(metadata) = other.metadata else { return };
        for (key, at, part) in metadata.entries.entries {
            self.note(key, at, part);
        }
        for (key, at, part) in metadata.kept.entries {
            self.keep(key, at, part);
        }
    }

    /// Adds the entry at `key` to another map.
    pub(super) fn append_entry_to(self, key: &str, out: &mut Map<'t>) {
        out.entries.extend(self.entries.into_iter().filter(|(known, ..)| known == key));
    }

    pub(super) fn write(&self, rewriter: &mut Rewriter<'t>) {
        rewriter.open_block(self.at);
        write_entries(&self.entries, rewriter);
        if let Some(metadata) = &self.metadata {
            metadata.write(rewriter);
        }
        rewriter.close();
    }
}

fn write_entries<'t>(entries: &[Entry<'t>], rewriter: &mut Rewriter<'t>) {
    for (key, at, part) in entries {
        rewriter.string(key, *at);
        part.write(rewriter);
    }
}

impl<'t> Metadata<'t> {
    fn write(&self, rewriter: &mut Rewriter<'t>) {
        let (entries, kept) = (&self.entries.entries, &self.kept.entries);
        let Some((_, at, _)) = entries.first().or(kept.first()) else { return };
        rewriter.string("metadata", *at);
        rewriter.open_block(*at);
        write_entries(entries, rewriter);
        if !kept.is_empty() {
            rewriter.string(KEPT_KEY, *at);
            rewriter.open_block(*at);
            write_entries(kept, rewriter);
            rewriter.close();
        }
        rewriter.close();
    }
}

impl<'t> Numbered<'t> {
    /// Adds an entry; a key that is there already gets a number.
    fn push(&mut self, key: Cow<'t, str>, at: YamlNode<'t>, part: Part<'t>) {
        let count = self.counts.entry(key.clone()).or_default();
        *count += 1;
        let mut number = *count;
        if number == 1 {
            return self.entries.push((key, at, part));
        }
        let mut unique = format!("{key} {number}");
        while self.counts.contains_key(&*unique) {
            number += 1;
            unique = format!("{key} {number}");
        }
        self.counts.insert(key, number);
        self.counts.insert(unique.clone().into(), 1);
        self.entries.push((unique.into(), at, part));
    }
}

/// Returns an element as data: attributes and elements by their names, repeated ones as a list, and its text.
pub(super) fn data<'t>(element: Element<'t>) -> Part<'t> {
    let at = element.value;
    let has_parts = element.children().next().is_some() || element.attributes().next().is_some();
    if !has_parts {
        return Part::literal(element.text().map_or("", YamlNode::text), at);
    }
    let mut groups: Vec<(Cow<'t, str>, Vec<Element<'t>>)> = Vec::new();
    let mut known: FxHashMap<Cow<'t, str>, usize> = FxHashMap::default();
    for child in element.children() {
        let name = short(child.name());
        let index = *known.entry(name).or_insert_with_key(|name| {
            groups.push((name.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[index].1.push(child);
    }
    // An attribute and an element may have the same name.
    let mut parts = Numbered::default();
    for attribute in element.attributes() {
        let name = short(attribute.name());
        parts.push(name, attribute.key, Part::literal(attribute.value.text(), attribute.value));
    }
    for (name, same) in groups {
        let first = same[0].key;
        let part = match same[..] {
            [only] => data(only),
            _ => Part::List(same.iter().map(|child| data(*child)).collect(), first),
        };
        parts.push(name, first, part);
    }
    if let Some(text) = element.text() {
        parts.push("text".into(), text, Part::literal(text.text(), text));
    }
    let mut map = Map::new(at);
    map.entries = parts.entries;
    Part::Map(map)
}

/// Returns the name of a part as a key: additions of Winery have a short prefix, others none.
pub(super) fn short(name: &str) -> Cow<'_, str> {
    match name.strip_prefix(WINERY) {
        Some(local) => format!("winery.{local}").into(),
        None => super::super::element::local(name).into(),
    }
}
