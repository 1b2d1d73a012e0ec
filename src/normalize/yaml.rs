//! Writes YAML line by line: keys in blocks, calls between brackets, origins as comments.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::literals::float;
use crate::yaml::{plain, quoted};

use super::data::{Data, Metadata};
use super::expression::{Call, Entries, Expression, Values};
use super::shared::Shared;
use super::source::{Origin, Source};

/// Longer keys must be marked as such.
const LONGEST_KEY: usize = 1_000;
/// Lists and calls that are no longer stand in one line.
const SHORT: usize = 80;

/// A text that grows.
#[derive(Default)]
pub(super) struct Yaml {
    out: String,
    /// What stands before `out`.
    before: Vec<String>,
    depth: usize,
    /// Dashes that the next line starts with.
    dashes: usize,
    /// Whether the last line holds a key whose value has not begun.
    open: bool,
    /// The comment of the line at hand.
    comment: Option<String>,
    /// The comment of the next line.
    next: Option<String>,
    /// The lines of shared parts, by number and depth.
    shared: FxHashMap<(usize, usize), Rc<str>>,
}

impl Yaml {
    /// One whose lines stand `depth` levels deep.
    pub(super) fn at_depth(depth: usize) -> Self {
        Self { depth, ..Self::default() }
    }

    /// The text, in parts.
    pub(super) fn into_parts(mut self) -> Vec<String> {
        self.before.push(self.out);
        self.before
    }

    /// Puts in lines that were written before, which may be very many.
    pub(super) fn take_lines(&mut self, parts: &mut Vec<String>) {
        if self.open && parts.iter().any(|part| !part.is_empty()) {
            self.open = false;
            self.end();
        }
        self.before.push(std::mem::take(&mut self.out));
        self.before.append(parts);
    }

    /// Lines that `body` writes for a part, one at least: those that it wrote for it before, where others have it, too.
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

    /// Tells where the next line comes from.
    pub(super) fn source(&mut self, source: &Origin) {
        self.source_of(source.as_deref());
    }

    /// The same of an origin that is borrowed.
    pub(super) fn source_of(&mut self, source: Option<&Source>) {
        self.next = source.map(Source::comment);
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

    /// A key that needs no quotes.
    fn keyname(&mut self, name: &str) {
        self.start();
        self.out.push_str(name);
        self.out.push(':');
    }

    fn key(&mut self, name: &str) {
        let name = plain(name);
        self.complex_key(&name);
    }

    /// A key as it is to be written.
    fn complex_key(&mut self, written: &str) {
        self.start();
        if written.len() > LONGEST_KEY {
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

    /// A map below a keyname; an empty one where nothing is written.
    pub(super) fn map(&mut self, keyname: &str, body: impl FnOnce(&mut Self)) {
        self.keyname(keyname);
        self.inside("{}", body);
    }

    /// A map below a name that somebody chose.
    pub(super) fn named(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        self.key(name);
        self.inside("{}", body);
    }

    /// A list below a keyname.
    pub(super) fn list(&mut self, keyname: &str, body: impl FnOnce(&mut Self)) {
        self.keyname(keyname);
        self.inside("[]", body);
    }

    /// An entry of a list that is a map.
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

    /// An entry of a list that is a string.
    pub(super) fn text_item(&mut self, text: &str) {
        self.item(|yaml| yaml.line(&plain(text)));
    }

    /// A word of the standard.
    pub(super) fn word(&mut self, keyname: &str, word: &str) {
        self.keyname(keyname);
        self.out.push(' ');
        self.out.push_str(word);
        self.end();
    }

    /// A string.
    pub(super) fn text(&mut self, keyname: &str, text: &str) {
        self.keyname(keyname);
        self.string(text);
    }

    /// A string in quotes.
    pub(super) fn quoted(&mut self, keyname: &str, text: &str) {
        self.keyname(keyname);
        self.out.push(' ');
        self.out.push_str(&quoted(text));
        self.end();
    }

    /// A string, where there is one.
    pub(super) fn optional(&mut self, keyname: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(keyname, text);
        }
    }

    /// A list of strings in one line.
    pub(super) fn texts<'t>(&mut self, keyname: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.keyname(keyname);
        self.out.push(' ');
        self.out.push_str(&flow_list(texts.into_iter().map(plain)));
        self.end();
    }

    /// Something between brackets as the value of a key that may be no string.
    pub(super) fn flow(&mut self, key: &str, value: &str) {
        self.complex_key(key);
        self.out.push(' ');
        self.out.push_str(value);
        self.end();
    }

    /// Writes a string behind a key.
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
        self.out.push_str(&plain(text));
        self.end();
    }

    /// Free data below `metadata`.
    pub(super) fn metadata(&mut self, metadata: &Metadata) {
        if !metadata.is_empty() {
            self.map("metadata", |yaml| yaml.data_entries(metadata));
        }
    }

    fn data_entries(&mut self, metadata: &Metadata) {
        for (key, value) in metadata.iter() {
            self.key(key);
            self.data(value);
        }
    }

    /// Writes data behind a key.
    fn data(&mut self, value: &Data) {
        match value {
            Data::Map(map) => self.inside("{}", |yaml| yaml.data_entries(map)),
            Data::List(items) => self.inside("[]", |yaml| {
                for item in items {
                    yaml.item(|yaml| match item {
                        Data::Map(map) => yaml.data_entries(map),
                        Data::List(_) => yaml.line(&flow_data(item)),
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

    /// A line of its own.
    fn line(&mut self, text: &str) {
        self.start();
        self.out.push_str(text);
        self.end();
    }

    /// Values by name below a keyname, as far as a template can assign them.
    pub(super) fn values(&mut self, keyname: &str, values: &Values) {
        let shown = || values.iter().filter(|(_, value)| !value.fixed && !value.implied);
        if shown().next().is_some() {
            self.map(keyname, |yaml| {
                for (name, value) in shown() {
                    yaml.source(&value.source);
                    yaml.key(name);
                    yaml.behind(&value.value);
                }
            });
        }
    }

    /// An expression below a keyname.
    pub(super) fn expression(&mut self, keyname: &str, value: &Expression) {
        self.keyname(keyname);
        self.behind(value);
    }

    /// An expression below a name that somebody chose.
    pub(super) fn named_expression(&mut self, name: &str, value: &Expression) {
        self.key(name);
        self.behind(value);
    }

    /// An expression, where there is one.
    pub(super) fn optional_expression(&mut self, keyname: &str, value: Option<&Expression>) {
        if let Some(value) = value {
            self.expression(keyname, value);
        }
    }

    /// Conditions that must all hold, as one clause.
    pub(super) fn clause(&mut self, keyname: &str, clauses: &[Expression]) {
        match clauses {
            [] => {}
            [only] => self.expression(keyname, only),
            several => self.map(keyname, |yaml| yaml.clauses("$and", several)),
        }
    }

    /// Conditions as a list.
    pub(super) fn clauses(&mut self, keyname: &str, clauses: &[Expression]) {
        self.list(keyname, |yaml| {
            for clause in clauses {
                yaml.item(|yaml| yaml.line(&flow(clause)));
            }
        });
    }

    /// Writes an expression behind a key.
    fn behind(&mut self, value: &Expression) {
        match value {
            Expression::Map(entries) => self.inside("{}", |yaml| yaml.entries(entries)),
            Expression::List(items) if !is_short(value) => self.inside("[]", |yaml| {
                for item in items {
                    yaml.item(|yaml| match item {
                        Expression::Map(entries) if !entries.named.iter().all(|entry| entry.fixed) => {
                            yaml.entries(entries);
                        }
                        other => yaml.line(&flow(other)),
                    });
                }
            }),
            Expression::String(text) if !text.starts_with('$') => self.string(text),
            single => {
                self.out.push(' ');
                self.out.push_str(&flow(single));
                self.end();
            }
        }
    }

    fn entries(&mut self, entries: &Entries) {
        for entry in entries.named.iter().filter(|entry| !entry.fixed) {
            self.complex_key(&escaped(&entry.key));
            self.behind(&entry.value);
        }
        for (key, value) in computed(entries) {
            self.line(&format!("? {key}"));
            self.line(&format!(": {}", flow(value)));
        }
    }
}

fn is_short(value: &Expression) -> bool {
    let Expression::List(items) = value else { return false };
    let single = |item: &Expression| !matches!(item, Expression::Map(_) | Expression::List(_));
    items.len() <= SHORT / 3 && items.iter().all(single) && flow(value).len() <= SHORT
}

/// A list between brackets.
pub(super) fn flow_list(items: impl Iterator<Item = String>) -> String {
    let mut text = String::from("[");
    for item in items {
        text.push_str(if text.len() == 1 { " " } else { ", " });
        text.push_str(&item);
    }
    text.push_str(if text.len() == 1 { "]" } else { " ]" });
    text
}

/// A string in which a dollar sign at the start is doubled (§10.1).
fn escaped(text: &str) -> String {
    if text.starts_with('$') { plain(&format!("${text}")) } else { plain(text) }
}

/// An expression in one line.
pub(super) fn flow(value: &Expression) -> String {
    match value {
        Expression::Nil => "null".to_owned(),
        Expression::Boolean(value) => value.to_string(),
        Expression::Integer(value) => value.to_string(),
        Expression::Float(value) => float(*value),
        Expression::String(text) => escaped(text),
        Expression::Bytes(text) => plain(text),
        // What YAML would read as a number or as a date must be told apart.
        Expression::Timestamp(text) | Expression::Version(text) => quoted(text),
        Expression::Scalar(scalar) => plain(&scalar.text()),
        Expression::Other(text) => text.to_string(),
        Expression::List(items) => flow_list(items.iter().map(flow)),
        Expression::Call(call) => flow_call(call, ""),
        Expression::Map(entries) => {
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

/// Entries whose keys are computed; equal calls are told apart by a suffix (§10.1).
fn computed(entries: &Entries) -> Vec<(String, &Expression)> {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    let mut found = Vec::with_capacity(entries.computed.len());
    for (key, value) in &entries.computed {
        let text = flow(key);
        let times = seen.entry(text.clone()).or_default();
        let key = match key {
            Expression::Call(call) if *times > 0 => flow_call(call, &format!("${times}")),
            _ => text,
        };
        *times += 1;
        found.push((key, value));
    }
    found
}

fn flow_map(entries: impl Iterator<Item = (String, String)>) -> String {
    let mut text = String::from("{");
    for (key, value) in entries {
        text.push_str(if text.len() == 1 { " " } else { ", " });
        if key.len() > LONGEST_KEY && !key.starts_with("? ") {
            text.push_str("? ");
        }
        text.push_str(&key);
        text.push_str(": ");
        text.push_str(&value);
    }
    text.push_str(if text.len() == 1 { "}" } else { " }" });
    text
}

/// Data in one line.
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
