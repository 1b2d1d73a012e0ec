//! The layout around nodes: comments, blank lines, line breaks between brackets.
//!
//! Everything is stored by the location of the node that it belongs to, so that it is found again in a
//! rewritten tree:
//!
//! * a comment on a separate line belongs to the entry below it; after the last entry of a list or map, it
//!   belongs to that list or map if it is indented like its entries, and to a key without value if it is
//!   deeper;
//! * a trailing comment belongs to the innermost entry that ends there;
//! * lines before the first entry that are separated from it by a blank line belong to the list or map, and
//!   at the root to the file.

use rustc_hash::FxHashMap;

use crate::yaml::tree::{Kind, Style, Tree, YamlNode};

/// A comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Whether a blank line precedes it.
    pub(super) blank: bool,
}

/// The layout around an entry of a map or an item of a list.
#[derive(Default, Debug)]
pub(super) struct EntryLayout {
    /// Comments on the lines before it.
    pub(super) before: Vec<Note>,
    pub(super) trailing: Vec<Note>,
    /// Comments that are indented below a key or dash without a value in its line.
    pub(super) below: Vec<Note>,
    /// Whether a blank line precedes it, or separates it from the comments before it.
    pub(super) blank: bool,
    /// Whether it starts a line between brackets.
    pub(super) breaks: bool,
}

impl EntryLayout {
    /// Whether the entry continues a line between brackets and has no comments.
    fn is_flat(&self) -> bool {
        !self.breaks && self.before.is_empty() && self.trailing.is_empty() && self.below.is_empty()
    }

    /// Whether a blank line separates the entry and the comments before it from what precedes them.
    fn is_apart(&self) -> bool {
        self.before.first().map_or(self.blank, |note| note.blank)
    }

    fn set_apart(&mut self, is_apart: bool) {
        match self.before.first_mut() {
            Some(note) => note.blank = is_apart,
            None => self.blank = is_apart,
        }
    }
}

/// The layout of a list or map itself.
#[derive(Default, Debug)]
pub(super) struct CollectionLayout {
    /// After an opening bracket.
    pub(super) open: Vec<Note>,
    /// Before the first entry, and separated from it.
    pub(super) head: Vec<Note>,
    /// Whether a blank line precedes all entries.
    pub(super) blank: bool,
    /// After the last entry.
    pub(super) end: Vec<Note>,
    /// Whether the closing bracket starts a line.
    pub(super) breaks: bool,
}

/// The lines before the root: directives, comments, the marker `---`.
#[derive(Default, Debug)]
pub(super) struct Prologue {
    /// Directives and comments, each with whether a blank line precedes it.
    pub(super) lines: Vec<Note>,
    /// The comment after `---`.
    pub(super) marker: Vec<Note>,
}

/// The layout around all nodes of one file. Most nodes have none, and no entry.
#[derive(Default, Debug)]
pub(super) struct Surroundings {
    pub(super) prologue: Option<Prologue>,
    /// By the location of the key: a map starts where its first key does, and what a dialect writes in place of the map
    /// has not its layout.
    entries: FxHashMap<(u32, u32), EntryLayout>,
    items: FxHashMap<u32, EntryLayout>,
    containers: FxHashMap<(u32, u32), CollectionLayout>,
    /// The comments of a file without a list or map that they could belong to.
    pub(super) loose: Vec<Note>,
}

impl Surroundings {
    /// Takes the layout around the entry with key `key`, so that an entry that is printed twice has its
    /// comments once.
    pub(super) fn entry(&mut self, key: YamlNode<'_>) -> EntryLayout {
        self.entries.remove(&written_range(key)).unwrap_or_default()
    }

    /// Takes the layout around an item of a list.
    pub(super) fn item(&mut self, item: YamlNode<'_>) -> EntryLayout {
        self.items.remove(&written_range(item).0).unwrap_or_default()
    }

    /// Takes the layout of a list or map.
    pub(super) fn inside(&mut self, container: YamlNode<'_>) -> CollectionLayout {
        self.containers.remove(&written_range(container)).unwrap_or_default()
    }

    pub(super) fn entry_mut(&mut self, key: YamlNode<'_>) -> &mut EntryLayout {
        self.entries.entry(written_range(key)).or_default()
    }

    pub(super) fn item_mut(&mut self, item: YamlNode<'_>) -> &mut EntryLayout {
        self.items.entry(written_range(item).0).or_default()
    }

    /// Whether a list or map between brackets is on one line, apart from its parts, and has no comments.
    pub(super) fn is_flat(&self, container: YamlNode<'_>) -> bool {
        let inside = self.containers.get(&written_range(container));
        let is_flat_inside = inside.is_none_or(|inside| {
            !inside.breaks && inside.open.is_empty() && inside.head.is_empty() && inside.end.is_empty()
        });
        is_flat_inside
            && children(container).all(|child| {
                let range = written_range(child.front());
                let layout =
                    if container.is_sequence() { self.items.get(&range.0) } else { self.entries.get(&range) };
                layout.is_none_or(EntryLayout::is_flat)
            })
    }

    /// Moves the blank lines between the entries of a map whose keys are printed in the order of `keys`:
    /// entries with a blank line between them in the text stay apart, and the others stay together.
    pub(super) fn keep_groups(&mut self, keys: &[YamlNode<'_>]) {
        let starts: Vec<(u32, u32)> = keys.iter().map(|key| written_range(*key)).collect();
        if starts.is_sorted() {
            return;
        }
        let mut written = starts.clone();
        written.sort_unstable();
        let mut group = 0;
        let mut groups: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for (index, start) in written.iter().enumerate() {
            let is_apart = self.entries.get(start).is_some_and(EntryLayout::is_apart);
            group += usize::from(index > 0 && is_apart);
            groups.insert(*start, group);
        }
        let mut previous = None;
        for start in &starts {
            let group = groups.get(start).copied();
            let is_apart = previous.is_some_and(|previous| previous != group);
            if let Some(layout) = self.entries.get_mut(start) {
                layout.set_apart(is_apart);
            } else if is_apart {
                self.entries.entry(*start).or_default().blank = true;
            }
            previous = Some(group);
        }
    }

    pub(super) fn inside_mut(&mut self, container: YamlNode<'_>) -> &mut CollectionLayout {
        self.containers.entry(written_range(container)).or_default()
    }
}

/// The location of a node; for a node that an alias brings, the location of the alias.
pub(super) fn written_range(node: YamlNode<'_>) -> (u32, u32) {
    let span = node.used_at().unwrap_or_else(|| node.span());
    (span.start, span.end)
}

/// The start of a node, including anchor and tag.
fn whole_start(node: YamlNode<'_>) -> u32 {
    let mut start = written_range(node).0;
    let mut inner = node;
    loop {
        for carried in [inner.anchor(), inner.tag()].into_iter().flatten() {
            start = start.min(carried.start);
        }
        // A block map starts where its first key does.
        match children(inner).next() {
            Some(child) if inner.style() == Style::Block && inner.is_mapping() => inner = child.front(),
            _ => return start,
        }
    }
}

/// An entry of a map or an item of a list, at its written location.
#[derive(Clone, Copy)]
enum Child<'t> {
    Entry(YamlNode<'t>, YamlNode<'t>),
    Item(YamlNode<'t>),
}

impl<'t> Child<'t> {
    fn front(self) -> YamlNode<'t> {
        match self {
            Child::Entry(key, _) => key,
            Child::Item(item) => item,
        }
    }

    fn value(self) -> YamlNode<'t> {
        match self {
            Child::Entry(_, value) => value,
            Child::Item(item) => item,
        }
    }

    fn layout(self, all: &mut Surroundings) -> &mut EntryLayout {
        match self {
            Child::Entry(key, _) => all.entry_mut(key),
            Child::Item(item) => all.item_mut(item),
        }
    }

    /// The layout around it, if it was stored.
    fn known(self, all: &mut Surroundings) -> Option<&mut EntryLayout> {
        match self {
            Child::Entry(key, _) => all.entries.get_mut(&written_range(key)),
            Child::Item(item) => all.items.get_mut(&written_range(item).0),
        }
    }
}

/// The node that the comments below may belong to.
#[derive(Clone, Copy)]
enum Ended<'t> {
    Container(YamlNode<'t>),
    /// An entry without a value.
    Child(Child<'t>),
}

/// Returns the children of a container at their written location, without those of merge keys.
fn children(container: YamlNode<'_>) -> impl Iterator<Item = Child<'_>> {
    let written = container.used_at().is_none();
    let entries = container
        .all_entries()
        .filter(|(key, value)| key.used_at().is_none() || key.used_at() != value.used_at())
        .map(|(key, value)| Child::Entry(key, value));
    entries.chain(container.items().map(Child::Item)).filter(move |_| written)
}

fn is_block(node: YamlNode<'_>) -> bool {
    node.used_at().is_none()
        && node.style() == Style::Block
        && matches!(node.kind(), Kind::Mapping | Kind::Sequence)
}

/// Finds the layout around the nodes of `tree`, which the parser made.
pub(super) fn attach(tree: &Tree) -> Surroundings {
    let mut comments: Vec<(u32, u32)> = tree.comments().map(|span| (span.start, span.end)).collect();
    comments.sort_unstable();
    comments.dedup();
    let mut walk = Walk { text: tree.source(), comments, next: 0, all: Surroundings::default() };
    walk.prologue(tree.root());
    match tree.root() {
        Some(root) if is_block(root) => {
            walk.block(root);
            let last = children(root).last();
            walk.gap(root, last, None);
        }
        Some(root) => {
            walk.until(written_range(root).0, |all| &mut all.loose);
            walk.value(root);
        }
        None => {}
    }
    walk.until(u32::MAX, |all| &mut all.loose);
    walk.all
}

struct Walk<'t> {
    text: &'t str,
    comments: Vec<(u32, u32)>,
    next: usize,
    all: Surroundings,
}

impl<'t> Walk<'t> {
    /// Returns the next comment if it starts before `limit`.
    fn peek(&self, limit: u32) -> Option<Note> {
        let &(start, end) = self.comments.get(self.next)?;
        (start < limit).then(|| Note { start, end, blank: self.blank_before(start) })
    }

    /// Adds all comments before `limit` to a list.
    fn until(&mut self, limit: u32, list: impl Fn(&mut Surroundings) -> &mut Vec<Note>) {
        while let Some(note) = self.peek(limit) {
            self.next += 1;
            list(&mut self.all).push(note);
        }
    }

    fn line_breaks_before(&self, position: u32) -> usize {
        let before = self.text.as_bytes().get(..position as usize).unwrap_or_default();
        let blank = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
        blank.filter(|&&byte| byte == b'\n').take(2).count()
    }

    fn blank_before(&self, position: u32) -> bool {
        self.line_breaks_before(position) > 1
    }

    /// Whether only spaces precede byte `position` in its line.
    fn starts_line(&self, position: u32) -> bool {
        let before = self.text[..position as usize].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\u{feff}'])
    }

    fn column(&self, position: u32) -> usize {
        let before = &self.text[..position as usize];
        before[before.rfind('\n').map_or(0, |index| index + 1)..].chars().count()
    }

    /// Reads directives and `---`, if there are any.
    fn prologue(&mut self, root: Option<YamlNode<'_>>) {
        let text = self.text;
        let end = root.map_or(text.len(), |root| whole_start(root) as usize);
        let mut lines = Vec::new();
        let mut position = if text.starts_with('\u{feff}') { 3 } else { 0 };
        while position < text.len() && position <= end {
            let line_end = text[position..].find('\n').map_or(text.len(), |index| position + index + 1);
            let line = text[position..line_end].trim_end();
            let start = number(position);
            let note = Note { start, end: number(position + line.len()), blank: self.blank_before(start) };
            if line.starts_with('%') {
                self.next += self.comments[self.next..].iter().take_while(|c| c.0 < note.end).count();
                lines.push(note);
            } else if let Some(rest) = line.strip_prefix("---")
                && (rest.is_empty() || rest.starts_with([' ', '\t']))
            {
                let mut prologue = Prologue { lines, marker: Vec::new() };
                if let Some(note) = self.peek(note.end)
                    && text[position + 3..note.start as usize].trim().is_empty()
                {
                    self.next += 1;
                    prologue.marker.push(note);
                }
                self.all.prologue = Some(prologue);
                return;
            } else if let Some(comment) = self.peek(number(line_end)) {
                self.next += 1;
                lines.push(comment);
            } else if !line.trim().is_empty() {
                break;
            }
            position = line_end;
        }
        // Without a marker, the comments belong to the content that follows.
        self.next = 0;
    }

    /// Assigns comments around and below a child that starts next.
    fn child(&mut self, child: Child<'t>) {
        let value = child.value();
        let inner = is_block(value);
        let start = if inner { children(value).next().map(|c| self.start(value, c, None)) } else { None };
        let start = start.unwrap_or(written_range(value).0);
        while let Some(note) = self.peek(start) {
            let own_line = self.starts_line(note.start);
            if own_line && inner {
                break;
            }
            self.next += 1;
            let layout = child.layout(&mut self.all);
            if own_line { layout.before.push(note) } else { layout.trailing.push(note) }
        }
        self.value(value);
        if matches!(value.style(), Style::Literal | Style::Folded) && value.used_at().is_none() {
            self.until(written_range(value).1, |all| &mut child.layout(all).trailing);
        }
    }

    fn value(&mut self, value: YamlNode<'t>) {
        if value.used_at().is_some() || !matches!(value.kind(), Kind::Mapping | Kind::Sequence) {
            return;
        }
        match value.style() {
            Style::Flow => self.flow(value, written_range(value).1.saturating_sub(1)),
            _ => self.block(value),
        }
    }

    /// Returns the start of a child, with its dash or question mark. `previous` is the end of the preceding
    /// child.
    fn start(&self, container: YamlNode<'t>, child: Child<'t>, previous: Option<u32>) -> u32 {
        let start = whole_start(child.front());
        let bytes = self.text.as_bytes();
        if container.style() == Style::Flow {
            return start;
        }
        if let Child::Entry(..) = child {
            let blanks = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
            let gap = bytes[..start as usize].iter().rev().take_while(blanks).count();
            let mark = (start as usize).checked_sub(gap + 1).filter(|&index| gap > 0 && bytes[index] == b'?');
            return mark.map_or(start, number);
        }
        let mut position = previous.unwrap_or(written_range(container).0) as usize;
        while position < start as usize {
            match bytes[position] {
                b'-' => return number(position),
                b'#' => {
                    position = self.text[position..].find('\n').map_or(bytes.len(), |index| position + index);
                }
                _ => position += 1,
            }
        }
        start
    }

    fn block(&mut self, container: YamlNode<'t>) {
        let mut last: Option<Child<'t>> = None;
        for child in children(container) {
            let start = self.start(container, child, last.map(|last| written_range(last.value()).1));
            let blank = self.blank_before(start);
            if last.is_none() {
                let first = self.peek(start).map_or(start, |note| note.start);
                if self.blank_before(first) {
                    self.all.inside_mut(container).blank = true;
                }
            }
            self.gap(container, last, Some((child, start)));
            if blank {
                child.layout(&mut self.all).blank = true;
            }
            if last.is_none()
                && let Some(layout) = child.known(&mut self.all)
            {
                let is_apart =
                    |index: usize| layout.before.get(index).map_or(layout.blank, |note| note.blank);
                let head = (1..=layout.before.len()).rev().find(|&index| is_apart(index)).unwrap_or(0);
                let head: Vec<Note> = layout.before.drain(..head).collect();
                if !head.is_empty() {
                    // The blank line belongs to the comment before it.
                    match layout.before.first_mut() {
                        Some(note) => note.blank = false,
                        None => layout.blank = false,
                    }
                    self.all.inside_mut(container).head = head;
                }
            }
            self.child(child);
            last = Some(child);
        }
    }

    /// Assigns the comments between two children of a block.
    fn gap(&mut self, container: YamlNode<'t>, last: Option<Child<'t>>, next: Option<(Child<'t>, u32)>) {
        let until = next.map_or(u32::MAX, |(_, start)| start);
        if self.peek(until).is_none() {
            return;
        }
        // The collections and entries that end here, outermost first, with the innermost entry.
        let mut ended: Vec<(usize, Ended<'t>)> = Vec::new();
        let mut innermost = last;
        if next.is_none() {
            ended.push((0, Ended::Container(container)));
        }
        // An item starts with its dash, even if an anchor follows.
        let front = |list: YamlNode<'t>, child: Child<'t>| match child {
            Child::Entry(key, _) => whole_start(key),
            Child::Item(_) => written_range(list).0,
        };
        let mut start = last.map(|last| front(container, last));
        while let Some(child) = innermost
            && is_block(child.value())
        {
            let value = child.value();
            let Some(child) = children(value).last() else { break };
            let first = front(value, child);
            let column = self.column(first);
            // A list in the column of the enclosing map gets no comments.
            if ended.last().is_none_or(|outer| outer.0 < column) {
                ended.push((column, Ended::Container(value)));
            }
            innermost = Some(child);
            start = Some(first);
        }
        if let (Some(child), Some(start)) = (innermost, start)
            && child.value().used_at().is_none()
            && child.value().written().is_empty()
            && child.value().is_null()
        {
            ended.push((self.column(start) + 1, Ended::Child(child)));
        }
        let next_column = next.map(|(_, start)| self.column(start));
        let (mut claimed, mut first) = (ended.len(), true);
        while let Some(note) = self.peek(until) {
            self.next += 1;
            if first
                && !self.starts_line(note.start)
                && let Some(child) = innermost
            {
                child.layout(&mut self.all).trailing.push(note);
                continue;
            }
            first = false;
            let column = self.column(note.start);
            let is_deeper = next_column.is_none_or(|next_column| column > next_column);
            let claims = |(least, _): &(usize, Ended<'_>)| *least <= column;
            claimed = if is_deeper {
                ended[..claimed].iter().rposition(claims).map_or(0, |index| index + 1)
            } else {
                0
            };
            let notes = match (claimed.checked_sub(1).map(|index| ended[index].1), next) {
                (Some(Ended::Container(ended)), _) => &mut self.all.inside_mut(ended).end,
                (Some(Ended::Child(child)), _) => &mut child.layout(&mut self.all).below,
                (None, Some((child, _))) => &mut child.layout(&mut self.all).before,
                (None, None) => &mut self.all.inside_mut(container).end,
            };
            notes.push(note);
        }
    }

    /// Assigns comments and line breaks between brackets; the closing one is at `close`.
    fn flow(&mut self, container: YamlNode<'t>, close: u32) {
        let mut last: Option<Child<'t>> = None;
        for child in children(container) {
            let start = whole_start(child.front());
            self.between(container, last, Some(child), start);
            if self.line_breaks_before(start) > 0 {
                child.layout(&mut self.all).breaks = true;
            }
            let value = child.value();
            let inner_start = written_range(value).0;
            self.until(inner_start, |all| &mut child.layout(all).before);
            if is_block(value) {
                // The only pair of an item without braces.
                self.flow(value, written_range(value).1);
            } else {
                self.value(value);
            }
            last = Some(child);
        }
        self.between(container, last, None, close);
        if self.line_breaks_before(close) > 0 {
            self.all.inside_mut(container).breaks = true;
        }
    }

    fn between(
        &mut self,
        container: YamlNode<'t>,
        last: Option<Child<'t>>,
        next: Option<Child<'t>>,
        until: u32,
    ) {
        while let Some(note) = self.peek(until) {
            self.next += 1;
            let notes = match (self.starts_line(note.start), last, next) {
                (true, _, Some(next)) => &mut next.layout(&mut self.all).before,
                (true, _, None) => &mut self.all.inside_mut(container).end,
                (false, Some(last), _) => &mut last.layout(&mut self.all).trailing,
                (false, None, _) => &mut self.all.inside_mut(container).open,
            };
            notes.push(note);
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
