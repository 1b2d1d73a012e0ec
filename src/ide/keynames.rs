//! Keynames: where the tables of TOSCA 2.0 are at work in a tree.

use crate::base::{FileId, Span};
use crate::keynames::{Entity as _, Expected, Meta};
use crate::model::Model;
use crate::syntax::ToscaFile;
use crate::yaml::{Kind, Node, Tree};

use super::referent::{KeynameOf, Referent, name_span};
use super::uses::Use;

/// An entry of a map that the tables speak of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'t> {
    /// The key.
    pub(super) key: Node<'t>,
    /// The value.
    pub(super) value: Node<'t>,
    /// The table of the map around it, and its row; none where the key is a name that the author chose.
    pub(super) keyname: Option<KeynameOf>,
    /// What the value may be.
    pub(super) expected: &'static Expected,
}

/// The root of files, as something that is expected.
pub(super) static ROOT: Expected = Expected::Entity(ToscaFile::meta);

/// The entries inside `node`, which is `expected`: keys of keyname tables, and names that the author chose. Inside of
/// lists there are entries only where these are lists of named ones.
pub(super) fn entries<'t>(node: Node<'t>, expected: &'static Expected) -> Vec<Entry<'t>> {
    match expected {
        Expected::Either(one, other) => {
            let is_value = matches!(one, Expected::Value) && !has_keynames(node, other);
            entries(node, if node.is_mapping() && !is_value { other } else { one })
        }
        Expected::Entity(meta) => of_table(node, meta()),
        Expected::Map(inner) => named(node, inner),
        Expected::Named(inner) => node.items().chain([node]).flat_map(|item| named(item, inner)).collect(),
        _ => Vec::new(),
    }
}

/// The entries of a map whose keys are keynames of a table.
pub(super) fn of_table<'t>(node: Node<'t>, table: &'static Meta) -> Vec<Entry<'t>> {
    let row = |(key, value): (Node<'t>, Node<'t>)| {
        let keyname = table.keyname(key.as_str()?)?;
        let of = KeynameOf { table, keyname };
        Some(Entry { key, value, keyname: Some(of), expected: &keyname.expected })
    };
    node.entries().filter_map(row).collect()
}

fn named<'t>(node: Node<'t>, expected: &'static Expected) -> Vec<Entry<'t>> {
    let names = node.entries().filter(|(key, _)| key.as_str().is_some());
    names.map(|(key, value)| Entry { key, value, keyname: None, expected }).collect()
}

/// Whether a map has a keyname of a table that it may be read by.
fn has_keynames(node: Node<'_>, expected: &'static Expected) -> bool {
    entries(node, expected).iter().any(|entry| entry.keyname.is_some())
}

/// What the items of a list are, where they are no named entries.
pub(super) fn items(node: Node<'_>, expected: &'static Expected) -> Option<&'static Expected> {
    match expected {
        Expected::List(inner) if node.is_sequence() => Some(inner),
        Expected::Either(one, _) if node.is_sequence() => items(node, one),
        _ => None,
    }
}

/// All entries that the tables speak of, in no order.
fn all(tree: &Tree) -> Vec<Entry<'_>> {
    let mut found = Vec::new();
    let mut waiting: Vec<(Node<'_>, &'static Expected)> =
        tree.root().map(|root| (root, &ROOT)).into_iter().collect();
    while let Some((node, expected)) = waiting.pop() {
        if node.kind() == Kind::Scalar {
            continue;
        }
        if let Some(inner) = items(node, expected) {
            waiting.extend(node.items().map(|item| (item, inner)));
        }
        for entry in entries(node, expected) {
            waiting.push((entry.value, entry.expected));
            found.push(entry);
        }
    }
    found
}

/// The keyname at a byte of a file.
pub(super) fn at(model: &Model, file: FileId, offset: u32) -> Option<(Referent, Span)> {
    let tree = model.types.graph.get(file)?.tree();
    let (mut node, mut expected) = (tree.root()?, &ROOT);
    let holds = |node: Node<'_>| node.span().start <= offset && offset <= node.span().end;
    // Each step leads to a part of the node.
    loop {
        if let Some(inner) = items(node, expected) {
            node = node.items().find(|item| holds(*item))?;
            expected = inner;
            continue;
        }
        let all = entries(node, expected);
        let entry = all.into_iter().find(|entry| holds(entry.key) || holds(entry.value))?;
        if let Some(keyname) = entry.keyname.filter(|_| holds(entry.key)) {
            return Some((Referent::Keyname(keyname), name_span(entry.key, entry.key.text())?));
        }
        (node, expected) = (entry.value, entry.expected);
    }
}

/// Where a keyname is written in all files.
pub(super) fn uses(model: &Model, keyname: KeynameOf) -> Vec<Use> {
    let files = model.types.graph.files.iter().filter(|file| file.tree().mentions(keyname.keyname.name));
    let found = files.flat_map(|file| {
        let mut places: Vec<Span> = all(file.tree())
            .into_iter()
            .filter(|entry| entry.keyname == Some(keyname))
            .filter_map(|entry| name_span(entry.key, entry.key.text()))
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    });
    found.map(|span| Use { span, referent: Referent::Keyname(keyname), is_definition: false }).collect()
}
