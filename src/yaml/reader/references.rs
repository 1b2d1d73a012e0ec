//! Anchors and aliases.

use crate::yaml::builder::number;

use super::{Fallback, Matched, Reader};

impl Reader<'_> {
    /// Reads `&name` or `*name`, and the spaces after it. Returns where it starts and ends.
    pub(super) fn reference(&mut self, reason: Fallback) -> Matched<(usize, usize)> {
        let start = self.position;
        self.position += 1;
        while matches!(self.byte(), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-') {
            self.position += 1;
        }
        let end = self.position;
        self.spaces();
        let is_separated =
            end < self.position || matches!(self.byte(), b'\n' | b'\r' | b',' | b']' | b'}' | 0);
        if end == start + 1 || !is_separated {
            return Err(reason);
        }
        Ok((start, end))
    }

    /// Adds the anchor from `start` to `end` for the next node.
    pub(super) fn define(&mut self, (start, end): (usize, usize)) {
        let node = self.builder.tree.nodes.len();
        let span = (number(start), number(end));
        let name = &self.text[start + 1..end];
        self.diagnostics.extend(self.anchors.define(&mut self.builder, name, span, node));
    }

    /// Reads an alias, and the spaces after it: copies the node of its anchor.
    pub(super) fn alias(&mut self) -> Matched {
        let (start, end) = self.reference(Fallback::Alias)?;
        let index = self.anchors.find(&self.text[start + 1..end]).ok_or(Fallback::Alias)?;
        let anchor = self.anchors.get_mut(index);
        anchor.used = true;
        let (nodes, node) = (&self.builder.tree.nodes, anchor.node);
        if nodes[node].is_open() {
            return Err(Fallback::Alias);
        }
        self.copied += nodes[node].next(node) - node;
        if self.copied > self.limits.alias_nodes {
            return Err(Fallback::Limits);
        }
        let used = (number(start), number(end));
        self.builder.copy_within(node, used);
        self.last_end = used.1;
        Ok(())
    }
}
