//! Decides how the nodes of a tree are printed: as aliases and merge keys if these still mean the same, as
//! blocks or between brackets.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Span;
use crate::yaml::keys::is_merge_key;
use crate::yaml::tree::{Kind, LOWERED, NodeId, SKIPPED, Style, Tree, YamlNode};

/// The form of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A scalar on one or more lines.
    Scalar,
    /// `|` or `>`.
    Block,
    /// A list or map whose children start lines.
    Lines,
    /// A list or map between brackets.
    Flow,
    /// A list or map that a dialect added: its children start lines, except between brackets.
    Either,
}

/// The decisions before printing.
pub(super) struct Plan<'t> {
    tree: &'t Tree,
    /// Nodes that are printed as aliases, and the written spans of the aliases.
    aliases: FxHashMap<usize, Span>,
    /// The keys of merge keys that are printed.
    merges: FxHashSet<usize>,
    /// The keys of entries that come from merge keys.
    merged: FxHashSet<usize>,
    /// The names of the anchors that are used.
    used: FxHashSet<&'t str>,
    forms: Vec<Form>,
    /// The approximate width of each node on one line.
    widths: Vec<usize>,
    /// Where the comments of the original start, in order.
    comments: Vec<u32>,
}

/// The maximum width of a list or map that a dialect added, between brackets.
const MAX_ADDED_WIDTH: usize = 80;

/// The maximum width of a written list or map, between brackets, with what a dialect added inside.
const MAX_GROWN_WIDTH: usize = 100;

impl<'t> Plan<'t> {
    /// The plan for `tree`, which was made from `original`.
    pub(super) fn new(tree: &'t Tree, original: &Tree) -> Self {
        let mut comments: Vec<u32> = original.comments().map(|span| span.start).collect();
        comments.sort_unstable();
        let mut plan = Self {
            tree,
            aliases: FxHashMap::default(),
            merges: FxHashSet::default(),
            merged: FxHashSet::default(),
            used: FxHashSet::default(),
            forms: vec![Form::Scalar; tree.len()],
            widths: vec![0; tree.len()],
            comments,
        };
        plan.find_aliases();
        plan.find_forms();
        plan
    }

    /// The form of a node that is not an alias.
    pub(super) fn form(&self, node: YamlNode<'t>) -> Form {
        self.forms[node.id().index()]
    }

    /// The alias that stands for `node`.
    pub(super) fn alias(&self, node: YamlNode<'t>) -> Option<&'t str> {
        self.aliases.get(&node.id().index()).map(|span| slice(self.tree, *span))
    }

    /// The anchor of `node`, or `None` if it is no longer used.
    pub(super) fn anchor(&self, node: YamlNode<'t>, formerly_used: &FxHashSet<String>) -> Option<&'t str> {
        let anchor = slice(self.tree, node.anchor()?);
        let name = anchor.get(1..).unwrap_or("");
        (self.used.contains(name) || !formerly_used.contains(name)).then_some(anchor)
    }

    /// The entries of a map that are printed.
    pub(super) fn entries(&self, map: YamlNode<'t>) -> impl Iterator<Item = (YamlNode<'t>, YamlNode<'t>)> {
        map.all_entries().filter(|(key, _)| {
            let index = key.id().index();
            if key.data().flags & SKIPPED == 0 {
                !self.merged.contains(&index)
            } else {
                self.merges.contains(&index)
            }
        })
    }

    fn find_aliases(&mut self) {
        let tree = self.tree;
        let mut anchors: FxHashMap<&str, usize> = FxHashMap::default();
        let (mut index, mut written_out) = (0, 0);
        while index < tree.len() {
            let node = tree.node(NodeId::new(index));
            if self.merged.contains(&index) {
                index = node.entry_value().next();
                continue;
            }
            if let Some(anchor) = node.anchor() {
                anchors.insert(slice(tree, anchor).get(1..).unwrap_or(""), index);
            }
            let copied = node.used_at();
            if let Some(used) = copied
                && index >= written_out
            {
                let name = slice(tree, used).strip_prefix('*');
                let anchor =
                    name.and_then(|name| anchors.get(name)).map(|&index| tree.node(NodeId::new(index)));
                if let (Some(name), Some(anchor)) = (name, anchor)
                    && anchor.next() <= index
                    && is_same(anchor, node)
                {
                    self.aliases.insert(index, used);
                    self.used.insert(name);
                    index = node.next();
                    continue;
                }
                written_out = node.next();
            }
            if copied.is_none() && node.is_mapping() {
                self.find_merge(node);
            }
            index += 1;
        }
    }

    /// Decides whether the merge key of `map` still stands for its merged entries.
    fn find_merge(&mut self, map: YamlNode<'t>) {
        let is_merge = |key: YamlNode<'_>| key.data().flags & SKIPPED != 0 && is_merge_key(key.data());
        let pair = map.all_entries().find(|(key, _)| is_merge(*key));
        let Some((merge, value)) = pair else { return };
        let within = merge.span().start..=value.used_at().map_or(value.span().end, |used| used.end);
        let is_merged = |key: YamlNode<'_>, value: YamlNode<'_>| {
            key.used_at().is_some_and(|used| within.contains(&used.start)) && key.used_at() == value.used_at()
        };
        let mut present: FxHashSet<(u32, bool)> = FxHashSet::default();
        let mut merged = Vec::new();
        for (key, value) in map.entries() {
            if is_merged(key, value) {
                merged.push((key, value));
            } else if key.kind() == Kind::Scalar {
                present.insert((key.data().link, key.is_string()));
            }
        }
        let sources: Vec<YamlNode<'_>> =
            if value.is_sequence() { value.items().collect() } else { vec![value] };
        let mut expected = Vec::new();
        for (key, value) in sources.into_iter().flat_map(YamlNode::entries) {
            if key.kind() != Kind::Scalar || present.insert((key.data().link, key.is_string())) {
                expected.push((key, value));
            }
        }
        let expected_values: FxHashMap<_, _> =
            expected.iter().map(|(key, value)| (key.data().link, *value)).collect();
        let is_same_entry = |(key, value): &(YamlNode<'_>, YamlNode<'_>)| {
            expected_values.get(&key.data().link).is_some_and(|expected| is_same(*value, *expected))
        };
        if merged.len() == expected.len() && merged.iter().all(is_same_entry) {
            self.merges.insert(merge.id().index());
            self.merged.extend(merged.iter().map(|(key, _)| key.id().index()));
        }
    }

    fn find_forms(&mut self) {
        for index in (0..self.tree.len()).rev() {
            let node = self.tree.node(NodeId::new(index));
            self.widths[index] = self.width(node);
            self.forms[index] = match (node.kind(), node.style()) {
                (Kind::Mapping | Kind::Sequence, _) => self.container(node),
                (_, Style::Literal | Style::Folded) => Form::Block,
                _ => Form::Scalar,
            };
        }
    }

    fn width(&self, node: YamlNode<'t>) -> usize {
        let width = |node: YamlNode<'t>| self.widths[node.id().index()] + 2;
        match node.kind() {
            Kind::Sequence => node.items().map(width).sum::<usize>() + 2,
            Kind::Mapping => {
                self.entries(node).map(|(key, value)| width(key) + width(value)).sum::<usize>() + 2
            }
            _ => node.text().len(),
        }
    }

    /// Whether a collection that a dialect added is too wide for a line, or has comments.
    fn needs_lines(&self, node: YamlNode<'t>) -> bool {
        let span = node.span();
        let next = self.comments.partition_point(|comment| *comment < span.start);
        let has_comment = |comment: &u32| {
            let after = self.tree.source().get(span.end as usize..*comment as usize);
            // A map on one line has a comment at its end.
            *comment < span.end
                || node.is_mapping() && after.is_some_and(|after| after.trim_matches([' ', '\t']).is_empty())
        };
        let is_wide = self.widths[node.id().index()] > MAX_ADDED_WIDTH;
        is_wide || !is_made_up(node) && self.comments.get(next).is_some_and(has_comment)
    }

    /// Whether a collection that was between brackets on one line is too wide for it with what a dialect added inside.
    fn has_grown(&self, node: YamlNode<'t>) -> bool {
        let inside = (node.id().index()..node.end().index()).map(|index| self.tree.node(NodeId::new(index)));
        let is_added = |node: YamlNode<'_>| node.kind() != Kind::Scalar && node.data().flags & LOWERED != 0;
        self.widths[node.id().index()] > MAX_GROWN_WIDTH
            && (node.span().len() as usize) < MAX_GROWN_WIDTH
            && inside.into_iter().any(is_added)
    }

    fn container(&mut self, node: YamlNode<'t>) -> Form {
        let children: Vec<YamlNode<'t>> = if node.is_sequence() {
            node.items().collect()
        } else {
            self.entries(node).flat_map(|(key, value)| [key, value]).collect()
        };
        let lowered = node.data().flags & LOWERED != 0;
        let in_lines = |plan: &Self, node: YamlNode<'t>| {
            plan.alias(node).is_none() && matches!(plan.form(node), Form::Lines | Form::Block)
        };
        // The only pair of an item between brackets needs no braces.
        if node.is_sequence() && node.style() == Style::Flow && !lowered {
            for child in children.iter().filter(|child| child.is_mapping() && child.style() == Style::Block) {
                let inside = child.span().start >= node.span().start && child.span().end <= node.span().end;
                let pair = self.entries(*child).next();
                if inside && pair.is_some_and(|(key, value)| !in_lines(self, key) && !in_lines(self, value)) {
                    self.forms[child.id().index()] = Form::Flow;
                }
            }
        }
        if children.is_empty() {
            return Form::Flow;
        }
        if children.iter().any(|child| in_lines(self, *child)) {
            return Form::Lines;
        }
        match node.style() {
            Style::Flow if !lowered && self.has_grown(node) => Form::Lines,
            Style::Flow if !lowered => Form::Flow,
            _ if lowered && self.needs_lines(node) => Form::Lines,
            _ if lowered && reads_well_in_brackets(node, &children) => Form::Flow,
            _ if lowered => Form::Either,
            _ => Form::Lines,
        }
    }
}

/// Whether a dialect made up all parts of a collection: they have the place of the whole, and no comments.
pub(super) fn is_made_up(node: YamlNode<'_>) -> bool {
    let is_here = |part: YamlNode<'_>| part.span() == node.span();
    node.is_lowered()
        && node.items().all(is_here)
        && node.entries().all(|(key, value)| is_here(key) && is_here(value))
}

/// Whether a collection that a dialect added reads better between brackets: calls and short lists.
fn reads_well_in_brackets(node: YamlNode<'_>, children: &[YamlNode<'_>]) -> bool {
    let is_scalar = |child: &YamlNode<'_>| child.kind() == Kind::Scalar;
    if node.is_mapping() {
        return children.len() == 2 && children[0].text().starts_with('$');
    }
    children.iter().all(is_scalar) && children.iter().map(|child| child.text().len() + 2).sum::<usize>() < 60
}

fn slice(tree: &Tree, span: Span) -> &str {
    tree.source().get(span.range()).unwrap_or("")
}

/// Whether two nodes of one tree have the same data, with entries of maps in any order.
fn is_same(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    is_same_in_order(first, second) || is_same_in_any_order(first, second)
}

fn is_same_in_order(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    let tree = first.tree();
    let (first_index, second_index) = (first.id().index(), second.id().index());
    let length = first.next() - first_index;
    length == second.next() - second_index
        && (0..length).all(|offset| {
            let (first, second) =
                (tree.node(NodeId::new(first_index + offset)), tree.node(NodeId::new(second_index + offset)));
            let (a, b) = (first.data(), second.data());
            let skipped = offset > 0 && (a.flags ^ b.flags) & SKIPPED != 0;
            a.kind() == b.kind()
                && !skipped
                && if a.is_container() {
                    b.is_container()
                        && a.next(first_index + offset) - first_index
                            == b.next(second_index + offset) - second_index
                } else {
                    !b.is_container() && a.link == b.link && first.scalar() == second.scalar()
                }
        })
}

fn is_same_in_any_order(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    if first.kind() != second.kind() || first.scalar() != second.scalar() {
        return false;
    }
    if !first.is_mapping() {
        return first.items().count() == second.items().count()
            && first.items().zip(second.items()).all(|(first, second)| is_same(first, second));
    }
    let name = |key: YamlNode<'_>| (key.data().link, key.is_string());
    let second_values: FxHashMap<_, _> = second.entries().map(|(key, value)| (name(key), value)).collect();
    first.entries().count() == second_values.len()
        && first.entries().all(|(key, value)| {
            key.kind() == Kind::Scalar
                && second_values.get(&name(key)).is_some_and(|second_value| is_same(value, *second_value))
        })
}
