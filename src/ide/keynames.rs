//! Finds the keynames in a tree using the tables of TOSCA 2.0.

use crate::base::{FileId, Span};
use crate::keynames::{Entity as _, Expected, Keyname, Meta};
use crate::model::Model;
use crate::syntax::ToscaFile;
use crate::yaml::{Kind, Tree, YamlNode};

use super::referent::{Referent, TableKeyname, name_span};
use super::uses::Use;

/// An entry of a map that the tables describe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'t> {
    /// The key.
    pub(super) key: YamlNode<'t>,
    /// The value.
    pub(super) value: YamlNode<'t>,
    /// The table of the enclosing map, and its row; `None` if the author chose the key.
    pub(super) keyname: Option<TableKeyname>,
    /// The allowed content of the value.
    pub(super) expected: &'static Expected,
}

/// The allowed content of the root of a file.
pub(super) static ROOT: Expected = Expected::Entity(ToscaFile::meta);

/// Returns the entries of `node`, which is `expected`: keynames of tables, and names that authors chose. For
/// lists, returns entries only if they are lists of named entries.
pub(super) fn entries<'t>(node: YamlNode<'t>, expected: &'static Expected) -> Vec<Entry<'t>> {
    match expected {
        Expected::Either(short, long) => {
            let is_value = matches!(short, Expected::Value) && !has_keynames(node, long);
            entries(node, if node.is_mapping() && !is_value { long } else { short })
        }
        Expected::Entity(meta) => table_entries(node, meta()),
        Expected::Map(inner) => entries_by_name(node, inner),
        Expected::Named(inner) => {
            node.items().chain([node]).flat_map(|item| entries_by_name(item, inner)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the entries of a map whose keys are keynames of a table.
pub(super) fn table_entries<'t>(node: YamlNode<'t>, table: &'static Meta) -> Vec<Entry<'t>> {
    let row = |(key, value): (YamlNode<'t>, YamlNode<'t>)| {
        let keyname = table.keyname(key.as_str()?)?;
        let table_keyname = TableKeyname { table, keyname };
        Some(Entry { key, value, keyname: Some(table_keyname), expected: &keyname.expected })
    };
    node.entries().filter_map(row).collect()
}

fn entries_by_name<'t>(node: YamlNode<'t>, expected: &'static Expected) -> Vec<Entry<'t>> {
    let names = node.entries().filter(|(key, _)| key.is_string());
    names.map(|(key, value)| Entry { key, value, keyname: None, expected }).collect()
}

/// Whether a map has a keyname of a table that may describe it.
fn has_keynames(node: YamlNode<'_>, expected: &'static Expected) -> bool {
    entries(node, expected).iter().any(|entry| entry.keyname.is_some())
}

/// Returns the allowed content of the items of a list, unless they are named entries.
pub(super) fn items(node: YamlNode<'_>, expected: &'static Expected) -> Option<&'static Expected> {
    match expected {
        Expected::List(inner) if node.is_sequence() => Some(inner),
        Expected::Either(short, _) if node.is_sequence() => items(node, short),
        _ => None,
    }
}

/// Returns all entries that the tables describe, in no particular order.
fn all(tree: &Tree) -> Vec<Entry<'_>> {
    let mut all_entries = Vec::new();
    let mut pending: Vec<(YamlNode<'_>, &'static Expected)> =
        tree.root().map(|root| (root, &ROOT)).into_iter().collect();
    while let Some((node, expected)) = pending.pop() {
        if node.kind() == Kind::Scalar {
            continue;
        }
        if let Some(inner) = items(node, expected) {
            pending.extend(node.items().map(|item| (item, inner)));
        }
        for entry in entries(node, expected) {
            pending.push((entry.value, entry.expected));
            all_entries.push(entry);
        }
    }
    all_entries
}

/// Returns the spans of all keynames of a tree.
pub(super) fn all_in(tree: &Tree) -> Vec<Span> {
    let keys = all(tree).into_iter().filter(|entry| entry.keyname.is_some()).map(|entry| entry.key);
    keys.filter_map(|key| name_span(key, key.text())).collect()
}

/// Returns the values of the keynames that `wanted` chooses, by their table and row.
pub(super) fn values(
    tree: &Tree,
    wanted: impl Fn(&'static Meta, &'static Keyname) -> bool,
) -> Vec<YamlNode<'_>> {
    let is_wanted =
        |entry: &Entry<'_>| entry.keyname.is_some_and(|keyname| wanted(keyname.table, keyname.keyname));
    all(tree).into_iter().filter(is_wanted).map(|entry| entry.value).collect()
}

/// Returns the keyname at a byte of a file.
pub(super) fn keyname_at(model: &Model, file: FileId, offset: u32) -> Option<(Referent, Span)> {
    let tree = model.types.graph.get(file)?.tree();
    let (mut node, mut expected) = (tree.root()?, &ROOT);
    let touches = |node: YamlNode<'_>| node.span().start <= offset && offset <= node.span().end;
    // Each iteration follows one step.
    loop {
        if let Some(inner) = items(node, expected) {
            node = node.items().find(|item| touches(*item))?;
            expected = inner;
            continue;
        }
        let all = entries(node, expected);
        let entry = all.into_iter().find(|entry| touches(entry.key) || touches(entry.value))?;
        if let Some(keyname) = entry.keyname.filter(|_| touches(entry.key)) {
            return Some((Referent::Keyname(keyname), name_span(entry.key, entry.key.text())?));
        }
        (node, expected) = (entry.value, entry.expected);
    }
}

/// Returns all uses of a keyname in all files.
pub(super) fn uses(model: &Model, keyname: TableKeyname) -> Vec<Use> {
    let files = model.types.graph.files.iter().filter(|file| file.tree().mentions(keyname.keyname.name));
    let spans = files.flat_map(|file| {
        let mut spans: Vec<Span> = all(file.tree())
            .into_iter()
            .filter(|entry| entry.keyname == Some(keyname))
            .filter_map(|entry| name_span(entry.key, entry.key.text()))
            .collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    });
    spans.map(|span| Use { span, referent: Referent::Keyname(keyname), is_definition: false }).collect()
}
