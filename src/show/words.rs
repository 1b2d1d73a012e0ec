//! Rewrites an effective definition to the words of an earlier version or a dialect.
//!
//! Input: a type, and its effective definition in the words of TOSCA 2.0. Output: the same with the keynames of the
//! version that the file of the type is written in, and with values as they are written. What is written nowhere stays
//! in the words of TOSCA 2.0.

use std::cell::Cell;

use crate::diagnostics::Vocabulary;
use crate::dialects::KEPT_KEY;
use crate::model::types::{TypeView, Types};
use crate::yaml::{Kind, YamlNode};

use super::effective::{EffectiveEntry, Shown, effective};

/// The keyname whose entries interfaces have directly, in all versions but the newest.
const OPERATIONS: &str = "operations";

/// The effective definition of a type in the words of its file.
#[derive(Debug)]
pub struct InWords<'g> {
    /// The definition.
    pub entry: EffectiveEntry<'g>,
    /// Whether all of it is in these words.
    pub is_complete: bool,
}

/// Returns the effective definition of a type in the words of its file.
#[must_use]
pub fn in_words<'g>(types: &'g Types, ty: TypeView<'g>) -> InWords<'g> {
    let entry = effective(types, ty);
    let policies = types.graph.file(ty.id.file).policies();
    let Some(vocabulary) = policies.findings.vocabulary else { return InWords { entry, is_complete: true } };
    let has_operations = policies.dialect == Some(vocabulary.version);
    let words = Words { types, vocabulary, has_operations, is_complete: Cell::new(true) };
    let entry = EffectiveEntry { value: words.value(entry.value, None), ..entry };
    InWords { entry, is_complete: words.is_complete.get() }
}

struct Words<'g> {
    types: &'g Types,
    vocabulary: &'static Vocabulary,
    has_operations: bool,
    is_complete: Cell<bool>,
}

impl<'g> Words<'g> {
    /// Rewrites a value; `entry` is the word and the key of its keyname.
    fn value(&self, shown: Shown<'g>, entry: Option<(&str, YamlNode<'g>)>) -> Shown<'g> {
        match shown {
            Shown::Value(node) => Shown::Value(self.written(node, entry)),
            Shown::Map(entries) => Shown::Map(self.entries(entries)),
            Shown::Named(entries) => Shown::Named(self.entries(entries)),
            Shown::All(_) | Shown::List(_) => shown,
        }
    }

    fn entries(&self, entries: Vec<EffectiveEntry<'g>>) -> Vec<EffectiveEntry<'g>> {
        entries.into_iter().flat_map(|entry| self.entry(entry)).collect()
    }

    /// Rewrites an entry; some become several or none.
    fn entry(&self, entry: EffectiveEntry<'g>) -> Vec<EffectiveEntry<'g>> {
        let EffectiveEntry { key, origins, value, is_keyname } = entry;
        if !is_keyname {
            return vec![EffectiveEntry { key, origins, value: self.value(value, None), is_keyname }];
        }
        match (key, value) {
            (OPERATIONS, Shown::Map(operations)) if !self.has_operations => self.entries(operations),
            ("metadata", Shown::Value(map)) => self.metadata(map, origins),
            // Only lowering writes the default of this keyname.
            ("required", Shown::Value(_)) if origins.iter().all(|key| key.is_lowered()) => Vec::new(),
            (_, Shown::All(clauses)) => {
                let key = self.word(key);
                // Clauses start with those of the most distant ancestor, origins with the nearest definition.
                let clauses = clauses.into_iter().zip(origins.iter().rev());
                let items = clauses.flat_map(|(clause, origin)| {
                    let clause = self.written(clause, Some((key, *origin)));
                    let items: Vec<YamlNode<'g>> =
                        if clause.is_sequence() { clause.items().collect() } else { vec![clause] };
                    items.into_iter().map(|item| (item, *origin))
                });
                vec![EffectiveEntry {
                    key,
                    value: Shown::List(items.collect()),
                    origins: Vec::new(),
                    is_keyname,
                }]
            }
            (_, value) => {
                let key = self.word(key);
                let first = origins.first().map(|origin| (key, *origin));
                vec![EffectiveEntry { key, value: self.value(value, first), origins, is_keyname }]
            }
        }
    }

    /// Returns the name of a keyname of TOSCA 2.0.
    fn word(&self, keyname: &'g str) -> &'g str {
        let mut words = self.vocabulary.keynames.iter();
        words.find(|(name, _)| *name == keyname).map_or(keyname, |(_, word)| *word)
    }

    /// Returns the entries of `metadata`: those that lowering moved there are where they were.
    fn metadata(&self, map: YamlNode<'g>, origins: Vec<YamlNode<'g>>) -> Vec<EffectiveEntry<'g>> {
        let kept = map.get(KEPT_KEY).filter(|kept| kept.is_lowered());
        let mut entries = Vec::new();
        let first = origins.first().map(|key| ("metadata", *key));
        if kept.is_none() || self.find(map, first).is_some_and(YamlNode::is_mapping) {
            let value = Shown::Value(self.written(map, first));
            entries.push(EffectiveEntry { key: "metadata", origins, value, is_keyname: true });
        }
        entries.extend(kept.into_iter().flat_map(YamlNode::entries).map(|(key, value)| EffectiveEntry {
            key: key.text(),
            origins: vec![key],
            value: Shown::Value(self.written(value, Some((key.text(), key)))),
            is_keyname: true,
        }));
        entries
    }

    /// Returns the node that is written for a node of TOSCA 2.0, or the node itself, if it is not lowered or is written
    /// nowhere.
    fn written(&self, node: YamlNode<'g>, entry: Option<(&str, YamlNode<'g>)>) -> YamlNode<'g> {
        if !node.tree().is_rewritten() {
            return node;
        }
        let written = self.find(node, entry);
        let mut parts = node.tree().nodes().filter(|part| node.contains(*part));
        if written.is_none() && parts.any(|part| part.text().starts_with('$')) {
            self.is_complete.set(false);
        }
        written.unwrap_or(node)
    }

    /// Returns the value that is written for the keyname, or where `node` is.
    fn find(&self, node: YamlNode<'g>, entry: Option<(&str, YamlNode<'g>)>) -> Option<YamlNode<'g>> {
        let written = self.types.graph.file(node.tree().file()).parsed().written();
        let is_of_entry = |candidate: YamlNode<'g>| {
            let key = candidate.entry_key();
            entry.is_some_and(|(word, origin)| key.text() == word && key.span() == origin.span())
        };
        let is_here = |candidate: YamlNode<'g>| {
            candidate.span() == node.span()
                && candidate.kind() == node.kind()
                && (node.kind() != Kind::Scalar || candidate.text() == node.text())
        };
        written
            .nodes()
            .find(|node| is_of_entry(*node))
            .or_else(|| written.nodes().find(|node| is_here(*node)))
    }
}
