//! Settings as plain data: a flat list in which later settings take precedence.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::Span;
use crate::diagnostics::{ALL_RULES, Level, Rule, find_rule};
use crate::format::{FormatOptions, Order};

use super::pattern::Pattern;

/// A single setting.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name of its key.
    pub key: &'static str,
    /// Its value; a single element if the key has a list.
    pub value: SettingValue,
    /// Where it is written, or `None` if it comes from elsewhere, such as a flag.
    pub span: Option<Span>,
    /// The paths that it applies to, or `None` if it applies to all.
    pub only: Option<Arc<[Pattern]>>,
    /// How near its configuration is: a nearer one takes precedence, however specific the other is.
    pub layer: u32,
    /// Why rules have this level, or `None` if no reason is given.
    pub reason: Option<Arc<str>>,
}

/// The value of a setting.
#[derive(Clone, Debug)]
pub enum SettingValue {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u64),
    /// A word or name.
    Text(String),
    /// A path, from the working directory or absolute.
    Path(Utf8PathBuf),
    /// A URL or a prefix of URLs, and its local copy.
    Mapped(String, Utf8PathBuf),
    /// The level for the findings of some rules.
    Level(Codes, To),
    /// A path pattern.
    Pattern(Pattern),
}

/// What happens to findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// They are turned off.
    Off,
    /// They keep their default level.
    Own,
    /// They get this level.
    Level(Level),
}

/// The code or name of a rule, or a prefix of codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes(pub String);

impl Codes {
    /// Whether it is the name of `rule` or a prefix of its code.
    #[must_use]
    pub fn includes(&self, rule: &Rule) -> bool {
        rule.is_named(&self.0)
    }

    /// How specific the name is: a single rule before a prefix, and a long prefix before a short one.
    #[must_use]
    pub fn exactness(&self) -> usize {
        match &self.0 {
            name if find_rule(name).is_some() => usize::MAX,
            name if name.eq_ignore_ascii_case(ALL_RULES) => 0,
            prefix => prefix.len(),
        }
    }
}

impl Setting {
    /// Returns a setting from outside of configurations, which takes precedence over them.
    #[must_use]
    pub fn given(key: &'static str, value: SettingValue) -> Self {
        Self { key, value, span: None, only: None, layer: u32::MAX, reason: None }
    }

    /// Whether it applies to the file at `path`, absolute.
    #[must_use]
    pub fn is_for(&self, path: &Utf8Path) -> bool {
        self.only.as_ref().is_none_or(|patterns| Pattern::any(patterns.iter(), path))
    }
}

/// Settings of one configuration or of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// All settings; of those that exclude each other the last one counts.
    pub all: Vec<Setting>,
}

impl Settings {
    /// The level of `code` for the file at `path`, absolute. The nearest setting counts; of equally near ones
    /// the most specific one, then the last one.
    #[must_use]
    pub fn rule(&self, code: &Rule, path: &Utf8Path) -> Option<(&Setting, To)> {
        let rules = self.all.iter().filter_map(|setting| match &setting.value {
            SettingValue::Level(codes, to) if codes.includes(code) && setting.is_for(path) => {
                Some((setting, codes.exactness(), *to))
            }
            _ => None,
        });
        let best = rules.max_by_key(|(setting, exactness, _)| (setting.layer, *exactness));
        best.map(|(setting, _, to)| (setting, to))
    }

    /// The settings of `key`, in order.
    #[must_use]
    pub fn for_key(&self, key: &'static str) -> impl DoubleEndedIterator<Item = &Setting> {
        self.all.iter().filter(move |setting| setting.key == key)
    }

    /// The last setting of `key`.
    #[must_use]
    pub fn last(&self, key: &'static str) -> Option<&Setting> {
        self.for_key(key).next_back()
    }

    /// Whether a switch is on, or `None` if it is not set.
    #[must_use]
    pub fn switch(&self, key: &'static str) -> Option<bool> {
        match self.last(key)?.value {
            SettingValue::Switch(on) => Some(on),
            _ => None,
        }
    }

    /// The value of a number.
    #[must_use]
    pub fn number(&self, key: &'static str) -> Option<u64> {
        match self.last(key)?.value {
            SettingValue::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The value of a word or name.
    #[must_use]
    pub fn text(&self, key: &'static str) -> Option<&str> {
        match &self.last(key)?.value {
            SettingValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// How files are formatted.
    #[must_use]
    pub fn format_options(&self) -> FormatOptions {
        let order = match self.text("order") {
            Some("standard") => Order::Standard,
            _ => Order::Preserve,
        };
        let line_width = self.number("line-width").and_then(|width| usize::try_from(width).ok());
        FormatOptions { order, line_width, range: None }
    }

    /// All paths of `key`.
    #[must_use]
    pub fn paths(&self, key: &'static str) -> impl DoubleEndedIterator<Item = &Utf8PathBuf> {
        self.for_key(key).filter_map(|setting| match &setting.value {
            SettingValue::Path(path) => Some(path),
            _ => None,
        })
    }
}
