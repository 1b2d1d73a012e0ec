//! Moves locations in the text of a variant to the template that it was resolved from.

use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::yaml::Tree;

/// The locations in a template of the nodes of a variant's text.
#[derive(Debug)]
pub struct SpanMap {
    nodes: FxHashMap<(u32, u32), Span>,
}

impl SpanMap {
    /// Matches the nodes of `printed`, the text of the variant, with those of `tree`, which it was printed from.
    #[must_use]
    pub fn new(printed: &Tree, tree: &Tree) -> Self {
        let mut nodes = FxHashMap::default();
        let mut pending: Vec<_> = printed.root().into_iter().zip(tree.root()).collect();
        while let Some((new, old)) = pending.pop() {
            nodes.entry((new.span().start, new.span().end)).or_insert(old.span());
            pending.extend(new.items().zip(old.items()));
            for ((key, value), (old_key, old_value)) in new.entries().zip(old.entries()) {
                pending.push((key, old_key));
                pending.push((value, old_value));
            }
        }
        Self { nodes }
    }

    /// Returns the location in the template, the file `file`: that of the node, or of the smallest node that contains
    /// `span`.
    #[must_use]
    pub fn moved(&self, span: Span, file: FileId) -> Span {
        let old = self.nodes.get(&(span.start, span.end)).or_else(|| {
            let enclosing =
                self.nodes.iter().filter(|((start, end), _)| *start <= span.start && span.end <= *end);
            enclosing.min_by_key(|((start, end), _)| (end - start, *start)).map(|(_, old)| old)
        });
        old.map_or(Span::start_of(file), |old| Span::new(file, old.start, old.end))
    }
}
