//! Completes maps: reports repeated keys, and expands merge keys.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Symbol;
use crate::diagnostics::{Diagnostic, Level, rules};

use super::builder::Builder;
use super::nodes::Data;
use super::tree::{BROKEN, Kind, NodeId, REPEATS, SKIPPED, Style, Tag};
use super::words::WORDS;

/// Up to this number of keys are compared one by one, which is faster than a table.
const TABLE_THRESHOLD: usize = 16;

/// The key whose maps are merged into the map around it.
const MERGE: Symbol = WORDS.symbol_of("<<");

/// Finishes the innermost open container if it is a map.
pub(super) fn finish_if_mapping(
    builder: &mut Builder,
    diagnostics: &mut Vec<Diagnostic>,
    copied: &mut usize,
) {
    let Some(&(container, _)) = builder.open.last() else { return };
    if builder.tree.nodes[container as usize].kind() == Kind::Mapping {
        finish_mapping(builder, diagnostics, copied);
    }
}

/// Reports repeated keys of the innermost open map, of which the first counts, and appends the entries of its
/// merge keys.
pub(super) fn finish_mapping(builder: &mut Builder, diagnostics: &mut Vec<Diagnostic>, copied: &mut usize) {
    let Some(&(map, children)) = builder.open.last() else { return };
    let merges = mark_repeated(builder, map as usize, children as usize / 2, diagnostics);
    report_glued(builder, map as usize, diagnostics);
    for (key, value) in merges {
        merge(builder, map as usize, key, value, diagnostics, copied);
    }
}

/// The parts of a key that decide whether it equals another one: the kind of value and the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    symbol: Symbol,
    string: bool,
}

impl Key {
    fn new(builder: &Builder, node: usize) -> Self {
        Self { symbol: builder.tree.nodes[node].symbol(), string: is_string(builder, node) }
    }
}

fn mark_repeated(
    builder: &mut Builder,
    map: usize,
    count: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(usize, usize)> {
    let mut merges = Vec::new();
    let mut few: [(u32, u32); TABLE_THRESHOLD] = [(0, 0); TABLE_THRESHOLD];
    // The first time that a text occurs, it has a higher symbol than all before: such a key is not repeated.
    let mut highest = None;
    let mut many: FxHashMap<Key, usize> = FxHashMap::default();
    let mut complex: FxHashMap<String, usize> = FxHashMap::default();
    let (mut key_index, mut few_count) = (map + 1, 0);
    while key_index < builder.tree.nodes.len() {
        let data = builder.tree.nodes[key_index];
        let value = data.next(key_index);
        let first = if data.kind() == Kind::Scalar {
            if is_merge_key(&data) {
                let first = merges.first().map(|&(first, _)| first);
                if first.is_none() {
                    merges.push((key_index, value));
                }
                first
            } else if count <= TABLE_THRESHOLD {
                let same = few[..few_count]
                    .iter()
                    .find(|&&(symbol, key)| symbol == data.link && is_same(builder, key as usize, key_index));
                let earlier = same.map(|&(_, key)| key as usize);
                few[few_count] = (data.link, u32::try_from(key_index).unwrap_or(u32::MAX));
                few_count += 1;
                earlier
            } else if many.is_empty() && highest < Some(data.symbol()) {
                highest = Some(data.symbol());
                None
            } else {
                if many.is_empty() {
                    many.reserve(count);
                    many.extend(scalar_keys(builder, map).take_while(|(_, key)| *key < key_index));
                }
                let first = *many.entry(Key::new(builder, key_index)).or_insert(key_index);
                (first != key_index).then_some(first)
            }
        } else if data.kind() == Kind::Invalid {
            None
        } else {
            let first = *complex.entry(outline(builder, key_index)).or_insert(key_index);
            (first != key_index).then_some(first)
        };
        if let Some(first) = first {
            builder.tree.nodes[key_index].flags |= SKIPPED;
            let span = |node: usize| builder.tree.node(NodeId::new(node)).span();
            let key = builder.tree.node(NodeId::new(key_index));
            let name = if key.kind() == Kind::Scalar { key.text() } else { key.written() };
            let diagnostic = rules::duplicate_key::new(span(key_index), name, span(first));
            let value = builder.tree.node(NodeId::new(first)).entry_value();
            let is_call = value.entries().next().is_some_and(|(key, _)| key.text().starts_with('$'));
            // Which of two calls is meant is not known.
            diagnostics.push(if is_call { diagnostic.explains(value.span()) } else { diagnostic });
        }
        key_index = builder.tree.nodes.get(value).map_or(value, |data| data.next(value));
    }
    merges
}

/// Warns of keys with a bracket that was probably intended for their values.
fn report_glued(builder: &mut Builder, map: usize, diagnostics: &mut Vec<Diagnostic>) {
    if !builder.tree.may_have_glued_keys || builder.tree.nodes[map].style() == Style::Flow {
        return;
    }
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    let mut glued_keys = Vec::new();
    for key in keys(builder, map) {
        let node = builder.tree.node(NodeId::new(key));
        let glued = node.glued();
        glued_keys.extend(glued.map(|_| key));
        *counts.entry(glued.map_or(node.text(), |glued| glued.name).to_owned()).or_default() += 1;
    }
    for key in glued_keys {
        let node = builder.tree.node(NodeId::new(key));
        if node.glued().is_some_and(|glued| counts.get(glued.name).is_some_and(|count| *count > 1)) {
            builder.tree.nodes[key].flags |= REPEATS;
        }
        let glued = builder.tree.node(NodeId::new(key)).glued();
        diagnostics.extend(glued.map(|glued| glued.diagnostic().at_level(Level::Warning)));
    }
}

pub(super) fn is_merge_key(data: &Data) -> bool {
    data.symbol() == MERGE && data.style() == Style::Plain && data.tag() == Tag::None
}

fn is_string(builder: &Builder, node: usize) -> bool {
    builder.tree.node(NodeId::new(node)).is_string()
}

fn is_same(builder: &Builder, first: usize, second: usize) -> bool {
    is_string(builder, first) == is_string(builder, second)
}

/// Returns a text that is the same for equal collections.
fn outline(builder: &Builder, node: usize) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for index in node..builder.tree.nodes[node].next(node) {
        let data = &builder.tree.nodes[index];
        let length = data.next(index) - index;
        let string = is_string(builder, index);
        let scalar = if data.is_container() { "" } else { builder.tree.symbols.text(data.symbol()) };
        let _ = write!(text, "{:?} {length} {string} {scalar:?};", data.kind());
    }
    text
}

/// Expands `<<: value`.
fn merge(
    builder: &mut Builder,
    map: usize,
    key: usize,
    value: usize,
    diagnostics: &mut Vec<Diagnostic>,
    copied: &mut usize,
) {
    builder.tree.nodes[key].flags |= SKIPPED;
    let key_span = builder.tree.node(NodeId::new(key)).span();
    let data = builder.tree.nodes[value];
    let sources: Vec<usize> = match data.kind() {
        Kind::Mapping => vec![value],
        Kind::Sequence => {
            builder.tree.node(NodeId::new(value)).items().map(|item| item.id().index()).collect()
        }
        Kind::Invalid => {
            builder.tree.nodes[map].flags |= BROKEN;
            return;
        }
        Kind::Scalar => Vec::new(),
    };
    let is_usable =
        |&source: &usize| matches!(builder.tree.nodes[source].kind(), Kind::Mapping | Kind::Invalid);
    if sources.is_empty() && data.kind() == Kind::Scalar || !sources.iter().all(is_usable) {
        let span = builder.tree.node(NodeId::new(value)).span();
        diagnostics.push(rules::invalid_merge::new(span));
        return;
    }
    diagnostics.push(rules::merge_key::new(key_span));
    let mut present: FxHashSet<Key> = scalar_keys(builder, map).map(|(key, _)| key).collect();
    for source in sources {
        let pairs: Vec<(usize, usize)> = builder
            .tree
            .node(NodeId::new(source))
            .entries()
            .map(|(key, value)| (key.id().index(), value.id().index()))
            .collect();
        let used = builder
            .tree
            .node(NodeId::new(source))
            .used_at()
            .map_or((key_span.start, key_span.end), |span| (span.start, span.end));
        for (key, value) in pairs {
            let data = &builder.tree.nodes[key];
            let name = Key::new(builder, key);
            if data.kind() != Kind::Scalar || present.insert(name) {
                *copied += builder.tree.nodes[value].next(value) - key;
                builder.copy_within(key, used);
                builder.copy_within(value, used);
            }
        }
    }
}

/// The keys of the open map `map`.
fn keys(builder: &Builder, map: usize) -> impl Iterator<Item = usize> {
    let nodes = &builder.tree.nodes;
    let next = move |key: &usize| {
        let value = nodes.get(*key)?.next(*key);
        Some(nodes.get(value).map_or(value, |data| data.next(value)))
    };
    std::iter::successors(Some(map + 1), next).take_while(move |key| *key < nodes.len())
}

/// The scalar keys of the open map `map`, with their nodes; merge keys and repeated ones are left out.
fn scalar_keys(builder: &Builder, map: usize) -> impl Iterator<Item = (Key, usize)> {
    let is_counted = |key: &usize| {
        let data = &builder.tree.nodes[*key];
        data.flags & SKIPPED == 0 && data.kind() == Kind::Scalar && !is_merge_key(data)
    };
    keys(builder, map).filter(is_counted).map(|key| (Key::new(builder, key), key))
}
