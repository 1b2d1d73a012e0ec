//! The values of files as calls and literals (TOSCA 2.0 §10.1).
//!
//! Input: the file graph, and the calls that `resolve` found in its values. Output: [`Expressions`], an arena
//! per file with one [`Form`] for each call, each of its arguments, and each list or map around a call. A
//! subtree without calls is one literal, however large, and a value without calls has no form at all.
//!
//! Invariants: forms have no types or values; they are in the order of the tree, so the forms of a subtree
//! are adjacent; there is no recursion.

#![deny(clippy::indexing_slicing)]

mod arena;
mod form;
mod parse;
mod view;

use crate::load::{Earlier, FileGraph, PerFile, Unchanged};
use crate::resolve::Names;
use crate::yaml::YamlNode;

use arena::Arena;
pub use form::{Callee, Form};
pub use view::Expression;

/// The expressions of all files.
#[derive(Debug, Default)]
pub struct Expressions {
    files: PerFile<Arena>,
}

/// Parses the values of all files; takes over those of files that have not changed since an earlier run.
#[must_use]
pub fn parse(
    graph: &FileGraph,
    names: &Names,
    earlier: Option<&Expressions>,
    unchanged: &Unchanged,
) -> Expressions {
    let earlier = Earlier { results: earlier.map(|earlier| &earlier.files), unchanged };
    Expressions { files: PerFile::new(graph, &earlier, |file| parse::parse(file, names)) }
}

impl Expressions {
    /// The expression at `node`, or `None` if the node is a literal on its own, a part of one, or not a
    /// value.
    #[must_use]
    pub fn for_node<'e>(&'e self, node: YamlNode<'e>) -> Option<Expression<'e>> {
        let arena = self.arena(node)?;
        Some(Expression::new(arena, node, arena.find(node.id())?))
    }

    /// The call at `node`, or `None` if there is no call.
    #[must_use]
    pub fn call<'e>(&'e self, node: YamlNode<'e>) -> Option<Expression<'e>> {
        self.for_node(node).filter(|expression| expression.is_call())
    }

    /// The calls at `node` and below it, in the order of the tree.
    pub fn calls_in<'e>(&'e self, node: YamlNode<'e>) -> impl Iterator<Item = Expression<'e>> {
        self.within(node).filter(|expression| expression.is_call())
    }

    /// All expressions at `node` and below it, in the order of the tree.
    pub fn within<'e>(&'e self, node: YamlNode<'e>) -> impl Iterator<Item = Expression<'e>> {
        let arena = self.arena(node);
        let ids = arena.into_iter().flat_map(move |arena| arena.between(node.id(), node.end()));
        ids.filter_map(move |id| Some(Expression::new(arena?, node, id)))
    }

    fn arena(&self, node: YamlNode<'_>) -> Option<&Arena> {
        self.files.get(node.tree().file()).filter(|arena| !arena.is_empty())
    }
}
