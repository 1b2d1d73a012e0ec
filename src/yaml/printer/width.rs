//! Breaks lists and maps between brackets that are too wide for a line.
//!
//! A list or map is only broken if the author wrote it on one line without comments: then each part gets its
//! own line. What the author broke stays as it is.

use crate::yaml::tree::{NodeId, YamlNode};

use super::Printer;
use super::scalars::{self, ScalarPosition};

impl<'t> Printer<'t> {
    /// Measures all nodes, if there is a maximum width.
    pub(super) fn measure(&mut self) {
        if self.line_width.is_none() {
            return;
        }
        self.flat_widths = vec![None; self.tree.len()];
        // Parts come after the list or map that they are in.
        for index in (0..self.tree.len()).rev() {
            self.flat_widths[index] = self.flat_width(self.tree.node(NodeId::new(index)));
        }
    }

    /// Returns the width of a node on one line, from the widths of its parts.
    fn flat_width(&self, node: YamlNode<'t>) -> Option<usize> {
        if let Some(alias) = self.plan.alias(node) {
            return Some(alias.chars().count());
        }
        let properties = match self.properties(node).chars().count() {
            0 => 0,
            count => count + 1,
        };
        if !node.is_mapping() && !node.is_sequence() {
            let position =
                ScalarPosition { flow: true, key: false, indent: 0, keep_quotes: self.keep_quotes };
            let text = scalars::inline(node, position);
            return (!text.contains('\n')).then(|| properties + text.chars().count());
        }
        if !self.surroundings.is_flat(node) {
            return None;
        }
        let width = |part: YamlNode<'t>| self.flat_widths[part.id().index()];
        // Each part has a comma or bracket and a space before it.
        let parts = if node.is_sequence() {
            node.items().map(|item| Some(width(item)? + 2)).sum::<Option<usize>>()?
        } else {
            let entries = self.plan.entries(node);
            entries.map(|(key, value)| Some(width(key)? + width(value)? + 4)).sum::<Option<usize>>()?
        };
        Some(properties + parts + 2)
    }

    /// Whether a list or map on one line ends after the maximum width.
    pub(super) fn is_too_wide(&self, node: YamlNode<'t>) -> bool {
        let (Some(line_width), Some(Some(width))) =
            (self.line_width, self.flat_widths.get(node.id().index()))
        else {
            return false;
        };
        let properties = self.properties(node).chars().count();
        let width = width - if properties == 0 { 0 } else { properties + 1 };
        let has_parts = node.items().next().is_some() || self.plan.entries(node).next().is_some();
        has_parts && self.column(line_width) + width > line_width
    }

    /// Returns the number of characters in the last line of the output, or `line_width` if it has more.
    fn column(&self, line_width: usize) -> usize {
        let characters = self.out.chars().rev().take(line_width);
        characters.take_while(|character| *character != '\n').count()
    }

    /// Gives each part of a list or map its own line.
    pub(super) fn break_lines(&mut self, node: YamlNode<'t>) {
        self.surroundings.inside_mut(node).breaks = true;
        for item in node.items() {
            self.surroundings.item_mut(item).breaks = true;
        }
        let keys: Vec<YamlNode<'t>> = self.plan.entries(node).map(|(key, _)| key).collect();
        for key in keys {
            self.surroundings.entry_mut(key).breaks = true;
        }
    }
}
