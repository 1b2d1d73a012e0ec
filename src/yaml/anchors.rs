//! The anchors of one file, in the order of their definitions.

use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};

use super::builder::{Builder, number};
use super::tree::{Carried, NodeId};

/// An anchor and the node that carries it.
pub(super) struct Anchor {
    pub(super) name: String,
    /// The span of `&name`.
    pub(super) span: (u32, u32),
    pub(super) node: usize,
    /// Whether an alias uses it.
    pub(super) used: bool,
}

/// All anchors so far. An alias refers to the last one with its name.
#[derive(Default)]
pub(super) struct Anchors {
    all: Vec<Anchor>,
    names: FxHashMap<String, usize>,
}

impl Anchors {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The anchor at `index`, counted in the order of definitions.
    pub(super) fn get_mut(&mut self, index: usize) -> &mut Anchor {
        &mut self.all[index]
    }

    /// The last anchor `name`.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The last definition of each name.
    pub(super) fn names(&self) -> &FxHashMap<String, usize> {
        &self.names
    }

    /// Adds the anchor `name`, written at `span`, of `node`. Reports an earlier one of the same name.
    pub(super) fn define(
        &mut self,
        builder: &mut Builder,
        name: &str,
        span: (u32, u32),
        node: usize,
    ) -> Option<Diagnostic> {
        let file = builder.tree.file;
        let earlier = self.find(name).map(|first| {
            rules::anchor_redefined::new(in_file(file, span), name, in_file(file, self.all[first].span))
        });
        self.names.insert(name.to_owned(), self.all.len());
        builder.tree.anchored.push(Carried { node: number(node), start: span.0, end: span.1 });
        self.all.push(Anchor { name: name.to_owned(), span, node, used: false });
        earlier
    }

    /// Reports anchors without an alias.
    pub(super) fn report_unused(&self, file: FileId, diagnostics: &mut Vec<Diagnostic>) {
        let unused = self.all.iter().filter(|anchor| !anchor.used);
        diagnostics
            .extend(unused.map(|anchor| rules::unused_anchor::new(in_file(file, anchor.span), &anchor.name)));
    }

    /// Forgets all anchors but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.all.truncate(count);
        self.names.retain(|_, &mut index| index < count);
    }

    /// Forgets the names of anchors whose nodes were dropped.
    pub(super) fn forget_dropped(&mut self, builder: &Builder) {
        let (tree, all) = (&builder.tree, &self.all);
        self.names.retain(|_, &mut index| {
            let Anchor { node, span, .. } = &all[index];
            let is_there = *node < tree.nodes.len();
            is_there && tree.node(NodeId::new(*node)).anchor().is_some_and(|anchor| anchor.start == span.0)
        });
    }
}

fn in_file(file: FileId, (start, end): (u32, u32)) -> Span {
    Span::new(file, start, end)
}
