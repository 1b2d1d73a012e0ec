//! Prints trees as text, in a canonical layout that keeps comments and similar choices of the author.
//!
//! Input: a [`Tree`], from the parser or rewritten with a [`Builder`](super::Builder). Output: text that is
//! read as the same data. To print a lowered file, to omit elements, or to reorder keys, build the new tree
//! from the old one with [`Builder::rewriting`](super::Builder::rewriting), and print it.
//!
//! ```
//! use std::sync::Arc;
//! use tosca::{base::FileId, host::Limits, internals::yaml};
//!
//! let text = Arc::new("# shapes\nb:   [1,2]   # two\na: 'x'\n".to_owned());
//! let (tree, _) = yaml::parse(&text, FileId(0), &Limits::default());
//! assert_eq!(yaml::print(&tree), "# shapes\nb: [ 1, 2 ]  # two\na: x\n");
//!
//! // The entries in reverse order: comments move with them.
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
//! * Comments, blank lines and line breaks between brackets stay with their node. They are found by the
//!   location of the key or item, so a lowered key keeps those of its original. Those of omitted nodes are
//!   omitted. If the entries of a map are in another order, those that a blank line separates stay apart, and
//!   the others stay together.
//! * An alias or merge key is printed as such if it still has the content of the tree; otherwise, the nodes
//!   are written out. Anchors stay unless all their aliases are gone.
//! * Block scalars, brackets and line breaks in long strings stay. Containers that a dialect added are
//!   printed as blocks, but calls and short lists between brackets. Quotes stay where they are needed.
//! * Repeated keys, which have no effect, are omitted, as are further documents.
//!
//! Text that is not YAML cannot be printed faithfully: parts that could not be read are omitted.

mod comments;
mod flow;
mod patch;
mod plan;
mod scalars;
mod width;

use rustc_hash::FxHashSet;

use crate::host::Limits;

use super::tree::{Style, Tree, YamlNode};
pub use patch::{PatchNote, print_patched};

use comments::{CollectionLayout, EntryLayout, Note, Surroundings};
use plan::{Form, Plan};
use scalars::ScalarPosition;

/// The maximum length of a key that is printed without a question mark, in bytes.
const MAX_KEY_BYTES: usize = 1000;

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

/// Prints `tree`, which was made from `original`, without parsing the text of `original` again.
#[must_use]
pub fn print_rewritten(tree: &Tree, original: &Tree) -> String {
    print_within(tree, original, None)
}

/// Prints `tree`, which was made from `original`. A list or map between brackets that the author wrote on one
/// line and that ends after `line_width` characters gets a line for each part.
#[must_use]
pub fn print_within(tree: &Tree, original: &Tree, line_width: Option<usize>) -> String {
    if original.rewritten {
        return print(tree);
    }
    let source = tree.source();
    let mut printer = Printer { line_width, ..Printer::new(tree, original) };
    printer.measure();
    printer.document();
    let mut out = printer.out;
    if source.find('\n').is_some_and(|index| source[..index].ends_with('\r')) {
        out = out.replace('\n', "\r\n");
    }
    if source.starts_with('\u{feff}') {
        out.insert(0, '\u{feff}');
    }
    out
}

/// Returns the names that aliases use.
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
    /// Whether the next entry continues the line of a dash.
    inline: bool,
    /// Whether the scalar that was just printed ends with blank lines that belong to it.
    kept: bool,
    /// Trailing comments inside of brackets that the author did not write: they go to the end of the line.
    late: Vec<Note>,
    /// The end of the text that a part is printed for: comments on separate lines after it are not printed with the part.
    end_of_part: Option<u32>,
    /// The maximum width of a list or map on one line.
    line_width: Option<usize>,
    /// The width of each node on one line, by its index, or `None` if the author broke it or it has comments.
    /// Empty without a maximum.
    flat_widths: Vec<Option<usize>>,
}

impl<'t> Printer<'t> {
    /// Creates a printer without a maximum line width.
    fn new(tree: &'t Tree, original: &Tree) -> Self {
        Self {
            tree,
            plan: Plan::new(tree, original),
            surroundings: if original.is_xml { Surroundings::default() } else { comments::attach(original) },
            formerly_used: formerly_used(original),
            // JSON stays JSON.
            keep_quotes: !original.is_xml && original.root().is_some_and(|root| root.style() == Style::Flow),
            out: String::with_capacity(tree.source().len()),
            inline: false,
            kept: false,
            late: Vec::new(),
            end_of_part: None,
            line_width: None,
            flat_widths: Vec::new(),
        }
    }

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
        let start = comments::written_range(root).0;
        let (above, mut below): (Vec<Note>, Vec<Note>) =
            loose.into_iter().partition(|note| note.start < start);
        let is_same_line = |note: &Note| {
            let between = self.tree.source().get(start as usize..note.start as usize);
            between.is_some_and(|between| !between.trim_end_matches([' ', '\t']).ends_with('\n'))
        };
        let same_line_count = below.iter().take_while(|note| is_same_line(note)).count();
        let trailing: Vec<Note> = below.drain(..same_line_count).collect();
        self.notes(&above, 0, true);
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
                self.end_line(&trailing);
            }
            Form::Scalar | Form::Block => self.scalar_value(root, 0, &trailing, ""),
        }
        self.notes(&below, 0, false);
    }

    /// Returns the anchor and tag of a node.
    fn properties(&self, node: YamlNode<'t>) -> String {
        let anchor = self.plan.anchor(node, &self.formerly_used);
        let tag = node.tag().and_then(|span| self.tree.source().get(span.range()));
        match (anchor, tag) {
            (Some(anchor), Some(tag)) => format!("{anchor} {tag}"),
            (anchor, tag) => anchor.or(tag).unwrap_or("").to_owned(),
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

    /// Starts the line of an entry, unless it continues the line of a dash.
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

    /// Prints comments on separate lines.
    fn notes(&mut self, notes: &[Note], indent: usize, first: bool) {
        let is_inside = |note: &&Note| self.end_of_part.is_none_or(|end| note.start < end);
        let notes: Vec<Note> = notes.iter().filter(is_inside).copied().collect();
        for (index, note) in notes.iter().enumerate() {
            if note.blank && !(first && index == 0) {
                self.blank_line();
            }
            self.kept = false;
            self.indent(indent);
            self.note_text(*note);
            self.out.push('\n');
        }
    }

    /// Prints the trailing comments of a line, and ends the line.
    fn end_line(&mut self, trailing: &[Note]) {
        for note in std::mem::take(&mut self.late).iter().chain(trailing) {
            self.out.push_str("  ");
            self.note_text(*note);
        }
        self.out.push('\n');
        self.kept = false;
    }

    // ── blocks ──

    /// Takes the layout of a list or map.
    fn inside(&mut self, node: YamlNode<'t>) -> CollectionLayout {
        if plan::is_made_up(node) { CollectionLayout::default() } else { self.surroundings.inside(node) }
    }

    /// Prints the entries of a list or map, each on separate lines.
    fn lines(&mut self, node: YamlNode<'t>, indent: usize) {
        let inside = self.inside(node);
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
                let mut layout = self.surroundings.item(item);
                let below = std::mem::take(&mut layout.below);
                self.item(item, layout, indent, first);
                self.notes(&below, indent + 2, false);
                first = false;
            }
        } else {
            let entries: Vec<_> = self.plan.entries(node).collect();
            if !node.is_lowered() {
                let keys: Vec<_> = entries.iter().map(|(key, _)| *key).collect();
                self.surroundings.keep_groups(&keys);
            }
            for (key, value) in entries {
                let mut layout = self.surroundings.entry(key);
                let below = std::mem::take(&mut layout.below);
                self.entry(key, value, layout, indent, first);
                self.notes(&below, indent + 2, false);
                first = false;
            }
        }
        self.notes(&inside.end, indent, false);
    }

    /// Prints comments and blank lines before an entry.
    fn before(&mut self, layout: &mut EntryLayout, indent: usize, first: bool) {
        if layout.trailing.len() > 1 {
            let last = layout.trailing.pop();
            layout.before.append(&mut layout.trailing);
            layout.trailing.extend(last);
        }
        self.notes(&layout.before, indent, first);
        if layout.blank && !(first && layout.before.is_empty()) {
            self.blank_line();
        }
    }

    fn entry(
        &mut self,
        key: YamlNode<'t>,
        value: YamlNode<'t>,
        mut layout: EntryLayout,
        indent: usize,
        first: bool,
    ) {
        self.before(&mut layout, indent, first);
        self.begin(indent);
        let start = self.out.len();
        let long = self.is_lines(key) || {
            self.flow_or_scalar_key(key, indent);
            let text = &self.out[start..];
            text.contains('\n') || text.len() > MAX_KEY_BYTES
        };
        if !long {
            self.colon(key);
            self.value(value, indent, &layout.trailing);
            return;
        }
        self.out.truncate(start);
        self.out.push('?');
        self.content(key, indent, &[]);
        self.indent(indent);
        self.out.push(':');
        self.content(value, indent, &layout.trailing);
    }

    fn flow_or_scalar_key(&mut self, key: YamlNode<'t>, indent: usize) {
        if self.plan.alias(key).is_some() || key.is_mapping() || key.is_sequence() {
            return self.flow_node(key, indent + 2, true);
        }
        let properties = self.properties(key);
        let position = ScalarPosition { flow: false, key: true, indent, keep_quotes: self.keep_quotes };
        let mut text = scalars::inline(key, position);
        if text.is_empty() && key.is_null() {
            text.push_str("null");
        }
        self.out.push_str(&properties);
        if !properties.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(&text);
    }

    /// Prints the colon after a key, with a space after an alias, whose name could include the colon.
    fn colon(&mut self, key: YamlNode<'t>) {
        let properties = self.properties(key);
        let bare = !properties.is_empty() && self.out.ends_with(&properties);
        let bare = bare || self.plan.alias(key).is_some();
        self.out.push_str(if bare { " :" } else { ":" });
    }

    fn is_lines(&self, node: YamlNode<'t>) -> bool {
        self.plan.alias(node).is_none() && matches!(self.plan.form(node), Form::Lines | Form::Either)
    }

    /// Prints the value after a colon, to the end of its last line.
    fn value(&mut self, value: YamlNode<'t>, indent: usize, trailing: &[Note]) {
        if !self.is_lines(value) {
            return self.scalar_value(value, indent, trailing, " ");
        }
        let properties = self.properties(value);
        if !properties.is_empty() {
            self.out.push(' ');
            self.out.push_str(&properties);
        }
        self.end_line(trailing);
        self.lines(value, indent + 2);
    }

    /// Prints a value that starts in the line of its key or dash.
    fn scalar_value(&mut self, value: YamlNode<'t>, indent: usize, trailing: &[Note], blank: &str) {
        if self.plan.alias(value).is_some() || self.plan.form(value) == Form::Flow {
            self.out.push_str(blank);
            self.flow_node(value, indent + 2, false);
            return self.end_line(trailing);
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
            self.end_line(trailing);
            for line in &lines {
                self.out.push_str(line);
                self.out.push('\n');
            }
            self.kept = lines.last().is_some_and(String::is_empty);
            return;
        }
        let position =
            ScalarPosition { flow: false, key: false, indent: indent + 2, keep_quotes: self.keep_quotes };
        let text = scalars::inline(value, position);
        if !text.is_empty() {
            self.out.push_str(blank);
            self.out.push_str(&text);
        }
        self.end_line(trailing);
    }

    fn item(&mut self, item: YamlNode<'t>, mut layout: EntryLayout, indent: usize, first: bool) {
        if layout.trailing.is_empty() {
            self.take_first(item, &mut layout.before, &mut layout.blank);
        }
        self.before(&mut layout, indent, first);
        self.begin(indent);
        self.out.push('-');
        self.content(item, indent, &layout.trailing);
    }

    /// Prints the content after `-`, `?` or `:`, in the same line if possible.
    fn content(&mut self, node: YamlNode<'t>, indent: usize, trailing: &[Note]) {
        if !self.is_lines(node) || !trailing.is_empty() || !self.properties(node).is_empty() {
            return self.value(node, indent, trailing);
        }
        self.out.push(' ');
        self.inline = true;
        self.lines(node, indent + 2);
    }

    /// Takes the comments before the first entry in the line of a dash, because they must be printed before
    /// the dash.
    fn take_first(&mut self, item: YamlNode<'t>, notes_before: &mut Vec<Note>, blank: &mut bool) {
        let mut node = item;
        while self.is_lines(node) && self.properties(node).is_empty() {
            let inside = self.surroundings.inside_mut(node);
            let head: Vec<Note> = inside.open.drain(..).chain(inside.head.drain(..)).collect();
            let (layout, next) = if let Some(first) = node.items().next() {
                (self.surroundings.item_mut(first), first)
            } else {
                let Some((key, _)) = self.plan.entries(node).next() else { return };
                (self.surroundings.entry_mut(key), key)
            };
            let extra = layout.trailing.len().saturating_sub(1);
            let notes = head.into_iter().chain(layout.before.drain(..)).chain(layout.trailing.drain(..extra));
            let count_before = notes_before.len();
            notes_before.extend(notes);
            *blank &= notes_before.len() == count_before;
            layout.blank = false;
            if node.is_mapping() || !self.surroundings.item_mut(next).trailing.is_empty() {
                return;
            }
            node = next;
        }
    }
}
