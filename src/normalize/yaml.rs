//! Writes YAML line by line: keys in block style, calls in flow style, origins as comments.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::literals::float;
use crate::yaml::{plain, plain_in_block};

use super::data::{Data, NormalMetadata};
use super::expression::{Call, NormalEntries, NormalExpression, Values};
use super::shared::Shared;
use super::source::{NormalSource, Origin};

/// Longer keys must be marked with `?`.
const MAX_SIMPLE_KEY_BYTES: usize = 1_000;
/// Longer lists are split into several lines.
const MAX_FLOW_BYTES: usize = 80;

/// A YAML text that is being written.
#[derive(Default)]
pub(super) struct Yaml {
    out: String,
    /// The parts before `out`.
    earlier_parts: Vec<String>,
    depth: usize,
    /// Dashes that the next line starts with.
    dashes: usize,
    /// Whether the last line ends with a key whose value has not begun.
    open: bool,
    /// The comment of the current line.
    comment: Option<String>,
    /// The comment of the next line.
    next: Option<String>,
    /// The lines of shared parts, by number and depth.
    shared: FxHashMap<(usize, usize), Rc<str>>,
}

impl Yaml {
    /// Returns a writer whose lines are `depth` levels deep.
    pub(super) fn at_depth(depth: usize) -> Self {
        Self { depth, ..Self::default() }
    }

    /// Returns the text in parts.
    pub(super) fn into_parts(mut self) -> Vec<String> {
        self.earlier_parts.push(self.out);
        self.earlier_parts
    }

    /// Adds lines that were written before. There may be very many of them, so they are not copied.
    pub(super) fn take_lines(&mut self, parts: &mut Vec<String>) {
        if self.open && parts.iter().any(|part| !part.is_empty()) {
            self.open = false;
            self.end();
        }
        self.earlier_parts.push(std::mem::take(&mut self.out));
        self.earlier_parts.append(parts);
    }

    /// Writes a part, at least one line, using `body`. Reuses the lines of an equal shared part if it was
    /// written before.
    pub(super) fn shared<T>(&mut self, part: &Shared<T>, body: impl FnOnce(&mut Self)) {
        let Some(number) = part.number().filter(|_| self.dashes == 0 && self.next.is_none()) else {
            return body(self);
        };
        if self.open {
            self.open = false;
            self.end();
        }
        let key = (number, self.depth);
        if let Some(lines) = self.shared.get(&key) {
            return self.out.push_str(lines);
        }
        let start = self.out.len();
        body(self);
        self.shared.insert(key, self.out[start..].into());
    }

    /// Sets the origin of the next line.
    pub(super) fn source(&mut self, source: &Origin) {
        self.source_of(source.as_deref());
    }

    /// Sets the origin of the next line, from a borrowed origin.
    pub(super) fn source_of(&mut self, source: Option<&NormalSource>) {
        self.next = source.map(NormalSource::comment);
    }

    fn start(&mut self) {
        if self.open {
            self.open = false;
            self.end();
        }
        self.comment = self.next.take();
        for _ in 0..self.depth - self.dashes {
            self.out.push_str("  ");
        }
        for _ in 0..self.dashes {
            self.out.push_str("- ");
        }
        self.dashes = 0;
    }

    fn end(&mut self) {
        if let Some(comment) = self.comment.take() {
            self.out.push_str("  # ");
            self.out.extend(comment.chars().map(|c| if c.is_control() { ' ' } else { c }));
        }
        self.out.push('\n');
    }

    /// Writes a key that needs no quotes.
    fn keyname(&mut self, name: &str) {
        self.start();
        self.out.push_str(name);
        self.out.push(':');
    }

    fn key(&mut self, name: &str) {
        let name = plain(name);
        self.complex_key(&name);
    }

    /// Writes a key that is already formatted.
    fn complex_key(&mut self, written: &str) {
        self.start();
        if written.len() > MAX_SIMPLE_KEY_BYTES {
            self.out.push_str("? ");
            self.out.push_str(written);
            self.out.push('\n');
            for _ in 0..self.depth {
                self.out.push_str("  ");
            }
        } else {
            self.out.push_str(written);
        }
        self.out.push(':');
    }

    fn inside(&mut self, empty: &str, body: impl FnOnce(&mut Self)) {
        self.open = true;
        self.depth += 1;
        body(self);
        self.depth -= 1;
        if self.open {
            self.open = false;
            self.out.push(' ');
            self.out.push_str(empty);
            self.end();
        }
    }

    /// Writes a map below a keyname, or an empty map if `body` writes nothing.
    pub(super) fn map(&mut self, keyname: &str, body: impl FnOnce(&mut Self)) {
        self.keyname(keyname);
        self.inside("{}", body);
    }

    /// Writes a map below a chosen name.
    pub(super) fn named(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        self.key(name);
        self.inside("{}", body);
    }

    /// Writes a list below a keyname.
    pub(super) fn list(&mut self, keyname: &str, body: impl FnOnce(&mut Self)) {
        self.keyname(keyname);
        self.inside("[]", body);
    }

    /// Writes a map as an item of a list.
    pub(super) fn item(&mut self, body: impl FnOnce(&mut Self)) {
        self.dashes += 1;
        self.depth += 1;
        body(self);
        if self.dashes > 0 {
            self.start();
            self.out.push_str("{}");
            self.end();
        }
        self.depth -= 1;
    }

    /// Writes a string as an item of a list.
    pub(super) fn text_item(&mut self, text: &str) {
        self.item(|yaml| yaml.line(&plain_in_block(text)));
    }

    /// Writes a word of the standard.
    pub(super) fn word(&mut self, keyname: &str, word: &str) {
        self.keyname(keyname);
        self.out.push(' ');
        self.out.push_str(word);
        self.end();
    }

    /// Writes a string.
    pub(super) fn text(&mut self, keyname: &str, text: &str) {
        self.keyname(keyname);
        self.string(text);
    }

    /// Writes a string, if there is one.
    pub(super) fn optional(&mut self, keyname: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(keyname, text);
        }
    }

    /// Writes a list of strings on one line.
    pub(super) fn texts<'t>(&mut self, keyname: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.keyname(keyname);
        self.out.push(' ');
        self.out.push_str(&flow_list(texts.into_iter().map(plain)));
        self.end();
    }

    /// Writes a value in flow style after a key that may not be a string.
    pub(super) fn flow(&mut self, key: &str, value: &str) {
        self.complex_key(key);
        self.out.push(' ');
        self.out.push_str(value);
        self.end();
    }

    /// Writes a string after a key.
    fn string(&mut self, text: &str) {
        if crate::literals::is_block(text) {
            self.out.push_str(if text.ends_with('\n') { " |" } else { " |-" });
            self.end();
            for line in text.lines() {
                if !line.is_empty() {
                    for _ in 0..=self.depth {
                        self.out.push_str("  ");
                    }
                    self.out.push_str(line);
                }
                self.out.push('\n');
            }
            return;
        }
        self.out.push(' ');
        self.out.push_str(&plain_in_block(text));
        self.end();
    }

    /// Writes `metadata`, unless it is empty.
    pub(super) fn metadata(&mut self, metadata: &NormalMetadata) {
        if !metadata.is_empty() {
            self.map("metadata", |yaml| yaml.data_entries(metadata));
        }
    }

    fn data_entries(&mut self, metadata: &NormalMetadata) {
        for (key, value) in metadata.iter() {
            self.key(key);
            self.data(value);
        }
    }

    /// Writes data after a key.
    fn data(&mut self, value: &Data) {
        match value {
            Data::Map(map) => self.inside("{}", |yaml| yaml.data_entries(map)),
            Data::List(items) => self.inside("[]", |yaml| {
                for item in items {
                    yaml.item(|yaml| match item {
                        Data::Map(map) => yaml.data_entries(map),
                        Data::List(_) => yaml.line(&flow_data(item)),
                        Data::String(text) => yaml.line(&plain_in_block(text)),
                        single => yaml.line(&flow_data(single)),
                    });
                }
            }),
            Data::String(text) => self.string(text),
            single => {
                self.out.push(' ');
                self.out.push_str(&flow_data(single));
                self.end();
            }
        }
    }

    /// Writes a separate line.
    fn line(&mut self, text: &str) {
        self.start();
        self.out.push_str(text);
        self.end();
    }

    /// Writes values by name below a keyname, without those that templates cannot assign.
    pub(super) fn values(&mut self, keyname: &str, values: &Values) {
        let shown = || values.iter().filter(|(_, value)| !value.fixed && !value.implied);
        if shown().next().is_some() {
            self.map(keyname, |yaml| {
                for (name, value) in shown() {
                    yaml.source(&value.source);
                    yaml.key(name);
                    yaml.expression_value(&value.value);
                }
            });
        }
    }

    /// Writes an expression below a keyname.
    pub(super) fn expression(&mut self, keyname: &str, value: &NormalExpression) {
        self.keyname(keyname);
        self.expression_value(value);
    }

    /// Writes an expression below a chosen name.
    pub(super) fn named_expression(&mut self, name: &str, value: &NormalExpression) {
        self.key(name);
        self.expression_value(value);
    }

    /// Writes an expression, if there is one.
    pub(super) fn optional_expression(&mut self, keyname: &str, value: Option<&NormalExpression>) {
        if let Some(value) = value {
            self.expression(keyname, value);
        }
    }

    /// Writes conditions that must all be satisfied as one clause.
    pub(super) fn clause(&mut self, keyname: &str, clauses: &[NormalExpression]) {
        match clauses {
            [] => {}
            [only] => self.expression(keyname, only),
            several => self.map(keyname, |yaml| yaml.clauses("$and", several)),
        }
    }

    /// Writes conditions as a list.
    pub(super) fn clauses(&mut self, keyname: &str, clauses: &[NormalExpression]) {
        self.list(keyname, |yaml| {
            for clause in clauses {
                yaml.item(|yaml| yaml.line(&flow(clause)));
            }
        });
    }

    /// Writes an expression after a key.
    fn expression_value(&mut self, value: &NormalExpression) {
        match value {
            NormalExpression::Map(entries) => self.inside("{}", |yaml| yaml.entries(entries)),
            NormalExpression::List(items) if !is_short(value) => self.inside("[]", |yaml| {
                for item in items {
                    yaml.item(|yaml| match item {
                        NormalExpression::Map(entries) if !entries.named.iter().all(|entry| entry.fixed) => {
                            yaml.entries(entries);
                        }
                        NormalExpression::String(text) if !text.starts_with('$') => {
                            yaml.line(&plain_in_block(text));
                        }
                        other => yaml.line(&flow(other)),
                    });
                }
            }),
            NormalExpression::String(text) if !text.starts_with('$') => self.string(text),
            single => {
                self.out.push(' ');
                self.out.push_str(&flow(single));
                self.end();
            }
        }
    }

    fn entries(&mut self, entries: &NormalEntries) {
        for entry in entries.named.iter().filter(|entry| !entry.fixed) {
            self.complex_key(&escaped(&entry.key));
            self.expression_value(&entry.value);
        }
        for (key, value) in computed(entries) {
            self.flow(&key, &flow(value));
        }
    }
}

fn is_short(value: &NormalExpression) -> bool {
    let NormalExpression::List(items) = value else { return false };
    let single =
        |item: &NormalExpression| !matches!(item, NormalExpression::Map(_) | NormalExpression::List(_));
    items.len() <= MAX_FLOW_BYTES / 3 && items.iter().all(single) && flow(value).len() <= MAX_FLOW_BYTES
}

/// Returns a list in flow style.
pub(super) fn flow_list(items: impl Iterator<Item = String>) -> String {
    let mut text = String::from("[");
    for item in items {
        text.push_str(if text.len() == 1 { " " } else { ", " });
        text.push_str(&item);
    }
    text.push_str(if text.len() == 1 { "]" } else { " ]" });
    text
}

/// Returns a string with its leading dollar sign doubled (§10.1).
fn escaped(text: &str) -> String {
    if text.starts_with('$') { plain(&format!("${text}")) } else { plain(text) }
}

/// Returns an expression on one line.
pub(super) fn flow(value: &NormalExpression) -> String {
    match value {
        NormalExpression::Unset | NormalExpression::Nil => "null".to_owned(),
        NormalExpression::Boolean(value) => value.to_string(),
        NormalExpression::Integer(value) => value.to_string(),
        NormalExpression::Float(value) => float(*value),
        NormalExpression::String(text) => escaped(text),
        NormalExpression::Bytes(text)
        | NormalExpression::Timestamp(text)
        | NormalExpression::Version(text) => plain(text),
        NormalExpression::Scalar(scalar) => plain(&scalar.text()),
        NormalExpression::Other(text) => text.to_string(),
        NormalExpression::List(items) => flow_list(items.iter().map(flow)),
        NormalExpression::Call(call) => flow_call(call, ""),
        NormalExpression::Map(entries) => {
            let named = entries.named.iter().filter(|entry| !entry.fixed);
            let named = named.map(|entry| (escaped(&entry.key), &entry.value));
            let computed = computed(entries).into_iter().map(|(key, value)| (format!("? {key} "), value));
            flow_map(named.chain(computed).map(|(key, value)| (key, flow(value))))
        }
    }
}

fn flow_call(call: &Call, suffix: &str) -> String {
    let arguments = flow_list(call.arguments.iter().map(flow));
    format!("{{ {}: {arguments} }}", plain(&format!("${}{suffix}", call.function)))
}

/// Returns entries with computed keys; equal calls get different suffixes (§10.1).
fn computed(entries: &NormalEntries) -> Vec<(String, &NormalExpression)> {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    let mut keyed = Vec::with_capacity(entries.computed.len());
    for (key, value) in &entries.computed {
        let text = flow(key);
        let times = seen.entry(text.clone()).or_default();
        let key = match key {
            NormalExpression::Call(call) if *times > 0 => flow_call(call, &format!("${times}")),
            _ => text,
        };
        *times += 1;
        keyed.push((key, value));
    }
    keyed
}

fn flow_map(entries: impl Iterator<Item = (String, String)>) -> String {
    let mut text = String::from("{");
    for (key, value) in entries {
        text.push_str(if text.len() == 1 { " " } else { ", " });
        if key.len() > MAX_SIMPLE_KEY_BYTES && !key.starts_with("? ") {
            text.push_str("? ");
        }
        text.push_str(&key);
        text.push_str(": ");
        text.push_str(&value);
    }
    text.push_str(if text.len() == 1 { "}" } else { " }" });
    text
}

/// Returns data on one line.
fn flow_data(value: &Data) -> String {
    match value {
        Data::Null => "null".to_owned(),
        Data::Boolean(value) => value.to_string(),
        Data::Number(text) => text.to_string(),
        Data::String(text) => plain(text),
        Data::List(items) => flow_list(items.iter().map(flow_data)),
        Data::Map(map) => flow_map(map.iter().map(|(key, value)| (plain(key), flow_data(value)))),
    }
}
