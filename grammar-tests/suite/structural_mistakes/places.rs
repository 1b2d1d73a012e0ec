//! The places of a file that have a structure: keynames and names, as the keyname tables say.

use std::collections::BTreeSet;

use similar::{DiffTag, TextDiff};
use tosca::internals::keynames::{Entity as _, Expected, Meta};
use tosca::internals::syntax::ToscaFile;

use super::document::{Node, Path};
use super::mistakes::Mistake;

/// An entry of a map.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The entry.
    pub(crate) path: Path,
    /// The key.
    pub(crate) key: String,
    /// Whether the key is a keyname of `owner`; else it is a name that an author chose.
    pub(crate) is_keyname: bool,
    /// The table of the entity that has the keyname, or the section with the name.
    pub(crate) owner: &'static Meta,
    /// The keyname, or that of the section with the name.
    pub(crate) keyname: String,
}

impl Place {
    /// Describes the place: `properties of a node type`.
    pub(crate) fn words(&self) -> String {
        let what = if self.is_keyname { "" } else { "an entry of " };
        format!("{what}`{}` of {}", self.keyname, self.owner.name)
    }
}

/// Returns the places of a file, except for its version.
pub(crate) fn places(root: &Node) -> Vec<Place> {
    let mut finder =
        Finder { places: Vec::new(), path: Vec::new(), owner: ToscaFile::meta(), keyname: String::new() };
    finder.walk(root, &Expected::Entity(ToscaFile::meta));
    finder.places.retain(|place| place.keyname != "tosca_definitions_version");
    finder.places
}

struct Finder {
    places: Vec<Place>,
    path: Path,
    owner: &'static Meta,
    keyname: String,
}

impl Finder {
    fn walk(&mut self, node: &Node, expected: &Expected) {
        match (expected, node) {
            (Expected::Entity(meta), Node::Map(entries)) => {
                let outer = (self.owner, std::mem::take(&mut self.keyname));
                self.owner = meta();
                for (index, entry) in entries.iter().enumerate() {
                    let Some(row) = self.owner.keyname(&entry.0) else { continue };
                    self.keyname.clone_from(&entry.0);
                    self.entry(index, true, entry, &row.expected);
                }
                (self.owner, self.keyname) = outer;
            }
            (Expected::Map(inner), Node::Map(entries)) => {
                for (index, entry) in entries.iter().enumerate() {
                    self.entry(index, false, entry, inner);
                }
            }
            (Expected::List(inner), Node::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    self.path.push(index);
                    self.walk(item, inner);
                    self.path.pop();
                }
            }
            (Expected::Named(inner), Node::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    self.path.push(index);
                    if let [entry] = item.entries() {
                        self.entry(0, false, entry, inner);
                    }
                    self.path.pop();
                }
            }
            (Expected::Either(_, inner), Node::Map(_)) => self.walk(node, inner),
            _ => {}
        }
    }

    fn entry(&mut self, index: usize, is_keyname: bool, (key, value): &(String, Node), expected: &Expected) {
        self.path.push(index);
        let (path, keyname) = (self.path.clone(), self.keyname.clone());
        self.places.push(Place { path, key: key.clone(), is_keyname, owner: self.owner, keyname });
        self.walk(value, expected);
        self.path.pop();
    }
}

/// Returns the lines, from 0, of the text after a mistake with the entry of a key, where a finding may be.
pub(crate) fn lines_of(mistake: Mistake, key: &str, before: &str, after: &str) -> BTreeSet<usize> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut places = BTreeSet::new();
    for change in TextDiff::from_lines(before, after).ops() {
        if change.tag() == DiffTag::Equal {
            continue;
        }
        let lines = change.new_range();
        places.extend(lines.clone());
        let removed = old.get(change.old_range().start).map_or(0, |line| indent(line));
        let added = new.get(lines.start).map_or(0, |line| indent(line));
        places.extend(around(&new, lines.start, removed.max(added)));
        if matches!(mistake, Mistake::Indented | Mistake::Unindented) {
            places.insert(lines.end);
        }
        if matches!(mistake, Mistake::Deleted | Mistake::MovedUp) {
            // The keynames of the same entity.
            let is_beside = |line: &usize| new.get(*line).is_some_and(|line| indent(line) >= removed);
            places.extend((lines.start..).take_while(is_beside));
            places.extend((0..lines.start).rev().take_while(is_beside));
        }
    }
    let is_entry = |line: &str| line.trim_start_matches([' ', '-']).starts_with(&format!("{key}:"));
    let inside = (0..new.len()).filter(|&line| {
        is_entry(new[line]) || around(&new, line, indent(new[line])).any(|line| is_entry(new[line]))
    });
    places.extend(inside);
    places
}

/// Returns the lines, from 0, that differ from those of the text before.
pub(crate) fn changed_lines(before: &str, after: &str) -> BTreeSet<usize> {
    let difference = TextDiff::from_lines(before, after);
    let changes = difference.ops().iter().filter(|change| change.tag() != DiffTag::Equal);
    changes.flat_map(similar::DiffOp::new_range).collect()
}

/// Returns the lines of the keys around a line that is indented by some columns, innermost first.
fn around<'l>(lines: &'l [&str], line: usize, indented: usize) -> impl Iterator<Item = usize> + 'l {
    let mut columns = indented;
    (0..line.min(lines.len())).rev().filter(move |&above| {
        let is_around = indent(lines[above]) < columns;
        columns = columns.min(indent(lines[above]));
        is_around
    })
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '-']).len()
}
