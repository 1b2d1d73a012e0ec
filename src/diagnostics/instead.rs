//! What can be written in place of a name that nothing has: a near one, or all that there are.

use super::words::{list, plural, quoted};
use super::{Diagnostic, suggest, suggest_typo};
use crate::base::Span;

/// So many names are listed; the rest are counted.
const MOST: usize = 6;

/// The names that would be right.
#[derive(Debug, Default)]
pub(crate) struct Instead<'c> {
    /// The one that was probably meant.
    pub(crate) near: Option<&'c str>,
    /// The first of them.
    pub(crate) first: Vec<&'c str>,
    /// How many there are; none where that is not known.
    pub(crate) count: Option<usize>,
}

impl<'c> Instead<'c> {
    /// The names that could stand in place of `written`.
    pub(crate) fn of(written: &str, names: impl IntoIterator<Item = &'c str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let near = suggest(written, names.iter().copied());
        Self { near, ..Self::all(names) }
    }

    /// The same for words with meanings of their own: `start` is not meant by `restart`.
    pub(crate) fn of_words(written: &str, names: impl IntoIterator<Item = &'c str>) -> Self {
        let found = Self::of(written, names);
        let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let is_slip = |near: &&str| {
            let (one, other) = (last(written), last(near));
            one == other || suggest_typo(&one, [&*other]).is_some()
        };
        Self { near: found.near.filter(is_slip), ..found }
    }

    /// The names, none of which is near.
    pub(crate) fn all(names: impl IntoIterator<Item = &'c str>) -> Self {
        let mut names = names.into_iter();
        let first: Vec<&str> = names.by_ref().take(MOST).collect();
        let count = Some(first.len() + names.count());
        Self { near: None, first, count }
    }

    /// Says it in `found`, about the `kind` that `span` names; without a near name, `otherwise` tells what
    /// else can be done.
    pub(crate) fn help(&self, found: Diagnostic, span: Span, kind: &str, otherwise: &str) -> Diagnostic {
        match self.near {
            Some(near) => found.help(format!("did you mean {}?", quoted(near))).fix(
                format!("write {}", quoted(near)),
                span,
                near,
            ),
            None => found.help(self.listed(kind, otherwise)),
        }
    }

    /// What there is, and what else can be done.
    pub(crate) fn listed(&self, kind: &str, otherwise: &str) -> String {
        let mut names: Vec<String> = self.first.iter().map(|name| quoted(name)).collect();
        match self.count {
            None => format!("remove it, or {otherwise}"),
            Some(0) => format!("no {} are defined; remove it, or {otherwise}", plural(kind)),
            Some(1) => format!("the only {kind} is {}; use it, or {otherwise}", names[0]),
            Some(count) => {
                if count > names.len() {
                    names.push(format!("{} more", count - names.len()));
                }
                format!("the {} are {}; use one of them, or {otherwise}", plural(kind), list(&names, "and"))
            }
        }
    }
}
