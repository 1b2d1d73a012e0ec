//! Determines what is expected at the mark.

use crate::base::FileId;
use crate::keynames::{Expected, NameKind};
use crate::model::Model;
use crate::values::ValueType;
use crate::yaml::{Tree, YamlNode};

use super::mark_path::{MarkPath, MarkRole, PathStep};
use super::members::{Section, members_of, nameable};
use super::{Expectation, calls, values};
use crate::ide::context::marked::MARK;

/// The model, and the marked text with the path to its mark.
pub(super) struct Cursor<'m, 'w> {
    pub(super) model: &'m Model,
    pub(super) file: FileId,
    /// The tree of the marked text.
    pub(super) tree: &'w Tree,
    pub(super) path: &'w MarkPath<'w>,
}

impl Cursor<'_, '_> {
    /// Returns the keys on the path from the root to the mark.
    pub(super) fn keys(&self) -> Vec<&str> {
        self.path.keys.iter().map(String::as_str).collect()
    }

    /// Returns the steps after the last part that the tables describe.
    pub(super) fn inside(&self) -> &[PathStep] {
        self.path.steps.get(self.path.described_count..).unwrap_or(&[])
    }
}

/// Returns what is expected at the mark.
pub(super) fn expectation<'m>(cursor: &Cursor<'m, '_>, prefix: &str) -> Expectation<'m> {
    let keys = cursor.keys();
    if let Some(expectation) = calls::argument(cursor).or_else(|| calls::mapping(cursor)) {
        return expectation;
    }
    match (cursor.path.mark, cursor.path.expected) {
        (MarkRole::Key(map), None) => keyname(cursor, map),
        (MarkRole::Key(map), Some(expected)) => {
            if cursor.inside().iter().any(|step| matches!(step, PathStep::Key(_))) || is_value(expected) {
                return values::key(cursor, map);
            }
            match expected {
                Expected::Entity(_) | Expected::Either(_, Expected::Entity(_)) => keyname(cursor, map),
                Expected::Map(_) | Expected::Named(_) => name(cursor, &keys, map),
                _ => Expectation::Text,
            }
        }
        (MarkRole::Scalar, None) => Expectation::Text,
        (MarkRole::Scalar, Some(expected)) => scalar(cursor, &keys, expected, prefix),
    }
}

/// Whether the tables specify only that there is a value.
fn is_value(expected: &Expected) -> bool {
    matches!(expected, Expected::Value | Expected::Any | Expected::Special(..))
}

fn keyname<'m>(cursor: &Cursor<'m, '_>, map: YamlNode<'_>) -> Expectation<'m> {
    match cursor.path.tables.last() {
        Some((table, _)) => Expectation::Keyname { table, given: given(map) },
        None => Expectation::Text,
    }
}

/// Returns the keys of a map without the mark.
pub(super) fn given(map: YamlNode<'_>) -> Vec<String> {
    map.entries().map(|(key, _)| key.text()).filter(|key| !key.contains(MARK)).map(str::to_owned).collect()
}

/// Returns what is expected for a name in a section: a name of an existing member, or a new name.
fn name<'m>(cursor: &Cursor<'m, '_>, keys: &[&str], map: YamlNode<'_>) -> Expectation<'m> {
    let given = given(map);
    match members_of(cursor, keys) {
        Some(Section { members, repeats }) => {
            let is_given = |name: &str| !repeats && given.iter().any(|given| given == name);
            let members = members.into_iter().filter(|member| !is_given(member.name(cursor.model))).collect();
            Expectation::Name { kinds: &[], members }
        }
        None => Expectation::NewName,
    }
}

fn scalar<'m>(
    cursor: &Cursor<'m, '_>,
    keys: &[&str],
    expected: &'static Expected,
    prefix: &str,
) -> Expectation<'m> {
    // If the tables specify only a list or string, the context decides.
    if let Some(members) = nameable(cursor, keys, prefix) {
        let kinds = match expected {
            Expected::Name(kinds) => kinds,
            _ => &[][..],
        };
        return Expectation::Name { kinds, members };
    }
    match expected {
        Expected::Name(kinds) => Expectation::Name { kinds, members: Vec::new() },
        Expected::Words(words) => Expectation::Word(words.to_vec()),
        Expected::Boolean => Expectation::Word(vec!["true", "false"]),
        Expected::Value | Expected::Any => {
            Expectation::Value(values::expected(cursor).unwrap_or(ValueType::Any))
        }
        Expected::Either(inner, _) | Expected::List(inner) => scalar(cursor, keys, inner, prefix),
        Expected::Entity(meta) => match meta().short.and_then(|short| meta().keyname(short)) {
            Some(row) => scalar(cursor, keys, &row.expected, prefix),
            None => Expectation::Keyname { table: meta(), given: Vec::new() },
        },
        Expected::Special(..) => special(keys),
        Expected::Text => text(keys),
        Expected::Map(_) | Expected::Named(_) => Expectation::NewName,
        Expected::Version | Expected::Metadata => Expectation::Text,
    }
}

fn text<'m>(keys: &[&str]) -> Expectation<'m> {
    match keys {
        ["imports"] | ["imports", "url" | "file"] => Expectation::File,
        ["imports", "profile"] => Expectation::Profile,
        ["imports", "repository"] => {
            Expectation::Name { kinds: &[NameKind::Repository], members: Vec::new() }
        }
        _ => Expectation::Text,
    }
}

fn special<'m>(keys: &[&str]) -> Expectation<'m> {
    const NODES: &[NameKind] = &[NameKind::NodeTemplate];
    const NODES_AND_TYPES: &[NameKind] = &[NameKind::NodeTemplate, NameKind::NodeType];
    match keys {
        [.., "substitution_mappings", "capabilities" | "requirements", _] => {
            Expectation::Name { kinds: NODES, members: Vec::new() }
        }
        [.., "requirements", _] | [.., "requirements", _, "node"] => {
            Expectation::Name { kinds: NODES_AND_TYPES, members: Vec::new() }
        }
        _ => Expectation::Text,
    }
}
