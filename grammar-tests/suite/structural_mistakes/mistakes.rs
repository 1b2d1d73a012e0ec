//! Mistakes in the structure of a file.

use tosca::internals::keynames::Expected;

use super::document::{Node, print};
use super::places::Place;
use crate::variability::Random;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mistake {
    /// A letter of a keyname is dropped, doubled or swapped.
    Misspelled,
    /// An entry is in the enclosing map.
    MovedUp,
    /// A definition is in another section of its owner.
    MovedToSibling,
    /// The lines of an entry are indented less or more.
    Unindented,
    Indented,
    /// A map is a list of its entries.
    MapAsList,
    /// A list is a map.
    ListAsMap,
    /// An entry is missing.
    Deleted,
    /// A key has no value.
    Emptied,
    /// A map is a word.
    MapAsScalar,
}

pub(crate) const ALL: &[Mistake] = &[
    Mistake::Misspelled,
    Mistake::MovedUp,
    Mistake::MovedToSibling,
    Mistake::Unindented,
    Mistake::Indented,
    Mistake::MapAsList,
    Mistake::ListAsMap,
    Mistake::Deleted,
    Mistake::Emptied,
    Mistake::MapAsScalar,
];

/// Makes a mistake at a place of a file; returns the text, or `None` if the place does not allow the mistake.
pub(crate) fn make(mistake: Mistake, root: &Node, place: &Place, random: &mut Random) -> Option<String> {
    let mut root = root.clone();
    let (&index, map) = place.path.split_last()?;
    let value = root.at(&place.path).clone();
    match mistake {
        Mistake::Misspelled => {
            if !place.is_keyname {
                return None;
            }
            let word = misspelled(&place.keyname, random)?;
            if place.owner.keyname(&word).is_some() || place.owner.is_former(&word) {
                return None;
            }
            root.entries_at(map)[index].0 = word;
        }
        Mistake::MovedUp => {
            let above = (0..map.len()).rev().map(|end| &map[..end]);
            let outer = above.into_iter().find(|path| matches!(root.at(path), Node::Map(_)))?.to_vec();
            let entry = root.entries_at(map).remove(index);
            let owner = map[outer.len()];
            if let (Some((&item, list)), true) = (map.split_last(), root.at(map).entries().is_empty())
                && let Node::List(items) = root.at_mut(list)
            {
                items.remove(item);
            }
            let entries = root.entries_at(&outer);
            if entries.iter().any(|(key, _)| *key == entry.0) {
                return None;
            }
            entries.insert(owner + 1, entry);
        }
        Mistake::MovedToSibling => moved_to_sibling(&mut root, place, random)?,
        Mistake::Unindented | Mistake::Indented => return shifted(&root, place, mistake, random),
        Mistake::MapAsList => {
            let Node::Map(entries) = value else { return None };
            let items: Vec<Node> = entries.into_iter().map(|entry| Node::Map(vec![entry])).collect();
            *root.at_mut(&place.path) = Node::List(some(items)?);
        }
        Mistake::ListAsMap => {
            let Node::List(items) = value else { return None };
            *root.at_mut(&place.path) = Node::Map(list_as_map(some(items)?)?);
        }
        Mistake::Deleted => drop(root.entries_at(map).remove(index)),
        Mistake::Emptied => {
            if value == Node::Scalar(String::new()) {
                return None;
            }
            *root.at_mut(&place.path) = Node::Scalar(String::new());
        }
        Mistake::MapAsScalar => {
            some(value.entries().to_vec())?;
            *root.at_mut(&place.path) = Node::Scalar("word".to_owned());
        }
    }
    Some(print(&root).text())
}

fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}

fn misspelled(word: &str, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len());
    match random.below(3) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        _ => letters.get_mut(at..at + 2)?.swap(0, 1),
    }
    let misspelled: String = letters.into_iter().collect();
    (misspelled != word && misspelled.len() > 2).then_some(misspelled)
}

fn moved_to_sibling(root: &mut Node, place: &Place, random: &mut Random) -> Option<()> {
    if place.is_keyname {
        return None;
    }
    let (&index, map) = place.path.split_last()?;
    // A named entry is in a map in the list of the section.
    let is_list = matches!(root.at(&map[..map.len() - 1]), Node::List(_));
    let section = &map[..map.len() - usize::from(is_list)];
    let (&section_index, owner) = section.split_last()?;
    let is_section = |(at, (name, value)): &(usize, &(String, Node))| {
        let row = place.owner.keyname(name);
        let holds_names =
            row.is_some_and(|row| matches!(row.expected, Expected::Map(_) | Expected::Named(_)));
        *at != section_index && holds_names && !matches!(value, Node::Scalar(_))
    };
    let siblings: Vec<usize> =
        root.at(owner).entries().iter().enumerate().filter(is_section).map(|(at, _)| at).collect();
    let sibling = *siblings.get(random.below(siblings.len().max(1)))?;
    let entry = root.entries_at(map)[index].clone();
    let owner = owner.to_vec();
    match &mut root.entries_at(&owner)[sibling].1 {
        Node::Map(entries) if entries.iter().any(|(key, _)| *key == entry.0) => return None,
        Node::Map(entries) => entries.push(entry),
        Node::List(items) => items.push(Node::Map(vec![entry])),
        Node::Scalar(_) => return None,
    }
    if is_list {
        let (&item, list) = map.split_last()?;
        let Node::List(items) = root.at_mut(list) else { return None };
        items.remove(item);
    } else {
        root.entries_at(map).remove(index);
    }
    Some(())
}

/// Indents the lines of an entry by one or two columns less or more.
fn shifted(root: &Node, place: &Place, mistake: Mistake, random: &mut Random) -> Option<String> {
    let mut printed = print(root);
    let columns = 1 + random.below(2);
    for line in printed.lines_of(&place.path) {
        let line = &mut printed.lines[line];
        if mistake == Mistake::Indented {
            line.insert_str(0, &"  "[..columns]);
        } else if line.starts_with(&"  "[..columns]) {
            line.drain(..columns);
        } else {
            return None;
        }
    }
    Some(printed.text())
}

fn list_as_map(items: Vec<Node>) -> Option<Vec<(String, Node)>> {
    let mut entries: Vec<(String, Node)> = Vec::new();
    for item in items {
        match item {
            Node::Map(inner) => entries.extend(inner),
            Node::Scalar(text) => entries.push((text, Node::Scalar(String::new()))),
            Node::List(_) => return None,
        }
    }
    let is_repeated = |at: usize| entries[..at].iter().any(|(key, _)| *key == entries[at].0);
    (!(0..entries.len()).any(is_repeated)).then_some(entries)
}
