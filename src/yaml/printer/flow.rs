//! Prints lists and maps between brackets, with the line breaks of the author.

use crate::yaml::tree::{Style, YamlNode};

use super::Printer;
use super::comments::{EntryLayout, Note};
use super::scalars::{self, ScalarPosition};

impl<'t> Printer<'t> {
    /// Prints a node between brackets, with anchor and tag. If it has line breaks, its lines are indented
    /// deeper than `base`, and its closing bracket is at `base`.
    pub(super) fn flow_node(&mut self, node: YamlNode<'t>, base: usize, key: bool) {
        if let Some(alias) = self.plan.alias(node) {
            self.out.push_str(alias);
            return;
        }
        let properties = self.properties(node);
        self.out.push_str(&properties);
        if node.is_mapping() || node.is_sequence() {
            if !properties.is_empty() {
                self.out.push(' ');
            }
            // A key is on one line.
            let line_width = if key { self.line_width.take() } else { None };
            self.flow(node, base);
            self.line_width = line_width.or(self.line_width);
            return;
        }
        let position = ScalarPosition { flow: true, key, indent: base + 2, keep_quotes: self.keep_quotes };
        let text = scalars::inline(node, position);
        if !properties.is_empty() && !text.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(&text);
    }

    /// Prints a list or map between brackets.
    pub(super) fn flow(&mut self, node: YamlNode<'t>, base: usize) {
        if let Some((key, value)) = self.pair(node) {
            return self.flow_entry(key, value, base);
        }
        if self.is_too_wide(node) {
            self.break_lines(node);
        }
        let (open, close) = if node.is_sequence() { ('[', ']') } else { ('{', '}') };
        let inside = self.inside(node);
        self.out.push(open);
        let mut state = Line { trailing: inside.open, first: true, base };
        if node.is_sequence() {
            for item in node.items() {
                let layout = self.surroundings.item(item);
                self.flow_child(&mut state, layout, |printer| printer.flow_node(item, base + 2, false));
            }
        } else {
            let entries: Vec<_> = self.plan.entries(node).collect();
            for (key, value) in entries {
                let layout = self.surroundings.entry(key);
                self.flow_child(&mut state, layout, |printer| printer.flow_entry(key, value, base + 2));
            }
        }
        if node.is_lowered() {
            self.late.append(&mut state.trailing);
        }
        let mut broken = self.trailing_flow(&mut state.trailing);
        for note in inside.head.iter().chain(&inside.end) {
            self.new_line(base + 2);
            self.note_text(*note);
            broken = true;
        }
        if inside.breaks || broken {
            self.new_line(base);
        } else if !state.first {
            self.out.push(' ');
        }
        self.out.push(close);
    }

    /// Returns the only entry of an item that was written without braces and needs none.
    fn pair(&mut self, node: YamlNode<'t>) -> Option<(YamlNode<'t>, YamlNode<'t>)> {
        if node.style() != Style::Block || !node.is_mapping() || node.is_lowered() {
            return None;
        }
        let mut entries = self.plan.entries(node);
        let (key, value) = entries.next()?;
        if entries.next().is_some() {
            return None;
        }
        drop(entries);
        let bare = key.text().is_empty() || value.written().is_empty() && !self.has_colon(key, value);
        let layout = self.surroundings.entry_mut(key);
        let quiet = layout.before.is_empty() && layout.trailing.is_empty();
        let inside = self.surroundings.inside_mut(node);
        (!bare && quiet && inside.end.is_empty() && inside.open.is_empty()).then_some((key, value))
    }

    fn flow_child(&mut self, state: &mut Line, mut layout: EntryLayout, print: impl FnOnce(&mut Self)) {
        if !state.first {
            self.out.push(',');
        }
        let broken = self.trailing_flow(&mut state.trailing);
        if layout.trailing.len() > 1 {
            let last = layout.trailing.pop();
            layout.before.append(&mut layout.trailing);
            layout.trailing.extend(last);
        }
        for note in &layout.before {
            self.new_line(state.base + 2);
            self.note_text(*note);
        }
        if broken || layout.breaks || !layout.before.is_empty() {
            self.new_line(state.base + 2);
        } else {
            self.out.push(' ');
        }
        state.first = false;
        print(self);
        state.trailing = std::mem::take(&mut self.late);
        state.trailing.extend(layout.trailing);
    }

    pub(super) fn flow_entry(&mut self, key: YamlNode<'t>, value: YamlNode<'t>, base: usize) {
        let start = self.out.len();
        self.flow_node(key, base, true);
        let text = &self.out[start..];
        if text.contains('\n') || text.len() > super::MAX_KEY_BYTES {
            self.out.insert_str(start, "? ");
        }
        let nothing = value.written().is_empty() && value.text().is_empty();
        if nothing
            && !self.has_colon(key, value)
            && self.properties(value).is_empty()
            && !text_is_empty(&self.out, start)
        {
            return;
        }
        self.colon(key);
        let colon = self.out.len();
        self.out.push(' ');
        self.flow_node(value, base, false);
        if self.out.len() == colon + 1 {
            self.out.pop();
        }
    }

    /// Whether the author wrote a colon between a key and a missing value.
    fn has_colon(&self, key: YamlNode<'t>, value: YamlNode<'t>) -> bool {
        let (key, value) = (super::comments::written_range(key), super::comments::written_range(value));
        value.0 > key.1 && self.tree.source().as_bytes().get(value.0 as usize - 1) == Some(&b':')
    }

    /// Ends the line if there are comments for it.
    fn trailing_flow(&mut self, notes: &mut Vec<Note>) -> bool {
        let notes = std::mem::take(notes);
        for (index, note) in notes.iter().enumerate() {
            self.out.push_str(if index == 0 { "  " } else { "\n" });
            self.note_text(*note);
        }
        !notes.is_empty()
    }
}

fn text_is_empty(out: &str, start: usize) -> bool {
    out.len() == start
}

/// The remaining content of a line.
struct Line {
    trailing: Vec<Note>,
    first: bool,
    base: usize,
}
