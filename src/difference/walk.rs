//! Compares two models side by side.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use crate::compatibility::Act;
use crate::normalize::{NormalModel, ServiceTemplate};

use super::names::Names;
use super::sections::{Entry, Section, definitions, templates, value_of};
use super::values::{DERIVED, as_written, entries, is_expression, is_unset, text};
use super::{Difference, Side};

/// The noun for the entries of each keyname.
const ENTRIES: &[(&str, &str)] = &[
    ("properties", "property"),
    ("attributes", "attribute"),
    ("capabilities", "capability"),
    ("requirements", "requirement"),
    ("interfaces", "interface"),
    ("operations", "operation"),
    ("notifications", "notification"),
    ("inputs", "input"),
    ("outputs", "output"),
    ("artifacts", "artifact"),
    ("triggers", "trigger"),
    ("steps", "step"),
    ("allocation", "allocated property"),
    ("metadata", "metadata"),
    ("units", "unit"),
    ("prefixes", "prefix"),
];

/// Keynames whose values are lists of conditions that must all be satisfied.
const CONDITIONS: &[&str] =
    &["validation", "precondition", "condition", "filter", "node_filter", "substitution_filter"];

/// Compares two models and collects the differences.
pub(super) struct Walk<'n> {
    names: &'n Names,
    pub(super) differences: Vec<Difference>,
}

/// What is compared: a definition, or a member of one.
#[derive(Clone)]
struct MemberPath<'m> {
    kind: &'static str,
    name: &'m str,
    /// The enclosing members, outermost first.
    members: Vec<String>,
    /// The innermost origin on each side.
    origins: [Option<&'m Value>; 2],
}

impl<'m> MemberPath<'m> {
    fn inside(&self, member: String, old: Option<&'m Value>, new: Option<&'m Value>) -> Self {
        let mut inner = self.clone();
        inner.members.push(member);
        inner.set_origins(old, new);
        inner
    }

    fn set_origins(&mut self, old: Option<&'m Value>, new: Option<&'m Value>) {
        for (origin, value) in self.origins.iter_mut().zip([old, new]) {
            if let Some(source) = value.and_then(|value| value.get("source")) {
                *origin = Some(source);
            }
        }
    }
}

/// A name, with its old and new part if they exist.
type Pair<'m> = (&'m str, Option<&'m Value>, Option<&'m Value>);

impl<'n> Walk<'n> {
    pub(super) fn new(names: &'n Names) -> Self {
        Self { names, differences: names.versions() }
    }

    /// Compares two models, including the types that they use.
    pub(super) fn files(&mut self, old: &NormalModel, new: &NormalModel) {
        let (old_head, new_head) = (value_of(&old.head), value_of(&new.head));
        let path = MemberPath { kind: "file", name: "", members: Vec::new(), origins: [None, None] };
        for key in ["profile", "description", "metadata"] {
            self.field(&path, key, old_head.get(key), new_head.get(key));
        }
        for (old, new) in definitions(&old.definitions).iter().zip(definitions(&new.definitions)) {
            self.section(old, &new);
        }
        match (&old.service_template, &new.service_template) {
            (Some(old), Some(new)) => self.templates(old, new),
            (None, None) => {}
            (old, new) => {
                let path = MemberPath {
                    kind: "service template",
                    name: "",
                    members: Vec::new(),
                    origins: [None, None],
                };
                self.push(&path, old.is_some(), new.is_some(), None, None);
            }
        }
    }

    fn templates(&mut self, old: &ServiceTemplate, new: &ServiceTemplate) {
        let path =
            MemberPath { kind: "service template", name: "", members: Vec::new(), origins: [None, None] };
        let text = |service: &ServiceTemplate| service.description.as_deref().map(Value::from);
        self.field(&path, "description", text(old).as_ref(), text(new).as_ref());
        let metadata =
            |service: &ServiceTemplate| (!service.metadata.is_empty()).then(|| value_of(&service.metadata));
        self.field(&path, "metadata", metadata(old).as_ref(), metadata(new).as_ref());
        for (old, new) in templates(old).iter().zip(templates(new)) {
            self.section(old, &new);
        }
        let substitution = |side: usize, service: &ServiceTemplate| {
            service
                .substitution_mappings
                .as_ref()
                .map(|mappings| self.names.renamed(side, value_of(mappings)))
        };
        let (old, new) = (substitution(0, old), substitution(1, new));
        self.definition("substitution mapping", "", old.as_ref(), new.as_ref());
    }

    /// Compares the entries of a section, in the order of their lines.
    fn section(&mut self, old: &Section<'_>, new: &Section<'_>) {
        let names = self.names;
        let compared = |side: usize, entry: &Entry<'_>| names.compared(side, entry.name).to_owned();
        let old_entries = old.entries.iter().map(|entry| (compared(0, entry), *entry));
        let new_entries = new.entries.iter().map(|entry| (compared(1, entry), *entry));
        let mut pairs = pair_by_name(old_entries.collect(), new_entries.collect());
        pairs.sort_by_key(|(_, old, new)| new.and_then(Entry::line).or(old.and_then(Entry::line)));
        for (name, old_entry, new_entry) in pairs {
            // A definition that one side only does not use is not a difference.
            let defined = |side| names.defines(side, old.keyname, &name);
            if old_entry.is_none() && defined(0) || new_entry.is_none() && defined(1) {
                continue;
            }
            let value = |side, entry: Option<Entry<'_>>| Some(names.renamed(side, entry?.value()));
            self.definition(old.kind, &name, value(0, old_entry).as_ref(), value(1, new_entry).as_ref());
        }
    }

    /// Compares a definition that one or both sides have.
    fn definition(&mut self, kind: &'static str, name: &str, old: Option<&Value>, new: Option<&Value>) {
        let mut path = MemberPath { kind, name, members: Vec::new(), origins: [None, None] };
        path.set_origins(old, new);
        match (old, new) {
            (Some(old), Some(new)) => self.fields(&path, old, new),
            (None, None) => {}
            _ => self.push(&path, old.is_some(), new.is_some(), None, None),
        }
    }

    fn fields<'m>(&mut self, path: &MemberPath<'m>, old: &'m Value, new: &'m Value) {
        let (Some(old_fields), Some(new_fields)) = (old.as_object(), new.as_object()) else {
            return self.report_value(path, Some(old), Some(new));
        };
        let keys = old_fields.keys().chain(new_fields.keys().filter(|key| !old_fields.contains_key(*key)));
        for key in keys.filter(|key| !DERIVED.contains(&key.as_str())) {
            self.field(path, key, old_fields.get(key), new_fields.get(key));
        }
    }

    /// Compares the values of a keyname.
    fn field<'m>(
        &mut self,
        path: &MemberPath<'m>,
        key: &str,
        old: Option<&'m Value>,
        new: Option<&'m Value>,
    ) {
        let same = match (old, new) {
            (Some(old), Some(new)) => is_same(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        if same {
            return;
        }
        let word = ENTRIES.iter().find(|(keyname, _)| *keyname == key).map(|(_, word)| *word);
        let is_named = |value: &Value| match value {
            Value::Object(map) => !is_expression(map),
            Value::Array(items) => items.iter().all(|item| item.get("name").is_some()),
            _ => false,
        };
        if let Some(word) = word
            && old.is_none_or(is_named)
            && new.is_none_or(is_named)
        {
            return self.entries(path, word, pairs(old, new));
        }
        if CONDITIONS.contains(&key) {
            return self.conditions(path, key, old, new);
        }
        let member = format!("`{key}`");
        if let (Some(old), Some(new)) = (old, new)
            && matches!(key, "relationship" | "key_schema" | "entry_schema")
            && is_part(old)
            && is_part(new)
        {
            return self.fields(&path.inside(member, Some(old), Some(new)), old, new);
        }
        self.report_value(&path.inside(member, None, None), old, new);
    }

    fn entries<'m>(&mut self, path: &MemberPath<'m>, word: &str, pairs: Vec<Pair<'m>>) {
        let is_type = path.kind.ends_with(" type");
        let inherited = |value: &Value| is_type && value["source"]["how"] == "inherited";
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (name, old, new) in pairs {
            let (old, new) = (old.filter(|old| !is_unset(old)), new.filter(|new| !is_unset(new)));
            // Reported for the type that defines it.
            if old.is_none_or(inherited) && new.is_none_or(inherited) {
                continue;
            }
            let count = match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => {
                    *count += 1;
                    *count
                }
                None => {
                    counts.push((name, 1));
                    1
                }
            };
            let number = if count > 1 { format!(" ({count})") } else { String::new() };
            let member = format!("{word} {}{number}", crate::diagnostics::quoted(name));
            let inner = path.inside(member, old, new);
            match (old, new) {
                (Some(old), Some(new)) if is_same(old, new) => {}
                (Some(old), Some(new)) => match (entries(old), entries(new)) {
                    (Some(old), Some(new)) => self.entries(&inner, "entry", pair_maps(old, new)),
                    _ if is_part(old) && is_part(new) => self.fields(&inner, old, new),
                    _ => self.report_value(&inner, Some(old), Some(new)),
                },
                _ => self.report_value(&inner, old, new),
            }
        }
    }

    /// Compares conditions one by one, because all of them must be satisfied.
    fn conditions<'m>(
        &mut self,
        path: &MemberPath<'m>,
        key: &str,
        old: Option<&'m Value>,
        new: Option<&'m Value>,
    ) {
        let items = |value: Option<&'m Value>| value.and_then(Value::as_array).into_iter().flatten();
        let texts = |value| items(value).map(text).collect::<Vec<_>>();
        let (old_texts, new_texts) = (texts(old), texts(new));
        let inner = path.inside(format!("condition of `{key}`"), None, None);
        for condition in items(old).filter(|condition| !new_texts.contains(&text(condition))) {
            self.report_value(&inner, Some(condition), None);
        }
        for condition in items(new).filter(|condition| !old_texts.contains(&text(condition))) {
            self.report_value(&inner, None, Some(condition));
        }
    }

    /// Reports a value of one or both sides. A part with members that was added or removed is shown without a
    /// value.
    fn report_value<'m>(&mut self, path: &MemberPath<'m>, old: Option<&'m Value>, new: Option<&'m Value>) {
        let is_in_both = old.is_some() && new.is_some();
        let printed = |value: &Value| (is_in_both || !is_part(value)).then(|| as_written(value));
        self.push(path, old.is_some(), new.is_some(), old.and_then(printed), new.and_then(printed));
    }

    fn push(
        &mut self,
        path: &MemberPath<'_>,
        has_old: bool,
        has_new: bool,
        old: Option<String>,
        new: Option<String>,
    ) {
        let side = |exists: bool, value: Option<String>, origin: Option<&Value>| {
            let origin = origin
                .and_then(|origin| Some((origin["file"].as_str()?.to_owned(), origin["line"].as_u64()?)));
            exists.then_some(Side { value, location: origin })
        };
        let act = match (has_old, has_new) {
            (true, true) => Act::Changed,
            (true, false) => Act::Removed,
            _ => Act::Added,
        };
        let members: Vec<&str> = path.members.iter().rev().map(String::as_str).collect();
        self.differences.push(Difference {
            act,
            kind: path.kind,
            name: path.name.to_owned(),
            member: members.join(" of "),
            old: side(has_old, old, path.origins[0]),
            new: side(has_new, new, path.origins[1]),
        });
    }
}

/// Whether a value of the model is a map of keynames rather than a TOSCA value.
fn is_part(value: &Value) -> bool {
    value.as_object().is_some_and(|map| !is_expression(map))
}

/// Whether two parts are semantically equal.
fn is_same(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let compared_keys =
                |map: &Map<String, Value>| map.keys().filter(|key| !DERIVED.contains(&key.as_str())).count();
            compared_keys(old) == compared_keys(new)
                && old
                    .iter()
                    .filter(|(key, _)| !DERIVED.contains(&key.as_str()))
                    .all(|(key, value)| new.get(key).is_some_and(|new_value| is_same(value, new_value)))
        }
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same(old, new))
        }
        _ => old == new,
    }
}

fn pair_maps<'m>(old: &'m Map<String, Value>, new: &'m Map<String, Value>) -> Vec<Pair<'m>> {
    let from_old = old.iter().map(|(name, value)| (name.as_str(), Some(value), new.get(name)));
    let added = new.iter().filter(|(name, _)| !old.contains_key(*name));
    from_old.chain(added.map(|(name, value)| (name.as_str(), None, Some(value)))).collect()
}

/// Pairs the entries of two maps, or of two lists of named parts.
fn pairs<'m>(old: Option<&'m Value>, new: Option<&'m Value>) -> Vec<Pair<'m>> {
    let named = |value: Option<&'m Value>| -> Vec<(&'m str, &'m Value)> {
        match value {
            Some(Value::Object(map)) => map.iter().map(|(name, value)| (name.as_str(), value)).collect(),
            Some(Value::Array(items)) => {
                items.iter().map(|item| (item["name"].as_str().unwrap_or_default(), item)).collect()
            }
            _ => Vec::new(),
        }
    };
    pair_by_name(named(old), named(new))
}

/// Pairs items of the same name: the first of a name with the first, and so on. New items are at the end.
fn pair_by_name<N: Clone + Eq + Hash, T: Copy>(
    old: Vec<(N, T)>,
    new: Vec<(N, T)>,
) -> Vec<(N, Option<T>, Option<T>)> {
    let mut by_name: FxHashMap<N, VecDeque<usize>> = FxHashMap::default();
    for (index, (name, _)) in new.iter().enumerate() {
        by_name.entry(name.clone()).or_default().push_back(index);
    }
    let mut unpaired: Vec<Option<(N, T)>> = new.into_iter().map(Some).collect();
    let mut pairs = Vec::new();
    for (name, old) in old {
        let index = by_name.get_mut(&name).and_then(VecDeque::pop_front);
        let counterpart = index.and_then(|index| unpaired.get_mut(index)?.take());
        pairs.push((name, Some(old), counterpart.map(|(_, new)| new)));
    }
    pairs.extend(unpaired.into_iter().flatten().map(|(name, new)| (name, None, Some(new))));
    pairs
}
