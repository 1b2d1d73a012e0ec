//! Unknown keys of maps that name a type: whether they are members of the type is known once types are derived, so
//! these keys are reported by the checks of service templates.

use crate::diagnostics::{Diagnostic, list, quoted, rules};
use crate::yaml::{NodeId, Tree, YamlNode};

use super::meta::{AddedRow, Expected, Meta, Role};
use super::synonyms::{fits, synonym, synonym_help};

/// A part of a node template whose type the type of the template determines, by its key.
#[derive(Clone, Copy, Debug)]
pub enum PartOfTemplate {
    /// A capability assignment.
    Capability(NodeId),
    /// A requirement assignment, or the relationship in it.
    Requirement(NodeId),
}

/// The keys of one map that are not keynames of its entity, and the type of the entity.
#[derive(Debug)]
pub struct KeysBesideType {
    /// The scalar that names the type.
    pub type_name: NodeId,
    /// For a part of a node template: which one it is. The type is that of the node template.
    pub part: Option<PartOfTemplate>,
    /// The table of the entity.
    pub meta: &'static Meta,
    /// The keynames that the language of the author has besides those of the tables.
    pub added: &'static [AddedRow],
    /// The map.
    pub map: NodeId,
    /// The keys, at least one.
    pub keys: Vec<NodeId>,
    /// Whether the map may be something else, so that all keys are one finding.
    pub are_one_finding: bool,
}

impl KeysBesideType {
    /// Returns the `keys` of `map` if it names a type that may have properties, or is a part of `template`, the map of a
    /// node template.
    pub(super) fn new<'t>(
        keys: impl Iterator<Item = YamlNode<'t>>,
        map: YamlNode<'t>,
        meta: &'static Meta,
        are_one_finding: bool,
        template: Option<(PartOfTemplate, YamlNode<'t>)>,
    ) -> Option<Self> {
        let (type_name, part) = match (type_name(map, meta), template) {
            (None, Some((part, template))) => {
                (template.get("type").filter(|name| name.is_string())?, Some(part))
            }
            (name, _) => (name?, None),
        };
        let keys = keys.map(YamlNode::id).collect();
        Some(Self { type_name: type_name.id(), part, meta, added: &[], map: map.id(), keys, are_one_finding })
    }

    /// Returns the finding about `key` if it is not a member of the type, which is `known` completely or not.
    #[must_use]
    pub fn finding(&self, key: YamlNode<'_>, known: bool) -> Diagnostic {
        let map = key.tree().node(self.map);
        let Some(row) = synonym(key.text(), map, self.meta) else {
            let help = help(map, (self.meta, self.added), known).0;
            return rules::unknown_keyname::new(key.span(), key.text(), self.meta.name, Some(help));
        };
        let value = key.entry_value();
        let help = synonym_help(row, value, self.meta);
        let finding = rules::unknown_keyname::new(key.span(), key.text(), self.meta.name, Some(help));
        if known && fits(value, row) {
            finding.unsafe_fix(format!("write `{}`", row.name), key.span(), row.name)
        } else {
            finding
        }
    }

    /// Returns the finding about all keys, at least two, if they are not members of the type.
    #[must_use]
    pub fn finding_for_all(&self, tree: &Tree, known: bool) -> Diagnostic {
        let keys: Vec<_> = self.keys.iter().map(|key| tree.node(*key)).collect();
        let keys: Vec<_> = keys.iter().map(|key| (key.text(), key.span())).collect();
        let help = help(tree.node(self.map), (self.meta, self.added), known).1;
        rules::unknown_keyname::several(&keys, self.meta.name, help)
    }

    /// Whether one of the keys is a word of another language for a keyname.
    #[must_use]
    pub fn have_synonym(&self, tree: &Tree) -> bool {
        let map = tree.node(self.map);
        self.keys.iter().any(|key| synonym(tree.node(*key).text(), map, self.meta).is_some())
    }
}

/// Returns the scalar in `map` that names the type of the entity, if the type may have properties.
pub(super) fn type_name<'t>(map: YamlNode<'t>, meta: &Meta) -> Option<YamlNode<'t>> {
    let has_properties = meta.role == Role::Part && meta.keyname("properties").is_some();
    let names_type =
        |keyname: &&str| meta.keyname(keyname).is_some_and(|row| matches!(row.expected, Expected::Name(_)));
    let keyname = ["type", "node_type"].into_iter().find(names_type).filter(|_| has_properties)?;
    map.get(keyname).filter(|name| name.is_string())
}

/// Returns the help for a key whose purpose is not known, and for several such keys. The type of the entity has no such
/// member if it is `known`. The table has further rows.
pub(super) fn help(
    map: YamlNode<'_>,
    (meta, added): (&Meta, &'static [AddedRow]),
    known: bool,
) -> (String, String) {
    if let Some((_, help)) = meta.unknown_keys {
        return (help.to_owned(), help.to_owned());
    }
    let may_have_properties = meta.role == Role::Part
        && meta.keyname("properties").is_some()
        && meta.keyname("node_type").is_none();
    if !known && may_have_properties {
        let help = "put it under `properties:` if it is a property, or remove it".to_owned();
        return (help, "put them under `properties:` if they are properties, or remove them".to_owned());
    }
    let rows = meta.keynames.iter().filter(|row| row.non_standard.is_none());
    let names = rows.map(|row| row.name).chain(AddedRow::absent_in(added, meta, map));
    let names: Vec<String> = names.filter(|name| map.entry(name).is_none()).map(quoted).collect();
    if names.is_empty() {
        return ("remove it".to_owned(), "remove them".to_owned());
    }
    let help = format!("use {}", list(&names, "or"));
    (help.clone(), help)
}
