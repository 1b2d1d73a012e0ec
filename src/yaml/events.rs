//! Converts parser events to a tree, and repairs every span.

use std::borrow::Cow;
use std::sync::Arc;

use saphyr_parser::{Event, Input, Parser, ScalarStyle, ScanError, Span as Marks, Tag as EventTag};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};
use crate::host::Limits;

use super::anchors::Anchors;
use super::brackets::Brackets;
use super::builder::{Builder, number};
use super::gaps::{self, ExpectedPrefix, Gap};
use super::input::Ascii;
use super::offsets::Offsets;
use super::patches::{Change, Patches};
use super::recover::Segment;
use super::tree::{BROKEN, Carried, Kind, Style, Tag, Tree};
use super::{foreign, keys, problems, recover, unindented};

/// The maximum number of syntax errors that are reported for a file.
const MAX_ERRORS: usize = 200;

/// Reads the first document of `text`.
pub(super) fn read(text: &Arc<String>, file: FileId, limits: &Limits) -> (Tree, Vec<Diagnostic>) {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let foreign = foreign::find(text, file);
    let mut parsed = problems::blank_directives(text);
    if !foreign.changes.is_empty() {
        parsed = Cow::Owned(foreign::replaced(text, &foreign.changes));
    }
    let mut reading = Reading {
        text,
        file,
        limits,
        offsets: Offsets::new(text),
        parsed_offsets: (parsed.len() != text.len()).then(|| Offsets::new(&parsed)),
        parsed,
        builder: Builder::new(text, file),
        diagnostics: foreign.diagnostics,
        is_template: foreign.is_template,
        anchors: Anchors::default(),
        ids: Vec::new(),
        patches: Patches::default(),
        copied: 0,
        last_end: mark,
        unindented: Vec::new(),
        stopped: false,
    };
    reading.all_segments(mark);
    reading.finish()
}

pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
    pub(super) file: FileId,
    limits: &'t Limits,
    pub(super) offsets: Offsets,
    /// The text for the parser: problematic characters are replaced, character by character.
    parsed: Cow<'t, str>,
    /// The offsets of this text, if they differ.
    parsed_offsets: Option<Offsets>,
    /// Whether the text is a template, from which another text is made.
    is_template: bool,
    pub(super) builder: Builder,
    pub(super) diagnostics: Vec<Diagnostic>,
    anchors: Anchors,
    /// The index in `anchors` of each anchor id of the parser (from 1) in this segment.
    ids: Vec<usize>,
    patches: Patches,
    /// The warnings about lines that are not indented.
    unindented: Vec<Diagnostic>,
    pub(super) copied: usize,
    pub(super) last_end: u32,
    pub(super) stopped: bool,
}

impl Reading<'_> {
    /// Reads all segments: the whole text, then the rest after each syntax error.
    fn all_segments(&mut self, start: u32) {
        let mut segment = Segment { from: start, to: number(self.text.len()) };
        let mut last_error = None;
        let mut errors = 0;
        loop {
            let mark = self.builder.mark();
            let counts = (self.diagnostics.len(), self.anchors.len(), self.copied);
            let from = segment.from;
            self.last_end = from;
            let result = self.segment(segment);
            let error_position = match &result {
                Ok(()) => from,
                Err(error) => self.byte_from(from, error.marker().index()),
            };
            if self.patch(from, error_position, result.as_ref().err().map(ScanError::info)) {
                self.builder.go_back(&mark);
                self.diagnostics.truncate(counts.0);
                self.anchors.truncate(counts.1);
                self.copied = counts.2;
                continue;
            }
            if result.as_ref().is_err_and(|error| error.info().contains("recursion limit")) {
                return self.stop_in_brackets(error_position);
            }
            let Err(error) = result else {
                let Some(next) = recover::go_on(self, segment, &mut errors) else { return };
                segment = next;
                continue;
            };
            if last_error != Some(error_position) {
                let open = self.open_bracket(error_position);
                let diagnostic = problems::report(self.text, self.file, error_position, open, error.info());
                self.diagnostics.push(diagnostic);
                errors += 1;
            }
            last_error = Some(error_position);
            let Some(next) = recover::resume(self, segment, error_position, errors) else { return };
            if errors >= MAX_ERRORS {
                return recover::too_many(self, next.from, errors);
            }
            segment = next;
        }
    }

    /// The start of the innermost `[` or `{` that is open at byte `position`, on an earlier line.
    fn open_bracket(&self, position: u32) -> Option<u32> {
        let nodes = &self.builder.tree.nodes;
        let (index, _) = self.builder.open.last()?;
        let open = nodes[*index as usize];
        let between = self.text.get(open.start as usize..position as usize)?;
        (open.style() == Style::Flow && between.contains('\n')).then_some(open.start)
    }

    fn byte_from(&self, from: u32, index: usize) -> u32 {
        let chars_before = self.offsets.index_of(self.text, from);
        self.offsets.byte(self.text, chars_before + index)
    }

    /// Returns the byte of the parser's text for the byte `position` of the text.
    fn parsed_byte(&self, parsed: &str, position: u32) -> usize {
        match &self.parsed_offsets {
            Some(offsets) => offsets.byte(parsed, self.offsets.index_of(self.text, position)) as usize,
            None => position as usize,
        }
    }

    /// Hides what the parser refuses although YAML allows it, and unknown aliases, so that the segment can be
    /// read again. Returns whether there was something to hide.
    fn patch(&mut self, from: u32, error_position: u32, info: Option<&str>) -> bool {
        let mut changes = self.patches.take_spoiled(self.text);
        if changes.is_empty() {
            changes = match info {
                Some(info) if info.contains("unknown anchor") => {
                    self.patches.hide_aliases(self.text, from, error_position, self.anchors.names())
                }
                Some(info) if info.contains("tab") || info.contains("whitespace") => {
                    self.patches.hide_tabs(self.text, error_position)
                }
                Some(info) if info.contains("invalid indentation") => self.hide_breaks(error_position),
                _ => Vec::new(),
            };
        }
        if changes.is_empty() {
            return false;
        }
        let parsed = std::mem::take(&mut self.parsed).into_owned();
        let places: Vec<(usize, u8)> =
            changes.into_iter().map(|(position, byte)| (self.parsed_byte(&parsed, position), byte)).collect();
        let mut bytes = parsed.into_bytes();
        let mut is_changed = false;
        for (place, byte) in places {
            is_changed |= std::mem::replace(&mut bytes[place], byte) != byte;
        }
        self.parsed = Cow::Owned(String::from_utf8_lossy(&bytes).into_owned());
        is_changed
    }

    /// Hides the line breaks of the value before byte `error_position` if some of its lines are not indented and
    /// nothing else is wrong with it.
    fn hide_breaks(&mut self, error_position: u32) -> Vec<Change> {
        let Some(start) = self.bracket_or_quote(error_position) else { return Vec::new() };
        let Some(&(_, column)) = recover::columns(self.text, &self.builder, usize::MAX).last() else {
            return Vec::new();
        };
        let Some(found) = unindented::find(self.text, self.file, start, column) else { return Vec::new() };
        if !self.patches.hide_breaks(&found.changes, self.text.len()) {
            return Vec::new();
        }
        self.unindented.push(found.diagnostic);
        found.changes
    }

    /// Returns the start of the value with brackets or quotes that contains byte `position`: the outermost bracket that
    /// is open, or the value after the last one that was read.
    fn bracket_or_quote(&self, position: u32) -> Option<u32> {
        let nodes = &self.builder.tree.nodes;
        let mut open = self.builder.open.iter().map(|&(index, _)| nodes[index as usize]);
        if let Some(bracket) = open.find(|node| node.style() == Style::Flow) {
            return Some(bracket.start);
        }
        let start = gaps::value_start(self.text, self.last_end);
        let opens = matches!(self.text.as_bytes().get(start as usize), Some(b'[' | b'{' | b'"' | b'\''));
        (opens && start <= position).then_some(start)
    }

    /// Reads one segment.
    fn segment(&mut self, segment: Segment) -> Result<(), ScanError> {
        let parsed = std::mem::take(&mut self.parsed);
        let chars_before = self.offsets.index_of(self.text, segment.from);
        let start = self.parsed_byte(&parsed, segment.from);
        let text = &parsed[start..self.parsed_byte(&parsed, segment.to)];
        let result = match Ascii::new(text) {
            Some(ascii) => self.events(chars_before, Parser::new(ascii)),
            None => self.events(chars_before, Parser::new_from_str(text)),
        };
        self.parsed = parsed;
        result
    }

    fn events<T: Input>(&mut self, chars_before: usize, mut parser: Parser<'_, T>) -> Result<(), ScanError> {
        let resumed =
            self.builder.open.last().map(|&(index, _)| self.builder.tree.nodes[index as usize].kind());
        let mut depth = 0_usize;
        let mut documents = 0_usize;
        self.ids.clear();
        while let Some(event) = parser.next_event() {
            let (event, marks) = event?;
            let range = self.byte_range(chars_before, &marks);
            match event {
                Event::DocumentStart(_) => {
                    documents += 1;
                    if documents > 1 {
                        self.multiple_documents(range);
                        return Ok(());
                    }
                }
                Event::MappingStart(anchor, tag) => {
                    if depth == 0 && resumed == Some(Kind::Sequence) {
                        return Ok(());
                    }
                    depth += 1;
                    if depth == 1 && resumed.is_some() {
                        continue;
                    }
                    if !self.open(Kind::Mapping, range, anchor, tag.as_deref()) {
                        return Err(ScanError::new_str(marks.start, problems::TAB_BEFORE_ENTRY));
                    }
                }
                Event::SequenceStart(anchor, tag) => {
                    if depth == 0 && resumed == Some(Kind::Mapping) {
                        return Ok(());
                    }
                    depth += 1;
                    if depth == 1 && resumed.is_some() {
                        continue;
                    }
                    if !self.open(Kind::Sequence, range, anchor, tag.as_deref()) {
                        return Err(ScanError::new_str(marks.start, problems::TAB_BEFORE_ENTRY));
                    }
                }
                Event::MappingEnd | Event::SequenceEnd => {
                    depth = depth.saturating_sub(1);
                    self.close(range);
                }
                Event::Scalar(text, style, anchor, tag) => {
                    if depth == 0 && resumed.is_some() {
                        return Ok(());
                    }
                    self.scalar(&text, style, range, anchor, tag.as_deref());
                }
                Event::Alias(id) => self.alias(id, range),
                _ => {}
            }
            if self.stopped {
                return Ok(());
            }
            if self.builder.open.len() > self.most_depth() {
                self.too_deep(range.0);
            } else if self.builder.tree.nodes.len() > self.limits.nodes {
                let span = Span::new(self.file, range.0, range.1);
                self.diagnostics.push(rules::too_many_nodes::new(span, self.limits.nodes));
                self.stop();
            }
        }
        Ok(())
    }

    fn byte_range(&self, chars_before: usize, marks: &Marks) -> (u32, u32) {
        let start = self.offsets.byte(self.text, chars_before + marks.start.index());
        if marks.end.index() == marks.start.index() {
            return (start, start);
        }
        (start, self.offsets.byte(self.text, chars_before + marks.end.index()).max(start))
    }

    /// The maximum nesting depth, at most what the parser can read.
    fn most_depth(&self) -> usize {
        self.limits.depth.min(Limits::MAX_DEPTH)
    }

    /// Reports that the map or list at byte `start` is nested too deeply.
    fn too_deep(&mut self, start: u32) {
        let (span, max) = (Span::new(self.file, start, start + 1), self.most_depth());
        self.diagnostics.push(rules::nesting_too_deep::new(span, max, max < Limits::MAX_DEPTH));
        self.stop();
    }

    /// Reports brackets that the parser refuses at byte `position`, because it reads ahead of the limit.
    fn stop_in_brackets(&mut self, position: u32) {
        let is_flow = |index: u32| self.builder.tree.nodes[index as usize].style() == Style::Flow;
        let outside = self.builder.open.iter().take_while(|(index, _)| !is_flow(*index)).count();
        let start = self.bracket_or_quote(position);
        let levels = self.most_depth().saturating_sub(outside);
        let first = start.and_then(|start| Brackets::new(self.text, start as usize).deeper_than(levels));
        self.too_deep(first.unwrap_or(position));
    }

    /// Stops reading the file.
    fn stop(&mut self) {
        self.stopped = true;
        self.builder.drop_bracket(self.last_end);
        self.builder.drop_empty(self.last_end);
        self.builder.abandon(self.last_end);
        self.forget_dropped_anchors();
    }

    fn multiple_documents(&mut self, range: (u32, u32)) {
        let start = self.text[..range.0 as usize].trim_end().len();
        let dashes = self.text[start..]
            .find("---")
            .map_or(range.0, |offset| u32::try_from(start + offset).unwrap_or(range.0));
        let end = if self.text[dashes as usize..].starts_with("---") { dashes + 3 } else { range.1 };
        let span = Span::new(self.file, dashes, end);
        self.diagnostics.push(rules::multiple_documents::new(span));
    }

    /// Reads the text before a value. Returns the gap, with the start of the value.
    fn before_value(&mut self, range: (u32, u32), expected: ExpectedPrefix) -> Gap {
        gaps::read(self.text, self.last_end, range.0, expected, &mut self.builder.tree.comments)
    }

    /// Opens a map or list, unless a tab indents its first entry.
    fn open(&mut self, kind: Kind, range: (u32, u32), anchor: usize, tag: Option<&EventTag>) -> bool {
        let expected = ExpectedPrefix { anchor: anchor > 0, tag: tag.is_some(), header: false };
        let gap = self.before_value(range, expected);
        let byte = self.text.as_bytes().get(gap.value as usize);
        let flow = range.0 != range.1 && matches!(byte, Some(b'[' | b'{'));
        let is_in_flow = self
            .builder
            .open
            .last()
            .is_some_and(|&(index, _)| self.builder.tree.nodes[index as usize].style() == Style::Flow);
        if !flow && !is_in_flow && gaps::is_indented_with_tab(self.text, gap.value, kind) {
            return false;
        }
        let style = if flow { Style::Flow } else { Style::Block };
        let start = if kind == Kind::Sequence && !flow { self.first_dash(gap.value) } else { gap.value };
        let node = self.builder.begin(kind, style, start);
        self.last_end = gap.value + u32::from(flow);
        self.tag(gap, tag, kind == Kind::Mapping, node);
        self.anchor(anchor, gap, node);
        true
    }

    /// Returns the start of a block list. For a list in the column of its key, the parser reports the
    /// position after its first dash.
    fn first_dash(&self, value: u32) -> u32 {
        let Some(&(parent, _)) = self.builder.open.last() else { return value };
        if self.builder.tree.nodes[parent as usize].kind() != Kind::Mapping {
            return value;
        }
        let between = self.text.get(self.last_end as usize..value as usize).unwrap_or("");
        let before = between.trim_end_matches([' ', '\t']);
        let back = u32::try_from(between.len() - before.len() + 1).unwrap_or(0);
        if before.ends_with('-') { value - back } else { value }
    }

    fn close(&mut self, range: (u32, u32)) {
        let Some(&(container, _)) = self.builder.open.last() else {
            return;
        };
        if self.builder.tree.nodes[container as usize].style() == Style::Flow {
            let end = range.0 + 1;
            gaps::comments_between(self.text, self.last_end, range.0, &mut self.builder.tree.comments);
            self.last_end = end.max(self.last_end);
        }
        if self.builder.tree.nodes[container as usize].kind() == Kind::Mapping {
            keys::finish_mapping(&mut self.builder, &mut self.diagnostics, &mut self.copied);
        }
        self.builder.end(self.last_end);
        self.check_copied(range);
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        range: (u32, u32),
        anchor: usize,
        tag: Option<&EventTag>,
    ) {
        let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let expected = ExpectedPrefix { anchor: anchor > 0, tag: tag.is_some(), header: block };
        let plain = style == ScalarStyle::Plain;
        if plain && text.is_empty() {
            return self.missing_value(range, expected, anchor, tag);
        }
        let gap = self.before_value(range, expected);
        if plain && text.starts_with(['|', '>']) {
            // Between brackets the parser reads the header of a block scalar as text.
            let span = Span::new(self.file, gap.value, gap.value + 1);
            self.diagnostics.push(rules::yaml_syntax::block_in_brackets(span));
        }
        let (start, end, style) = match style {
            ScalarStyle::Plain => (gap.value, range.1, Style::Plain),
            ScalarStyle::SingleQuoted => {
                (gap.value, gaps::quoted_end(self.text, gap.value, range.1), Style::SingleQuoted)
            }
            ScalarStyle::DoubleQuoted => {
                (gap.value, gaps::quoted_end(self.text, gap.value, range.1), Style::DoubleQuoted)
            }
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let header = gap.header.unwrap_or(range.0);
                let style = if style == ScalarStyle::Literal { Style::Literal } else { Style::Folded };
                (header, gaps::block_end(self.text, header, range.0, range.1), style)
            }
        };
        self.last_end = end.max(start);
        let unfolded =
            self.patches.hides_breaks(start, end).then(|| unindented::unfold(self.text, start, end));
        let text = unfolded.flatten().map_or(Cow::Borrowed(text), Cow::Owned);
        if !self.patches.is_empty() {
            self.patches.look_at(start, end, plain);
            if plain && let Some(known) = self.patches.alias(start).cloned() {
                return self.patched_alias(known, start, end);
            }
        }
        let node = self.builder.scalar(&text, (start, end.max(start)), style, Tag::None);
        if tag.is_some() || anchor > 0 {
            self.tag(gap, tag, false, node);
            self.anchor(anchor, gap, node);
        }
    }

    /// Adds a missing value: an empty span after the `:` or `-`.
    fn missing_value(
        &mut self,
        range: (u32, u32),
        expected: ExpectedPrefix,
        anchor: usize,
        tag: Option<&EventTag>,
    ) {
        let bytes = self.text.as_bytes();
        let (mut position, mut gap) = (self.last_end as usize, Gap::default());
        if anchor > 0 || tag.is_some() {
            gap = self.before_value((self.last_end, self.last_end), expected);
            position = gap.anchor.max(gap.tag).map_or(position, |(_, end)| end as usize);
            // Comments after it are read again.
            let comments = &mut self.builder.tree.comments;
            comments.truncate(comments.partition_point(|&(start, _)| (start as usize) < position));
        } else if self.builder.waits_for_value() {
            let blanks = bytes[position..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            if bytes.get(position + blanks) == Some(&b':') {
                position += blanks + 1;
            }
        } else {
            let from = number(position);
            position = gaps::after_dash(self.text, from, range.0) as usize;
            gaps::comments_between(self.text, from, number(position), &mut self.builder.tree.comments);
        }
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        self.last_end = position;
        let node = self.builder.scalar("", (position, position), Style::Plain, Tag::None);
        self.tag(gap, tag, false, node);
        self.anchor(anchor, gap, node);
    }

    fn tag(&mut self, gap: Gap, tag: Option<&EventTag>, on_mapping: bool, node: usize) {
        let Some(tag) = tag else { return };
        let range = gap.tag.unwrap_or((gap.value, gap.value));
        let span = Span::new(self.file, range.0, range.1);
        if gap.tag.is_some() {
            self.builder.tree.tagged.push(carried(node, range));
        }
        let full = format!("{}{}", tag.handle, tag.suffix);
        let meaning = if let Some(name) = full.strip_prefix("tag:yaml.org,2002:") {
            match name {
                "str" => Tag::Str,
                "int" => Tag::Int,
                "float" => Tag::Float,
                "bool" => Tag::Bool,
                "null" => Tag::Null,
                "map" | "seq" => Tag::None,
                "binary" | "timestamp" => {
                    self.diagnostics.push(rules::forbidden_tag::new(span, name));
                    self.builder.tree.nodes[node].set_kind(Kind::Invalid);
                    Tag::Other
                }
                _ => {
                    self.diagnostics.push(rules::unknown_tag::new(span, &self.text[span.range()]));
                    Tag::Other
                }
            }
        } else if tag.suffix.is_empty() || (tag.handle.is_empty() && tag.suffix == "!") {
            Tag::Str
        } else {
            let name = &self.text[span.range()];
            let is_scalar = self.builder.tree.nodes[node].kind() == Kind::Scalar;
            let replaced = rules::unknown_tag::replaced_value(span, name).filter(|_| is_scalar);
            if replaced.is_some() {
                self.builder.tree.nodes[node].set_kind(Kind::Invalid);
            }
            self.diagnostics.push(replaced.unwrap_or_else(|| rules::unknown_tag::new(span, name)));
            Tag::None
        };
        if !on_mapping {
            self.builder.tree.nodes[node].set_tag(meaning);
        }
    }

    fn anchor(&mut self, id: usize, gap: Gap, node: usize) {
        if id == 0 {
            return;
        }
        let span = gap.anchor.unwrap_or((gap.value, gap.value));
        let name = self.text.get(span.0 as usize + 1..span.1 as usize).unwrap_or("");
        if self.ids.len() < id {
            self.ids.resize(id, usize::MAX);
        }
        self.ids[id - 1] = self.anchors.len();
        self.diagnostics.extend(self.anchors.define(&mut self.builder, name, span, node));
    }

    /// Forgets the names of anchors whose nodes were dropped.
    pub(super) fn forget_dropped_anchors(&mut self) {
        self.anchors.forget_dropped(&self.builder);
    }

    fn alias(&mut self, id: usize, range: (u32, u32)) {
        gaps::comments_between(self.text, self.last_end, range.0, &mut self.builder.tree.comments);
        let length = self.text[range.0 as usize..]
            .bytes()
            .take_while(|b| !b.is_ascii_whitespace() && !matches!(b, b',' | b'[' | b']' | b'{' | b'}'))
            .count();
        let end = range.0 + u32::try_from(length).unwrap_or(0);
        self.last_end = end;
        match self.ids.get(id.wrapping_sub(1)) {
            Some(&anchor) if anchor != usize::MAX => self.use_anchor(anchor, (range.0, end)),
            _ => self.builder.invalid(range.0, end),
        }
    }

    /// Adds an alias that the parser read as a plain scalar, because it is unknown or defined in an earlier
    /// segment.
    fn patched_alias(&mut self, name: Option<String>, start: u32, end: u32) {
        match name.and_then(|name| self.anchors.find(&name)) {
            Some(anchor) => self.use_anchor(anchor, (start, end)),
            None => {
                let name = self.text.get(start as usize + 1..end as usize).unwrap_or("");
                let span = Span::new(self.file, start, end);
                if self.builder.tree.damaged && self.patches.may_be_anchored(self.text, name, start) {
                    // The anchor may be in a part that could not be read.
                    return self.builder.invalid(start, end);
                }
                let names = self.anchors.names().keys().map(String::as_str);
                let diagnostic = rules::unknown_anchor::new(span, name, names);
                self.diagnostics.push(diagnostic);
                self.builder.invalid(start, end);
            }
        }
    }

    fn use_anchor(&mut self, anchor: usize, used: (u32, u32)) {
        let definition = self.anchors.get_mut(anchor);
        definition.used = true;
        let node = definition.node;
        let span = |(start, end)| Span::new(self.file, start, end);
        if self.builder.tree.nodes[node].is_open() {
            let diagnostic = rules::recursive_alias::new(span(used), &definition.name, span(definition.span));
            self.diagnostics.push(diagnostic);
            self.builder.invalid(used.0, used.1);
            return;
        }
        self.copied += self.builder.tree.nodes[node].next(node) - node;
        if self.copied > self.limits.alias_nodes {
            self.check_copied(used);
            return;
        }
        self.builder.copy_within(node, used);
    }

    fn check_copied(&mut self, range: (u32, u32)) {
        if self.copied > self.limits.alias_nodes && !self.stopped {
            let span = Span::new(self.file, range.0, range.1);
            let diagnostic = rules::alias_expansion_too_large::new(span, self.limits.alias_nodes);
            self.diagnostics.push(diagnostic);
            self.stop();
        }
    }

    fn finish(mut self) -> (Tree, Vec<Diagnostic>) {
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        while !self.builder.open.is_empty() {
            keys::finish_if_mapping(&mut self.builder, &mut self.diagnostics, &mut self.copied);
            self.builder.end(self.last_end);
        }
        gaps::comments_between(self.text, self.last_end, end, &mut self.builder.tree.comments);
        if !self.builder.tree.damaged {
            self.anchors.report_unused(self.file, &mut self.diagnostics);
        }
        self.diagnostics.append(&mut self.unindented);
        if self.is_template {
            self.diagnostics.retain(|diagnostic| diagnostic.explains.is_some());
            self.builder.tree.damaged = true;
            if !self.builder.tree.nodes.first().is_some_and(super::nodes::Data::is_container) {
                self.builder = Builder::new(&self.builder.tree.text, self.file);
                self.builder.begin(Kind::Mapping, Style::Block, 0);
                self.builder.tree.damaged = true;
                self.builder.end(end);
            }
            self.builder.tree.nodes[0].flags |= BROKEN;
        }
        let mut tree = self.builder.finish();
        tree.rewritten = false;
        (tree, self.diagnostics)
    }
}

fn carried(node: usize, (start, end): (u32, u32)) -> Carried {
    Carried { node: number(node), start, end }
}
