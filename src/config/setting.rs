//! Settings as plain data: a flat list, later ones before earlier ones.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::Span;
use crate::diagnostics::{Code, Level, find_code};

use super::pattern::Pattern;

/// One thing that is set.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name of its key.
    pub key: &'static str,
    /// What it is set to; an element where the key holds a list.
    pub value: Value,
    /// Where that is written; none where it was given otherwise, as by a flag.
    pub place: Option<Span>,
    /// The paths that it is for; none where it is for all.
    pub only: Option<Arc<[Pattern]>>,
    /// How near it is: what is said nearer counts more, however exact the other is.
    pub layer: u32,
}

/// What something is set to.
#[derive(Clone, Debug)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u64),
    /// A word or name.
    Text(String),
    /// A path, from the working directory or absolute.
    Path(Utf8PathBuf),
    /// A URL, or the beginning of URLs, and its local copy.
    Mapped(String, Utf8PathBuf),
    /// What the findings of some codes become.
    Level(Codes, To),
    /// Paths.
    Pattern(Pattern),
}

/// What findings become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// They are left out.
    Off,
    /// They keep the level of their own.
    Own,
    /// They get this level.
    Level(Level),
}

/// A code, or all whose number begins in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes(pub String);

impl Codes {
    /// Whether `code` is one of them.
    #[must_use]
    pub fn holds(&self, code: &Code) -> bool {
        code.is_named(&self.0)
    }

    /// How exact the name is: one code before the beginning of several, a long beginning before a short one.
    #[must_use]
    pub fn exactness(&self) -> usize {
        if find_code(&self.0).is_some() { usize::MAX } else { self.0.len() }
    }
}

impl Setting {
    /// Something that was said outside of configurations: it wins.
    #[must_use]
    pub fn given(key: &'static str, value: Value) -> Self {
        Self { key, value, place: None, only: None, layer: u32::MAX }
    }

    /// Whether it is for the file at `path`, absolute.
    #[must_use]
    pub fn is_for(&self, path: &Utf8Path) -> bool {
        self.only.as_ref().is_none_or(|patterns| Pattern::any(patterns.iter(), path))
    }
}

/// Settings of one configuration or of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// All of them; of those that exclude each other the last one counts.
    pub all: Vec<Setting>,
}

impl Settings {
    /// What is said of `code` for the file at `path`, absolute: the nearest counts, of those equally near the
    /// most exact, of those equally exact the last one.
    #[must_use]
    pub fn rule(&self, code: &Code, path: &Utf8Path) -> Option<(&Setting, To)> {
        let rules = self.all.iter().filter_map(|setting| match &setting.value {
            Value::Level(codes, to) if codes.holds(code) && setting.is_for(path) => {
                Some((setting, codes.exactness(), *to))
            }
            _ => None,
        });
        let best = rules.max_by_key(|(setting, exactness, _)| (setting.layer, *exactness));
        best.map(|(setting, _, to)| (setting, to))
    }

    /// What was said of `key`, in order.
    #[must_use]
    pub fn of(&self, key: &'static str) -> impl DoubleEndedIterator<Item = &Setting> {
        self.all.iter().filter(move |setting| setting.key == key)
    }

    /// The last thing that was said of `key`.
    #[must_use]
    pub fn last(&self, key: &'static str) -> Option<&Setting> {
        self.of(key).next_back()
    }

    /// Whether a switch is on; none where nothing was said.
    #[must_use]
    pub fn switch(&self, key: &'static str) -> Option<bool> {
        match self.last(key)?.value {
            Value::Switch(on) => Some(on),
            _ => None,
        }
    }

    /// A number.
    #[must_use]
    pub fn number(&self, key: &'static str) -> Option<u64> {
        match self.last(key)?.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// A word.
    #[must_use]
    pub fn text(&self, key: &'static str) -> Option<&str> {
        match &self.last(key)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// All paths.
    #[must_use]
    pub fn paths(&self, key: &'static str) -> impl DoubleEndedIterator<Item = &Utf8PathBuf> {
        self.of(key).filter_map(|setting| match &setting.value {
            Value::Path(path) => Some(path),
            _ => None,
        })
    }
}
