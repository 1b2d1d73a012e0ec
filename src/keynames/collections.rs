//! Maps, lists and alternatives of shapes.

use crate::diagnostics::{Level, quoted, rules, with_article};
use crate::yaml::{Kind, NodeId, Tree, YamlNode};

use super::{Expected, Meta, Reader, Shape, ShapeNotation, Slot, describe, explained, misplaced};

/// A map or list that may be incomplete.
pub trait Collection {
    /// Whether it may have parts that were neither read nor recorded as unread.
    fn is_incomplete(&self) -> bool;
}

macro_rules! collections {
    ($($name:ident),*) => {
        $( impl<T> Collection for $name<T> {
            fn is_incomplete(&self) -> bool {
                self.is_incomplete
            }
        } )*
    };
}
collections!(Map, List, Named);

impl<C: Collection> Slot<&C> {
    /// Whether the value of the keyname is fully known: it is certainly not written, or completely read.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        match self {
            Slot::Absent => true,
            Slot::Unreadable => false,
            Slot::Given(collection) => !collection.is_incomplete(),
        }
    }
}

/// The keys of entries that could not be read. Nearly all collections have none, so that they are one word.
#[derive(Debug, Default)]
pub struct UnreadKeys(Option<Box<Box<[NodeId]>>>);

impl From<Vec<NodeId>> for UnreadKeys {
    fn from(keys: Vec<NodeId>) -> Self {
        Self((!keys.is_empty()).then(|| Box::new(keys.into())))
    }
}

impl std::ops::Deref for UnreadKeys {
    type Target = [NodeId];

    fn deref(&self) -> &[NodeId] {
        self.0.as_deref().map_or(&[], AsRef::as_ref)
    }
}

impl<'k> IntoIterator for &'k UnreadKeys {
    type Item = &'k NodeId;
    type IntoIter = std::slice::Iter<'k, NodeId>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A map from names that authors choose to `T`.
#[derive(Debug)]
pub struct Map<T> {
    /// The map.
    pub node: NodeId,
    /// The entries that could be read, in the order of the file: key and value.
    pub entries: Box<[(NodeId, T)]>,
    /// The keys of entries that could not be read and were reported.
    pub unread: UnreadKeys,
    /// Whether it may have entries that are neither in `entries` nor in `unread`: a syntax error ends it
    /// early, or a key is not a name.
    pub is_incomplete: bool,
}

impl<T> Map<T> {
    /// The entry `name`, in the `tree` of the map.
    pub fn entry<'m>(&'m self, tree: &Tree, name: &str) -> Slot<&'m (NodeId, T)> {
        let Some((key, _)) = tree.node(self.node).entry(name) else {
            return if self.is_incomplete { Slot::Unreadable } else { Slot::Absent };
        };
        // The entries are in the order of the file.
        let index = self.entries.partition_point(|(written, _)| *written < key.id());
        let entry = self.entries.get(index).filter(|(written, _)| *written == key.id());
        entry.map_or(Slot::Unreadable, Slot::Given)
    }

    /// The keys of all entries, including those that could not be read.
    pub fn keys(&self) -> impl Iterator<Item = NodeId> {
        self.entries.iter().map(|(key, _)| *key).chain(self.unread.iter().copied())
    }

    /// The entry that contains `node`, which must be of the same tree. Nodes are numbered in the order of the
    /// file.
    pub(crate) fn entry_containing(&self, node: YamlNode<'_>) -> Option<&(NodeId, T)> {
        let next = self.entries.partition_point(|(key, _)| *key <= node.id());
        let entry = &self.entries[next.checked_sub(1)?];
        node.tree().node(entry.0).entry_value().contains(node).then_some(entry)
    }
}

impl<T: Shape> Shape for Map<T> {
    const EXPECTED: Expected = Expected::Map(&T::EXPECTED);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.is_named_like_call(node, &T::EXPECTED)
            && !reader.must_be(node, Kind::Mapping, &Self::EXPECTED)
        {
            return None;
        }
        let outer = reader.subject();
        let mut entries = Vec::with_capacity(node.entries().count());
        let mut unread = Vec::new();
        let mut is_incomplete = node.is_broken();
        let is_function =
            matches!(T::EXPECTED, Expected::Entity(meta) if meta().name == "function definition");
        let table = misplaced::table(&T::EXPECTED);
        let written: Vec<_> = node.all_entries().collect();
        let mut remaining = written.as_slice();
        while let [(key, value), following @ ..] = remaining {
            remaining = following;
            if key.is_skipped() {
                continue;
            }
            if !is_name(*key, is_function, reader) {
                is_incomplete = true;
                continue;
            }
            if !T::EXPECTED.allows_any() && explained::report_glued(*key, reader) {
                unread.push(key.id());
                continue;
            }
            let owner = (*key, *value);
            if table.is_some_and(|meta| report_mark_or_depth(owner, meta, reader)) {
                unread.push(key.id());
                continue;
            }
            let outside = table.and_then(|meta| report_sections_outside(owner, following, meta, reader));
            if let Some(keys) = outside {
                unread.extend(keys);
                break;
            }
            if let Some(meta) =
                table.filter(|meta| !T::may_be_value(reader) && misplaced::has_no_owner(owner, meta))
            {
                misplaced::report_without_owner(*key, meta, reader);
                reader.unknown_keys.push(key.id());
                unread.push(key.id());
                is_incomplete = true;
                continue;
            }
            let expected = (&T::EXPECTED, T::may_be_value(reader));
            let misplaced =
                table.map_or(0, |meta| misplaced::count(owner, following, meta, expected, reader));
            let (misplaced, mut following) = following.split_at(misplaced);
            if let [entry, rest @ ..] = following
                && table.is_some_and(|meta| misplaced::is_unreadable(owner, *entry, meta))
            {
                reader.is_cut_below = true;
                unread.push(entry.0.id());
                following = rest;
                remaining = rest;
            }
            // Lines after the misplaced ones belong to the owner as well.
            reader.is_cut_below |= !misplaced.is_empty()
                && (node.is_broken()
                    || table.is_some_and(|meta| {
                        misplaced.iter().any(|entry| misplaced::is_followed(*entry, meta))
                    }));
            reader.misplaced_below.extend(misplaced.iter().filter_map(|(key, _)| table?.keyname_at(*key)));
            reader.set_subject(*key);
            let beside = report_entries_beside(owner, remaining, &T::EXPECTED, reader);
            if !beside.is_empty() {
                remaining = &remaining[beside.len() - 1..];
                unread.extend(beside);
                continue;
            }
            match T::read(*value, reader) {
                Some(value) => entries.push((key.id(), value)),
                None => {
                    unread.push(key.id());
                    reader.entry_is_unread(*key, *value, table);
                }
            }
            reader.misplaced_below.clear();
            reader.is_cut_below = false;
            if let Some(meta) = table.filter(|_| !misplaced.is_empty()) {
                misplaced::report(owner, misplaced, meta, reader);
                for (key, _) in misplaced.iter().filter(|(key, _)| key.is_skipped()) {
                    explained::repeated(*key, reader);
                }
                if let Some((_, last)) = misplaced.last().filter(|_| node.is_broken()) {
                    explained::lines_after(*last, reader);
                }
                remaining = following;
            }
        }
        reader.restore_subject(outer);
        Some(Self { node: node.id(), entries: entries.into(), unread: unread.into(), is_incomplete })
    }
}

/// Reports an entry without a value that is a section of an enclosing entity, like those after it. Returns the keys of all,
/// or `None` if there is no such section.
fn report_sections_outside(
    owner: (YamlNode<'_>, YamlNode<'_>),
    following: &[(YamlNode<'_>, YamlNode<'_>)],
    meta: &Meta,
    reader: &mut Reader<'_>,
) -> Option<Vec<NodeId>> {
    let (enclosing, sections) = misplaced::enclosing_empty_section(owner, following, meta, reader)?;
    misplaced::report_too_deep(owner.0, enclosing, meta, reader);
    reader.misplaced.extend(sections);
    let keys: Vec<NodeId> = std::iter::once(&owner).chain(following).map(|(key, _)| key.id()).collect();
    reader.unknown_keys.extend(keys.iter().copied());
    Some(keys)
}

/// Reports a map without entries, if those after it are not maps as it should be one: they are not indented deeply enough.
/// Returns the keys of all, no key if they are maps.
fn report_entries_beside(
    (key, value): (YamlNode<'_>, YamlNode<'_>),
    following: &[(YamlNode<'_>, YamlNode<'_>)],
    expected: &Expected,
    reader: &mut Reader<'_>,
) -> Vec<NodeId> {
    if !value.is_null() || !matches!(expected, Expected::Map(_)) {
        return Vec::new();
    }
    let is_inside = |(_, value): &&(YamlNode<'_>, YamlNode<'_>)| !value.is_mapping() && !value.is_null();
    let inside: Vec<NodeId> = following.iter().take_while(is_inside).map(|(key, _)| key.id()).collect();
    let Some((first, _)) = following.first().filter(|_| !inside.is_empty()) else { return Vec::new() };
    let help = format!("indent {} below {}", quoted(first.text()), quoted(key.text()));
    reader.wrong_shape_with_help(value, expected, describe(value), Some((help, None)));
    std::iter::once(key.id()).chain(inside).collect()
}

/// Whether `key` can be a name; otherwise, it is reported.
fn is_name(key: YamlNode<'_>, is_function: bool, reader: &mut Reader<'_>) -> bool {
    match key.as_str() {
        None => {
            reader.key_not_a_string(key, "a name");
            false
        }
        Some("") => {
            let diagnostic = rules::invalid_name::empty(key.span(), "a name");
            reader.report(key, diagnostic);
            false
        }
        Some(name) => {
            if name.starts_with('$') {
                let diagnostic = rules::dollar_name::new(key.span(), name);
                // A function is called by its name after a `$`, and `$$` starts a string (10.1).
                reader.report(key, if is_function { diagnostic.at_level(Level::Error) } else { diagnostic });
            }
            true
        }
    }
}

/// A list of `T`.
#[derive(Debug)]
pub struct List<T> {
    /// The list.
    pub node: NodeId,
    /// The entries that could be read, in order.
    pub items: Box<[T]>,
    /// Whether it has, or may have, items that could not be read.
    pub is_incomplete: bool,
}

impl<T: Shape> Shape for List<T> {
    const EXPECTED: Expected = Expected::List(&T::EXPECTED);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.must_be(node, Kind::Sequence, &Self::EXPECTED) {
            return None;
        }
        let outer = reader.subject();
        let mut items = Vec::new();
        for item in node.items() {
            reader.restore_subject(outer);
            reader.set_entry();
            items.extend(T::read(item, reader));
        }
        reader.restore_subject(outer);
        let is_incomplete = node.is_broken() || node.items().count() != items.len();
        Some(Self { node: node.id(), items: items.into(), is_incomplete })
    }
}

/// An entry of a [`Named`] list.
#[derive(Debug)]
pub struct NamedEntry<T> {
    /// The name.
    pub key: NodeId,
    /// The definition or assignment.
    pub value: T,
}

/// A list of maps with one entry each: ordered, and names may repeat.
#[derive(Debug)]
pub struct Named<T> {
    /// The list.
    pub node: NodeId,
    /// The entries that could be read, in order.
    pub entries: Box<[NamedEntry<T>]>,
    /// The keys of entries that could not be read and were reported.
    pub unread: UnreadKeys,
    /// Whether it has, or may have, entries that could not be read.
    pub is_incomplete: bool,
}

impl<T> Named<T> {
    /// The keys of all entries, including those that could not be read.
    pub fn keys(&self) -> impl Iterator<Item = NodeId> {
        self.entries.iter().map(|entry| entry.key).chain(self.unread.iter().copied())
    }
}

impl<T: Shape> Shape for Named<T> {
    const EXPECTED: Expected = Expected::Named(&T::EXPECTED);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.must_be(node, Kind::Sequence, &Self::EXPECTED) {
            return None;
        }
        let outer = reader.subject();
        let (mut entries, mut unread) = (Vec::new(), Vec::new());
        let mut is_incomplete = node.is_broken();
        for item in node.items() {
            reader.restore_subject(outer);
            reader.set_entry();
            let Some((key, value)) = one_entry(item, &T::EXPECTED, reader) else { continue };
            if !is_name(key, false, reader) {
                continue;
            }
            if explained::report_glued(key, reader) {
                unread.push(key.id());
                continue;
            }
            reader.set_subject(key);
            // An entry with several keys was already reported, and may not be a named entry at all.
            let several = item.only_entry().is_none();
            is_incomplete |= several;
            if several && !value.is_mapping() {
                continue;
            }
            let count_before = reader.diagnostics.len();
            match T::read(value, reader).filter(|_| !several) {
                Some(value) => entries.push(NamedEntry { key: key.id(), value }),
                None => {
                    unread.push(key.id());
                    reader.entry_is_unread(key, value, misplaced::table(&T::EXPECTED));
                }
            }
            if several {
                reader.diagnostics.truncate(count_before);
            }
        }
        reader.restore_subject(outer);
        is_incomplete |= node.items().count() != entries.len();
        Some(Self { node: node.id(), entries: entries.into(), unread: unread.into(), is_incomplete })
    }
}

/// Returns the only entry of a map in a list, whose value should have the shape `value`. Reports a map without
/// entries, or with more than one, of which the first is returned.
pub(crate) fn one_entry<'t>(
    item: YamlNode<'t>,
    value: &Expected,
    reader: &mut Reader<'_>,
) -> Option<(YamlNode<'t>, YamlNode<'t>)> {
    const HELP: &str = "write `- name: …`";
    if item.is_invalid() {
        return None;
    }
    if item.kind() != Kind::Mapping {
        reader.wrong_shape(item, &Expected::Special(ShapeNotation::NamedEntry, "a map with one entry"));
        return None;
    }
    if reader.is_call(item) && !reader.is_named_like_call(item, value) {
        reader.call_not_allowed(item);
        return None;
    }
    let mut entries = item.entries();
    let Some(first) = entries.next() else {
        let diagnostic =
            rules::not_one_entry::new(item.span(), "definition", "an empty map", HELP.to_owned());
        reader.report(item, diagnostic);
        return None;
    };
    if let Some((second, _)) = entries.next().filter(|_| !item.is_broken()) {
        let help = if first.1.is_null() {
            format!("indent the lines below `{}:`", first.0.text())
        } else {
            format!("add `- ` before `{}`", second.text())
        };
        let diagnostic =
            rules::not_one_entry::new(second.span(), "definition", "a map with several keys", help);
        reader.report(second, diagnostic);
    }
    Some(first)
}

/// `A` for a scalar, `B` for a map.
#[derive(Debug)]
pub enum Either<A, B> {
    /// The short notation.
    Short(A),
    /// The long notation.
    Long(B),
}

impl<A: Shape, B: Shape> Shape for Either<A, B> {
    const EXPECTED: Expected = Expected::Either(&A::EXPECTED, &B::EXPECTED);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        match node.kind() {
            Kind::Mapping => B::read(node, reader).map(Self::Long),
            Kind::Scalar if node.is_string() => A::read(node, reader).map(Self::Short),
            _ => {
                reader.wrong_shape(node, &Expected::Special(ShapeNotation::Text, "a string or a map"));
                None
            }
        }
    }
}

/// Reports the name of a definition of a value that ends with a mark of another language, such as `zone?`.
fn report_mark((key, value): (YamlNode<'_>, YamlNode<'_>), meta: &Meta, reader: &mut Reader<'_>) {
    let is_value = meta.keyname("required").is_some() && meta.keyname("default").is_some();
    let Some((mark, name)) = key.as_str().and_then(|name| {
        let mark = name.chars().next_back().filter(|mark| matches!(mark, '?' | '!' | '*' | ':'))?;
        Some((mark, &name[..name.len() - 1]))
    }) else {
        return;
    };
    if !is_value || name.is_empty() || name.starts_with('$') || !name.chars().all(char::is_alphanumeric) {
        return;
    }
    let written = value.written();
    let inner = written.strip_prefix('{').and_then(|text| text.strip_suffix('}')).map(str::trim);
    let entry = match inner.filter(|inner| !inner.is_empty() && !inner.contains('\n')) {
        Some(inner) if mark == '?' && value.entry("required").is_none() => {
            format!("{name}: {{ {inner}, required: false }}")
        }
        Some(inner) => format!("{name}: {{ {inner} }}"),
        None if mark == '?' => format!("{name}: {{ …, required: false }}"),
        None => format!("{name}:"),
    };
    let mut diagnostic =
        rules::invalid_name::marked(key.span(), &with_article(meta.name), key.text(), mark, &entry);
    if inner.is_some() && !entry.contains('…') && !key.is_lowered() && key.used_at().is_none() {
        diagnostic = diagnostic.unsafe_fix(format!("write `{entry}`"), key.span().to(value.span()), entry);
    }
    reader.report(key, diagnostic);
    // It may be used under the other name.
    reader.is_of_another_kind(key.id());
}

/// Reports the mark of another language in a name, and an entry that is a section of an enclosing entity, indented too
/// deeply. Returns whether it is one.
fn report_mark_or_depth(entry: (YamlNode<'_>, YamlNode<'_>), meta: &Meta, reader: &mut Reader<'_>) -> bool {
    report_mark(entry, meta, reader);
    let (key, _) = entry;
    let Some((enclosing, map, keyname)) = misplaced::enclosing_section(entry, meta, reader) else {
        return false;
    };
    misplaced::report_too_deep(key, enclosing, meta, reader);
    reader.misplaced.push((map, keyname));
    reader.unknown_keys.push(key.id());
    true
}
