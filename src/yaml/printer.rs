//! Trees as text, in one canonical layout that keeps what the author put around the nodes.
//!
//! In: a [`Tree`], as the parser made it or as a [`Builder`](super::Builder) rewrote it. Out: text that
//! reads back as the same data. To print what a dialect lowered, to leave elements out, or to put keys into
//! another order: build the new tree with [`Builder::rewriting`](super::Builder::rewriting) from the old
//! one, and print that.
//!
//! ```
//! use std::sync::Arc;
//! use tosca::{base::FileId, host::Limits, internals::yaml};
//!
//! let text = Arc::new("# shapes\nb:   [1,2]   # two\na: 'x'\n".to_owned());
//! let (tree, _) = yaml::parse(&text, FileId(0), &Limits::default());
//! assert_eq!(yaml::print(&tree), "# shapes\nb: [ 1, 2 ]  # two\na: x\n");
//!
//! // The entries the other way round: comments go with them.
//! let mut builder = yaml::Builder::rewriting(&tree);
//! let root = tree.root().unwrap();
//! let mut entries: Vec<_> = root.all_entries().collect();
//! entries.reverse();
//! builder.open_like(root);
//! for (key, value) in entries {
//!     builder.copy(key);
//!     builder.copy(value);
//! }
//! builder.close();
//! assert_eq!(yaml::print(&builder.finish()), "a: x\n# shapes\nb: [ 1, 2 ]  # two\n");
//! ```
//!
//! * Comments, blank lines and line breaks between brackets go with the node they belong to: they are found
//!   by the place where a key or item is written, so a lowered key keeps those of the key that it stands
//!   for. Those of nodes that are gone are gone.
//! * An alias or merge key is printed as such where it still means what is in the tree; else the nodes are
//!   written out. Anchors stay unless all their aliases went.
//! * Block scalars, brackets and line breaks in long strings stay as the author chose; containers without
//!   author are written in lines, short calls and lists between brackets. Quotes stay where they are needed.
//! * Repeated keys, which count for nothing, are left out; so are further documents.
//!
//! Text that is no YAML cannot be printed faithfully: what could not be read is left out.

mod comments;
mod flow;
mod plan;
mod scalars;

use rustc_hash::FxHashSet;

use crate::host::Limits;

use super::tree::{Node, Style, Tree};
use comments::{Around, Note, Surroundings};
use plan::{Form, Plan};
use scalars::Where;

/// A longer key needs a question mark.
const LONGEST_KEY: usize = 1000;

/// Prints `tree`.
#[must_use]
pub fn print(tree: &Tree) -> String {
    if tree.rewritten {
        let (original, _) = super::parse(tree.source(), tree.file(), &Limits::default());
        print_rewritten(tree, &original)
    } else {
        print_rewritten(tree, tree)
    }
}

/// Prints `tree`, which was made from `original`, without reading the text of `original` again.
#[must_use]
pub fn print_rewritten(tree: &Tree, original: &Tree) -> String {
    if original.rewritten {
        return print(tree);
    }
    let source = tree.source();
    let mut printer = Printer {
        tree,
        plan: Plan::new(tree),
        surroundings: comments::attach(original),
        formerly_used: formerly_used(original),
        // What looks like JSON stays JSON.
        keep_quotes: original.root().is_some_and(|root| root.style() == Style::Flow),
        out: String::with_capacity(source.len()),
        inline: false,
        kept: false,
    };
    printer.document();
    let mut out = printer.out;
    if source.find('\n').is_some_and(|at| source[..at].ends_with('\r')) {
        out = out.replace('\n', "\r\n");
    }
    if source.starts_with('\u{feff}') {
        out.insert(0, '\u{feff}');
    }
    out
}

/// The names that aliases use.
fn formerly_used(tree: &Tree) -> FxHashSet<String> {
    let used =
        tree.copies.iter().filter_map(|copy| tree.source().get(copy.used.0 as usize..copy.used.1 as usize));
    used.filter_map(|alias| alias.strip_prefix('*')).map(str::to_owned).collect()
}

struct Printer<'t> {
    tree: &'t Tree,
    plan: Plan<'t>,
    surroundings: Surroundings,
    formerly_used: FxHashSet<String>,
    keep_quotes: bool,
    out: String,
    /// Whether the next entry goes on in the line of a dash.
    inline: bool,
    /// Whether a scalar just printed ends with blank lines of its own.
    kept: bool,
}

impl<'t> Printer<'t> {
    fn document(&mut self) {
        if let Some(prologue) = self.surroundings.prologue.take() {
            self.notes(&prologue.lines, 0, true);
            self.out.push_str("---");
            self.end_line(&prologue.marker);
        }
        let Some(root) = self.tree.root() else {
            let loose = std::mem::take(&mut self.surroundings.loose);
            self.notes(&loose, 0, true);
            return;
        };
        let loose = std::mem::take(&mut self.surroundings.loose);
        let start = comments::place(root).0;
        let (before, mut below): (Vec<Note>, Vec<Note>) =
            loose.into_iter().partition(|note| note.start < start);
        let same_line = |note: &Note| {
            let between = self.tree.source().get(start as usize..note.start as usize);
            between.is_some_and(|between| !between.trim_end_matches([' ', '\t']).ends_with('\n'))
        };
        let many = below.iter().take_while(|note| same_line(note)).count();
        let behind: Vec<Note> = below.drain(..many).collect();
        self.notes(&before, 0, true);
        match self.plan.form(root) {
            Form::Lines | Form::Either => {
                let properties = self.properties(root);
                if !properties.is_empty() {
                    self.out.push_str(&properties);
                    self.out.push('\n');
                }
                self.lines(root, 0);
            }
            _ if root.is_null() && root.written().is_empty() && self.properties(root).is_empty() => {}
            Form::Flow => {
                self.flow_node(root, 0, false);
                self.end_line(&behind);
            }
            Form::Scalar | Form::Block => self.scalar_value(root, 0, &behind, ""),
        }
        self.notes(&below, 0, false);
    }

    /// The anchor and tag of a node.
    fn properties(&self, node: Node<'t>) -> String {
        let anchor = self.plan.anchor(node, &self.formerly_used);
        let tag = node.tag().and_then(|span| self.tree.source().get(span.range()));
        match (anchor, tag) {
            (Some(anchor), Some(tag)) => format!("{anchor} {tag}"),
            (one, other) => one.or(other).unwrap_or("").to_owned(),
        }
    }

    // ── lines ──

    fn new_line(&mut self, indent: usize) {
        self.out.push('\n');
        self.indent(indent);
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// Starts the line of an entry, unless the line of a dash goes on.
    fn begin(&mut self, indent: usize) {
        if !std::mem::take(&mut self.inline) {
            self.indent(indent);
        }
    }

    fn blank_line(&mut self) {
        if !std::mem::take(&mut self.kept) {
            self.out.push('\n');
        }
    }

    fn note_text(&mut self, note: Note) {
        let text = self.tree.source().get(note.start as usize..note.end as usize).unwrap_or("");
        self.out.push_str(text.trim_end());
    }

    /// Comments on lines of their own.
    fn notes(&mut self, notes: &[Note], indent: usize, first: bool) {
        for (at, note) in notes.iter().enumerate() {
            if note.blank && !(first && at == 0) {
                self.blank_line();
            }
            self.kept = false;
            self.indent(indent);
            self.note_text(*note);
            self.out.push('\n');
        }
    }

    /// A comment behind what was printed, and the end of the line.
    fn end_line(&mut self, behind: &[Note]) {
        for note in behind {
            self.out.push_str("  ");
            self.note_text(*note);
        }
        self.out.push('\n');
        self.kept = false;
    }

    // ── blocks ──

    /// Prints the entries of a list or map, each on lines of its own.
    fn lines(&mut self, node: Node<'t>, indent: usize) {
        let inside = self.surroundings.inside(node);
        if !self.inline {
            if inside.blank && indent > 0 {
                self.blank_line();
            }
            self.notes(&inside.open, indent, true);
            self.notes(&inside.head, indent, true);
            if !inside.head.is_empty() {
                self.blank_line();
            }
        }
        let mut first = true;
        if node.is_sequence() {
            for item in node.items() {
                let mut around = self.surroundings.item(item);
                let below = std::mem::take(&mut around.below);
                self.item(item, around, indent, first);
                self.notes(&below, indent + 2, false);
                first = false;
            }
        } else {
            let entries: Vec<_> = self.plan.entries(node).collect();
            for (key, value) in entries {
                let mut around = self.surroundings.entry(key);
                let below = std::mem::take(&mut around.below);
                self.entry(key, value, around, indent, first);
                self.notes(&below, indent + 2, false);
                first = false;
            }
        }
        self.notes(&inside.end, indent, false);
    }

    /// What precedes an entry.
    fn before(&mut self, around: &mut Around, indent: usize, first: bool) {
        if around.behind.len() > 1 {
            let last = around.behind.pop();
            around.before.append(&mut around.behind);
            around.behind.extend(last);
        }
        self.notes(&around.before, indent, first);
        if around.blank && !(first && around.before.is_empty()) {
            self.blank_line();
        }
    }

    fn entry(&mut self, key: Node<'t>, value: Node<'t>, mut around: Around, indent: usize, first: bool) {
        self.before(&mut around, indent, first);
        self.begin(indent);
        let start = self.out.len();
        let long = self.is_lines(key) || {
            self.flow_or_scalar_key(key, indent);
            let text = &self.out[start..];
            text.contains('\n') || text.len() > LONGEST_KEY
        };
        if !long {
            self.colon(key);
            self.value(value, indent, &around.behind);
            return;
        }
        self.out.truncate(start);
        self.out.push('?');
        self.content(key, indent, &[]);
        self.indent(indent);
        self.out.push(':');
        self.content(value, indent, &around.behind);
    }

    fn flow_or_scalar_key(&mut self, key: Node<'t>, indent: usize) {
        if self.plan.alias(key).is_some() || key.is_mapping() || key.is_sequence() {
            return self.flow_node(key, indent + 2, true);
        }
        let properties = self.properties(key);
        let place = Where { flow: false, key: true, indent, keep_quotes: self.keep_quotes };
        let mut text = scalars::inline(key, place);
        if text.is_empty() && key.is_null() {
            text.push_str("null");
        }
        self.out.push_str(&properties);
        if !properties.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(&text);
    }

    /// The colon behind a key: an alias would take it for a part of its name.
    fn colon(&mut self, key: Node<'t>) {
        let properties = self.properties(key);
        let bare = !properties.is_empty() && self.out.ends_with(&properties);
        let bare = bare || self.plan.alias(key).is_some();
        self.out.push_str(if bare { " :" } else { ":" });
    }

    fn is_lines(&self, node: Node<'t>) -> bool {
        self.plan.alias(node).is_none() && matches!(self.plan.form(node), Form::Lines | Form::Either)
    }

    /// The value behind a colon, to the end of its last line.
    fn value(&mut self, value: Node<'t>, indent: usize, behind: &[Note]) {
        if !self.is_lines(value) {
            return self.scalar_value(value, indent, behind, " ");
        }
        let properties = self.properties(value);
        if !properties.is_empty() {
            self.out.push(' ');
            self.out.push_str(&properties);
        }
        self.end_line(behind);
        self.lines(value, indent + 2);
    }

    /// A value that starts in the line of its key or dash.
    fn scalar_value(&mut self, value: Node<'t>, indent: usize, behind: &[Note], blank: &str) {
        if self.plan.alias(value).is_some() || self.plan.form(value) == Form::Flow {
            self.out.push_str(blank);
            self.flow_node(value, indent + 2, false);
            return self.end_line(behind);
        }
        let properties = self.properties(value);
        if !properties.is_empty() {
            self.out.push_str(blank);
            self.out.push_str(&properties);
        }
        let blank = if properties.is_empty() { blank } else { " " };
        let block =
            if self.plan.form(value) == Form::Block { scalars::block(value, indent + 2) } else { None };
        if let Some((header, lines)) = block {
            self.out.push_str(blank);
            self.out.push_str(&header);
            self.end_line(behind);
            for line in &lines {
                self.out.push_str(line);
                self.out.push('\n');
            }
            self.kept = lines.last().is_some_and(String::is_empty);
            return;
        }
        let place = Where { flow: false, key: false, indent: indent + 2, keep_quotes: self.keep_quotes };
        let text = scalars::inline(value, place);
        if !text.is_empty() {
            self.out.push_str(blank);
            self.out.push_str(&text);
        }
        self.end_line(behind);
    }

    fn item(&mut self, item: Node<'t>, mut around: Around, indent: usize, first: bool) {
        if around.behind.is_empty() {
            self.take_first(item, &mut around.before, &mut around.blank);
        }
        self.before(&mut around, indent, first);
        self.begin(indent);
        self.out.push('-');
        self.content(item, indent, &around.behind);
    }

    /// What stands behind `-`, `?` or `:`, and goes on in its line where it can.
    fn content(&mut self, node: Node<'t>, indent: usize, behind: &[Note]) {
        if !self.is_lines(node) || !behind.is_empty() || !self.properties(node).is_empty() {
            return self.value(node, indent, behind);
        }
        self.out.push(' ');
        self.inline = true;
        self.lines(node, indent + 2);
    }

    /// Takes the comments before the first entry of what goes on in the line of a dash: they must stand
    /// before the dash.
    fn take_first(&mut self, item: Node<'t>, before: &mut Vec<Note>, blank: &mut bool) {
        let mut node = item;
        while self.is_lines(node) && self.properties(node).is_empty() {
            let inside = self.surroundings.inside_mut(node);
            let head: Vec<Note> = inside.open.drain(..).chain(inside.head.drain(..)).collect();
            let (around, next) = if let Some(first) = node.items().next() {
                (self.surroundings.item_mut(first), first)
            } else {
                let Some((key, _)) = self.plan.entries(node).next() else { return };
                (self.surroundings.entry_mut(key), key)
            };
            let extra = around.behind.len().saturating_sub(1);
            let notes = head.into_iter().chain(around.before.drain(..)).chain(around.behind.drain(..extra));
            let many = before.len();
            before.extend(notes);
            *blank &= before.len() == many;
            around.blank = false;
            if node.is_mapping() || !self.surroundings.item_mut(next).behind.is_empty() {
                return;
            }
            node = next;
        }
    }
}
