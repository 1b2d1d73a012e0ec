//! What can be written in place of an unknown name: the probably intended name, or one of the valid names.

use super::words::{list, plural, quoted};
use super::{Diagnostic, suggest, suggest_typo};
use crate::base::Span;

/// Maximum number of names that are listed; the others are counted.
const MAX_SHOWN_NAMES: usize = 6;

/// The names that are valid in place of an unknown name.
#[derive(Debug, Default)]
pub(crate) struct Alternatives<'c> {
    /// The probably intended name.
    pub(crate) suggestion: Option<&'c str>,
    /// The first valid names.
    pub(crate) names: Vec<&'c str>,
    /// The total number of valid names, or `None` if it is unknown.
    pub(crate) count: Option<usize>,
}

impl<'c> Alternatives<'c> {
    /// Creates the alternatives to the unknown name `written`: the valid `names`.
    pub(crate) fn new(written: &str, names: impl IntoIterator<Item = &'c str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        // Marks of other languages after a name, such as `start()` and `size:`.
        let bare = written.trim_end_matches([':', ';', ',', '(', ')']);
        let exact = names.iter().copied().find(|name| *name == bare && bare != written);
        let suggestion = exact.or_else(|| suggest(written, names.iter().copied()));
        Self { suggestion, ..Self::without_suggestion(names) }
    }

    /// Creates the alternatives to `written`, and suggests a name only if `written` is a typo of it. For names
    /// that are words with a meaning: `restart` is not a typo of `start`.
    pub(crate) fn to_word(written: &str, names: impl IntoIterator<Item = &'c str>) -> Self {
        let alternatives = Self::new(written, names);
        let last_segment = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let is_typo = |suggestion: &&str| {
            let (written, suggested) = (last_segment(written), last_segment(suggestion));
            written.starts_with(&suggested) && written[suggested.len()..].starts_with('(')
                || written == suggested
                || suggest_typo(&written, [&*suggested]).is_some()
        };
        Self { suggestion: alternatives.suggestion.filter(is_typo), ..alternatives }
    }

    /// Creates alternatives of which none is suggested.
    pub(crate) fn without_suggestion(names: impl IntoIterator<Item = &'c str>) -> Self {
        let mut remaining = names.into_iter();
        let names: Vec<&str> = remaining.by_ref().take(MAX_SHOWN_NAMES).collect();
        let count = Some(names.len() + remaining.count());
        Self { suggestion: None, names, count }
    }

    /// Adds the suggestion to `diagnostic`, with a fix of the name at `span`, or lists the valid names of `kind`
    /// followed by `fallback`.
    pub(crate) fn add_help(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        kind: &str,
        fallback: &str,
    ) -> Diagnostic {
        match self.suggestion {
            Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
            None => diagnostic.help(self.list_names(kind, fallback)),
        }
    }

    /// Lists the valid names of `kind`, followed by what else can be done.
    pub(crate) fn list_names(&self, kind: &str, fallback: &str) -> String {
        let mut names: Vec<String> = self.names.iter().map(|name| quoted(name)).collect();
        match self.count {
            None => format!("remove it, or {fallback}"),
            Some(0) => format!("no {} are defined; remove it, or {fallback}", plural(kind)),
            Some(1) => format!("the only {kind} is {}; use it, or {fallback}", names[0]),
            Some(count) => {
                if count > names.len() {
                    names.push(format!("{} more", count - names.len()));
                }
                format!("the {} are {}; use one of them, or {fallback}", plural(kind), list(&names, "and"))
            }
        }
    }
}
