//! Parts of the result.

use rustc_hash::FxHashMap;

use crate::dialects::{KEPT_KEY, Rewriter};
use crate::yaml::YamlNode;

use super::super::element::{Element, WINERY};

/// A value of the result, and the node that it stands for.
#[derive(Clone, Debug)]
pub(super) enum Part<'t> {
    Text(String, YamlNode<'t>),
    Plain(String, YamlNode<'t>),
    List(Vec<Part<'t>>, YamlNode<'t>),
    Map(Map<'t>),
}

/// A map of the result.
#[derive(Clone, Debug)]
pub(super) struct Map<'t> {
    at: YamlNode<'t>,
    entries: Vec<(String, YamlNode<'t>, Part<'t>)>,
    /// Entries of `metadata`.
    metadata: Numbered<'t>,
    /// What TOSCA 2.0 has no equivalent of.
    kept: Numbered<'t>,
}

/// Entries whose keys may repeat: then they get a number.
#[derive(Clone, Debug, Default)]
struct Numbered<'t> {
    entries: Vec<(String, YamlNode<'t>, Part<'t>)>,
    counts: FxHashMap<String, usize>,
}

impl<'t> Part<'t> {
    /// A value that no function call is read from.
    pub(super) fn literal(text: &str, at: YamlNode<'t>) -> Self {
        let escaped = if text.starts_with('$') { format!("${text}") } else { text.to_owned() };
        Self::Text(escaped, at)
    }

    pub(super) fn text(text: impl Into<String>, at: YamlNode<'t>) -> Self {
        Self::Text(text.into(), at)
    }

    pub(super) fn write(&self, rewriter: &mut Rewriter<'t>) {
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
        Self { at, entries: Vec::new(), metadata: Numbered::default(), kept: Numbered::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.metadata.entries.is_empty() && self.kept.entries.is_empty()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(known, ..)| known == key)
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, key: impl Into<String>, at: YamlNode<'t>, part: Part<'t>) {
        self.entries.push((key.into(), at, part));
    }

    pub(super) fn add_text(&mut self, key: impl Into<String>, text: impl Into<String>, at: YamlNode<'t>) {
        self.add(key, at, Part::text(text, at));
    }

    /// Adds a map, unless it is empty.
    pub(super) fn add_map(&mut self, key: impl Into<String>, map: Map<'t>) {
        if !map.is_empty() {
            self.add(key, map.at, Part::Map(map));
        }
    }

    /// Adds a list, unless it is empty.
    pub(super) fn add_list(&mut self, key: impl Into<String>, at: YamlNode<'t>, items: Vec<Part<'t>>) {
        if !items.is_empty() {
            self.add(key, at, Part::List(items, at));
        }
    }

    /// Returns the map at `key`, which is added if it is missing.
    pub(super) fn map(&mut self, key: &str, at: YamlNode<'t>) -> &mut Map<'t> {
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

    /// Adds an entry to `metadata`.
    pub(super) fn note(&mut self, key: impl Into<String>, at: YamlNode<'t>, part: Part<'t>) {
        self.metadata.push(key.into(), at, part);
    }

    /// Keeps a part that TOSCA 2.0 cannot express.
    pub(super) fn keep(&mut self, key: impl Into<String>, at: YamlNode<'t>, part: Part<'t>) {
        self.kept.push(key.into(), at, part);
    }

    pub(super) fn write(&self, rewriter: &mut Rewriter<'t>) {
        rewriter.open_block(self.at);
        for (key, at, part) in &self.entries {
            rewriter.string(key, *at);
            part.write(rewriter);
        }
        let (metadata, kept) = (&self.metadata.entries, &self.kept.entries);
        if let Some((_, at, _)) = metadata.first().or(kept.first()) {
            rewriter.string("metadata", *at);
            rewriter.open_block(*at);
            for (key, at, part) in metadata {
                rewriter.string(key, *at);
                part.write(rewriter);
            }
            if !kept.is_empty() {
                rewriter.string(KEPT_KEY, *at);
                rewriter.open_block(*at);
                for (key, at, part) in kept {
                    rewriter.string(key, *at);
                    part.write(rewriter);
                }
                rewriter.close();
            }
            rewriter.close();
        }
        rewriter.close();
    }
}

impl<'t> Numbered<'t> {
    /// Adds an entry; a key that is there already gets a number.
    fn push(&mut self, key: String, at: YamlNode<'t>, part: Part<'t>) {
        let count = self.counts.entry(key.clone()).or_default();
        *count += 1;
        let mut number = *count;
        let mut unique = if number == 1 { key.clone() } else { format!("{key} {number}") };
        while unique != key && self.counts.contains_key(&unique) {
            number += 1;
            unique = format!("{key} {number}");
        }
        if unique != key {
            self.counts.insert(key, number);
            self.counts.insert(unique.clone(), 1);
        }
        self.entries.push((unique, at, part));
    }
}

/// Returns an element as data: attributes and elements by their names, repeated ones as a list, and its text.
pub(super) fn data<'t>(element: Element<'t>) -> Part<'t> {
    let at = element.value;
    let has_parts = element.children().next().is_some() || element.attributes().next().is_some();
    if !has_parts {
        return Part::literal(element.text().map_or("", YamlNode::text), at);
    }
    let mut groups: Vec<(String, Vec<Element<'t>>)> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
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
        parts.push("text".to_owned(), text, Part::literal(text.text(), text));
    }
    let mut map = Map::new(at);
    map.entries = parts.entries;
    Part::Map(map)
}

/// Returns the name of a part as a key: additions of Winery have a short prefix, others none.
pub(super) fn short(name: &str) -> String {
    match name.strip_prefix(WINERY) {
        Some(local) => format!("winery.{local}"),
        None => super::super::element::local(name).to_owned(),
    }
}

impl<'t> Map<'t> {
    /// Adds all entries of this map to another one.
    pub(super) fn append_to(&self, out: &mut Map<'t>) {
        out.entries.extend(self.entries.iter().cloned());
        for (key, at, part) in &self.metadata.entries {
            out.note(key, *at, part.clone());
        }
        for (key, at, part) in &self.kept.entries {
            out.keep(key, *at, part.clone());
        }
    }
}

impl<'t> Map<'t> {
    /// Adds the entry at `key` to another map.
    pub(super) fn append_entry_to(self, key: &str, out: &mut Map<'t>) {
        out.entries.extend(self.entries.into_iter().filter(|(known, ..)| known == key));
    }
}

impl<'t> Map<'t> {
    /// Sets the entry at `key`.
    pub(super) fn set(&mut self, key: &str, at: YamlNode<'t>, part: Part<'t>) {
        match self.entries.iter_mut().find(|(known, ..)| known == key) {
            Some(entry) => entry.2 = part,
            None => self.add(key, at, part),
        }
    }
}
